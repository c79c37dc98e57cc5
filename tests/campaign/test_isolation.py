"""Isolation and control: 001 7.5054-7.5062."""

from __future__ import annotations

import pytest

from orsha.campaign.isolation import (
    IsolatedArea,
    Presence,
    eliminated_smc,
    isolated_areas,
    must_escape,
    settle,
    short_of_ammunition,
)
from orsha.campaign.perimeter import Perimeter
from orsha.hexmap.grid import Hex, parse
from tests.hexmap.maps import tiny

BOARD = tiny(8, 8)


def hexes(names: str) -> frozenset[Hex]:
    return frozenset(map(parse, names.split()))


WEST = frozenset(hex for hex in BOARD.ground if hex.number <= 4)
EAST = frozenset(hex for hex in BOARD.ground if hex.number >= 6)


def drawn(main: frozenset[Hex], *pockets: str) -> Perimeter:
    return Perimeter(main, tuple(map(hexes, pockets)), frozenset())


def at(smc: str = "", solid: str = "") -> Presence:
    return Presence(hexes(smc), hexes(solid))


NOBODY = at()


def areas(
    german: Perimeter, russian: Perimeter, g: Presence = NOBODY, r: Presence = NOBODY
) -> tuple[IsolatedArea, ...]:
    return isolated_areas({"german": german, "russian": russian}, {"german": g, "russian": r})


def test_6_ground_in_both_perimeters_is_isolated() -> None:
    found = areas(drawn(WEST | hexes("D5 D6")), drawn(EAST))
    assert [area.hexes for area in found] == [hexes("D6")]


def test_7_5054_every_pocket_is_isolated() -> None:
    found = areas(drawn(WEST), drawn(EAST, "D2 D3"), r=at(solid="D2"))
    assert [(area.hexes, area.kind, area.occupier, area.pocket) for area in found] == [
        (hexes("D2 D3"), "C", "russian", True)
    ]


@pytest.mark.parametrize(
    ("german", "russian", "kind"),
    [
        (at(), at(), "A"),
        (at(smc="D6"), at(), "B"),
        (at(smc="D6"), at(smc="D6"), "B"),
        (at(solid="D6"), at(), "C"),
        (at(solid="D6"), at(smc="D6"), "C"),
        (at(solid="D6"), at(solid="D6"), "D"),
    ],
)
def test_7_506_the_four_types(german: Presence, russian: Presence, kind: str) -> None:
    (area,) = areas(drawn(WEST | hexes("D5 D6")), drawn(EAST), german, russian)
    assert area.kind == kind


def test_6_isolated_hexes_that_touch_are_one_area() -> None:
    found = areas(drawn(WEST | hexes("B6 B7 F6")), drawn(EAST))
    assert sorted(len(area.hexes) for area in found) == [1, 2]


class TestControl:
    def ground(
        self, german: Perimeter, russian: Perimeter, g: Presence = NOBODY, r: Presence = NOBODY, **strategic: str
    ):  # type: ignore[no-untyped-def]
        owners = {parse(name): owner for name, owner in strategic.items()}
        return settle(BOARD, {"german": german, "russian": russian}, {"german": g, "russian": r}, owners)  # type: ignore[arg-type]

    def test_7_5057_each_side_controls_its_own_perimeter_and_the_rest_is_no_mans_land(self) -> None:
        found = self.ground(drawn(WEST), drawn(EAST))
        assert found.control[parse("A1")] == "german" and found.control[parse("A8")] == "russian"
        assert found.no_mans_land == frozenset(hex for hex in BOARD.ground if hex.number == 5)

    def test_7_5056_a_strategic_location_is_never_no_mans_land(self) -> None:
        found = self.ground(drawn(WEST), drawn(EAST), D5="german")
        assert found.control[parse("D5")] == "german" and parse("D5") not in found.no_mans_land

    @pytest.mark.parametrize(
        ("german", "russian", "holder"),
        [
            (at(), at(), None),
            (at(smc="D6"), at(), None),
            (at(solid="D6"), at(), "german"),
            (at(solid="D6"), at(solid="D6"), "both"),
        ],
    )
    def test_7_5062_control_by_type(self, german: Presence, russian: Presence, holder: str | None) -> None:
        found = self.ground(drawn(WEST | hexes("D5 D6")), drawn(EAST), german, russian)
        assert found.control.get(parse("D6")) == holder
        assert (parse("D6") in found.no_mans_land) == (holder is None)

    def test_7_5062_an_empty_pocket_with_only_one_sides_ground_around_it_passes_to_that_side(self) -> None:
        found = self.ground(drawn(WEST), drawn(EAST, "D2"))
        assert found.control[parse("D2")] == "german" and found.areas == ()

    def test_7_5062_but_not_one_that_an_mmc_holds(self) -> None:
        found = self.ground(drawn(WEST), drawn(EAST, "D2"), r=at(solid="D2"))
        assert found.control[parse("D2")] == "russian" and found.areas[0].kind == "C"

    def test_7_5062_nor_one_between_both_sides(self) -> None:
        found = self.ground(drawn(WEST), drawn(EAST, "D5"))
        assert found.control.get(parse("D5")) is None and found.areas[0].kind == "A"


class TestEffects:
    def area(self, kind: str, occupier: str | None = None) -> IsolatedArea:
        return IsolatedArea(hexes("D6"), kind, occupier, False)  # type: ignore[arg-type]

    def test_7_5061_who_must_escape(self) -> None:
        assert must_escape(self.area("B"), "german", smc=True)
        assert must_escape(self.area("C", "russian"), "german", smc=True)
        assert not must_escape(self.area("C", "german"), "german", smc=True), "an SMC with its own MMC stays"
        assert not must_escape(self.area("D"), "german", smc=True)
        assert not must_escape(self.area("B"), "german", smc=False)

    def test_7_5061_ammunition_shortage(self) -> None:
        assert [short_of_ammunition(self.area(kind)) for kind in "ABCD"] == [False, False, True, True]

    def test_7_5057_smc_outside_their_perimeter_are_eliminated(self) -> None:
        assert eliminated_smc(at(smc="D2 D5"), drawn(WEST)) == hexes("D5")
