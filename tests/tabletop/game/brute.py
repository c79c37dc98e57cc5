"""Every way that dice can fall in a decision, each with its chance: odds are held to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeVar

from orsha.kernel import Dice
from orsha.kernel.dice import Ask
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story

T = TypeVar("T")


class _More(Exception):
    def __init__(self, dice: int) -> None:
        self.dice = dice


class _Shown:
    """Dice that show a row of faces, and stop the decision where it wants more of them."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        if len(self.left) < ask.count:
            raise _More(ask.count)
        shown, self.left = self.left[: ask.count], self.left[ask.count :]
        return tuple(shown)


def every_end(state: BattleState, act: Callable[[Story], None]) -> Iterator[tuple[Fraction, Story]]:
    """A decision with all faces that its dice can show."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        story = Story(state, Dice(_Shown(faces)))
        try:
            act(story)
        except _More as more:
            waiting += [(*faces, *next_ones) for next_ones in product(range(1, 7), repeat=more.dice)]
        else:
            yield Fraction(1, 6 ** len(faces)), story


def share(state: BattleState, act: Callable[[Story], None], of: Callable[[BattleState], T]) -> dict[T, Fraction]:
    """The chance of each answer to a question about what came of it."""
    found: dict[T, Fraction] = {}
    for chance, story in every_end(state, act):
        answer = of(story.state)
        found[answer] = found.get(answer, Fraction(0)) + chance
    assert sum(found.values()) == 1
    return found
