"""The ground that straight sides between markers can enclose: the exact answer, by winding numbers.

Markers are joined by sides: straight runs along hex grains and alternate grains that nothing blocks. A hex is enclosed
if some closed chain of sides winds around it. Whether one does can be read off without searching for it: walk a
spanning tree of the sides and add up the angle that each side sweeps around the hex; if any side that is not in the
tree closes with another angle than the tree gives, the loop it closes winds around the hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orsha.hexmap.grid import Hex, alternate_step, centre, neighbour

Floats = NDArray[np.float64]


class Run(NamedTuple):
    """A side: its two markers, and the hexes it runs through or between that may be its front line."""

    one: Hex
    other: Hex
    hexes: tuple[Hex, ...]


def runs(markers: frozenset[Hex], on_map: Callable[[Hex], bool], blocked: Callable[[Hex], bool]) -> list[Run]:
    """Every side: from each marker along the grains to the next marker, as long as nothing blocks the way.

    Three of the six directions are enough, and three of the six alternate ones: the others lead back.
    """
    found: dict[tuple[Hex, Hex], Run] = {}
    for marker in markers:
        for side in range(3):
            _keep(found, _along_grain(marker, side, markers, on_map, blocked))
            _keep(found, _along_alternate(marker, side, markers, on_map, blocked))
    return list(found.values())


def _keep(found: dict[tuple[Hex, Hex], Run], run: Run | None) -> None:
    if run is not None:
        pair = (min(run.one, run.other), max(run.one, run.other))
        found.setdefault(pair, run)


def _along_grain(
    start: Hex, side: int, markers: frozenset[Hex], on_map: Callable[[Hex], bool], blocked: Callable[[Hex], bool]
) -> Run | None:
    passed = [start]
    here = neighbour(start, side)
    while on_map(here) and not blocked(here):
        passed.append(here)
        if here in markers:
            return Run(start, here, tuple(passed))
        here = neighbour(here, side)
    return None


def _along_alternate(
    start: Hex, vertex: int, markers: frozenset[Hex], on_map: Callable[[Hex], bool], blocked: Callable[[Hex], bool]
) -> Run | None:
    """Through vertices: of the two hexes it runs between either may be the front line, so one free one is enough."""
    passed = [start]
    here = start
    while True:
        left, right, here = alternate_step(here, vertex)
        free = [hex for hex in (left, right) if on_map(hex) and not blocked(hex)]
        if not free or not on_map(here) or blocked(here):
            return None
        passed += [*free, here]
        if here in markers:
            return Run(start, here, tuple(passed))


class Graph:
    """Markers and the sides between them."""

    def __init__(self, nodes: Iterable[Hex], sides: list[Run]) -> None:
        self.nodes = sorted(set(nodes))
        self.sides = sides
        self.around: dict[Hex, list[Run]] = {node: [] for node in self.nodes}
        for run in sides:
            self.around[run.one].append(run)
            self.around[run.other].append(run)

    def loose(self) -> set[Run]:
        """The sides that no loop uses: without it its two ends fall apart (Tarjan's bridges, without recursion)."""
        order: dict[Hex, int] = {}
        low: dict[Hex, int] = {}
        found: set[Run] = set()
        for root in self.nodes:
            if root in order:
                continue
            order[root] = low[root] = len(order)
            stack: list[tuple[Hex, Run | None, int]] = [(root, None, 0)]
            while stack:
                node, came, index = stack.pop()
                if index < len(self.around[node]):
                    stack.append((node, came, index + 1))
                    run = self.around[node][index]
                    if run is came:
                        continue
                    far = run.other if run.one == node else run.one
                    if far in order:
                        low[node] = min(low[node], order[far])
                    else:
                        order[far] = low[far] = len(order)
                        stack.append((far, run, 0))
                elif came is not None:
                    parent = came.other if came.one == node else came.one
                    low[parent] = min(low[parent], low[node])
                    if low[node] > order[parent]:
                        found.add(came)
        return found

    def parts(self, without: set[Run]) -> list[Graph]:
        """The pieces that hang together by sides, some left out. A piece may be a single marker."""
        seen: set[Hex] = set()
        pieces: list[Graph] = []
        for root in self.nodes:
            if root in seen:
                continue
            members, queue = {root}, [root]
            while queue:
                node = queue.pop()
                for run in self.around[node]:
                    far = run.other if run.one == node else run.one
                    if run not in without and far not in members:
                        members.add(far)
                        queue.append(far)
            seen |= members
            inside = [run for run in self.sides if run not in without and run.one in members]
            pieces.append(Graph(members, inside))
        return pieces

    def enclosed(self, hexes: list[Hex]) -> set[Hex]:
        """The hexes that some loop of these sides winds around, and those that lie on a side."""
        on_sides = {hex for run in self.sides for hex in run.hexes}
        open_ground = [hex for hex in hexes if hex not in on_sides]
        if not self.sides or not open_ground:
            return on_sides or set(self.nodes)
        at = {node: row for row, node in enumerate(self.nodes)}
        places, points = (np.array([centre(hex) for hex in group]) for group in (self.nodes, open_ground))
        angle = np.arctan2(places[:, 1, None] - points[:, 1], places[:, 0, None] - points[:, 0])
        tree, rest = self._tree()
        turned = np.zeros_like(angle)
        near, far = _rows(tree, at)
        for one, other, sweep in zip(near, far, _sweep(angle[near], angle[far]), strict=True):
            turned[other] = turned[one] + sweep
        near, far = _rows(rest, at)
        gap = turned[near] + _sweep(angle[near], angle[far]) - turned[far]
        wound = (np.abs(gap) > 1.0).any(axis=0)
        return on_sides | {hex for hex, inside in zip(open_ground, wound, strict=True) if inside}

    def _tree(self) -> tuple[list[tuple[Hex, Hex]], list[tuple[Hex, Hex]]]:
        """The sides of a spanning tree from its root outward, and all the others."""
        root = self.nodes[0]
        reached, used, queue = {root}, set(), [root]
        tree: list[tuple[Hex, Hex]] = []
        while queue:
            node = queue.pop()
            for run in self.around[node]:
                far = run.other if run.one == node else run.one
                if far not in reached:
                    reached.add(far)
                    used.add(run)
                    tree.append((node, far))
                    queue.append(far)
        return tree, [(run.one, run.other) for run in self.sides if run not in used]


def _rows(pairs: list[tuple[Hex, Hex]], at: dict[Hex, int]) -> tuple[list[int], list[int]]:
    return [at[one] for one, _ in pairs], [at[other] for _, other in pairs]


def _sweep(start: Floats, end: Floats) -> Floats:
    """The angle that a straight side sweeps around a point that is not on it: the short way round."""
    turn = end - start
    turns: Floats = turn - 2 * pi * np.rint(turn / (2 * pi))
    return turns
