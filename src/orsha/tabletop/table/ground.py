"""A table as the kernels read it: flat arrays of outlines, tops and limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from orsha.tabletop.table.bases import Stand, base
from orsha.tabletop.table.compiling import Engine, engine
from orsha.tabletop.table.kernels import HILL, OPEN, SHORT, SOLID, TALL, TALL_LINE, Crowd, Flat, Limits, Smoke
from orsha.tabletop.table.kinds import MIL, Kind
from orsha.tabletop.table.shapes import UNIT, Outline, Spot, box_of, direction

if TYPE_CHECKING:
    from orsha.tabletop.table.table import Table

Screen = tuple[Spot, Spot]
"""A smoke screen, from end to end."""


class Ground:
    """A table's arrays, for one engine."""

    def __init__(self, table: Table, engine: Engine) -> None:
        self.table, self.engine = table, engine
        sight = table.terrain.sight
        self.limits = Limits(
            sight.into * MIL,
            sight.inside * MIL,
            sight.through * MIL,
            sight.near * MIL,
            sight.smoke * MIL,
            float(sight.half),
        )
        self.eye = sight.eye * MIL
        self.see = [_see(kind, bool(one.area)) for one, kind in zip(table.features, table.kinds, strict=True)]
        self.hills = engine.ints([n for n, see in enumerate(self.see) if see == HILL])
        lifts = [float(one.lift(kind)) for one, kind in zip(table.features, table.kinds, strict=True)]
        # Hills first: everything else stands on them.
        self.flat = self._flat(lifts)
        self.flat = self._flat([self._top(n, lift) for n, lift in enumerate(lifts)])

    @classmethod
    def of(cls, table: Table, using: Engine | None = None) -> Ground:
        return cls(table, using or engine())

    def _flat(self, tops: list[float]) -> Flat:
        outlines = self.table.outlines
        boxes = [box_of(outline) for outline in outlines]
        floats, ints = self.engine.floats, self.engine.ints
        return Flat(
            floats([x for outline in outlines for x, _ in outline]),
            floats([y for outline in outlines for _, y in outline]),
            ints(_firsts(outlines)),
            *(floats([box[n] for box in boxes]) for n in range(4)),
            ints(self.see),
            floats(tops),
        )

    def _top(self, feature: int, lift: float) -> float:
        """How high a feature's top is above the lowest ground."""
        if self.see[feature] == HILL:
            return lift
        outline = self.table.outlines[feature]
        middle = (sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline))
        return self.height(middle) + self.table.features[feature].high(self.table.kinds[feature])

    def height(self, spot: Spot) -> float:
        """How high the ground lies at a spot, in mils."""
        return self.engine.height(self.flat, self.hills, float(spot[0]), float(spot[1]))

    def crowd(self, stands: Sequence[Stand]) -> Crowd:
        """Some teams, as the kernels read them."""
        floats, ints = self.engine.floats, self.engine.ints
        shapes = [base(stand.base) for stand in stands]
        ways = [direction(stand.facing) for stand in stands]
        parts, corners = [stand.parts() for stand in stands], [stand.corners() for stand in stands]
        return Crowd(
            floats([stand.x for stand in stands]),
            floats([stand.y for stand in stands]),
            floats([self.height(stand.spot) + self.eye + stand.up for stand in stands]),
            floats([shape.half_width if shape.disc else 0 for shape in shapes]),
            floats([shape.half_width for shape in shapes]),
            floats([shape.half_length for shape in shapes]),
            floats([x / UNIT for x, _ in ways]),
            floats([y / UNIT for _, y in ways]),
            ints(_firsts(parts)),
            floats([x for part in parts for x, _ in part]),
            floats([y for part in parts for _, y in part]),
            ints(_firsts(corners)),
            floats([x for corner in corners for x, _ in corner]),
            floats([y for corner in corners for _, y in corner]),
        )

    def smoke(self, screens: Sequence[Screen]) -> Smoke:
        ends = [(*start, *end) for start, end in screens]
        return Smoke(*(self.engine.floats([end[n] for end in ends]) for n in range(4)))


def _see(kind: Kind, area: bool) -> int:
    """What a kind does to lines of sight."""
    if kind.rise:
        return HILL
    if kind.height == "flat":
        return OPEN
    if kind.height == "short":
        return SHORT
    return SOLID if kind.blocks else TALL if area else TALL_LINE


def _firsts(outlines: Sequence[Outline]) -> list[int]:
    """Where each outline begins, and where the last one ends."""
    found = [0]
    for outline in outlines:
        found.append(found[-1] + len(outline))
    return found
