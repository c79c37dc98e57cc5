"""Who is near the objectives, and who takes them (003 Taking Objectives)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.tabletop.game import facts, room_laying
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.with_changes import teams_with
from orsha.tabletop.mission import state as m
from orsha.tabletop.table.kinds import MIL


def near(state: BattleState, question: m.Question) -> tuple[str, ...]:
    """The objectives that a team of the asked side is near to: as a turn starts one that takes objectives, as it ends
    one that contests them, or any tank, infantry or gun team on the table, in a boat too (ruling A151)."""
    counts = facts.may_hold if question.when == "start" else facts.may_contest
    counts = _is_there if question.anybody else counts
    teams, within = facts.on_table(state, question.of), question.within
    return tuple(
        label
        for label in question.objectives
        if any(counts(state, id) for id in _those_near(state, teams, label, within))
    )


def _is_there(state: BattleState, team: str) -> bool:
    return facts.card(state, team).kind != "aircraft" and not facts.adrift(state, team)


def _those_near(state: BattleState, teams: Sequence[str], label: str, within: int) -> list[str]:
    """Those of some teams that are near an objective; measured only where their middles are."""
    at = state.mission.objectives[label].at
    if at is not None and not rooms(state):
        (x, y), where, most = at, state.teams, within * MIL + facts.widest()
        teams = [id for id in teams if abs(where[id].x - x) <= most and abs(where[id].y - y) <= most]
    return [id for id in teams if _is_near(state, id, label, within)]


def _is_near(state: BattleState, team: str, label: str, within: int) -> bool:
    at = state.mission.objectives[label].at
    housed = room_laying.objective_near(state, label, [team]) if rooms(state) else None
    if housed is not None:
        return housed
    return at is not None and facts.near_spot(state, team, at, within * MIL)


def begin_near(state: BattleState, question: m.Question) -> BattleState:
    """A turn begins: each team keeps in mind which objectives it began it near to."""
    teams, began = facts.on_table(state, question.of), dict[str, tuple[str, ...]]()
    for label in question.objectives:
        for id in _those_near(state, teams, label, question.within):
            began[id] = (*began.get(id, ()), label)
    able = [id for id in began if facts.may_hold(state, id)]
    return teams_with(state, {id: replace(state.teams[id], began=began[id]) for id in able})


def forgone(state: BattleState, question: m.Question) -> tuple[str, ...]:
    """Ruling A190: the objectives that nobody takes at the end of a turn, though no enemy is near: all who began it
    there and are still on the table have dashed since, or cannot hold any more."""
    own = [id for id in facts.on_table(state, facts.enemy(question.of)) if state.teams[id].began]
    able = {label for id in own if facts.may_hold(state, id) for label in state.teams[id].began}
    there = {label for id in own for label in state.teams[id].began}
    return tuple(label for label in question.objectives if label in there - able)
