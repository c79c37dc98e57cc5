"""Victory (001 7.4, 7.31, 7.5031): the Russians' points, what a scenario needs, what the campaign needs."""

from __future__ import annotations

from orsha.campaign.files import Side
from orsha.campaign.groups import dates, initial
from orsha.campaign.state import CampaignSetup, CampaignState


def victory_points(state: CampaignState) -> int:
    """One for each victory location, every 20 CVP and every 20 EVP; less what the Germans kept at the end."""
    left = initial().victory.german_cpp_left * (state.german_cpp_left or 0)
    return points_of(len(state.lvp), state.cvp, state.evp) + left


def points_of(locations: int, cvp: int, evp: int) -> int:
    """CVP and EVP are counted apart (7.4); at most ten points come from locations (ruling B10)."""
    rule = initial().victory
    return min(locations, rule.most_lvp) + cvp // rule.cvp + evp // rule.evp


def scenario_points(state: CampaignState, cvp: int, evp: int, locations: int) -> int:
    """What a scenario earned (ruling B25): locations held at its end, and the VP that its CVP and EVP added."""
    after = points_of(locations, state.cvp + cvp, state.evp + evp)
    return after - points_of(0, state.cvp, state.evp)


def scenario_winner(state: CampaignState, cvp: int, evp: int, locations: int) -> Side:
    rule = initial().victory
    needed = rule.initial if state.date == dates()[0] else rule.scenario
    return "russian" if scenario_points(state, cvp, evp, locations) >= needed else "german"


def needed_to_win(setup: CampaignSetup) -> int:
    """001 7.31: the balance provision moves the number."""
    rule = initial().victory
    if setup.balance is None:
        return rule.campaign
    return rule.balance.russian if setup.balance == "russian" else rule.balance.german
