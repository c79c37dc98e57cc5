"""Vehicles between two battles (001 7.5131)."""

from __future__ import annotations

import pytest

from orsha.campaign.state import Front
from tests.campaign.stage import crew, half, leader, piece, squad, sw, tank
from tests.campaign.steps.repairing import POCKET, declined, repairs
from tests.campaign.steps.rolled import rolls

MANNING = "001 7.5131a"


class TestAbandoned:
    def test_7_5131a_a_crew_of_its_perimeter_area_mans_it_again_and_is_gone_into_it(self) -> None:
        stage = repairs(tank("g1", "", "abandoned"), piece("g2", "crew", "1-2-6"))
        assert stage.asked("german").rule == MANNING and set(stage.asked("german").choices) == {"g2"}
        declined(stage.answer("german", "g2"))
        assert stage.pieces["g1"].status == () and "g2" not in stage.pieces

    def test_7_5131a_it_may_stay_abandoned(self) -> None:
        stage = declined(repairs(tank("g1", "", "abandoned"), half("g2")))
        assert stage.pieces["g1"].status == ("abandoned",) and "g2" in stage.pieces

    def test_7_5131a_others_than_a_vehicle_crew_are_not_qualified(self) -> None:
        stage = declined(repairs(tank("g1", "", "abandoned"), half("g2")).answer("german", "g2"))
        assert stage.pieces["g1"].status == ("unqualified",) and "g2" not in stage.pieces
        stage = declined(repairs(tank("g1", "", "abandoned"), crew("g2")).answer("german", "g2"))
        assert stage.pieces["g1"].status == ("unqualified",)

    def test_7_5131a_a_squad_deploys_and_one_half_goes_in(self) -> None:
        stage = declined(repairs(tank("g1", "", "abandoned"), squad("g2", "", "engineer")).answer("german", "g2"))
        left = stage.pieces["g2"]
        assert (left.kind, left.type, left.status) == ("half-squad", "2-4-7", ("engineer",))

    def test_7_5131a_what_they_held_is_left_behind(self) -> None:
        stage = repairs(tank("g1", "", "abandoned"), half("g2"), sw("g3", "LMG", by="g2")).answer("german", "g2")
        assert declined(stage).pieces["g3"].held_by is None

    def test_7_5131a_only_men_of_the_same_perimeter_area(self) -> None:
        cut_off, free = tank("g1", "P20", "abandoned"), half("g2")
        near = half("g3", "P21")
        stage = repairs(cut_off, free, near, areas=[POCKET])
        assert set(stage.asked("german").choices) == {"g3"}

    def test_7_5131a_leaders_cannot_and_guards_do_not(self) -> None:
        guard, prisoner = half("g2", "P20"), squad("r1", "P20", "prisoner", by="g2")
        stage = repairs(tank("g1", "P21", "abandoned"), leader("g3", "P20"), guard, prisoner, areas=[POCKET])
        assert MANNING not in {question.shown.rule for question in stage.state.asked.values()}

    def test_7_5131a_a_captured_vehicle_is_its_captors_to_man(self) -> None:
        stage = repairs(half("g2"), booty=[tank("r1", "", "captured", "abandoned")])
        assert set(stage.asked("german").choices) == {"g2"} and "russian" not in stage.state.asked

    def test_7_5131a_men_in_the_box_stay_secret(self) -> None:
        stage = repairs(tank("g1", "P20", "abandoned", "immobilized"), half("g77")).answer("german", "g77")
        assert b"g77" not in declined(stage).seen_by("russian")
        stage = repairs(tank("g77", "", "abandoned"), half("g2", "P30")).answer("german", "g2")
        assert b"g77" not in declined(stage).seen_by("russian"), "nor a vehicle there that men on the map go into"


class TestImmobilized:
    def test_7_5131b_repaired_after_23pm_and_cleared_from_the_map(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "immobilized"), dice=[(4,)], date="23PM"))
        assert stage.pieces["g1"].status == () and stage.pieces["g1"].hex == "" and "g1" not in stage.state.pieces

    def test_7_5131b_not_repaired_on_5(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "immobilized"), dice=[(5,)], date="23PM"))
        assert stage.pieces["g1"].status == ("immobilized",) and stage.pieces["g1"].hex == "P20"

    @pytest.mark.parametrize("date", ["23AM", "24AM"])
    def test_7_5131b_after_any_other_date_it_stays_as_it_is(self, date: str) -> None:
        stage = declined(repairs(tank("g1", "P20", "immobilized"), date=date))
        assert stage.pieces["g1"].status == ("immobilized",) and not rolls(stage)

    def test_7_5131b_neither_captured_nor_abandoned(self) -> None:
        captured = tank("r1", "P20", "immobilized", "captured", "disabled")
        stage = declined(repairs(captured, tank("g1", "P21", "immobilized", "abandoned"), date="23PM", dice=[(1,)]))
        assert stage.pieces["r1"].has("immobilized") and stage.pieces["g1"].has("immobilized")
        assert [roll.ask.purpose.split(",")[0] for roll in rolls(stage)] == ["captured weapon"]

    def test_7_5131b_the_armour_leader_helps_and_goes_along(self) -> None:
        him = piece("g2", "armor-leader", "9-1", "P20", by="g1")
        stage = declined(repairs(tank("g1", "P20", "immobilized"), him, dice=[(5,)], date="23PM"))
        assert not stage.pieces["g1"].has("immobilized") and stage.pieces["g2"].hex == ""

    def test_7_5131b_front_line_and_unqualified_add_1(self) -> None:
        front = {"german": Front(front_line=("P20",)), "russian": Front()}
        stage = declined(repairs(tank("g1", "P20", "immobilized"), fronts=front, dice=[(4,)], date="23PM"))
        assert stage.pieces["g1"].has("immobilized")
        stage = declined(repairs(tank("g1", "P20", "immobilized", "unqualified"), dice=[(4,)], date="23PM"))
        assert stage.pieces["g1"].has("immobilized")

    def test_7_5131b_isolated_adds_1_and_what_is_repaired_stays_on_the_map(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "immobilized"), areas=[POCKET], dice=[(3,)], date="23PM"))
        assert stage.pieces["g1"].status == () and stage.pieces["g1"].hex == "P20"
        stage = declined(repairs(tank("g1", "P20", "immobilized"), areas=[POCKET], dice=[(4,)], date="23PM"))
        assert stage.pieces["g1"].status == ("immobilized",)


class TestRecalled:
    def test_7_5131c_a_mobile_vehicle_under_recall_is_eliminated_with_its_armour_leader(self) -> None:
        him = piece("g2", "armor-leader", "9-1", by="g1")
        stage = declined(repairs(tank("g1", "", "recall"), him))
        assert not stage.pieces

    def test_7_5131c_recalled_for_ammunition_it_returns_on_3(self) -> None:
        stage = declined(repairs(tank("r1", "", "recall-ammo", "low-ammo"), dice=[(3,)]))
        assert stage.pieces["r1"].status == ("recall",), "it may not be set up: it enters from off the map"
        assert any("only from off the map" in text for text in stage.log)

    def test_7_5131c_or_rolls_again_a_date_later(self) -> None:
        stage = declined(repairs(tank("r1", "", "recall-ammo"), dice=[(4,)]))
        assert stage.pieces["r1"].has("recall-ammo")

    def test_7_5131c_one_that_left_the_map_for_ammunition_goes_into_the_box(self) -> None:
        stage = declined(repairs(exited=[tank("r1", "", "recall-ammo")], dice=[(6,)]))
        assert "r1" in stage.state.sides["russian"].box.shown and "r1" not in stage.state.pieces

    def test_7_5131c_isolated_it_begins_under_recall_and_short_of_ammunition(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "recall"), tank("g2", "P21", "recall-ammo"), areas=[POCKET]))
        assert stage.pieces["g1"].status == ("recall", "short-of-ammunition")
        assert stage.pieces["g2"].status == ("recall-ammo", "short-of-ammunition") and not rolls(stage)

    def test_7_5131c_an_immobile_one_stays_under_recall(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "recall", "immobilized")))
        assert stage.pieces["g1"].has("recall")

    def test_7_5131c_repaired_under_b_it_can_go_and_is_gone(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "recall", "immobilized"), dice=[(1,)], date="23PM"))
        assert "g1" not in stage.pieces

    def test_7_5131c_the_roll_is_its_own_sides_secret(self) -> None:
        stage = declined(repairs(tank("r77", "", "recall-ammo"), dice=[(4,)]))
        assert rolls(stage)[0].ask.seen_by == ("russian",) and b"r77" not in stage.seen_by("german")


class TestStunned:
    def test_7_5131d_recovers_on_3_and_stays_stunned_on_5(self) -> None:
        assert declined(repairs(tank("g1", "", "stunned"), dice=[(3,)])).pieces["g1"].status == ()
        assert declined(repairs(tank("g1", "", "stunned"), dice=[(5,)])).pieces["g1"].status == ("stunned",)

    def test_7_5131d_on_6_the_crew_is_lost_and_the_vehicle_abandoned(self) -> None:
        stage = declined(repairs(tank("g1", "", "stunned"), piece("g2", "armor-leader", "8-1", by="g1"), dice=[(6,)]))
        assert stage.pieces["g1"].status == ("stunned",), "the armour leader's -1 makes it a 5"
        stage = declined(repairs(tank("g1", "", "stunned"), piece("g2", "armor-leader", "8-0", by="g1"), dice=[(6,)]))
        assert stage.pieces["g1"].status == ("abandoned",) and "g2" not in stage.pieces

    def test_b131_a_cupola_is_lost_with_its_crew(self) -> None:
        assert not declined(repairs(tank("g1", "P20", "stunned", type="HMG Cupola"), dice=[(6,)])).pieces

    def test_7_5131d_isolated_adds_1(self) -> None:
        stage = declined(repairs(tank("g1", "P20", "stunned"), areas=[POCKET], dice=[(3,)]))
        assert stage.pieces["g1"].has("stunned")

    def test_7_5131d_comes_after_recall(self) -> None:
        assert not declined(repairs(tank("g1", "", "stunned", "recall"))).pieces
