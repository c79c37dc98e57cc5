"""Bombardments of rooms (002 Bombardments), fired from off the table; a man in the open spots for the guns."""

from __future__ import annotations

from typing import Any

from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import bombarding, facts, room_shelling, shelling_guess, words
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.events import Harmed, LeftOff, Ranged, Shelled
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import gun, rifles
from tests.tabletop.game.room_stage import city, room
from tests.tabletop.game.stage import Group, Told, refused, told

HOWITZER = Weapon("122mm", 80, fires="artillery", anti_tank=3, firepower=3)
ROCKETS = Weapon("Katyusha", 64, fires="salvo", anti_tank=2, firepower=4)
HEAVY = Weapon("152mm", 80, fires="artillery", anti_tank=4, firepower=1, rules=("brutal",))
Spot = tuple[float, float]


def shelled(weapon: Weapon, theirs: tuple[Spot, ...], ours: tuple[Spot, ...] = (), **of: Any) -> BattleState:
    """A battery off the table with its observer in the far south, the enemy's rifles, and some of our own."""
    battery = Group("Battery", [gun(weapons=(weapon,))] * 3, [])
    observer = Group("Observer", [rifles(rules=("observer",))], [(10.5, 1)], support=True)
    more = [Group("Rifles", [rifles()] * len(ours), ours)] if ours else []
    state = city([battery, *more, observer], [Group("Grenadiers", [rifles()] * len(theirs), theirs)], **of)
    return apply(state, LeftOff("allied 0", "Battery", ("allied 0.0", "allied 0.1", "allied 0.2")))


def order(state: BattleState, at: Spot, **of: Any) -> Bombard:
    spotter = next(id for id in state.teams if facts.card(state, id).observer)
    return Bombard("allied 0", spotter, (round(at[0] * 1000), round(at[1] * 1000)), **of)


def falls(state: BattleState, at: Spot, *dice: Any) -> Told:
    """It ranges in with the first die."""
    return told(state, lambda story: bombarding.bombard(story, "allied", order(state, at)), 6, *dice)


def hit_by(found: Told) -> set[str]:
    event = found.one(Shelled)
    return {*event.hit, *event.missed}


def test_002_with_the_aiming_point_outside_all_teams_inside_are_ignored() -> None:
    state = shelled(HOWITZER, ((10.5, 5.5), (10.5, 8), (9, 9)))
    assert hit_by(falls(state, (10.5, 6), 1)) == {"axis 0.0"}


def test_002_with_it_inside_all_teams_outside_are_ignored() -> None:
    state = shelled(HOWITZER, ((10.5, 6), (10.5, 8), (9, 9)))
    assert hit_by(falls(state, (10.5, 8), [1, 1])) == {"axis 0.1", "axis 0.2"}


def test_002_instead_of_a_template_all_teams_in_the_room_are_rolled_for_on_whatever_level() -> None:
    state = shelled(HOWITZER, ((8.9, 8), (12, 11), (12, 11), (14, 9)), levels={"axis 0.2": 2})
    found = falls(state, (8.9, 8), [1, 1, 1])
    assert hit_by(found) == {"axis 0.0", "axis 0.1", "axis 0.2"}
    assert found.one(Shelled).rooms == ("factory 1",)
    assert words.told(found.one(Shelled)) == "Battery's bombardment falls on factory 1: 0 of 3 teams hit"


def test_002_a_salvo_takes_all_adjacent_rooms() -> None:
    state = shelled(ROCKETS, ((9, 9), (15, 9), (9, 15), (15, 15), (19, 9)))
    assert hit_by(falls(state, (9, 9), [1, 1, 1])) == {"axis 0.0", "axis 0.1", "axis 0.2"}


def test_002_no_room_adjacent_to_a_room_with_friendly_teams_is_bombarded() -> None:
    beside = shelled(HOWITZER, ((9, 9),), ours=((15, 9),))
    refused(beside, "allied", order(beside, (9, 9)), "a room next to friendly teams")
    corner = shelled(HOWITZER, ((9, 9),), ours=((15, 15),))
    assert falls(corner, (9, 9), 1).one(Ranged).ranged_in
    assert not any(option.act == "bombard" for option in bombarding.options(beside, "allied"))
    assert any(option.act == "bombard" for option in bombarding.options(corner, "allied"))


def test_002_nor_is_one_that_a_salvo_would_fall_on_beside_it() -> None:
    """A salvo on room 1 takes room 2, which is next to our men in room 3."""
    state = shelled(ROCKETS, ((9, 9), (15, 9)), ours=((20, 9),))
    refused(state, "allied", order(state, (9, 9)), "next to friendly teams")
    assert not any(option.act == "bombard" for option in bombarding.options(state, "allied"))
    single = shelled(HOWITZER, ((9, 9), (15, 9)), ours=((20, 9),))
    assert falls(single, (9, 9), 1).one(Ranged).ranged_in


def test_ours_smoke_may_be_laid_on_a_room_next_to_friends() -> None:
    beside = shelled(HOWITZER, ((9, 9),), ours=((15, 9),))
    for smoke in (False, True):
        point = room_shelling.aiming_point(beside, "allied", (9000, 9000), smoke=smoke)
        assert point is not None and point.beside_friends is not smoke


def test_002_friends_outside_do_not_matter_to_a_room_nor_friends_inside_to_a_place_outside() -> None:
    state = shelled(HOWITZER, ((9, 9),), ours=((7, 12),))
    assert falls(state, (9, 9), 1).one(Ranged).ranged_in
    street = shelled(HOWITZER, ((10.5, 6),), ours=((12, 9),))
    assert falls(street, (10.5, 6), 1).one(Ranged).ranged_in
    near = shelled(HOWITZER, ((10.5, 5),), ours=((10.5, 2.5),))
    refused(near, "allied", order(near, (10.5, 5)), "from a friendly team")


def test_002_the_spotter_sees_a_room_by_its_openings_only() -> None:
    state = shelled(HOWITZER, ((9, 15),))
    west = order(state, (9, 15))
    assert not facts.sees_spot(state, west.spotter, (9000, 15_000))
    refused(state, "allied", west, "does not see the aiming point")
    assert facts.sees_spot(state, west.spotter, (9000, 9000))


def spotting(*spotter: Spot) -> BattleState:
    """The observer stands somewhere else."""
    battery = Group("Battery", [gun(weapons=(HOWITZER,))] * 3, [])
    observer = Group("Observer", [rifles(rules=("observer",))], spotter, support=True)
    state = city([battery, observer], [Group("Grenadiers", [rifles()], [(20, 9)])])
    return apply(state, LeftOff("allied 0", "Battery", ("allied 0.0", "allied 0.1", "allied 0.2")))


def test_002_a_spotter_in_a_room_sees_only_the_rooms_next_to_it_in_its_building() -> None:
    state = spotting((10.5, 9))
    seen = {n for n in range(1, 9) if facts.sees_spot(state, "allied 1.0", room(state, n).middle)}
    assert seen == {1, 2, 5}
    refused(state, "allied", order(state, (20, 9)), "does not see the aiming point")
    assert facts.sees_spot(state, "allied 1.0", (10_500, 3000))
    assert not facts.sees_spot(state, "allied 1.0", (10_500, 21_000))


def test_002_a_gun_in_a_room_spots_into_no_other_room() -> None:
    state = city([Group("Gun", [gun()], [(10.5, 9)])], [Group("Grenadiers", [rifles()], [(20, 9)])])
    assert {n for n in range(1, 9) if facts.sees_spot(state, "allied 0.0", room(state, n).middle)} == {1}


def test_002_teams_in_a_room_are_in_bulletproof_cover_from_bombardments() -> None:
    state = shelled(HOWITZER, ((9, 9),))
    assert bombarding.strike(state, "axis 0.0", HOWITZER).in_room
    # Hit, the save failed; firepower 3+ decides.
    assert "axis 0.0" in falls(state, (9, 9), 6, 1, 2).state.teams
    assert "axis 0.0" not in falls(state, (9, 9), 6, 1, 3).state.teams


def test_002_a_brutal_bombardment_that_hits_in_a_room_hits_as_often_more_as_a_die_says() -> None:
    state = shelled(HEAVY, ((9, 9), (12, 11)))
    found = falls(state, (9, 9), [6, 1], 3, [6, 6, 6, 6], [6, 6, 6, 6])
    assert found.one(Shelled).hit == ("axis 0.0",)
    assert sorted(one.team for one in found.one(Harmed).harms) == ["axis 0.0", "axis 0.0", "axis 0.1", "axis 0.1"]
    assert len(falls(state, (9, 9), [1, 1]).dice.asked) == 2


def test_003_ranged_in_markers_in_rooms_are_hit_again() -> None:
    state = shelled(HOWITZER, ((9, 9),))
    once = falls(state, (9, 9), 1).state
    assert once.units["allied 0"].shells == (9000, 9000)


def test_odds_of_a_bombardment_know_the_extra_die_of_brutal_weapons() -> None:
    plain = Weapon("152mm without", 80, fires="artillery", anti_tank=4, firepower=1)
    shells, brutal = (
        shelling_guess.best_bombardment(shelled(weapon, ((9, 9), (12, 11))), "allied 0") for weapon in (plain, HEAVY)
    )
    assert shells is not None and brutal is not None and brutal.points > 2 * shells.points
