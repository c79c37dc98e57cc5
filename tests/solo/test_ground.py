"""OtO-S1's ground: what is in play, the set-up area, minefields, wrecks, S?."""

from __future__ import annotations

from orsha.hexmap.grid import distance, parse
from orsha.solo import ground
from orsha.solo.files import mission
from orsha.solo.standins import Case


def hexes(*names: str) -> set[object]:
    return {parse(name) for name in names}


def test_only_hexrows_to_28_are_in_play() -> None:
    numbers = {hex.number for hex in ground.in_play()}
    assert min(numbers) == 0 and max(numbers) == 28 and parse("BB0") in ground.in_play()
    assert parse("P28") in ground.in_play() and parse("P29") not in ground.in_play()


def test_the_set_up_area_is_on_or_east_of_the_line() -> None:
    area = ground.set_up_area()
    assert hexes("A27", "I23", "I20", "R15", "DD21") <= area
    assert not hexes("A26", "I19", "R14", "DD20") & area
    assert hexes("A28", "E25", "I21", "P16", "P28", "V17", "CC21") <= area
    assert not hexes("E24", "H22", "P15", "V16", "CC20", "P0") & area


def test_the_lines_legs_are_straight() -> None:
    """Every leg of A27-I23-I20-R15-DD21 is a hex grain or a hexrow: the hexes on it are as many as its length."""
    for one, other in (("A27", "I23"), ("I20", "R15"), ("R15", "DD21")):
        a, b = parse(one), parse(other)
        assert distance(a, b) == abs(a.column - b.column)


def test_the_minefields_run_along_two_grains_one_hex_outside() -> None:
    assert ground.minefields() == (
        "A26", "B25", "C25", "D24", "E24", "F23", "G23", "H22", "S15", "T15", "U16", "V16", "W17", "X17", "Y18", "Z18",
    )  # fmt: skip
    assert {ground.from_set_up_area(parse(place)) for place in ground.minefields()} == {1}


def test_the_vpo_are_the_printed_locations_in_play() -> None:
    assert set(ground.victory_places()) == {"A12", "D22", "I7", "I14", "P3", "Q10", "V17", "Z15", "CC5", "DD13"}
    assert [place for place in ground.victory_places() if ground.own_at_start(place)] == ["V17"]


def test_wrecks_lie_outside_at_most_two_hexes_away() -> None:
    area = ground.wreck_area()
    assert {"A26", "A25", "R13"} <= set(area) and not {"A27", "A24", "R12"} & set(area)


def test_no_enemy_can_stand_where_wrecks_go() -> None:
    enemies = {gun.hex for gun in mission("s1").guns} | set(ground.suspects_by(Case(("open", "grain"), 1), ()))
    assert not enemies & set(ground.wreck_area())


def test_wrecks_lie_apart() -> None:
    assert ground.apart(("A26", "A24")) and not ground.apart(("A26", "A25"))


def test_the_observer_is_on_the_east_edge() -> None:
    assert set(ground.east_edge()) == {hex.name for hex in ground.in_play() if hex.number == 28}
    assert len(ground.east_edge()) == 30


def test_s_are_placed_more_than_two_hexes_west_of_the_set_up_area() -> None:
    placed = ground.suspects_by(Case(("open", "grain", "woods", "orchard", "marsh", "shellholes"), 1), ())
    assert min(ground.from_set_up_area(parse(place)) for place in placed) == 3
    assert all(parse(place) in ground.outside() for place in placed)


def test_case_b_takes_grain_besides_woods() -> None:
    woods = ground.suspects_by(Case(("woods",), 1), ())
    with_grain = ground.suspects_by(Case(("woods",), 1), ("grain",))
    assert set(woods) < set(with_grain) and mission("s1").ground.case_b_adds == ("grain",)  # type: ignore[union-attr]
    assert "H10" in with_grain and "H10" not in woods


def test_one_s_in_every_fourth_hex_of_a_patch_and_one_in_a_small_patch() -> None:
    every = ground.suspects_by(Case(("woods",), 1), ())
    fourth = ground.suspects_by(Case(("woods",), 4), ())
    assert len(every) == 7 and len(fourth) == 4 and set(fourth) < set(every)  # patches of 5, 1 and 1 hexes


def test_mines_lie_in_no_building_and_not_in_the_set_up_area() -> None:
    places = set(ground.mine_targets())
    assert "P15" in places and not {"Q10", "CC5", "Z15", "V17", "A27"} & places


def test_the_three_hexes_to_the_west() -> None:
    assert set(ground.west_of("P15")) == {"O15", "P14", "Q15"} and ground.west_of("P0") == ()
    assert set(ground.west_of("Q15")) == {"P14", "Q14", "R14"}


def test_how_far_the_enemys_edge_is() -> None:
    assert ground.to_the_west(parse("P3")) == 3 and ground.to_the_west(parse("A12")) == 11
