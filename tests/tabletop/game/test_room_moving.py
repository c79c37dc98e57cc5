"""Moving into, out of, between and within rooms (002)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from orsha.tabletop.game import facts, refereeing, room_ways
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import GiveOrder, March
from orsha.tabletop.game.events import StepBegan
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import gun, half_track, rifles, tank
from tests.tabletop.game.room_stage import city, go, room
from tests.tabletop.game.stage import Group, Told, act, battle, march, refused, told, with_team, with_unit

FAR = Group("Grenadiers", (rifles(),), [(35, 1)])


def alone(*spots: tuple[float, float], foes: Group = FAR, **of: Any) -> BattleState:
    """Rifles by themselves: the first leads."""
    teams = tuple(rifles() for _ in spots)
    return city([Group("Rifles", teams, spots)], [foes], step="movement", **of)


def moved(state: BattleState, *legs: Any, dice: tuple[int, ...] = ()) -> BattleState:
    return act(state, "allied", march(state, *legs), *dice).state


# -- 002 Occupying a Room


def test_002_a_team_moves_in_through_an_opening_and_the_room_is_occupied() -> None:
    state = moved(alone((5, 9.5)), go(alone((5, 9.5)), "allied 0.0", (7.15, 9.5), (9, 9)))
    its = state.teams["allied 0.0"]
    assert (its.room, its.level, its.moved) == ("factory 1", 0, True)
    assert its.mils == 2150  # what is measured ends at the wall


def test_002_a_team_is_completely_in_or_not_at_all() -> None:
    state = alone((5, 9.5))
    refused(
        state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (8.4, 9.5))), "not be wholly in factory 1"
    )
    refused(state, "allied", march(state, go(state, "allied 0.0", (8, 10))), "through an opening")


def test_002_nobody_moves_in_or_out_through_a_wall() -> None:
    state = alone((5, 11.5))
    refused(state, "allied", march(state, go(state, "allied 0.0", (7.15, 11.5), (9, 11))), "through an opening")
    inside = alone((9, 11))
    refused(inside, "allied", march(inside, go(inside, "allied 0.0", (7.15, 11.5), (5, 11.5))), "through an opening")


def test_002_nobody_walks_across_a_building() -> None:
    state = alone((7, 9.5))
    state = with_unit(state, "allied 0", pinned=False)
    refused(state, "allied", march(state, go(state, "allied 0.0", (14, 6))), "factory is in the way")


def test_002_the_way_to_the_opening_is_measured_as_any_move() -> None:
    state = alone((1, 1))
    refused(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (9, 9))), "tactical movement is 8")


def test_002_a_team_leaves_by_an_opening_and_is_measured_from_there() -> None:
    state = alone((12, 11))
    after = moved(state, go(state, "allied 0.0", (7.15, 9.5), (0.5, 9.5)))
    assert after.teams["allied 0.0"].room is None and after.teams["allied 0.0"].mils == 6650
    refused(state, "allied", march(state, go(state, "allied 0.0", (10.5, 6.15), (1.0, 6.15))), "tactical movement is 8")


def test_002_teams_stand_beside_each_other_on_a_floor_or_on_different_floors() -> None:
    state = alone((5, 9.5), (9, 9))
    refused(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (9, 9.5))), "another team stands there")
    assert moved(state, go(state, "allied 0.0", (7.15, 9.5), (9, 9.5), level=1)).teams["allied 0.0"].level == 1
    refused(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (9, 9.5), level=3)), "has 3 floors")


def test_002_teams_outside_cannot_move_within_2_inches_of_a_room_occupied_by_the_enemy() -> None:
    state = alone((5, 3), foes=Group("Grenadiers", (rifles(),), [(12, 11)]))
    refused(state, "allied", march(state, go(state, "allied 0.0", (9, 5))), "no nearer to an enemy than 2 inches")
    assert moved(state, go(state, "allied 0.0", (9, 4.1))).teams["allied 0.0"].y == 4100
    # The room beside it is another room.
    free = alone((24, 3), foes=Group("Grenadiers", (rifles(),), [(12, 11)]))
    assert moved(free, go(free, "allied 0.0", (25.5, 6.15), (25, 9))).teams["allied 0.0"].room == "factory 4"


# -- 002 Moving between Rooms


def test_002_teams_move_from_room_to_room_rather_than_a_measured_distance() -> None:
    state = alone((9, 8))
    after = moved(state, go(state, "allied 0.0", (17, 11)))
    assert (after.teams["allied 0.0"].room, after.teams["allied 0.0"].mils) == ("factory 2", 0)
    assert after.teams["allied 0.0"].moved


def test_002_only_through_a_shared_wall() -> None:
    state = alone((12, 11))
    refused(state, "allied", march(state, go(state, "allied 0.0", (14, 13))), "shares a wall with factory 1")
    refused(state, "allied", march(state, go(state, "allied 0.0", (19, 9))), "shares a wall with factory 1")


def test_002_inside_a_building_nobody_dashes() -> None:
    state = alone((12, 11))
    refused(state, "allied", march(state, go(state, "allied 0.0", (14, 9), pace="terrain")), "at Tactical inside")


def test_002_a_dash_into_or_out_of_a_room_is_measured_from_its_edge() -> None:
    foe = Group("Grenadiers", (rifles(),), [(16, 3)])  # 4.2 inches from the edge of the room, far from its opening
    inside, outside = alone((9, 9), foes=foe), alone((2, 12), foes=foe)
    out = march(inside, go(inside, "allied 0.0", (7.18, 9.5), (2, 12), pace="cross-country"))
    refused(inside, "allied", out, "no dash within 8 inches of the enemy")
    into = march(outside, go(outside, "allied 0.0", (7.18, 9.5), (9, 9), pace="cross-country"))
    refused(outside, "allied", into, "no dash within 8 inches of the enemy")
    next_but_one = alone((9, 9), foes=Group("Grenadiers", (rifles(),), [(19, 9)]))
    refused(next_but_one, "allied", out, "no dash within 8 inches of the enemy")
    free = alone((9, 9))
    assert moved(free, *out.legs).teams["allied 0.0"].dashed


def test_ours_follow_me_leads_to_a_room_that_is_no_farther_from_the_enemy_by_its_edge() -> None:
    state = with_unit(alone((12.1, 7.9), foes=Group("Grenadiers", (rifles(),), [(13.5, 2)])), "allied 0", moved=True)
    led = act(state, "allied", GiveOrder("allied 0", "follow-me"), 6).state
    to_next = moved(led, go(led, "allied 0.0", (17.1, 11.1), pace="order"))
    assert to_next.teams["allied 0.0"].room == "factory 2"
    behind = march(led, go(led, "allied 0.0", (12.1, 12.9), pace="order"))
    refused(led, "allied", behind, "Follow Me leads forward")


def test_002_a_team_cannot_enter_and_exit_a_room_in_the_same_step() -> None:
    state = with_team(alone((9, 9)), "allied 0.0", entered=True)
    refused(state, "allied", march(state, go(state, "allied 0.0", (14, 9))), "came into factory 1 in this step")
    refused(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (5, 9.5))), "came into factory 1")
    assert moved(state, go(state, "allied 0.0", (9, 9), level=2)).teams["allied 0.0"].level == 2
    later = apply(state, StepBegan("allied", "movement"))
    assert moved(later, go(later, "allied 0.0", (14, 9))).teams["allied 0.0"].room == "factory 2"


def test_002_entering_is_remembered_till_the_step_ends() -> None:
    state = alone((9, 9))
    after = moved(state, go(state, "allied 0.0", (14, 9)))
    assert after.teams["allied 0.0"].entered
    assert not apply(after, StepBegan("allied", "shooting")).teams["allied 0.0"].entered


def test_002_movement_within_a_room_is_free_up_and_down_and_counts_as_movement() -> None:
    state = alone((9, 8))
    after = moved(state, go(state, "allied 0.0", (12, 11), level=2))
    assert (after.teams["allied 0.0"].level, after.teams["allied 0.0"].mils) == (2, 0)
    assert after.teams["allied 0.0"].moved and facts.deeds(after, "allied 0.0").moved


def test_002_movement_within_a_room_can_be_done_while_pinned_down() -> None:
    near = Group("Grenadiers", (rifles(),), [(10.5, 1)])
    state = with_unit(alone((9, 11), foes=near), "allied 0", pinned=True)
    assert moved(state, go(state, "allied 0.0", (9, 8), level=1)).teams["allied 0.0"].level == 1


def test_core_4_3_a_pinned_team_goes_to_no_room_that_is_nearer_to_the_enemy_in_sight() -> None:
    west = Group("Grenadiers", (rifles(),), [(1, 14.5)])
    state = with_unit(alone((9, 14), foes=west), "allied 0", pinned=True)
    assert moved(state, go(state, "allied 0.0", (15, 14))).teams["allied 0.0"].room == "factory 6"
    south = Group("Grenadiers", (rifles(),), [(10.5, 19.5)])
    nearer = with_unit(alone((15, 14), foes=south), "allied 0", pinned=True)
    assert facts.sight(nearer, "allied 0.0", "axis 0.0").clear
    refused(nearer, "allied", march(nearer, go(nearer, "allied 0.0", (11, 14))), "does not move nearer")


# -- 002 Moving near the Enemy inside City Buildings


def test_core_4_3_a_pinned_team_enters_no_room_whose_edge_is_nearer_to_the_enemy_in_sight() -> None:
    state = with_unit(alone((10.5, 18.2), foes=Group("Grenadiers", (rifles(),), [(24, 20)])), "allied 0", pinned=True)
    into = march(state, go(state, "allied 0.0", (10.5, 17.82), (10.5, 15)))
    refused(state, "allied", into, "a pinned team does not move nearer to the enemy")
    away = with_unit(alone((10.5, 18.2), foes=Group("Grenadiers", (rifles(),), [(10.5, 23)])), "allied 0", pinned=True)
    assert moved(away, *into.legs).teams["allied 0.0"].room == "factory 5"


def test_core_4_3_no_part_of_a_pinned_teams_way_through_a_city_is_nearer_to_the_enemy_in_sight() -> None:
    state = with_unit(alone((2, 2), foes=Group("Grenadiers", (rifles(),), [(2, 22)])), "allied 0", pinned=True)
    there_and_back = march(state, go(state, "allied 0.0", (2, 4), (3, 1.9)))
    refused(state, "allied", there_and_back, "a pinned team does not move nearer to the enemy")
    assert moved(state, go(state, "allied 0.0", (3, 1.9))).teams["allied 0.0"].moved


def test_002_a_team_cannot_enter_a_room_occupied_by_the_enemy() -> None:
    state = alone((9, 9), foes=Group("Grenadiers", (rifles(),), [(15, 9)]))
    refused(
        state, "allied", march(state, go(state, "allied 0.0", (15, 11))), "cannot enter factory 2: the enemy is in it"
    )


def test_002_it_moves_freely_in_rooms_adjacent_to_enemy_occupied_ones() -> None:
    state = alone((9, 14), foes=Group("Grenadiers", (rifles(),), [(15, 9)]))
    after = moved(state, go(state, "allied 0.0", (12, 9)))
    assert after.teams["allied 0.0"].room == "factory 1"
    assert moved(after_turn(after), go(after, "allied 0.0", (12.1, 11))).teams["allied 0.0"].y == 11_000


def after_turn(state: BattleState) -> BattleState:
    return with_unit(state, "allied 0", moved=False)


# -- 002 Tanks and Guns in City Buildings


def test_002_tanks_never_move_into_a_city_building() -> None:
    state = city([Group("Tanks", (tank(),), [(5, 9.5)])], [FAR], step="movement")
    refused(
        state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (10, 9.5))), "cannot enter a city building"
    )


def test_002_guns_do_not_move_into_one_and_stay_where_they_were_deployed() -> None:
    outside = city([Group("Guns", (gun(),), [(6.5, 9.5)])], [FAR], step="movement")
    refused(outside, "allied", march(outside, go(outside, "allied 0.0", (10, 9.5))), "only deployed there")
    inside = city([Group("Guns", (gun(),), [(10, 9.5)], 270)], [FAR], step="movement")
    refused(inside, "allied", march(inside, go(inside, "allied 0.0", (11, 9.5))), "does not move")
    refused(inside, "allied", march(inside, go(inside, "allied 0.0", facing=0)), "does not move")
    assert room_ways.enterable(inside, "allied 0.0") and not room_ways.may_use(inside, "allied 0.0")


# -- with dice


def rubble() -> Feature:
    return Feature("rubble", area=((0, 0), (36_000, 0), (36_000, 24_000), (0, 24_000)), name="rubble")


def clumsy(spot: tuple[float, float]) -> BattleState:
    slow = replace(rifles().move, cross=4)  # type: ignore[type-var]
    men = Group("Rifles", (rifles(move=slow),), [spot])
    return city([men], [FAR], step="movement", features=(rubble(),))


def test_002_rubble_is_difficult_and_who_fails_its_cross_check_stays_in_its_room() -> None:
    state = clumsy((9, 9))
    told = act(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (4, 9.5))), 3)
    assert told.state.teams["allied 0.0"].room == "factory 1"
    assert (
        act(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (4, 9.5))), 4)
        .state.teams["allied 0.0"]
        .room
        is None
    )


def test_002_who_fails_it_on_the_way_in_stays_outside() -> None:
    state = clumsy((5, 9.5))
    told: Told = act(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (9, 9))), 3)
    assert told.state.teams["allied 0.0"].room is None
    told = act(state, "allied", march(state, go(state, "allied 0.0", (7.15, 9.5), (9, 9))), 4)
    assert told.state.teams["allied 0.0"].room == "factory 1"


# -- command


def test_002_who_ends_its_move_out_of_command_is_hasty() -> None:
    state = alone((9, 9), (14, 9))
    after = moved(state, go(state, "allied 0.1", (19, 9)))
    assert after.teams["allied 0.1"].hasty
    other = alone((9, 9), (12, 14))
    assert not moved(other, go(other, "allied 0.1", (14, 14), level=1)).teams["allied 0.0"].hasty


def test_002_who_changes_floors_out_of_command_has_moved_and_is_hasty() -> None:
    state = alone((9, 9), (20.5, 9.5))
    assert moved(state, go(state, "allied 0.1", (20.5, 9.5), level=1)).teams["allied 0.1"].hasty
    assert not moved(state, go(state, "allied 0.1", (20.5, 9.5))).teams["allied 0.1"].hasty


def test_002_a_leader_takes_his_men_along_from_room_to_room() -> None:
    state = alone((9, 9), (11, 9), (9, 11))
    legs = room_ways.into(state, "allied 0", room(state, 2), ["allied 0.0", "allied 0.1", "allied 0.2"])
    after = act(state, "allied", March("allied 0", legs)).state
    assert {team.room for id, team in after.teams.items() if id.startswith("allied")} == {"factory 2"}


def test_002_teams_that_go_toward_the_same_room_each_have_a_place_in_it() -> None:
    state = alone((5, 9.5), (5, 11.5), (5, 7.5))
    legs, outside, _ = room_ways.toward(state, "allied 0", (10_500, 9_500), ["allied 0.0", "allied 0.1", "allied 0.2"])
    assert len(legs) == 3 and not outside
    assert {team.room for team in moved(state, *legs).teams.values() if team.room} == {"factory 1"}


# -- 002 City Streets


def street() -> Feature:
    return Feature("street", area=((0, 0), (36_000, 0), (36_000, 6_000), (0, 6_000)))


def test_002_on_city_streets_teams_move_at_tactical_or_terrain_dash_only() -> None:
    state = city(
        [Group("Ride", (half_track(),), [(5, 3)])],
        [Group("Far", (rifles(),), [(34, 23)])],
        step="movement",
        features=(street(),),
    )
    for pace in ("cross-country", "road"):
        refused(state, "allied", march(state, go(state, "allied 0.0", (14, 3), pace=pace)), "made at Terrain Dash")
    assert moved(state, go(state, "allied 0.0", (14, 3), pace="terrain")).teams["allied 0.0"].dashed


def test_002_nobody_digs_in_on_a_city_street_nor_in_a_building() -> None:
    on_street = city([Group("Rifles", (rifles(),), [(5, 3)])], [FAR], step="movement", features=(street(),))
    refused(on_street, "allied", GiveOrder("allied 0", "dig-in"), "no team of the unit can")
    inside = city([Group("Rifles", (rifles(),), [(9, 9)])], [FAR], step="movement")
    refused(inside, "allied", GiveOrder("allied 0", "dig-in"), "no team of the unit can")
    outside = city([Group("Rifles", (rifles(),), [(5, 3)])], [FAR], step="movement")
    assert act(outside, "allied", GiveOrder("allied 0", "dig-in"), 6).state.teams["allied 0.0"].foxholes


def test_002_nobody_starts_the_game_in_foxholes_on_a_city_street() -> None:
    """Where a mission has its infantry begin dug in, those on a street do not."""
    men = Group("Rifles", (rifles(), rifles()), [(5, 3), (5, 12)])
    state = battle([men], [FAR], mission="free-for-all", features=(street(),))
    now = told(state, refereeing.dig).state
    assert [now.teams[f"allied 0.{n}"].foxholes for n in range(2)] == [False, True]
