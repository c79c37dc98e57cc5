"""Shares, intervals and spreads against published and worked-out values."""

from __future__ import annotations

from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.sim import share, spread, wilson
from orsha.sim.stats import NOTHING, quantile, z_score


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_solves_the_equation_it_stands_for() -> None:
    """An end of the interval is a share from which what was seen lies just z deviations away."""
    z = z_score(0.95)
    assert z == pytest.approx(1.959964, abs=1e-6)
    for end in wilson(37, 90):
        assert abs(37 / 90 - end) == pytest.approx(z * sqrt(end * (1 - end) / 90))


@given(st.integers(0, 500), st.integers(0, 500))
def test_an_interval_holds_its_share_and_mirrors(wins: int, others: int) -> None:
    games = wins + others
    low, high = wilson(wins, games)
    mirrored = wilson(others, games)
    assert 0 <= low <= high <= 1
    assert games == 0 or low <= wins / games <= high
    assert isclose(low, 1 - mirrored[1], abs_tol=1e-12) and isclose(high, 1 - mirrored[0], abs_tol=1e-12)


def test_more_games_and_less_confidence_make_an_interval_narrower() -> None:
    def width(ends: tuple[float, float]) -> float:
        return ends[1] - ends[0]

    assert width(wilson(500, 1000)) < width(wilson(50, 100)) < width(wilson(5, 10))
    assert width(wilson(50, 100, 0.8)) < width(wilson(50, 100))


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert share(0, 0).side_of_even == 0
    assert spread([]) == NOTHING


@pytest.mark.parametrize(("wins", "games"), [(3, 2), (-1, 5)])
def test_what_is_no_share_is_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(wins, games)


def test_a_share_says_on_which_side_of_even_it_lies() -> None:
    assert share(60, 100).side_of_even == 1
    assert share(59, 100).side_of_even == 0
    assert share(40, 100).side_of_even == -1


def test_a_spread_of_one_to_ten() -> None:
    found = spread([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert (found.count, found.mean, found.least, found.most) == (10, 5.5, 1, 10)
    assert (found.low, found.median, found.high) == pytest.approx((1.9, 5.5, 9.1))
    assert found.deviation == pytest.approx(sqrt(82.5 / 9))


def test_a_quantile_lies_between_its_neighbours_in_proportion() -> None:
    assert quantile([2.0, 4.0], 0.25) == 2.5
    assert quantile([7.0], 0.9) == 7.0
