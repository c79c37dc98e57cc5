"""Ways around, and how far a team could get."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import MultiPolygon, Point, Polygon, union_all

from orsha.kernel import Illegal
from orsha.tabletop.table import (
    Bulk,
    Feature,
    Ground,
    Mover,
    Ranks,
    Route,
    Table,
    fits,
    kernels_routes,
    plain,
    reach,
    route,
    tables,
    walk,
)
from orsha.tabletop.table.barriers import no_stopping, shut_ground
from orsha.tabletop.table.routes import web
from tests.tabletop.table.builders import Scene, box, mils

TANK, FOOT = Mover("tank", "tank"), Mover("infantry", "infantry")


def test_where_nothing_is_in_the_way_the_route_is_straight() -> None:
    found = route(Scene().table, TANK, (10000, 10000), (40000, 30000))
    assert found and found.path == ((10000, 10000), (40000, 30000)) and found.length == pytest.approx(36055.5, abs=1)


def test_a_route_goes_around_a_house_and_a_walk_along_it_is_not_stopped() -> None:
    table = Scene().area("building", box(20, 14, 24, 30)).table
    found = route(table, TANK, (10000, 24000), (40000, 24000))
    assert found and len(found.path) == 4 and 30000 < found.length < 34500
    assert walk(table, TANK, found.path).stopped is None
    straight = route(table, FOOT, (10000, 24000), (40000, 24000))
    assert straight and len(straight.path) == 2, "infantry walk through houses"


def test_over_a_deep_river_it_leads_by_the_bridge() -> None:
    table = Scene().line("deep-river", [(30, 0), (30, 48)], 8).line("road-bridge", [(25, 40), (35, 40)]).table
    found = route(table, TANK, (10000, 10000), (50000, 10000))
    assert found and any(38500 < y < 41500 for _, y in found.path)
    assert walk(table, TANK, found.path).stopped is None


def test_where_there_is_no_way_there_is_none() -> None:
    table = Scene().line("deep-river", [(30, 0), (30, 48)], 8).table
    assert route(table, TANK, (10000, 10000), (50000, 10000)) is None
    assert route(table, FOOT, (10000, 10000), (50000, 10000)) is not None


def test_a_route_keeps_away_from_enemies_and_around_friends() -> None:
    table = Scene().table
    enemies = [Bulk(25000, 24000, 800), Bulk(25000, 30000, 800)]
    found = route(table, TANK, (10000, 24000), (40000, 24000), enemies)
    assert found and len(found.path) > 2
    gone = walk(table, TANK, found.path, enemies)
    assert gone.stopped is None and gone.nearest_enemy is not None and gone.nearest_enemy >= 2000
    friends = [Bulk(25000, 24000, 600)]
    around = route(table, TANK, (10000, 24000), (40000, 24000), friends=friends)
    assert around and walk(table, TANK, around.path, friends=friends).stopped is None
    assert len(around.path) > 2 and around.length < found.length


def test_no_way_leads_to_where_somebody_stands_whatever_ground_is_shunned() -> None:
    table = Scene().area("woods", box(20, 14, 24, 30)).table
    goal, stands = (40000, 24000), [Bulk(40000, 24500, 600)]
    for shun in (False, True):
        assert route(table, TANK, (10000, 24000), goal, friends=stands, shun_difficult=shun) is None
        assert route(table, TANK, (10000, 24000), goal, friends=Ranks({"a": stands[0]}), shun_difficult=shun) is None
        ranks = Ranks({"a": stands[0]})
        ranks.aside("a")
        assert route(table, TANK, (10000, 24000), goal, friends=ranks, shun_difficult=shun) is not None


def test_corners_inside_other_teams_are_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Scene().area("building", box(28, 10, 32, 26)).table
    table.__dict__["flat"] = Ground.of(table, plain())
    rng = Random(7)
    teams = [[Bulk(rng.randrange(15000, 45000), rng.randrange(5000, 43000), 800) for _ in range(18)] for _ in range(4)]
    starts = [(5000, rng.randrange(5000, 43000)) for _ in teams]

    def found() -> list[Route | None]:
        return [
            route(table, TANK, start, (55000, 24000), friends=some) for start, some in zip(starts, teams, strict=True)
        ]

    fewer = found()
    monkeypatch.setattr(kernels_routes, "taken", lambda *_: False)
    assert fewer == found() and any(one and len(one.path) > 2 for one in fewer)


def test_a_ring_of_enemies_lets_nobody_through() -> None:
    ring = [Bulk(36000 + round(6000 * x), 24000 + round(6000 * y), 800) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    ring += [Bulk(36000 + 4200 * x, 24000 + 4200 * y, 800) for x in (-1, 1) for y in (-1, 1)]
    assert route(Scene().table, FOOT, (10000, 24000), (36000, 24000), ring) is None


@pytest.mark.parametrize("shun", [False, True])
def test_who_goes_anyway_goes_as_if_nobody_were_about(shun: bool) -> None:
    table = Scene().area("building", box(20, 14, 24, 30)).table
    start, goal, stands = (10000, 24000), (40000, 24000), [Bulk(40000, 24500, 600), Bulk(15000, 24000, 800)]
    ring = [Bulk(40000 + 4000 * x, 24000 + 4000 * y, 2500) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for others in (stands, ring):
        assert route(table, TANK, start, goal, others, shun_difficult=shun) is None
        found = route(table, TANK, start, goal, others, shun_difficult=shun, anyway=True)
        assert found is not None and found == route(table, TANK, start, goal)


def test_no_way_leads_to_where_somebody_stands_but_one_may_step_away_from_him() -> None:
    enemy = [Bulk(30000, 24000, 800)]
    assert route(Scene().table, FOOT, (10000, 24000), (30500, 24000), enemy) is None
    assert route(Scene().table, FOOT, (31000, 24000), (30500, 24000), enemy) is None
    away = route(Scene().table, FOOT, (30500, 24000), (31000, 24000), enemy)
    assert away is not None and away.path == ((30500, 24000), (31000, 24000))


def test_it_goes_around_woods_if_asked_to_and_through_them_if_there_is_no_other_way() -> None:
    woods = Scene().area("woods", box(20, 14, 24, 30)).table
    assert len(route(woods, TANK, (10000, 24000), (40000, 24000)).path) == 2  # type: ignore[union-attr]
    around = route(woods, TANK, (10000, 24000), (40000, 24000), shun_difficult=True)
    assert around and not walk(woods, TANK, around.path).checks
    wall = Scene().area("woods", box(20, 0, 24, 48)).table
    through = route(wall, TANK, (10000, 24000), (40000, 24000), shun_difficult=True)
    assert through and len(walk(wall, TANK, through.path).checks) == 1
    by_road = Scene().area("woods", box(20, 0, 24, 48)).line("road", [(0, 40), (72, 40)]).table
    road = route(by_road, TANK, (10000, 24000), (40000, 24000), shun_difficult=True)
    assert road and not walk(by_road, TANK, road.path).checks


def test_a_goal_off_the_table_is_refused() -> None:
    with pytest.raises(Illegal, match="not on the table"):
        route(Scene().table, TANK, (0, 0), (80000, 0))
    with pytest.raises(Illegal, match="not on the table"):
        reach(Scene().table, TANK, (80000, 0), 8)


spots = st.tuples(st.integers(1000, 71000), st.integers(1000, 47000))
COUNTRY = sorted(slug for slug in tables() if slug != "boulevard")


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(COUNTRY), spots, spots, st.booleans())
def test_every_route_can_be_walked_and_is_not_longer_than_it_must(
    slug: str, start: tuple[int, int], goal: tuple[int, int], shun: bool
) -> None:
    table = tables()[slug]
    if not all(fits(table, TANK, spot, facing) for spot in (start, goal) for facing in (0, 45, 90, 135)):
        return
    found = route(table, TANK, start, goal, shun_difficult=shun)
    assert found is not None
    assert found.path[0] == start and found.path[-1] == goal
    straight = hypot(goal[0] - start[0], goal[1] - start[1])
    assert straight - 1 <= found.length <= 2.5 * straight + 25000
    gone = walk(table, TANK, found.path)
    assert gone.stopped is None or gone.stopped.by == "no room", gone.stopped


def shape_of(outlines: tuple[tuple[tuple[int, int], ...], ...]) -> MultiPolygon:
    return MultiPolygon([Polygon(outline) for outline in outlines])


def test_on_open_ground_one_reaches_a_circle() -> None:
    found = shape_of(reach(Scene().table, FOOT, (36000, 24000), 8))
    assert found.area == pytest.approx(3.1416 * 8000**2, rel=0.01)


def test_reach_goes_around_corners_but_not_through_houses() -> None:
    table = Scene().area("building", box(38, 20, 40, 28)).table
    found = shape_of(reach(table, TANK, (36000, 24000), 13.5))
    assert not found.contains(Point(mils((39, 24))))
    assert found.contains(Point(mils((42.5, 24)))), "around the corner and back"
    short = shape_of(reach(table, TANK, (36000, 24000), 12))
    assert not short.contains(Point(mils((42.5, 24))))


def test_reach_stops_short_of_enemies() -> None:
    found = shape_of(reach(Scene().table, FOOT, (36000, 24000), 8, [Bulk(40000, 24000, 800)]))
    assert not found.contains(Point(mils((39, 24)))) and not found.contains(Point(mils((41, 24))))
    assert found.contains(Point(mils((36, 30))))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(COUNTRY), spots, st.sampled_from([4, 8, 16]))
def test_reach_holds_what_a_route_of_that_length_gets_to(slug: str, start: tuple[int, int], inches: int) -> None:
    table: Table = tables()[slug]
    if shut_ground(table, "tank").shape.distance(Point(start)) < 700:
        return
    found = union_all([Polygon(outline) for outline in reach(table, TANK, start, inches)])
    water = no_stopping(table)
    for bearing_x, bearing_y in ((1, 0), (0.6, 0.8), (-0.8, 0.6), (0, -1)):
        goal = (round(start[0] + bearing_x * inches * 600), round(start[1] + bearing_y * inches * 600))
        if water.covers(Point(goal)):
            assert not found.buffer(-250).contains(Point(goal)), "nobody ends a move in a river"
        elif table.holds(goal) and shut_ground(table, "tank").shape.distance(Point(goal)) > 700:
            way = route(table, TANK, start, goal)
            if way is not None and way.length < inches * 950:
                assert found.buffer(250).contains(Point(goal))
            elif way is None or way.length > inches * 1050 + 100:
                assert not found.buffer(-250).contains(Point(goal))


def test_a_route_has_room_for_its_two_ends() -> None:
    """63 corners, and two ends: the room is made in pieces of 64."""

    def house(x: int, y: int) -> Feature:
        return Feature("building", area=((x, y), (x + 2000, y), (x + 2000, y + 2000), (x, y + 2000)))

    some = [house(8000 * i + 8000, 8000 * j + 8000) for i in range(5) for j in range(3)]
    table = Table("t", "t", (60000, 40000), (*some, house(0, 20000), house(0, 0)))
    table.__dict__["flat"] = Ground.of(table, plain())
    assert len(web(table, TANK).spots) == 63
    assert route(table, TANK, (5000, 9000), (50000, 9000)) is not None
