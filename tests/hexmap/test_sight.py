"""Sight: levels, obstacles, hindrances, slopes, gullies, the culvert; the same both ways."""

from __future__ import annotations

import random

import pytest

from orsha.hexmap.map import Ground, HexMap, hex_map
from orsha.hexmap.sight import Sight, blind_hexes, sight, visible
from orsha.kernel import Illegal
from tests.hexmap.maps import tiny

OPEN = ("open",)
BOARD = hex_map()


def see(board: HexMap, one: str, other: str, a: int | None = None, b: int | None = None) -> Sight:
    return sight(board, board.hex(one), board.hex(other), a, b)


def test_over_open_ground_everything_is_seen() -> None:
    board = tiny()
    assert all(found.clear and not found.hindrances for found in visible(board, board.hex("D4")).values())


def test_woods_and_buildings_block_on_their_own_level() -> None:
    for what in ("woods", "building-wood"):
        board = tiny(D4=Ground((what,)))  # type: ignore[arg-type]
        assert see(board, "D2", "D6") == Sight(False, "D4", (), False, 4)
        assert see(board, "D2", "D4").clear and see(board, "D3", "D4").clear


def test_grain_and_marsh_hinder_each_hex_between_but_not_the_ends() -> None:
    board = tiny(D3=Ground(("grain",)), D4=Ground(("marsh",)), D5=Ground(("grain",)))
    assert see(board, "D2", "D6").hindrances == ("D3: grain", "D4: marsh", "D5: grain")
    assert see(board, "D3", "D5").hindrances == ("D4: marsh",)


def test_from_a_hill_one_looks_over_grain() -> None:
    board = tiny(D2=Ground(OPEN, level=1), D4=Ground(("grain",)))
    assert see(board, "D2", "D6").hindrances == ()


def test_an_orchard_in_leaf_hinders_on_the_ground_and_blocks_from_above() -> None:
    assert see(tiny(D4=Ground(("orchard",))), "D2", "D6").hindrances == ("D4: orchard",)
    assert not see(tiny(D2=Ground(OPEN, level=1), D5=Ground(("orchard",))), "D2", "D6").clear


def test_2_2_an_orchard_with_shellholes_is_out_of_season_and_only_hinders() -> None:
    board = tiny(D2=Ground(OPEN, level=1), D4=Ground(("orchard", "shellholes")))
    assert see(board, "D2", "D6").clear


def test_higher_ground_blocks_and_a_plateau_hides_what_lies_below_it() -> None:
    assert not see(tiny(D4=Ground(OPEN, level=1)), "D2", "D6").clear
    plateau = tiny(D2=Ground(OPEN, level=1), D3=Ground(OPEN, level=1))
    assert not see(plateau, "D2", "D6").clear, "only from the crest one looks down"
    assert see(plateau, "D3", "D6").clear


def test_behind_an_obstacle_some_hexes_are_blind() -> None:
    """Base game A6.4: one hex for a full level, one more for each five hexes to the obstacle, less with height."""
    board = tiny(3, 16, B1=Ground(OPEN, level=2), B4=Ground(("woods",)))
    assert [see(board, "B1", f"B{n}").clear for n in (5, 6, 7)] == [False, True, True]
    assert [blind_hexes(1, 0, 2, n) for n in (1, 5, 10)] == [1, 2, 3]
    assert blind_hexes(1, 0, 3, 10) == 2 and blind_hexes(1, 0, 9, 1) == 1
    assert blind_hexes(3, 1, 4, 1) == 2, "as many as it is levels above the lower end"


class TestSlopes:
    def test_1_3_an_up_slope_place_looks_over_grain_but_not_over_woods(self) -> None:
        """The hash marks lie in D3, so D2 is up-slope across the side toward it."""
        grain = tiny(D3=Ground(OPEN, slope=(0,)), D4=Ground(("grain",)))
        assert see(grain, "D2", "D6") == Sight(True, None, (), True, 4)
        assert see(tiny(D4=Ground(("grain",))), "D2", "D6").hindrances == ("D4: grain",)
        woods = tiny(D3=Ground(OPEN, slope=(0,)), D4=Ground(("woods",)))
        assert not see(woods, "D2", "D6").clear

    def test_1_3_up_slope_one_looks_down_without_standing_on_the_crest(self) -> None:
        hill = tiny(D1=Ground(OPEN, level=1), D2=Ground(OPEN, level=1, slope=(0,)), D3=Ground(OPEN, level=1))
        assert see(hill, "D1", "D7").up_slope and see(hill, "D1", "D7").clear

    def test_1_3_a_slope_in_between_is_ignored(self) -> None:
        board = tiny(D4=Ground(OPEN, slope=(0, 3)))
        assert see(board, "D2", "D6") == Sight(True, None, (), False, 4)

    def test_1_3_the_slope_counts_only_across_its_own_side(self) -> None:
        board = tiny(D3=Ground(OPEN, slope=(0,)), D1=Ground(("grain",)))
        assert not see(board, "D2", "F3").up_slope

    def test_1_1_a_slope_side_includes_its_vertices(self) -> None:
        """From D2 to E4 the line leaves by the vertex at one end of the side toward D3."""
        assert see(tiny(D3=Ground(OPEN, slope=(0,))), "D2", "E4").up_slope
        assert not see(tiny(), "D2", "E4").up_slope

    def test_1_3_blind_hexes_are_counted_without_slopes(self) -> None:
        plain = tiny(3, 9, B1=Ground(OPEN, level=3), B4=Ground(("woods",), level=1))
        sloped = tiny(3, 9, B1=Ground(OPEN, level=3), B4=Ground(("woods",), level=1), B5=Ground(OPEN, slope=(3,)))
        assert see(plain, "B1", "B6").clear == see(sloped, "B1", "B6").clear


def test_2_3_along_a_straight_road_grain_does_not_hinder() -> None:
    """W9 is the rule's own example; the road runs through the grain there."""
    assert see(BOARD, "W8", "W10").hindrances == ()
    assert see(tiny(D4=Ground(("grain",), road=(0, 3))), "D3", "D5").hindrances == ()
    assert see(tiny(D4=Ground(("grain",), road=(1, 4))), "D3", "D5").hindrances == ("D4: grain",)


class TestGullies:
    def board(self) -> HexMap:
        gully = {f"D{n}": Ground(("gully",), gully=(0, 3)) for n in range(2, 7)}
        return tiny(**gully)

    def test_along_its_floor_one_sees_and_from_next_to_it_into_it(self) -> None:
        board = self.board()
        assert see(board, "D2", "D6").clear
        assert see(board, "C4", "D4").clear and see(board, "D4", "C4").clear

    def test_from_further_off_one_must_be_as_high_as_one_is_far(self) -> None:
        board = self.board()
        assert not see(board, "B4", "D4").clear
        high = tiny(**{"B4": Ground(OPEN, level=1), **{f"D{n}": Ground(("gully",), gully=(0, 3)) for n in range(2, 7)}})
        assert see(high, "B4", "D4").clear

    def test_over_a_gully_one_looks_across(self) -> None:
        assert see(self.board(), "B4", "F4").clear


class TestTheOrshaMap:
    def test_3_1_from_the_culvert_only_the_next_gully_places_are_seen(self) -> None:
        assert see(BOARD, "M23", "L23", -1).clear and see(BOARD, "N22", "M23", None, -1).clear
        assert not see(BOARD, "M23", "M25", -1).clear
        assert not see(BOARD, "M22", "M23", None, -1).clear

    def test_3_1_nor_is_the_ground_above_the_culvert_seen_from_it(self) -> None:
        assert not see(BOARD, "M23", "M23", -1, 0).clear and not see(BOARD, "M23", "M23", 0, -1).clear
        assert see(BOARD, "M23", "M23", -1, -1).clear

    def test_6_under_the_bridge_of_k33_one_is_in_the_gully_and_on_it_one_is_not(self) -> None:
        under = {str(hex) for hex, seen in visible(BOARD, BOARD.hex("K33"), -1).items() if seen.clear}
        assert {"J32", "L32", "K32", "K34"} <= under and "K36" not in under
        assert see(BOARD, "K33", "K36", 0).clear

    def test_sight_is_the_same_both_ways(self) -> None:
        rng = random.Random(4)
        hexes = sorted(BOARD.ground)
        for _ in range(600):
            one, other = rng.sample(hexes, 2)
            assert sight(BOARD, one, other) == sight(BOARD, other, one)

    def test_neighbours_always_see_each_other(self) -> None:
        for hex in random.Random(2).sample(sorted(BOARD.ground), 200):
            for other in BOARD.neighbours(hex):
                assert sight(BOARD, hex, other).clear, (hex, other)

    def test_a_level_that_the_hex_does_not_have_is_refused(self) -> None:
        with pytest.raises(Illegal, match="has levels"):
            see(BOARD, "P20", "P25", 7)
