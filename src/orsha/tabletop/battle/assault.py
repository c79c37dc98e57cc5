"""Assaults: who may charge and how far, Defensive Fire's limits, what stops a charge, counterattacks, breaking off,
consolidation. The blows themselves are in melee.py, the chance that an assault carries in assault_odds.py."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Odds, Roll
from orsha.tabletop.battle.moves import Act, Moves, class_of, within
from orsha.tabletop.force.card import Team
from orsha.tabletop.table.kinds import MIL

# -- the charge: core 9.1


class Charger(Struct, frozen=True):
    """What a charge asks about a team: what it did this turn. Distances in mils."""

    in_command: bool = True
    pinned: bool = False
    bailed_out: bool = False
    mounted: bool = False
    dashed: bool = False
    bombarded: Literal["no", "yes", "assault smoke"] = "no"
    fired_at_aircraft: bool = False
    moved: int = 0
    """At Tactical; what an order gave stands in `ordered`."""
    ordered: int = 0
    shot: Literal["halted", "moving"] | None = None
    shot_from_target: int | None = None
    """How far what it shot at is from the team that it charges."""
    forbidden: tuple[Act, ...] = ()
    """By an order of this turn."""


def forbids_charge(team: Team, who: Charger, rules: Moves) -> str | None:
    """Why a team may not charge; nothing if it may. core 9.1"""
    return never_charges(team, rules) or _its_state(who) or _what_it_did(team, who, rules)


def never_charges(team: Team, rules: Moves) -> str | None:
    """Why a team does not charge, whatever it did; nothing if it is of a kind that does."""
    for never in rules.charge.never:
        if never in team.rules:
            return f"{never.replace('-', ' ')} teams do not charge"
    one = class_of(team)
    return f"{one} teams do not charge" if one in ("gun", "unarmoured", "aircraft") else None


def _its_state(who: Charger) -> str | None:
    hindered = who.pinned or who.bailed_out or who.mounted or who.dashed or who.fired_at_aircraft
    if who.in_command and not hindered and who.bombarded != "yes" and "assault" not in who.forbidden:
        return None
    states = {
        "a team Out of Command does not charge": not who.in_command,
        "a pinned unit does not charge": who.pinned,
        "a Bailed Out tank does not charge": who.bailed_out,
        "passengers do not charge": who.mounted,
        "a team that dashed does not charge": who.dashed,
        "a team that bombarded does not charge": who.bombarded == "yes",
        "a team that shot at aircraft does not charge": who.fired_at_aircraft,
        "its order forbids it to assault": "assault" in who.forbidden,
    }
    return next((why for why, holds in states.items() if holds), None)


def _what_it_did(team: Team, who: Charger, rules: Moves) -> str | None:
    most = min(rules.charge.most_moved, (team.move.tactical or 0) if team.move else 0)
    moved = who.moved + (who.ordered if rules.charge.orders_count else 0)
    if not within(moved, most):
        return f"{team.name} charges only if it moved no more than {most} inches"
    if who.shot == "halted":
        return "a team that charges shot at its moving rate, or not at all"
    if who.shot is not None and not within(who.shot_from_target or 0, rules.charge.shot_within):
        return f"it charges only within {rules.charge.shot_within} inches of what it shot at"
    return None


def forbids_target(team: Team, target: Team, rules: Moves, *, in_its_field: bool = True) -> str | None:
    """Why a team may not charge another; nothing if it may. 000: bunkers from their field of fire, not by tanks."""
    if team.kind == "tank" and any(rule in target.rules for rule in rules.charge.not_by_tanks):
        return f"tank teams do not assault {target.name}"
    if "bunker" in target.rules and not in_its_field:
        return f"{target.name} is assaulted only from its field of fire"
    return None


def charge_reach(team: Team, rules: Moves) -> int:
    """How many inches a team charges. core 9.1, Urrah core 12"""
    reach = rules.charge.reach
    for rule, inches in rules.charge.longer.items():
        if inches > reach and rule in team.rules:
            reach = inches
    return reach


def longest_charge(rules: Moves) -> int:
    """How many inches anybody charges at the most."""
    return max([rules.charge.reach, *rules.charge.longer.values()])


# -- Defensive Fire: core 9.2


class Shooter(Struct, frozen=True):
    """What Defensive Fire asks about a defending team."""

    mils: int
    """To the nearest assaulting team that it sees."""
    seen: bool = True
    bailed_out: bool = False
    mounted: bool = False


def forbids_defensive_fire(team: Team, who: Shooter, rules: Moves) -> str | None:
    """Why a team does not shoot at those who charge; nothing if it may."""
    if who.bailed_out or who.mounted:
        return "a Bailed Out tank does not shoot" if who.bailed_out else "passengers do not shoot"
    if team.kind == "aircraft" or not any(weapon.halted or weapon.moving for weapon in team.weapons):
        return f"{team.name} has nothing to shoot with"
    if not who.seen or not within(who.mils, rules.defensive_fire.within):
        return f"Defensive Fire is at assaulting teams in sight within {rules.defensive_fire.within} inches"
    return None


class Protection(Struct, frozen=True):
    """What helps assaulting teams against Defensive Fire."""

    concealed: bool
    bulletproof: bool
    mistaken_target: bool
    armour: Literal["facing", "side"]


def protection(rules: Moves, *, smoke_and_untouched: bool = False, in_a_room: bool = False) -> Protection:
    """Nothing, but for teams in rooms (002); and smoke where the shooter is not in contact, if the table says so."""
    fire = rules.defensive_fire
    smoke = smoke_and_untouched and fire.assault_smoke_conceals
    return Protection(
        fire.concealed or smoke or in_a_room, fire.bulletproof or in_a_room, fire.mistaken_target, fire.armour
    )


# -- stopped


class UnderFire(Struct, frozen=True):
    """An assaulting unit after Defensive Fire."""

    teams: int
    """All teams of the unit, as the fire began."""
    tanks: int = 0
    """Armoured tanks that charged."""
    hits: int = 0
    """On teams other than armoured tanks. That a flame-thrower pinned the unit does not count."""
    tanks_lost: int = 0
    """Bailed Out or destroyed."""


class Stopped(Struct, frozen=True):
    """Whether the assault ends here, and what follows: how far it falls back, and whether it is pinned."""

    stopped: bool
    why: str = ""
    fall_back: int = 0
    pinned: bool = False


def hits_to_stop(teams: int, rules: Moves) -> int:
    return rules.stopped.large_hits if teams >= rules.stopped.large_teams else rules.stopped.hits


def tanks_to_stop(tanks: int, rules: Moves) -> int:
    return min(tanks, rules.stopped.tanks)


def stopped(unit: UnderFire, rules: Moves) -> Stopped:
    """Enough hits stop infantry, losses stop tanks. core 9.2"""
    rule, foot = rules.stopped, unit.teams > unit.tanks
    if foot and unit.hits >= hits_to_stop(unit.teams, rules):
        return Stopped(True, f"{unit.hits} hits", rule.fall_back, rule.pinned)
    if unit.tanks and unit.tanks_lost >= tanks_to_stop(unit.tanks, rules):
        lost = "a tank" if unit.tanks_lost == 1 else f"{unit.tanks_lost} tanks"
        return Stopped(True, f"{lost} out of action", rule.fall_back, foot and rule.pinned)
    return Stopped(False)


def stop_chance(hits: Odds[int], unit: UnderFire, rules: Moves) -> Fraction:
    """The chance that so many hits (on infantry), or tanks out of action, stop a unit."""
    number = hits_to_stop(unit.teams, rules) if unit.teams > unit.tanks else tanks_to_stop(unit.tanks, rules)
    return hits.at_least(number)


# -- won, and the counterattack


def won(active_defenders: Sequence[int], rules: Moves) -> bool:
    """Whether no active defender is left near an assaulting team; distances to the nearest of them. core 9.2"""
    return not any(within(mils, rules.after.contact) for mils in active_defenders)


class Involved(Struct, frozen=True):
    """A unit that is in the assault and has to test to counterattack."""

    unit: str
    leader: Team
    commander: bool = False
    """Its formation commander helps."""
    komissar: bool = False
    passengers: int = 0


def counterattack_number(unit: Involved) -> int:
    """Counterattack, or Motivation; with passengers aboard their number. core 2.2, Mounted Assault"""
    motivation = unit.leader.motivation
    if unit.passengers and motivation.counterattack_mounted is not None:
        return motivation.counterattack_mounted
    return motivation.needed("counterattack", unit.komissar)


class Counterattack(Struct, frozen=True):
    """One die of the player for all units; a second for those whose commander helps. Who passed may also break off."""

    passed: tuple[str, ...]
    failed: tuple[str, ...]
    rolls: tuple[Roll, ...]


def counterattack(units: Sequence[Involved], dice: Dice, who: str) -> Counterattack:
    """The player rolls once, and compares it with each unit's number. core 9.2"""
    asked = ", ".join(f"{unit.unit} {counterattack_number(unit)}+" for unit in units)
    first = dice.total(f"counterattack ({asked})", who)
    passed = _who_passes(units, first.result, None)
    rolls = [first]
    if any(unit.commander and unit.unit not in passed for unit in units):
        rolls.append(dice.again(first))
        passed = _who_passes(units, first.result, rolls[1].result)
    return Counterattack(passed, tuple(u.unit for u in units if u.unit not in passed), tuple(rolls))


def _who_passes(units: Sequence[Involved], first: int, second: int | None) -> tuple[str, ...]:
    return tuple(
        unit.unit
        for unit in units
        if first >= counterattack_number(unit)
        or (unit.commander and second is not None and second >= counterattack_number(unit))
    )


def counterattack_odds(units: Sequence[Involved]) -> Odds[tuple[str, ...]]:
    """Which of the units pass, together: they share their dice."""
    weights: dict[tuple[str, ...], int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            passed = _who_passes(units, first, second)
            weights[passed] = weights.get(passed, 0) + 1
    return Odds(weights)


def counterattack_chance(unit: Involved) -> Fraction:
    return counterattack_odds([unit]).chance((unit.unit,))


# -- breaking off


class Leaver(Struct, frozen=True):
    """What breaking off asks about a team."""

    gets_clear: bool
    """Whether a Tactical move takes it far enough from every assaulting team, or out of the contested room (002)."""
    bailed_out: bool = False
    room: Literal["contested", "assaulting"] | None = None
    upper_floor: bool = False


class BrokeOff(Struct, frozen=True):
    fate: Literal["gets away", "stays", "destroyed"]
    pinned: bool = False
    why: str = ""


def must_break_off(team: Team) -> bool:
    """Teams that never counterattack, whatever their unit rolled. core 9.2"""
    return class_of(team) == "unarmoured" or team.demolitions


def break_off_inches(team: Team) -> int:
    return (team.move.tactical or 0) if team.move is not None else 0


def is_clear(mils: int, rules: Moves) -> bool:
    """Whether a team ends far enough from the nearest assaulting team: farther than the distance."""
    return mils > rules.after.clear * MIL


def break_off(team: Team, who: Leaver, rules: Moves) -> BrokeOff:
    """A team whose unit breaks off gets away or is destroyed. core 9.2; rooms 002"""
    pinned = rules.after.break_off_pins and team.kind in ("infantry", "gun")
    if who.bailed_out:
        return BrokeOff("destroyed", why="a Bailed Out tank is captured")
    if who.room == "assaulting":
        return BrokeOff("stays", pinned, "teams in an assaulting room keep it")
    if who.room == "contested" and (who.upper_floor or team.kind == "gun"):
        return BrokeOff("destroyed", why="guns, and teams above the ground floor, do not leave a contested room")
    if break_off_inches(team) and who.gets_clear:
        return BrokeOff("gets away", pinned)
    return BrokeOff("destroyed", why=f"it cannot get over {rules.after.clear} inches away")


def captured(team: Team, *, bailed_out: bool, touched: bool, active_friends: bool) -> bool:
    """Whether a Bailed Out tank falls to enemies in contact with it as the assault ends. core 9.2"""
    return team.armoured and bailed_out and touched and not active_friends


# -- consolidation


def consolidation(pinned: bool, rules: Moves) -> int:
    """How many inches the winner's teams may move, not coming near to enemies; none if pinned. core 9.2"""
    return 0 if pinned else rules.after.consolidate
