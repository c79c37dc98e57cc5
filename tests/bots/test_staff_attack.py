"""The staff in the attack: somebody is there in time, guns come up, machine-guns stay and shoot, nobody jams."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.bots.staff import moving
from orsha.bots.staff.plan import Task, plan
from orsha.bots.staff.presence import sent
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import March
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import state as m
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import gun, rifles, tank, team
from tests.tabletop.game.stage import Group, act, battle, with_mission, with_team, with_unit

GOAL = (60_000, 24_000)


def men(name: str, x: float, y: float, count: int = 4) -> Group:
    return Group(name, (rifles(),) * count, [(x, y + 2 * n) for n in range(count)])


def attack(allied: list[Group], axis: list[Group], turn: int, features: Sequence[Feature] = ()) -> BattleState:
    """No Retreat, whose defender wins from the sixth turn if no attacker is within eight inches of an objective."""
    state = battle(allied, axis, step="movement", mission="no-retreat", features=features)
    one = {"1": m.Objective("1", "allied", "defender", GOAL)}
    return with_mission(state, objectives=one, turns={"allied": turn, "axis": turn - 1})


FOES = men("Grenadiers", 62, 30)


def test_in_time_somebody_makes_straight_for_an_objective() -> None:
    state = attack([men("Near", 46, 24), men("Far", 10, 24)], [FOES], turn=5)
    task = plan(state, "allied").tasks["allied 0"]
    assert task == Task("take", GOAL, straight=True)


def test_nobody_hurries_while_there_is_time() -> None:
    state = attack([men("Near", 46, 24)], [FOES], turn=2)
    assert sent(state, "allied", {"allied 0": (46_000, 24_000)}) == {}


def test_one_who_is_there_stays_and_nobody_else_is_sent() -> None:
    state = attack([men("There", 55, 22), men("Near", 46, 24)], [FOES], turn=5)
    assert sent(state, "allied", {"allied 0": (55_000, 22_000), "allied 1": (46_000, 24_000)}) == {"allied 0": GOAL}


def test_who_is_pinned_down_is_not_sent() -> None:
    state = attack([men("Near", 46, 24), men("Far", 40, 24)], [FOES], turn=5)
    state = with_unit(state, "allied 0", pinned=True)
    assert set(sent(state, "allied", {"allied 0": (46_000, 24_000), "allied 1": (40_000, 24_000)})) == {"allied 1"}


def test_who_goes_straight_does_not_turn_aside_to_storm() -> None:
    state = attack([men("Near", 46, 24)], [men("Grenadiers", 46, 36)], turn=5)
    storming = moving.act(state, "allied", "allied 0", Task("take", GOAL), set())
    straight = moving.act(state, "allied", "allied 0", Task("take", GOAL, straight=True), set())
    assert isinstance(storming, March) and isinstance(straight, March)
    assert storming.legs[0].way[-1][1] > 28_000
    assert straight.legs[0].way[-1][0] > 52_000


def test_who_goes_straight_does_not_dash_at_the_end_for_then_he_would_not_count() -> None:
    state = attack([men("Near", 45, 24)], [men("Grenadiers", 4, 4)], turn=6)
    command = moving.act(state, "allied", "allied 0", Task("take", GOAL, straight=True), set())
    assert isinstance(command, March) and {leg.pace for leg in command.legs} == {"tactical"}


# -- guns and machine-guns


def test_guns_that_reach_nobody_come_up_and_those_that_do_stay() -> None:
    reach = max(weapon.range for weapon in gun().weapons)
    cards = (gun(), gun())
    far = Group("Far", cards, [(58 - reach, 4), (58 - reach, 8)])
    near = Group("Near", cards, [(66 - reach, 34), (66 - reach, 38)])
    state = attack([far, near, men("Men", 40, 24)], [FOES], turn=2)
    tasks = plan(state, "allied").tasks
    assert tasks["allied 0"] == Task("take", GOAL)
    assert tasks["allied 1"].role == "support"


def test_late_in_the_battle_guns_that_see_nobody_come_up_too() -> None:
    woods = Feature("woods", area=((40_000, 0), (46_000, 0), (46_000, 48_000), (40_000, 48_000)))
    near = Group("Near", (gun(), gun()), [(38, 24), (38, 28)])
    early, late = (
        attack([near, men("Men", 20, 24)], [men("Grenadiers", 50, 24)], turn=n, features=[woods]) for n in (3, 7)
    )
    assert plan(early, "allied").tasks["allied 0"].role == "support"
    assert plan(late, "allied").tasks["allied 0"] == Task("take", GOAL)


def test_the_defenders_guns_stay_where_they_are() -> None:
    far = Group("Far", (gun(), gun()), [(70, 4), (70, 8)])
    state = attack([men("Men", 4, 24)], [far, FOES], turn=2)
    assert plan(state, "axis").tasks["axis 0"].role == "support"


def machine_guns(x: float, y: float) -> Group:
    heavy = team("HMG", rules=("heavy-weapon",))
    return Group("Machine-guns", (heavy,) * 3, [(x, y + 2 * n) for n in range(3)])


def test_machine_guns_with_a_target_stay_and_shoot() -> None:
    state = attack([machine_guns(46, 26)], [men("Grenadiers", 56, 26)], turn=2)
    assert not isinstance(moving.act(state, "allied", "allied 0", Task("take", GOAL), {"dig-in"}), March)
    alone = attack([machine_guns(20, 26)], [men("Grenadiers", 66, 26)], turn=2)
    assert isinstance(moving.act(alone, "allied", "allied 0", Task("take", GOAL), set()), March)


def test_machine_guns_that_must_be_there_go_all_the_same() -> None:
    state = attack([machine_guns(46, 26)], [men("Grenadiers", 46, 40)], turn=6)
    assert isinstance(moving.act(state, "allied", "allied 0", Task("take", GOAL, straight=True), set()), March)


# -- jams


def test_tanks_get_around_their_own_guns_though_the_enemy_stands_on_their_goal() -> None:
    tanks = Group("Tanks", (tank(), tank(), tank()), [(20, 24), (20, 28), (20, 20)])
    wall = Group("Guns", (gun(),) * 5, [(23, 18 + 2.5 * n) for n in range(5)])
    state = attack([tanks, wall], [Group("Grenadiers", (rifles(),) * 2, [(60, 24), (60, 26)])], turn=2)
    command = moving.act(state, "allied", "allied 0", Task("take", GOAL), set())
    assert isinstance(command, March)
    done = act(state, "allied", command).state
    assert sum(facts.spot(done, id)[0] > 24_000 for id in facts.teams_of(done, "allied 0")) >= 2


def test_who_would_dash_out_of_command_walks() -> None:
    group = Group("Rifles", (rifles(),) * 5, [(20, 24), (12, 24), (13, 26), (13, 22), (14, 24)])
    state = attack([group], [men("Grenadiers", 66, 30)], turn=2)
    state = with_team(state, "allied 0.0", forbidden=("move",))
    command = moving.act(state, "allied", "allied 0", Task("take", GOAL), set())
    assert isinstance(command, March) and len(command.legs) >= 4
