"""The campaign's figures: perimeters and sight on the whole Orsha map."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator

from benchmarks.kernel import Row, timed
from orsha.bots.campaign_auto import play_campaign
from orsha.campaign.perimeter import Situation, perimeter
from orsha.campaign.state import CampaignState
from orsha.hexmap.grid import neighbours
from orsha.hexmap.map import hex_map
from orsha.hexmap.sight import sight

BOARD = hex_map()


def rows() -> Iterator[Row]:
    yield perimeters()
    yield sights()
    yield from campaigns()


def situations() -> tuple[Situation, Situation]:
    """A late scenario: eighty units and half the railway on each side."""
    rng = random.Random(7)
    west = [hex.name for hex in sorted(BOARD.ground) if hex.number < 27]
    east = [hex.name for hex in sorted(BOARD.ground) if hex.number > 24]
    german, russian = rng.sample(west, 80), rng.sample([name for name in east if name not in west], 80)
    rail = sorted(hex for hex in BOARD.railway)
    ours = Situation(
        mmc=tuple(german),
        strategic=tuple(hex.name for hex in rail if hex.number < 25),
        edge=tuple(hex.name for hex in BOARD.edge if BOARD.west(hex)),
        enemy_units=tuple(russian),
    )
    theirs = Situation(
        mmc=tuple(russian),
        strategic=tuple(hex.name for hex in rail if hex.number >= 25),
        edge=tuple(hex.name for hex in BOARD.edge if BOARD.east(hex)),
        enemy_units=tuple(german),
    )
    return ours, theirs


def flood() -> int:
    """What a plain flood fill of the map costs: the least that any such question can."""
    start = min(BOARD.ground)
    seen, queue = {start}, deque([start])
    while queue:
        for hex in neighbours(queue.popleft()):
            if hex in BOARD and hex not in seen:
                seen.add(hex)
                queue.append(hex)
    return len(seen)


def perimeters() -> Row:
    both = situations()
    ours = timed(lambda: [perimeter(BOARD, one) for one in both])
    plain = timed(flood)
    return (
        "perimeters of both sides on the full map, ms",
        f"{ours * 1e3:.0f}",
        f"a flood fill of the map {plain * 1e3:.1f}",
        f"{ours / plain:.0f} fills",
        "100 ms",
    )


def sights() -> Row:
    rng = random.Random(1)
    hexes = sorted(BOARD.ground)
    pairs = [tuple(rng.sample(hexes, 2)) for _ in range(400)]
    start = time.perf_counter()
    for one, other in pairs:
        sight(BOARD, one, other)
    each = (time.perf_counter() - start) / len(pairs)
    plain = timed(flood)
    return (
        "sight between two hexes, ms",
        f"{each * 1e3:.2f}",
        f"a flood fill {plain * 1e3:.1f}",
        f"{each / plain:.2f} fills",
        "shown",
    )


def campaigns() -> Iterator[Row]:
    """A whole automatic campaign, and of it each reorganization, from the agreed report to the next battle."""
    plain = timed(flood)
    spent: list[float] = []
    began = time.perf_counter()
    since: float | None = None

    def seen(state: CampaignState) -> None:
        nonlocal since
        if state.step == "agree":
            since = time.perf_counter()
        elif state.step == "battle" and since is not None:
            spent.append(time.perf_counter() - since)
            since = None

    play_campaign(3, seen=seen)
    whole = time.perf_counter() - began
    slowest = max(spent)
    yield (
        "a reorganization with both sides' bots, the slowest of a campaign, s",
        f"{slowest:.2f}",
        f"a flood fill of the map {plain * 1e3:.1f} ms",
        f"{slowest / plain:.0f} fills",
        "2 s",
    )
    yield (
        "an automatic campaign of four dates, s",
        f"{whole:.1f}",
        f"a flood fill of the map {plain * 1e3:.1f} ms",
        f"{whole / plain:.0f} fills",
        "20 s",
    )
