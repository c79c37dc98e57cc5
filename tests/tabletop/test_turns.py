"""The turns: reserves, ambush, withdrawal, and every way to win, as the missions have them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal, Typed
from orsha.tabletop.mission import Changes, Unit, mission
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.state import Standing
from orsha.tabletop.mission.turn import reserve_dice
from orsha.tabletop.mission.winning import counted
from tests.tabletop.builders import (
    FORCE,
    HQ,
    OBSERVER,
    RIFLES,
    TANKS,
    TRUCKS,
    Game,
    at_step,
    begun,
    opened,
    play_on,
    playing,
    turn,
)


def acts(match: Game, seat: str) -> set[str]:
    """What a seat may do to play on."""
    return {option.act for option in match.options(seat) if not option.ends}


def until_turn(match: Game, seat: str, number: int) -> None:
    """Plays quiet turns until a seat's turn begins."""
    while not (match.state.active == seat and match.state.turns[seat] == number):
        turn(match)
        assert match.result is None, match.result


class TestReserves:
    def test_one_die_in_the_first_turn_of_rolling_and_one_more_each_turn(self) -> None:
        assert [reserve_dice(mission("breakthrough"), "defender", n) for n in range(1, 5)] == [1, 2, 3, 4]
        assert [reserve_dice(mission("breakthrough"), "attacker", n) for n in range(1, 6)] == [0, 0, 1, 2, 3]
        assert reserve_dice(mission("annihilation"), "attacker", 5) == 0

    def rolling(self, slug: str, number: int, **kwargs: Any) -> Game:
        """The defender's reserves are about to be rolled for with typed dice, in a given turn of theirs."""
        forces: Any = {"allied": (RIFLES,), "axis": (RIFLES, TANKS, HQ, Unit("A", 20, 3), Unit("B", 20, 3))}
        match = opened(slug, dice=Typed(), forces=forces, **kwargs)
        play_on(match, at_step("hold-reserves"))
        for unit in ("axis 1", "axis 2", "axis 3", "axis 4"):
            match.do("axis", mc.Choose(unit))
        match.do("axis", mc.Done())
        play_on(match, playing, avoid=("choose",))
        while not (match.state.active == "axis" and match.state.turns["axis"] == number):
            self.quiet(match)
        while match.position.waiting is None:
            self.quiet(match)
        return match

    def quiet(self, match: Game) -> None:
        """One decision of a turn in which nobody is near anything and every reserve die shows a 1."""
        seat, question, waiting = match.state.active, match.state.asked, match.position.waiting
        if waiting is not None:
            match.accept(match.answer(waiting.ask.who, (1,) * waiting.ask.count))
        elif question is not None:
            match.do(seat, mc.Near(question.objectives if question.when == "end" else ()))
        elif match.state.stage == "morale":
            match.do(seat, mc.Morale(True))
        elif match.state.stage == "main":
            match.do(seat, mc.EndTurn())
        else:
            play_on(match, lambda m, n=match.position.count: m.position.count > n)

    def test_each_5_or_more_brings_a_unit_of_the_owners_choice(self) -> None:
        match = self.rolling("counterattack", 2)
        waiting = match.position.waiting
        assert waiting is not None and (waiting.ask.count, waiting.ask.needed) == (2, 5)
        match.accept(match.answer("axis", (5, 4)))
        assert match.state.arriving == 1 and acts(match, "axis") == {"put"}
        assert acts(match, "allied") == set()

    def test_two_dice_without_success_bring_nobody(self) -> None:
        match = self.rolling("counterattack", 2)
        match.accept(match.answer("axis", (4, 4)))
        assert match.state.arriving == 0 and match.state.stage == "main"

    def test_with_three_dice_and_no_success_one_unit_comes_anyway(self) -> None:
        match = self.rolling("counterattack", 3)
        assert match.position.waiting is not None and match.position.waiting.ask.count == 3
        match.accept(match.answer("axis", (1, 2, 3)))
        assert match.state.arriving == 1

    def test_never_more_units_than_are_waiting(self) -> None:
        match = self.rolling("counterattack", 4)
        waiting = [u for u in match.state.units.values() if u.seat == "axis" and u.where == "reserve"]
        match.accept(match.answer("axis", (6, 6, 6, 6)))
        assert match.state.arriving == min(4, len(waiting))

    def test_arriving_units_come_on_where_the_mission_says(self) -> None:
        match = self.rolling("counterattack", 1)
        match.accept(match.answer("axis", (6,)))
        option = match.options("axis")[0]
        unit = option.takes["what"].values[0]
        with pytest.raises(Illegal, match="003 Counterattack"):
            match.do("axis", mc.Put(unit, (36000, 24000)))

    @pytest.mark.parametrize(("slug", "turn"), [("bridgehead", 1), ("the-square", 3)])
    @pytest.mark.parametrize(
        ("face", "zone"),
        [(1, "left-corner"), (2, "left-corner"), (3, "edge"), (4, "edge"), (5, "right-corner"), (6, "right-corner")],
    )
    def test_scattered_reserves_choose_a_unit_and_roll_where_it_comes_on(
        self, slug: str, turn: int, face: int, zone: str
    ) -> None:
        match = self.rolling(slug, turn)
        match.accept(match.answer("axis", (6,)))
        unit = match.options("axis")[0].takes["what"].values[0]
        match.do("axis", mc.Choose(unit))
        match.accept(match.answer("axis", (face,)))
        assert match.state.arrive_at == f"defender-{zone}"
        assert match.options("axis")[0].takes["what"].values == (unit,), "the unit that was rolled for comes on"

    def test_a_series_may_add_a_die_or_have_the_first_success_rolled_again(self) -> None:
        match = self.rolling("counterattack", 1, changes=Changes(extra_reserve_dice={"defender": 1}))
        assert match.position.waiting is not None and match.position.waiting.ask.count == 2
        again = self.rolling("counterattack", 1, changes=Changes(reroll_first_success=("defender",)))
        again.accept(again.answer("axis", (6,)))
        assert again.position.waiting is not None and "again" in again.position.waiting.ask.purpose
        again.accept(again.answer("axis", (2,)))
        assert again.state.arriving == 0 and again.state.rerolled


class TestAmbush:
    def test_it_may_be_revealed_in_the_owners_starting_step_in_the_deployment_area(self) -> None:
        match = opened("no-retreat", forces={"allied": (RIFLES,), "axis": (RIFLES, TRUCKS, HQ)})
        play_on(match, at_step("ambush"), avoid=("choose", "lose"))
        match.do("axis", mc.Choose("axis 0"))
        play_on(match, playing)
        until_turn(match, "axis", 1)
        match.do("axis", mc.Morale(True))
        assert match.state.stage == "ambush"
        inside = match.options("axis")[0].sample(__import__("random").Random(1))
        match.do("axis", mc.Put("axis 0", inside["at"]))
        assert [match.state.units[f"axis {n}"].where for n in (0, 1)] == ["table", "table"]

    def test_it_may_wait(self) -> None:
        match = opened("rearguard", forces={"allied": (), "axis": (RIFLES,)})
        play_on(match, at_step("ambush"))
        match.do("axis", mc.Choose("axis 0"))
        play_on(match, playing)
        until_turn(match, "axis", 1)
        match.do("axis", mc.Morale(True))
        match.do("axis", mc.Done())
        assert match.state.units["axis 0"].where == "ambush"

    def test_four_inches_from_every_enemy(self) -> None:
        match = opened("swinging-the-sickle", forces={"allied": (RIFLES,), "axis": (RIFLES,)})
        play_on(match, at_step("ambush"))
        match.do("axis", mc.Choose("axis 0"))
        play_on(match, playing)
        from orsha.tabletop.mission.ambush import ambush_region

        enemy = match.state.units["allied 0"].at
        from orsha.tabletop.region import covers

        assert not covers(ambush_region(match.state, "axis"), (enemy[0] + 3000, enemy[1]))


def withdrawing(units: int, number: int = 2, **kwargs: Any) -> Game:
    """Rearguard at the start of one of the defender's turns, with so many units on the table."""
    forces: Any = {"allied": (RIFLES,), "axis": (*(Unit(f"U{n}", 5, 3) for n in range(units)), OBSERVER)}
    match = opened("rearguard", forces=forces, **kwargs)
    play_on(match, playing, avoid=("choose", "lose"))
    until_turn(match, "axis", number)
    return match


class TestStrategicWithdrawal:
    def test_with_six_units_one_withdraws_from_turn_two_on(self) -> None:
        match = withdrawing(6, number=1)
        match.do("axis", mc.Morale(True))
        assert match.state.stage == "main", "not in turn one"
        match = withdrawing(6)
        match.do("axis", mc.Morale(True))
        assert match.state.stage == "withdraw"
        assert "axis 6" not in match.options("axis")[0].takes["unit"].values, "independent teams do not withdraw"
        match.do("axis", mc.Withdraw("axis 0", True))
        assert match.state.units["axis 0"].where == "withdrawn" and match.state.counters == 0

    def test_with_fewer_a_delay_counter_is_added_and_counts_next_time(self) -> None:
        match = withdrawing(5)
        match.do("axis", mc.Morale(True))
        assert (match.state.stage, match.state.counters) == ("main", 1)
        until_turn(match, "allied", 3)
        until_turn(match, "axis", 3)
        match.do("axis", mc.Morale(True))
        assert match.state.stage == "withdraw", "five units and a counter make six"

    def test_a_unit_not_in_good_spirits_counts_as_destroyed(self) -> None:
        match = withdrawing(6)
        match.do("axis", mc.Morale(True))
        match.do("axis", mc.Withdraw("axis 0", False))
        assert match.state.units["axis 0"].where == "lost"

    def test_attachments_withdraw_with_their_unit(self) -> None:
        forces: Any = {"allied": (RIFLES,), "axis": (RIFLES, TRUCKS, *(Unit(f"U{n}", 5, 3) for n in range(5)))}
        match = opened("rearguard", forces=forces)
        play_on(match, playing, avoid=("choose", "lose"))
        until_turn(match, "axis", 2)
        match.do("axis", mc.Morale(True))
        match.do("axis", mc.Withdraw("axis 0", True))
        assert match.state.units["axis 1"].where == "withdrawn"

    def test_a_series_may_start_it_with_a_delay_counter(self) -> None:
        match = withdrawing(5, changes=Changes(delay_counters=1))
        match.do("axis", mc.Morale(True))
        assert match.state.stage == "withdraw"

    def test_the_defender_wins_at_the_start_of_the_ninth_turn(self) -> None:
        match = withdrawing(3, number=9)
        match.do("axis", mc.Morale(True))
        assert match.result is not None and match.result.winner == "axis"

    def test_but_not_without_a_formation(self) -> None:
        match = withdrawing(3, number=9)
        match.do("axis", mc.Morale(False))
        assert match.result is not None and match.result.winner == "allied"


def test_phased_withdrawal_removes_objective_1_in_turn_three_and_2_in_turn_five() -> None:
    match = begun("swinging-the-sickle", forces={"allied": (), "axis": ()})
    seen = {}
    for number in range(1, 7):
        until_turn(match, "axis", number)
        match.do("axis", mc.Morale(True))
        seen[number] = set(match.state.objectives)
    assert seen == {1: {"1", "2", "3"}, 2: {"1", "2", "3"}, 3: {"2", "3"}, 4: {"2", "3"}, 5: {"3"}, 6: {"3"}}


class TestWinning:
    def test_holding_needs_a_team_near_at_the_start_and_no_enemy_near_at_the_end(self) -> None:
        match = begun("bridgehead", forces={"allied": (), "axis": ()})
        assert match.state.active == "allied"
        turn(match, near=("1",), end=("1",))
        assert match.result is None, "an enemy team is still near"
        until_turn(match, "allied", 2)
        turn(match, near=(), end=())
        assert match.result is None, "nobody was near at the start"
        until_turn(match, "allied", 3)
        turn(match, near=("2",), end=())
        assert match.result is not None and match.result.winner == "allied"

    def test_breakthrough_asks_nothing_of_the_attacker_before_the_sixth_turn(self) -> None:
        match = begun("breakthrough", forces={"allied": (), "axis": ()})
        for number in range(1, 6):
            until_turn(match, "allied", number)
            match.do("allied", mc.Morale(True))
            assert match.state.asked is None
        until_turn(match, "allied", 6)
        match.do("allied", mc.Morale(True))
        assert match.state.asked is not None and match.state.asked.within == 4

    def test_the_defender_wins_at_the_end_of_a_turn_from_the_sixth_with_no_enemy_within_eight(self) -> None:
        match = begun("bridgehead", forces={"allied": (), "axis": ()})
        until_turn(match, "axis", 5)
        turn(match, end=())
        assert match.result is None
        until_turn(match, "axis", 6)
        match.do("axis", mc.Morale(True))
        match.do("axis", mc.EndTurn())
        question = match.state.asked
        assert question is not None and (question.of, question.within) == ("allied", 8)
        match.do("axis", mc.Near(()))
        assert match.result is not None and match.result.winner == "axis"

    def test_contact_counts_only_objectives_on_the_enemys_side(self) -> None:
        match = begun("contact", forces={"allied": (), "axis": ()})
        for seat, side in (("allied", "defender"), ("axis", "attacker")):
            labels = counted(match.state, seat, "enemy-side")  # type: ignore[arg-type]
            assert len(labels) == 2 and all(match.state.objectives[label].side == side for label in labels)

    def test_the_crossroads_needs_the_defenders_objective_and_one_of_the_attackers(self) -> None:
        for near, wins in ((("1",), False), (("2", "3"), False), (("1", "3"), True)):
            match = begun("the-crossroads", forces={"allied": (), "axis": ()})
            until_turn(match, "allied", 6)
            turn(match, near=near, end=())
            assert (match.result is not None) == wins, near

    def test_the_crossroads_defender_keeps_the_attackers_objectives_clear(self) -> None:
        match = begun("the-crossroads", forces={"allied": (), "axis": ()})
        until_turn(match, "axis", 6)
        match.do("axis", mc.Morale(True))
        match.do("axis", mc.EndTurn())
        assert match.state.asked is not None and match.state.asked.objectives == ("2", "3")
        assert not match.options("allied"), "who plays is asked, nobody else"
        with pytest.raises(Illegal, match="axis is asked a question first"):
            match.do("axis", mc.EndTurn())

    def test_the_factory_is_won_after_turn_six_by_being_alone_in_it(self) -> None:
        match = begun("the-factory", forces={"allied": (), "axis": ()})
        first = match.state.active
        until_turn(match, first, 6)
        turn(match, yes=True)
        assert match.result is None
        until_turn(match, first, 7)
        turn(match, yes=True)
        assert match.result is not None and match.result.winner == first

    def test_a_player_without_a_formation_loses(self) -> None:
        match = begun("annihilation", forces={"allied": (), "axis": ()})
        seat = match.state.active
        match.do(seat, mc.Morale(False))
        assert match.result is not None and match.result.winner != seat

    def test_hammering_the_line_cannot_be_won_before_the_sixth_turn_even_so(self) -> None:
        match = begun("hammering-the-line", forces={"allied": (), "axis": ()})
        turn(match, formation=False)
        assert match.result is None
        until_turn(match, "allied", 6)
        match.do("allied", mc.Morale(True))
        assert match.result is not None and match.result.winner == "axis"


class TestVictoryPoints:
    @pytest.mark.parametrize(("lost", "points"), [(0, (8, 1)), (1, (8, 1)), (2, (7, 2)), (3, (6, 3)), (5, (6, 3))])
    def test_by_the_units_the_winner_lost(self, lost: int, points: tuple[int, int]) -> None:
        forces: Any = {"allied": tuple(Unit(f"U{n}", 5, 3) for n in range(6)), "axis": (RIFLES,)}
        match = opened("annihilation", forces=forces)
        play_on(match, playing)
        if match.state.active == "allied":
            turn(match)
        match.do("axis", mc.Morale(True))
        for n in range(lost):
            match.do("axis", mc.Lose(f"allied {n}"))
        match.do("axis", mc.EndTurn())
        turn(match)
        match.do("axis", mc.Morale(False))
        result = match.result
        assert result is not None and (result.points["allied"], result.points["axis"]) == points

    def test_units_lost_in_ambush_and_in_reserve_count_too(self) -> None:
        """000: the preliminary bombardment hits ambushes; core 10: a formation's last unit goes with it."""
        from orsha.tabletop.mission.ground import lost_units

        match = begun("bridgehead", forces={"allied": (RIFLES,), "axis": tuple(Unit(f"U{n}", 5, 3) for n in range(3))})
        waiting = {f"axis {n}": Standing("axis", where) for n, where in enumerate(("ambush", "reserve", "table"))}
        match.position = replace(match.position, state=replace(match.state, units={**match.state.units, **waiting}))
        for n in range(3):
            match.do("allied", mc.Lose(f"axis {n}"))
        assert lost_units(match.state, "axis") == 3

    def test_attachments_count_apart_and_independent_teams_not_at_all(self) -> None:
        from orsha.tabletop.mission.ground import lost_units

        match = opened("annihilation", forces={"allied": (RIFLES, TRUCKS, OBSERVER), "axis": ()})
        play_on(match, playing)
        seat = match.state.active
        match.do(seat, mc.Morale(True))
        for n in range(3):
            match.do(seat, mc.Lose(f"allied {n}"))
        assert lost_units(match.state, "allied") == 2

    def test_redemption_a_penal_unit_that_is_destroyed_counts_for_nobody(self) -> None:
        from orsha.tabletop.mission.ground import lost_units

        match = opened(
            "annihilation", forces={"allied": (RIFLES, Unit("Penal company", 18, 16, penal=True)), "axis": ()}
        )
        play_on(match, playing)
        seat = match.state.active
        match.do(seat, mc.Morale(True))
        for n in range(2):
            match.do(seat, mc.Lose(f"allied {n}"))
        assert lost_units(match.state, "allied") == 1


def test_the_reserve_odds_of_three_turns_by_hand() -> None:
    """One die, two dice, three dice with one unit at least: nobody has come after two turns in 8 of 27 games."""
    from orsha.tabletop.mission.reserves import arrival_odds

    odds = arrival_odds(units=4, first_turn=1, turns=3)
    assert odds[0].chance(0) == Fraction(2, 3)
    assert odds[1].chance(0) == Fraction(8, 27)
    assert odds[2].chance(0) == 0


def test_a_force_is_kept_whole() -> None:
    match = begun("contact")
    for seat in ("allied", "axis"):
        assert len([u for u in match.state.units.values() if u.seat == seat]) == len(FORCE)


def test_the_log_tells_each_roll_just_before_what_it_led_to_and_names_units() -> None:
    from orsha.kernel import log

    match = begun("counterattack", seed=3)
    until_turn(match, "axis", 2)
    told = [words for entry in log(match, "allied") for words in entry.words]
    for index, words in enumerate(told):
        if "come on from reserve" in words:
            assert "rolls reserves" in told[index - 1]
    assert any(words.startswith("axis Rifles is ") for words in told)
    assert not any("axis 1" in words for words in told)
