"""Purchasing reinforcement groups (001 7.518): both sides order in secret, each in one."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.commands import Order
from orsha.campaign.events import Ordered, Points
from orsha.campaign.files import Side
from orsha.campaign.purchases import bill
from orsha.campaign.state import SIDES, CampaignState, CppLine, Question, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling
from orsha.kernel import Command, Hidden

RULE = "001 7.518"


def order_question(side: Side, date: str) -> Question:
    return Question(RULE, f"order groups for {date}", form="order")


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("order")]


def do(told: Telling, task: Task) -> None:
    for side in SIDES:
        told.ask(side, order_question(side, told.state.date))


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    """The price is paid at once; the record is filled in as the groups come (7.519)."""
    assert isinstance(command, Order)
    own = told.state.sides[side]
    price = bill(side, told.state.date, own.cpp.shown, command.purchases, own.bought.shown)
    told.tell(Ordered(side, Hidden((side,), command.purchases)))
    *before, line = own.columns.shown
    paid = CppLine(line.date, line.start, line.replenished, price.spent)
    told.points(
        RULE,
        side,
        Points(f"{side} pays {price.spent} CPP and keeps {price.left}", cpp=price.left, columns=(*before, paid)),
    )


STEP = Step("7.518", "Purchasing reinforcement groups", plan, do, answered)
