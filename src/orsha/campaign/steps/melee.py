"""Conclusion of melee (001 7.501): not in yet."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.state import CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling

RULE = "001 7.501"


def plan(state: CampaignState) -> Iterable[Task]:
    return ()


def do(told: Telling, task: Task) -> None:
    raise AssertionError(task)


STEP = Step("7.501", "Conclusion of melee", plan, do)
