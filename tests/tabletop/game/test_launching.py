"""Launching assault boats: who, how many boats, who mounts, where they drift to (000 River Assaults)."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal, Seeded
from orsha.tabletop.battle.to_hit import why_not_shoot
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import Battle, assaulting, boats, chain, facts, holding, landing, launching
from orsha.tabletop.game.boat_state import Boat, BoatsCounted, Launch, Launched, Load
from orsha.tabletop.game.commands import BattleCommand, GiveOrder, March
from orsha.tabletop.game.events import TeamsGone
from orsha.tabletop.game.game import movement_options
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story, lose
from orsha.tabletop.game.template import under
from orsha.tabletop.mission import state as m
from tests.tabletop.battle.told import gun, half_track, rifles
from tests.tabletop.game.river_stage import FAR, afloat, launch, men, river_battle
from tests.tabletop.game.stage import (
    Group,
    act,
    leg,
    march,
    mounted,
    next_turn,
    refused,
    told,
    with_mission,
    with_team,
    with_unit,
)

THREE = ("allied 0.0", "allied 0.1", "allied 0.2")


def crossed(state: BattleState, *faces: int) -> BattleState:
    return act(state, "allied", launch("allied 0", (25, THREE)), *faces).state


# -- how many boats


def counted(state: BattleState) -> list[BoatsCounted]:
    return told(replace(state, boats={}), launching.count_boats).of(BoatsCounted)


def test_000_river_assault_for_the_attacker_gives_only_him_boats() -> None:
    (found,) = counted(river_battle([men(3, points=26), Group("Guns", (gun(),), [(60, 10)], points=50)]))
    assert found.seat == "allied" and len(found.boats) == 8 and found.points == "26"


def test_000_river_assault_for_both_players_gives_both_boats() -> None:
    both = counted(river_battle([men(3, points=5)], mission="a-foothold"))
    assert [(one.seat, len(one.boats)) for one in both] == [("allied", 4), ("axis", 4)]


# -- crossing


@pytest.mark.parametrize(("face", "inches"), [(1, 4), (2, 8), (3, 8), (4, 12), (5, 12), (6, 16)])
def test_000_a_unit_mounts_drifts_and_lies_off_the_enemy_bank(face: int, inches: int) -> None:
    done = act(river_battle([men(3)]), "allied", launch("allied 0", (25, THREE)), face)
    boat = done.state.boats["allied boat 1"]
    assert boat.at == (32_750, (25 - inches) * 1000) and boat.unit == "allied 0" and not boat.off
    for id in THREE:
        team = done.state.teams[id]
        assert team.aboard == "allied boat 1" and (team.x, team.y) == boat.at and team.moved
    assert done.one(Launched).inches == inches and done.state.units["allied 0"].moved


def test_000_the_current_may_flow_the_other_way() -> None:
    assert crossed(river_battle([men(3)], current="right"), 1).boats["allied boat 1"].at == (32_750, 29_000)


def test_000_boats_that_drift_too_far_are_off_the_table() -> None:
    state = river_battle([men(3, (41, 8))])
    done = act(state, "allied", launch("allied 0", (9, THREE)), 5)
    boat = done.state.boats["allied boat 1"]
    assert boat.off and boat.at == (32_750, 0) and set(THREE) <= set(done.state.teams)


def test_000_of_two_boats_one_may_drift_off_and_the_other_not() -> None:
    state = river_battle([men(6, (41, 8))])
    loads = launch("allied 0", (9, THREE), (13, ("allied 0.3", "allied 0.4", "allied 0.5")))
    done = act(state, "allied", loads, 4).state
    assert done.boats["allied boat 1"].off and not done.boats["allied boat 2"].off


def test_000_a_boat_of_another_unit_takes_its_place_on_the_bank() -> None:
    state = afloat(river_battle([men(3), men(1, (60, 10), "More")]), "allied boat 4", (32.75, 17.5), "allied 1.0")
    assert crossed(state, 2).boats["allied boat 1"].at == (32_750, 16_000)


def test_000_a_unit_drifts_on_side_by_side_past_boats_of_another_unit() -> None:
    state = afloat(river_battle([men(6), men(1, (60, 10), "More")]), "allied boat 4", (32.75, 17), "allied 1.0")
    loads = launch("allied 0", (25, THREE), (28, ("allied 0.3", "allied 0.4", "allied 0.5")))
    done = act(state, "allied", loads, 2).state
    assert [done.boats[f"allied boat {n}"].at for n in (1, 2)] == [(32_750, 15_500), (32_750, 18_500)]


def test_000_a_unit_takes_the_boats_it_needs_and_the_next_one_the_rest() -> None:
    state = river_battle([men(3), men(4, (41, 34), "More")], boats=3)
    state = crossed(state, 1)
    assert boats.ready(state, "allied") == ["allied boat 2", "allied boat 3"]
    more = launch("allied 1", (35, ("allied 1.0", "allied 1.1", "allied 1.2")), (38, ("allied 1.3",)))
    assert boats.ready(act(state, "allied", more, 1).state, "allied") == []


def test_000_a_gun_team_that_bombards_loses_its_ranged_in_marker() -> None:
    mortar = rifles(weapons=(Weapon("mortar", 40, fires="artillery", anti_tank=1, firepower=4),))
    state = river_battle([Group("Mortars", (mortar,), [(41, 24)])])
    state = with_unit(state, "allied 0", shells=(1000, 1000))
    done = act(state, "allied", launch("allied 0", (24, ("allied 0.0",))), 1).state
    assert done.units["allied 0"].shells is None


# -- who may not


def test_000_only_units_of_nothing_but_infantry() -> None:
    mixed = Group("Both", (rifles(), gun()), [(41, 24), (44, 24)])
    refused(river_battle([mixed]), "allied", launch("allied 0", (24, ("allied 0.0",))), "all infantry")


def test_000_a_headquarters_with_transports_of_its_own_leaves_them_and_takes_boats() -> None:
    hq = Group("HQ", (rifles(), rifles(), half_track()), [(41, 24), (41, 26), (45, 26)], hq=True)
    state = river_battle([hq, men(1, (60, 10))])
    assert launching.on_bank(state, "allied 0") == ["allied 0.0", "allied 0.1"]
    done = act(state, "allied", launch("allied 0", (25, ("allied 0.0", "allied 0.1"))), 1).state
    assert boats.afloat(done, "allied 0") == ["allied 0.0", "allied 0.1"] and done.rear == ("allied 0.2",)
    lost = told(state, lambda story: lose(story, ["allied 0.2"], "destroyed")).state
    assert launching.why_not(lost, "allied", "allied 0") is None
    part = act(state, "allied", launch("allied 0", (25, ("allied 0.0",))), 1).state
    assert part.rear == (), "they wait for those who are still on their bank"


def test_000_the_leader_begins_the_step_next_to_the_friendly_bank() -> None:
    far = river_battle([men(3, (41.9, 24))])
    refused(far, "allied", launch("allied 0", (25, THREE)), "next to the Friendly Bank")
    near = river_battle([men(3, (41.7, 24))])
    act(near, "allied", launch("allied 0", (25, THREE)), 1)
    other = river_battle([men(3, (31, 24))])
    refused(other, "allied", launch("allied 0", (25, THREE)), "not on the Friendly Bank")


def test_000_who_came_to_the_bank_in_this_step_waits_for_the_next() -> None:
    state = river_battle([men(3, (43, 24))])
    legs = [leg(state, id, (41, 24 + 1.7 * n)) for n, id in enumerate(THREE)]
    state = act(state, "allied", march(state, *legs)).state
    refused(state, "allied", launch("allied 0", (25, THREE)), "has moved in this turn")


def test_000_a_unit_that_is_pinned_down_does_not_mount() -> None:
    state = with_unit(river_battle([men(3)]), "allied 0", pinned=True)
    refused(state, "allied", launch("allied 0", (25, THREE)), "pinned down")


def test_000_following_units_wait_until_there_are_boats_enough() -> None:
    state = river_battle([men(4)], boats=2)
    state = replace(state, boats={**state.boats, "allied boat 2": Boat("allied", "allied 9", (32_750, 3000))})
    refused(state, "allied", launch("allied 0", (25, THREE)), "needs 2 boats and 1 lie ready")


def test_a_unit_too_big_for_all_boats_of_its_side_takes_all_of_them_and_the_rest_follows() -> None:
    state = river_battle([men(5)], boats=1)
    state = crossed(state, 1)
    assert boats.afloat(state, "allied 0") == list(THREE)
    rest = launching.on_bank(state, "allied 0")
    assert rest == ["allied 0.3", "allied 0.4"] and launching.head(state, "allied 0") == "allied 0.3"


def test_a_side_without_river_assault_has_no_boats() -> None:
    state = with_mission(river_battle([men(3)], [men(3, (31, 24), "Grenadiers")], active="axis"), active="axis")
    refused(state, "axis", launch("axis 0", (24, ("axis 0.0",))), "axis has no assault boats")


def test_boats_are_launched_in_ones_own_movement_step() -> None:
    refused(river_battle([men(3)], step="shooting"), "allied", launch("allied 0", (25, THREE)), "Movement Step")
    refused(river_battle([men(3)], active="axis"), "allied", launch("allied 0", (25, THREE)), "Movement Step")


# -- where, and how many to a boat


def test_000_three_teams_to_a_boat_and_no_team_twice() -> None:
    state = river_battle([men(4)])
    refused(state, "allied", launch("allied 0", (25, (*THREE, "allied 0.3"))), "carries 3 teams, not 4")
    refused(state, "allied", launch("allied 0", (25, THREE), (28, THREE[:1])), "mounts twice")
    refused(state, "allied", launch("allied 0", (25, ("axis 0.0",))), "no team of the unit")


def test_000_no_more_boats_than_the_unit_needs() -> None:
    loads = [(22.0 + 2 * n, (id,)) for n, id in enumerate(THREE)]
    refused(river_battle([men(3)]), "allied", launch("allied 0", *loads), "one to 1 boats, not 3")


def test_000_boats_lie_on_the_edge_of_the_bank_side_by_side_within_command_of_the_leader() -> None:
    state = river_battle([men(6)])
    inland = Launch("allied 0", (Load((40_500, 25_000), THREE),))
    refused(state, "allied", inland, "edge of the Friendly Bank")
    refused(state, "allied", launch("allied 0", (25, THREE), (26, ("allied 0.3",))), "side by side")
    refused(state, "allied", launch("allied 0", (15, THREE)), "within command of the leader, 6 inches")


def test_000_only_teams_within_four_inches_of_a_boat_mount() -> None:
    group = Group("Rifles", (rifles(), rifles()), [(41, 24), (46.4, 24)])
    state = river_battle([group])
    refused(state, "allied", launch("allied 0", (24, ("allied 0.0", "allied 0.1"))), "within 4 inches of a boat")
    near = river_battle([Group("Rifles", (rifles(), rifles()), [(41, 24), (45.5, 24)])])
    act(near, "allied", launch("allied 0", (24, ("allied 0.0", "allied 0.1"))), 1)


def test_who_has_moved_by_itself_does_not_mount() -> None:
    state = with_team(river_battle([men(3)]), "allied 0.2", moved=True)
    refused(state, "allied", launch("allied 0", (25, THREE)), "it has moved in this turn")


# -- transports


def test_000_transports_that_do_not_take_a_bridge_are_sent_to_the_rear() -> None:
    rides = Group("Rides", (half_track(),), [(46, 26)], attached_to="Rifles")
    done = act(river_battle([men(3), rides]), "allied", launch("allied 0", (25, THREE)), 1)
    assert done.one(TeamsGone).how == "rear" and "allied 1.0" not in done.state.teams
    assert done.state.rear == ("allied 1.0",)


def rides(x: float) -> Group:
    return Group("Rides", (half_track(),), [(x, 26)], attached_to="Rifles")


def test_000_transports_that_took_a_bridge_are_not_sent_to_the_rear() -> None:
    for x in (28, 36):
        done = act(river_battle([men(3), rides(x)]), "allied", launch("allied 0", (25, THREE)), 1)
        assert done.of(TeamsGone) == [] and "allied 1.0" in done.state.teams


def test_000_transports_with_men_of_another_unit_in_them_are_not_sent_to_the_rear() -> None:
    state = mounted(river_battle([men(3), rides(46), men(1, (50, 10), "Other")]), "allied 2.0", "allied 1.0")
    done = act(state, "allied", launch("allied 0", (25, THREE)), 1).state
    assert done.rear == () and done.teams["allied 2.0"].aboard == "allied 1.0"


def test_000_transports_stay_until_all_of_their_unit_has_left_the_bank() -> None:
    state = river_battle([men(4), rides(46)])
    first = act(state, "allied", launch("allied 0", (25, THREE)), 1).state
    assert first.rear == ()
    fresh = with_unit(first, "allied 0", moved=False)
    assert act(fresh, "allied", launch("allied 0", (29, ("allied 0.3",))), 1).state.rear == ("allied 1.0",)


def test_who_is_in_a_transport_gets_off_first() -> None:
    rides = Group("Rides", (half_track(),), [(46, 26)], attached_to="Rifles")
    state = mounted(river_battle([men(3), rides]), "allied 0.2", "allied 1.0")
    refused(state, "allied", launch("allied 0", (25, THREE[:2])), "get off their transports")


# -- in mid-river


def test_000_nobody_in_mid_river_moves_shoots_assaults_or_takes_orders() -> None:
    state = crossed(river_battle([men(3)], [men(2, (31, 22), "Grenadiers")]), 1)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (31, 21))), "moved in this turn|in the next")
    refused(state, "allied", GiveOrder("allied 0", "follow-me"), "in boats, takes no orders")
    assert facts.deeds(state, "allied 0.0").crossing and not facts.acting(state.teams["allied 0.0"])
    assert why_not_shoot(facts.deeds(state, "allied 0.0")) == "it is crossing by boat"
    assert not assaulting.can_charge(replace(state, step="assault"), "allied 0")


def test_000_nobody_in_mid_river_is_shot_at_assaulted_or_shelled() -> None:
    state = crossed(river_battle([men(3)], [men(2, (31, 22), "Grenadiers")]), 1)
    at = state.boats["allied boat 1"].at
    assert at == (32_750, 21_000)
    assert not set(THREE) & set(facts.targets(state, "axis")), "nobody aims at them, charges them or minds them"
    assert not set(THREE) & set(under(state, at, 6)) and "axis 0.0" in under(state, at, 6)


@pytest.mark.parametrize(("off", "near"), [(False, ("1",)), (True, ())])
def test_000_the_defender_has_not_cleared_an_objective_while_attackers_lie_off_it_in_boats(
    off: bool, near: tuple[str, ...]
) -> None:
    state = afloat(river_battle([men(3)]), "allied boat 1", (32.75, 20), *THREE, off=off)
    mark = m.Objective("1", "allied", "defender", (27_000, 20_000))
    state = with_mission(state, objectives={"1": mark})
    assert holding.near(state, m.Question("near", "allied", "end", 8, ("1",), anybody=True)) == near
    assert holding.near(state, m.Question("near", "allied", "end", 8, ("1",))) == ()
    assert holding.near(state, m.Question("near", "allied", "start", 8, ("1",))) == (), "they hold nothing"
    far = with_mission(state, objectives={"1": replace(mark, at=(23_000, 20_000))})
    assert holding.near(far, m.Question("near", "allied", "end", 8, ("1",), anybody=True)) == ()


def test_nobody_in_mid_river_holds_an_objective_but_the_unit_still_counts() -> None:
    state = crossed(river_battle([men(3)]), 1)
    assert not any(facts.may_hold(state, id) for id in THREE)
    assert "allied 0" in facts.units_on_table(state, "allied") and len(chain.muster(state, "allied 0").standing) == 3


# -- what it promises, and samples


def test_the_option_tells_the_odds_of_the_drift_and_of_drifting_off() -> None:
    state = river_battle([men(3, (41, 9))])
    found = launching.chances(state, launch("allied 0", (9, THREE)).loads)
    assert found.off == Fraction(1, 2)
    assert found.drift == {4: Fraction(1, 6), 8: Fraction(1, 3), 12: Fraction(1, 3), 16: Fraction(1, 6)}
    option = launching.option(state, "allied", "allied 0")
    assert option is not None and 'drift 4" 1/6, 8" 1/3, 12" 1/3, 16" 1/6; off the table 1/2' in option.words


def test_no_option_where_nobody_may_launch() -> None:
    assert launching.option(river_battle([men(3, (44, 24))]), "allied", "allied 0") is None
    assert launching.option(river_battle([men(3)], boats=0), "allied", "allied 0") is None


@pytest.mark.parametrize("seed", range(6))
def test_every_sample_of_a_launch_is_accepted_and_leaves_a_whole_state(seed: int) -> None:
    rng = random.Random(seed)
    rows = [(41 + rng.uniform(-0.2, 0.6) + 1.8 * (n % 2), 20 + 1.7 * (n // 2)) for n in range(2, 2 + rng.randint(1, 9))]
    state = river_battle([Group("Rifles", (rifles(),) * len(rows), rows)], FAR, boats=rng.randint(1, 4))
    option = next((one for one in movement_options(state, "allied") if one.act == "launch"), None)
    if option is None:
        assert launching.why_not(state, "allied", "allied 0") is not None
        return
    sizes = set()
    for n in range(25):
        command = msgspec.convert(option.sample(rng), BattleCommand)
        assert option.accepts(command)
        story = Story(state, Dice(Seeded(n)))
        launching.launch(story, "allied", command)
        inside = boats.afloat(story.state, "allied 0")
        sizes.add(len(inside))
        assert inside and set(story.state.teams) == set(state.teams)
        for id, boat in story.state.boats.items():
            assert len(facts.passengers(story.state, id)) <= 3 and (boat.at is not None) == bool(
                facts.passengers(story.state, id)
            )
    assert len(rows) < 3 or len(sizes) > 1, "not always the whole unit"


def test_nonsense_is_refused() -> None:
    state = river_battle([men(3)])
    for raw in ({"do": "launch", "unit": "allied 0", "loads": []}, {"do": "launch", "unit": "allied 0"}):
        with pytest.raises(Illegal):
            Battle().command(raw)
    refused(state, "allied", launch("nobody", (25, THREE)), "no unit")


def test_000_in_a_foothold_the_defender_crosses_from_his_own_bank_to_the_attackers() -> None:
    theirs = [men(2, (31, 24), "Grenadiers")]
    state = river_battle([men(1, (60, 10))], theirs, mission="a-foothold", active="axis")
    state = replace(state, boats={"axis boat 1": Boat("axis")})
    both = ("axis 0.0", "axis 0.1")
    refused(state, "axis", launch("axis 0", (25, both)), "edge of the Friendly Bank")
    done = act(state, "axis", Launch("axis 0", (Load((32_000, 25_000), both),)), 1).state
    assert done.boats["axis boat 1"].at == (39_250, 21_000), "off the attacker's bank, down the same current"


def foothold(x: float, count: int = 2) -> BattleState:
    """The defender's men in A Foothold, in his own turn, with two boats."""
    state = river_battle([men(1, (60, 10))], [men(count, (x, 24), "Grenadiers")], mission="a-foothold", active="axis")
    return replace(state, boats={f"axis boat {n}": Boat("axis") for n in (1, 2)})


def test_000_in_a_foothold_who_came_on_behind_the_attacker_crosses_from_that_bank() -> None:
    state, both = foothold(41), ("axis 0.0", "axis 0.1")
    assert boats.friendly(state, "axis 0") == "attacker" and boats.friendly(foothold(31), "axis 0") == "defender"
    option = launching.option(state, "axis", "axis 0")
    assert option is not None and option.takes["loads"].bank[0] == (40_000, 0)  # type: ignore[attr-defined]
    done = act(state, "axis", Launch("axis 0", (Load((40_000, 25_000), both),)), 1).state
    assert done.boats["axis boat 1"].at == (32_750, 21_000), "off the defender's bank"
    ready = next_turn(done, "axis")
    legs = landing.afloat_legs(ready, "axis 0")
    assert len(legs) == 2 and all(leg.way[-1][0] <= 32_000 for leg in legs)
    assert boats.afloat(act(ready, "axis", March("axis 0", legs)).state, "axis 0") == []


def test_in_a_foothold_those_left_behind_follow_from_the_bank_they_stand_on() -> None:
    """A85, A87: the leader is across; the last of his men launches from the other bank, and the leader from his own."""
    state = with_team(foothold(41, 3), "axis 0.0", x=31_000)
    assert boats.banks(state, "axis 0") == ("defender", "attacker")
    follow = Launch("axis 0", (Load((40_000, 27_000), ("axis 0.1", "axis 0.2")),))
    assert act(state, "axis", follow, 1).state.boats["axis boat 1"].at == (32_750, 23_000)
    back = Launch("axis 0", (Load((32_000, 24_000), ("axis 0.0",)),))
    assert act(state, "axis", back, 1).state.boats["axis boat 1"].at == (39_250, 20_000)
    refused(state, "axis", Launch("axis 0", (Load((32_000, 24_000), ("axis 0.1",)),)), "no team of the unit")


def test_with_river_assault_for_one_side_only_its_own_bank_is_friendly() -> None:
    state = river_battle([men(2, (31, 24))])
    assert boats.friendly(state, "allied 0") == "attacker"
    assert launching.why_not(state, "allied", "allied 0") == "it is not on the Friendly Bank"
