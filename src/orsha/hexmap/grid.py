"""The hex grid: names, neighbours, distances, grains.

Hexes are named by column letters and a number, as on the published map. In even columns (A, C, ...) hex n touches n-1
and n of the next columns, in odd ones n and n+1. Sides are numbered 0 to 5: 0 toward the lower number, then clockwise
with column letters growing to the right. A vertex v lies between sides v and v+1.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from orsha.kernel import OrshaError

SIDES = range(6)
_NAME = re.compile(r"([A-Z]{1,2})(0|[1-9][0-9]?)")


class Hex(NamedTuple):
    """A hex by column (0 is A) and number."""

    column: int
    number: int

    @property
    def name(self) -> str:
        return f"{column_name(self.column)}{self.number}"

    def __str__(self) -> str:
        return self.name


def column_name(column: int) -> str:
    """A to Z, then AA, BB and so on."""
    letter = chr(ord("A") + column % 26)
    return letter * (1 + column // 26)


def parse(name: str) -> Hex:
    """A hex by its name, in capitals or not. Nothing else names it: games keep names as they were given."""
    found = _NAME.fullmatch(name.upper())
    if not found or (len(found[1]) == 2 and found[1][0] != found[1][1]):
        raise OrshaError(f"{name!r} is no hex: a hex is named like P15 or CC5")
    letters, number = found[1], int(found[2])
    return Hex(ord(letters[0]) - ord("A") + 26 * (len(letters) - 1), number)


@lru_cache(maxsize=65536)
def neighbour(hex: Hex, side: int) -> Hex:
    """The hex across a side."""
    column, number = hex
    low = column % 2  # odd columns stand half a hex higher in number
    steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
    across, along = steps[side]
    return Hex(column + across, number + along)


def neighbours(hex: Hex) -> list[Hex]:
    return [neighbour(hex, side) for side in SIDES]


def side_between(one: Hex, other: Hex) -> int | None:
    """The side of one hex that touches another."""
    return next((side for side in SIDES if neighbour(one, side) == other), None)


def cube(hex: Hex) -> tuple[int, int, int]:
    """Cube coordinates, whose sum is always 0."""
    x = hex.column
    z = hex.number - x // 2
    return (x, -x - z, z)


def distance(one: Hex, other: Hex) -> int:
    """How many hexes apart: 0 for the same, 1 for neighbours."""
    a, b = cube(one), cube(other)
    return max(abs(i - j) for i, j in zip(a, b, strict=True))


def centre(hex: Hex) -> tuple[float, float]:
    """A hex's centre, neighbouring centres 1 apart: x grows with the letters, y with the numbers."""
    return (hex.column * 3**0.5 / 2, hex.number + 0.5 * (hex.column % 2))


def grain(hex: Hex, side: int, length: int) -> list[Hex]:
    """The hexes of a hex grain: straight on through a side."""
    found = []
    for _ in range(length):
        hex = neighbour(hex, side)
        found.append(hex)
    return found


@lru_cache(maxsize=65536)
def alternate_step(hex: Hex, vertex: int) -> tuple[Hex, Hex, Hex]:
    """One step of an alternate grain through a vertex: the two hexes it runs between, and the hex it comes to."""
    left, right = neighbour(hex, vertex), neighbour(hex, (vertex + 1) % 6)
    return left, right, neighbour(left, (vertex + 1) % 6)
