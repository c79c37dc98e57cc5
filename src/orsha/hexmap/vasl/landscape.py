"""A board as a map that our sight rules read: levels, slopes, gullies, and what a line meets, pixel by pixel."""

from __future__ import annotations

from functools import cache
from math import ceil, hypot

import numpy as np

from orsha.hexmap.grid import SIDES, Hex, neighbour
from orsha.hexmap.line import Crossing
from orsha.hexmap.map import Ground, HexMap, MapFile, hex_map
from orsha.hexmap.sight import Cover, Effect, Met, Traced, rules
from orsha.hexmap.vasl.board import Board, HexReading
from orsha.hexmap.vasl.geometry import Geometry
from orsha.hexmap.vasl.losdata import LosData
from orsha.hexmap.vasl.terrain import Catalogue, Terrain
from orsha.kernel import OrshaError

STEPS = 2
"""Looks at a line for each pixel of its length."""
BORDER = 2.0
"""How many pixels from a hex's border something must be to belong to that hex alone."""


@cache
def cover_of(terrain: Terrain) -> Cover | None:
    """What a kind of terrain does to a line of sight: the catalogue's words in those of our rules."""
    above = _effect(terrain.obstacle, terrain.hindrance)
    if above is None or terrain.height <= 0:
        return None
    if not terrain.split:
        return Cover(above, terrain.height)
    below = _effect(terrain.lower_obstacle, terrain.lower_hindrance)
    return Cover(above, max(terrain.height, terrain.split), below or "nothing", terrain.split)


def _effect(obstacle: bool, hindrance: bool) -> Effect | None:
    return "obstacle" if obstacle else "hindrance" if hindrance else None


def landscape(board: Board) -> HexMap:
    """The map that tells what is seen on a board: its own, or ours of the same place where it has no sight data."""
    if board.our_map is not None:
        return hex_map(board.our_map)
    if board.los is None or board.catalogue is None or board.geometry is None or not board.hexes:
        raise OrshaError(f"what is seen on board {board.name} cannot be told, for it lacks {'; '.join(board.lacks)}")
    return BoardMap(board, board.los, board.catalogue, board.geometry)


class BoardMap(Traced):
    """A board with sight data."""

    def __init__(self, board: Board, los: LosData, catalogue: Catalogue, geometry: Geometry) -> None:
        even, odd = (geometry.numbers(geometry.columns[0] + (geometry.columns[0] + which) % 2) for which in (0, 1))
        super().__init__(
            MapFile(
                name=board.name,
                title=f"board {board.name}",
                source=str(board.file),
                columns=geometry.columns.stop,
                even_numbers=(even.start, even.stop - 1),
                odd_numbers=(odd.start, odd.stop - 1),
                ground={},
            )
        )
        self.board = board
        self._los, self._catalogue, self._geometry = los, catalogue, geometry
        self.ground = {hex: self._ground(reading) for hex, reading in board.hexes.items()}

    def hex(self, name: str) -> Hex:
        return self.board.hex(name)

    def _ground(self, reading: HexReading) -> Ground:
        """The hex as our own map has it: of a gully, the level of its rim."""
        hex, level = reading.hex, reading.level or 0
        slope = tuple(side for side in SIDES if self._down_slope(hex, side))
        if not self._sunken(reading.code):
            return Ground(("open",), level, slope=slope)
        floor = tuple(side for side in SIDES if self._sunken_side(hex, side))
        return Ground(("gully",), level + rules().gully_depth, gully=floor, slope=slope)

    def _down_slope(self, hex: Hex, side: int) -> bool:
        """The metadata names the hex that is up-slope; ours is down-slope if that is the one across."""
        across = self.board.hexes.get(neighbour(hex, side))
        return across is not None and (side + 3) % 6 in across.up_slope

    def _sunken(self, code: int | None) -> bool:
        found = None if code is None else self._catalogue.by_code.get(code)
        return found is not None and found.sunken

    def _sunken_side(self, hex: Hex, side: int) -> bool:
        """Whether a gully runs through a side: on both sides of its middle, as far as they are on the picture."""
        points = [self._geometry.middle(hex, side, inside) for inside in (1.0, -1.0)]
        return all(
            self._sunken(int(self._los.codes[self._geometry.pixel(point)]))
            for point in points
            if self._geometry.on_picture(point)
        )

    def met(self, hex: Hex, crossing: Crossing, one: Hex, other: Hex) -> tuple[float, list[Met]]:
        """What the pixels of the line's stretch through a hex show. What stands along hexsides is not part of it."""
        found = self._pixels(hex, crossing, one, other)
        if len(crossing.hexes) > 1:
            reading = self.board.hexes[hex]
            found.add((reading.level or 0, reading.code or 0, True))
        covers = {
            Met(terrain.name, cover, float(level))
            for level, code, inside in found
            if (terrain := self._catalogue.by_code.get(code)) is not None
            and not terrain.along_sides
            and (inside or not terrain.inherent)
            and (cover := cover_of(terrain)) is not None
        }
        return float(max(level for level, _, _ in found)), sorted(covers, key=lambda met: (met.name, met.base))

    def _pixels(self, hex: Hex, crossing: Crossing, one: Hex, other: Hex) -> set[tuple[int, int, bool]]:
        """The levels and terrain codes on a stretch of the line between two centres, and whether well inside the hex.

        What fills whole hexes is drawn up to their border, so its last pixels stray into the next hex.
        """
        (ax, ay), (bx, by) = self._geometry.centre(one), self._geometry.centre(other)
        share = crossing.end - crossing.start
        count = max(1, ceil(STEPS * share * hypot(bx - ax, by - ay)))
        parts = crossing.start + share * (np.arange(count) + 0.5) / count
        xs, ys = ax + (bx - ax) * parts, ay + (by - ay) * parts
        place = (np.clip(xs, 0, self._los.width - 1).astype(int), np.clip(ys, 0, self._los.height - 1).astype(int))
        inside = self._geometry.depth(hex, xs, ys) > BORDER
        return set(zip(self._los.levels[place].tolist(), self._los.codes[place].tolist(), inside.tolist(), strict=True))

    def stays_low(self, line: tuple[Crossing, ...], one: Hex, other: Hex) -> bool:
        """A line along a gully's floor must keep to the gully's own pixels."""
        return all(
            self._sunken(code)
            for crossing in line
            for _, code, _ in self._pixels(crossing.hexes[0], crossing, one, other)
        )

    def along(self, hex: Hex, side: int) -> Cover | None:
        name = self.board.hexes[hex].sides.get(side)
        terrain = None if name is None else self._catalogue.by_name.get(name)
        return None if terrain is None else cover_of(terrain)

    def upper_floors(self, hex: Hex) -> int:
        code = self.board.hexes[hex].code
        terrain = None if code is None else self._catalogue.by_code.get(code)
        return 0 if terrain is None else terrain.upper_floors
