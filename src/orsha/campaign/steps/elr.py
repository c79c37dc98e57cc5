"""ELR loss or gain (001 7.516): each side rolls in secret (ruling B24), the ELR itself is no secret."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.events import SideChanged
from orsha.campaign.files import Side
from orsha.campaign.groups import group
from orsha.campaign.new_date import SideRecord, change_elr
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling

RULE = "001 7.516"


def plan(state: CampaignState) -> Iterable[Task]:
    return [*(Task("7.516 elr", side) for side in SIDES), Task("7.516 reminder")]


def record_of(state: CampaignState, side: Side) -> SideRecord:
    """What the rolls of a new date ask about a side; elite groups are those bought on the date before."""
    own = state.sides[side]
    elite = sum("elite" in group(side, id).traits for id in own.last_order.shown)
    return SideRecord(side, own.elr, own.san, own.won_last, elite, own.cvp_suffered)


def do(told: Telling, task: Task) -> None:
    if task.side is None:
        told.say(RULE, "a side's ELR is that of all its units but crews; battlefield integrity (A16) is not used")
        return
    own = told.state.sides[task.side]
    elr = change_elr(record_of(told.state, task.side), told.state.date, told.dice)
    if elr.after == elr.before:
        told.say(RULE, f"the {task.side} ELR stays at {elr.before}")
        return
    moved = "sinks" if elr.after < elr.before else "rises"
    told.say(RULE, f"the {task.side} ELR {moved} from {elr.before} to {elr.after}")
    told.tell(SideChanged(RULE, task.side, elr.after, own.san))


STEP = Step("7.516", "ELR loss or gain", plan, do)
