"""Artillery (core 7): who may bombard and spot, ranging in, the template, repeat bombardments, salvoes and smoke."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Illegal, Modifier
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.to_hit import NEVER, Needed, any_of, throw
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.table.kinds import MIL

Again = Literal["hits", "misses"]
"""Which dice of a bombardment are thrown again."""


def first(reasons: Iterable[tuple[bool, str]]) -> str | None:
    """The first of some reasons that holds."""
    for holds, why in reasons:
        if holds:
            return why
    return None


# -- the battery


class Battery(Struct, frozen=True):
    """The weapons of one unit that fire together."""

    weapon: Weapon
    weapons: int
    """How many of them fire."""
    skill: int
    """Of the unit."""
    aircraft: bool = False
    moved: bool = False
    pinned: bool = False
    shot: bool = False
    in_building: bool = False
    in_range: bool = True
    """The aiming point is in range of every one of them."""
    forbidden_by: str = ""
    """A rule of the mission: the first turn of a Meeting Engagement, Across the Volga."""


def check_battery(battery: Battery) -> None:
    """core 7.1: what keeps a unit from bombarding."""
    why = why_silent(battery)
    if why is not None:
        raise Illegal("core 7.1", why)


@lru_cache(maxsize=1024)
def why_silent(battery: Battery) -> str | None:
    """What keeps it from that, if anything does."""
    weapon = battery.weapon
    if weapon.fires == "direct":
        return f"{weapon.name} fires no bombardments"
    reasons = (
        (battery.weapons < 1, "no weapon fires"),
        (battery.moved and not battery.aircraft and "assault-smoke" not in weapon.rules, "its guns moved"),
        (battery.pinned, "it is pinned"),
        (battery.shot, "it has shot in this step"),
        (battery.in_building, "its guns are in a building"),
        (bool(battery.forbidden_by), f"{battery.forbidden_by} forbids it"),
        (not battery.in_range, f"the aiming point is not within {weapon.range} inches of every gun"),
    )
    why = first(reasons)
    return None if why is None else f"{weapon.name} cannot bombard: {why}"


# -- spotting


class Spotter(Struct, frozen=True):
    """A team that looks for the battery."""

    role: Literal["formation commander", "observer", "own unit", "another unit"]
    skill: int
    seen: bool = True
    """Whether it sees the aiming point."""
    moved: bool = False
    shot: bool = False
    linked: bool = True
    """In command of its unit, or with leave to spot for this one."""
    used: int = 0
    """Its attempts in this turn so far, for all batteries."""


class AimingPoint(Struct, frozen=True):
    """A place that is aimed at."""

    nearest_friend: int | None = None
    """How far the nearest friendly team is, if there is one."""
    in_terrain: bool = False
    """Short or tall terrain, or smoke, lies under the template."""
    night: bool = False
    beside_friends: bool = False
    """A room next to a room with friends."""


def check_spotter(battery: Battery, spotter: Spotter, repeat: bool = False, rules: Rules = STANDARD) -> None:
    """core 7.2, 7.4; cards for Bombs and Rockets: who may spot. A repeat bombardment needs nobody to see the place."""
    why = why_not_spot(battery, spotter, repeat, rules)
    if why is not None:
        raise Illegal("core 7.2", f"this team cannot spot for {battery.weapon.name}: {why}")


def why_not_spot(battery: Battery, spotter: Spotter, repeat: bool = False, rules: Rules = STANDARD) -> str | None:
    """What keeps a team from spotting, if anything does."""
    own_only = any_of(rules.artillery.only_own_spotter, battery.weapon.rules)
    return first(
        (
            (spotter.role == "another unit" or (own_only and spotter.role != "own unit"), "it is of another unit"),
            (not spotter.seen and not repeat, "it does not see the aiming point"),
            (spotter.moved and not battery.aircraft, "it moved"),
            (spotter.shot, "it shot"),
            (not spotter.linked, "it is out of command"),
            (spotter.used >= rules.artillery.attempts and not repeat, "it has no attempt left this turn"),
        )
    )


def from_friends(battery: Battery, rules: Rules = STANDARD) -> int:
    """core 7.2: how many inches an aiming point stays away from friendly teams."""
    distances = rules.artillery.from_friends
    return distances["aircraft"] if battery.aircraft else distances[_shell(battery.weapon)]


def friends_within(battery: Battery, rules: Rules = STANDARD) -> float:
    """The same in mils, between two whole ones: a friendly team that is nearer, rounded or not, forbids the place."""
    return from_friends(battery, rules) * MIL + (-0.5 if battery.aircraft else 0.5)


def _shell(weapon: Weapon) -> Literal["artillery", "salvo"]:
    return "salvo" if weapon.fires == "salvo" else "artillery"


def check_aiming_point(battery: Battery, point: AimingPoint, rules: Rules = STANDARD) -> None:
    """core 7.2, 8: not within that distance; aircraft may aim at exactly theirs."""
    least, friend = from_friends(battery, rules), point.nearest_friend
    if friend is not None and (friend < least * MIL or (friend == least * MIL and not battery.aircraft)):
        raise Illegal(
            "core 7.2", f"the aiming point is {friend / MIL:.1f} inches from a friendly team, within {least} inches"
        )
    if point.beside_friends:
        raise Illegal("002 Bombardments", "a room next to friendly teams is not bombarded")


# -- ranging in


class Ranging(Struct, frozen=True):
    """What came of ranging in."""

    attempts: int
    """How many were made."""
    ranged_in: bool
    penalty: int = 0
    """Added to what hits need."""

    def words(self) -> str:
        if not self.ranged_in:
            return f"not ranged in after {self.attempts} attempts" if self.attempts != 1 else "not ranged in"
        return f"ranged in at attempt {self.attempts}" + (f", {self.penalty:+d} to hit" if self.penalty else "")


def range_in_number(battery: Battery, spotter: Spotter, point: AimingPoint, rules: Rules = STANDARD) -> Needed:
    """core 7.2: the number of each attempt."""
    own = rules.artillery.skill_of == "battery"
    skill = battery.skill if own else max(battery.skill, spotter.skill)
    found = [
        Modifier("terrain or smoke at the aiming point", rules.artillery.in_terrain * point.in_terrain),
        Modifier("night", rules.artillery.night * point.night),
    ]
    modifiers = tuple(m for m in found if m.value)
    return Needed(skill + sum(m.value for m in modifiers), modifiers)


def attempts_left(spotter: Spotter, rules: Rules = STANDARD) -> int:
    """core 7.2: three a turn for each spotter, whoever fires."""
    return max(0, rules.artillery.attempts - spotter.used)


def penalty(attempt: int, rules: Rules = STANDARD) -> int:
    """core 7.2: what an attempt's success costs the hits: nothing for the first, one more for each after it."""
    return (attempt - 1) * rules.artillery.per_attempt


def range_in(
    dice: Dice,
    who: str,
    battery: Battery,
    spotter: Spotter,
    point: AimingPoint,
    most: int | None = None,
    rules: Rules = STANDARD,
) -> Ranging:
    """core 7.2: tries until it succeeds or no attempt is left; `most` keeps some of them for another battery."""
    check_battery(battery)
    check_spotter(battery, spotter, rules=rules)
    check_aiming_point(battery, point, rules)
    needed = range_in_number(battery, spotter, point, rules)
    left = attempts_left(spotter, rules)
    tries = left if most is None else max(1, min(left, most))
    for attempt in range(1, tries + 1):
        if all(throw(dice, f"ranging in {battery.weapon.name}, attempt {attempt}", who, needed)):
            return Ranging(attempt, True, penalty(attempt, rules))
    return Ranging(tries, False)


def repeat(
    battery: Battery, spotter: Spotter, *, marker: bool, same_place: bool = True, rules: Rules = STANDARD
) -> Ranging:
    """core 7.4: where the Ranged In marker still lies nobody rolls; also with markers laid before the game."""
    if not marker:
        raise Illegal("core 7.4", f"{battery.weapon.name} has no Ranged In marker to fire at")
    if not same_place:
        raise Illegal("core 7.4", f"{battery.weapon.name} aims elsewhere: it must range in anew")
    check_battery(battery)
    check_spotter(battery, spotter, repeat=True, rules=rules)
    return Ranging(0, True, 0 if spotter.seen else rules.artillery.repeat_unseen)


# -- the bombardment


class Under(Struct, frozen=True):
    """A team under the template, friend or foe."""

    name: str
    team: Team


class Landed(Struct, frozen=True):
    """Whether a team under the template was hit."""

    name: str
    needed: Needed
    hit: bool


def template(weapon: Weapon, rules: Rules = STANDARD) -> int:
    """core 7.3: the template's sides, in inches."""
    return rules.artillery.template[_shell(weapon)]


def rolled_again(battery: Battery, rules: Rules = STANDARD) -> Again | None:
    """core 7.3: few weapons roll their hits again, many their misses; bombs and rockets are never too few."""
    guns = rules.artillery
    if battery.weapons >= guns.many:
        return "misses"
    exempt = any_of(guns.few_does_not_count_for, battery.weapon.rules)
    return "hits" if battery.weapons <= guns.few and not exempt else None


def bombardment_number(team: Team, ranging: Ranging, rules: Rules = STANDARD) -> Needed:
    """core 7.3; 000 Bunker: Is Hit On and what ranging in cost. Range, cover and smoke do not count."""
    if team.kind == "aircraft" or any_of(rules.works.no_bombardment, team.rules):
        return Needed(NEVER)
    name = "ranging in" if ranging.attempts else "spotter does not see"
    modifiers = (Modifier(name, ranging.penalty),) if ranging.penalty else ()
    return Needed(team.hit_on + ranging.penalty, modifiers)


def bombard(
    dice: Dice, who: str, battery: Battery, ranging: Ranging, under: Sequence[Under], rules: Rules = STANDARD
) -> tuple[Landed, ...]:
    """core 7.3: a die for each team under the template, thrown again as the number of weapons asks."""
    if not ranging.ranged_in:
        raise Illegal("core 7.2", f"{battery.weapon.name} has not ranged in")
    if battery.weapon.anti_tank is None:
        raise Illegal("core 7.5", f"{battery.weapon.name} lays smoke and hits nobody")
    numbers = [bombardment_number(one.team, ranging, rules) for one in under]
    again = rolled_again(battery, rules)
    landed: dict[int, bool] = {}
    for needed in dict.fromkeys(numbers):
        some = [n for n, number in enumerate(numbers) if number == needed]
        called = ", ".join(under[n].name for n in some)
        purpose = f"bombardment by {battery.weapon.name} on {called}"
        for n, hit in zip(some, _fall(dice, purpose, who, needed, len(some), again), strict=True):
            landed[n] = hit
    return tuple(Landed(one.name, numbers[n], landed[n]) for n, one in enumerate(under))


def _fall(dice: Dice, purpose: str, who: str, needed: Needed, count: int, again: Again | None) -> tuple[bool, ...]:
    first = throw(dice, purpose, who, needed, count)
    if again is None or needed.certain or needed.impossible:
        return first
    thrown = [hit == (again == "hits") for hit in first]
    if not any(thrown):
        return first
    second = iter(throw(dice, f"{purpose}, {again} again", who, needed, sum(thrown)))
    return tuple(next(second) if once_more else hit for hit, once_more in zip(first, thrown, strict=True))


# -- smoke


def smoke_screen(battery: Battery, rules: Rules = STANDARD) -> int:
    """core 7.5: the length of a screen in inches."""
    return rules.smoke.per_gun * battery.weapons


def check_smoke(battery: Battery, laid: int, rules: Rules = STANDARD) -> None:
    """core 7.5: a weapon that has it, once a game for a unit. `laid` are its smoke bombardments so far."""
    if "smoke-bombardment" not in battery.weapon.rules:
        raise Illegal("core 7.5", f"{battery.weapon.name} fires no Smoke Bombardment")
    if laid >= rules.smoke.a_game:
        raise Illegal("core 7.5", f"{battery.weapon.name} has fired its Smoke Bombardment of the game")
    check_battery(battery)
