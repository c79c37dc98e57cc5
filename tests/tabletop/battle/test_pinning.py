"""Pinned Down (core 6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.tabletop.battle.pinning import Taken, can_be_pinned, hits_to_pin, taken, why_pinned
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.force.card import Weapon
from tests.tabletop.battle.told import FLAME, RIFLE, bunker, gun, nest, rifles, tank, team, truck

PLATOON = [rifles()] * 7
COMPANY = [rifles()] * 12


def hits(number: int, on: Any = None, weapon: Any = RIFLE, **changes: Any) -> list[Strike]:
    return [Strike("A", on or rifles(), weapon, **changes)] * number


def test_core_6_8_five_hits_pin_a_unit_and_four_do_not() -> None:
    assert why_pinned(PLATOON, taken(hits(4))) is None
    assert why_pinned(PLATOON, taken(hits(5))) == "5 hits, 5 are enough"


def test_core_6_8_a_unit_of_twelve_teams_takes_eight() -> None:
    assert [hits_to_pin(teams) for teams in (1, 11, 12, 22)] == [5, 5, 8, 8]
    assert why_pinned(COMPANY, taken(hits(7))) is None and why_pinned(COMPANY, taken(hits(8)))


def test_core_6_8_the_hits_of_all_shooters_in_the_step_count_together() -> None:
    first, second = taken(hits(3)), taken(hits(2))
    assert why_pinned(PLATOON, first) is None and why_pinned(PLATOON, first + second)


def test_core_6_8_one_hit_of_a_bombardment_is_enough() -> None:
    shelled = taken(hits(1, bombardment=True))
    assert why_pinned(COMPANY, shelled) == "a bombardment hit it"
    assert why_pinned(COMPANY, taken(hits(1)) + shelled) == "a bombardment hit it"


def test_card_a_flame_thrower_and_a_sniper_pin_whom_they_hit() -> None:
    sniper = Weapon("sniper", 16, halted=1, moving=1, anti_tank=0, firepower=5, rules=("unseen-killer",))
    assert why_pinned(COMPANY, taken(hits(1, weapon=FLAME))) == "flame-thrower hit it"
    assert why_pinned(COMPANY, taken(hits(2, weapon=FLAME)) + taken(hits(1, weapon=sniper))) == "flame-thrower hit it"
    assert why_pinned(COMPANY, taken(hits(1, weapon=sniper))) == "sniper hit it"


@pytest.mark.parametrize(
    ("one", "pinned"),
    [
        (rifles(), True),
        (gun(), True),
        (truck(), True),
        (nest(), True),
        (bunker(), True),
        (tank(), False),
        (team("Stuka", "aircraft"), False),
    ],
)
def test_core_6_8_armoured_tanks_and_aircraft_are_never_pinned(one: Any, pinned: bool) -> None:
    assert can_be_pinned(one) is pinned
    assert (why_pinned([one], taken(hits(9, on=one))) is not None) is pinned
    assert (why_pinned([one], taken(hits(1, on=one, bombardment=True))) is not None) is pinned


def test_hits_on_the_armoured_teams_of_a_mixed_unit_do_not_count() -> None:
    mixed = [rifles()] * 5 + [tank("Half-track")]
    assert taken([*hits(4), *hits(3, on=tank())]) == Taken(4)
    assert why_pinned(mixed, taken([*hits(4), *hits(3, on=tank())])) is None


def test_nothing_taken_nothing_pinned() -> None:
    assert why_pinned(PLATOON, Taken()) is None
