"""The reading over the picture: every hex once, with its name, and what each mark means under it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from orsha.hexmap.vasl import read_board
from orsha.hexmap.vasl.drawing import abbreviations, draw
from orsha.kernel import OrshaError
from tests.hexmap.vasl.making import a_board

SVG = "{http://www.w3.org/2000/svg}"


def group(svg: str, name: str) -> ElementTree.Element:
    return next(one for one in ElementTree.fromstring(svg).iter(f"{SVG}g") if one.get("id") == name)


def words(svg: str, name: str) -> list[str]:
    return ["".join(text.itertext()) for text in group(svg, name)]


def test_every_hex_has_its_outline_and_its_name(tmp_path: Path) -> None:
    board = read_board(a_board(tmp_path))
    svg = draw(board).svg
    assert (
        {one.get("id") for one in group(svg, "hexes")} == {hex.name for hex in board.hexes} == set(words(svg, "names"))
    )
    assert svg.count("data:image/png;base64,") == 1


def test_terrain_levels_hexsides_and_slopes_are_marked_and_explained(tmp_path: Path) -> None:
    file = a_board(
        tmp_path,
        ground={"C3": "Woods", "D4": "Grain"},
        levels={"D4": 2, "E5": -1},
        sides={"B3": {0: "Wall"}},
        inside='<slopes><slope hex="D3" hexsides="05"/></slopes>',
    )
    svg = draw(read_board(file)).svg
    assert sorted(words(svg, "ground")) == sorted(["Wo", "Gr +2", "−1"])
    assert len(group(svg, "hexsides")) == 2 and len(group(svg, "slopes")) == 2
    key = " ".join(words(svg, "key"))
    assert (
        "Wo Woods" in key and "Gr Grain" in key and "Wall along the hexside" in key and "version 1.2: 52 hexes" in key
    )


def test_what_is_lacking_stands_under_the_picture(tmp_path: Path) -> None:
    svg = draw(read_board(a_board(tmp_path, without=("LOSData",)))).svg
    assert "lacks LOSData" in " ".join(words(svg, "key")) and not words(svg, "ground")


def test_texts_stay_on_the_picture(tmp_path: Path) -> None:
    drawn = draw(read_board(a_board(tmp_path, ground=dict.fromkeys(("A1", "G7", "B0", "B7"), "Woods"))))
    for text in (*group(drawn.svg, "names"), *group(drawn.svg, "ground")):
        x, y = float(text.get("x", "-1")), float(text.get("y", "-1"))
        assert 6 < x < 336 - 6 and 8 < y < 448


def test_a_board_without_names_is_not_drawn(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="cannot be drawn, for it lacks hex names"):
        draw(read_board(a_board(tmp_path, altHexGrain="TRUE")))


def test_a_boards_name_cannot_break_the_drawing(tmp_path: Path) -> None:
    svg = draw(read_board(a_board(tmp_path, name="&lt;script&gt;&amp;"))).svg
    assert "<script>" not in svg and ElementTree.fromstring(svg) is not None


def test_no_two_kinds_are_abbreviated_alike() -> None:
    names = ["Grain", "Graveyard", "Gr", "Stone Building", "Stone Building, 1 Level", "Orchard, Out of Season", "G"]
    found = abbreviations(names)
    assert len(set(found.values())) == len(names) and all(len(one) <= 3 for one in found.values())
    assert (found["Stone Building, 1 Level"], found["Grain"], found["Orchard, Out of Season"]) == ("SB1", "Ga", "OOS")


def test_the_campaigns_board_shows_our_own_reading(shared: Path) -> None:
    drawn = draw(read_board(shared / "data" / "vasl" / "boards" / "bdOtOBFP"))
    assert len(words(drawn.svg, "names")) == 1590 and "terrain from our map 'orsha'" in drawn.svg
    assert (drawn.width, drawn.svg.count("data:image/gif;base64,")) == (1652, 1)
