"""A small stage for solo missions: a state with a few named things, dice that are told, and what was said.

stage = Stage("s1", suspect("S1", "P15"), dice={"activation": [(2,)]})
stage.do(Activate("S1"))
assert "is the enemy" in stage.told
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from orsha.kernel import Ask, Dice, Match, Roll, Seeded
from orsha.solo.files import Mission
from orsha.solo.game import Solo
from orsha.solo.standins import GivenFile
from orsha.solo.state import (
    SEAT,
    Answer,
    Board,
    Figures,
    Happen,
    Minefield,
    Objective,
    Own,
    Question,
    SoloCommand,
    SoloEvent,
    SoloSetup,
    SoloState,
    Suspect,
    Unit,
)

GAME = Solo()
Faces = Any
FIGURES = Figures(san_enemy=4, san_friendly=3, activation=3, events_enemy=4, events_friendly=4)


class Told:
    """Dice by the purpose of the roll: the first purpose that fits and has faces left. A roll not told fails the test,
    unless a seed is given for the rest."""

    def __init__(self, script: Mapping[str, Faces], rest: int | None = None) -> None:
        self.script = {purpose: list(faces) for purpose, faces in script.items()}
        self.rest = None if rest is None else Seeded(rest)

    def faces(self, number: int, ask: Ask) -> tuple[int, ...]:
        for purpose, faces in self.script.items():
            if purpose in ask.purpose and faces:
                assert len(faces[0]) == ask.count, f"{ask.purpose} takes {ask.count} dice"
                return tuple(faces.pop(0))
        assert self.rest is not None, f"no dice were told for: {ask.purpose}"
        return self.rest.faces(number, ask)

    @property
    def left(self) -> dict[str, list[tuple[int, ...]]]:
        return {purpose: faces for purpose, faces in self.script.items() if faces}


def suspect(id: str, place: str, attitude: Any = "hold") -> Suspect:
    return Suspect(id, place, attitude)


def unit(id: str, kind: Any, what: str, place: str, **more: Any) -> Unit:
    return Unit(id, kind, what, place, **more)


def own(id: str, kind: Any, what: str, count: int = 1) -> Own:
    return Own(id, kind, what, count, "1st company")


def objective(place: str, holder: Any = "enemy", kind: Any = "location") -> Objective:
    return Objective(place, kind, holder)


def boards(*names: str) -> tuple[Board, ...]:
    return tuple(Board(name, where) for name, where in zip(names, ("west", "centre", "east"), strict=True))


class Stage:
    """A mission in play, in the player's first turn unless told otherwise."""

    def __init__(
        self,
        mission: Mission,
        *things: Suspect | Unit | Own | Objective | Minefield,
        dice: Mapping[str, Faces] | None = None,
        rest: int | None = None,
        given: GivenFile | None = None,
        **changes: Any,
    ) -> None:
        state = SoloState(
            SoloSetup(mission, given or GivenFile()), phase="play", turn=1, side="friendly", figures=FIGURES
        )
        self.state: SoloState = replace(
            state,
            suspects={one.id: one for one in things if isinstance(one, Suspect)},
            units={one.id: one for one in things if isinstance(one, Unit)},
            own={one.id: one for one in things if isinstance(one, Own)},
            objectives={one.place: one for one in things if isinstance(one, Objective)},
            mines={one.place: one for one in things if isinstance(one, Minefield)},
            made={"S": 100, "g": 100, "r": 100},
        )
        self.state = replace(self.state, **changes)
        self.source = Told(dice or {}, rest)
        self.events: list[SoloEvent | Roll] = []

    def do(self, command: SoloCommand) -> Stage:
        happened = list(GAME.decide(self.state, SEAT, command, Dice(self.source)))
        for event in happened:
            if not isinstance(event, Roll):
                self.state = GAME.apply(self.state, event)
        self.events += happened
        return self

    def event(self, side: Any, read: int) -> Stage:
        """A random event by its two dice."""
        self.source.script.setdefault("coloured die first", []).append((read // 10, read % 10))
        return self.do(Happen(side))

    def answer(self, *chosen: str) -> Stage:
        return self.do(Answer(chosen))

    @property
    def asked(self) -> Question:
        assert self.state.asked is not None, f"nothing is asked: {self.told}"
        return self.state.asked

    @property
    def told(self) -> str:
        """All that was said, the rolls left out."""
        return "\n".join(text for event in self.events if not isinstance(event, Roll) and (text := GAME.words(event)))

    @property
    def rolls(self) -> list[Roll]:
        return [event for event in self.events if isinstance(event, Roll)]

    @property
    def rules(self) -> list[str]:
        return [event.rule for event in self.events if hasattr(event, "rule")]

    def all_dice_thrown(self) -> bool:
        return not self.source.left


def opened(mission: Mission, dice: Mapping[str, Faces] | None = None, seed: int = 1) -> Stage:
    """A mission from its very beginning, nothing done yet."""
    stage = Stage(mission, dice=dice, rest=seed)
    stage.state = SoloState(SoloSetup(mission))
    return stage


def match(mission: Mission, seed: int = 1, given: GivenFile | None = None) -> Match[Any, Any, Any, Any]:
    return Match.open(GAME, SoloSetup(mission, given or GivenFile()), name="test", dice=seed)
