"""The table as it fills up: what lies where, what there is still room for, and how the cover is shared out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from shapely import Polygon, box, contains_xy, distance, prepare, union_all
from shapely.geometry.base import BaseGeometry

from orsha.tabletop.table.checking import shaped
from orsha.tabletop.table.generator.luck import Luck, snapped, tidy
from orsha.tabletop.table.kinds import MIL, terrain
from orsha.tabletop.table.shapes import Outline, Spot, box_of, counter_clockwise
from orsha.tabletop.table.table import Feature

Gaps = Mapping[str, float]
"""How many inches a new thing keeps from what is there, by group."""
CHOICES = 5
"""Of so many places that would do, the one that shares out the cover best is taken."""
TRIES = 60
CLIPPED = 0.4
"""A shape at the edge of the table keeps at least this share of itself."""
LOOSE = ("woods", "orchard", "scrub")
"""What can be moved again: nothing else was laid out by it."""
MOVES = 40
"""How often at most something is moved, or tried to."""

Make = Callable[[], Feature | None]


class Site:
    """A table in the making."""

    def __init__(self, size: Spot, luck: Luck, pairs: Sequence[tuple[BaseGeometry, BaseGeometry]]) -> None:
        self.size, self.luck, self.pairs = size, luck, list(pairs)
        self.edge = box(0, 0, *size)
        self.features: list[Feature] = []
        self.shapes: list[tuple[str, Polygon]] = []
        self.boxes: list[tuple[float, float, float, float]] = []
        for zone in (zone for pair in self.pairs for zone in pair):
            prepare(zone)
        self.lean = [0.0] * len(self.pairs)
        """By how much more of its area each first zone of a pair is covered than the second."""
        self._nothing = [0.0] * len(self.pairs)
        self.loose: list[tuple[Feature, Make, Gaps]] = []
        self._known: dict[Outline, list[float]] = {}
        """The weights of outlines."""

    # -- room

    def free(self, shape: BaseGeometry, gaps: Gaps) -> bool:
        """Whether a shape keeps its distances."""
        left, low, right, high = shape.bounds
        for (group, other), (a, b, c, d) in zip(self.shapes, self.boxes, strict=True):
            gap = gaps.get(group)
            if gap is None:
                continue
            air = gap * MIL
            if a > right + air or c < left - air or b > high + air or d < low - air:
                continue
            if distance(shape, other) < air:
                return False
        return True

    def taken(self, spot: Spot, gaps: Gaps) -> bool:
        """Whether a spot lies on something that is kept away from: nothing about it can be free then."""
        x, y = spot
        about = [n for n, (a, b, c, d) in enumerate(self.boxes) if a <= x <= c and b <= y <= d]
        near = [self.shapes[n] for n in about]
        return any(group in gaps and contains_xy(shape, x, y) for group, shape in near)

    def clipped(self, outline: Outline) -> Outline | None:
        """An outline cut off at the table's edge; nothing if little is left of it, or it falls apart."""
        outline = counter_clockwise(outline)
        whole = shaped(outline)
        if not whole.is_valid:
            return None
        left, low, right, high = box_of(outline)
        if left >= 0 and low >= 0 and right <= self.size[0] and high <= self.size[1]:
            return outline
        inside = whole.intersection(self.edge)
        if not isinstance(inside, Polygon) or inside.area < CLIPPED * whole.area:
            return None
        spots = counter_clockwise(tidy([snapped(x, y) for x, y in inside.exterior.coords[:-1]]))
        return spots if len(spots) > 2 and shaped(spots).is_valid else None

    def somewhere(self, beyond: float = 0) -> Spot:
        """Any spot of the table, or so many mils beyond its edge."""
        return snapped(
            self.luck.between(-beyond, self.size[0] + beyond), self.luck.between(-beyond, self.size[1] + beyond)
        )

    # -- putting things down

    def put(self, feature: Feature) -> None:
        kind = terrain().kind(feature.kind)
        shape = shaped(feature.outline(kind))
        self.features.append(feature)
        self.shapes.append((kind.group, shape))
        self.boxes.append(shape.bounds)
        if kind.conceals:
            self._shift(feature, 1)

    def _take(self, feature: Feature) -> None:
        """Takes away something that conceals."""
        at = self.features.index(feature)
        del self.features[at], self.shapes[at], self.boxes[at]
        self.loose = [one for one in self.loose if one[0] != feature]
        self._shift(feature, -1)

    def _shift(self, feature: Feature, sign: int) -> None:
        for n, weight in enumerate(self.weights(feature)):
            self.lean[n] += sign * weight

    def weights(self, feature: Feature) -> list[float]:
        """How much of each pair's zones a feature covers, the second's share taken from the first's."""
        outline = feature.outline(terrain().kind(feature.kind))
        found = self._known.get(outline)
        if found is None:
            shape = shaped(outline)
            found = self._known[outline] = [_share(shape, one) - _share(shape, other) for one, other in self.pairs]
        return found

    def _uneven(self, weights: Sequence[float], sign: int = 1) -> float:
        """How uneven the cover would be with something more on the table, or less."""
        return sum(abs(lean + sign * weight) for lean, weight in zip(self.lean, weights, strict=True))

    def put_best(self, make: Make, gaps: Gaps) -> Feature | None:
        """Puts down one of a few things that would fit: the one that evens out the cover best."""
        best: tuple[float, Feature] | None = None
        found = 0
        for _ in range(TRIES):
            feature = make()
            if feature is None:
                continue
            kind = terrain().kind(feature.kind)
            shape = shaped(feature.outline(kind))
            if not self.free(shape, gaps):
                continue
            found += 1
            score = self._uneven(self.weights(feature)) if kind.conceals else 0.0
            if best is None or score < best[0]:
                best = (score, feature)
            if found == CHOICES:
                break
        if best is None:
            return None
        self.put(best[1])
        if best[1].kind in LOOSE:
            self.loose.append((best[1], make, gaps))
        return best[1]

    def even_out(self, limit: float) -> None:
        """Moves woods and the like elsewhere, one after the other, until no pair leans by more than a limit.

        Things put down one by one cannot do that: what a small zone lacks is often less than a wood, and what evens
        out the halves may lie in the wrong deployment area.
        """
        stuck: list[Feature] = []
        for _ in range(MOVES):
            left = [one for one in self.loose if one[0] not in stuck]
            if max(map(abs, self.lean)) <= limit or not left:
                return
            worst = min(left, key=lambda one: self._uneven(self.weights(one[0]), -1))
            stuck = [] if self._move(*worst) else [*stuck, worst[0]]

    def _move(self, feature: Feature, make: Make, gaps: Gaps) -> bool:
        """Puts something else of its sort elsewhere, if that evens out the cover; else all stays as it was."""
        before = self._uneven(self._nothing)
        self._take(feature)
        placed = self.put_best(make, gaps)
        if placed is not None and self._uneven(self._nothing) < before:
            return True
        if placed is not None:
            self._take(placed)
        self.put(feature)
        self.loose.append((feature, make, gaps))
        return False

    # -- what is there

    def lines(self, *kinds: str) -> list[Outline]:
        return [one.line for one in self.features if one.line and one.kind in kinds]

    def group(self, *groups: str) -> BaseGeometry:
        return union_all([shape for group, shape in self.shapes if group in groups])


def _share(shape: Polygon, zone: BaseGeometry) -> float:
    """How much of a zone a shape covers."""
    if not zone.intersects(shape):
        return 0.0
    inside = shape if zone.covers(shape) else shape.intersection(zone)
    return float(inside.area / zone.area)


def parts(shape: BaseGeometry) -> list[BaseGeometry]:
    """The parts of a shape that has parts, or the shape."""
    return list(getattr(shape, "geoms", [shape]))
