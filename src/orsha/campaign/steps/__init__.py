"""The reorganization step by step (001 7.501-7.523): each step a module, in the order they are run."""

from __future__ import annotations

from orsha.campaign.state import CampaignState
from orsha.campaign.steps import (
    arrivals,
    buying,
    clearing,
    commencement,
    cut_off,
    date,
    elr,
    fires,
    fortifying,
    hardening,
    hazards,
    initiative,
    markers,
    melee,
    perimeters,
    prisoners,
    rally,
    removal,
    repair,
    replenishment,
    set_up,
    sky,
    wounds,
)
from orsha.campaign.steps.step import Step

_MODULES = (
    melee,
    markers,
    rally,
    hazards,
    perimeters,
    cut_off,
    clearing,
    prisoners,
    fires,
    wounds,
    hardening,
    date,
    repair,
    removal,
    replenishment,
    elr,
    sky,
    buying,
    arrivals,
    fortifying,
    initiative,
    set_up,
    commencement,
)
STEPS: dict[str, Step] = {module.STEP.number: module.STEP for module in _MODULES}
"""The steps by number, in order."""
FIRST = next(iter(STEPS))


def step_named(number: str) -> Step:
    return STEPS[number]


def step_after(state: CampaignState) -> str:
    """The step that follows the one under way."""
    numbers = list(STEPS)
    return numbers[numbers.index(state.step) + 1]
