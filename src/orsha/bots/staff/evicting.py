"""Who defends wins by having no enemy near what he keeps: late in a battle the staff goes and throws them out."""

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

EACH = 2
"""So many units go for an enemy who is in the way of a win."""
AT_LAST, ALL = 8, 4
"""From that turn on so many, and all but one of them: a battle that is called off is nobody's."""


def intruders(state: BattleState, seat: Seat) -> list[str]:
    """Enemy teams that alone keep a side from winning now, by being near what it must keep clear."""
    side, turn = side_of(state.mission, seat), state.mission.turns.get(seat, 0)
    found: dict[str, None] = {}
    for win in mission_of(state.mission).file.win:
        if isinstance(win, KeepAway) and win.who in (side, "both") and turn >= win.from_turn:
            spots = spots_of(state, counted(state.mission, seat, win.which))
            for id in facts.targets(state, seat):
                if any(facts.near_spot(state, id, at, win.within * MIL) for at in spots):
                    found[id] = None
    return list(found)


def hunters(state: BattleState, seat: Seat, spots: Mapping[str, Spot]) -> dict[str, Spot]:
    """Which of some units go for whom: the nearest of them, for each enemy unit; half of them stay, at the last one."""
    last = state.mission.turns.get(seat, 0) >= AT_LAST
    most = max(len(spots) - 1, 1) if last else (len(spots) + 1) // 2
    left = dict(spots)
    found: dict[str, Spot] = {}
    first = {facts.unit_id(id): facts.spot(state, id) for id in reversed(intruders(state, seat))}
    for at in first.values():
        for unit in sorted(left, key=lambda one: (facts.apart(left[one], at), one))[: ALL if last else EACH]:
            if len(found) < most:
                found[unit] = at
                del left[unit]
    return found
