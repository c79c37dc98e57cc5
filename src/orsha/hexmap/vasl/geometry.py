"""Where a board's hexes are in its picture, and what they are called. Pixels; y grows downwards.

The names and neighbours are those of `orsha.hexmap.grid`: letters grow to the right, numbers downwards; in even columns
(A, C, ...) hex n touches n-1 and n of the columns beside it, in odd ones n and n+1; side 0 is the top.
"""

from __future__ import annotations

import re
from functools import cached_property
from math import ceil, floor, hypot
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from orsha.hexmap.grid import Hex
from orsha.kernel import OrshaError

Point: TypeAlias = tuple[float, float]
Floats: TypeAlias = npt.NDArray[np.float64]

HEX_WIDTH, HEX_HEIGHT = 56.25, 64.5
A1: Point = (0.0, 32.25)
COLUMNS, ROWS = 33, 10
MOST_HEXES = 12_000
SLACK = 1 / 16
"""A hex whose centre is off the picture by no more than this part of a hex is still half a hex on it."""
CUT = 1 / 8
"""A hex that reaches out of the picture by more than this part of it is cut."""
_ACROSS, _DOWN = (0.0, 0.5, 0.5, 0.0, -0.5, -0.5), (-0.5, -0.25, 0.25, 0.5, 0.25, -0.25)
"""From a centre to the middle of each side, in hexes."""
_NAME = re.compile(r"^([A-Z])(\1{0,9})([0-9]{1,4})\Z")


def parse_name(name: str) -> Hex:
    """A hex by its name; more letters than on the published map are allowed, they only have to be the same."""
    found = _NAME.match(name.strip().upper())
    if found is None:
        raise OrshaError(f"{name[:20]!r} is no hex: a hex is named like P15 or CC5")
    return Hex(ord(found[1]) - ord("A") + 26 * len(found[2]), int(found[3]))


class Geometry(Struct, frozen=True, dict=True):
    """A picture's size, a hex's size, the centre of A1. Column and row count from A1, the row within its column."""

    width: int
    height: int
    hex_width: float = HEX_WIDTH
    hex_height: float = HEX_HEIGHT
    a1_x: float = A1[0]
    a1_y: float = A1[1]
    most_columns: int | None = None
    """How many columns there are, where the board tells more surely than its picture."""
    most_rows: int | None = None

    def centre(self, hex: Hex) -> Point:
        row = hex.number - 1 + 0.5 * (hex.column % 2)
        return (self.a1_x + self.hex_width * hex.column, self.a1_y + self.hex_height * row)

    def corners(self, hex: Hex) -> tuple[Point, ...]:
        """The six vertices, vertex v between the sides v and v+1, as in the grid."""
        x, y = self.centre(hex)
        across, up = self.hex_width * 2 / 3, self.hex_height / 2
        half = across / 2
        return (
            (x + half, y - up),
            (x + across, y),
            (x + half, y + up),
            (x - half, y + up),
            (x - across, y),
            (x - half, y - up),
        )

    def middle(self, hex: Hex, side: int, inside: float = 0.0) -> Point:
        """The middle of a side, moved toward the hex's centre by some pixels."""
        x, y = self.centre(hex)
        across, down = self.hex_width * _ACROSS[side], self.hex_height * _DOWN[side]
        share = 1 - inside / hypot(across, down)
        return (x + across * share, y + down * share)

    def depth(self, hex: Hex, xs: Floats, ys: Floats) -> Floats:
        """How many pixels points lie inside a hex's nearest side; negative outside of it."""
        cx, cy = self.centre(hex)
        x, y = np.abs(xs - cx), np.abs(ys - cy)
        across, up = self.hex_width * 2 / 3, self.hex_height / 2
        slanted = (across - x - y * (across / 2) / up) * up / hypot(across / 2, up)
        return np.minimum(up - y, slanted)

    def on_picture(self, point: Point) -> bool:
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height

    def pixel(self, point: Point) -> tuple[int, int]:
        """The pixel of a point, the nearest one on the picture for a point at its edge."""
        return (min(max(int(point[0]), 0), self.width - 1), min(max(int(point[1]), 0), self.height - 1))

    def numbers(self, column: int) -> range:
        """The numbers of a column's hexes, those cut in half at the top and bottom included."""
        low = 0 if column % 2 else 1
        offset = self.a1_y + self.hex_height * (0.5 * (column % 2) - 1)
        first = max(low, ceil(-offset / self.hex_height - SLACK))
        last = floor((self.height - offset) / self.hex_height + SLACK)
        if self.most_rows is not None:
            last = min(last, first + self.most_rows - 1 + column % 2)
        return range(first, max(first, last + 1))

    @cached_property
    def columns(self) -> range:
        first = max(0, ceil(-self.a1_x / self.hex_width - SLACK))
        last = floor((self.width - self.a1_x) / self.hex_width + SLACK)
        if self.most_columns is not None:
            last = min(last, first + self.most_columns - 1)
        return range(first, max(first, last + 1))

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex whose centre is on the picture, column by column."""
        across = self.width / self.hex_width + 2
        if across * (self.height / self.hex_height + 2) > MOST_HEXES:
            raise OrshaError(f"a picture of {self.width} x {self.height} pixels has more than {MOST_HEXES:,} hexes")
        return tuple(Hex(column, number) for column in self.columns for number in self.numbers(column))

    @cached_property
    def _known(self) -> frozenset[Hex]:
        return frozenset(self.hexes)

    def __contains__(self, hex: object) -> bool:
        return hex in self._known

    def cut(self, hex: Hex) -> bool:
        """Whether the picture's edge cuts the hex, so that about half of it is there."""
        x, y = self.centre(hex)
        across, up = self.hex_width * (2 / 3 - CUT), self.hex_height * (1 / 2 - CUT)
        return x - across < 0 or x + across > self.width or y - up < 0 or y + up > self.height

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex that a pixel lies in, if it lies in one of the board's."""
        column = round((x - self.a1_x) / self.hex_width)
        near = []
        for c in (column - 1, column, column + 1):
            number = round((y - self.a1_y) / self.hex_height + 1 - 0.5 * (c % 2))
            near += [Hex(c, number)]
        best = min(near, key=lambda hex: self._off(hex, x, y))
        return best if best in self else None

    def _off(self, hex: Hex, x: float, y: float) -> float:
        """How far a point is from a hex's centre, in hexes, on a grid stretched so that its hexes are regular."""
        cx, cy = self.centre(hex)
        return hypot((x - cx) / self.hex_width * 3**0.5 / 2, (y - cy) / self.hex_height)
