"""What a table's scene lies on: terrain, the rooms of city buildings, a river's current and the boats on it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

Spot = tuple[int, int]
Ring = tuple[Spot, ...]
MIL = 1000


class Feature(Struct, frozen=True, omit_defaults=True):
    """A piece of terrain. `outline` is its border, lines with their width too."""

    n: int
    kind: str
    """Its kind's name in the terrain chart: woods, road, building, wreck, ..."""
    name: str
    group: str
    outline: Ring
    line: Ring = ()
    """A line feature's middle,"""
    width: int = 0
    """and how wide it is."""
    height: str = "flat"
    top: int = 0
    rise: int = 0
    rank: int = 0
    road: bool = False
    water: bool = False
    going: dict[str, str] = {}
    """open, terrain, difficult or impassable, for infantry, tank and gun."""


class Ground(Struct, frozen=True):
    """The table itself. It changes only when wrecks come to lie on it; `id` tells."""

    id: str
    name: str
    size: Spot
    base: str
    """What lies where no feature does."""
    features: tuple[Feature, ...]


class RoomPlan(Struct, frozen=True):
    """A room of a city building: the ground floor and all floors above it."""

    name: str
    building: str
    outline: Ring
    levels: int
    openings: tuple[tuple[Spot, Spot], ...]
    held_by: str | None


class Boat(Struct, frozen=True):
    """An assault boat off the far bank."""

    id: str
    seat: str
    unit: str | None
    at: Spot
    facing: int
    full: bool
    half: int
    """Half of its length."""


class Current(Struct, frozen=True):
    """Where a river flows, and which way."""

    at: Spot
    facing: int


def plan(view: Any) -> tuple[RoomPlan, ...]:
    from orsha.tabletop.game.rooms import holder, rooms

    return tuple(
        RoomPlan(
            one.name, one.building, one.outline, one.levels, tuple((o.a, o.b) for o in one.openings), holder(view, one)
        )
        for one in rooms(view).values()
    )


def boats_of(view: Any) -> tuple[Boat, ...]:
    from orsha.tabletop.game import boats, facts
    from orsha.tabletop.table.shapes import bearing

    river = boats.river(view) if view.boats else None
    found = []
    for id, one in view.boats.items() if river is not None else ():
        if one.at is not None and river is not None:
            bow = river.across(one.at) + river.inland(boats.enemy_bank(view, one)) * MIL
            ahead = bearing(one.at, river.spot(bow, river.along(one.at))) or 0
            full = bool(facts.passengers(view, id))
            found.append(Boat(id, one.seat, one.unit, one.at, ahead, full, boats.half()))
    return tuple(found)


def must_land(view: Any, unit: str) -> bool:
    """Whether a unit keeps the step from ending: it can get off its boats."""
    from orsha.tabletop.game.landing import must_land

    return bool(view.boats) and view.step == "movement" and unit in must_land(view, view.mission.active)


def currents(view: Any) -> tuple[Current, ...]:
    from orsha.tabletop.game import boats
    from orsha.tabletop.table.shapes import bearing

    river = boats.river(view) if view.table is not None else None
    if river is None or not river.flow:
        return ()
    middle = (river.low + river.high) // 2
    places = [round(river.long * share) for share in (0.15, 0.38, 0.62, 0.85)]
    ends = [(river.spot(middle, at), river.spot(middle, at + river.flow * MIL)) for at in places]
    return tuple(Current(at, bearing(at, ahead) or 0) for at, ahead in ends)


def ground(table: Any) -> Ground:
    """A table as it is drawn; worked out once for each."""
    kept: dict[str, Any] = table.__dict__
    if "drawn" not in kept:
        features = tuple(_feature(table, n) for n in range(len(table.features)))
        key = hashlib.blake2b(msgspec.json.encode(table), digest_size=8).hexdigest()
        kept["drawn"] = Ground(key, table.name, table.size, table.ground, features)
    drawn: Ground = kept["drawn"]
    return drawn


def _feature(table: Any, n: int) -> Feature:
    feature, kind = table.features[n], table.kinds[n]
    line = feature.path(kind, table.size) if feature.line else ()
    return Feature(
        n,
        feature.kind,
        table.called(n),
        kind.group,
        tuple(table.outlines[n]),
        tuple(line),
        feature.wide(kind) if feature.line else 0,
        kind.height,
        feature.high(kind),
        feature.lift(kind),
        kind.rank,
        kind.road,
        kind.water,
        {team: kind.going_for(team) for team in ("infantry", "tank", "gun")},
    )
