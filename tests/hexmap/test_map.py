"""The Orsha map: the published facts, and a wrong file refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from orsha.hexmap.grid import parse
from orsha.hexmap.map import MAPS, MapFile, _check, hex_map
from orsha.kernel import BadData, OrshaError, Unknown
from orsha.kernel.data import loads

BOARD = hex_map()


def test_columns_run_a_to_dd_and_numbers_to_53() -> None:
    assert len(BOARD.ground) == 15 * 53 + 15 * 53
    assert parse("A1") in BOARD and parse("B0") in BOARD and parse("A53") in BOARD and parse("B52") in BOARD
    for name in ("A0", "B53", "EE1", "A54"):
        with pytest.raises(OrshaError, match="there is no hex"):
            BOARD.hex(name)


def test_it_holds_the_same_facts_as_the_teams_transcription(shared: Path) -> None:
    facts = tomllib.loads((shared / "data" / "orsha-map.toml").read_text())
    for name, fact in facts["hexes"].items():
        ground = BOARD[parse(name)]
        assert (ground.level, list(ground.terrain)) == (fact["level"], fact["terrain"]), name
        for what in ("road", "rail", "gully", "slope"):
            assert list(getattr(ground, what)) == fact.get(what, []), (name, what)
    assert list(BOARD.file.victory_locations) == facts["victory_locations"]
    assert len(BOARD.file.doubts) == len(facts["doubts"])


def test_twelve_victory_discs_and_a_railway_from_west_to_east() -> None:
    assert len(BOARD.victory_locations) == 12
    assert {hex.number for hex in BOARD.railway} == set(range(53)) and len({h.column for h in BOARD.railway}) == 1


def test_edges() -> None:
    assert all(BOARD.west(parse(n)) for n in ("A1", "B0")) and all(BOARD.east(parse(n)) for n in ("A53", "B52"))
    assert BOARD.south(parse("A20")) and BOARD.north(parse("DD20"))
    assert parse("P20") not in BOARD.edge and {parse("A20"), parse("DD20"), parse("P0")} <= BOARD.edge


def test_1_2_the_slope_of_t19_and_t20() -> None:
    """001 1.1 names the hexside T19-T20: one of the two is up-slope across it, the other down-slope."""
    t19, t20 = parse("T19"), parse("T20")
    assert BOARD.up_slope(t19, 3) != BOARD.up_slope(t20, 0)
    assert BOARD.down_slope(t19, 3) == BOARD.up_slope(t20, 0)


def test_2_3_w9_is_grain_with_a_road_and_3_1_m23_has_the_culvert() -> None:
    assert BOARD[parse("W9")].has("grain") and BOARD[parse("W9")].road
    assert [(c.hex, c.ends) for c in BOARD.file.culverts] == [("M23", ("L23", "N22"))]


TEXT = (MAPS / "orsha.toml").read_text()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("\nA6 = ", "\nA7 = ", "stands there twice|is missing"),
        ("\nA6 = { terrain", "\nA6 = { levle = 1, terrain", "unknown key 'levle'"),
        ("\nA6 = ", "\nA6-x = ", "is no hex and no run"),
        ('A6 = { terrain = ["open"] }', 'A6 = { terrain = ["opne"] }', "cannot be"),
        ('"A12", ', '"A99", ', "no hex A99"),
        ("gully = [1, 4]", "gully = [1, 5]", "but .* has none there"),
    ],
)
def test_a_spoilt_map_is_refused_with_its_line(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(BadData, match=why):
        loads(TEXT.replace(old, new, 1), MapFile, _check, "orsha.toml")


def test_an_unknown_map_is_refused() -> None:
    with pytest.raises(Unknown, match="no map called 'minsk'"):
        hex_map("minsk")
