"""Odds, against icepool on hundreds of generated cases."""

from __future__ import annotations

from fractions import Fraction

import icepool
from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.kernel import odds


def same(ours: odds.Odds[int], theirs: object) -> bool:
    """Whether an icepool die has exactly our chances."""
    return ours.as_dict() == {k: Fraction(v, theirs.denominator()) for k, v in theirs.items()}  # type: ignore[attr-defined]


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 6), st.sampled_from([4, 6, 8]), st.integers(-5, 5))
def test_sums(count: int, sides: int, extra: int) -> None:
    assert same(odds.total_of(count, sides) + extra, count @ icepool.d(sides) + extra)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 9), st.integers(1, 7), st.integers(0, 6))
def test_pools(count: int, denominator: int, numerator: int) -> None:
    chance = Fraction(min(numerator, denominator), denominator)
    tries = icepool.coin(chance.numerator, chance.denominator).map({True: 1, False: 0})
    assert same(odds.pool(count, chance), icepool.Die([count]).map(lambda n: n @ tries))


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 4), st.integers(2, 6))
def test_chained_throws(first: int, needed: int) -> None:
    """As many dice as the first throw shows, each of them a try."""
    ours = odds.total_of(first).then(lambda n: odds.pool(n, odds.success(needed)))
    theirs = (first @ icepool.d6).map(lambda n: n @ (icepool.d6 >= needed).map({True: 1, False: 0}))
    assert same(ours, theirs)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(1, 6))
def test_tests_with_a_second_throw_for_7_and_8(needed: int, count: int) -> None:
    def tried(face: int) -> object:
        if needed <= 6:
            return int(face >= needed)
        return (icepool.d6 >= needed - 2).map({True: 1, False: 0}) if face == 6 else 0

    assert same(odds.pool(count, odds.success(needed)), count @ icepool.d6.map(tried))


def test_a_7_hits_one_time_in_18_and_an_8_one_in_36() -> None:
    assert [odds.success(n) for n in (6, 7, 8, 9)] == [Fraction(1, 6), Fraction(1, 18), Fraction(1, 36), 0]


def test_rerolls_and_rows_of_tests() -> None:
    half = Fraction(1, 2)
    assert odds.reroll_failures(half) == Fraction(3, 4)
    assert odds.reroll_successes(half) == Fraction(1, 4)
    assert odds.chain([half, Fraction(2, 3)]) == Fraction(1, 3)


def test_questions_about_a_distribution() -> None:
    two = odds.total_of(2)
    assert two.at_least(10) == Fraction(1, 6)
    assert two.mean() == 7
    assert two.where(lambda n: n % 2 == 0) == Fraction(1, 2)
    assert sum(two.as_dict().values()) == 1


def test_odds_without_outcomes_are_refused() -> None:
    import pytest

    for weights in ({}, {1: 0}, {1: 2, 2: -1}):
        with pytest.raises(ValueError, match="at least one outcome"):
            odds.Odds(weights)


def test_almost_certain_is_not_certain() -> None:
    assert odds.percent(Fraction(999, 1000)) == ">99 %"
    assert odds.percent(Fraction(1, 1000)) == "<1 %"
    assert [odds.percent(share) for share in (0, 0.25, 1.0)] == ["0 %", "25 %", "100 %"]
