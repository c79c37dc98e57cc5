"""Many games at once, on the cores of one machine or on a cluster, and what they say.

`run(plan, player)` plays; `figures(run)` counts; `paragraphs` and `sheets` tell. The player of real battles is
`orsha.sim.battles.Battles`, which is imported where it is needed: it brings the whole battle with it.
"""

from orsha.sim.figures import Contender, Contest, Figures, Standing, figures
from orsha.sim.plan import MOST_GAMES, TABLES, Attacker, Game, Pairing, Plan, pairings
from orsha.sim.playing import Failed, Played, Player, Result, Told
from orsha.sim.running import MOST_WORKERS, Engine, Run, run
from orsha.sim.stats import CONFIDENCE, Share, Spread, share, spread, wilson
from orsha.sim.words import Sheet, paragraphs, sheets

__all__ = [
    "CONFIDENCE",
    "MOST_GAMES",
    "MOST_WORKERS",
    "TABLES",
    "Attacker",
    "Contender",
    "Contest",
    "Engine",
    "Failed",
    "Figures",
    "Game",
    "Pairing",
    "Plan",
    "Played",
    "Player",
    "Result",
    "Run",
    "Share",
    "Sheet",
    "Spread",
    "Standing",
    "Told",
    "figures",
    "pairings",
    "paragraphs",
    "run",
    "share",
    "sheets",
    "spread",
    "wilson",
]
