"""Names for people: seats with a capital, units by their own names, things in words."""

from __future__ import annotations

import re

from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import side_of, unit_of
from orsha.tabletop.mission.state import SEATS, Seat, Setup, State

_ID = re.compile(r"\b(allied|axis) (\d+)\b")
_SEAT = re.compile(r"\b(allied|axis)\b")
CROSSINGS = {"ford": "A ford", "road-bridge": "A road bridge", "rail-bridge": "A rail bridge"}


def seat_name(seat: str) -> str:
    return seat.capitalize()


def with_side(state: State, seat: str) -> str:
    """`Allied, the attacker`, once that is known."""
    if state.attacker is None or seat not in SEATS:
        return seat_name(seat)
    return f"{seat_name(seat)}, the {side_of(state, _seat(seat))}"


def _seat(seat: str) -> Seat:
    return SEATS[SEATS.index(seat)]


def sentence(setup: Setup, text: str) -> str:
    """What the game says of itself, with units by name, seats with a capital, and a capital in front."""

    parts: list[str] = []
    end = 0
    for found in _ID.finditer(text):
        parts += [_SEAT.sub(_capital, text[end : found.start()]), own_name(setup, found[1], int(found[2]))]
        end = found.end()
    return capital("".join([*parts, _SEAT.sub(_capital, text[end:])]))


def _capital(found: re.Match[str]) -> str:
    return found[1].capitalize()


def own_name(setup: Setup, seat: str, index: int) -> str:
    """A unit's name, with its owner's where the enemy has one of the same name."""
    force = setup.forces.get(_seat(seat), ())
    if index >= len(force):
        return f"{seat} {index}"
    name = force[index].name
    others = [unit.name for other, units in setup.forces.items() if other != seat for unit in units]
    return f"{seat_name(seat)}'s {name}" if name in others else name


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def unit_label(state: State, id: str) -> str:
    """A unit with what tells it from others: `Rifles, 12 points, infantry`."""
    unit = unit_of(state, id)
    marks = [f"{unit.points} points", unit.kind, *(["artillery"] if unit.artillery else [])]
    return f"{unit.name} ({', '.join(marks)})"


def is_unit(state: State, value: object) -> bool:
    return isinstance(value, str) and value in state.units


def thing(state: State, value: object) -> str:
    """One value of a choice, in words."""
    if is_unit(state, value):
        return unit_label(state, str(value))
    text = str(value)
    if text.startswith("ranged in: "):
        return f"The Ranged In marker of {unit_of(state, text.removeprefix('ranged in: ')).name}"
    if text in CROSSINGS:
        return CROSSINGS[text]
    if text in fortifications().items:
        return f"{text} ({fortifications().items[text].points} points)"
    return capital(text.replace("-", " "))
