"""What a hex of a map can see, as layers for the map's picture."""

from __future__ import annotations

from orsha.hexmap import Hex, HexMap, visible
from orsha.hexmap import Sight as Line
from orsha.paper.hex_layers import Area, Layers, Names, Sight


def sight_layers(board: HexMap, hex: Hex, level: int | None = None, names: Names = "fifth") -> Layers:
    """Every other hex by how it is seen; without a level from the ground, or a gully's floor."""
    found: dict[Sight, set[Hex]] = {"from": {hex}, "clear": set(), "hindered": set(), "blocked": set()}
    for other, line in visible(board, hex, level).items():
        found[how_seen(line)].add(other)
    where = "" if level is None else f", level {level}".replace("-", "\N{MINUS SIGN}")
    shown: dict[Sight, Area] = {how: frozenset(hexes) for how, hexes in found.items()}
    return Layers(names=names, caption=f"what is seen from {hex}{where}", highlight=shown)


def how_seen(line: Line) -> Sight:
    if not line.clear:
        return "blocked"
    return "hindered" if line.hindrances else "clear"
