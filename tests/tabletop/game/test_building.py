"""000 Fortifications and Onslaught's set-up: the six boxes, the points, and where works and walls may be placed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orsha.kernel import Illegal, Match
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, building, facts
from orsha.tabletop.game.commands import Build, Site
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.fortify import fits, fortifications
from orsha.tabletop.mission.shares import shares
from orsha.tabletop.table import Feature, Table
from tests.tabletop.game.works_stage import site

FORCES: dict[Any, Any] = {"allied": ready_force("soviet-100"), "axis": ready_force("german-50")}
ROAD = Feature("road", line=((0, 30_000), (72_000, 30_000)))
RIVER = Feature("stream", line=((10_000, 40_000), (20_000, 40_000)))
RAILWAY = Feature("railway", line=((6_000, 0), (6_000, 20_000)))
POND = Feature("pond", area=((28_000, 40_000), (34_000, 40_000), (34_000, 46_000), (28_000, 46_000)))
HOUSE = Feature("building", area=((8_000, 8_000), (12_000, 8_000), (12_000, 12_000), (8_000, 12_000)))
AllOf = Match[BattleSetup, BattleState, Any, Any]


def onslaught(*items: str, features: tuple[Feature, ...] = ()) -> AllOf:
    """The axis defends the left half; objectives 1 and 2 lie at (12, 20) and (20, 30); some works have been taken."""
    table = Table("test", "Test", (72_000, 48_000), features)
    match: AllOf = Match.open(
        Battle(), BattleSetup(FORCES, mission="onslaught", attacker="allied", table=table), name="t", dice=1
    )
    match.do("allied", mc.Begin())
    match.do("axis", mc.PickPlace("left"))
    match.do("axis", mc.Put("objective 1", (12_000, 20_000)))
    match.do("allied", mc.Put("objective 2", (20_000, 33_000)))
    match.do("axis", mc.Exchange(0))
    for item in items:
        match.do("axis", mc.Choose(item))
    if items:
        match.do("axis", mc.Done())
    return match


def refused(match: AllOf, item: str, *sites: Site, why: str) -> str:
    with pytest.raises(Illegal, match=why) as caught:
        match.act("axis", Build(item, sites))
    return caught.value.rule or ""


# -- what may be taken


def test_000_fortified_defence_gives_eight_points_of_fortifications_for_each_25_points_of_the_attacker() -> None:
    printed = {150: (75, 30, 45, 48, 6), 125: (62, 25, 37, 40, 5), 100: (50, 20, 30, 32, 4), 75: (37, 15, 22, 24, 3)}
    for points, (defender, on_table, reserve, works, each) in printed.items():
        row = shares(points, "onslaught")
        assert (row["defender"], row["on_table"], row["reserve"]) == (defender, on_table, reserve)
        assert (row["fortification_points"], row["minefields"], row["wire"]) == (works, each, each)


def test_000_you_may_field_one_selection_from_each_of_six_boxes() -> None:
    assert len(fortifications().boxes) == 6
    assert fits(("7.5 cm anti-tank bunker",) * 2) and not fits(("7.5 cm anti-tank bunker",) * 3)
    assert fits(("4 machine-gun nests",) * 3) and not fits(("4 machine-gun nests",) * 4)
    assert fits(("T-34 turret",) * 2) and not fits(("T-34 turret",) * 3)
    match = onslaught()
    match.do("axis", mc.Choose("Panther turret"))
    match.do("axis", mc.Choose("Panther turret"))
    with pytest.raises(Illegal):
        match.act("axis", mc.Choose("7.5 cm anti-tank bunker"))  # 8 of 32 points are left
    match.do("axis", mc.Choose("5 cm anti-tank bunker"))
    with pytest.raises(Illegal):
        match.act("axis", mc.Choose("1 machine-gun nest"))


# -- where they stand


def test_000_bunker_each_team_has_a_site_and_a_facing_of_its_own() -> None:
    match = onslaught("2 machine-gun nests")
    refused(match, "2 machine-gun nests", site(20, 20), why="takes 2 sites")
    refused(match, "T-34 turret", site(20, 20), why="2 machine-gun nests is")
    with pytest.raises(Illegal, match="team by team"):
        match.act("axis", mc.Put("2 machine-gun nests", (20_000, 20_000)))
    match.do("axis", Build("2 machine-gun nests", (site(20, 20, 90), site(20, 26, 45))))
    assert [match.state.teams[f"axis w{n}.0"].facing for n in range(2)] == [90, 45]
    assert [is_work(id) for id in facts.units_on_table(match.state, "axis")] == [True, True]
    assert match.state.mission.step > 3, "all is placed: the minefields are next"


def test_000_fortifications_are_placed_in_the_deployment_area() -> None:
    match = onslaught("T-34 turret")
    assert refused(match, "T-34 turret", site(50, 20), why="deployment area").startswith("000")
    refused(match, "T-34 turret", site(0.5, 20), why="all of it on the table")
    match.do("axis", Build("T-34 turret", (site(30, 20),)))


def test_000_fortifications_must_be_placed_at_least_2_inches_apart() -> None:
    match = onslaught("2 machine-gun nests", "T-34 turret")
    refused(match, "2 machine-gun nests", site(20, 20, 0), site(23.9, 20, 0), why="2 inches apart")
    match.do("axis", Build("2 machine-gun nests", (site(20, 20, 0), site(24, 20, 0))))
    refused(match, "T-34 turret", site(20, 24.4, 0), why="2 inches apart")
    match.do("axis", Build("T-34 turret", (site(20, 24.5, 0),)))


def test_000_fortifications_must_be_placed_at_least_2_inches_from_objectives() -> None:
    match = onslaught("T-34 turret")
    refused(match, "T-34 turret", site(15.4, 20, 90), why="from objective 1")
    match.do("axis", Build("T-34 turret", (site(15.5, 20, 90),)))


@pytest.mark.parametrize(
    ("ground", "spot"),
    [(ROAD, (20, 28.6)), (RAILWAY, (8, 12)), (RIVER, (15, 39)), (POND, (27, 43))],
    ids=["road", "railway", "stream", "pond"],
)
def test_000_fortifications_may_not_block_a_road_railway_or_ford_nor_stand_in_water(
    ground: Feature, spot: tuple[float, float]
) -> None:
    match = onslaught("T-34 turret", features=(ground,))
    assert refused(match, "T-34 turret", site(*spot, 0), why="may not block a road").startswith("000")


def test_works_do_not_stand_in_houses() -> None:
    match = onslaught("T-34 turret", features=(HOUSE,))
    refused(match, "T-34 turret", site(10, 10), why="leaves no room")


# -- defilade walls


def test_000_any_anti_tank_bunker_may_have_an_attached_defilade_wall() -> None:
    match = onslaught("5 cm anti-tank bunker", "T-34 turret", "5 cm anti-tank nest")
    refused(match, "T-34 turret", site(20, 20, 90, wall="left"), why="only anti-tank bunkers")
    refused(match, "5 cm anti-tank nest", site(20, 20, 90, wall="left"), why="only anti-tank bunkers")
    match.do("axis", Build("5 cm anti-tank bunker", (site(20, 20, 90, wall="left"),)))
    assert match.state.table is not None
    (wall,) = match.state.table.features
    assert wall.kind == "defilade-wall" and wall.line == ((18_500, 21_750), (24_500, 21_750))


def test_000_a_wall_stands_on_the_table_and_blocks_no_road_either() -> None:
    match = onslaught("5 cm anti-tank bunker", features=(ROAD, HOUSE))
    refused(match, "5 cm anti-tank bunker", site(1.6, 20, 0, wall="left"), why="all of it on the table")
    refused(match, "5 cm anti-tank bunker", site(25, 26, 0, wall="left"), why="wall of .* may not block a road")
    refused(match, "5 cm anti-tank bunker", site(10, 5, 0, wall="right"), why="cannot stand on")
    refused(match, "5 cm anti-tank bunker", site(13.5, 16.5, 0, wall="left"), why="wall of .* from objective 1")


def test_000_a_wall_stands_in_its_sides_deployment_area() -> None:
    match = onslaught("5 cm anti-tank bunker")
    refused(
        match, "5 cm anti-tank bunker", site(35.9, 10, 90, wall="left"), why="the wall .* in its side's deployment area"
    )
    match.do("axis", Build("5 cm anti-tank bunker", (site(35.9, 10, 90),)))


def test_000_a_wall_too_stands_at_least_2_inches_from_other_fortifications() -> None:
    match = onslaught("1 machine-gun nest", "5 cm anti-tank bunker")
    match.do("axis", Build("1 machine-gun nest", (site(28, 14, 0),)))
    refused(match, "5 cm anti-tank bunker", site(26, 9.4, 0, wall="right"), why="2 inches from other fortifications")
    refused(match, "5 cm anti-tank bunker", site(25, 9.4, 0, wall="right"), why="2 inches from other fortifications")
    match.do("axis", Build("5 cm anti-tank bunker", (site(25, 9.4, 0, wall="left"),)))


def test_000_fortifications_and_their_walls_stand_at_least_2_inches_from_anothers_wall() -> None:
    match = onslaught("5 cm anti-tank bunker", "7.5 cm anti-tank bunker", "1 machine-gun nest")
    match.do("axis", Build("5 cm anti-tank bunker", (site(25, 9.4, 0, wall="right"),)))
    refused(match, "1 machine-gun nest", site(28, 14, 0), why="another's defilade wall")
    walled = site(30.65, 9.4, 0, wall="left")
    refused(match, "7.5 cm anti-tank bunker", walled, why="the wall of .* another's defilade wall")
    match.do("axis", Build("1 machine-gun nest", (site(30, 14, 0),)))


# -- options


def test_every_sample_of_a_site_is_accepted() -> None:
    match = onslaught("7.5 cm anti-tank bunker", "4 machine-gun nests", features=(ROAD, RIVER, RAILWAY, POND, HOUSE))
    rng = random.Random(1)
    walls = set()
    for _ in range(20):
        for option in match.options("axis"):
            command = Battle().command(option.sample(rng))
            assert option.accepts(command)
            assert match.act("axis", command)
            assert isinstance(command, Build)
            walls |= {one.wall for one in command.sites}
    assert walls == {"left", "right", None}
    assert not any(option.accepts(Build("4 machine-gun nests", ())) for option in match.options("axis"))


def test_a_selections_teams_are_on_its_card() -> None:
    for item in fortifications().items:
        assert building.teams_of(item) and all(building.card_of(item, name).name for name in building.teams_of(item))
