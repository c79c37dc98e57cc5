"""A solo mission as a game on the kernel: the player's seat, and tables and dice as the enemy's staff.

Whatever takes several steps or questions is a queue of tasks; a question belongs to the first of them, and its answer
goes on with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orsha.kernel import Dice, Game, Illegal, Option, Result, Roll
from orsha.solo import ending, opening, turns
from orsha.solo import state as s
from orsha.solo.activation import activate
from orsha.solo.applying import apply
from orsha.solo.domains import end_is_due, may_happen, may_try, options_for
from orsha.solo.files import mission
from orsha.solo.happenings import rolling
from orsha.solo.happenings.common import Answered, Do
from orsha.solo.standins import book
from orsha.solo.state import SEAT, Question, SoloCommand, SoloEvent, SoloSetup, SoloState, Task
from orsha.solo.telling import Telling, listed
from orsha.solo.words import words

DO: dict[str, Do] = {**opening.DO, **turns.DO, **rolling.DO, **ending.DO}
ANSWERED: dict[str, Answered] = {**opening.ANSWERED, **rolling.ANSWERED, **ending.ANSWERED}


class Solo(Game[SoloSetup, SoloState, SoloCommand, SoloEvent]):
    """One seat, player."""

    kind = "solo"
    setup_type = SoloSetup
    state_type = SoloState
    command_type = SoloCommand
    event_type = SoloEvent

    def seats(self, setup: SoloSetup) -> tuple[str, ...]:
        return (SEAT,)

    def start(self, setup: SoloSetup) -> SoloState:
        mission(setup.mission)
        book(setup.given)
        return SoloState(setup)

    def options(self, view: SoloState, seat: str) -> Sequence[Option]:
        return options_for(view, seat)

    def decide(self, state: SoloState, seat: str, command: SoloCommand, dice: Dice) -> Iterable[SoloEvent | Roll]:
        if not any(option.accepts(command) for option in self.options(state, seat)):
            raise refusal(state, command)
        told = Telling(state, dice)
        _act(told, command)
        run(told)
        return told.events

    def apply(self, state: SoloState, event: SoloEvent) -> SoloState:
        return apply(state, event)

    def result(self, state: SoloState) -> Result | None:
        if state.phase != "over":
            return None
        if state.won_at_once:
            return Result(SEAT, "you control every VPO")
        assert state.score is not None
        own, theirs = sum(state.score.friendly.values()), sum(state.score.enemy.values())
        winner = SEAT if own > theirs else "enemy" if theirs > own else None
        return Result(winner, f"{own} VP against {theirs}", {SEAT: own, "enemy": theirs})

    def words(self, event: SoloEvent) -> str:
        return words(event)


def _act(told: Telling, command: SoloCommand) -> None:
    match command:
        case s.Begin():
            opening.begin(told)
        case s.Answer(chosen):
            answer(told, chosen)
        case s.NextTurn():
            turns.begin_turn(told)
        case s.Activate(suspect):
            activate(told, suspect)
        case s.Happen(side):
            told.queue(Task("event", (side,)))
        case s.Lost(ids):
            turns.lost(told, ids)
        case s.Moved(id, to):
            turns.moved(told, id, to)
        case s.Control(place, holder):
            turns.control(told, place, holder)
        case s.Losses(lost):
            turns.losses(told, lost)
        case s.Mines(place):
            turns.mines(told, place)
        case s.SkyLost(how, count):
            turns.sky_lost(told, how, count)
        case s.End():
            ending.roll_end(told)


def answer(told: Telling, chosen: tuple[str, ...]) -> None:
    question, task = told.state.asked, told.state.queue[0]
    assert question is not None
    told.tell(s.Answered(question.rule, chosen))
    ANSWERED[task.what](told, task, chosen)
    _close(told)


def run(told: Telling) -> None:
    """Goes on, task by task, until the player is asked or nothing is left to do."""
    while told.state.asked is None and told.state.queue:
        task = told.state.queue[0]
        DO[task.what](told, task)
        _close(told)


def _close(told: Telling) -> None:
    if told.state.asked is None and told.state.queue:
        told.tell(s.TaskDone())


def refusal(state: SoloState, command: SoloCommand) -> Illegal:
    """Why that cannot be done now, and what can."""
    rule = mission(state.setup.mission).rule
    if state.phase == "opening":
        return Illegal(rule("set-up"), "the mission has not been set up yet: begin it first")
    if state.asked is not None:
        return _no_answer(state.asked, command)
    if isinstance(command, s.NextTurn) and end_is_due(state):
        return Illegal(rule("mission end"), f"turn {state.turn} is over: roll the mission end die first")
    if isinstance(command, s.End):
        last = mission(state.setup.mission).first_end
        return Illegal(
            rule("mission end"), f"the mission end die is rolled at the end of each game turn from {last} on"
        )
    if not state.turn:
        return Illegal(rule("turn"), "no turn has begun yet: begin the first")
    return _unknown(state, command)


def _no_answer(question: Question, command: SoloCommand) -> Illegal:
    """What a question takes, to whoever answered something else or did not answer."""
    if not isinstance(command, s.Answer):
        return Illegal(question.rule, f"the question comes first: {question.words}")
    few, many = question.least, question.most
    count = str(few) if few == many else f"{few} to {many}"
    given = listed(command.chosen)
    if not question.area:
        return Illegal(question.rule, f"{given} is no answer: it takes {count} of {listed(question.choices)}")
    where = "boards, as 44:K5" if "board" in question.area else "map, as P15"
    words = f"it takes {count} different places on the {where}, as the question has it: {question.words}"
    return Illegal(question.rule, f"{given} is no answer: {words}")


def _unknown(state: SoloState, command: SoloCommand) -> Illegal:
    rule = mission(state.setup.mission).rule
    match command:
        case s.Activate(suspect):
            known = f"those that can be tried now: {listed(may_try(state))}"
            return Illegal(rule("activation"), f"{suspect or 'that'} cannot be tried now; {known}")
        case s.Happen():
            known = listed(may_happen(state))
            return Illegal(rule("random events"), f"random events can come now for: {known}")
        case s.Lost(ids):
            return Illegal(rule("report"), _no_enemies(state, ids) or "each enemy is named once, and one at least")
        case s.Moved(id, to):
            place = f"{to} is no place in play: {'a board and a hex, as 44:K5' if state.boards else 'a hex, as P15'}"
            return Illegal(rule("report"), _no_enemies(state, (id,)) or place)
        case s.Control():
            return Illegal(rule("report"), f"enemy or friendly, and one of these VPO: {listed(state.objectives)}")
        case s.Losses(lost):
            had = {id: state.own[id].count if id in state.own else 0 for id in lost}
            wrong = listed(
                f"{count} x {id} (you have {had[id]})" for id, count in lost.items() if not 1 <= count <= had[id]
            )
            return Illegal(rule("report"), f"one or more can be lost, and no more than you have: {wrong}")
        case s.Mines():
            known = listed(field.place for field in state.mines.values() if field.ap is None)
            return Illegal(rule("Minefields"), f"minefields of unknown strength lie in: {known}")
        case s.SkyLost():
            return Illegal(rule("air support"), f"you have {state.sky} aircraft over the map")
        case _:
            return Illegal(rule("turn"), "that cannot be done now")


def _no_enemies(state: SoloState, ids: tuple[str, ...]) -> str:
    """Which of the names are no enemy's, and those that are."""
    known = (*state.suspects, *state.units)
    wrong = listed(id for id in ids if id not in known)
    return "" if wrong == "none" else f"no enemy is called {wrong}; there are {listed(known)}"
