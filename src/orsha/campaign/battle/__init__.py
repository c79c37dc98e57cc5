"""The automatic battle: a plain model of our own that fights a scenario to a report (docs/automatic-battle.md)."""

from orsha.campaign.battle.turns import fight

__all__ = ["fight"]
