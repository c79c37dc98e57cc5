"""The kernel: dice, charts and odds, journal, seats and views, the Game, the store. It knows no rule of any game."""

from orsha.kernel.counting import counted
from orsha.kernel.dice import Ask, Committed, Dice, Modifier, Roll, Seeded, SeedShown, Typed
from orsha.kernel.errors import (
    BadData,
    Broken,
    Conflict,
    Damaged,
    Illegal,
    OrshaError,
    StoreError,
    Unknown,
    passes,
)
from orsha.kernel.game import Command, Domain, Event, Game, OneOf, Option, Result, Some, Whole
from orsha.kernel.hidden import Hidden
from orsha.kernel.match import Match
from orsha.kernel.odds import Odds
from orsha.kernel.playthrough import playthrough
from orsha.kernel.proof import redecide, verify
from orsha.kernel.sheet import Sheet, Told, log, sheet
from orsha.kernel.story import Story
from orsha.kernel.table import Charts, Fact, Outcome, Table, load_facts, load_tables, loads_facts, loads_tables

__all__ = [
    "Ask",
    "BadData",
    "Broken",
    "Charts",
    "Command",
    "Committed",
    "Conflict",
    "Damaged",
    "Dice",
    "Domain",
    "Event",
    "Fact",
    "Game",
    "Hidden",
    "Illegal",
    "Match",
    "Modifier",
    "Odds",
    "OneOf",
    "Option",
    "OrshaError",
    "Outcome",
    "Result",
    "Roll",
    "SeedShown",
    "Seeded",
    "Sheet",
    "Some",
    "StoreError",
    "Story",
    "Table",
    "Told",
    "Typed",
    "Unknown",
    "Whole",
    "counted",
    "load_facts",
    "load_tables",
    "loads_facts",
    "loads_tables",
    "log",
    "passes",
    "playthrough",
    "redecide",
    "sheet",
    "verify",
]
