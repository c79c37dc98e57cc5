"""Positions and hexes: one board or several, turned, cropped, zoomed, and back again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.hexmap.grid import Hex, neighbour, parse
from orsha.hexmap.map import hex_map
from orsha.hexmap.vasl.saves import Geometry, PlacedBoard, layout
from orsha.hexmap.vasl.saves.commands import Crop
from orsha.hexmap.vasl.saves.placing import EDGE, OLD_EDGE, edge_of
from tests.hexmap.vasl.saves.tables import BOARDS, ORSHA

KNOWN = {"OtOBFP": ORSHA}


def board(name: str, column: int = 0, row: int = 0, crop: Crop | None = None, zoom: str = "") -> PlacedBoard:
    return PlacedBoard(column, row, name, crop, ("ZOOM", zoom) if zoom else ())


def named(boards: list[PlacedBoard], x: int, y: int) -> str:
    spot = layout(boards, KNOWN).spot(x, y)
    return f"{spot.board}:{spot}" if spot else "beside"


def test_a_board_alone() -> None:
    one = [board("00")]
    assert named(one, 400, 432) == "00:A1"
    assert named(one, 456, 464) == "00:B1"
    assert named(one, 456, 401) == "00:B0", "a half hex at the top"
    assert named(one, 400 + 28, 400 + 48) == "00:A1/B1", "the middle of a hexside is in two hexes"
    assert named(one, 456, 432) == "00:B0/B1"
    assert named(one, 399, 500) == named(one, 500, 399) == named(one, 2300, 500) == "beside"
    assert named([], 500, 500) == "beside"


def test_letters_go_on_after_z() -> None:
    assert named([board("00")], 400 + round(56.25 * 26), 432) == "00:AA1"
    assert named([board("00")], 400 + 1800, 432) == "00:GG1"


def test_boards_beside_and_below_each_other() -> None:
    four = [board("02"), board("03", 1), board("04", 0, 1), board("05", 1, 1)]
    assert named(four, 456, 464) == "02:B1"
    assert named(four, 456 + 1800, 464) == "03:B1"
    assert named(four, 456, 464 + 645) == "04:B1"
    assert named(four, 456 + 1800, 464 + 645) == "05:B1"


def test_a_turned_board_begins_at_its_far_corner() -> None:
    turned = [board("r00")]
    assert named(turned, 400 + 1800, 400 + 645 - 32) == "00:A1"
    assert named(turned, 400, 433) == "00:GG10"


def test_a_cropped_board_begins_where_it_is_cut() -> None:
    cut = [board("00", crop=Crop(225, 0, 900, -1)), board("01", 1)]
    assert named(cut, 400, 432) == "00:E1"
    assert named(cut, 400 + 900 + 56, 464) == "01:B1", "the next board moves up"


def test_a_cropped_and_turned_board() -> None:
    cut = [board("r00", crop=Crop(225, 0, 900, -1))]
    assert named(cut, 400 + 900, 400 + 645 - 32) == "00:E1"


def test_a_zoomed_board() -> None:
    large = [board("00", zoom="2.0"), board("01", 1)]
    assert named(large, 400 + 2 * 56, 400 + 2 * 64) == "00:B1"
    assert named(large, 400 + 3600 + 56, 464) == "01:B1"


def test_the_campaign_map_has_its_own_measures() -> None:
    drawn = layout(BOARDS, KNOWN)
    for hex in hex_map().ground:
        place = drawn.position("OtOBFP", hex)
        assert place is not None, hex
        spot = drawn.spot(*place)
        assert spot is not None and spot.hexes == (hex,)


@given(
    st.sampled_from(sorted(hex_map().ground)),
    st.integers(0, 5),
    st.booleans(),
    st.sampled_from(["", "0.5", "1.5", "2.0"]),
)
def test_there_and_back_however_the_board_stands(hex: Hex, side: int, turned: bool, zoom: str) -> None:
    drawn = layout([board("rOtOBFP" if turned else "OtOBFP", zoom=zoom)], KNOWN)
    place = drawn.position("OtOBFP", hex)
    assert place is not None
    spot = drawn.spot(*place)
    assert spot is not None and spot.hexes == (hex,)
    beyond = neighbour(hex, side)
    other = drawn.position("OtOBFP", beyond)
    if beyond in hex_map() and other is not None:
        middle = drawn.spot((place[0] + other[0]) / 2, (place[1] + other[1]) / 2)
        assert middle is not None and middle.hexes == tuple(sorted((hex, beyond)))


def test_what_is_cropped_away_has_no_position() -> None:
    cut = layout([board("OtOBFP", crop=Crop(0, 0, -1, 1000))], KNOWN)
    assert cut.position("OtOBFP", parse("P40")) is None and cut.position("OtOBFP", parse("P4")) is not None
    assert cut.position("00", parse("A1")) is None


def test_older_games_have_a_narrower_edge() -> None:
    old = layout(BOARDS, KNOWN, OLD_EDGE)
    places = [place for name in ("P20", "Q10", "X38") if (place := old.position("OtOBFP", parse(name)))]
    assert edge_of(BOARDS, KNOWN, places) == OLD_EDGE
    assert edge_of(BOARDS, KNOWN, []) == EDGE


@pytest.mark.parametrize("place", [(10**9, 5), (-(10**9), 5), (500, 10**12)])
def test_places_far_away_are_beside_the_map(place: tuple[int, int]) -> None:
    assert layout(BOARDS, KNOWN).spot(*place) is None


def test_a_board_that_begins_with_r_is_not_turned() -> None:
    drawn = layout([board("river")], {"river": Geometry()})
    assert drawn.boards[0].name == "river" and not drawn.boards[0].turned
