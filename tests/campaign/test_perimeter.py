"""Perimeters: 001 7.505 as ruled in B3, against brute force on small maps."""

from __future__ import annotations

import random

import pytest
from shapely import Point, Polygon

from orsha.campaign.perimeter import Situation, perimeter
from orsha.hexmap.grid import Hex, centre, neighbours, parse
from orsha.hexmap.loops import Graph, Run, runs
from orsha.hexmap.map import hex_map
from orsha.kernel import Illegal, OrshaError
from tests.hexmap.maps import tiny

BOARD = hex_map()
SMALL = tiny(9, 9)


def names(hexes: object) -> set[str]:
    return {hex.name for hex in hexes}  # type: ignore[attr-defined]


def drawn(**situation: tuple[str, ...]) -> object:
    return perimeter(BOARD, Situation(**situation))


# -- brute force: every simple loop of sides, one by one


def simple_loops(graph: Graph) -> list[list[Hex]]:
    """Every loop that visits no marker twice, found by walking all paths from its least marker."""
    found: list[list[Hex]] = []

    def walk(start: Hex, path: list[Hex], came: Run | None) -> None:
        for run in graph.around[path[-1]]:
            far = run.other if run.one == path[-1] else run.one
            if run is came:
                continue
            if far == start and len(path) > 2:
                found.append(list(path))
            elif far > start and far not in path:
                walk(start, [*path, far], run)

    for node in graph.nodes:
        walk(node, [node], None)
    return found


def by_brute_force(graph: Graph, hexes: list[Hex]) -> set[Hex]:
    inside: set[Hex] = set()
    for loop in simple_loops(graph):
        pairs = {frozenset(pair) for pair in zip(loop, loop[1:] + loop[:1], strict=True)}
        inside |= {hex for run in graph.sides if frozenset((run.one, run.other)) in pairs for hex in run.hexes}
        area = Polygon([centre(node) for node in loop])
        if area.is_valid:
            inside |= {hex for hex in hexes if area.buffer(-1e-6).contains(Point(centre(hex)))}
        else:  # a loop that crosses itself: wound around by the even-odd parts as well
            inside |= {hex for hex in hexes if _wound(loop, hex)}
    return inside


def _wound(loop: list[Hex], hex: Hex) -> bool:
    from math import atan2, pi

    x, y = centre(hex)
    angles = [atan2(centre(node)[1] - y, centre(node)[0] - x) for node in loop]
    turn = sum((b - a + pi) % (2 * pi) - pi for a, b in zip(angles, angles[1:] + angles[:1], strict=True))
    return abs(turn) > 1


@pytest.mark.parametrize("seed", range(60))
def test_the_enclosed_ground_is_what_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    every = sorted(SMALL.ground)
    markers = frozenset(rng.sample(every, rng.randint(3, 9)))
    blocked = set(rng.sample(every, rng.randint(0, 14))) - markers
    graph = Graph(markers, runs(markers, SMALL.__contains__, blocked.__contains__))
    loose = graph.loose()
    exact: set[Hex] = set()
    for part in graph.parts(loose):
        if part.sides:
            exact |= part.enclosed(every)
    assert exact == by_brute_force(graph, every)


@pytest.mark.parametrize("seed", range(20))
def test_loose_sides_are_those_that_no_loop_uses(seed: int) -> None:
    rng = random.Random(100 + seed)
    markers = frozenset(rng.sample(sorted(SMALL.ground), 7))
    graph = Graph(markers, runs(markers, SMALL.__contains__, set().__contains__))
    used = {frozenset(pair) for loop in simple_loops(graph) for pair in zip(loop, loop[1:] + loop[:1], strict=True)}
    assert {frozenset((run.one, run.other)) for run in graph.loose()} == {
        frozenset((run.one, run.other)) for run in graph.sides
    } - used


# -- the rules


class TestMarkersAndSides:
    def test_7_5053_a_side_runs_along_a_grain_between_two_markers(self) -> None:
        found = runs(frozenset({parse("D2"), parse("D6")}), SMALL.__contains__, set().__contains__)
        assert [names(run.hexes) for run in found] == [{"D2", "D3", "D4", "D5", "D6"}]

    def test_7_5053_an_enemy_unit_on_it_breaks_it(self) -> None:
        blocked = {parse("D4")}
        assert runs(frozenset({parse("D2"), parse("D6")}), SMALL.__contains__, blocked.__contains__) == []

    def test_b2_an_alternate_grain_needs_only_one_of_each_pair_of_hexes(self) -> None:
        ends = frozenset({parse("D4"), parse("F4")})
        pair = {hex for hex in neighbours(parse("D4")) if hex in neighbours(parse("F4"))}
        assert len(pair) == 2
        one = {min(pair)}
        assert len(runs(ends, SMALL.__contains__, one.__contains__)) == 1
        assert runs(ends, SMALL.__contains__, pair.__contains__) == []

    def test_7_5053_an_enemy_smc_breaks_nothing(self) -> None:
        with_smc = drawn(mmc=("P20", "P26", "V23"), enemy_smc=("P23",))
        assert with_smc == drawn(mmc=("P20", "P26", "V23"))
        assert with_smc != drawn(mmc=("P20", "P26", "V23"), enemy_units=("P23",))


class TestAreas:
    def test_three_units_on_grains_enclose_a_triangle(self) -> None:
        found = drawn(mmc=("P20", "P26", "V23"))
        assert len(found.pockets) == 1 and len(found.pockets[0]) == 28 and not found.main  # type: ignore[attr-defined]

    def test_7_5054_what_no_map_edge_hex_belongs_to_is_a_pocket(self) -> None:
        edge = tuple(f"{c}{BOARD.numbers(i)[1]}" for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        wall = tuple(hex.name for hex in BOARD.ground if hex.number in (34, 35))
        found = perimeter(BOARD, Situation(mmc=("P20", "P26", "V23", "E45", "M45"), edge=edge, enemy_units=wall))
        assert len(found.pockets) == 1 and parse("P23") in found.pockets[0]
        assert parse("I47") in found.main and set(edge) <= names(found.main)

    def test_7_5054_a_unit_alone_is_a_pocket_of_one_hex(self) -> None:
        assert [names(pocket) for pocket in drawn(mmc=("P20",)).pockets] == [{"P20"}]  # type: ignore[attr-defined]

    def test_7_5054_two_units_that_point_at_each_other_are_one_pocket(self) -> None:
        pockets = drawn(mmc=("P20", "P23")).pockets  # type: ignore[attr-defined]
        assert [names(pocket) for pocket in pockets] == [{"P20", "P21", "P22", "P23"}]

    def test_footnote_9_a_pocket_needs_an_mmc(self) -> None:
        assert drawn(strategic=("P20", "P23")).pockets == ()  # type: ignore[attr-defined]

    def test_an_enemy_may_stand_inside_but_not_on_the_line(self) -> None:
        found = drawn(mmc=("P20", "P26", "V23"), enemy_units=("R23",))
        assert parse("R23") in found.pockets[0]  # type: ignore[attr-defined]

    def test_more_ground_is_never_enclosed_by_fewer_markers(self) -> None:
        rng = random.Random(3)
        every = sorted(BOARD.ground)
        units = [hex.name for hex in rng.sample(every, 40)]
        few = perimeter(BOARD, Situation(mmc=tuple(units[:20])))
        many = perimeter(BOARD, Situation(mmc=tuple(units)))
        assert few.area <= many.area

    def test_the_front_line_is_where_the_area_touches_other_ground(self) -> None:
        found = drawn(mmc=("P20", "P26", "V23"))
        area = found.area  # type: ignore[attr-defined]
        assert found.front_line <= area  # type: ignore[attr-defined]
        for hex in area:
            outside = any(n in BOARD and n not in area for n in neighbours(hex))
            assert (hex in found.front_line) == outside  # type: ignore[attr-defined]


class TestBadInput:
    def test_a_hex_that_is_not_on_the_map(self) -> None:
        with pytest.raises(OrshaError, match="there is no hex P99"):
            drawn(mmc=("P99",))

    def test_an_edge_hex_that_is_none(self) -> None:
        with pytest.raises(Illegal, match="P20 is no map-edge hex"):
            drawn(edge=("P20",))
