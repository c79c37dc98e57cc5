"""What the staff does in the city (002): it takes rooms and keeps them, storms from next door, and moves in."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.bots.battle_auto import play_battle
from orsha.bots.staff import answers, city_assaults, city_moves, city_plan, city_setup
from orsha.bots.staff import city as knows
from orsha.bots.staff.bot import StaffBot
from orsha.bots.staff.goals import goals
from orsha.bots.staff.plan import Task
from orsha.kernel import Illegal, Match
from orsha.tabletop.force import Force, load_force
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import Battle, BattleSetup, assaulting, deploying, facts, room_ways, ways
from orsha.tabletop.game.assault_chances import chance, estimate, estimate_room
from orsha.tabletop.game.commands import (
    Bombard,
    BreakOff,
    Charge,
    Consolidate,
    Counterattack,
    Deploy,
    Leg,
    March,
    Pass,
    StayOff,
    TakeRoom,
)
from orsha.tabletop.game.rooms import room_at, rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.ground import force_points, points_of
from orsha.tabletop.mission.shares import share_points
from tests.tabletop.battle.told import RIFLE, gun, rifles, tank
from tests.tabletop.game.city_forces import city_forces
from tests.tabletop.game.room_stage import city, room
from tests.tabletop.game.stage import Group, act, with_mission, with_team, with_unit

ALLIED, AXIS = m.SEATS
FAR = Group("Theirs", (rifles(),), [(35, 1)])


def men(count: int, left: float, low: float, card: Team | None = None) -> Group:
    """Riflemen on the ground floor of a room, by its lower left corner."""
    spots = [(left + 0.85 + 1.65 * (n % 3), low + 0.85 + 1.65 * (n // 3)) for n in range(count)]
    return Group(f"{count} at {left:g}", (card or rifles(),) * count, spots)


MACHINE_GUNS = rifles(weapons=(replace(RIFLE, name="machine-gun", halted=6, moving=4),))
"""Who charges these is cut down."""


def marked(state: BattleState, *numbers: int) -> BattleState:
    """Objectives in some rooms, placed by the attacker."""
    found = {
        f"objective {n}": m.Objective(
            f"objective {n}", "allied", "defender", room(state, n).middle, room(state, n).name
        )
        for n in numbers
    }
    return with_mission(state, objectives=found)


# -- which rooms matter


def test_a_building_that_must_be_had_alone_is_taken_room_by_room_and_what_is_had_is_kept() -> None:
    state = city([Group("Ours", (rifles(),), [(9, 9)])], [Group("Theirs", (rifles(),), [(25, 15)])])
    wanted = goals(state, "allied")
    assert wanted.keep == (room(state, 1).middle,) and len(wanted.take) == 7
    assert knows.arrived(state, "allied 0", room(state, 1).middle)
    assert knows.arrived(state, "allied 0", room(state, 2).middle) is False
    assert knows.arrived(state, "allied 0", (1000, 1000)) is None


def test_in_the_factory_it_goes_for_the_rooms_that_the_enemy_is_in_and_not_for_empty_ones() -> None:
    state = city([men(1, 8, 7)], [men(1, 13, 7), men(1, 23, 12)])
    assert {post.at for post in knows.takes(state, "allied")} == {room(state, 2).middle, room(state, 8).middle}
    assert knows.keeps(state, "allied") == []


def test_where_it_has_nobody_inside_any_empty_room_will_do_for_a_beginning() -> None:
    state = city([Group("Ours", (rifles(),), [(3, 9)])], [men(1, 23, 12)])
    assert len(knows.takes(state, "allied")) == 8


def test_a_room_with_an_objective_is_worth_more_than_others_and_is_kept_when_it_is_had() -> None:
    state = marked(city([men(1, 4, 4.5)], [men(1, 9, 4.5)], mission="the-square"), 1, 2)
    ours, theirs = room(state, 1), room(state, 2)
    best = max(knows.takes(state, "allied"), key=lambda post: post.worth)
    assert best.at == theirs.middle
    assert [post.at for post in knows.keeps(state, "allied")] == [ours.middle]


def test_on_the_boulevard_it_takes_what_it_placed_and_keeps_what_the_enemy_placed() -> None:
    state = city([Group("Ours", (rifles(),), [(2, 22)])], [FAR], mission="the-boulevard")
    inside = m.Objective("1", "allied", "defender", room(state, 4).middle, room(state, 4).name)
    outside = m.Objective("2", "axis", "attacker", (4000, 22_000))
    state = with_mission(state, objectives={"1": inside, "2": outside})
    assert [post.at for post in knows.takes(state, "allied")] == [room(state, 4).middle]
    assert [post.at for post in knows.keeps(state, "allied")] == [(4000, 22_000)]


# -- who does what


def test_infantry_goes_in_tanks_and_guns_shoot_and_the_headquarters_stays_behind() -> None:
    hq = Group("HQ", (rifles(),), [(9, 14)], hq=True)
    tanks = Group("Tanks", (tank(),), [(2, 2)])
    guns = Group("Guns", (gun(),), [(2, 20)])
    state = city([hq, men(4, 8, 7), tanks, guns], [men(2, 18, 7)], step="movement")
    tasks = city_plan.plan(state, "allied").tasks
    assert tasks["allied 1"] == Task("take", room(state, 3).middle)
    assert tasks["allied 0"] == Task("keep", room(state, 5).middle)
    assert tasks["allied 2"].at is None and tasks["allied 3"].at is None


def test_the_nearest_unit_keeps_a_room_with_an_objective_and_the_others_do_not() -> None:
    state = marked(city([men(4, 4, 4.5), men(4, 9, 4.5)], [FAR], mission="the-square", step="movement"), 1)
    tasks = city_plan.plan(state, "allied").tasks
    assert tasks["allied 0"] == Task("keep", room(state, 1).middle)
    assert tasks["allied 1"].at != room(state, 1).middle


def test_who_keeps_a_room_keeps_the_objective_under_its_windows_too() -> None:
    spots = [(22, 18), (23.6, 18), (25, 18)]
    state = city(
        [Group("Men", (rifles(),) * 3, spots), Group("More", (rifles(),), [(2, 22)])], [FAR],
        mission="the-boulevard", step="movement",
    )  # fmt: skip
    inside = m.Objective("1", "axis", "attacker", room(state, 3).middle, room(state, 3).name)
    beside = m.Objective("2", "axis", "attacker", (23_000, 22_500))
    tasks = city_plan.plan(with_mission(state, objectives={"1": inside, "2": beside}), "allied").tasks
    assert tasks["allied 0"] == Task("keep", room(state, 3).middle) and tasks["allied 1"].role != "keep"


def test_where_one_room_with_an_objective_is_enough_all_go_for_the_same() -> None:
    ours = [
        Group("One", (rifles(),) * 3, [(30, 6), (30, 8), (32, 7)]),
        Group("Two", (rifles(),) * 2, [(30, 18), (32, 18)]),
    ]
    state = marked(city(ours, [men(4, 9, 4.5), men(4, 9, 14.5)], mission="the-square"), 2, 6)
    tasks = city_plan.plan(state, "allied").tasks
    assert tasks["allied 0"] == tasks["allied 1"] == Task("take", room(state, 2).middle), "near to most of them"


def test_who_is_inside_does_not_gladly_go_around_outside() -> None:
    state = city([men(4, 8, 7)], [men(1, 13, 7), men(1, 8, 12), men(1, 18, 7)], step="movement")
    task = city_plan.plan(state, "allied").tasks["allied 0"]
    assert task.at in (room(state, 2).middle, room(state, 5).middle)


# -- moving


def test_inside_a_building_a_unit_goes_around_rooms_of_the_enemy() -> None:
    state = city([Group("Ours", (rifles(),), [(9, 9)])], [Group("Theirs", (rifles(),), [(15, 9)])], step="movement")
    on = room_ways.next_room(state, room(state, 1), room(state, 3), "allied")
    assert on is not None and on.name == "factory 5"
    legs = ways.toward(state, "allied 0", room(state, 3).middle)
    assert act(state, "allied", March("allied 0", legs)).state.teams["allied 0.0"].room == "factory 5"


def test_from_outside_it_goes_to_the_door_and_in() -> None:
    state = city(
        [Group("Ours", (rifles(), rifles()), [(3, 9.5), (1, 1)])],
        [Group("Theirs", (rifles(),), [(35, 1)])],
        step="movement",
    )
    legs = ways.toward(state, "allied 0", room(state, 1).middle)
    after = act(state, "allied", March("allied 0", legs)).state
    assert after.teams["allied 0.0"].room == "factory 1" and after.teams["allied 0.1"].room is None
    assert after.teams["allied 0.1"].moved


def test_and_out_again_when_its_goal_is_elsewhere() -> None:
    state = city([Group("Ours", (rifles(),), [(9, 9)])], [Group("Theirs", (rifles(),), [(35, 1)])], step="movement")
    legs = ways.toward(state, "allied 0", (2000, 9500))
    assert act(state, "allied", March("allied 0", legs)).state.teams["allied 0.0"].room is None


def moved(state: BattleState, unit: str, at: tuple[int, int], role: Any = "take") -> BattleState:
    """The battle after what a unit does by a task; the same if it stays."""
    command = city_moves.act(state, "allied", unit, Task(role, at), set())
    return state if command is None else act(state, "allied", command).state


def test_it_goes_next_door_to_the_enemy_and_no_farther() -> None:
    state = city([men(3, 8, 7)], [men(2, 18, 7)], step="movement")
    after = moved(state, "allied 0", room(state, 3).middle)
    assert {after.teams[f"allied 0.{n}"].room for n in range(3)} == {"factory 2"}
    again = replace(after, units={**after.units, "allied 0": replace(after.units["allied 0"], moved=False)})
    assert {moved(again, "allied 0", room(state, 3).middle).teams[f"allied 0.{n}"].room for n in range(3)} == {
        "factory 2"
    }


def test_from_outside_it_goes_into_an_empty_room_next_to_the_enemy_rather_than_to_his_window() -> None:
    state = city([Group("Ours", (rifles(), rifles()), [(25.5, 4), (27, 4)])], [men(2, 13, 7)], step="movement")
    after = moved(state, "allied 0", room(state, 2).middle)
    assert after.teams["allied 0.0"].room == "factory 4", "the next one's window is too near to the enemy"


def test_the_ground_floors_fill_first() -> None:
    state = city([men(9, 13, 7), men(9, 8, 7)], [men(2, 18, 12)], step="movement")
    after = moved(state, "allied 1", room(state, 7).middle)
    assert all(after.teams[f"allied 1.{n}"].level == 0 for n in range(9))


def test_who_keeps_a_room_stays_in_it_and_enough_are_enough() -> None:
    state = city([men(6, 8, 7), men(3, 13, 7)], [FAR], step="movement")
    assert moved(state, "allied 0", room(state, 1).middle, "keep") is state
    assert moved(state, "allied 1", room(state, 1).middle, "keep") is state
    few = city([men(2, 8, 7), men(3, 13, 7)], [FAR], step="movement")
    after = moved(few, "allied 1", room(few, 1).middle, "keep")
    assert {after.teams[f"allied 1.{n}"].room for n in range(3)} == {"factory 1"}


def test_who_will_assault_counts_as_moving_since_who_shoots_at_the_full_rate_does_not_charge() -> None:
    strong = city([men(9, 8, 7)], [men(1, 13, 7)], step="movement")
    assert all(moved(strong, "allied 0", room(strong, 2).middle).teams[f"allied 0.{n}"].moved for n in range(9))
    weak = city([men(1, 8, 7)], [men(9, 13, 7, MACHINE_GUNS)], step="movement")
    assert moved(weak, "allied 0", room(weak, 2).middle) is weak


def outside(*spots: tuple[float, float]) -> Group:
    return Group("Outside", (rifles(),) * len(spots), list(spots))


def test_who_cannot_get_in_goes_around_to_a_window_of_the_enemy_and_does_not_stick_to_the_wall() -> None:
    state = city(
        [outside((21, 18.2))], [men(2, 8, 12), men(2, 13, 12), men(2, 18, 12), men(2, 23, 12)], step="movement"
    )
    after = moved(state, "allied 0", room(state, 5).middle)
    at = facts.spot(after, "allied 0.0")
    assert at[1] > 19_000, "away from the wall, along it nobody may go"
    assert facts.apart(at, room(state, 5).middle) < facts.apart((21_000, 18_200), room(state, 5).middle) - 3000


def test_where_others_wait_under_a_window_it_goes_to_the_next_one() -> None:
    alone = city([outside((4, 6))], [men(2, 8, 7), men(2, 13, 7), men(2, 8, 12)], step="movement")
    beside = [(x, y) for x in (1, 2.6, 4.2) for y in (7.8, 9.4, 11, 12.6)]
    full = city([outside((4, 6)), outside(*beside)], [men(2, 8, 7), men(2, 13, 7), men(2, 8, 12)], step="movement")

    def door(state: BattleState) -> tuple[int, int]:
        walk = city_moves._Walk(state, "allied", "allied 0", room(state, 1), keep=False)
        return walk._free_door("allied 0.0")

    assert door(alone) == (5000, 9500)
    assert door(full) != (5000, 9500)


def test_nobody_gives_up_his_aim_for_half_a_step() -> None:
    theirs = [men(9, 8, 7, MACHINE_GUNS), men(1, 13, 7), men(1, 8, 12)]
    state = city([outside((4.5, 9.5))], theirs, step="movement")
    assert moved(state, "allied 0", room(state, 1).middle) is state


def test_who_will_charge_a_window_from_where_he_stands_counts_as_moving_too() -> None:
    spots = [(15, 4.4), (16.6, 4.4), (13.4, 4.4), (15, 2.8), (16.6, 2.8)]
    strong = city([outside(*spots)], [men(1, 13, 7)], step="movement")
    assert all(moved(strong, "allied 0", room(strong, 2).middle).teams[f"allied 0.{n}"].moved for n in range(3))
    assert city_assaults.promising_outside(strong, "allied 0")
    weak = city([outside(*spots)], [men(9, 13, 7, MACHINE_GUNS)], step="movement")
    assert not city_assaults.promising_outside(weak, "allied 0")
    assert not city_assaults.promising_outside(with_unit(strong, "allied 0", pinned=True), "allied 0")


def test_a_pinned_unit_stays() -> None:
    state = with_unit(city([men(3, 8, 7)], [men(2, 18, 7)], step="movement"), "allied 0", pinned=True)
    assert moved(state, "allied 0", room(state, 3).middle) is state


def test_tanks_look_for_a_place_that_sees_windows_of_the_enemy_out_of_his_reach() -> None:
    state = city([Group("Tanks", (tank(),), [(34, 22)])], [men(2, 8, 7)], step="movement")
    place = city_moves.lookout_place(state, "allied", (34_000, 22_000))
    assert place is not None and city_moves._seen(state, [room(state, 1)], place) == [True]
    assert facts.apart(place, room(state, 1).middle) > 7000
    assert city_moves.lookout_place(state, "allied", place) == place
    assert city_moves.lookout_place(city([FAR], [FAR]), "allied", place) is None


# -- assaults


def test_it_storms_a_room_from_next_door_when_the_odds_are_good() -> None:
    state = city([men(9, 8, 7)], [men(1, 13, 7)], step="assault")
    assert city_assaults.charge(state, "allied", "allied 0") == Charge("allied 0", (), ("factory 2",))


def test_and_does_not_when_they_are_bad_or_when_it_is_pinned() -> None:
    weak = city([men(1, 8, 7)], [men(9, 13, 7, MACHINE_GUNS)], step="assault")
    assert city_assaults.charge(weak, "allied", "allied 0") is None
    strong = with_unit(city([men(9, 8, 7)], [men(1, 13, 7)], step="assault"), "allied 0", pinned=True)
    assert city_assaults.charge(strong, "allied", "allied 0") is None


def test_of_two_rooms_it_storms_the_one_that_matters() -> None:
    state = city([men(9, 4, 9.5)], [men(1, 4, 4.5), men(1, 4, 14.5)], mission="the-square", step="assault")
    for n in (1, 5):
        assert city_assaults.charge(marked(state, n), "allied", "allied 0") == Charge("allied 0", (), (f"hall {n}",))


def test_who_keeps_a_room_with_an_objective_does_not_run_out_at_who_is_before_the_window() -> None:
    state = city([men(9, 13, 7)], [Group("Theirs", (rifles(),), [(15.5, 4)])], step="assault")
    assert estimate(state, "allied 0", "axis 0") > 0.5, "it would carry"
    assert city_assaults.charge(state, "allied", "allied 0") is None
    assert city_assaults.charge(marked(state, 2), "allied", "allied 0") is None


def intruded(at: tuple[float, float]) -> BattleState:
    """On the boulevard, with our block at the upper edge and an enemy before it; theirs is the objective inside."""
    ours, theirs = [men(9, 10.5, 16), men(9, 15.5, 16)], Group("Theirs", (rifles(),) * 2, [at, (at[0], at[1] - 1.6)])
    state = city(ours, [theirs], mission="the-boulevard", step="assault")
    first = room(state, 1)
    return with_mission(state, objectives={"1": m.Objective("1", "axis", "attacker", first.middle, first.name)})


def test_on_the_boulevard_who_does_not_keep_the_room_goes_out_and_throws_the_enemy_out() -> None:
    state = intruded((18, 12))
    assert [post.at for post in knows.intruders(state, "allied")] == [(18_000, 12_000)]
    tasks = city_plan.plan(state, "allied").tasks
    assert tasks["allied 0"] == Task("keep", room(state, 1).middle)
    assert tasks["allied 1"] == Task("take", (18_000, 12_000))
    assert city_assaults._stays_in(state, "allied 0.0", ()) and not city_assaults._stays_in(state, "allied 1.0", ())


def test_but_nobody_runs_after_enemies_who_are_far_or_where_the_building_is_what_counts() -> None:
    assert not knows.intruders(intruded((30, 8)), "allied")
    state = city([men(9, 8, 7)], [Group("Theirs", (rifles(),), [(10, 3)])])
    assert not knows.intruders(state, "allied") and city_assaults._stays_in(state, "allied 0.0", ())


def test_a_headquarters_is_sure_or_stays() -> None:
    match, seat = set_up("the-factory", "deploy")
    state = match.state
    staff = next(id for id, one in state.roster.units.items() if one.unit.hq and one.seat == seat)
    men_only = next(id for id, one in state.roster.units.items() if not one.unit.hq and one.seat == seat)
    assert city_assaults._wanted(state, staff, ()) == city_assaults.SAFELY > city_assaults._wanted(state, men_only, ())


def test_the_guess_for_a_room_leaves_out_who_is_next_door_for_he_does_not_shoot_defensively() -> None:
    alone = city([men(9, 8, 7)], [men(2, 13, 7)], step="assault")
    beside = city([men(9, 8, 7)], [men(2, 13, 7), men(9, 18, 7)], step="assault")
    two = room(alone, 2)
    assert estimate_room(beside, "allied 0", two) == estimate_room(alone, "allied 0", two) > 0.3
    assert estimate(beside, "allied 0", "axis 0") < estimate_room(beside, "allied 0", two)
    assert estimate_room(alone, "allied 0", room(alone, 7)) == 0


def test_an_assault_on_who_cannot_fight_is_sure_to_carry() -> None:
    state = city([Group("Ours", (rifles(),), [(3, 9)])], [Group("Tank", (tank(),), [(3, 11)])], step="assault")
    state = with_team(state, "axis 0.0", bailed_out=True)
    found = chance(state, "allied 0", "axis 0")
    assert found is not None and found.share == 1


def test_the_last_turn_is_now_or_never_and_for_the_second_player_it_comes_earlier() -> None:
    state = marked(city([men(1, 4, 4.5)], [men(1, 9, 4.5)], mission="the-square"), 1, 2)
    theirs: dict[m.Seat, int] = {"allied": 2, "axis": 1}
    for turn, seat, least in ((6, ALLIED, 0.25), (7, ALLIED, 0.08), (5, AXIS, 0.25), (6, AXIS, 0.08)):
        now = with_mission(state, turns={"allied": turn, "axis": turn}, first="allied")
        assert city_assaults._needed(now, seat, [room(now, theirs[seat])]) == least


def test_at_the_last_turn_even_a_charge_that_looks_hopeless_is_got_ready_for() -> None:
    ours = Group("Outside", (rifles(),) * 3, [(16.8, 7), (16.8, 5.4), (16.8, 8.6)])
    state = marked(city([ours], [men(9, 9, 4.5, MACHINE_GUNS)], mission="the-square", step="movement"), 2)
    for turn, ready in ((3, False), (7, True)):
        now = with_mission(state, turns={"allied": turn, "axis": turn}, first="allied")
        assert city_assaults.promising_outside(now, "allied 0") is ready


def test_before_the_game_is_called_off_it_dares_more() -> None:
    state = city([men(1, 8, 7)], [men(1, 13, 7)])
    for turn, least in ((3, 0.25), (4, 0.15), (5, 0.08), (6, 0.03), (7, 0.0)):
        now = with_mission(state, turns={"allied": turn, "axis": turn})
        assert city_assaults._needed(now, "allied", [room(now, 2)]) == least
        assert city_assaults._needed(now, "allied", [room(now, 5)]) == 0.5, "nobody is there"


# -- shots before an assault


def targets(state: BattleState, unit: str = "allied 0") -> set[str]:
    """Which units a unit shoots at."""
    return {facts.unit_id(aim.at) for aim in city_assaults.aims(state, "allied", unit)}


def test_core_9_1_who_halted_and_will_charge_shoots_at_his_moving_rate_and_who_will_not_at_his_full_one() -> None:
    strong = city([men(9, 8, 7)], [men(1, 13, 7)], step="shooting")
    assert {aim.moving for aim in city_assaults.aims(strong, "allied", "allied 0")} == {True}
    weak = city([men(1, 8, 7)], [men(9, 13, 7, MACHINE_GUNS)], step="shooting")
    assert targets(weak) == {"axis 0"}
    assert not any(aim.moving for aim in city_assaults.aims(weak, "allied", "allied 0"))


def test_who_counts_as_moving_shoots_into_the_room_that_he_will_storm_and_may_still_charge() -> None:
    state = city([men(9, 8, 7)], [men(1, 13, 7), Group("Outside", (rifles(),) * 3, [(6, 3), (8, 3), (10, 3)])])
    for n in range(9):
        state = with_team(state, f"allied 0.{n}", moved=True)
    assert targets(state) == {"axis 0"}


def test_shots_at_a_room_with_two_units_all_go_at_one_of_them_to_pin_it_down() -> None:
    both = [men(4, 13, 7, MACHINE_GUNS), Group("Above", (MACHINE_GUNS,) * 4, men(4, 13, 7).spots)]
    up = {f"axis 1.{n}": 1 for n in range(4)}
    state = city([men(6, 8, 7)], both, step="shooting", levels=up)
    assert city_assaults.charge(state, "allied", "allied 0") is None
    first = targets(state)
    assert len(first) == 1
    assert targets(with_unit(state, first.pop(), pinned=True)) < {"axis 0", "axis 1"}


def test_machine_guns_that_never_charge_do_not_lead_an_assault() -> None:
    heavy = replace(MACHINE_GUNS, rules=("heavy-weapon",))
    state = city([men(2, 8, 7), men(5, 13, 12, heavy)], [men(1, 13, 7)])
    assert city_assaults._leads(state, "allied 0", room(state, 2)) is None, "it is the only one that charges"


# -- tanks and guns


def test_tanks_on_an_objective_outside_stay_on_it() -> None:
    tanks = Group("Tanks", (tank(), tank()), [(31, 4), (35, 2)])
    state = city([tanks], [men(2, 10.5, 3)], mission="the-boulevard", step="movement")
    assert moved(state, "allied 0", (31_000, 3000)) is state
    assert moved(state, "allied 0", (31_000, 18_000)) is not state


def cleared(count: int, **of: Any) -> BattleState:
    """Riflemen have just cleared the next room."""
    state = city([men(count, 8, 7)], [men(1, 13, 7)], step="assault", **of)
    charged = act(state, "allied", Charge("allied 0", (), ("factory 2",))).state
    return act(charged, "axis", Pass(), [6] * count).state


def test_it_moves_into_a_room_that_it_has_cleared() -> None:
    state = cleared(3)
    assert state.asked is not None and state.asked.kind == "take-room"
    command = answers.answer(state, "allied", random.Random(0))
    assert isinstance(command, TakeRoom) and len(command.teams) == 3
    after = act(state, "allied", command).state
    assert {after.teams[id].room for id in command.teams} == {"factory 2"}


def test_but_not_above_the_ground_floor_from_where_nobody_gets_out() -> None:
    lower, upper = men(9, 8, 7), men(3, 8, 7)
    both = Group("Ours", (*lower.teams, *upper.teams), [*lower.spots, *upper.spots])
    state = city([both], [men(1, 13, 7)], step="assault", levels={f"allied 0.{n}": 1 for n in (9, 10, 11)})
    charged = act(state, "allied", Charge("allied 0", (), ("factory 2",))).state
    now = act(charged, "axis", Pass(), [6] * 12).state
    command = answers.answer(now, "allied", random.Random(0))
    assert isinstance(command, TakeRoom) and len(command.teams) == 9
    after = act(now, "allied", command).state
    assert all(after.teams[id].level == 0 for id in command.teams)
    assert {after.teams[f"allied 0.{n}"].room for n in (9, 10, 11)} == {"factory 2"}, "those upstairs first"


def test_from_a_room_with_an_objective_half_of_them_stay() -> None:
    state = with_mission(
        cleared(4), objectives={"1": m.Objective("1", "allied", "attacker", (10_500, 9500), "factory 1")}
    )
    command = answers.answer(state, "allied", random.Random(0))
    assert isinstance(command, TakeRoom) and len(command.teams) == 2


def test_a_charge_that_the_rules_would_refuse_is_not_even_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    state = city([Group("Ours", (rifles(), rifles()), [(15, 4.5), (16.6, 4.5)])], [men(1, 13, 7)], step="assault")
    guessed: list[object] = []
    monkeypatch.setattr(city_assaults, "CLEARLY", 2.0)  # all are
    monkeypatch.setattr(city_assaults, "chance", lambda *of, **_: guessed.append(of))
    assert isinstance(city_assaults.charge(state, "allied", "allied 0"), Charge) and guessed
    guessed.clear()

    def refuses(*_: object) -> None:
        raise Illegal("core 9.2 charge into contact", "somebody must go to another first")

    monkeypatch.setattr(assaulting, "check", refuses)
    assert city_assaults.charge(state, "allied", "allied 0") is None and not guessed


def test_who_won_at_the_window_goes_in() -> None:
    state = city([Group("Ours", (rifles(), rifles()), [(15, 4.5), (16.6, 4.5)])], [men(1, 13, 7)], step="assault")
    command = city_assaults.charge(state, "allied", "allied 0")
    assert isinstance(command, Charge) and command.legs and not command.rooms
    charged = act(state, "allied", command).state
    won = act(charged, "axis", Pass(), [6, 6]).state
    assert won.asked is not None and won.asked.kind == "consolidate"
    into = answers.answer(won, "allied", random.Random(0))
    assert isinstance(into, Consolidate)
    after = act(won, "allied", into).state
    assert any(after.teams[id].room == "factory 2" for id in ("allied 0.0", "allied 0.1"))


def asked_to_react(theirs: int) -> BattleState:
    """The axis was assaulted from the first room, nobody fell, and it passed its test."""
    state = city([men(9, 8, 7)], [men(theirs, 13, 7)], step="assault")
    charged = act(state, "allied", Charge("allied 0", (), ("factory 2",))).state
    return act(charged, "axis", Pass(), [1] * 9, 6).state


def test_who_is_strong_enough_fights_on_and_who_is_not_gets_out_next_door() -> None:
    strong, weak = asked_to_react(8), asked_to_react(2)
    assert isinstance(answers.answer(strong, "axis", random.Random(0)), Counterattack)
    out = answers.answer(weak, "axis", random.Random(0))
    assert isinstance(out, BreakOff) and len(out.legs) == 2
    after = act(weak, "axis", out).state
    assert {after.teams[f"axis 0.{n}"].room for n in range(2)}.isdisjoint({"factory 1", "factory 2"})


def test_a_room_with_an_objective_is_fought_for_against_odds() -> None:
    held = {"1": m.Objective("1", "allied", "attacker", (15_500, 9500), "factory 2")}
    state = with_mission(asked_to_react(3), objectives=held)
    assert isinstance(answers.answer(state, "axis", random.Random(0)), Counterattack)
    assert isinstance(answers.answer(asked_to_react(3), "axis", random.Random(0)), BreakOff)


def test_nobody_leaves_his_room_for_a_counterattack() -> None:
    """Next door to the room that was assaulted from outside are men of the same unit: they stay."""
    both = Group("Theirs", (rifles(),) * 5, [(14, 8), (15.6, 8), (17.2, 8), (19, 8), (20.6, 8)])
    state = city([outside((15, 4.5), (16.6, 4.5), (13.4, 4.5))], [both], step="assault")
    command = city_assaults.charge(state, "allied", "allied 0")
    assert isinstance(command, Charge)
    charged = act(state, "allied", command).state
    asked = act(charged, "axis", Pass(), [1] * len(command.legs), 6).state
    answer = answers.answer(asked, "axis", random.Random(0))
    assert isinstance(answer, Counterattack) and not answer.legs


def test_a_pinned_gun_that_only_turns_comes_no_nearer_to_the_enemy_behind_a_window() -> None:
    state = city([Group("Guns", (gun(),), [(15.5, 2)], 33)], [men(2, 13, 7)], step="movement")
    state = with_unit(state, "allied 0", pinned=True)
    for facing in (33, 0, 90):
        assert ways.legal(state, "allied 0", (Leg("allied 0.0", (facts.spot(state, "allied 0.0"),), facing=facing),))


# -- setting up


def set_up(mission: str, until: str, **of: Any) -> tuple[Any, m.Seat]:
    """A battle of small forces in its set-up, as far as a step of a certain kind, and whose step it is."""
    setup = BattleSetup(city_forces(), mission=mission, attacker="allied", seed=3)
    match: Any = Match.open(Battle(), setup, name="city", dice=2, record=False)
    bots = {seat: StaffBot(seat, 1) for seat in m.SEATS}
    for _ in range(200):
        for seat in m.SEATS:
            options = list(match.game.options(match.view(seat), seat))
            if any(until == option.act or option.words.startswith(until) for option in options):
                return match, seat
        seat = next(seat for seat in m.SEATS if list(match.game.options(match.view(seat), seat)))
        command = bots[seat].choose(match.view(seat))
        assert command is not None
        match.do(seat, command)
    raise AssertionError(f"nobody came to {until}")


def test_artillery_stays_off_the_table_where_it_would_be_silent_on_it() -> None:
    match, seat = set_up("the-boulevard", "stay-off")
    command = StaffBot(seat, 1).choose(match.view(seat))
    assert isinstance(command, StayOff)
    assert all(facts.card(match.state, id).bombards for id in command.teams)


def test_batteries_off_the_table_fire() -> None:
    from tests.tabletop.game.test_off_table import mortars

    state = mortars(foe=[Group("Theirs", (rifles(),) * 4, [(34, 14), (34, 15.5), (34, 12.5), (32, 14)], points=40)])
    bot = StaffBot("allied", 1)
    command = bot.choose(state)
    assert isinstance(command, Bombard) and command.unit == "allied 0"


def test_it_chooses_rooms_by_its_corner_and_next_to_each_other() -> None:
    match, _ = set_up("the-factory", "choose a room")
    bots = {seat: StaffBot(seat, 1) for seat in m.SEATS}
    while len(match.state.mission.rooms) < 8:
        seat = next(one for one in m.SEATS if list(match.game.options(match.view(one), one)))
        match.do(seat, bots[seat].choose(match.view(seat)))
    chosen = match.state.mission.rooms
    for seat in m.SEATS:
        own = [name for name, who in chosen.items() if who == seat]
        assert all(any(rooms(match.state)[name].neighbours & {other} for other in own) for name in own)


def test_tanks_and_guns_wait_in_reserve_before_infantry_and_headquarters_never_do_first() -> None:
    match, seat = set_up("the-factory", "hold a unit")
    state = match.view(seat)
    units = [id for id, unit in state.roster.units.items() if unit.seat == seat and unit.attached_to is None]
    first = city_setup.held_back(state, units)
    assert state.roster.units[first].unit.kind in ("tank", "gun")
    men_only = [id for id in units if state.roster.units[id].unit.kind == "infantry"]
    assert not state.roster.units[city_setup.held_back(state, men_only)].unit.hq


def test_as_much_of_it_begins_on_the_table_as_the_mission_has_points_for() -> None:
    match, seat = set_up("two-buildings", "deploy")
    mission = match.state.mission
    held = [id for id, where in mission.units.items() if where.where == "reserve" and facts.seat_of(id) == seat]
    on = [id for id, where in mission.units.items() if where.where == "roster" and facts.seat_of(id) == seat]
    left = share_points(force_points(mission, "defender"), 40) - points_of(mission, on)
    assert left >= 0 and all(points_of(mission, [id]) > left for id in held)


def test_an_objective_that_is_to_be_kept_is_put_behind_few_windows_far_from_the_enemy() -> None:
    match, seat = set_up("the-square", "place objective 1 in a room")
    assert StaffBot(seat, 1).choose(match.view(seat)) == mc.Choose("hall 3"), "in the middle of the rear"


def test_and_one_that_is_to_be_taken_near_behind_many() -> None:
    match, seat = set_up("the-square", "place objective 2 in a room")
    assert StaffBot(seat, 1).choose(match.view(seat)) in (mc.Choose("hall 2"), mc.Choose("hall 6")), "corners in front"
    match, seat = set_up("two-buildings", "place objective 2 in a room")
    command = StaffBot(seat, 1).choose(match.view(seat))
    assert isinstance(command, mc.Choose)
    chosen = rooms(match.state)[command.what]
    start = deploying.home_middle(match.state, seat)
    near = [facts.apart(one.middle, start) for one in rooms(match.state).values() if one.building == chosen.building]
    assert facts.apart(chosen.middle, start) == min(near)


def test_infantry_is_put_into_rooms_on_the_ground_floor() -> None:
    match, seat = set_up("the-factory", "deploy")
    command = StaffBot(seat, 1).choose(match.view(seat))
    while isinstance(command, StayOff):
        match.do(seat, command)
        command = StaffBot(seat, 1).choose(match.view(seat))
    assert isinstance(command, Deploy)
    assert all(room_at(match.state, place.at) is not None and not place.level for place in command.places)


def test_a_unit_that_found_no_room_at_the_edge_comes_on_when_there_is_some() -> None:
    state = city([Group("Late", (rifles(), rifles()), [(0, 4), (0, 6)])], [FAR], step="movement")
    state = with_unit(state, "allied 0", arriving=True)
    command = StaffBot("allied", 1)._late(state)
    assert isinstance(command, March) and len(command.legs) == 2


# -- whole battles


@pytest.mark.parametrize("seat", m.SEATS)
@pytest.mark.parametrize("mission", ["the-factory", "the-boulevard", "two-buildings", "the-square"])
def test_it_beats_a_player_who_does_anything(mission: str, seat: m.Seat) -> None:
    forces: dict[m.Seat, Force] = {"allied": load_force("soviet-50"), "axis": load_force("german-50")}
    setup = BattleSetup(forces, mission=mission, attacker="allied", seed=1)
    bots = {one: "staff" if one == seat else "random" for one in m.SEATS}
    _, outcome = play_battle(setup, bots, "story")
    assert outcome.winner == seat
