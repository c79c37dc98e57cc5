"""CPP replenishment (001 7.515): each side rolls in secret and adds what it gains to what it kept."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.events import Points
from orsha.campaign.new_date import replenish
from orsha.campaign.state import SIDES, CampaignState, CppLine, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling

RULE = "001 7.515"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("7.515 cpp", side) for side in SIDES]


def do(told: Telling, task: Task) -> None:
    """001 7.5152: the new line of the roster starts with what was left, and adds what was gained."""
    assert task.side is not None
    own, date = told.state.sides[task.side], told.state.date
    left = own.cpp.shown
    gained, _ = replenish(task.side, date, told.dice)
    line = CppLine(date, left, gained)
    text = f"{task.side} has {left} CPP left and gains {gained}: {line.left} for {date}"
    told.points(RULE, task.side, Points(text, cpp=line.left, columns=(*own.columns.shown, line)))


STEP = Step("7.515", "CPP replenishment", plan, do)
