"""Contact through the wall of a plain building (002 Battles at the City Outskirts).

A tank that charges teams in a building halts at the wall, and is in contact all the same: it is as near as it can get.
Infantry walks in. Ours: opposite the team, and no farther from it than the rules' contact distance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from orsha.tabletop.battle.moves import moves
from orsha.tabletop.game.riding import TOUCH
from orsha.tabletop.game.shelter import houses
from orsha.tabletop.game.state import Spot
from orsha.tabletop.table import Stand, Table
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import UNIT, bearing, direction, shifted

AIR = 10
"""What our own ways leave between a hull and the wall, in mils."""


@lru_cache(maxsize=64)
def _hull(slug: str) -> bool:
    return slug.startswith(("tank", "truck"))


def walled(table: Table, one: Stand, other: Stand) -> bool:
    """Whether of two teams one is a vehicle at the wall of the building that the other is in."""
    first = _hull(one.base)
    if first == _hull(other.base):
        return False
    hull, man = (one, other) if first else (other, one)
    dx, dy, most = hull.x - man.x, hull.y - man.y, wall_reach()
    if dx * dx + dy * dy > most * most:
        return False
    return any(_touches(hull, spot) for spot in wall_spots(table, man))


def walled_among(table: Table, stand: Stand, others: Mapping[str, Stand]) -> list[str]:
    """Those of some teams that one meets through a wall."""
    hull, most = _hull(stand.base), wall_reach() ** 2
    close = [
        id
        for id, other in others.items()
        if _hull(other.base) != hull and (other.x - stand.x) ** 2 + (other.y - stand.y) ** 2 <= most
    ]
    if hull:
        housed = [id for id in close if houses(table, others[id].spot)]
        return [id for id in housed if any(_touches(stand, spot) for spot in wall_spots(table, others[id]))]
    spots = list(wall_spots(table, stand)) if close else []
    return [id for id in close if any(_touches(others[id], spot) for spot in spots)] if spots else []


@cache
def wall_reach() -> int:
    """The farthest that a vehicle's middle is from a team that it meets through a wall, in mils."""
    return 3 * _reach()


@cache
def _reach() -> int:
    return moves().after.contact * MIL


def wall_spots(table: Table, man: Stand) -> Iterator[Spot]:
    """The spots of the walls about a team that are right opposite it."""
    for n in houses(table, man.spot):
        yield from _opposite(table.outlines[n], man)


def _opposite(outline: Sequence[Spot], man: Stand) -> Iterator[Spot]:
    most = _reach() + base(man.base).half_width
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        long = (bx - ax) ** 2 + (by - ay) ** 2
        along = (man.x - ax) * (bx - ax) + (man.y - ay) * (by - ay)
        if long and 0 <= along <= long:
            spot = ax + (bx - ax) * along // long, ay + (by - ay) * along // long
            if (spot[0] - man.x) ** 2 + (spot[1] - man.y) ** 2 <= most * most:
                yield spot


def _touches(hull: Stand, spot: Spot) -> bool:
    """Whether a spot is on a hull's edge, or as near to it as teams that touch are."""
    shape, (ux, uy) = base(hull.base), direction(hull.facing)
    dx, dy = spot[0] - hull.x, spot[1] - hull.y
    ahead = max(abs(dx * ux + dy * uy) / UNIT - shape.half_length, 0.0)
    right = max(abs(dx * uy - dy * ux) / UNIT - shape.half_width, 0.0)
    return ahead * ahead + right * right <= TOUCH * TOUCH


def before_walls(table: Table, hull: Stand, man: Stand) -> list[tuple[Spot, int]]:
    """Where a vehicle halts before the walls about a team, and how it faces; the nearest to it first."""
    if not _hull(hull.base) or _hull(man.base):
        return []
    found = []
    for spot in wall_spots(table, man):
        out = bearing(man.spot, spot)
        if out is not None:
            found.append((shifted(spot, out, base(hull.base).half_length + AIR), (out + 180) % 360))
    return sorted(found, key=lambda one: (one[0][0] - hull.x) ** 2 + (one[0][1] - hull.y) ** 2)
