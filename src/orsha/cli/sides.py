"""Who fights, as people name it on the command line: forces by name, file or points, and the bots that play them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orsha.tabletop.force import Force

READY = {"allied": "soviet", "axis": "german"}
"""Whose ready forces each side takes where none is named."""


def ready_force_of(nation: str, points: int) -> str:
    """The name of the ready force of a nation at so many points."""
    from orsha.kernel import OrshaError
    from orsha.tabletop.force import ready_forces

    known = {one.limit: slug for slug, one in ready_forces().items() if one.limit and slug == f"{nation}-{one.limit}"}
    if points not in known:
        sizes = ", ".join(map(str, sorted(known)))
        raise OrshaError(f"there is no ready {nation} force of {points} points; there are some of {sizes}")
    return known[points]


def force_named(name: str) -> Force:
    """A force by the name of a ready one, or from a file."""
    from orsha.kernel import Unknown
    from orsha.tabletop.force import load_force, ready_forces

    if name not in ready_forces() and not Path(name).suffix:
        raise Unknown("ready force", name, list(ready_forces()))
    return load_force(name)


def half_of(name: str) -> Force | None:
    """The ready force that takes a ready one's place where it defends with half the points; nothing: there is none."""
    from orsha.tabletop.force import ready_forces
    from orsha.tabletop.mission.shares import defender_points

    nation, _, points = name.rpartition("-")
    known = ready_forces()
    return known.get(f"{nation}-{defender_points(int(points))}") if name in known else None


def bots_named(pair: str) -> tuple[str, str]:
    """Two bots as they are written: the Allied one, a colon, the Axis one."""
    from orsha.bots.battle_auto import BOTS
    from orsha.kernel import OrshaError, Unknown

    names = pair.split(":")
    if len(names) != 2:
        raise OrshaError(f"--bots takes two names, such as staff:random, the Allied one first; not {pair!r}")
    for name in names:
        if name not in BOTS:
            raise Unknown("bot", name, list(BOTS))
    return names[0], names[1]
