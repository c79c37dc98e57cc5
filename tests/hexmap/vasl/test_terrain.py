"""The catalogue of terrain, and where it is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.hexmap.sight import Cover
from orsha.hexmap.vasl.landscape import cover_of
from orsha.hexmap.vasl.terrain import PLACE, find_catalogue, parse_catalogue, read_catalogue
from orsha.kernel import BadData
from tests.hexmap.vasl.making import catalogue

MADE = parse_catalogue(catalogue())


def test_a_kind_of_terrain_has_a_height_and_an_effect() -> None:
    woods, grain = MADE.by_name["Woods"], MADE.by_name["Grain"]
    assert (woods.code, woods.height, woods.obstacle) == (60, 1.0, True)
    assert (grain.height, grain.hindrance, grain.obstacle) == (0.5, True, False)
    assert MADE.name(60) == "Woods" and MADE.name(250) == "code 250"


def test_walls_stand_along_sides_and_rowhouse_walls_too() -> None:
    along = {terrain.name for terrain in MADE.by_code.values() if terrain.along_sides}
    assert along == {"Wall", "Bocage", "Cliff", "Rowhouse Wall"}


def test_a_half_level_on_top_of_a_building_is_its_roof() -> None:
    floors = {name: MADE.by_name[name].upper_floors for name in ("Stone Building", "Stone Building, 2 Level", "Woods")}
    assert floors == {"Stone Building": 0, "Stone Building, 2 Level": 2, "Woods": 0}


def test_the_catalogues_words_in_those_of_our_sight_rules() -> None:
    def cover(name: str) -> Cover | None:
        return cover_of(MADE.by_name[name])

    assert cover("Woods") == Cover("obstacle", 1.0) and cover("Grain") == Cover("hindrance", 0.5)
    assert cover("Orchard") == Cover("obstacle", 1.0, "hindrance", 0.5)
    assert cover("Stone Market Place") == Cover("obstacle", 1.5, "nothing", 0.5)
    assert cover("Open Ground") is cover("Cliff") is cover("Gully") is None


def test_it_is_found_above_the_boards_beside_them_or_where_one_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PLACE, raising=False)
    board = tmp_path / "boards" / "bdX"
    board.parent.mkdir()
    assert find_catalogue(board) is None
    for place in (board.parent, tmp_path):
        (place / "SharedBoardMetadata.xml").write_bytes(catalogue())
        found = find_catalogue(board)
        assert found is not None and Path(found.source).parent == place
    other = tmp_path / "other.xml"
    other.write_bytes(catalogue())
    monkeypatch.setenv(PLACE, str(other))
    found = find_catalogue(board)
    assert found is not None and found.source == str(other)
    asked = find_catalogue(board, tmp_path / "SharedBoardMetadata.xml")
    assert asked is not None and asked.source == str(tmp_path / "SharedBoardMetadata.xml")


@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        (b'typeCode="60"', b'typeCode="256"', "has typeCode"),
        (b'typeCode="60"', b'typeCode="63"', "stands there twice"),
        (b'typeCode="60"', b'typeCode="6.5"', "has typeCode"),
        (b'height="1"', b'height="tall"', "has height"),
        (b'isLOSObstacle="TRUE"', b'isLOSObstacle="X"', "has isLOSObstacle"),
        (b"terrainTypes>", b"others>", "no terrain types"),
        (b"sharedBoardMetadata", b"boardMetadata", "its root is not"),
        (b"<sharedBoardMetadata>", b"<!DOCTYPE x><sharedBoardMetadata>", "document type"),
    ],
)
def test_a_wrong_catalogue_is_refused(was: bytes, becomes: bytes, why: str) -> None:
    with pytest.raises(BadData, match=why):
        parse_catalogue(catalogue().replace(was, becomes))


def test_a_missing_one_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no such file"):
        read_catalogue(tmp_path / "none.xml")


def test_the_real_one_has_172_kinds(shared: Path) -> None:
    real = read_catalogue(shared / "data" / "vasl" / "SharedBoardMetadata.xml")
    assert len(real.by_code) == 172
    assert real.by_name["Woods"].code == 60 and real.by_name["Bocage"].height == 1.0
    assert real.by_name["Stone Building, 1 Level"].height == 1.5
    assert sum(cover_of(terrain) is not None for terrain in real.by_code.values()) == sum(
        (terrain.obstacle or terrain.hindrance) and terrain.height > 0 for terrain in real.by_code.values()
    )
