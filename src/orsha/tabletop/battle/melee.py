"""Hand to hand: who can strike whom in an assault, on what number, and what a hit does. core 9.2, 000 for works"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Ask, Dice, Illegal, Roll
from orsha.kernel.odds import reroll_successes, success
from orsha.tabletop.battle import saves
from orsha.tabletop.battle.check import Check
from orsha.tabletop.battle.harm import Victim, bare, strike_on
from orsha.tabletop.battle.moves import Moves
from orsha.tabletop.battle.odds import results
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.saves import Strike, Struck
from orsha.tabletop.force.card import Team, Weapon

MELEE = "core 9.2 assault rolls"


class Fighter(Struct, frozen=True):
    """A team in contact with the enemy. Heavy weapons fight where they stand, though they never charge."""

    name: str
    team: Team
    weapon: Weapon | None = None
    """The weapon it fights with instead of its hands: what its player chose, within Limited."""
    passengers: int = 0
    """Aboard, for Mounted Assault."""


def assault_number(fighter: Fighter) -> int:
    """What a team needs to hit: its weapon's number, its passengers', its Assault or its Skill. core 2.2

    A number printed with a weapon counts for the team that carries it, with a Limited one only when it is used.
    """
    skill = fighter.team.skill
    carried = [w for w in fighter.team.weapons if w.limited is None]
    for weapon in carried if fighter.weapon is None else [fighter.weapon, *carried]:
        if weapon.assault is not None:
            return weapon.assault
    if fighter.passengers and skill.assault_mounted:
        return skill.assault_mounted[min(fighter.passengers, len(skill.assault_mounted)) - 1]
    return skill.needed("assault")


def forbids_strike(fighter: Team, target: Team, rules: Moves) -> str | None:
    """Why a team cannot hurt another hand to hand; nothing if it can."""
    if fighter.kind == "tank":
        if _any_of(target, rules.charge.not_by_tanks):
            return f"tank teams do not assault {target.name}"
        return "tanks do not hit tanks in an assault" if target.armoured else None
    if not target.armoured:
        return None
    if fighter.kind == "gun" and rules.melee.guns_hit_tanks == "no":
        return "a gun's crew does not hit tanks in an assault"
    if _any_of(fighter, rules.melee.no_armour):
        return f"{fighter.name} does not hit armoured tanks in an assault"
    return None


def _any_of(team: Team, rules: Sequence[str]) -> bool:
    return any(rule in team.rules for rule in rules)


# -- what it strikes with


def hands(rules: Moves) -> Weapon:
    """What teams fight with that use no weapon of their card."""
    return bare("bare hands", rules.melee.hands.anti_tank, rules.melee.hands.firepower)


def tank_weapons(team: Team, rules: Moves) -> tuple[Weapon, ...]:
    """The weapons that a team may use against armour instead of its hands: those that are better against it."""
    if team.kind == "tank" or (team.kind == "gun" and rules.melee.guns_hit_tanks != "weapon"):
        return ()
    least = rules.melee.hands.anti_tank
    return tuple(w for w in team.weapons if w.fires == "direct" and (w.anti_tank or 0) > least)


def armour_strike(fighter: Fighter, victim: Victim, rules: Moves) -> Strike:
    """A hit on a tank: an anti-tank weapon strikes its side, hands its top. core 9.2"""
    if fighter.weapon is None:
        return strike_on(victim, hands(rules), rules.melee.hands.armour)
    if fighter.weapon not in tank_weapons(fighter.team, rules):
        raise Illegal(MELEE, f"{fighter.team.name} does not fight tanks with {fighter.weapon.name}")
    return strike_on(victim, fighter.weapon, rules.melee.weapon_armour)


def body_armour(victim: Victim, rules: Moves) -> Check | None:
    """What saves a team without armour from a hit; nothing, unless it has Body Armour. core 9.2"""
    number = next((n for rule, n in rules.melee.body_armour.items() if rule in victim.team.rules), None)
    return None if number is None else Check(f"body armour of {victim.name}", number)


def works_check(fighter: Fighter, victim: Victim, rules: Moves, shooting: Rules = STANDARD) -> Check | None:
    """The firepower test that destroys a bunker or nest; a passed one is made again. 000"""
    if not _any_of(victim.team, shooting.works.firepower_again):
        return None
    weapon = _works_weapon(fighter) if rules.melee.works_firepower == "weapon" else hands(rules)
    number = saves.firepower(weapon).number
    return Check(f"firepower of {weapon.name} to destroy {victim.name}", number)


def _works_weapon(fighter: Fighter) -> Weapon:
    """The weapon that a team uses, or the best of its own that is not Limited."""
    if fighter.weapon is not None:
        return fighter.weapon
    own = [w for w in fighter.team.weapons if w.fires == "direct" and w.limited is None]
    nothing = Weapon("bare hands", 0)
    return min(own, key=lambda weapon: saves.firepower(weapon).number, default=nothing)


# -- rolling


class Blows(Struct, frozen=True):
    """The teams that hit, in the order in which they were given."""

    hit: tuple[Fighter, ...]
    rolls: tuple[Roll, ...] = ()


def check_limits(fighters: Sequence[Fighter]) -> None:
    """Limited n: so many of a unit's teams may use such a weapon each time it fights. core 12"""
    used = Counter(f.weapon.name for f in fighters if f.weapon is not None)
    for fighter in fighters:
        weapon = fighter.weapon
        if weapon is None:
            continue
        if weapon not in fighter.team.weapons:
            raise Illegal(MELEE, f"{fighter.team.name} has no {weapon.name}")
        if weapon.limited is not None and used[weapon.name] > weapon.limited:
            many = f"{used[weapon.name]} teams would use {weapon.name}"
            raise Illegal("core 12 Limited", f"{many}; {weapon.limited} of a unit may at a time")


def roll_blows(fighters: Sequence[Fighter], dice: Dice, who: str) -> Blows:
    """Each team in contact rolls one die; teams that need the same number are rolled for together. core 9.2"""
    check_limits(fighters)
    hit: set[int] = set()
    rolls: list[Roll] = []
    for needed in sorted({assault_number(fighter) for fighter in fighters}):
        places = [n for n, fighter in enumerate(fighters) if assault_number(fighter) == needed]
        names = ", ".join(fighters[n].name for n in places)
        roll = dice.roll(Ask(f"to hit in the assault ({names})", who, len(places), 6, "each", (), needed))
        hit |= {n for n, face in zip(places, roll.faces, strict=True) if face >= needed}
        rolls.append(roll)
    return Blows(tuple(f for n, f in enumerate(fighters) if n in hit), tuple(rolls))


class Aimed(Struct, frozen=True):
    """A hit that was given to an enemy team."""

    fighter: Fighter
    target: str


def fight(
    hits: Sequence[Aimed],
    victims: Sequence[Victim],
    dice: Dice,
    by: str,
    of: str,
    rules: Moves,
    shooting: Rules = STANDARD,
) -> tuple[Struck, ...]:
    """What some hits do: first those on tanks, then the others. `of` rolls saves, `by` firepower. core 9.2"""
    known = {victim.name: victim for victim in victims}
    aimed = [(hit.fighter, known[hit.target]) for hit in hits]
    for fighter, victim in aimed:
        why = forbids_strike(fighter.team, victim.team, rules)
        if why is not None:
            raise Illegal(MELEE, why)
    tanks = [armour_strike(fighter, victim, rules) for fighter, victim in aimed if victim.team.armoured]
    done = list(saves.resolve(dice, tanks, by, of, shooting)) if tanks else []
    gone: set[str] = set()
    for fighter, victim in aimed:
        if not victim.team.armoured and victim.name not in gone:
            done.append(_on_men(fighter, victim, dice, by, of, rules, shooting))
            gone |= {victim.name} if done[-1].condition == "destroyed" else set()
    return tuple(done)


def _on_men(fighter: Fighter, victim: Victim, dice: Dice, by: str, of: str, rules: Moves, shooting: Rules) -> Struck:
    """A hit on a team without armour: destroyed, with no save but Body Armour; bunkers and nests by firepower."""
    save, works = body_armour(victim, rules), works_check(fighter, victim, rules, shooting)
    if save is not None and save.roll(dice, of).passed:
        return Struck(victim.name, "saved", "fighting")
    if works is not None:
        again = replace(works, purpose=f"{works.purpose}, again: its works")
        if not (works.roll(dice, by).passed and again.roll(dice, by).passed):
            return Struck(victim.name, "saved by bulletproof cover", "fighting")
    return Struck(victim.name, "destroyed", "destroyed")


# -- odds, and ways to choose


def out_chance(fighter: Fighter, victim: Victim, rules: Moves, shooting: Rules = STANDARD) -> Fraction:
    """The chance that one hit takes a team out of the fight: destroyed, or Bailed Out if it was not."""
    if victim.team.armoured:
        out = ("destroyed", "bailed out")
        return results(armour_strike(fighter, victim, rules), shooting).where(lambda result: result in out)
    save, works = body_armour(victim, rules), works_check(fighter, victim, rules, shooting)
    through = 1 - save.chance if save is not None else Fraction(1)
    return through * (reroll_successes(works.chance) if works is not None else 1)


def felling(fighter: Fighter, victim: Victim, rules: Moves, shooting: Rules = STANDARD) -> Fraction:
    """The chance that one team's die takes an enemy team out of the fight."""
    if forbids_strike(fighter.team, victim.team, rules) is not None:
        return Fraction(0)
    return success(assault_number(fighter)) * out_chance(fighter, victim, rules, shooting)


def arm(
    fighters: Sequence[Fighter], victims: Sequence[Victim], rules: Moves, shooting: Rules = STANDARD
) -> tuple[Fighter, ...]:
    """The same teams with the weapons that do most against the first enemy each can hurt, within Limited."""
    used: Counter[str] = Counter()
    armed: list[Fighter] = []
    for fighter in fighters:
        enemy = next((v for v in victims if forbids_strike(fighter.team, v.team, rules) is None), None)
        ready = [fighter if fighter.weapon is None else replace(fighter, weapon=None)]
        if enemy is not None:
            own = [w for w in _weapons(fighter.team, enemy.team, rules, shooting) if not _used_up(w, used)]
            ready += [replace(fighter, weapon=weapon) for weapon in own]
            if own:
                ready.sort(key=lambda one: -felling(one, enemy, rules, shooting))
        if ready[0].weapon is not None:
            used[ready[0].weapon.name] += 1
        armed.append(ready[0])
    return tuple(armed)


def _used_up(weapon: Weapon, used: Counter[str]) -> bool:
    return weapon.limited is not None and used[weapon.name] >= weapon.limited


def _weapons(team: Team, enemy: Team, rules: Moves, shooting: Rules) -> tuple[Weapon, ...]:
    if enemy.armoured:
        return tank_weapons(team, rules)
    if not _any_of(enemy, shooting.works.firepower_again):
        return ()
    return tuple(w for w in team.weapons if w.fires == "direct")


def spread(
    hit: Sequence[Fighter], victims: Sequence[Victim], rules: Moves, barred: Collection[tuple[str, str]] = ()
) -> tuple[Aimed, ...]:
    """One way to give out hits: evenly, in order, to teams that each fighter can hurt; active tanks first.

    `barred`: fighters and those whom they may not assault where they stand (000 Bunker).
    """
    order = sorted(victims, key=lambda victim: victim.bailed_out)
    taken: Counter[str] = Counter()
    given: list[Aimed] = []
    for fighter in hit:
        open_to = [v for v in order if forbids_strike(fighter.team, v.team, rules) is None]
        if barred:
            open_to = [v for v in open_to if (fighter.name, v.name) not in barred]
        if open_to:
            chosen = min(open_to, key=lambda victim: taken[victim.name])
            taken[chosen.name] += 1
            given.append(Aimed(fighter, chosen.name))
    return tuple(given)
