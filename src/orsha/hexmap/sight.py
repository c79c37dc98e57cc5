"""Sight between two hexes: levels, obstacles, hindrances, slopes, gullies, the culvert. The same both ways.

A line is judged hex by hex, because the map is known hex by hex. Where it runs along a hexside, the hex that hides less
counts for obstacles and the one that hides more for hindrances (ruling B23). A map that knows more than that, such as
an imported board with its pixels, is a `Traced` one: it says what the line meets in each hex.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct

from orsha.hexmap.combinations import grain_road_hinders
from orsha.hexmap.grid import Hex, distance, neighbour, side_between
from orsha.hexmap.line import Crossing, crossings
from orsha.hexmap.map import HexMap
from orsha.hexmap.slopes import height_bonus, sides_crossed
from orsha.kernel import Illegal
from orsha.kernel.data import load

Effect = Literal["obstacle", "hindrance"]
HALF = 0.5


class Cover(Struct, frozen=True, forbid_unknown_fields=True):
    effect: Effect
    height: float
    lower: Effect | Literal["nothing"] | None = None
    """What it does to a line under its split, where that is something else."""
    split: float = HALF


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


class Met(NamedTuple):
    """Something that a line meets: what it is called, what it does, and the level that it stands on."""

    name: str
    cover: Cover
    base: float


class Traced(HexMap):
    """A map that knows what a line meets on its way through a hex, and not only what the hex is."""

    def met(self, hex: Hex, crossing: Crossing, one: Hex, other: Hex) -> tuple[float, list[Met]]:
        """The highest ground and all cover on a line's stretch through a hex."""
        raise NotImplementedError

    def along(self, hex: Hex, side: int) -> Cover | None:
        """What stands along a side and can hide."""
        raise NotImplementedError

    def stays_low(self, line: tuple[Crossing, ...], one: Hex, other: Hex) -> bool:
        """Whether a line never leaves the gully that both its ends are in."""
        raise NotImplementedError

    def upper_floors(self, hex: Hex) -> int:
        raise NotImplementedError


@cache
def rules() -> SightRules:
    return load(Path(__file__).parent / "sight.toml", SightRules)


def floor_level(board: HexMap, hex: Hex) -> int:
    """The lowest level of a hex: the floor of its gully, or the ground; on a bridge or over the culvert the ground."""
    ground = board[hex]
    on_top = any(bridge.hex == hex.name for bridge in board.file.bridges)
    return ground.level - (rules().gully_depth if ground.has("gully") and not on_top else 0)


def lowest_level(board: HexMap, hex: Hex) -> int:
    """The lowest place in a hex: its gully's floor, under a bridge too, or the culvert (001 3.1); else the ground."""
    ground = board[hex]
    sunken = ground.has("gully") or any(culvert.hex == hex.name for culvert in board.file.culverts)
    return ground.level - (rules().gully_depth if sunken else 0)


def sight(board: HexMap, one: Hex, other: Hex, one_level: int | None = None, other_level: int | None = None) -> Sight:
    """Whether two places see each other. Levels are absolute; without one it is the ground, or a gully's floor."""
    first = _level(board, one, one_level)
    second = _level(board, other, other_level)
    span = distance(one, other)
    if one > other or (one == other and first > second):
        return sight(board, other, one, second, first)
    special = None if (one, first) == (other, second) else _underground(board, one, first, other, second)
    if special is not None:
        return Sight(special, None if special else one.name, (), False, span)
    if one == other:
        return Sight(True, None, (), False, 0)
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
    lowest, ground = lowest_level(board, hex), board[hex].level
    if level is None:
        return floor_level(board, hex)
    highest = ground + (board.upper_floors(hex) if isinstance(board, Traced) else 0)
    if not lowest <= level <= highest:
        raise Illegal("001 map levels", f"{hex} has levels {lowest} to {highest}, not {level}")
    return level


def _rim(board: HexMap, hex: Hex, level: int) -> int:
    """The level at which a place meets the ground around it: of a gully's floor, its rim."""
    return max(level, board[hex].level)


def _underground(board: HexMap, one: Hex, first: int, other: Hex, second: int) -> bool | None:
    """001 3.1: from inside the culvert only adjacent gully or culvert places are seen, and seen from."""
    for culvert in board.file.culverts:
        for inside, level, far, far_level in ((one, first, other, second), (other, second, one, first)):
            if inside.name == culvert.hex and level < board[inside].level:
                return far.name in culvert.ends and far_level == lowest_level(board, far)
    return None


def _cover(board: HexMap, hex: Hex) -> list[tuple[str, Cover]]:
    """What in a hex can stand in the way."""
    ground = board[hex]
    known = rules().terrain
    names: list[str] = [name for name in ground.terrain if name in known and name != "orchard"]
    if ground.has("orchard"):
        names.append("orchard-shellholes" if ground.has("shellholes") else "orchard")
    return [(name, known[name]) for name in names]


def _met(board: HexMap, hex: Hex, crossing: Crossing, one: Hex, other: Hex) -> tuple[float, list[Met]]:
    """The ground of a hex and what stands on it, as far as a line meets it."""
    if isinstance(board, Traced):
        return board.met(hex, crossing, one, other)
    base = float(board[hex].level)
    return base, [Met(name, cover, base) for name, cover in _cover(board, hex)]


def _effect(cover: Cover, base: float, ends: tuple[float, float]) -> Effect | Literal["nothing"]:
    """What terrain does to a line: below half a level an orchard only hinders."""
    low_line = max(ends) < base + cover.split
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
    rims = (float(_rim(board, one, levels[0])), float(_rim(board, other, levels[1])))
    for crossing in _between(line):
        tops = [(_top(board, hex, crossing, one, other, ends), hex) for hex in crossing.hexes if hex in board]
        if not tops:
            continue
        top, hex = min(tops)
        if _hides(top, hex, one, other, ends, rims):
            return hex
    if isinstance(board, Traced):
        return _barrier(board, one, other, ends, rims, line)
    return _hedge(board, one, other, ends, line)


def _top(board: HexMap, hex: Hex, crossing: Crossing, one: Hex, other: Hex, ends: tuple[float, float]) -> float:
    """How high a hex stands in the way: its ground and its obstacles."""
    ground, met = _met(board, hex, crossing, one, other)
    heights = [base + cover.height for _, cover, base in met if _effect(cover, base, ends) == "obstacle"]
    return max([ground, *heights])


def _hides(top: float, hex: Hex, one: Hex, other: Hex, ends: tuple[float, float], rims: tuple[float, float]) -> bool:
    """Base game A6: never from under the lower end, always from the higher end up, between them in its blind hexes.

    Blind hexes are counted from where the ends stand: slopes do not count for them (001 1.3). What is less than a level
    high has none.
    """
    if top <= min(ends):
        return False
    if top >= max(ends):
        return True
    if top - min(rims) < 1:
        return False
    viewer, target = (one, other) if ends[0] >= ends[1] else (other, one)
    return distance(hex, target) <= blind_hexes(top, min(rims), max(rims), distance(viewer, hex))


def blind_hexes(top: float, low: float, high: float, range_to: int) -> int:
    """How many hexes behind an obstacle are hidden from a higher place."""
    levels = max(1, int(top - low + 1e-9))
    more = range_to // rules().hexes_for_one_more_blind
    advantage = int(high - top + 1e-9)
    return max(1, levels + more - max(0, advantage - 1))


def _sunken(board: HexMap, one: Hex, other: Hex, levels: tuple[int, int], line: tuple[Crossing, ...]) -> bool:
    """Both on the floor of one gully, and the line never leaves it: nothing above matters."""
    if any(
        level != lowest_level(board, hex) or not board[hex].gully
        for hex, level in ((one, levels[0]), (other, levels[1]))
    ):
        return False
    path = [crossing.hexes for crossing in line]
    if any(len(hexes) != 1 or hexes[0] not in board for hexes in path):
        return False
    hexes = [each[0] for each in path]
    if isinstance(board, Traced):
        return board.stays_low(line, one, other)
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


def _barrier(
    board: Traced,
    one: Hex,
    other: Hex,
    ends: tuple[float, float],
    rims: tuple[float, float],
    line: tuple[Crossing, ...],
) -> Hex | None:
    """What stands along a hexside hides as in the hex before it, unless an end is right behind it.

    The line crosses the hexside, or runs along it.
    """
    crossed = [(a.hexes[0], b.hexes[0]) for a, b in pairwise(line) if len(a.hexes) == len(b.hexes) == 1]
    followed = [(a.hexes[0], a.hexes[1]) for a in line if len(a.hexes) == 2]
    viewer = one if ends[0] >= ends[1] else other
    for pair in (*crossed, *followed):
        side = side_between(*pair)
        if side is None or {one, other} & {*pair} or any(hex not in board for hex in pair):
            continue
        cover = board.along(pair[0], side)
        near = min(pair, key=lambda hex: (distance(hex, viewer), hex))
        top = max(board[hex].level for hex in pair) + (cover.height if cover is not None else 0.0)
        if cover is not None and cover.effect == "obstacle" and _hides(top, near, one, other, ends, rims):
            return near
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
            for name in _hindering(board, hex, crossing, one, other, ends)
            if name != "grain" or grain_road_hinders(board, hex, one, other)
        ]
        found += sorted(named)[:1]
    return found


def _hindering(
    board: HexMap, hex: Hex, crossing: Crossing, one: Hex, other: Hex, ends: tuple[float, float]
) -> list[str]:
    low, high = min(ends), max(ends)
    return [
        name
        for name, cover, base in _met(board, hex, crossing, one, other)[1]
        if _effect(cover, base, ends) == "hindrance" and base + cover.height > high - 1e-9 and base <= low + 1e-9
    ]


def visible(board: HexMap, hex: Hex, level: int | None = None) -> dict[Hex, Sight]:
    """What a hex can see of the whole map."""
    return {other: sight(board, hex, other, level) for other in board.ground if other != hex}
