"""Purchasing fortifications (001 7.520): both sides spend their FPP in secret; what is not spent is forfeited."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign import events as ev
from orsha.campaign.commands import Fortify
from orsha.campaign.events import Points
from orsha.campaign.files import Side
from orsha.campaign.state import SIDES, CampaignState, Question, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling
from orsha.campaign.works import RULE, for_sale, line_words, made, works_bill
from orsha.kernel import Command


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("order")]


def do(told: Telling, task: Task) -> None:
    for side in SIDES:
        _ask(told, side)


def _ask(told: Telling, side: Side) -> None:
    """A side without FPP is asked too, for the other must not learn that it has none."""
    fpp = told.state.sides[side].fpp.shown
    offered = for_sale(side, told.state.date)
    if offered:
        words = f"spend {fpp} FPP on {', '.join(offered)}" if fpp else "you have no FPP: answer with nothing"
        told.ask(side, Question(RULE, words, form="fortify"))
    else:
        told.points(RULE, side, Points(f"{fpp} {side} FPP: they can buy nothing yet and are forfeited", fpp=0))


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    """The works wait for the set-up; FPP set aside for hiding are kept until then."""
    assert isinstance(command, Fortify)
    own, date = told.state.sides[side], told.state.date
    bill = works_bill(side, date, own.fpp.shown, own.works_bought.shown, command.works)
    ids = iter(told.new_ids(side, sum(line.count for line in command.works)))
    forts, dummies = made(side, date, command.works, ids)
    text = f"the {side} side builds {'; '.join(map(line_words, command.works)) or 'nothing'}"
    told.change_in_secret(RULE, side, ev.Change(text, forts=forts, assets=dummies))
    lost = own.fpp.shown - bill.spent
    words = f"{bill.spent - bill.hip} {side} FPP are spent, {bill.hip} set aside for hidden set-up, {lost} forfeited"
    told.points(RULE, side, Points(words, fpp=bill.hip, works_bought=bill.bought))


STEP = Step("7.520", "Purchasing fortifications", plan, do, answered)
