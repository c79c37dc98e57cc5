"""How works lie (001 German note j, ruling B95): what a hex may have one of, and what a row of hexes is."""

from __future__ import annotations

from orsha.campaign.state import Fort
from orsha.hexmap.grid import Hex, neighbour


def kinds_of(fort: Fort) -> tuple[str, ...]:
    """What a hex may have one of (ruling B95): mines against men and mines against tanks are two kinds."""
    if fort.what != "minefield":
        return (fort.what,)
    return tuple(what for what, factors in (("AP-minefield", fort.ap), ("AT-minefield", fort.at)) if factors)


def in_a_row(hexes: list[Hex]) -> bool:
    """Different hexes, one beside the other, straight on through their sides."""
    members = set(hexes)
    if len(members) != len(hexes):
        return False
    return any(_run(start, side, members) == members for side in range(3) for start in members)


def _run(start: Hex, side: int, members: set[Hex]) -> set[Hex]:
    found = set()
    while start in members:
        found.add(start)
        start = neighbour(start, side)
    return found
