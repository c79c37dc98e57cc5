"""Perimeter determination: 001 7.505, 6, footnote 9, rulings B3 and B36."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder
from orsha.campaign.perimeter import Situation, perimeter
from orsha.campaign.report import Piece
from orsha.campaign.state import Fort
from orsha.campaign.steps.perimeters import control_of_units, front_of, perimeter_of, situation, strategic_locations
from orsha.hexmap.grid import parse
from orsha.hexmap.map import hex_map
from tests.campaign.stage import Stage, bare, crew, gun, leader, piece, squad, tank

BOARD = hex_map()


def drawn(*pieces: Piece, **more: Any) -> Stage:
    """Both sides keep the largest perimeter."""
    stage = Stage("7.505", *pieces, **more).run()
    for side in sorted(stage.state.asked):
        stage.answer(side)
    assert stage.done
    return stage


def given(side: Side, *pieces: Piece, **more: Any) -> Situation:
    state = Stage("7.505", *pieces, **more).state
    return situation(state, side, control_of_units(state))


def halves(**taken: Holder) -> dict[str, Holder]:
    """Control as the campaign begins, some hexes changed."""
    return {**bare().control, **taken}


def armor(id: str, hex: str, by: str | None = None) -> Piece:
    return piece(id, "armor-leader", "9-1", hex, by=by)


class TestMarkers:
    def test_7_5053_mmc_are_markers_and_their_men_in_enemy_hands_are_not(self) -> None:
        own = given("german", squad("g1", "Q30"), squad("g2", "Q31", "prisoner", by="r1"), squad("r1", "Q31"))
        assert own.mmc == ("Q30",)

    def test_7_5053_enemy_units_block_and_an_smc_alone_does_not(self) -> None:
        own = given(
            "german", squad("r1", "Q30"), leader("r2", "Q31"), tank("r3", "Q32"), tank("r4", "Q33", "abandoned")
        )
        assert own.enemy_units == ("Q30", "Q32") and own.enemy_smc == ("Q31",)

    def test_6_a_side_anchors_on_strategic_ground_that_it_controls(self) -> None:
        control = halves(P30="russian")
        assert "P31" in given("german", control=control).strategic
        assert "P30" in given("german", control=control).enemy_strategic

    def test_base_game_a_hex_with_one_sides_units_alone_is_that_sides(self) -> None:
        assert "P30" in given("german", squad("r1", "P30")).enemy_strategic
        both = given("german", squad("r1", "P30"), squad("g1", "P30"))
        assert "P30" in both.strategic, "with both in it, it stays whose it was"
        assert "P30" in given("german", leader("r1", "P30")).strategic, "a leader takes no ground"

    def test_b132_but_not_from_under_a_bridge(self) -> None:
        state = Stage("7.505", squad("r1", "K33", level=-1), squad("r2", "L24", level=-1)).state
        control = control_of_units(state)
        assert (control[parse("K33")], control[parse("L24")]) == ("german", "russian"), "a plain gully is taken"

    @pytest.mark.parametrize("what", ["foxhole", "trench", "at-ditch", "pillbox", "cupola"])
    def test_6_works_are_strategic_for_who_controls_their_hex(self, what: Any) -> None:
        fort = Fort("g7", what, "german", "Q30")
        assert "Q30" in given("german", forts=[fort]).strategic
        assert "Q30" in given("russian", forts=[fort], control=halves(Q30="russian")).strategic

    @pytest.mark.parametrize("what", ["wire", "minefield", "roadblock"])
    def test_6_other_works_are_not(self, what: Any) -> None:
        assert "Q30" not in given("german", forts=[Fort("g7", what, "german", "Q30")]).strategic

    def test_6_a_cupola_is_strategic_even_silent(self) -> None:
        assert "Q30" in given("german", tank("g1", "Q30", "malfunctioned", type="HMG Cupola")).strategic

    def test_6_a_vehicle_that_moves_and_shoots_is_strategic_for_who_has_it(self) -> None:
        assert "Q30" in given("german", tank("g1", "Q30")).strategic
        assert "Q30" not in given("german", tank("g1", "Q30", "immobilized")).strategic
        assert "Q30" in given("russian", tank("g1", "Q30", "captured")).strategic

    def test_6_a_truck_has_no_main_armament(self) -> None:
        assert "Q50" not in given("russian", tank("r1", "Q50", type="GAZ-MM")).strategic

    def test_6_a_gun_with_its_crew_is_strategic(self) -> None:
        assert "Q30" in given("german", crew("g1", "Q30"), gun("g2", "Q30", by="g1")).strategic
        assert "Q30" not in given("german", crew("g1", "Q30"), gun("g2", "Q30")).strategic

    def test_6_what_both_sides_hold_is_nobodys_marker(self) -> None:
        state = Stage("7.505", control=halves(P30="both")).state
        assert parse("P30") not in strategic_locations(state, control_of_units(state))

    def test_7_5052_map_edge_hexes_that_a_side_controls(self) -> None:
        edge = given("russian", control=halves(A1="russian")).edge
        assert "A1" in edge and "A53" in edge and "A2" not in edge


class TestPockets:
    def test_footnote_9_a_vehicle_alone_makes_a_pocket_as_an_mmc_does(self) -> None:
        found = perimeter(BOARD, Situation(vehicles=("P20",)))
        assert found.pockets == (frozenset({parse("P20")}),)

    def test_7_5054_an_immobile_vehicle_marks_a_pocket_but_no_main_perimeter(self) -> None:
        found = perimeter(BOARD, Situation(mmc=("P20",), vehicles=("P23",)))
        assert [len(pocket) for pocket in found.pockets] == [4]

    def test_7_5054_a_unit_with_the_enemy_in_its_hex_is_in_a_pocket_of_that_hex(self) -> None:
        found = perimeter(BOARD, Situation(mmc=("P20", "P23"), enemy_units=("P20",)))
        assert sorted(map(len, found.pockets)) == [1, 1]

    def test_6_a_pocket_includes_no_map_edge_hex(self) -> None:
        found = perimeter(BOARD, Situation(mmc=("B0", "B1", "A3")))
        assert not any(pocket & (BOARD.edge - {parse("B0"), parse("A3")}) for pocket in found.pockets)

    def test_7_5054_a_unit_that_another_pocket_encloses_is_in_that_one(self) -> None:
        """T28 has no side to the others, and lies beside the alternate grain from R24 to V30."""
        found = perimeter(BOARD, Situation(mmc=("R24", "V30", "T28")))
        [pocket] = found.pockets
        assert {"R24", "T28", "V30"} <= set(map(str, pocket))

    def test_7_5054_a_pocket_that_can_add_a_friendly_map_edge_hex_is_main_perimeter(self) -> None:
        """Squads in a line inward from a map-edge hex of theirs, in no loop (ruling B130)."""
        found = perimeter(BOARD, Situation(mmc=("DD20", "CC20", "AA21"), edge=("DD20",)))
        assert set(map(str, found.main)) == {"DD20", "CC20", "BB20", "AA21"} and found.pockets == ()

    def test_b36_but_who_hangs_on_a_loop_by_one_side_is_outside_it(self) -> None:
        found = perimeter(BOARD, Situation(mmc=("CC20", "AA21"), edge=("DD20", "DD21")))
        assert parse("CC20") in found.main and found.pockets == (frozenset({parse("AA21")}),)

    def test_7_5054_a_squad_far_behind_the_enemy_is_isolated(self) -> None:
        stage = drawn(squad("r1", "Q20"))
        assert stage.state.fronts["russian"].pockets == (("Q20",),)
        area = next(area for area in stage.state.areas if area.kind != "A")
        assert (area.hexes, area.kind, area.occupier, area.pocket) == (("Q20",), "C", "russian", True)


class TestDrawing:
    def test_7_5057_each_side_controls_what_it_encloses(self) -> None:
        stage = drawn()
        state = stage.state
        assert state.control["Q30"] == "german" and state.control["Q50"] == "russian"
        assert "Q30" in state.fronts["german"].main and "Q50" in state.fronts["russian"].main

    def test_7_5056_what_neither_encloses_is_nobodys(self) -> None:
        state = drawn().state
        neither = {"H40", "H41"}
        assert not neither & {*state.fronts["german"].main, *state.fronts["russian"].main}
        assert not neither & state.control.keys()

    def test_7_5056_but_a_strategic_location_keeps_its_side(self) -> None:
        stage = Stage("7.505", forts=[Fort("r9", "trench", "russian", "H40")], control=halves(H40="russian")).run()
        state = stage.answer("russian", "H40").answer("german").state
        assert not any("H40" in front.main for front in state.fronts.values())
        assert state.control["H40"] == "russian"

    def test_7_5057_control_markers_of_the_enemy_inside_are_flipped(self) -> None:
        state = drawn(forts=[Fort("r9", "trench", "russian", "Q20")], control=halves(Q20="russian")).state
        assert "Q20" in state.fronts["german"].main and state.control["Q20"] == "german"

    def test_7_5057_isolated_ground_stays_whose_it_was(self) -> None:
        state = drawn(squad("r1", "Q20"), squad("g1", "Q20")).state
        assert next(area for area in state.areas if "Q20" in area.hexes).kind == "D"
        assert state.control["Q20"] == "german"

    def test_7_5057_an_smc_outside_his_own_perimeter_is_lost(self) -> None:
        stage = drawn(leader("r1", "Q20"), leader("g1", "Q20"))
        assert "r1" not in stage.pieces and "g1" in stage.pieces

    def test_7_5057_what_he_carried_lies_there(self) -> None:
        stage = drawn(leader("r1", "Q20"), piece("r2", "sw", "LMG", "Q20", by="r1"))
        assert stage.pieces["r2"].held_by is None and stage.pieces["r2"].hex == "Q20"

    def test_7_5057_in_a_pocket_of_his_own_side_he_lives(self) -> None:
        assert "r1" in drawn(leader("r1", "Q20"), squad("r2", "Q20")).pieces

    def test_a_front_is_read_back_as_it_was_drawn(self) -> None:
        found = perimeter(BOARD, Situation(mmc=("P20", "P26", "V23")))
        assert perimeter_of(front_of(found)) == found


class TestReadjustment:
    ADVANCED = (squad("r1", "Q38"), squad("r2", "S38"), squad("r3", "R41"))

    def test_7_5058_a_side_may_leave_a_marker_out(self) -> None:
        stage = Stage("7.505", *self.ADVANCED).run()
        assert "Q38" in stage.asked("russian").choices and stage.asked("russian").least == 0
        stage.answer("russian", "Q38").answer("german")
        largest = drawn(*self.ADVANCED).state.fronts["russian"]
        now = stage.state.fronts["russian"]
        assert len(now.main) < len(largest.main) and "Q38" not in now.main
        assert ("Q38",) in now.pockets, "the unit is in a pocket of its own hex then"

    def test_7_5058_without_a_word_the_largest_is_drawn(self) -> None:
        front = drawn(*self.ADVANCED).state.fronts["russian"]
        assert {"Q38", "S38", "R41"} <= set(front.main)

    def test_7_5058_both_are_asked_at_once_and_neither_sees_the_others_choice(self) -> None:
        stage = Stage("7.505", *self.ADVANCED).run()
        assert sorted(stage.state.asked) == ["german", "russian"]
        stage.answer("russian", "Q38")
        assert b"left out" not in stage.seen_by("german") and stage.state.fronts == bare().fronts
        stage.answer("german")
        assert stage.done

    def test_7_5058_only_markers_on_the_front_line_are_offered(self) -> None:
        stage = Stage("7.505", *self.ADVANCED, squad("r4", "Q50")).run()
        assert "Q50" not in stage.asked("russian").choices

    def test_6_a_unit_on_the_map_edge_keeps_its_marker(self) -> None:
        stage = Stage("7.505", squad("r1", "A41")).run()
        assert "A41" not in stage.asked("russian").choices

    def test_7_5058_a_pocket_of_one_hex_has_no_marker_to_leave_out(self) -> None:
        stage = Stage("7.505", squad("r1", "Q20")).run()
        assert "Q20" not in stage.asked("russian").choices


class TestArmourLeadersOnFoot:
    def test_7_5057_one_alone_outside_his_own_lines_is_lost(self) -> None:
        stage = drawn(armor("g1", "P48"), tank("g2", "P10"), armor("g3", "P10", by="g2"), squad("r1", "P45"))
        assert set(stage.pieces) == {"g2", "g3", "r1"}

    def test_7_5053_he_blocks_no_perimeter_and_in_his_vehicle_he_is_no_man_of_his_own(self) -> None:
        own = given("german", armor("r1", "Q31"), tank("r2", "Q33"), armor("r3", "Q33", by="r2"))
        assert own.enemy_smc == ("Q31",) and own.enemy_units == ("Q33",)
