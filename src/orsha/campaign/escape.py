"""Escape from isolation (001 7.5063-7.5064): the roll, what comes of it, and the way to safety."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from orsha.campaign import charts
from orsha.campaign.files import Side
from orsha.hexmap.grid import Hex, distance, neighbours
from orsha.hexmap.map import HexMap
from orsha.kernel import Dice, Outcome

What = Literal["infantry", "vehicle"]


class Escapee(Struct, frozen=True):
    """A stack of infantry or a vehicle that tries to get away on one roll."""

    side: Side
    what: What
    hex: Hex
    half_squads: int = 0
    """Half-squad equivalents in the stack."""
    lone_unwounded_smc: bool = False
    lone_smc: bool = False
    leader_drm: int = 0
    excess_pp: int = 0
    encircled: bool = False
    afv: bool = False
    captured: bool = False


def escape_facts(escapee: Escapee, safe: frozenset[Hex]) -> dict[str, bool | int]:
    """The facts of the escape chart: what is marked there as not for an AFV is left out for one."""
    near = min((distance(escapee.hex, hex) for hex in safe), default=99)
    facts: dict[str, bool | int] = {
        "leader_drm": 0 if escapee.lone_smc or escapee.lone_unwounded_smc else escapee.leader_drm,
        "within_two_of_safety": near <= 2,
        "adjacent_to_safety": near <= 1,
    }
    if escapee.what == "infantry":
        facts["lone_unwounded_smc"] = escapee.lone_unwounded_smc
    else:
        facts["captured_afv"] = escapee.captured and escapee.afv
    if not escapee.afv:
        facts["extra_half_squads"] = max(0, escapee.half_squads - 1)
        facts["excess_pp"] = max(0, escapee.excess_pp)
        facts["encircled"] = escapee.encircled
    return facts


def escape(escapee: Escapee, safe: frozenset[Hex], dice: Dice, about: str = "") -> Outcome:
    """001 7.5063: one roll. `safe` is the side's own ground that is not isolated; `about` says who tries."""
    return charts()[f"escape-{escapee.what}"].roll(dice, escapee.side, escape_facts(escapee, safe), about)


def excess_pp(men: Sequence[int], leaders: Sequence[int]) -> int:
    """001 7.5063: the portage points of the one who carries most beyond his capacity.

    `men` are what each carries beyond it, negative where he could carry more; `leaders` what each leader beside them
    could carry besides: he helps whoever is most over it.
    """
    over = sorted(men, reverse=True)
    for spare in leaders:
        if over and spare > 0:
            over[0] -= spare
            over.sort(reverse=True)
    return max(0, over[0]) if over else 0


def ways_to_safety(
    board: HexMap, start: Hex, safe: frozenset[Hex], own: Mapping[Hex, object], enterable: Callable[[Hex], bool]
) -> list[Hex]:
    """001 7.5064: the nearest safe hexes by enterable hexes that the own side does not control; all equally near ones.

    `own` holds the hexes that the side controls: the way runs through the enemy's perimeter and nobody's ground.
    Who stands on a friendly map-edge hex leaves the map there.
    """
    if start in safe:
        return [start]
    steps = {start: 0}
    queue = deque([start])
    found: list[Hex] = []
    nearest: int | None = None
    while queue:
        hex = queue.popleft()
        if nearest is not None and steps[hex] >= nearest:
            break
        for next_hex in neighbours(hex):
            if next_hex in steps or next_hex not in board or not enterable(next_hex):
                continue
            steps[next_hex] = steps[hex] + 1
            if next_hex in safe:
                nearest = steps[next_hex]
                found.append(next_hex)
            elif next_hex not in own:
                queue.append(next_hex)
    return sorted(found)
