"""What a report claims against what a side knows: points, types, weapons and works that are gone, fires."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.campaign.files import Side
from orsha.campaign.filing import Own, check_filed, own_forces
from orsha.campaign.report import Casualties, MapMarker, Piece, RemovedWeapon, ScenarioReport
from orsha.campaign.state import Fort
from orsha.kernel import Illegal
from tests.campaign.stage import Stage, half, leader, squad, sw, tank


def report(*pieces: Piece, **more: Any) -> ScenarioReport:
    return ScenarioReport("23AM", pieces=pieces, **more)


def allowed(found: ScenarioReport, *own: Piece, side: Side = "german", **more: Any) -> None:
    check_filed(found, "23AM", side, Own(own, **more))


def refused(found: ScenarioReport, *own: Piece, match: str, side: Side = "german", **more: Any) -> None:
    with pytest.raises(Illegal, match=match):
        allowed(found, *own, side=side, **more)


class TestPoints:
    def test_7_13_not_more_cvp_than_all_counters_are_worth_as_prisoners(self) -> None:
        allowed(report(casualties={"german": Casualties(4)}), squad("g1"))
        refused(report(casualties={"german": Casualties(5)}), squad("g1"), match="5 CVP are more than all german")

    def test_the_other_sides_points_are_the_other_sides_to_check(self) -> None:
        allowed(report(casualties={"russian": Casualties(99)}), squad("g1"))

    def test_cg14_not_more_evp_than_those_who_left_are_worth(self) -> None:
        tanks = [tank("r1", type="T-34/M43"), tank("r2", type="T-34/M43")]
        allowed(report(exited={"T-34/M43": 1}, evp=6), *tanks, side="russian")
        refused(report(exited={"T-34/M43": 1}, evp=99), *tanks, side="russian", match="99 EVP are more than those who")
        refused(report(evp=9999), *tanks, side="russian", match="more than all russian counters")


def test_cg13_not_more_modules_are_used_than_three_and_four() -> None:
    ids = ("g1", "g2", "g3", "g4")
    guns = {"assets": (*ids, "g5"), "modules": ids}
    allowed(report(used={"german": (*ids[:3], "g5")}), **guns)
    refused(report(used={"german": ids}), match="4 german modules are used, and at most 3", **guns)
    allowed(report(used={"russian": ids}), side="russian", **guns)


class TestTypes:
    def test_men_are_of_a_type_that_their_side_has(self) -> None:
        allowed(report(squad("g1", "P20", type="4-4-7")), squad("g1"))
        refused(report(squad("g1", "P20", type="9-9-9")), squad("g1"), match="no german squad 9-9-9, as g1")
        refused(report(squad("g1", "P20", type="4-5-8")), squad("g1"), match="no german squad 4-5-8")
        refused(report(half("g1", "P20", type="4-6-7")), squad("g1"), match="no german half-squad 4-6-7")
        allowed(report(leader("g1", "P20", type="9-2")), leader("g1"))

    def test_a_weapon_or_a_vehicle_does_not_become_another(self) -> None:
        refused(report(sw("g1", "HMG", "P20")), sw("g1", "LMG"), match="g1 is a LMG, and the report has it as HMG")
        refused(report(tank("g1", "P20", type="Tiger I")), tank("g1"), match="g1 is a StuG IIIG")

    @pytest.mark.parametrize("status", ["abandoned", "motion", "bogged", "immobilized"])
    def test_4_1_no_crew_leaves_a_cupola_and_it_does_not_move(self, status: Any) -> None:
        own = tank("g1", type="HMG Cupola")
        refused(report(tank("g1", "P20", status, type="HMG Cupola")), own, match=f"is a cupola and cannot be {status}")
        allowed(report(tank("g1", "P20", "malfunctioned", type="HMG Cupola")), own)


class TestTheCulvert:
    def test_3_2_no_vehicle_is_in_it(self) -> None:
        refused(report(tank("g1", "M23", level=-1)), tank("g1"), match="cannot be in the culvert")
        allowed(report(tank("g1", "M23")), tank("g1"))

    def test_3_1_it_is_never_overstacked(self) -> None:
        men = [squad(f"g{n}", "M23", level=-1) for n in range(1, 5)]
        allowed(report(*men[:3]), *men)
        refused(report(*men), *men, match="8 german half-squads are in the culvert of M23, where 6 have room")
        allowed(report(*men[:3], squad("g4", "M23")), *men)


class TestWeaponsGone:
    GONE = (RemovedWeapon("german", "DC", 5),)

    def test_7_5134_only_what_was_in_play_leaves_it(self) -> None:
        allowed(report(ft_dc=self.GONE), sw("g1", "DC", "P20"))
        refused(report(ft_dc=self.GONE), sw("g1", "DC"), match="1 german DC left play, but 0 that were in it")

    def test_7_5134_one_that_entered_with_its_men(self) -> None:
        allowed(report(squad("g2", "P20"), ft_dc=self.GONE), squad("g2"), sw("g1", "DC", by="g2"))

    def test_7_5134_or_that_is_said_to_be_lost(self) -> None:
        lost = {"german": Casualties(0, {"DC": 1})}
        allowed(report(ft_dc=self.GONE, casualties=lost), sw("g1", "DC"))

    def test_7_5134_not_one_that_still_lies_there(self) -> None:
        found = report(sw("g1", "DC", "P20"), ft_dc=self.GONE)
        refused(found, sw("g1", "DC", "P20"), match="but 0 that were in it are missing")


class TestWorksGone:
    def own(self, side: Side) -> Own:
        wire = Fort("g1", "wire", "german", "K33")
        return own_forces(Stage("7.501", forts=[wire], markers=(MapMarker("rubble", "P20"),)).state, side)

    def test_cg5_what_is_gone_was_there(self) -> None:
        known = self.own("german")
        check_filed(report(removed=("wire K33", "rubble p20")), "23AM", "german", known)
        for gone in (("wire A1",), ("wire K33", "wire K33"), ("minefield P20",)):
            with pytest.raises(Illegal, match="is gone, but there was none"):
                check_filed(report(removed=gone), "23AM", "german", known)

    def test_the_russians_may_have_swept_mines_that_they_did_not_know(self) -> None:
        check_filed(report(removed=("minefield P20",)), "23AM", "russian", self.own("russian"))


class TestFires:
    def test_6_nobody_is_in_a_blaze(self) -> None:
        there = report(squad("g1", "P20"))
        refused(there, squad("g1"), match="g1 .4-6-7. is in P20, which is ablaze", blazes=("P20",))
        refused(report(squad("g1", "P20"), markers=(MapMarker("blaze", "P20"),)), squad("g1"), match="ablaze")
        allowed(report(squad("g1", "P20"), removed=("blaze P20",)), squad("g1"), blazes=("P20",))

    def test_but_things_and_empty_vehicles_may_be(self) -> None:
        allowed(report(tank("g1", "P20", "abandoned"), sw("g2", "LMG", "P20")), tank("g1"), blazes=("P20",))


def test_6_a_concession_ends_a_scenario_early() -> None:
    allowed(report(turns=3, concedes="german"), squad("g1"))
    refused(report(turns=3), squad("g1"), match="6 turns or more .*, unless a side concedes")
