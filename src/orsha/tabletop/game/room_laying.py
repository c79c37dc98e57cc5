"""The city buildings of a mission on its table, and what the mission asks about them (002)."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.tabletop.game import facts
from orsha.tabletop.game.rooms import buildings, holder, inside, room_of, rooms, rooms_of
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.layout import Layout
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.ground import layout_of, mission_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Feature, Kind, Table
from orsha.tabletop.table.generator import places

SWITCH = {"city-rooms": "impassable"}
"""In the inner city one enters rooms, not the ground of a building."""
HOUSE = "city-building"


def built_up(table: Table, layout: Layout, *, fountain: bool = False) -> Table:
    """A table with the buildings of a mission on it, by their names, and its fountain, where they are not yet: for
    tables made by hand, and when a side was picked. Ruling A126: every other city building is a plain one."""
    if not layout.rooms:
        return _outskirts(table)
    wanted = {frozenset(one.area): one for one in features(layout)}
    kind = table.terrain.kind(HOUSE)
    kept = tuple(wanted.pop(frozenset(one.area), _plain(one, kind)) if _house(one) else one for one in table.features)
    switches = {**table.switches, **SWITCH}
    more = [*wanted.values()]
    if fountain and not any(one.kind == "fountain" for one in kept):
        more.append(places.fountain(table.size))
    if not more and kept == table.features and switches == table.switches:
        return table
    return replace(table, features=(*kept, *more), switches=switches)


def _outskirts(table: Table) -> Table:
    """002 City Buildings in Outskirts Battles: a table of the inner city whose buildings have no rooms."""
    if not SWITCH.items() <= table.switches.items():
        return table
    return replace(table, switches={name: value for name, value in table.switches.items() if name not in SWITCH})


def _plain(house: Feature, kind: Kind) -> Feature:
    """A city building as a plain building, as high as it is."""
    return replace(house, kind="building", top=house.high(kind))


def laid(table: Table, mission: m.State) -> Table:
    """The table of a mission under way as the mission wants it built up."""
    return built_up(table, layout_of(mission), fountain=mission_of(mission).fountain)


def _house(feature: Feature) -> bool:
    return feature.kind == HOUSE


def features(layout: Layout) -> list[Feature]:
    """The buildings as the table has them: each the box about its rooms."""
    boxes: dict[str, list[tuple[int, int, int, int]]] = {}
    for room in rooms_of(layout).values():
        boxes.setdefault(room.building, []).append(room.box)
    return [Feature(HOUSE, area=_about(some), name=name) for name, some in boxes.items()]


def _about(boxes: list[tuple[int, int, int, int]]) -> tuple[Spot, ...]:
    left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, high = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return (left, low), (right, low), (right, high), (left, high)


# -- what the mission asks


def objective_near(state: BattleState, label: str, teams: list[str]) -> bool | None:
    """Ruling: an objective in a room is held, and contested, from inside that room; nothing for one outside."""
    name = state.mission.objectives[label].room
    room = rooms(state).get(name) if name is not None else None
    if room is None:
        return None
    there = set(inside(state, room))
    return any(id in there for id in teams)


def answer(state: BattleState, question: m.Question) -> bool:
    """002 Winning the Game: what is asked at the end of a turn about buildings, or about a room with an objective."""
    if question.kind == "buildings":
        return alone_in(state, question.of, question.buildings)
    return holds_objective_room(state, question.of)


def alone_in(state: BattleState, seat: Seat, names: tuple[str, ...]) -> bool:
    """Whether a side has teams in each of some buildings, and the enemy none in any."""
    held = {name: {holder(state, room) for room in some} for name, some in buildings(state).items() if name in names}
    return all(seat in owners and facts.enemy(seat) not in owners for owners in held.values()) and len(held) == len(
        names
    )


def holds_objective_room(state: BattleState, seat: Seat) -> bool:
    """Ruling A35: whether a side has a team that can hold in a room with an objective, and the enemy none there."""
    marked = {one.room for one in state.mission.objectives.values() if one.room is not None}
    for id in facts.on_table(state, seat):
        room = room_of(state, id)
        if room is not None and room.name in marked and facts.may_hold(state, id):
            return True
    return False
