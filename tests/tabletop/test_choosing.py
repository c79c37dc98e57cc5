"""Which mission: 003's die, its matrix of battle plans, and secrecy until both have chosen."""

from __future__ import annotations

import pytest

from orsha.kernel import Illegal, Match, Typed, log
from orsha.tabletop.mission import MissionGame, Setup
from orsha.tabletop.mission.choosing import picked, plan_odds, random_mission
from orsha.tabletop.mission.commands import Begin, ChoosePlan
from orsha.tabletop.mission.state import PLANS

# The matrix of seed 003, read row by row: who attacks, and the mission for each face of the die.
EVEN = ("roll", ["breakthrough", "counterattack", "dust-up", "encounter", "free-for-all", "free-for-all"])
ATTACK_MANOEUVRE = ["breakthrough", "contact", "counterattack", "counterattack", "dust-up", "encounter"]
ATTACK_DEFEND = ["bridgehead", "bridgehead", "no-retreat", "no-retreat", "rearguard", "rearguard"]
MANOEUVRE_DEFEND = ["breakthrough", "bridgehead", "contact", "no-retreat", "no-retreat", "rearguard"]
MATRIX = {
    ("attack", "attack"): EVEN,
    ("attack", "manoeuvre"): ("allied", ATTACK_MANOEUVRE),
    ("attack", "defend"): ("allied", ATTACK_DEFEND),
    ("manoeuvre", "attack"): ("axis", ATTACK_MANOEUVRE),
    ("manoeuvre", "manoeuvre"): EVEN,
    ("manoeuvre", "defend"): ("allied", MANOEUVRE_DEFEND),
    ("defend", "attack"): ("axis", ATTACK_DEFEND),
    ("defend", "manoeuvre"): ("axis", MANOEUVRE_DEFEND),
    ("defend", "defend"): EVEN,
}


@pytest.mark.parametrize(("allied", "axis"), sorted(MATRIX))
@pytest.mark.parametrize("die", range(1, 7))
def test_every_cell_and_every_face(allied: str, axis: str, die: int) -> None:
    attacker, missions = MATRIX[allied, axis]
    chosen = picked(allied, axis, die)  # type: ignore[arg-type]
    assert (chosen.attacker or "roll", chosen.mission) == (attacker, missions[die - 1])


def test_the_odds_of_each_pair_of_plans_follow_from_its_list() -> None:
    from fractions import Fraction

    for (allied, axis), (_, missions) in MATRIX.items():
        odds = plan_odds(allied, axis).as_dict()  # type: ignore[arg-type]
        assert odds == {slug: Fraction(missions.count(slug), 6) for slug in missions}


def test_a_random_mission_is_one_of_six() -> None:
    six = ["breakthrough", "counterattack", "contact", "dust-up", "encounter", "free-for-all"]
    assert [random_mission(die).mission for die in range(1, 7)] == six
    assert random_mission(1).attacker is None


def plans(**setup: object) -> Match:  # type: ignore[type-arg]
    return Match.open(MissionGame(), Setup(choose="plans", **setup), dice=2)  # type: ignore[arg-type]


def test_plans_stay_secret_until_both_have_chosen_and_are_shown_at_once() -> None:
    match = plans()
    match.do("allied", ChoosePlan("attack"))
    assert log(match, "axis")[-1].words == ("allied has chosen a plan",)
    assert log(match, "allied")[-1].words == ("allied chooses attack",)
    match.do("axis", ChoosePlan("defend"))
    assert "the plans are shown: allied attack, axis defend" in log(match, "")[-1].words
    assert not match.may_undo("axis")
    match.do("axis", Begin())
    assert match.state.mission in ("bridgehead", "no-retreat", "rearguard") and match.state.attacker == "allied"
    assert not match.may_undo("axis")


def test_with_real_dice_no_roll_names_a_plan_that_could_still_be_changed() -> None:
    match = Match.open(MissionGame(), Setup(choose="plans"), dice=Typed())
    match.do("allied", ChoosePlan("attack"))
    match.do("axis", ChoosePlan("defend"))
    assert match.position.waiting is None and not match.may_undo("axis")


def test_a_fortified_force_must_defend() -> None:
    match = plans(fortified=("axis",))
    with pytest.raises(Illegal, match="'attack' is not allowed"):
        match.do("axis", ChoosePlan("attack"))
    assert [option.takes["plan"].values for option in match.options("axis")] == [("defend",)]  # type: ignore[attr-defined]
    assert match.options("allied")[0].takes["plan"].values == PLANS  # type: ignore[attr-defined]


def test_the_plans_attacker_stands_where_the_mission_would_roll_for_it() -> None:
    """Ruling A29: the matrix says that the allied player attacks, so Dust Up and Encounter roll no more for that."""
    for seed in range(60):
        match = Match.open(MissionGame(), Setup(choose="plans"), dice=seed)
        match.do("allied", ChoosePlan("attack"))
        match.do("axis", ChoosePlan("manoeuvre"))
        match.do("allied", Begin())
        assert match.state.attacker == "allied"


def test_by_name_the_attacker_is_rolled_for_unless_it_is_given() -> None:
    rolled = {}
    for seed in range(20):
        match = Match.open(MissionGame(), Setup(mission="no-retreat"), dice=seed)
        match.do("axis", Begin())
        rolled[match.state.attacker] = True
    assert set(rolled) == {"allied", "axis"}
