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
    vehicles: tuple[str, ...] = ()
    """Manned vehicles of one's own: they make a pocket as MMC do (7.5054, footnote 9)."""
    unmarked: tuple[str, ...] = ()
    """Hexes where a side could place a marker and does not (7.5058)."""


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
    # An enemy SMC alone blocks nothing (7.5053).
    blocked = _hexes(board, situation.enemy_units) | _hexes(board, situation.enemy_strategic)
    _hexes(board, situation.enemy_smc)
    barred = blocked | _hexes(board, situation.unmarked)
    edge -= barred
    units = _hexes(board, situation.mmc) | _hexes(board, situation.vehicles)
    markers = (_hexes(board, situation.mmc) | edge | _hexes(board, situation.strategic)) - barred
    sides = runs(frozenset(markers), board.__contains__, blocked.__contains__)
    graph = Graph(markers, _with_edge(board, sides, frozenset(edge)))
    loose = graph.loose()
    looped: set[Hex] = set()
    every = sorted(board.ground)
    for part in graph.parts(loose):
        if part.sides and edge & set(part.nodes):
            looped |= part.enclosed(every)
    nodes = frozenset(markers | (units - barred)) - looped
    joined = [run for run in runs(nodes, board.__contains__, blocked.__contains__) if not looped & set(run.hexes)]
    outside = [part for part in Graph(nodes, joined).parts(set()) if units & set(part.nodes)]
    # A pocket that can add a friendly map-edge hex is none, and belongs to the main perimeter (7.5054, ruling B130).
    at_edge = [part for part in outside if edge & set(part.nodes)]
    main = edge.union(looped, *(part.enclosed(every) for part in at_edge))
    pockets = _pockets(board, [part for part in outside if part not in at_edge], main, units)
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


def _pockets(board: HexMap, parts: list[Graph], main: set[Hex], units: set[Hex]) -> tuple[frozenset[Hex], ...]:
    """001 7.5054: what lies outside the main perimeter, joined where a legal side joins it; each has a unit in it.

    Two markers that point at each other are enough for a pocket, so sides that no loop uses count here. A unit that
    nothing joins is a pocket of its own hex, the enemy in it or not. Nobody else's map edge belongs to a pocket (6).
    """
    every = sorted(board.ground)
    never = main | (board.edge - units)
    found = [frozenset(part.enclosed(every) - never) for part in parts]
    alone = units.difference(main, *found)
    return tuple(sorted([*_merged(found), *(frozenset({hex}) for hex in alone)], key=min))


def _merged(pockets: list[frozenset[Hex]]) -> list[frozenset[Hex]]:
    """Pockets that share ground are one: whom another encloses is in it, with or without a side of his own."""
    apart: list[frozenset[Hex]] = []
    for pocket in pockets:
        sharing = [other for other in apart if other & pocket]
        apart = [*(other for other in apart if other not in sharing), pocket.union(*sharing)]
    return apart


def front_line(board: HexMap, area: frozenset[Hex] | set[Hex]) -> frozenset[Hex]:
    """The hexes of an area that touch ground outside it."""
    return frozenset(hex for hex in area if any(n in board and n not in area for n in neighbours(hex)))
