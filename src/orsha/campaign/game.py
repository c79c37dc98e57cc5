"""On Track to Orsha as a game on the kernel: four dates, the reorganization between them, from orders to victory.

A date begins with what 7.5 asks of it (at first 7.518 to 7.523, later all steps from 7.501 on), then the battle is
fought elsewhere; its report is filed by one side and agreed to by the other, and the reorganization starts from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from orsha.campaign import commands as cm
from orsha.campaign import events as ev
from orsha.campaign import state as s
from orsha.campaign.applying import apply
from orsha.campaign.commands import CampaignCommand
from orsha.campaign.domains import check_command, options_for
from orsha.campaign.events import CampaignEvent
from orsha.campaign.files import Side
from orsha.campaign.filing import adopt
from orsha.campaign.isolation import other
from orsha.campaign.opening import opening
from orsha.campaign.state import SIDES, CampaignSetup, CampaignState
from orsha.campaign.steps import FIRST, STEPS, step_after, step_named
from orsha.campaign.telling import Telling
from orsha.campaign.upgrading import UPGRADES
from orsha.campaign.victory import needed_to_win, victory_points
from orsha.campaign.words import vocabulary, words
from orsha.kernel import Dice, Game, Hidden, Illegal, Option, OrshaError, Result, Roll


class Campaign(Game[CampaignSetup, CampaignState, CampaignCommand, CampaignEvent]):
    """Two seats, german and russian."""

    kind = "campaign"
    version = 2
    setup_type = CampaignSetup
    state_type = CampaignState
    command_type = CampaignCommand
    event_type = CampaignEvent
    reveals = (ev.Shown, ev.Covered, ev.BattleBegan, ev.Adopted, ev.Ended)
    upgrades = UPGRADES
    vocabulary = vocabulary()

    def seats(self, setup: CampaignSetup) -> tuple[str, ...]:
        return SIDES

    def start(self, setup: CampaignSetup) -> CampaignState:
        return opening(setup)

    def options(self, view: CampaignState, seat: str) -> Sequence[Option]:
        return options_for(view, seat) if seat in SIDES else []

    def decide(
        self, state: CampaignState, seat: str, command: CampaignCommand, dice: Dice
    ) -> Iterable[CampaignEvent | Roll]:
        side = cast(Side, seat)
        options = self.options(self.view(state, seat), seat)
        if not any(option.accepts(command) for option in options):
            raise _refusal(state, side, command)
        told = Telling(state, dice)
        match command:
            case cm.File(report):
                told.tell(ev.Filed(side, report))
            case cm.Agree(yes):
                if not yes:
                    told.tell(ev.Rejected(side))
                else:
                    adopt(told)
                    _begin(told, FIRST)
            case _:
                _answer(told, side, command)
        run(told)
        return told.events

    def apply(self, state: CampaignState, event: CampaignEvent) -> CampaignState:
        return apply(state, event)

    def result(self, state: CampaignState) -> Result | None:
        if state.step != "over":
            return None
        points, needed = victory_points(state), needed_to_win(state.setup)
        if state.conceded is not None:
            winner = other(state.conceded)
            return Result(
                winner,
                f"the {state.conceded.capitalize()}s concede; the Russians have {points} VP",
                {"russian": points},
            )
        winner = "russian" if points >= needed else "german"
        return Result(winner, f"the Russians have {points} VP and need {needed}", {"russian": points})

    def words(self, event: CampaignEvent) -> str:
        return words(event)


def _begin(told: Telling, number: str) -> None:
    step = step_named(number)
    told.tell(ev.StepBegan(number, Hidden((), tuple(step.plan(told.state)))))


def run(told: Telling) -> None:
    """Goes on, task by task and step by step, until a side is asked, the battle begins or the campaign is over."""
    while not told.state.asked and told.state.step in STEPS:
        tasks = told.state.queue.shown
        if not tasks:
            _begin(told, step_after(told.state))
            continue
        step_named(told.state.step).do(told, tasks[0])
        _close(told)


def _close(told: Telling) -> None:
    """The task under way is done unless it waits for an answer, or has ended the reorganization."""
    if not told.state.asked and told.state.queue.shown:
        told.tell(ev.TaskDone())


def _answer(told: Telling, side: Side, command: CampaignCommand) -> None:
    question = told.state.asked[side].shown
    chosen = command.chosen if isinstance(command, cm.Answer) else ()
    task = told.state.queue.shown[0]
    told.tell(ev.Answered(side, Hidden((side,), question.rule), Hidden((side,), chosen)))
    step_named(told.state.step).answered(told, task, side, command)
    _close(told)


def _refusal(state: CampaignState, side: Side, command: CampaignCommand) -> Illegal:
    """The rule that forbids what was asked, or that it is not the time for it."""
    try:
        check_command(state, side, command)
    except Illegal as error:
        refused = isinstance(command, cm.Agree)
        return Illegal(error.rule or "001 7.5", f"{error.why}; agree --no has it filed anew") if refused else error
    except OrshaError as error:
        return Illegal("001 7.5", str(error))
    if side in state.asked:
        wanted = ANSWERS[state.asked[side].shown.form]
        return Illegal("001 7.5", f"{side} cannot do that now, but answers with {wanted}: {doing(state)}")
    return Illegal("001 7.5", f"{side} cannot do that now: {doing(state)}")


ANSWERS: dict[s.Form, str] = {"choose": "answer", "order": "order", "fortify": "fortify", "place": "place"}


def doing(state: CampaignState) -> str:
    """What the campaign waits for, in words."""
    if state.step in STEPS:
        waiting = " and ".join(sorted(state.asked)) or "nobody"
        return f"step {state.step}, {step_named(state.step).title.lower()}, waits for {waiting}"
    return {
        "battle": "the scenario is being fought",
        "agree": "the scenario's end is filed and the other side is asked",
    }.get(state.step, "the campaign is over")
