"""The far side of a river assault: disembarking, the shallows, drifting off and back, boats that return (000)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.force.card import Move
from orsha.tabletop.game import beginning, boats, chain, facts, landing, launching, ordering, ways
from orsha.tabletop.game.boat_state import BackWater, Boat, BoatBacked, BoatsReturned, DriftersRolled
from orsha.tabletop.game.commands import Aim, GiveOrder, NextStep, Shoot
from orsha.tabletop.game.events import Marched
from orsha.tabletop.game.game import movement_options
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import lose
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.river_stage import FAR, RIVER, afloat, launch, men, river_battle
from tests.tabletop.game.stage import (
    Group,
    act,
    decided,
    leg,
    march,
    marked,
    next_turn,
    refused,
    told,
    with_mission,
    with_team,
)

THREE = ("allied 0.0", "allied 0.1", "allied 0.2")
BOAT = "allied boat 1"


def arrived(axis: list[Group] = FAR, at: float = 24, more: int = 0, **of: Any) -> BattleState:
    """Three teams in a boat off the far bank since the last turn; more of their unit on the near one."""
    return afloat(river_battle([men(3 + more), men(1, (60, 10), "More")], axis, **of), BOAT, (32.75, at), *THREE)


def alone(axis: list[Group] = FAR, at: float = 24, **of: Any) -> BattleState:
    """One team in such a boat, all of its unit."""
    return afloat(river_battle([men(1), men(1, (60, 10), "More")], axis, **of), BOAT, (32.75, at), "allied 0.0")


def over(kind: str, y: float) -> Feature:
    return Feature(kind, line=((31_500, round(y * 1000)), (40_500, round(y * 1000))))


def ashore(state: BattleState) -> BattleState:
    legs = [leg(state, id, (30 - 0.1 * n, 20 + 3 * n)) for n, id in enumerate(THREE)]
    return act(state, "allied", march(state, *legs)).state


# -- disembarking


def test_000_passengers_disembark_by_moving_in_the_turn_after_and_roll_no_cross_check() -> None:
    done = ashore(arrived())
    assert all(done.teams[id].aboard is None and done.teams[id].moved for id in THREE)
    assert facts.spot(done, "allied 0.1") == (29_900, 23_000) and boats.empty(done, "allied") == [BOAT]


def test_000_they_begin_their_move_from_the_boat() -> None:
    state = alone()
    far = leg(state, "allied 0.0", (32.75 - 9.4, 24))
    act(state, "allied", march(state, far))
    refused(state, "allied", march(state, leg(state, "allied 0.0", (32.75 - 9.7, 24))), "tactical movement is 8")


def test_000_who_crossed_in_this_turn_disembarks_in_the_next() -> None:
    state = act(river_battle([men(3)]), "allied", launch("allied 0", (25, THREE)), 1).state
    assert boats.landers(state, "allied 0") == []
    fresh = next_turn(next_turn(state, "axis"), "allied")
    assert boats.landers(fresh, "allied 0") == list(THREE)


def test_000_nobody_ends_its_movement_in_the_river() -> None:
    state = arrived()
    refused(state, "allied", march(state, leg(state, "allied 0.0", (34, 24))), "cannot go to")


def test_a_way_back_into_the_river_still_asks_for_its_cross_check() -> None:
    """Out of the boat, over the bank and through a second river."""
    brook = Feature("deep-river", area=((28_000, 0), (29_000, 0), (29_000, 48_000), (28_000, 48_000)), name="Brook")
    state = alone(features=(RIVER, brook))
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (26, 24))), 4).state
    assert facts.spot(done, "allied 0.0") == (26_000, 24_000)
    held = act(state, "allied", march(state, leg(state, "allied 0.0", (26, 24))), 3)
    assert "Brook" in held.one(Marched).legs[0].held


def test_000_who_can_get_off_must_before_the_movement_step_ends() -> None:
    state = arrived()
    assert landing.must_land(state, "allied") == ["allied 0"]
    refused(state, "allied", NextStep(), "must get off their boats")
    assert "next" not in {option.act for option in movement_options(state, "allied")}
    assert landing.must_land(ashore(state), "allied") == []


def test_000_who_can_get_off_is_not_left_in_the_boat_when_its_unit_moves() -> None:
    state = arrived()
    refused(state, "allied", march(state, leg(state, "allied 0.0", (30, 24))), "get off")
    four = arrived(more=1)
    refused(four, "allied", march(four, leg(four, "allied 0.3", (41, 31))), "get off")
    whole = [leg(four, id, (30 - 0.1 * n, 20 + 3 * n)) for n, id in enumerate(THREE)]
    done = act(four, "allied", march(four, *whole, leg(four, "allied 0.3", (41, 31)))).state
    assert boats.afloat(done, "allied 0") == []


def test_000_who_can_get_off_does_before_the_rest_of_the_unit_launches() -> None:
    state = arrived(more=1)
    refused(state, "allied", launch("allied 0", (29, ("allied 0.3",))), "get off")
    assert launching.option(state, "allied", "allied 0") is None
    fresh = with_team(state, THREE[0], changes=1)
    fresh = with_team(with_team(fresh, THREE[1], changes=1), THREE[2], changes=1)
    assert boats.afloat(act(fresh, "allied", launch("allied 0", (29, ("allied 0.3",))), 1).state, "allied 0") != []


def test_000_who_can_get_off_does_before_its_leader_orders_something_instead_of_moving() -> None:
    group = Group("Rifles", (rifles(),) * 3, [(31, 20), (41, 24), (41, 26)])
    state = afloat(river_battle([group], boats=1), BOAT, (32.75, 24), "allied 0.1", "allied 0.2")
    refused(state, "allied", GiveOrder("allied 0", "dig-in"), "get off")
    assert "dig-in" not in ordering.available(state, "allied 0")
    assert "cross-here" in ordering.available(state, "allied 0"), "it can still move after this one"
    landed = [leg(state, id, (30, 23 + 2 * n)) for n, id in enumerate(("allied 0.1", "allied 0.2"))]
    assert act(state, "allied", march(state, *landed)).state.units["allied 0"].moved


def blocked(**of: Any) -> BattleState:
    """The enemy leaves no room ashore."""
    row = [(30.0, 12 + 1.8 * n) for n in range(14)]
    wall = Group("Grenadiers", (rifles(),) * len(row), row)
    deep = Group("More", (rifles(),) * len(row), [(27.0, y) for _, y in row])
    return arrived([wall, deep], **of)


def test_where_there_is_no_room_ashore_the_rest_of_the_unit_moves_alone() -> None:
    state = blocked(more=1)
    act(state, "allied", march(state, leg(state, "allied 0.3", (41, 31))))


def test_where_there_is_no_room_ashore_they_stay_in_the_boat() -> None:
    state = blocked()
    assert landing.must_land(state, "allied") == []
    act(state, "allied", NextStep())


def test_after_disembarking_they_shoot_as_moved() -> None:
    state = replace(ashore(arrived([Group("Grenadiers", (rifles(),), [(25, 23)])])), step="shooting")
    done = act(state, "allied", Shoot("allied 0", (Aim("allied 0.1", 0, "axis 0.0"),)), 1)
    assert done.state.teams["allied 0.1"].shot == "moving"


@pytest.mark.parametrize("seed", range(5))
def test_random_ways_ashore_are_legal(seed: int) -> None:
    state, rng = arrived([men(3, (25, 18 + seed), "Grenadiers")]), random.Random(seed)
    found = set()
    for _ in range(8):
        legs = ways.at_random(state, "allied 0", rng)
        assert legs and ways.legal(state, "allied 0", legs)
        found.add(legs)
    assert len(found) > 1


# -- under fire from the bank


def test_000_with_an_enemy_within_two_inches_the_boat_may_go_back_into_the_shallows() -> None:
    state = alone([Group("Grenadiers", (rifles(),), [(30.5, 24)])])
    assert boats.gap_to(state, (32_750, 24_000), "axis 0.0") < 2000
    done = act(state, "allied", BackWater(BOAT))
    at = done.one(BoatBacked).at
    assert at[0] > 32_750 and at[1] == 24_000
    assert boats.gap_to(done.state, at, "axis 0.0") >= 2000
    assert facts.spot(done.state, "allied 0.0") == at and facts.gap(done.state, "allied 0.0", "axis 0.0") >= 2000
    went = act(done.state, "allied", march(done.state, leg(done.state, "allied 0.0", (34, 28), (31.5, 28))))
    assert went.state.teams["allied 0.0"].aboard is None, "no Cross Check for the shallows"
    refused(done.state, "allied", march(done.state, leg(done.state, "allied 0.0", (33.5, 26))), "cannot go to")


@pytest.mark.parametrize("kind", ["road-bridge", "rail-bridge", "damaged-bridge", "ford"])
def test_000_no_cross_check_in_the_shallows_beside_a_bridge_or_ford_either(kind: str) -> None:
    state = alone([Group("Grenadiers", (rifles(),), [(30.5, 24)])], features=(RIVER, over(kind, 25.5)))
    state = act(state, "allied", BackWater(BOAT)).state
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (34, 28), (31.5, 28)))).state
    assert facts.spot(done, "allied 0.0") == (31_500, 28_000) and done.teams["allied 0.0"].aboard is None


def test_000_no_cross_check_for_a_ford_that_the_boat_lies_before() -> None:
    slow = rifles(move=Move(tactical=8, terrain=8, cross_country=12, road=12, cross=3))
    group = Group("Rifles", (slow,), [(41, 24)])
    state = afloat(river_battle([group], features=(RIVER, over("ford", 24))), BOAT, (32.75, 24), "allied 0.0")
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (29, 24)))).state
    assert facts.spot(done, "allied 0.0") == (29_000, 24_000)


def test_000_who_is_held_by_mines_over_the_water_stays_in_the_boat() -> None:
    state = marked(alone(), "minefield", (31.2, 24))
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (29, 24))), 1, 6)
    assert done.one(Marched).legs[0].held == "held by a minefield"
    team = done.state.teams["allied 0.0"]
    assert team.aboard == BOAT and (team.x, team.y) == (32_750, 24_000) and boats.empty(done.state, "allied") == []


def test_000_who_disembarks_ends_on_the_enemy_bank() -> None:
    state = alone(features=(RIVER, over("road-bridge", 25.5)))
    refused(state, "allied", march(state, leg(state, "allied 0.0", (40.2, 24))), "ends on the Enemy Bank")
    refused(state, "allied", march(state, leg(state, "allied 0.0", (34, 25.5))), "ends on the Enemy Bank")
    act(state, "allied", march(state, leg(state, "allied 0.0", (31.9, 25.5))))


def test_000_from_the_shallows_there_is_a_way_round_the_enemy_and_it_must_be_taken() -> None:
    state = act(arrived([Group("Grenadiers", (rifles(),), [(30.5, 24)])]), "allied", BackWater(BOAT)).state
    assert landing.must_land(state, "allied") == ["allied 0"]
    legs = landing.afloat_legs(state, "allied 0")
    assert len(legs) == 3 and all(leg.way[-1][0] <= 32_000 for leg in legs)
    refused(state, "allied", NextStep(), "must get off their boats")


def test_000_without_an_enemy_that_near_it_stays_at_the_bank() -> None:
    refused(arrived(), "allied", BackWater(BOAT), "no enemy is within 2 inches")


def test_boats_are_taken_back_by_their_owner_in_his_movement_step_before_the_unit_moves() -> None:
    close = [Group("Grenadiers", (rifles(),), [(30.5, 24)])]
    refused(arrived(close), "axis", BackWater(BOAT), "Movement Step")
    refused(arrived(close), "allied", BackWater("nothing"), "no boat")
    refused(arrived(close), "allied", BackWater("allied boat 2"), "nobody is in")
    refused(arrived(close, step="shooting"), "allied", BackWater(BOAT), "Movement Step")
    options = {option.act: option for option in movement_options(arrived(close), "allied")}
    assert options["back-water"].takes["boat"].contains(BOAT)


# -- off the table


def adrift(**of: Any) -> BattleState:
    state = arrived(at=0)
    return replace(state, boats={**state.boats, BOAT: Boat("allied", "allied 0", (32_750, 0), off=True, **of)})


def rolled(state: BattleState, *faces: Any) -> BattleState:
    return told(state, lambda story: landing.roll_for_drifters(story, "allied"), *faces).state


def test_000_a_3_brings_the_unit_back_at_the_edge_where_it_drifted_off() -> None:
    done = rolled(adrift(), [3])
    boat = done.boats[BOAT]
    assert not boat.off and boat.at == (32_750, 0)
    legs = landing.afloat_legs(done, "allied 0")
    assert legs and ways.legal(done, "allied 0", legs), "it disembarks in this very turn"


def test_000_else_a_die_is_added_each_turn() -> None:
    one = rolled(adrift(), [2])
    assert one.boats[BOAT].off and one.boats[BOAT].tries == 1
    two = rolled(one, [2, 1])
    assert two.boats[BOAT].tries == 2
    assert not rolled(two, [1, 2, 3]).boats[BOAT].off


def test_000_units_off_the_table_add_a_die_each_and_every_success_brings_one() -> None:
    state = afloat(adrift(tries=1), "allied boat 2", (32.75, 0), "allied 1.0", off=True)
    done = told(state, lambda story: landing.roll_for_drifters(story, "allied"), [1, 4, 2])
    assert done.one(DriftersRolled).back == ("allied 0",), "who is away for longest comes first"
    assert done.state.boats["allied boat 2"].tries == 1
    both = told(state, lambda story: landing.roll_for_drifters(story, "allied"), [3, 4, 6])
    assert both.one(DriftersRolled).away == ()


def test_000_off_the_table_nobody_disembarks_or_can_be_reached() -> None:
    state = adrift()
    assert boats.landers(state, "allied 0") == [] and landing.must_land(state, "allied") == []
    refused(state, "allied", march(state, leg(state, "allied 0.0", (30, 2))), "drifted off the table")
    assert not set(THREE) & set(facts.targets(state, "axis"))
    assert boats.off_table(state, "allied") == ["allied 0"] and boats.off_table(state, "axis") == []


def test_000_boats_that_come_back_lie_side_by_side_at_the_edge() -> None:
    state = afloat(adrift(), "allied boat 2", (32.75, 0), "allied 1.0", off=True)
    state = afloat(state, "allied boat 3", (32.75, 2.2))
    done = rolled(state, [3, 4])
    assert done.boats[BOAT].at == (32_750, 0) and done.boats["allied boat 3"].at == (32_750, 2200)
    assert done.boats["allied boat 2"].at == (32_750, 3750)
    assert facts.spot(done, "allied 1.0") == (32_750, 3750), "whoever is in it is there too"


def test_000_at_the_far_edge_they_lie_side_by_side_too() -> None:
    state = river_battle([men(4)])
    state = afloat(state, BOAT, (32.75, 48), *THREE, off=True)
    done = rolled(afloat(state, "allied boat 2", (32.75, 48), "allied 0.3", off=True), [5])
    assert [done.boats[f"allied boat {n}"].at for n in (1, 2)] == [(32_750, 48_000), (32_750, 46_500)]


def test_a_commander_who_is_adrift_off_the_table_gives_no_re_rolls() -> None:
    hq = Group("HQ", (rifles(),), [(41, 3)], hq=True)
    state = river_battle([hq, men(2, (31, 2), "Men")])
    near = afloat(state, BOAT, (32.75, 0), "allied 0.0")
    assert chain.commander_helps(near, "rally", "allied 1.0")
    away = afloat(state, BOAT, (32.75, 0), "allied 0.0", off=True)
    assert not chain.commander_helps(away, "rally", "allied 1.0")
    assert not chain.commander_helps(away, "rally", "allied 0.0")


def test_000_the_dice_are_thrown_at_the_beginning_of_the_turn() -> None:
    state = replace(adrift(), step="starting")
    done = told(state, lambda story: beginning.into_movement(story, "allied"), [3])
    assert done.of(DriftersRolled) and done.state.step == "movement"


# -- returning for more


def test_000_each_empty_boat_across_returns_on_3_at_the_end_of_the_movement_step_or_is_stuck() -> None:
    state = afloat(ashore(arrived()), "allied boat 2", (32.75, 30))
    done = act(state, "allied", NextStep(), [3, 2])
    assert done.one(BoatsReturned) == BoatsReturned("allied", (BOAT,), ("allied boat 2",))
    assert done.state.boats[BOAT] == Boat("allied"), "ready at the Friendly Bank for the next unit"
    assert done.state.boats["allied boat 2"].stuck and done.state.boats["allied boat 2"].at is not None
    again = act(replace(done.state, step="movement"), "allied", NextStep(), [6])
    assert again.one(BoatsReturned).back == ("allied boat 2",), "it tries again next turn"


def test_000_boats_with_somebody_in_them_do_not_return() -> None:
    done = act(blocked(), "allied", NextStep())
    assert done.of(BoatsReturned) == [] and boats.afloat(done.state, "allied 0") == list(THREE)
    fresh = with_team(alone(), "allied 0.0", changes=1)
    assert act(fresh, "allied", NextStep()).of(BoatsReturned) == [], "it crossed in this very turn"


def test_000_an_empty_boat_off_the_table_returns_too() -> None:
    state = afloat(river_battle([men(1, (60, 10))]), BOAT, (32.75, 0), off=True)
    assert act(state, "allied", NextStep(), [5]).state.boats[BOAT] == Boat("allied")


def test_000_the_next_unit_launches_with_boats_that_came_back() -> None:
    state = river_battle([men(3), men(3, (41, 34), "More")], boats=1)
    state = act(state, "allied", launch("allied 0", (25, THREE)), 1).state
    second = launch("allied 1", (35, ("allied 1.0", "allied 1.1", "allied 1.2")))
    refused(state, "allied", second, "waits until others are back")
    state = ashore(with_spot(next_turn(next_turn(state, "axis"), "allied")))
    state = act(state, "allied", NextStep(), [3]).state
    state = next_turn(next_turn(state, "axis"), "allied")
    assert act(state, "allied", second, 2).state.teams["allied 1.0"].aboard == BOAT


def with_spot(state: BattleState) -> BattleState:
    """The boat where the other tests have it."""
    return afloat(state, BOAT, (32.75, 24), *THREE)


# -- a whole crossing


def test_a_crossing_from_bank_to_bank_through_the_kernels_door() -> None:
    state = river_battle([men(3)], boats=1)
    state = with_mission(state, objectives={}, units=state.mission.units)
    done = decided(state, "allied", launch("allied 0", (25, THREE)), 1)
    state = done.state
    for _ in range(2):
        state = decided(state, "allied", NextStep()).state
    assert state.step == "assault" and state.teams["allied 0.0"].aboard == BOAT


def test_losses_ashore_and_a_fallen_leader_leave_the_boat_in_order() -> None:
    """A unit half afloat whose leader falls ashore is led by somebody, and its boat still carries the rest."""
    part = with_team(arrived(), "allied 0.0", x=30_000, y=24_000, aboard=None)
    done = told(part, lambda story: lose(story, ["allied 0.0"], "destroyed")).state
    assert done.units["allied 0"].leader in ("allied 0.1", "allied 0.2")
    assert facts.passengers(done, BOAT) == ["allied 0.1", "allied 0.2"]
    gone = with_team(done, "allied 0.1", changes=1)
    with pytest.raises(Illegal, match="disembarks in the next"):
        boats.check_leaving(gone, "allied 0.1")
