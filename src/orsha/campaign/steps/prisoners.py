"""Prisoners (001 7.508): evacuated from behind the lines; in an isolated area kept, handed on or freed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign.commands import Answer
from orsha.campaign.counters import counters, half_squads
from orsha.campaign.files import Side
from orsha.campaign.report import Kind, Piece
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, area_of, everything, held, is_isolated, name, without
from orsha.kernel import Command

RULE = "001 7.508"
REAR, GUARDS = "rear", "guards"


def plan(state: CampaignState) -> Iterable[Task]:
    return (Task(REAR), *(Task(GUARDS, side) for side in SIDES)) if _prisoners(state) else ()


def _prisoners(state: CampaignState) -> list[Piece]:
    return [piece for piece in everything(state).values() if piece.has("prisoner")]


def _guard(state: CampaignState, prisoner: Piece) -> Piece | None:
    return everything(state).get(prisoner.held_by or "")


def do(told: Telling, task: Task) -> None:
    if task.what == REAR:
        _evacuate(told)
        return
    assert task.side is not None
    choices = _choices(told.state, task.side)
    if choices:
        words = "which prisoners in isolated areas are freed or handed on? Those not named stay with their guards"
        told.choose(task.side, RULE, words, choices)


def _evacuate(told: Telling) -> None:
    """Footnote 12: guards who are not cut off send their prisoners back. Who has no guard left is free."""
    for prisoner in _prisoners(told.state):
        guard = _guard(told.state, prisoner)
        if guard is None:
            _free(told, prisoner)
        elif not is_isolated(told.state, guard):
            told.remove(RULE, f"{name(prisoner)}, a prisoner, is sent to the rear", prisoner.id)


def _choices(state: CampaignState, side: Side) -> dict[str, str]:
    found: dict[str, str] = {}
    for prisoner in _prisoners(state):
        guard = _guard(state, prisoner)
        if guard is None or guard.side != side:
            continue
        found[f"{prisoner.id} free"] = f"{name(prisoner)} is freed"
        for taker in _takers(state, guard):
            found[f"{prisoner.id} to {taker.id}"] = f"{name(prisoner)} is handed to {name(taker)}"
    return found


def _takers(state: CampaignState, guard: Piece) -> list[Piece]:
    """Other men of the guard's side in the same isolated area."""
    area = area_of(state, guard.hex)
    return [
        piece
        for piece in state.pieces.values()
        if area is not None and piece.hex in area.hexes and piece.side == guard.side and piece.id != guard.id
        if piece.man and not piece.has("prisoner")
    ]


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    """The last word about a prisoner counts."""
    assert isinstance(command, Answer)
    last = {choice.split()[0]: choice.split()[1:] for choice in command.chosen}
    for id, act in last.items():
        prisoner = told.state.pieces[id]
        if act == ["free"]:
            _free(told, prisoner)
        else:
            _hand_to(told, prisoner, told.state.pieces[act[1]])


def _hand_to(told: Telling, prisoner: Piece, taker: Piece) -> None:
    moved = replace(prisoner, held_by=taker.id, hex=taker.hex, level=taker.level)
    told.change(RULE, f"{name(taker)} guards {name(prisoner)} now", moved)


def before_guard_goes(told: Telling, guard: Piece) -> None:
    """Ruling B141: who is lost after this step hands his prisoners to the strongest of his area, or they are free."""
    for prisoner in [one for one in held(told.state, guard.id) if one.has("prisoner")]:
        taker = max(_takers(told.state, guard), key=half_squads, default=None)
        if taker is None:
            _free(told, prisoner)
        else:
            _hand_to(told, prisoner, taker)


def _free(told: Telling, prisoner: Piece) -> None:
    """Back with his own side: an MMC as conscripts of the same size, an SMC as who he was."""
    kind, type = _armed_again(prisoner)
    status = without(prisoner, "prisoner", "encircled").status if not prisoner.mmc else ()
    back = replace(prisoner, kind=kind, type=type, status=status, held_by=None)
    told.change(RULE, f"{name(prisoner)}, a prisoner, is free and comes back as {type}", back)
    told.take_in(RULE, f"{name(back)}: retained", prisoner.side, [prisoner.id])


def _armed_again(prisoner: Piece) -> tuple[Kind, str]:
    if not prisoner.mmc:
        return prisoner.kind, prisoner.type
    conscripts = next(one for one in counters().infantry if (one.side, one.class_) == (prisoner.side, "conscript"))
    return ("squad", conscripts.squad) if prisoner.kind == "squad" else ("half-squad", conscripts.half)


STEP = Step("7.508", "Prisoners", plan, do, answered)
