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
    told.change("Minefields", f"{_factors(found)}, {why}.", mines=[found])
    return found


def mines_in(told: Telling, place: str, why: str) -> Minefield:
    """The minefield of a place, a new one where none lies yet; a strength that is known stays (ruling B150)."""
    field = told.state.mines.get(place, Minefield(place))
    if field.ap is None:
        return find_strength(told, field, why)
    told.say("Minefields", f"{_factors(field)}, known before, {why}.")
    return field


def _factors(field: Minefield) -> str:
    besides = f" and {field.at} AT" if field.at else ""
    return f"{field.place}: {field.ap} AP{besides} factors of mines"
