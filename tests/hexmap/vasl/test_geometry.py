"""Pixels and hexes: centres, names, half hexes, and the same neighbours as on our own map."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.hexmap.grid import SIDES, Hex, neighbour, neighbours, parse
from orsha.hexmap.vasl.geometry import Geometry, parse_name
from orsha.kernel import OrshaError

STANDARD = Geometry(1800, 645)
ORSHA = Geometry(1652, 3404, 56.241379, 64.442307, 10, 42)


def names(place: Geometry, column: str) -> list[str]:
    return [hex.name for hex in place.hexes if hex.name.rstrip("0123456789") == column]


class TestNames:
    def test_the_standard_board(self) -> None:
        """33 x 10: ten numbers in even columns from 1, eleven in odd ones from 0, the first and last cut in half."""
        assert len(STANDARD.hexes) == 346
        assert names(STANDARD, "A") == [f"A{n}" for n in range(1, 11)]
        assert names(STANDARD, "B") == [f"B{n}" for n in range(11)]
        assert names(STANDARD, "GG")[-1] == "GG10" and not names(STANDARD, "HH")

    def test_half_hexes_of_the_standard_board(self) -> None:
        halves = {hex.name for hex in STANDARD.hexes if STANDARD.cut(hex)}
        assert len(halves) == 10 + 10 + 16 + 16
        assert {"A1", "GG10", "B0", "B10", "FF0"} <= halves and not {"B1", "C1", "C10", "P5"} & halves

    def test_the_campaigns_board(self) -> None:
        """Its metadata says 29 x 51; its picture shows A to DD, 1 to 53 and 0 to 52."""
        assert len(ORSHA.hexes) == 30 * 53
        assert (names(ORSHA, "A")[0], names(ORSHA, "A")[-1]) == ("A1", "A53")
        assert (names(ORSHA, "DD")[0], names(ORSHA, "DD")[-1]) == ("DD0", "DD52")
        assert ORSHA.cut(parse("A20")) and ORSHA.cut(parse("C53")) and not ORSHA.cut(parse("B52"))

    def test_a_board_that_goes_on_from_another_one(self) -> None:
        """A1 lies above the picture, or to the left of it: numbers or letters start later."""
        lower = Geometry(1800, 645, a1_y=-612.75)
        assert names(lower, "A") == [f"A{n}" for n in range(11, 21)] and names(lower, "B")[0] == "B10"
        right = Geometry(901, 1290, 56.3125, 64.5, -901, 32.25)
        assert right.hexes[0].name == "Q1" and right.hexes[-1].name == "GG20" and len(right.hexes) == 348

    def test_a_margin_has_no_hexes(self) -> None:
        """Above and left of A1 nothing is counted."""
        margin = Geometry(400, 400, a1_x=150, a1_y=150)
        assert margin.hexes[0].name == "A1" and min(hex.number for hex in margin.hexes) == 0

    def test_columns_beyond_zz(self) -> None:
        assert parse_name("aaa12") == Hex(52, 12) and Hex(52, 12).name == "AAA12"
        assert parse_name(" gg100 ") == Hex(32, 100)

    @pytest.mark.parametrize("name", ["", "5A", "AB5", "A", "A-1", "A12345", "Ä1", "A1\n2", "A" * 500])
    def test_what_is_no_name(self, name: str) -> None:
        with pytest.raises(OrshaError, match="is no hex: a hex is named like") as told:
            parse_name(name)
        assert len(str(told.value)) < 100

    def test_a_picture_with_too_many_hexes_is_refused(self) -> None:
        with pytest.raises(OrshaError, match="more than 12,000 hexes"):
            _ = Geometry(20_000, 1_200, 8, 8, 0, 4).hexes


def depth(place: Geometry, hex: Hex, x: float, y: float) -> float:
    return float(place.depth(hex, np.array([x]), np.array([y]))[0])


class TestPixels:
    def test_centres(self) -> None:
        assert STANDARD.centre(parse("A1")) == (0, 32.25)
        assert STANDARD.centre(parse("B0")) == (56.25, 0) and STANDARD.centre(parse("B1")) == (56.25, 64.5)
        assert STANDARD.centre(parse("GG10")) == (1800, 612.75)

    @pytest.mark.parametrize("place", [STANDARD, ORSHA], ids=["standard", "orsha"])
    def test_every_centre_is_in_its_own_hex(self, place: Geometry) -> None:
        assert all(place.hex_at(*place.centre(hex)) == hex for hex in place.hexes)

    @given(st.floats(0, 1652), st.floats(0, 3404))
    def test_a_pixel_lies_in_the_hex_whose_centre_is_nearest(self, x: float, y: float) -> None:
        found = ORSHA.hex_at(x, y)
        if found is not None:
            assert depth(ORSHA, found, x, y) > -0.01
            assert not any(depth(ORSHA, other, x, y) > 0.01 for other in neighbours(found))

    def test_the_formula_of_saved_games_agrees_at_and_about_the_centres(self) -> None:
        for hex in ORSHA.hexes:
            x, y = ORSHA.centre(hex)
            assert ORSHA.hex_at(x + 12, y - 12) == hex == ORSHA.hex_at(x - 12, y + 12)

    def test_neighbours_are_those_of_our_own_map(self) -> None:
        """Ruling B1: the hex across a side on the grid is the one whose centre is across it in the picture."""
        for hex in ORSHA.hexes:
            for side in SIDES:
                (x, y), (mx, my) = ORSHA.centre(hex), ORSHA.middle(hex, side)
                across = ORSHA.hex_at(2 * mx - x, 2 * my - y)
                assert across in (neighbour(hex, side), None)

    def test_side_0_is_the_top_then_clockwise(self) -> None:
        x, y = STANDARD.centre(parse("P5"))
        places = [STANDARD.middle(parse("P5"), side) for side in SIDES]
        assert places[0] == (x, y - 32.25) and places[3] == (x, y + 32.25)
        assert all(px > x for px, _ in places[1:3]) and all(px < x for px, _ in places[4:])
        assert places[1][1] < y < places[2][1]

    def test_one_pixel_inside_is_one_pixel_nearer(self) -> None:
        for side in SIDES:
            (ax, ay), (bx, by) = (STANDARD.middle(parse("P5"), side, inside) for inside in (0.0, 1.0))
            assert hypot(ax - bx, ay - by) == pytest.approx(1)
            assert depth(STANDARD, parse("P5"), bx, by) > 0.9

    def test_a_point_at_the_edge_has_a_pixel(self) -> None:
        assert STANDARD.pixel((1800, 645)) == (1799, 644) and STANDARD.pixel((-0.5, 3.7)) == (0, 3)
