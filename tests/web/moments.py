"""Campaigns that two bots have brought to a moment, as files: where a test at the desk begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from orsha.bots.campaign import CampaignBot
from orsha.campaign.battle import fight
from orsha.campaign.commands import File
from orsha.campaign.game import Campaign
from orsha.campaign.state import SIDES, CampaignSetup, CampaignState
from orsha.kernel import Match
from orsha.kernel.export import write

MOST = 80


def asks(side: str, rule: str) -> Callable[[CampaignState], bool]:
    return lambda state: side in state.asked and state.asked[side].shown.rule == rule


MOMENTS: dict[str, Callable[[CampaignState], bool]] = {
    "set-up": asks("german", "001 7.5224"),
    "battle": lambda state: state.step == "battle",
    "agree": lambda state: state.step == "agree",
    "perimeter": asks("german", "001 7.5058"),
    "fortify": lambda state: "german" in state.asked and state.asked["german"].shown.form == "fortify",
    "second order": lambda state: state.step == "7.518" and state.date == "23PM",
}


@cache
def campaign_at(moment: str, name: str) -> bytes:
    """A campaign that two bots have brought to a moment, as its file."""
    match: Any = Match.open(Campaign(), CampaignSetup(), name=name, dice="3")
    bots = {side: CampaignBot(side, "3") for side in SIDES}
    for _ in range(MOST):
        if MOMENTS[moment](match.state):
            return write("campaign", "On Track to Orsha", list(match.lines))
        if match.state.step == "battle":
            match.do("russian", File(fight(match.state, "3")))
            continue
        side = next(side for side in SIDES if match.options(side))
        match.do(side, bots[side].choose(match.view(side), match.options(side)))
    raise AssertionError(f"the bots never come to {moment}")
