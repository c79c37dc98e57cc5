"""Questions about a battle: reach, sight, targets with their odds, ways and places, from the seat's own view."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.bots.battle_auto import play_battle
from orsha.kernel import Unknown
from orsha.server import api
from orsha.server.advice import DrawnUp, Reach, Sees, Targets, WayTo, advise
from orsha.server.problems import Refused
from orsha.server.recipes import opened
from orsha.tabletop.game.ways import legal


@pytest.fixture(scope="module")
def view() -> Any:
    match, _ = opened(api.NewGame(api.Battle("dust-up", points=50, seed=3)))
    held: list[Any] = []

    def seen(played: Any) -> None:
        state = played.state
        own = [team for id, team in state.teams.items() if id.startswith(state.mission.active or "-")]
        if state.step == "movement" and own and not any(team.moved for team in own):
            held.append(played.view(state.mission.active))

    play_battle(match.opened.setup, {"allied": "staff", "axis": "staff"}, 1, most_turns=2, seen=seen)
    return held[-1]


def unit_of(view: Any) -> str:
    """A unit of the side whose turn it is, with a team on the table."""
    seat = view.mission.active
    return next(
        str(unit)
        for unit in view.units
        if unit.startswith(seat) and any(id.startswith(f"{unit}.") for id in view.teams)
    )


def test_reach_is_larger_at_a_dash_than_at_tactical(view: Any) -> None:
    team = next(id for id in view.teams if id.startswith(unit_of(view) + "."))
    found = advise(view, view.mission.active, Reach(team))
    assert found.paces["tactical"] and found.paces["cross-country"]  # type: ignore[union-attr]
    given = advise(view, view.mission.active, Reach(team, 2.0))
    assert list(given.paces) == ["given"]  # type: ignore[union-attr]


def test_a_way_is_one_that_the_rules_allow(view: Any) -> None:
    seat, unit = view.mission.active, unit_of(view)
    middle = (view.table.size[0] // 2, view.table.size[1] // 2)
    found = advise(view, seat, WayTo(unit, middle))
    assert found.legs and legal(view, unit, found.legs)  # type: ignore[union-attr]


def test_targets_come_with_their_chances(view: Any) -> None:
    seat = view.mission.active
    for unit in [unit for unit in view.units if unit.startswith(seat)]:
        found = advise(view, seat, Targets(unit, charges=True))
        assert bool(found.shots) != bool(found.why_no_shot)  # type: ignore[union-attr]
        for shot in found.shots:  # type: ignore[union-attr]
            top, bottom = map(int, shot.destroyed.split("/"))
            assert 0 <= top <= bottom and shot.chance == pytest.approx(top / bottom)


def test_sight_from_another_place_is_another_sight(view: Any) -> None:
    seat, unit = view.mission.active, unit_of(view)
    team = next(id for id in view.teams if id.startswith(unit + "."))
    advise(view, seat, Sees(team))
    enemy = next(one for id, one in view.teams.items() if not id.startswith(seat) and one.aboard is None)
    near = advise(view, seat, Sees(team, (enemy.x, max(0, enemy.y - 3000))))
    assert near.open or near.concealed  # type: ignore[union-attr]


def test_questions_about_others_units_and_nobody_are_refused(view: Any) -> None:
    seat = view.mission.active
    theirs = next(unit for unit in view.units if not unit.startswith(seat))
    with pytest.raises(Refused, match="is not"):
        advise(view, seat, Targets(theirs))
    with pytest.raises(Unknown):
        advise(view, seat, Reach("allied 99.9"))
    with pytest.raises(Refused, match="cannot be put"):
        advise(view, seat, DrawnUp(unit_of(view), (0, 0)))
    with pytest.raises(Refused, match="not on the table"):
        advise(view, seat, Sees(next(iter(view.teams)), (-5, -5)))
