"""The river of a mission where players laid it, and their bridges and fords: on a new table, or over a given one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from shapely import Polygon
from shapely.affinity import scale

from orsha.tabletop.table.kinds import MIL, terrain
from orsha.tabletop.table.shapes import Spot
from orsha.tabletop.table.table import Feature, Table

if TYPE_CHECKING:
    from orsha.tabletop.layout import Layout

Crossing = tuple[str, Spot]
"""A kind of crossing, and where it was placed in the river."""
OVER = 500
"""How far a bridge or ford reaches beyond the banks, in mils."""
STAY = ("way", "field", "hill")
"""Groups of kinds that a river is laid over; everything else in its bed is taken away."""


def bed_of(layout: Layout) -> tuple[int, int, int, int]:
    """Left, low, right and high of a river's bed."""
    left, low, right, high = scale(layout.placed(layout.river_bed()), MIL, MIL, origin=(0, 0)).bounds
    return round(left), round(low), round(right), round(high)


def river_feature(bed: tuple[int, int, int, int]) -> Feature:
    left, low, right, high = bed
    return Feature("deep-river", area=((left, low), (right, low), (right, high), (left, high)), name="River")


def crossing_features(bed: tuple[int, int, int, int], laid: tuple[Crossing, ...], size: Spot) -> list[Feature]:
    """Every crossing straight from bank to bank where it was placed, whole on the table."""
    left, low, right, high = bed
    upright = high - low > right - left
    found = []
    for kind, (x, y) in laid:
        half = round(terrain().kind(kind).width * MIL) // 2
        if upright:
            along = min(max(y, half), size[1] - half)
            ends = ((max(left - OVER, 0), along), (min(right + OVER, size[0]), along))
        else:
            along = min(max(x, half), size[0] - half)
            ends = ((along, max(low - OVER, 0)), (along, min(high + OVER, size[1])))
        found.append(Feature(kind, line=ends))
    return found


def flooded(table: Table, layout: Layout, laid: tuple[Crossing, ...]) -> Table:
    """A table that was made beforehand, with the river laid over it: what stood in its bed is gone."""
    bed = bed_of(layout)
    river = river_feature(bed)
    water = Polygon(river.area)
    kept = tuple(
        feature
        for feature, kind, outline in zip(table.features, table.kinds, table.outlines, strict=True)
        if kind.group in STAY or not Polygon(outline).intersects(water)
    )
    return replace(table, features=(*kept, river, *crossing_features(bed, laid, table.size)))
