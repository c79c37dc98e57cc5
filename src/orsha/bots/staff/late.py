"""The last turns of a battle: who can still be where it is decided before the battle is called off (ruling A69)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, inf

from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.game import facts
from orsha.tabletop.game.firing_guess import price
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.ground import enemy
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.table.kinds import MIL

LATE = 6
"""From that turn on everybody goes for what decides."""
WITHIN = 4 * MIL
"""From so near a place is held, in mils."""
GUARD = 3.0
"""So many inches of way an enemy counts for who can be at a place at once."""
Comers = Mapping[Spot, Sequence[float]]
"""Places, and how many turns each enemy needs to be at them."""


def is_late(state: BattleState, seat: Seat) -> bool:
    return state.mission.turns.get(seat, 0) >= LATE


def last_turn(state: BattleState) -> int:
    """A battle that has no end by then is called off (ruling A69): nobody won. Who holds a place at the start of the
    last turn wins at its end."""
    return state.setup.turns or STANDARD.turns.called_off_after


def spare(state: BattleState, seat: Seat, unit: str, at: Spot) -> float:
    """How many turns a unit has to spare on its way to hold a place; fewer than none: it comes too late."""
    return last_turn(state) - state.mission.turns.get(seat, 0) - _turns(state, unit, (at,))[at]


def agrees(state: BattleState, seat: Seat) -> bool:
    """Whether to stop without a winner: who has less left than the enemy gladly does, and everybody in the end."""
    left = {one: sum(price(state, id) for id in facts.on_table(state, one)) for one in SEATS}
    return left[seat] <= left[enemy(seat)] or state.mission.turns.get(seat, 0) >= last_turn(state)


def comers(state: BattleState, seat: Seat, take: Sequence[Spot]) -> Comers:
    """How soon the enemies can be at some places, each in turns."""
    able = [id for id in facts.targets(state, seat) if facts.may_contest(state, id)]
    foes = [(facts.spot(state, id), _step(state, id)) for id in able]
    return {at: [_needs(facts.apart(here, at) - WITHIN, pace) for here, pace in foes] for at in take}


def race(state: BattleState, seat: Seat, unit: str, there: Comers) -> Spot | None:
    """The place that a unit comes to before any enemy who could keep it from holding it; nothing: there is none."""
    left = last_turn(state) - state.mission.turns.get(seat, 0)
    need = _turns(state, unit, there)
    open_to = [(ceil(n), at) for at, n in need.items() if n <= left and min(there[at], default=inf) > ceil(n)]
    return min(open_to)[1] if open_to else None


def softest(there: Comers, here: Spot) -> Spot:
    """The place that somebody goes for by himself: near to him, and where few enemies can be at once."""
    return min(there, key=lambda at: (facts.apart(here, at) / MIL + GUARD * sum(one <= 1 for one in there[at]), at))


def _turns(state: BattleState, unit: str, places: Iterable[Spot]) -> dict[Spot, float]:
    """How many turns a unit needs to hold each of some places, some of its way at a dash."""
    teams = facts.teams_of(state, unit)
    pace = min([(_step(state, id) + _step(state, id, dash=True)) / 2 for id in teams])
    spots = [facts.spot(state, id) for id in teams]
    return {at: _needs(min([facts.apart(here, at) for here in spots]) - WITHIN, pace) for at in places}


def _needs(gap: float, pace: float) -> float:
    return 0.0 if gap <= 0 else gap / pace if pace else inf


def _step(state: BattleState, team: str, *, dash: bool = False) -> int:
    """How far a team goes in a turn, in mils."""
    move = facts.card(state, team).move
    if move is None or move.tactical is None:
        return 0
    return ((move.cross_country if dash else None) or move.tactical) * MIL
