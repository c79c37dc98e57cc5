"""VASL's saved games and logs: read, changed and written, and where on the boards everything stands."""

from orsha.hexmap.vasl.saves.commands import Add, Boards, Change, Move, Other, PlacedBoard, Remove
from orsha.hexmap.vasl.saves.pieces import Name, Piece, Stack, Trail
from orsha.hexmap.vasl.saves.placing import Geometry, Layout, Spot, layout
from orsha.hexmap.vasl.saves.save import BIN, MAPS, Position, Save, decode, encode, load, position, with_pieces

__all__ = [
    "BIN", "MAPS", "Add", "Boards", "Change", "Geometry", "Layout", "Move", "Name", "Other", "Piece", "PlacedBoard",
    "Position", "Remove", "Save", "Spot", "Stack", "Trail", "decode", "encode", "layout", "load", "position",
    "with_pieces",
]  # fmt: skip
