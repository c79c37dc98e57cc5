"""The cards' Sniper's Hide on the virtual table: out of ambush into No Man's Land, also from reserve."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orsha.bots.battle_auto import play_battle
from orsha.bots.staff import snipers
from orsha.bots.staff.bot import StaffBot
from orsha.tabletop.force import Force, Unit, ready_force
from orsha.tabletop.force.arsenal import arsenal
from orsha.tabletop.force.choosing import fielded
from orsha.tabletop.force.force import Formation
from orsha.tabletop.game import Battle, BattleSetup, facts
from orsha.tabletop.game.commands import Deploy
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.table.bases import radius
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.stage import Group, decided, refused
from tests.tabletop.game.test_deploying import MEN, hidden, put
from tests.tabletop.game.test_moving import wood

SNIPER = Group("Sniper", (rifles(rules=("snipers-hide", "independent")),), ())
FAR = Group("Soviets", (rifles(),), [(70, 1)])


def lying(*groups: Group, enemy: Group = FAR, **of: Any) -> BattleState:
    """Bridgehead: the axis defends the upper half, x from 20 to 52; the enemy's begins 16 inches off the middle."""
    return hidden(*groups, enemy=enemy, **of)


def test_he_comes_out_in_no_mans_land_too_and_is_in_foxholes() -> None:
    state = lying(SNIPER, MEN)
    after = decided(state, "axis", put(state, "axis 0", (36, 18))).state
    assert facts.spot(after, "axis 0.0") == (36_000, 18_000) and after.teams["axis 0.0"].foxholes
    assert decided(state, "axis", put(state, "axis 0", (30, 40))).state, "or in his own area"
    refused(state, "axis", put(state, "axis 0", (5, 7)), "outside the zone")
    refused(state, "axis", put(state, "axis 1", (36, 18), (38, 18)), "outside the zone")


@pytest.mark.parametrize(
    ("gap", "cover", "legal"), [(15.9, False, False), (16, False, True), (4, True, True), (3.9, True, False)]
)
def test_003_so_far_from_the_enemy_as_any_ambush(gap: float, cover: bool, legal: bool) -> None:
    ground = [wood(25, 16.5, 47, 26)] if cover else []
    wide = (radius("infantry") + radius("infantry-small")) / 1000
    state = lying(SNIPER, enemy=Group("Soviets", (rifles(),), [(36, 18 - gap - wide)]), features=ground)
    command = put(state, "axis 0", (36, 18))
    if legal:
        assert decided(state, "axis", command).state
    else:
        refused(state, "axis", command, "not placed so near")


def test_from_reserve_he_waits_in_ambush_and_comes_out_at_once() -> None:
    state = lying(SNIPER, MEN, where="reserve", arriving=1, arrive_at="defender-edge")
    (hides,) = [option for option in Battle().options(state, "axis") if option.act == "choose"]
    assert hides.choices("what") == ("axis 0",)
    refused(state, "axis", mc.Choose("axis 1"), "team by team")
    waits = decided(state, "axis", mc.Choose("axis 0")).state
    assert waits.mission.stage == "snipers" and waits.mission.units["axis 0"].where == "ambush"
    refused(waits, "axis", put(waits, "axis 1", (36, 48), (38, 48)), "cannot be put on the table")
    out = decided(waits, "axis", put(waits, "axis 0", (36, 18))).state
    assert out.teams["axis 0.0"].foxholes
    assert decided(out, "axis", mc.Done()).state.step == "movement"


def test_every_sampled_place_is_accepted() -> None:
    state, rng = lying(SNIPER, MEN), random.Random(3)
    for option in Battle().options(state, "axis"):
        if option.act == "deploy":
            for _ in range(12):
                command: Any = Battle().command(option.sample(rng))
                assert decided(state, "axis", command).state


# -- the Soviet card: each for itself


def soviet_snipers() -> tuple[Unit, ...]:
    card = arsenal("soviet", "mid").card("Sniper Platoon")
    return fielded(card, "Sniper Platoon", card.sizes[-1], {})


def test_soviet_snipers_are_separate_independent_teams() -> None:
    units = soviet_snipers()
    assert [(unit.name, len(unit.teams), unit.points) for unit in units] == [
        (f"Sniper Platoon, team {n}", 1, 2) for n in (1, 2, 3, 4)
    ]
    assert all(unit.independent for unit in units)


def battle(seed: int, mission: str = "free-for-all") -> BattleSetup:
    """Soviets with four snipers, Germans with one, at fifty points."""
    card = arsenal("german", "mid").card("Sniper")
    more = {"soviet-50": soviet_snipers(), "german-50": fielded(card, "Sniper", card.sizes[0], {})}
    allied, axis = (_with(ready_force(name), units) for name, units in more.items())
    return BattleSetup({"allied": allied, "axis": axis}, mission=mission, seed=seed)


def _with(force: Force, units: tuple[Unit, ...]) -> Force:
    first = Formation(force.formations[0].name, (*force.formations[0].units, *units))
    return Force(force.name, force.nation, force.period, (first, *force.formations[1:]), force.support)


@pytest.mark.parametrize(("bots", "mission"), [("random", "encounter"), ("staff", "contact")])
def test_bots_play_them(bots: str, mission: str) -> None:
    match, _ = play_battle(battle(5, mission), {"allied": bots, "axis": bots}, 5, record=False)
    assert match.result is not None


# -- the staff


def test_the_staff_shows_one_only_in_cover_with_somebody_to_shoot_at() -> None:
    foe = Group("Soviets", (rifles(),), [(36, 8)])
    assert snipers.reveal(lying(SNIPER, enemy=foe), "axis", ["axis 0"], random.Random(1)) is None, "no cover anywhere"
    state = lying(SNIPER, enemy=foe, features=[wood(28, 16.5, 44, 22)])
    found = snipers.reveal(state, "axis", ["axis 0"], random.Random(1))
    assert isinstance(found, Deploy)
    (place,) = found.places
    assert 28_000 <= place.at[0] <= 44_000 and 16_500 <= place.at[1] <= 22_000
    assert facts.sight(decided(state, "axis", found).state, "axis 0.0", "allied 0.0").clear


def test_the_staff_hides_whoever_comes_from_reserve_and_says_so_when_nobody_is_to_be_seen() -> None:
    staff = StaffBot("axis", 1)
    state = lying(SNIPER, where="reserve", arriving=1, arrive_at="defender-edge")
    assert staff.choose(state) == mc.Choose("axis 0")
    assert staff.choose(lying(SNIPER)) == mc.Done()
