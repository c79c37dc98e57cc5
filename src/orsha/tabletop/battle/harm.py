"""What a hit at close quarters, or by a mine, does to a team: its save or its armour, then firepower. core 6.6"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Illegal, Odds
from orsha.kernel.odds import certain, die, success
from orsha.tabletop.battle.check import Check
from orsha.tabletop.battle.moves import Facing, Firepower, Moves
from orsha.tabletop.force.card import Rating, Team

SAVES = "core 6.6 saves and results"
Result = Literal["nothing", "saved", "stands", "bailed out", "destroyed"]
"""nothing: it did not get through the armour; stands: firepower was not enough."""


class Victim(Struct, frozen=True):
    """A team that is hit."""

    name: str
    team: Team
    bailed_out: bool = False
    commander: bool = False
    """A formation commander helps its remounts."""
    komissar: bool = False


class Blow(Struct, frozen=True):
    """A hit: what it does to armour, and what others may save themselves by."""

    by: str
    anti_tank: int
    firepower: Firepower
    facing: Facing = "top"
    save: Rating | None = None
    """The number that saves a team without armour; nothing: it has no save."""
    tests_firepower: bool = False
    """A team without armour is destroyed only if firepower is enough."""
    twice: bool = False
    """A firepower test that would destroy is made again. 000 bunkers and nests"""


class Harm(Struct, frozen=True):
    victim: str
    result: Result


def plate(team: Team, blow: Blow, rules: Moves) -> int:
    """The armour that is struck; skirts help the side against weapons of little firepower. core 6.6"""
    if team.armour is None:
        raise Illegal(SAVES, f"{team.name} has no armour")
    own: int = getattr(team.armour, blow.facing)
    skirts = rules.melee.skirts
    weak = blow.firepower != "auto" and blow.firepower >= skirts.from_firepower
    if blow.facing == "side" and weak and "bazooka-skirts" in team.rules:
        return max(own, skirts.armour)
    return own


def firepower_check(blow: Blow, name: str, destroys: bool) -> Check:
    """What it takes to harm a team whose save failed."""
    needed = 1 if blow.firepower == "auto" else blow.firepower
    return Check(f"firepower of {blow.by} {'to destroy' if destroys else 'against'} {name}", needed)


def remount_check(victim: Victim) -> Check:
    """core 6.6: a Bailed Out tank that would be bailed out once more."""
    needed = victim.team.motivation.needed("remount", victim.komissar)
    return Check(f"the crew of {victim.name} holds on", needed, again=victim.commander)


def harm(victim: Victim, blow: Blow, dice: Dice, by: str, of: str, rules: Moves) -> Harm:
    """One hit on one team: `of` rolls its saves, `by` the firepower."""
    if victim.team.armoured:
        return Harm(victim.name, _on_armour(victim, blow, dice, by, of, rules))
    if blow.save is not None and Check(f"{victim.name} saves itself", blow.save).roll(dice, of).passed:
        return Harm(victim.name, "saved")
    if blow.tests_firepower and not _destroys(victim, blow, dice, by):
        return Harm(victim.name, "stands")
    return Harm(victim.name, "destroyed")


def _on_armour(victim: Victim, blow: Blow, dice: Dice, by: str, of: str, rules: Moves) -> Result:
    armour = plate(victim.team, blow, rules)
    total = dice.total(f"{victim.name}, {blow.facing} armour {armour} against {blow.anti_tank}", of).result + armour
    if total > blow.anti_tank:
        return "nothing"
    if total < blow.anti_tank and _destroys(victim, blow, dice, by):
        return "destroyed"
    if total == blow.anti_tank and not firepower_check(blow, victim.name, False).roll(dice, by).passed:
        return "stands"
    if not victim.bailed_out:
        return "bailed out"
    return "bailed out" if remount_check(victim).roll(dice, of).passed else "destroyed"


def _destroys(victim: Victim, blow: Blow, dice: Dice, by: str) -> bool:
    check = firepower_check(blow, victim.name, True)
    return check.roll(dice, by).passed and (not blow.twice or check.roll(dice, by).passed)


def harm_odds(victim: Victim, blow: Blow, rules: Moves) -> Odds[Result]:
    """The chance of each result of one hit."""
    if victim.team.armoured:
        armour = plate(victim.team, blow, rules)
        return die().then(lambda face: _armour_odds(victim, blow, face + armour))
    saved = Fraction(0) if blow.save is None else success(blow.save)
    kills = _destroy_chance(blow) if blow.tests_firepower else Fraction(1)
    return _odds({"saved": saved, "stands": (1 - saved) * (1 - kills), "destroyed": (1 - saved) * kills})


def _armour_odds(victim: Victim, blow: Blow, total: int) -> Odds[Result]:
    if total > blow.anti_tank:
        return certain("nothing")
    lost = 1 - remount_check(victim).chance if victim.bailed_out else Fraction(0)
    if total < blow.anti_tank:
        kills = _destroy_chance(blow)
        return _odds({"destroyed": kills + (1 - kills) * lost, "bailed out": (1 - kills) * (1 - lost)})
    bails = firepower_check(blow, victim.name, False).chance
    return _odds({"stands": 1 - bails, "destroyed": bails * lost, "bailed out": bails * (1 - lost)})


def _destroy_chance(blow: Blow) -> Fraction:
    once = firepower_check(blow, "", True).chance
    return once * once if blow.twice else once


def _odds(chances: dict[Result, Fraction]) -> Odds[Result]:
    common = 1
    for chance in chances.values():
        common *= chance.denominator
    return Odds({result: int(chance * common) for result, chance in chances.items()})
