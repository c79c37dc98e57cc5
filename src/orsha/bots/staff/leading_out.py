"""What the staff moves before the game (Spearhead, Redemption): who attacks goes toward its goal, into cover rather
than not."""

from __future__ import annotations

from orsha.bots.staff import mines
from orsha.bots.staff.goals import goals
from orsha.tabletop.game import facts, ways
from orsha.tabletop.game.commands import BattleCommand, Leg, March, Pass
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.ground import side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.underfoot import counting, kinds_at

STRIDES = (12, 8, 6, 4, 2)
"""How far a unit looks for a place, in inches; the first at a dash, where that goes."""
COVER = 5 * MIL
"""So much farther ahead a place in the open must be than one where terrain conceals, in mils."""


def answer(state: BattleState, seat: Seat, units: tuple[str, ...]) -> BattleCommand:
    """The first of the units that gets anywhere leads out; who defends an objective stays by it."""
    wanted = goals(state, seat)
    stays = side_of(state.mission, seat) == "defender" and wanted.keep
    take = () if stays else wanted.take
    for unit in units if take else ():
        here = facts.spot(state, facts.leading(state, unit))
        goal = min(take, key=lambda at: facts.apart(here, at))
        found = [legs for inches in STRIDES for legs in _legs(state, unit, goal, inches)]
        if found:
            return March(unit, max(found, key=lambda legs: _worth(state, legs, goal)))
    return Pass()


def _legs(state: BattleState, unit: str, goal: Spot, inches: int) -> list[tuple[Leg, ...]]:
    """A move of so many inches toward a goal, if the rules allow it."""
    legs = mines.toward(state, unit, goal, inches=inches, dash=inches == STRIDES[0])
    return [legs] if legs and ways.legal(state, unit, legs) else []


def _worth(state: BattleState, legs: tuple[Leg, ...], goal: Spot) -> float:
    """How far the teams get, and how many of them into cover."""
    nearer = sum(facts.apart(leg.way[0], goal) - facts.apart(leg.way[-1], goal) for leg in legs)
    return nearer + COVER * sum(_covered(state, leg.way[-1]) for leg in legs)


def _covered(state: BattleState, at: Spot) -> bool:
    table = facts.ground(state)
    return any(kind.conceals for kind in kinds_at(table, counting(table, at)))
