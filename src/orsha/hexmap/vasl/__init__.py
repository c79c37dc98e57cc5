"""VASL boards: read an archive with care, say what lies in every hex and what the board lacks, look across it.

`read_board` reads a board, `landscape` makes it a map for our sight rules, `draw` draws our reading over its picture.
`Geometry` turns pixels into hexes and back. Formats only: none of VASL's code is in here. Saved games are in `saves`.
"""

from orsha.hexmap.vasl.archive import Archive, BadBoard
from orsha.hexmap.vasl.board import Board, HexReading, read_board
from orsha.hexmap.vasl.geometry import Geometry, parse_name
from orsha.hexmap.vasl.landscape import BoardMap, landscape
from orsha.hexmap.vasl.terrain import Catalogue, Terrain, read_catalogue

__all__ = [
    "Archive",
    "BadBoard",
    "Board",
    "BoardMap",
    "Catalogue",
    "Geometry",
    "HexReading",
    "Terrain",
    "landscape",
    "parse_name",
    "read_board",
    "read_catalogue",
]
