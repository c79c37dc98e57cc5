"""Who attacks loses by being far from what he should take: when the time comes, the staff sends somebody near."""

from __future__ import annotations

from collections.abc import Mapping

from orsha.bots.staff.goals import spots_of
from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.format import KeepAway
from orsha.tabletop.mission.ground import mission_of, side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.mission.winning import counted
from orsha.tabletop.table.kinds import MIL

EARLY = 2
"""So many turns before the enemy can win somebody sets out."""
SENT = 3
"""So many units, at most."""


def awaited(state: BattleState, seat: Seat) -> tuple[tuple[Spot, ...], int]:
    """What the enemy wins by keeping us away from, and from how near we are there, in mils; nothing: no time yet."""
    foe, turn = facts.enemy(seat), state.mission.turns.get(seat, 0)
    for win in mission_of(state.mission).file.win:
        if isinstance(win, KeepAway) and win.who in (side_of(state.mission, foe), "both"):
            if turn < win.from_turn - EARLY:
                continue
            return spots_of(state, counted(state.mission, foe, win.which)), round(win.within * MIL)
    return (), 0


def sent(state: BattleState, seat: Seat, units: Mapping[str, Spot]) -> dict[str, Spot]:
    """Who of some units makes straight for which objective, so that the enemy does not win by our being away; nobody
    where somebody is there already, but for him who stays."""
    spots, within = awaited(state, seat)
    if not spots or not units:
        return {}
    near = {unit: min(spots, key=lambda at: (facts.apart(at, here), at)) for unit, here in units.items()}
    gaps = {unit: _gap(state, unit, near[unit]) for unit in units}
    there = [unit for unit in units if gaps[unit] <= within]
    if there:
        keeper = min(there, key=lambda unit: (-len(facts.teams_of(state, unit)), gaps[unit], unit))
        return {keeper: near[keeper]}
    pace = {unit: _pace(state, unit) for unit in units}
    order = sorted((unit for unit in units if pace[unit]), key=lambda unit: ((gaps[unit] - within) / pace[unit], unit))
    return {unit: near[unit] for unit in order[:SENT]}


def _gap(state: BattleState, unit: str, at: Spot) -> float:
    """From the nearest of a unit to a place, in mils."""
    return min(facts.gap_to_spot(state, id, at) for id in facts.teams_of(state, unit))


def _pace(state: BattleState, unit: str) -> int:
    """How far all of a unit go in a turn, in mils."""
    paces = [facts.tactical(state, id) for id in facts.teams_of(state, unit)]
    return 0 if state.units[unit].pinned else min(paces, default=0) * MIL
