"""Legs of units that mount and dismount (core 4.8). For bots and samples; `moving.plan` has the last word."""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.tabletop.battle.transports import room_for
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.moving import bulk_after
from orsha.tabletop.game.obstacles import dash_of
from orsha.tabletop.game.placing import to_and_fro
from orsha.tabletop.game.riding import getting_out
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Bulk, walk
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted

DIRECTIONS = 16
OFTEN = 0.3
"""How often a unit at random mounts that could."""


def riders(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that may get off their vehicles now."""
    most = state.setup.moves.transports
    found = []
    for id in facts.teams_of(state, unit):
        its = state.teams[id]
        if its.aboard is None or its.changes >= most.changes_a_turn or "move" in its.forbidden:
            continue
        if its.aboard in state.boats:
            continue
        if not (state.teams[its.aboard].moved and most.dismount == "before-transport"):
            found.append(id)
    return found


def dismount(state: BattleState, unit: str) -> tuple[Leg, ...]:
    """Everybody who can gets off, close by the vehicle; nothing where somebody finds no room."""
    seat = facts.seat_of(unit)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    legs = []
    for id in riders(state, unit):
        leg = _off(state, id, enemies, crowd)
        if leg is None:
            return ()
        legs.append(leg)
        crowd[id] = bulk_after(state, leg)
    return tuple(legs)


def _off(state: BattleState, team: str, enemies: Sequence[Bulk], crowd: dict[str, Bulk]) -> Leg | None:
    """A team's way off its vehicle: the nearest free place, behind it first."""
    ride = state.teams[team].aboard
    assert ride is not None
    sheet, hull = facts.sheet(state, team), facts.stand(state, ride)
    start, free = facts.spot(state, team), getting_out(state, team)
    friends = [bulk for id, bulk in crowd.items() if id != ride]
    for far in range(0, 3 * MIL, MIL // 2):
        for n in range(DIRECTIONS):
            turn = (hull.facing + 180 + 360 * to_and_fro(n) // DIRECTIONS) % 360
            spot = shifted(start, turn, free + far)
            if not facts.ground(state).holds(spot):
                continue
            gone = walk(facts.ground(state), sheet.mover, (start, spot), enemies, friends)
            if gone.stopped is None and not facts.overlaps(state, team, gone.end, gone.facing, [*crowd.values()]):
                slow = not facts.tactical(state, team)
                return Leg(team, gone.path, dash_of(state, team, gone) if slow else "tactical")
    return None


def mount(state: BattleState, unit: str, teams: Sequence[str]) -> tuple[Leg, ...]:
    """Those of some teams of a unit that reach a transport with room for them get on."""
    seat = facts.seat_of(unit)
    carriers = [id for id in facts.on_table(state, seat) if _carries(state, id)]
    if not carriers or state.units[unit].pinned:
        return ()
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    taken = {id: len(facts.passengers(state, id)) for id in carriers}
    legs = []
    for id in teams:
        leg = _on(state, id, carriers, taken, enemies, crowd)
        if leg is not None and leg.board is not None:
            taken[leg.board] += 1
            legs.append(leg)
    return tuple(legs)


def _carries(state: BattleState, team: str) -> bool:
    waits = state.units[facts.unit_id(team)].arriving
    return facts.card(state, team).transport and not state.teams[team].bailed_out and not waits


def _on(
    state: BattleState,
    team: str,
    carriers: Sequence[str],
    taken: dict[str, int],
    enemies: Sequence[Bulk],
    crowd: dict[str, Bulk],
) -> Leg | None:
    its, sheet = state.teams[team], facts.sheet(state, team)
    rules = state.setup.moves
    if its.changes >= rules.transports.changes_a_turn:
        return None
    start, reach = facts.spot(state, team), facts.tactical(state, team) * MIL
    for ride in sorted(carriers, key=lambda id: facts.apart(start, facts.spot(state, id))):
        goal = facts.spot(state, ride)
        if facts.apart(start, goal) > reach:
            return None
        if taken[ride] >= room_for(facts.card(state, ride), sheet.card, rules):
            continue
        friends = [bulk for id, bulk in crowd.items() if id not in (team, ride)]
        gone = walk(facts.ground(state), sheet.mover, (start, goal), enemies, friends)
        if gone.stopped is None:
            return Leg(team, gone.path, "tactical", board=ride)
    return None


def at_random(state: BattleState, unit: str, teams: Sequence[str], rng: random.Random) -> tuple[Leg, ...]:
    """A unit gets off if it can do nothing else, or half the time; and gets on now and then."""
    if state.units[unit].moved:
        return ()
    if riders(state, unit) and (not teams or rng.random() < 0.5):
        return dismount(state, unit)
    return mount(state, unit, teams) if rng.random() < OFTEN else ()
