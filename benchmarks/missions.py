"""The missions' figures: random set-ups, against python-chess's random games in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from benchmarks.kernel import Row, chess_games
from orsha.kernel import Match
from orsha.tabletop.mission import MissionGame, Setup, missions
from tests.tabletop.builders import FORCE

SETUPS = 1000
GAME = MissionGame()


def rows() -> Iterator[Row]:
    yield set_ups()


def set_up(slug: str, seed: int) -> int:
    """One random legal set-up on a virtual table; the number of decisions it took."""
    rng = random.Random(seed)
    setup = Setup(mission=slug, forces={"allied": FORCE, "axis": FORCE})
    match = Match.open(GAME, setup, dice=seed, record=False)
    decisions = 0
    while match.state.stage == "setup":
        seat, option = rng.choice([(seat, option) for seat in match.seats for option in match.options(seat)])
        match.do(seat, GAME.command(option.sample(rng)))
        decisions += 1
    return decisions


def set_ups() -> Row:
    slugs = list(missions())
    start = time.perf_counter()
    decisions = sum(set_up(slugs[n % len(slugs)], n) for n in range(SETUPS))
    seconds = time.perf_counter() - start
    chess = chess_games(2.0)
    return (
        f"{SETUPS} random set-ups over all 21 missions, s",
        f"{seconds:.1f} ({decisions:,} decisions)",
        f"python-chess random games/s {chess:.1f}",
        f"{SETUPS / seconds / chess:.1f} set-ups to a game",
        "60 s",
    )
