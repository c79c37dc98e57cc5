"""The enemy's random events of OtO-S1, row by row, and how events come and are rolled again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.solo.standins import GivenFile, Procedures
from orsha.solo.state import Control, Figures, Happen, Minefield, NextTurn, Unit
from tests.solo.stage import FIGURES, Stage, boards, objective, suspect, unit

SNIPER = {"sniper attack": [(1,)]}
"""What a re-rolled event becomes in these tests: 63-64, which asks nothing."""


def enemy(*things: Any, **more: Any) -> Stage:
    return Stage("s1", *things, activated=True, **more)


def again(stage: Stage, read: int = 63) -> None:
    """The dice that follow when an event is rolled again."""
    stage.source.script.setdefault("coloured die first", []).append((read // 10, read % 10))
    stage.source.script.setdefault("sniper attack", []).append((1,))


class TestWhetherOneComes:
    def coming(self, total: tuple[int, int], **more: Any) -> Stage:
        dice = {"numbers 4/5": [total], "coloured die first": [(6, 3)], "sniper attack": [(1,)]}
        return Stage("s1", dice=dice, turn=3, side="friendly", **more).do(NextTurn())

    @pytest.mark.parametrize(("total", "comes"), [((1, 2), False), ((2, 2), True), ((2, 3), True), ((3, 3), False)])
    def test_the_dr_of_the_rally_phase_must_equal_one_of_the_two_numbers(self, total: Any, comes: bool) -> None:
        stage = self.coming(total, activated=True)
        assert ("Random event 63-64" in stage.told) is comes
        assert "(stand-in)" in next(roll.ask.purpose for roll in stage.rolls if "random events" in roll.ask.purpose)

    def test_no_enemy_event_before_an_enemy_unit_is_activated(self) -> None:
        stage = self.coming((2, 2))
        assert "none of the enemy's units has been activated" in stage.told and not stage.rolls
        with pytest.raises(Illegal, match="for: friendly"):
            stage.do(Happen("enemy"))

    def test_a_players_own_trigger(self) -> None:
        given = GivenFile(procedures=Procedures(random_event="at-most"))
        stage = self.coming((1, 1), activated=True, given=given)
        assert "Random event" in stage.told
        assert "stand-in" not in next(roll.ask.purpose for roll in stage.rolls if "random events" in roll.ask.purpose)

    def test_the_friendly_rally_phase_asks_the_friendly_numbers(self) -> None:
        figures = Figures(3, 3, 3, events_enemy=4, events_friendly=5)
        dice = {"your numbers 5/6": [(6, 6)]}
        stage = Stage("s1", dice=dice, turn=2, side="enemy", figures=figures, sky_came=True).do(NextTurn())
        assert "No random event" in stage.told


class TestOnceOnly:
    def test_a_starred_event_that_happened_is_rolled_again(self) -> None:
        stage = enemy(happened=("enemy:34-36",))
        stage.source.script["coloured die first"] = [(3, 5)]
        again(stage)
        stage.do(Happen("enemy"))
        assert "it has happened and comes a single time" in stage.told and "Random event 63-64" in stage.told

    def test_23_24_and_44_46_each_come_once_whichever_came_first(self) -> None:
        things = (objective("P3", "friendly"), unit("g1", "squad", "4-6-7", "P4"))
        stage = enemy(*things, happened=("enemy:23-24",)).event("enemy", 45).answer("g1")
        assert stage.state.happened == ("enemy:23-24", "enemy:44-46")

    def test_an_event_re_rolled_for_its_conditions_has_not_happened(self) -> None:
        stage = enemy(objective("P3", "friendly"), unit("g1", "squad", "4-6-7", "P4")).event("enemy", 23)
        again(stage)
        stage.answer()
        assert stage.state.happened == ()


class TestSuspectsAdvance:
    """11-12."""

    def test_s_on_hold_within_six_hexes_of_the_foremost_vpo_go_over_to_advance(self) -> None:
        things = (objective("P3", "friendly"), objective("Q10", "friendly"))
        stage = enemy(*things, suspect("S1", "P9"), suspect("S2", "P10"), suspect("S3", "P1", "advance"))
        stage.event("enemy", 11)
        attitudes = {id: one.attitude for id, one in stage.state.suspects.items()}
        assert attitudes == {"S1": "advance", "S2": "hold", "S3": "advance"}
        assert "S1 go over to Advance" in stage.told and "another colour" in stage.told

    def test_rolled_again_without_a_friendly_vpo(self) -> None:
        stage = enemy(objective("P3"), suspect("S1", "P9"))
        stage.source.script["coloured die first"] = [(1, 2)]
        again(stage)
        stage.do(Happen("enemy"))
        assert "taken no VPO" in stage.told and stage.state.suspects["S1"].attitude == "hold"

    def test_the_vpo_of_the_set_up_area_was_never_the_enemys(self) -> None:
        stage = enemy(objective("V17", "friendly"), suspect("S1", "V13"))
        stage.source.script["coloured die first"] = [(1, 2)]
        again(stage)
        assert "taken no VPO" in stage.do(Happen("enemy")).told
        stage = enemy(objective("V17", "friendly"), objective("D22", "friendly"), suspect("S1", "V13"))
        assert "counterattack on V17" in stage.event("enemy", 11).told, "the closest to the edge, once one is taken"

    def test_rolled_again_with_no_s_near(self) -> None:
        stage = enemy(objective("P3", "friendly"), suspect("S1", "P10"))
        stage.source.script["coloured die first"] = [(1, 2)]
        again(stage)
        stage.do(Happen("enemy"))
        assert "no S? is within 6 hexes" in stage.told and "Random event 63-64" in stage.told

    def test_vpo_equally_close_to_the_edge_are_selected_at_random(self) -> None:
        things = (objective("I14", "friendly"), objective("DD13", "friendly"), suspect("S1", "I12"))
        stage = enemy(*things, dice={"Random Selection of the VPO": [(3, 2)]}).event("enemy", 11)
        assert "counterattack on I14" in stage.told and stage.state.suspects["S1"].attitude == "advance"

    def test_and_rolled_again_where_the_selected_one_has_none_near(self) -> None:
        things = (objective("I14", "friendly"), objective("DD13", "friendly"), suspect("S1", "I12"))
        stage = enemy(*things, dice={"Random Selection of the VPO": [(2, 3)], "coloured die first": [(1, 1)]})
        again(stage)
        stage.do(Happen("enemy"))
        assert "No S? is within 6 hexes of DD13" in stage.told


class TestMinefield:
    """13-16, 25-26, 51-56."""

    @pytest.mark.parametrize("read", [13, 16, 25, 26, 51, 56])
    def test_the_foremost_stack_stands_on_mines(self, read: int) -> None:
        stage = enemy(dice={"AP minefield strength": [(5,)]}).event("enemy", read)
        assert "not in melee" in stage.asked.words and "no building" in stage.asked.words
        stage.answer("P10")
        assert (stage.state.mines["P10"].ap, stage.state.mines["P10"].at) == (12, 0)
        assert "first thing of the coming enemy Prep Fire Phase" in stage.told

    def test_only_the_nearest_to_the_enemys_edge_each_with_a_strength_of_its_own(self) -> None:
        stage = enemy(dice={"AP minefield strength": [(1,), (3,)]}).event("enemy", 13).answer("P10", "R10", "P12")
        assert {place: field.ap for place, field in stage.state.mines.items()} == {"P10": 6, "R10": 8}

    def test_mines_that_lie_there_already_keep_their_strength_and_their_at_mines(self) -> None:
        """Ruling B150."""
        known, unknown = Minefield("H22", 12, 3, anti_tank=True), Minefield("F23", anti_tank=True)
        stage = enemy(known).event("enemy", 13).answer("H22")
        assert stage.state.mines["H22"] == known and "12 AP and 3 AT factors of mines, known before" in stage.told
        dice = {"AP minefield strength": [(1,)], "AT mines besides": [(2,)], "AT mine factors": [(6,)]}
        stage = enemy(unknown, dice=dice).event("enemy", 13).answer("F23")
        assert (stage.state.mines["F23"].ap, stage.state.mines["F23"].at) == (6, 3)

    def test_not_in_the_set_up_area_nor_in_a_building(self) -> None:
        stage = enemy().event("enemy", 13)
        for place in ("P20", "Q10"):
            with pytest.raises(Illegal, match="13-16"):
                stage.answer(place)

    def test_rolled_again_where_nobody_can_stand_on_mines(self) -> None:
        stage = enemy().event("enemy", 13)
        again(stage)
        stage.answer()
        assert "another event is rolled for" in stage.told and not stage.state.mines


class TestRumours:
    """21-22."""

    def test_the_enemys_numbers_rise_by_one(self) -> None:
        stage = enemy().event("enemy", 21)
        assert stage.state.figures.events_enemy == 5 and "rise to 5/6" in stage.told

    def test_rolled_again_at_6_7(self) -> None:
        stage = enemy(figures=replace(FIGURES, events_enemy=6))
        stage.source.script["coloured die first"] = [(2, 2)]
        again(stage)
        stage.do(Happen("enemy"))
        assert "6/7 already" in stage.told and stage.state.figures.events_enemy == 6


class TestCounterattack:
    """23-24 and 44-46."""

    def start(self, *more: Any) -> Stage:
        things = (objective("P3", "friendly"), unit("g1", "squad", "4-6-7", "P4"), unit("g2", "gun", "75L AT", "P4"))
        return enemy(*things, *more).event("enemy", 23)

    def test_units_near_the_vpo_advance(self) -> None:
        stage = self.start()
        assert set(stage.asked.choices) == {"g1"} and "1 hexes away" in stage.asked.choices["g1"]
        stage.answer("g1")
        assert stage.state.units["g1"].attitude == "advance" and stage.state.units["g1"].against == "P3"
        assert stage.state.happened == ("enemy:23-24",)

    def test_what_they_do_in_minefields_is_told(self) -> None:
        told = self.start().answer("g1").told
        assert "crosses minefields unharmed" in told and "another -1 DRM" in told
        assert "ends its Movement Phase" in told

    def test_with_the_vpo_retaken_they_are_on_hold_again(self) -> None:
        stage = self.start().answer("g1").do(Control("P3", "enemy"))
        assert stage.state.units["g1"].attitude == "hold" and stage.state.units["g1"].against == ""

    def test_another_vpo_does_not_stop_them(self) -> None:
        stage = self.start(objective("I7", "friendly")).answer("g1").do(Control("I7", "enemy"))
        assert stage.state.units["g1"].attitude == "advance"

    def test_two_counterattacks_each_end_with_their_own_vpo(self) -> None:
        things = (objective("Q10", "friendly"), unit("g1", "squad", "4-6-7", "Q9"), unit("g2", "squad", "4-6-7", "P4"))
        stage = enemy(*things).event("enemy", 23).answer("g1")
        stage.state = replace(stage.state, objectives={**stage.state.objectives, "P3": objective("P3", "friendly")})
        stage.event("enemy", 44).answer("g2")
        stage.do(Control("Q10", "enemy"))
        assert [stage.state.units[id].attitude for id in ("g1", "g2")] == ["hold", "advance"]
        stage.do(Control("P3", "enemy"))
        assert stage.state.units["g2"].attitude == "hold"

    def test_44_46_conducts_it_even_if_it_has_happened(self) -> None:
        stage = self.start().answer("g1").event("enemy", 46).answer("g1")
        assert stage.state.happened == ("enemy:23-24", "enemy:44-46")

    def test_rolled_again_without_units_or_vpo(self) -> None:
        for things in ((objective("P3", "friendly"),), (unit("g1", "squad", "4-6-7", "P4"),)):
            stage = enemy(*things)
            stage.source.script["coloured die first"] = [(2, 3)]
            again(stage)
            assert "Random event 63-64" in stage.do(Happen("enemy")).told


class TestArtillery:
    @pytest.mark.parametrize(
        ("read", "table", "words"),
        [
            (31, "A6a", "2 x FFE,"),
            (41, "A6c", "2 x FFE,"),
            (43, "A6e", "3 x FFE of Harassing Fire (C1.72)"),
        ],
    )
    def test_strikes_by_their_tables(self, read: int, table: str, words: str) -> None:
        stage = enemy(dice={table: [(4,)]}).event("enemy", read)
        assert words in stage.told and stage.all_dice_thrown()
        assert any(f"{table}, how many (stand-in)" in roll.ask.purpose for roll in stage.rolls)


class TestReinforcements:
    """34-36 and its second part, printed as 37-40."""

    def test_two_more_s_than_the_dr_enter_on_advance(self) -> None:
        stage = enemy(dice={"enemy reinforcements": [(2, 3)]}).event("enemy", 34)
        assert len(stage.state.suspects) == 7 and {one.attitude for one in stage.state.suspects.values()} == {"advance"}
        assert {one.place for one in stage.state.suspects.values()} == {"west edge"} and stage.state.reinforcing

    def turn(self, die: int, **dice: Any) -> Stage:
        script = {"random events": [(6, 6)], "reinforcement die": [(die,)], **dice}
        return enemy(dice=script, reinforcing=True, turn=4, side="friendly").do(NextTurn())

    def test_in_each_later_enemy_rally_phase_3_or_less_brings_a_dr_more(self) -> None:
        stage = self.turn(3, **{"additional S?": [(1, 3)]})
        assert len(stage.state.suspects) == 4 and stage.state.reinforcing

    def test_4_or_more_ends_it(self) -> None:
        stage = self.turn(4)
        assert not stage.state.suspects and not stage.state.reinforcing
        stage.source.script["random events"] = [(6, 6), (6, 6)]
        stage.source.script["coloured"] = []
        stage.do(NextTurn()).do(NextTurn())
        assert sum("reinforcement die" in roll.ask.purpose for roll in stage.rolls) == 1

    def test_not_in_a_friendly_rally_phase(self) -> None:
        stage = enemy(dice={"random events": [(6, 6)]}, reinforcing=True, turn=4, side="enemy").do(NextTurn())
        assert not any("reinforcement die" in roll.ask.purpose for roll in stage.rolls)


class TestLeaderHardens:
    """61-62."""

    def test_the_best_leader_that_can_becomes_better(self) -> None:
        leaders = (
            unit("g1", "leader", "8-0", "P4"),
            unit("g2", "leader", "9-1", "P5"),
            unit("g3", "leader", "10-3", "P6"),
        )
        stage = enemy(*leaders).event("enemy", 61)
        assert [one.what for one in stage.state.units.values()] == ["8-0", "9-2", "10-3"]
        assert "so do all broken enemy units with him" in stage.told

    def test_a_die_between_equals(self) -> None:
        leaders = (unit("g1", "leader", "9-1", "P4"), unit("g2", "leader", "9-1", "P5"))
        stage = enemy(*leaders, dice={"Random Selection of the best leader": [(4, 4), (1, 6)]}).event("enemy", 62)
        assert [one.what for one in stage.state.units.values()] == ["9-1", "9-2"] and stage.all_dice_thrown()

    @pytest.mark.parametrize("things", [(), (Unit("g1", "leader", "10-3", "P4"),)])
    def test_rolled_again_without_one(self, things: Any) -> None:
        stage = enemy(*things)
        stage.source.script["coloured die first"] = [(6, 1)]
        again(stage)
        assert "no enemy leader" in stage.do(Happen("enemy")).told


class TestSniperAndAircraft:
    @pytest.mark.parametrize(("die", "attack"), [(3, 1), (4, 2)])
    def test_63_64_the_sniper_strikes_at_once(self, die: int, attack: int) -> None:
        stage = enemy(dice={"sniper attack": [(die,)]}).event("enemy", 64)
        assert f"strikes now, as on a Sniper attack dr of {attack}" in stage.told

    def test_65_66_stukas(self) -> None:
        stage = enemy(dice={"E7.21": [(4,)]}).event("enemy", 65)
        assert [one.what for one in stage.state.units.values()] == ["Ju-87G Stuka"] * 2
        for words in ("your next Movement Phase", "with cannon", "closest to the west edge", "more than one AFV"):
            assert words in stage.told


class TestOnBoards:
    """In OtO-S2, by stand-in tables: what the program cannot measure it asks."""

    def test_the_coloured_die_has_1_more_on_a11_only(self) -> None:
        stage = Stage("s2", dice={"sniper attack": [(1,), (1,)]}, boards=boards("44", "8", "17"))
        stage.event("enemy", 11)
        assert stage.rolls[0].result == 21 and "Random event 21-26" in stage.told
        stage.event("friendly", 41)
        assert "Random event 41-43" in stage.told

    def test_the_player_says_which_vpo_is_foremost_and_who_is_near(self) -> None:
        things = (objective("44:B2", "friendly"), objective("8:C3", "friendly"), suspect("S1", "44:B4"))
        stage = Stage("s2", *things, boards=boards("44", "8", "17"), edge="south").event("enemy", 21)
        assert "north edge" in stage.asked.words
        stage.answer("8:C3")
        assert "within 6 hexes of 8:C3" in stage.asked.words
        stage.answer("S1")
        assert stage.state.suspects["S1"].attitude == "advance"

    def test_mines_are_named_on_a_board(self) -> None:
        dice = {"AP minefield strength": [(1,)]}
        stage = Stage("s2", dice=dice, boards=boards("44", "8", "17"), edge="south").event("enemy", 34)
        with pytest.raises(Illegal):
            stage.answer("P10")
        stage.answer("17:P10")
        assert stage.state.mines["17:P10"].ap == 6
