"""The hex grid: names, neighbours, distances, grains; on the published map's own examples."""

from __future__ import annotations

import math
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.hexmap.grid import (
    Hex,
    alternate_step,
    centre,
    column_name,
    cube,
    distance,
    grain,
    neighbour,
    neighbours,
    parse,
    side_between,
)
from orsha.hexmap.line import crossings
from orsha.kernel import OrshaError

hexes = st.builds(Hex, st.integers(0, 29), st.integers(0, 53))


def names(found: list[Hex]) -> set[str]:
    return {hex.name for hex in found}


def test_ruling_b1_neighbours() -> None:
    assert {"A4", "A6", "B4", "B5"} <= {h.name for h in neighbours(parse("A5")) if h.column >= 0}
    assert names(neighbours(parse("B5"))) == {"B4", "B6", "A5", "A6", "C5", "C6"}
    assert {"L23", "N22"} <= names(neighbours(parse("M23")))


@given(hexes)
def test_names_round_trip(hex: Hex) -> None:
    assert parse(hex.name) == hex


@pytest.mark.parametrize("name", ["", "5", "P", "AB3", "P100", "É3", "P-1", "P1.5"])
def test_what_is_no_hex_is_refused(name: str) -> None:
    with pytest.raises(OrshaError, match="is no hex"):
        parse(name)


@pytest.mark.parametrize("name", ["P05", "P\u0662\u0660", "P\uff120", " P20", "P20\n"])
def test_a_hex_is_spelt_in_one_way_only(name: str) -> None:
    with pytest.raises(OrshaError, match="is no hex"):
        parse(name)
    assert parse("p20").name == "P20"


def test_columns_go_on_with_double_letters() -> None:
    assert [column_name(c) for c in (0, 25, 26, 29)] == ["A", "Z", "AA", "DD"]


@given(hexes, st.integers(0, 5))
def test_going_there_and_back_through_the_same_side_comes_back(hex: Hex, side: int) -> None:
    across = neighbour(hex, side)
    assert neighbour(across, (side + 3) % 6) == hex
    assert side_between(hex, across) == side
    assert math.dist(centre(hex), centre(across)) == pytest.approx(1)


@given(hexes)
def test_cube_coordinates_add_up_to_nothing(hex: Hex) -> None:
    assert sum(cube(hex)) == 0


@pytest.mark.parametrize("start", [Hex(10, 20), Hex(11, 20)])
def test_distance_is_the_number_of_steps(start: Hex) -> None:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        hex = queue.popleft()
        for other in neighbours(hex):
            if other not in steps and steps[hex] < 6:
                steps[other] = steps[hex] + 1
                queue.append(other)
    assert all(distance(start, hex) == count for hex, count in steps.items())


@given(hexes, st.integers(0, 5))
def test_an_alternate_grain_runs_between_two_hexes_to_a_third(hex: Hex, vertex: int) -> None:
    left, right, far = alternate_step(hex, vertex)
    assert distance(left, right) == distance(left, far) == distance(right, far) == 1
    assert distance(hex, far) == 2 and math.dist(centre(hex), centre(far)) == pytest.approx(3**0.5)


def test_a_grain_is_straight() -> None:
    assert [h.name for h in grain(parse("P20"), 3, 3)] == ["P21", "P22", "P23"]


class TestLines:
    def test_along_a_grain_one_hex_after_the_other(self) -> None:
        assert [c.hexes for c in crossings(parse("P20"), parse("P22"))] == [(parse(n),) for n in ("P20", "P21", "P22")]

    def test_along_a_hexside_both_hexes_are_named(self) -> None:
        line = crossings(parse("P20"), parse("R20"))
        assert [tuple(h.name for h in c.hexes) for c in line] == [("P20",), ("Q20", "Q21"), ("R20",)]

    @given(hexes, hexes)
    def test_a_line_is_the_same_both_ways_and_has_no_gap(self, one: Hex, other: Hex) -> None:
        there, back = crossings(one, other), crossings(other, one)
        assert [c.hexes for c in there] == [c.hexes for c in back][::-1]
        for before, after in pairwise(there):
            assert before.end == pytest.approx(after.start, abs=1e-6)
        assert there[0].hexes == (one,) and there[-1].hexes == (other,)
