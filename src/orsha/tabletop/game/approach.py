"""Where a team stands when it has come to another: for our own ways into contact (core 9.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from orsha.tabletop.game.contact import gap
from orsha.tabletop.game.state import Spot
from orsha.tabletop.table import Stand
from orsha.tabletop.table.bases import half_width, reaches
from orsha.tabletop.table.shapes import bearing, shifted

AIR = 10
"""What our own ways leave between a team and the one that it touches."""
TURNS = (0, 25, -25, 50, -50, 75, -75)
"""The sides from which a team is come at, in degrees from the straight way."""


def places_about(here: Stand, there: Stand) -> Iterator[tuple[Spot, int]]:
    """Where a team stands, and how it faces, when it has come to another: straight ahead first."""
    straight = bearing(there.spot, here.spot) or 0
    for turn in TURNS:
        side_of = (straight + turn) % 360
        far = touching_distance(here.base, there.base, (side_of - there.facing) % 360)
        yield shifted(there.spot, side_of, far), (side_of + 180) % 360


@lru_cache(maxsize=65536)
def touching_distance(own: str, other: str, turn: int) -> int:
    """From middle to middle of two bases that touch: one comes at the other head on, from so many degrees of its front.

    Found by closing in from outside; it depends on nothing but the two bases and the angle.
    """
    there = Stand(0, 0, other, 0)
    (inner, outer), (other_inner, other_outer) = reaches(own), reaches(other)
    far, close = int(outer + other_outer) + AIR + 1, int(inner + other_inner)
    while far - close > 1:
        middle = (far + close) // 2
        x, y = shifted((0, 0), turn, middle)
        if gap(Stand(x, y, own, (turn + 180) % 360), there) > AIR:
            far = middle
        else:
            close = middle
    return far


def stands_on_any(one: Stand, others: Sequence[Stand], lap: int = 0) -> bool:
    """Whether a team would stand on any of some others, by more than so many mils."""
    x, y, half = one.x, one.y, half_width(one.base) - lap
    for other in others:
        dx, dy, need = x - other.x, y - other.y, half + half_width(other.base)
        if dx * dx + dy * dy < need * need:
            return True
    return False
