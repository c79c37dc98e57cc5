"""The staff's moves in a city (002): into rooms, from room to room up to the enemy, tanks to where they see windows."""

from __future__ import annotations

from orsha.bots.staff import city, moving
from orsha.bots.staff.city_assaults import promising, promising_outside
from orsha.bots.staff.city_plan import AT_HAND
from orsha.bots.staff.plan import Task
from orsha.tabletop.game import changing, facts, firing_guess, ways
from orsha.tabletop.game.commands import BattleCommand, Leg, March
from orsha.tabletop.game.edge_sight import seen_from
from orsha.tabletop.game.moving import bulk_after
from orsha.tabletop.game.room_contact import enemy_rooms
from orsha.tabletop.game.room_moving import doorstep
from orsha.tabletop.game.room_ways import leg_into, leg_out
from orsha.tabletop.game.rooms import (
    Room,
    Taken,
    buildings,
    free_place,
    holder,
    inside,
    room_at,
    room_of,
    rooms,
    rules,
    spot_gap,
    stand_gap,
    taken,
)
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import route
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted

ENOUGH = 6
"""So many teams in a room keep it."""
SURELY = 0.2
"""Who keeps a room is not tempted out of it by less."""
WALL = 5000
"""What going on to the next room counts for, as a way outside, in mils."""
A_STEP = 1000
"""For less than that nobody gives up his aim, in mils."""
CROWDED, IN_THE_WAY = 5000, 1000
"""Who is so near to a door is in the way, and what he counts for, as a way, in mils."""
BEFORE = 3000
"""So far from a window of the enemy one may stand, in mils, and charge from there."""
OUT_OF_REACH = 7000
"""Tanks keep so far from rooms of the enemy, in mils;"""
IN_RANGE = 16_000
"""and want to see him from nearer than this."""
TURNS = 12
RINGS = (8000, 11_000)
"""Where tanks look for a place to shoot from, about a room of the enemy."""


def act(state: BattleState, seat: Seat, unit: str, task: Task, tried: set[str]) -> BattleCommand | None:
    """What a unit does now; nothing: it stays."""
    its = state.units[unit]
    if its.arriving or its.extra or changing.riders(state, unit):
        return moving.act(state, seat, unit, task, tried)
    if its.moved:
        return None if city.housed(state, unit) else moving.act(state, seat, unit, task, tried)
    if its.pinned:
        return None
    if not city.storms(state, unit):
        return _drive(state, seat, unit, task, tried)
    goal = room_at(state, task.at) if task.at is not None else None
    if goal is None:
        outside = task.at is not None and not city.housed(state, unit)
        return moving.act(state, seat, unit, task, tried) if outside else _out(state, unit, task)
    legs = ways.checked(state, unit, _legs(state, seat, unit, goal, keep=task.role == "keep"))
    if not legs and (promising(state, unit) if task.role != "keep" else promising(state, unit, SURELY)):
        legs = ways.checked(state, unit, _ready(state, unit))
    going = {leg.team for leg in legs}
    waiting = [id for id in ways.movers(state, unit) if state.teams[id].room is None and id not in going]
    if waiting and promising_outside(state, unit):
        legs = ways.checked(state, unit, (*legs, *(Leg(id, (facts.spot(state, id),)) for id in waiting)))
    return March(unit, legs) if legs else None


def _out(state: BattleState, unit: str, task: Task) -> BattleCommand | None:
    """Out of the building to a goal outside."""
    if task.at is None:
        return None
    legs = ways.checked(state, unit, ways.toward(state, unit, task.at))
    return March(unit, legs) if legs else None


def _ready(state: BattleState, unit: str) -> tuple[Leg, ...]:
    """Those who will assault from where they are count as moving: who shoots at the full rate does not charge."""
    inside = [id for id in ways.movers(state, unit) if state.teams[id].room is not None]
    return tuple(Leg(id, (facts.spot(state, id),), level=state.teams[id].level) for id in inside)


def _legs(state: BattleState, seat: Seat, unit: str, goal: Room, *, keep: bool) -> tuple[Leg, ...]:
    """The unit's way to a room: in by the nearest door, from room to room, and next door while the enemy is in it.

    Who keeps a room goes into it until there are enough; the others look out of the windows next door.
    """
    walk = _Walk(state, seat, unit, goal, keep=keep)
    for id in ways.movers(state, unit):
        walk.go(id)
    return (*walk.legs, *walk.outside())


class _Walk:
    """The teams of a unit on their way to a room, one after the other."""

    def __init__(self, state: BattleState, seat: Seat, unit: str, goal: Room, *, keep: bool) -> None:
        self.state, self.seat, self.unit, self.goal = state, seat, unit, goal
        self.wanted = {room.name: room for room in city.around(state, seat, goal)}
        self.far = city.steps_to(state, seat, self.wanted)
        self.theirs = enemy_rooms(state, seat)
        self.keep, self.inside = keep, len(inside(state, goal))
        self.there: dict[str, list[Taken]] = {name: taken(state, room) for name, room in rooms(state).items()}
        self.enemies, self.crowd = facts.foes(state, seat), facts.crowd(state, seat)
        self.legs: list[Leg] = []
        self.rest: list[str] = []
        """Those who walk outside."""

    def go(self, team: str) -> None:
        own = room_of(self.state, team)
        if own is None:
            entry = self._entry(team)
            leg = self._into(team, entry) if entry is not None else None
            self.rest += [team] if leg is None else []
        elif own.building != self.goal.building or own.name not in self.far:
            leg = self._leave(team)
        else:
            on = self._next(own, facts.sheet(self.state, team).base)
            leg = self._into(team, on) if on is not None else None
        if leg is not None:
            self._gone(leg)

    def _entry(self, team: str) -> Room | None:
        """The room to go in by: near, and not far from the goal inside."""
        here, every = facts.spot(self.state, team), buildings(self.state)[self.goal.building]
        able = [room for room in every if room.name in self.far and self._doors(team, room)]
        return min(able, key=lambda room: spot_gap(room, here) + WALL * self.far[room.name], default=None)

    def _doors(self, team: str, room: Room) -> list[Spot]:
        """The openings that a team can go in by: not those of the enemy, nor right beside a room of his."""
        if not self._open_to(room):
            return []
        clear = rules().clear * MIL
        steps = [doorstep(self.state, team, opening) for opening in room.openings]
        stands = [facts.stand_at(self.state, team, spot) for spot in steps]
        return [stand.spot for stand in stands if all(stand_gap(one, stand) >= clear for one in self.theirs)]

    def _next(self, own: Room, base: str) -> Room | None:
        """The next room on the way, the one with a place low down first; nothing for who is there."""
        if own.name in self.wanted or (self.keep and self.inside >= ENOUGH and own.name in self.goal.neighbours):
            return None
        near = [rooms(self.state)[name] for name in sorted(own.neighbours) if name in self.far]
        nearer = [room for room in near if self.far[room.name] < self.far[own.name] and self._open_to(room)]
        return min(nearer, key=lambda room: (self._floor(room, base), room.name), default=None)

    def _open_to(self, room: Room) -> bool:
        return holder(self.state, room) != facts.enemy(self.seat)

    def _floor(self, room: Room, base: str) -> int:
        free = free_place(room, base, self.there[room.name])
        return room.levels if free is None else free[1]

    def _into(self, team: str, room: Room) -> Leg | None:
        friends = [bulk for one, bulk in self.crowd.items() if one != team]
        return leg_into(self.state, team, room, self.there[room.name], self.enemies, friends)

    def _leave(self, team: str) -> Leg | None:
        """Out of another building, or of rooms that the enemy has cut off from the goal."""
        entry = self._entry(team)
        goal = entry if entry is not None else self.goal
        friends = [bulk for one, bulk in self.crowd.items() if one != team]
        door = self._door(team, goal)
        return leg_out(self.state, team, door, self.enemies, friends)

    def _door(self, team: str, room: Room) -> Spot:
        here = facts.spot(self.state, team)
        doors = self._doors(team, room) or [doorstep(self.state, team, opening) for opening in room.openings]
        return min(doors, key=lambda spot: facts.apart(spot, here), default=room.middle)

    def _gone(self, leg: Leg) -> None:
        self.legs.append(leg)
        end = room_at(self.state, leg.way[-1])
        if end is not None:
            self.inside += end.name == self.goal.name
            self.there[end.name].append((facts.stand_at(self.state, leg.team, leg.way[-1]), leg.level))
        else:
            self.crowd[leg.team] = bulk_after(self.state, leg)

    def outside(self) -> tuple[Leg, ...]:
        """The others walk to the door, or to one of the enemy's if there is no other."""
        if not self.rest:
            return ()
        state, front = self.state, self.rest[0]
        entry = self._entry(front)
        door = self._door(front, entry) if entry is not None else self._free_door(front)
        start, mover = facts.spot(state, front), facts.sheet(state, front).mover
        others = [bulk for id, bulk in self.crowd.items() if id not in self.rest]
        table = facts.ground(state)
        found = route(table, mover, start, door, self.enemies, others)
        found = found or route(table, mover, start, door, self.enemies) or route(table, mover, start, door)
        path = found.path if found is not None else (start, door)
        if len(path) < 2 or facts.apart(start, door) < 100:
            return ()
        legs = ways.follow(state, self.unit, path, self.enemies, self.crowd, self.rest)
        return tuple(leg for leg in legs if facts.apart(leg.way[0], leg.way[-1]) >= A_STEP)

    def _free_door(self, team: str) -> Spot:
        """Where every room is the enemy's: under the windows of his room or of one next to it, where fewer of ours
        are already."""
        every = [self.goal, *(rooms(self.state)[name] for name in sorted(self.goal.neighbours))]
        doors = [(opening.before(BEFORE), room) for room in every for opening in room.openings]
        here, own = facts.spot(self.state, team), facts.unit_id(team)
        others = [facts.spot(self.state, id) for id in self.crowd if facts.unit_id(id) != own]

        def cost(one: tuple[Spot, Room]) -> tuple[float, Spot]:
            crowd = sum(facts.apart(one[0], at) < CROWDED for at in others)
            return facts.apart(one[0], here) + WALL * (one[1] != self.goal) + IN_THE_WAY * crowd, one[0]

        table = facts.ground(self.state)
        able = [one for one in doors if table.holds(one[0]) and room_at(self.state, one[0]) is None]
        return min(able, key=cost, default=(self.goal.middle, self.goal))[0]


# -- tanks


def _drive(state: BattleState, seat: Seat, unit: str, task: Task, tried: set[str]) -> BattleCommand | None:
    """Tanks go for objectives outside, or to where they see rooms of the enemy; so do guns that
    see nobody."""
    if task.at is not None:
        return None if _holds(state, unit, task.at) else moving.act(state, seat, unit, task, tried)
    kind = facts.unit_sheet(state, unit).unit.kind
    if kind not in ("tank", "gun") or not ways.movers(state, unit):
        return None
    if kind == "gun" and (city.housed(state, unit) or firing_guess.plan(state, unit).aims):
        return None
    here = moving.leader_spot(state, unit)
    goal = lookout_place(state, seat, here)
    if goal is None or goal == here:
        return None
    legs = ways.checked(state, unit, ways.toward(state, unit, goal))
    return March(unit, legs) if legs else None


def _holds(state: BattleState, unit: str, at: Spot) -> bool:
    """Whether one of a unit's teams is so near to an objective that it holds it: then nobody drives past it."""
    able = [id for id in facts.teams_of(state, unit) if facts.may_hold(state, id)]
    return any(facts.gap_to_spot(state, id, at) <= AT_HAND for id in able)


def lookout_place(state: BattleState, seat: Seat, here: Spot) -> Spot | None:
    """A place from which windows of the enemy are seen, out of reach of who is behind them: one's own, if so."""
    held = enemy_rooms(state, seat)
    if not held:
        return None
    if _good(held, here) and any(_seen(state, held, here)):
        return here
    about = [shifted(room.middle, 360 * n // TURNS, ring) for room in held for n in range(TURNS) for ring in RINGS]
    table = facts.ground(state)
    able = [at for at in about if table.holds(at) and room_at(state, at) is None and _good(held, at)]
    near = sorted(able, key=lambda at: facts.apart(at, here))
    return next((at for at in near if any(_seen(state, held, at))), None)


def _good(held: list[Room], at: Spot) -> bool:
    return OUT_OF_REACH <= min(spot_gap(room, at) for room in held) <= IN_RANGE


def _seen(state: BattleState, held: list[Room], at: Spot) -> list[bool]:
    """Which rooms are seen from a spot."""
    return seen_from(state, [at], [room.middle for room in held])
