"""What a hit does (core 6.6, 6.7; 000 Bunker, Nests): armour, saves, firepower, bailing out and staying in.

A `Strike` is one hit on one team with everything that protects it. `resolve` rolls for any number of them together, so
that people throw handfuls of dice; the odds in odds.py ask the same functions for the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Ask, Dice, Illegal, Modifier
from orsha.tabletop.battle.check import Check
from orsha.tabletop.battle.rules import STANDARD, Hurt, Rules
from orsha.tabletop.battle.to_hit import CERTAIN, NEVER, Needed, any_of, throw
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.table.kinds import MIL

Facing = Literal["front", "side", "top"]
Grade = Literal["stopped", "glanced", "through"]
"""How far a hit came: the save or the armour held, the armour was just matched, or it went through."""
Condition = Literal["fighting", "bailed out", "destroyed"]
Result = Literal[
    "harmless",
    "saved",
    "bounced off",
    "glanced off",
    "saved by bulletproof cover",
    "flew on",
    "bailed out",
    "stayed in",
    "destroyed",
    "already destroyed",
]


class Strike(Struct, frozen=True):
    """One hit on one team: what hit it, from where, and what stands between."""

    name: str
    """The team's own name on the table: hits on the same name are hits on the same team."""
    team: Team
    weapon: Weapon
    range: int = 0
    facing: Facing = "front"
    """The armour that faces the shooter; bombardments and flames strike the top whatever it is."""
    bombardment: bool = False
    repeat: bool = False
    """A bombardment on the marker of the turn before."""
    cover_in_front: bool = False
    """Bulletproof terrain between it and the shooter."""
    cover_all_round: bool = False
    """Bulletproof terrain that it is inside of."""
    foxholes: bool = False
    shot_from_front: bool = False
    """From in front of the team's base: a gun shield helps."""
    dashed: bool = False
    assaulting: bool = False
    """Shot at in Defensive Fire."""
    in_room: bool = False
    """In a room of a city building."""
    condition: Condition = "fighting"
    """Before the hit."""
    commander: bool = False
    """Its formation's commander is near enough for a second try at remounting."""
    komissar: bool = False
    steady: bool = False
    """It ignores Bailed Out results: a demolition carrier under control."""

    @property
    def hurt(self) -> Hurt | Literal["armoured", "aircraft"]:
        """How it suffers hits."""
        if self.team.armoured:
            return "armoured"
        if self.team.kind == "tank":
            return "unarmoured"
        return self.team.kind


class Struck(Struct, frozen=True):
    """What a hit did, and how the team is after it."""

    name: str
    result: Result
    condition: Condition

    def words(self) -> str:
        said = {
            "harmless": "is not harmed",
            "saved": "is hit and saved",
            "bounced off": "is hit, and the shot bounces off",
            "glanced off": "is hit, and the shot glances off",
            "saved by bulletproof cover": "is saved by bulletproof cover",
            "flew on": "is hit and flies on",
            "bailed out": "is Bailed Out",
            "stayed in": "is hit again, and its crew stays with it",
            "destroyed": "is destroyed",
            "already destroyed": "is hit again, and was destroyed already",
        }
        return f"{self.name} {said[self.result]}"


# -- the numbers


def facing(strike: Strike) -> Facing:
    """core 6.6: bombardments, bombs and flames come from above."""
    return "top" if strike.bombardment or "flame-thrower" in strike.weapon.rules else strike.facing


def armour(strike: Strike, rules: Rules = STANDARD) -> tuple[Modifier, ...]:
    """core 6.6: what is added to the die of an armoured team, by name."""
    plates = strike.team.armour
    if plates is None:
        raise Illegal("core 6.6", f"{strike.team.name} has no armour: it rolls a save")
    side = facing(strike)
    plate: int = getattr(plates, side)
    found = [Modifier(f"{side} armour", plate)]
    skirts = "bazooka-skirts" in strike.team.rules and strike.weapon.firepower in rules.saves.skirts_against
    if side == "side" and skirts and plate < rules.saves.skirts_side:
        found.append(Modifier("Bazooka Skirts", rules.saves.skirts_side - plate))
    far = strike.range > rules.shooting.long_range * MIL and not strike.bombardment
    if far and "heat" not in strike.weapon.rules:
        found.append(Modifier(f"over {rules.shooting.long_range} inches", rules.saves.long_range_armour))
    return tuple(found)


def graded(total: int, anti_tank: int) -> Grade:
    """core 6.6: die and armour together against the anti-tank number."""
    if total > anti_tank:
        return "stopped"
    return "glanced" if total == anti_tank else "through"


def save(strike: Strike, rules: Rules = STANDARD) -> Needed:
    """core 6.6: the save of everything that has no armour."""
    printed = strike.team.save
    return Needed(rules.saves.fallback[strike.team.kind] if printed is None else printed)


def save_again(strike: Strike, rules: Rules = STANDARD) -> str | None:
    """core 6.6, 7.4: why a passed save is rolled again, if it is."""
    weapon, hurt = strike.weapon, strike.hurt
    if "brutal" in weapon.rules and hurt in rules.saves.brutal:
        return "Brutal"
    if "flame-thrower" in weapon.rules and hurt in rules.saves.flame:
        return "Flame-thrower"
    return "repeat bombardment" if strike.bombardment and strike.repeat and hurt in rules.saves.repeat else None


def bulletproof(strike: Strike, rules: Rules = STANDARD) -> str | None:
    """core 6.6, 6.7, 7.3: what makes an infantry or gun team bulletproof against this hit, if anything does."""
    if strike.hurt not in ("infantry", "gun") or strike.team.penal:  # the catalogue's Redemption: never
        return None
    if any_of(rules.works.bulletproof, strike.team.rules):
        return "its works"
    if strike.in_room:
        return "the building"
    if strike.assaulting:
        return None
    if strike.foxholes:
        return "foxholes"
    if strike.cover_all_round:
        return "cover"
    if strike.bombardment:
        return None
    if strike.cover_in_front:
        return "cover in front"
    shield = "gun-shield" in strike.team.rules and strike.shot_from_front and not strike.dashed
    return "Gun Shield" if shield else None


def firepower(weapon: Weapon) -> Needed:
    """The firepower test: Auto cannot fail; a weapon without firepower cannot pass."""
    if weapon.firepower is None:
        return Needed(NEVER)
    return Needed(CERTAIN if weapon.firepower == "auto" else weapon.firepower)


def needs_firepower(strike: Strike, grade: Grade, rules: Rules = STANDARD) -> bool:
    """core 6.6: against armour always; else only against bulletproof cover and aircraft."""
    if grade == "stopped":
        return False
    return strike.hurt in ("armoured", "aircraft") or bulletproof(strike, rules) is not None


def firepower_again(strike: Strike, grade: Grade, rules: Rules = STANDARD) -> bool:
    """000 Bunker, Nests: a passed test that would destroy one is rolled again; one that would bail it out is not."""
    works = rules.works
    again = any_of(works.firepower_again, strike.team.rules)
    return again and grade == "through" and (works.firepower_again_in_bombardment or not strike.bombardment)


def remount(strike: Strike) -> Check:
    """core 6.6, 2.4: what keeps the crew of a tank that is bailed out a second time; else it is lost."""
    needed = strike.team.motivation.needed("remount", strike.komissar)
    return Check(f"crew of {strike.name} stays with it", needed, again=strike.commander)


def verdict(strike: Strike, grade: Grade, passed: bool) -> Result:
    """core 6.6: what save and firepower together do to a team that fights; `passed` is the firepower test."""
    if strike.weapon.anti_tank is None:
        return "harmless"
    if strike.hurt == "armoured":
        bails: Result = "glanced off" if strike.steady else "bailed out"
        if grade == "stopped":
            return "bounced off"
        if grade == "glanced":
            return bails if passed else "glanced off"
        return "destroyed" if passed else bails
    if grade == "stopped":
        return "saved"
    if passed:
        return "destroyed"
    return "flew on" if strike.hurt == "aircraft" else "saved by bulletproof cover"


def bails_again(before: Condition, result: Result) -> bool:
    """core 6.6: whether the crew must roll to stay with its tank."""
    return before == "bailed out" and result == "bailed out"


def outcome(before: Condition, result: Result, stays: bool = False) -> tuple[Result, Condition]:
    """What a hit's result is for a team in some condition, and the condition after it."""
    if before == "destroyed":
        return "already destroyed", "destroyed"
    if bails_again(before, result):
        return ("stayed in", "bailed out") if stays else ("destroyed", "destroyed")
    if result == "bailed out":
        return result, "bailed out"
    return result, "destroyed" if result == "destroyed" else before


# -- the rolls


def resolve(
    dice: Dice,
    strikes: Sequence[Strike],
    shooter: str,
    owner: str,
    rules: Rules = STANDARD,
    in_front: Callable[[int], bool] | None = None,
) -> tuple[Struck, ...]:
    """core 6.1, 6.6: all saves, then all firepower tests, then what became of each team, hit by hit. `in_front`:
    whether cover is in front of the team that a hit strikes, if its strike does not say; asked of what is not saved."""
    for strike in strikes:
        if strike.bombardment and any_of(rules.works.no_bombardment, strike.team.rules):
            raise Illegal("000 Bunker", f"a bombardment cannot hit {strike.name}")
    grades = _saves(dice, strikes, owner, rules)
    if in_front is not None:
        strikes = [
            replace(strike, cover_in_front=True) if grades[n] != "stopped" and in_front(n) else strike
            for n, strike in enumerate(strikes)
        ]
    passed = _firepower_tests(dice, strikes, grades, shooter, rules)
    stand: dict[str, Condition] = {}
    told: list[Struck] = []
    for strike, grade, test in zip(strikes, grades, passed, strict=True):
        struck = _struck(dice, strike, stand.get(strike.name, strike.condition), verdict(strike, grade, test), owner)
        stand[strike.name] = struck.condition
        told.append(struck)
    return tuple(told)


def _struck(dice: Dice, strike: Strike, before: Condition, result: Result, owner: str) -> Struck:
    stays = bails_again(before, result) and remount(strike).roll(dice, owner).passed
    return Struck(strike.name, *outcome(before, result, stays))


def _saves(dice: Dice, strikes: Sequence[Strike], owner: str, rules: Rules) -> list[Grade]:
    grades: dict[int, Grade] = {}
    harmed = [n for n, strike in enumerate(strikes) if strike.weapon.anti_tank is not None]

    def alike(n: int) -> Hashable:
        strike = strikes[n]
        number = armour(strike, rules) if strike.team.armoured else save(strike, rules)
        return (number, save_again(strike, rules), strike.weapon.name, strike.weapon.anti_tank, strike.team.name)

    for some in _groups(harmed, alike):
        strike = strikes[some[0]]
        rolled = _armour_rolls if strike.team.armoured else _save_rolls
        for n, grade in zip(some, rolled(dice, strike, _called(strikes, some), len(some), owner, rules), strict=True):
            grades[n] = grade
    return [grades.get(n, "stopped") for n in range(len(strikes))]


def _armour_rolls(dice: Dice, strike: Strike, called: str, count: int, owner: str, rules: Rules) -> list[Grade]:
    """A die for each hit, where the die can matter."""
    plates, anti_tank = armour(strike, rules), strike.weapon.anti_tank or 0
    total = sum(m.value for m in plates)
    if graded(total + 1, anti_tank) == graded(total + 6, anti_tank):
        return [graded(total + 1, anti_tank)] * count
    purpose = f"armour of {called} against {strike.weapon.name}, anti-tank {anti_tank}"
    roll = dice.roll(Ask(purpose, owner, count, 6, "each", plates, anti_tank + 1))
    return [graded(face + total, anti_tank) for face in roll.faces]


def _save_rolls(dice: Dice, strike: Strike, called: str, count: int, owner: str, rules: Rules) -> list[Grade]:
    purpose, needed = f"save of {called} against {strike.weapon.name}", save(strike, rules)
    again = save_again(strike, rules)
    saved = _thrown(dice, purpose, owner, needed, count, again)
    return ["stopped" if held else "through" for held in saved]


def _firepower_tests(
    dice: Dice, strikes: Sequence[Strike], grades: Sequence[Grade], shooter: str, rules: Rules
) -> list[bool]:
    passed = [grade == "through" for grade in grades]
    tested = [n for n, strike in enumerate(strikes) if needs_firepower(strike, grades[n], rules)]

    def alike(n: int) -> Hashable:
        again = firepower_again(strikes[n], grades[n], rules)
        return (strikes[n].weapon.name, strikes[n].weapon.firepower, grades[n], again, strikes[n].team.name)

    for some in _groups(tested, alike):
        strike, grade = strikes[some[0]], grades[some[0]]
        does = "bail out" if grade == "glanced" else "destroy"
        purpose = f"firepower of {strike.weapon.name} to {does} {_called(strikes, some)}"
        again = "its works" if firepower_again(strike, grade, rules) else None
        results = _thrown(dice, purpose, shooter, firepower(strike.weapon), len(some), again)
        for n, result in zip(some, results, strict=True):
            passed[n] = result
    return passed


def _thrown(dice: Dice, purpose: str, who: str, needed: Needed, count: int, again: str | None) -> tuple[bool, ...]:
    """Some dice at a number; with a reason the passed ones are thrown once more."""
    first = throw(dice, purpose, who, needed, count)
    if again is None or not any(first):
        return first
    second = iter(throw(dice, f"{purpose}, again: {again}", who, needed, sum(first)))
    return tuple(passed and next(second) for passed in first)


def _groups(numbers: Sequence[int], alike: Callable[[int], Hashable]) -> list[list[int]]:
    """Hits whose dice can be thrown together, in the order of the first of each."""
    found: dict[Hashable, list[int]] = {}
    for n in numbers:
        found.setdefault(alike(n), []).append(n)
    return list(found.values())


def _called(strikes: Sequence[Strike], some: Sequence[int]) -> str:
    names = list(dict.fromkeys(strikes[n].name for n in some))
    return names[0] if len(names) == 1 else f"{len(names)} {strikes[some[0]].team.name}s ({', '.join(names)})"
