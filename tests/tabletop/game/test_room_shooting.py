"""Shooting into, out of and between rooms (002)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import aiming, edge_sight, facts, firing_guess, firing_odds, room_sight, shooting, surveying
from orsha.tabletop.game.commands import Aim, Shoot
from orsha.tabletop.game.events import Fired, HitsAsked
from orsha.tabletop.game.room_sight import gun_place
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import GUN, RIFLE, gun, rifles, tank
from tests.tabletop.game.room_stage import city, room
from tests.tabletop.game.stage import Group, Told, act, refused, with_team, with_unit

Spot = tuple[float, float]
HOWITZER = Weapon("15cm gun", 16, halted=1, moving=1, anti_tank=4, firepower=1, rules=("brutal",))


def duel(ours: Spot, theirs: Spot, *, by: Team | None = None, at: Team | None = None, **of: Any) -> BattleState:
    """One of ours shoots at one of theirs."""
    facing = of.pop("facing", 0)
    return city(
        [Group("Ours", (by or rifles(),), [ours], facing)], [Group("Theirs", (at or rifles(),), [theirs])], **of
    )


def seen(state: BattleState) -> bool:
    return facts.sight(state, "allied 0.0", "axis 0.0").clear


def can_shoot(state: BattleState) -> bool:
    return any("axis 0.0" in gun.at for gun in surveying.guns(state, "allied 0"))


def shot(state: BattleState, *dice: Any, aims: int = 1) -> Told:
    fired = tuple(Aim(f"allied 0.{n}", 0, "axis 0.0") for n in range(aims))
    return act(state, "allied", Shoot("allied 0", fired), *dice)


def wall(*line: Spot) -> Feature:
    return Feature("exterior-wall", line=tuple((round(x * 1000), round(y * 1000)) for x, y in line))


# -- 002: always Concealed and in Bulletproof Cover


def test_002_teams_in_a_city_building_are_always_concealed() -> None:
    state = with_team(duel((10.5, 2), (12, 11)), "axis 0.0", moved=True, shot="moving")
    needed = aiming.target(state, "allied 0.0", "axis 0.0", 2)
    assert needed.in_room
    told = shot(state, 1)
    assert told.one(Fired).volleys[0].needed == "5+, +1 Concealed"


def test_002_and_in_bulletproof_cover() -> None:
    state = duel((10.5, 2), (12, 11))
    assert aiming.strike(state, "allied 0.0", "axis 0.0", RIFLE).in_room
    # Hit, the save failed, and the rifle's firepower of 6 is not reached.
    told = shot(state, 6, 1, 5)
    assert "axis 0.0" in told.state.teams
    assert "axis 0.0" not in shot(state, 6, 1, 6).state.teams


def test_002_even_for_defensive_fire() -> None:
    state = duel((15, 9), (12, 11))
    aimed = aiming.target(state, "allied 0.0", "axis 0.0", 1, assaulting=True)
    assert aimed.in_room
    assert aiming.strike(state, "allied 0.0", "axis 0.0", RIFLE, assaulting=True).in_room


def test_002_a_team_outside_is_not_made_concealed_by_the_room_of_its_shooter() -> None:
    state = with_team(duel((12, 11), (10.5, 2)), "axis 0.0", moved=True)
    assert not facts.sight(state, "allied 0.0", "axis 0.0").concealed
    assert shot(state, 3).one(Fired).volleys[0].needed == "4+"


# -- 002 Shooting into Buildings


def test_002_range_and_sight_to_an_opening_are_range_and_sight_to_every_team_in_the_room() -> None:
    men = Group("Theirs", (rifles(), rifles(), rifles()), [(8.9, 11), (12, 11), (12, 8)])
    state = city([Group("Ours", (rifles(),), [(10.5, 2)])], [men], levels={"axis 0.1": 2})
    assert set(surveying.guns(state, "allied 0")[0].at) == {"axis 0.0", "axis 0.1", "axis 0.2"}


def test_002_otherwise_there_is_no_line_of_sight_into_a_city_building() -> None:
    # Room 2 opens to the south alone.
    assert seen(duel((15.5, 2), (15, 9)))
    assert not seen(duel((15.5, 20), (15, 9)))
    hidden = duel((15.5, 2), (15, 9), features=(wall((12, 5), (19, 5)),))
    assert seen(hidden)  # the opening of an upper floor is higher than a free-standing wall
    assert not can_shoot(duel((1, 9), (15, 9)))


def test_002_the_range_is_that_to_the_nearest_point_of_the_opening() -> None:
    """The opening in the lower wall of the first room reaches from 10 to 11 inches; our base is 0.8 in radius."""
    aside = duel((11 + 4, 7 - 4), (12, 11))
    assert facts.sight(aside, "allied 0.0", "axis 0.0").range == round((4 * 2**0.5 - 0.8) * 1000)


def test_002_the_range_is_that_to_the_opening() -> None:
    far = duel((28 + 0.8 + 6, 9.5), (24, 9))
    assert facts.sight(far, "allied 0.0", "axis 0.0").range == 6000
    assert aiming.target(far, "allied 0.0", "axis 0.0", 1).range == 6000
    short = replace(RIFLE, range=5)
    state = duel((28 + 0.8 + 6, 9.5), (24, 9), by=rifles(weapons=(short,)))
    refused(state, "allied", Shoot("allied 0", (Aim("allied 0.0", 0, "axis 0.0"),)), "6.0 inches away")


def test_002_a_tank_needs_the_opening_in_its_field_of_fire() -> None:
    ahead = replace(GUN, rules=("forward-firing",))
    assert can_shoot(duel((10.5, 2), (12, 11), by=tank(weapons=(ahead,)), facing=0))
    assert not can_shoot(duel((10.5, 2), (12, 11), by=tank(weapons=(ahead,)), facing=180))


def test_002_an_opening_is_seen_only_from_in_front_of_its_wall() -> None:
    """Room 2 has one opening, in the wall y = 7, which looks south; a base is 0.8 to each side of its middle."""
    behind, partly = duel((2, 8.2), (15.5, 9)), duel((2, 7.5), (15.5, 9))
    assert not seen(behind) and not facts.sight(behind, "axis 0.0", "allied 0.0").clear
    assert not can_shoot(behind) and not facts.sees_spot(behind, "allied 0.0", room(behind, 2).middle)
    assert seen(partly) and facts.sight(partly, "axis 0.0", "allied 0.0").clear
    assert can_shoot(partly) and facts.sees_spot(partly, "allied 0.0", room(partly, 2).middle)


def test_002_the_tables_edge_too_sees_an_opening_only_from_in_front_of_its_wall() -> None:
    state = duel((2, 2), (15.5, 9))
    middle = room(state, 2).middle
    assert edge_sight.seen_from(state, [(0, 7500)], [middle]) == [False]
    assert edge_sight.seen_from(state, [(0, 6500)], [middle]) == [True]


def test_002_an_opening_that_looks_away_is_not_seen_from_another_building() -> None:
    """The two buildings: from the second one's openings to the south and east the first is seen, by those that look
    west or north."""
    state = duel((4, 16), (22, 12), mission="two-buildings")
    for line in room_sight.lines(state, "allied 0.0", "axis 0.0").clear:
        assert line.end.facing in (0, 270)
    assert not seen(duel((4, 16), (22, 8), mission="two-buildings"))  # its room opens to the south and east


# -- 002 Shooting out of Buildings


def test_ours_infantry_shoots_out_at_a_team_of_which_a_part_is_in_front_of_the_wall() -> None:
    """Of guns 002 says that all of it must be; `test_002_only_teams_entirely_in_front_...`."""
    assert can_shoot(duel((15.5, 9), (2, 7.5)))
    assert not can_shoot(duel((15.5, 9), (2, 8.2)))


def test_002_all_infantry_in_a_room_shoots_out_of_any_opening_of_it() -> None:
    assert can_shoot(duel((12, 11), (10.5, 2)))
    assert can_shoot(duel((12, 11), (3, 9.5)))
    assert not can_shoot(duel((12, 11), (10.5, 21)))  # room 1 has no opening to the north


def at_west() -> Spot:
    x, y = gun_place(next(one for one in room(duel((1, 1), (2, 2)), 1).openings if one.outward == 270), "gun")
    return x / 1000, y / 1000


def test_002_a_gun_shoots_out_of_the_opening_that_its_front_is_at() -> None:
    assert can_shoot(duel(at_west(), (1, 9.5), by=gun(), facing=270))
    assert not can_shoot(duel(at_west(), (10.5, 2), by=gun(), facing=270))  # through the southern one infantry could
    back = duel((11, 9.5), (1, 9.5), by=gun(), facing=270)  # it stands back from it
    assert not can_shoot(back) and room_sight.faces(back, "allied 0.0", facts.stand(back, "axis 0.0")) is None
    assert not can_shoot(duel(at_west(), (1, 9.5), by=gun(), facing=200))


def test_002_only_teams_entirely_in_front_of_the_wall_are_in_a_guns_field_of_fire() -> None:
    assert can_shoot(duel(at_west(), (7.1, 1), by=gun(), facing=270))
    partly = duel(at_west(), (7.5, 1), by=gun(), facing=270)
    assert not can_shoot(partly)
    refused(partly, "allied", Shoot("allied 0", (Aim("allied 0.0", 0, "axis 0.0"),)), "out of sight")


def test_002_a_gun_does_not_turn_in_a_building() -> None:
    state = duel(at_west(), (1, 9.5), by=gun(), facing=270)
    told = shot(state, [1, 1])
    assert told.one(Fired).volleys[0].facing is None


def test_002_one_shoots_from_room_to_room_of_different_buildings_through_openings() -> None:
    state = city(
        [Group("Ours", (rifles(),), [(18, 5)])],
        [Group("Theirs", (rifles(),), [(18, 18)])],
        mission="the-boulevard",
    )
    assert can_shoot(state)
    assert facts.sight(state, "allied 0.0", "axis 0.0").range == 8000


# -- 002 Shooting in a Building


def test_002_infantry_has_range_and_sight_to_all_teams_in_an_adjacent_room() -> None:
    reach = replace(RIFLE, range=1)
    state = duel((8.9, 8), (17, 11), by=rifles(weapons=(reach,)), levels={"axis 0.0": 2})
    assert can_shoot(state) and facts.sight(state, "allied 0.0", "axis 0.0").range == 0


def test_002_but_not_in_rooms_that_are_not_adjacent() -> None:
    assert not seen(duel((12, 11), (14, 13)))  # across the corner
    assert not seen(duel((12, 9), (19, 9)))


def test_002_guns_do_not_shoot_into_the_next_room() -> None:
    assert not can_shoot(duel(at_west(), (15, 9), by=gun(), facing=270))
    assert not can_shoot(duel((11, 9.5), (15, 9), by=gun(), facing=90))


def test_002_nobody_sees_through_a_room_into_another_one_nor_through_the_building() -> None:
    assert not seen(duel((3, 9.5), (15, 9)))
    assert not seen(duel((18, 3), (18, 21)))


def three(*spots: Spot) -> Group:
    return Group("Theirs", (rifles(), rifles(), rifles()), spots)


def test_002_room_to_room_the_target_player_cannot_use_mistaken_target() -> None:
    near = city([Group("Ours", (rifles(),), [(9, 9)])], [three((15, 9), (17, 9), (17, 11))])
    told = shot(near, 6, 6)
    assert not told.of(HitsAsked) and told.state.asked is None


def test_core_6_5_from_outside_he_can() -> None:
    ours = Group("Ours", (rifles(),), [(28 + 0.8 + 6, 21)])
    wide = city([ours], [three((24, 17), (22, 17), (22, 19))], mission="the-boulevard")
    assert facts.sight(wide, "allied 0.0", "axis 0.0").range > 8000
    told = act(wide, "allied", Shoot("allied 0", (Aim("allied 0.0", 0, "axis 0.0"),)), 6)
    assert told.of(HitsAsked) and told.state.asked is not None and told.state.asked.kind == "mistake"


# -- 002 Brutal Weapons


def brutal(at: Spot = (12, 11), mates: tuple[Spot, ...] = ()) -> BattleState:
    teams = tuple(rifles() for _ in (at, *mates))
    return city([Group("Ours", (rifles(weapons=(HOWITZER,)),), [(10.5, 2)])], [Group("Theirs", teams, [at, *mates])])


def test_002_a_brutal_weapon_that_hits_a_team_in_a_room_hits_as_often_more_as_a_die_says() -> None:
    told = shot(brutal(), 6, 2, [4, 4, 4], [4, 4, 4])
    assert [ask.count for ask in told.dice.asked] == [1, 1, 3, 3]
    assert "more hits of 15cm gun in the room" in told.dice.asked[1].purpose


def test_002_it_must_hit_first_and_outside_it_is_as_any_weapon() -> None:
    assert len(shot(brutal(), 1).dice.asked) == 1
    outside = shot(brutal((10.5, 5.5)), 6, 6, 6)
    assert all("in the room" not in ask.purpose for ask in outside.dice.asked)


def test_002_all_hits_of_a_brutal_weapon_go_to_teams_in_the_same_room() -> None:
    state = brutal((12, 11), mates=((12, 8), (12, 14), (9, 5.5)))
    shots = shooting.check_shoot(state, "allied", "allied 0", (Aim("allied 0.0", 0, "axis 0.0"),))
    (volley,) = shooting.volleys_of(state, [(shots[0], 1)])
    assert volley.others == ("axis 0.1",)
    plain = city(
        [Group("Ours", (rifles(),), [(10.5, 2)])],
        [Group("Theirs", (rifles(), rifles(), rifles()), [(12, 11), (12, 8), (9, 5.5)])],
    )
    shots = shooting.check_shoot(plain, "allied", "allied 0", (Aim("allied 0.0", 0, "axis 0.0"),))
    assert "axis 0.1" in shooting.volleys_of(plain, [(shots[0], 1)])[0].others


def test_odds_know_the_extra_die_of_a_brutal_weapon() -> None:
    found = firing_odds.chances(brutal(), "allied 0", "axis 0.0")
    hit = found.hits.at_least(1)
    assert 0 < hit < 1 and found.hits.chance(1) == 0
    assert found.hits.mean() == hit * 9 / 2
    assert (
        firing_guess.plan(brutal(), "allied 0").points > firing_guess.plan(brutal((10.5, 5.5)), "allied 0").points / 4
    )


def test_core_6_2_a_pinned_team_in_a_room_shoots_at_its_moving_rate() -> None:
    state = with_unit(
        duel((12, 11), (10.5, 2), by=rifles(weapons=(replace(RIFLE, halted=2),))), "allied 0", pinned=True
    )
    assert surveying.guns(state, "allied 0")[0].shots == 1


# -- free-standing walls, rubble, the fountain, boulevards


def test_002_incomplete_buildings_are_free_standing_walls() -> None:
    state = duel((3, 3), (9, 3), features=(wall((6, 1), (6, 6)),))
    assert not seen(state)


def test_002_rubble_is_short_and_bulletproof_for_teams_completely_inside_it() -> None:
    heap = Feature("rubble", area=((7000, 1000), (12_000, 1000), (12_000, 5000), (7000, 5000)))
    inside = facts.sight(duel((2, 3), (9.5, 3), features=(heap,)), "allied 0.0", "axis 0.0")
    assert inside.clear and inside.concealed and inside.bulletproof
    partly = facts.sight(duel((2, 3), (7.2, 3), features=(heap,)), "allied 0.0", "axis 0.0")
    assert partly.clear and not partly.bulletproof


def test_002_the_fountain_is_short_and_bulletproof() -> None:
    basin = Feature("fountain", area=((6000, 2000), (7500, 2000), (7500, 4000), (6000, 4000)))
    behind = facts.sight(duel((2, 3), (8.4, 3), features=(basin,)), "allied 0.0", "axis 0.0")
    assert behind.clear and behind.concealed and behind.bulletproof


def test_002_the_middle_of_a_boulevard_gives_cover_to_who_crosses_the_street() -> None:
    trees = Feature("boulevard", line=((6000, 0), (6000, 6000)))
    state = duel((2, 3), (8, 3), features=(trees,))
    assert facts.sight(state, "allied 0.0", "axis 0.0").concealed
