"""Who is on the table, and aboard what: asked for all the time, and changed by few events (memories.there)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from orsha.tabletop.game.memories import once, there
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.ground import enemy
from orsha.tabletop.mission.state import Seat

T = TypeVar("T")


def teams_of(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that are on the table. Nobody may change the list."""
    box = state.companies
    if unit not in box:
        box[unit] = {"teams": [id for id in state.roster.units[unit].teams if id in state.teams]}
    found: list[str] = box[unit]["teams"]
    return found


def company(state: BattleState, unit: str, key: str, make: Callable[[], T]) -> T:
    """What depends on nothing but which teams of a unit are on the table, worked out once: what others lose leaves it
    true. Nobody may change it."""
    teams_of(state, unit)
    return once(state.companies[unit], key, make)


class Muster(NamedTuple):
    """Who is there of a side."""

    teams: list[str]
    """Those on the ground, passengers among them,"""
    afoot: list[str]
    """those of them that are not aboard anything,"""
    units: list[str]
    """the units of those on the ground,"""
    aloft: list[str]
    """and its aircraft."""


def muster(state: BattleState, seat: Seat) -> Muster:
    """Who is there of a side. Nobody may change it."""
    found: Muster = of_side(state, seat)["muster"]
    return found


def of_side(state: BattleState, seat: Seat) -> dict[Any, Any]:
    """What was worked out about who is there of a side."""
    box = state.companies
    if seat not in box:
        box[seat] = {"muster": _muster(state, seat)}
    return box[seat]


def _muster(state: BattleState, seat: Seat) -> Muster:
    sheets = state.roster.teams
    own = [id for id in state.teams if sheets[id].seat == seat]
    aloft = [id for id in own if sheets[id].flies]
    teams = [id for id in own if id not in aloft] if aloft else own
    afoot = [id for id in teams if state.teams[id].aboard is None]
    return Muster(teams, afoot, list({sheets[id].unit: None for id in teams}), aloft)


def aloft(state: BattleState, seat: Seat) -> list[str]:
    """A side's aircraft over the table. Nobody may change the list."""
    return muster(state, seat).aloft


def on_table(state: BattleState, seat: Seat) -> list[str]:
    """A side's teams on the ground, its passengers among them; aircraft are not."""
    return muster(state, seat).teams.copy()


def units_on_table(state: BattleState, seat: Seat) -> list[str]:
    """A side's units with teams on the ground."""
    return muster(state, seat).units.copy()


def targets(state: BattleState, seat: Seat) -> list[str]:
    """The enemy teams that can be seen, shot at and met: those on the ground that are not aboard anything. Nobody may
    change the list."""
    return muster(state, enemy(seat)).afoot


def passengers(state: BattleState, transport: str) -> list[str]:
    return list(aboard(state).get(transport, ()))


def aboard(state: BattleState) -> dict[str, list[str]]:
    """Who is aboard each transport. Nobody may change it."""
    return there(state, "aboard", lambda: _aboard(state))


def _aboard(state: BattleState) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, team in state.teams.items():
        if team.aboard is not None:
            found.setdefault(team.aboard, []).append(id)
    return found
