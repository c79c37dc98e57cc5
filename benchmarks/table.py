"""The table's figures: sight, distance, moves and routes, each against shapely doing the same in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from shapely import LineString, Point, Polygon, STRtree, prepare, shortest_line

from benchmarks.kernel import Row, timed
from orsha.tabletop.mission import mission
from orsha.tabletop.table import (
    Bulk,
    Mover,
    Spot,
    Stand,
    Table,
    Throng,
    distance,
    engine,
    fits,
    lookout,
    new_table,
    route,
    sees,
    tables,
    walk,
    warm_up,
)
from orsha.tabletop.table import sight_lines as sight_lines_at_once
from orsha.tabletop.table.barriers import shut_ground
from orsha.tabletop.table.kernels import OPEN
from orsha.tabletop.table.shapes import shifted

T = TypeVar("T")

TABLE = tables()["fields-and-village"]
TEAMS = 100
TANK = Mover("tank", "tank")
FEATURES = 41
"""Of the generated table that the game's own calls are measured on."""
BEFORE = {"walk": 359.9, "fits": 95.2, "lookout": 5645.0, "sees": 141.5, "distance": 57.0}
"""Microseconds for such calls on such a table before the kernels did whole moves and looks, and before there were
throngs, so with lists of discs: measured once, on the machine of docs/performance.md."""


def rows() -> Iterator[Row]:
    warm_up()
    yield sight_lines()
    yield sight_grid()
    yield sight_teams()
    yield from calls()
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


def sight_grid() -> Row:
    """Everywhere to everywhere: a line for every pair of 100 x 100 places in one call, the whole rule."""
    table = generated()
    rng = random.Random(3)
    spots = [(rng.randrange(table.size[0]), rng.randrange(table.size[1])) for _ in range(2 * TEAMS)]
    eyes, places = spots[:TEAMS], spots[TEAMS:]
    mine = each(lambda _: sight_lines_at_once(table, eyes, places), range(3)) / TEAMS**2
    slow = Shapely(table)
    other = each(lambda pair: slow.clear(*pair), list(zip(eyes, places, strict=True)), 5)
    return (
        f"{TEAMS} x {TEAMS} places, {len(table.features)} features, lines of sight/s in one call ({how()})",
        f"{1e6 / mine:,.0f}",
        f"shapely prepared, crossing only {1e6 / other:,.0f}",
        f"{other / mine:.0f}",
        "3,000,000/s",
    )


def sight_teams() -> Row:
    """Everybody looks at everybody: 32 points a team, concealment counted."""
    ours, theirs = stands(1), stands(2)
    mine = each(lambda _: lookout(TABLE, ours, theirs), range(1)) / TEAMS**2
    slow = Shapely(TABLE)
    sample = [(a, b) for a in ours[:10] for b in theirs[:10]]
    other = each(lambda pair: [slow.clear(pair[0].spot, part) for part in pair[1].parts()], sample, 3)
    return (
        f"{TEAMS} x {TEAMS} teams, who sees whom and how, pairs/s ({how()})",
        f"{1e6 / mine:,.0f}",
        f"shapely prepared, crossing only {1e6 / other:,.0f}",
        f"{other / mine:.0f}",
        "2,000,000/s",
    )


# -- single calls, as a battle makes them: a generated table, sixty other teams


def calls() -> Iterator[Row]:
    """Each against itself before, and against shapely doing a part of it."""
    table = generated()
    discs = [Bulk.about(stand, stand.base != "infantry") for stand in stands(8, 60)]
    foes, friends = Throng(discs[:30]), Throng(discs[30:])
    moves = [move for move in straight(table, 300) if walk(table, TANK, move, foes, friends).stopped is None]
    pairs = list(zip(stands(3), stands(4), strict=True))
    slow, shapes = Shapely(table), [Polygon(outline) for outline in table.outlines]
    tree, shut = STRtree(shapes), shut_ground(table, "tank").shape
    hulls = [(Polygon(a.corners()), Polygon(b.corners())) for a, b in pairs if "infantry" not in (a.base, b.base)]

    def cut(move: tuple[Spot, Spot]) -> None:
        line = LineString(move)
        for n in tree.query(line):
            line.intersection(shapes[n])
        line.buffer(600).intersects(shut)

    def seen(pair: tuple[Stand, Stand]) -> None:
        for part in pair[1].parts():
            slow.clear(pair[0].spot, part)

    ours, theirs = stands(9, 8), stands(10, 40)
    yield _call(
        "walk",
        "a straight move of 8 inches past 60 teams, us",
        each(lambda move: walk(table, TANK, move, foes, friends), moves),
        each(cut, moves),
        40,
    )
    yield _call(
        "fits",
        "whether a tank fits among 60 teams, us",
        each(lambda move: fits(table, TANK, move[1], 45, foes, friends), moves),
        each(lambda move: Point(move[1]).buffer(600).intersects(shut), moves),
        10,
    )
    yield _call(
        "lookout",
        "8 teams look at 40, us",
        each(lambda _: lookout(table, ours, theirs), range(5)),
        each(seen, pairs[:10]) * 320,
        150,
    )
    yield _call(
        "sees",
        "one look with its reasons, us",
        each(lambda pair: sees(table, *pair), pairs),
        each(seen, pairs[:10]),
        30,
    )
    yield _call(
        "distance",
        "distance from edge to edge, us",
        each(lambda pair: distance(table, *pair), pairs),
        each(lambda pair: shortest_line(*pair).length, hulls),
        5,
    )


@cache
def generated() -> Table:
    """A generated table with as many features as most."""
    return next(one for one in (new_table(mission("contact"), n) for n in range(100)) if len(one.features) == FEATURES)


def straight(table: Table, count: int) -> list[tuple[Spot, Spot]]:
    """Straight moves of eight inches."""
    rng = random.Random(7)
    starts = [(rng.randrange(1000, 71000), rng.randrange(1000, 47000)) for _ in range(count)]
    moves = [(start, shifted(start, rng.randrange(360), 8000)) for start in starts]
    return [move for move in moves if table.holds(move[1])]


def each(work: Callable[[T], object], things: Sequence[T], rounds: int = 15) -> float:
    """Microseconds of the processor's time for one of some things, in the best of some rounds."""
    best = 1e9
    for _ in range(rounds):
        start = time.process_time()
        for thing in things:
            work(thing)
        best = min(best, (time.process_time() - start) / len(things))
    return best * 1e6


def _call(name: str, what: str, ours: float, theirs: float, wanted: float) -> Row:
    return (
        f"{what} ({how()})",
        f"{ours:.1f} (before: {BEFORE[name]:.0f})",
        f"shapely, a part of it {theirs:.1f}",
        f"{theirs / ours:.1f}",
        f"{wanted:g} us",
    )


def routes() -> Row:
    rng = random.Random(9)
    ends = [
        ((rng.randrange(72000), rng.randrange(48000)), (rng.randrange(72000), rng.randrange(48000))) for _ in range(60)
    ]
    enemies = [Bulk(stand.x, stand.y, 800) for stand in stands(10, 10)]
    shut = shut_ground(TABLE, "tank").shape
    start = time.perf_counter()
    route(TABLE, TANK, *ends[0])
    first = time.perf_counter() - start
    bent = [(a, b) for a, b in ends if LineString([a, b]).distance(shut) < 600]
    found = sorted(timed_once(lambda a=a, b=b: route(TABLE, TANK, a, b, enemies)) for a, b in bent)
    grown = timed(lambda: shut.buffer(600, join_style="mitre"))
    return (
        f"a route around houses and 10 enemies, median ms ({how()})",
        f"{found[len(found) // 2] * 1e3:.2f} (worst {found[-1] * 1e3:.1f}, first {first * 1e3:.0f})",
        f"shapely's growing of the houses alone {grown * 1e3:.2f}",
        f"{grown / found[len(found) // 2]:.1f}",
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
