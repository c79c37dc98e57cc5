"""The hex map: grid, grains, terrain, lines of sight, slopes, the culvert. VASL boards are in `vasl`."""

from orsha.hexmap.grid import Hex, distance, neighbours, parse
from orsha.hexmap.map import HexMap, hex_map
from orsha.hexmap.sight import Sight, sight, visible

__all__ = ["Hex", "HexMap", "Sight", "distance", "hex_map", "neighbours", "parse", "sight", "visible"]
