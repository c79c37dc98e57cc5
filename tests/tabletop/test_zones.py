"""Zones in words: what they cover, on any table, from any side."""

from __future__ import annotations

import pytest
from shapely import Point

from orsha.tabletop.layout import Layout, River, Room
from orsha.tabletop.zones import BadZone, drawn, rings

LONG = Layout("long", 72, 48)
SHORT = Layout("short", 72, 48)
QUARTERS = Layout("quarters", 72, 48, attacker_quarter="lower-right")


def bounds(text: str, layout: Layout = LONG) -> tuple[float, ...]:
    return tuple(round(v, 3) for v in drawn("z", layout, {"z": text}).bounds)


@pytest.mark.parametrize(
    ("text", "layout", "expected"),
    [
        ("defender half", LONG, (0, 0, 72, 24)),
        ("attacker half", LONG, (0, 24, 72, 48)),
        ("defender half", SHORT, (0, 0, 36, 48)),
        ("within 12 of attacker edge", LONG, (0, 36, 72, 48)),
        ("within 8 of defender edge and at least 8 from side edges", LONG, (8, 0, 64, 8)),
        ("within 8 of defender edge and at least 8 from side edges", SHORT, (0, 8, 8, 40)),
        ("defender half and at least 16 from centre line", LONG, (0, 0, 72, 8)),
        ("attacker half and between 12 and 16 from centre line", SHORT, (48, 0, 52, 48)),
        ("at least 28 from short edges", LONG, (28, 0, 44, 48)),
        ("at least 8 from long edges", LONG, (0, 8, 72, 40)),
        ("defender quarter", QUARTERS, (0, 0, 36, 24)),
        ("attacker quarter and at least 8 from both centre lines", QUARTERS, (44, 0, 72, 16)),
        ("objective quarter and at least 8 from all edges", QUARTERS, (8, 24, 36, 40)),
        ("within 16 of objective corner", QUARTERS, (0, 32, 16, 48)),
    ],
)
def test_a_zone_covers_what_it_says(text: str, layout: Layout, expected: tuple[float, ...]) -> None:
    assert bounds(text, layout) == expected


def test_or_joins_and_not_takes_away_and_brackets_bind() -> None:
    assert bounds("within 4 of attacker edge or within 4 of defender edge") == (0, 0, 72, 48)
    assert drawn("z", LONG, {"z": "not defender half"}).area == 72 * 24
    either = drawn("z", LONG, {"z": "defender half and (within 4 of side edges or within 4 of centre line)"})
    assert not either.covers(Point(36, 10)) and either.covers(Point(36, 22)) and either.covers(Point(2, 10))


def test_a_zone_may_be_made_of_others_but_not_of_itself() -> None:
    zones = {"a": "defender half", "b": "a and at least 8 from centre line", "c": "not c"}
    assert drawn("b", LONG, zones).bounds == (0, 0, 72, 16)
    with pytest.raises(BadZone, match="made of itself"):
        drawn("c", LONG, zones)


def test_a_river_has_two_sides_and_a_bed() -> None:
    river = Layout("short", 72, 48, river=River(36, 8))
    assert bounds("defender side of river", river) == (0, 0, 32, 48)
    assert bounds("river", river) == (32, 0, 40, 48)
    assert bounds("(defender side of river or within 4 of river) and not river", river) == (0, 0, 44, 48)


def test_a_building_is_an_area_and_a_feature() -> None:
    house = Layout(
        "short", 36, 24, rooms=(Room("hall 1", "hall", (8, 4, 13, 9)), Room("hall 2", "hall", (13, 4, 18, 9)))
    )
    assert bounds("hall", house) == (8, 4, 18, 9)
    assert not drawn("z", house, {"z": "at least 12 from hall"}).covers(Point(20, 6))


def test_own_left_and_right_are_seen_from_the_owners_edge() -> None:
    """Rulings A8: the attacker looks down from the upper edge, so their left corner is the upper right one."""
    assert bounds("within 16 of defender left corner") == (0, 0, 16, 16)
    assert bounds("within 16 of attacker left corner") == (56, 32, 72, 48)
    assert bounds("within 16 of defender left corner", SHORT) == (0, 32, 16, 48)
    assert bounds("within 16 of attacker left corner", SHORT) == (56, 0, 72, 16)


@pytest.mark.parametrize(
    ("edges", "pick", "expected"),
    [
        ("long", "upper", (56, 32, 72, 48)),
        ("short", "right", (56, 0, 72, 16)),
        ("quarters", "upper-right", (56, 32, 72, 48)),
        ("quarters", "lower-right", (56, 0, 72, 16)),
        ("corners", "upper-left", (0, 32, 16, 48)),
    ],
)
def test_a_zone_lies_on_the_side_that_was_picked(edges: str, pick: str, expected: tuple[float, ...]) -> None:
    feature = "defender left corner" if edges in ("long", "short") else "defender corner"
    layout = Layout(edges, 72, 48, pick)  # type: ignore[arg-type]
    assert bounds(f"within 16 of {feature}", layout) == expected


@pytest.mark.parametrize("size", [(48, 48), (96, 60), (60, 44)])
def test_distances_stay_inches_on_every_table(size: tuple[float, float]) -> None:
    width, height = size
    layout = Layout("long", width, height)
    assert bounds("defender half and at least 8 from centre line", layout) == (0, 0, width, height / 2 - 8)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("defender haf", "unknown area 'defender'"),
        ("within of centre", "a distance in inches is missing"),
        ("within 8 centre", "'of' is missing"),
        ("within 8 of moon", "unknown feature 'moon'"),
        ("(defender half", "bracket is not closed"),
        ("defender half attacker half", "was not expected here"),
        ("defender half & attacker half", "words and numbers"),
        ("river", "has no river"),
        ("within 500 of centre", "more than the table has"),
        ("defender half and attacker half", "is empty"),
        ("", "unknown area"),
    ],
)
def test_a_mistyped_zone_says_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadZone, match=why):
        drawn("z", LONG, {"z": text})


def test_outlines_have_no_holes_and_cover_the_same_area() -> None:
    from shapely import Polygon

    ring = drawn("z", LONG, {"z": "at least 8 from centre"})
    pieces = [Polygon(outline) for outline in rings(ring)]
    assert sum(piece.area for piece in pieces) == pytest.approx(ring.area, abs=1e-3)
    assert all(not piece.interiors for piece in pieces) and len(pieces) == 2
