"""Initiative (001 7.521): on every date the Russians attack and the Germans defend, set up first and move second."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.state import CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling

RULE = "001 7.521"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("announce")]


def do(told: Telling, task: Task) -> None:
    told.say(RULE, "the Russians attack and move first; the Germans defend and set up first")


STEP = Step("7.521", "Initiative and attacks", plan, do)
