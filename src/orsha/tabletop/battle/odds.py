"""Exact odds before the dice fall. Every number comes from the functions that the rolls themselves ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Odds
from orsha.kernel.odds import certain, chain, die, pool, reroll_failures, reroll_successes, total_of
from orsha.tabletop.battle import saves
from orsha.tabletop.battle.artillery import (
    AimingPoint,
    Battery,
    Ranging,
    Spotter,
    attempts_left,
    bombardment_number,
    range_in_number,
    rolled_again,
)
from orsha.tabletop.battle.hits import may_take_next
from orsha.tabletop.battle.pinning import can_be_pinned, hits_to_pin
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.saves import Condition, Grade, Result, Strike
from orsha.tabletop.battle.to_hit import Needed, Shooter, Target, shots, to_hit
from orsha.tabletop.force.card import Team


def coin(chance: Fraction) -> Odds[bool]:
    """One try."""
    return Odds({True: chance.numerator, False: chance.denominator - chance.numerator})


# -- shooting


class Aimed(Struct, frozen=True):
    """A weapon that is about to shoot: so many dice at a number."""

    shots: int
    needed: Needed
    pins_at_once: bool = False
    more_dice: int = 0
    """002 Brutal Weapons: so many dice of hits more, if it hits at all."""

    @property
    def hits(self) -> Odds[int]:
        found = pool(self.shots, self.needed.chance)
        return found.then(lambda n: total_of(self.more_dice) + n if n else certain(0)) if self.more_dice else found


def aimed(shooter: Shooter, target: Target, rules: Rules = STANDARD) -> Aimed:
    """A shot as the rules have it, before it is rolled."""
    at_once = any(rule in shooter.weapon.rules for rule in rules.pinning.at_once)
    more = rules.hits.brutal_in_room_dice if target.in_room and "brutal" in shooter.weapon.rules else 0
    return Aimed(shots(shooter, rules), to_hit(shooter, target, rules), at_once and not shooter.smoke_shell, more)


def all_hits(volleys: Iterable[Aimed]) -> Odds[int]:
    """The hits of some weapons together."""
    total = certain(0)
    for volley in volleys:
        total = total + volley.hits
    return total


# -- what a hit does


def grades(strike: Strike, rules: Rules = STANDARD) -> Odds[Grade]:
    """How far one hit comes: stopped, glancing, or through."""
    anti_tank = strike.weapon.anti_tank
    if anti_tank is None:
        return certain("stopped")
    if strike.team.armoured:
        total = sum(m.value for m in saves.armour(strike, rules))
        return die().map(lambda face: saves.graded(face + total, anti_tank))
    chance = saves.save(strike, rules).chance
    if saves.save_again(strike, rules) is not None:
        chance = reroll_successes(chance)
    return coin(chance).map(lambda held: "stopped" if held else "through")


def firepower_chance(strike: Strike, grade: Grade, rules: Rules = STANDARD) -> Fraction:
    """The chance that a hit that came so far does its worst."""
    if not saves.needs_firepower(strike, grade, rules):
        return Fraction(grade == "through")
    chance = saves.firepower(strike.weapon).chance
    return reroll_successes(chance) if saves.firepower_again(strike, grade, rules) else chance


def results(strike: Strike, rules: Rules = STANDARD) -> Odds[Result]:
    """What one hit does to a team in the condition that the strike finds it in."""
    return _after(strike, strike.condition, rules).map(lambda both: both[0])


def _after(strike: Strike, before: Condition, rules: Rules) -> Odds[tuple[Result, Condition]]:
    def tested(grade: Grade) -> Odds[Result]:
        passed = coin(firepower_chance(strike, grade, rules))
        return passed.map(lambda enough: saves.verdict(strike, grade, enough))

    def ended(result: Result) -> Odds[tuple[Result, Condition]]:
        if not saves.bails_again(before, result):
            return certain(saves.outcome(before, result))
        return coin(saves.remount(strike).chance).map(lambda stays: saves.outcome(before, result, stays))

    return grades(strike, rules).then(tested).then(ended)


def fate(strikes: Sequence[Strike], rules: Rules = STANDARD) -> Odds[Condition]:
    """How a team is after some hits, all on that one team: fighting, bailed out or destroyed."""
    if not strikes:
        raise ValueError("a fate needs a hit; with none the team is as it was")
    ends: Odds[Condition] = certain(strikes[0].condition)
    for strike in strikes:
        ends = ends.then(_step(strike, rules))
    return ends


def _step(strike: Strike, rules: Rules) -> Callable[[Condition], Odds[Condition]]:
    """What one hit makes of each condition, each worked out once."""
    known: dict[Condition, Odds[Condition]] = {}

    def step(before: Condition) -> Odds[Condition]:
        if before not in known:
            known[before] = _after(strike, before, rules).map(lambda both: both[1])
        return known[before]

    return step


def after_hits(strike: Strike, most: int, rules: Rules = STANDARD) -> list[Odds[Condition]]:
    """How a team is after no hit of some kind, after one, after two, and so on."""
    step = _step(strike, rules)
    ends: list[Odds[Condition]] = [certain(strike.condition)]
    for _ in range(most):
        ends.append(ends[-1].then(step))
    return ends


def kills(volleys: Sequence[Aimed], strike: Strike, teams: int, rules: Rules = STANDARD) -> Odds[int]:
    """How many teams of a unit are destroyed: all declared on one of them, spread over `teams` that are alike.

    The strike is a hit on any one of them. core 6.4
    """
    shared = _first_and_more(volleys)
    most = max(first + more for first, more in shared.weights)
    lost = [odds.chance("destroyed") for odds in after_hits(strike, most, rules)]
    return shared.then(lambda both: _lost(_spread(*both, teams), lost))


def _first_and_more(volleys: Sequence[Aimed]) -> Odds[tuple[int, int]]:
    """How many weapons hit at all, and how many hits there are besides: the first of each is the target's."""
    total: Odds[tuple[int, int]] = certain((0, 0))
    for volley in volleys:
        total = total.then(_and(volley.hits))
    return total


def _and(hits: Odds[int]) -> Callable[[tuple[int, int]], Odds[tuple[int, int]]]:
    return lambda before: hits.map(lambda more: (before[0] + min(more, 1), before[1] + max(more - 1, 0)))


@lru_cache(maxsize=4096)
def _spread(first: int, more: int, teams: int) -> tuple[int, ...]:
    """The hits of each team, by the rule of hits.py."""
    names = [str(n) for n in range(teams)]
    counts = {names[0]: first}
    for _ in range(more):
        name = may_take_next(names, counts)[0]
        counts[name] = counts.get(name, 0) + 1
    return tuple(counts.get(name, 0) for name in names)


def _lost(hits: tuple[int, ...], lost: Sequence[Fraction]) -> Odds[int]:
    """How many of some teams with so many hits each are destroyed."""
    total = certain(0)
    for number, alike in Counter(hits).items():
        if number:
            total = total + pool(alike, lost[number])
    return total


def pin_chance(volleys: Sequence[Aimed], teams: Sequence[Team], already: int = 0, rules: Rules = STANDARD) -> Fraction:
    """core 6.8: the chance that a unit of these teams is pinned, with the hits it has from earlier in the step.

    The shots are those at teams of it that can be pinned.
    """
    if not any(map(can_be_pinned, teams)):
        return Fraction(0)
    enough = hits_to_pin(len(teams), rules) - already
    if enough <= 0:
        return Fraction(1)
    at_once = [volley for volley in volleys if volley.pins_at_once]
    spared = chain(volley.hits.chance(0) for volley in at_once)
    others = all_hits(volley for volley in volleys if not volley.pins_at_once)
    return 1 - spared * (1 - others.at_least(enough))


# -- artillery


def ranging(
    battery: Battery, spotter: Spotter, point: AimingPoint, most: int | None = None, rules: Rules = STANDARD
) -> Odds[int]:
    """The attempt at which a battery ranges in; 0: it does not."""
    chance = range_in_number(battery, spotter, point, rules).chance
    left = attempts_left(spotter, rules)
    tries = left if most is None else max(1, min(left, most))
    return _first_success(chance, 1, tries)


def _first_success(chance: Fraction, attempt: int, tries: int) -> Odds[int]:
    if attempt > tries:
        return certain(0)
    return coin(chance).then(lambda hit: certain(attempt) if hit else _first_success(chance, attempt + 1, tries))


def bombardment_hit(battery: Battery, team: Team, ranged: Ranging, rules: Rules = STANDARD) -> Fraction:
    """The chance that a bombardment hits a team under its template."""
    chance = bombardment_number(team, ranged, rules).chance
    again = rolled_again(battery, rules)
    if again is None:
        return chance
    return reroll_successes(chance) if again == "hits" else reroll_failures(chance)


def bombarded(battery: Battery, strike: Strike, ranged: Ranging, rules: Rules = STANDARD) -> Odds[Condition]:
    """What a bombardment that has ranged in leaves of a team under it. The strike is the hit, if it is hit."""
    hit = replace(strike, bombardment=True)
    chance = bombardment_hit(battery, strike.team, ranged, rules)
    return coin(chance).then(lambda lands: fate((hit,), rules) if lands else certain(strike.condition))
