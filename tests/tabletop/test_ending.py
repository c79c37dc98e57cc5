"""Ends that no mission names (core 11, rulings A69, A167): conceded, stopped by both, out of turns."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.state import Marker
from tests.tabletop.builders import FORCE, Game, begun, turn

NOBODY: Any = {"allied": (), "axis": ()}


def ends(match: Game, seat: str) -> set[str]:
    return {option.act for option in match.options(seat) if option.ends}


def other(match: Game) -> str:
    return "axis" if match.state.active == "allied" else "allied"


def lose(match: Game, seat: str, units: int) -> None:
    """So many of a side's units are destroyed."""
    on_table = [id for id, unit in match.state.units.items() if unit.seat == seat and unit.where == "table"]
    for id in on_table[:units]:
        match.do(match.state.active, mc.Lose(id))


class TestConceding:
    def test_who_concedes_has_lost_and_the_points_are_those_of_any_victory(self) -> None:
        match = begun("annihilation", forces=NOBODY)
        seat = match.state.active
        match.do(seat, mc.Concede())
        assert match.result is not None and match.result.winner == other(match)
        assert match.result.points == {other(match): 8, seat: 1}
        assert f"{seat} concedes" in match.result.why and not match.options("allied") and not match.options("axis")

    def test_only_in_ones_own_turn(self) -> None:
        match = begun("annihilation", forces=NOBODY)
        assert ends(match, match.state.active) == {"concede", "call-off"} and ends(match, other(match)) == set()
        with pytest.raises(Illegal, match="not .*'s turn"):
            match.do(other(match), mc.Concede())


class TestStopping:
    def test_the_other_side_must_answer_before_anything_else_is_done(self) -> None:
        match = begun("annihilation", forces=NOBODY)
        seat = match.state.active
        match.do(seat, mc.CallOff())
        assert not match.options(seat) and [option.act for option in match.options(other(match))] == ["agree"]
        with pytest.raises(Illegal):
            match.do(seat, mc.Morale(True))
        with pytest.raises(Illegal):
            match.do(seat, mc.Agree(True))

    def test_who_plays_on_is_not_asked_again_in_that_turn(self) -> None:
        match = begun("annihilation", forces=NOBODY)
        seat = match.state.active
        match.do(seat, mc.CallOff())
        match.do(other(match), mc.Agree(False))
        assert match.result is None and ends(match, seat) == {"concede"}
        turn(match)
        assert ends(match, match.state.active) == {"concede", "call-off"}

    @pytest.mark.parametrize(("lost", "scores"), [((0, 1), (1, 1)), ((2, 0), (1, 2)), ((3, 2), (2, 3))])
    def test_both_score_as_the_loser_by_what_the_other_lost(
        self, lost: tuple[int, int], scores: tuple[int, int]
    ) -> None:
        """003 Victory Points: the loser has 1, 2 or 3 points where the other lost at most one unit, two, or more."""
        match = begun("annihilation", forces={"allied": FORCE, "axis": FORCE})
        lose(match, "allied", lost[0])
        lose(match, "axis", lost[1])
        match.do(match.state.active, mc.CallOff())
        match.do(other(match), mc.Agree(True))
        assert match.result is not None and match.result.winner is None
        assert (match.result.points["allied"], match.result.points["axis"]) == scores

    def test_as_a_draw_nobody_scores(self) -> None:
        match = begun("annihilation", forces=NOBODY, switches={"unfinished": "draw"})
        match.do(match.state.active, mc.CallOff())
        match.do(other(match), mc.Agree(True))
        assert match.result is not None and match.result.points == {}


class TestTheLastTurn:
    def test_after_as_many_turns_of_each_side_it_is_called_off(self) -> None:
        match = begun("annihilation", forces=NOBODY, turns=2)
        for _ in range(3):
            turn(match)
            assert match.result is None
        turn(match)
        assert match.result is not None and match.result.winner is None and "last turn, 2" in match.result.why
        assert match.state.turns == {"allied": 2, "axis": 2}

    def test_without_one_it_goes_on(self) -> None:
        match = begun("annihilation", forces=NOBODY)
        for _ in range(40):
            turn(match)
        assert match.result is None


class TestWhenADefenderHasKeptTheEnemyAway:
    """Ruling A25, and its switch."""

    @pytest.mark.parametrize(("either", "winner"), [({}, None), ({"defender-wins": "either"}, "axis")])
    def test_an_attackers_turn_ends_it_only_if_the_switch_says_so(
        self, either: dict[str, str], winner: str | None
    ) -> None:
        match = begun("hammering-the-line", forces=NOBODY, switches=either)
        while not (match.state.active == "allied" and match.state.turns["allied"] == 6):
            turn(match)
        assert match.state.attacker == "allied"
        turn(match, end=())
        assert (match.result.winner if match.result is not None else None) == winner


class TestTheSixthTurn:
    """Ruling A5, and its switch."""

    @pytest.mark.parametrize(("counted", "sixth"), [({}, 6), ({"turn-numbers": "game"}, 3)])
    def test_is_the_players_own_or_that_of_both(self, counted: dict[str, str], sixth: int) -> None:
        match = begun("hammering-the-line", forces=NOBODY, switches=counted)
        while match.result is None and match.state.turns.get("axis", 0) <= 7:
            turn(match, end=() if match.state.active == "axis" else ("1",))
        assert match.result is not None and match.state.turns["axis"] == sixth


class TestWorksThatAreLost:
    """000 Bunkers, Nests: each team is a separate unit; 003 counts every unit destroyed (ruling A127)."""

    def with_nests(self) -> Game:
        match = begun("annihilation", forces=NOBODY)
        marks = (Marker("3 machine-gun nests", "axis"), Marker("Panther turret", "axis"), Marker("minefield", "axis"))
        match.position = replace(match.position, state=replace(match.state, markers=marks))
        return match

    def test_beside_a_real_table_people_say_so_as_often_as_works_stand(self) -> None:
        match = self.with_nests()
        for _ in range(4):
            match.do(match.state.active, mc.LoseWork("axis"))
        assert not [option for option in match.options(match.state.active) if option.act == "lose-work"]
        with pytest.raises(Illegal):
            match.do(match.state.active, mc.LoseWork("allied"))

    def test_one_unit_lost_is_told_as_one(self) -> None:
        match = self.with_nests()
        match.do(match.state.active, mc.LoseWork("axis"))
        if match.state.active == "axis":
            turn(match)
        match.do("allied", mc.Concede())
        assert match.result is not None and match.result.why.endswith("; the winner lost 1 unit (stunning)")

    def test_they_count_for_victory_points(self) -> None:
        match = self.with_nests()
        match.do(match.state.active, mc.LoseWork("axis"))
        match.do(match.state.active, mc.LoseWork("axis"))
        if match.state.active == "axis":
            turn(match)
        match.do("allied", mc.Concede())
        assert match.result is not None and match.result.points == {"axis": 7, "allied": 2}
