"""City buildings and their rooms: which there are, who is in them, how far it is (002)."""

from __future__ import annotations

import random

import pytest

from orsha.tabletop.game import chain, facts, flying, rooms
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.events import AircraftCame
from orsha.tabletop.game.rooms import rooms_of
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.library import mission
from orsha.tabletop.table import Stand
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.room_stage import city, room
from tests.tabletop.game.stage import Group, battle, told
from tests.tabletop.game.test_flying import IL2, UNIT, fly

CITY = ("the-factory", "the-boulevard", "two-buildings", "the-square")


def factory() -> BattleState:
    """Rifles in room 1, on two floors, and before room 4; grenadiers in room 2 and 7."""
    ours = [Group("Rifles", (rifles(), rifles(), rifles()), [(9, 9), (9, 9), (30, 9.5)])]
    theirs = [Group("Grenadiers", (rifles(), rifles()), [(15, 9), (20, 15)])]
    return city(ours, theirs, levels={"allied 0.1": 1})


# -- 002 Interior Walls & Rooms


@pytest.mark.parametrize("slug", CITY)
def test_002_rooms_are_between_4_and_6_inches_across(slug: str) -> None:
    for one in rooms_of(mission(slug).layout()).values():
        left, low, right, high = one.box
        assert 4000 <= right - left <= 6000 and 4000 <= high - low <= 6000


def test_002_the_ground_floor_and_all_floors_above_are_one_room() -> None:
    state = factory()
    assert rooms.room_of(state, "allied 0.0") is rooms.room_of(state, "allied 0.1") is room(state, 1)
    assert rooms.inside(state, room(state, 1)) == ["allied 0.0", "allied 0.1"]
    assert facts.gap(state, "allied 0.0", "allied 0.1") == 0


@pytest.mark.parametrize("slug", CITY)
def test_ours_every_external_wall_has_an_opening_in_its_middle_and_no_inner_wall_has(slug: str) -> None:
    found = rooms_of(mission(slug).layout())
    for one in found.values():
        others = [other for other in found.values() if other is not one]
        for opening in one.openings:
            assert opening.before(10) not in [
                spot for spot in [opening.before(10)] if any(o.holds(spot) for o in others)
            ]
            assert one.holds(opening.behind(10))
    assert sum(len(one.openings) for one in found.values()) == {"the-factory": 12, "the-square": 10}.get(slug, 16)


# -- 002 Adjacent Rooms


def test_002_rooms_that_share_a_wall_are_adjacent_across_a_corner_they_are_not() -> None:
    state = factory()
    assert rooms.adjacent(room(state, 1), room(state, 2)) and rooms.adjacent(room(state, 1), room(state, 5))
    assert not rooms.adjacent(room(state, 1), room(state, 6))
    assert not rooms.adjacent(room(state, 1), room(state, 3))


def test_002_adjacency_goes_both_ways() -> None:
    found = rooms_of(mission("the-factory").layout())
    for one in found.values():
        assert all(one.name in found[name].neighbours for name in one.neighbours)


# -- 002 Upper Levels


def test_ours_a_floor_holds_nine_bases_in_five_inches_and_four_in_four_and_there_are_three_floors() -> None:
    small = next(iter(rooms_of(mission("two-buildings").layout()).values()))
    for one, each in ((room(factory(), 1), 9), (small, 4)):
        assert (len(rooms.places(one)), one.levels) == (each, 3)


def test_002_upper_levels_take_more_troops_than_the_ground_floor_could() -> None:
    state = factory()
    there: list[rooms.Taken] = []
    while (free := rooms.free_place(room(state, 3), "infantry", there)) is not None:
        there.append((Stand(*free[0], "infantry"), free[1]))
    assert len(there) == 27 and {level for _, level in there} == {0, 1, 2}
    above = Stand(*room(state, 3).middle, "infantry")
    assert rooms.why_no_place(room(state, 3), above, 3, []) == "factory 3 has 3 floors"


# -- 002 Occupying a Room


def test_002_a_room_with_a_team_in_it_is_occupied() -> None:
    state = factory()
    assert [rooms.holder(state, room(state, n)) for n in (1, 2, 3, 7)] == ["allied", "axis", None, "axis"]


def test_002_aircraft_over_a_building_are_in_no_room() -> None:
    state = city(
        [Group("Rifles", [rifles()], [(2, 2)]), Group("Shturmoviks", [IL2], [])], [Group("T", [rifles()], [(30, 20)])]
    )
    state = apply(state, AircraftCame(UNIT, "Shturmoviks", True))
    now = told(state, lambda story: flying.fly(story, "allied", fly((15.5, 9)))).state
    assert now.teams[f"{UNIT}.0"].room is None and rooms.holder(now, room(now, 2)) is None


def test_002_all_distances_are_to_and_from_the_edge_of_the_room_not_the_team() -> None:
    state = factory()
    assert facts.gap(state, "axis 0.0", "axis 0.1") == 0  # rooms 2 and 7 meet in a corner
    assert facts.gap(state, "allied 0.0", "allied 0.2") == 30_000 - 800 - 13_000
    assert facts.near(state, "allied 0.0", "allied 0.2", 16.3) and not facts.near(state, "allied 0.0", "allied 0.2", 16)
    assert facts.gap_to_spot(state, "allied 0.0", (5000, 9000)) == 3000


def test_002_vertical_distance_is_ignored() -> None:
    low, high = factory(), factory()
    high = city(
        [Group("Rifles", (rifles(),), [(9, 9)])], [Group("Foe", (rifles(),), [(9, 3)])], levels={"allied 0.0": 2}
    )
    low = city([Group("Rifles", (rifles(),), [(9, 9)])], [Group("Foe", (rifles(),), [(9, 3)])])
    assert facts.gap(high, "allied 0.0", "axis 0.0") == facts.gap(low, "allied 0.0", "axis 0.0")
    assert facts.sight(high, "allied 0.0", "axis 0.0").range == facts.sight(low, "allied 0.0", "axis 0.0").range


def test_a_battle_without_city_buildings_has_no_rooms() -> None:
    state = battle([Group("Rifles", (rifles(),), [(9, 9)])], [Group("Foe", (rifles(),), [(9, 3)])])
    assert not rooms.rooms(state)
    assert all(team.room is None for team in state.teams.values())


def test_the_walls_that_others_keep_away_from_are_the_rooms_edge_to_a_tenth_of_an_inch() -> None:
    one, rng = room(factory(), 6), random.Random(1)
    for _ in range(200):
        spot = (rng.randrange(36_000), rng.randrange(24_000))
        if one.holds(spot):
            continue
        nearest = min(facts.apart(spot, (disc.x, disc.y)) - disc.radius for disc in rooms.walls(one))
        least = max(rooms.spot_gap(one, spot), 2800)  # a base two inches away
        if rooms.spot_gap(one, spot) >= 2800:
            assert least - 1 <= nearest <= least + 100


# -- 002 In Command


def commanded(leader: tuple[float, float], team: tuple[float, float]) -> bool:
    state = city([Group("Rifles", (rifles(), rifles()), [leader, team])], [Group("Foe", (rifles(),), [(1, 1)])])
    return chain.in_command(state, "allied 0.1")


def test_002_in_command_in_the_same_or_an_adjacent_room() -> None:
    assert commanded((9, 9), (11, 11))
    assert commanded((9, 9), (17, 11)) and commanded((9, 9), (11, 16))
    assert not commanded((12, 11), (14, 13))  # across the corner, two inches away
    assert not commanded((9, 9), (19, 9))


def test_002_a_leader_outside_measures_to_the_room() -> None:
    inches = chain.command_inches(factory(), "allied 0")
    assert commanded((13 - 5, 7 - 0.8 - inches), (12, 11))
    assert not commanded((13 - 5, 7 - 1 - inches), (12, 11))


def test_002_a_leader_inside_measures_from_any_opening_of_his_room() -> None:
    inches = chain.command_inches(factory(), "allied 0")
    assert commanded((12, 11), (8 - 0.7 - inches, 9.5))
    assert not commanded((12, 11), (8 - 0.9 - inches, 9.5))
    assert commanded((12, 11), (8 - 2, 11.9))
    # Room 2 has no opening to the west, and looks south alone.
    assert not commanded((15, 11), (15, 17.9)) and commanded((15, 11), (15, 7 - 0.8 - inches))
