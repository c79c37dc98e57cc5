"""What a side of the campaign builds with its FPP: trenches and foxholes first, then wire, mines and a pillbox."""

from __future__ import annotations

from collections.abc import Callable

from orsha.campaign.commands import Works
from orsha.campaign.files import Side

# Gone through in turn, again and again, until nothing of it can be paid for any more.
WISHES: dict[Side, tuple[Works, ...]] = {
    "german": (
        Works("trench", 3), Works("foxhole-3", 2), Works("wire"), Works("trench", 2), Works("ap-mine", 6),
        Works("foxhole-2"), Works("at-mine", 3), Works("pillbox", 1, (1, 3, 5)), Works("foxhole-1"),
    ),
    "russian": (Works("foxhole-3"), Works("foxhole-2"), Works("foxhole-1")),
}  # fmt: skip
MOST = 60
"""Lines of an order: nobody digs more."""


def works(side: Side, allowed: Callable[[object], bool]) -> tuple[Works, ...]:
    order: tuple[Works, ...] = ()
    while len(order) < MOST:
        before = order
        for line in WISHES[side]:
            if allowed((*order, line)):
                order = (*order, line)
        if order == before:
            break
    return order
