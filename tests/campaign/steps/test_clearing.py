"""Clearing the map: 001 7.507-7.5073, CG5, CG11."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.state import SIDES, Area, Fort
from orsha.kernel import Hidden
from tests.campaign.stage import GAME, Stage, bare, crew, gun, leader, piece, squad, sw, tank

GERMAN, RUSSIAN, NOBODY, CUT_OFF = "Q30", "Q50", "Q45", "Q20"
BUILDING = "Q10"


def cleared(*pieces: Piece, date: str = "23PM", **more: Any) -> Stage:
    """The step as far as nobody scrounges and nobody gives anything up. Q45 is no-man's land, Q20 a Russian pocket."""
    stage = begun(*pieces, date=date, **more)
    while stage.state.asked:
        [side] = stage.state.asked
        stage.answer(side)
    return stage


def begun(*pieces: Piece, date: str = "23PM", **more: Any) -> Stage:
    control = {**bare().control, CUT_OFF: "russian"}
    del control[NOBODY]
    pocket = [Area((CUT_OFF,), "C", "russian", True)]
    return Stage("7.507", *pieces, **{"date": date, "control": control, "areas": pocket, **more}).run()


def box(stage: Stage, side: Side) -> dict[str, Piece]:
    return stage.state.sides[side].box.shown


class TestClearing:
    def test_7_507_units_and_equipment_go_to_the_box_of_their_side(self) -> None:
        stage = cleared(
            squad("g1", GERMAN), sw("g2", "LMG", GERMAN, by="g1"), leader("r1", RUSSIAN), tank("r2", RUSSIAN)
        )
        assert set(box(stage, "german")) == {"g1", "g2"} and set(box(stage, "russian")) == {"r1", "r2"}
        assert box(stage, "german")["g2"].held_by == "g1" and box(stage, "german")["g1"].last == GERMAN

    def test_7_507_equipment_in_nobodys_hands_goes_to_who_controls_its_location(self) -> None:
        stage = cleared(sw("r1", "LMG", GERMAN), sw("g1", "LMG", GERMAN))
        assert set(box(stage, "german")) == {"r1", "g1"}
        assert box(stage, "german")["r1"].has("captured") and not box(stage, "german")["g1"].has("captured")

    def test_7_507_what_was_captured_and_left_is_its_own_sides_again(self) -> None:
        stage = cleared(sw("g1", "LMG", GERMAN, "captured"))
        assert not box(stage, "german")["g1"].has("captured")

    def test_7_507_an_enemy_vehicle_that_stands_abandoned_is_captured(self) -> None:
        assert box(cleared(tank("r1", GERMAN, "abandoned")), "german")["r1"].has("captured")

    def test_7_507_a_gun_goes_too_after_an_afternoon(self) -> None:
        stage = cleared(crew("g1", GERMAN), gun("g2", GERMAN, by="g1"))
        assert set(box(stage, "german")) == {"g1", "g2"}

    def test_7_507_after_a_morning_guns_stay_on_the_map(self) -> None:
        stage = cleared(crew("g1", GERMAN), gun("g2", GERMAN, by="g1"), date="23AM")
        assert stage.state.pieces["g2"].hex == GERMAN and stage.state.pieces["g2"].held_by is None
        assert set(box(stage, "german")) == {"g1"}

    def test_7_507_one_in_tow_is_unhooked(self) -> None:
        stage = cleared(tank("r1", RUSSIAN, type="GAZ-MM"), gun("r2", RUSSIAN, "hooked", by="r1"), date="24AM")
        assert not stage.state.pieces["r2"].has("hooked") and "r1" in box(stage, "russian")

    def test_7_507_a_gun_in_a_building_stays(self) -> None:
        assert "g1" in cleared(gun("g1", BUILDING)).state.pieces
        ruin = cleared(gun("g1", BUILDING), markers=(MapMarker("rubble", BUILDING),))
        assert "g1" in box(ruin, "german"), "rubble is no building"

    @pytest.mark.parametrize(("what", "there"), [("trench", True), ("pillbox", True), ("foxhole", False)])
    def test_7_507_a_gun_in_a_trench_or_pillbox_stays(self, what: Any, there: bool) -> None:
        stage = cleared(gun("g1", GERMAN), forts=[Fort("g7", what, "german", GERMAN)])
        assert ("g1" in stage.state.pieces) == there

    def test_7_507_immobile_vehicles_stay_with_their_armour_leader(self) -> None:
        ace = piece("g2", "armor-leader", "9-1", GERMAN, by="g1")
        stage = cleared(tank("g1", GERMAN, "immobilized"), ace, squad("g3", GERMAN, by="g1"))
        assert {"g1", "g2"} <= stage.state.pieces.keys() and stage.state.pieces["g2"].held_by == "g1"
        assert box(stage, "german")["g3"].held_by is None, "riders get off"

    def test_4_1_a_cupola_stays(self) -> None:
        assert "g1" in cleared(tank("g1", GERMAN, type="HMG Cupola")).state.pieces

    def test_7_5071_nothing_is_cleared_from_an_isolated_area(self) -> None:
        stage = cleared(squad("r1", CUT_OFF), sw("r2", "LMG", CUT_OFF, by="r1"))
        assert stage.state.pieces["r1"].hex == CUT_OFF and stage.state.pieces["r2"].held_by == "r1"

    def test_7_507_equipment_in_no_mans_land_stays_there_and_is_nobodys(self) -> None:
        stage = cleared(sw("g1", "LMG", NOBODY), squad("g2", GERMAN))
        assert stage.state.pieces["g1"].hex == NOBODY
        assert any("nobody's" in line for line in stage.log)

    def test_7_508_prisoners_wait(self) -> None:
        stage = cleared(squad("g1", GERMAN), squad("r1", GERMAN, "prisoner", by="g1"))
        assert "r1" in stage.state.pieces

    def test_7_16_what_a_side_took_in_the_other_does_not_see(self) -> None:
        stage = cleared(squad("g1", GERMAN, type="4-6-7"))
        own, theirs = (msgspec.json.encode(GAME.view(stage.state, side)) for side in SIDES)
        assert b'"g1"' in own and b'"g1"' not in theirs


class TestRetained:
    def test_7_5072_equipment_in_an_isolated_area_is_its_controllers(self) -> None:
        stage = cleared(squad("r1", CUT_OFF), sw("g1", "LMG", CUT_OFF))
        assert stage.state.pieces["g1"].has("captured")

    def test_7_5072_a_manned_vehicle_is_nobody_elses(self) -> None:
        assert not cleared(squad("r1", CUT_OFF), tank("g1", CUT_OFF)).state.pieces["g1"].has("captured")

    def test_7_5072_a_side_may_eliminate_what_it_retains(self) -> None:
        stage = begun(squad("g1", GERMAN), sw("g2", "LMG", GERMAN, by="g1"))
        assert set(stage.asked("german").choices) == {"eliminate g2"} and stage.asked("german").least == 0
        assert "g2" not in stage.answer("german", "eliminate g2").pieces

    def test_7_5072_but_only_what_was_on_the_map(self) -> None:
        assert cleared(sw("g1", "LMG"), squad("g2", GERMAN)).done
        stage = begun(sw("g1", "LMG"), sw("g3", "LMG", GERMAN))
        assert set(stage.asked("german").choices) == {"eliminate g3"}

    @pytest.mark.parametrize("what", ["wreck", "burnt-out-wreck"])
    def test_7_5072_an_afv_becomes_a_wreck_where_it_stood(self, what: Any) -> None:
        stage = begun(tank("g1", GERMAN)).answer("german", f"{what} g1")
        assert "g1" not in stage.pieces and MapMarker(what, GERMAN) in stage.state.markers

    def test_7_5072_a_truck_is_just_gone(self) -> None:
        stage = begun(tank("r1", RUSSIAN, type="GAZ-MM")).answer("russian", "eliminate r1")
        assert "r1" not in stage.pieces and not stage.state.markers

    def test_4_1_a_cupola_leaves_no_wreck(self) -> None:
        stage = begun(tank("g1", GERMAN, type="HMG Cupola")).answer("german", "eliminate g1")
        assert "g1" not in stage.pieces and not stage.state.markers

    def test_7_5072_given_up_in_secret(self) -> None:
        stage = begun(sw("g2", "PSK", GERMAN)).answer("german", "eliminate g2")
        assert b"is given up" in stage.seen_by("german") and b"is given up" not in stage.seen_by("russian")

    def test_7_5072_wrecks_and_abandoned_vehicles_may_be_scrounged_first(self) -> None:
        wreck = (MapMarker("wreck", GERMAN), MapMarker("burnt-out-wreck", "Q31"), MapMarker("wreck", RUSSIAN))
        stage = begun(squad("g1", GERMAN), tank("g2", GERMAN, "abandoned"), tank("g3", GERMAN), markers=wreck)
        assert set(stage.asked("german").choices) == {GERMAN, "g2"}, "none burnt out (CG5), none of the enemy's ground"
        stage.answer("german", GERMAN)
        assert "LMG" in stage.asked("german").choices
        stage.answer("german", "LMG")
        assert [one.type for one in box(stage, "german").values()].count("LMG") == 1

    def test_7_5072_each_of_several_wrecks_in_a_hex(self) -> None:
        stage = begun(squad("g1", GERMAN), markers=(MapMarker("wreck", GERMAN),) * 2)
        assert set(stage.asked("german").choices) == {GERMAN, f"{GERMAN} 2"}
        stage.answer("german", GERMAN, f"{GERMAN} 2").answer("german", "LMG").answer("german", "LMG")
        assert [one.type for one in box(stage, "german").values()].count("LMG") == 2

    def test_7_5072_two_afv_of_a_hex_leave_two_wrecks(self) -> None:
        stage = begun(tank("g1", GERMAN), tank("g2", GERMAN)).answer("german", "wreck g1", "wreck g2")
        assert stage.state.markers == (MapMarker("wreck", GERMAN),) * 2

    def test_7_5072_nothing_comes_of_it(self) -> None:
        stage = begun(squad("g1", GERMAN), markers=(MapMarker("wreck", GERMAN),))
        stage.answer("german", GERMAN).answer("german", "nothing")
        assert set(box(stage, "german")) == {"g1"} and stage.done

    def test_d10_5_it_takes_men_in_that_area(self) -> None:
        assert cleared(leader("g1", GERMAN), markers=(MapMarker("wreck", GERMAN),)).done
        stage = begun(squad("r1", RUSSIAN), markers=(MapMarker("wreck", CUT_OFF),))
        assert stage.done, "those in the main perimeter do not reach the pocket"


class TestWorks:
    def mined(self, hex: str, known: bool = False) -> Stage:
        stage = Stage("7.507", control={**bare().control, CUT_OFF: "russian"})
        mines = Fort("g90", "minefield", "german", hex, ap=6, at=3, known=known)
        own = replace(stage.state.sides["german"], forts=Hidden(("german",), {"g90": mines}))
        stage.state = replace(stage.state, sides={**stage.state.sides, "german": own})
        return stage.run()

    def test_7_5073_a_hidden_minefield_on_russian_ground_is_shown_with_its_strength(self) -> None:
        stage = self.mined(RUSSIAN)
        shown = stage.state.forts["g90"]
        assert (shown.ap, shown.at, shown.known, shown.side) == (6, 3, True, "russian")
        assert not stage.state.sides["german"].forts.shown
        assert b"6 AP and 3 AT" in stage.seen_by("russian")

    def test_7_5073_one_on_german_ground_stays_hidden(self) -> None:
        stage = self.mined(GERMAN)
        assert "g90" not in stage.state.forts and b"g90" not in stage.seen_by("russian")

    def test_7_5073_every_work_on_the_map_is_its_locations_controllers(self) -> None:
        works = [Fort("g7", "trench", "german", RUSSIAN), Fort("r8", "foxhole", "russian", GERMAN)]
        stage = cleared(forts=[*works, Fort("g9", "wire", "german", NOBODY)])
        assert {id: fort.side for id, fort in stage.state.forts.items()} == {
            "g7": "russian", "r8": "german", "g9": "german",
        }  # fmt: skip
