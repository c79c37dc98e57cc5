"""What teams stand on: bases and hulls, where a team stands and looks, and which points of its base are looked at."""

from __future__ import annotations

from functools import cache, lru_cache
from math import hypot, sqrt
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Unknown
from orsha.kernel.data import Wrong, load
from orsha.tabletop.table.kernels import COUNTED, PARTS
from orsha.tabletop.table.kinds import HERE, MIL, Data, Inches, Slug, TeamKind
from orsha.tabletop.table.shapes import UNIT, Outline, Spot, direction, shifted

Part = Literal["any", "centre", "whole"]
RINGS = ((4, 289), (8, 577), (12, 866))
"""The points of a disc: so many, at so many thousandths of its radius. Each stands for the same area."""
GRID = (6, 4)
"""The points of a box: along it and across it."""
RIM = 8
"""The points on the edge of a base."""
assert sum(count for count, _ in RINGS) == GRID[0] * GRID[1] == COUNTED == PARTS - RIM


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


@cache
def base(slug: str) -> Base:
    """A base by its name."""
    if slug not in bases_file().bases:
        raise Unknown("base", slug, list(bases_file().bases))
    return bases_file().bases[slug]


@cache
def half_width(slug: str) -> int:
    """Half of how wide a base is, in mils."""
    return base(slug).half_width


def to_spot(slug: str, facing: int, dx: float, dy: float) -> float:
    """How far a base's edge is from a spot that lies so far from its middle, in mils; on the base: nothing."""
    wide, long = halves(slug)
    if radius(slug):
        far = sqrt(dx * dx + dy * dy) - wide
        return far if far > 0 else 0.0
    ux, uy = direction(facing)
    ahead, aside = abs(dx * ux + dy * uy) / UNIT - long, abs(dx * uy - dy * ux) / UNIT - wide
    return hypot(max(ahead, 0.0), max(aside, 0.0))


@cache
def halves(slug: str) -> tuple[int, int]:
    """Half of how wide and of how long a base is, in mils."""
    return base(slug).half_width, base(slug).half_length


@cache
def radius(slug: str) -> int:
    """A disc's radius, in mils; nothing for hulls."""
    return base(slug).half_width if base(slug).disc else 0


@cache
def reaches(slug: str) -> tuple[float, float]:
    """How far a base reaches from its middle, in mils: at the least and at the most."""
    shape = base(slug)
    if shape.disc:
        return shape.half_width, shape.half_width
    return min(shape.half_width, shape.half_length), hypot(shape.half_width, shape.half_length)


@cache
def outer(slug: str) -> float:
    """How far a base reaches from its middle at the most."""
    return reaches(slug)[1]


@cache
def reach(slug: str) -> int:
    """The same in whole mils, for points of the base that are rounded: none of them is farther."""
    return radius(slug) or int(outer(slug)) + 2


@cache
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
        return tuple([(self.x + dx, self.y + dy) for dx, dy in corners(self.base, self.facing)])

    def parts(self) -> Outline:
        """The points of the base that are looked at: those that stand for its area, then those on its edge."""
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
    """A base's points about its middle."""
    return tuple(shifted((0, 0), facing + turn, ahead, right) for turn, ahead, right in points(slug))


@cache
def points(slug: str) -> tuple[tuple[int, int, int], ...]:
    """Where a base's points are: so far ahead and to the right after a turn. No line through its middle favours one
    half of them."""
    shape = base(slug)
    wide, long = shape.half_width, shape.half_length
    if shape.disc:
        rings = [(count, wide * far // 1000) for count, far in RINGS] + [(RIM, wide)]
        return tuple((360 * n // count + 180 // count, far, 0) for count, far in rings for n in range(count))
    along, across = GRID
    inner = [
        (0, long * (2 * a + 1 - along) // along, wide * (2 * b + 1 - across) // across)
        for a in range(along)
        for b in range(across)
    ]
    return (*inner, *((0, long * a, wide * b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b))


class Numbers(dict[str, int]):
    """Every base's number, as the kernels know it."""

    def __missing__(self, slug: str) -> int:
        raise Unknown("base", slug, list(self))


@cache
def numbers() -> Numbers:
    return Numbers({slug: n for n, slug in enumerate(bases_file().bases)})


def shapes() -> list[float]:
    """All bases, as the kernels read them."""
    found: list[float] = []
    for slug, one in bases_file().bases.items():
        found += (one.half_width if one.disc else 0, one.half_width, one.half_length)
        found += (number for point in points(slug) for number in point)
    return found
