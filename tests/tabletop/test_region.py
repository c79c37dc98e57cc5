"""Places in a region are looked for by short cuts; here they are held to the slow and certain way."""

from __future__ import annotations

import random

import pytest
from shapely import MultiPolygon, Point, Polygon, box

from orsha.tabletop.game.placing import area_of
from orsha.tabletop.region import MIL, Region, covers

QUARTERS = MultiPolygon([box(0, 0, 16, 16), box(32, 32, 48, 48)])
WITH_A_HOLE = MultiPolygon([Polygon(box(4, 4, 40, 40).exterior, [box(10, 10, 30, 30).exterior.coords])])
ROUND = MultiPolygon([Point(20, 20).buffer(12.3)])
SHAPES = pytest.mark.parametrize("shape", [QUARTERS, WITH_A_HOLE, ROUND], ids=["quarters", "with a hole", "round"])


@SHAPES
def test_sampled_places_are_those_that_the_whole_shape_would_have_given(shape: MultiPolygon) -> None:
    region, rng, again = Region.of(shape), random.Random(7), random.Random(7)
    left, low, right, high = (round(number * MIL) for number in shape.bounds)
    for _ in range(200):
        at = region.sample(rng)
        spot = (-1, -1)
        while not shape.buffer(1e-9).intersects(Point(spot[0] / MIL, spot[1] / MIL)):
            spot = (again.randint(left, right), again.randint(low, high))
        assert at == spot


@SHAPES
def test_a_place_is_in_a_zone_or_not_whichever_way_one_asks(shape: MultiPolygon) -> None:
    inside, rng = area_of(shape).holds, random.Random(3)
    corners = [(round(x * MIL), round(y * MIL)) for part in shape.geoms for x, y in part.exterior.coords]
    near = [(x + rng.randint(-3, 3), y + rng.randint(-3, 3)) for x, y in corners for _ in range(20)]
    anywhere = [(rng.randint(-5000, 53_000), rng.randint(-5000, 53_000)) for _ in range(400)]
    answers = [inside(spot) for spot in (*near, *anywhere)]
    assert answers == [covers(shape, spot) for spot in (*near, *anywhere)]
    assert 0 < sum(answers) < len(answers)
