"""Exact odds: distributions of dice as whole-number weights over one total.

Weights stay integers until somebody asks for a fraction, so nothing is ever rounded and
convolution is only multiplication and addition.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Odds(Generic[T]):
    """The chance of each outcome."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        self.weights: dict[T, int] = {k: w for k, w in weights.items() if w}
        self.total = sum(self.weights.values())
        if self.total <= 0 or min(self.weights.values()) < 0:
            raise ValueError("odds need at least one outcome, and no negative weight")

    def chance(self, outcome: T) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), self.total)

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that the outcome is one for which the question holds."""
        return Fraction(sum(w for k, w in self.weights.items() if holds(k)), self.total)

    def at_least(self: Odds[int], n: int) -> Fraction:
        return self.where(lambda k: k >= n)

    def mean(self: Odds[int]) -> Fraction:
        return Fraction(sum(k * w for k, w in self.weights.items()), self.total)

    def map(self, into: Callable[[T], U]) -> Odds[U]:
        weights: dict[U, int] = {}
        for k, w in self.weights.items():
            key = into(k)
            weights[key] = weights.get(key, 0) + w
        return _of(weights, self.total)

    def then(self, after: Callable[[T], Odds[U]]) -> Odds[U]:
        """A second throw that depends on the first: chained tests and growing pools."""
        branches = [(w, after(k)) for k, w in self.weights.items()]
        common = 1
        for _, odds in branches:
            common = common * odds.total // gcd(common, odds.total)
        weights: dict[U, int] = {}
        for w, odds in branches:
            scale = w * (common // odds.total)
            for k, v in odds.weights.items():
                weights[k] = weights.get(k, 0) + scale * v
        return _of(weights, self.total * common)

    def __add__(self: Odds[int], other: Odds[int] | int) -> Odds[int]:
        if isinstance(other, int):
            return Odds({k + other: w for k, w in self.weights.items()})
        low = min(self.weights) + min(other.weights)
        row = [0] * (max(self.weights) + max(other.weights) - low + 1)
        for a, x in self.weights.items():
            shift = a - low
            for b, y in other.weights.items():
                row[shift + b] += x * y
        return _of({low + k: w for k, w in enumerate(row) if w}, self.total * other.total)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        return ((k, Fraction(w, self.total)) for k, w in self.weights.items())

    def as_dict(self) -> dict[T, Fraction]:
        return dict(self.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Odds({self.weights!r})"


def _of(weights: dict[T, int], total: int) -> Odds[T]:
    """Odds whose weights are known to be sound."""
    odds: Odds[T] = Odds.__new__(Odds)
    odds.weights = weights
    odds.total = total
    return odds


def percent(chance: Fraction | float) -> str:
    """A chance as people read it, to a whole per cent; never rounded to certain or to impossible."""
    whole = round(chance * 100)
    if whole == 0 and chance > 0:
        return "<1 %"
    if whole == 100 and chance < 1:
        return ">99 %"
    return f"{whole} %"


def certain(outcome: T) -> Odds[T]:
    return Odds({outcome: 1})


def die(sides: int = 6) -> Odds[int]:
    return Odds(dict.fromkeys(range(1, sides + 1), 1))


@lru_cache(maxsize=256)
def total_of(count: int, sides: int = 6) -> Odds[int]:
    """The sum of some dice."""
    if count == 0:
        return certain(0)
    return total_of(count - 1, sides) + die(sides)


@lru_cache(maxsize=256)
def success(needed: int, sides: int = 6) -> Fraction:
    """One die's chance to reach a number, by the rule that a 7+ is a 6 and then 5+, an 8+ a 6 and then another 6.

    tabletop-core 6.3; above 8 nothing succeeds. Dice of other sizes have no such second throw.
    """
    if sides == 6 and needed in (7, 8):
        return Fraction(1, 6) * success(5 if needed == 7 else 6)
    return Fraction(min(sides, max(0, sides + 1 - needed)), sides)


@lru_cache(maxsize=1024)
def pool(count: int, chance: Fraction) -> Odds[int]:
    """How many of some independent tries succeed."""
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    return Odds({k: comb(count, k) * hit**k * miss ** (count - k) for k in range(count + 1)})


def chain(tests: Iterable[Fraction]) -> Fraction:
    """The chance that every test of a row is passed."""
    chance = Fraction(1)
    for test in tests:
        chance *= test
    return chance


def reroll_failures(chance: Fraction) -> Fraction:
    """A test whose failure may be thrown once more."""
    return chance + (1 - chance) * chance


def reroll_successes(chance: Fraction) -> Fraction:
    """A test whose success must be thrown once more."""
    return chance * chance
