"""Buying reinforcement groups (001 7.518): what an order costs, and whether it may be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.groups import cost, group, note, on_sale
from orsha.kernel import Illegal


class Purchase(Struct, frozen=True, forbid_unknown_fields=True):
    """One group that is bought, and what it is bought with."""

    id: str
    extras: dict[str, int] = {}


class Bill(Struct, frozen=True):
    """An order's price: each purchase, the whole, and what is left."""

    costs: tuple[int, ...]
    spent: int
    left: int


def bill(
    side: Side, date: str, available: int, order: Sequence[Purchase], bought_before: Mapping[str, int] | None = None
) -> Bill:
    """What an order costs; refused where a maximum, the share for works or the CPP themselves forbid it.

    `bought_before` counts groups bought on earlier dates; those of the initial order of battle never count (7.5188).
    """
    costs = tuple(cost(side, one.id, date, one.extras) for one in order)
    _check_maxima(side, date, Counter(one.id for one in order), bought_before or {})
    _check_works(side, available, zip(order, costs, strict=True))
    spent = sum(costs)
    if spent > available:
        raise Illegal("001 7.518", f"the order costs {spent} CPP and the {side} side has {available}")
    return Bill(costs, spent, available - spent)


def _check_maxima(side: Side, date: str, now: Mapping[str, int], before: Mapping[str, int]) -> None:
    for id, count in now.items():
        wanted = group(side, id)
        if wanted.kind == "fortifications" and not on_sale(side, date):
            raise Illegal(
                "001 7.4 rule 7", f"the {side} side can buy no fortifications on {date}, so {id} is of no use"
            )
        if count > wanted.date_max:
            raise Illegal(
                "001 7.5187", f"at most {wanted.date_max} {id} ({wanted.type}) can be bought on a date, not {count}"
            )
        ever = count + before.get(id, 0)
        if ever > wanted.campaign_max:
            left = wanted.campaign_max - before.get(id, 0)
            raise Illegal(
                "001 7.5188", f"only {left} of the {wanted.campaign_max} {id} ({wanted.type}) of the campaign are left"
            )


def works_limit(side: Side, available: int) -> int | None:
    """The most CPP that may go into fortifications and minefields on a date (German note i, ruling B11)."""
    if side != "german":
        return None
    percent = int(note(side, "i").facts["percent"])
    return -(-available * percent // 100)


def _check_works(side: Side, available: int, order: Iterable[tuple[Purchase, int]]) -> None:
    limit = works_limit(side, available)
    if limit is None:
        return
    spent = sum(price for one, price in order if "i" in group(side, one.id).notes)
    if spent > limit:
        raise Illegal(
            "001 German note i",
            f"at most {limit} of {available} CPP may go into fortifications and minefields, not {spent}",
        )
