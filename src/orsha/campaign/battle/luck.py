"""The chances of an automatic battle: all from one seed, so that a battle can be fought again to the byte."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Luck:
    """Everything is drawn with `random()` alone, which is the same on every machine and in every Python."""

    def __init__(self, seed: int | str) -> None:
        self._rng = random.Random(f"orsha automatic battle {seed}")

    def happens(self, chance: float) -> bool:
        return self._rng.random() < chance

    def die(self) -> int:
        return 1 + int(self._rng.random() * 6)

    def two(self) -> int:
        return self.die() + self.die()

    def pick(self, among: Sequence[T]) -> T:
        return among[int(self._rng.random() * len(among))]
