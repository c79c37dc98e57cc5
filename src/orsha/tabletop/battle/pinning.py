"""Pinned Down (core 6.8): how many hits it takes, and who is never pinned."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import any_of
from orsha.tabletop.force.card import Team


class Taken(Struct, frozen=True):
    """The hits that a unit has taken in the step, by all shooters, on teams that can be pinned."""

    hits: int = 0
    """All of them, those below too."""
    by_bombardment: int = 0
    at_once: tuple[str, ...] = ()
    """Weapons that pin whom they hit."""

    def __add__(self, other: Taken) -> Taken:
        return Taken(
            self.hits + other.hits,
            self.by_bombardment + other.by_bombardment,
            tuple(dict.fromkeys((*self.at_once, *other.at_once))),
        )


def can_be_pinned(team: Team) -> bool:
    """core 6.8: armoured tanks and aircraft never are."""
    return not team.armoured and team.kind != "aircraft"


def taken(strikes: Sequence[Strike], rules: Rules = STANDARD) -> Taken:
    """What some hits on a unit count for."""
    counted = [strike for strike in strikes if can_be_pinned(strike.team) and strike.weapon.anti_tank is not None]
    return Taken(
        len(counted),
        sum(strike.bombardment for strike in counted),
        tuple({s.weapon.name: None for s in counted if any_of(rules.pinning.at_once, s.weapon.rules)}),
    )


def hits_to_pin(teams: int, rules: Rules = STANDARD) -> int:
    """core 6.8: five hits, eight for a unit of twelve teams or more."""
    pins = rules.pinning
    return pins.large_hits if teams >= pins.large_teams else pins.hits


def why_pinned(teams: Sequence[Team], suffered: Taken, rules: Rules = STANDARD) -> str | None:
    """core 6.8: what pins a unit down, if anything does. `teams` are those it had when the shooting began."""
    if not any(map(can_be_pinned, teams)):
        return None
    if suffered.by_bombardment >= rules.pinning.bombardment_hits:
        return "a bombardment hit it"
    if suffered.at_once:
        return f"{suffered.at_once[0]} hit it"
    enough = hits_to_pin(len(teams), rules)
    return f"{suffered.hits} hits, {enough} are enough" if suffered.hits >= enough else None
