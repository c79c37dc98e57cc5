"""How often the staff beats a bot that does anything legal: every mission, either seat, either role, with intervals."""

from __future__ import annotations

import os
from collections.abc import Iterator

from benchmarks.kernel import Row
from orsha.cli.sim import player_for
from orsha.sim import Plan, Share, pairings, run, share
from orsha.sim.plan import Seat
from orsha.tabletop.mission.library import missions

GAMES = 20
"""Of each mission: five from each seat in each role."""
SEED = "staff"
WANTED = 0.95


def rows() -> Iterator[Row]:
    forces = ["soviet-100"], ["german-100"]
    plan = Plan(tuple(missions()), pairings(*forces, [("staff", "random"), ("random", "staff")]), GAMES, SEED)
    found = run(plan, player_for(plan), workers=os.cpu_count() or 1)
    assert not found.failed, found.failed
    seats: tuple[Seat, ...] = ("allied", "axis")
    for seat in seats:
        ours = [one.outcome for one in found.played if one.game.pairing.bots[seat] == "staff"]
        won = share(sum(one.winner == seat for one in ours), len(ours))
        theirs = share(sum(one.winner not in (seat, None) for one in ours), len(ours))
        yield (
            f"the staff against random, {len(plan.missions)} missions, won as {seat.title()}",
            f"{won.wins} of {won.games} ({won.share:.1%}; {_interval(won)})",
            f"random won {theirs.wins} ({_interval(theirs)})",
            f"{won.share / theirs.share:.0f}" if theirs.wins else "all",
            f"{WANTED:.0%}",
        )


def _interval(found: Share) -> str:
    return f"{found.low:.1%} to {found.high:.1%}"
