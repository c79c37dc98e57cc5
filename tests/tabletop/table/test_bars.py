"""Bars are worked out by short cuts; here they are held to the slow and certain way."""

from __future__ import annotations

import random

from shapely import LineString, Polygon

from orsha.tabletop.table import Feature, Table
from orsha.tabletop.table.bars import NONE, WAYS, _across_four, _within, bars
from orsha.tabletop.table.shapes import Outline, shifted


def box_at(rng: random.Random) -> Outline:
    """A box that lies somehow, its corners in either order."""
    at, facing = (rng.randint(5000, 40_000), rng.randint(5000, 40_000)), rng.randrange(360)
    wide, long = rng.randint(200, 2000), rng.randint(200, 4000)
    ways = ((long, wide), (long, -wide), (-long, -wide), (-long, wide))
    corners = tuple(shifted(at, facing, ahead, right) for ahead, right in ways)
    return corners if rng.random() < 0.5 else corners[::-1]


def test_the_bars_of_four_corners_are_those_of_any_shape() -> None:
    rng = random.Random(4)
    for least in (0.0, 40.0, 900.0) * 30:
        outline = box_at(rng)
        quick, slow = _across_four(outline, least), _within(outline, least)
        assert all(abs(a - b) < 3 for a, b in zip(quick, slow, strict=True)), (outline, least)
        for n in range(0, len(quick) if quick != NONE * len(WAYS) else 0, 4):
            bar = LineString([quick[n : n + 2], quick[n + 2 : n + 4]])
            assert Polygon(outline).exterior.distance(bar) > least * 0.5
            assert Polygon(outline).contains(bar)


def test_a_dart_has_the_bars_of_any_shape() -> None:
    dart = ((0, 0), (4000, 1000), (8000, 0), (4000, 8000))
    assert _across_four(dart, 10.0) == _within(dart, 10.0)


def test_a_wreck_adds_its_bars_to_those_that_are_known() -> None:
    rng = random.Random(9)
    house = Feature("building", area=((4000, 4000), (8000, 4000), (8000, 8000), (4000, 8000)))
    wall = Feature("stone-wall", line=((10_500, 1000), (10_500, 5000)))
    table = Table("one", "One", (48_000, 48_000), (house, wall))
    assert len(table.flat.bars.seen) == 2, "they are known before the wreck is there"
    grown = table.plus(Feature("wreck", area=box_at(rng)))
    for mine, whole in zip(grown.flat.bars, bars(grown.flat), strict=True):
        assert list(mine) == list(whole)
