"""Where a team stands when it has come to another: for our own ways into contact (core 9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from orsha.tabletop.game.contact import gap
from orsha.tabletop.game.state import Spot
from orsha.tabletop.table import Bulk, Stand, Table, laps
from orsha.tabletop.table.bases import reaches
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


def stands_on_any(table: Table, one: Stand, others: Iterable[Stand], lap: int = 0) -> bool:
    """Whether a team would stand on any of some others, by more than so many mils; measured only where their middles do
    not say."""
    x, y, (inner, outer) = one.x, one.y, reaches(one.base)
    close: list[Bulk] = []
    for other in others:
        least, most = reaches(other.base)
        dx, dy, near, far = x - other.x, y - other.y, inner + least - lap, outer + most
        square = dx * dx + dy * dy
        if square < near * near:
            return True
        if square < far * far:
            close.append(Bulk.about(other))
    return bool(close) and laps(table, one, close, lap)
