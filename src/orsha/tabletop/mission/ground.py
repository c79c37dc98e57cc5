"""Who is who and what lies where in a mission game: questions that several rules ask of a state."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec
from msgspec.structs import replace
from shapely import MultiPolygon, Polygon, union_all

from orsha.tabletop.layout import OPPOSITE, Layout, Pick, Quarter, River, Side
from orsha.tabletop.mission.change import altered, with_snipers
from orsha.tabletop.mission.library import Mission, mission
from orsha.tabletop.mission.shares import defender_points
from orsha.tabletop.mission.state import SEATS, Seat, Setup, Spot, State, Unit
from orsha.tabletop.region import MIL, covers, spot_point

PICK_OPPOSITE: dict[Pick, Pick] = {
    "lower": "upper",
    "upper": "lower",
    "left": "right",
    "right": "left",
    **cast("dict[Pick, Pick]", OPPOSITE),
}


UNCHANGED = (Setup().changes, msgspec.json.encode(Setup().changes))
"""Nearly all games have nothing changed; it is not written out again for each question."""


@lru_cache(maxsize=64)
def _mission(slug: str, changes: bytes, snipers: bool = False) -> Mission:
    found = altered(mission(slug), msgspec.json.decode(changes, type=type(Setup().changes)))
    return with_snipers(found) if snipers else found


def _changes(state: State) -> bytes:
    """What a linked campaign has changed, as something to remember a mission by."""
    changes = state.setup.changes
    return UNCHANGED[1] if changes == UNCHANGED[0] else msgspec.json.encode(changes)


def mission_of(state: State) -> Mission:
    """The mission being played, with what a linked campaign and snipers have changed in it."""
    assert state.mission is not None
    return _mission(state.mission, _changes(state), state.setup.snipers)


def enemy(seat: Seat) -> Seat:
    return SEATS[1] if seat == SEATS[0] else SEATS[0]


def side_of(state: State, seat: Seat) -> Side:
    return "attacker" if seat == state.attacker else "defender"


def seat_of(state: State, side: Side) -> Seat:
    assert state.attacker is not None
    return state.attacker if side == "attacker" else enemy(state.attacker)


def turn_of(state: State, seat: Seat) -> int:
    """The number of a side's own turn."""
    return state.turns.get(seat, 0)


def layout_of(state: State) -> Layout:
    """The table as it lies: size, sides picked, river."""
    assert state.mission is not None
    picked = state.attacker_quarter, state.river, state.defender_pick
    return _layout(state.mission, _changes(state), state.setup.table, *picked)


@lru_cache(maxsize=4096)
def _layout(
    slug: str,
    changes: bytes,
    size: tuple[float, float] | None,
    quarter: Quarter | None,
    river: tuple[int, int] | None,
    defender: Pick | None,
) -> Layout:
    layout = _mission(slug, changes).layout(size)
    if quarter is not None:
        layout = replace(layout, attacker_quarter=quarter)
    if river is not None:
        layout = replace(layout, river=River(river[0] / MIL, river[1] / MIL))
    return replace(layout, defender=defender)


@lru_cache(maxsize=4096)
def _zone(slug: str, changes: bytes, name: str, layout: Layout) -> MultiPolygon:
    return _mission(slug, changes).zone(name, layout)


def zone_of(state: State, name: str) -> MultiPolygon:
    assert state.mission is not None
    return _zone(state.mission, _changes(state), name, layout_of(state))


def standard(layout: Layout, pick: Quarter) -> Quarter:
    """A quarter of the table as it lies, named as the standard layout names it. Turning twice turns back."""
    across = "right" in (layout.defender or "")
    up = "upper" in (layout.defender or "")
    x = ("right" in pick) != across
    y = ("upper" in pick) != up
    return cast(Quarter, f"{'upper' if y else 'lower'}-{'right' if x else 'left'}")


def without_near(shape: MultiPolygon, spots: list[Spot], distance: float) -> MultiPolygon:
    """A shape less everything within a distance of some places."""
    if not spots or not distance:
        return shape
    near = union_all([spot_point(spot).buffer(distance, quad_segs=32) for spot in spots])
    return polygons(shape.difference(near))


def polygons(shape: object) -> MultiPolygon:
    parts = getattr(shape, "geoms", [shape])
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and part.area > 1e-6])


def side_at(state: State, spot: Spot | None, zone: str) -> Side:
    """Whose part of the table a place is in: by geometry, or on a real table by the zone it was placed in."""
    layout = layout_of(state)
    if spot is None:
        shape = zone_of(state, zone)
        inside = max(shape.geoms, key=lambda part: part.area).representative_point()
        spot = (round(inside.x * MIL), round(inside.y * MIL))
    return "attacker" if covers(_attackers_part(layout), spot) else "defender"


@lru_cache(maxsize=512)
def _attackers_part(layout: Layout) -> MultiPolygon:
    quarters = layout.edges == "quarters"
    return polygons(layout.placed(layout.quarter(layout.attacker_quarter) if quarters else layout.half("attacker")))


# -- units


def unit_of(state: State, id: str) -> Unit:
    seat, index = _numbered(id)
    return state.setup.forces[seat][index]


@lru_cache(maxsize=1024)
def _numbered(id: str) -> tuple[Seat, int]:
    """A unit's side, and its number in its force."""
    seat, _, index = id.partition(" ")
    return cast(Seat, seat), int(index)


def unit_ids(state: State, seat: Seat) -> list[str]:
    return list(_ids(seat, len(state.setup.forces.get(seat, ()))))


@lru_cache(maxsize=256)
def _ids(seat: Seat, count: int) -> tuple[str, ...]:
    return tuple(f"{seat} {index}" for index in range(count))


def full_name(state: State, id: str) -> str:
    """A unit by seat and name, as the log tells of it."""
    seat, name = state.units[id].seat, unit_of(state, id).name
    return name if name.lower().startswith(seat) else f"{seat} {name}"


def core(state: State, id: str) -> bool:
    """Whether a unit stands for itself, not attached to another of its force."""
    return unit_of(state, id).attached_to is None


def attachments(state: State, id: str) -> list[str]:
    seat = state.units[id].seat
    name = unit_of(state, id).name
    return [f"{seat} {n}" for n, other in enumerate(state.setup.forces.get(seat, ())) if other.attached_to == name]


def with_attachments(state: State, id: str) -> list[str]:
    """A unit and what is attached to it and stands where it stands."""
    where = state.units[id].where
    return [id, *(other for other in attachments(state, id) if state.units[other].where == where)]


def units_at(state: State, seat: Seat, *where: str) -> list[str]:
    return [id for id in unit_ids(state, seat) if state.units[id].where in where]


def force_points(state: State, side: Side) -> int:
    """A side's agreed points. 000 Fortified Defence: the defender has half of the attacker's."""
    if side == "defender" and "fortified-defence" in mission_of(state).file.special_rules["defender"]:
        return defender_points(state.setup.points)
    return state.setup.points


def points_of(state: State, ids: list[str]) -> int:
    return sum(unit_of(state, id).points for id in ids)


def lost_units(state: State, seat: Seat) -> int:
    """003 Victory Points: units destroyed, HQ units and attachments each counted; not independent teams, nor (by their
    cards) penal units and Demolitions Attachments."""
    lost = [unit_of(state, id) for id in units_at(state, seat, "lost")]
    return sum(not (unit.independent or unit.penal or unit.no_points) for unit in lost)
