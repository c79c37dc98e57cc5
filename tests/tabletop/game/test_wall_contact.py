"""Assaults on plain buildings (002 Battles at the City Outskirts): a wall in between is contact all the same."""

from __future__ import annotations

import random

import pytest

from orsha.tabletop.game import charging, events
from orsha.tabletop.game.commands import Charge, Counterattack, Pass
from orsha.tabletop.game.contact import in_contact
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.wall_contact import walled, walled_among
from orsha.tabletop.table import Feature, Stand
from orsha.tabletop.table.bases import base
from tests.tabletop.battle.told import rifles, tank
from tests.tabletop.game.stage import Group, act, battle, leg, refused


def house(kind: str = "city-building") -> Feature:
    return Feature(kind, area=((20_000, 20_000), (24_000, 20_000), (24_000, 24_000), (20_000, 24_000)))


def outskirts(man: tuple[float, float] = (22, 21.5), kind: str = "city-building") -> BattleState:
    """A tank south of a building, with a team in it an inch and a half behind the wall."""
    return battle(
        [Group("Tank", (tank(),), [(22, 17)])], [Group("Theirs", (rifles(),), [man], 180)],
        step="assault", features=[house(kind)],
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["city-building", "building"])
def test_002_a_tank_halts_at_the_wall_and_is_in_contact(kind: str) -> None:
    state = outskirts(kind=kind)
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert now.teams["allied 0.0"].y < 20_000
    assert in_contact(now) == (["allied 0.0"], ["axis 0.0"])


def test_002_who_is_behind_the_wall_fights_back_where_he_is() -> None:
    state = outskirts()
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None
    now = act(state, "allied", Charge("allied 0", legs)).state
    if now.asked is not None and now.asked.kind == "defend":
        now = act(now, "axis", Pass(), [1], 6).state
    assert now.asked is not None and now.asked.kind == "react"
    back = act(now, "axis", Counterattack(()), [1], 6)
    assert back.one(events.Fought).by == "axis"


def test_002_only_as_near_as_it_can_get_is_contact() -> None:
    """Around the corner it could come nearer to him than that."""
    state = outskirts()
    refused(state, "allied", Charge("allied 0", (leg(state, "allied 0.0", (20, 18)),)), "must end in contact")


def test_002_infantry_walks_in_and_must_touch() -> None:
    table = outskirts().table
    assert table is not None
    assert not walled(table, Stand(22_000, 19_100, "infantry"), Stand(22_000, 21_500, "infantry"))
    assert walled(table, Stand(22_000, 19_950 - base("tank").half_length, "tank", 0), Stand(22_000, 21_500, "infantry"))


def test_002_a_vehicle_far_from_the_wall_is_in_contact_with_nobody() -> None:
    table = outskirts().table
    assert table is not None
    assert not walled(table, Stand(22_000, 17_000, "tank", 0), Stand(22_000, 21_500, "infantry"))


def test_002_of_many_those_are_in_contact_who_are_one_by_one() -> None:
    table, rng = outskirts().table, random.Random(5)
    assert table is not None
    at = [Stand(rng.randint(18, 26) * 1000, 19_950 - base("tank").half_length, "tank", 0) for _ in range(8)]
    inside = [Stand(rng.randint(19, 25) * 1000, rng.randint(20, 23) * 1000, "infantry") for _ in range(20)]
    found = 0
    for ours, theirs in ((at, inside), (inside, at)):
        others = {str(n): other for n, other in enumerate(theirs)}
        for one in ours:
            slow = [id for id, other in others.items() if walled(table, one, other)]
            assert walled_among(table, one, others) == slow
            found += len(slow)
    assert found > 10
