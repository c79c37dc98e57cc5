"""What a side of the campaign buys: a shopping list for the first date and one for the others, gone through in turn.

Nothing in it is a rule. The lists are meant to give each side what its task asks for: the Germans depth and guns that
stop tanks, the Russians infantry, assault guns and artillery.
"""

from __future__ import annotations

from collections.abc import Callable

from orsha.campaign.files import Side
from orsha.campaign.groups import cost, dates, extras
from orsha.campaign.purchases import Purchase
from orsha.campaign.state import CampaignState

# Ids in the order in which they are wanted; one that stands there twice is wanted twice.
FIRST: dict[Side, tuple[str, ...]] = {
    "german": (
        *("M1",) * 5, "M2", "M2", "I1", "I2", "G1", "I1", "V3", "I5", "I7", "I2", "G2", "I5", "O1", "V1", "I6", "F1",
    ),
    "russian": (
        "I2", "I1", "I2", "I1", "I4", "I3", "V3", "O2", "O3", "V2", "B1", "V4", "I6", "O4", "V1", "F1", "F1", "O1",
    ),
}  # fmt: skip
LATER: dict[Side, tuple[str, ...]] = {
    "german": ("M1", "I1", "G1", "M1", "I2", "V3", "O1", "I5", "I4", "V1", "M1", "I6", "V5", "F1", "O4"),
    "russian": ("I2", "I1", "V4", "O2", "I3", "V3", "I4", "V2", "O4", "I6", "V1", "F1", "F1", "O1"),
}
# What is bought with a group where it can be: the Russians of the first date begin on the board.
WITH = ("on-board",)
# CPP of the first date that the order leaves: with them the groups of the order of battle begin on the board too.
KEPT: dict[Side, int] = {"german": 0, "russian": 6}


def order(side: Side, view: CampaignState, allowed: Callable[[object], bool]) -> tuple[Purchase, ...]:
    """Everything of the list that may still be had, and the list once more; as little as can be is left."""
    date, left = view.date, view.sides[side].cpp.shown
    first = date == dates()[0]
    wanted = (FIRST if first else LATER)[side]
    left -= KEPT[side] if first else 0
    bought: tuple[Purchase, ...] = ()
    for id in (*wanted, *wanted):
        for one in (_with(side, id, date), Purchase(id)):
            price = cost(side, id, date, one.extras)
            if price <= left and allowed((*bought, one)):
                bought = (*bought, one)
                left -= price
                break
    return bought


def _with(side: Side, id: str, date: str) -> Purchase:
    return Purchase(id, {extra.name: 1 for extra in extras(side, id, date) if extra.name in WITH})
