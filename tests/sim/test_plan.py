"""What is to be played follows from the seed, the mission and the number alone."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from orsha.kernel import OrshaError
from orsha.sim import MOST_GAMES, Plan, pairings
from orsha.sim.plan import chunks, games
from tests.sim.fake import MET, plan

TWO = pairings(["soviet-100", "soviet-50"], ["german-100"], [("staff", "random"), ("random", "staff")])


def test_a_game_is_the_same_however_many_are_asked_for_and_whatever_else_is_played() -> None:
    few, many = games(plan(5)), games(plan(500, ("encounter", "contact")))
    assert few == [one for one in many if one.mission == "contact"][:5]


def test_another_seed_mission_or_number_makes_another_game() -> None:
    every = [*games(plan(50, ("contact", "encounter"))), *games(plan(50, seed="2"))]
    assert len({one.seed for one in every}) == 150


def test_a_seed_and_a_mission_never_run_into_one_another() -> None:
    assert games(plan(1, ("b/c",), "a"))[0].seed != games(plan(1, ("c",), "a/b"))[0].seed


def test_tables_come_from_the_seed_and_are_shared_by_so_many_games() -> None:
    played = games(plan(100, tables=5))
    assert len({one.table for one in played}) == 5
    assert all(0 <= one.table <= 2**53 for one in played)
    assert {one.table for one in games(plan(100, tables=5, seed="2"))}.isdisjoint(one.table for one in played)


def test_every_pairing_plays_every_table_from_both_sides_equally_often() -> None:
    blocks = 3 * 2 * len(TWO)
    played = games(Plan(("contact",), TWO, 2 * blocks, "1", tables=3))
    counts = Counter((one.table, str(one.pairing), one.attacker) for one in played)
    assert len(counts) == blocks and set(counts.values()) == {2}


def test_who_attacks_can_be_said() -> None:
    assert [one.attacker for one in games(plan(4))] == ["allied", "axis", "allied", "axis"]
    assert {one.attacker for one in games(plan(4, attacker="axis"))} == {"axis"}
    assert {one.attacker for one in games(plan(4, attacker="roll"))} == {None}


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_chunks_hold_every_game_once_and_no_two_tables(workers: int) -> None:
    asked = games(plan(203, ("contact", "encounter")))
    handfuls = chunks(asked, workers)
    assert sorted(one.seed for chunk in handfuls for one in chunk) == sorted(one.seed for one in asked)
    assert all(len({(one.mission, one.table) for one in chunk}) == 1 for chunk in handfuls)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (plan(0), "at least 1 game is needed, not 0"),
        (plan(1_000_000), "at most 100,000 games are played in one run, not 1,000,000$"),
        (plan(MOST_GAMES, ("contact", "encounter")), "not 200,000 .100,000 of each of 2 missions"),
        (plan(1, ()), "at least one mission"),
        (replace(plan(1), pairings=()), "one pairing"),
        (plan(1, tables=0), "1 to 1,000 tables, not 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong: Plan, sentence: str) -> None:
    with pytest.raises(OrshaError, match=sentence):
        games(wrong)


def test_pairings_are_all_against_all() -> None:
    assert len(TWO) == 4 and len(MET) == 1
    assert TWO[0].forces == {"allied": "soviet-100", "axis": "german-100"}
    assert TWO[1].bots == {"allied": "random", "axis": "staff"}
