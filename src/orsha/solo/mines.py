"""Minefields: known to lie there, their strength rolled when somebody is in them."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.solo.state import Minefield
from orsha.solo.telling import Telling


def find_strength(told: Telling, field: Minefield, why: str) -> Minefield:
    """001 OtO-S1, ENEMY RE 13-16 and the bracket of the printed minefields."""
    ap = int(told.chart("minefield-strength", field.place))
    at = 0
    if field.anti_tank and told.chart("minefield-anti-tank", field.place) == "yes":
        at = int(told.chart("minefield-anti-tank-strength", field.place))
    found = replace(field, ap=ap, at=at)
    besides = f" and {at} AT" if at else ""
    told.change("Minefields", f"{field.place}: {ap} AP{besides} factors of mines, {why}.", mines=[found])
    return found
