"""Missions: chosen, set up, refereed. Each is a data file; the special rules are parts they combine."""

from orsha.tabletop.mission.game import MissionGame
from orsha.tabletop.mission.library import Mission, load_mission, loads_mission, mission, missions
from orsha.tabletop.mission.rulebook import charts, rules
from orsha.tabletop.mission.state import Changes, Setup, Unit

__all__ = [
    "Changes",
    "Mission",
    "MissionGame",
    "Setup",
    "Unit",
    "charts",
    "load_mission",
    "loads_mission",
    "mission",
    "missions",
    "rules",
]
