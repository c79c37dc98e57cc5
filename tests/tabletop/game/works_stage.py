"""Works for tests: a battle with bunkers and nests on it, as if they had been built in its set-up."""

from __future__ import annotations

from typing import Any

from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.building import teams_of, walls_of
from orsha.tabletop.game.commands import Place, Site
from orsha.tabletop.game.events import Built, Deployed
from orsha.tabletop.game.roster import Work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
from tests.tabletop.game.stage import INCH

BUNKER, NESTS, TURRET = "7.5 cm anti-tank bunker", "2 machine-gun nests", "T-34 turret"


def site(x: float, y: float, facing: int = 180, **of: Any) -> Site:
    return Site((round(x * INCH), round(y * INCH)), facing, **of)


def with_works(state: BattleState, item: str, *sites: Site, seat: Seat = "axis") -> BattleState:
    """A selection on the table; its units are "axis w0" and so on."""
    first = len(state.works)
    made = tuple(Work(f"{seat} w{first + n}", item, name) for n, name in enumerate(teams_of(item)))
    walls = tuple(wall for one in sites for wall in walls_of(item, one))
    state = apply(state, Built(seat, item, made, walls))
    for work, one in zip(made, sites, strict=True):
        place = Place(f"{work.unit}.0", one.at, one.facing)
        state = apply(state, Deployed(work.unit, work.team, (place,), "set-up"))
    return state
