"""Entry areas, strategic locations and burnt-down ground: 001 6, CG12, 7.5092, ruling B10a."""

from __future__ import annotations

from orsha.campaign.places import enterable, entry_area, russian_set_up, standing, strategic_ground, strategic_pieces
from orsha.campaign.report import Piece
from orsha.hexmap.grid import parse
from orsha.hexmap.map import hex_map

BOARD = hex_map()


def test_the_russians_enter_on_the_east_edge() -> None:
    area = entry_area(BOARD, "russian", "23AM")
    assert {parse("A53"), parse("B52"), parse("DD52")} <= area and all(hex.number >= 52 for hex in area)


def test_the_germans_enter_on_the_west_edge_and_from_the_arrow_westward_on_the_north() -> None:
    area = entry_area(BOARD, "german", "23AM")
    assert {parse("A1"), parse("B0"), parse("DD26"), parse("DD3")} <= area and parse("DD27") not in area


def test_later_the_north_entry_keeps_five_hexes_from_the_russians_there() -> None:
    area = entry_area(BOARD, "german", "23PM", [parse("DD40"), parse("DD22")])
    assert parse("DD17") in area and parse("DD18") not in area
    far = entry_area(BOARD, "german", "24PM", [parse("DD45")])
    assert parse("DD26") in far and parse("DD27") not in far


def test_cg12b_nine_hexes_from_the_german_front_line() -> None:
    own = frozenset(parse(f"P{n}") for n in range(30, 45))
    allowed = russian_set_up(own, frozenset({parse("P44")}), frozenset({parse("P28")}))
    assert allowed == {parse(f"P{n}") for n in range(37, 44)}


def test_6_the_railway_and_the_long_edges_are_strategic() -> None:
    ground = strategic_ground(BOARD)
    assert {parse("P20"), parse("A20"), parse("DD20")} <= ground and parse("Q20") not in ground


def piece(id: str, kind: str, hex: str, *status: str, held_by: str | None = None) -> Piece:
    return Piece(id, "german", kind, "x", hex, None, status, held_by)  # type: ignore[arg-type]


def test_6_vehicles_that_move_and_shoot_and_crewed_guns_are_strategic() -> None:
    pieces = [
        piece("v1", "vehicle", "Q20"),
        piece("v2", "vehicle", "Q21", "immobilized"),
        piece("v3", "vehicle", "Q22", "abandoned"),
        piece("v4", "vehicle", "Q23", "malfunctioned"),
        piece("c1", "crew", "R20"),
        piece("g1", "gun", "R20", held_by="c1"),
        piece("c2", "crew", "R21"),
        piece("g2", "gun", "R21", "hooked", held_by="c2"),
        piece("s1", "squad", "R22"),
        piece("g3", "gun", "R22", held_by="s1"),
    ]
    assert strategic_pieces(BOARD, pieces, ["S20"]) == {parse("Q20"), parse("R20"), parse("S20")}


def test_7_5092_where_it_has_burnt_down_nothing_of_the_terrain_is_left_but_shellholes() -> None:
    woods, mixed = parse("M43"), parse("A19")
    assert standing(BOARD, mixed, frozenset()) == ("grain", "shellholes")
    assert standing(BOARD, mixed, frozenset({mixed})) == ("shellholes",)
    truck = "GAZ-MM"
    assert not enterable(BOARD, woods, frozenset(), truck)
    assert enterable(BOARD, woods, frozenset(), truck, frozenset({woods}))
