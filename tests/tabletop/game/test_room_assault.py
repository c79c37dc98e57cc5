"""Assaults on and in city buildings (002): from outside at openings, from inside room by room.

5 | 6 | 7 | 8      y 12 to 17
1 | 2 | 3 | 4      y 7 to 12; x from 8 to 28, rooms of five inches
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from orsha.kernel import Dice, Roll, Seeded
from orsha.kernel.conformance import check
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import (
    Battle,
    BattleSetup,
    assault_chances,
    assaulting,
    charging,
    commands,
    events,
    facts,
    words,
)
from orsha.tabletop.game import state as s
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import BreakOff, Charge, Consolidate, Counterattack, Defend, Pass, TakeRoom
from orsha.tabletop.game.contact import in_contact
from orsha.tabletop.game.leaving import clear_legs
from orsha.tabletop.game.room_charging import contestable
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
from tests.tabletop.battle.told import gun, rifles, tank
from tests.tabletop.game.city_forces import city_forces
from tests.tabletop.game.room_stage import city, go, room
from tests.tabletop.game.stage import Group, Told, act, refused, with_unit

SPOTS: dict[int, list[tuple[float, float]]] = {
    1: [(10, 8.5), (12, 8.5), (10, 10.5), (12, 10.5)],
    2: [(14, 8.5), (16, 8.5), (14, 10.5), (16, 10.5)],
    3: [(19, 8.5), (21, 8.5), (19, 10.5), (21, 10.5)],
    5: [(10, 13.5), (12, 13.5), (10, 15.5), (12, 15.5)],
    6: [(14, 13.5), (16, 13.5), (14, 15.5), (16, 15.5)],
}
BRUTAL = Weapon("charge", 16, halted=1, moving=1, anti_tank=2, firepower=6, rules=("brutal",))


def within(*numbers: int) -> list[tuple[float, float]]:
    """Places in rooms: `within(1, 1, 2)` are two in the first room and one in the second."""
    used = dict.fromkeys(SPOTS, 0)
    found = []
    for n in numbers:
        found.append(SPOTS[n][used[n]])
        used[n] += 1
    return found


def unit(name: str, *numbers: int, teams: Sequence[Team] | None = None) -> Group:
    return Group(name, teams or (rifles(),) * len(numbers), within(*numbers))


def next_door(ours: Sequence[int] = (1, 1, 1), theirs: Sequence[int] = (2, 2, 2), **of: Any) -> BattleState:
    """The allies in the first room, the axis in the second; it is the allies' Assault Step."""
    return city([unit("Ours", *ours)], [unit("Theirs", *theirs)], step="assault", **of)


def before_the_wall(*spots: tuple[float, float], theirs: Sequence[int] = (2, 2, 2), **of: Any) -> BattleState:
    """The allies south of the second room, whose opening is at (15.5, 7)."""
    men = Group("Ours", (rifles(),) * len(spots), spots)
    return city([men], [unit("Theirs", *theirs)], step="assault", **of)


def contest(state: BattleState, *numbers: int) -> Told:
    return act(state, "allied", Charge("allied 0", (), tuple(room(state, n).name for n in numbers)))


def fought(state: BattleState, *faces: Any, rooms: Sequence[int] = (2,)) -> Told:
    """The allies assault, the axis holds its fire, and blows fall."""
    now = contest(state, *rooms)
    return act(now.state, "axis", Pass(), *faces)


def where(state: BattleState) -> dict[str, str | None]:
    return {id: team.room for id, team in state.teams.items()}


# -- 002 Assaulting from outside


def test_002_from_outside_assaulting_teams_charge_into_contact_with_openings() -> None:
    state = before_the_wall((15, 3.5), (16, 3.5))
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None and len(legs) == 2
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert now.assault is not None and now.assault.fray == s.Fray((), ("factory 2",))
    assert all(now.teams[id].room is None and now.teams[id].y > 6000 for id in ("allied 0.0", "allied 0.1"))


def test_002_who_is_at_the_opening_is_in_contact_with_all_enemies_in_the_room_whatever_the_floor() -> None:
    state = before_the_wall((15.5, 5), theirs=(2, 2, 2, 2), levels={"axis 0.1": 1, "axis 0.2": 2})
    now = act(state, "allied", Charge("allied 0", (go(state, "allied 0.0", (15.5, 6.18)),))).state
    assert in_contact(now) == (["allied 0.0"], ["axis 0.0", "axis 0.1", "axis 0.2", "axis 0.3"])


def test_002_a_wall_without_an_opening_is_no_contact() -> None:
    state = before_the_wall((13, 5))
    refused(state, "allied", Charge("allied 0", (go(state, "allied 0.0", (13.6, 6.18)),)), "must end in contact")


def test_002_nobody_charges_into_the_room_itself() -> None:
    state = before_the_wall((15.5, 5))
    refused(state, "allied", Charge("allied 0", (go(state, "allied 0.0", (15.5, 8)),)), "to an opening")


def test_002_infantry_right_behind_one_at_the_opening_is_in_contact_too() -> None:
    state = before_the_wall((15.5, 4.8), (15.5, 3))
    legs = go(state, "allied 0.0", (15.5, 6.18)), go(state, "allied 0.1", (15.5, 4.55))
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert in_contact(now)[0] == ["allied 0.0", "allied 0.1"]


def test_002_tanks_assault_rooms_at_the_opening_too() -> None:
    state = city(
        [Group("Tanks", (tank(),), [(15.5, 3.5)])], [unit("Theirs", 2, 2)], step="assault"
    )  # fmt: skip
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert in_contact(now)[1] == ["axis 0.0", "axis 0.1"]


def test_002_only_teams_in_the_assaulted_room_shoot_defensively() -> None:
    beside = Group("Beside", (rifles(), rifles()), [(21, 5), (19, 8.5)])
    men = Group("Ours", (rifles(),), [(15.5, 5)])
    state = city([men], [unit("Theirs", 2), beside], step="assault")
    now = act(state, "allied", Charge("allied 0", (go(state, "allied 0.0", (15.5, 6.18)),))).state
    assert now.asked is not None and now.asked.units == ("axis 0",)
    refused(now, "axis", Defend((commands.Aim("axis 1.0", 0, "allied 0.0"),)), "no team that can shoot")
    refused(now, "axis", Defend((commands.Aim("axis 1.1", 0, "allied 0.0"),)), "no team that can shoot")
    shot = act(now, "axis", Defend((commands.Aim("axis 0.0", 0, "allied 0.0"),)), 4, 6, 4)
    assert shot.one(events.Fired).how == "defensive"


def test_002_those_outside_have_no_cover_from_defensive_fire() -> None:
    state = before_the_wall((15.5, 5), theirs=(2,))
    now = act(state, "allied", Charge("allied 0", (go(state, "allied 0.0", (15.5, 6.18)),))).state
    shot = act(now, "axis", Defend((commands.Aim("axis 0.0", 0, "allied 0.0"),)), 3, [1], 4)
    assert shot.one(events.Fired).volleys[0].needed.startswith("4+")


def test_002_the_winner_outside_consolidates_into_the_room_from_four_inches() -> None:
    state = before_the_wall((15.5, 5), (15.5, 3), theirs=(2,))
    legs = (go(state, "allied 0.0", (15.5, 6.18)),)
    now = act(act(state, "allied", Charge("allied 0", legs)).state, "axis", Pass(), [6])
    assert now.one(events.RoomCleared).room == "factory 2" and now.one(events.AssaultEnded).winner == "allied"
    asked = now.state.asked
    assert asked is not None and (asked.kind, asked.rooms) == ("consolidate", ("factory 2",))
    into = go(now.state, "allied 0.0", (15.5, 6.18), (16, 8.5)), go(now.state, "allied 0.1", (15.5, 6.18), (14, 8.5))
    done = act(now.state, "allied", Consolidate(into)).state
    assert where(done) == {"allied 0.0": "factory 2", "allied 0.1": "factory 2"}


def test_002_nobody_consolidates_into_a_room_from_farther_than_four_inches() -> None:
    state = before_the_wall((15.5, 5), (15.5, 1), theirs=(2,))
    legs = (go(state, "allied 0.0", (15.5, 6.18)),)
    now = act(act(state, "allied", Charge("allied 0", legs)).state, "axis", Pass(), [6]).state
    far = go(now, "allied 0.1", (15.5, 6.18), (14, 8.5))
    refused(now, "allied", Consolidate((far,)), r"goes 5\.2 inches; it may go 4")


def test_002_a_room_that_was_moved_into_is_contested_no_longer_and_not_for_who_counterattacks() -> None:
    begun = contest(city([unit("Ours", 1, 5)], [unit("Theirs", 2, 6, 6, 6)], step="assault"), 2, 6).state
    cleared = act(begun, "axis", Pass(), [6, 1]).state
    taken = act(cleared, "allied", TakeRoom(("allied 0.0",)), 6).state
    assert where(taken)["allied 0.0"] == "factory 2"
    won = act(taken, "axis", Counterattack(()), [6, 6, 6]).state
    assert won.asked is not None and (won.asked.kind, won.asked.rooms) == ("consolidate", ("factory 6",))
    refused(won, "axis", Consolidate((go(won, "axis 0.1", (14, 8.5)),)), "factory 2 is none")


def test_002_who_consolidates_into_a_room_is_told_to_have_come_into_it() -> None:
    begun = contest(city([unit("Ours", 1, 1)], [unit("Theirs", 2)], step="assault"), 2).state
    won = act(begun, "axis", Pass(), [6, 6]).state
    assert won.asked is not None and won.asked.kind == "take-room"
    done = act(won, "allied", TakeRoom(("allied 0.0",))).state
    assert done.asked is not None and done.asked.kind == "consolidate"
    told = act(done, "allied", Consolidate((go(done, "allied 0.1", (14, 8.5)),))).one(events.Moved)
    assert words.told(told) == "Ours consolidates into factory 2"


def test_002_teams_in_a_room_may_charge_out_at_enemies_in_the_open() -> None:
    """Ours: through an opening; how far is measured from there."""
    out = Group("Theirs", (rifles(),), [(10.5, 3.5)])
    state = city([unit("Ours", 1)], [out], step="assault")
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None and len(legs[0].way) == 3
    now = act(state, "allied", Charge("allied 0", legs)).state
    assert now.teams["allied 0.0"].room is None and in_contact(now) == (["allied 0.0"], ["axis 0.0"])


# -- 002 Assaulting & Contested Rooms


def test_002_the_assaulting_player_chooses_enemy_rooms_next_to_those_of_the_unit() -> None:
    state = next_door((1, 1), (2, 2))
    assert [one.name for one in contestable(state, "allied 0")] == ["factory 2"]
    now = contest(state, 2).state
    assert now.assault is not None and now.assault.fray == s.Fray(("factory 1",), ("factory 2",))
    assert now.assault.teams == ("allied 0.0", "allied 0.1")


@pytest.mark.parametrize(("number", "why"), [(3, "no team of Ours"), (4, "no room that the enemy holds")])
def test_002_rooms_that_are_not_next_door_or_not_the_enemys_are_not_contested(number: int, why: str) -> None:
    state = next_door((1, 1), (2, 3))
    refused(state, "allied", Charge("allied 0", (), (room(state, number).name,)), why)


def test_002_rooms_across_a_corner_are_not_next_door() -> None:
    state = next_door((1, 1), (6, 6))
    assert contestable(state, "allied 0") == []
    refused(state, "allied", Charge("allied 0", (), ("factory 6",)), "no team of Ours")


def test_002_several_rooms_may_be_contested_at_once() -> None:
    state = next_door((1, 1), (2, 5))
    now = contest(state, 2, 5).state
    assert now.assault is not None and now.assault.fray == s.Fray(("factory 1",), ("factory 2", "factory 5"))
    assert in_contact(now) == (["allied 0.0", "allied 0.1"], ["axis 0.0", "axis 0.1"])


def test_002_all_teams_in_the_assaulting_rooms_that_can_charge_do() -> None:
    """The unit's heavy weapons do not, and who is elsewhere has no part in it."""
    heavy = rifles(rules=("heavy-weapon",))
    men = Group("Ours", (rifles(), rifles(), heavy, rifles()), [*within(1, 1, 1), (10, 4)])
    state = city([men], [unit("Theirs", 2)], step="assault")
    now = contest(state, 2).state
    assert now.assault is not None and now.assault.teams == ("allied 0.0", "allied 0.1")


def test_002_a_pinned_unit_does_not_charge_from_inside_either() -> None:
    state = with_unit(next_door(), "allied 0", pinned=True)
    refused(state, "allied", Charge("allied 0", (), ("factory 2",)), "no team of Ours")


def test_002_who_assaults_from_inside_has_no_leg() -> None:
    state = next_door((1, 1), (2, 2))
    leg = go(state, "allied 0.0", (10.5, 6.18))
    refused(state, "allied", Charge("allied 0", (leg,), ("factory 2",)), "from the room that it is in")


def test_002_all_teams_in_adjacent_assaulting_and_contested_rooms_are_in_contact_others_are_not() -> None:
    state = next_door((5, 1, 6), (2, 2, 3))
    now = contest(state, 2).state
    assert now.assault is not None and now.assault.fray == s.Fray(("factory 1", "factory 6"), ("factory 2",))
    assert in_contact(now) == (["allied 0.1", "allied 0.2"], ["axis 0.0", "axis 0.1"])


def test_002_blows_fall_only_on_teams_of_adjacent_rooms() -> None:
    """From room 1 only room 5 is struck, from room 2 only room 3."""
    now = contest(next_door((1, 2), (5, 3)), 5, 3).state
    after = act(now, "axis", Pass(), [1, 6])
    assert [harm.team for harm in after.one(events.Fought).harms] == ["axis 0.1"]


# -- Defensive Fire


def test_002_only_teams_in_contested_rooms_give_defensive_fire_at_an_adjacent_assaulting_room() -> None:
    state = next_door((1, 1), (2, 5))
    now = contest(state, 2).state
    assert now.asked is not None and now.asked.kind == "defend"
    refused(now, "axis", Defend((commands.Aim("axis 0.1", 0, "allied 0.0"),)), "no team that can shoot")


def test_002_defensive_fire_hits_nobody_in_a_room_that_is_not_adjacent() -> None:
    now = contest(next_door((1, 2), (5, 3)), 5, 3).state
    refused(now, "axis", Defend((commands.Aim("axis 0.1", 0, "allied 0.0"),)), "see|sight")
    assert act(now, "axis", Defend((commands.Aim("axis 0.1", 0, "allied 0.1"),)), 1, [1, 1], 1).of(events.Fired)


def test_002_teams_in_an_assaulting_room_are_concealed_and_in_bulletproof_cover() -> None:
    state = next_door((1, 1), (2,))
    now = contest(state, 2).state
    shot = act(now, "axis", Defend((commands.Aim("axis 0.0", 0, "allied 0.0"),)), 5, 1, 6, [1], 4)
    assert "Concealed" in shot.one(events.Fired).volleys[0].needed
    assert "firepower" in " ".join(ask.purpose.lower() for ask in shot.dice.asked)


def test_002_brutal_weapons_hit_more_in_a_room_in_defensive_fire_too() -> None:
    state = city(
        [unit("Ours", 1, 1, 1)], [unit("Theirs", 2, teams=(rifles(weapons=(BRUTAL,)),))], step="assault"
    )  # fmt: skip
    now = contest(state, 2).state
    shot = act(now, "axis", Defend((commands.Aim("axis 0.0", 0, "allied 0.0"),)), 6, 2, 6, 6, [1, 1, 1], 4)
    assert shot.one(events.Fired).volleys[0].hits == 3
    assert {harm.team for harm in shot.one(events.Harmed).harms} == {"allied 0.0", "allied 0.1", "allied 0.2"}


def test_002_a_stopped_unit_stays_in_its_rooms_and_is_pinned() -> None:
    machine_gun = Weapon("machine-gun", 16, halted=6, moving=2, anti_tank=2, firepower=6)
    state = city(
        [unit("Ours", 1, 1)], [unit("Theirs", 2, teams=(rifles(weapons=(machine_gun,)),))], step="assault"
    )  # fmt: skip
    now = contest(state, 2).state
    stopped = act(now, "axis", Defend((commands.Aim("axis 0.0", 0, "allied 0.0"),)), 6, 6)
    assert stopped.of(events.ChargeStopped) and where(stopped.state)["allied 0.0"] == "factory 1"
    assert stopped.state.units["allied 0"].pinned


# -- 002 Clearing out a Contested Room


def test_002_a_room_without_defenders_is_won_and_the_assaulting_teams_may_move_in_at_once() -> None:
    now = fought(next_door((1, 1), (2, 3)), [6, 1], rooms=(2,))
    asked = now.state.asked
    assert asked is not None and (asked.seat, asked.kind, asked.rooms) == ("allied", "take-room", ("factory 2",))
    taken = act(now.state, "allied", TakeRoom(("allied 0.1",)))
    event = taken.one(events.RoomCleared)
    assert event.fray == s.Fray(("factory 1", "factory 2"), (), ("factory 2",))
    assert where(taken.state) == {"allied 0.0": "factory 1", "allied 0.1": "factory 2", "axis 0.1": "factory 3"}
    assert taken.one(events.AssaultEnded).winner == "allied"


def test_002_any_or_all_of_them_may_or_nobody() -> None:
    now = fought(next_door((1, 1), (2, 3)), [6, 1]).state
    assert {o.act for o in assaulting.question_options(now, "allied")} == {"take-room", "pass"}
    both = act(now, "allied", TakeRoom(("allied 0.0", "allied 0.1"))).state
    assert set(where(both).values()) == {"factory 2", "factory 3"}
    nobody = act(now, "allied", Pass())
    assert nobody.one(events.RoomCleared).legs == () and nobody.state.teams["allied 0.0"].room == "factory 1"


def test_002_only_assaulting_teams_of_adjacent_assaulting_rooms_move_in() -> None:
    mates = Group("Mates", (rifles(),), [(12, 10.5)])
    state = city([unit("Ours", 1, 1), mates], [unit("Theirs", 2)], step="assault")
    now = fought(state, [6, 1]).state
    refused(now, "allied", TakeRoom(("allied 1.0",)), "these may move")
    refused(now, "allied", TakeRoom(("allied 0.0", "allied 0.0")), "each once")
    refused(now, "axis", TakeRoom(("allied 0.0",)), "no room to move into")


def test_002_a_room_that_was_moved_into_is_an_assaulting_room_and_the_fight_goes_on_from_it() -> None:
    """Room 2 is cleared, room 6 still contested: it is next to room 2."""
    state = next_door((1, 5), (2, 6))
    now = fought(state, [6, 1], rooms=(2, 6)).state
    assert now.asked is not None and now.asked.rooms == ("factory 2",)
    after = act(now, "allied", TakeRoom(("allied 0.0",)), 4).state
    assert after.assault is not None and after.assault.fray == s.Fray(
        ("factory 1", "factory 5", "factory 2"), ("factory 6",), ("factory 2",)
    )
    assert after.asked is not None and after.asked.kind == "react"
    assert in_contact(after)[0] == ["allied 0.0", "allied 0.1"]


def test_002_who_counterattacks_occupies_no_assaulting_room() -> None:
    now = fought(next_door((1,), (2, 2)), [1], 6).state
    back = act(now, "axis", Counterattack(()), [6, 6])
    assert where(back.state) == {"axis 0.0": "factory 2", "axis 0.1": "factory 2"}
    assert back.one(events.AssaultEnded).winner == "axis" and not back.of(events.RoomCleared)
    asked = back.state.asked
    assert asked is not None and asked.kind == "consolidate" and "factory 1" not in asked.rooms


# -- 002 Check if the Assault is Over


def test_002_won_when_no_defenders_are_left_in_contested_rooms_however_near_others_are() -> None:
    """An enemy in the next room but one, no farther than an inch of wall, does not count."""
    now = fought(next_door((1, 1), (2, 3)), [6, 1]).state
    assert act(now, "allied", Pass()).one(events.AssaultEnded).winner == "allied"


def test_002_a_defender_in_a_contested_room_keeps_it_going() -> None:
    now = fought(next_door((1, 1), (2, 2)), [6, 1], 4)
    assert now.one(events.Tested).passed == ("axis 0",)


def test_002_units_outside_the_contested_rooms_do_not_test() -> None:
    state = city([unit("Ours", 1, 1)], [unit("Theirs", 2, 2), unit("Others", 3, 5)], step="assault")
    assert fought(state, [6, 1], 4).one(events.Tested).names == "Theirs"


# -- 002 Breaking Off from Contested Rooms


def broke(state: BattleState, *faces: Any) -> BattleState:
    """The defenders failed their test and must break off."""
    now = fought(state, *faces).state
    assert now.asked is not None and now.asked.kind == "break-off"
    return now


def test_002_who_breaks_off_goes_into_an_empty_or_friendly_room_next_door() -> None:
    now = broke(next_door((1, 1), (2, 2, 3)), [1, 1], 1)
    legs = go(now, "axis 0.0", (14, 13.5)), go(now, "axis 0.1", (21, 8.5))
    done = act(now, "axis", BreakOff(legs)).state
    assert where(done) == {
        "allied 0.0": "factory 1", "allied 0.1": "factory 1",
        "axis 0.0": "factory 6", "axis 0.1": "factory 3", "axis 0.2": "factory 3",
    }  # fmt: skip
    assert done.units["axis 0"].pinned


def test_002_or_out_of_the_building_and_more_than_six_inches_from_the_room() -> None:
    now = broke(next_door((1, 1), (2,)), [1, 1], 1)
    near = go(now, "axis 0.0", (15.5, 6.18), (15.5, 0.9))
    refused(now, "axis", BreakOff((near,)), "not clear of factory 2")
    far = go(now, "axis 0.0", (15.5, 6.18), (21.2, 0.8))
    done = act(now, "axis", BreakOff((far,)))
    assert done.state.teams["axis 0.0"].room is None


def test_002_nobody_leaves_through_a_wall_or_to_a_room_of_the_enemy() -> None:
    now = broke(next_door((5, 1, 6), (2,)), [1, 1], 1)
    refused(now, "axis", BreakOff((go(now, "axis 0.0", (10, 10.5)),)), "empty or friendly room")
    refused(now, "axis", BreakOff((go(now, "axis 0.0", (14, 13.5)),)), "empty or friendly room")
    refused(now, "axis", BreakOff((go(now, "axis 0.0", (13.2, 6.18), (13.2, 0.5)),)), "through an opening")


def test_002_guns_and_teams_above_the_ground_floor_are_destroyed_instead() -> None:
    men = (rifles(), rifles(), gun())
    state = city(
        [unit("Ours", 1, 1)], [unit("Theirs", 2, 2, 2, teams=men)], step="assault", levels={"axis 0.1": 1}
    )  # fmt: skip
    now = broke(state, [1, 1], 1)
    refused(now, "axis", BreakOff((go(now, "axis 0.1", (19, 8.5)),)), "above the ground floor")
    refused(now, "axis", BreakOff((go(now, "axis 0.2", (19, 8.5)),)), "guns do not leave")
    done = act(now, "axis", BreakOff((go(now, "axis 0.0", (19, 8.5)),))).state
    assert [id for id in done.teams if id.startswith("axis")] == ["axis 0.0"]


def test_002_if_none_can_leave_nobody_is_asked_and_all_are_lost() -> None:
    state = next_door((1, 1), (2, 2), levels={"axis 0.0": 1, "axis 0.1": 2})
    now = fought(state, [1, 1], 1)
    assert not any(id.startswith("axis") for id in now.state.teams)
    assert now.state.asked is not None and now.state.asked.kind == "consolidate"


def test_002_teams_in_assaulting_rooms_that_must_break_off_stay_in_place() -> None:
    now = fought(next_door((1, 1), (2, 2)), [1, 1], 6).state
    back = act(now, "axis", Counterattack(()), [6, 1], 1)
    assert back.one(events.Tested).failed == ("allied 0",)
    assert where(back.state)["allied 0.1"] == "factory 1" and not back.of(events.Moved)
    assert back.one(events.AssaultEnded).winner == "axis" and back.state.units["allied 0"].pinned


def test_002_the_program_finds_ways_out_that_are_legal() -> None:
    now = broke(next_door((5, 1, 6), (2, 2, 2)), [1, 1], 1)
    for seed in range(12):
        legs = clear_legs(now, ("axis 0",), random.Random(seed))
        assert len(legs) == 3
        done = act(now, "axis", BreakOff(legs)).state
        assert sum(id.startswith("axis") for id in done.teams) == 3
        assert "factory 2" not in where(done).values()


# -- 002 Consolidating


def test_002_the_victorious_unit_moves_into_contested_rooms_from_adjacent_ones_only() -> None:
    now = broke(next_door((1, 1, 5), (2,)), [1, 1], 1)
    won = act(now, "axis", BreakOff((go(now, "axis 0.0", (19, 8.5)),))).state
    assert won.asked is not None and (won.asked.kind, won.asked.rooms) == ("consolidate", ("factory 2",))
    refused(won, "allied", Consolidate((go(won, "allied 0.2", (14, 8.5)),)), "shares no wall")
    refused(won, "allied", Consolidate((go(won, "allied 0.0", (14, 13.5)),)), "contested room")
    done = act(won, "allied", Consolidate((go(won, "allied 0.0", (14, 8.5)),))).state
    assert where(done)["allied 0.0"] == "factory 2"


def test_002_nobody_enters_and_leaves_a_room_in_the_same_step() -> None:
    """Who moved into a cleared room at once does not consolidate into another one."""
    state = next_door((1, 5), (2, 6))
    now = fought(state, [6, 6], rooms=(2, 6)).state
    now = act(now, "allied", TakeRoom(("allied 0.0",))).state
    assert now.asked is not None and now.asked.rooms == ("factory 6",)
    refused(now, "allied", TakeRoom(("allied 0.0",)), "these may move into factory 6")
    now = act(now, "allied", Pass()).state
    refused(now, "allied", Consolidate((go(now, "allied 0.0", (14, 13.5)),)), "in this step")


# -- odds, and what is offered


def test_the_odds_of_an_assault_from_inside_are_told() -> None:
    state = next_door((1, 1, 1), (2,))
    found = assault_chances.chance(state, "allied 0", "axis 0")
    assert found is not None and 0 < found.share < 1
    weaker = assault_chances.chance(next_door((1,), (2, 2, 2)), "allied 0", "axis 0")
    assert weaker is not None and weaker.share < found.share
    assert assault_chances.estimate(state, "allied 0", "axis 0") > 0


def test_the_odds_of_an_assault_at_an_opening_are_told() -> None:
    state = before_the_wall((15, 4), (16.5, 4), theirs=(2,))
    found = assault_chances.chance(state, "allied 0", "axis 0")
    assert found is not None and 0 < found.share < 1


def test_a_battle_without_rooms_knows_nothing_of_them() -> None:
    from tests.tabletop.game.assault_stage import charge, face_to_face

    now = charge(face_to_face()).state
    assert now.assault is not None and now.assault.fray is None


MISSIONS = ("the-factory", "the-boulevard", "two-buildings", "the-square")


@pytest.mark.slow
@pytest.mark.parametrize("mission", MISSIONS)
def test_battles_in_the_city_keep_the_kernels_contract(mission: str) -> None:
    check(Battle(), BattleSetup(city_forces(), mission=mission, seed=3), games=1, seed=4, most=5000, thorough=False)


def test_everything_that_is_offered_in_an_assault_is_accepted() -> None:
    """Random assaults in and about the factory, from the first charge to the last consolidation."""
    seen: set[str] = set()
    for seed in range(30):
        rng = random.Random(seed)
        state = _melee(rng)
        while True:
            seat: Seat = state.asked.seat if state.asked is not None else "allied"
            offered = list(Battle().options(state, seat))
            if state.asked is None:
                offered = [option for option in offered if option.act == "charge"]
            if not offered:
                break
            option = rng.choice(offered)
            command = Battle().command(option.sample(rng))
            assert option.accepts(command), command
            seen.add(option.act)
            state = _decide(state, seat, command, rng)
            _consistent(state)
    assert {"charge", "defend", "counterattack", "break-off", "consolidate", "take-room", "pass"} <= seen


def _melee(rng: random.Random) -> BattleState:
    free = [(n, spot) for n, some in SPOTS.items() for spot in some]
    ours = [spot for n, spot in free if n in (1, 5)][: rng.randint(1, 6)]
    theirs = [spot for n, spot in free if n in (2, 3, 6)][: rng.randint(1, 4)]
    men = Group("Ours", (rifles(),) * (len(ours) + 2), [*ours, (15, 4), (19.5, 4)])
    foes = Group("Theirs", (rifles(),) * (len(theirs) + 1), [*theirs, (25, 4)])
    return city([men, Group("Tanks", (tank(),), [(20.5, 2)])], [foes], step="assault")


def _decide(state: BattleState, seat: Seat, command: Any, rng: random.Random) -> BattleState:
    from orsha.kernel import Dice, Roll, Seeded
    from orsha.tabletop.game.applying import apply

    for event in Battle().decide(state, seat, command, Dice(Seeded(rng.randrange(10**6)))):
        if not isinstance(event, Roll):
            state = apply(state, event)
    return state


def _consistent(state: BattleState) -> None:
    """Nobody is in a room with the enemy, and everybody's place says which room he is in."""
    held: dict[str, set[str]] = {}
    for id, team in state.teams.items():
        found = next((one for one in _rooms(state) if one.holds((team.x, team.y))), None)
        assert team.room == (None if found is None else found.name)
        if team.room is not None:
            held.setdefault(team.room, set()).add(facts.seat_of(id))
    assert all(len(seats) == 1 for seats in held.values())


def _rooms(state: BattleState) -> list[Any]:
    from orsha.tabletop.game.rooms import rooms

    return list(rooms(state).values())


# -- the chances of an assault, where not everybody meets everybody


def test_002_who_is_at_another_room_does_not_count_in_the_chance_against_this_one() -> None:
    """Two rooms are contested from two others; the men of room 1 do not fight those of room 6, nor 5 those of 2."""
    state = next_door(ours=(1, 1, 5, 5), theirs=(2, 2, 6, 6))
    names = tuple(room(state, n).name for n in (2, 6))
    after = assault_chances.charged(state, "allied 0", (), names)
    ours, theirs = in_contact(after)
    barred = assault_chances.barred_pairs(after, ours, theirs)
    assert ("allied 0.0", "axis 0.2") in barred and ("axis 0.2", "allied 0.0") in barred
    assert ("allied 0.0", "axis 0.0") not in barred
    found = assault_chances.chance(state, "allied 0", "axis 0", names=names, tries=50)
    assert found is not None and found.exact is None, "tried out: the exact one has everybody meet everybody"


def test_the_chance_of_a_charge_at_two_rooms_is_what_the_game_itself_comes_to() -> None:
    """Without Defensive Fire, by a hundred assaults of the game with the same policy: all fight on, nobody moves in."""
    state = next_door(ours=(1, 1, 5, 5), theirs=(2, 2, 6, 6))
    names = tuple(room(state, n).name for n in (2, 6))
    found = assault_chances.chance(state, "allied 0", "axis 0", names=names, tries=1000)
    assert found is not None
    won, tries = 0, 150
    for n in range(tries):
        won += played(state, names, n) == "allied"
    share = float(found.share)
    assert abs(won / tries - share) < 4 * (max(share * (1 - share), 0.05) / tries) ** 0.5


def played(state: BattleState, names: tuple[str, ...], seed: int) -> str | None:
    """One assault by the game's own rules: everybody shoots, whoever may fight on does, nobody moves in between."""
    game, dice = Battle(), Dice(Seeded(seed, "assault"))

    def does(now: BattleState, seat: Seat, command: Any) -> tuple[BattleState, list[Any]]:
        told = [one for one in game.decide(now, seat, command, dice) if not isinstance(one, Roll)]
        for event in told:
            now = apply(now, event)
        return now, told

    now, told = does(state, "allied", Charge("allied 0", (), names))
    while True:
        ended = [one for one in told if isinstance(one, events.AssaultEnded)]
        if ended:
            return ended[0].winner
        asked = now.asked
        assert asked is not None
        command: Any = Pass()
        if asked.kind == "defend":
            command = Defend(tuple(shot.aim for shot in assault_chances.best_shots(now)))
        elif asked.kind == "react":
            command = Counterattack(())
        elif asked.kind == "break-off":
            command = BreakOff(clear_legs(now, asked.units))
        now, told = does(now, asked.seat, command)
