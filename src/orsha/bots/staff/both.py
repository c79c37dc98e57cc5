"""The staff where one objective is not enough: it must hold one of each of two sorts at once (000 The Crossroads)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.format import HoldObjective
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL

ABOUT = 10_000
"""Enemies so near to an objective guard it, in mils."""
LEAST = 4.0
"""So many enemies a place counts for that nobody guards."""
SAFE = 6000
"""A place that we stand on and no enemy is so near to needs one unit only, in mils."""


def split(
    state: BattleState, seat: Seat, places: tuple[Spot, Spot], units: Sequence[str], spots: Mapping[str, Spot]
) -> dict[str, Spot]:
    """Who goes for which of two places: more to where the enemy is stronger, each to the one it is nearer to.

    A place that is ours and quiet is left to one unit.
    """
    one, other = places
    order = sorted(units, key=lambda id: (facts.apart(spots[id], one) - facts.apart(spots[id], other), id))
    quiet = [quietly_ours(state, seat, at) for at in places]
    if len(units) < 2:
        return dict.fromkeys(units, other if quiet[0] else one)
    if quiet[0] or quiet[1]:
        ours, theirs = (one, other) if quiet[0] else (other, one)
        keeper = min(units, key=lambda id: (_dear(state, id), facts.apart(spots[id], ours), id))
        return {id: ours if id == keeper else theirs for id in units}
    first, second = (LEAST + _guards(state, seat, at) for at in places)
    count = min(max(round(len(order) * first / (first + second)), 1), len(order) - 1)
    return {id: one if n < count else other for n, id in enumerate(order)}


def quietly_ours(state: BattleState, seat: Seat, at: Spot) -> bool:
    """Whether we stand on a place, and no enemy is about it."""
    within = _within(state)
    near = any(
        facts.may_hold(state, id) and facts.gap_to_spot(state, id, at) <= within for id in facts.on_table(state, seat)
    )
    return near and not any(facts.apart(facts.spot(state, id), at) < SAFE for id in facts.targets(state, seat))


def _within(state: BattleState) -> int:
    """From how near an objective is held, in mils."""
    wins = mission_of(state.mission).file.win
    return max((round(win.within * MIL) for win in wins if isinstance(win, HoldObjective)), default=0)


def _dear(state: BattleState, unit: str) -> bool:
    """Tanks are for fighting: they keep a quiet place only if nobody else can."""
    return facts.unit_sheet(state, unit).unit.kind == "tank"


def _guards(state: BattleState, seat: Seat, at: Spot) -> int:
    return sum(facts.apart(at, facts.spot(state, id)) < ABOUT for id in facts.targets(state, seat))
