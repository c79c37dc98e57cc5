"""A small stage for the steps of a reorganization: a few named pieces, one step, dice that are told.

stage = Stage("7.504", squad("g1", "P20", "encircled"), dice=[(3, 4)])
stage.run()
stage.answer("german", "yes")
assert "g1" in stage.pieces
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from orsha.campaign.commands import Answer, CampaignCommand
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign, _answer, _begin, run
from orsha.campaign.opening import opening
from orsha.campaign.report import Kind, Piece, ScenarioReport, Status
from orsha.campaign.state import SIDES, Area, CampaignSetup, CampaignState, Fort, Front, Question
from orsha.campaign.telling import Telling, everything
from orsha.campaign.words import words
from orsha.kernel import Dice, Hidden, Illegal, Roll, Typed

GAME = Campaign()
SIDE: dict[str, Side] = {"g": "german", "r": "russian"}


def piece(id: str, kind: Kind, type: str, hex: str = "", *status: Status, by: str | None = None, **more: Any) -> Piece:
    """A counter; its id begins with g or r for its side."""
    return Piece(id, SIDE[id[0]], kind, type, hex, status=status, held_by=by, **more)


def squad(id: str, hex: str = "", *status: Status, type: str | None = None, **more: Any) -> Piece:
    return piece(id, "squad", type or ("4-6-7" if id[0] == "g" else "4-4-7"), hex, *status, **more)


def half(id: str, hex: str = "", *status: Status, type: str | None = None, **more: Any) -> Piece:
    return piece(id, "half-squad", type or ("2-4-7" if id[0] == "g" else "2-3-7"), hex, *status, **more)


def crew(id: str, hex: str = "", *status: Status, **more: Any) -> Piece:
    return piece(id, "crew", "2-2-8", hex, *status, **more)


def leader(id: str, hex: str = "", *status: Status, type: str = "8-0", **more: Any) -> Piece:
    return piece(id, "leader", type, hex, *status, **more)


def tank(id: str, hex: str = "", *status: Status, type: str | None = None, **more: Any) -> Piece:
    return piece(id, "vehicle", type or ("StuG IIIG" if id[0] == "g" else "KV-1S"), hex, *status, **more)


def sw(id: str, type: str, hex: str = "", *status: Status, by: str | None = None, **more: Any) -> Piece:
    return piece(id, "sw", type, hex, *status, by=by, **more)


def gun(id: str, hex: str = "", *status: Status, type: str | None = None, by: str | None = None, **more: Any) -> Piece:
    return piece(id, "gun", type or ("75L (PaK 40)" if id[0] == "g" else "76L (obr. 39)"), hex, *status, by=by, **more)


def bare(date: str = "23AM") -> CampaignState:
    """A campaign's beginning with nothing on the map, in the boxes or asked."""
    start = opening(CampaignSetup())
    empty = {
        side: replace(own, box=Hidden((side,), {}), forts=Hidden((side,), {}), made=Hidden((side,), 500))
        for side, own in start.sides.items()
    }
    return replace(start, sides=empty, waiting=(), queue=Hidden((), ()), date=date)


def nothing_to_choose(question: Question) -> bool:
    return question.form == "choose" and not question.most


class Stage:
    """One step, or several, over a few pieces. Pieces with a hex are on the map, others in their side's box."""

    def __init__(
        self,
        step: str,
        *pieces: Piece,
        dice: Iterable[tuple[int, ...]] = (),
        date: str = "23AM",
        forts: Iterable[Fort] = (),
        areas: Iterable[Area] = (),
        fronts: dict[Side, Front] | None = None,
        report: ScenarioReport | None = None,
        **changes: Any,
    ) -> None:
        state = bare(date)
        boxes = {side: {one.id: one for one in pieces if not one.hex and one.side == side} for side in SIDES}
        sides = {side: replace(own, box=Hidden((side,), boxes[side])) for side, own in state.sides.items()}
        self.step = step
        self.state: CampaignState = replace(
            state,
            sides=sides,
            pieces={one.id: one for one in pieces if one.hex},
            forts={fort.id: fort for fort in forts},
            areas=tuple(areas),
            fronts=fronts or state.fronts,
            report=report or ScenarioReport(date),
            **changes,
        )
        self.source = Typed(dice)
        self.events: list[CampaignEvent | Roll] = []

    def run(self) -> Stage:
        """Begins the step and goes on until a side is asked or the step is over; other steps are not begun."""
        told = Telling(self.state, Dice(self.source))
        _begin(told, self.step)
        self._go(told)
        return self

    def answer(self, side: Side, *chosen: str) -> Stage:
        return self.send(side, Answer(chosen))

    def send(self, side: Side, command: CampaignCommand) -> Stage:
        options = GAME.options(GAME.view(self.state, side), side)
        if not any(option.accepts(command) for option in options):
            raise Illegal("stage", f"{command} is not offered; {[option.takes for option in options]}")
        told = Telling(self.state, Dice(self.source))
        _answer(told, side, command)
        self._go(told)
        return self

    def _go(self, told: Telling) -> None:
        """Questions that only hide whether there is anything to choose are answered with nothing."""
        from orsha.campaign.game import _close
        from orsha.campaign.steps import step_named

        while told.state.step == self.step and told.state.queue.shown:
            if told.state.asked:
                empty = [side for side, one in told.state.asked.items() if nothing_to_choose(one.shown)]
                if not empty:
                    break
                _answer(told, empty[0], Answer(()))
                continue
            step_named(self.step).do(told, told.state.queue.shown[0])
            _close(told)
        self.state = told.state
        self.events += told.events
        assert not told.state.asked or told.state.queue.shown, "a question belongs to a task"

    @property
    def done(self) -> bool:
        return not self.state.asked and not self.state.queue.shown

    @property
    def pieces(self) -> dict[str, Piece]:
        return everything(self.state)

    def asked(self, side: Side) -> Question:
        return self.state.asked[side].shown

    @property
    def log(self) -> list[str]:
        return [text for event in self.events if not isinstance(event, Roll) and (text := words(event))]

    def seen_by(self, side: Side) -> bytes:
        """Everything a side could see: its view, and every event as it may read it."""
        shown = [GAME.door.masked(event, side) for event in self.events if not isinstance(event, Roll)]
        return msgspec.json.encode([GAME.view(self.state, side), shown])


__all__ = ["Stage", "bare", "crew", "gun", "half", "leader", "piece", "run", "squad", "sw", "tank"]
