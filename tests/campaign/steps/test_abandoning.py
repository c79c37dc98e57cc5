"""Abandoning, scrounging, ammunition and support weapons (001 7.5137-7.51310)."""

from __future__ import annotations

import pytest

from orsha.campaign.commands import Answer
from orsha.campaign.domains import check_command
from orsha.campaign.report import MapMarker, Piece, Status
from orsha.kernel import Illegal
from tests.campaign.stage import Stage, gun, half, leader, piece, squad, sw, tank
from tests.campaign.steps.repairing import POCKET, declined, repairs, rules_asked, until

WRECK = (MapMarker("wreck", "P20"),)


def abandoning(*pieces: Piece, **more: object) -> Stage:
    return until(repairs(*pieces, **more), "german", "001 7.5137")  # type: ignore[arg-type]


def kinds(stage: Stage) -> list[str]:
    return sorted(f"{one.kind} {one.type}" for one in stage.pieces.values())


class TestVehicles:
    def test_7_5137_abandoning_keeps_the_crew(self) -> None:
        stage = declined(abandoning(tank("g1"), squad("g2")).answer("german", "abandon g1"))
        assert stage.pieces["g1"].status == ("abandoned",)
        assert kinds(stage) == ["crew 1-2-6", "squad 4-6-7", "vehicle StuG IIIG"]

    def test_7_5137_untrained_men_come_out_as_a_half_squad(self) -> None:
        stage = declined(abandoning(tank("g1", "", "unqualified"), squad("g2")).answer("german", "abandon g1"))
        assert "half-squad 2-4-7" in kinds(stage) and stage.pieces["g1"].status == ("abandoned",)

    def test_7_5137_the_armour_leader_gets_out_too(self) -> None:
        him = piece("g2", "armor-leader", "9-1", "P20", by="g1")
        stage = declined(abandoning(tank("g1", "P20", "immobilized"), him).answer("german", "abandon g1"))
        assert stage.pieces["g2"].held_by is None and stage.pieces["g2"].hex == ""

    def test_7_5137_in_an_isolated_area_the_crew_stands_where_the_vehicle_is(self) -> None:
        stage = abandoning(tank("g1", "P20"), squad("g2", "P21"), areas=[POCKET])
        stage = declined(stage.answer("german", "abandon g1"))
        assert [one.hex for one in stage.pieces.values() if one.kind == "crew"] == ["P20"]

    @pytest.mark.parametrize(("verb", "marker"), [("wreck", "wreck"), ("burn", "burnt-out-wreck")])
    def test_7_5137_turned_into_a_wreck_where_it_was_and_the_crew_is_kept(self, verb: str, marker: str) -> None:
        stage = declined(abandoning(tank("g1", last="P20"), squad("g2")).answer("german", f"{verb} g1"))
        assert [(one.what, one.hex) for one in stage.state.markers] == [(marker, "P20")]
        assert kinds(stage) == ["crew 1-2-6", "squad 4-6-7"]

    def test_7_5137_two_of_one_hex_leave_two_wrecks(self) -> None:
        stage = abandoning(tank("g1", "", last="P20"), tank("g2", "", last="P20"), squad("g3"))
        assert declined(stage.answer("german", "wreck g1", "wreck g2")).state.markers == WRECK * 2

    def test_7_5137_each_of_several_wrecks_in_a_hex_may_be_scrounged(self) -> None:
        stage = abandoning(squad("g1"), markers=WRECK * 2)
        assert set(stage.asked("german").choices) == {"scrounge P20", "scrounge P20 2"}
        stage.answer("german", "scrounge P20", "scrounge P20 2").answer("german", "nothing")
        assert "wreck 2 in P20" in stage.asked("german").words
        assert kinds(declined(stage.answer("german", "captured LMG"))) == ["squad 4-6-7", "sw LMG"]

    def test_7_5137_not_a_wreck_that_a_blaze_keeps_everybody_from(self) -> None:
        fire = (*WRECK, MapMarker("wreck", "P21"), MapMarker("blaze", "P20"))
        stage = abandoning(squad("g2"), markers=fire)
        assert set(stage.asked("german").choices) == {"scrounge P21"}

    def test_7_5137_one_that_was_never_on_the_map_leaves_no_wreck(self) -> None:
        stage = declined(abandoning(tank("g1"), squad("g2")).answer("german", "wreck g1"))
        assert not stage.state.markers and "g1" not in stage.pieces

    def test_7_5137_an_mg_that_may_be_taken_off(self) -> None:
        stage = declined(abandoning(tank("g1"), squad("g2")).answer("german", "strip g1"))
        assert stage.pieces["g1"].status == ("mg-disabled",) and "sw LMG" in kinds(stage)
        other = abandoning(tank("g1", type="Marder II"), squad("g2"))
        assert "strip g1" not in other.asked("german").choices
        other = abandoning(tank("g1", "", "mg-disabled"), squad("g2"))
        assert "strip g1" not in other.asked("german").choices

    def test_7_5137_and_or_all_of_it_in_one(self) -> None:
        stage = abandoning(tank("g1", last="P20"), squad("g2"))
        stage = declined(stage.answer("german", "wreck g1", "strip g1", "abandon g1"))
        assert kinds(stage) == ["crew 1-2-6", "squad 4-6-7", "sw LMG"]
        assert stage.state.markers == (MapMarker("wreck", "P20"),)

    @pytest.mark.parametrize("status", ["recall", "recall-ammo"])
    def test_7_5137_not_with_a_recalled_vehicle(self, status: Status) -> None:
        recalled = tank("g1", "P20", status, "immobilized")
        assert "001 7.5137" not in rules_asked(repairs(recalled, squad("g2")), "german")

    def test_4_1_nor_with_a_cupola(self) -> None:
        cupola = tank("g1", "P20", type="HMG Cupola")
        assert "001 7.5137" not in rules_asked(repairs(cupola, squad("g2")), "german")

    def test_7_5137_a_truck_has_no_crew_to_get_out(self) -> None:
        stage = until(repairs(tank("r1", type="GAZ-MM"), squad("r2")), "russian", "001 7.5137")
        assert set(stage.asked("russian").choices) == {"wreck r1", "burn r1"}

    def test_7_5137_not_without_an_mmc_in_that_perimeter_area(self) -> None:
        empty = tank("g1", "P20", "abandoned")
        elsewhere, lone = squad("g2"), leader("g3", "P21")
        asked = rules_asked(repairs(empty, elsewhere, lone, areas=[POCKET], markers=WRECK), "german")
        assert "001 7.5137" not in asked

    def test_7_5137_an_abandoning_crew_is_mmc_enough(self) -> None:
        stage = abandoning(tank("g1", "P20"), tank("g2", "P21", "abandoned"), areas=[POCKET], markers=WRECK)
        assert set(stage.asked("german").choices) == {"abandon g1", "wreck g1", "burn g1"}
        stage.answer("german", "abandon g1")
        assert {"wreck g2", "scrounge P20", "wreck g1"} <= set(stage.asked("german").choices)

    def test_7_5137_what_is_off_the_map_stays_secret(self) -> None:
        stage = declined(abandoning(tank("g77"), squad("g2")).answer("german", "abandon g77", "strip g77"))
        assert b"g77" not in stage.seen_by("russian") and b"1-2-6" not in stage.seen_by("russian")


class TestScrounging:
    def test_7_5137_the_outcome_is_the_base_games_and_asked(self) -> None:
        stage = abandoning(squad("g2"), markers=WRECK).answer("german", "scrounge P20")
        assert {"nothing", "LMG", "captured LMG"} <= set(stage.asked("german").choices)
        assert "sw LMG" in kinds(declined(stage.answer("german", "LMG")))

    def test_7_5137_a_wreck_of_the_enemys_gives_a_captured_weapon(self) -> None:
        stage = abandoning(squad("g2"), markers=WRECK).answer("german", "scrounge P20")
        stage = declined(stage.answer("german", "captured LMG"))
        [gained] = [one for one in stage.state.sides["german"].box.shown.values() if one.kind == "sw"]
        assert gained.side == "russian" and gained.has("captured")

    def test_7_5137_nothing_may_come_of_it(self) -> None:
        stage = abandoning(squad("g2"), markers=WRECK).answer("german", "scrounge P20")
        assert kinds(declined(stage.answer("german", "nothing"))) == ["squad 4-6-7"]

    def test_7_5137_a_scrounged_vehicle_has_no_machine_gun_left(self) -> None:
        stage = abandoning(tank("g1", "", "abandoned"), squad("g2")).answer("german", "scrounge g1")
        assert set(stage.asked("german").choices) == {"nothing", "LMG"}
        stage = declined(stage.answer("german", "LMG"))
        assert stage.pieces["g1"].has("mg-disabled") and "sw LMG" in kinds(stage)

    def test_7_5072_before_it_is_made_a_wreck(self) -> None:
        stage = abandoning(tank("g1", "", "abandoned"), squad("g2")).answer("german", "wreck g1", "scrounge g1")
        stage = declined(stage.answer("german", "LMG"))
        assert kinds(stage) == ["squad 4-6-7", "sw LMG"]

    def test_cg5_a_burnt_out_wreck_cannot_be_scrounged_nor_one_on_enemy_ground(self) -> None:
        burnt = (MapMarker("burnt-out-wreck", "P20"), MapMarker("wreck", "P45"))
        assert "001 7.5137" not in rules_asked(repairs(squad("g2"), markers=burnt), "german")

    def test_7_5137_in_an_isolated_area_the_find_lies_on_the_map(self) -> None:
        stage = abandoning(squad("g2", "P21"), markers=WRECK, areas=[POCKET]).answer("german", "scrounge P20")
        stage = declined(stage.answer("german", "LMG"))
        assert [one.hex for one in stage.state.pieces.values() if one.kind == "sw"] == ["P20"]


class TestAmmunition:
    def test_7_5138_depleted_ammunition_is_restored_but_not_to_captured_or_isolated_guns(self) -> None:
        own, cut_off = gun("g1", "P30", "depleted-ammo"), gun("g2", "P20", "depleted-ammo")
        prize = tank("r1", "", "depleted-ammo", "captured", "mg-disabled")
        stage = declined(
            repairs(own, cut_off, tank("g3", "", "depleted-ammo"), areas=[POCKET], booty=[prize], dice=[(1,)])
        )
        has = {id: one.has("depleted-ammo") for id, one in stage.pieces.items()}
        assert has == {"g1": False, "g2": True, "g3": False, "r1": True}

    def test_7_5139_low_ammo_goes_and_shortage_is_lifted_unless_isolated(self) -> None:
        near, far = gun("g1", "P30", "low-ammo"), gun("g2", "P20", "low-ammo", "short-of-ammunition")
        stage = declined(repairs(near, far, squad("g3", "", "short-of-ammunition"), areas=[POCKET]))
        assert stage.pieces["g1"].status == () and stage.pieces["g3"].status == ()
        assert stage.pieces["g2"].status == ("low-ammo", "short-of-ammunition")

    def test_7_5139_who_is_off_the_map_is_not_named_to_the_enemy(self) -> None:
        stage = declined(repairs(gun("g1", "P30", "low-ammo"), tank("g77", "", "low-ammo")))
        assert b"g77" not in stage.seen_by("russian") and any("g77" in text for text in stage.log)


class TestEquipment:
    def asked(self, *pieces: Piece, **more: object) -> Stage:
        return until(repairs(*pieces, **more), "german", "001 7.51310")  # type: ignore[arg-type]

    def test_7_51310_dismantled_assembled_or_given_up(self) -> None:
        things = [sw("g1", "HMG"), sw("g2", "81mm MTR", "", "dismantled"), sw("g3", "LMG")]
        stage = self.asked(half("g9"), *things)
        assert set(stage.asked("german").choices) == {
            "dismantle g1", "eliminate g1", "assemble g2", "eliminate g2", "eliminate g3",
        }  # fmt: skip
        stage.answer("german", "dismantle g1", "assemble g2", "eliminate g3")
        assert stage.pieces["g1"].status == ("dismantled",) and stage.pieces["g2"].status == ()
        assert "g3" not in stage.pieces and stage.done

    def test_7_51310_not_two_things_that_undo_each_other(self) -> None:
        stage = self.asked(half("g9"), sw("g1", "HMG"), sw("g3", "LMG"))
        with pytest.raises(Illegal):
            stage.answer("german", "dismantle g1", "eliminate g1")
        with pytest.raises(Illegal, match="'dismantle g1' and 'eliminate g1' cannot both be done"):
            check_command(stage.state, "german", Answer(("dismantle g1", "eliminate g1")))
        stage.answer("german", "dismantle g1", "eliminate g3")

    def test_7_51310_guns_too(self) -> None:
        stage = self.asked(leader("g9"), gun("g1", "P30")).answer("german", "eliminate g1")
        assert "g1" not in stage.pieces

    def test_7_51310_only_where_there_are_men(self) -> None:
        stage = self.asked(half("g9"), sw("g1", "LMG"), sw("g2", "LMG", "P20"), areas=[POCKET])
        assert set(stage.asked("german").choices) == {"eliminate g1"}
        assert stage.answer("german").done

    def test_7_51310_area_by_area(self) -> None:
        stage = self.asked(half("g9"), sw("g1", "LMG"), half("g8", "P21"), sw("g2", "LMG", "P20"), areas=[POCKET])
        stage.answer("german")
        assert set(stage.asked("german").choices) == {"eliminate g2"}
