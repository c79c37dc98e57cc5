"""Moves through rooms for bots and samples (002): into a room, out of it, on to the next one, about in it.

What comes out is legal as far as rooms and table can tell; `moving.plan` still has the last word.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.moving import bulk_after
from orsha.tabletop.game.room_moving import doorstep
from orsha.tabletop.game.rooms import Room, Taken, free_place, holder, places, room_of, rooms, taken, why_no_place
from orsha.tabletop.game.state import BattleState, Pace, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Bulk, route, walk
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import Outline
from orsha.tabletop.table.walking import shortened

SHORTER = 4
"""How often a way out is shortened until its end is free."""


def enterable(state: BattleState, team: str) -> list[Room]:
    """The rooms next to a team's own, or all from outside, that the enemy is not in."""
    own, foe = room_of(state, team), facts.enemy(facts.seat_of(team))
    every = rooms(state)
    near = every.values() if own is None else [every[name] for name in sorted(own.neighbours)]
    return [room for room in near if holder(state, room) != foe]


def may_use(state: BattleState, team: str) -> bool:
    """Whether a team goes in and out of rooms: infantry on foot."""
    its = state.teams[team]
    return facts.card(state, team).kind == "infantry" and its.aboard is None and facts.acting(its)


def into(
    state: BattleState,
    unit: str,
    room: Room,
    teams: Sequence[str],
    *,
    inches: float | None = None,
    pace: Pace = "tactical",
) -> tuple[Leg, ...]:
    """The legs of those of a unit's teams that can get into a room in one move; who is there stays."""
    there = taken(state, room)
    enemies, crowd = facts.foes(state, facts.seat_of(unit)), facts.crowd(state, facts.seat_of(unit))
    legs = []
    for id in teams:
        friends = [bulk for one, bulk in crowd.items() if one != id]
        leg = leg_into(state, id, room, there, enemies, friends, inches=inches, pace=pace)
        if leg is not None:
            legs.append(leg)
            there.append((facts.stand_at(state, id, leg.way[-1]), leg.level))
    return tuple(legs)


def leg_into(
    state: BattleState,
    team: str,
    room: Room,
    there: Sequence[Taken],
    enemies: Sequence[Bulk],
    friends: Sequence[Bulk],
    *,
    inches: float | None = None,
    pace: Pace = "tactical",
) -> Leg | None:
    """A team's way into a room, from the next one through the wall, or from outside by the nearest opening."""
    own, its = room_of(state, team), state.teams[team]
    if not may_use(state, team) or (own is not None and (own.name == room.name or its.entered)):
        return None
    free = free_place(room, facts.sheet(state, team).base, there)
    if free is None:
        return None
    spot, level = free
    start = facts.spot(state, team)
    if own is not None:
        return Leg(team, (start, spot), pace, level=level) if own.name in room.neighbours else None
    most = inches if inches is not None else facts.tactical(state, team)
    path = to_door(state, team, room, enemies, friends, most)
    return None if path is None else Leg(team, (*path, spot), pace, level=level)


def to_door(
    state: BattleState, team: str, room: Room, enemies: Sequence[Bulk], friends: Sequence[Bulk], inches: float
) -> Outline | None:
    """The way from where a team stands to the nearest opening of a room that it can reach."""
    start, table, mover = facts.spot(state, team), facts.ground(state), facts.sheet(state, team).mover
    doors = [doorstep(state, team, opening) for opening in room.openings]
    most = inches * MIL - 2
    for door in sorted(doors, key=lambda spot: facts.apart(start, spot)):
        if facts.apart(start, door) > most:
            return None
        found = route(table, mover, start, door, enemies, friends)
        if found is None or found.length > most:
            continue
        gone = walk(table, mover, found.path, enemies, friends)
        if gone.stopped is None and gone.end == door:
            return gone.path if len(gone.path) > 1 else (start,)
    return None


def leg_out(
    state: BattleState,
    team: str,
    goal: Spot,
    enemies: Sequence[Bulk],
    friends: Sequence[Bulk],
    *,
    inches: float | None = None,
    pace: Pace = "tactical",
) -> Leg | None:
    """A team's way out of its room by the opening nearest to a goal, and on toward it."""
    room, its = room_of(state, team), state.teams[team]
    if room is None or its.entered or not may_use(state, team):
        return None
    table, sheet = facts.ground(state), facts.sheet(state, team)
    most = (inches if inches is not None else facts.tactical(state, team)) * MIL - 2
    doors = [doorstep(state, team, opening) for opening in room.openings]
    for door in sorted(doors, key=lambda spot: facts.apart(spot, goal)):
        found = route(table, sheet.mover, door, goal)
        path: Sequence[Spot] = found.path if found is not None else (door, goal)
        length = most
        for _ in range(SHORTER):
            gone = walk(table, sheet.mover, shortened(path, length), enemies, friends)
            if gone.length < 1:
                break
            if not facts.overlaps(state, team, gone.end, gone.facing, friends):
                return Leg(team, (facts.spot(state, team), *gone.path), pace)
            length = gone.length - 2 * sheet.half_width
    return None


def leg_within(state: BattleState, team: str, rng: random.Random) -> Leg | None:
    """A team to some other free place of its room, up or down."""
    room = room_of(state, team)
    if room is None or not may_use(state, team):
        return None
    there = taken(state, room, but=[team])
    spots = [(spot, level) for spot in places(room) for level in range(room.levels)]
    for spot, level in rng.sample(spots, min(len(spots), SHORTER)):
        if why_no_place(room, facts.stand_at(state, team, spot), level, there) is None:
            return Leg(team, (facts.spot(state, team), spot), level=level)
    return None


def next_room(state: BattleState, start: Room, goal: Room, seat: Seat) -> Room | None:
    """The first room of the shortest way from one to another inside a building, around rooms of the enemy; the last
    one may be his."""
    every, foe = rooms(state), facts.enemy(seat)
    first: dict[str, str] = {name: name for name in sorted(start.neighbours)}
    waiting = list(first)
    while waiting:
        name = waiting.pop(0)
        if name == goal.name:
            return every[first[name]]
        if holder(state, every[name]) == foe:
            continue
        for other in sorted(every[name].neighbours):
            if other not in first and other != start.name:
                first[other] = first[name]
                waiting.append(other)
    return None


def toward(
    state: BattleState, unit: str, goal: Spot, teams: Sequence[str], *, by_order: bool = False
) -> tuple[tuple[Leg, ...], list[str], Spot]:
    """A unit's legs through rooms toward a goal, those teams that walk outside, and where to: the nearest door of a
    room that is the goal."""
    seat, room = facts.seat_of(unit), rooms(state).at(goal)
    pace: Pace = "order" if by_order else "tactical"
    inches = float(state.units[unit].extra) if by_order else None
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    there = {name: taken(state, one) for name, one in rooms(state).items()}
    legs: list[Leg] = []
    rest: list[str] = []
    for id in teams:
        own, friends = room_of(state, id), [bulk for one, bulk in crowd.items() if one != id]
        leg = None
        if own is not None and room is not None and own.building == room.building:
            on = next_room(state, own, room, seat) if own.name != room.name else None
            if on is not None and holder(state, on) != facts.enemy(seat):
                leg = leg_into(state, id, on, there[on.name], enemies, friends, inches=inches, pace=pace)
        elif own is not None:
            leg = leg_out(state, id, goal, enemies, friends, inches=inches, pace=pace)
        else:
            if room is not None and holder(state, room) != facts.enemy(seat):
                leg = leg_into(state, id, room, there[room.name], enemies, friends, inches=inches, pace=pace)
            rest += [] if leg is not None else [id]
        if leg is not None:
            legs.append(leg)
            end = rooms(state).at(leg.way[-1])
            if end is not None:
                there[end.name].append((facts.stand_at(state, id, leg.way[-1]), leg.level))
            else:
                crowd[id] = bulk_after(state, leg)
    return tuple(legs), rest, _door(state, rest, room, goal)


def _door(state: BattleState, teams: Sequence[str], room: Room | None, goal: Spot) -> Spot:
    if room is None or not teams:
        return goal
    at = facts.spot(state, teams[0])
    doors = [doorstep(state, teams[0], opening) for opening in room.openings]
    return min(doors, key=lambda spot: facts.apart(at, spot), default=goal)


def at_random(
    state: BattleState, unit: str, teams: Sequence[str], rng: random.Random, *, by_order: bool = False
) -> tuple[Leg, ...]:
    """Some move of a unit's teams through rooms: all into one, on to the next, out, or a few about in theirs."""
    pace: Pace = "order" if by_order else "tactical"
    inches = float(state.units[unit].extra) if by_order else None
    able = [id for id in teams if may_use(state, id)]
    if not able:
        return ()
    first = rng.choice(able)
    inside = [id for id in able if state.teams[id].room is not None]
    kind = rng.random()
    if inside and kind < 0.2 and not by_order:
        legs = (leg_within(state, id, rng) for id in rng.sample(inside, 1))
        return tuple(leg for leg in legs if leg is not None)
    if inside and kind < 0.4:
        return _out(state, unit, inside, rng, inches, pace)
    choice = enterable(state, first)
    if not choice:
        return ()
    some = able if rng.random() < 0.7 else rng.sample(able, rng.randint(1, len(able)))
    room = rng.choice(choice) if room_of(state, first) is not None else _nearest(state, first, choice)
    return into(state, unit, room, some, inches=inches, pace=pace)


def _nearest(state: BattleState, team: str, choice: Sequence[Room]) -> Room:
    at = facts.spot(state, team)
    return min(choice, key=lambda room: facts.apart(at, room.middle))


def _out(
    state: BattleState, unit: str, inside: Sequence[str], rng: random.Random, inches: float | None, pace: Pace
) -> tuple[Leg, ...]:
    seat = facts.seat_of(unit)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    wide, high = facts.ground(state).size
    goal = (rng.randrange(wide), rng.randrange(high))
    legs: list[Leg] = []
    for id in inside:
        leg = leg_out(state, id, goal, enemies, list(crowd.values()), inches=inches, pace=pace)
        if leg is not None:
            legs.append(leg)
            crowd[id] = bulk_after(state, leg)
    return tuple(legs)
