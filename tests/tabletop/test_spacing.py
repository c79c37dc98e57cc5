"""Places along a line that keep apart: where the next may be so that the rest still find room."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from orsha.tabletop.mission.spacing import HAIR, free, next_places, room


def test_what_is_free_keeps_its_distance_from_every_place() -> None:
    assert free((0, 48), [], 12) == [(0, 48)]
    assert free((0, 48), [20], 12) == [(0, 8), (32, 48)]
    assert free((0, 48), [0, 24], 12) == [(12, 12), (36, 48)]
    assert free((12, 36), [24], 16) == []


def test_how_many_find_room() -> None:
    assert room([(0, 24)], 12) == 3 and room([(0, 23.9)], 12) == 2
    assert room([(0, 8), (32, 48)], 12) == 3 and room([], 12) == 0


def test_000_the_first_of_two_does_not_shut_out_the_second() -> None:
    found = next_places((12, 36), [], 16, 2)
    assert found == [pytest.approx((12, 20), abs=3 * HAIR), pytest.approx((28, 36), abs=3 * HAIR)]
    assert next_places((12, 36), [], 16, 1) == [(12, 36)]


def test_where_there_is_not_room_for_all_as_many_as_fit_are_placed_anywhere() -> None:
    assert next_places((0, 10), [], 12, 2) == [(0, 10)] and next_places((0, 10), [5], 12, 1) == []


@pytest.mark.parametrize("seed", range(30))
def test_whoever_chooses_among_them_places_all(seed: int) -> None:
    rng = random.Random(seed)
    apart, count = rng.choice((12, 16)), rng.randint(2, 5)
    whole = (0.0, apart * (count - 1) + rng.choice((0, 0.5, 5, 11)))
    taken: list[float] = []
    for n in range(count):
        low, high = rng.choice(next_places(whole, taken, apart, count - n))
        taken.append(rng.choice((low, high, rng.uniform(low, high))))
    taken.sort()
    assert all(b - a >= apart - 3 * HAIR for a, b in pairwise(taken))
