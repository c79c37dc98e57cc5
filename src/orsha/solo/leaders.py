"""Leaders of the player's order of battle."""

from __future__ import annotations

from orsha.solo.telling import Telling


def leaders_until(told: Telling, count: int, about: str) -> list[str]:
    """R3 is rolled until so many leaders are there (ruling D15)."""
    found: list[str] = []
    while len(found) < count:
        leader = told.stand_in("r3", f"leader {len(found) + 1} of {count}, {about}")
        found += [] if leader == "none" else [leader]
    return found
