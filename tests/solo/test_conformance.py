"""Both missions keep the kernel's contract, from random legal options to the end."""

from __future__ import annotations

import random

import pytest

from orsha.kernel import conformance
from orsha.solo.files import Mission
from orsha.solo.game import Solo
from orsha.solo.standins import GivenFile, Procedures
from orsha.solo.state import SoloSetup


@pytest.mark.parametrize("mission", ["s1", "s2"])
def test_random_games_keep_the_contract(mission: Mission) -> None:
    report = conformance.check(Solo(), SoloSetup(mission), games=3, seed=7, most=4000, thorough=False)
    assert report.games == 3 and report.undone and report.refusals > 100


def test_with_a_players_own_procedures_too() -> None:
    given = GivenFile(procedures=Procedures(random_event="at-most", failed_activation="stays"))
    assert conformance.check(Solo(), SoloSetup("s1", given), games=1, seed=3, most=4000, thorough=False).games == 1


@pytest.mark.slow
@pytest.mark.parametrize("mission", ["s1", "s2"])
def test_many_random_games_keep_the_contract(mission: Mission) -> None:
    def chosen(rng: random.Random) -> SoloSetup:
        stays = rng.choice(["removed", "stays"])
        return SoloSetup(mission, GivenFile(procedures=Procedures(failed_activation=stays)))  # type: ignore[arg-type]

    assert conformance.check(Solo(), chosen, games=60, seed=11, most=6000, thorough=False).games == 60
