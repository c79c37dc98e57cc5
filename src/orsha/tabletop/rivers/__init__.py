"""Rivers of missions: where they run and how, and the rules of assault boats (000 River Assaults). Pure rules."""

from orsha.tabletop.rivers.boats import (
    back_odds,
    boats_for,
    boats_needed,
    drift_odds,
    infantry_points,
    landed,
    return_dice,
    stuck_odds,
)
from orsha.tabletop.rivers.river import River, river_of

__all__ = [
    "River",
    "back_odds",
    "boats_for",
    "boats_needed",
    "drift_odds",
    "infantry_points",
    "landed",
    "return_dice",
    "river_of",
    "stuck_odds",
]
