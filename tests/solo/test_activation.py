"""Activation: the AC# die, the activation table, and what each item of it becomes."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.solo.standins import GivenFile, Procedures
from orsha.solo.state import Activate, NextTurn
from tests.solo.stage import Stage, suspect

STAYS = GivenFile(procedures=Procedures(failed_activation="stays"))


def found(total: tuple[int, int], mission: Any = "s1", attitude: Any = "hold", **dice: Any) -> Stage:
    """An S? in P15 that is activated, with a DR on the activation table."""
    table = "enemy activation, P15" if mission == "s1" else "A1, enemy activation"
    script = {"activation of S1": [(1,)], table: [total], **{key.replace("_", " "): one for key, one in dice.items()}}
    place = "P15" if mission == "s1" else "44:P5"
    return Stage(mission, suspect("S1", place, attitude), dice=script).do(Activate("S1"))


def units(stage: Stage) -> list[tuple[str, str]]:
    return [(unit.kind, unit.what) for unit in stage.state.units.values()]


class TestTheDie:
    @pytest.mark.parametrize(("number", "die", "there"), [(3, 3, True), (3, 4, False), (2, 3, False), (4, 4, True)])
    def test_the_enemy_is_there_on_the_ac_number_or_less(self, number: int, die: int, there: bool) -> None:
        stage = Stage("s1", suspect("S1", "P15"), dice={"activation of S1": [(die,)]}, rest=1)
        stage.state = _with_number(stage, number)
        stage.do(Activate("S1"))
        assert ("S1 in P15 is the enemy!" in stage.told) is there and not stage.state.suspects

    def test_otherwise_it_was_nothing_and_goes_which_is_a_stand_in(self) -> None:
        stage = Stage("s1", suspect("S1", "P15"), dice={"activation of S1": [(6,)]}).do(Activate("S1"))
        assert not stage.state.suspects and "was nothing: take it off (stand-in)" in stage.told
        assert not stage.state.activated

    def test_a_player_who_owns_the_solo_game_may_have_it_stay_and_be_tried_once_a_turn(self) -> None:
        dice = {"activation of S1": [(6,), (6,)], "random events": [(6, 6)]}
        stage = Stage("s1", suspect("S1", "P15"), dice=dice, given=STAYS).do(Activate("S1"))
        assert "S1" in stage.state.suspects
        with pytest.raises(Illegal, match="cannot be tried now"):
            stage.do(Activate("S1"))
        stage.do(NextTurn()).do(Activate("S1"))
        assert "stand-in" not in " ".join(roll.ask.purpose for roll in stage.rolls if "activation" in roll.ask.purpose)

    def test_an_s_that_is_not_there_is_refused_with_a_list(self) -> None:
        with pytest.raises(Illegal, match="those that can be tried now: S1"):
            Stage("s1", suspect("S1", "P15")).do(Activate("S9"))


def _with_number(stage: Stage, number: int) -> Any:
    from msgspec.structs import replace

    return replace(stage.state, figures=replace(stage.state.figures, activation=number))


class TestItems:
    def test_a_squad_by_g2(self) -> None:
        stage = found((3, 3), G2=[(4, 4)])
        assert units(stage) == [("squad", "4-6-7")] and stage.all_dice_thrown() and stage.state.activated
        assert any("G2, German squad (stand-in)" in roll.ask.purpose for roll in stage.rolls)

    def test_a_half_squad_is_the_half_of_what_g2_gives(self) -> None:
        assert units(found((3, 4), G2=[(4, 4)])) == [("half-squad", "2-4-7")]

    @pytest.mark.parametrize("dice", [(1, 1), (1, 2)])
    def test_msr_6_no_658_or_548_but_468(self, dice: tuple[int, int]) -> None:
        assert units(found((3, 3), G2=[dice])) == [("squad", "4-6-8")]
        assert units(found((3, 4), G2=[dice])) == [("half-squad", "2-4-8")]

    def test_two_squads_a_leader_a_fortification_and_a_weapon(self) -> None:
        stage = found((2, 2), G2=[(4, 4), (2, 2)], German_leader=[(3, 2)], A5=[(5,)], German_support_weapon=[(2, 2)])
        assert units(stage) == [
            ("squad", "4-6-7"), ("squad", "4-6-8"), ("leader", "9-1"), ("works", "trench"), ("sw", "MMG")
        ]  # fmt: skip
        assert stage.all_dice_thrown() and {unit.place for unit in stage.state.units.values()} == {"P15"}

    def test_a_fortification_may_be_none(self) -> None:
        stage = found((5, 6), enemy_gun=[(3, 4)], A5=[(1,)])
        assert units(stage) == [("gun", "75L AT")] and "no fortification" in stage.told

    def test_a_gun_has_a_crew(self) -> None:
        stage = found((1, 2), G2=[(4, 4)], enemy_gun=[(4, 4)])
        assert units(stage) == [("half-squad", "2-4-7"), ("gun", "88L AA")] and "with a 2-2-8 crew" in stage.told

    def test_a_cupola_has_its_crew_inside(self) -> None:
        stage = found((1, 2), G2=[(4, 4)], enemy_gun=[(2, 3)])
        assert ("cupola", "HMG Cupola") in units(stage) and "its crew inside" in stage.told

    @pytest.mark.parametrize("total", [(1, 1), (6, 6)])
    def test_a_vehicle_by_the_missions_table(self, total: tuple[int, int]) -> None:
        stage = found(total, enemy_vehicle=[(4, 4)])
        assert units(stage) == [("vehicle", "StuG IIIG")] and stage.all_dice_thrown()

    def test_units_take_the_prevailing_attitude_even_from_an_s_on_advance(self) -> None:
        stage = found((3, 3), attitude="advance", G2=[(4, 4)])
        assert [unit.attitude for unit in stage.state.units.values()] == ["hold"]
        assert "takes the prevailing attitude, Hold" in stage.told


class TestTheCrossRoads:
    def test_msr_1_adds_1_on_a1_and_3_on_g2(self) -> None:
        stage = found((3, 2), "s2", G2=[(3, 3)], German_support_weapon=[(4, 4)], A5=[(1,)])
        rolls = {roll.ask.purpose.split(",")[0]: roll.result for roll in stage.rolls}
        assert rolls["A1"] == 6 and rolls["G2"] == 9
        assert units(stage) == [("squad", "4-6-7"), ("sw", "LMG")]

    def test_msr_2_an_even_dr_may_bring_a_fortification(self) -> None:
        stage = found((3, 2), "s2", G2=[(3, 3)], German_support_weapon=[(4, 4)], A5=[(6,)])
        assert ("works", "wire") in units(stage) and "An even DR" in stage.told and stage.all_dice_thrown()

    def test_msr_2_an_odd_one_does_not(self) -> None:
        stage = found((3, 3), "s2", G2=[(3, 3)])
        assert [kind for kind, _ in units(stage)] == ["squad"] and "even DR" not in stage.told

    def leader(self, dice: tuple[int, int], leaders: int) -> Stage:
        script = {
            "activation of S1": [(1,)], "A1, enemy activation": [(2, 2)], "G2": [(3, 3)], "German leader": [dice],
            "German support weapon": [(4, 4)], "A6a": [(4,)],
        }  # fmt: skip
        stage = Stage("s2", suspect("S1", "44:P5"), dice=script, leaders=leaders)
        return stage.do(Activate("S1"))

    def test_msr_3_the_first_leader_brings_artillery(self) -> None:
        stage = self.leader((4, 4), 0)
        assert "With the first leader comes an enemy artillery strike" in stage.told and "2 x FFE" in stage.told

    def test_msr_3_later_only_a_minus_2_leader_does(self) -> None:
        assert "artillery" not in self.leader((4, 4), 1).told
        assert "With a 9-2 comes an enemy artillery strike" in self.leader((1, 2), 1).told

    def test_msr_3_a_first_leader_of_minus_2_brings_one_strike(self) -> None:
        assert self.leader((1, 1), 0).told.count("artillery strike") == 1

    def test_guns_and_vehicles_are_the_solo_games_own(self) -> None:
        stage = found((1, 1), "s2", German_vehicle=[(3, 3)])
        assert units(stage) == [("vehicle", "StuG IIIG")]
        stage = found((6, 5), "s2", German_gun=[(3, 3)], A5=[(1,)])
        assert units(stage) == [("gun", "81* MTR")]
        assert all("(stand-in)" in roll.ask.purpose for roll in stage.rolls)

    def test_nothing_is_a_result_too(self) -> None:
        assert "nothing at all" in found((6, 6), "s2").told
