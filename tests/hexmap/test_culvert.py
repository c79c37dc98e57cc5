"""The culvert, seed 001 rule 3: M23 between the gullies of L23 and N22."""

from __future__ import annotations

import pytest

from orsha.hexmap.culvert import (
    Fortification,
    Gun,
    GunType,
    Place,
    Unit,
    check_entry,
    crest_allowed,
    culverts,
    gun_may_be_in,
    has_room,
    in_sight,
    indirect_fire_reaches,
    inside,
    joined,
    may_fortify,
    may_mount_cycle,
    mortar_may_fire,
    sniper_target,
)
from orsha.hexmap.grid import SIDES, parse, side_between
from orsha.hexmap.map import Culvert, Ground, HexMap, MapFile, hex_map
from orsha.kernel import Illegal, passes

BOARD = hex_map()
M23, L23, N22 = map(parse, ("M23", "L23", "N22"))
CULVERT = inside(BOARD, M23)
SOUTH, NORTH = Place(L23, "gully"), Place(N22, "gully")
ON_TOP = Place(M23, "ground")


class TestThePlace:
    def test_3_1_it_runs_under_the_open_road_hex_m23(self) -> None:
        assert culverts(BOARD) == {M23}
        assert BOARD[M23].has("open") and BOARD[M23].level == 0
        with pytest.raises(Illegal, match="there is one in M23"):
            inside(BOARD, L23)

    def test_3_1_only_the_gullies_at_its_ends_are_seen(self) -> None:
        assert joined(BOARD, CULVERT) == {SOUTH, NORTH}
        assert in_sight(BOARD, CULVERT, SOUTH) and in_sight(BOARD, CULVERT, NORTH)
        unseen = [Place(parse("K23"), "gully"), Place(L23, "crest"), Place(parse("M22"), "ground"), ON_TOP]
        assert not any(in_sight(BOARD, CULVERT, place) for place in unseen)

    def test_3_1_two_culverts_in_a_row_see_each_other(self) -> None:
        ground = {"A1-4": Ground(("open",))}
        ends = (Culvert("A2", ("A1", "A3")), Culvert("A3", ("A2", "A4")))
        board = HexMap(MapFile("row", "Row", "tests", 1, (1, 4), (1, 4), ground, culverts=ends))
        first, second = inside(board, parse("A2")), inside(board, parse("A3"))
        assert in_sight(board, first, second) and passes(check_entry, board, "infantry", first, second)

    def test_3_1_it_is_never_overstacked(self) -> None:
        assert has_room(2, 1, limit=3) and not has_room(3, 0.5, limit=3)


class TestEntry:
    def test_3_2_infantry_goes_in_from_the_gully(self) -> None:
        check_entry(BOARD, "infantry", SOUTH, CULVERT)
        assert passes(check_entry, BOARD, "infantry", NORTH, CULVERT)

    def test_3_2_and_from_nowhere_else(self) -> None:
        for start in (ON_TOP, Place(L23, "crest"), Place(parse("M22"), "ground"), Place(parse("K23"), "gully")):
            assert not passes(check_entry, BOARD, "infantry", start, CULVERT)
        with pytest.raises(Illegal, match="only from in L23 or N22"):
            check_entry(BOARD, "infantry", ON_TOP, CULVERT)

    @pytest.mark.parametrize("unit", ["vehicle", "cavalry", "horse", "cyclist"])
    def test_3_2_no_vehicle_horse_or_rider(self, unit: Unit) -> None:
        with pytest.raises(Illegal, match="only infantry"):
            check_entry(BOARD, unit, SOUTH, CULVERT)

    def test_3_2_a_cycle_is_carried_in_and_not_mounted_there(self) -> None:
        assert passes(check_entry, BOARD, "infantry carrying a cycle", SOUTH, CULVERT)
        assert not may_mount_cycle(CULVERT) and may_mount_cycle(ON_TOP)

    def test_3_2_only_small_infantry_and_anti_tank_guns_and_any_mortar(self) -> None:
        small: dict[GunType, bool] = {"INF": True, "AT": True, "MTR": True, "AA": False, "ART": False, "RCL": False}
        for type, allowed in small.items():
            assert gun_may_be_in(Gun(type, small=True)) is allowed
            assert gun_may_be_in(Gun(type)) is (type == "MTR")


def test_3_3_no_mortar_fires_from_it_and_no_indirect_fire_reaches_in() -> None:
    assert not mortar_may_fire(CULVERT) and mortar_may_fire(SOUTH)
    assert not indirect_fire_reaches(CULVERT) and indirect_fire_reaches(ON_TOP)


def test_3_4_no_crest_status_in_m23_nor_along_l23_m23_and_m23_n22() -> None:
    assert not any(crest_allowed(BOARD, M23, side) for side in SIDES)
    for end in (L23, N22):
        toward = side_between(end, M23)
        assert [side for side in SIDES if not crest_allowed(BOARD, end, side)] == [toward]


def test_3_5_a_sniper_finds_no_target_inside() -> None:
    assert not sniper_target(CULVERT) and sniper_target(ON_TOP)


class TestMines:
    def test_3_6_mines_against_infantry_only_when_they_are_not_hidden(self) -> None:
        assert may_fortify("ap-mines") and not may_fortify("ap-mines", hidden=True)

    def test_3_6_no_other_work_but_a_roadblock(self) -> None:
        others: tuple[Fortification, ...] = (
            "at-mines",
            "wire",
            "foxhole",
            "trench",
            "at-ditch",
            "pillbox",
            "cupola",
        )
        assert may_fortify("roadblock") and not any(map(may_fortify, others))
