"""Terrain combinations, seed 001 rule 2."""

from __future__ import annotations

import pytest

from orsha.hexmap.combinations import (
    Vehicle,
    combination,
    grain_road_ffmo,
    grain_road_hinders,
    grain_road_mf,
    orchard_in_season,
    shelled_orchard_bog_drm,
    shelled_orchard_mf,
    shelled_orchard_mp,
)
from orsha.hexmap.grid import parse
from orsha.hexmap.map import Ground, hex_map
from orsha.kernel import Illegal
from tests.hexmap.maps import tiny

BOARD = hex_map()
TANK, TRACTOR = Vehicle("tracked", afv=True), Vehicle("tracked")
CARRIER, TRUCK = Vehicle("half-tracked", afv=True), Vehicle("wheeled")


def hinders(hex: str, one: str, other: str) -> bool:
    return grain_road_hinders(BOARD, parse(hex), parse(one), parse(other))


def test_2_1_the_map_holds_both_combinations() -> None:
    assert combination(BOARD[parse("A12")]) == "orchard-shellholes"
    assert combination(BOARD[parse("W9")]) == "grain-road"
    assert combination(BOARD[parse("V9")]) is None, "grain alone"
    assert combination(BOARD[parse("W8")]) is None, "a road alone"


class TestOrchardShellholes:
    def test_2_2_it_is_always_out_of_season(self) -> None:
        orchard = Ground(("orchard",))
        assert not orchard_in_season(BOARD[parse("A12")], in_season=True)
        assert orchard_in_season(orchard, in_season=True)
        assert not orchard_in_season(orchard, in_season=False)

    def test_2_2_also_when_the_shellholes_came_in_play(self) -> None:
        assert not orchard_in_season(Ground(("orchard",)), in_season=True, shelled=True)
        assert combination(Ground(("open",)), shelled=True) is None

    def test_2_2_infantry_pays_two_and_three_in_the_shellholes(self) -> None:
        assert shelled_orchard_mf(into_shellholes=False) == 2
        assert shelled_orchard_mf(into_shellholes=True) == 3

    def test_2_2_tracked_afvs_pay_three_all_other_vehicles_six(self) -> None:
        assert [shelled_orchard_mp(vehicle) for vehicle in (TANK, TRACTOR, CARRIER, TRUCK)] == [3, 6, 6, 6]

    def test_2_2_every_vehicle_checks_for_bog_those_without_tracks_at_plus_two(self) -> None:
        assert [shelled_orchard_bog_drm(vehicle) for vehicle in (TANK, TRACTOR, CARRIER, TRUCK)] == [0, 0, 2, 2]


class TestGrainRoad:
    def test_2_3_through_a_road_side_w9_is_entered_as_a_road(self) -> None:
        assert grain_road_mf(BOARD, parse("W8"), parse("W9")) == (1, 1.5)
        assert grain_road_mf(BOARD, parse("X8"), parse("W9")) == (1, 1.5)

    def test_2_3_through_any_other_side_it_is_grain(self) -> None:
        assert grain_road_mf(BOARD, parse("V9"), parse("W9")) == (1.5,)
        with pytest.raises(Illegal, match="no hex of grain and road"):
            grain_road_mf(BOARD, parse("W9"), parse("W8"))

    def test_2_3_on_the_road_one_is_in_the_open_in_the_grain_not(self) -> None:
        assert grain_road_ffmo(1) and not grain_road_ffmo(1.5)

    def test_2_3_a_line_along_the_road_is_not_hindered(self) -> None:
        assert not any(hinders(hex, "W7", "W12") for hex in ("W9", "W10", "W11"))

    def test_2_3_a_line_that_leaves_the_road_is(self) -> None:
        assert hinders("W10", "W7", "V12"), "it wanders off to the side"
        assert hinders("W9", "V8", "X9"), "it goes straight, but the road does not"
        bend = tiny(D4=Ground(("grain",), road=(0, 2)))
        assert grain_road_hinders(bend, parse("D4"), parse("D3"), parse("E5")), "it runs along the hexside"

    def test_2_3_without_grain_nothing_hinders(self) -> None:
        assert not hinders("W8", "V7", "X9")
