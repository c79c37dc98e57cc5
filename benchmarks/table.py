"""The table's figures: sight, distance, moves and routes, each against shapely doing the same in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import hypot

from shapely import LineString, Polygon, STRtree, prepare, shortest_line

from benchmarks.kernel import Row, timed
from orsha.tabletop.mission import mission
from orsha.tabletop.table import (
    Disc,
    Mover,
    Stand,
    Table,
    distance,
    engine,
    lookout,
    new_table,
    route,
    sees,
    tables,
    walk,
    warm_up,
)
from orsha.tabletop.table.barriers import shut_ground
from orsha.tabletop.table.kernels import OPEN

TABLE = tables()["fields-and-village"]
TEAMS = 100
TANK = Mover("tank", "tank")


def rows() -> Iterator[Row]:
    warm_up()
    yield sight_lines()
    yield sight_teams()
    yield one_look()
    yield distances()
    yield walks()
    yield routes()
    yield new_tables()


def how() -> str:
    return "compiled" if engine().compiled else "plain Python"


def stands(seed: int, count: int = TEAMS) -> list[Stand]:
    rng = random.Random(seed)
    wide, high = TABLE.size
    bases = ("infantry", "tank", "gun")
    return [
        Stand(rng.randrange(wide), rng.randrange(high), rng.choice(bases), rng.randrange(360)) for _ in range(count)
    ]


class Shapely:
    """The same table for shapely: polygons that hide or cover, prepared, in a tree."""

    def __init__(self, table: Table) -> None:
        self.shapes = [Polygon(o) for o, see in zip(table.outlines, table.flat.see, strict=True) if see != OPEN]
        for shape in self.shapes:
            prepare(shape)
        self.tree = STRtree(self.shapes)

    def clear(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        """Whether a line meets nothing at all: the least that sight could ask."""
        line = LineString([a, b])
        return not any(self.shapes[n].intersects(line) for n in self.tree.query(line))


def sight_lines() -> Row:
    """Single lines of sight, with the whole rule: how much of what is crossed, near what, at which height."""
    ground = TABLE.flat
    run, flat, limits = ground.engine, ground.flat, ground.limits
    near = run.ints(list(range(len(TABLE.features))))
    marks, lines = (
        run.room(4 * len(TABLE.features)),
        [(a.spot, b.spot) for a, b in zip(stands(1), stands(2), strict=True)],
    )

    def ours() -> None:
        for (ax, ay), (bx, by) in lines:
            run.ray(flat, limits, near, len(near), float(ax), float(ay), 500.0, float(bx), float(by), 500.0, 0.0, marks)

    theirs = Shapely(TABLE)
    mine, other = timed(ours), timed(lambda: [theirs.clear(a, b) for a, b in lines])
    return (
        f"lines of sight/s, the whole rule, one call each ({how()})",
        f"{len(lines) / mine:,.0f}",
        f"shapely prepared, crossing only {len(lines) / other:,.0f}",
        f"{other / mine:.1f}",
        "1",
    )


def sight_teams() -> Row:
    """Everybody looks at everybody: 32 points a team, concealment counted."""
    ours, theirs = stands(1), stands(2)
    lookout(TABLE, ours[:2], theirs[:2])
    start = time.perf_counter()
    lookout(TABLE, ours, theirs)
    each = (time.perf_counter() - start) / TEAMS**2
    slow = Shapely(TABLE)
    sample = [(a, b) for a in ours[:10] for b in theirs[:10]]
    start = time.perf_counter()
    for a, b in sample:
        for part in b.parts():
            slow.clear(a.spot, part)
    other = (time.perf_counter() - start) / len(sample)
    return (
        f"{TEAMS} x {TEAMS} teams, who sees whom and how, pairs/s ({how()})",
        f"{1 / each:,.0f}",
        f"shapely prepared, crossing only {1 / other:,.0f}",
        f"{other / each:.0f}",
        "10",
    )


def one_look() -> Row:
    pairs = list(zip(stands(3), stands(4), strict=True))
    ours = timed(lambda: [sees(TABLE, a, b) for a, b in pairs]) / len(pairs)
    slow = Shapely(TABLE)
    theirs = timed(lambda: [slow.clear(a.spot, part) for a, b in pairs[:10] for part in b.parts()]) / 10
    return (
        f"one look with its reasons, us ({how()})",
        f"{ours * 1e6:.0f}",
        f"shapely, crossing only {theirs * 1e6:.0f}",
        f"{theirs / ours:.1f}",
        "shown",
    )


def distances() -> Row:
    pairs = list(zip(stands(5), stands(6), strict=True))
    hulls = [
        (Polygon(a.corners() * 4 if len(a.corners()) == 1 else a.corners()), b)
        for a, b in pairs
        if a.base != "infantry"
    ]
    ours = timed(lambda: [distance(TABLE, a, b) for a, b in pairs]) / len(pairs)
    shapes = [(hull, Polygon(b.corners())) for hull, b in hulls if b.base != "infantry"]
    theirs = timed(lambda: [shortest_line(a, b).length for a, b in shapes]) / len(shapes)
    return (
        f"distance from edge to edge, us ({how()})",
        f"{ours * 1e6:.1f}",
        f"shapely, polygons made before {theirs * 1e6:.1f}",
        f"{theirs / ours:.2f}",
        "shown",
    )


def walks() -> Row:
    rng = random.Random(7)
    free = [(rng.randrange(72000), rng.randrange(48000)) for _ in range(200)]
    moves = [(a, b) for a, b in zip(free, free[1:], strict=False) if hypot(a[0] - b[0], a[1] - b[1]) < 24000]
    enemies = [Disc(stand.x, stand.y, 800) for stand in stands(8, 20)]
    ours = timed(lambda: [walk(TABLE, TANK, move, enemies) for move in moves]) / len(moves)
    shapes = [Polygon(outline) for outline in TABLE.outlines]
    tree = STRtree(shapes)

    def slow(a: tuple[int, int], b: tuple[int, int]) -> None:
        line = LineString([a, b])
        for n in tree.query(line):
            line.intersection(shapes[n])
        line.buffer(600).intersects(shut_ground(TABLE, "tank").shape)

    theirs = timed(lambda: [slow(*move) for move in moves]) / len(moves)
    return (
        f"a move: pieces, checks, stops, 20 enemies, us ({how()})",
        f"{ours * 1e6:.0f}",
        f"shapely, cuts and one buffer only {theirs * 1e6:.0f}",
        f"{theirs / ours:.2f}",
        "shown",
    )


def routes() -> Row:
    rng = random.Random(9)
    ends = [
        ((rng.randrange(72000), rng.randrange(48000)), (rng.randrange(72000), rng.randrange(48000))) for _ in range(60)
    ]
    enemies = [Disc(stand.x, stand.y, 800) for stand in stands(10, 10)]
    shut = shut_ground(TABLE, "tank").shape
    start = time.perf_counter()
    route(TABLE, TANK, *ends[0])
    first = time.perf_counter() - start
    bent = [(a, b) for a, b in ends if LineString([a, b]).distance(shut) < 600]
    each = sorted(timed_once(lambda a=a, b=b: route(TABLE, TANK, a, b, enemies)) for a, b in bent)
    grown = timed(lambda: shut.buffer(600, join_style="mitre"))
    return (
        f"a route around houses and 10 enemies, median ms ({how()})",
        f"{each[len(each) // 2] * 1e3:.2f} (worst {each[-1] * 1e3:.1f}, first {first * 1e3:.0f})",
        f"shapely's growing of the houses alone {grown * 1e3:.2f}",
        f"{grown / each[len(each) // 2]:.1f}",
        "2 ms",
    )


def timed_once(work: object) -> float:
    """The better of two runs."""
    assert callable(work)
    best = 1e9
    for _ in range(2):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def new_tables() -> Row:
    contact = mission("contact")
    start = time.perf_counter()
    for seed in range(10):
        new_table(contact, seed)
    each = (time.perf_counter() - start) / 10
    shapes = [Polygon(outline) for outline in TABLE.outlines]
    pairs = timed(lambda: [a.intersects(b) for a in shapes for b in shapes])
    return (
        "a new table from a seed, ms",
        f"{each * 1e3:.0f}",
        f"shapely, all pairs of a table's features {pairs * 1e3:.1f}",
        f"{each / pairs:.0f} times that",
        "1 s",
    )
