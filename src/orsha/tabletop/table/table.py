"""A battle's table as a value: its size and its features, in whole mils (thousandths of an inch).

A feature is an area with an outline or a line with a width; what it means is its kind's. The origin is the table's
lower left corner.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from orsha.tabletop.table.kinds import LARGEST, MIL, Kind, Setting, Slug, Terrain, switched
from orsha.tabletop.table.shapes import Outline, Spot, counter_clockwise, run_out, strip, turned

if TYPE_CHECKING:
    from orsha.tabletop.table.ground import Ground

Mils = Annotated[int, Meta(ge=0, le=LARGEST * MIL)]
Place = tuple[Mils, Mils]
Words = Annotated[str, Meta(max_length=80)]


class Feature(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain: an area or a line. `width`, `top` and `rise` stand where they are not the kind's."""

    kind: Slug
    area: Annotated[tuple[Place, ...], Meta(max_length=200)] = ()
    line: Annotated[tuple[Place, ...], Meta(max_length=200)] = ()
    width: Mils | None = None
    top: Mils | None = None
    rise: Mils | None = None
    name: Words = ""

    def outline(self, kind: Kind, size: Spot | None = None) -> Outline:
        """Its border, counter-clockwise. On a table of some size, lines that end at its edge go on beyond it."""
        if self.area:
            return counter_clockwise(self.area)
        path = self.line if size is None else self.path(kind, size)
        return counter_clockwise(strip(path, self.wide(kind)))

    def path(self, kind: Kind, size: Spot) -> Outline:
        """A line as it runs out over the edge of a table."""
        return run_out(self.line, size, self.wide(kind))

    def wide(self, kind: Kind) -> int:
        return round(kind.width * MIL) if self.width is None else self.width

    def high(self, kind: Kind) -> int:
        return round(kind.top * MIL) if self.top is None else self.top

    def lift(self, kind: Kind) -> int:
        return round(kind.rise * MIL) if self.rise is None else self.rise


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True, weakref=True):
    """A table: made by hand, read from a file or generated. `ground` is what lies where no feature does."""

    slug: Slug
    name: Words
    size: Place
    features: Annotated[tuple[Feature, ...], Meta(max_length=500)] = ()
    ground: Slug = "open"
    about: Annotated[str, Meta(max_length=400)] = ""
    switches: dict[Slug, Setting] = {}

    @cached_property
    def terrain(self) -> Terrain:
        """The kinds of terrain as this table has them."""
        return switched(tuple(sorted(self.switches.items())))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Every feature's kind."""
        return tuple(self.terrain.kind(feature.kind) for feature in self.features)

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """Every feature's border, counter-clockwise."""
        return tuple(one.outline(kind, self.size) for one, kind in zip(self.features, self.kinds, strict=True))

    @cached_property
    def flat(self) -> Ground:
        """The table as the kernels read it; made when first asked for."""
        from orsha.tabletop.table.ground import Ground

        return Ground.of(self)

    def plus(self, *features: Feature) -> Table:
        """The table with more on it: wrecks, for one. What was there keeps its number."""
        grown = replace(self, features=(*self.features, *features))
        # What was worked out for this table holds for that one.
        grown.__dict__["terrain"] = self.terrain
        grown.__dict__["kinds"] = (*self.kinds, *(self.terrain.kind(one.kind) for one in features))
        more = (one.outline(self.terrain.kind(one.kind), self.size) for one in features)
        grown.__dict__["outlines"] = (*self.outlines, *more)
        return grown

    def with_things(self, *things: Feature) -> Table:
        """The table with more on it that nobody must go around, as wrecks are: ways around are not worked out anew."""
        grown = self.plus(*things)
        if "flat" in self.__dict__ and all(grown.kinds[-n - 1].impassable_to == () for n in range(len(things))):
            grown.__dict__["flat"] = flat = self.flat.plus(grown, len(things))
            flat.shut, flat.webs, flat.older = self.flat.shut, self.flat.webs, self
        if all({*kind.bulletproof} <= {"behind"} for kind in grown.kinds[len(self.kinds) :]):
            grown.__dict__["shelter"] = self.__dict__.setdefault("shelter", {})  # who is in what (game.shelter)
        return grown

    def called(self, feature: int) -> str:
        """A feature as a person would name it."""
        return self.features[feature].name or f"the {self.kinds[feature].name}"

    def holds(self, spot: Spot) -> bool:
        return 0 <= spot[0] <= self.size[0] and 0 <= spot[1] <= self.size[1]

    def turned(self) -> Table:
        """The same table looked at from the other side."""
        return replace(
            self,
            features=tuple(
                replace(one, area=turned(one.area, self.size), line=turned(one.line, self.size))
                for one in self.features
            ),
        )
