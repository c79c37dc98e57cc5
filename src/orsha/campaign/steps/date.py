"""A new date and the SAN on it (001 7.512)."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.events import DateBegan, SideChanged
from orsha.campaign.files import Side
from orsha.campaign.groups import dates
from orsha.campaign.new_date import adjust_san
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.elr import record_of
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling

RULE = "001 7.5122"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("7.5121 date"), *(Task("7.5122 san", side) for side in SIDES)]


def do(told: Telling, task: Task) -> None:
    if task.side is None:
        told.tell(DateBegan(next_date(told.state.date)))
    else:
        _san(told, task.side)


def next_date(date: str) -> str:
    """001 7.5121: every reorganization brings the next date; after the last one the campaign is over before this."""
    every = dates()
    return every[every.index(date) + 1]


def _san(told: Telling, side: Side) -> None:
    """001 7.5122: a high SAN may sink by one, a very low one rises."""
    own = told.state.sides[side]
    san = adjust_san(record_of(told.state, side), told.dice)
    if san.after == san.before:
        told.say(RULE, f"the {side} SAN stays at {san.before}")
        return
    moved = "sinks" if san.after < san.before else "rises"
    told.say(RULE, f"the {side} SAN {moved} from {san.before} to {san.after}")
    told.tell(SideChanged(RULE, side, own.elr, san.after))


STEP = Step("7.512", "A new date and SAN adjustment", plan, do)
