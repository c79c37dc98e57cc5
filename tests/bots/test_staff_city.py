"""What the staff knows about rooms (002)."""

from __future__ import annotations

from orsha.bots.staff import city as knows
from orsha.bots.staff.goals import goals
from orsha.tabletop.game import room_ways, ways
from orsha.tabletop.game.state import March
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.room_stage import city, room
from tests.tabletop.game.stage import Group, act


def test_a_building_that_must_be_had_alone_is_taken_room_by_room_and_what_is_had_is_kept() -> None:
    state = city([Group("Ours", (rifles(),), [(9, 9)])], [Group("Theirs", (rifles(),), [(25, 15)])])
    wanted = goals(state, "allied")
    assert wanted.keep == (room(state, 1).middle,) and len(wanted.take) == 7
    assert knows.arrived(state, "allied 0", room(state, 1).middle)
    assert knows.arrived(state, "allied 0", room(state, 2).middle) is False
    assert knows.arrived(state, "allied 0", (1000, 1000)) is None


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
