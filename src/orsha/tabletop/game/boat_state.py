"""What a battle knows about assault boats, what seats may do with them, what happens to them (000 River Assaults)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from orsha.kernel import Command, Event
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.state import Seat

Spot = tuple[int, int]
Mils = Annotated[int, Meta(ge=0, le=240_000)]
Place = tuple[Mils, Mils]
UnitId = Annotated[str, Meta(max_length=16)]
TeamId = Annotated[str, Meta(max_length=20)]
BoatId = Annotated[str, Meta(max_length=24)]


class Boat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An assault boat. Who is in it is said by the teams themselves: they are aboard it, and stand where it is."""

    seat: Seat
    unit: str | None = None
    """The unit that it was last allocated to, until it is back."""
    at: Spot | None = None
    """In the water off the Enemy Bank; nothing: it lies ready at the Friendly Bank."""
    off: bool = False
    """It drifted off the table: `at` is the edge where it did."""
    tries: int = 0
    """How many turns in a row it did not come on."""
    stuck: bool = False
    """It tried to return and could not."""
    over: Side | None = None
    """Whose bank it crossed to; nothing: that of its owner's enemy."""


class Load(Struct, frozen=True, forbid_unknown_fields=True):
    """A boat that is launched: where on the Friendly Bank, and who mounts it."""

    at: Place
    teams: Annotated[tuple[TeamId, ...], Meta(min_length=1, max_length=10)]


class Launch(Command, frozen=True, tag="launch"):
    """A unit mounts assault boats at the Friendly Bank and crosses."""

    unit: UnitId
    loads: Annotated[tuple[Load, ...], Meta(min_length=1, max_length=100)]


class BackWater(Command, frozen=True, tag="back-water"):
    """Takes a boat with enemies close by back into the shallows, before its passengers disembark."""

    boat: BoatId


class BoatsCounted(Event, frozen=True, tag="boats-counted"):
    """The assault boats that a side has."""

    seat: Seat
    boats: tuple[str, ...]
    points: str
    """Of its infantry teams."""


class Crossing(Struct, frozen=True, forbid_unknown_fields=True):
    """How a boat crossed."""

    boat: str
    teams: tuple[str, ...]
    start: Spot
    at: Spot
    """Off the Enemy Bank; or at the edge where it drifted off the table."""
    off: bool = False


class Launched(Event, frozen=True, tag="launched"):
    unit: str
    name: str
    inches: int
    """How far its boats drifted, unless there was no room for them."""
    boats: tuple[Crossing, ...]
    over: Side | None = None
    """Whose bank they crossed to, if it is their own side's."""


class BoatBacked(Event, frozen=True, tag="boat-backed"):
    boat: str
    name: str
    """Of the unit in it."""
    at: Spot


class DriftersRolled(Event, frozen=True, tag="drifters-rolled"):
    """Units that drifted off the table: who comes on, and who is still away."""

    seat: Seat
    back: tuple[str, ...]
    away: tuple[str, ...]
    names: str
    """Of those who come on, or else of those who are away."""
    at: dict[str, Spot] = {}
    """Where the boats of those are who come on."""


class BoatsReturned(Event, frozen=True, tag="boats-returned"):
    """Empty boats that came back to the Friendly Bank, and those that are stuck."""

    seat: Seat
    back: tuple[str, ...]
    stuck: tuple[str, ...]


BoatCommand = Launch | BackWater
BoatEvent = BoatsCounted | Launched | BoatBacked | DriftersRolled | BoatsReturned
