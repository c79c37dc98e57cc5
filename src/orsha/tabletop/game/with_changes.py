"""Parts of a battle's state changed: some teams, a unit, teams that went somewhere. Used where events are applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from orsha.tabletop.game import events
from orsha.tabletop.game.obstacles import stays_on
from orsha.tabletop.game.presence import aboard
from orsha.tabletop.game.rooms import room_at, rooms
from orsha.tabletop.game.state import BattleState, TeamState

Apply = Callable[[BattleState, Any], BattleState]
"""What an event of some kind does to a state."""
LIFTED: Mapping[str, object] = {"shells": None, "strayed": True}
"""core 7.4: what becomes of a unit whose Ranged In marker is lifted."""


def teams_with(state: BattleState, changed: dict[str, TeamState]) -> BattleState:
    return replace(state, teams={**state.teams, **changed}) if changed else state


def unit_with(state: BattleState, unit: str, **changes: object) -> BattleState:
    return replace(state, units={**state.units, unit: replace(state.units[unit], **changes)})


def housed(state: BattleState, team: TeamState, level: int) -> TeamState:
    """A team as the rooms of the table have it (002): where it stands says which room it is in."""
    room = room_at(state, (team.x, team.y)) if team.aboard is None else None
    if room is None:
        return replace(team, room=None, level=0, entered=False) if team.room is not None else team
    return replace(team, room=room.name, level=level, entered=team.entered or room.name != team.room)


def bailed_out(state: BattleState, harms: Iterable[events.Harm]) -> dict[str, TeamState]:
    """The teams that are Bailed Out by what hits did."""
    hurt = [harm.team for harm in harms if harm.condition == "bailed out" and harm.team in state.teams]
    return {id: replace(state.teams[id], bailed_out=True) for id in hurt}


def went(state: BattleState, legs: Iterable[events.Went]) -> BattleState:
    """Teams moved; passengers go with their transports."""
    changed: dict[str, TeamState] = {}
    for leg in legs:
        changed[leg.team] = _walked(_off_trap(state, leg), leg)
    if rooms(state):
        changed.update({leg.team: housed(state, changed[leg.team], leg.level) for leg in legs})
    riders = aboard(state)
    for transport in [leg.team for leg in legs if leg.team in riders]:
        vehicle = changed[transport]
        for id in riders[transport]:
            if id not in changed:
                changed[id] = replace(state.teams[id], x=vehicle.x, y=vehicle.y, facing=vehicle.facing, moved=True)
    return teams_with(state, changed)


def _off_trap(state: BattleState, leg: events.Went) -> TeamState:
    """A team that moves; off the booby trap that was laid under it, if it does (000)."""
    team = state.teams[leg.team]
    if team.trapped and not any(stays_on(leg.way, at) for at in state.traps):
        return replace(team, trapped=False)
    return team


def _walked(team: TeamState, leg: events.Went) -> TeamState:
    x, y = leg.way[-1]
    shifted = (x, y) != (team.x, team.y)
    foxholes = team.foxholes and not shifted
    if leg.wired:
        team = replace(team, wired=(*team.wired, *leg.wired))
    aboard = leg.board if leg.board is not None else None if leg.left is not None else team.aboard
    changes = team.changes + (leg.board is not None) + (leg.left is not None)
    if leg.pace == "order":
        moved, ordered = team.moved or not leg.halted, team.ordered + leg.mils
        hasty = team.hasty or leg.hasty
        return replace(team, x=x, y=y, facing=leg.facing, foxholes=foxholes, ordered=ordered, moved=moved, hasty=hasty)
    if leg.pace == "get out":
        return replace(team, x=x, y=y, facing=leg.facing, aboard=None, changes=changes)
    if leg.pace == "take over":
        return replace(
            team, x=x, y=y, facing=leg.facing, bailed_out=False, foxholes=leg.foxholes, aboard=None, smoked=False
        )
    if leg.pace in ("charge", "fall back", "break off", "consolidate"):
        moved = team.moved or shifted  # core 4.7: moved at all
        return replace(team, x=x, y=y, facing=leg.facing, foxholes=foxholes, assaulted=True, moved=moved)
    dashed = leg.pace != "tactical"
    return replace(
        team,
        x=x,
        y=y,
        facing=leg.facing,
        foxholes=foxholes,
        aboard=aboard,
        changes=changes,
        moved=True,
        mils=team.mils + (0 if dashed else leg.mils),
        dashed=team.dashed or dashed,
        hasty=leg.hasty or (team.hasty and not team.ordered),  # an order's inches are not where its move ends
    )
