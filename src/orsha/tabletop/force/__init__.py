"""Forces: cards, formations, lists, and what a force is in the field. Cards and ready forces are data files."""

from orsha.tabletop.force.arsenal import Arsenal, arsenal, card, works
from orsha.tabletop.force.battlescribe.catalogue import Imported, read_catalogue
from orsha.tabletop.force.battlescribe.report import Problem
from orsha.tabletop.force.battlescribe.roster import Roster, read_roster
from orsha.tabletop.force.card import Armour, Card, Motivation, Move, Option, Size, Skill, Team, Weapon
from orsha.tabletop.force.chart import FormationCard
from orsha.tabletop.force.checking import Checked, check_list, legal_force
from orsha.tabletop.force.choosing import Violation
from orsha.tabletop.force.force import Force, Formation, Unit
from orsha.tabletop.force.glossary import Rule, glossary, rule
from orsha.tabletop.force.listing import ForceList, FormationChoice, UnitChoice, read_list, reads_list, write_list
from orsha.tabletop.force.missions import mission_units, seat_of
from orsha.tabletop.force.ready import load_force, ready_force, ready_forces, save_force

__all__ = [
    "Armour",
    "Arsenal",
    "Card",
    "Checked",
    "Force",
    "ForceList",
    "Formation",
    "FormationCard",
    "FormationChoice",
    "Imported",
    "Motivation",
    "Move",
    "Option",
    "Problem",
    "Roster",
    "Rule",
    "Size",
    "Skill",
    "Team",
    "Unit",
    "UnitChoice",
    "Violation",
    "Weapon",
    "arsenal",
    "card",
    "check_list",
    "glossary",
    "legal_force",
    "load_force",
    "mission_units",
    "read_catalogue",
    "read_list",
    "read_roster",
    "reads_list",
    "ready_force",
    "ready_forces",
    "rule",
    "save_force",
    "seat_of",
    "works",
    "write_list",
]
