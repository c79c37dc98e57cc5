"""What a step of the reorganization is: what it has to do, how it does it, what follows from an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.state import CampaignState, Task
from orsha.campaign.telling import Telling
from orsha.kernel import Command

Plan = Callable[[CampaignState], Iterable[Task]]
Do = Callable[[Telling, Task], None]
Answered = Callable[[Telling, Task, Side, Command], None]


def _never(told: Telling, task: Task, side: Side, command: Command) -> None:
    raise AssertionError(f"{task.what} asks nothing")


class Step(Struct, frozen=True):
    """One numbered step of 001 7.5.

    `plan` says what there is to do as the step begins; `do` does one such task, and may queue more of them or ask a
    side; `answered` goes on with the answer (its question is closed by then) and may ask again. A task is done when
    nothing is asked any more.
    """

    number: str
    title: str
    plan: Plan
    do: Do
    answered: Answered = _never
