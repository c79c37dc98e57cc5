"""The order of the parts of 7.513, and that nothing is asked or rolled where there is nothing to do."""

from __future__ import annotations

from orsha.campaign.report import RemovedWeapon, ScenarioReport
from tests.campaign.stage import half, squad, sw, tank
from tests.campaign.steps.repairing import declined, repairs, rules_asked
from tests.campaign.steps.rolled import rolls


def test_7_513_nothing_to_do() -> None:
    stage = repairs()
    assert stage.done and not rolls(stage)


def test_7_513_the_parts_in_their_order() -> None:
    stage = repairs(
        tank("g1", "", "abandoned"),
        tank("g2", "", "stunned"),
        tank("g3", "", "mg-malfunctioned"),
        half("g4"),
        squad("g5", "", "engineer"),
        sw("g6", "LMG"),
        report=ScenarioReport("23AM", ft_dc=(RemovedWeapon("german", "FT", 4), RemovedWeapon("german", "DC", 4))),
        dice=[(3,), (6,)],
    )
    asked = ["001 7.5131a", "001 7.5133", "001 7.5134", "001 7.5137", "001 7.51310"]
    assert rules_asked(stage, "german") == asked
    assert [roll.ask.chart for roll in rolls(stage)] == ["vehicle-stun-recovery", "weapon-repair"]


def test_7_513_enemy_ground_and_prisoners_are_nobodys_to_use() -> None:
    prisoner = squad("g1", "P45", "prisoner", by="r1")
    stage = declined(repairs(prisoner, squad("r1", "P45"), tank("g2", "P46", "abandoned")))
    assert stage.pieces["g2"].status == ("abandoned",)
