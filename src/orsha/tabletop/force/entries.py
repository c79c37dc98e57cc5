"""What stands in the files of an arsenal: weapons, teams, cards, formations, each under its name.

A card has teams of its own (`[cards."Rifle Company".teams."Komissar team"]`) or uses those that several cards share.
A team may be `like` another and say only what differs, so that a company's machine-gun team is three lines.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from orsha.kernel.complaints import explained
from orsha.kernel.data import Place, Wrong, converted
from orsha.tabletop.force.card import (
    AntiTank,
    Arm,
    Count,
    Data,
    Distance,
    Motivation,
    Name,
    Nation,
    Period,
    Plate,
    Range,
    Rating,
    Shots,
    Size,
    Skill,
    Slug,
    TeamClass,
)
from orsha.tabletop.force.chart import Box

T = TypeVar("T")
Dash = Literal["-"]
Raw = dict[Name, dict[str, object]]


class WeaponEntry(Data, frozen=True):
    range: Range
    rof: tuple[Shots | Dash, Shots | Dash] | Literal["artillery", "salvo"]
    """Shots halted and moving."""
    anti_tank: AntiTank | Dash
    firepower: Rating | Literal["auto", "-"]
    rules: tuple[Slug, ...] = ()
    limited: Annotated[int, Meta(ge=1, le=9)] | None = None
    pinned_rof: Shots | None = None
    assault: Rating | None = None


class TeamEntry(Data, frozen=True, rename={"kind": "class"}):
    like: Name | None = None
    kind: TeamClass | None = None
    motivation: Rating | Motivation | None = None
    skill: Rating | Skill | None = None
    hit_on: Rating | None = None
    armour: tuple[Plate, Plate, Plate] | None = None
    """Front, side and rear, top."""
    save: Rating | None = None
    move: (
        tuple[Distance | Dash, Distance | Dash, Distance | Dash, Distance | Dash] | Literal["anywhere", "never"] | None
    ) = None
    """Tactical, terrain dash, cross country dash, road dash."""
    cross: Rating | Literal["auto"] | None = None
    weapons: tuple[Name, ...] | None = None
    rules: tuple[Slug, ...] | None = None
    passengers: Annotated[int, Meta(ge=1, le=12)] | None = None


class OptionEntry(Data, frozen=True):
    """The keys of a card's `Option`; the weapon it gives is named."""

    name: Name
    points: Annotated[int, Meta(ge=-100, le=1000)] = 0
    most: Count | Literal["half", "all"] = 1
    adds: dict[Name, Count] = {}
    replaces: Name | None = None
    gives: Name | None = None
    to: Name | None = None
    size: Count | None = None
    group: Name | None = None


class CardEntry(Data, frozen=True):
    arm: Arm
    teams: dict[Name, TeamEntry]
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1)]
    options: tuple[OptionEntry, ...] = ()
    limits: dict[Name, Count | Name] = {}
    hq: bool = False
    needs: tuple[Name, ...] = ()
    source: str | None = None
    """Where it is not the file's own."""


class FormationEntry(Data, frozen=True):
    hq: Box
    compulsory: Annotated[tuple[Box, ...], Meta(min_length=1, max_length=40)]
    optional: Annotated[tuple[Box, ...], Meta(max_length=40)] = ()
    source: str | None = None


class SupportEntry(Data, frozen=True):
    boxes: tuple[Box, ...] = ()
    """Each may be filled once."""
    formation_units: tuple[Name, ...] = ()
    """Units of the nation's formations that may come as support, each once."""


class ArsenalFile(Data, frozen=True):
    """A file of an arsenal, its entries still as they are written."""

    nation: Nation
    period: Period
    source: str
    weapons: Raw = {}
    teams: Raw = {}
    cards: Raw = {}
    formations: Raw = {}
    support: SupportEntry | None = None


def place(*path: str | int) -> Place:
    """Where something stands; the finder of lines takes the dot in `7.5cm` for a dot between keys."""
    return tuple(step for part in path for step in (part.split(".") if isinstance(part, str) else [part]))


def entry(where: Place, name: str, raw: dict[str, object], kind: type[T]) -> T:
    """An entry as a value; what is wrong with it is told with its own line, not the first of its section."""
    try:
        return converted(raw, kind)
    except msgspec.ValidationError as error:
        why, steps = explained(str(error))
        raise Wrong((*where, *steps[:1]), f"{name}: {why}") from error


def card_entry(where: Place, name: str, raw: dict[str, object]) -> CardEntry:
    """A card's entry, its own teams each by itself."""
    own = raw.get("teams", {})
    if not isinstance(own, dict) or not all(isinstance(team, dict) for team in own.values()):
        raise Wrong((*where, "teams"), f"{name}: its teams are tables, each under its name")
    teams = {team: entry((*where, *place("teams", team)), team, written, TeamEntry) for team, written in own.items()}
    return replace(entry(where, name, {**raw, "teams": {}}, CardEntry), teams=teams)
