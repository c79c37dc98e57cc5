"""Boards: every hex's terrain, level and hexsides; what a board lacks is said; the samples that we have."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from orsha.hexmap.grid import SIDES, neighbour
from orsha.hexmap.map import hex_map
from orsha.hexmap.vasl import Board, HexReading, read_board
from orsha.hexmap.vasl.archive import BadBoard
from orsha.hexmap.vasl.terrain import PLACE
from orsha.kernel import BadData, OrshaError
from tests.hexmap.vasl.making import a_board, code, losdata, metadata, packed, paint, png

SAMPLES = {"bd00": 346, "bd00a": 348, "bdBFPC": 346, "bdBFPDW4b": 346, "bdBlank0": 346, "bdOtOBFP": 1590}


@pytest.fixture(autouse=True)
def no_catalogue_of_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PLACE, raising=False)


def at(board: Board, name: str) -> HexReading:
    return board.hexes[board.hex(name)]


class TestReading:
    def test_terrain_and_level_come_from_the_centre(self, tmp_path: Path) -> None:
        made = {"C3": "Woods", "D4": "Grain", "A1": "Orchard", "B0": "Marsh"}
        board = read_board(a_board(tmp_path, ground=made, levels={"D4": 2, "F2": -1}))
        assert {name: at(board, name).terrain for name in made} == made
        assert (at(board, "D4").level, at(board, "F2").level, at(board, "C3").level) == (2, -1, 0)
        assert at(board, "E5").terrain == "Open Ground" and not board.lacks and not board.doubts

    def test_a_wall_belongs_to_both_hexes_that_it_parts(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, sides={"D3": {0: "Wall", 2: "Bocage"}}))
        assert at(board, "D3").sides == {0: "Wall", 2: "Bocage"}
        for side, name in at(board, "D3").sides.items():
            assert board.hexes[neighbour(board.hex("D3"), side)].sides == {(side + 3) % 6: name}
        assert sum(len(one.sides) for one in board.hexes.values()) == 4

    def test_a_thin_wall_on_one_side_of_the_line_is_the_others_too(self, tmp_path: Path) -> None:
        """One pixel inside the hex above is enough for the hex below."""
        painted = paint(7, 7, {}, {}, {})
        painted[168 - 15 : 168 + 15, 160 - 2 : 160, 1] = code("Wall")
        board = read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)}))
        assert at(board, "D3").sides == {0: "Wall"} and at(board, "D2").sides == {3: "Wall"}

    def test_terrain_of_hexes_is_none_along_sides(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, ground={"D3": "Woods", "D4": "Woods"}))
        assert not any(one.sides for one in board.hexes.values())

    def test_a_centre_in_a_gap_of_the_art_is_what_is_around_it(self, tmp_path: Path) -> None:
        """Grain is drawn in stripes, and centres are dotted: both readings are kept, and the hex is named."""
        painted = paint(7, 7, {"D3": "Grain"}, {}, {})
        painted[167:170, 190:194, 1] = 0
        board = read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)}))
        assert (at(board, "D3").terrain, at(board, "D3").centre) == ("Grain", "Open Ground")
        assert board.doubts == ["1 centres lie in a gap of the art and are read as what is around them: D3 Grain"]

    def test_a_small_house_in_the_open_stays_a_house(self, tmp_path: Path) -> None:
        painted = paint(7, 7, {}, {}, {})
        painted[166:171, 190:195, 1] = code("Stone Building")
        board = read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)}))
        assert at(board, "D3").terrain == "Stone Building" and at(board, "D3").centre is None

    def test_stairs_buildings_and_slopes_of_the_metadata(self, tmp_path: Path) -> None:
        inside = (
            '<buildingTypes><buildingType hexName="C3" buildingTypeName="Stone Building, 2 Level"/></buildingTypes>'
            '<slopes><slope hex="D3" hexsides="05"/></slopes>'
        )
        file = a_board(tmp_path, ground={"C3": "Stone Building, 2 Level"}, inside=inside, stairs=(7 + 8 + 2,))
        board = read_board(file)
        assert at(board, "C3").building == "Stone Building, 2 Level" and at(board, "C3").stairway
        assert at(board, "D3").up_slope == (0, 5) and not board.doubts

    def test_a_hex_that_is_not_there(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path))
        with pytest.raises(OrshaError, match="no hex B9 on board Test: column B runs 0 to 7"):
            board.hex("b9")
        with pytest.raises(OrshaError, match="no hex Z1 on board Test: columns run A to G"):
            board.hex("Z1")


class TestWhatIsSaid:
    def test_without_sight_data(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, without=("LOSData",)))
        assert board.lacks == ["LOSData: terrain, levels and hexsides are not known"]
        assert len(board.hexes) == 4 * 7 + 3 * 8 and at(board, "C3").terrain is None and at(board, "C3").level is None

    def test_without_the_catalogue(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, ground={"C3": "Woods"}, without=("SharedBoardMetadata.xml",)))
        assert "SharedBoardMetadata.xml" in board.lacks[0] and at(board, "C3").terrain == "code 60"

    def test_without_a_picture(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, without=("bdTest.png",)))
        assert any("picture" in one for one in board.lacks) and "no picture 'bdTest.png'" in board.doubts[0]
        assert len(board.hexes) == 52
        with pytest.raises(BadBoard, match="has no picture"):
            board.drawing()

    def test_with_neither_picture_nor_sight_data_nothing_is_guessed(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, without=("bdTest.png", "LOSData")))
        assert not board.hexes and "where the hexes are is not known" in board.lacks[0]
        with pytest.raises(OrshaError, match="have no names"):
            board.hex("A1")

    def test_without_a_list_of_slopes(self, tmp_path: Path) -> None:
        assert read_board(a_board(tmp_path, inside="")).lacks == ["slopes: no list of them"]

    def test_the_alternate_grain_is_not_guessed(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, altHexGrain="TRUE"))
        assert not board.hexes and "alternate grain" in board.lacks[0]

    def test_another_kind_of_grid_is_read_as_usual_and_that_is_said(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, HexGridConfig="FullHex"))
        assert len(board.hexes) == 52 and "kind 'FullHex'" in board.doubts[0]

    def test_what_does_not_agree(self, tmp_path: Path) -> None:
        inside = """
            <buildingTypes><buildingType hexName="C3" buildingTypeName="Stone Building, 2 Level"/>
            <buildingType hexName="D3" buildingTypeName="Castle"/>
            <buildingType hexName="Z99" buildingTypeName="Stone Building"/></buildingTypes>
            <slopes><slope hex="nowhere" hexsides="1"/></slopes>
            <rrembankments><rrembankment hex="D3" hexsides="1"/></rrembankments>"""
        painted = paint(7, 7, {"C3": "Stone Building"}, {}, {})
        painted[5, 5, 1] = 251
        more = {"LOSData": losdata(painted, 7, 7), "bdTest.png": png(300, 300)}
        told = "\n".join(read_board(a_board(tmp_path, inside=inside, width=9, more=more)).doubts)
        for part in (
            "picture is 300 x 300 pixels large, LOSData 336 x 448",
            "building in 'Z99'",
            "slope in 'nowhere'",
            "says 9 x 7 hexes, but 7 x 7 are there",
            "building type 'Castle' is not in the catalogue",
            "without a name in the catalogue: 251",
            "C3 Stone Building, 2 Level, not Stone Building",
            "1 railway embankments",
        ):
            assert part in told

    def test_a_thousand_doubts_are_not_all_told(self, tmp_path: Path) -> None:
        many = '<slope hex="X" hexsides="9"/>' * 1000
        board = read_board(a_board(tmp_path, inside=f"<slopes>{many}</slopes>"))
        assert len(board.doubts) == 41 and board.doubts[-1] == "and 960 more of the kind"

    def test_a_picture_that_is_none(self, tmp_path: Path) -> None:
        for content, why in (
            (b"hello", "neither a GIF nor a PNG"),
            (png(30_000, 30_000), "30000 x 30000 pixels large"),
        ):
            board = read_board(a_board(tmp_path, more={"bdTest.png": content}))
            assert board.picture is None and why in board.doubts[0]

    def test_a_picture_that_ends_too_early(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, more={"bdTest.png": png(336, 448)[:-20]}))
        with pytest.raises(BadBoard, match="ends too early"):
            board.drawing()

    def test_broken_sight_data_is_no_reason_to_guess(self, tmp_path: Path) -> None:
        with pytest.raises(BadBoard, match="LOSData cannot be unpacked"):
            read_board(a_board(tmp_path, more={"LOSData": b"nonsense"}))

    def test_a_catalogue_that_was_asked_for_must_be_there(self, tmp_path: Path) -> None:
        with pytest.raises(BadData, match="there is no such file"):
            read_board(a_board(tmp_path), tmp_path / "none.xml")


class TestLegacy:
    def test_a_data_file_tells_where_the_hexes_are(self, tmp_path: Path) -> None:
        made = {"data": b"version 4.1\ndx 168.72\ndy 193.53\ny0 97\nby hand", "bdq.png": png(1350, 580)}
        board = read_board(packed(tmp_path / "bdq", made))
        assert (board.name, board.facts.version, board.facts.legacy) == ("q", "4.1", True)
        assert len(board.hexes) == 5 * 3 + 4 * 4 and board.hex("I3")
        assert any("legacy" in one for one in board.lacks) and any("LOSData" in one for one in board.lacks)

    def test_without_numbers_it_is_a_board_of_the_usual_kind(self, tmp_path: Path) -> None:
        board = read_board(packed(tmp_path / "bd7", {"data": b"version 5.0\nJan 2008 TR", "bd7.png": png(1800, 645)}))
        assert len(board.hexes) == 346 and board.facts.notes == ("Jan 2008 TR",)

    def test_metadata_comes_before_it(self, tmp_path: Path) -> None:
        board = read_board(a_board(tmp_path, more={"data": b"version 9.9\ndx 10"}))
        assert board.facts.version == "1.2" and len(board.hexes) == 52


class TestSamples:
    @pytest.fixture
    def boards(self, shared: Path) -> Path:
        return shared / "data" / "vasl" / "boards"

    def test_all_of_them_load_with_the_right_hexes(self, boards: Path) -> None:
        assert {file.name: len(read_board(file).hexes) for file in boards.iterdir()} == SAMPLES

    def test_names_and_half_hexes(self, boards: Path) -> None:
        standard, tall, lower = (read_board(boards / name) for name in ("bd00", "bd00a", "bdBFPDW4b"))
        assert sum(one.half for one in standard.hexes.values()) == 52
        assert [hex.name for hex in tall.hexes][-1] == "Q20" and at(tall, "B0").half and at(tall, "B20").half
        assert [hex.name for hex in lower.hexes][:2] == ["A11", "A12"] and at(lower, "B10").half

    def test_the_campaigns_board_has_the_hexes_of_our_map(self, boards: Path) -> None:
        board = read_board(boards / "bdOtOBFP")
        assert set(board.hexes) == set(hex_map("orsha").ground) and board.our_map == "orsha"
        assert any("LOSData" in one and "our own map 'orsha'" in one for one in board.lacks)
        assert "the metadata says 29 x 51 hexes, but 30 x 53 are there: those are followed" in board.doubts

    def test_a_village_with_bocage(self, boards: Path) -> None:
        """Read off the picture by eye."""
        board = read_board(boards / "bdBFPC")
        seen = {"B2": "Grain", "C3": "Grain", "H1": "Woods", "O5": "Orchard", "P4": "Graveyard", "P5": "Graveyard"}
        seen |= {"Q5": "Stone Building, 2 Level", "Q6": "Stone Building, 1 Level", "M5": "Stone Building"}
        seen |= {"U2": "Gully", "F8": "Brush", "I5": "Dirt Road", "CC8": "Grain", "J3": "Open Ground"}
        assert {name: at(board, name).terrain for name in seen} == seen
        assert (at(board, "N9").level, at(board, "M9").level, at(board, "V2").level) == (1, 1, -1)
        assert set(at(board, "P5").sides) == {1, 2, 3, 4, 5} and set(at(board, "P5").sides.values()) == {"Wall"}
        assert at(board, "L1").sides == {1: "Hedge", 2: "Hedge"} and set(at(board, "I4").sides) == {2, 3, 4}
        assert not board.lacks

    def test_stairs_are_in_the_houses_that_the_metadata_calls_high(self, boards: Path) -> None:
        board = read_board(boards / "bdBFPC")
        high = {one.hex for one in board.hexes.values() if one.building is not None}
        assert high == {one.hex for one in board.hexes.values() if one.stairway} and len(high) == 9
        assert all(one.building == one.terrain for one in board.hexes.values() if one.building is not None)

    def test_every_hexside_is_told_alike_by_both_of_its_hexes(self, boards: Path) -> None:
        for name in SAMPLES:
            board = read_board(boards / name)
            for hex, one in board.hexes.items():
                for side in SIDES:
                    across = board.hexes.get(neighbour(hex, side))
                    assert across is None or one.sides.get(side) == across.sides.get((side + 3) % 6)

    def test_levels_and_terrain_of_the_others(self, boards: Path) -> None:
        def counted(name: str) -> Counter[str | None]:
            return Counter(one.terrain for one in read_board(boards / name).hexes.values())

        assert counted("bd00") == {"Open Ground": 296, "Dirt Road": 30, "Woods": 20}
        assert counted("bdBlank0") == {"Open Ground": 346} and counted("bd00a") == {"Open Ground": 348}
        assert counted("bdBFPDW4b")["Orchard, Out of Season"] == 3


def test_metadata_with_a_broken_number_names_the_archive(tmp_path: Path) -> None:
    file = packed(tmp_path / "bdX", {"BoardMetadata.xml": metadata(3, 3, hexWidth="x")})
    with pytest.raises(BadData, match=r"bdX/BoardMetadata.xml:1: hexWidth is 'x'"):
        read_board(file)
