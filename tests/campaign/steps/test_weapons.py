"""Weapons between two battles (001 7.5132-7.5136)."""

from __future__ import annotations

from typing import Literal

import pytest

from orsha.campaign.report import MapMarker, RemovedWeapon, ScenarioReport, Status
from orsha.campaign.state import SIDES
from tests.campaign.stage import Stage, crew, gun, half, piece, squad, sw, tank
from tests.campaign.steps.repairing import POCKET, declined, repairs, rules_asked
from tests.campaign.steps.rolled import rolls

TYPES: tuple[Literal["FT", "DC"], ...] = ("FT", "DC")


class TestRepair:
    def test_7_5132_a_support_weapon_by_its_repair_number(self) -> None:
        stage = declined(repairs(sw("g1", "HMG", "", "malfunctioned"), dice=[(4,)]))
        assert stage.pieces["g1"].status == (), "4 - 2 is repaired"
        assert not declined(repairs(sw("g1", "HMG", "", "malfunctioned"), dice=[(5,)])).pieces

    def test_7_5132_a_gun(self) -> None:
        stage = declined(repairs(gun("g1", "P20", "malfunctioned"), crew("g2"), dice=[(4,)]))
        assert stage.pieces["g1"].status == ()
        stage = declined(repairs(gun("g1", "P20", "malfunctioned"), crew("g2"), dice=[(5,)]))
        assert set(stage.pieces) == {"g2"}

    def test_7_5132_isolated_and_unqualified_add_1_each(self) -> None:
        stage = declined(repairs(sw("g1", "HMG", "P20", "malfunctioned"), areas=[POCKET], dice=[(4,)]))
        assert not stage.pieces
        stage = declined(repairs(sw("g1", "HMG", "", "malfunctioned", "unqualified"), dice=[(4,)]))
        assert not stage.pieces

    def test_7_5132_a_gun_without_a_crew_in_its_area_has_only_unqualified_use(self) -> None:
        gone = declined(repairs(gun("g1", "", "malfunctioned"), squad("g2"), dice=[(4,)]))
        assert "g1" not in gone.pieces
        drivers = piece("g2", "crew", "1-2-6")
        assert "g1" not in declined(repairs(gun("g1", "", "malfunctioned"), drivers, dice=[(4,)])).pieces
        kept = declined(repairs(gun("g1", "", "malfunctioned"), crew("g2"), dice=[(4,)]))
        assert kept.pieces["g1"].status == ()
        cut_off = gun("g1", "P20", "malfunctioned")
        elsewhere = declined(repairs(cut_off, squad("g2", "P21"), crew("g3"), areas=[POCKET], dice=[(3,)]))
        assert "g1" not in elsewhere.pieces, "+1 and +1 for a crew that is not in its pocket"

    def test_7_5132_an_abandoned_vehicle_without_a_vehicle_crew_in_its_area_too(self) -> None:
        found = declined(repairs(tank("g1", "", "malfunctioned", "abandoned"), squad("g2"), dice=[(5,)]))
        assert found.pieces["g1"].has("disabled")
        crewed = repairs(tank("g1", "", "malfunctioned", "abandoned"), piece("g2", "crew", "1-2-6"), dice=[(5,)])
        assert not declined(crewed).pieces["g1"].has("disabled", "malfunctioned")

    def test_7_5132_a_weapon_with_an_x_number_is_removed_without_a_roll(self) -> None:
        stage = declined(repairs(sw("g1", "PSK", "", "malfunctioned"), squad("g2")))
        assert set(stage.pieces) == {"g2"} and not rolls(stage)

    def test_7_5132_a_weapon_whose_vehicle_was_just_recalled_is_in_nobodys_hands(self) -> None:
        men = (tank("g1", "", "malfunctioned"), sw("g2", "LMG", "", "malfunctioned", by="g1"), squad("g3"))
        stage = declined(repairs(*men, dice=[(6,), (1,)]))
        assert "g1" not in stage.pieces
        assert (stage.pieces["g2"].held_by, stage.pieces["g2"].status) == (None, ())

    def test_7_5132_what_works_is_not_rolled_for(self) -> None:
        assert not rolls(declined(repairs(sw("g1", "HMG"), gun("g2", "P20"), tank("g3"))))

    def test_7_5132_a_vehicles_weapon_has_2_less_and_is_disabled_not_lost(self) -> None:
        stage = declined(repairs(tank("g1", "", "mg-malfunctioned"), dice=[(5,)]))
        assert stage.pieces["g1"].status == (), "5 - 2 - 1"
        stage = declined(repairs(tank("g1", "", "mg-malfunctioned"), dice=[(6,)]))
        assert stage.pieces["g1"].status == ("mg-disabled",)

    def test_7_5132_main_armament_and_machine_gun_are_rolled_for_apart(self) -> None:
        stage = declined(repairs(tank("g1", "", "malfunctioned", "mg-malfunctioned"), dice=[(5,), (6,)]))
        assert stage.pieces["g1"].status == ("mg-disabled",)

    def test_7_5132_a_disabled_main_armament_recalls_the_vehicle_which_is_then_lost(self) -> None:
        stage = declined(repairs(tank("g1", "", "malfunctioned", "mg-malfunctioned"), dice=[(6,)]))
        assert not stage.pieces

    def test_7_5132_isolated_it_begins_the_next_scenario_under_recall_and_short_of_ammunition(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "malfunctioned"), areas=[POCKET], dice=[(5,)]))
        assert set(stage.pieces["g1"].status) == {"disabled", "recall", "short-of-ammunition"}

    def test_7_5132_immobile_it_stays_under_recall(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "malfunctioned", "immobilized"), dice=[(6,)]))
        assert set(stage.pieces["g1"].status) == {"disabled", "recall", "immobilized"}

    def test_4_1_a_cupola_is_repaired_without_a_roll(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "malfunctioned", type="HMG Cupola")))
        assert stage.pieces["g1"].status == () and not rolls(stage)

    def test_7_5132_rolls_for_what_is_off_the_map_are_secret(self) -> None:
        stage = declined(
            repairs(sw("g77", "HMG", "", "malfunctioned"), gun("g2", "P20", "malfunctioned"), dice=[(1,)] * 2)
        )
        seen = {roll.ask.purpose: roll.ask.seen_by for roll in rolls(stage)}
        assert seen == {
            "Weapon repair, german HMG g77": ("german",),
            "Weapon repair, german 75L (PaK 40) g2 in P20": None,
        }
        assert b"g77" not in stage.seen_by("russian")


class TestExchange:
    def test_7_5133_an_lmg_repairs_a_disabled_machine_gun(self) -> None:
        stage = repairs(tank("g1", "", "mg-disabled"), sw("g2", "LMG"), sw("g3", "HMG"))
        assert stage.asked("german").rule == "001 7.5133" and set(stage.asked("german").choices) == {"g2"}
        stage = declined(stage.answer("german", "g2"))
        assert stage.pieces["g1"].status == () and set(stage.pieces) == {"g1", "g3"}

    def test_7_5133_even_one_disabled_just_now(self) -> None:
        stage = repairs(tank("g1", "", "mg-malfunctioned"), sw("g2", "LMG"), dice=[(6,)])
        assert declined(stage.answer("german", "g2")).pieces["g1"].status == ()

    def test_7_5133_it_may_stay_disabled(self) -> None:
        stage = declined(repairs(tank("g1", "", "mg-disabled"), sw("g2", "LMG")))
        assert stage.pieces["g1"].status == ("mg-disabled",) and "g2" in stage.pieces

    def test_7_5133_the_type_that_its_own_would_give(self) -> None:
        stage = repairs(tank("r1", "", "mg-disabled", type="ISU-152 aamg"), sw("r2", "LMG"), sw("r3", ".50 cal"))
        assert set(stage.asked("russian").choices) == {"r3"}

    def test_7_5133_only_a_machine_gun_of_the_same_perimeter_area(self) -> None:
        stage = repairs(tank("g1", "P20", "mg-disabled"), sw("g2", "LMG"), sw("g3", "LMG", "P21"), areas=[POCKET])
        assert set(stage.asked("german").choices) == {"g3"}

    def test_7_5133_neither_for_a_captured_vehicle_nor_with_a_captured_machine_gun(self) -> None:
        stage = repairs(sw("g2", "LMG"), booty=[tank("r1", "", "mg-disabled", "captured")], dice=[(1,)])
        assert "001 7.5133" not in rules_asked(stage, "german")
        stage = repairs(tank("g1", "", "mg-disabled"), booty=[sw("r2", "LMG", "", "captured")], dice=[(1,)])
        assert "001 7.5133" not in rules_asked(stage, "german")

    def test_7_5133_one_machine_gun_repairs_one_vehicle(self) -> None:
        stage = repairs(tank("g1", "", "mg-disabled"), tank("g2", "", "mg-disabled"), sw("g3", "LMG"))
        assert rules_asked(stage.answer("german", "g3"), "german").count("001 7.5133") == 0


class TestFlamethrowersAndCharges:
    def played(self, *lost: RemovedWeapon, engineers: int = 9) -> Stage:
        men = [squad(f"{side}{n}", "", "engineer") for side in "gr" for n in range(1, engineers + 1)]
        return repairs(*men, report=ScenarioReport("23AM", ft_dc=lost))

    def back(self, stage: Stage) -> list[str]:
        return sorted(f"{one.side} {one.type}" for one in declined(stage).pieces.values() if one.kind == "sw")

    def test_7_5134_retained_if_the_roll_was_10_or_less_a_russian_ft_11(self) -> None:
        lost = [RemovedWeapon(side, type, roll) for side in SIDES for type in TYPES for roll in (10, 11, 12)]
        assert self.back(self.played(*lost)) == ["german DC", "german FT", "russian DC", "russian FT", "russian FT"]

    def test_7_5134_they_go_into_the_retained_box(self) -> None:
        stage = declined(self.played(RemovedWeapon("german", "FT", 5)))
        assert [one.type for one in stage.state.sides["german"].box.shown.values() if one.kind == "sw"] == ["FT"]

    def test_7_5134_never_more_than_engineer_squads_and_the_side_chooses(self) -> None:
        lost = (RemovedWeapon("german", "FT", 5), RemovedWeapon("german", "DC", 5), RemovedWeapon("german", "DC", 12))
        stage = self.played(*lost, engineers=1)
        assert stage.asked("german").choices.keys() == {"FT 1", "DC 2"}
        assert (stage.asked("german").least, stage.asked("german").most) == (1, 1)
        assert self.back(stage.answer("german", "DC 2")) == ["german DC"]

    def test_7_5134_nothing_is_asked_where_they_are_all_alike(self) -> None:
        lost = (RemovedWeapon("german", "DC", 5), RemovedWeapon("german", "DC", 6))
        assert self.back(self.played(*lost, engineers=1)) == ["german DC"]

    def test_7_5134_only_whole_non_isolated_engineer_squads_count(self) -> None:
        men = [half("g1", "", "engineer"), squad("g2"), squad("g3", "P20", "engineer")]
        report = ScenarioReport("23AM", ft_dc=(RemovedWeapon("german", "FT", 5),))
        assert self.back(repairs(*men, report=report, areas=[POCKET])) == []


class TestCaptured:
    def test_7_5135_a_captured_weapon_is_lost_on_3(self) -> None:
        assert set(declined(repairs(booty=[sw("r1", "LMG", "", "captured")], dice=[(2,)])).pieces) == {"r1"}
        assert not declined(repairs(booty=[sw("r1", "LMG", "", "captured")], dice=[(3,)])).pieces

    def test_7_5135_a_malfunctioned_one_without_a_roll(self) -> None:
        stage = declined(repairs(booty=[gun("r1", "", "captured", "malfunctioned")]))
        assert not stage.pieces and not rolls(stage)

    def test_7_5135_a_vehicles_weapons_are_disabled_without_recall(self) -> None:
        stage = declined(repairs(booty=[tank("r1", "", "captured")], dice=[(3,), (2,)]))
        assert set(stage.pieces["r1"].status) == {"captured", "disabled"}

    def test_7_5135_the_captors_secret(self) -> None:
        stage = declined(repairs(booty=[sw("r77", "LMG", "", "captured")], dice=[(2,)]))
        assert rolls(stage)[0].ask.seen_by == ("german",)

    @pytest.mark.parametrize(
        ("status", "dice"),
        [(("disabled", "mg-disabled"), []), (("malfunctioned", "mg-malfunctioned"), []), ((), [(3,), (3,)])],
    )
    def test_7_5136_an_afv_without_a_working_weapon_becomes_a_wreck(
        self, status: tuple[Status, ...], dice: list[tuple[int, ...]]
    ) -> None:
        stage = declined(repairs(booty=[tank("r1", "", "captured", *status, last="P20")], dice=dice))
        assert "r1" not in stage.pieces and stage.state.markers == (MapMarker("wreck", "P20"),)
        assert [one.kind for one in stage.pieces.values()] == ["crew"], "those who drove it are retained"

    def test_7_5136_a_truck_has_no_weapon_and_stays(self) -> None:
        stage = declined(repairs(booty=[tank("r1", "", "captured", type="GAZ-MM")]))
        assert "r1" in stage.pieces

    def test_7_5136_a_cupola_leaves_no_wreck(self) -> None:
        cupola = piece("g1", "vehicle", "HMG Cupola", "", "captured", "disabled", last="P20")
        stage = declined(repairs(booty=[cupola]))
        assert not stage.pieces and not stage.state.markers
