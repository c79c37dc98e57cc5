"""What a table should have and may lack all the same: whoever made it is told, nobody is kept from playing on it."""

from __future__ import annotations

from math import ceil

from shapely import LineString, Polygon, get_coordinates

from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.table import Table

RIVERS = ("shallow-river", "deep-river")


def advice(table: Table) -> list[str]:
    """What is amiss with a table, in words."""
    return [*_crossings_missing(table)]


def _crossings_missing(table: Table) -> list[str]:
    """000 Rivers: one over 6 inches wide has a bridge or ford for each 24 inches of its length or part of them."""
    rule = table.terrain.rivers
    over = [Polygon(table.outlines[n]) for n, kind in enumerate(table.kinds) if kind.group == "crossing"]
    found = []
    for n, feature in enumerate(table.features):
        if feature.kind not in RIVERS:
            continue
        wide, long = _span(table, n)
        need, have = ceil(long / rule.every), sum(one.intersects(Polygon(table.outlines[n])) for one in over)
        if wide > rule.wide and have < need:
            found.append(
                f"{table.called(n)} is {wide:.1f} inches wide and {long:.0f} long: it should have {need} bridges or "
                f"fords, one for each {rule.every:g} inches, and has {have}"
            )
    return found


def _span(table: Table, n: int) -> tuple[float, float]:
    """How wide and how long a feature is, in inches to the hundredth: a line, or the narrowest box about an area."""
    feature = table.features[n]
    if feature.line:
        return feature.wide(table.kinds[n]) / MIL, round(LineString(feature.line).length / MIL, 2)
    corners = get_coordinates(Polygon(feature.area).minimum_rotated_rectangle)
    sides = sorted(round(LineString(corners[k : k + 2]).length / MIL, 2) for k in range(2))
    return sides[0], sides[1]
