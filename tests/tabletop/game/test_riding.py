"""core 4.8: mounting, dismounting, passengers, softskins, tractors, the rear."""

from __future__ import annotations

import random
from typing import Any

from orsha.tabletop.force.card import Team
from orsha.tabletop.game import beginning, changing, facts, ways
from orsha.tabletop.game.commands import NextStep, Place
from orsha.tabletop.game.events import Deployed
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import lose
from orsha.tabletop.mission.events import UnitMoved
from tests.tabletop.battle.told import gun, half_track, rifles, tank, truck
from tests.tabletop.game.stage import (
    INCH,
    Group,
    act,
    battle,
    decided,
    leg,
    march,
    mounted,
    next_turn,
    refused,
    told,
    with_team,
    with_unit,
)

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])
MEN = Group("Rifles", (rifles(),) * 3, [(10, 10), (12, 10), (14, 10)])
TRUCK = truck(passengers=3, rules=("softskin",))


def convoy(*vehicles: Team, men: Group = MEN, **of: Any) -> BattleState:
    rides = Group("Transports", vehicles, [(10 + 4 * n, 14) for n in range(len(vehicles))], attached_to="Rifles")
    return battle([men, rides], [FAR], step="movement", **of)


def aboard(*vehicles: Team, **of: Any) -> BattleState:
    state = convoy(*vehicles, **of)
    for n in range(3):
        state = mounted(state, f"allied 0.{n}", "allied 1.0")
    return state


# -- mounting


def test_a_team_mounts_by_moving_into_contact_and_counts_as_moved() -> None:
    state = convoy(half_track())
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 13), board="allied 1.0"))).state
    assert after.teams["allied 0.0"].aboard == "allied 1.0" and after.teams["allied 0.0"].moved
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 11), board="allied 1.0")), "does not reach")


def test_no_more_mount_than_there_are_seats_even_in_one_move() -> None:
    state = convoy(half_track(passengers=2))
    legs = [leg(state, f"allied 0.{n}", (10, 14), board="allied 1.0") for n in range(3)]
    assert act(state, "allied", march(state, *legs[:2])).state.teams["allied 0.1"].aboard
    refused(state, "allied", march(state, *legs), "is full: it carries 2")


def test_a_tank_carries_nobody_and_a_bailed_out_transport_nobody_more() -> None:
    state = convoy(tank())
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 14), board="allied 1.0")), "does not carry")
    state = with_team(convoy(half_track()), "allied 1.0", bailed_out=True)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 14), board="allied 1.0")), "Bailed Out")


def test_pinned_teams_do_not_mount() -> None:
    state = with_unit(convoy(half_track()), "allied 0", pinned=True)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 14), board="allied 1.0")), "pinned")


def test_nobody_mounts_the_enemys_transport() -> None:
    state = convoy(half_track())
    refused(
        state, "allied", march(state, leg(state, "allied 0.0", (10, 14), board="axis 0.0")), "no transport axis 0.0"
    )


def test_passengers_go_with_their_transport_and_have_moved() -> None:
    state = aboard(half_track())
    after = act(state, "allied", march(state, leg(state, "allied 1.0", (10, 20)))).state.teams["allied 0.0"]
    assert (after.x, after.y, after.moved) == (10 * INCH, 20 * INCH, True)


def test_a_transport_drives_on_after_somebody_mounted_only_if_it_had_not_moved() -> None:
    state = with_team(aboard(half_track()), "allied 0.0", changes=1)
    assert act(state, "allied", march(state, leg(state, "allied 1.0", (10, 20)))).state
    blitzed = with_team(state, "allied 1.0", ordered=2 * INCH)
    refused(blitzed, "allied", march(state, leg(state, "allied 1.0", (10, 20))), "does not move after somebody mounted")
    state = with_team(aboard(half_track(), moving={"mounting": "always"}), "allied 0.0", changes=1)
    blitzed = with_team(state, "allied 1.0", ordered=2 * INCH)
    assert act(blitzed, "allied", march(state, leg(state, "allied 1.0", (10, 20)))).state


# -- dismounting


def test_passengers_dismount_before_their_transport_moves() -> None:
    state = aboard(half_track())
    legs = march(state, *(leg(state, f"allied 0.{n}", (8 + 2 * n, 10)) for n in range(3)))
    after = act(state, "allied", legs).state
    assert all(after.teams[f"allied 0.{n}"].aboard is None for n in range(3))
    late = with_team(state, "allied 1.0", moved=True)
    refused(late, "allied", legs, "before their transport moves")


def test_a_team_mounts_or_dismounts_once_a_turn() -> None:
    state = with_team(aboard(half_track()), "allied 0.0", changes=1)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 10))), "mounted or dismounted this turn")


def test_nobody_changes_from_one_transport_to_another_in_one_move() -> None:
    for switches, changes in (({}, False), ({"mount-and-dismount": 2}, True)):
        state = aboard(half_track(), half_track(), moving=switches)
        over = march(state, leg(state, "allied 0.0", (13, 14), board="allied 1.1"))
        if changes:
            assert act(state, "allied", over).state.teams["allied 0.0"].aboard == "allied 1.1"
        else:
            refused(state, "allied", over, "mounted or dismounted this turn")


def test_all_passengers_of_softskins_dismount_together_those_of_half_tracks_need_not() -> None:
    soft = aboard(TRUCK)
    refused(soft, "allied", march(soft, leg(soft, "allied 0.0", (10, 10))), "at the same time")
    armoured = aboard(half_track())
    assert act(armoured, "allied", march(armoured, leg(armoured, "allied 0.0", (10, 10)))).state


def test_nobody_stays_on_the_hull_that_it_left() -> None:
    state = aboard(half_track())
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 13.5))), "a friendly team stands there")


def test_a_passengers_own_move_begins_at_the_hull() -> None:
    state = aboard(half_track())
    hull = (1.7 / 2 + 0.8) * INCH
    far = (10 * INCH, round(14 * INCH - hull - 8 * INCH) + 10)
    spot = (far[0] / INCH, far[1] / INCH)
    assert act(state, "allied", march(state, leg(state, "allied 0.0", spot))).state
    refused(state, "allied", march(state, leg(state, "allied 0.0", (spot[0], spot[1] - 0.2))), "tactical movement is 8")


def test_nobody_mounts_or_dismounts_by_the_inches_of_an_order() -> None:
    from orsha.tabletop.game.commands import GiveOrder

    state = mounted(convoy(half_track()), "allied 0.2", "allied 1.0")
    state = act(state, "allied", GiveOrder("allied 0", "blitz-move"), 6).state
    off = march(state, leg(state, "allied 0.2", (10, 11), pace="order"))
    refused(state, "allied", off, "nobody mounts or dismounts")
    on = march(state, leg(state, "allied 0.0", (10, 13), pace="order", board="allied 1.0"))
    refused(state, "allied", on, "nobody mounts or dismounts")


def test_a_gun_limbers_to_a_tractor_and_does_not_shoot_that_turn() -> None:
    guns = Group("Rifles", (gun(), gun()), [(10, 12), (16, 10)])
    state = convoy(truck(rules=("tractor",)), men=guns)
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 14), board="allied 1.0"))).state
    assert after.teams["allied 0.0"].aboard == "allied 1.0"
    off = with_team(after, "allied 0.0", aboard=None)
    assert facts.deeds(off, "allied 0.0").forbidden_by == "limbering"
    assert facts.deeds(off, "allied 0.1").forbidden_by == ""


def test_riflemen_that_dismounted_may_shoot() -> None:
    state = with_team(aboard(half_track()), "allied 0.0", changes=1, aboard=None)
    assert facts.deeds(state, "allied 0.0").forbidden_by == ""


def test_dismount_and_mount_make_legal_legs() -> None:
    state = aboard(half_track())
    legs = changing.dismount(state, "allied 0")
    assert len(legs) == 3 and ways.legal(state, "allied 0", legs)
    state = convoy(half_track())
    legs = changing.mount(state, "allied 0", [f"allied 0.{n}" for n in range(3)])
    assert {one.board for one in legs} == {"allied 1.0"} and ways.legal(state, "allied 0", legs)


# -- what hits do


def lost(state: BattleState, team: str, *faces: int) -> BattleState:
    return told(state, lambda story: lose(story, [team], "destroyed"), *faces).state


def test_passengers_of_a_destroyed_half_track_save_get_out_and_are_pinned() -> None:
    after = lost(aboard(half_track()), "allied 1.0", 3, 2, 6)
    assert sorted(facts.teams_of(after, "allied 0")) == ["allied 0.0", "allied 0.2"]
    assert after.units["allied 0"].pinned
    assert all(after.teams[id].aboard is None for id in facts.teams_of(after, "allied 0"))
    assert after.mission.units["allied 1"].where == "lost"


def test_passengers_of_a_destroyed_softskin_are_destroyed_and_the_others_go_to_the_rear() -> None:
    state = convoy(TRUCK, TRUCK)
    state = mounted(mounted(state, "allied 0.0", "allied 1.0"), "allied 0.1", "allied 1.1")
    after = lost(state, "allied 1.0")
    assert facts.teams_of(after, "allied 1") == [] and after.rear == ("allied 1.1",)
    assert facts.teams_of(after, "allied 0") == ["allied 0.1", "allied 0.2"]
    assert after.teams["allied 0.1"].aboard is None
    assert after.lost == {"allied 1": ("allied 1.0",), "allied 0": ("allied 0.0",)}


def test_an_empty_softskin_takes_the_others_with_it_too() -> None:
    after = lost(convoy(TRUCK, TRUCK), "allied 1.0")
    assert after.rear == ("allied 1.1",) and after.mission.units["allied 1"].where == "withdrawn"


def test_a_unit_that_dies_aboard_is_lost() -> None:
    after = lost(aboard(TRUCK), "allied 1.0")
    assert {after.mission.units[unit].where for unit in ("allied 0", "allied 1")} == {"lost"}
    assert not any(id.startswith("allied") for id in after.teams)


# -- the rear


def test_unit_transports_too_far_from_their_unit_are_sent_to_the_rear() -> None:
    near = told(convoy(half_track()), lambda story: beginning.to_rear(story, "allied")).state
    assert facts.teams_of(near, "allied 1")
    far = with_team(convoy(half_track()), "allied 1.0", y=25 * INCH)
    gone = told(far, lambda story: beginning.to_rear(story, "allied"))
    assert not facts.teams_of(gone.state, "allied 1")
    assert gone.one(UnitMoved).where == "withdrawn", "it costs no victory point"


def test_empty_softskins_are_sent_to_the_rear_and_loaded_ones_stay() -> None:
    assert not facts.teams_of(told(convoy(TRUCK), lambda s: beginning.to_rear(s, "allied")).state, "allied 1")
    assert facts.teams_of(told(aboard(TRUCK), lambda s: beginning.to_rear(s, "allied")).state, "allied 1")


def test_the_rear_is_looked_at_when_the_movement_step_ends() -> None:
    state = convoy(TRUCK)
    assert not facts.teams_of(decided(state, "allied", NextStep()).state, "allied 1")


# -- arriving


def test_003_passengers_come_on_aboard_with_their_transports() -> None:
    from orsha.tabletop.game.applying import apply

    state = battle([Group("Rifles", MEN.teams, ()), Group("Transports", (half_track(),), (), attached_to="Rifles")],
                   [FAR], step="movement")  # fmt: skip
    at = (20 * INCH, 0)
    state = apply(
        state,
        Deployed("allied 0", "Rifles", tuple(Place(f"allied 0.{n}", at, 0, "allied 1.0") for n in range(3)), "edge"),
    )
    state = apply(state, Deployed("allied 1", "Transports", (Place("allied 1.0", at, 0),), "edge"))
    refused(state, "allied", NextStep(), "must come on")
    legs = ways.at_random(state, "allied 1", random.Random(1))
    on = act(state, "allied", march(state, *legs)).state
    assert not on.units["allied 0"].arriving and not on.units["allied 1"].arriving
    done = decided(on, "allied", NextStep()).state
    assert len(facts.teams_of(done, "allied 0")) == 3 and done.teams["allied 0.0"].aboard == "allied 1.0"


def test_next_turn_forgets_the_changes() -> None:
    state = with_team(aboard(half_track()), "allied 0.0", changes=1)
    assert next_turn(state, "allied").teams["allied 0.0"].changes == 0
