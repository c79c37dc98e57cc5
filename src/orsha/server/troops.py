"""The units and teams of a battle as something to draw, made from a seat's view; the scene they stand in: scenes.py."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from orsha.server.grounds import Spot

TeamKind = Literal["infantry", "gun", "tank", "lorry", "aircraft"]


class Base(Struct, frozen=True):
    """What a team stands on: a disc, or a box with its front toward the facing."""

    name: str
    round: bool
    half_width: int
    half_length: int


class Team(Struct, frozen=True, omit_defaults=True):
    """A team on the table."""

    id: str
    unit: str
    seat: str
    kind: TeamKind
    name: str
    at: Spot
    facing: int
    base: Base
    leader: bool = False
    commander: bool = False
    pinned: bool = False
    bailed_out: bool = False
    foxholes: bool = False
    smoked: bool = False
    aboard: str | None = None
    riders: tuple[str, ...] = ()
    did: tuple[str, ...] = ()
    """What it did this turn: moved, dashed, dug in, shot, bombarded, assaulted."""
    room: str | None = None
    level: int = 0
    out_of_command: bool = False
    to_ground: bool = False
    """It neither moved nor shot: Gone to Ground, if it is concealed."""
    arc: str = ""
    """Where it can shoot without turning: front, forward, rear; nothing: all round."""
    range: int = 0
    """How far its longest direct weapon shoots, in inches."""
    work: bool = False
    """A bunker, nest or turret."""


class Waiting(Struct, frozen=True):
    """A team that is not on the table: what it will stand on."""

    id: str
    kind: TeamKind
    name: str
    base: Base


class Unit(Struct, frozen=True, omit_defaults=True):
    """A unit of either force, wherever it is."""

    id: str
    number: str
    seat: str
    name: str
    kind: str
    where: str
    """table, reserve, ambush, roster, off-table, lost, withdrawn."""
    standing: str
    """How it is, in a few words."""
    teams: tuple[str, ...] = ()
    """Those on the table."""
    strength: int = 0
    """How many teams it began with."""
    lost: tuple[str, ...] = ()
    formation: int | None = None
    leader: str | None = None
    pinned: bool = False
    arriving: bool = False
    shells: Spot | None = None
    """Its Ranged In marker."""
    attached_to: str | None = None
    points: int = 0
    waiting: tuple[Waiting, ...] = ()
    """Its teams that are yet to come on to the table."""
    lands: bool = False
    """It must get off its boats before the step can end."""


@lru_cache
def _base(slug: str) -> Base:
    from orsha.tabletop.table import base

    found = base(slug)
    return Base(slug, found.disc, found.half_width, found.half_length)


GONE = ("lost", "withdrawn")
DID = {"moved": "moved", "dashed": "dashed", "dug_in": "dug in", "shot": "shot", "assaulted": "assaulted"}


def _kind(sheet: Any) -> TeamKind:
    kind: TeamKind = "lorry" if sheet.base == "truck" else sheet.card.kind
    return kind


def team(view: Any, id: str, riders: tuple[str, ...]) -> Team:
    """A team on the table, with who rides on it."""
    from orsha.tabletop.battle.to_hit import gone_to_ground
    from orsha.tabletop.game import facts
    from orsha.tabletop.game.roster import is_work

    its, sheet = view.teams[id], view.roster.teams[id]
    unit = view.units.get(sheet.unit)
    did = [words for field, words in DID.items() if getattr(its, field)]
    direct = [one for one in sheet.card.weapons if one.fires == "direct"]
    return Team(
        id,
        sheet.unit,
        sheet.seat,
        _kind(sheet),
        sheet.name,
        (its.x, its.y),
        its.facing,
        _base(sheet.base),
        leader=unit is not None and unit.leader == id,
        commander=id in view.commanders.values(),
        pinned=unit is not None and unit.pinned,
        bailed_out=its.bailed_out,
        foxholes=its.foxholes,
        smoked=its.smoked,
        aboard=its.aboard,
        riders=riders,
        did=(*did, "bombarded") if its.bombarded != "no" else tuple(did),
        room=its.room,
        level=its.level,
        out_of_command=unit is not None and not unit.arriving and not _commanded(view, sheet.unit)[id],
        to_ground=gone_to_ground(sheet.card, facts.deeds(view, id), view.setup.rules),
        arc=_arc(sheet.card, direct[0], view.setup.rules) if direct else "",
        range=max((one.range for one in direct), default=0),
        work=is_work(id),
    )


def _commanded(view: Any, unit: str) -> dict[str, bool]:
    from orsha.tabletop.game import chain, facts

    return facts.kept(view, ("scene commands", unit), lambda: chain.all_in_command(view, unit))


def _arc(card: Any, weapon: Any, rules: Any) -> str:
    from orsha.tabletop.battle.to_hit import field_of_fire

    arc = field_of_fire(card, weapon, rules)
    return "" if arc == "all-round" else arc


def unit(view: Any, sheet: Any) -> Unit:
    """A unit of a battle, wherever it is."""
    from orsha.paper.battle_picture import standing
    from orsha.server.grounds import must_land
    from orsha.tabletop.game.batteries import marker

    its, placed = view.units.get(sheet.id), view.mission.units.get(sheet.id)
    return Unit(
        sheet.id,
        sheet.id.rpartition(" ")[2],
        sheet.seat,
        sheet.name,
        sheet.unit.kind,
        placed.where if placed is not None else "roster",
        standing(view, sheet.id),
        tuple(id for id in sheet.teams if id in view.teams),
        len(sheet.teams),
        view.lost.get(sheet.id, ()),
        sheet.formation,
        its.leader if its is not None else None,
        its is not None and its.pinned,
        its is not None and its.arriving,
        marker(view, sheet.id),
        sheet.attached_to,
        sheet.unit.points,
        _waiting(view, sheet) if its is None and (placed is None or placed.where not in GONE) else (),
        must_land(view, sheet.id),
    )


def _waiting(view: Any, sheet: Any) -> tuple[Waiting, ...]:
    lost = view.lost.get(sheet.id, ())
    teams = [view.roster.teams[id] for id in sheet.teams if id not in lost]
    return tuple(Waiting(one.id, _kind(one), one.name, _base(one.base)) for one in teams)
