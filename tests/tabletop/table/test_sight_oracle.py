"""Sight against shapely, both ways, and the compiled kernels against the plain ones."""

from __future__ import annotations

import random
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import Polygon

from orsha.tabletop.table import (
    Engine,
    Feature,
    Stand,
    Table,
    distance,
    lookout,
    plain,
    reach,
    route,
    scan,
    sees,
    sight_lines,
    tables,
    walk,
)
from orsha.tabletop.table.bases import bases_file
from orsha.tabletop.table.kernels_glance import FARTHER
from orsha.tabletop.table.kernels_sight import COUNTS
from orsha.tabletop.table.shapes import shifted
from orsha.tabletop.table.sight import protected, sheltering
from orsha.tabletop.table.underfoot import Mover
from orsha.tabletop.table.walking import Bulk
from tests.tabletop.table import oracle
from tests.tabletop.table.builders import using

compiled_only = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed: nothing is compiled")

bases = st.sampled_from(sorted(bases_file().bases))
coordinates = st.integers(1000, 23000)
stands = st.builds(Stand, coordinates, coordinates, bases, st.integers(0, 359), st.sampled_from([0, 0, 0, 0, 1500]))
AREAS = ("woods", "orchard", "crops", "building", "hill", "rubble", "steep-hill", "wooded-marsh")
LINES = ("hedge", "stone-wall", "bocage", "exterior-wall", "crest")


@st.composite
def areas(draw: st.DrawFn) -> Feature:
    """A shape with a few corners about some spot."""
    middle = (draw(coordinates), draw(coordinates))
    count = draw(st.integers(3, 8))
    corners = [
        shifted(middle, 360 * n // count + draw(st.integers(0, 20)), draw(st.integers(400, 6000))) for n in range(count)
    ]
    kept = tuple((min(max(x, 0), 24000), min(max(y, 0), 24000)) for x, y in corners)
    shape = Polygon(kept)
    assume(shape.is_valid and shape.area > 200_000)
    return Feature(draw(st.sampled_from(AREAS)), area=kept)


@st.composite
def lines(draw: st.DrawFn) -> Feature:
    start, end = (draw(coordinates), draw(coordinates)), (draw(coordinates), draw(coordinates))
    assume(abs(start[0] - end[0]) + abs(start[1] - end[1]) > 1500)
    return Feature(draw(st.sampled_from(LINES)), line=(start, end))


scenes = st.builds(
    lambda features: Table("scene", "A scene", (24000, 24000), tuple(features)),
    st.lists(st.one_of(areas(), lines()), max_size=5),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(scenes, stands, stands)
def test_sight_is_what_shapely_finds(table: Table, viewer: Stand, target: Stand) -> None:
    state, sure = oracle.sees(table, viewer, target)
    assume(sure)
    seen = sees(table, viewer, target)
    assert (0 if not seen.clear else 1 if seen.concealed else 2) == state


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(scenes, stands, stands)
def test_if_you_see_me_i_see_you(table: Table, one: Stand, other: Stand) -> None:
    ours, theirs = sees(table, one, other), sees(table, other, one)
    assert ours.clear == theirs.clear and ours.range == theirs.range


def looked(table: Table, viewer: Stand, target: Stand) -> int:
    seen = sees(table, viewer, target)
    return 0 if not seen.clear else 1 if seen.concealed else 2


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(scenes, st.lists(stands, min_size=2, max_size=6), st.sampled_from([0, 0, 1.5]))
def test_a_glance_finds_what_a_look_finds(table: Table, teams: list[Stand], through: float) -> None:
    """Most glances are settled without drawing a line: by bars in features, and by where features lie."""
    table = replace(table, switches={"see-through-tall": through})
    assert lookout(table, teams, teams) == [[looked(table, one, other) for other in teams] for one in teams]


def test_a_glance_looks_through_no_wood_under_the_viewers_own_base() -> None:
    """With woods that one sees an inch and a half through."""
    corners = ((3599, 19271), (3972, 19007), (4030, 18772), (3675, 18471), (2742, 17380), (1282, 18371), (3050, 19677))
    table = Table("wood", "Wood", (24_000, 24_000), (Feature("woods", area=corners),))
    table = replace(table, switches={"see-through-tall": 1.5})
    gun, bunker = Stand(1620, 19953, "gun", 5), Stand(11113, 2609, "bunker", 27, 1500)
    assert lookout(table, [gun], [bunker]) == [[looked(table, gun, bunker)]] == [[2]]


@pytest.mark.parametrize("slug", sorted(tables()))
def test_a_glance_finds_what_a_look_finds_all_over_a_table(slug: str) -> None:
    table, luck = tables()[slug], random.Random(slug)
    wide, high = table.size
    known = sorted(bases_file().bases)
    teams = [
        Stand(luck.randrange(wide), luck.randrange(high), luck.choice(known), luck.randrange(360)) for _ in range(40)
    ]
    assert lookout(table, teams[:20], teams[20:]) == [[looked(table, a, b) for b in teams[20:]] for a in teams[:20]]


@pytest.mark.parametrize("slug", sorted(tables()))
def test_many_lines_at_once_come_to_what_each_comes_to_by_itself(slug: str) -> None:
    table, luck = tables()[slug], random.Random(slug)
    ground, run = table.flat, table.flat.engine
    wide, high = table.size
    spots = [(luck.randrange(wide), luck.randrange(high)) for _ in range(60)]
    every, marks = run.ints(list(range(len(table.features)))), run.room(COUNTS * len(table.features))

    def ray(a: tuple[int, int], b: tuple[int, int]) -> int:
        up = [ground.height(spot) + ground.eye for spot in (a, b)]
        ends = (float(a[0]), float(a[1]), up[0], float(b[0]), float(b[1]), up[1])
        return run.ray(ground.flat, ground.limits, every, len(every), *ends, 0.0, marks)

    found = sight_lines(table, spots[:30], spots[30:])
    assert found == [[ray(a, b) for b in spots[30:]] for a in spots[:30]]
    assert {look for row in found for look in row} > {0}
    assert sight_lines(using(table, plain()), spots[:5], spots[30:]) == found[:5]


@settings(max_examples=200, deadline=None)
@given(stands, stands)
def test_distance_is_what_shapely_measures(one: Stand, other: Stand) -> None:
    table = Table("scene", "A scene", (24000, 24000))
    apart = oracle.footprint(one).distance(oracle.footprint(other))
    # Shapely's discs are polygons, a little smaller than round.
    assert abs(distance(table, one, other) - apart) < 3


@compiled_only
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(scenes, stands, stands)
def test_compiled_and_plain_kernels_see_the_same(table: Table, viewer: Stand, target: Stand) -> None:
    smoke = [((8000, 8000), (12000, 9000))]
    fast, slow = using(table, Engine(True)), using(table, plain())
    assert sees(fast, viewer, target, smoke) == sees(slow, viewer, target, smoke)
    assert lookout(fast, [viewer], [target]) == lookout(slow, [viewer], [target])


@compiled_only
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(tables())),
    st.lists(st.tuples(st.integers(0, 47000), st.integers(0, 47000)), min_size=2, max_size=4),
    st.sampled_from([Mover("tank", "tank"), Mover("infantry", "infantry"), Mover("gun", "gun-large")]),
)
def test_compiled_and_plain_kernels_walk_the_same(slug: str, path: list[tuple[int, int]], who: Mover) -> None:
    fast, slow = using(tables()[slug], Engine(True)), using(tables()[slug], plain())
    enemies = [Bulk(20000, 20000, 800), Bulk(30000, 12000, 600)]
    assert walk(fast, who, path, enemies) == walk(slow, who, path, enemies)
    assert route(fast, who, path[0], path[-1], enemies) == route(slow, who, path[0], path[-1], enemies)
    assert reach(fast, who, path[0], 6) == reach(slow, who, path[0], 6)


@pytest.mark.parametrize("slug", sorted(tables()))
def test_nobody_is_in_bulletproof_cover_where_none_is_near(slug: str) -> None:
    table, luck = tables()[slug], random.Random(f"shelter {slug}")
    wide, high = table.size
    known = sorted(bases_file().bases)
    for _ in range(400):
        one, other = (
            Stand(luck.randrange(wide), luck.randrange(high), luck.choice(known), luck.randrange(360)) for _ in "ab"
        )
        bulletproof = sees(table, one, other).bulletproof
        assert sheltering(table, other) or not bulletproof
        assert protected(table, one, other) == bulletproof


def test_who_is_in_reach_is_told_by_whole_mils() -> None:
    """Four inches and a quarter of a mil are four inches, to a scan as to whoever measures."""
    table = Table("scene", "A scene", (72_000, 48_000))
    one, other = Stand(46078, 24955, "infantry"), Stand(41314, 22011, "infantry")
    assert distance(table, one, other) == 4000
    assert scan(table, [one], [other], [4000], 16_000) == [[2]] and scan(table, [one], [other], [3999], 16_000) == [
        [-1]
    ]


@pytest.mark.parametrize("slug", sorted(tables()))
def test_a_scan_is_a_lookout_within_reach(slug: str) -> None:
    table, luck = tables()[slug], random.Random(f"scan {slug}")
    wide, high = table.size
    known = sorted(bases_file().bases)
    teams = [
        Stand(luck.randrange(wide), luck.randrange(high), luck.choice(known), luck.randrange(360)) for _ in range(40)
    ]
    reach, long = [luck.randrange(4000, 40000) for _ in teams[:15]], 16000
    found = scan(table, teams[:15], teams[15:], reach, long)
    for viewer, most, row, looks in zip(teams, reach, found, lookout(table, teams[:15], teams[15:]), strict=False):
        for target, one, look in zip(teams[15:], row, looks, strict=True):
            far = distance(table, viewer, target)
            if far in (most, long):
                continue
            assert one == (-1 if far > most else look + FARTHER * (look > 0 and far > long))
    slow = using(table, plain())
    assert scan(slow, teams[:2], teams[15:], reach[:2], long) == found[:2]
