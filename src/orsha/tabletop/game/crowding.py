"""Units for which there is no room left where they must be put down before the game. Ours: no source speaks of it.

The tables of the inner city (002) are small: two feet by three. A unit that fits nowhere in its deployment area any
more waits in reserve; where its side has no reserves, or may not hold it there, it is left out of the battle.
"""

from __future__ import annotations

from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Place
from orsha.tabletop.game.room_placing import rooms_in
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.forces import may_be_held
from orsha.tabletop.mission.ground import mission_of, side_of
from orsha.tabletop.mission.state import Seat, Where
from orsha.tabletop.region import covers
from orsha.tabletop.table.kinds import MIL

STEP = 1500
"""How close together the places are that are tried, in mils."""


def packed(state: BattleState, seat: Seat, unit: str) -> tuple[Place, ...] | None:
    """A place for a unit wherever there is one in its zone: in rooms, then over all the ground in order."""
    return facts.kept(state, ("packed", seat, unit), lambda: _packed(state, seat, unit))


def _packed(state: BattleState, seat: Seat, unit: str) -> tuple[Place, ...] | None:
    from orsha.tabletop.game.deploying import zone
    from orsha.tabletop.game.domains import places_at

    shape = zone(state, seat, unit).shape
    left, low, right, high = (round(inches * MIL) for inches in shape.bounds)
    ground: list[Spot] = [(x, y) for x in range(left, right + 1, STEP) for y in range(low, high + 1, STEP)]
    inside = [room.middle for room in rooms_in(state, seat, shape)]
    for spot in (*inside, *(spot for spot in ground if covers(shape, spot))):
        found = places_at(state, seat, unit, spot)
        if found:
            return found
    return None


def left_out(state: BattleState, unit: str) -> Where:
    """Where a unit goes for which there is no room."""
    reserve = mission_of(state.mission).reserve(side_of(state.mission, facts.seat_of(unit)))
    return "reserve" if reserve is not None and may_be_held(state.mission, unit) else "withdrawn"
