"""Assault boats as rules without a table: how many, where they drift, what the dice promise (000 River Assaults)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orsha.tabletop.rivers import (
    back_odds,
    boats_for,
    boats_needed,
    drift_odds,
    infantry_points,
    landed,
    return_dice,
    stuck_odds,
)
from tests.tabletop.battle.told import gun, rifles
from tests.tabletop.game.stage import Group

WIDE, LONG = 1500, 48_000


@pytest.mark.parametrize(("points", "boats"), [(0, 0), (1, 4), (25, 4), (26, 8), (50, 8), (51, 12)])
def test_000_four_boats_for_each_25_points_of_infantry_or_part_of_it(points: int, boats: int) -> None:
    assert boats_for(Fraction(points)) == boats


def test_000_the_points_are_those_of_infantry_teams() -> None:
    units = [
        Group("Rifles", (rifles(),) * 4, (), points=12).unit(),
        Group("Guns", (gun(),), (), points=9).unit(),
        Group("Both", (rifles(), gun(), gun()), (), points=6).unit(),
    ]
    assert infantry_points(units) == 14


@pytest.mark.parametrize(("teams", "boats"), [(1, 1), (3, 1), (4, 2), (17, 6)])
def test_000_three_passengers_to_a_boat(teams: int, boats: int) -> None:
    assert boats_needed(teams) == boats


def test_a11_the_odds_of_the_drift() -> None:
    sixth = Fraction(1, 6)
    assert drift_odds().as_dict() == {4: sixth, 8: 2 * sixth, 12: 2 * sixth, 16: sixth}


def test_000_all_boats_of_a_unit_drift_the_same_distance_down_current() -> None:
    assert landed([10_000, 12_000], 8000, 1, [], LONG, WIDE) == [18_000, 20_000]
    assert landed([10_000, 12_000], 8000, -1, [], LONG, WIDE) == [2000, 4000]


def test_000_a_boat_drifts_on_to_the_nearest_room_down_current_if_its_place_is_taken() -> None:
    assert landed([10_000], 4000, 1, [14_500], LONG, WIDE) == [16_000]
    assert landed([10_000], 4000, 1, [12_600], LONG, WIDE) == [14_100]
    assert landed([10_000], 4000, 1, [12_500, 15_500], LONG, WIDE) == [14_000], "there is just room between them"
    assert landed([20_000], 4000, -1, [16_000, 14_600], LONG, WIDE) == [13_100]


def test_000_a_unit_drifts_on_side_by_side_until_there_is_a_clear_space_for_all_its_boats() -> None:
    assert landed([10_000, 12_000], 4000, 1, [16_200], LONG, WIDE) == [17_700, 19_700], "past it, both of them"
    assert landed([10_000, 11_500, 13_000], 0, 1, [13_000], LONG, WIDE) == [14_500, 16_000, 17_500]
    assert landed([20_000, 28_000], 4000, -1, [16_500], LONG, WIDE) == [15_000, 23_000]
    assert landed([20_000, 24_000], 8000, -1, [14_000], LONG, WIDE) == [12_000, 16_000], "the other fits between them"


def test_000_a_unit_without_a_clear_space_drifts_off_the_table() -> None:
    full = [34_000 + 1500 * n for n in range(10)]
    assert all(at > LONG for at in landed([30_000, 32_000], 4000, 1, full, LONG, WIDE))
    assert landed([44_000, 46_000], 0, 1, [44_000], LONG, WIDE) == [45_500, 47_500], "there is just room for both"
    assert all(at > LONG for at in landed([44_500, 46_500], 0, 1, [44_000, 47_000], LONG, WIDE))


def test_000_boats_drift_off_the_table_and_need_no_room_there() -> None:
    found = landed([40_000, 42_000, 47_900], 8000, 1, [], LONG, WIDE)
    assert found == [48_000, 50_000, 55_900]
    assert landed([1000], 4000, -1, [], LONG, WIDE) == [-3000]


@pytest.mark.parametrize(("tries", "units", "dice"), [(0, 1, 1), (1, 1, 2), (3, 1, 4), (0, 2, 2), (1, 3, 4)])
def test_000_a_die_more_each_turn_and_for_each_further_unit(tries: int, units: int, dice: int) -> None:
    assert return_dice(tries, units) == dice


def test_the_odds_of_coming_back() -> None:
    assert back_odds(0, 1).as_dict() == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert back_odds(1, 1).chance(1) == Fraction(8, 9)
    assert back_odds(0, 2).as_dict() == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}


def test_the_odds_of_boats_that_return() -> None:
    assert stuck_odds(2).as_dict() == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}
