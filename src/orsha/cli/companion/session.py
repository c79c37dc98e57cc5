"""One game beside a real table: what is asked now, what an answer does, what has happened. Every step is kept at once.

No screen in here: the app shows `prompt`, calls `answer`, `undo` and `back`, and shows again.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.cli.companion import asking
from orsha.cli.companion.naming import seat_name, sentence
from orsha.cli.companion.opening import NewGame
from orsha.cli.companion.prompt import Choice, Given, Mistyped, Prompt, chosen, line, yes_no
from orsha.kernel import Committed, Illegal, Match, OrshaError, Result, Roll, Typed
from orsha.kernel.errors import Broken, Conflict
from orsha.kernel.journal import Asked
from orsha.kernel.match import Step
from orsha.kernel.sheet import tell
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.commands import Begin
from orsha.tabletop.mission.events import Answered, ArrivalKnown, Asking, StageBegan, StepDone, TurnBegan
from orsha.tabletop.mission.game import MissionGame
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.state import SEATS, Seat, Setup, State
from orsha.tabletop.mission.words import step_words

if TYPE_CHECKING:
    from orsha.kernel.store import Store

MissionMatch = Match[Setup, State, Any, Any]
UNASKED = (f.Bombard, f.Foxholes)


class Logged(Struct, frozen=True):
    """A line of the log."""

    words: str
    roll: bool = False
    turn: bool = False


class Session:
    """A game in play."""

    def __init__(self, store: Store, match: MissionMatch) -> None:
        self.store = store
        self.match = match
        self.draft: asking.Act | None = None
        """What a player has begun to say and not finished."""
        self.ending: Step[State, Any] | None = None
        """A step that would end the game: asked about once more before it is kept."""
        self.heard = max(len(match.entries) - 1, 0)
        """How much of the log was there before the last answer."""

    # -- opening

    @classmethod
    async def begin(cls, store: Store, new: NewGame) -> Session:
        name = secrets.token_hex(8)
        dice = Typed() if new.own_dice else Committed(name)
        match: MissionMatch = Match.open(cast(Any, MissionGame()), new.setup, name=name, dice=dice)
        await store.add(match, new.title)
        session = cls(store, match)
        if new.setup.choose != "plans":
            await session._keep(match.act("allied", Begin()))
        session.heard = 0
        return session

    @classmethod
    async def resume(cls, store: Store, id: str) -> Session:
        match: MissionMatch = await store.load(cast(Any, MissionGame()), id)
        if not match.opened.setup.real:
            raise Mistyped("that game is played on the program's own table, not beside a real one")
        return cls(store, match)

    # -- what to show

    @property
    def table(self) -> State:
        """The game as both may see it; a mission that was named is shown from the first roll on."""
        state = self.match.view("")
        return state if state.mission else replace(state, mission=state.setup.mission)

    @property
    def result(self) -> Result | None:
        return self.match.result

    @property
    def seat(self) -> Seat | None:
        """Who is asked now."""
        return next((seat for seat in SEATS if self.match.options(seat)), None)

    @property
    def prompt(self) -> Prompt:
        waiting = self.match.position.waiting
        if waiting is not None:
            return asking.ask_dice(waiting.ask)
        if self.ending is not None:
            return self._ask_ending(self.ending)
        seat = self.seat
        if seat is None:
            return self._over()
        return asking.question(self.match.view(seat), seat, self.match.options(seat), self.draft)

    def _ask_ending(self, step: Step[State, Any]) -> Prompt:
        result = self.match.game.result(step.position.state)
        assert result is not None
        words = f"That ends the game: {self._points_words(result)} Is that so?"
        return Prompt("The end?", (words,), choices=yes_no("Yes, the game is over", "No, go back"), default=1)

    def _over(self) -> Prompt:
        result = self.result
        assert result is not None
        choices = (Choice("Another game", "new"), Choice("Quit", "quit"))
        return Prompt("The game is over", (self._points_words(result),), choices=choices)

    def _points_words(self, result: Result) -> str:
        points = ", ".join(f"{seat_name(seat)} {result.points[seat]}" for seat in SEATS if seat in result.points)
        why = sentence(result.why)
        return f"{seat_name(result.winner or 'nobody')} wins. {why}. Victory points: {points}."

    def log(self) -> list[Logged]:
        return [line for n in range(len(self.match.entries)) for line in self._lines(n)]

    def news(self) -> list[Logged]:
        """What the last answer led to."""
        return [line for n in range(self.heard, len(self.match.entries)) for line in self._lines(n)]

    def _lines(self, n: int) -> list[Logged]:
        """An entry of the journal as both may read it; a question for dice only while it waits."""
        if isinstance(self.match.entries[n], Asked) and n < len(self.match.entries) - 1:
            return []
        told = tell(self.match, n, "")
        events = told.events or (None,) * len(told.words)
        return [
            Logged(
                sentence(words.removeprefix("done: ")),
                isinstance(event, Roll),
                isinstance(event, TurnBegan),
            )
            for words, event in zip(told.words, events, strict=True)
            if self._telling(event)
        ]

    def _telling(self, event: object) -> bool:
        """Whether an event tells people something that their own answer or the next question does not."""
        if isinstance(event, StepDone):
            return event.words in self._to_be_done()
        if isinstance(event, Answered):
            return bool(event.held)
        return not isinstance(event, (StageBegan, Asking, ArrivalKnown))

    def _to_be_done(self) -> list[str]:
        """Steps of the set-up that nobody is asked about and everybody must carry out."""
        if self.match.state.mission is None:
            return []
        played = mission_of(self.match.state)
        return [step_words(played, step) for step in played.file.setup if type(step) in UNASKED]

    # -- what people do

    async def answer(self, given: Given) -> None:
        """Takes an answer to the prompt; what cannot be is an `OrshaError`, and nothing has changed."""
        try:
            await self._answer(given)
        except Broken as error:
            raise Mistyped(
                f"the program has a mistake here, and nothing was changed; please report it: {error}"
            ) from error

    async def _answer(self, given: Given) -> None:
        prompt = self.prompt
        waiting = self.match.position.waiting
        if self.ending is not None:
            await self._settle(self.ending, bool(chosen(prompt, given).value))
        elif waiting is not None:
            faces = asking.read_dice(waiting.ask, line(prompt, given))
            await self._heard(self.match.answer(waiting.ask.who, faces))
        elif self.seat is None:
            raise Mistyped("the game is over")
        else:
            await self._answered(self.seat, prompt, given)

    async def _answered(self, seat: Seat, prompt: Prompt, given: Given) -> None:
        begun = self.draft or asking.started(self.match.options(seat))
        said = asking.read(prompt, given, begun)
        if isinstance(said, asking.Every):
            await self._every(seat, said)
        elif said.missing is not None:
            self.draft = said
        else:
            step = self._step(seat, said)
            if self.match.game.result(step.position.state) is not None:
                self.ending = step
            else:
                await self._heard(step)

    def _step(self, seat: Seat, act: asking.Act) -> Step[State, Any]:
        return self.match.act(seat, self.match.game.command({"do": act.option.act, **act.values}))

    async def _settle(self, step: Step[State, Any], really: bool) -> None:
        self.ending = self.draft = None
        if really:
            await self._heard(step)

    async def _every(self, seat: Seat, every: asking.Every) -> None:
        """Does the same for all that is left of a step of the set-up."""
        began = self.match.state.step
        self.heard = len(self.match.entries)
        while self.match.state.step == began and self.match.state.stage == "setup":
            same = [option for option in self.match.options(seat) if option.act == every.act]
            if not same:
                return
            act = asking.filled(same[0])
            name = act.missing
            if name is not None:
                act = act.plus(name, cast(Any, same[0].takes[name]).values[0])
            await self._keep(self._step(seat, act))

    async def _heard(self, step: Step[State, Any]) -> None:
        self.heard = len(self.match.entries)
        await self._keep(step)
        if self._plans_shown() and self.match.position.waiting is None:
            await self._keep(self.match.act("allied", Begin()))

    def _plans_shown(self) -> bool:
        """Both plans are on the table and the die for the mission is not thrown yet."""
        return self.match.state.mission is None and len(self.match.state.plans) == len(SEATS)

    async def _keep(self, step: Step[State, Any]) -> None:
        """Writes a step down; where somebody else wrote first, reads what they wrote."""
        self.draft = self.ending = None
        try:
            await self.store.keep(self.match, step)
        except Conflict as error:
            self.match = await self.store.load(self.match.game, self.match.opened.game)
            raise Mistyped(
                f"this game is open elsewhere too, and there was an answer before yours; here it is: {error}"
            ) from error

    def back(self) -> bool:
        """Leaves what was begun and not finished; false where nothing was."""
        begun = self.draft is not None or self.ending is not None
        self.draft = self.ending = None
        return begun

    async def undo(self) -> str:
        """Takes the last decision back, for the seat that may; says whose it was."""
        if self.back():
            return "What was begun is left."
        if self._plans_shown():
            raise Illegal("003 Battle Plans", "both plans are shown; roll the die for the mission")
        refused: OrshaError | None = None
        for seat in sorted(SEATS, key=lambda each: each != self.seat):
            try:
                step = self.match.take_back(seat)
            except Illegal as error:
                refused = refused or error
                continue
            await self._heard(step)
            return f"{seat_name(seat)}'s last decision is taken back."
        assert refused is not None
        raise refused
