"""What the table answers: command, commanders, deeds, who holds an objective, the Meeting Engagement."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Roll
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import chain, facts
from orsha.tabletop.game.commands import Aim, NextStep, Shoot
from orsha.tabletop.game.holding import near as near_to
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.events import Won
from orsha.tabletop.mission.state import Objective, Question
from orsha.tabletop.table import Stand
from tests.tabletop.battle.told import RIFLE, gun, half_track, rifles, tank, team
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
    with_mission,
    with_team,
)
from tests.tabletop.game.test_moving import wood

RIFLES = rifles()
FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])


def two(gap: float, *, count: int = 2, who: Any = None) -> BattleState:
    spots = [(10, 10), (10 + 1.6 + gap, 10), *((10, 14 + 2 * n) for n in range(count - 2))]
    return battle([Group("Unit", (who or rifles(),) * count, spots)], [FAR])


# -- 4.5 command


@pytest.mark.parametrize(
    ("gap", "count", "led"), [(6, 2, True), (6.1, 2, False), (8, 12, True), (8.1, 12, False), (8, 11, False)]
)
def test_core_4_5_six_inches_from_the_leader_and_eight_in_a_unit_of_twelve(gap: float, count: int, led: bool) -> None:
    state = two(gap, count=count)
    assert chain.in_command(state, "allied 0.1") == led
    assert chain.all_in_command(state, "allied 0")["allied 0.1"] == led


def test_core_4_5_eight_inches_with_eight_tanks() -> None:
    assert chain.command_inches(two(2, count=8, who=tank()), "allied 0") == 8
    assert chain.command_inches(two(2, count=7, who=tank()), "allied 0") == 6


def test_core_4_5_the_present_size_counts() -> None:
    from orsha.tabletop.game.telling import lose
    from tests.tabletop.game.stage import told

    state = two(8, count=12)
    smaller = told(state, lambda story: lose(story, ["allied 0.11"], "destroyed")).state
    assert chain.command_inches(smaller, "allied 0") == 6


# -- 2.4 the commander


def helped(x: float, *, features: Any = (), test: Any = "rally", unit: str = "allied 1", **of: Any) -> bool:
    hq = Group("Headquarters", (rifles(),), [(10, 10)], hq=True)
    men = Group("Rifles", (rifles(), rifles()), [(x, 10), (x, 13)])
    support = Group("Support", (rifles(),), [(x, 7)], support=True)
    state = battle([hq, men, support], [FAR], features=features)
    return chain.commander_helps(state, test, f"{unit}.0")


def test_core_2_4_within_six_inches_and_in_sight() -> None:
    assert helped(10 + 1.6 + 6) and not helped(10 + 1.6 + 6.1)
    assert not helped(16, features=[wood(11.5, 0, 14.5, 20)])


def test_core_2_4_support_units_may_use_any_commander() -> None:
    assert helped(14, unit="allied 2")


def test_core_2_4_only_the_four_tests() -> None:
    assert all(helped(14, test=test) for test in ("rally", "remount", "last_stand", "counterattack"))


# -- 4.7 deeds


def test_core_4_7_gone_to_ground_is_broken_by_shooting_and_lasts_into_the_enemys_turn() -> None:
    from orsha.tabletop.battle.to_hit import gone_to_ground

    state = battle([Group("Rifles", (rifles(),), [(10, 10)])], [Group("Near", (rifles(),), [(10, 20)])])
    assert gone_to_ground(rifles(), facts.deeds(next_turn(state, "axis"), "allied 0.0"))
    fired = act(state, "allied", Shoot("allied 0", (Aim("allied 0.0", 0, "axis 0.0"),)), 1).state
    assert not gone_to_ground(rifles(), facts.deeds(next_turn(fired, "axis"), "allied 0.0"))
    assert gone_to_ground(rifles(), facts.deeds(next_turn(next_turn(fired, "axis"), "allied"), "allied 0.0"))


# -- 003 Meeting Engagement


QUICK = team("MG", weapons=(RIFLE.__class__("MG", 16, halted=4, moving=2, anti_tank=2, firepower=6),))


def meeting(turn: int = 1, mission: str = "dust-up", active: Any = "allied", first: Any = "allied") -> BattleState:
    state = battle(
        [Group("Ours", (QUICK,), [(10, 10)])], [Group("Theirs", (QUICK,), [(10, 20)])], mission=mission, active=active
    )
    return with_mission(state, turns={"allied": turn, "axis": turn}, first=first)


def dice_of(state: BattleState, seat: Any) -> int:
    other = facts.enemy(seat)
    told = act(state, seat, Shoot(f"{seat} 0", (Aim(f"{seat} 0.0", 0, f"{other} 0.0"),)), 1)
    return len(told.one(Roll).faces)


def test_003_in_the_first_shooting_step_of_all_everybody_shoots_as_if_it_had_moved() -> None:
    assert dice_of(meeting(), "allied") == 2
    assert dice_of(meeting(turn=2), "allied") == 4
    assert dice_of(meeting(mission="bridgehead"), "allied") == 4


def test_003_not_in_the_second_players_turn() -> None:
    assert dice_of(meeting(active="axis"), "axis") == 4
    assert not facts.meeting(meeting(active="axis"), "axis")


def test_003_it_hides_as_it_stands_all_the_same() -> None:
    """Who did not move is still concealed and gone to ground in the enemy's turn."""
    assert not facts.deeds(meeting(active="axis"), "allied 0.0").moved


# -- objectives: 003 Taking Objectives, ruling A4


def holding(who: Any, **changes: Any) -> BattleState:
    state = battle([Group("Ours", (who, rifles()), [(10, 10), (40, 40)])], [FAR])
    return with_team(state, "allied 0.0", **changes)


def test_003_tanks_infantry_and_guns_hold() -> None:
    assert all(facts.may_hold(holding(who), "allied 0.0") for who in (rifles(), gun(), tank()))


@pytest.mark.parametrize(
    ("who", "changes"),
    [
        (tank(), {"bailed_out": True}),
        (rifles(), {"dashed": True}),
        (half_track(), {}),
        (rifles(rules=("independent",)), {}),
        (team("Stuka", "aircraft", move=None), {}),
    ],
    ids=["bailed out", "dashed", "transport", "independent", "aircraft"],
)
def test_003_who_never_holds_nor_contests(who: Any, changes: dict[str, Any]) -> None:
    assert not facts.may_hold(holding(who, **changes), "allied 0.0")


@pytest.mark.parametrize(
    ("who", "changes", "near"),
    [
        (tank(), {"bailed_out": True}, True),
        (rifles(), {"dashed": True}, True),
        (half_track(), {}, True),
        (rifles(rules=("independent",)), {}, True),
        (team("Stuka", "aircraft", move=None), {}, False),
    ],
    ids=["bailed out", "dashed", "transport", "independent", "aircraft"],
)
def test_003_every_tank_infantry_and_gun_team_keeps_the_defender_from_having_cleared_an_objective(
    who: Any, changes: dict[str, Any], near: bool
) -> None:
    """Ruling A151: what keeps a team from holding and contesting says nothing of the eight inches."""
    state = with_mission(
        holding(who, **changes), objectives={"1": Objective("1", "axis", "defender", (17 * INCH, 10 * INCH))}
    )
    assert near_to(state, Question("near", "allied", "end", 8, ("1",), anybody=True)) == (("1",) * near)


def test_redemption_penal_troops_contest_and_never_hold() -> None:
    penal = rifles(rules=("redemption",))
    assert facts.may_contest(holding(penal), "allied 0.0") and not facts.may_hold(holding(penal), "allied 0.0")
    assert not facts.may_contest(holding(penal, dashed=True), "allied 0.0"), "as anybody else"
    state = with_mission(holding(penal), objectives={"1": Objective("1", "axis", "defender", (12 * INCH, 10 * INCH))})
    assert near_to(state, Question("near", "allied", "start", 4, ("1",))) == ()
    assert near_to(state, Question("near", "allied", "end", 4, ("1",))) == ("1",)


def test_redemption_a_turn_that_penal_troops_begin_at_an_objective_wins_nothing() -> None:
    state = on_the_objective()
    assert turn_ends(decided(state, "axis", NextStep()).state)
    penal = on_the_objective(who=rifles(rules=("redemption",)))
    assert not turn_ends(decided(penal, "axis", NextStep()).state)


def test_redemption_penal_troops_keep_the_attacker_from_winning() -> None:
    assert not decided(contested(enemy=rifles(rules=("redemption",))), "allied", NextStep()).of(Won)


def test_passengers_do_not_hold() -> None:
    state = battle([Group("Ours", (rifles(), half_track()), [(10, 10), (14, 10)])], [FAR])
    assert not facts.may_hold(mounted(state, "allied 0.0", "allied 0.1"), "allied 0.0")


@pytest.mark.parametrize(("away", "near"), [(4.8, True), (4.9, False)])
def test_003_four_inches_from_the_teams_edge(away: float, near: bool) -> None:
    state = holding(rifles())
    at = (round((10 + away) * INCH), 10 * INCH)
    state = with_mission(state, objectives={"1": Objective("1", "axis", "defender", at)})
    question = Question("near", "allied", "start", 4, ("1",))
    assert near_to(state, question) == (("1",) if near else ())


@pytest.mark.parametrize(("away", "near"), [(5.1, True), (5.2, False)])
def test_003_four_inches_from_the_front_of_a_hull(away: float, near: bool) -> None:
    tanks = Group("Tanks", (tank(), tank()), [(10, 10), (40, 40)])  # they look up the page, 1.15 inches to the front
    state = with_mission(
        battle([tanks], [FAR]),
        objectives={"1": Objective("1", "axis", "defender", (10 * INCH, round((10 + away) * INCH)))},
    )
    assert near_to(state, Question("near", "allied", "start", 4, ("1",))) == (("1",) if near else ())


@pytest.mark.parametrize("facing", [0, 37, 90, 205])
def test_from_a_hull_to_a_spot_is_as_to_a_base_there(facing: int) -> None:
    state = battle([Group("Tank", (tank(),), [(10, 10)], facing)], [FAR])
    for n in range(60):
        at = (10_000 + 97 * n, 12_900 - 211 * n)
        far = facts.stands_gap(facts.ground(state), facts.stand(state, "allied 0.0"), Stand(*at, "infantry-small"))
        assert far == 0 or abs(facts.gap_to_spot(state, "allied 0.0", at) - 600 - far) <= 2


def contested(*, enemy_dashed: bool = False, enemy_near: bool = True, enemy: Team = RIFLES) -> BattleState:
    """The end of the attacker's turn at an objective that it held at its start."""
    ours = Group("Ours", (rifles(),), [(36, 30)])
    theirs = Group("Theirs", (enemy,), [(36, 37 if enemy_near else 46)])
    state = battle([ours, Group("More", (rifles(),), [(50, 10)])], [theirs, FAR], step="assault", mission="rearguard")
    state = with_mission(
        state, held=("1",), objectives={"1": Objective("1", "allied", "defender", (36 * INCH, 33 * INCH))}
    )
    return with_team(state, "axis 0.0", dashed=enemy_dashed)


def test_003_the_attacker_wins_who_ends_its_turn_with_no_enemy_near_the_objective() -> None:
    assert not decided(contested(), "allied", NextStep()).of(Won)
    assert decided(contested(enemy_near=False), "allied", NextStep()).one(Won).seat == "allied"


def test_003_a_team_that_dashed_in_its_last_turn_does_not_contest() -> None:
    assert decided(contested(enemy_dashed=True), "allied", NextStep()).one(Won).seat == "allied"


def on_the_objective(*more: tuple[float, float], who: Team = RIFLES) -> BattleState:
    """The attacker's turn begins with rifles at an objective that no enemy is near."""
    spots = [(36.0, 33.0), *more]
    ours = Group("Ours", (who,) * len(spots), spots)
    kept = Group("More", (rifles(),) * 2, [(50, 10), (52, 10)])
    state = battle(
        [ours, kept], [FAR, Group("Axis", (rifles(),), [(4, 44)])], step="assault", active="axis", mission="rearguard"
    )
    return with_mission(state, objectives={"1": Objective("1", "allied", "defender", (36 * INCH, 33 * INCH))})


def turn_ends(state: BattleState) -> list[Won]:
    for _ in range(2):
        state = decided(state, "allied", NextStep()).state
    return decided(state, "allied", NextStep()).of(Won)


def test_003_who_began_its_turn_at_an_objective_and_dashed_does_not_take_it() -> None:
    state = decided(on_the_objective(), "axis", NextStep()).state
    assert turn_ends(state), "who stays takes it"
    walked = decided(state, "allied", march(state, leg(state, "allied 0.0", (36, 25)))).state
    assert turn_ends(walked), "and who goes off at Tactical: it began the turn there and the enemy is not near"
    away = march(state, leg(state, "allied 0.0", (36, 21.5), pace="cross-country"))
    assert not turn_ends(decided(state, "allied", away).state)


def test_003_one_that_stays_takes_it_though_others_who_began_there_dash() -> None:
    state = decided(on_the_objective((36, 35)), "axis", NextStep()).state
    away = march(state, leg(state, "allied 0.0", (36, 29), pace="cross-country"))
    after = decided(state, "allied", away).state
    assert after.teams["allied 0.0"].dashed and turn_ends(after)


def test_003_a_tank_that_was_bailed_out_meanwhile_does_not_take_it() -> None:
    state = decided(on_the_objective(), "axis", NextStep()).state
    assert not turn_ends(with_team(state, "allied 0.0", bailed_out=True))


def test_003_who_dashed_to_an_objective_holds_it_from_the_start_of_its_next_turn() -> None:
    state = holding(rifles(), dashed=True)
    assert facts.may_hold(next_turn(state, "allied"), "allied 0.0")
