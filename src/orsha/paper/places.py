"""Finding a place for everything that is written on a map: no label on another, as few lines under labels as can be.

Every thing to place brings the spots it could go to, each with a cost of its own. Clashes are settled by moving one
thing at a time to its best spot until nothing improves. No chance is involved: the same map comes out every time.
"""

from __future__ import annotations

from msgspec import Struct

from orsha.paper.ink import Arrow, Box, Label, Point

ON_LABEL, ON_ARROW, BESIDE_ARROW, ARROW_ON_ARROW, ARROWS_CROSS = 1000.0, 40.0, 6.0, 60.0, 12.0
ROUNDS = 12


class Spot(Struct, frozen=True):
    """One way to place a thing: its label, the arrow it explains, and how little we like it."""

    label: Label | None
    box: Box | None
    arrow: Arrow | None = None
    cost: float = 0.0


def spot(label: Label, cost: float = 0.0, arrow: Arrow | None = None) -> Spot:
    return Spot(label, label.box(), arrow, cost)


def arrange(things: list[list[Spot]], fixed: list[Spot]) -> list[Spot]:
    """A spot for each thing. Those with the fewest choices choose first."""
    order = sorted(range(len(things)), key=lambda n: len(things[n]))
    chosen: dict[int, Spot] = {}
    for n in order:
        chosen[n] = _best(things[n], [*fixed, *chosen.values()])
    for _ in range(ROUNDS):
        moved = False
        for n in order:
            others = [*fixed, *(s for k, s in chosen.items() if k != n)]
            better = _best(things[n], others)
            if _cost(better, others) < _cost(chosen[n], others) - 1e-6:
                chosen[n], moved = better, True
        if not moved:
            break
    return [chosen[n] for n in range(len(things))]


def _best(spots: list[Spot], others: list[Spot]) -> Spot:
    best, least = spots[0], float("inf")
    for candidate in spots:
        if candidate.cost < least:
            cost = _cost(candidate, others, least)
            if cost < least:
                best, least = candidate, cost
    return best


def _cost(one: Spot, others: list[Spot], enough: float = float("inf")) -> float:
    cost = one.cost
    for other in others:
        cost += _clash(one, other)
        if cost >= enough:
            break
    return cost


def _clash(one: Spot, other: Spot) -> float:
    cost = 0.0
    if one.box and other.box and one.box.overlaps(other.box):
        cost += ON_LABEL + one.box.shared(other.box)
    if one.box and other.arrow:
        cost += _under(other.arrow, one.box)
    if one.arrow and other.box:
        cost += _under(one.arrow, other.box)
    if one.arrow and other.arrow:
        cost += _arrows(one.arrow, other.arrow)
    return cost


def _under(arrow: Arrow, box: Box) -> float:
    if crosses(arrow.start, arrow.end, box):
        return ON_ARROW
    return BESIDE_ARROW if crosses(arrow.start, arrow.end, box.grown(1.0)) else 0.0


def crosses(a: Point, b: Point, box: Box) -> bool:
    """Whether a straight line runs through a box."""
    low, high = 0.0, 1.0
    for start, step, near, far in (
        (a[0], b[0] - a[0], box.left, box.right),
        (a[1], b[1] - a[1], box.top, box.bottom),
    ):
        if abs(step) < 1e-9:
            if not near < start < far:
                return False
            continue
        first, last = sorted(((near - start) / step, (far - start) / step))
        low, high = max(low, first), min(high, last)
        if low >= high:
            return False
    return True


def _arrows(one: Arrow, other: Arrow) -> float:
    """Arrows may cross if they must, but not run into each other."""
    near = 1.6
    a, b = _around(one, near), _around(other, near)
    if not a.overlaps(b):
        return 0.0
    level_a, level_b = abs(one.start[1] - one.end[1]) < 0.01, abs(other.start[1] - other.end[1]) < 0.01
    upright_a, upright_b = abs(one.start[0] - one.end[0]) < 0.01, abs(other.start[0] - other.end[0]) < 0.01
    if (level_a and level_b) or (upright_a and upright_b):
        return ARROW_ON_ARROW
    return ARROWS_CROSS


def _around(arrow: Arrow, air: float) -> Box:
    (ax, ay), (bx, by) = arrow.start, arrow.end
    return Box(min(ax, bx) - air / 2, min(ay, by) - air / 2, max(ax, bx) + air / 2, max(ay, by) + air / 2)
