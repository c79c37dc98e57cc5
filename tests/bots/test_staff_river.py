"""The staff at a river: it goes to its bank, launches, gets ashore, and holds the crossings on the far side."""

from __future__ import annotations

from typing import Any

from orsha.bots.battle_auto import play_battle
from orsha.bots.staff import moving, river
from orsha.bots.staff.goals import goals
from orsha.bots.staff.plan import Task
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, boats, facts, launching
from orsha.tabletop.game.boat_state import BackWater, Launch, Launched
from orsha.tabletop.game.state import BattleState, March, Marched
from orsha.tabletop.mission import state as m
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.river_stage import afloat, men, river_battle
from tests.tabletop.game.stage import Group, act, marked, with_mission, with_unit

GOAL = (20_000, 24_000)
TAKE = Task("take", GOAL)
BOAT = "allied boat 1"


def does(state: BattleState, unit: str = "allied 0", task: Task = TAKE) -> Any:
    return moving.act(state, "allied", unit, task, set())


def test_infantry_at_its_bank_launches_with_all_who_can_mount() -> None:
    command = does(river_battle([men(6)]))
    assert isinstance(command, Launch) and sum(len(load.teams) for load in command.loads) == 6


def test_infantry_near_the_water_lines_up_along_it_and_launches_next_turn() -> None:
    group = Group("Rifles", (rifles(),) * 4, [(45, 24), (45, 26), (47, 24), (47, 26)])
    state = river_battle([group])
    command = does(state)
    assert isinstance(command, March)
    done = act(state, "allied", command).state
    assert launching.to_bank(done, done.units["allied 0"].leader) <= 1000
    assert all(launching.to_bank(done, id) <= 4000 for id in facts.teams_of(done, "allied 0"))


def test_infantry_far_from_the_water_goes_there() -> None:
    state = river_battle([men(3, (60, 24))])
    command = does(state)
    assert isinstance(command, March)
    done = act(state, "allied", command).state
    assert facts.spot(done, "allied 0.0")[0] < 54_000


def test_it_does_not_launch_for_a_goal_on_its_own_side_or_while_it_is_pinned() -> None:
    state = river_battle([men(3)])
    assert not isinstance(does(state, task=Task("take", (50_000, 24_000))), Launch)
    assert not isinstance(does(with_unit(state, "allied 0", pinned=True)), Launch)
    assert not isinstance(does(state, task=Task("support", None)), Launch)


def test_off_the_far_bank_it_gets_ashore_toward_its_goal() -> None:
    state = afloat(river_battle([men(3)]), BOAT, (32.75, 24), "allied 0.0", "allied 0.1", "allied 0.2")
    command = does(state)
    assert isinstance(command, March)
    done = act(state, "allied", command).state
    assert boats.afloat(done, "allied 0") == [] and facts.spot(done, "allied 0.0")[0] < 26_000


def test_under_the_enemys_eyes_it_takes_its_boat_back_into_the_shallows() -> None:
    row = [(30.8, 12 + 1.8 * n) for n in range(14)]
    wall = Group("Grenadiers", (rifles(),) * len(row), row)
    state = afloat(river_battle([men(1)], [wall]), BOAT, (32.75, 24), "allied 0.0")
    assert does(state) == BackWater(BOAT)


def test_who_has_no_boats_makes_for_the_nearest_crossing_and_over_it() -> None:
    state = marked(river_battle([men(3, (44, 24))], boats=0), "ford", (36, 20), (36, 40), seat="allied")
    near = river.goal(state, "allied 0", (44_000, 24_000), GOAL)
    assert near == (41_500, 20_000)
    assert river.goal(state, "allied 0", (41_400, 20_500), GOAL) == (30_500, 20_000)
    assert river.goal(state, "allied 0", (36_000, 20_000), GOAL) == (30_500, 20_000), "it is on the crossing"
    assert river.goal(state, "allied 0", (28_000, 20_000), GOAL) == GOAL


def test_the_defender_keeps_the_far_ends_of_the_crossings_too() -> None:
    state = marked(river_battle([men(1)]), "road-bridge", (36, 20), seat="allied")
    state = with_mission(state, objectives={"1": m.Objective("1", "allied", "defender", GOAL)})
    assert goals(state, "axis").keep == (GOAL, (29_000, 20_000))
    assert goals(state, "allied").take == (GOAL,) and goals(state, "allied").keep == ()


def test_the_attacker_places_bridges_and_the_defender_fords() -> None:
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    state = Battle().start(BattleSetup(forces, mission="river-crossing", attacker="allied"))
    assert river.crossing(with_mission(state, attacker="allied"), "allied") == "road-bridge"
    assert river.crossing(with_mission(state, attacker="allied"), "axis") == "ford"


def test_whole_battles_are_fought_across_the_river() -> None:
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    crossed, landed = 0, 0

    def seen(match: Any) -> None:
        nonlocal crossed, landed
        for one in match.entries[-1].happened:
            crossed += isinstance(one.what, Launched)
            landed += isinstance(one.what, Marched) and any(" boat " in (leg.left or "") for leg in one.what.legs)

    both: Any = {"allied": "staff", "axis": "staff"}
    setup = BattleSetup(forces, mission="river-crossing", attacker="allied", seed=0)
    match, found = play_battle(setup, both, 0, record=True, seen=seen)
    assert found.winner is not None and crossed and landed
    assert match.state.mission.river == (36_000, 6000), "where it usually runs, as narrow as it may be"
