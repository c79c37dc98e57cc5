"""Who shoots, who strikes whom and where one gets away to in assaults about rooms (002), on the stage of
test_room_assault: 1 and 5 lie west of 2 and 6, those west of 3 and 7; the openings of 1 and 2 look south."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.tabletop.game import charging, commands, defending, events, room_assault
from orsha.tabletop.game.commands import BreakOff, Charge, Defend, Pass
from orsha.tabletop.game.contact import in_contact
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import gun, rifles
from tests.tabletop.game.room_stage import city, go
from tests.tabletop.game.stage import Group, act, refused, with_team
from tests.tabletop.game.test_room_assault import before_the_wall, broke, contest, fought, next_door, unit, where

# -- Defensive Fire


def gun_and_men(facing: int = 180) -> BattleState:
    theirs = Group("Theirs", (rifles(), gun()), [(15.5, 10.5), (15.5, 8.5)], facing)
    return contest(city([unit("Ours", 1, 1)], [theirs], step="assault"), 2).state


def test_002_all_teams_in_a_contested_room_fire_defensively_guns_too() -> None:
    """A gun in room 2 does not shoot into room 1 in the Shooting Step; when that assaults it, it does."""
    for facing in (0, 90, 180, 270):
        state = gun_and_men(facing)
        assert {one.team for one in defending.guns(state)} == {"axis 0.0", "axis 0.1"}
        assert all(set(one.at) == {"allied 0.0", "allied 0.1"} for one in defending.guns(state))


def test_002_a_gun_fires_from_room_to_room_at_no_distance_and_does_not_turn() -> None:
    state = gun_and_men(90)
    fired = act(state, "axis", Defend((commands.Aim("axis 0.1", 0, "allied 0.0"),)), 1, [1, 1], 1).one(events.Fired)
    assert "Concealed" in fired.volleys[0].needed and fired.volleys[0].facing is None
    (shot,) = defending.check(state, "axis", (commands.Aim("axis 0.1", 0, "allied 0.0"),))
    assert (shot.target.range, shot.target.in_field, shot.facing) == (0, True, 90)


def test_002_a_gun_in_a_room_beside_the_contested_one_does_not_fire() -> None:
    theirs = Group("Theirs", (rifles(), gun()), [(15.5, 10.5), (10.5, 13.5)], 180)
    state = contest(city([unit("Ours", 1, 1)], [theirs], step="assault"), 2).state
    assert {one.team for one in defending.guns(state)} == {"axis 0.0"}


def charged_in_the_open(foe: tuple[float, float], *housed: int, ours: tuple[float, float] = (15.5, 1.4)) -> BattleState:
    men = Group("Ours", (rifles(), rifles()), [ours, (ours[0] + 1.8, ours[1])])
    state = city([men], [Group("Open", (rifles(),), [foe]), unit("In", *housed)], step="assault")
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None
    return act(state, "allied", Charge("allied 0", legs)).state


def test_core_9_2_rooms_near_an_assault_in_the_open_fire_defensively_as_ever() -> None:
    """No room is assaulted and none assaults, so 002 limits nobody: who sees those who charge within 8 inches may."""
    state = charged_in_the_open((15.5, 4.6), 2, 6)
    assert list(defending.near_enough(state)) == ["axis 0.0", "axis 1.0", "axis 1.1"]
    assert {one.team for one in defending.guns(state)} == {"axis 0.0", "axis 1.0"}, "room 6 has no opening to the south"
    assert act(state, "axis", Defend((commands.Aim("axis 1.0", 0, "allied 0.0"),)), 1, [1, 1], 1).of(events.Fired)


def test_core_9_2_but_not_from_farther_than_8_inches() -> None:
    state = charged_in_the_open((34, 4.6), 2, ours=(34, 1.4))
    assert list(defending.near_enough(state)) == ["axis 0.0"]


# -- blows


def test_002_who_stands_behind_the_man_at_the_opening_can_be_struck_too() -> None:
    state = before_the_wall((15.5, 4.8), (15.5, 3))
    legs = go(state, "allied 0.0", (15.5, 6.18)), go(state, "allied 0.1", (15.5, 4.55))
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert now.assault is not None
    assert not room_assault.barred(now, *in_contact(now)), "and he strikes, as the man before him"
    turned = replace(now, assault=replace(now.assault, by="axis", teams=("axis 0.0", "axis 0.1", "axis 0.2")))
    ours, theirs = in_contact(turned)
    assert theirs == ["allied 0.0", "allied 0.1"]
    assert not room_assault.barred(turned, ours, theirs)


def test_002_a_man_at_one_rooms_opening_strikes_nobody_in_the_room_beside_it() -> None:
    men = Group("Ours", (rifles(), rifles()), [(10.5, 4.5), (15.5, 4.5)])
    state = city([men], [unit("A", 1), unit("C", 2)], step="assault")
    legs = go(state, "allied 0.0", (10.5, 6.18)), go(state, "allied 0.1", (15.5, 6.18))
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert room_assault.barred(now, *in_contact(now)) == {("allied 0.0", "axis 1.0"), ("allied 0.1", "axis 0.0")}


def test_002_nor_does_he_strike_those_in_the_open_whom_only_others_touch() -> None:
    men = Group("Ours", (rifles(), rifles()), [(15.5, 4.5), (21.5, 1)])
    state = city([men], [unit("In", 2), Group("Open", (rifles(),), [(21.5, 4)])], step="assault")
    legs = go(state, "allied 0.0", (15.5, 6.18)), go(state, "allied 0.1", (21.5, 2.4))
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert room_assault.barred(now, *in_contact(now)) == {("allied 0.0", "axis 1.0"), ("allied 0.1", "axis 0.0")}


# -- breaking off


def test_002_an_empty_room_that_was_won_is_a_refuge_too() -> None:
    """Room 2 is cleared and nobody moves in; who must leave room 6 next to it may go there."""
    now = fought(next_door((1, 5), (2, 6)), [6, 1], rooms=(2, 6)).state
    assert now.asked is not None and now.asked.rooms == ("factory 2",)
    now = act(now, "allied", Pass(), 1).state
    assert now.asked is not None and now.asked.kind == "break-off"
    done = act(now, "axis", BreakOff((go(now, "axis 0.1", (14, 10.5)),))).state
    assert where(done)["axis 0.1"] == "factory 2"


def test_ours_another_contested_room_is_no_refuge() -> None:
    now = broke_from_two()
    refused(now, "axis", BreakOff((go(now, "axis 0.0", (16, 13.5)),)), "empty or friendly room")
    assert where(act(now, "axis", BreakOff((go(now, "axis 0.0", (19, 8.5)),))).state)["axis 0.0"] == "factory 3"


def broke_from_two() -> BattleState:
    """The defenders of rooms 2 and 6 failed their test."""
    now = fought(next_door((1, 5), (2, 6)), [1, 1], 1, rooms=(2, 6)).state
    assert now.asked is not None and now.asked.kind == "break-off"
    return now


def test_ours_who_came_into_its_room_in_this_step_may_still_break_off_out_of_it() -> None:
    """It broke off into room 2 from another assault of the same step, and room 2 is assaulted in its turn."""
    now = with_team(broke(next_door((1, 1), (2,)), [1, 1], 1), "axis 0.0", entered=True)
    next_room = act(now, "axis", BreakOff((go(now, "axis 0.0", (19, 8.5)),))).state
    outside = act(now, "axis", BreakOff((go(now, "axis 0.0", (15.5, 6.18), (21.2, 0.8)),))).state
    assert (where(next_room)["axis 0.0"], where(outside)["axis 0.0"]) == ("factory 3", None)
