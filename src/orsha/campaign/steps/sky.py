"""Weather and ground (001 7.517): the German side rolls for both; the date before weighs on them."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.commands import Answer
from orsha.campaign.events import SkyChanged
from orsha.campaign.files import Side
from orsha.campaign.new_date import ground_conditions, weather
from orsha.campaign.state import CampaignState, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling
from orsha.kernel import Command

RULE = "001 7.517"
GROUND = "001 7.5171"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("7.517 sky", "german")]


def do(told: Telling, task: Task) -> None:
    """Under an overcast sky rain may have begun in the course of the scenario: only those who played it know."""
    if told.state.weather == "Overcast":
        told.choose(
            "german",
            GROUND,
            "The sky was overcast. Did rain fall at any time in the scenario just fought?",
            {"no": "it stayed dry", "yes": "it rained"},
            least=1,
            most=1,
        )
    else:
        _roll(told, rained=False)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    _roll(told, rained=command.chosen == ("yes",))


def _roll(told: Telling, *, rained: bool) -> None:
    """Both rolls look at the weather of the date before, so it changes only when both are made."""
    before = told.state.weather
    if rained:
        told.say(GROUND, "rain fell on the date before: the ground is wetter")
    sky = weather(before, told.dice).result
    ground = ground_conditions(before, told.dice, rained=rained).result
    told.tell(SkyChanged(RULE, sky, ground))
    if sky == "Clear and gusty":
        told.say(RULE, "the wind is gusty by this table: none is rolled for before setting up (7.5221)")


STEP = Step("7.517", "Weather determination", plan, do, answered)
