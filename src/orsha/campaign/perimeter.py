"""Perimeters (001 7.505, ruling B3): the largest ground a side can legally enclose, its pockets, its front line."""

from __future__ import annotations

from msgspec import Struct

from orsha.hexmap.grid import Hex, neighbours
from orsha.hexmap.loops import Graph, Run, runs
from orsha.hexmap.map import HexMap
from orsha.kernel import Illegal

RULE = "001 7.505"


class Situation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side's perimeter is drawn from, as hex names."""

    map: str = "orsha"
    mmc: tuple[str, ...] = ()
    strategic: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()
    enemy_units: tuple[str, ...] = ()
    enemy_smc: tuple[str, ...] = ()
    enemy_strategic: tuple[str, ...] = ()


class Perimeter(Struct, frozen=True):
    """The main perimeter area, the pockets, and the front line of both."""

    main: frozenset[Hex]
    pockets: tuple[frozenset[Hex], ...]
    front_line: frozenset[Hex]

    @property
    def area(self) -> frozenset[Hex]:
        return self.main.union(*self.pockets)


def perimeter(board: HexMap, situation: Situation) -> Perimeter:
    """001 7.5052-7.5054: markers, the sides between them, the ground that they enclose."""
    edge = _hexes(board, situation.edge)
    for hex in edge - board.edge:
        raise Illegal("001 7.5052", f"{hex} is no map-edge hex")
    mmc = _hexes(board, situation.mmc)
    # An enemy SMC alone blocks nothing (7.5053).
    blocked = _hexes(board, situation.enemy_units) | _hexes(board, situation.enemy_strategic)
    _hexes(board, situation.enemy_smc)
    markers = (mmc | edge | _hexes(board, situation.strategic)) - blocked
    sides = runs(frozenset(markers), board.__contains__, blocked.__contains__)
    graph = Graph(markers, _with_edge(board, sides, frozenset(edge - blocked)))
    loose = graph.loose()
    main: set[Hex] = set(edge - blocked)
    others: list[Hex] = []
    every = sorted(board.ground)
    for part in graph.parts(loose):
        if edge & set(part.nodes):
            main |= part.enclosed(every)
        else:
            others += part.nodes
    pockets = _pockets(graph, frozenset(others) - main, main, mmc, every)
    area = main.union(*pockets)
    return Perimeter(frozenset(main), pockets, front_line(board, area))


def _hexes(board: HexMap, names: tuple[str, ...]) -> set[Hex]:
    return {board.hex(name) for name in names}


def _with_edge(board: HexMap, sides: list[Run], edge: frozenset[Hex]) -> list[Run]:
    """Neighbouring friendly map-edge hexes are joined along the edge."""
    known = {(min(run.one, run.other), max(run.one, run.other)) for run in sides}
    joined = [
        Run(hex, other, (hex, other))
        for hex in edge
        for other in neighbours(hex)
        if other in edge and hex < other and (hex, other) not in known
    ]
    return [*sides, *joined]


def _pockets(
    graph: Graph, nodes: frozenset[Hex], main: set[Hex], mmc: set[Hex], every: list[Hex]
) -> tuple[frozenset[Hex], ...]:
    """001 7.5054: what lies outside the main perimeter, joined where a legal side joins it; each has an MMC in it.

    Two markers that point at each other are enough for a pocket, so sides that no loop uses count here.
    """
    sides = [run for run in graph.sides if run.one in nodes and run.other in nodes and not main & set(run.hexes)]
    found = []
    for part in Graph(nodes, sides).parts(set()):
        if mmc & set(part.nodes):
            found.append(frozenset(part.enclosed(every) - main))
    return tuple(sorted(found, key=min))


def front_line(board: HexMap, area: frozenset[Hex] | set[Hex]) -> frozenset[Hex]:
    """The hexes of an area that touch ground outside it."""
    return frozenset(hex for hex in area if any(n in board and n not in area for n in neighbours(hex)))
