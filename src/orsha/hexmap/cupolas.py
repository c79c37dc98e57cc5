"""Machine-gun cupolas (001 4): a card of facts, read from the data."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from orsha.hexmap.map import Strict
from orsha.hexmap.slopes import TERRAIN_RULES
from orsha.kernel.data import load

Fire = Literal["ground", "aerial"]
Mishap = Literal["repair", "sustained-fire"]
Order = Literal["covering-fire-direction", "mandatory-fire-direction"]


class Cupola(Strict, frozen=True):
    """What a machine-gun cupola is and does. What it does not say follows the base game's rules in `built_on`."""

    source: str
    built_on: tuple[str, ...]
    crew: str
    crew_may_leave: bool
    crew_survival: bool
    burns: bool
    leaves_wreck: bool
    may_be_scrounged: bool
    hidden_setup: tuple[Literal["SBR", "FPP"], ...]
    hull_down: bool
    not_hull_down_to: tuple[Fire, ...]
    target_size: int
    armour: int
    treated_as: Literal["AFV"]
    moves: bool
    fire_lanes: bool
    buttoned_up_penalty: bool
    close_combat_as: Literal["CMG"]
    malfunctions: bool
    never_disabled_by: tuple[Mishap, ...]
    repaired_in_reorganization: bool
    immune_to: tuple[Order, ...]
    leadership: bool

    def hull_down_to(self, fire: Fire) -> bool:
        # 001 4.1
        return self.hull_down and fire not in self.not_hull_down_to

    def may_set_up_hidden(self, *, by_special_rule: bool, bought_with_fpp: bool) -> bool:
        # 001 4.1, 7.520
        return (by_special_rule and "SBR" in self.hidden_setup) or (bought_with_fpp and "FPP" in self.hidden_setup)

    def may_be_disabled_by(self, mishap: Mishap) -> bool:
        # 001 4.1
        return mishap not in self.never_disabled_by

    def works_after_reorganization(self, malfunctioned: bool) -> bool:
        # 001 4.1, 7.5132
        return not malfunctioned or self.repaired_in_reorganization


class _File(Struct, frozen=True):
    cupola: Cupola


@cache
def cupola() -> Cupola:
    return load(TERRAIN_RULES, _File).cupola
