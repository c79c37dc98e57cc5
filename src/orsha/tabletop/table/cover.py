"""How much of a table, or of a part of it, conceals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

if TYPE_CHECKING:
    from orsha.tabletop.table.table import Table


def cover(table: Table) -> BaseGeometry:
    """All ground that conceals who stands on it: trees, crops, houses. Hills do not count. In mils."""
    return union_all(
        [Polygon(outline) for outline, kind in zip(table.outlines, table.kinds, strict=True) if kind.conceals]
    )


def cover_share(table: Table, zone: BaseGeometry) -> float:
    """The share of a zone (in mils) that conceals, from 0 to 1."""
    return float(cover(table).intersection(zone).area / zone.area)
