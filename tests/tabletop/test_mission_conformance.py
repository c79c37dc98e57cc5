"""The conformance kit on the mission game: random legal set-ups, and a table that invents its facts."""

from __future__ import annotations

import random

import pytest

from orsha.kernel.conformance import check
from orsha.tabletop.mission import Changes, MissionGame, Setup, Unit, missions
from tests.tabletop.builders import FORCE


def setup_of(slug: str, *, real: bool) -> object:
    """A set-up of a mission with forces drawn at random."""

    def drawn(rng: random.Random) -> Setup:
        forces = {seat: tuple(rng.sample(FORCE, rng.randint(0, len(FORCE)))) for seat in ("allied", "axis")}
        kept = {seat: tuple(u for u in units if _core_there(u, units)) for seat, units in forces.items()}
        return Setup(mission=slug, forces=kept, real=real, points=rng.choice((50, 75, 100, 150)))  # type: ignore[arg-type]

    return drawn


def _core_there(unit: Unit, units: tuple[Unit, ...]) -> bool:
    return unit.attached_to is None or any(other.name == unit.attached_to for other in units)


@pytest.mark.parametrize("real", [False, True], ids=["virtual", "real"])
@pytest.mark.parametrize("slug", sorted(missions()))
def test_every_mission_conforms(slug: str, real: bool) -> None:
    report = check(MissionGame(), setup_of(slug, real=real), games=2, seed=5, thorough=False)  # type: ignore[arg-type]
    assert report.games == 2 and report.refusals > 20


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(missions()))
def test_every_mission_conforms_many_times(slug: str) -> None:
    check(MissionGame(), setup_of(slug, real=False), games=40, seed=6)  # type: ignore[arg-type]


@pytest.mark.parametrize("choose", ["plans", "random"])
def test_chosen_missions_conform_and_plans_do_not_leak(choose: str) -> None:
    report = check(MissionGame(), Setup(choose=choose, forces={"allied": FORCE, "axis": FORCE}), games=6, seed=8)  # type: ignore[arg-type]
    assert report.games == 6 and (report.hidden > 0 or choose == "random")


@pytest.mark.parametrize(
    "changes",
    [
        Changes(no_ambush=True),
        Changes(extra_reserve_dice={"defender": 1}, reroll_first_success=("attacker",), win_turn={"attacker": 5}),
        Changes(reserves_later={"defender": 2}),
    ],
)
def test_a_mission_that_a_series_changed_conforms(changes: Changes) -> None:
    setup = Setup(mission="breakthrough", forces={"allied": FORCE, "axis": FORCE}, changes=changes)
    check(MissionGame(), setup, games=3, seed=9)
