"""A check: one die that must reach a number. What it is for, what helps, whether a failure may be thrown again."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from orsha.kernel import Dice, Modifier, Roll
from orsha.kernel.odds import reroll_failures, success


class Check(Struct, frozen=True):
    """A die to be thrown: the same value says the number, rolls it and gives its odds. core 2.2"""

    purpose: str
    needed: int
    modifiers: tuple[Modifier, ...] = ()
    """Added to the die."""
    again: bool = False
    """A failure is thrown once more: the formation commander is near. core 2.4"""

    @property
    def face(self) -> int:
        """What the die itself must show; 1 or less cannot fail, 7 or more cannot be reached."""
        return self.needed - sum(modifier.value for modifier in self.modifiers)

    @property
    def chance(self) -> Fraction:
        if self.face > 6:
            return Fraction(0)
        return reroll_failures(success(self.face)) if self.again else success(self.face)

    def roll(self, dice: Dice, who: str) -> Checked:
        """Throws it; a check that cannot fail, or cannot be passed, is settled without a die."""
        if not 1 < self.face <= 6:
            return Checked(self, self.face <= 1)
        first = dice.total(self.purpose, who, modifiers=self.modifiers, needed=self.needed)
        if first.passed or not self.again:
            return Checked(self, first.passed, (first,))
        second = dice.again(first)
        return Checked(self, second.passed, (first, second))

    def words(self) -> str:
        extra = "".join(f" {m.value:+d} {m.name}" for m in self.modifiers)
        again = ", a failure again" if self.again else ""
        return f"{self.purpose}: {self.needed}+{extra}{again}"


class Checked(Struct, frozen=True):
    """A check that was made, with the dice that were thrown for it."""

    check: Check
    passed: bool
    rolls: tuple[Roll, ...] = ()
