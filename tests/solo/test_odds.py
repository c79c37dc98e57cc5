"""Exact chances: against counting every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from orsha.solo import charts
from orsha.solo.odds import activation_odds, coming, end_odds, event_odds
from orsha.solo.standins import GivenFile, Procedures
from orsha.solo.state import Figures
from tests.solo.stage import FIGURES, Stage, objective, suspect, unit


def test_activation_is_the_ac_number_in_six() -> None:
    odds = activation_odds(Stage("s1").state)
    assert odds.succeeds == Fraction(1, 2) and sum(odds.items.values()) == 1


def test_what_a_try_finds_counted_throw_by_throw() -> None:
    table = charts()["s1-activation"]
    for item in ("GUN", "L", "VEHICLE", "F"):
        count = sum(item in table.result(a + b).split(", ") for a, b in product(range(1, 7), repeat=2))
        assert activation_odds(Stage("s1").state).finds[item] == Fraction(1, 2) * Fraction(count, 36)


def test_no_658_and_548_in_s1() -> None:
    squads = activation_odds(Stage("s1").state).kinds["S"]
    assert set(squads) == {"4-6-8", "4-6-7", "4-4-7"} and sum(squads.values()) == 1


def test_s2_counts_its_modifiers_and_the_even_throws() -> None:
    odds = activation_odds(Stage("s2").state)
    even = Fraction(sum((a + b + 1) % 2 == 0 for a, b in product(range(1, 7), repeat=2)), 36)
    assert odds.finds["F"] == odds.succeeds * even and "VEHICLE" in odds.items


class TestEvents:
    def test_the_chance_of_one_is_that_of_its_two_numbers(self) -> None:
        odds = event_odds(Stage("s1").state, "friendly")
        assert odds.comes == Fraction(3 + 4, 36) and odds.numbers == (4, 5)

    def test_none_before_an_activation_in_s1(self) -> None:
        assert event_odds(Stage("s1").state, "enemy").comes == 0
        assert event_odds(Stage("s1", activated=True).state, "enemy").comes > 0
        assert event_odds(Stage("s2").state, "enemy").comes > 0

    def test_each_event_and_the_rest_of_those_that_cannot_come(self) -> None:
        state = Stage("s1", activated=True, happened=("enemy:34-36",)).state
        odds = event_odds(state, "enemy")
        left = 36 - 2 - 2 - 3 - 3 - 2  # no VPO: 11-12, 23-24, 44-46; 34-36 has happened; no leader: 61-62
        assert odds.events["41 an artillery strike"] == odds.comes * Fraction(1, left)
        assert sum(odds.events.values()) == odds.comes
        assert set(odds.cannot) == {
            "11-12 S? near your foremost VPO go over to the attack", "23-24 a local counterattack",
            "34-36 enemy reinforcements", "44-46 a local counterattack", "61-62 an enemy leader battle hardens",
        }  # fmt: skip

    def test_with_everything_possible_each_row_has_its_share_of_36(self) -> None:
        things = (objective("P3", "friendly"), suspect("S1", "P4"), unit("g1", "leader", "9-1", "P4"))
        odds = event_odds(Stage("s1", *things, activated=True).state, "enemy")
        assert not odds.cannot and odds.events["13-16 infantry on a minefield"] == odds.comes * Fraction(4, 36)

    def test_rumours_end_at_6_7_and_shift_the_chance(self) -> None:
        state = Stage("s1", figures=Figures(3, 3, 3, 4, 6)).state
        odds = event_odds(state, "friendly")
        assert odds.comes == Fraction(5 + 6, 36) and "44-46 rumours of your own reinforcements" in odds.cannot

    def test_the_coloured_dies_1_more_in_s2(self) -> None:
        odds = event_odds(Stage("s2").state, "enemy")
        assert not any(name.startswith("11-16") for name in (*odds.events, *odds.cannot))
        assert any(name.startswith("71-73") for name in odds.events)

    def test_a_players_own_trigger(self) -> None:
        given = GivenFile(procedures=Procedures(random_event="at-most"))
        assert event_odds(Stage("s1", given=given).state, "friendly").comes == Fraction(1 + 2 + 3 + 4, 36)


def test_the_missions_end() -> None:
    state = Stage("s1").state
    assert end_odds(state) == {
        "turn 8": Fraction(1, 2), "turn 9": Fraction(2, 3), "turn 10": Fraction(5, 6), "turn 11": Fraction(1)
    }  # fmt: skip
    rolled = replace(state, turn=9, end_rolled=9)
    assert next(iter(end_odds(rolled))) == "turn 10"
    assert set(end_odds(Stage("s2").state).values()) == {Fraction(1, 3)}


@pytest.mark.parametrize(("mission", "stand_ins"), [("s1", 4), ("s2", 9)])
def test_what_rests_on_stand_ins_is_named(mission: str, stand_ins: int) -> None:
    state = Stage(mission, figures=FIGURES).state  # type: ignore[arg-type]
    assert len(coming(state).stand_ins) == stand_ins
