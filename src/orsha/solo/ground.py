"""OtO-S1's ground on the Orsha map: what is in play, the set-up area, minefields, where S? and wrecks may be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from orsha.hexmap.grid import Hex, centre, distance, neighbour, neighbours, parse
from orsha.hexmap.map import HexMap, hex_map
from orsha.solo.files import Ground, mission
from orsha.solo.standins import Case

WEST_SIDES = (5, 0, 1)
NEAR = 1e-9


def ground() -> Ground:
    found = mission("s1").ground
    assert found is not None
    return found


@cache
def board() -> HexMap:
    return hex_map(ground().map)


@cache
def in_play() -> frozenset[Hex]:
    """Hexrows 1-28; the half hexes numbered 0 belong to the first (ruling D8)."""
    return frozenset(hex for hex in board().ground if hex.number <= ground().last_number)


@cache
def set_up_area() -> frozenset[Hex]:
    """On or east of A27-I23-I20-R15-DD21: every leg of that line is a hex grain or a hexrow."""
    return frozenset(hex for hex in in_play() if centre(hex)[1] >= _line_at(hex.column) - NEAR)


def _line_at(column: int) -> float:
    """The line's place in a hexrow, the westernmost where it runs along one."""
    found = []
    for one, other in pairwise(map(parse, ground().line)):
        (_, low), (_, high) = centre(one), centre(other)
        if one.column == other.column == column:
            found += [low, high]
        elif one.column <= column <= other.column and one.column != other.column:
            found.append(low + (high - low) * (column - one.column) / (other.column - one.column))
    return min(found)


@cache
def outside() -> frozenset[Hex]:
    """What is in play west of the set-up area."""
    return in_play() - set_up_area()


@lru_cache(maxsize=2048)
def from_set_up_area(hex: Hex) -> int:
    return min(distance(hex, own) for own in set_up_area())


@cache
def wreck_area() -> tuple[str, ...]:
    """Special rule 8: outside, at most two hexes from the set-up area."""
    return names(hex for hex in outside() if from_set_up_area(hex) <= ground().wrecks_within)


@cache
def east_edge() -> tuple[str, ...]:
    return names(hex for hex in in_play() if hex.number == ground().last_number)


@cache
def mine_targets() -> tuple[str, ...]:
    """ENEMY RE 13-16: no building, and not in the set-up area."""
    buildings = {parse(one.hex) for one in board().file.buildings}
    return names(hex for hex in outside() if hex not in buildings)


@cache
def all_names() -> tuple[str, ...]:
    return names(in_play())


@cache
def minefields() -> tuple[str, ...]:
    """The printed minefields: two hex grains just outside the set-up line (ruling D7)."""
    found: list[Hex] = []
    for first, last in ground().minefields:
        start, end = parse(first), parse(last)
        steps = end.column - start.column
        (_, low), (_, high) = centre(start), centre(end)
        for step in range(steps + 1):
            column = start.column + step
            along = low + (high - low) * step / steps
            found.append(Hex(column, round(along - 0.5 * (column % 2))))
    return names(found)


@cache
def victory_places() -> tuple[str, ...]:
    """The printed victory locations in play."""
    return names(hex for hex in board().victory_locations if hex in in_play())


def own_at_start(place: str) -> bool:
    """A victory location in the set-up area is the player's from the start (ruling D9)."""
    return parse(place) in set_up_area()


def to_the_west(hex: Hex) -> int:
    """How many hexes from the enemy's edge."""
    return hex.number - board().numbers(hex.column)[0]


def range_between(one: str, other: str) -> int | None:
    """Hexes between two places; none where one of them is no hex of the map."""
    on_map = set(all_names())
    return distance(parse(one), parse(other)) if one in on_map and other in on_map else None


def west_of(place: str) -> tuple[str, ...]:
    """The three hexes next to a hex on its western side, as far as they are in play."""
    return tuple(hex.name for side in WEST_SIDES if (hex := neighbour(parse(place), side)) in in_play())


def apart(places: tuple[str, ...]) -> bool:
    """No two of the places touch."""
    hexes = [parse(place) for place in places]
    return all(distance(one, other) > 1 for n, one in enumerate(hexes) for other in hexes[:n])


def suspects_by(case: Case, also: tuple[str, ...]) -> tuple[str, ...]:
    """4.1: every nth hex of each patch of a case's ground, more than two hexes west of the set-up area."""
    wanted = frozenset(hex for hex in _far() if _is(hex, (*case.where, *also)))
    return tuple(hex.name for patch in _patches(wanted) for hex in patch[:: case.every])


@cache
def _far() -> tuple[Hex, ...]:
    return tuple(sorted(hex for hex in outside() if from_set_up_area(hex) > ground().suspects_beyond))


def _is(hex: Hex, where: tuple[str, ...]) -> bool:
    return board()[hex].has(*where) or ("vpo" in where and hex in board().victory_locations)


def _patches(hexes: frozenset[Hex]) -> list[list[Hex]]:
    """Hexes that touch are one patch."""
    left = set(hexes)
    found = []
    while left:
        patch, edge = set[Hex](), {min(left)}
        while edge:
            patch |= edge
            edge = {other for hex in edge for other in neighbours(hex) if other in left} - patch
        left -= patch
        found.append(sorted(patch))
    return found


def names(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(hex.name for hex in sorted(hexes))
