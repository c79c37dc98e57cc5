"""What teams stand on: bases and hulls, where a team stands and looks, and which points of its base are looked at."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Unknown
from orsha.kernel.data import Wrong, load
from orsha.tabletop.table.kinds import HERE, MIL, Data, Inches, Slug, TeamKind
from orsha.tabletop.table.shapes import Outline, Spot, shifted

Part = Literal["any", "centre", "whole"]
RINGS = ((0, 1), (1, 6), (2, 12))
"""The points of a disc: so many at this many halves of its radius."""
GRID = 2
"""A box is looked at in this many steps to each side of its middle, both ways."""


class Base(Data, frozen=True):
    """A disc of some radius, or a box so wide across its front and so long."""

    name: str
    kind: TeamKind
    radius: Inches = 0
    wide: Inches = 0
    long: Inches = 0

    @property
    def disc(self) -> bool:
        return self.radius > 0

    @property
    def half_width(self) -> int:
        """In mils: what decides whether it fits through a gap."""
        return round((self.radius or self.wide / 2) * MIL)

    @property
    def half_length(self) -> int:
        return round((self.radius or self.long / 2) * MIL)


class Arc(Data, frozen=True):
    """A field of fire: which part of the target lies beyond which line across the shooter; no line: all round."""

    name: str = ""
    part: Part = "any"
    line: Literal["front", "middle", "rear"] | None = None
    note: str = ""


class BasesFile(Data, frozen=True):
    source: str
    bases: dict[Slug, Base]
    arcs: dict[Slug, Arc]
    armour: Arc


def _check(file: BasesFile) -> None:
    for slug, base in file.bases.items():
        if base.disc == bool(base.wide and base.long):
            raise Wrong(("bases", slug), "a base has a radius, or it is wide and long")


@cache
def bases_file() -> BasesFile:
    return load(HERE / "bases.toml", BasesFile, _check)


def base(slug: str) -> Base:
    """A base by its name."""
    if slug not in bases_file().bases:
        raise Unknown("base", slug, list(bases_file().bases))
    return bases_file().bases[slug]


def arc(slug: str) -> Arc:
    """A field of fire by its name."""
    if slug not in bases_file().arcs:
        raise Unknown("field of fire", slug, list(bases_file().arcs))
    return bases_file().arcs[slug]


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a team stands: its base's middle, the way it faces, how high above the ground (an upper floor)."""

    x: Annotated[int, Meta(ge=-24 * MIL, le=264 * MIL)]
    y: Annotated[int, Meta(ge=-24 * MIL, le=264 * MIL)]
    base: Slug
    facing: Annotated[int, Meta(ge=0, le=359)] = 0
    up: Annotated[int, Meta(ge=0, le=24 * MIL)] = 0

    @property
    def spot(self) -> Spot:
        return self.x, self.y

    def corners(self) -> Outline:
        """A box's four corners, counter-clockwise from the front right; a disc's middle."""
        return tuple((self.x + dx, self.y + dy) for dx, dy in corners(self.base, self.facing))

    def parts(self) -> Outline:
        """The points of the base that are looked at, its middle first."""
        return tuple((self.x + dx, self.y + dy) for dx, dy in parts(self.base, self.facing))


@lru_cache(maxsize=8192)
def corners(slug: str, facing: int) -> Outline:
    shape = base(slug)
    if shape.disc:
        return ((0, 0),)
    wide, long = shape.half_width, shape.half_length
    ways = ((long, wide), (long, -wide), (-long, -wide), (-long, wide))
    return tuple(shifted((0, 0), facing, ahead, right) for ahead, right in ways)


@lru_cache(maxsize=8192)
def parts(slug: str, facing: int) -> Outline:
    shape = base(slug)
    if shape.disc:
        return tuple(
            shifted((0, 0), facing + 360 * n // count, shape.half_width * halves // 2)
            for halves, count in RINGS
            for n in range(count)
        )
    steps = sorted(range(-GRID, GRID + 1), key=abs)
    return tuple(
        shifted((0, 0), facing, shape.half_length * ahead // GRID, shape.half_width * right // GRID)
        for ahead in steps
        for right in steps
    )
