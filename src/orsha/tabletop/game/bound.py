"""What the domains of a battle share: the state that they are about, and what sort of thing a value is."""

from __future__ import annotations

from typing import TypeGuard, TypeVar

from orsha.kernel import Domain
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat

D = TypeVar("D", bound=Domain)
T = TypeVar("T")


class Bound(Domain, frozen=True, dict=True):
    """A domain with the state at hand."""

    @property
    def about(self) -> BattleState:
        state: BattleState = self.__dict__["state"]
        return state

    @property
    def who(self) -> Seat:
        seat: Seat = self.__dict__["seat"]
        return seat


def bound(domain: D, state: BattleState, seat: Seat) -> D:
    """A domain that knows the state which it is about; nobody who reads the domain as data sees it."""
    domain.__dict__.update(state=state, seat=seat)
    return domain


def all_of(value: object, kind: type[T]) -> TypeGuard[tuple[T, ...]]:
    """Whether something is a tuple of nothing but such things."""
    return isinstance(value, tuple) and all(isinstance(one, kind) for one in value)


def a_spot(value: object) -> TypeGuard[tuple[int, int]]:
    """Whether something is a place: two whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(one) is int for one in value)
