"""Sight between two hexes: levels, obstacles, hindrances, slopes, gullies, the culvert. The same both ways.

A line is judged hex by hex, because the map is known hex by hex. Where it runs along a hexside, the hex that hides less
counts for obstacles and the one that hides more for hindrances (ruling B23).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

from msgspec import Struct

from orsha.hexmap.combinations import grain_road_hinders
from orsha.hexmap.grid import Hex, distance, neighbour, side_between
from orsha.hexmap.line import Crossing, crossings
from orsha.hexmap.map import HexMap
from orsha.hexmap.slopes import base_level, height_bonus, sides_crossed
from orsha.kernel import Illegal
from orsha.kernel.data import load

Effect = Literal["obstacle", "hindrance"]
HALF = 0.5


class Cover(Struct, frozen=True, forbid_unknown_fields=True):
    effect: Effect
    height: float
    lower: Effect | None = None


class SightRules(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    hexes_for_one_more_blind: int
    gully_depth: int
    terrain: dict[str, Cover]


class Sight(Struct, frozen=True):
    """What a line of sight comes to."""

    clear: bool
    blocked_by: str | None
    hindrances: tuple[str, ...]
    up_slope: bool
    range: int


@cache
def rules() -> SightRules:
    return load(Path(__file__).parent / "sight.toml", SightRules)


def floor_level(board: HexMap, hex: Hex) -> int:
    """The lowest level of a hex: the floor of its gully, or the ground; on a bridge or over the culvert the ground."""
    ground = board[hex]
    on_top = any(bridge.hex == hex.name for bridge in board.file.bridges)
    return ground.level - (rules().gully_depth if ground.has("gully") and not on_top else 0)


def sight(board: HexMap, one: Hex, other: Hex, one_level: int | None = None, other_level: int | None = None) -> Sight:
    """Whether two places see each other. Levels are absolute; without one it is the ground, or a gully's floor."""
    first = _level(board, one, one_level)
    second = _level(board, other, other_level)
    span = distance(one, other)
    if one > other or (one == other and first > second):
        return sight(board, other, one, second, first)
    if one == other:
        return Sight(True, None, (), False, 0)
    special = _underground(board, one, first, other, second)
    if special is not None:
        return Sight(special, None if special else one.name, (), False, span)
    line = crossings(one, other)
    slopes = (
        height_bonus(board, one, sides_crossed(one, other)),
        height_bonus(board, other, sides_crossed(other, one)),
    )
    ends = (_rim(board, one, first) + slopes[0], _rim(board, other, second) + slopes[1])
    blocked = _blocked(board, one, other, ends, (first, second), line)
    seen = any(slopes)
    if blocked is not None:
        return Sight(False, blocked.name, (), seen, span)
    return Sight(True, None, tuple(_hindrances(board, line, ends)), seen, span)


def _level(board: HexMap, hex: Hex, level: int | None) -> int:
    lowest, ground = floor_level(board, hex), board[hex].level
    if level is None:
        return lowest
    culvert = any(c.hex == hex.name for c in board.file.culverts)
    lowest = ground - rules().gully_depth if culvert else lowest
    if not lowest <= level <= ground:
        raise Illegal("001 map levels", f"{hex} has levels {lowest} to {ground}, not {level}")
    return level


def _rim(board: HexMap, hex: Hex, level: int) -> int:
    """The level at which a place meets the ground around it: of a gully's floor, its rim."""
    return max(level, board[hex].level)


def _underground(board: HexMap, one: Hex, first: int, other: Hex, second: int) -> bool | None:
    """001 3.1: from inside the culvert only adjacent gully or culvert places are seen, and seen from."""
    for culvert in board.file.culverts:
        for inside, level, far, far_level in ((one, first, other, second), (other, second, one, first)):
            if inside.name == culvert.hex and level < board[inside].level:
                return far.name in culvert.ends and far_level == floor_level(board, far)
    return None


def _cover(board: HexMap, hex: Hex) -> list[tuple[str, Cover]]:
    """What in a hex can stand in the way."""
    ground = board[hex]
    known = rules().terrain
    names: list[str] = [name for name in ground.terrain if name in known and name != "orchard"]
    if ground.has("orchard"):
        names.append("orchard-shellholes" if ground.has("shellholes") else "orchard")
    return [(name, known[name]) for name in names]


def _effect(cover: Cover, base: float, ends: tuple[float, float]) -> Effect:
    """What terrain does to a line: below half a level an orchard only hinders."""
    low_line = max(ends) < base + HALF
    return cover.lower if cover.lower is not None and low_line else cover.effect


def _between(line: tuple[Crossing, ...]) -> tuple[Crossing, ...]:
    return line[1:-1]


def _blocked(
    board: HexMap,
    one: Hex,
    other: Hex,
    ends: tuple[float, float],
    levels: tuple[int, int],
    line: tuple[Crossing, ...],
) -> Hex | None:
    """The first hex, from the lower-named end, that hides the two from each other."""
    if _sunken(board, one, other, levels, line):
        return None
    deep = _too_deep(board, one, other, levels)
    if deep is not None:
        return deep
    for crossing in _between(line):
        tops = [(_top(board, hex, ends), hex) for hex in crossing.hexes if hex in board]
        if not tops:
            continue
        top, hex = min(tops)
        if _hides(board, top, hex, one, other, ends):
            return hex
    return _hedge(board, one, other, ends, line)


def _top(board: HexMap, hex: Hex, ends: tuple[float, float]) -> float:
    """How high a hex stands in the way: its ground and its obstacles."""
    base = float(board[hex].level)
    heights = [base + cover.height for _, cover in _cover(board, hex) if _effect(cover, base, ends) == "obstacle"]
    return max([base, *heights])


def _hides(board: HexMap, top: float, hex: Hex, one: Hex, other: Hex, ends: tuple[float, float]) -> bool:
    """Base game A6: never from under the lower end, always from the higher end up, between them in its blind hexes.

    Blind hexes are counted from the ground: slopes do not count for them (001 1.3).
    """
    if top <= min(ends):
        return False
    if top >= max(ends):
        return True
    viewer, target = (one, other) if ends[0] >= ends[1] else (other, one)
    ground = (float(base_level(board, target)), float(base_level(board, viewer)))
    return distance(hex, target) <= blind_hexes(top, min(ground), max(ground), distance(viewer, hex))


def blind_hexes(top: float, low: float, high: float, range_to: int) -> int:
    """How many hexes behind an obstacle are hidden from a higher place."""
    levels = max(1, int(top - low + 1e-9))
    more = range_to // rules().hexes_for_one_more_blind
    advantage = int(high - top + 1e-9)
    return max(1, levels + more - max(0, advantage - 1))


def _sunken(board: HexMap, one: Hex, other: Hex, levels: tuple[int, int], line: tuple[Crossing, ...]) -> bool:
    """Both on the floor of one gully, and the line never leaves it: nothing above matters."""
    if any(
        level != floor_level(board, hex) or not board[hex].gully
        for hex, level in ((one, levels[0]), (other, levels[1]))
    ):
        return False
    path = [crossing.hexes for crossing in line]
    if any(len(hexes) != 1 or hexes[0] not in board for hexes in path):
        return False
    hexes = [each[0] for each in path]
    return all(side_between(a, b) in board[a].gully for a, b in pairwise(hexes))


def _too_deep(board: HexMap, one: Hex, other: Hex, levels: tuple[int, int]) -> Hex | None:
    """Into a gully one sees from outside only from next to it, or from as many levels above as hexes away."""
    if distance(one, other) == 1:
        return None
    for inside, level, far_level in ((one, levels[0], levels[1]), (other, levels[1], levels[0])):
        if level < board[inside].level and far_level - level < distance(one, other):
            return inside
    return None


def _hedge(board: HexMap, one: Hex, other: Hex, ends: tuple[float, float], line: tuple[Crossing, ...]) -> Hex | None:
    """A hedge hides two places on its own level from each other unless one of them is right behind it."""
    for hedge in board.file.hedges:
        hex = board.hex(hedge.hex)
        for side in hedge.sides:
            across = neighbour(hex, side)
            crossed = any({hex, across} == {*a.hexes, *b.hexes} for a, b in pairwise(line))
            top = max(board[hex].level, board[across].level) + rules().terrain["hedge"].height
            if crossed and not {one, other} & {hex, across} and top > max(ends):
                return hex
    return None


def _hindrances(board: HexMap, line: tuple[Crossing, ...], ends: tuple[float, float]) -> list[str]:
    """What lies between and hinders: one for each stretch, where its top is not under the higher end."""
    one, other = line[0].hexes[0], line[-1].hexes[0]
    found: list[str] = []
    for crossing in _between(line):
        named = [
            f"{hex}: {name}"
            for hex in crossing.hexes
            if hex in board
            for name in _hindering(board, hex, ends)
            if name != "grain" or grain_road_hinders(board, hex, one, other)
        ]
        found += sorted(named)[:1]
    return found


def _hindering(board: HexMap, hex: Hex, ends: tuple[float, float]) -> list[str]:
    base = float(board[hex].level)
    low, high = min(ends), max(ends)
    return [
        name
        for name, cover in _cover(board, hex)
        if _effect(cover, base, ends) == "hindrance" and base + cover.height > high - 1e-9 and base <= low + 1e-9
    ]


def visible(board: HexMap, hex: Hex, level: int | None = None) -> dict[Hex, Sight]:
    """What a hex can see of the whole map."""
    return {other: sight(board, hex, other, level) for other in board.ground if other != hex}
