"""Equipment repair and replenishment (001 7.513): its parts in their order, each for both sides."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.files import Side
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps import abandoning, vehicles, weapons
from orsha.campaign.steps.step import Answered, Do, Step
from orsha.campaign.telling import Telling
from orsha.kernel import Command

PARTS = (
    "abandoned",
    "immobilized",
    "recalled",
    "stunned",
    "malfunctioned",
    "disabled",
    "ft-dc",
    "captured",
    "captured-afvs",
    "abandoning",
    "ammunition",
    "equipment",
)
"""7.5131a to 7.51310, as they are run."""
DO: dict[str, Do] = {**vehicles.DO, **weapons.DO, **abandoning.DO}
ANSWERED: dict[str, Answered] = {**vehicles.ANSWERED, **weapons.ANSWERED, **abandoning.ANSWERED}


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task(part, side) for part in PARTS for side in SIDES]


def do(told: Telling, task: Task) -> None:
    DO[task.what](told, task)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    ANSWERED[task.what](told, task, side, command)


STEP = Step("7.513", "Equipment repair and replenishment", plan, do, answered)
