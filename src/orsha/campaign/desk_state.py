"""What the purchase desk knows: its set-up, its state, what seats may ask for and what happens."""

from __future__ import annotations

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.purchases import Purchase
from orsha.campaign.receiving import Received
from orsha.kernel import Command, Event, Hidden


class DeskSetup(Struct, frozen=True, forbid_unknown_fields=True):
    balance: Side | None = None
    """The side that the balance provision helps (7.31)."""


class SideState(Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of a side. What it has and buys is its own secret (7.518)."""

    elr: int
    san: int
    cpp: Hidden[int]
    order: Hidden[tuple[Purchase, ...]]
    bought: Hidden[dict[str, int]]
    """Groups bought so far in the campaign, by id."""
    received: Hidden[tuple[Received, ...]]
    finished: bool = False
    won_last: bool = False
    cvp_suffered: int = 0
    last_order: Hidden[tuple[str, ...]] | None = None
    """The ids bought on the date before: elite ones lift the ELR (7.516)."""


class ScenarioEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """How a scenario ended: casualty points of each side, exit points, victory locations the Russians control."""

    german_cvp: int
    russian_cvp: int
    evp: int
    lvp: tuple[str, ...]


class DeskState(Struct, frozen=True, forbid_unknown_fields=True):
    setup: DeskSetup
    date: str
    sides: dict[Side, SideState]
    phase: str = "orders"
    """orders, battle, agree or over."""
    weather: str = ""
    ground: str = ""
    cvp: int = 0
    evp: int = 0
    lvp: int = 0
    filed: ScenarioEnd | None = None
    filed_by: Side | None = None
    german_cpp_left: int | None = None


class Order(Command, frozen=True, tag="order"):
    """A side's whole order for a date, in one: how many groups it buys is secret too."""

    purchases: tuple[Purchase, ...]


class File(Command, frozen=True, tag="file"):
    german_cvp: int
    russian_cvp: int
    evp: int
    lvp: tuple[str, ...]


class Agree(Command, frozen=True, tag="agree"):
    yes: bool


class Ordered(Event, frozen=True, tag="ordered"):
    side: Side
    order: Hidden[tuple[Purchase, ...]]
    cpp: Hidden[int]


class Arrived(Event, frozen=True, tag="arrived"):
    side: Side
    groups: Hidden[tuple[Received, ...]]


class BattleBegan(Event, frozen=True, tag="battle-began"):
    date: str


class Filed(Event, frozen=True, tag="filed"):
    side: Side
    end: ScenarioEnd


class Rejected(Event, frozen=True, tag="rejected"):
    side: Side


class Scored(Event, frozen=True, tag="scored"):
    """A scenario's end counts: Russian VP now, and who won the scenario."""

    end: ScenarioEnd
    vp: int
    winner: Side


class DateBegan(Event, frozen=True, tag="date-began"):
    date: str
    weather: str
    ground: str


class SideChanged(Event, frozen=True, tag="side-changed"):
    side: Side
    elr: int
    san: int
    cpp: Hidden[int]


class Ended(Event, frozen=True, tag="ended"):
    german_cpp_left: int


DeskCommand = Order | File | Agree
DeskEvent = Ordered | Arrived | BattleBegan | Filed | Rejected | Scored | DateBegan | SideChanged | Ended
