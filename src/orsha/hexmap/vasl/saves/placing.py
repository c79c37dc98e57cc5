"""Where on which board a position is, and back: boards beside each other, turned, cropped and zoomed.

A position counts pixels from the corner of the map's window. Around the boards there is an edge; the boards of a row
stand side by side, those of a column below each other. A piece on the middle of a hexside stands in two hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor, hypot

from msgspec import Struct

from orsha.hexmap.grid import SIDES, Hex, neighbour
from orsha.hexmap.vasl.saves.commands import Crop, PlacedBoard

EDGE, OLD_EDGE = 400, 200
"""The pixels around the boards, now and in older saved games."""
ON_SIDE = 2.5
"""So near to the middle of a hexside, in pixels, is on it: positions are whole numbers, the middles are not."""
MOST_AWAY = 1_000_000
_TURNED = "r"


class Geometry(Struct, frozen=True):
    """A board's picture and the hexes in it, in pixels. What is not said is as on most boards."""

    hex_width: float = 56.25
    hex_height: float = 64.5
    a1_x: float = 0.0
    a1_y: float = 32.25
    width: int = 1800
    height: int = 645

    def centre(self, hex: Hex) -> tuple[float, float]:
        row = hex.number - (0.5 if hex.column % 2 else 1.0)
        return self.a1_x + self.hex_width * hex.column, self.a1_y + self.hex_height * row

    def hex_at(self, x: float, y: float) -> Hex:
        column = floor((x - self.a1_x) / self.hex_width + 0.5)
        t = (y - self.a1_y) / self.hex_height + 0.5
        return Hex(column, floor(t + 0.5) if column % 2 else floor(t) + 1)

    def hexes_at(self, x: float, y: float) -> tuple[Hex, ...]:
        """The hex of a point; on the middle of a hexside the two hexes that share it, in the order of their names."""
        here = self.hex_at(x, y)
        own = self.centre(here)
        for side in SIDES:
            beyond = neighbour(here, side)
            across = self.centre(beyond)
            away = hypot((own[0] + across[0]) / 2 - x, (own[1] + across[1]) / 2 - y)
            if away <= ON_SIDE and beyond.column >= 0:
                return (min(here, beyond), max(here, beyond))
        return (here,)


class Spot(Struct, frozen=True):
    """A place on a board: its hex, or the two whose side it is on."""

    board: str
    hexes: tuple[Hex, ...]

    def __str__(self) -> str:
        return "/".join(hex.name for hex in self.hexes)


class Board(Struct, frozen=True):
    """A board where it stands on the map."""

    name: str
    turned: bool
    crop: Crop
    zoom: float
    geometry: Geometry
    x: float
    y: float
    width: float
    height: float
    """On the map: cropped and zoomed."""

    def holds(self, x: float, y: float) -> bool:
        return 0 <= x - self.x <= self.width and 0 <= y - self.y <= self.height

    def local(self, x: float, y: float) -> tuple[float, float]:
        """A position as a point of the board's own picture."""
        x, y = x - self.x, y - self.y
        if self.turned:
            x, y = self.width - x, self.height - y
        return x / self.zoom + self.crop.x, y / self.zoom + self.crop.y

    def position(self, x: float, y: float) -> tuple[int, int]:
        """The way back, to the nearest pixel."""
        x, y = (x - self.crop.x) * self.zoom, (y - self.crop.y) * self.zoom
        if self.turned:
            x, y = self.width - x, self.height - y
        return round(x + self.x), round(y + self.y)


class Layout(Struct, frozen=True):
    """All boards of a map."""

    boards: tuple[Board, ...] = ()

    def spot(self, x: float, y: float) -> Spot | None:
        """What is at a position; none beside the boards."""
        if max(abs(x), abs(y)) > MOST_AWAY:
            return None
        board = next((one for one in self.boards if one.holds(x, y)), None)
        if board is None:
            return None
        hexes = board.geometry.hexes_at(*board.local(x, y))
        return Spot(board.name, hexes) if hexes[0].column >= 0 else None

    def position(self, name: str, hex: Hex) -> tuple[int, int] | None:
        """The position of a hex's centre; none where that part of the board is not there."""
        for board in self.boards:
            place = board.position(*board.geometry.centre(hex))
            if board.name == name and board.holds(*place):
                return place
        return None


def layout(boards: Iterable[PlacedBoard], known: Mapping[str, Geometry], edge: int = EDGE) -> Layout:
    """The boards where they stand. One that is not known is taken for one like most."""
    plain = [_unplaced(board, known) for board in boards]
    widths = {(one.column, one.row): board.width for one, board in plain}
    heights = {(one.column, one.row): board.height for one, board in plain}
    found = []
    for one, board in plain:
        x = sum(width for (column, row), width in widths.items() if row == one.row and column < one.column)
        y = sum(height for (column, row), height in heights.items() if column == one.column and row < one.row)
        found.append(
            Board(
                board.name, board.turned, board.crop, board.zoom, board.geometry,
                x + edge, y + edge, board.width, board.height,
            )
        )  # fmt: skip
    return Layout(tuple(found))


def _unplaced(board: PlacedBoard, known: Mapping[str, Geometry]) -> tuple[PlacedBoard, Board]:
    turned = board.name.startswith(_TURNED) and len(board.name) > 1 and board.name not in known
    name = board.name[1:] if turned else board.name
    geometry = known.get(name, Geometry())
    crop = board.crop or Crop(0, 0, -1, -1)
    width = (crop.width if crop.width > 0 else geometry.width) * board.zoom
    height = (crop.height if crop.height > 0 else geometry.height) * board.zoom
    return board, Board(name, turned, crop, board.zoom, geometry, 0, 0, width, height)


def edge_of(boards: Iterable[PlacedBoard], known: Mapping[str, Geometry], positions: Iterable[tuple[int, int]]) -> int:
    """How wide the edge is: the one with which more pieces stand on the middle of a hex or of a hexside."""
    placed, where = list(boards), list(positions)

    def fitting(edge: int) -> int:
        drawn = layout(placed, known, edge)
        return sum(_on_middle(drawn, x, y) for x, y in where)

    return OLD_EDGE if fitting(OLD_EDGE) > fitting(EDGE) else EDGE


def _on_middle(drawn: Layout, x: int, y: int) -> bool:
    board = next((one for one in drawn.boards if one.holds(x, y)), None)
    if board is None:
        return False
    point = board.local(x, y)
    hexes = board.geometry.hexes_at(*point)
    centre = board.geometry.centre(hexes[0])
    return len(hexes) > 1 or hypot(point[0] - centre[0], point[1] - centre[1]) <= ON_SIDE
