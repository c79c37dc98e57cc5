"""Directions and outlines in whole mils."""

from __future__ import annotations

from math import atan2, degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon

from orsha.tabletop.table.shapes import (
    UNIT,
    bearing,
    counter_clockwise,
    direction,
    doubled_area,
    run_out,
    shifted,
    strip,
)

places = st.tuples(st.integers(0, 72000), st.integers(0, 48000))


@pytest.mark.parametrize(("end", "degree"), [((0, 9), 0), ((9, 9), 45), ((9, 0), 90), ((0, -9), 180), ((-9, 0), 270)])
def test_bearings_are_those_of_a_compass(end: tuple[int, int], degree: int) -> None:
    assert bearing((0, 0), end) == degree


def test_there_is_no_way_from_a_spot_to_itself() -> None:
    assert bearing((5, 5), (5, 5)) is None


@given(places, places)
def test_a_bearing_is_the_nearest_whole_degree(start: tuple[int, int], end: tuple[int, int]) -> None:
    found = bearing(start, end)
    if found is not None:
        true = degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360
        off = abs(true - found)
        assert min(off, 360 - off) <= 0.5 + 1e-6


@given(st.integers(-720, 720))
def test_directions_have_length_one(degree: int) -> None:
    x, y = direction(degree)
    assert (x * x + y * y) / UNIT**2 == pytest.approx(1, abs=1e-8)


def test_ahead_and_right() -> None:
    assert shifted((0, 0), 90, 1000, 500) == (1000, -500)
    assert shifted((0, 0), 0, 1000, 500) == (500, 1000)


def test_a_strip_of_a_straight_line_is_a_box() -> None:
    assert set(strip(((0, 0), (10000, 0)), 2000)) == {(0, -1000), (10000, -1000), (10000, 1000), (0, 1000)}


@given(st.integers(200, 3000), st.lists(st.integers(-2500, 2500), min_size=1, max_size=6))
def test_a_strip_is_what_shapely_buffers(width: int, sways: list[int]) -> None:
    path = (*((8000 * n, sway) for n, sway in enumerate(sways)), (8000 * len(sways), 0))
    ours = Polygon(strip(path, width))
    theirs = LineString(path).buffer(width / 2, cap_style="flat", join_style="mitre")
    assert ours.is_valid
    # Whole mils: each corner is off by half a mil each way at most.
    assert ours.symmetric_difference(theirs).area < 0.75 * theirs.length


def test_a_line_runs_out_over_the_edge_it_ends_at() -> None:
    assert run_out(((0, 5000), (5000, 5000)), (72000, 48000), 1000) == ((-1000, 5000), (5000, 5000))


@given(st.permutations([(0, 0), (4000, 0), (4000, 3000)]))
def test_outlines_are_turned_counter_clockwise(corners: list[tuple[int, int]]) -> None:
    assert doubled_area(counter_clockwise(tuple(corners))) == 12_000_000
