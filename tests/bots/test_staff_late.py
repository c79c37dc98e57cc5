"""The staff late in a battle: who can still be where it is decided goes there in time, and throws out who is there."""

from __future__ import annotations

from orsha.bots.staff import assaults, closing, moving
from orsha.bots.staff.evicting import hunters
from orsha.bots.staff.goals import Goals
from orsha.bots.staff.plan import Task, plan
from orsha.tabletop.force.card import Move, Weapon
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import March
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import state as m
from tests.bots.test_staff_pressing import GOAL, HOME, company, machine_guns, meeting, row
from tests.tabletop.battle.told import rifles, tank, team
from tests.tabletop.game.stage import Group, battle, with_mission

SHELLS = (Weapon("Mortar", 40, anti_tank=1, firepower=4, fires="artillery"),)
GUARDS = row("Grenadiers", 60, 22, 4)
FAR_AWAY = row("Grenadiers", 30, 44, 2)


def mortars(x: float, y: float = 24, move: int = 8) -> Group:
    one = team("Mortar", weapons=SHELLS, rules=("heavy-weapon",), move=Move(move, move, move, move, 5))
    return Group("Mortars", (one,) * 3, [(x, y + 2 * n) for n in range(3)])


def test_mortars_shell_until_the_time_gets_short_and_then_set_out() -> None:
    groups = [mortars(20), company(30), company(34, 4), company(38, 34)]
    assert plan(meeting(groups, [GUARDS], turn=3), "allied").tasks["allied 0"].role == "support"
    assert plan(meeting(groups, [GUARDS], turn=7), "allied").tasks["allied 0"] == Task("take", GOAL)


def test_mortars_that_cannot_be_there_in_time_stay_and_shell() -> None:
    slow, fast = (plan(meeting([mortars(30, move=n)], [GUARDS], turn=8), "allied").tasks for n in (4, 8))
    assert slow["allied 0"].role == "support"
    assert fast["allied 0"] == Task("take", GOAL)


def test_who_comes_to_an_objective_before_any_enemy_goes_straight_there() -> None:
    alone = plan(meeting([company(44)], [FAR_AWAY], turn=8), "allied").tasks["allied 0"]
    guarded = plan(meeting([company(44)], [GUARDS], turn=8), "allied").tasks["allied 0"]
    assert alone == Task("take", GOAL, straight=True) and not guarded.straight
    assert not plan(meeting([company(44)], [FAR_AWAY], turn=3), "allied").tasks["allied 0"].straight


def test_late_each_goes_for_the_objective_that_is_soft_for_him() -> None:
    state = meeting([company(50, 2), company(50, 34)], [GUARDS], turn=8)
    other = (60_000, 6000)
    more = {**state.mission.objectives, "3": m.Objective("3", "axis", "defender", other)}
    tasks = plan(with_mission(state, objectives=more), "allied").tasks
    assert tasks["allied 0"].at == other


def test_machine_guns_leave_a_good_target_when_they_would_come_too_late() -> None:
    early, short = (meeting([machine_guns(26, 20)], [row("Grenadiers", 40, 20, 8)], turn=n) for n in (6, 9))
    task = Task("take", GOAL)
    assert moving.act(early, "allied", "allied 0", task, {"dig-in"}) is None
    assert isinstance(moving.act(short, "allied", "allied 0", task, {"dig-in"}), March)


def test_late_hopeless_infantry_goes_on_to_its_objective() -> None:
    fire = (Weapon("HMG", 24, halted=6, moving=2, anti_tank=2, firepower=6),)
    foes = Group("HMGs", (team("HMG", weapons=fire),) * 8, [(45, 18 + 1.5 * n) for n in range(8)])
    early, late_on = (meeting([row("Two", 40, 24, 2)], [foes], turn=n) for n in (3, 8))
    assert not closing.undeterred(early, "allied", "allied 0", Task("take", GOAL)).straight
    assert closing.undeterred(late_on, "allied", "allied 0", Task("take", GOAL)).straight


# -- who defends


def kept(turn: int, *, at: float) -> BattleState:
    """No Retreat: the defender wins from turn six on if no enemy is within eight inches of his objective."""
    own = [row(f"Company {n}", 10, 2 + 11 * n, 4) for n in range(4)]
    state = battle([row("Intruders", at, 24, 2)], own, step="movement", active="axis", mission="no-retreat")
    return with_mission(
        state, objectives={"1": m.Objective("1", "axis", "defender", HOME)}, turns={"allied": turn, "axis": turn}
    )


def test_at_the_last_all_but_one_go_and_throw_the_intruder_out() -> None:
    def out(turn: int, at: float = 14) -> int:
        state = kept(turn, at=at)
        spots = {unit: moving.leader_spot(state, unit) for unit in facts.units_on_table(state, "axis")}
        return len(hunters(state, "axis", spots))

    assert (out(6), out(8), out(8, at=40)) == (2, 3, 0)


def test_who_defends_dares_nearly_anything_against_who_keeps_him_from_winning() -> None:
    wanted = Goals((), (HOME,), ())
    near, far = (assaults.least(kept(8, at=at), "axis", "allied 0", wanted) for at in (17.5, 40))
    assert near == assaults.ANY < far


def test_late_a_charge_that_decides_goes_before_a_good_shot() -> None:
    strong = (Weapon("MGs", 16, halted=9, moving=9, anti_tank=2, firepower=2),)
    tanks = Group("Tanks", (tank(weapons=strong),) * 3, [(40, 20 + 3 * n) for n in range(3)])
    here = Group("Cheap", (rifles(),) * 3, [(43.6, 21 + 1.5 * n) for n in range(3)], points=1)
    there = Group("Dear", (rifles(),) * 3, [(52, 21 + 1.5 * n) for n in range(3)], points=6)
    early, late_on = (meeting([tanks], [here, there], turn=n) for n in (2, 9))
    nowhere = Goals((), (), ())
    shots, first = (assaults.aims(state, "allied", "allied 0", nowhere) for state in (early, late_on))
    assert {(aim.at[:6], aim.moving) for aim in shots} == {("axis 1", False)}
    assert {(aim.at[:6], aim.moving) for aim in first} == {("axis 0", True)}, "it may still charge"


def test_late_assault_guns_of_who_defends_go_and_throw_the_intruder_out_too() -> None:
    both = (*SHELLS, Weapon("Gun", 24, halted=2, moving=1, anti_tank=9, firepower=3))
    own = [Group("SU-76", (tank(weapons=both),) * 2, [(20, 24), (20, 28)]), row("Company", 4, 24, 4)]
    state = battle([row("Intruders", 14, 24, 2)], own, step="movement", active="axis", mission="no-retreat")
    keep = {"1": m.Objective("1", "axis", "defender", HOME)}
    roles = [
        plan(with_mission(state, objectives=keep, turns={"allied": n, "axis": n}), "axis").tasks["axis 0"].role
        for n in (5, 8)
    ]
    assert roles == ["support", "hunt"]
