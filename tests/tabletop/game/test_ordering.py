"""core 4.6, order by order; 000 for wire and booby traps; 003 for who may be ordered at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.tabletop.battle.to_hit import gone_to_ground
from orsha.tabletop.game import crossing_odds, facts, ordering
from orsha.tabletop.game.commands import GiveOrder, NextStep
from orsha.tabletop.game.events import Ordered, TeamsGone
from orsha.tabletop.game.obstacles import markers
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import gun, rifles, tank
from tests.tabletop.game.stage import (
    INCH,
    Group,
    Told,
    act,
    battle,
    decided,
    leg,
    march,
    marked,
    next_turn,
    refused,
    with_team,
    with_unit,
)
from tests.tabletop.game.test_moving import wood

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])


def foot(*teams: Any, **of: Any) -> BattleState:
    who = teams or (rifles(), rifles(), rifles())
    group = Group("Rifles", who, [(10 + 2 * n, 10) for n in range(len(who))])
    return battle([group], [FAR], **{"step": "movement", **of})


def order(state: BattleState, slug: str, *faces: int) -> Told:
    return act(state, "allied", GiveOrder("allied 0", slug), *faces)


def no_order(state: BattleState, slug: str, why: str) -> None:
    refused(state, "allied", GiveOrder("allied 0", slug), why)


def first(state: BattleState) -> Any:
    return state.teams["allied 0.0"]


# -- who, when, how many


def test_one_order_a_turn_and_the_next_one_in_the_next_turn() -> None:
    after = order(foot(), "dig-in", 1).state
    no_order(after, "dig-in", "one order in a turn|before the unit moves")
    assert order(next_turn(after, "allied"), "dig-in", 6).one(Ordered).foxholes


def test_an_unknown_order_is_refused_by_a_rule() -> None:
    no_order(foot(), "surrender", "no order 'surrender'")


def test_pinned_and_bailed_out_leaders_give_none() -> None:
    no_order(with_unit(foot(), "allied 0", pinned=True), "blitz-move", "pinned leader")
    no_order(with_team(foot(tank(), tank()), "allied 0.0", bailed_out=True), "blitz-move", "Bailed Out leader")


def test_003_a_unit_that_has_not_come_on_yet_takes_no_orders() -> None:
    no_order(with_unit(foot(), "allied 0", arriving=True), "blitz-move", "not on the table yet")


def test_orders_are_tested_on_tactics_and_follow_me_on_motivation() -> None:
    from orsha.tabletop.force.card import Motivation, Skill

    who = rifles(skill=Skill(5, tactics=3), motivation=Motivation(2))
    assert order(foot(who, who), "blitz-move", 3).one(Ordered).passed
    assert not order(foot(who, who), "blitz-move", 2).one(Ordered).passed
    assert order(with_unit(foot(who, who), "allied 0", moved=True), "follow-me", 2).one(Ordered).passed


def test_stormtroopers_are_given_a_second_different_order_after_a_success() -> None:
    storm = rifles(rules=("stormtroopers",))
    won = order(foot(storm, storm), "cross-here").state
    assert order(won, "blitz-move", 6).state.units["allied 0"].extra == 4
    no_order(won, "cross-here", "another than")
    lost = order(foot(storm, storm), "blitz-move", 1).state
    no_order(lost, "cross-here", "succeeded")


def test_who_has_dug_in_does_not_follow_and_stays_hidden() -> None:
    storm = rifles(rules=("stormtroopers",))
    dug = order(foot(storm, storm), "dig-in", 6).state
    no_order(dug, "follow-me", "no team of the unit can carry out")
    assert first(dug).dug_in


def test_who_blitzed_and_then_dug_in_has_moved() -> None:
    storm = rifles(rules=("stormtroopers",))
    blitz = order(foot(storm, storm), "blitz-move", 6).state
    moved = act(blitz, "allied", march(blitz, leg(blitz, "allied 0.0", (10, 13), pace="order"))).state
    dug = order(moved, "dig-in", 6).state
    assert not dug.teams["allied 0.0"].dug_in and dug.teams["allied 0.1"].dug_in


# -- Blitz Move


def test_blitz_move_gives_four_inches_before_the_tactical_move() -> None:
    blitz = order(foot(), "blitz-move", 4).state
    once = act(blitz, "allied", march(blitz, leg(blitz, "allied 0.0", (10, 14), pace="order"))).state
    twice = act(once, "allied", march(once, leg(once, "allied 0.0", (10, 22)))).state
    assert first(twice).y == 22 * INCH and first(twice).mils == 8 * INCH
    refused(blitz, "allied", march(blitz, leg(blitz, "allied 0.0", (10, 14.1), pace="order")), "its order is 4")


def test_blitz_move_alone_counts_as_not_moved() -> None:
    blitz = order(foot(), "blitz-move", 4).state
    after = act(blitz, "allied", march(blitz, leg(blitz, "allied 0.0", (10, 14), pace="order"))).state
    assert not first(after).moved and not facts.deeds(after, "allied 0.0").moved
    both = act(after, "allied", march(after, leg(after, "allied 0.0", (10, 15)))).state
    assert first(both).moved


def test_core_4_5_who_ends_a_blitz_move_out_of_command_shoots_worse_unless_it_moves_back() -> None:
    two = Group("Rifles", (rifles(), rifles()), [(10, 10), (16, 10)])
    blitz = order(battle([two], [FAR], step="movement"), "blitz-move", 4).state
    out = act(blitz, "allied", march(blitz, leg(blitz, "allied 0.1", (19.9, 10), pace="order"))).state
    assert out.teams["allied 0.1"].hasty
    back = act(out, "allied", march(out, leg(out, "allied 0.1", (16, 10)))).state
    assert not back.teams["allied 0.1"].hasty
    near = act(blitz, "allied", march(blitz, leg(blitz, "allied 0.1", (16, 12), pace="order"))).state
    assert not near.teams["allied 0.1"].hasty


def test_blitz_move_comes_before_the_move_or_not_at_all() -> None:
    blitz = order(foot(), "blitz-move", 4).state
    moved = act(blitz, "allied", march(blitz, leg(blitz, "allied 0.0", (10, 18)))).state
    refused(moved, "allied", march(moved, leg(moved, "allied 0.0", (10, 20), pace="order")), "no order lets")
    no_order(moved, "blitz-move", "before the unit moves")


def test_the_inches_of_an_order_do_not_outlast_the_movement_step() -> None:
    blitz = order(foot(), "blitz-move", 4).state
    later = decided(decided(blitz, "allied", NextStep()).state, "allied", NextStep()).state
    assert later.step == "assault"
    refused(later, "allied", march(later, leg(later, "allied 0.0", (10, 12), pace="order")), "no order lets")


def test_after_a_blitz_move_the_unit_moves_at_tactical_only() -> None:
    for face in (4, 1):
        state = order(foot(), "blitz-move", face).state
        refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 20), pace="cross-country")), "at Tactical")


def test_a_failed_blitz_move_makes_all_shooting_hasty() -> None:
    state = order(foot(), "blitz-move", 3).state
    assert all(state.teams[f"allied 0.{n}"].hasty for n in range(3)) and state.units["allied 0"].extra == 0
    assert not first(next_turn(state, "allied")).hasty


# -- Shoot and Scoot


def test_shoot_and_scoot_moves_four_inches_in_the_assault_step() -> None:
    state = order(foot(step="assault"), "shoot-and-scoot", 4).state
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 14), pace="order"))).state
    assert first(after).y == 14 * INCH and first(after).moved
    no_order(foot(), "shoot-and-scoot", "own Assault Step")


def test_shoot_and_scoot_is_not_for_who_moved_or_assaults() -> None:
    moved = foot(step="assault")
    for n in range(3):
        moved = with_team(moved, f"allied 0.{n}", moved=True)
    no_order(moved, "shoot-and-scoot", "no team of the unit")
    no_order(with_unit(foot(step="assault"), "allied 0", charged=True), "shoot-and-scoot", "assaults")
    some = order(with_team(foot(step="assault"), "allied 0.1", moved=True), "shoot-and-scoot", 4).state
    refused(some, "allied", march(some, leg(some, "allied 0.1", (12, 12), pace="order")), "moved this turn")


def test_a_failed_shoot_and_scoot_moves_nobody() -> None:
    state = order(foot(step="assault"), "shoot-and-scoot", 3).state
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 12), pace="order")), "no order lets")


# -- Dig In


def test_dig_in_gives_foxholes_to_infantry_and_guns_in_command() -> None:
    far = Group("Rifles", (rifles(), gun(), rifles()), [(10, 10), (13, 10), (30, 10)])
    state = battle([far], [FAR], step="movement")
    after = order(state, "dig-in", 4).state
    assert [after.teams[f"allied 0.{n}"].foxholes for n in range(3)] == [True, True, False]


@pytest.mark.parametrize("face", [4, 3])
def test_dig_in_counts_as_moved_and_hides_all_the_same(face: int) -> None:
    state = order(foot(), "dig-in", face).state
    assert first(state).foxholes == (face == 4)
    deeds = facts.deeds(state, "allied 0.0")
    assert deeds.moved and deeds.dug_in
    assert gone_to_ground(rifles(), deeds)
    assert "bombard" in first(state).forbidden


def test_dig_in_is_instead_of_moving() -> None:
    state = order(foot(), "dig-in", 4).state
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 12))), "has moved in this turn")
    moved = with_unit(foot(), "allied 0", moved=True)
    no_order(moved, "dig-in", "before the unit moves")


def test_tanks_do_not_dig_in() -> None:
    no_order(foot(tank(), tank()), "dig-in", "no team of the unit")


# -- Follow Me


def test_follow_me_moves_four_inches_more_after_the_move_and_then_nobody_shoots() -> None:
    state = foot()
    no_order(state, "follow-me", "after the unit moved")
    moved = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 14)))).state
    ordered = order(moved, "follow-me", 4).state
    after = act(ordered, "allied", march(ordered, leg(ordered, "allied 0.0", (10, 18), pace="order"))).state
    assert first(after).y == 18 * INCH
    assert facts.deeds(after, "allied 0.0").forbidden_by == "its order"


def test_follow_me_is_for_teams_in_command() -> None:
    far = Group("Rifles", (rifles(), rifles()), [(10, 10), (30, 10)])
    state = with_unit(battle([far], [FAR], step="movement"), "allied 0", moved=True)
    ordered = order(state, "follow-me", 4).state
    refused(ordered, "allied", march(ordered, leg(ordered, "allied 0.1", (28, 10), pace="order")), "Out of Command")
    assert facts.deeds(ordered, "allied 0.1").forbidden_by == ""


def test_follow_me_leads_forward() -> None:
    """Ours: it ends no farther from the nearest enemy than it begins."""
    ordered = order(with_unit(foot(), "allied 0", moved=True), "follow-me", 4).state
    back, aside = (march(ordered, leg(ordered, "allied 0.0", spot, pace="order")) for spot in ((10, 6.5), (13, 7.5)))
    refused(ordered, "allied", back, "forward")
    assert first(act(ordered, "allied", aside).state).x == 13 * INCH


def test_a_failed_follow_me_costs_nothing() -> None:
    state = order(with_unit(foot(), "allied 0", moved=True), "follow-me", 3).state
    assert facts.deeds(state, "allied 0.0").forbidden_by == "" and state.units["allied 0"].extra == 0


# -- Cross Here


def test_cross_here_eases_the_checks_near_the_leader_and_the_unit_does_not_shoot() -> None:
    two = Group("Tanks", (tank(), tank()), [(10, 10), (14, 10)])
    state = battle([two], [FAR], step="movement", features=[wood(0, 12, 40, 20)])
    legs = march(state, leg(state, "allied 0.0", (10, 14)), leg(state, "allied 0.1", (14, 14)))
    stuck = act(state, "allied", legs, 2, 2).state
    assert stuck.teams["allied 0.1"].y < 12 * INCH
    eased = act(order(state, "cross-here").state, "allied", legs, 2, 2).state
    assert eased.teams["allied 0.1"].y == 14 * INCH
    assert facts.deeds(eased, "allied 0.1").forbidden_by == "its order"


def test_cross_here_helps_wherever_the_leader_crosses_and_nowhere_if_he_does_not() -> None:
    two = Group("Tanks", (tank(), tank()), [(10, 10), (14, 10)])
    hedges = [Feature("hedge", line=((5000, y), (40_000, y))) for y in (12_000, 19_500)]
    state = battle([two], [FAR], step="movement", features=hedges)
    ordered = order(state, "cross-here").state
    alone = march(state, leg(state, "allied 0.1", (14, 14)))
    assert act(ordered, "allied", alone, 2).state.teams["allied 0.1"].y < 12 * INCH, "the leader stays where he is"
    legs = march(state, *(leg(state, f"allied 0.{n}", (10 + 4 * n, 22), pace="terrain") for n in range(2)))
    assert crossing_odds.chances(ordered, "allied", legs).all_through == Fraction(5, 6) ** 4
    through = act(ordered, "allied", legs, 2, 2, 2, 2).state
    assert through.teams["allied 0.1"].y == 22 * INCH, "at his second hedge too, seven inches from the first"


# -- minefields


def mines(*spots: tuple[float, float], what: str = "minefield", **of: Any) -> BattleState:
    return marked(foot(**of), what, *spots)


def test_clear_minefield_takes_one_within_two_inches_and_counts_as_a_dash() -> None:
    state = mines((10, 12.5))
    assert markers(state)["minefield"]
    after = order(state, "clear-minefield").state
    assert not markers(after)["minefield"]
    assert first(after).dashed and not after.teams["allied 0.2"].dashed
    refused(after, "allied", march(after, leg(after, "allied 0.0", (10, 9))), "has moved")
    no_order(mines((10, 13.4)), "clear-minefield", "no team of the unit")


def test_each_team_takes_a_minefield_of_its_own() -> None:
    after = order(mines((7.5, 12), (16.5, 12)), "clear-minefield").state
    assert markers(after)["minefield"] == []
    assert first(after).dashed and after.teams["allied 0.2"].dashed


def test_tanks_and_guns_clear_no_mines() -> None:
    state = marked(foot(gun(), gun()), "minefield", (10, 12))
    no_order(state, "clear-minefield", "no team of the unit")


# -- booby traps


def trap(x: float, y: float, **under: Any) -> BattleState:
    from msgspec.structs import replace

    state = replace(foot(), traps=((round(x * INCH), round(y * INCH)),))
    return with_team(state, "allied 0.0", **under)


def test_000_a_booby_trap_is_cleared_only_by_who_stands_on_it() -> None:
    no_order(trap(10, 11.5), "clear-minefield", "no team of the unit")
    after = order(trap(10, 10), "clear-minefield").state
    assert after.cleared == (("booby trap", after.traps[0]),)


def test_000_who_clears_a_trap_that_was_laid_under_it_rolls_to_be_hit_first() -> None:
    state = trap(10, 10, trapped=True)
    through = order(state, "clear-minefield", 4)
    assert not markers(through.state)["booby trap"]
    saved = order(state, "clear-minefield", 3, 3).state
    assert not markers(saved)["booby trap"] and "allied 0.0" in saved.teams
    killed = order(state, "clear-minefield", 3, 2)
    assert killed.state.cleared == () and killed.one(TeamsGone).teams == ("allied 0.0",)
    assert killed.state.units["allied 0"].leader == "allied 0.1"


def test_a_team_that_moves_off_a_trap_laid_under_it_is_no_longer_on_it() -> None:
    state = trap(10, 10, trapped=True)
    assert next_turn(state, "allied").teams["allied 0.0"].trapped
    moved = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 7)))).state
    assert not first(moved).trapped, "and no die was thrown: a trap hurts who moves on to it"


# -- wire

WIRE = ((10 * INCH, 12 * INCH),)


def at_wire(**changes: Any) -> BattleState:
    return with_team(mines((10, 12), what="wire"), "allied 0.0", **{"wired_before": WIRE, **changes})


def test_000_wire_is_gapped_by_who_came_to_it_in_the_turn_before() -> None:
    after = order(at_wire(), "wire-gapping").state
    assert after.cleared == (("barbed wire", *WIRE),)
    assert first(after).moved and set(first(after).forbidden) == {"move", "shoot", "assault"}
    no_order(at_wire(wired_before=()), "wire-gapping", "no team of the unit")
    no_order(at_wire(wired_before=(), wired=WIRE), "wire-gapping", "no team of the unit")


def test_000_coming_into_the_wire_is_remembered_for_one_turn() -> None:
    start = marked(foot(), "wire", (10, 14))
    came = act(start, "allied", march(start, leg(start, "allied 0.0", (10, 12.5))), 4).state
    assert first(came).wired and not first(came).wired_before
    turn = next_turn(came, "allied")
    assert order(turn, "wire-gapping").state.cleared
    assert not first(next_turn(turn, "allied")).wired_before


def test_000_who_was_held_by_the_wire_has_not_come_into_it() -> None:
    start = marked(foot(), "wire", (10, 14))
    held = act(start, "allied", march(start, leg(start, "allied 0.0", (10, 12.5))), 3).state
    assert not first(held).wired


def test_000_wire_is_gapped_by_infantry_near_a_leader_on_foot() -> None:
    wide = Group("Rifles", (rifles(), rifles()), [(30, 10), (10, 10)])
    state = marked(battle([wide], [FAR], step="movement"), "wire", (10, 12))
    no_order(with_team(state, "allied 0.1", wired_before=WIRE), "wire-gapping", "no team of the unit")
    led_by_tank = with_team(
        marked(foot(tank(), rifles()), "wire", (12, 12)), "allied 0.1", wired_before=((12_000, 12_000),)
    )
    no_order(led_by_tank, "wire-gapping", "leader on foot")


def test_what_is_available_is_what_is_not_refused() -> None:
    state = foot()
    offered = ordering.available(state, "allied 0")
    assert offered == ["blitz-move", "dig-in", "cross-here"]
