"""The staff's snipers: they wait in ambush, and come out in cover where they can shoot, or watch an objective."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import cos, pi, sin

from orsha.bots.staff.goals import goals
from orsha.tabletop.game import deploying, facts
from orsha.tabletop.game.commands import Deploy, Place
from orsha.tabletop.game.domains import places_at
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import counting, sees
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.underfoot import kinds_at

LOOKS = 24
"""Places that are thought of for a sniper,"""
TRIED = 6
"""and those of them that are tried out."""
NEAR = 5 * MIL
"""No sniper lies nearer to whom or what he watches."""
WATCHES_FROM = 3
"""From that turn on a sniper who finds nobody to shoot at watches an objective."""


def reveal(state: BattleState, seat: Seat, units: Sequence[str], rng: random.Random) -> Deploy | None:
    """A sniper who comes out of ambush now; nothing: all of them keep hidden."""
    for unit in units:
        places = _against_somebody(state, seat, unit, rng) or _at_objective(state, seat, unit, rng)
        if places:
            return Deploy(unit, places)
    return None


def _reach(state: BattleState, unit: str) -> int:
    card = facts.card(state, facts.unit_sheet(state, unit).leader)
    return max((weapon.range or 0 for weapon in card.weapons), default=0) * MIL


def _about(state: BattleState, seat: Seat, unit: str, at: Sequence[Spot], rng: random.Random) -> list[Spot]:
    """Places in the sniper's zone from which he would reach somebody or something."""
    inside, far, found = deploying.zone(state, seat, unit).area.holds, _reach(state, unit), []
    for _ in range(LOOKS if at else 0):
        (x, y), angle, off = rng.choice(at), rng.uniform(0, 2 * pi), rng.uniform(NEAR, max(far, NEAR))
        spot = (round(x + off * cos(angle)), round(y + off * sin(angle)))
        if facts.ground(state).holds(spot) and inside(spot) and _covers(state, spot):
            found.append(spot)
    return found


def _covers(state: BattleState, spot: Spot) -> bool:
    table = facts.ground(state)
    return any(kind.conceals for kind in kinds_at(table, counting(table, spot)))


def _against_somebody(state: BattleState, seat: Seat, unit: str, rng: random.Random) -> tuple[Place, ...] | None:
    """A place in cover with most enemies whom he would pin in range, one of them in sight at least."""
    prey = [id for id in facts.targets(state, seat) if not facts.card(state, id).armoured]
    at = {id: facts.spot(state, id) for id in prey}
    far = _reach(state, unit)
    spots = _about(state, seat, unit, list(at.values()), rng)
    near = {spot: [id for id in prey if facts.apart(spot, at[id]) < far] for spot in spots}
    for spot in sorted(near, key=lambda one: (-len(near[one]), one))[:TRIED]:
        places = places_at(state, seat, unit, spot)
        if places and any(_sees(state, places[0], id) for id in near[spot][:TRIED]):
            return places
    return None


def _sees(state: BattleState, place: Place, enemy: str) -> bool:
    own = facts.stand_at(state, place.team, place.at, place.facing)
    return sees(facts.ground(state), own, facts.stand(state, enemy), facts.screens(state)).clear


def _at_objective(state: BattleState, seat: Seat, unit: str, rng: random.Random) -> tuple[Place, ...] | None:
    if state.mission.turns.get(seat, 0) < WATCHES_FROM:
        return None
    wanted = goals(state, seat)
    for spot in _about(state, seat, unit, [*wanted.keep, *wanted.near] or list(wanted.take), rng)[:TRIED]:
        places = places_at(state, seat, unit, spot)
        if places:
            return places
    return None
