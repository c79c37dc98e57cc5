"""Assaults for tests: a unit before another, and what each seat does, with dice that show what the test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from orsha.kernel import Command, Illegal
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import assaulting, breaking_off, charging, commands, defending
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.stage import INCH, Group, Told, battle, told

ACTS: dict[type, Callable[[Story, Seat, Any], None]] = {
    commands.Charge: assaulting.charge,
    commands.Defend: defending.defend,
    commands.Counterattack: assaulting.counterattack,
    commands.BreakOff: breaking_off.break_off,
    commands.Consolidate: breaking_off.consolidate,
    commands.Pass: lambda story, seat, _: assaulting.answer_pass(story, seat),
}


def row(teams: Sequence[Team], x: float, y: float, apart: float = 2.0) -> list[tuple[float, float]]:
    return [(x + apart * n, y) for n in range(len(teams))]


def group(
    name: str, teams: Sequence[Team], x: float, y: float, apart: float = 2.0, facing: int = 0, **of: Any
) -> Group:
    return Group(name, teams, row(teams, x, y, apart), facing, **of)


def face_to_face(
    ours: Sequence[Team] = (rifles(),) * 3,
    theirs: Sequence[Team] = (rifles(),) * 3,
    *,
    ours_of: dict[str, Any] | None = None,
    **of: Any,
) -> BattleState:
    """The allied unit at y=20 looks at the axis unit at y=23.5; it is the allies' Assault Step."""
    return battle(
        [group("Ours", ours, 20, 20, **(ours_of or {}))], [group("Theirs", theirs, 20, 23.5, facing=180)],
        step="assault", **of,
    )  # fmt: skip


def act(state: BattleState, seat: Seat, command: Command, *faces: int | Sequence[int]) -> Told:
    """Decides a command; every die that is thrown must have been told."""
    return told(state, lambda story: ACTS[type(command)](story, seat, command), *faces)


def straight(state: BattleState, team: str, *spots: tuple[float, float], facing: int | None = None) -> Leg:
    """A leg from where a team stands, over some places in inches."""
    where = state.teams[team]
    way = ((where.x, where.y), *((round(x * INCH), round(y * INCH)) for x, y in spots))
    return Leg(team, way, facing=facing)


def charge(state: BattleState, unit: str = "allied 0", at: str = "axis 0", *faces: int | Sequence[int]) -> Told:
    """The best charge of a unit at another."""
    legs = charging.charge_legs(state, unit, at)
    assert legs is not None, f"{unit} does not reach {at}"
    return act(state, "allied", commands.Charge(unit, legs), *faces)


def refused(state: BattleState, seat: Seat, command: Command, why: str) -> None:
    """The command is refused in such words, before any die is thrown or event told."""
    events: list[object] = []

    def try_it(story: Story) -> None:
        try:
            ACTS[type(command)](story, seat, command)
        finally:
            events.extend([*story.events, *story.dice.rolls])

    with pytest.raises(Illegal, match=why):
        told(state, try_it)
    assert events == []


def held(state: BattleState, *faces: int | Sequence[int], unit: str = "allied 0", at: str = "axis 0") -> Told:
    """A charge at which the enemy holds his fire, so that blows fall at once."""
    now = charge(state, unit, at)
    assert now.state.asked is not None and now.state.asked.kind == "defend"
    return act(now.state, now.state.asked.seat, commands.Pass(), *faces)
