"""City buildings and their rooms (002): where they are, who is in which, and how far it is to and from them.

A room is a floor with its walls; its ground floor and all floors above are one room. Which rooms there are is the
mission's (its buildings, turned to the sides that were picked); openings, floors and places on them are ruled in
rooms.toml. Where a team is says which room it is in: `applying` keeps `TeamState.room` in step with its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt

from orsha.tabletop.game.memories import kept
from orsha.tabletop.game.room_plan import Box, Rooms
from orsha.tabletop.game.room_plan import Opening as Opening
from orsha.tabletop.game.room_plan import Room as Room
from orsha.tabletop.game.room_plan import rooms_of as rooms_of
from orsha.tabletop.game.room_plan import rules as rules
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.ground import layout_of
from orsha.tabletop.mission.library import mission
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.table.bases import RIM, Stand, half_width, halves, radius, to_spot
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted
from orsha.tabletop.table.walking import Bulk

LAP = 60
"""How far bases may lie over each other before it counts, in mils: a hair, so that rounding forbids nobody a place."""
FAR = 10_000 * MIL
"""Farther than any table is wide: there is no way to measure."""


# -- which rooms there are


@lru_cache(maxsize=64)
def _city(slug: str) -> bool:
    return bool(mission(slug).file.buildings)


_NONE = Rooms()


def rooms(state: BattleState) -> Rooms:
    """The rooms on the table, by name; none in battles without city buildings (002 City Buildings in Outskirts
    Battles: a city building that the mission does not name is a plain building)."""
    slug = state.mission.mission
    if slug is None or not _city(slug):
        return _NONE
    found: Rooms | None = state.__dict__.get("rooms")
    if found is None:
        found = state.__dict__["rooms"] = rooms_of(layout_of(state.mission))
    return found


def buildings(state: BattleState) -> dict[str, list[Room]]:
    """The rooms of each building."""
    found: dict[str, list[Room]] = {}
    for room in rooms(state).values():
        found.setdefault(room.building, []).append(room)
    return found


# -- who is where


def room_at(state: BattleState, spot: Spot) -> Room | None:
    """The room that a place is in."""
    return rooms(state).at(spot)


def room_of(state: BattleState, team: str) -> Room | None:
    """002 Occupying a Room: the room that a team is in."""
    name = state.teams[team].room
    return None if name is None else rooms(state).get(name)


def occupants(state: BattleState) -> Mapping[str, list[str]]:
    """Who is in each room that somebody is in."""
    return kept(state, "occupants", lambda: _occupants(state))


def _occupants(state: BattleState) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, team in state.teams.items():
        if team.room is not None:
            found.setdefault(team.room, []).append(id)
    return found


def inside(state: BattleState, room: Room) -> list[str]:
    """The teams in a room, on all its floors."""
    return list(occupants(state).get(room.name, ()))


def holder(state: BattleState, room: Room) -> Seat | None:
    """002 Occupying a Room: whose a room is; nobody's while it is empty."""
    there = occupants(state).get(room.name)
    return (SEATS[0] if there[0].startswith(SEATS[0]) else SEATS[1]) if there else None


def adjacent(one: Room, other: Room) -> bool:
    """002 Adjacent Rooms: they share a wall; across a corner they are not."""
    return other.name in one.neighbours


# -- how far


def box_gap(one: Box, other: Box) -> int:
    """Between the edges of two floors."""
    dx = max(one[0] - other[2], other[0] - one[2], 0)
    dy = max(one[1] - other[3], other[1] - one[3], 0)
    return int(sqrt(dx * dx + dy * dy) + 0.5)


def spot_gap(room: Room, spot: Spot) -> int:
    """From a room's edge to a place; nothing inside it."""
    return box_gap(room.box, (*spot, *spot))


def stand_gap(room: Room, stand: Stand) -> int:
    """From a room's edge to a team outside."""
    return max(min(spot_gap(room, spot) for spot in _rim(stand)) - radius(stand.base), 0)


def _rim(stand: Stand) -> tuple[Spot, ...]:
    """The points that a base is measured from: a disc's middle, those on the edge of a box."""
    return (stand.spot,) if radius(stand.base) else stand.parts()[-RIM:]


@lru_cache(maxsize=1 << 16)
def opening_gap(opening: Opening, stand: Stand) -> int:
    """From an opening to a team outside."""
    (ax, ay), (bx, by) = opening.a, opening.b
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return max(min(box_gap(box, (*spot, *spot)) for spot in _rim(stand)) - radius(stand.base), 0)


def stand_of(state: BattleState, team: str) -> Stand:
    where = state.teams[team]
    return Stand(where.x, where.y, state.roster.teams[team].base, where.facing)


def between(here: Stand, room: Room | None, there: Stand, other: Room | None) -> int | None:
    """002 Occupying a Room: all distances are measured to and from the edge of the room, not the teams in it; height
    does not count. Nothing for two teams that are both outside: they are measured as ever."""
    if room is not None and other is not None:
        return box_gap(room.box, other.box)
    if room is not None:
        return stand_gap(room, there)
    return stand_gap(other, here) if other is not None else None


def apart(state: BattleState, one: str, other: str) -> int:
    """Between two teams, in mils, one of which at least is in a room."""
    far = between(stand_of(state, one), room_of(state, one), stand_of(state, other), room_of(state, other))
    assert far is not None, "two teams outside are measured by facts.gap"
    return far


def command_gap(leader: Stand, room: Room | None, team: Stand, other: Room | None) -> int | None:
    """002 In Command: how far a team is from its leader: nothing of a way in the same or an adjacent room, out of
    reach in any other; to the edge of the team's room from outside; from any opening of the leader's room outward.
    Nothing where both are outside."""
    if room is not None and other is not None:
        return 0 if room.name == other.name or adjacent(room, other) else FAR
    if room is not None:
        return min((opening_gap(opening, team) for opening in room.openings), default=FAR)
    return stand_gap(other, leader) if other is not None else None


def in_command(state: BattleState, leader: str, team: str, inches: float) -> bool:
    """002 In Command: whether a team is, of whom or whose leader one at least is in a room."""
    far = command_gap(stand_of(state, leader), room_of(state, leader), stand_of(state, team), room_of(state, team))
    assert far is not None, "two teams outside are measured by facts.near"
    return far <= inches * MIL


WALL = 100
"""Half the thickness of a wall that others keep away from: a row of small discs along the inside of it."""


@lru_cache(maxsize=256)
def walls(room: Room) -> tuple[Bulk, ...]:
    """002 Occupying a Room: what teams outside keep their distance from: the edge of a room, true to a tenth of an
    inch where it is measured aslant."""
    left, low, right, high = room.box
    left, low, right, high = left + WALL, low + WALL, right - WALL, high - WALL
    count = max((right - left) // MIL, (high - low) // MIL, 1)
    spots = [(left + (right - left) * n // count, y) for n in range(count + 1) for y in (low, high)]
    spots += [(x, low + (high - low) * n // count) for n in range(count + 1) for x in (left, right)]
    return tuple(Bulk(x, y, WALL, True) for x, y in dict.fromkeys(spots))


# -- places on the floors


@lru_cache(maxsize=256)
def places(room: Room) -> tuple[Spot, ...]:
    """The places of a floor, those at openings first. Ours: a floor holds as many teams as squares of a base's span."""
    left, low, right, high = room.box
    across, up = max((right - left) // _span(), 1), max((high - low) // _span(), 1)
    spots = [
        (left + (right - left) * (2 * n + 1) // (2 * across), low + (high - low) * (2 * m + 1) // (2 * up))
        for m in range(up)
        for n in range(across)
    ]
    doors = [opening.middle for opening in room.openings]
    return tuple(sorted(spots, key=lambda spot: (min((_far(spot, door) for door in doors), default=0), spot)))


def _span() -> int:
    return round(rules().span * MIL)


def _far(one: Spot, other: Spot) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


Taken = tuple[Stand, int]
"""A place that somebody has on a floor: how it stands there, and the floor."""


def taken(state: BattleState, room: Room, but: Iterable[str] = ()) -> list[Taken]:
    """The places that teams have in a room."""
    left = set(but)
    return [(stand_of(state, id), state.teams[id].level) for id in inside(state, room) if id not in left]


def why_no_place(room: Room, here: Stand, level: int, there: Sequence[Taken]) -> str | None:
    """What forbids a team a place on a floor: the walls, the floors that there are, another team."""
    if not 0 <= level < room.levels:
        return f"{room.name} has {room.levels} floors"
    if not all(room.holds(spot, radius(here.base) - LAP) for spot in here.corners()):
        return f"it would not be wholly in {room.name}"
    mine = [other for other, floor in there if floor == level]
    if any(_laps(here, other) for other in mine):
        return "another team stands there"
    if len(mine) >= len(places(room)):
        return f"that floor of {room.name} holds {len(places(room))} teams"
    return None


def _laps(one: Stand, other: Stand) -> bool:
    """Whether two bases lie over each other by more than a hair, a gun's as it faces."""
    if _far(one.spot, other.spot) < (half_width(one.base) + half_width(other.base) - LAP) ** 2:
        return True
    if radius(one.base) and radius(other.base):
        return False
    return _reaches_onto(one, other) or _reaches_onto(other, one)


def _reaches_onto(one: Stand, other: Stand) -> bool:
    """Whether a corner of a base, or the edge of a disc, lies on another base."""
    wide, long = (half - LAP for half in halves(one.base))
    turns = [(ahead, aside) for ahead in (long, -long) for aside in (wide, -wide)]
    spots = [one.spot] if radius(one.base) else [shifted(one.spot, one.facing, *turn) for turn in turns]
    least = max(radius(one.base) - LAP, 1)
    return any(to_spot(other.base, other.facing, x - other.x, y - other.y) < least for x, y in spots)


def free_place(
    room: Room, base: str, there: Sequence[Taken], levels: Iterable[int] | None = None
) -> tuple[Spot, int] | None:
    """A free place in a room for a base, the ground floor first, at an opening first."""
    for level in range(room.levels) if levels is None else levels:
        for spot in places(room):
            if why_no_place(room, Stand(*spot, base), level, there) is None:
                return spot, level
    return None
