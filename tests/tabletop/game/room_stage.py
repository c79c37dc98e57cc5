"""A small battle about the factory of 002 for tests: eight rooms of five inches, on open ground.

5 | 6 | 7 | 8      y 12 to 17
1 | 2 | 3 | 4      y 7 to 12; x from 8 to 28
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.room_laying import built_up
from orsha.tabletop.game.rooms import Room, rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.with_changes import housed
from orsha.tabletop.mission.ground import layout_of
from tests.tabletop.game.stage import INCH, Group, battle, with_mission


def city(
    allied: Sequence[Group],
    axis: Sequence[Group],
    *,
    mission: str = "the-factory",
    levels: Mapping[str, int] = {},
    **of: Any,
) -> BattleState:
    """A battle in a city: teams whose place is in a room are in it, on the floor that `levels` says."""
    state = battle(allied, axis, size=(36, 24), mission=mission, **of)
    state = with_mission(state, defender_pick=None)
    assert state.table is not None
    state = replace(state, table=built_up(state.table, layout_of(state.mission)))
    fresh = {id: replace(team, room=None, level=0) for id, team in state.teams.items()}
    state = replace(state, teams=fresh)
    inside = {id: replace(housed(state, team, levels.get(id, 0)), entered=False) for id, team in fresh.items()}
    return replace(state, teams=inside)


def room(state: BattleState, number: int) -> Room:
    return list(rooms(state).values())[number - 1]


def go(state: BattleState, team: str, *spots: tuple[float, float], **of: Any) -> Leg:
    """A leg from where a team stands, over some places in inches."""
    where = state.teams[team]
    return Leg(team, ((where.x, where.y), *((round(x * INCH), round(y * INCH)) for x, y in spots)), **of)
