"""The plan of city buildings (002): rooms, their walls and openings, from the mission's buildings and rooms.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from orsha.kernel.data import load
from orsha.tabletop.layout import Layout
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import Spot, shifted

Inches = Annotated[float, Meta(ge=0, le=24)]
Box = tuple[int, int, int, int]
"""Left, low, right, high."""


class RoomRules(Struct, frozen=True, forbid_unknown_fields=True):
    """rooms.toml: what the seed leaves to the models."""

    source: str
    levels: Annotated[int, Meta(ge=1, le=6)]
    storey: Inches
    opening: Inches
    span: Inches
    clear: Inches
    consolidate: Inches
    break_off: Inches
    touch: Inches


@cache
def rules() -> RoomRules:
    return load(Path(__file__).parent / "rooms.toml", RoomRules)


class Opening(Struct, frozen=True):
    """A gap in an external wall: its ends, and the bearing that looks straight out."""

    a: Spot
    b: Spot
    outward: int

    @property
    def middle(self) -> Spot:
        return (self.a[0] + self.b[0]) // 2, (self.a[1] + self.b[1]) // 2

    def before(self, mils: int) -> Spot:
        """So far outside it."""
        return shifted(self.middle, self.outward, mils)

    def behind(self, mils: int) -> Spot:
        """So far inside."""
        return shifted(self.middle, self.outward, -mils)


class Room(Struct, frozen=True):
    """002 Interior Walls & Rooms: a ground floor and all floors directly above it."""

    name: str
    building: str
    outline: tuple[Spot, ...]
    """Its corners, counter-clockwise from the lower left."""
    levels: int
    openings: tuple[Opening, ...]
    neighbours: frozenset[str]
    """The rooms that it shares a wall with; across a corner is not enough."""

    @property
    def box(self) -> Box:
        return (*self.outline[0], *self.outline[2])

    @property
    def middle(self) -> Spot:
        left, low, right, high = self.box
        return (left + right) // 2, (low + high) // 2

    def holds(self, spot: Spot, radius: int = 0) -> bool:
        """Whether a base with that middle is wholly within its walls."""
        left, low, right, high = self.box
        return left + radius <= spot[0] <= right - radius and low + radius <= spot[1] <= high - radius


class Rooms(dict[str, Room]):
    """Rooms by name, and by the places that were asked about."""

    MOST = 100_000

    def __init__(self, found: Iterable[Room] = ()) -> None:
        super().__init__((room.name, room) for room in found)
        self._known: dict[Spot, Room | None] = {}

    def at(self, spot: Spot) -> Room | None:
        """The room that a place is in."""
        if not self:
            return None
        if spot not in self._known:
            if len(self._known) > self.MOST:
                self._known.clear()
            self._known[spot] = next((room for room in self.values() if room.holds(spot)), None)
        return self._known[spot]


@lru_cache(maxsize=64)
def rooms_of(layout: Layout) -> Rooms:
    """The rooms of a layout, where they really lie."""
    boxes = {room.name: _box(layout.placed(room.floor()).bounds) for room in layout.rooms}
    return Rooms(_made(room.name, room.building, boxes) for room in layout.rooms)


def _box(bounds: Sequence[float]) -> Box:
    left, low, right, high = (round(inches * MIL) for inches in bounds)
    return left, low, right, high


def _made(name: str, building: str, boxes: Mapping[str, Box]) -> Room:
    left, low, right, high = box = boxes[name]
    others = [other for key, other in boxes.items() if key != name]
    neighbours = frozenset(key for key, other in boxes.items() if key != name and _share_wall(box, other))
    outline = ((left, low), (right, low), (right, high), (left, high))
    return Room(name, building, outline, rules().levels, tuple(_openings(box, others)), neighbours)


def _share_wall(one: Box, other: Box) -> bool:
    """Whether two floors touch along more than a corner."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return (wide == 0 and high > 0) or (high == 0 and wide > 0)


def _openings(box: Box, others: Sequence[Box]) -> Iterable[Opening]:
    """One in the middle of every stretch of external wall, where the stretch is wide enough for it."""
    left, low, right, high = box
    half = round(rules().opening * MIL / 2)
    for outward, at, along in ((0, high, 0), (90, right, 1), (180, low, 0), (270, left, 1)):
        beyond = [one for one in others if one[_FACING[outward]] == at and _share_wall(box, one)]
        shut = sorted((max(one[along], box[along]), min(one[along + 2], box[along + 2])) for one in beyond)
        for start, end in _free((box[along], box[along + 2]), shut):
            if end - start >= 2 * half:
                middle = (start + end) // 2
                ends = (
                    [(at, middle - half), (at, middle + half)] if along else [(middle - half, at), (middle + half, at)]
                )
                yield Opening(ends[0], ends[1], outward)


_FACING = {0: 1, 90: 0, 180: 3, 270: 2}
"""Which side of a neighbour's box lies on the wall that looks that way."""


def _free(whole: tuple[int, int], shut: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    at = whole[0]
    for start, end in shut:
        if start > at:
            yield at, start
        at = max(at, end)
    if at < whole[1]:
        yield at, whole[1]
