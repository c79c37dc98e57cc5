"""Where a mission's river runs: its banks, whose they are, and which way it flows (000 River Assaults)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from msgspec import Struct

from orsha.tabletop.layout import Side
from orsha.tabletop.mission.ground import layout_of
from orsha.tabletop.mission.state import State
from orsha.tabletop.region import mils

Spot = tuple[int, int]


class River(Struct, frozen=True):
    """A straight river from edge to edge. `across` is counted from bank to bank, `along` down its length, in mils."""

    upright: bool
    """It runs along the table's second size."""
    low: int
    """Its two banks, as `across`,"""
    high: int
    long: int
    """and its length."""
    attacker_high: bool
    """The attacker's bank is the higher one."""
    flow: int
    """Down current `along` grows (1) or shrinks (-1); 0: nobody has rolled for it yet."""

    def bank(self, side: Side) -> int:
        """The edge of a side's bank, as `across`."""
        return self.high if (side == "attacker") == self.attacker_high else self.low

    def inland(self, side: Side) -> int:
        """The direction from the water on to a side's bank."""
        return 1 if (side == "attacker") == self.attacker_high else -1

    def spot(self, across: int, along: int) -> Spot:
        return (across, along) if self.upright else (along, across)

    def across(self, spot: Spot) -> int:
        return spot[0] if self.upright else spot[1]

    def along(self, spot: Spot) -> int:
        return spot[1] if self.upright else spot[0]

    def side_at(self, spot: Spot) -> Side | None:
        """Whose bank a spot is on; nobody's: it is over the water."""
        across = self.across(spot)
        if self.low < across < self.high:
            return None
        return "attacker" if (across >= self.high) == self.attacker_high else "defender"

    def to_bank(self, side: Side, spot: Spot) -> int:
        """How far a spot on a side's ground is from that bank's edge; less than nothing over the water."""
        return (self.across(spot) - self.bank(side)) * self.inland(side)

    def wet(self, path: Sequence[Spot]) -> float:
        """After how many mils a way first comes out of the water; nothing if it begins on dry land."""
        gone = 0.0
        for here, there in pairwise(path):
            if self.side_at(here) is not None:
                return gone
            long = hypot(there[0] - here[0], there[1] - here[1])
            if self.side_at(there) is not None:
                a, b = self.across(here), self.across(there)
                return gone + long * ((self.low if b <= self.low else self.high) - a) / (b - a)
            gone += long
        return gone

    def beside(self, side: Side, along: int, off: int) -> Spot:
        """A spot in the water, so far off a side's bank."""
        return self.spot(self.bank(side) - self.inland(side) * off, min(max(along, 0), self.long))


def river_of(mission: State) -> River | None:
    """The river that was laid in a mission; nothing before that, and in missions without one.

    Ruling A10: the current flows left or right as the attacker looks at the river.
    """
    if mission.river is None or mission.mission is None:
        return None
    layout = layout_of(mission)
    left, low, right, high = (mils(number) for number in layout.placed(layout.river_bed()).bounds)
    attacker = layout.placed(layout.edge("attacker")).centroid
    upright = layout.across
    first, last = (left, right) if upright else (low, high)
    beyond = mils(attacker.x if upright else attacker.y) >= last
    # Who looks down the first size has its left where the second one shrinks; down the second, where the first grows.
    left_hand = (-1 if beyond else 1) if upright else (1 if beyond else -1)
    flow = {"left": left_hand, "right": -left_hand}.get(mission.current or "", 0)
    return River(upright, first, last, mils(layout.height if upright else layout.width), beyond, flow)
