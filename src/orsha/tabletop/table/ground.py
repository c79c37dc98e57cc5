"""A table as the kernels read it: flat arrays of outlines, tops and limits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from orsha.tabletop.table.bases import Stand, numbers
from orsha.tabletop.table.compiling import Engine, engine
from orsha.tabletop.table.kernels import (
    CORNERS,
    HILL,
    OPEN,
    PARTS,
    SHORT,
    SOLID,
    TALL,
    TALL_LINE,
    TEAM,
    Crowd,
    Flat,
    Floats,
)
from orsha.tabletop.table.kernels_sight import Bars, Limits
from orsha.tabletop.table.kernels_walk import Slate
from orsha.tabletop.table.kinds import MIL, Kind
from orsha.tabletop.table.shapes import Outline, Spot, box_of

if TYPE_CHECKING:
    from orsha.tabletop.table.barriers import Shut
    from orsha.tabletop.table.kinds import TeamKind
    from orsha.tabletop.table.routes import Web
    from orsha.tabletop.table.table import Table
    from orsha.tabletop.table.underfoot import Gait, Mover

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
        self.bases = numbers()
        self.shut: dict[tuple[TeamKind, bool, bool], Shut] = {}
        self.gaits: dict[Mover, Gait] = {}
        self.webs: dict[tuple[TeamKind, bool, bool, int], Web] = {}
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

    def crowd(self, stands: Sequence[Stand]) -> Crowd:
        """Some teams, as the kernels read them."""
        engine, count, known = self.engine, len(stands), self.bases
        rows = [n for one in stands for n in (one.x, one.y, known[one.base], one.facing, one.up)]
        crowd = Crowd(engine.places(TEAM * count), engine.places(2 * PARTS * count), engine.places(2 * CORNERS * count))
        engine.muster(engine.compass, self.flat, self.hills, self.eye, engine.floats(rows), crowd)
        return crowd

    def lone(self) -> Crowd:
        """Room for one team, whose points nobody looks at."""
        places = self.engine.places
        return Crowd(places(TEAM), places(0), places(2 * CORNERS))

    def slate(self, stretches: int) -> Slate:
        """Room to work out a move that goes over so many stretches of ground."""
        places, room, features = self.engine.places, self.engine.room, len(self.see)
        corners = len(self.flat.xy) // 2
        return Slate(
            self.lone(),
            room(features),
            places(corners),
            places(2 * stretches),
            room(stretches + 1),
            room(4 * stretches),
        )

    @cached_property
    def bars(self) -> Bars:
        """The bars of its features; made when first asked for."""
        from orsha.tabletop.table.bars import bars

        return bars(self)

    def smoke(self, screens: Sequence[Screen]) -> Floats:
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
