"""Names for people: seats with a capital, units by their own names, things in words."""

from __future__ import annotations

import re

from orsha.kernel import counted
from orsha.tabletop.mission.forces import ALONE
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import layout_of, side_of, unit_of
from orsha.tabletop.mission.state import SEATS, Seat, State

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


def sentence(text: str) -> str:
    """What the game says of itself, with seats and the first word with a capital."""
    return capital(_SEAT.sub(lambda found: found[1].capitalize(), text))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def unit_label(state: State, id: str) -> str:
    """A unit with what tells it from others: `Rifles, 12 points, infantry`."""
    unit = unit_of(state, id)
    marks = [counted(unit.points, "point"), unit.kind, *(["artillery"] if unit.artillery else [])]
    return f"{unit.name} ({', '.join(marks)})"


def is_unit(state: State, value: object) -> bool:
    return isinstance(value, str) and value in state.units


def room_name(room: str) -> str:
    """`building-1 3` is the third room of building 1."""
    building, _, number = room.rpartition(" ")
    return f"{capital(building.replace('-', ' '))}, room {number}"


def _rooms(state: State) -> list[str]:
    return [] if state.mission is None else [room.name for room in layout_of(state).rooms]


def thing(state: State, value: object) -> str:
    """One value of a choice, in words."""
    if is_unit(state, value):
        return unit_label(state, str(value))
    text = str(value)
    if is_unit(state, text.removesuffix(ALONE)):
        return f"{unit_label(state, text.removesuffix(ALONE))}, its attachments deploying as usual"
    if text.startswith("ranged in: "):
        return f"The Ranged In marker of {unit_of(state, text.removeprefix('ranged in: ')).name}"
    if text in _rooms(state):
        return room_name(text)
    if text in CROSSINGS:
        return CROSSINGS[text]
    if text in fortifications().items:
        return f"{text} ({counted(fortifications().items[text].points, 'point')})"
    return capital(text.replace("-", " "))
