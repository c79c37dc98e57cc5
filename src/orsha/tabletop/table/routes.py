"""Ways around: a route from spot to spot past shut ground and other teams, and how far a team could get.

Shut ground is grown by half the team's width; a route turns at its corners. The web of corners that see each other is
worked out once for a table and a width, so that a route is a short search.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct
from shapely import MultiPolygon, Polygon, box, union_all

from orsha.kernel import Illegal
from orsha.tabletop.table.barriers import Shut, barrier, corners, no_stopping, plain_outlines, polygons, shut_ground
from orsha.tabletop.table.bases import half_width
from orsha.tabletop.table.kernels import FAR, Floats
from orsha.tabletop.table.kernels_bulk import BULK, Bulks
from orsha.tabletop.table.kernels_move import Discs
from orsha.tabletop.table.kernels_routes import HULL, INNER, OUTER, STOOD_ON, TURNS, grow
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.ranks import Ranks
from orsha.tabletop.table.shapes import UNIT, Outline, Spot, apart, direction
from orsha.tabletop.table.table import Table
from orsha.tabletop.table.underfoot import Mover
from orsha.tabletop.table.walking import RULE, Bulk, in_the_way

RAYS = 120
"""The directions in which reach is looked for."""
TRIES = 6


class Route(Struct, frozen=True):
    """A way: its spots from start to goal, and its length in mils."""

    path: tuple[Spot, ...]
    length: float


class Web:
    """The corners of grown shut ground, and how far each is from each that it sees."""

    def __init__(self, table: Table, shut: Shut, solid: Shut, width: int) -> None:
        engine, self.width = table.flat.engine, width
        grown = polygons(_wider(shut.shape, width + INNER))
        self.barrier, self.solid = barrier(engine, grown), solid.barrier
        wide, high = table.size
        self.spots = [
            (x, y)
            for x, y in corners(polygons(_wider(shut.shape, width + OUTER)))
            if 0 < x < wide and 0 < y < high and engine.piece_at(*self.barrier, float(x), float(y)) < 0
        ]
        count = len(self.spots)
        self.x, self.y = engine.floats([x for x, _ in self.spots]), engine.floats([y for _, y in self.spots])
        far = engine.places(count * count)
        engine.weave(*self.barrier, self.x, self.y, engine.ints([-1] * count), 0, far)
        self.far: Floats = far


def _wider(shape: MultiPolygon, by: float) -> MultiPolygon:
    return polygons(shape.buffer(by, join_style="mitre", mitre_limit=1.5))


def web(table: Table, who: Mover, shun_difficult: bool = False) -> Web:
    """A team's web on a table; made when first asked for."""
    width = half_width(who.base)
    key = (who.kind, who.amphibious, shun_difficult, width)
    kept = table.flat.webs
    if key not in kept:
        solid = shut_ground(table, who.kind, who.amphibious)
        shut = shut_ground(table, who.kind, who.amphibious, difficult=True) if shun_difficult else solid
        kept[key] = Web(table, shut, solid, width)
    return kept[key]


def route(
    table: Table,
    who: Mover,
    start: Spot,
    goal: Spot,
    enemies: Sequence[Bulk] = (),
    friends: Sequence[Bulk] | Ranks = (),
    *,
    shun_difficult: bool = False,
    minds: float = FAR,
    anyway: bool = False,
) -> Route | None:
    """The shortest way around what the team may not enter and whom it must avoid; nothing where there is none.

    With `shun_difficult` it also goes around difficult ground, but for what it starts or ends in, if it can. Others who
    stand farther from its start than it `minds`, in mils, are gone around only where it ends. Where others leave none,
    it leads through them if it is wanted `anyway`.
    """
    for spot in (start, goal):
        if not table.holds(spot):
            raise Illegal(RULE, f"({spot[0] / MIL:g}, {spot[1] / MIL:g}) is not on the table")
    others = in_the_way(table, who, enemies, friends)
    for shun in (True, False) if shun_difficult else (False,):
        count, path = _search(table, web(table, who, shun), others, start, goal, minds, anyway and not shun)
        if count > 0:
            listed = [int(number) for number in table.flat.engine.listed(path, 2 * count)]
            found = list(zip(listed[::2], listed[1::2], strict=True))
            return Route(tuple(found), sum(apart(a, b) for a, b in pairwise(found)))
        if count == STOOD_ON and not anyway:
            return None
    return route(table, who, start, goal) if anyway else None


def _grown(table: Table, who: Mover, enemies: Sequence[Bulk], friends: Sequence[Bulk], by: int) -> Discs:
    """All teams that a team must mind, grown by the air that is kept about them and by half its width."""
    foes, pals = in_the_way(table, who, enemies, friends)
    room = _room_for(foes, pals)
    found, whose = table.flat.engine.places(room), table.flat.engine.room(room)
    return found[: grow(pals, by, found, grow(foes, by + table.flat.gap, found, 0, whose), whose)]


def _room_for(*others: Bulks) -> int:
    """How many numbers teams have as discs, at the most."""
    return sum(map(len, others)) // BULK * 3 * HULL


def _search(
    table: Table, net: Web, others: tuple[Bulks, Bulks], start: Spot, goal: Spot, minds: float, anyway: bool
) -> tuple[int, Floats]:
    """Searches the web; teams that turn out to be in the way are gone around at the next try. How many spots the way
    has, and what they are."""
    engine, (foes, pals) = table.flat.engine, others
    count = _room_for(foes, pals)
    # The corners of the web, those about every team, and the two ends.
    points = (len(net.spots) + TURNS * count // 3 + 2) // 64 * 64 + 64
    (x, y, cost, some, path), (inside, back, done, hit, whose) = engine.desk.room(
        (points, points, points, points, 2 * points), (points,) * 5
    )
    discs, (wide, high) = engine.places(count), table.size
    spots = engine.way(
        *engine.compass, *net.barrier, *net.solid, net.width - 1.0, net.x, net.y, net.far,
        foes, pals, float(net.width + INNER), table.flat.gap, minds, anyway, float(wide), float(high),
        float(start[0]), float(start[1]), float(goal[0]), float(goal[1]), TRIES,
        x, y, cost, some, path, discs, inside, back, done, hit, whose,
    )  # fmt: skip
    return spots, path


# -- how far a team could get


def reach(
    table: Table,
    who: Mover,
    start: Spot,
    inches: float,
    enemies: Sequence[Bulk] = (),
    friends: Sequence[Bulk] = (),
    *,
    shun_difficult: bool = False,
) -> tuple[Outline, ...]:
    """About where a team could end with so many inches, around corners too, and around difficult ground if it must:
    outlines without holes, and without what nobody may stop in."""
    if not table.holds(start):
        raise Illegal(RULE, f"({start[0] / MIL:g}, {start[1] / MIL:g}) is not on the table")
    engine, net = table.flat.engine, web(table, who, shun_difficult)
    width, long = half_width(who.base), inches * MIL
    discs = _grown(table, who, enemies, friends, width)
    spots = [*(spot for spot in net.spots if apart(spot, start) <= long), start]
    left = _left(table, net, discs, spots, long)
    shut = shut_ground(table, who.kind, who.amphibious, difficult=shun_difficult).barrier
    ways = _ways()
    ways_x, ways_y = engine.floats([x for x, _ in ways]), engine.floats([y for _, y in ways])
    room = engine.places(RAYS)
    stars = []
    for (x, y), rest in zip(spots, left, strict=True):
        if rest > 0:
            engine.star(*shut, discs, float(x), float(y), ways_x, ways_y, width - 1.0, rest, room)
            stars.append(Polygon([(x + ux * room[n], y + uy * room[n]) for n, (ux, uy) in enumerate(ways)]).buffer(1))
    there = union_all(stars).intersection(box(0, 0, *table.size)) if stars else MultiPolygon()
    shape = polygons(there.difference(no_stopping(table)))
    return tuple(plain_outlines(polygons(shape.simplify(20))))


def _left(table: Table, net: Web, discs: Discs, spots: list[Spot], long: float) -> list[float]:
    """How much of a move is left at each spot; the last one is where it starts."""
    engine, count = table.flat.engine, len(spots)
    x, y = engine.floats([spot[0] for spot in spots]), engine.floats([spot[1] for spot in spots])
    piece = [-1] * (count - 1) + [engine.piece_at(*net.barrier, float(spots[-1][0]), float(spots[-1][1]))]
    cost, back, done = engine.places(count), engine.room(count), engine.room(count)
    engine.search(*net.barrier, *net.solid, x, y, engine.ints(piece), discs, count - 1, cost, back, done)
    return [long - cost[n] for n in range(count)]


@cache
def _ways() -> tuple[tuple[float, float], ...]:
    """Directions of length one, all around."""
    return tuple((x / UNIT, y / UNIT) for x, y in (direction(360 * n // RAYS) for n in range(RAYS)))
