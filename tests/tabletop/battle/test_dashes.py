"""Paces and Cross Checks (core 4.1-4.3, 4.6; streets and rooms 002; rivers 000)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.battle import dashes as d
from orsha.tabletop.force.card import Move
from orsha.tabletop.table.kinds import terrain
from tests.tabletop.battle.told import INCH, RULES, Told, every, gun, nest, rifles, tank, team

NEAR = terrain().movement
OPEN, ROAD, WOODS = d.Way(), d.Way(on_road=True), d.Way(in_terrain=True)


def why(pace: Any, way: d.Way = OPEN, team: Any = None, rules: Any = RULES, near: Any = NEAR, **facts: Any) -> str:
    """What forbids a move; nothing if it is allowed."""
    return d.forbids_move(team or tank(), pace, way, d.Mover(**facts), rules, near) or ""


class TestWhichDash:
    def test_all_along_a_road_any_part_in_terrain_or_else_across_country(self) -> None:
        assert [d.dash_of(way) for way in (ROAD, WOODS, OPEN)] == ["road", "terrain", "cross-country"]
        assert d.dash_of(d.Way(on_road=True, in_terrain=True)) == "road", "a road through the woods is a road"

    def test_002_streets_are_crossed_at_tactical_or_terrain_dash(self) -> None:
        street = d.Way(on_road=True, streets=True)
        assert d.dash_of(street) == "terrain"
        assert why("terrain", street) == "" and why("tactical", street) == ""
        assert "city streets" in why("road", street)

    def test_how_far_is_on_the_card(self) -> None:
        assert [d.inches_of(tank(), p) for p in ("tactical", "terrain", "cross-country", "road")] == [10, 12, 18, 20]
        assert d.inches_of(nest(), "tactical") is None
        assert d.inches_of(team("Stuka", "aircraft", move=None), "road") is None

    def test_a_line_on_the_card_is_no_move(self) -> None:
        heavy = gun(move=Move(None, 2, 4, 4, 6))
        assert "does not move at Tactical" in why("tactical", team=heavy)
        assert why("cross-country", team=heavy) == ""

    def test_the_dash_is_the_one_that_the_ground_gives(self) -> None:
        assert why("road", WOODS) == "such a move is made at Terrain Dash"
        assert why("cross-country", ROAD) == "such a move is made at Road Dash"


class TestWhatForbids:
    def test_no_dash_within_8_inches_of_the_enemy_seen_or_not(self) -> None:
        assert why("cross-country", enemy=8 * INCH) == ""
        assert "within 8 inches" in why("cross-country", enemy=8 * INCH - 1)
        assert "within 8 inches" in why("cross-country", enemy=3 * INCH, enemy_seen=False)
        assert why("tactical", enemy=3 * INCH) == ""

    def test_the_switch_of_the_terrain_lets_teams_dash_past_enemies_they_do_not_see(self) -> None:
        seen_only = terrain().set("dash-clear-needs-sight", "yes").movement
        assert why("cross-country", enemy=3 * INCH, enemy_seen=False, near=seen_only) == ""

    def test_a_pinned_team_does_not_come_nearer_at_any_point_of_its_way(self) -> None:
        round_about: dict[str, Any] = {
            "enemy_at_start": 10 * INCH,
            "enemy_nearest": 9 * INCH,
            "enemy_at_end": 11 * INCH,
        }
        assert "pinned" in why("tactical", team=rifles(), pinned=True, **round_about)
        assert why("tactical", team=rifles(), pinned=False, **round_about) == ""
        along = {"enemy_at_start": 10 * INCH, "enemy_nearest": 10 * INCH, "enemy_at_end": 10 * INCH}
        assert why("tactical", OPEN, rifles(), pinned=True, **along) == "", "as near as before is not nearer"
        ends = RULES.set("pinned-moves", "end")
        assert why("tactical", team=rifles(), pinned=True, rules=ends, **round_about) == ""

    def test_bailed_out_tanks_and_orders(self) -> None:
        assert "Bailed Out" in why("tactical", bailed_out=True)
        assert "after its order" in why("tactical", forbidden=("move",))
        assert "at Tactical" in why("cross-country", forbidden=("dash",))
        assert why("tactical", forbidden=("dash",)) == ""


class TestCrossChecks:
    HEDGE = d.Obstacle("the hedge")
    RIVER = d.Obstacle("the river", needs=4)

    def test_the_number_is_the_teams_own(self) -> None:
        check = d.cross_check(tank(), self.HEDGE, RULES)
        assert (check.purpose, check.needed, check.chance) == ("T-34 crosses the hedge", 3, Fraction(2, 3))

    def test_infantry_cross_without_a_die_but_not_a_deep_river(self) -> None:
        assert d.cross(rifles(), [self.HEDGE], Told(), "allied", RULES).held_at is None
        assert d.cross_check(rifles(), self.RIVER, RULES).needed == 4

    def test_who_fails_is_held_there_and_tests_no_more(self) -> None:
        dice = Told(3, 2)
        crossed = d.cross(tank(), [self.HEDGE, d.Obstacle("the wood"), self.HEDGE], dice, "allied", RULES)
        assert crossed.held_at == d.Obstacle("the wood") and dice.all_thrown()

    def test_cross_here_helps_within_6_inches_of_the_leader(self) -> None:
        near, far = d.Obstacle("the wood", leader_crosses=6 * INCH), d.Obstacle("the wood", leader_crosses=6 * INCH + 1)
        assert d.cross(tank(), [near], Told(2), "allied", RULES).held_at is None
        assert d.cross(tank(), [far], Told(2), "allied", RULES).held_at == far
        assert d.cross_check(tank(), near, RULES).words() == "T-34 crosses the wood: 3+ +1 Cross Here"

    def test_cross_here_makes_2_certain_unless_a_one_always_fails(self) -> None:
        good = tank(move=Move(10, 12, 18, 20, 2))
        near = d.Obstacle("the wood", leader_crosses=0)
        assert d.cross_check(good, near, RULES).chance == 1
        assert d.cross(good, [near], Told(), "allied", RULES).held_at is None, "no die"
        assert d.cross_check(good, near, RULES.set("cross-here-least", 2)).chance == Fraction(5, 6)

    def test_what_never_moves_crosses_nothing(self) -> None:
        with pytest.raises(Illegal, match="does not move"):
            d.cross_check(nest(), self.HEDGE, RULES)

    def test_the_chance_to_come_past_all(self) -> None:
        way = [self.HEDGE, d.Obstacle("the wood", leader_crosses=0), self.RIVER]
        by_force = every(lambda dice: d.cross(tank(), way, dice, "allied", RULES).held_at)
        assert by_force[None] == Fraction(2, 3) * Fraction(5, 6) * Fraction(1, 2)
