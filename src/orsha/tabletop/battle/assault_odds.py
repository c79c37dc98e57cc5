"""The chance that an assault carries: exact for two sides of like teams, sampled by the rules themselves otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal, Odds, Seeded
from orsha.kernel.odds import certain, percent, pool, success
from orsha.tabletop.battle.assault import Involved, UnderFire, counterattack, counterattack_chance, stopped
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.battle.melee import (
    Fighter,
    arm,
    assault_number,
    fight,
    forbids_strike,
    out_chance,
    roll_blows,
    spread,
)
from orsha.tabletop.battle.moves import Moves
from orsha.tabletop.battle.rules import STANDARD, Rules

Fire = tuple[int, int]
"""What Defensive Fire did: teams out of action, hits."""
NO_FIRE: Odds[Fire] = certain((0, 0))
ROUNDS = 200
"""After so many rounds a sampled assault is called off: neither side can hurt the other."""


class Shots(Struct, frozen=True):
    """Some dice of Defensive Fire that are alike: the chance of a hit, and that a hit puts its team out of action."""

    dice: int
    hits: Fraction
    fells: Fraction


def volley(shots: Sequence[Shots]) -> Odds[Fire]:
    """What all shots do together."""
    odds: Odds[Fire] = NO_FIRE
    for some in shots:
        fells = some.fells
        one: Odds[Fire] = pool(some.dice, some.hits).then(
            lambda hits, fells=fells: pool(hits, fells).map(lambda lost: (lost, hits))  # type: ignore[misc]
        )
        odds = odds.then(lambda a, one=one: one.map(lambda b: (a[0] + b[0], a[1] + b[1])))  # type: ignore[misc]
    return odds


class Arms(Struct, frozen=True):
    """What a team fights with: the chance that its die hits, and that a hit puts an enemy team out of action."""

    hits: Fraction
    fells: Fraction = Fraction(1)


class Side(Struct, frozen=True):
    """One side of like teams. Its hits are spread evenly over the enemy, those of better weapons first."""

    teams: int
    arms: Arms
    counterattacks: Fraction
    best: int = 0
    """So many of its teams fight with a better weapon: Limited."""
    best_arms: Arms = Arms(Fraction(0))
    front: int | None = None
    """At most so many of its teams are in contact at a time; nothing: all."""
    tanks: bool = False


def arms_of(fighter: Fighter, against: Victim, rules: Moves, shooting: Rules = STANDARD) -> Arms:
    """One fighter's arms, from its card; nothing hits whom it cannot hurt."""
    if forbids_strike(fighter.team, against.team, rules) is not None:
        return Arms(Fraction(0))
    return Arms(success(assault_number(fighter)), out_chance(fighter, against, rules, shooting))


def side_of(
    fighter: Fighter, teams: int, against: Victim, unit: Involved, rules: Moves, shooting: Rules = STANDARD
) -> Side:
    """A side of so many teams like one fighter, from its card; a Limited weapon arms as many as it may."""
    plain = arms_of(replace(fighter, weapon=None), against, rules, shooting)
    chance, tanks = counterattack_chance(unit), fighter.team.armoured
    if fighter.weapon is None:
        return Side(teams, plain, chance, tanks=tanks)
    best = teams if fighter.weapon.limited is None else fighter.weapon.limited
    return Side(teams, plain, chance, best, arms_of(fighter, against, rules, shooting), tanks=tanks)


How = Literal["attacker", "defender", "stopped", "nobody"]


class Ending(Struct, frozen=True):
    """How an assault ended: who is left in possession, or it was stopped by fire; and the teams still in action."""

    how: How
    attackers: int
    defenders: int


def felled(side: Side, left: int, enemies: int) -> Odds[int]:
    """How many of the enemies one round of a side puts out of action, when so many of its teams are left."""
    fighting = left if side.front is None else min(left, side.front)
    better = min(side.best, fighting)
    return _felled(better, side.best_arms, fighting - better, side.arms, enemies)


@lru_cache(maxsize=8192)
def _felled(better: int, best: Arms, others: int, arms: Arms, enemies: int) -> Odds[int]:
    first, then = pool(better, best.hits), pool(others, arms.hits)
    return first.then(lambda a: then.then(lambda b: _fall(a, best.fells, b, arms.fells, enemies)))


@lru_cache(maxsize=8192)
def _fall(better: int, best: Fraction, others: int, fells: Fraction, enemies: int) -> Odds[int]:
    """How many of the enemies fall to so many hits, given out in turn."""
    stands = [Fraction(1)] * enemies
    for number, chance in enumerate([best] * better + [fells] * others):
        stands[number % enemies] *= 1 - chance
    odds = certain(0)
    for chance, alike in Counter(stands).items():
        odds = odds + pool(alike, 1 - chance)
    return odds


def ends(attackers: Side, defenders: Side, rules: Moves, fire: Odds[Fire] = NO_FIRE) -> Odds[Ending]:
    """Every ending of an assault with its exact chance, however many rounds it takes.

    A side that fails to counterattack breaks off, and a side that passes fights on. What is lost while breaking off is
    not counted.
    """
    book = _Book(attackers, defenders)
    for (lost, hits), chance in fire.items():
        lost = min(lost, attackers.teams)
        tanks = attackers.teams if attackers.tanks else 0
        under = UnderFire(attackers.teams, tanks, hits, lost if attackers.tanks else 0)
        left = attackers.teams - lost
        if stopped(under, rules).stopped:
            book.end("stopped", left, defenders.teams, chance)
        elif left == 0:
            book.end("defender", 0, defenders.teams, chance)
        elif defenders.teams == 0:
            book.end("attacker", left, 0, chance)
        else:
            book.reach((left, defenders.teams), chance, Fraction(0))
    return book.settle()


class _Book:
    """The chances of every place that an assault comes through: so many teams on each side, and whose blows fall."""

    def __init__(self, attackers: Side, defenders: Side) -> None:
        self.attackers, self.defenders = attackers, defenders
        self.places: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
        self.endings: dict[Ending, Fraction] = {}

    def end(self, how: How, attackers: int, defenders: int, chance: Fraction) -> None:
        if chance:
            ending = Ending(how, attackers, defenders)
            self.endings[ending] = self.endings.get(ending, Fraction(0)) + chance

    def reach(self, place: tuple[int, int], attack: Fraction, counter: Fraction) -> None:
        now = self.places.get(place, (Fraction(0), Fraction(0)))
        self.places[place] = (now[0] + attack, now[1] + counter)

    def settle(self) -> Odds[Ending]:
        while self.places:
            place = max(self.places, key=sum)
            self._leave(place, *self.places.pop(place))
        common = lcm(*(chance.denominator for chance in self.endings.values()))
        return Odds({ending: int(chance * common) for ending, chance in self.endings.items()})

    def _leave(self, place: tuple[int, int], attack: Fraction, counter: Fraction) -> None:
        """All rounds that begin with these numbers, the idle ones summed up to infinity."""
        ours, theirs = self.attackers, self.defenders
        strikes, returns = felled(ours, *place), felled(theirs, place[1], place[0])
        idle = strikes.chance(0) * theirs.counterattacks
        idle_back = returns.chance(0) * ours.counterattacks
        if idle * idle_back == 1:
            return self.end("nobody", *place, attack + counter)
        attacks = (attack + counter * idle_back) / (1 - idle * idle_back)
        counters = (counter + attack * idle) / (1 - idle * idle_back)
        for number, chance in strikes.items():
            self._after_attack(place, number, attacks * chance)
        for number, chance in returns.items():
            self._after_counter(place, number, counters * chance)
        return None

    def _after_attack(self, place: tuple[int, int], number: int, chance: Fraction) -> None:
        own, enemy = place[0], place[1] - number
        passes = self.defenders.counterattacks if enemy else Fraction(0)
        self.end("attacker", own, enemy, chance * (1 - passes))
        if number and enemy:
            self.reach((own, enemy), Fraction(0), chance * passes)

    def _after_counter(self, place: tuple[int, int], number: int, chance: Fraction) -> None:
        own, enemy = place[0] - number, place[1]
        passes = self.attackers.counterattacks if own else Fraction(0)
        self.end("defender", own, enemy, chance * (1 - passes))
        if number and own:
            self.reach((own, enemy), chance * passes, Fraction(0))


def carries(attackers: Side, defenders: Side, rules: Moves, fire: Odds[Fire] = NO_FIRE) -> Fraction:
    """The exact chance that an assault carries."""
    return ends(attackers, defenders, rules, fire).where(lambda ending: ending.how == "attacker")


# -- sampled: any teams


class Band(Struct, frozen=True):
    """One side as it is: its teams in contact, whatever they are, and the unit that tests for them."""

    seat: str
    fighters: tuple[Fighter, ...]
    unit: Involved


class Sampled(Struct, frozen=True):
    """A chance that was not calculated but tried out: so many of so many assaults carried, by seeded dice."""

    carried: int
    tries: int
    seed: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.carried, self.tries)

    @property
    def interval(self) -> tuple[float, float]:
        """Between these two lies the true chance, nineteen times out of twenty (Wilson)."""
        z, n, p = 1.96, self.tries, self.carried / self.tries
        middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)

    def words(self) -> str:
        low, high = self.interval
        return f"about {percent(self.share)} ({percent(low)} to {percent(high)}; {self.tries} tries, seed {self.seed})"


Barred = Collection[tuple[str, str]]
"""Teams of the two sides that do not come to blows with each other, each pair both ways."""


def play_out(
    attackers: Band,
    defenders: Band,
    dice: Dice,
    rules: Moves,
    shooting: Rules = STANDARD,
    barred: Barred = (),
) -> Ending:
    """One assault hand to hand, after Defensive Fire, by the rules.

    Who passes fights on, hits are spread evenly, teams take the weapons that do most. `barred`: see `melee.spread`.
    """
    bands = [attackers, defenders]
    for turn in range(ROUNDS):
        ours, theirs = bands[turn % 2], bands[1 - turn % 2]
        theirs = _after_blows(ours, theirs, dice, rules, shooting, barred)
        bands[1 - turn % 2] = theirs
        if not theirs.fighters or not counterattack([theirs.unit], dice, theirs.seat).passed:
            how: How = "attacker" if turn % 2 == 0 else "defender"
            return Ending(how, len(bands[0].fighters), len(bands[1].fighters))
    return Ending("nobody", len(bands[0].fighters), len(bands[1].fighters))


def _after_blows(ours: Band, theirs: Band, dice: Dice, rules: Moves, shooting: Rules, barred: Barred = ()) -> Band:
    """The other side after one round of blows; Bailed Out tanks fight no more."""
    victims = [Victim(f.name, f.team, False, theirs.unit.commander, theirs.unit.komissar) for f in theirs.fighters]
    able = [f for f in ours.fighters if any(forbids_strike(f.team, v.team, rules) is None for v in victims)]
    if not able:
        return theirs
    hits = spread(roll_blows(arm(able, victims, rules, shooting), dice, ours.seat).hit, victims, rules, barred)
    struck = fight(hits, victims, dice, ours.seat, theirs.seat, rules, shooting) if hits else ()
    out = {one.name for one in struck if one.condition != "fighting"}
    return replace(theirs, fighters=tuple(f for f in theirs.fighters if f.name not in out))


def sampled(
    attackers: Band,
    defenders: Band,
    rules: Moves,
    *,
    tries: int = 1000,
    seed: int = 0,
    fire: Callable[[Dice], Band | None] | None = None,
    shooting: Rules = STANDARD,
    barred: Barred = (),
) -> Sampled:
    """How often an assault carries, by trying it out.

    `fire` rolls the Defensive Fire of each try and says who of the attackers is left; nothing if it stopped them.
    """
    if tries < 1:
        raise Illegal("odds by trying", f"a chance is tried out with at least one try, not {tries}")
    carried = 0
    for number in range(tries):
        dice = Dice(Seeded(seed, f"assault {number}"))
        left = attackers if fire is None else fire(dice)
        if left is not None and left.fighters:
            carried += play_out(left, defenders, dice, rules, shooting, barred).how == "attacker"
    return Sampled(carried, tries, seed)
