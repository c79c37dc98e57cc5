"""What each event of a solo mission does to its state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from orsha.solo import state as s
from orsha.solo.state import SoloEvent, SoloState

T = TypeVar("T", s.Suspect, s.Unit, s.Own)


def apply(state: SoloState, event: SoloEvent) -> SoloState:
    return _APPLY[type(event)](state, event)


def _unchanged(state: SoloState, event: object) -> SoloState:
    return state


def _asked(state: SoloState, event: s.Asked) -> SoloState:
    return replace(state, asked=event.question)


def _answered(state: SoloState, event: s.Answered) -> SoloState:
    return replace(state, asked=None)


def _queued(state: SoloState, event: s.Queued) -> SoloState:
    return replace(state, queue=(*state.queue[:1], *event.tasks, *state.queue[1:]))


def _task_done(state: SoloState, event: s.TaskDone) -> SoloState:
    return replace(state, queue=state.queue[1:])


def _phase_began(state: SoloState, event: s.PhaseBegan) -> SoloState:
    return replace(state, phase=event.phase)


def _turn_began(state: SoloState, event: s.TurnBegan) -> SoloState:
    return replace(state, turn=event.turn, side=event.side)


def _figure_set(state: SoloState, event: s.FigureSet) -> SoloState:
    return replace(state, figures=replace(state.figures, **{event.figure: event.value}))


def _merged(old: Mapping[str, T], new: Iterable[T], gone: tuple[str, ...]) -> dict[str, T]:
    merged = {**old, **{one.id: one for one in new}}
    return {id: one for id, one in merged.items() if id not in gone}


def _changed(state: SoloState, event: s.Changed) -> SoloState:
    made = dict(state.made)
    for id in (one.id for part in (event.suspects, event.units, event.own) for one in part):
        made[id[0]] = max(made.get(id[0], 0), int(id[1:]))
    units = [unit for unit in event.units if unit.id not in state.units]
    return replace(
        state,
        made=made,
        suspects=_merged(state.suspects, event.suspects, event.gone),
        units=_merged(state.units, event.units, event.gone),
        own=_merged(state.own, event.own, event.gone),
        mines={**state.mines, **{field.place: field for field in event.mines}},
        objectives={**state.objectives, **{one.place: one for one in event.objectives}},
        activated=state.activated or (state.phase == "play" and bool(units)),
        leaders=state.leaders + sum(unit.kind == "leader" for unit in units),
    )


def _wrecks_set(state: SoloState, event: s.WrecksSet) -> SoloState:
    return replace(state, wrecks=event.wrecks)


def _boards_set(state: SoloState, event: s.BoardsSet) -> SoloState:
    return replace(state, boards=event.boards)


def _settled(state: SoloState, event: s.Settled) -> SoloState:
    names = ("conditions", "edge", "observer", "reinforcing")
    return replace(state, **{name: value for name in names if (value := getattr(event, name)) is not None})


def _occurred(state: SoloState, event: s.Occurred) -> SoloState:
    return replace(state, happened=(*state.happened, event.key))


def _sky_changed(state: SoloState, event: s.SkyChanged) -> SoloState:
    return replace(state, sky=event.count, sky_came=True)


def _end_rolled(state: SoloState, event: s.EndRolled) -> SoloState:
    return replace(state, end_rolled=event.turn)


def _scored(state: SoloState, event: s.Scored) -> SoloState:
    return replace(state, score=event.score, phase="over")


def _won_at_once(state: SoloState, event: s.WonAtOnce) -> SoloState:
    return replace(state, won_at_once=True, phase="over", queue=(), asked=None)


_APPLY: dict[type, Callable[[SoloState, Any], SoloState]] = {
    s.Said: _unchanged,
    s.Asked: _asked,
    s.Answered: _answered,
    s.Queued: _queued,
    s.TaskDone: _task_done,
    s.PhaseBegan: _phase_began,
    s.TurnBegan: _turn_began,
    s.FigureSet: _figure_set,
    s.Changed: _changed,
    s.WrecksSet: _wrecks_set,
    s.BoardsSet: _boards_set,
    s.Settled: _settled,
    s.Occurred: _occurred,
    s.SkyChanged: _sky_changed,
    s.EndRolled: _end_rolled,
    s.Scored: _scored,
    s.WonAtOnce: _won_at_once,
}
