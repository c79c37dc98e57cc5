"""Sight, distance, fields of fire: what a team sees of another, and why.

The model is a straight line from a team's middle to the points of the other's base, at eye height, over ground that
has heights: see docs/tables.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from orsha.tabletop.table.bases import Arc, Stand, arc, base, bases_file, corners
from orsha.tabletop.table.ground import Ground, Screen
from orsha.tabletop.table.kernels import CORNERS, COUNTED, PARTS, TEAM, Floats
from orsha.tabletop.table.kernels_glance import FARTHER as FARTHER
from orsha.tabletop.table.kernels_glance import STRETCHES
from orsha.tabletop.table.kernels_sight import COUNTS, COVERED, COVERS, HIDDEN, HOLDS, SHIELDS, STOPS
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import UNIT, Spot, direction
from orsha.tabletop.table.table import Table

TWO = (2 * TEAM, 4 * PARTS, 4 * CORNERS)
"""Room for two teams."""
Look = Literal[0, 1, 2]
"""Hidden, concealed, in the open."""


class Sight(Struct, frozen=True):
    """What a team sees of another. Features are named by their number on the table."""

    clear: bool
    """Whether there is a line of sight at all; it is the same from both ends."""
    concealed: bool
    bulletproof: bool
    """Whether terrain protects the target from this shooter. Only infantry and guns have use for it."""
    smoke: bool
    """Whether half the target or more is seen through smoke."""
    range: int
    """From edge to edge, in mils."""
    parts: int
    """How many points of the target were looked at,"""
    hidden: int
    """how many of them were not seen,"""
    covered: int
    """and how many were seen through or in cover."""
    blocked_by: tuple[int, ...] = ()
    concealed_by: tuple[int, ...] = ()
    bulletproof_by: tuple[int, ...] = ()

    def words(self, table: Table) -> str:
        """One sentence about it."""
        far = f"at {self.range / MIL:.1f} inches"
        if not self.clear:
            return f"No line of sight {far}: {_named(table, self.blocked_by) or 'smoke'} is in the way."
        said = f"Seen {far}"
        if self.concealed:
            by = _named(table, tuple(dict.fromkeys((*self.concealed_by, *self.blocked_by))))
            said += f", concealed by {by}" if by else ", concealed"
        if self.bulletproof:
            said += f", in bulletproof cover of {_named(table, self.bulletproof_by)}"
        return said + (", through smoke." if self.smoke else ".")


def _named(table: Table, features: tuple[int, ...]) -> str:
    names = list(dict.fromkeys(table.called(feature) for feature in features))
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def sees(table: Table, viewer: Stand, target: Stand, smoke: Sequence[Screen] = ()) -> Sight:
    """What one team sees of another. Heights are the ground's, and the teams' own `up`."""
    ground, engine = table.flat, table.flat.engine
    size = ground.sizes[0]
    (team, parts, corners), (near, marks, back) = engine.desk.room(TWO, (size, COUNTS * size, COUNTS * size))
    found, hidden, covered, screened, count, far = engine.look(
        *ground.seeing, ground.rows((viewer, target)), ground.smoke(smoke), team, parts, corners, near, marks, back
    )
    counted = engine.listed(marks, COUNTS * len(table.features)) if count else []
    touched = [
        (n, counts) for n in engine.listed(near, count) if any(counts := counted[COUNTS * n : COUNTS * n + COUNTS])
    ]
    bulletproof = _bulletproof(ground, target, parts, touched)
    return Sight(
        clear=found != HIDDEN,
        concealed=found == COVERED,
        bulletproof=bool(bulletproof),
        smoke=bool(screened) and screened * 2 >= COUNTED,
        range=mils(far),
        parts=COUNTED,
        hidden=hidden,
        covered=covered,
        blocked_by=_most(touched, STOPS),
        concealed_by=_most(touched, COVERS),
        bulletproof_by=bulletproof,
    )


def protected(table: Table, viewer: Stand, target: Stand, smoke: Sequence[Screen] = ()) -> bool:
    """Whether anything bulletproof protects the second of two teams from the first: what `sees` says of it, without
    the rest."""
    ground, engine = table.flat, table.flat.engine
    size = ground.sizes[0]
    (team, parts, corners), (near, marks, back) = engine.desk.room(TWO, (size, COUNTS * size, COUNTS * size))
    count = engine.look(
        *ground.seeing, ground.rows((viewer, target)), ground.smoke(smoke), team, parts, corners, near, marks, back
    )[4]
    kinds = table.kinds
    some = [n for n in engine.listed(near, count) if kinds[n].bulletproof]
    touched = [(n, engine.listed(marks[COUNTS * n : COUNTS * n + COUNTS], COUNTS)) for n in some]
    return bool(_bulletproof(ground, target, parts, touched))


Counts = Sequence[int]
"""How many lines a feature stopped and covered, how many points it holds and lies before."""


def _most(touched: Sequence[tuple[int, Counts]], which: int) -> tuple[int, ...]:
    """The features that did something, those that did it most first."""
    return tuple(n for n, counts in sorted(touched, key=lambda one: -one[1][which]) if counts[which])


def _bulletproof(
    ground: Ground, target: Stand, parts: Floats, touched: Sequence[tuple[int, Counts]]
) -> tuple[int, ...]:
    """The features that protect the second of two teams: it is in them, or close behind them as the first sees it."""
    found = []
    for feature, counts in touched:
        how, held, shielded = ground.table.kinds[feature].bulletproof, counts[HOLDS], counts[SHIELDS]
        wholly = "wholly-inside" in how and held > 0
        if not how or (max(held, shielded) * 2 < COUNTED and not wholly):
            continue
        far, alone = ground.engine.shelter(*ground.flat, feature, parts, 1)
        if (
            ("inside" in how and held * 2 >= COUNTED)
            or (wholly and ((held >= COUNTED and alone) or wholly_in(ground.table, feature, target.parts())))
            or ("behind" in how and shielded * 2 >= COUNTED and far <= ground.table.terrain.sight.behind * MIL)
        ):
            found.append(feature)
    return tuple(found)


def holds(table: Table, feature: int, spots: Sequence[Spot]) -> int:
    """How many of some spots lie in a feature."""
    ground = table.flat
    told = ground.engine.floats([number for spot in spots for number in spot])
    return int(ground.engine.held(*ground.flat, feature, told, len(spots)))


def wholly_in(table: Table, feature: int, base: Sequence[Spot]) -> bool:
    """Whether a base is all in a feature. Ruling A185: other pieces of its kind that abut are one with it, and what
    hangs over the edge of the table does not count."""
    wide, high = table.size
    spots = [(min(max(x, 1), wide - 1), min(max(y, 1), high - 1)) for x, y in base]
    kind = table.features[feature].kind
    held = {n: holds(table, n, spots) for n, one in enumerate(table.features) if one.kind == kind}
    if len(spots) in held.values():
        return True
    some = [n for n, count in held.items() if count]
    return sum(held.values()) >= len(spots) and all(any(holds(table, n, (spot,)) for n in some) for spot in spots)


def sheltering(table: Table, target: Stand) -> bool:
    """Whether any bulletproof feature is so near to a team that it may be in it or close behind it: if none is, nobody
    need look."""
    near, x, y = table.terrain.sight.behind * MIL + _reach(target.base), target.x, target.y
    for left, low, right, high in table.flat.shelters:
        if left - near <= x <= right + near and low - near <= y <= high + near:
            return True
    return False


def lookout(
    table: Table, viewers: Sequence[Stand], targets: Sequence[Stand], smoke: Sequence[Screen] = ()
) -> list[list[Look]]:
    """What each of some teams sees of each of others, a row for each viewer; quick, without the reasons."""
    if not viewers or not targets:
        return [[] for _ in viewers]
    ground, engine = table.flat, table.flat.engine
    size, wide = ground.sizes[0], len(targets)
    teams, pairs = (len(viewers) + wide) // 32 * 32 + 32, len(viewers) * wide // 256 * 256 + 256
    (team, parts, corners, known), (near, marks, found) = engine.desk.room(
        (TEAM * teams, 2 * PARTS * teams, 2 * CORNERS * teams, STRETCHES * size), (size, COUNTS * size, pairs)
    )
    rows, screens = ground.rows((*viewers, *targets)), ground.smoke(smoke)
    count = len(viewers)
    engine.lookout(*ground.seeing, *ground.bars, rows, count, screens, team, parts, corners, near, marks, known, found)
    listed: list[Look] = engine.listed(found, count * wide)  # type: ignore[assignment]
    return [listed[n : n + wide] for n in range(0, len(listed), wide)]


def scan(
    table: Table,
    viewers: Sequence[Stand],
    targets: Sequence[Stand],
    reach: Sequence[int],
    long: int,
    smoke: Sequence[Screen] = (),
) -> list[list[int]]:
    """The same of targets that are within reach of each viewer, in mils from edge to edge: a look, more by FARTHER if
    the target is farther than `long`; less than nothing if it is out of reach."""
    wide = len(targets)
    count = len(viewers) * wide
    if not count:
        return [[] for _ in viewers]
    ground, engine = table.flat, table.flat.engine
    size, teams = ground.sizes[0], (len(viewers) + wide) // 32 * 32 + 32
    (team, parts, corners, known), (near, marks, found) = engine.desk.room(
        (TEAM * teams, 2 * PARTS * teams, 2 * CORNERS * teams, STRETCHES * size),
        (size, COUNTS * size, count // 256 * 256 + 256),
    )
    engine.scan(
        *ground.seeing, *ground.bars, ground.rows((*viewers, *targets)), engine.floats(reach), float(long),
        ground.smoke(smoke), team, parts, corners, near, marks, known, found,
    )  # fmt: skip
    listed = engine.listed(found, count)
    return [listed[n : n + wide] for n in range(0, count, wide)]


def sight_lines(table: Table, eyes: Sequence[Spot], places: Sequence[Spot]) -> list[list[Look]]:
    """What a single straight line from each of some places to each of others comes to, at eye height over the ground:
    for maps of what can be seen from where. Nobody's own base is in the way."""
    if not eyes or not places:
        return [[] for _ in eyes]
    ground, engine = table.flat, table.flat.engine
    wide, count = len(places), len(eyes) * len(places)
    _, (found,) = engine.desk.room((), (count // 256 * 256 + 256,))
    spots = engine.floats([number for x, y in (*eyes, *places) for number in (x, y, 0)])
    engine.lines(
        *ground.flat, ground.hills, engine.floats(ground.limits), ground.eye, *ground.bars, spots, len(eyes), found
    )
    listed: list[Look] = engine.listed(found, count)  # type: ignore[assignment]
    return [listed[n : n + wide] for n in range(0, count, wide)]


def distance(table: Table, one: Stand, other: Stand) -> int:
    """How far two teams are from each other, from edge to edge, in mils."""
    engine, known = table.flat.engine, table.flat.bases
    (team, corners), _ = engine.desk.room((2 * TEAM, 4 * CORNERS), ())
    return mils(
        engine.gap(
            *engine.compass,
            known[one.base],
            float(one.x),
            float(one.y),
            one.facing,
            known[other.base],
            float(other.x),
            float(other.y),
            other.facing,
            team,
            corners,
        )
    )


def mils(number: float) -> int:
    """The nearest whole number, halves up."""
    return int(number + 0.5)


# -- fields of fire and armour


def in_arc(shooter: Stand, target: Stand, field: str) -> bool:
    """Whether a target lies in a field of fire: all-round, front, forward or rear."""
    return _beyond(shooter, target, arc(field))


def armour_facing(target: Stand, shooter: Stand) -> Literal["front", "side"]:
    """Which armour a shot meets: Front from before the line across the hull's front, else Side."""
    return "front" if _beyond(target, shooter, bases_file().armour) else "side"


def _beyond(who: Stand, other: Stand, field: Arc) -> bool:
    """Whether a part of another team lies beyond a line across a team: ahead of it, or behind it for the rear."""
    if field.line is None:
        return True
    ux, uy = direction(who.facing)
    reach = 0 if field.line == "middle" else _half_length(who.base)
    sign = -1 if field.line == "rear" else 1
    ahead = (other.x - who.x) * ux + (other.y - who.y) * uy
    if field.part == "centre":
        return sign * ahead > reach * UNIT
    back, front = _extent(other.base, other.facing, who.facing)
    nearest, farthest = (ahead + back, ahead + front) if sign > 0 else (-ahead - front, -ahead - back)
    return nearest >= reach * UNIT if field.part == "whole" else farthest > reach * UNIT


@lru_cache(maxsize=64)
def _reach(slug: str) -> int:
    """No less than a base reaches from its middle, with a hair for rounding."""
    return base(slug).half_width + base(slug).half_length + MIL // 10


@lru_cache(maxsize=64)
def _half_length(slug: str) -> int:
    return base(slug).half_length


@lru_cache(maxsize=1 << 16)
def _extent(slug: str, facing: int, bearing: int) -> tuple[int, int]:
    """How far a base that faces some way reaches back and ahead along a bearing, in the compass's units."""
    shape = base(slug)
    if shape.disc:
        return -shape.half_width * UNIT, shape.half_width * UNIT
    ux, uy = direction(bearing)
    along = [x * ux + y * uy for x, y in corners(slug, facing)]
    return min(along), max(along)
