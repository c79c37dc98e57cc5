"""What seats of a campaign may ask for."""

from __future__ import annotations

from typing import Literal

from orsha.campaign.purchases import Purchase
from orsha.campaign.report import ScenarioReport
from orsha.campaign.state import Value
from orsha.kernel import Command


class Answer(Command, frozen=True, tag="answer"):
    """Chooses from what was asked."""

    chosen: tuple[str, ...]


class Order(Command, frozen=True, tag="order"):
    """A side's whole order for a date, in one: how many groups it buys is secret too."""

    purchases: tuple[Purchase, ...]


class Works(Value, frozen=True):
    """One line of a fortification order: what, how many (or how many factors), and a pillbox's numbers."""

    what: str
    count: int = 1
    values: tuple[int, int, int] | None = None


class Fortify(Command, frozen=True, tag="fortify"):
    """What FPP are spent on (7.520); what is not spent is forfeited."""

    works: tuple[Works, ...]


class Placed(Value, frozen=True):
    """Where a piece or a fortification is set up. An empty hex keeps it off the map."""

    id: str
    hex: str
    how: Literal["open", "concealed", "hidden"] = "open"
    held_by: str | None = None
    level: int | None = None
    """Absolute level, where a hex has more than one; without it the ground, in a gully its floor."""


class Place(Command, frozen=True, tag="place"):
    """A side's set-up: all that it puts on the map."""

    placed: tuple[Placed, ...]


class File(Command, frozen=True, tag="file"):
    """How the scenario ended."""

    report: ScenarioReport


class Agree(Command, frozen=True, tag="agree"):
    yes: bool


CampaignCommand = Answer | Order | Fortify | Place | File | Agree
