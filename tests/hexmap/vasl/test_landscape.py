"""Sight on imported boards: our rules, with what the line really meets."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from orsha.hexmap.map import HexMap, hex_map
from orsha.hexmap.sight import Sight, sight
from orsha.hexmap.vasl import BoardMap, landscape, read_board
from orsha.hexmap.vasl.terrain import PLACE
from orsha.kernel import Illegal, OrshaError
from tests.hexmap.vasl.making import a_board, code, losdata, paint


@pytest.fixture(autouse=True)
def no_catalogue_of_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PLACE, raising=False)


def ground(folder: Path, **made: Any) -> HexMap:
    return landscape(read_board(a_board(folder, **made)))


def see(board: HexMap, one: str, other: str, a: int | None = None, b: int | None = None) -> Sight:
    there, back = board.hex(one), board.hex(other)
    found = sight(board, there, back, a, b)
    assert found == sight(board, back, there, b, a)
    return found


class TestHexes:
    def test_woods_block_and_grain_hinders(self, tmp_path: Path) -> None:
        board = ground(tmp_path, ground={"D3": "Woods", "D5": "Grain"})
        assert see(board, "D2", "D4") == Sight(False, "D3", (), False, 2)
        assert see(board, "D4", "D6") == Sight(True, None, ("D5: Grain",), False, 2)
        assert see(board, "D2", "D3").clear and see(board, "D3", "D4").clear

    def test_an_orchard_hinders_on_the_ground_and_blocks_from_above(self, tmp_path: Path) -> None:
        board = ground(tmp_path, ground={"D4": "Orchard"}, levels={"D2": 1})
        assert see(board, "D3", "D5").hindrances == ("D4: Orchard",)
        assert not see(board, "D2", "D5").clear

    def test_an_orchards_last_pixels_do_not_count_in_the_next_hex(self, tmp_path: Path) -> None:
        painted = paint(7, 7, {"D4": "Orchard"}, {}, {})
        painted[168 - 20 : 168 + 20, 224 - 2 : 224, 1] = code("Orchard")
        board = landscape(read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)})))
        assert see(board, "D2", "D5").hindrances == ("D4: Orchard",)

    def test_a_line_past_a_house_is_free_where_a_line_through_it_is_not(self, tmp_path: Path) -> None:
        """The house fills a corner of D3 only: hex by hex both lines would be blocked."""
        painted = paint(7, 7, {}, {}, {})
        painted[168 - 6 : 168 + 24, 192 - 24 : 192 + 6, 1] = code("Stone Building")
        board = landscape(read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)})))
        assert see(board, "D2", "D4").blocked_by == "D3"
        assert see(board, "C3", "E5").clear and see(board, "B3", "F5").clear
        assert see(board, "C4", "E3").blocked_by == "D3"

    def test_rubble_is_half_a_level_high_and_hides_nothing_from_above(self, tmp_path: Path) -> None:
        board = ground(tmp_path, ground={"D4": "Stone Rubble"}, levels={"D2": 1})
        assert not see(board, "D3", "D5").clear and see(board, "D2", "D5").clear

    def test_under_a_market_places_roof_one_sees_through(self, tmp_path: Path) -> None:
        board = ground(tmp_path, ground={"D3": "Stone Market Place"}, levels={"D1": 1})
        assert see(board, "D2", "D4").clear and not see(board, "D1", "D4").clear

    def test_higher_ground_hides(self, tmp_path: Path) -> None:
        board = ground(tmp_path, levels={"D3": 1, "D6": 1})
        assert see(board, "D2", "D4").blocked_by == "D3" and see(board, "D3", "D6").clear

    def test_terrain_without_a_name_does_nothing(self, tmp_path: Path) -> None:
        painted = paint(7, 7, {}, {}, {})
        painted[:, :, 1] = 250
        assert see(landscape(read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)}))), "D2", "D6").clear


class TestHexsides:
    def test_a_wall_hides_unless_one_is_right_behind_it(self, tmp_path: Path) -> None:
        board = ground(tmp_path, sides={"D4": {0: "Wall"}})
        assert see(board, "D2", "D5").blocked_by in ("D3", "D4")
        assert see(board, "D2", "D4").clear and see(board, "D3", "D6").clear

    def test_over_a_wall_one_looks_from_higher_ground_and_from_up_slope(self, tmp_path: Path) -> None:
        assert see(ground(tmp_path, sides={"D4": {0: "Wall"}}, levels={"D2": 1}), "D2", "D5").clear
        sloped = ground(tmp_path, sides={"D4": {0: "Wall"}}, inside='<slopes><slope hex="D2" hexsides="3"/></slopes>')
        assert see(sloped, "D2", "D5") == Sight(True, None, (), True, 3)

    def test_bocage_is_a_level_high_and_has_blind_hexes(self, tmp_path: Path) -> None:
        """From five hexes off, two hexes behind it are blind; right behind it one has the advantage of it."""
        board = ground(tmp_path, rows=10, sides={"D7": {0: "Bocage"}}, levels={"D1": 2})
        assert not see(board, "D4", "D9").clear and see(board, "D4", "D7").clear
        assert not see(board, "D1", "D8").clear and see(board, "D1", "D9").clear

    def test_a_line_along_a_wall_is_blocked(self, tmp_path: Path) -> None:
        """From C4 to E4 the line runs along the side between D3 and D4."""
        board = ground(tmp_path, sides={"D3": {3: "Wall"}})
        assert not see(board, "C4", "E4").clear and see(ground(tmp_path), "C4", "E4").clear

    def test_a_cliff_hides_nothing_of_itself(self, tmp_path: Path) -> None:
        assert see(ground(tmp_path, sides={"D4": {0: "Cliff"}}), "D2", "D6").clear

    def test_a_walls_pixels_are_no_cover_in_the_hex(self, tmp_path: Path) -> None:
        board = ground(tmp_path, sides={"D4": {0: "Wall"}})
        assert see(board, "D3", "D6").hindrances == ()


class TestSlopes:
    def test_the_metadata_names_the_hex_that_is_up_slope(self, tmp_path: Path) -> None:
        """The hash marks are drawn in the hex across: on both sample boards with slopes, along every one of them."""
        board = ground(tmp_path, ground={"D4": "Grain"}, inside='<slopes><slope hex="D2" hexsides="3"/></slopes>')
        assert board.up_slope(board.hex("D2"), 3) and board.down_slope(board.hex("D3"), 0)
        assert not board.up_slope(board.hex("D3"), 0)
        assert see(board, "D2", "D6") == Sight(True, None, (), True, 4)
        assert see(board, "D3", "D6").hindrances == ("D4: Grain",)


class TestGullies:
    def made(self, folder: Path) -> HexMap:
        line = {f"D{n}": "Gully" for n in range(2, 6)}
        return ground(folder, ground=line, levels=dict.fromkeys(line, -1))

    def test_a_gully_lies_a_level_under_its_rim(self, tmp_path: Path) -> None:
        board = self.made(tmp_path)
        assert board[board.hex("D3")].level == 0 and board[board.hex("D3")].gully == (0, 3)
        assert see(board, "D2", "D5").clear and see(board, "C3", "D3").clear and see(board, "C3", "E3").clear
        assert not see(board, "A3", "D3").clear

    def test_a_line_that_leaves_the_gullys_own_pixels_does_not_keep_to_its_floor(self, tmp_path: Path) -> None:
        painted = paint(7, 7, {f"D{n}": "Gully" for n in range(2, 6)}, {f"D{n}": -1 for n in range(2, 6)}, {})
        painted[:, 200:205] = 0
        board = landscape(read_board(a_board(tmp_path, more={"LOSData": losdata(painted, 7, 7)})))
        assert not see(board, "D2", "D5").clear


class TestHouses:
    def test_from_upstairs_one_looks_over_woods(self, tmp_path: Path) -> None:
        made = {"D1": "Stone Building, 2 Level", "D3": "Woods"}
        board = ground(tmp_path, ground=made)
        assert not see(board, "D1", "D5").clear and not see(board, "D1", "D4", 2).clear
        assert see(board, "D1", "D5", 2).clear

    def test_a_floor_that_the_house_does_not_have_is_refused(self, tmp_path: Path) -> None:
        board = ground(tmp_path, ground={"D1": "Stone Building, 2 Level", "D3": "Stone Building"})
        with pytest.raises(Illegal, match="D1 has levels 0 to 2, not 3"):
            see(board, "D1", "D5", 3)
        with pytest.raises(Illegal, match="D3 has levels 0 to 0, not 1"):
            see(board, "D3", "D5", 1)


class TestWhatCannotBeTold:
    @pytest.mark.parametrize("missing", ["LOSData", "SharedBoardMetadata.xml"])
    def test_without_sight_data_or_catalogue(self, tmp_path: Path, missing: str) -> None:
        with pytest.raises(OrshaError, match=f"cannot be told, for it lacks {missing}"):
            ground(tmp_path, without=(missing,))


@cache
def sample(name: str) -> HexMap:
    file = Path(__file__).parents[4] / "shared" / "data" / "vasl" / "boards" / name
    return landscape(read_board(file))


@pytest.mark.usefixtures("shared")
class TestSamples:
    def test_neighbours_are_those_of_our_own_map(self) -> None:
        """Ruling B1: the same letters and numbers touch."""
        for name, others in (("A5", "A4 A6 B4 B5"), ("B5", "B4 B6 A5 A6 C5 C6")):
            for board in (sample("bd00"), hex_map("orsha")):
                assert {other.name for other in board.neighbours(board.hex(name))} == set(others.split())

    def test_up_slope_one_looks_over_grain(self) -> None:
        """As VASL's makers were told of board O, J5 to H1, which is no sample of ours: no hindrance from up-slope."""
        village, farm = sample("bdBFPC"), sample("bdBFPDW4b")
        assert see(village, "G2", "B2") == Sight(True, None, (), True, 5)
        assert see(village, "F1", "B1").hindrances == ("C1: Grain", "D1: Grain", "E1: Grain")
        assert see(farm, "O14", "S14") == Sight(True, None, (), True, 4)
        assert see(farm, "P14", "T14").hindrances == ("Q14: Grain", "R14: Grain", "S14: Grain")

    def test_down_an_orchard_lane_nothing_hinders(self) -> None:
        farm = sample("bdBFPDW4b")
        assert see(farm, "I17", "I20") == Sight(True, None, (), False, 3)
        assert see(farm, "H17", "J18").hindrances == ("I18: Orchard",)

    def test_the_church_the_graveyard_and_the_bocage(self) -> None:
        village = sample("bdBFPC")
        assert see(village, "Q4", "Q7").blocked_by == "Q5" and see(village, "Q5", "Q7", 2).blocked_by == "Q6"
        assert see(village, "P4", "P6").hindrances == ("P5: Graveyard",)
        assert not see(village, "I3", "I6").clear and see(village, "I4", "I5").clear

    def test_in_a_winding_gully_one_sees_the_next_hex_only(self) -> None:
        village = sample("bdBFPC")
        assert see(village, "U2", "V2").clear and not see(village, "U2", "W3").clear
        assert [village[village.hex(name)].level for name in ("T1", "U2", "V2", "W3")] == [0, 0, 0, 0]

    @pytest.mark.parametrize("name", ["bdBFPC", "bdBFPDW4b"])
    def test_sight_is_the_same_both_ways_and_neighbours_see_each_other(self, name: str) -> None:
        board, rng = sample(name), random.Random(7)
        hexes = sorted(board.ground)
        for _ in range(300):
            one, other = rng.sample(hexes, 2)
            assert sight(board, one, other) == sight(board, other, one)
        for hex in rng.sample(hexes, 60):
            assert all(sight(board, hex, other).clear for other in board.neighbours(hex))

    def test_the_campaigns_board_is_looked_across_on_our_own_map(self) -> None:
        assert sample("bdOtOBFP") is hex_map("orsha")

    def test_an_empty_board_shows_all_of_itself(self) -> None:
        board = sample("bdBlank0")
        assert isinstance(board, BoardMap)
        assert all(sight(board, board.hex("P5"), hex).clear for hex in board.ground)
