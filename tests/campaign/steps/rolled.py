"""The rolls of a stage."""

from __future__ import annotations

from orsha.kernel import Roll
from tests.campaign.stage import Stage


def rolls(stage: Stage) -> list[Roll]:
    return [event for event in stage.events if isinstance(event, Roll)]
