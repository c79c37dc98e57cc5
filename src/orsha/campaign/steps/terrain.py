"""What a hex is now: its printed terrain, changed by the markers that lie on it (001 CG5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from orsha.campaign.recovery import numbers
from orsha.campaign.report import MapMarker, Marker
from orsha.campaign.state import CampaignState
from orsha.hexmap.map import hex_map

Burning = Literal["building", "rubble", "growth"]
PLACES: tuple[Burning, ...] = ("building", "rubble")


def marked(state: CampaignState, *what: Marker) -> list[str]:
    """The hexes with one of these markers, each once, in order."""
    return sorted({marker.hex for marker in state.markers if marker.what in what})


def each(state: CampaignState, *what: Marker) -> list[tuple[MapMarker, str]]:
    """These markers one by one, with what tells those of a hex apart: nothing for the first, then 2, 3 and so on."""
    seen: Counter[MapMarker] = Counter()
    found = []
    for one in state.markers:
        if one.what in what:
            seen[one] += 1
            found.append((one, f" {seen[one]}" if seen[one] > 1 else ""))
    return found


def without_one(markers: Iterable[MapMarker], gone: MapMarker) -> tuple[MapMarker, ...]:
    """All markers but one like this."""
    left = list(markers)
    left.remove(gone)
    return tuple(left)


def has_marker(state: CampaignState, hex: str, *what: Marker) -> bool:
    return any(marker.hex == hex and marker.what in what for marker in state.markers)


def burns_as(state: CampaignState, hex: str) -> Burning | None:
    """What a fire has to consume in a hex: a building, wooden rubble, or what grows there."""
    if has_marker(state, hex, "rubble"):
        return "rubble"
    if has_marker(state, hex, "open-ground"):
        return None
    ground = hex_map()[hex_map().hex(hex)]
    if ground.has(*numbers().blaze.burns_to_rubble):
        return "building"
    return "growth" if ground.has(*numbers().blaze.burns_away) else None


def without_markers(markers: Iterable[MapMarker], hexes: Iterable[str], *what: Marker) -> tuple[MapMarker, ...]:
    """All markers but these, in these hexes."""
    there = frozenset(hexes)
    return tuple(one for one in markers if one.hex not in there or one.what not in what)
