"""Told dice, teams with names, and every roll there can be: for tests of the battle's rules that read as stories."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from orsha.kernel import Dice, Typed
from orsha.kernel.dice import NeedRoll
from orsha.tabletop.battle.moves import moves
from orsha.tabletop.force.card import Armour, Motivation, Move, Skill, Team, Weapon

T = TypeVar("T", bound=Hashable)
RULES = moves()
INCH = 1000


class Told(Dice):
    """Dice that show what the story says; every die told must be thrown."""

    def __init__(self, *faces: int | tuple[int, ...]) -> None:
        self.told = Typed([face if isinstance(face, tuple) else (face,) for face in faces])
        super().__init__(self.told)

    @property
    def purposes(self) -> list[str]:
        return [roll.ask.purpose for roll in self.rolls]

    def all_thrown(self) -> bool:
        return not self.told.answers


def every(play: Callable[[Dice], T]) -> dict[T, Fraction]:
    """Plays something with every sequence of dice that it can ask for: its odds by brute force."""
    found: dict[T, Fraction] = {}
    open_to: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while open_to:
        told, chance = open_to.pop()
        try:
            result = play(Dice(Typed(told)))
        except NeedRoll as need:
            ways = list(product(range(1, need.ask.sides + 1), repeat=need.ask.count))
            open_to += [((*told, faces), chance / len(ways)) for faces in ways]
        else:
            found[result] = found.get(result, Fraction(0)) + chance
    return found


RIFLE = Weapon("rifle", 16, halted=1, moving=1, anti_tank=2, firepower=6)
PANZERFAUST = Weapon("Panzerfaust", 4, halted=1, moving=1, anti_tank=12, firepower=5, limited=1)
FLAME = Weapon("flame-thrower", 4, halted=4, moving=4, anti_tank=2, firepower="auto", rules=("flame-thrower",))
GUN = Weapon("7.5cm gun", 32, halted=2, moving=1, anti_tank=11, firepower=3)
ON_FOOT = Move(8, 8, 12, 12, "auto")
ON_TRACKS = Move(10, 12, 18, 20, 3)


def team(name: str, kind: Any = "infantry", **changes: Any) -> Team:
    """A team that is 4+ at everything, on foot with a rifle unless it is said otherwise."""
    given: dict[str, Any] = {
        "motivation": Motivation(4),
        "skill": Skill(4),
        "hit_on": 4,
        "move": ON_FOOT,
        "save": 3,
        "weapons": (RIFLE,),
    }
    return Team(name=name, kind=kind, **{**given, **changes})


def rifles(**changes: Any) -> Team:
    return team("Rifle team", **changes)


def grenadiers(**changes: Any) -> Team:
    return team("Grenadier team", **{"weapons": (RIFLE, PANZERFAUST), **changes})


def tank(name: str = "T-34", armour: tuple[int, int, int] = (6, 5, 1), **changes: Any) -> Team:
    given: dict[str, Any] = {"armour": Armour(*armour), "save": None, "move": ON_TRACKS, "weapons": (GUN,)}
    return team(name, "tank", **{**given, **changes})


def truck(**changes: Any) -> Team:
    given: dict[str, Any] = {"save": 5, "move": Move(8, 8, 10, 28, 5), "weapons": (), "passengers": 2}
    return team("Truck", "tank", **{**given, **changes})


def half_track(**changes: Any) -> Team:
    given: dict[str, Any] = {"passengers": 3, "rules": ("mounted-assault", "unit-transport")}
    return tank("Half-track", (1, 1, 0), **{**given, **changes})


def gun(**changes: Any) -> Team:
    return team("Anti-tank gun", "gun", **{"move": Move(2, 2, 4, 6, 5), "weapons": (GUN,), **changes})


def nest(**changes: Any) -> Team:
    return team("MG nest", "gun", **{"move": Move(None, None, None, None, None), "rules": ("nest",), **changes})


def bunker(**changes: Any) -> Team:
    return nest(**{"rules": ("bunker",), "save": 2, **changes})
