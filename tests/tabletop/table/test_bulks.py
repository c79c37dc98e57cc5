"""Other teams in the way of one that moves: hulls as they face, measured again with shapely."""

from __future__ import annotations

import random

import pytest
from shapely import LineString, Point

from orsha.tabletop.table import Bulk, Mover, Stand, Table, base, engine, fits, laps, plain, walk
from orsha.tabletop.table.compiling import Engine
from orsha.tabletop.table.kernels import CORNERS, TEAM, Compass, Crowd, put
from orsha.tabletop.table.kernels_bulk import air, nearest_to, sweep_bulks
from orsha.tabletop.table.walking import from_way
from tests.tabletop.table.oracle import footprint

EMPTY = Table("empty", "Empty", (72_000, 48_000), ())
TANK, FOOT, GUN = Mover("tank", "tank"), Mover("infantry", "infantry"), Mover("gun", "gun")
BASES = ("infantry", "tank", "gun", "tank-large", "truck")
GAP = 2000
"""No nearer to an enemy, in mils (core 4.3)."""


def anywhere(rng: random.Random, slug: str, far: int = 4000) -> Stand:
    return Stand(20_000 + rng.randint(-far, far), 20_000 + rng.randint(-far, far), slug, rng.randrange(360))


def apart(run: Engine, one: Stand, other: Stand) -> float:
    team, corners = run.places(TEAM), run.places(2 * CORNERS)
    rows = run.floats(Bulk.about(other).row)
    number = EMPTY.flat.bases[one.base]
    return run.air(*run.compass, number, float(one.x), float(one.y), one.facing, rows, 1e9, team, corners)


@pytest.mark.parametrize("run", [engine(), plain()])
def test_how_far_two_bases_are_apart_is_what_their_outlines_say(run: Engine) -> None:
    rng, lapped = random.Random(4), 0
    for _ in range(400):
        one, other = anywhere(rng, rng.choice(BASES)), anywhere(rng, rng.choice(BASES))
        found, true = apart(run, one, other), footprint(one).distance(footprint(other))
        if true > 3:
            assert found == pytest.approx(true, abs=3)
        elif footprint(one).intersection(footprint(other)).area > 20_000:
            assert found < 0
            lapped += 1
    assert lapped > 40


def test_a_stand_lies_over_another_where_their_outlines_do() -> None:
    rng, said = random.Random(5), set()
    for _ in range(400):
        one, other = anywhere(rng, rng.choice(BASES), 2500), anywhere(rng, rng.choice(BASES), 2500)
        if footprint(one).distance(footprint(other)) > 3:
            assert not laps(EMPTY, one, [Bulk.about(other)])
            said.add("clear")
        elif footprint(one).buffer(-30).intersects(footprint(other).buffer(-30)):
            assert laps(EMPTY, one, [Bulk.about(other)])
            said.add("over")
    assert said == {"clear", "over"}


def test_a_way_comes_as_near_to_a_hull_as_a_line_to_its_outline() -> None:
    rng = random.Random(6)
    for _ in range(300):
        other = anywhere(rng, rng.choice(BASES))
        steps = [(rng.randint(10_000, 30_000), rng.randint(10_000, 30_000)) for _ in range(rng.randint(1, 4))]
        line = LineString(steps) if len(steps) > 1 else Point(steps[0])
        assert max(from_way(steps, [Bulk.about(other)]), 0) == pytest.approx(line.distance(footprint(other)), abs=3)


def test_a_step_is_stopped_where_it_comes_too_near_to_a_hull() -> None:
    rng, stopped = random.Random(7), 0
    for _ in range(400):
        other, own = anywhere(rng, rng.choice(BASES)), rng.choice((300.0, 800.0, 2600.0))
        (ax, ay), (bx, by) = [(float(rng.randint(8_000, 32_000)), float(rng.randint(8_000, 32_000))) for _ in "ab"]
        t, which = sweep_bulks(list(Bulk.about(other).row), own, ax, ay, bx, by)
        outline = footprint(other)
        if t > 1:
            far = LineString([(ax, ay), (bx, by)]).distance(outline)
            # Who starts too near may move away.
            assert far > own - 3 or Point(ax, ay).distance(outline) < own + 3
            continue
        stopped += 1
        assert which == 0
        at = Point(ax + (bx - ax) * t, ay + (by - ay) * t)
        assert at.distance(outline) == pytest.approx(own, abs=3) or (t == 0 and at.distance(outline) < own)
    assert stopped > 60


def test_core_4_3_nobody_ends_within_two_inches_of_an_enemys_hull() -> None:
    """From whatever side, and however the hulls stand: a disc as wide as the enemy would let its bow be passed."""
    rng = random.Random(8)
    for _ in range(200):
        enemy = Stand(30_000, 24_000, rng.choice(("tank", "gun", "tank-large")), rng.randrange(360))
        for who in (TANK, FOOT, GUN):
            goal = 30_000 + rng.randint(-3000, 3000), 24_000 + rng.randint(-3000, 3000)
            gone = walk(EMPTY, who, [(12_000, 24_000), goal], [Bulk.about(enemy)], facing=rng.choice((None, 77)))
            ended = Stand(*gone.end, who.base, gone.facing)
            assert footprint(ended).distance(footprint(enemy)) > GAP - 4
            assert gone.nearest_enemy is not None and gone.nearest_enemy > GAP - 4


def test_core_4_3_a_dash_is_measured_to_the_hull() -> None:
    """A tank that looks at the way reaches half its length toward it, not half its width."""
    gone = walk(EMPTY, FOOT, [(10_000, 24_000), (10_000, 30_000)], [Bulk.about(Stand(20_000, 27_000, "tank", 270))])
    assert gone.nearest_enemy == 10_000 - 800 - 1150
    beside = walk(EMPTY, FOOT, [(10_000, 24_000), (10_000, 30_000)], [Bulk.about(Stand(20_000, 27_000, "tank", 0))])
    assert beside.nearest_enemy == 10_000 - 800 - 600


def test_tanks_stand_side_by_side_and_not_over_each_other() -> None:
    """Half widths would let a bow stand in a flank."""
    flank = [Bulk.about(Stand(20_000, 20_000, "tank", 90))]
    assert fits(EMPTY, TANK, (20_000, 21_200), 90, (), flank)
    assert not fits(EMPTY, TANK, (20_000, 21_200), 0, (), flank)
    assert fits(EMPTY, TANK, (20_000, 21_760), 0, (), flank)


def test_who_turns_where_he_stands_needs_room() -> None:
    beside = [Bulk.about(Stand(21_300, 20_000, "tank", 0))]
    turned = walk(EMPTY, TANK, [(20_000, 20_000)], (), beside, was=0, facing=90)
    assert turned.stopped is not None and turned.stopped.by == "no room" and turned.facing == 0
    assert walk(EMPTY, TANK, [(20_000, 20_000)], (), beside, was=0, facing=180).stopped is None
    enemy = [Bulk.about(Stand(20_000, 23_800, "infantry"))]
    assert walk(EMPTY, TANK, [(20_000, 20_000)], enemy, was=90, facing=0).stopped is not None
    assert walk(EMPTY, TANK, [(20_000, 20_000)], enemy, was=0, facing=90).stopped is None


def test_who_comes_on_among_friends_does_not_end_on_them() -> None:
    """Whoever starts over a friend (two units wait at one edge) may go on, but not stay over him."""
    friend = [Bulk.about(Stand(20_000, 200, "tank", 0))]
    gone = walk(EMPTY, TANK, [(20_000, 0), (20_000, 1500)], (), friend)
    assert gone.stopped is not None
    free = walk(EMPTY, TANK, [(20_000, 0), (26_000, 3000)], (), friend)
    assert free.stopped is None


def test_kernels_take_disc_and_hull_from_one_list() -> None:
    rows = [*Bulk.about(Stand(0, 0, "infantry")).row, *Bulk.about(Stand(10_000, 0, "tank", 90)).row]
    assert nearest_to([5000.0, 0.0], 1, rows, 0.0) == 10_000 - 1150 - 5000
    crowd = Crowd([0.0] * TEAM, [0.0] * TEAM, [0.0] * 2 * CORNERS)
    put(
        Compass(list(plain().compass.vector), list(plain().compass.shape)),
        crowd,
        0,
        EMPTY.flat.bases["infantry"],
        5000,
        0,
        0,
    )
    assert air(crowd, 0, rows, 0.0, 1e9) == 10_000 - 1150 - 5000 - base("infantry").half_width
