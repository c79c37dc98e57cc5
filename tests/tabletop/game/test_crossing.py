"""core 4.2 and 5.4, 000 obstacles: what dice stop on the way, and what becomes of who is stopped."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from orsha.tabletop.force.card import Skill
from orsha.tabletop.game import facts
from orsha.tabletop.game.events import Harmed, TeamsGone
from orsha.tabletop.game.obstacles import dangers, markers
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import half_track, rifles, tank
from tests.tabletop.game.stage import INCH, Group, act, battle, leg, march, marked, mounted, with_team
from tests.tabletop.game.test_moving import wood

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])
WOOD = wood(0, 12, 40, 20)


def tanks(*features: Any, count: int = 2) -> BattleState:
    group = Group("Tanks", (tank(),) * count, [(10 + 4 * n, 10) for n in range(count)])
    return battle([group], [FAR], step="movement", features=features)


def infantry(**of: Any) -> BattleState:
    group = Group("Rifles", (rifles(**of),) * 3, [(10 + 3 * n, 10) for n in range(3)])
    return battle([group], [FAR], step="movement")


def ahead(state: BattleState, n: int = 0, far: float = 6) -> Any:
    x = state.teams[f"allied 0.{n}"].x / INCH
    return leg(state, f"allied 0.{n}", (x, 10 + far))


# -- Cross Checks


def test_core_4_2_who_passes_its_cross_check_goes_on() -> None:
    state = tanks(WOOD)
    assert act(state, "allied", march(state, ahead(state)), 3).state.teams["allied 0.0"].y == 16 * INCH


def test_core_4_2_who_fails_stops_at_the_edge_and_counts_as_moved() -> None:
    state = tanks(WOOD)
    after = act(state, "allied", march(state, ahead(state)), 2).state.teams["allied 0.0"]
    assert 10 * INCH < after.y <= 12 * INCH and after.moved


def test_core_4_2_who_starts_in_difficult_ground_tests_to_leave_it() -> None:
    state = tanks(wood(0, 5, 40, 12))
    held = act(state, "allied", march(state, ahead(state)), 2).state.teams["allied 0.0"]
    assert held.y == 10 * INCH and held.moved
    assert act(state, "allied", march(state, ahead(state)), 3).state.teams["allied 0.0"].y == 16 * INCH


def test_core_4_2_each_feature_is_tested_by_itself() -> None:
    state = tanks(wood(0, 12, 40, 13), wood(0, 15, 40, 16))
    after = act(state, "allied", march(state, ahead(state, far=9)), 3, 2).state.teams["allied 0.0"]
    assert 13 * INCH < after.y <= 15 * INCH


def test_core_4_2_infantry_cross_by_themselves() -> None:
    group = Group("Rifles", (rifles(), rifles()), [(10, 10), (12, 10)])
    state = battle([group], [FAR], step="movement", features=[WOOD])
    assert act(state, "allied", march(state, ahead(state))).state.teams["allied 0.0"].y == 16 * INCH


def test_a_leader_who_is_held_leaves_those_who_went_on_out_of_command() -> None:
    group = Group("Tanks", (tank(), tank()), [(10, 10), (18, 10)])
    state = battle([group], [FAR], step="movement", features=[wood(0, 11.5, 14, 20)])
    on = leg(state, "allied 0.1", (19, 19.9))
    held = act(state, "allied", march(state, on, leg(state, "allied 0.0", (12, 19.7))), 2).state
    assert held.teams["allied 0.1"].hasty, "its leader came to stand twelve inches behind"
    through = act(state, "allied", march(state, on, leg(state, "allied 0.0", (12, 19.7))), 3).state
    assert not through.teams["allied 0.1"].hasty


def test_who_comes_after_a_tank_that_was_held_stops_short_of_it() -> None:
    group = Group("Tanks", (tank(), tank()), [(10, 10), (10, 7)])
    state = battle([group], [FAR], step="movement", features=[WOOD])
    legs = march(state, leg(state, "allied 0.0", (10, 17)), leg(state, "allied 0.1", (10, 11.9)))
    after = act(state, "allied", legs, 2).state
    assert after.teams["allied 0.0"].y - after.teams["allied 0.1"].y >= 2.3 * INCH


def test_who_is_held_where_a_friend_stands_stops_short_of_him() -> None:
    """A47: bases do not stack, though a die may stop a tank among infantry that it drives through."""
    group, others = Group("Tanks", (tank(),), [(10, 8)]), Group("Rifles", (rifles(),), [(10, 11)])
    state = battle([group, others], [FAR], step="movement", features=[WOOD])
    held = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 16))), 2).state
    its = held.teams["allied 0.0"]
    friend = [facts.bulk(held, "allied 1.0")]
    assert its.moved and not facts.overlaps(held, "allied 0.0", (its.x, its.y), its.facing, friend)
    through = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 16))), 3).state
    assert through.teams["allied 0.0"].y == 16 * INCH


def test_who_is_held_before_he_has_gone_anywhere_looks_as_he_did() -> None:
    state = battle([Group("Tanks", (tank(),), [(10, 10)])], [FAR], step="movement", features=[wood(0, 5, 40, 12)])
    held = act(state, "allied", march(state, leg(state, "allied 0.0", (14, 10))), 2).state.teams["allied 0.0"]
    assert (held.x, held.y, held.facing) == (10 * INCH, 10 * INCH, state.teams["allied 0.0"].facing)


# -- minefields


def test_core_5_4_a_team_that_comes_within_two_inches_tests_its_skill() -> None:
    state = marked(infantry(), "minefield", (10, 14))
    assert act(state, "allied", march(state, ahead(state)), 4).state.teams["allied 0.0"].y == 16 * INCH
    assert act(state, "allied", march(state, ahead(state, far=0.6))).state.teams["allied 0.0"].y == 10.6 * INCH


def test_core_5_4_two_inches_are_from_the_rim_of_the_marker_to_the_edge_of_the_team() -> None:
    """A48: a marker is an inch across; a rifle team is 0.8 inches from its middle to its edge."""
    for off, tested in ((2.5, True), (3.2, True), (3.4, False)):
        state = marked(infantry(), "minefield", (10 - off, 13))
        act(state, "allied", march(state, ahead(state)), *((4,) if tested else ()))  # no die too few, none too many


def test_core_5_4_the_front_of_a_hull_counts_where_it_stops() -> None:
    for y, tested in ((14.7, True), (14.9, False)):  # its nose stands at 12.25
        state = marked(tanks(), "minefield", (10, y))
        act(state, "allied", march(state, leg(state, "allied 0.0", (10, 11.1))), *((4,) if tested else ()))


def test_core_5_4_who_fails_is_hit_saves_and_stops() -> None:
    state = marked(infantry(), "minefield", (10, 14))
    saved = act(state, "allied", march(state, ahead(state)), 3, 3).state.teams["allied 0.0"]
    assert 10.6 * INCH <= saved.y <= 11 * INCH
    lost = act(state, "allied", march(state, ahead(state)), 3, 2)
    assert lost.one(TeamsGone).teams == ("allied 0.0",) and lost.state.units["allied 0"].leader == "allied 0.1"


def test_core_5_4_pioneers_pass_on_two() -> None:
    state = marked(infantry(rules=("pioneers",), skill=Skill(5)), "minefield", (10, 14))
    assert act(state, "allied", march(state, ahead(state)), 2).state.teams["allied 0.0"].y == 16 * INCH


def test_core_5_4_a_tank_is_hit_on_its_side_and_may_bail_out() -> None:
    from orsha.tabletop.force.card import Armour

    thin = tank(armour=(3, 2, 0))
    thin = replace(thin, armour=Armour(3, 2, 0))
    group = Group("Tanks", (thin, tank()), [(10, 10), (14, 10)])
    state = marked(battle([group], [FAR], step="movement"), "minefield", (10, 14))
    bailed = act(state, "allied", march(state, ahead(state)), 1, 3)
    assert bailed.state.teams["allied 0.0"].bailed_out and bailed.one(Harmed)
    assert bailed.state.units["allied 0"].leader == "allied 0.1", "core 2.5: another leads"


def test_core_5_4_passengers_suffer_with_their_transport() -> None:
    group = Group("Rides", (half_track(),), [(10, 10)])
    men = Group("Men", (rifles(),), [(30, 10)])
    state = marked(battle([group, men], [FAR], step="movement"), "minefield", (10, 14))
    state = mounted(state, "allied 1.0", "allied 0.0")
    after = act(state, "allied", march(state, ahead(state)), 1, 1, 3).state
    assert "allied 0.0" not in after.teams and after.teams["allied 1.0"].aboard is None


def test_a_cleared_minefield_hurts_nobody() -> None:
    state = marked(infantry(), "minefield", (10, 14))
    state = replace(state, cleared=(("minefield", (10 * INCH, 14 * INCH)),))
    assert act(state, "allied", march(state, ahead(state))).state.teams["allied 0.0"].y == 16 * INCH


# -- booby traps and wire


def trapped() -> BattleState:
    return replace(infantry(), traps=((10 * INCH, 14 * INCH), (40 * INCH, 40 * INCH)))


def test_000_a_booby_trap_hurts_only_who_moves_on_to_it() -> None:
    state = trapped()
    on = act(state, "allied", march(state, ahead(state)), 3, 2)
    assert on.one(TeamsGone).teams == ("allied 0.0",)
    beside = march(state, leg(state, "allied 0.0", (8.5, 12), (8.5, 15)))
    assert act(state, "allied", beside).state.teams["allied 0.0"].y == 15 * INCH


def test_000_infantry_near_wire_test_skill_or_stop_at_once() -> None:
    state = marked(infantry(), "wire", (10, 14))
    held = act(state, "allied", march(state, ahead(state)), 3).state.teams["allied 0.0"]
    assert 10.6 * INCH <= held.y <= 11 * INCH and not held.bailed_out
    assert act(state, "allied", march(state, ahead(state)), 4).state.teams["allied 0.0"].y == 16 * INCH


def test_000_infantry_use_their_number_for_mines_where_it_is_better() -> None:
    state = marked(infantry(rules=("pioneers",)), "wire", (10, 14))
    assert act(state, "allied", march(state, ahead(state)), 2).state.teams["allied 0.0"].y == 16 * INCH


def test_000_wire_is_difficult_ground_for_tanks() -> None:
    state = marked(tanks(), "wire", (10, 14))
    assert act(state, "allied", march(state, ahead(state)), 2).state.teams["allied 0.0"].y < 13 * INCH
    assert act(state, "allied", march(state, ahead(state)), 3).state.teams["allied 0.0"].y == 16 * INCH


def test_000_a_tank_dashes_through_wire_as_through_terrain() -> None:
    from tests.tabletop.game.stage import refused

    state = marked(tanks(), "wire", (10, 14))
    fast = leg(state, "allied 0.0", (10, 26), pace="cross-country")
    refused(state, "allied", march(state, fast), "Terrain Dash")
    slow = leg(state, "allied 0.0", (10, 22), pace="terrain")
    assert act(state, "allied", march(state, slow), 3).state.teams["allied 0.0"].y == 22 * INCH
    afoot = marked(infantry(), "wire", (10, 14))
    run = leg(afoot, "allied 0.0", (10, 22), pace="cross-country")
    assert act(afoot, "allied", march(afoot, run), 4).state.teams["allied 0.0"].y == 22 * INCH


def test_markers_lie_where_they_were_put() -> None:
    state = marked(marked(trapped(), "minefield", (1, 2)), "wire", (3, 4))
    assert {kind: len(spots) for kind, spots in markers(state).items()} == {
        "minefield": 1, "booby trap": 2, "barbed wire": 1,
    }  # fmt: skip


def test_who_stands_still_meets_no_danger() -> None:
    state = marked(with_team(infantry(), "allied 0.0", y=13 * INCH), "minefield", (10, 14))
    spot = (10 * INCH, 13 * INCH)
    assert dangers(state, "allied 0.0", (spot,), 0) == []


def test_every_obstacle_that_a_mission_lays_is_minded() -> None:
    from orsha.tabletop.mission import format as f
    from orsha.tabletop.mission.library import missions

    laid = {step.what for one in missions().values() for step in one.file.setup if isinstance(step, f.Obstacles)}
    assert laid == {"minefield", "wire"}
    for what in laid:
        assert sum(len(spots) for spots in markers(marked(infantry(), what, (1, 2))).values()) == 1
