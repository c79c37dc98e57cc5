"""The chance that a charge carries: exact for like teams, tried out and named so otherwise, roughly for bots."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orsha.kernel import Dice, Seeded
from orsha.tabletop.force.card import Motivation
from orsha.tabletop.game import assaulting, breaking_off, charging, commands, defending, events, leaving
from orsha.tabletop.game.assault_chances import best_shots, chance, charged, estimate
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from tests.tabletop.battle.told import grenadiers, gun, rifles, tank, team
from tests.tabletop.game.assault_stage import face_to_face
from tests.tabletop.game.stage import INCH, with_team

MEN = rifles()
UNARMED = team("Cooks", weapons=(), motivation=Motivation(6))


def test_like_teams_have_an_exact_chance() -> None:
    found = chance(face_to_face([MEN] * 3, [MEN] * 2), "allied 0", "axis 0")
    assert found is not None and found.exact is not None and found.words().endswith("exactly")


def test_a_lone_team_against_one_that_cannot_shoot_back_is_worked_out_by_hand() -> None:
    # It strikes on 4+ and wins; or it misses, and they break off on less than 6; or they strike back on 4+, and so on.
    found = chance(face_to_face([MEN], [UNARMED]), "allied 0", "axis 0")
    half, flee = Fraction(1, 2), Fraction(5, 6)
    # w: the chance when it strikes; v: when they do. Who is missed tests: it fights on at 4+, they at 6.
    # w = 1/2 + 1/2 (5/6 + 1/6 v), v = 1/2 * 1/2 w
    w = (half + half * flee) / (1 - half * (1 - flee) * half * half)
    assert found is not None and found.exact == w


def test_unlike_teams_are_tried_out_and_it_says_so() -> None:
    found = chance(face_to_face([MEN] * 3, [MEN, gun()]), "allied 0", "axis 0", tries=50)
    assert found is not None and found.exact is None and found.sampled is not None
    assert "50 tries" in found.words() and 0 <= found.share <= 1


def test_nobody_in_reach_has_no_chance() -> None:
    state = with_team(face_to_face([MEN], [MEN]), "axis 0.0", y=40 * INCH)
    assert chance(state, "allied 0", "axis 0") is None and estimate(state, "allied 0", "axis 0") == 0


def test_everybody_shoots_with_its_best_weapon() -> None:
    state = face_to_face([tank()], [grenadiers()])
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None
    (shot,) = best_shots(charged(state, "allied 0", legs))
    assert shot.weapon.name == "Panzerfaust"


@pytest.mark.parametrize(
    ("ours", "theirs"), [([MEN] * 3, [MEN]), ([MEN] * 4, [MEN] * 2), ([MEN], [MEN] * 3), ([tank()] * 2, [MEN] * 2)]
)
def test_the_quick_guess_is_not_far_off(ours: list[object], theirs: list[object]) -> None:
    state = face_to_face(ours, theirs, ours_of={"apart": 2.2})  # type: ignore[arg-type]
    found = chance(state, "allied 0", "axis 0")
    assert found is not None
    assert abs(estimate(state, "allied 0", "axis 0") - float(found.share)) < 0.2


def test_more_men_have_a_better_chance() -> None:
    few, many = (estimate(face_to_face([MEN] * n, [MEN] * 2), "allied 0", "axis 0") for n in (1, 4))
    assert few < many


def test_the_exact_chance_is_what_the_game_itself_comes_to() -> None:
    state = face_to_face([MEN] * 2, [MEN] * 2, ours_of={"apart": 2.2})
    found = chance(state, "allied 0", "axis 0")
    assert found is not None and found.exact is not None
    tries = 300
    carried = sum(_played(state, seed) for seed in range(tries))
    assert abs(carried / tries - float(found.exact)) < 0.09


def _played(state: BattleState, seed: int) -> bool:
    """One charge to its end: everybody shoots, whoever may fights on."""
    legs = charging.charge_legs(state, "allied 0", "axis 0")
    assert legs is not None
    story = Story(state, Dice(Seeded(seed)))
    assaulting.charge(story, "allied", commands.Charge("allied 0", legs))
    while story.state.assault is not None:
        now = story.state
        assert now.asked is not None
        if now.asked.kind == "defend":
            aims = tuple(shot.aim for shot in best_shots(now))
            defending.defend(story, now.asked.seat, commands.Defend(aims))
        elif now.asked.kind == "react":
            legs = charging.counter_legs(now, now.asked.units[0])
            assaulting.counterattack(story, now.asked.seat, commands.Counterattack(legs))
        else:
            breaking_off.break_off(story, now.asked.seat, commands.BreakOff(leaving.clear_legs(now, now.asked.units)))
    (ended,) = (event for event in story.events if isinstance(event, events.AssaultEnded))
    return ended.winner == "allied"
