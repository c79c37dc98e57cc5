"""A table as the kernels read it: flat arrays of outlines, tops and limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from orsha.tabletop.table.bars import bars, longer
from orsha.tabletop.table.bases import Stand, numbers
from orsha.tabletop.table.compiling import Engine, engine
from orsha.tabletop.table.kernels import (
    HILL,
    OPEN,
    SHORT,
    SOLID,
    TALL,
    TALL_LINE,
    Flat,
    Floats,
    Ints,
)
from orsha.tabletop.table.kernels_glance import Bars
from orsha.tabletop.table.kernels_sight import Limits
from orsha.tabletop.table.kinds import MIL, Kind
from orsha.tabletop.table.shapes import Outline, Spot, box_of

if TYPE_CHECKING:
    from orsha.tabletop.table.barriers import Shut
    from orsha.tabletop.table.kinds import TeamKind
    from orsha.tabletop.table.routes import Web
    from orsha.tabletop.table.table import Table
    from orsha.tabletop.table.underfoot import Gait, Mover

Box = tuple[int, int, int, int]

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
        self.gap = float(round(table.terrain.movement.enemy_gap * MIL))
        self.clear = float(round(table.terrain.movement.dash_clear * MIL))
        self.bases = numbers()
        self.older: Table | None = None
        """The table on which all but its last features lay already, and where nobody must go around those."""
        self.shut: dict[tuple[TeamKind, bool, bool], Shut] = {}
        self.gaits: dict[Mover, Gait] = {}
        self.webs: dict[tuple[TeamKind, bool, bool, int], Web] = {}
        self.see = [_see(kind, bool(one.area)) for one, kind in zip(table.features, table.kinds, strict=True)]
        self.rank = engine.ints([kind.rank for kind in table.kinds])
        self.hills = engine.ints([n for n, see in enumerate(self.see) if see == HILL])
        lifts = [float(one.lift(kind)) for one, kind in zip(table.features, table.kinds, strict=True)]
        # Hills first: everything else stands on them.
        self.flat = self._flat(lifts)
        self.flat = self._flat([self._top(n, lift) for n, lift in enumerate(lifts)])

    @classmethod
    def of(cls, table: Table, using: Engine | None = None) -> Ground:
        return cls(table, using or engine())

    def plus(self, table: Table, count: int) -> Ground:
        """The ground of a table with so many more features, its last ones; most of it is known already."""
        new = range(len(table.features) - count, len(table.features))
        see = [_see(table.kinds[n], bool(table.features[n].area)) for n in new]
        if HILL in see:
            return Ground(table, self.engine)
        made = Ground.__new__(Ground)
        made.__dict__.update(self.__dict__)
        for name in ("arrays", "seeing", "sizes", "bars"):
            made.__dict__.pop(name, None)
        engine, flat = self.engine, self.flat
        outlines, ends = [table.outlines[n] for n in new], [int(flat.first[len(self.see)])]
        for outline in outlines:
            ends.append(ends[-1] + len(outline))
        made.table, made.see, made.gaits = table, [*self.see, *see], {}
        made.shut, made.webs, made.older = {}, {}, None
        made.shelters, made.undug = [*self.shelters, *made._shelters(new)], [*self.undug, *made._undug(new)]
        made.rank = engine.more(self.rank, [table.kinds[n].rank for n in new])
        made.flat = Flat(
            engine.joined(flat.xy, [number for outline in outlines for spot in outline for number in spot]),
            engine.more(flat.first, ends[1:]),
            engine.joined(flat.box, [number for outline in outlines for number in box_of(outline)]),
            engine.more(flat.see, see),
            engine.joined(flat.top, [made._top(n, 0.0) for n in new]),
        )
        if "bars" in self.__dict__:
            made.__dict__["bars"] = longer(self.bars, made, new.start)
        return made

    def _flat(self, tops: list[float]) -> Flat:
        outlines = self.table.outlines
        boxes = [box_of(outline) for outline in outlines]
        floats, ints = self.engine.floats, self.engine.ints
        return Flat(
            floats([number for outline in outlines for spot in outline for number in spot]),
            ints(_firsts(outlines)),
            floats([number for box in boxes for number in box]),
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

    def rows(self, stands: Sequence[Stand]) -> Floats:
        """Some teams, as the kernels read them."""
        known = self.bases
        return self.engine.floats([n for s in stands for n in (s.x, s.y, known[s.base], s.facing, s.up)])

    @cached_property
    def arrays(self) -> tuple[Floats, Floats, Floats, Ints, Floats, Ints, Floats]:
        """The directions, the bases and the features, array by array."""
        return (*self.engine.compass, *self.flat)

    @cached_property
    def seeing(self) -> tuple[Floats, Floats, Floats, Ints, Floats, Ints, Floats, Ints, Floats, float]:
        """All that sight is worked out from."""
        return (*self.arrays, self.hills, self.engine.floats(self.limits), self.eye)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """Room for every feature and for every corner, rounded up so that many tables use the same desk."""
        return len(self.see) // 64 * 64 + 64, len(self.flat.xy) // 512 * 256 + 256

    @cached_property
    def bars(self) -> Bars:
        """The bars of its features; made when first asked for."""
        return bars(self)

    @cached_property
    def shelters(self) -> list[Box]:
        """About each bulletproof feature a box."""
        return self._shelters(range(len(self.see)))

    def _shelters(self, some: Iterable[int]) -> list[Box]:
        table = self.table
        return [box_of(table.outlines[n]) for n in some if table.kinds[n].bulletproof]

    @cached_property
    def undug(self) -> list[tuple[int, Box]]:
        """The features in which nobody digs in, and about each a box."""
        return self._undug(range(len(self.see)))

    def _undug(self, some: Iterable[int]) -> list[tuple[int, Box]]:
        table = self.table
        return [(n, box_of(table.outlines[n])) for n in some if not table.kinds[n].dig_in]

    def smoke(self, screens: Sequence[Screen]) -> Floats:
        if not screens:
            return self.engine.none
        return self.engine.floats([number for screen in screens for spot in screen for number in spot])


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
