"""OtO-S1 in play: turns, aircraft and flak, minefields, reports, the end and the points."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.solo.ending import points
from orsha.solo.files import mission
from orsha.solo.game import Solo
from orsha.solo.state import Control, End, Losses, Lost, Minefield, Mines, Moved, NextTurn, Score, SkyLost
from tests.solo.stage import Stage, objective, own, suspect, unit

QUIET = {"random events": [(6, 6)] * 40}


FLAK = unit("g99", "gun", "Flak 18 88L", "CC2")


def in_turn(turn: int, side: Any, *things: Any, **more: Any) -> Stage:
    """A quiet mission: no random event comes. One of the flak guns stands."""
    dice = {**QUIET, **more.pop("dice", {})}
    return Stage("s1", *things, FLAK, dice=dice, turn=turn, side=side, **more)


class TestTurns:
    def test_friendly_and_enemy_player_turns_alternate(self) -> None:
        stage = in_turn(1, "friendly", activated=True, rest=1)
        seen = []
        for _ in range(4):
            stage.do(NextTurn())
            seen.append((stage.state.turn, stage.state.side))
        assert seen == [(1, "enemy"), (2, "friendly"), (2, "enemy"), (3, "friendly")]

    def test_msr_3_the_free_ffe_of_turn_1(self) -> None:
        stage = in_turn(0, "enemy").do(NextTurn())
        assert "put an FFE:1 on any location your observer can see" in stage.told
        assert "no card is drawn for access" in stage.told and "a miss is one hex off" in stage.told
        stage.do(NextTurn())
        assert "From now on your artillery follows the usual rules" in stage.told

    def test_msr_3_only_on_turn_1(self) -> None:
        assert "FFE:1" not in in_turn(2, "enemy").do(NextTurn()).told

    @pytest.mark.parametrize("turn", [0, 4])
    def test_msr_7_is_told_in_every_turn_of_the_player(self, turn: int) -> None:
        stage = in_turn(turn, "enemy").do(NextTurn())
        assert "no good order MMC of yours is within 4 hexes adds 3 to its Command DR" in stage.told
        assert "unless it is in your set-up area" in stage.told

    def test_the_enemys_turn_says_who_advances(self) -> None:
        stage = in_turn(3, "friendly", suspect("S1", "P5", "advance"), unit("g1", "squad", "4-6-7", "P4"))
        assert "On Advance: S1." in stage.do(NextTurn()).told


class TestAircraft:
    def arrived(self) -> Stage:
        dice = {"OtO Aircraft 12.2": [(6,)], "anti-tank cluster bombs": [(2,), (3,), (1,)]}
        return in_turn(1, "enemy", dice=dice).do(NextTurn())

    def test_three_sturmoviks_arrive_on_turn_2(self) -> None:
        assert "Sturmovik" not in in_turn(0, "enemy").do(NextTurn()).told
        stage = self.arrived()
        assert stage.state.sky == 3
        assert "3 x Sturmovik arrive: Il-2 with cannon and rockets; ATCB, no ATCB, ATCB" in stage.told

    def test_they_do_not_arrive_twice(self) -> None:
        stage = in_turn(1, "enemy", sky_came=True).do(NextTurn())
        assert stage.state.sky == 0

    def test_what_is_told_of_them(self) -> None:
        told = self.arrived().told
        assert "12.2 to 12.63 apply" in told and "unless recalled (E7.24)" in told
        assert "choose its targets as the enemy would wish" in told
        assert "only German vehicles with AAMG or AA armament fire at them" in told

    def test_flak_waits_until_the_aircraft_come(self) -> None:
        told = in_turn(1, "friendly", activated=True).do(NextTurn()).told
        assert "no Action rolls yet" in told and "within 4 hexes" in told

    def test_then_flak_fires_at_the_sky_or_at_what_is_near(self) -> None:
        told = in_turn(3, "friendly", sky=2, sky_came=True).do(NextTurn()).told
        assert "fire at your aircraft only, or at a target within 4 hexes" in told

    @pytest.mark.parametrize("how", ["shot-down", "recalled"])
    def test_flak_is_free_when_all_aircraft_are_gone(self, how: Any) -> None:
        stage = in_turn(3, "friendly", sky=2, sky_came=True)
        stage.do(SkyLost(how, 1))
        assert "fire at any target as usual" not in stage.told
        stage.do(SkyLost(how, 1))
        assert stage.state.sky == 0 and "fire at any target as usual" in stage.told
        stage.do(NextTurn())
        assert stage.told.count("fire at any target as usual") == 2

    def test_nothing_is_said_of_flak_that_is_gone(self) -> None:
        stage = in_turn(3, "friendly", sky=2, sky_came=True).do(Lost(("g99",))).do(SkyLost("recalled", 2))
        stage.do(NextTurn())
        assert "flak" not in stage.told.replace("Flak 18 88L g99", "")

    def test_no_more_aircraft_are_lost_than_there_are(self) -> None:
        with pytest.raises(Illegal, match="you have 2 aircraft"):
            in_turn(3, "friendly", sky=2, sky_came=True).do(SkyLost("recalled", 3))


class TestMinefields:
    def test_strength_is_rolled_on_entry(self) -> None:
        stage = Stage("s1", Minefield("H22", anti_tank=True), dice={"AP minefield": [(4,)], "AT mines besides": [(3,)]})
        stage.do(Mines("H22"))
        assert (stage.state.mines["H22"].ap, stage.state.mines["H22"].at) == (8, 0)

    def test_a_second_die_may_find_anti_tank_mines_and_a_third_says_how_many(self) -> None:
        dice = {"AP minefield": [(6,)], "AT mines besides": [(2,)], "AT mine factors": [(5,)]}
        stage = Stage("s1", Minefield("H22", anti_tank=True), dice=dice).do(Mines("H22"))
        assert (stage.state.mines["H22"].ap, stage.state.mines["H22"].at) == (12, 2) and stage.all_dice_thrown()

    def test_the_strength_stays_what_it_is(self) -> None:
        stage = Stage("s1", Minefield("H22", ap=6))
        with pytest.raises(Illegal, match="Minefields"):
            stage.do(Mines("H22"))


class TestReports:
    def test_enemies_that_are_gone(self) -> None:
        stage = Stage("s1", suspect("S1", "P5"), unit("g1", "squad", "4-6-7", "P4")).do(Lost(("S1", "g1")))
        assert not stage.state.suspects and not stage.state.units and "S1 in P5, 4-6-7 g1" in stage.told

    def test_an_enemy_elsewhere(self) -> None:
        stage = Stage("s1", suspect("S1", "P5")).do(Moved("S1", "P6"))
        assert stage.state.suspects["S1"].place == "P6"
        with pytest.raises(Illegal, match="no place in play"):
            stage.do(Moved("S1", "P40"))

    def test_control_of_a_vpo(self) -> None:
        stage = Stage("s1", objective("P3")).do(Control("P3", "friendly"))
        assert stage.state.objectives["P3"].holder == "friendly"
        with pytest.raises(Illegal, match="P3"):
            stage.do(Control("P4", "friendly"))

    def test_losses_come_off_the_list(self) -> None:
        stage = Stage("s1", own("r1", "squad", "4-4-7", 6), own("r2", "afv", "KV-8")).do(Losses({"r1": 2, "r2": 1}))
        assert stage.state.own["r1"].count == 4 and "r2" not in stage.state.own
        with pytest.raises(Illegal, match="no more than you have"):
            stage.do(Losses({"r1": 5}))


class TestTheEnd:
    def test_no_die_before_the_end_of_turn_8(self) -> None:
        for turn, side in ((7, "enemy"), (8, "friendly")):
            with pytest.raises(Illegal, match="from 8 on"):
                in_turn(turn, side).do(End())

    def test_at_the_end_of_turn_8_it_comes_before_the_next_turn(self) -> None:
        stage = in_turn(8, "enemy", dice={"mission end": [(4,)]})
        with pytest.raises(Illegal, match="mission end die first"):
            stage.do(NextTurn())
        stage.do(End())
        assert "the mission goes on" in stage.told
        stage.do(NextTurn())
        assert (stage.state.turn, stage.state.side) == (9, "friendly")

    def test_one_die_a_turn(self) -> None:
        stage = in_turn(8, "enemy", dice={"mission end": [(4,)]}).do(End())
        with pytest.raises(Illegal, match="each game turn"):
            stage.do(End())

    @pytest.mark.parametrize(
        ("turn", "die", "ends"),
        [(8, 3, True), (8, 4, False), (9, 4, True), (10, 5, True), (10, 6, False), (11, 6, True)],
    )
    def test_each_complete_turn_after_the_eighth_takes_1_off(self, turn: int, die: int, ends: bool) -> None:
        stage = in_turn(turn, "enemy", objective("P3"), dice={"mission end": [(die,)]}).do(End())
        assert (stage.state.phase == "ending") is ends

    def ended(self, *things: Any) -> Stage:
        return in_turn(8, "enemy", objective("P3"), objective("I7", "friendly"), *things, dice={"mission end": [(1,)]})

    def test_the_player_is_asked_for_what_counts(self) -> None:
        stage = self.ended(unit("g1", "gun", "75L AT", "P2"), unit("g2", "squad", "4-6-7", "P2")).do(End())
        assert set(stage.asked.choices) == {"P3", "I7"} and "moved through every hex" in stage.told
        stage.answer("P3", "I7")
        assert "railway" in stage.asked.words
        stage.answer("yes")
        assert "road" in stage.asked.words
        stage.answer("no")
        assert set(stage.asked.choices) == {"g1", "g99"}, "a squad is no gun and no AFV"
        stage.answer("g1")
        assert stage.state.score == Score(
            {"VPO": 2, "railway": 2}, {"VPO": 0, "road not taken": 1, "guns and AFV over roads and rails": 1}
        )

    def test_a_cupola_counts_as_an_afv(self) -> None:
        stage = self.ended(unit("g1", "cupola", "HMG Cupola", "P2")).do(End()).answer().answer("no").answer("no")
        assert "g1" in stage.asked.choices

    def test_nothing_is_asked_about_guns_where_there_are_none(self) -> None:
        stage = self.ended().do(Lost(("g99",))).do(End()).answer("I7").answer("yes").answer("yes")
        assert stage.state.phase == "over"

    def test_more_points_win(self) -> None:
        stage = self.ended().do(End()).answer("I7", "P3").answer("yes").answer("yes").answer()
        result = Solo().result(stage.state)
        assert result is not None and result.winner == "player" and result.points == {"player": 7, "enemy": 0}
        stage = self.ended().do(End()).answer().answer("no").answer("no").answer()
        result = Solo().result(stage.state)
        assert result is not None and result.winner == "enemy" and result.points == {"player": 0, "enemy": 4}

    def test_equal_points_are_nobodys_win(self) -> None:
        stage = self.ended(unit("g1", "gun", "75L AT", "P2"), unit("g2", "gun", "75L AT", "P2"))
        stage.do(End()).answer("I7").answer("yes").answer("no").answer("g1")
        result = Solo().result(stage.state)
        assert result is not None and result.winner is None and result.points == {"player": 3, "enemy": 3}


@pytest.mark.parametrize(
    ("given", "friendly", "enemy"),
    [
        ((10, 0, True, True, 0), 15, 0),
        ((0, 10, False, False, 3), 0, 15),
        ((4, 6, True, False, 2), 6, 9),
        ((4, 6, False, True, 0), 7, 7),
    ],
)
def test_the_vp_schedule(given: tuple[int, int, bool, bool, int], friendly: int, enemy: int) -> None:
    rules = mission("s1").victory
    assert rules is not None
    score = points(rules, *given)
    assert (sum(score.friendly.values()), sum(score.enemy.values())) == (friendly, enemy)
