"""Scenario commencement (001 7.523): both sides announce ELR and SAN, and the battle begins."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.events import BattleBegan
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling

RULE = "001 7.523"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("begin")]


def do(told: Telling, task: Task) -> None:
    sides = told.state.sides
    told.say(RULE, "; ".join(f"{side}: ELR {sides[side].elr}, SAN {sides[side].san}" for side in SIDES))
    told.tell(BattleBegan(told.state.date))


STEP = Step("7.523", "Scenario commencement", plan, do)
