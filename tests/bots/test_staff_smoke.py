"""The staff lays smoke: before those who storm, where it spares more than it costs, and never against the rules."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.bots.staff import smoke
from orsha.bots.staff.bot import StaffBot
from orsha.bots.staff.goals import goals
from orsha.bots.staff.plan import Plan, Task
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import bombarding, facts
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.events import SmokeLaid
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import RIFLE, gun, rifles
from tests.tabletop.game.stage import Group, battle, told, with_team, with_unit

MORTAR = Weapon("mortar", 60, fires="artillery", anti_tank=1, firepower=5, rules=("smoke-bombardment",))
MACHINE_GUN = Weapon("machine-gun", 24, halted=6, moving=3, anti_tank=2, firepower=5)
GOAL = (36_000, 40_000)
STORM = {"allied 1": Task("take", GOAL)}


def assault(mortar: Weapon = MORTAR, armed: Weapon = RIFLE, at: float = 20, worth: int = 4) -> BattleState:
    """Infantry that moved in the open before machine-guns, and mortars behind it that see both."""
    mortars = Group("Mortars", [gun(weapons=(mortar,))] * 4, [(30 + 4 * n, 4) for n in range(4)], points=4)
    men = Group("Storming", [rifles(weapons=(armed,))] * 6, [(31 + 2 * n, at) for n in range(6)], points=12)
    there = [rifles(weapons=(MACHINE_GUN,))] * 4
    guns = Group("Machine-guns", there, [(33 + 2 * n, 38) for n in range(4)], points=worth)
    state = battle([mortars, men], [guns])
    for id in facts.teams_of(state, "allied 1"):
        state = with_team(state, id, moved=True)
    return state


def laid(state: BattleState, tasks: dict[str, Task] = STORM) -> Bombard | None:
    return smoke.screen(state, "allied", ["allied 0"], tasks)


def test_core_7_5_smoke_hides_those_who_storm_from_those_who_would_shoot_at_them() -> None:
    state = assault()
    command = laid(state)
    assert command is not None and command.smoke
    after = told(state, lambda story: bombarding.bombard(story, "allied", command), 6)
    assert after.one(SmokeLaid)
    men, guns = facts.teams_of(state, "allied 1"), facts.teams_of(state, "axis 0")
    seen = [(a, b) for a in guns for b in men if facts.sight(state, a, b).clear]
    still = [(a, b) for a in guns for b in men if facts.sight(after.state, a, b).clear]
    assert len(seen) == 24 and len(still) < 8


def test_nobody_is_hidden_who_stays_where_he_is() -> None:
    assert laid(assault(), {"allied 1": Task("keep", GOAL)}) is None


def test_no_smoke_where_nobody_can_be_shot_at() -> None:
    assert laid(assault(at=8)) is None


def test_no_smoke_where_it_is_in_the_way_of_better_shots() -> None:
    assert laid(assault(armed=MACHINE_GUN, worth=40)) is None
    assert laid(assault(armed=MACHINE_GUN, worth=1)) is not None


def test_no_smoke_where_shells_promise_more() -> None:
    assert laid(assault(worth=4)) is not None
    assert laid(assault(worth=80)) is None


def test_core_7_5_once_a_game_and_before_all_other_shooting_and_only_with_smoke() -> None:
    assert laid(with_unit(assault(), "allied 0", smokes=1)) is None
    assert laid(with_team(assault(), "allied 1.0", shot="moving")) is None
    assert laid(assault(replace(MORTAR, rules=()))) is None


def test_what_the_enemy_did_in_his_own_turn_does_not_keep_him_from_shooting_in_the_next() -> None:
    state = assault()
    for id in facts.teams_of(state, "axis 0"):
        state = with_team(state, id, shot="halted", moved=True)
    assert laid(state) == laid(assault())


def test_the_staff_lays_it_before_anything_else_is_shot() -> None:
    state = assault()
    staff = StaffBot("allied")
    staff.plan, staff.now, staff.todo = Plan(goals(state, "allied"), STORM), (2, "shooting"), ["guns", "allied 1"]
    command = staff.choose(state)
    assert command is not None and command == laid(state)
