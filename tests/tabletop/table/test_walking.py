"""Moves: what they cross, what stops them, which dash they are, and where a failed Cross Check leaves a team."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point

from orsha.kernel import Illegal
from orsha.tabletop.table import (
    Bulk,
    Feature,
    Mover,
    Sight,
    Stand,
    Table,
    Throng,
    Walk,
    counting,
    fits,
    going_at,
    sees,
    tables,
    walk,
)
from orsha.tabletop.table.barriers import shut_ground
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.walking import to_way
from tests.tabletop.table.builders import Inches, Scene, box, mils

TANK, FOOT, GUN = Mover("tank", "tank"), Mover("infantry", "infantry"), Mover("gun", "gun")


def moved(scene: Scene | Table, who: Mover, *path: Inches, **others: object) -> Walk:
    table = scene if isinstance(scene, Table) else scene.table
    return walk(table, who, [mils(spot) for spot in path], **others)  # type: ignore[arg-type]


def enemy(x: float, y: float, radius: float = 0.8) -> Bulk:
    return Bulk(*mils((x, y)), round(radius * 1000))


# -- ground


def test_over_open_ground_a_move_is_a_cross_country_dash() -> None:
    found = moved(Scene(), TANK, (10, 10), (10, 30))
    assert (found.dash, found.length, found.end, found.facing) == ("cross-country", 20000, (10000, 30000), 0)
    assert found.stopped is None and found.checks == ()


def test_a_move_all_along_a_road_is_a_road_dash_and_a_step_off_it_is_not() -> None:
    scene = Scene().line("road", [(0, 24), (30, 24), (60, 40)])
    assert moved(scene, TANK, (2, 24), (30, 24), (50, 34.6)).dash == "road"
    assert moved(scene, TANK, (2, 24), (30, 24), (30, 30)).dash == "cross-country"
    assert moved(scene, TANK, (2, 22), (30, 24)).dash == "cross-country"


def test_any_terrain_on_the_way_makes_it_a_terrain_dash() -> None:
    scene = Scene().area("crops", box(10, 10, 20, 20)).line("road", [(0, 24), (72, 24)])
    found = moved(scene, TANK, (15, 5), (15, 30))
    assert found.dash == "terrain" and not found.checks
    assert [(piece.going, piece.road, piece.features) for piece in found.pieces] == [
        ("open", False, ()),
        ("terrain", False, (0,)),
        ("open", False, ()),
        ("open", True, (1,)),
        ("open", False, ()),
    ]
    assert [round(piece.start) for piece in found.pieces] == [0, 5000, 15000, 18000, 20000]


def test_city_streets_and_railways_slow_and_ask_for_no_check() -> None:
    for kind in ("street", "railway"):
        found = moved(Scene().line(kind, [(0, 24), (72, 24)]), TANK, (10, 24), (30, 24))
        assert found.dash == "terrain" and not found.checks


@pytest.mark.parametrize("way", ["street", "road", "railway", "boulevard"])
def test_rubble_on_a_street_is_difficult_as_any_rubble(way: str) -> None:
    scene = Scene().line(way, [(0, 24), (72, 24)]).area("rubble", box(20, 20, 25, 28))
    found = moved(scene, TANK, (10, 24), (22, 24))
    assert found.dash == "terrain" and [check.feature for check in found.checks] == [1]


def test_a_road_through_woods_is_a_road() -> None:
    scene = Scene().area("woods", box(10, 10, 40, 40)).line("road", [(0, 24), (72, 24)])
    found = moved(scene, TANK, (5, 24), (50, 24))
    assert found.dash == "road" and not found.checks
    assert going_at(scene.table, TANK, (20000, 24000)) == "open"
    assert counting(scene.table, (20000, 24000)) == (1,)
    assert going_at(scene.table, TANK, (20000, 30000)) == "difficult"


# -- cross checks


def test_each_difficult_feature_entered_asks_for_a_check_and_says_where_a_failure_leaves_the_team() -> None:
    scene = (
        Scene().area("woods", box(20, 0, 25, 48)).line("hedge", [(32, 0), (32, 48)]).area("scrub", box(40, 0, 42, 48))
    )
    found = moved(scene, TANK, (10, 24), (50, 24))
    assert [check.feature for check in found.checks] == [0, 1]
    woods, hedge = found.checks
    assert woods.at == (20000, 24000) and woods.stays_at == (20000 - 1150, 24000)
    assert hedge.after == pytest.approx(21800, abs=2) and hedge.needs is None


@pytest.mark.parametrize("kind", ["rubble", "craters"])
def test_pieces_of_one_kind_that_abut_ask_for_one_check(kind: str) -> None:
    scene = Scene().area(kind, box(20, 0, 25, 48)).area(kind, box(25, 0, 30, 48)).area(kind, box(28, 0, 32, 48))
    assert [check.feature for check in moved(scene, TANK, (10, 24), (31, 24)).checks] == [0]
    assert [check.feature for check in moved(scene, TANK, (29, 24), (22, 24)).checks] == [1]
    parted = Scene().area(kind, box(20, 0, 22, 48)).area(kind, box(25, 0, 30, 48))
    assert [check.feature for check in moved(parted, TANK, (10, 24), (27, 24)).checks] == [0, 1]


@pytest.mark.parametrize("line", ["exterior-wall", "boulevard", "street"])
def test_a_wall_across_rubble_does_not_part_it(line: str) -> None:
    scene = Scene().area("rubble", box(20, 0, 40, 48)).line(line, [(30, 0), (30, 48)])
    assert [check.feature for check in moved(scene, FOOT, (24, 24), (35, 24)).checks] == [0]


def test_a_team_that_starts_in_difficult_ground_checks_before_it_moves() -> None:
    scene = Scene().area("woods", box(20, 0, 25, 48))
    found = moved(scene, TANK, (22, 24), (40, 24))
    assert [(check.feature, check.after, check.stays_at) for check in found.checks] == [(0, 0, (22000, 24000))]
    assert not moved(scene, TANK, (22, 24)).checks


def test_leaving_a_wood_and_entering_it_again_is_another_check() -> None:
    horseshoe = [(20, 10), (40, 10), (40, 30), (35, 30), (35, 15), (25, 15), (25, 30), (20, 30)]
    found = moved(Scene().area("woods", horseshoe), TANK, (15, 20), (45, 20))
    assert [check.feature for check in found.checks] == [0, 0]


def test_infantry_cross_a_deep_river_on_4_and_may_not_stop_in_it() -> None:
    river = Scene().line("deep-river", [(30, 0), (30, 48)], 8)
    over = moved(river, FOOT, (22, 24), (36, 24))
    assert [(check.needs, check.feature) for check in over.checks] == [(4, 0)] and over.stopped is None
    short = moved(river, FOOT, (22, 24), (30, 24))
    assert short.stopped and short.stopped.by == "water" and short.end[0] <= 26000


def test_tanks_cross_it_by_bridge_or_ford_only_unless_they_swim() -> None:
    river = Scene().line("deep-river", [(30, 0), (30, 48)], 8)
    stopped = moved(river, TANK, (20, 24), (40, 24)).stopped
    assert stopped and (stopped.by, stopped.which) == ("impassable", 0)
    assert stopped.at[0] == pytest.approx(26000 - 1150, abs=110)
    assert moved(river.line("road-bridge", [(25, 24), (35, 24)]), TANK, (20, 24), (40, 24)).stopped is None
    ford = moved(river.line("ford", [(25, 24), (35, 24)]), TANK, (20, 24), (40, 24))
    assert ford.stopped is None and [check.feature for check in ford.checks] == [1]
    swims = moved(river, Mover("tank", "tank", amphibious=True), (20, 24), (40, 24))
    assert swims.stopped is None and swims.checks


# -- what stops a move


def test_a_tank_stops_at_a_house_and_infantry_go_in() -> None:
    scene = Scene().area("building", box(20, 22, 24, 26))
    found = moved(scene, TANK, (10, 24), (30, 24))
    assert found.stopped and (found.stopped.by, found.stopped.which) == ("impassable", 0)
    assert 20000 - found.end[0] == pytest.approx(1150, abs=110)
    inside = moved(scene, FOOT, (10, 24), (22, 24))
    assert inside.stopped is None and inside.dash == "terrain"


@pytest.mark.parametrize(("gap", "passes"), [(1.3, True), (1.1, False)])
def test_a_gap_is_judged_by_the_hull(gap: float, passes: bool) -> None:
    houses = Scene().area("building", box(20, 10, 23, 24)).area("building", box(20, 24 + gap, 23, 40))
    found = moved(houses, TANK, (10, 24 + gap / 2), (30, 24 + gap / 2))
    assert (found.stopped is None) is passes


def test_nobody_comes_within_two_inches_of_an_enemy() -> None:
    found = moved(Scene(), TANK, (10, 24), (40, 24), enemies=[enemy(30, 24)])
    assert found.stopped and (found.stopped.by, found.stopped.which) == ("enemy", 0)
    assert 30000 - 800 - 1150 - found.end[0] == pytest.approx(2000, abs=110)
    past = moved(Scene(), FOOT, (10, 24), (40, 24), enemies=[enemy(30, 27.7)])
    assert past.stopped is None and past.nearest_enemy == 2100


def test_a_charge_goes_up_to_the_enemy() -> None:
    found = moved(Scene(), FOOT, (10, 24), (40, 24), enemies=[enemy(30, 24)], charging=True)
    assert found.stopped and found.end[0] == pytest.approx(30000 - 1600, abs=5)


def test_a_team_that_is_too_near_may_move_away_but_not_nearer() -> None:
    near = [enemy(12.5, 24)]
    assert moved(Scene(), FOOT, (10, 24), (5, 24), enemies=near).stopped is None
    assert moved(Scene(), FOOT, (10, 24), (9.5, 24), enemies=near).length == 500
    assert moved(Scene(), FOOT, (10, 24), (11, 24), enemies=near).length == 0


def test_tanks_and_guns_cannot_pass_through_tanks_and_guns_but_infantry_pass_friends() -> None:
    friends = [Bulk(20000, 24000, 600), Bulk(15000, 24000, 800, solid=False)]
    for who in (TANK, GUN):
        found = moved(Scene(), who, (10, 24), (30, 24), friends=friends)
        assert found.stopped and (found.stopped.by, found.stopped.which) == ("friend", 0)
    assert moved(Scene(), FOOT, (10, 24), (30, 24), friends=friends).stopped is None


def test_a_base_must_fit_where_it_stops() -> None:
    """A tank may pass along a house, but not end with its tail in it after turning."""
    scene = Scene().area("building", box(20, 10, 24, 23))
    found = moved(scene, TANK, (10, 23.7), (22, 23.7), facing=0)
    assert found.stopped and found.stopped.by == "no room" and found.end[0] < 19500
    assert moved(scene, TANK, (10, 23.7), (22, 23.7)).stopped is None
    assert fits(scene.table, TANK, (22000, 23700), 90) and not fits(scene.table, TANK, (22000, 23700), 0)
    assert not fits(scene.table, TANK, (22000, 26000), 90, enemies=[enemy(22, 29)])
    assert not fits(Scene().line("shallow-river", [(30, 0), (30, 48)]).table, FOOT, (30000, 24000))


def test_a_move_off_the_table_or_of_too_many_steps_is_refused() -> None:
    with pytest.raises(Illegal, match=r"\(73, 24\) is not on the table"):
        moved(Scene(), TANK, (10, 24), (73, 24))
    with pytest.raises(Illegal, match="1 to 100 spots"):
        moved(Scene(), TANK, *[(10 + n % 2, 24) for n in range(200)])
    with pytest.raises(Illegal, match="1 to 100 spots"):
        moved(Scene(), TANK)


# -- many at once


def test_a_throng_is_what_a_list_of_teams_is() -> None:
    teams = [enemy(30, 24), Bulk(20000, 24000, 600), Bulk(15000, 24000, 800, solid=False)]
    throng = Throng(teams)
    assert list(throng) == teams and len(throng) == 3 and list(throng[1:]) == teams[1:] and throng[0] == teams[0]
    for who in (TANK, FOOT, GUN):
        ways = [(10, 24), (40, 24)]
        assert moved(Scene(), who, *ways, enemies=throng[:1], friends=throng[1:]) == moved(
            Scene(), who, *ways, enemies=teams[:1], friends=teams[1:]
        )
        assert fits(Scene().table, who, (20500, 24000), 0, (), throng) == fits(
            Scene().table, who, (20500, 24000), 0, (), teams
        )


def test_what_comes_out_can_be_written_down() -> None:
    """Numbers are Python's own, whatever the kernels count with."""
    table = tables()["fields-and-village"]
    found = moved(table, FOOT, (5, 5), (40, 30), (60, 10), enemies=[enemy(50, 40)])
    assert found.pieces and msgspec.json.decode(msgspec.json.encode(found), type=Walk) == found
    seen = sees(table, Stand(5000, 5000, "infantry"), Stand(60000, 40000, "infantry"))
    assert seen.blocked_by and msgspec.json.decode(msgspec.json.encode(seen), type=Sight) == seen


def test_threads_do_not_write_on_each_others_slates() -> None:
    table, luck = tables()["crossroads"], random.Random(3)
    spots = [(luck.randrange(72000), luck.randrange(48000)) for _ in range(120)]
    ways = list(pairwise(spots))
    alone = [walk(table, TANK, way) for way in ways]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda way: walk(table, TANK, way), ways)) == alone


def test_a_move_over_a_great_many_stretches_has_room() -> None:
    scene = Scene()
    for n in range(90):
        scene = scene.area("crops", box(2 + n * 0.7, 10, 2.4 + n * 0.7, 40))
    found = moved(scene.unchecked(), FOOT, (1, 24), (71, 24))
    assert len(found.pieces) == 181 and [len(piece.features) for piece in found.pieces[:4]] == [0, 1, 0, 1]


def test_more_on_a_table_is_as_if_it_had_been_there_from_the_start() -> None:
    bare = Scene().area("woods", box(10, 10, 20, 20)).line("road", [(0, 24), (72, 24)])
    grown = bare.table.plus(Feature("wreck", area=tuple(map(mils, box(30, 23, 31, 25)))))
    fresh = Table(grown.slug, grown.name, grown.size, grown.features)
    assert (grown.outlines, grown.kinds, grown) == (fresh.outlines, fresh.kinds, fresh)
    assert moved(grown, TANK, (5, 24), (40, 24)) == moved(fresh, TANK, (5, 24), (40, 24))
    kept = bare.table.with_things(grown.features[-1])
    assert moved(kept, TANK, (5, 24), (40, 24)) == moved(fresh, TANK, (5, 24), (40, 24))


# -- against shapely

spots = st.tuples(st.integers(500, 71500), st.integers(500, 47500))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(slug for slug in tables() if slug != "boulevard")),
    st.lists(spots, min_size=2, max_size=4),
    st.sampled_from([TANK, FOOT, Mover("tank", "tank-large")]),
)
def test_no_move_enters_shut_ground_and_none_stops_without_a_reason(
    slug: str, path: list[tuple[int, int]], who: Mover
) -> None:
    table = tables()[slug]
    shut = shut_ground(table, who.kind).shape
    own = base(who.base).half_width
    if shut.distance(Point(path[0])) < own + 5:
        return
    found = walk(table, who, path)
    gone = LineString(found.path) if len(found.path) > 1 else Point(found.path[0])
    assert shut.is_empty or gone.distance(shut) > own - 4
    if found.stopped is None:
        assert found.end == path[-1]
    elif found.stopped.by == "impassable":
        hull = 2 * base(who.base).half_length + 150
        assert Point(found.end).distance(shut) < hull
    assert found.length == pytest.approx(gone.length)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(tables())), spots, spots)
def test_the_pieces_of_a_move_are_those_that_shapely_cuts(
    slug: str, start: tuple[int, int], end: tuple[int, int]
) -> None:
    from shapely import Polygon

    table = tables()[slug]
    if not table.holds(start) or not table.holds(end) or start == end:
        return
    found = walk(table, Mover("infantry", "infantry-small", amphibious=True), [start, end])
    if len(found.path) < 2:
        return
    line = LineString(found.path)
    for n, kind in enumerate(table.kinds):
        if kind.rank == max(one.rank for one in table.kinds):
            ours = sum(piece.end - piece.start for piece in found.pieces if n in piece.features)
            assert ours == pytest.approx(line.intersection(Polygon(table.outlines[n])).length, abs=12)
    assert found.pieces[0].start == 0 and found.pieces[-1].end == pytest.approx(found.length)


def test_a_way_that_leads_nowhere_is_as_far_off_as_its_one_place() -> None:
    assert to_way((3000, 4000), ((0, 0), (0, 0))) == 5000
    assert to_way((3000, 4000), ((0, 0), (0, 0), (3000, 0))) == 4000
