"""What a table must be: everything on it, no outline crossing itself, nothing on ground that it cannot share."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from shapely import Polygon, STRtree, polygons, union_all
from shapely.validation import explain_validity

from orsha.kernel import Illegal, Unknown
from orsha.kernel.data import Wrong
from orsha.tabletop.table.kinds import MIL, Kind, Terrain
from orsha.tabletop.table.shapes import Outline, doubled_area
from orsha.tabletop.table.table import Feature, Table

SLIVER = 0.05 * MIL * MIL
"""How much two features may overlap that must not: rounding, and corners that touch."""
SMALLEST = 0.02 * MIL * MIL
MOST_CORNERS = 12_000


def check(table: Table) -> None:
    """Refuses a table that cannot be: the feature, and what is wrong with it."""
    if sum(len(one.area) + 2 * len(one.line) for one in table.features) > MOST_CORNERS:
        raise Wrong(("features",), f"a table has at most {MOST_CORNERS} corners")
    try:
        terrain = table.terrain
    except (Unknown, Illegal) as error:
        raise Wrong(("switches",), str(error)) from error
    ground = terrain.kinds.get(table.ground)
    if ground is None or "ground" not in ground.shapes:
        known = [slug for slug, kind in terrain.kinds.items() if "ground" in kind.shapes]
        raise Wrong(("ground",), f"{table.ground!r} is no ground; known are {', '.join(known)}")
    for n, feature in enumerate(table.features):
        if feature.kind not in terrain.kinds:
            raise Wrong(("features", n, "kind"), str(Unknown("kind of terrain", feature.kind, list(terrain.kinds))))
        _check_feature(table, n, feature, terrain.kinds[feature.kind])
    _check_together(table)


def _check_feature(table: Table, n: int, feature: Feature, kind: Kind) -> None:
    place = ("features", n)
    if bool(feature.area) == bool(feature.line):
        raise Wrong(place, f"the {kind.name} needs an 'area' or a 'line'")
    shape = "area" if feature.area else "line"
    if shape not in kind.shapes:
        raise Wrong((*place, shape), f"a {kind.name} is no {shape}, but {' or '.join(kind.shapes)}")
    if feature.width is not None and shape == "area":
        raise Wrong((*place, "width"), "an area has no width")
    if feature.rise is not None and not kind.rise:
        raise Wrong((*place, "rise"), f"a {kind.name} is no hill")
    if feature.top is not None and not kind.top:
        raise Wrong((*place, "top"), f"a {kind.name} has no top")
    spots = feature.area or feature.line
    if len(spots) < (3 if feature.area else 2):
        raise Wrong((*place, shape), f"an {shape} has three corners or more" if feature.area else "a line has two ends")
    for spot in spots:
        if not table.holds(spot):
            where = f"({spot[0] / MIL:g}, {spot[1] / MIL:g})"
            raise Wrong((*place, shape), f"{where} lies outside the table of {_size(table)}")
    closed = spots + spots[:1] if feature.area else spots
    for a, b in pairwise(closed):
        if a == b:
            raise Wrong((*place, shape), f"({a[0] / MIL:g}, {a[1] / MIL:g}) stands there twice in a row")
    outline = feature.outline(kind, table.size)
    if not shaped(outline).is_valid:
        raise Wrong((*place, shape), f"the {kind.name} {_crossing(outline, shape)}")
    if abs(doubled_area(outline)) / 2 < SMALLEST:
        raise Wrong((*place, shape), f"the {kind.name} has no area to speak of")


def _size(table: Table) -> str:
    return f"{table.size[0] / MIL:g} by {table.size[1] / MIL:g} inches"


def _crossing(outline: Outline, shape: str) -> str:
    """Where an outline crosses itself, in words."""
    why = explain_validity(Polygon(outline))
    _, _, where = why.partition("[")
    if not where:
        return f"is no outline: {why}"
    x, _, y = where.rstrip("]").partition(" ")
    near = f"near ({float(x) / MIL:.2f}, {float(y) / MIL:.2f})"
    return f"crosses itself {near}" if shape == "area" else f"crosses itself or bends too sharply for its width {near}"


@lru_cache(maxsize=4096)
def shaped(outline: Outline) -> Polygon:
    return polygons(outline)  # as Polygon(outline), which takes twice as long


def _check_together(table: Table) -> None:
    """Nothing shares ground with what it may not, and every way over water has a bridge or a ford."""
    shapes = [shaped(outline) for outline in table.outlines]
    tree = STRtree(shapes)
    for n, kind in enumerate(table.kinds):
        for other in sorted(int(found) for found in tree.query(shapes[n])):
            if other < n and clash(table.terrain, kind, table.kinds[other]):
                shared = shapes[n].intersection(shapes[other])
                if shared.area > SLIVER:
                    at = shared.representative_point()
                    raise Wrong(
                        ("features", n),
                        f"the {kind.name} overlaps {_which(table, other)} at ({at.x / MIL:.2f}, {at.y / MIL:.2f})",
                    )
    _check_ways(table, shapes)


def _which(table: Table, n: int) -> str:
    feature = table.features[n]
    return feature.name or f"the {table.kinds[n].name} that is feature {n + 1}"


def clash(terrain: Terrain, one: Kind, other: Kind) -> bool:
    """Whether two kinds may not share ground: by their groups, or because both shut somebody out."""
    groups = {one.group, other.group}
    if other.group in terrain.apart.get(one.group, ()) or one.group in terrain.apart.get(other.group, ()):
        return True
    # Bridges lie on rivers, streams run into them, and a cliff is the side of a hill.
    return bool(one.impassable_to and other.impassable_to) and groups != {"water"} and not groups & {"edge", "crossing"}


def _check_ways(table: Table, shapes: list[Polygon]) -> None:
    water = union_all([shapes[n] for n, kind in enumerate(table.kinds) if kind.water])
    dry = union_all([shapes[n] for n, kind in enumerate(table.kinds) if kind.group == "crossing"])
    if water.is_empty:
        return
    for n, kind in enumerate(table.kinds):
        if kind.group == "way":
            wet = shapes[n].intersection(water).difference(dry)
            if wet.area > 4 * SLIVER:
                at = wet.representative_point()
                where = f"({at.x / MIL:.2f}, {at.y / MIL:.2f})"
                raise Wrong(
                    ("features", n), f"the {kind.name} runs into water at {where}: a bridge or a ford is missing"
                )
