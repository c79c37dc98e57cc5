"""Hand to hand: who can strike whom in an assault, on what number, and what a hit does. core 9.2, 000 for works"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Ask, Dice, Illegal, Roll
from orsha.kernel.odds import success
from orsha.tabletop.battle.harm import Blow, Harm, Victim, harm, harm_odds
from orsha.tabletop.battle.moves import Firepower, Moves
from orsha.tabletop.force.card import Team, Weapon

MELEE = "core 9.2 assault rolls"
WORKS = "000 bunkers and nests"


class Fighter(Struct, frozen=True):
    """A team in contact with the enemy. Heavy weapons fight where they stand, though they never charge."""

    name: str
    team: Team
    weapon: Weapon | None = None
    """The weapon it fights with instead of its hands: what its player chose, within Limited."""
    passengers: int = 0
    """Aboard, for Mounted Assault."""


def assault_number(fighter: Fighter) -> int:
    """What a team needs to hit: its weapon's number, its passengers', its Assault or its Skill. core 2.2"""
    skill = fighter.team.skill
    if fighter.weapon is not None and fighter.weapon.assault is not None:
        return fighter.weapon.assault
    if fighter.passengers and skill.assault_mounted:
        return skill.assault_mounted[min(fighter.passengers, len(skill.assault_mounted)) - 1]
    return skill.needed("assault")


def forbids_strike(fighter: Team, target: Team, rules: Moves) -> str | None:
    """Why a team cannot hurt another hand to hand; nothing if it can."""
    melee = rules.melee
    if fighter.kind == "tank":
        if _any_of(target, rules.charge.not_by_tanks):
            return f"tank teams do not assault {target.name}"
        return "tanks do not hit tanks in an assault" if target.armoured else None
    if not target.armoured:
        return None
    if fighter.kind == "gun" and melee.guns_hit_tanks == "no":
        return "a gun's crew does not hit tanks in an assault"
    if _any_of(fighter, melee.no_armour):
        return f"{fighter.name} does not hit armoured tanks in an assault"
    return None


def _any_of(team: Team, rules: Sequence[str]) -> bool:
    return any(rule in team.rules for rule in rules)


def tank_weapons(team: Team, rules: Moves) -> tuple[Weapon, ...]:
    """The weapons that a team may use against armour instead of its hands: those that are better against it."""
    if team.kind == "tank" or (team.kind == "gun" and rules.melee.guns_hit_tanks != "weapon"):
        return ()
    hands = rules.melee.hands.anti_tank
    return tuple(w for w in team.weapons if w.fires == "direct" and (w.anti_tank or 0) > hands)


def blow(fighter: Fighter, target: Team, rules: Moves) -> Blow:
    """What a hit of one team on another is."""
    why = forbids_strike(fighter.team, target, rules)
    if why is not None:
        raise Illegal(MELEE, why)
    works = _any_of(target, rules.melee.works)
    if target.armoured:
        return _on_armour(fighter, works, rules)
    save = next((n for rule, n in rules.melee.body_armour.items() if rule in target.rules), None)
    firepower = _works_firepower(fighter, rules) if works else rules.melee.hands.firepower
    return Blow(fighter.name, rules.melee.hands.anti_tank, firepower, "top", save, works, works)


def _on_armour(fighter: Fighter, works: bool, rules: Moves) -> Blow:
    weapon, hands = fighter.weapon, rules.melee.hands
    if weapon is None:
        return Blow(fighter.name, hands.anti_tank, hands.firepower, hands.armour, twice=works)
    if weapon not in tank_weapons(fighter.team, rules):
        raise Illegal(MELEE, f"{fighter.team.name} does not fight tanks with {weapon.name}")
    assert weapon.anti_tank is not None
    by = f"{fighter.name} with {weapon.name}"
    return Blow(by, weapon.anti_tank, weapon.firepower or 6, rules.melee.weapon_armour, twice=works)


def _works_firepower(fighter: Fighter, rules: Moves) -> Firepower:
    """The firepower that bunkers and nests are tested against: of the weapon used, or the team's best."""
    if rules.melee.works_firepower == "hands":
        return rules.melee.hands.firepower
    used = [fighter.weapon] if fighter.weapon is not None else [w for w in fighter.team.weapons if w.limited is None]
    numbers = [w.firepower for w in used if w.fires == "direct" and w.firepower is not None]
    return min(numbers, key=lambda number: 1 if number == "auto" else number, default=6)


# -- rolling


class Strikes(Struct, frozen=True):
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
            raise Illegal(
                "core 12 Limited",
                f"{used[weapon.name]} teams would use {weapon.name}; {weapon.limited} of a unit may at a time",
            )


def strike(fighters: Sequence[Fighter], dice: Dice, who: str) -> Strikes:
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
    return Strikes(tuple(f for n, f in enumerate(fighters) if n in hit), tuple(rolls))


def arm(fighters: Sequence[Fighter], victims: Sequence[Victim], rules: Moves) -> tuple[Fighter, ...]:
    """The same teams with the weapons that do most against the first enemy each can hurt, within Limited."""
    used: Counter[str] = Counter()
    armed: list[Fighter] = []
    for fighter in fighters:
        enemy = next((v for v in victims if forbids_strike(fighter.team, v.team, rules) is None), None)
        ready = [fighter if fighter.weapon is None else replace(fighter, weapon=None)]
        if enemy is not None:
            free = [
                w for w in _weapons(fighter.team, enemy.team, rules) if w.limited is None or used[w.name] < w.limited
            ]
            ready += [replace(fighter, weapon=weapon) for weapon in free]
            ready.sort(key=lambda one: -felling(one, enemy, rules))
        if ready[0].weapon is not None:
            used[ready[0].weapon.name] += 1
        armed.append(ready[0])
    return tuple(armed)


def _weapons(team: Team, enemy: Team, rules: Moves) -> tuple[Weapon, ...]:
    if enemy.armoured:
        return tank_weapons(team, rules)
    works = _any_of(enemy, rules.melee.works)
    return tuple(w for w in team.weapons if w.fires == "direct" and (works or w.assault is not None))


class Aimed(Struct, frozen=True):
    """A hit that was given to an enemy team."""

    fighter: Fighter
    target: str


def spread(hit: Sequence[Fighter], victims: Sequence[Victim], rules: Moves) -> tuple[Aimed, ...]:
    """One way to give out hits: evenly, in order, to teams that each fighter can hurt; active tanks first."""
    order = sorted(victims, key=lambda victim: victim.bailed_out)
    taken: Counter[str] = Counter()
    given: list[Aimed] = []
    for fighter in hit:
        open_to = [v for v in order if forbids_strike(fighter.team, v.team, rules) is None]
        if open_to:
            chosen = min(open_to, key=lambda victim: taken[victim.name])
            taken[chosen.name] += 1
            given.append(Aimed(fighter, chosen.name))
    return tuple(given)


def fight(
    hits: Sequence[Aimed], victims: Sequence[Victim], dice: Dice, by: str, of: str, rules: Moves
) -> tuple[Harm, ...]:
    """What some hits do, one after the other; those on a team that is already destroyed are lost. core 9.2"""
    now = {victim.name: victim for victim in victims}
    done: list[Harm] = []
    for hit in hits:
        victim = now.get(hit.target)
        if victim is None:
            continue
        result = harm(victim, blow(hit.fighter, victim.team, rules), dice, by, of, rules)
        done.append(result)
        if result.result == "destroyed":
            del now[hit.target]
        elif result.result == "bailed out":
            now[hit.target] = replace(victim, bailed_out=True)
    return tuple(done)


def felling(fighter: Fighter, victim: Victim, rules: Moves) -> Fraction:
    """The chance that one team's die takes an active enemy team out of the fight: destroyed or Bailed Out."""
    if forbids_strike(fighter.team, victim.team, rules) is not None:
        return Fraction(0)
    out = harm_odds(victim, blow(fighter, victim.team, rules), rules).where(
        lambda result: result == "destroyed" or (result == "bailed out" and not victim.bailed_out)
    )
    return success(assault_number(fighter)) * out
