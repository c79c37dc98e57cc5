"""Transports: mounting and dismounting, what happens to passengers, who is sent to the rear, tractors. core 4.8"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice
from orsha.tabletop.battle.check import Check, Checked
from orsha.tabletop.battle.moves import Act, Moves, within
from orsha.tabletop.force.card import Team

TRANSPORTS = "core 4.8 transports"


def room_for(transport: Team, passenger: Team, rules: Moves) -> int:
    """How many teams of such a kind a transport carries when it is empty: infantry, or guns behind a tractor."""
    if passenger.kind == "infantry":
        return transport.passengers
    if passenger.kind == "gun" and "tractor" in transport.rules:
        return rules.transports.guns_a_tractor
    return 0


class Boarding(Struct, frozen=True):
    """What mounting asks."""

    touching: bool
    """The team's own move takes it into contact with the transport."""
    aboard: int = 0
    """Teams that the transport carries already."""
    changes: int = 0
    """How often the team has mounted or dismounted this turn."""
    pinned: bool = False
    transport_bailed_out: bool = False
    forbidden: tuple[Act, ...] = ()
    """By an order of this turn."""


def forbids_mounting(team: Team, transport: Team, facts: Boarding, rules: Moves) -> str | None:
    """Why a team may not mount; nothing if it may. It then counts as moved."""
    room = room_for(transport, team, rules)
    refused = {
        f"{transport.name} does not carry {team.name}": not room,
        f"{transport.name} is full: it carries {room}": facts.aboard >= room,
        "its move does not reach the transport": not facts.touching,
        "nobody mounts a Bailed Out transport": facts.transport_bailed_out,
        "a pinned team does not mount": facts.pinned and not rules.transports.pinned_may_mount,
        "its order forbids it to move": "move" in facts.forbidden,
        "it has mounted or dismounted this turn": facts.changes >= rules.transports.changes_a_turn,
    }
    return next((why for why, holds in refused.items() if holds), None)


def may_drive_on(mounted_this_turn: bool, transport_moved_before: bool, rules: Moves) -> bool:
    """Whether a transport may move after somebody mounted it in this step."""
    if not mounted_this_turn:
        return True
    after = rules.transports.moves_after_mounting
    return after == "always" or (after == "if-unmoved" and not transport_moved_before)


class Leaving(Struct, frozen=True):
    """What dismounting asks."""

    transport_moved: bool = False
    changes: int = 0
    others_stay: bool = False
    """Passengers of the same unit do not dismount with it."""


def forbids_dismounting(transport: Team, facts: Leaving, rules: Moves) -> str | None:
    """Why passengers may not dismount; nothing if they may. Their own move begins at the transport."""
    if facts.transport_moved and rules.transports.dismount == "before-transport":
        return "passengers dismount before their transport moves"
    if facts.changes >= rules.transports.changes_a_turn:
        return "it has mounted or dismounted this turn"
    if facts.others_stay and "softskin" in transport.rules:
        return "all passengers of softskin transports dismount at the same time"
    return None


def limbering_forbids(gun: Team, limbered_or_unlimbered: bool, rules: Moves) -> tuple[Act, ...]:
    """What a gun may not do in the turn in which a tractor took it up or left it."""
    return rules.transports.limbering_forbids if gun.kind == "gun" and limbered_or_unlimbered else ()


# -- when the vehicle is hit


class Passenger(Struct, frozen=True):
    name: str
    team: Team


class Fates(Struct, frozen=True):
    """What became of the passengers of a vehicle."""

    out: tuple[str, ...] = ()
    """They dismount within the distance of the vehicle."""
    stay: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    pinned: bool = False
    """Their unit is."""
    others_to_rear: bool = False
    """The other transports of the unit are sent to the rear, and their passengers dismount."""
    checks: tuple[Checked, ...] = ()


def fate_rule(transport: Team, rules: Moves) -> Literal["save", "destroyed", "safe"]:
    """What passengers of a destroyed vehicle get: softskins kill them all. core 4.8"""
    return "destroyed" if "softskin" in transport.rules else rules.transports.destroyed


def passenger_save(passenger: Passenger) -> Check:
    return Check(f"{passenger.name} gets out", 7 if passenger.team.save is None else passenger.team.save)


def transport_destroyed(transport: Team, passengers: Sequence[Passenger], dice: Dice, who: str, rules: Moves) -> Fates:
    """A transport is destroyed with its passengers aboard."""
    soft, rule = "softskin" in transport.rules, fate_rule(transport, rules)
    names = tuple(passenger.name for passenger in passengers)
    pinned = bool(passengers) and rules.transports.destroyed_pins
    if rule == "destroyed":
        return Fates(destroyed=names, others_to_rear=soft)
    if rule == "safe":
        return Fates(out=names, pinned=pinned)
    checks = tuple(passenger_save(passenger).roll(dice, who) for passenger in passengers)
    saved = {name for name, checked in zip(names, checks, strict=True) if checked.passed}
    return Fates(
        out=tuple(name for name in names if name in saved),
        destroyed=tuple(name for name in names if name not in saved),
        pinned=pinned,
        checks=checks,
    )


def transport_bailed_out(passengers: Sequence[Passenger], rules: Moves) -> Fates:
    """A transport is Bailed Out with its passengers aboard."""
    names = tuple(passenger.name for passenger in passengers)
    return Fates(out=names) if rules.transports.bailed_out == "dismount" else Fates(stay=names)


# -- to the rear


class Convoy(Struct, frozen=True):
    """A transport attachment at the end of the Movement Step."""

    team: Team
    """One of its vehicles."""
    to_passengers: int | None
    """From its leader to the leader of the unit it carries, in mils; nothing: that unit is not on the table."""
    carries: bool = True
    """Somebody is aboard one of its vehicles."""


def sent_to_rear(convoy: Convoy, rules: Moves) -> str | None:
    """Why a transport attachment must leave the table; nothing if it may stay.

    It costs no victory point and does not come back. A unit in reserve or destroyed is nobody to stay near to.
    """
    if "softskin" in convoy.team.rules and not convoy.carries:
        return "empty softskin transports are sent to the rear"
    far = convoy.to_passengers is not None and not within(convoy.to_passengers, rules.transports.leader_within)
    if "unit-transport" in convoy.team.rules and far:
        return f"its leader is over {rules.transports.leader_within} inches from the leader of its passengers"
    return None
