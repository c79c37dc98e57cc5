"""Tiny maps for tests."""

from __future__ import annotations

from typing import Any

from orsha.hexmap.map import Ground, HexMap, MapFile


def tiny(columns: int = 7, numbers: int = 7, **ground: Any) -> HexMap:
    """A map of open ground, some hexes with ground of their own: `tiny(C3=Ground(("woods",)))`."""
    from orsha.hexmap.grid import Hex

    every = {Hex(c, n).name: Ground(("open",)) for c in range(columns) for n in range(1, numbers + 1)}
    return HexMap(MapFile("tiny", "Tiny", "tests", columns, (1, numbers), (1, numbers), every | ground))
