"""Linked campaigns: battles whose results change the next (seed 000)."""

from orsha.series.campaign import LinkedCampaign, linked_campaign, linked_campaigns
from orsha.series.game import Next, Record, RecordDraw, SeriesGame, SeriesSetup, SeriesState, next_battle, totals

__all__ = [
    "LinkedCampaign",
    "Next",
    "Record",
    "RecordDraw",
    "SeriesGame",
    "SeriesSetup",
    "SeriesState",
    "linked_campaign",
    "linked_campaigns",
    "next_battle",
    "totals",
]
