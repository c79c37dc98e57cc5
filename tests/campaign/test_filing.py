"""A filed report: against what each side had, and how it becomes the map."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.campaign.events import Adopted
from orsha.campaign.filing import Own, adopt, check_filed
from orsha.campaign.report import Casualties, MapMarker, Piece, ScenarioReport, WorkMarker
from orsha.campaign.state import CampaignState, Fort
from orsha.campaign.telling import Telling
from orsha.campaign.words import casualties, words
from orsha.kernel import Dice, Hidden, Illegal, Typed
from tests.campaign.stage import Stage, crew, gun, half, leader, piece, squad, sw, tank


def filed(*own: Piece, report: ScenarioReport) -> None:
    check_filed(report, "23AM", "german", Own(own, ("g77",)))


def report(*pieces: Piece, **more: Any) -> ScenarioReport:
    return ScenarioReport("23AM", pieces=pieces, **more)


def adopted(stage: Stage, found: ScenarioReport) -> CampaignState:
    told = Telling(replace(stage.state, filed=found, filed_by="russian", step="agree"), Dice(Typed()))
    adopt(told)
    return told.state


class TestWhatASideHad:
    def test_more_men_than_there_were_are_named(self) -> None:
        filed(squad("g1"), report=report(half("g1", "P20"), half("g2", "P20")))
        with pytest.raises(Illegal, match="half-squads of infantry: 3 are on the map and 0 gone, but .* had 2"):
            filed(squad("g1"), report=report(half("g1", "P20"), squad("g2", "P20")))

    def test_more_casualties_than_men_are_named(self) -> None:
        lost = report(tank("g1", "P20"), casualties={"german": Casualties(12, {"StuG IIIG": 2})})
        with pytest.raises(Illegal, match="1 is on the map and 2 gone, but the german side had 2") as no:
            filed(tank("g1"), tank("g2"), report=lost)
        assert no.value.rule == "001 7.13"
        with pytest.raises(Illegal, match="9 Tiger are lost, but the german side had none"):
            filed(tank("g1"), report=report(casualties={"german": Casualties(0, {"Tiger": 9})}))

    def test_a_battle_makes_heroes_leaders_and_crews(self) -> None:
        filed(squad("g1"), report=report(leader("g7", "P20"), crew("g8", "P20")))

    def test_7_13_half_squads_crews_and_leaders_made_in_battle_can_be_lost(self) -> None:
        lost = {"2-4-7": 2, "2-3-7": 1, "1-2-7": 1, "1-4-9": 1, "8-1": 1}
        filed(squad("g1"), squad("g2"), report=report(casualties={"german": Casualties(6, lost)}))

    def test_weapons_taken_from_wrecks_and_captured_guns_do_not_count(self) -> None:
        filed(report=report(sw("g1", "LMG", "P20"), gun("g2", "P20", "captured")))

    def test_cg7_what_was_used_must_be_ones_own(self) -> None:
        filed(report=report(used={"german": ("g77",), "russian": ("r5",)}))
        with pytest.raises(Illegal, match="'g78' is no artillery or aircraft of the german side"):
            filed(report=report(used={"german": ("g78",)}))

    def test_7_502_hidden_works_stay_out_of_a_report(self) -> None:
        with pytest.raises(Illegal, match="a hidden minefield stays its side's secret"):
            filed(report=report(works=(WorkMarker("minefield", "S22", "german", True, 8, 3),)))

    def test_cg4_a_scenario_lasts_six_turns_at_least(self) -> None:
        with pytest.raises(Illegal, match="lasts 6 turns or more"):
            filed(report=report(turns=5))

    def test_the_other_sides_pieces_are_not_this_sides_to_check(self) -> None:
        filed(report=report(squad("r1", "P20")))

    def test_a_report_of_another_date_or_map_is_refused(self) -> None:
        with pytest.raises(Illegal, match="of 23PM, and the scenario of 23AM"):
            filed(report=ScenarioReport("23PM"))
        with pytest.raises(Illegal, match="map"):
            filed(report=ScenarioReport("23AM", map="kursk"))


class TestItBecomesTheMap:
    def test_pieces_keep_their_ids_or_are_found_by_their_type(self) -> None:
        stage = Stage("7.501", replace(squad("g1", "P20"), group="I1/23AM/1"), squad("g2", "P21"))
        state = adopted(stage, report(squad("gx", "Q20"), squad("g1", "Q21"), half("gy", "Q20")))
        assert {id: piece.hex for id, piece in state.pieces.items()} == {"g2": "Q20", "g1": "Q21", "g501": "Q20"}
        assert state.pieces["g1"].group == "I1/23AM/1"

    def test_holders_are_renamed_with_their_units(self) -> None:
        stage = Stage("7.501", squad("g1", "P20"), sw("g2", "LMG", "P20", by="g1"))
        men, gun = replace(squad("g8", "Q20"), id="a"), replace(sw("g9", "LMG", "Q20"), id="b", held_by="a")
        state = adopted(stage, report(men, gun))
        assert state.pieces["g2"].held_by == "g1"

    def test_an_armour_leader_whom_the_report_leaves_out_is_in_his_vehicle_still(self) -> None:
        ace = piece("g2", "armor-leader", "9-1", "P20", by="g1")
        left_out = adopted(Stage("7.501", tank("g1", "P20"), ace), report(tank("g1", "P22")))
        assert left_out.pieces["g2"].hex == "P22" and left_out.pieces["g2"].held_by == "g1"
        named = adopted(Stage("7.501", tank("g1", "P20"), ace), report(tank("g1", "P22"), replace(ace, hex="P22")))
        assert [one.id for one in named.pieces.values()] == ["g1", "g2"]

    def test_what_was_set_up_and_is_not_there_is_lost(self) -> None:
        stage = Stage("7.501", squad("g1", "P20"), squad("g2", "P20"), squad("g3"))
        state = adopted(stage, report(squad("g1", "P20")))
        assert set(state.pieces) == {"g1"}
        assert set(state.sides["german"].box.shown) == {"g3"}, "what waited off the map is still there"

    def test_what_entered_and_was_lost_is_taken_from_those_that_waited(self) -> None:
        stage = Stage("7.501", tank("r1"), tank("r2"), tank("r3"))
        lost = report(tank("r1", "Z40"), casualties={"russian": Casualties(8, {"KV-1S": 1})})
        assert set(adopted(stage, lost).sides["russian"].box.shown) == {"r3"}

    def test_works_and_markers_stay_unless_they_are_removed(self) -> None:
        forts = (Fort("g1", "wire", "german", "K33"), Fort("g2", "trench", "german", "K34"))
        stage = Stage("7.501", forts=forts, markers=(MapMarker("wreck", "P20"),))
        found = report(
            works=(WorkMarker("trench", "K34", "russian"), WorkMarker("foxhole", "Q9", "russian")),
            markers=(MapMarker("blaze", "q10"),),
            removed=("wire K33",),
        )
        state = adopted(stage, found)
        assert {(fort.what, fort.hex, fort.side) for fort in state.forts.values()} == {
            ("trench", "K34", "russian"), ("foxhole", "Q9", "russian"),
        }  # fmt: skip
        assert state.forts["g2"].side == "russian"
        assert state.markers == (MapMarker("wreck", "P20"), MapMarker("blaze", "Q10"))

    def test_a_minefield_that_was_found_leaves_its_sides_secrets(self) -> None:
        stage = Stage("7.501")
        mine = Fort("g7", "minefield", "german", "S22", 8, 3, known=False)
        hidden = replace(stage.state.sides["german"], forts=Hidden(("german",), {"g7": mine}))
        stage.state = replace(stage.state, sides={**stage.state.sides, "german": hidden})
        state = adopted(stage, report(works=(WorkMarker("minefield", "S22", "german", ap=8, at=3),)))
        assert state.forts["g7"].known and not state.sides["german"].forts.shown

    def test_cg5_several_wrecks_lie_in_a_hex_and_one_goes_each_time_it_is_said(self) -> None:
        wreck = MapMarker("wreck", "P20")
        stage = Stage("7.501", markers=(wreck, wreck))
        assert adopted(stage, report(markers=(wreck,), removed=("wreck P20",))).markers == (wreck, wreck)

    def test_mines_that_were_swept_leave_their_sides_secrets(self) -> None:
        stage = Stage("7.501")
        mine = Fort("g7", "minefield", "german", "S22", 8, 3, known=False)
        hidden = replace(stage.state.sides["german"], forts=Hidden(("german",), {"g7": mine}))
        stage.state = replace(stage.state, sides={**stage.state.sides, "german": hidden})
        assert not adopted(stage, report(removed=("minefield S22",))).sides["german"].forts.shown

    def test_cg14_russians_who_left_by_the_west_are_out_of_play(self) -> None:
        stage = Stage("7.501", squad("r1"), squad("r2"))
        assert set(adopted(stage, report(exited={"4-4-7": 1})).sides["russian"].box.shown) == {"r2"}

    def test_engineers_are_told_from_other_squads_of_their_type(self) -> None:
        stage = Stage("7.501", squad("r1", "Z40", "engineer", type="6-2-8"), squad("r2", "Z40", type="6-2-8"))
        men = (
            replace(squad("r8", "Z39", "engineer", type="6-2-8"), id="a"),
            replace(squad("r9", "Z38", type="6-2-8"), id="b"),
        )
        assert {id: one.hex for id, one in adopted(stage, report(*men)).pieces.items()} == {"r1": "Z39", "r2": "Z38"}

    def test_a_hex_with_one_sides_units_only_is_that_sides(self) -> None:
        state = adopted(Stage("7.501"), report(squad("r1", "V17"), squad("r2", "P3"), squad("g3", "P3")))
        assert (state.control["V17"], state.control["P3"]) == ("russian", "german")

    def test_6_who_is_under_the_bridge_of_k33_does_not_take_it(self) -> None:
        """The victory location is the bridge, until it falls and a report says whose the gully is (ruling B132)."""
        under = squad("r1", "K33", level=-1)
        assert adopted(Stage("7.501"), report(under)).control["K33"] == "german"
        assert adopted(Stage("7.501"), report(under, squad("r2", "K33"))).control["K33"] == "russian"
        assert adopted(Stage("7.501"), report(under, control={"russian": ("K33",)})).control["K33"] == "russian"

    def test_control_changes_where_the_report_says_so(self) -> None:
        state = adopted(Stage("7.501"), report(control={"russian": ("x38",)}))
        assert (state.control["X38"], state.control["X37"]) == ("russian", "german")

    def test_cg7_what_was_used_is_gone(self) -> None:
        from orsha.campaign.state import Asset

        stage = Stage("7.501")
        both = {"r9": Asset("r9", "O1", "OBA"), "r10": Asset("r10", "O2", "OBA")}
        own = replace(stage.state.sides["russian"], assets=Hidden(("russian",), both))
        stage.state = replace(stage.state, sides={**stage.state.sides, "russian": own})
        state = adopted(stage, report(used={"russian": ("r9",)}))
        assert set(state.sides["russian"].assets.shown) == {"r10"}


def test_7_5031_a_captured_vehicle_alone_in_a_hex_holds_it_for_its_captor() -> None:
    state = adopted(Stage("battle", tank("g1", "K33")), report(tank("g1", "K33", "captured"), squad("r1", "P45")))
    assert state.control["K33"] == "russian"


class TestExited:
    def test_b42_who_left_by_the_west_edge_is_no_casualty(self) -> None:
        stage = Stage("7.501", tank("r1", "P1", type="T-34/M43"), tank("r2", "P2", type="T-34/M43"), squad("r3", "P3"))
        found = report(exited={"T-34/M43": 1}, evp=6)
        told = Telling(replace(stage.state, filed=found, filed_by="russian", step="agree"), Dice(Typed()))
        adopt(told)
        [event] = [one for one in told.events if isinstance(one, Adopted)]
        assert event.exited == ("r1",) and [one.id for one in casualties(event, "russian")] == ["r2", "r3"]
        assert "lost: german 0, russian 2; left by the west edge: 1" in words(event)
