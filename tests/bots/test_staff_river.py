"""The staff at a river: it goes to its bank, launches, gets ashore, and holds the crossings on the far side."""

from __future__ import annotations

from typing import Any

from orsha.bots.battle_auto import play_battle
from orsha.bots.staff import moving, river
from orsha.bots.staff.bot import StaffBot
from orsha.bots.staff.both import quietly_ours, split
from orsha.bots.staff.evicting import intruders
from orsha.bots.staff.goals import goals
from orsha.bots.staff.plan import Task, plan
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, boats, facts, landing, launching, ways
from orsha.tabletop.game.boat_state import BackWater, Launch, Launched
from orsha.tabletop.game.commands import March
from orsha.tabletop.game.events import Marched
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import state as m
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import rifles, tank
from tests.tabletop.game.river_stage import RIVER, afloat, men, river_battle
from tests.tabletop.game.stage import Group, act, marked, next_turn, with_mission, with_unit

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


def test_who_found_no_room_ashore_gets_off_before_the_step_ends() -> None:
    state = afloat(river_battle([men(3)]), BOAT, (32.75, 24), "allied 0.0", "allied 0.1", "allied 0.2")
    bot = StaffBot("allied", 1)
    bot.choose(state)
    bot.todo = []  # it was this unit's turn before there was room
    command = bot.choose(state)
    assert isinstance(command, March) and command.unit == "allied 0"
    assert landing.must_land(act(state, "allied", command).state, "allied") == []


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


def crossroads(allied: list[Group], axis: list[Group] | None = None) -> BattleState:
    """The Crossroads: the defender's objective before the centre line, two of the attacker's behind it."""
    state = river_battle(allied, axis or [men(2, (8, 40), "Grenadiers")], mission="the-crossroads", features=())
    state = with_mission(state, river=(14_000, 6000))
    found: dict[str, tuple[m.Seat, tuple[int, int]]] = {}
    found |= {"1": ("axis", (30_000, 24_000)), "2": ("allied", (20_000, 16_000)), "3": ("allied", (20_000, 32_000))}
    return with_mission(state, objectives={n: m.Objective(n, by, "defender", at) for n, (by, at) in found.items()})


def test_where_two_objectives_must_be_held_at_once_it_goes_for_both() -> None:
    state = crossroads([men(3, (40, 8)), men(3, (40, 20), "Others"), men(3, (24, 16), "Third")])
    wanted = {task.at for task in plan(state, "allied").tasks.values()}
    assert (30_000, 24_000) in wanted and wanted & {(20_000, 16_000), (20_000, 32_000)}
    assert plan(state, "allied").tasks["allied 2"].at == (20_000, 16_000), "each goes for what it is nearer to"


def test_more_go_to_where_the_enemy_is_stronger() -> None:
    groups = [men(3, (40, 4 + 10 * n), f"Rifles {n}") for n in range(4)]
    state = crossroads(groups, [men(12, (36, 8), "Grenadiers")])
    first, second = (30_000, 24_000), (20_000, 32_000)
    spots = {f"allied {n}": facts.spot(state, f"allied {n}.0") for n in range(4)}
    found = list(split(state, "allied", (first, second), list(spots), spots).values())
    assert found.count(first) == 3 and found.count(second) == 1


def test_what_is_ours_and_quiet_is_left_to_one_unit() -> None:
    groups = [men(3, (30, 22)), men(3, (31, 30), "Others"), men(3, (40, 20), "Third")]
    state = crossroads(groups)
    assert quietly_ours(state, "allied", (30_000, 24_000))
    tasks = plan(state, "allied").tasks
    assert [unit for unit, task in tasks.items() if task.at == (30_000, 24_000)] == ["allied 0"]
    near = crossroads(groups, [men(2, (25, 24), "Grenadiers")])
    assert not quietly_ours(near, "allied", (30_000, 24_000)), "an enemy is about it"


def test_the_defender_of_the_crossroads_denies_one_sort_and_minds_no_crossing_before_which_nothing_lies() -> None:
    state = marked(crossroads([men(3)]), "road-bridge", (14, 20), seat="allied")
    assert goals(state, "axis").keep == ((20_000, 16_000), (20_000, 32_000))


def test_late_in_the_battle_the_defender_throws_out_who_is_near_what_he_keeps() -> None:
    axis = [men(3, (14, 20), "Near"), men(3, (14, 30), "Second"), men(3, (6, 40), "Far"), men(3, (6, 4), "Farther")]
    state = river_battle([men(2, (24, 24))], axis, active="axis")
    state = with_mission(state, objectives={"1": m.Objective("1", "allied", "defender", GOAL)})
    early = plan(with_mission(state, turns={"allied": 3, "axis": 3}), "axis").tasks
    assert {task.role for task in early.values()} == {"keep"}
    late = plan(with_mission(state, turns={"allied": 6, "axis": 6}), "axis").tasks
    assert [unit for unit, task in late.items() if task.role == "hunt"] == ["axis 0", "axis 1"], "half of them stay"
    gone = with_mission(river_battle([men(2, (60, 24))], axis, active="axis"), objectives=state.mission.objectives)
    assert intruders(with_mission(gone, turns={"allied": 6, "axis": 6}), "axis") == []


def column_over_a_bridge() -> BattleState:
    tanks = Group("Tanks", (tank(),) * 3, [(44, 16), (44, 20), (44, 24)])
    bridge = Feature("road-bridge", line=((31_000, 20_000), (41_000, 20_000)), width=3000)
    return river_battle([tanks], features=(RIVER, bridge), boats=0)


def test_vehicles_go_over_a_bridge_one_behind_the_other() -> None:
    state = column_over_a_bridge()
    for _ in range(3):
        legs = ways.checked(state, "allied 0", river.column(state, "allied 0", GOAL, inches=None, dash=True))
        state = next_turn(act(state, "allied", March("allied 0", legs)).state, "allied")
    over = [id for id in facts.teams_of(state, "allied 0") if facts.spot(state, id)[0] < 32_000]
    assert len(over) == 3


def test_the_attacker_spreads_his_objectives_and_keeps_them_off_the_upper_end() -> None:
    state = with_mission(river_battle([men(1)]), objectives={})
    first = river.objective(state, "allied", [(20_000, 24_000), (8_000, 24_000)])
    assert first == (20_000, 24_000), "the nearer one"
    state = with_mission(state, objectives={"1": m.Objective("1", "allied", "defender", (20_000, 24_000))})
    assert river.objective(state, "allied", [(20_000, 27_000), (20_000, 10_000)]) == (20_000, 10_000)
    flow = boats.the_river(state).flow
    ends = [(20_000, 2_000), (20_000, 46_000)]
    lower = max(ends, key=lambda at: flow * at[1])
    assert river.objective(with_mission(state, objectives={}), "allied", ends) == lower
    assert river.objective(state, "axis", ends) is None, "the defender places his as before"


def test_infantry_is_put_up_current_of_its_goal_and_tanks_by_a_crossing() -> None:
    state = marked(river_battle([men(1), Group("Tanks", (tank(),), [(60, 4)])]), "ford", (36, 8), seat="allied")
    flow = boats.the_river(state).flow
    (foot,) = river.start_from(state, "allied", "allied 0", [GOAL])
    assert foot[0] > 40_000 and flow * (GOAL[1] - foot[1]) > 0
    assert river.start_from(state, "axis", "axis 0", [GOAL]) == (GOAL,)
    assert river.start_from(state, "allied", "allied 0", [(50_000, 9_000)]) == ((50_000, 9_000),), "nothing to cross"


def test_the_defender_stands_by_the_objective_that_no_water_shields() -> None:
    state = river_battle([men(1)])
    exposed = (50_000, 24_000)
    assert river.start_from(state, "axis", "axis 0", [GOAL, exposed]) == (exposed,)
    assert river.start_from(state, "axis", "axis 0", [GOAL]) == (GOAL,), "behind the river, where all lie there"


def test_artillery_ranges_in_on_where_the_enemy_lands_and_not_twice_on_one_place() -> None:
    state = with_mission(river_battle([men(1)]), objectives={"1": m.Objective("1", "allied", "defender", GOAL)})
    spots = [(29_000, 24_000), (60_000, 24_000), GOAL]
    assert river.ranged_in(state, "axis", spots) == (29_000, 24_000)
    assert river.ranged_in(state, "allied", spots) == GOAL


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
