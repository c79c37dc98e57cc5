"""The ground of an automatic battle: what a step costs, what covers, who sees whom, the way to a place.

It is read off the map once and never changes; works and markers of a battle are not in it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import cache

from orsha.campaign.battle.numbers import Mobility, numbers
from orsha.hexmap.grid import Hex, side_between
from orsha.hexmap.map import HexMap, hex_map

Way = dict[Hex, float]
"""What it costs to get to a place from every hex that can be left for it."""


class Field:
    """A map as the automatic battle sees it."""

    def __init__(self, board: HexMap) -> None:
        self.board = board
        self.hexes = sorted(board.ground)
        self.beside: dict[Hex, tuple[Hex, ...]] = {hex: tuple(board.neighbours(hex)) for hex in self.hexes}
        self.cover = {hex: self._cover(hex) for hex in self.hexes}
        self.hides = {hex: board[hex].has("woods", "building-wood", "orchard", "grain", "marsh") for hex in self.hexes}
        self._cube = {hex: (hex.column, hex.number - hex.column // 2) for hex in self.hexes}
        self._cost: dict[Mobility, dict[tuple[Hex, Hex], float]] = {
            how: dict(self._costs(how)) for how in ("foot", "tracks", "wheels")
        }
        self._seen: dict[tuple[Hex, Hex], float] = {}
        self._ways: dict[tuple[frozenset[Hex], Mobility], Way] = {}

    def distance(self, one: Hex, other: Hex) -> int:
        (x, z), (u, w) = self._cube[one], self._cube[other]
        dx, dz = x - u, z - w
        return max(abs(dx), abs(dz), abs(dx + dz))

    def within(self, hex: Hex, radius: int) -> list[Hex]:
        """The hexes so near, the hex itself among them, in the map's order."""
        found, edge = {hex}, [hex]
        for _ in range(radius):
            edge = [other for one in edge for other in self.beside[one] if other not in found]
            found.update(edge)
        return sorted(found)

    # -- steps

    def cost(self, start: Hex, end: Hex, how: Mobility) -> float | None:
        """What a step to the next hex costs, or none where it cannot be made."""
        return self._cost[how].get((start, end))

    def _costs(self, how: Mobility) -> Iterable[tuple[tuple[Hex, Hex], float]]:
        going = numbers().going
        for start in self.hexes:
            for end in self.beside[start]:
                side = side_between(start, end)
                ground = self.board[end]
                if how != "foot" and side in self.board[start].road:
                    yield (start, end), going.road
                    continue
                costs = [getattr(numbers().terrain[name], how) for name in ground.terrain]
                if None not in costs:
                    climbed = max(0, ground.level - self.board[start].level)
                    yield (start, end), max(costs) + going.up * climbed

    def way(self, goal: frozenset[Hex], how: Mobility) -> Way:
        """The cost of the best way to the nearest hex of a goal, from everywhere; nobody in the way is minded."""
        if (goal, how) not in self._ways:
            self._ways[goal, how] = self._search(goal, how)
        return self._ways[goal, how]

    def _search(self, goal: frozenset[Hex], how: Mobility) -> Way:
        best: Way = dict.fromkeys(goal, 0.0)
        queue = [(0.0, hex) for hex in sorted(goal)]
        costs = self._cost[how]
        while queue:
            so_far, hex = heapq.heappop(queue)
            if so_far > best[hex]:
                continue
            for other in self.beside[hex]:
                step = costs.get((other, hex))
                if step is not None and so_far + step < best.get(other, float("inf")):
                    best[other] = so_far + step
                    heapq.heappush(queue, (so_far + step, other))
        return best

    # -- cover and sight

    def _cover(self, hex: Hex) -> float:
        ground = self.board[hex]
        shares = [numbers().terrain[name].cover for name in ground.terrain]
        return min([*shares, *([numbers().going.cover_of_railway] if ground.rail else [])])

    def sees(self, one: Hex, other: Hex) -> float:
        """The share of fire that gets from one hex to another, the same both ways; 0 where there is no sight."""
        pair = (one, other) if one < other else (other, one)
        if pair not in self._seen:
            self._seen[pair] = self._line(*pair)
        return self._seen[pair]

    def _line(self, one: Hex, other: Hex) -> float:
        """Hexes on the straight line between: what is as high as the higher end blocks, grain and trees hinder."""
        span = self.distance(one, other)
        if span > numbers().going.sees:
            return 0.0
        high = max(self.board[one].level, self.board[other].level)
        share = 1.0
        for hex in self._between(one, other, span):
            ground = self.board.ground.get(hex)
            if ground is None:
                continue
            kinds = [numbers().terrain[name] for name in ground.terrain]
            if ground.level > high or ground.level + max(kind.height for kind in kinds) > high:
                return 0.0
            share *= min(kind.hinders for kind in kinds)
        return share

    def _between(self, one: Hex, other: Hex, span: int) -> Iterable[Hex]:
        (x, z), (u, w) = self._cube[one], self._cube[other]
        for step in range(1, span):
            part = step / span
            # A hair beside the middle, so that a line along a hexside always takes the same one of the two hexes.
            yield _rounded(x + (u - x) * part + 1e-6, z + (w - z) * part + 2e-6)


def _rounded(x: float, z: float) -> Hex:
    """The hex that a point in cube coordinates lies in."""
    y = -x - z
    rx, ry, rz = round(x), round(y), round(z)
    dx, dy, dz = abs(rx - x), abs(ry - y), abs(rz - z)
    if dx > dy and dx > dz:
        rx = -ry - rz
    elif dz >= dy:
        rz = -rx - ry
    return Hex(rx, rz + rx // 2)


@cache
def field(map: str = "orsha") -> Field:
    return Field(hex_map(map))
