"""Choosing fortifications: points, and one pick from each box of the chart."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from orsha.kernel.data import Wrong, load
from orsha.tabletop.mission.format import Count, Data, Kebab


class Item(Data, frozen=True):
    kind: Kebab
    points: Count
    units: Count = 1
    """000 Bunkers, Nests: each team is a separate unit."""


class Wall(Data, frozen=True):
    """A defilade wall: which kinds of fortification may have one, and how many inches it runs ahead of them."""

    source: str
    of: tuple[Kebab, ...]
    ahead: Count


class Placing(Data, frozen=True):
    """The groups of terrain that fortifications are not placed on, besides water."""

    source: str
    not_on: tuple[Kebab, ...]


class FortificationFile(Data, frozen=True):
    source: str
    items: dict[str, Item]
    boxes: dict[str, tuple[Kebab, ...]]
    placing: Placing
    defilade_wall: Wall


def _check(file: FortificationFile) -> None:
    kinds = {kind for box in file.boxes.values() for kind in box}
    for name, item in file.items.items():
        if item.kind not in kinds:
            raise Wrong(("items", name), f"no box takes a {item.kind!r}")
    for kind in file.defilade_wall.of:
        if kind not in kinds:
            raise Wrong(("defilade_wall", "of"), f"there is no {kind!r} that could have a wall")


@cache
def fortifications() -> FortificationFile:
    return load(Path(__file__).parent / "fortifications.toml", FortificationFile, _check)


def fits(items: tuple[str, ...]) -> bool:
    """Whether each item finds a box of its own (000 Fortifications and Obstacles: one selection from each box)."""
    file = fortifications()

    def assign(rest: tuple[str, ...], free: frozenset[str]) -> bool:
        if not rest:
            return True
        kind = file.items[rest[0]].kind
        return any(assign(rest[1:], free - {box}) for box in free if kind in file.boxes[box])

    return assign(items, frozenset(file.boxes))


def affordable(taken: tuple[str, ...], points: int) -> list[str]:
    """What may still be taken."""
    file = fortifications()
    left = points - sum(file.items[item].points for item in taken)
    return [name for name, item in file.items.items() if item.points <= left and fits((*taken, name))]
