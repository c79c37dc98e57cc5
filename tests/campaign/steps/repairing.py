"""The repair step on a small stage: the part that a test is about is played, the rest is declined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.report import Piece, ScenarioReport
from orsha.campaign.state import Area, Fort
from orsha.kernel import Hidden
from tests.campaign.stage import Stage

POCKET = Area(("P20", "P21"), "C", "german")
"""An isolated area on German ground."""


def repairs(
    *pieces: Piece,
    dice: Iterable[tuple[int, ...]] = (),
    date: str = "23AM",
    booty: Iterable[Piece] = (),
    exited: Iterable[Piece] = (),
    **more: Any,
) -> Stage:
    """The step after the scenario of a date; with booty in the captors' boxes, and vehicles that left the map."""
    more.setdefault("report", ScenarioReport(date))
    stage = Stage("7.513", *pieces, dice=dice, date="23PM", **more)
    state = replace(stage.state, pieces={**stage.state.pieces, **{one.id: one for one in exited}})
    for one in booty:
        side = other(one.side)
        own = state.sides[side]
        box = Hidden((side,), {**own.box.shown, one.id: one})
        state = replace(state, sides={**state.sides, side: replace(own, box=box)})
    stage.state = state
    return stage.run()


def declined(stage: Stage) -> Stage:
    """Whatever is still offered is declined; a question that must be answered fails the test."""
    while stage.state.asked:
        for side in list(stage.state.asked):
            assert stage.asked(side).least == 0, stage.asked(side)
            stage.answer(side)
    assert stage.done and not stage.source.answers, "every die was rolled"
    return stage


def until(stage: Stage, side: Side, rule: str) -> Stage:
    """Declines what is offered before a rule's question."""
    while stage.state.asked and not (side in stage.state.asked and stage.asked(side).rule == rule):
        for one in list(stage.state.asked):
            stage.answer(one)
    assert side in stage.state.asked, f"{rule} is not asked"
    return stage


def rules_asked(stage: Stage, side: Side) -> list[str]:
    """Takes as little as it can of everything and says which rules asked a side."""
    found = []
    while stage.state.asked:
        for one in list(stage.state.asked):
            question = stage.asked(one)
            if one == side:
                found.append(question.rule)
            stage.answer(one, *list(question.choices)[: question.least])
    return found


def fort(id: str, what: str, hex: str, side: Side = "german", **more: Any) -> Fort:
    return Fort(id, what, side, hex, **more)  # type: ignore[arg-type]
