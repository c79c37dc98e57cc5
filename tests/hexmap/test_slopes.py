"""Slopes, seed 001 rule 1: one test a paragraph, and the rule's own examples."""

from __future__ import annotations

import tomllib
from typing import Literal

import pytest

from orsha.hexmap.grid import SIDES, Hex, neighbour, parse
from orsha.hexmap.line import crossings
from orsha.hexmap.map import Ground, HexMap, hex_map
from orsha.hexmap.slopes import (
    TERRAIN_RULES,
    Benefit,
    Mover,
    Shot,
    base_level,
    entry_cost,
    fire_lane_drm,
    fire_lane_reaches,
    fire_lane_snap_shot_drm,
    group_cover,
    height_bonus,
    keeps_road_bonus,
    line_heights,
    movement_across,
    offers_cover,
    rules,
    sides_crossed,
    slope_cover,
    total_cover,
    up_slope_gives,
    vehicle_may_cross,
)
from orsha.kernel import Illegal
from tests.hexmap.maps import tiny

BOARD = hex_map()
OPEN: tuple[Literal["open"]] = ("open",)

# The illustration of 1.3 is lost. Here is a piece of ground on which everything that 1.3 to 1.51 say of it is true.
A, B, C, D, E, F = map(parse, ("QQ13", "OO11", "NN13", "MM13", "OO13", "NN14"))
PICTURE = tiny(
    43,
    16,
    MM13=Ground(OPEN, slope=(2,)),  # D stands below C
    OO13=Ground(OPEN, slope=(1, 4)),  # E lies in a dip, below C on one side and PP12 on the other
    PP13=Ground(OPEN, slope=(2, 4)),
    QQ13=Ground(OPEN, slope=(2, 4)),
)


def shot(firer: Hex | str, target: Hex | str) -> Shot:
    one, other = (parse(each) if isinstance(each, str) else each for each in (firer, target))
    return Shot(one, other)


def cover(firer: Hex | str, target: Hex | str, board: HexMap = PICTURE) -> int:
    return slope_cover(board, shot(firer, target))


def lane(firer: Hex, target: str) -> int:
    return fire_lane_drm(PICTURE, firer, parse(target))


def side(one: str, other: str) -> int:
    return next(side for side in SIDES if neighbour(parse(one), side) == parse(other))


def step(board: HexMap, one: str, other: str, mover: Mover = "infantry", base: float = 1, wet: float = 0) -> float:
    return entry_cost(board, parse(one), parse(other), mover, base, wet=wet)


class TestWhichSide:
    def test_1_1_t19_t20_is_a_slope_side(self) -> None:
        assert BOARD.down_slope(parse("T19"), side("T19", "T20"))
        assert BOARD.up_slope(parse("T20"), side("T20", "T19"))

    def test_1_1_a_slope_side_includes_its_vertices(self) -> None:
        assert sides_crossed(D, E) == (1, 2) and sides_crossed(E, D) == (4, 5)
        assert sides_crossed(D, C) == (2,) and sides_crossed(D, D) == ()

    def test_1_1_the_sides_agree_with_the_line_that_sight_draws(self) -> None:
        for here, other in ((here, Hex(c, n)) for here in (C, D) for c in range(32, 46) for n in range(7, 20)):
            if other != here:
                beyond = {neighbour(here, side) for side in sides_crossed(here, other)}
                assert beyond == set(crossings(here, other)[1].hexes), (here, other)

    def test_1_2_the_hash_marks_lie_in_the_lower_hex_and_a_hex_may_be_both(self) -> None:
        c35 = parse("C35")
        assert [side for side in SIDES if BOARD.down_slope(c35, side)] == [0, 1]
        assert [side for side in SIDES if BOARD.up_slope(c35, side)] == [3]


class TestSight:
    def test_1_3_an_up_slope_place_counts_three_quarters_of_a_level_higher_across_that_side(self) -> None:
        t20 = parse("T20")
        assert height_bonus(BOARD, t20, [side("T20", "T19")]) == 0.75
        assert height_bonus(BOARD, t20, [side("T20", "T21")]) == 0
        assert height_bonus(BOARD, parse("T19"), [side("T19", "T20")]) == 0, "down-slope it is as high as ever"

    def test_1_3_it_counts_at_either_end_of_the_line(self) -> None:
        t20, t17 = parse("T20"), parse("T17")
        assert line_heights(BOARD, t20, t17) == (0.75, 0)
        assert line_heights(BOARD, t17, t20) == (0, 0.75)

    def test_1_3_slopes_on_the_way_are_ignored(self) -> None:
        board = tiny(D3=Ground(OPEN, slope=(0, 3)), D5=Ground(OPEN, slope=(0,)))
        assert line_heights(board, parse("D1"), parse("D7")) == (0, 0)

    def test_1_3_a_line_along_a_slope_side_does_not_cross_it(self) -> None:
        """From C3 to E3 the line runs between D2 and D3, along their slope."""
        board = tiny(D3=Ground(OPEN, slope=(0,)))
        assert line_heights(board, parse("C3"), parse("E3")) == (0, 0)

    def test_1_3_the_base_level_stays(self) -> None:
        assert base_level(BOARD, parse("T20")) == base_level(BOARD, parse("T19")) == 0

    @pytest.mark.parametrize("benefit", ["height-advantage", "hull-down-attempt"])
    def test_1_3_up_slope_grants_no_height_advantage_and_no_hull_down(self, benefit: Benefit) -> None:
        assert not up_slope_gives(benefit)

    def test_1_3_example_slopes_do_nothing_for_a_with_b_d_and_e(self) -> None:
        assert all(line_heights(PICTURE, A, other) == (0, 0) for other in (B, D, E))

    def test_1_3_example_c_and_f_see_a_as_down_slope(self) -> None:
        assert all(any(PICTURE.down_slope(A, side) for side in sides_crossed(A, other)) for other in (C, F))

    def test_1_3_example_a_wreck_in_pp13_hinders_d_e_and_f_but_c_looks_over_it(self) -> None:
        """The base game has a wreck half a level high."""
        wreck = parse("PP13")
        for other in (C, D, E, F):
            assert any(wreck in crossing.hexes for crossing in crossings(other, A))
        assert [max(line_heights(PICTURE, other, A)) > 0.5 for other in (C, D, E, F)] == [True, False, False, False]


class TestFireLanes:
    def test_1_31_same_level_means_same_base_level(self) -> None:
        board = tiny(D3=Ground(OPEN, slope=(0,)), D5=Ground(OPEN, level=1))
        assert fire_lane_reaches(board, parse("D2"), parse("D4"))
        assert not fire_lane_reaches(board, parse("D2"), parse("D5"))

    def test_1_42_down_a_slope_infantry_gains_one(self) -> None:
        board = tiny(D3=Ground(OPEN, slope=(0,)), D7=Ground(OPEN, slope=(0,)))
        d2 = parse("D2")
        assert fire_lane_drm(board, d2, parse("D4")) == 1
        assert fire_lane_drm(board, d2, parse("D3")) == 0, "not next to the firer"
        assert fire_lane_drm(board, d2, parse("F3")) == 0, "not across another side"
        assert fire_lane_drm(board, parse("D4"), d2) == 0, "not up the slope"

    def test_1_42_the_firer_must_be_three_quarters_higher(self) -> None:
        between_two_rises = tiny(D3=Ground(OPEN, slope=(0,)), D5=Ground(OPEN, slope=(3,)))
        assert fire_lane_drm(between_two_rises, parse("D2"), parse("D6")) == 0

    def test_1_42_a_target_on_another_base_level_is_not_affected(self) -> None:
        board = tiny(D3=Ground(OPEN, slope=(0,)), D5=Ground(OPEN, level=-1))
        assert not fire_lane_reaches(board, parse("D2"), parse("D5"))
        assert fire_lane_drm(board, parse("D2"), parse("D5")) == 0

    def test_1_42_a_snap_shot_needs_it_of_both_hexes(self) -> None:
        board = tiny(D3=Ground(OPEN, slope=(0,)))
        d2, d5, d6, e5 = map(parse, ("D2", "D5", "D6", "E5"))
        assert fire_lane_snap_shot_drm(board, d2, d5, d6) == 1
        assert fire_lane_drm(board, d2, e5) == 1 and fire_lane_snap_shot_drm(board, d2, d5, e5) == 1
        assert fire_lane_snap_shot_drm(board, d2, parse("D3"), parse("D4")) == 0

    def test_1_42_example_squad_d_is_up_slope_of_nobody(self) -> None:
        for target in ("NN12", "NN13", "OO13", "PP12", "PP13", "QQ13"):
            assert lane(D, target) == 0
        assert cover(D, "OO13") == 1
        assert cover(D, "NN12") == cover(D, "NN13") == cover(D, "PP12") == cover(D, "PP13") == 0

    def test_1_42_example_squad_c_fires_down(self) -> None:
        assert (lane(C, "OO13"), cover(C, "OO13")) == (0, 0)
        assert (lane(C, "PP13"), cover(C, "PP13")) == (1, 1)
        assert (lane(C, "QQ13"), cover(C, "QQ13")) == (1, 1)
        assert fire_lane_snap_shot_drm(PICTURE, C, parse("QQ13"), parse("QQ14")) == 0


class TestCover:
    def test_1_41_three_down_slope_sides_or_two_apart(self) -> None:
        for sides, enough in (((0, 1, 2), True), ((0, 2), True), ((0, 3), True), ((0, 1), False), ((0, 5), False)):
            assert offers_cover(tiny(D4=Ground(OPEN, slope=sides)), parse("D4")) is enough
        assert [hex.name for hex in BOARD.ground if offers_cover(BOARD, hex)] == ["H35"]

    def test_1_41_the_line_must_cross_a_down_slope_side_of_the_target(self) -> None:
        assert BOARD[parse("H35")].slope == (0, 1, 5)
        assert cover("H32", "H35", BOARD) == 1
        assert cover("H38", "H35", BOARD) == 0
        assert cover("T22", "T19", BOARD) == 0, "two sides that touch are not enough"

    def test_1_41_not_against_a_neighbour(self) -> None:
        assert cover("H34", "H35", BOARD) == 0

    def test_1_41_not_from_as_high_above_as_far_away(self) -> None:
        h33, h35 = parse("H33"), parse("H35")
        assert slope_cover(BOARD, Shot(h33, h35, storey=1)) == 1
        assert slope_cover(BOARD, Shot(h33, h35, storey=2)) == 0
        hill = tiny(D2=Ground(OPEN, level=2), D4=Ground(OPEN, slope=(0, 1, 5)))
        assert cover("D2", "D4", hill) == 0 and cover("D1", "D4", hill) == 1

    def test_1_41_only_direct_fire_and_no_flamethrower_at_infantry_on_the_ground(self) -> None:
        h32, h35 = parse("H32"), parse("H35")
        assert slope_cover(BOARD, Shot(h32, h35, "flamethrower")) == 0
        assert slope_cover(BOARD, Shot(h32, h35, "indirect")) == 0
        assert slope_cover(BOARD, Shot(h32, h35, target_is="other")) == 0

    def test_1_41_it_adds_to_no_other_cover_but_mud(self) -> None:
        assert total_cover(1, 0) == 1
        assert total_cover(1, 1) == 1 and total_cover(1, 3) == 3
        assert total_cover(1, 0, mud=1) == 2 and total_cover(1, 2, mud=1) == 3
        assert total_cover(1, -1) == 0, "what harms the target is no cover"

    def test_1_41_up_slope_covers_nobody_and_leaves_ffmo_and_walls_alone(self) -> None:
        unchanged: tuple[Benefit, ...] = (
            "terrain-modifier",
            "freedom-from-ffmo",
            "freedom-from-ffnam",
            "wall-advantage",
        )
        assert not any(map(up_slope_gives, unchanged))

    def test_1_41_example_squad_e(self) -> None:
        assert [cover(firer, E) for firer in (A, D, F)] == [1, 1, 1]
        assert cover(B, E) == 0, "its line crosses no down-slope side"
        assert cover(C, E) == 0, "it is next to E"

    def test_1_41_example_in_a_fire_group_one_firer_spoils_it_for_all(self) -> None:
        assert group_cover(PICTURE, [shot(C, E), shot(D, E)]) == 1
        assert group_cover(PICTURE, [shot(C, E), shot(B, E)]) == 0


class TestMovement:
    def test_1_5_up_from_the_lower_hex_and_down_from_the_upper(self) -> None:
        t19, t20, t21 = map(parse, ("T19", "T20", "T21"))
        assert movement_across(BOARD, t19, t20) == "up"
        assert movement_across(BOARD, t20, t19) == "down"
        assert movement_across(BOARD, t20, t21) == "level"
        with pytest.raises(Illegal, match="neighbouring"):
            movement_across(BOARD, t19, t21)

    @pytest.mark.parametrize("mover", ["infantry", "cavalry", "wagon"])
    def test_1_51_half_a_movement_factor_to_go_up(self, mover: Mover) -> None:
        assert step(BOARD, "T19", "T20", mover) == 1.5
        assert step(BOARD, "T20", "T19", mover) == 1

    def test_1_51_example_squad_d_climbs_and_c_does_not(self) -> None:
        assert step(PICTURE, "MM13", "NN13") == 1.5
        assert step(PICTURE, "NN13", "OO13") == 1

    def test_1_51_example_the_crest_line_doubles_the_hex_but_not_the_slope(self) -> None:
        hill = tiny(D3=Ground(OPEN, slope=(3,)), D4=Ground(OPEN, level=1))
        assert step(hill, "D3", "D4", base=1 * 2) == 2.5

    def test_1_51_the_road_bonus_survives_the_slope_of_u19_u20(self) -> None:
        u18, u19, u20 = map(parse, ("U18", "U19", "U20"))
        assert movement_across(BOARD, u19, u20) == "up"
        assert keeps_road_bonus(BOARD, [u18, u19, u20])
        assert not keeps_road_bonus(BOARD, [u19, u20, parse("T20")])

    def test_1_52_one_movement_point_to_go_up(self) -> None:
        assert step(BOARD, "T19", "T20", "vehicle") == 2
        assert step(BOARD, "T20", "T19", "vehicle") == 1
        assert step(BOARD, "U19", "U20", "vehicle", base=0.5) == 1.5

    def test_1_53_no_vehicle_where_crest_line_and_slope_share_a_side(self) -> None:
        hill = tiny(D3=Ground(OPEN, slope=(3,)), D4=Ground(OPEN, level=1))
        d3, d4 = parse("D3"), parse("D4")
        assert not vehicle_may_cross(hill, d3, d4) and not vehicle_may_cross(hill, d4, d3)
        assert vehicle_may_cross(hill, parse("D5"), d4), "a crest line alone"
        assert vehicle_may_cross(BOARD, parse("T19"), parse("T20")), "a slope alone"
        for mover in ("vehicle", "wagon"):
            with pytest.raises(Illegal, match="share that side"):
                entry_cost(hill, d3, d4, mover, 1)
        assert step(hill, "D3", "D4", "cavalry") == 1.5

    def test_1_53_the_orsha_map_has_no_such_side(self) -> None:
        for hex, ground in BOARD.ground.items():
            assert all(vehicle_may_cross(BOARD, hex, across) for across in BOARD.neighbours(hex)), ground

    def test_1_54_in_rain_or_snow_a_slope_counts_as_a_change_of_elevation(self) -> None:
        assert step(PICTURE, "NN13", "OO13", wet=1) == 2, "the example of 1.51"
        assert step(PICTURE, "MM13", "NN13", wet=1) == 2.5
        assert step(PICTURE, "NN12", "NN11", wet=1) == 1


def test_the_data_file_has_no_table_that_nothing_reads() -> None:
    tables = set(tomllib.loads(TERRAIN_RULES.read_text("utf-8")))
    assert tables == {"slopes", "orchard-shellholes", "grain-road", "culvert", "cupola"}
    assert rules().source.startswith("001 1")
