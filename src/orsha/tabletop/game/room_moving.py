"""Moving into, out of, between and within the rooms of city buildings (002 Occupying a Room, Moving between Rooms).

A leg whose way begins or ends in a room is one of these. Only what lies outside the building is walked and measured:
from the opening that a team comes out of, to the one that it goes in by; it is wholly in or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from orsha.kernel import Illegal
from orsha.tabletop.battle.dashes import Mover, Way, forbids_move
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.rooms import (
    Opening,
    Room,
    Taken,
    adjacent,
    between,
    holder,
    opening_gap,
    room_at,
    room_of,
    rooms,
    rules,
    taken,
    why_no_place,
)
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Stand
from orsha.tabletop.table.kinds import MIL

OCCUPYING = "002 Occupying a Room"
BETWEEN = "002 Moving between Rooms"
NEAR_ENEMY = "002 Moving near the Enemy inside City Buildings"
GUNS = "002 Tanks and Guns in City Buildings"
SILL = 20
"""How far before the wall a base stands that steps in or out, in mils."""


class Passage(Struct, frozen=True):
    """A leg through rooms: from which room to which, and the part of its way that lies outside."""

    start: Room | None
    end: Room | None
    outside: tuple[Spot, ...] = ()


def passage(state: BattleState, leg: Leg) -> Passage | None:
    """What a leg has to do with rooms, looked into; nothing if it keeps outside. Refuses what may not be."""
    if not rooms(state):
        return None
    start, end = room_of(state, leg.team), room_at(state, leg.way[-1])
    if start is None and end is None:
        return None
    _check_who(state, leg.team, start)
    if end is not None and (start is None or end.name != start.name):
        check_may_enter(state, facts.seat_of(leg.team), leg.team, end)
    if start is not None and (end is None or end.name != start.name) and state.teams[leg.team].entered:
        raise Illegal(BETWEEN, f"{facts.team_name(state, leg.team)} came into {start.name} in this step")
    if start is not None and end is not None and (start.name == end.name or len(leg.way) == 2):
        _check_inside(state, leg, start, end)
        return Passage(start, end)
    return Passage(start, end, _outside(state, leg, start, end))


def _check_who(state: BattleState, team: str, start: Room | None) -> None:
    """002: tanks and large guns never, other guns only by deployment, and then they stay."""
    kind, name = facts.card(state, team).kind, facts.team_name(state, team)
    if kind == "gun":
        where = "does not move" if start is not None else "cannot move into a city building"
        raise Illegal(GUNS, f"{name} {where}: guns are only deployed there")
    if kind != "infantry":
        raise Illegal(GUNS, f"{name} cannot enter a city building")


def check_may_enter(state: BattleState, seat: Seat, team: str, room: Room) -> None:
    """002: nobody enters a room that the enemy occupies."""
    if holder(state, room) == facts.enemy(seat):
        raise Illegal(NEAR_ENEMY, f"{facts.team_name(state, team)} cannot enter {room.name}: the enemy is in it")


def _check_inside(state: BattleState, leg: Leg, start: Room, end: Room) -> None:
    """Within a room movement is free, also for the pinned; to another room it must share a wall."""
    name = facts.team_name(state, leg.team)
    if leg.board is not None:
        raise Illegal(OCCUPYING, f"{name} mounts nothing inside a building")
    if leg.pace not in ("tactical", "order"):
        raise Illegal(BETWEEN, f"{name} moves at Tactical inside a building")
    if "move" in state.teams[leg.team].forbidden and leg.pace != "order":
        raise Illegal(BETWEEN, f"{name} does not move after its order")
    if start.name == end.name:
        return
    if not adjacent(start, end):
        raise Illegal(BETWEEN, f"{name} goes to a room that shares a wall with {start.name}; {end.name} does not")
    who = Mover(pinned=state.units[facts.unit_id(leg.team)].pinned)
    if who.pinned:
        before, after = closing(state, leg.team, facts.stand_at(state, leg.team, leg.way[-1]))
        who = Mover(pinned=True, enemy_at_start=before, enemy_at_end=after, enemy_nearest=after)
    card, near = facts.card(state, leg.team), facts.ground(state).terrain.movement
    why = forbids_move(card, "tactical", Way(), who, state.setup.moves, near)
    if why is not None:
        raise Illegal(BETWEEN, f"{name}: {why}")


def closing(state: BattleState, team: str, after: Stand) -> tuple[int | None, int | None]:
    """For pinned teams: how near the nearest enemy in sight is, and how near after a move; rooms by their edges."""
    seen = in_sight(state, team)
    if not seen:
        return None, None
    end = room_at(state, after.spot)
    return (
        min(facts.gap(state, team, id) for id in seen),
        min(gap_from(state, after, end, id) for id in seen),
    )


def in_sight(state: BattleState, team: str) -> list[str]:
    """The enemies that a team sees."""
    return [id for id in facts.targets(state, facts.seat_of(team)) if facts.sight(state, team, id).clear]


def gap_from(state: BattleState, here: Stand, room: Room | None, other: str) -> int:
    """From a team that is in a room, or outside, to another team."""
    there = facts.stand(state, other)
    far = between(here, room, there, room_of(state, other))
    return facts.stands_gap(facts.ground(state), here, there) if far is None else far


def _outside(state: BattleState, leg: Leg, start: Room | None, end: Room | None) -> tuple[Spot, ...]:
    """The part of a way that lies outside: from the opening that it comes out of to the one that it goes in by."""
    way = leg.way
    if start is not None:
        way = way[1:]
        if door(state, leg.team, start, way[0]) is None:
            raise Illegal(OCCUPYING, f"{facts.team_name(state, leg.team)} leaves {start.name} through an opening")
    if end is not None:
        way = way[:-1]
        if not way or door(state, leg.team, end, way[-1]) is None:
            raise Illegal(OCCUPYING, f"{facts.team_name(state, leg.team)} enters {end.name} through an opening")
    return way


def door(state: BattleState, team: str, room: Room, spot: Spot) -> Opening | None:
    """The opening of a room that a team is at, outside, if it stands at a spot."""
    stand = facts.stand_at(state, team, spot)
    touch = round(rules().touch * MIL)
    near = (one for one in room.openings if opening_gap(one, stand) <= touch and _before(one, spot))
    return next(near, None) if room_at(state, spot) is None else None


def _before(opening: Opening, spot: Spot) -> bool:
    (ax, ay), (x, y) = opening.middle, spot
    return {0: y > ay, 90: x > ax, 180: y < ay, 270: x < ax}[opening.outward]


def doorstep(state: BattleState, team: str, opening: Opening) -> Spot:
    """Where a team stands that has just come out of an opening, or is about to go in."""
    return opening.before(facts.sheet(state, team).half_width + SILL)


def came_into(state: BattleState, team: str, spot: Spot | None) -> str:
    """The name of a room that a team comes into; nothing if it stays in its own or outside."""
    room = None if spot is None else room_at(state, spot)
    return "" if room is None or room.name == state.teams[team].room else room.name


# -- places


class Berth(Struct, frozen=True):
    """Where a team is in a room when all have moved."""

    team: str
    spot: Spot
    level: int
    facing: int = 0
    """What is wholly in, and where nobody else stands, depends on it for guns."""


def check_berths(state: BattleState, berths: Sequence[Berth], gone: Sequence[str], rule: str = OCCUPYING) -> None:
    """002 Occupying a Room: everybody wholly in, on a floor that there is, where nobody else stands. `gone`: teams
    whose places are free by then."""
    there: dict[str, list[Taken]] = {}
    for one in berths:
        room = room_at(state, one.spot)
        assert room is not None
        known = there.setdefault(room.name, taken(state, room, but=gone))
        here = facts.stand_at(state, one.team, one.spot, one.facing)
        why = why_no_place(room, here, one.level, known)
        if why is not None:
            raise Illegal(rule, f"{facts.team_name(state, one.team)} cannot be put in {room.name} there: {why}")
        known.append((here, one.level))
