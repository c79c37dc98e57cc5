"""Getting out of assaults on and in city buildings (002 Breaking Off from Contested Rooms, Consolidating)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from orsha.kernel import Illegal, passes
from orsha.tabletop.game import contact, facts, leaving
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.leaving import BREAK_OFF, RAYS, reach_of, stepped
from orsha.tabletop.game.moving import Step, check_once
from orsha.tabletop.game.room_contact import enemy_rooms, far, fray_of, outside, role
from orsha.tabletop.game.room_moving import Berth, check_berths, door, doorstep
from orsha.tabletop.game.rooms import (
    Room,
    Taken,
    adjacent,
    free_place,
    holder,
    room_at,
    room_of,
    rooms,
    rules,
    stand_gap,
    taken,
    walls,
)
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Bulk, Stand, Walk, walk
from orsha.tabletop.table.bases import outer
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted

CONTESTED = "002 Breaking Off from Contested Rooms"
CONSOLIDATING = "002 Consolidating"
STRIDE = 500
"""How far apart the places are that are tried along a way out, in mils."""
Clear = Callable[[Stand], str | None]
"""What a place is too near to; nothing if it is clear."""


class Ground(leaving.Room):
    """Both sides while teams of one get away in a city: those in rooms are in nobody's way outside."""

    def __init__(self, state: BattleState, seat: Seat, *, minding: bool = False) -> None:
        super().__init__(state, seat)
        self.minding = minding
        """Whether rooms that the enemy is in are kept away from on the way too."""
        self.floors: dict[str, list[Taken]] = {}
        """Who is in the rooms that somebody goes to."""

    def walk(self, team: str, way: Sequence[Spot], facing: int | None = None) -> Walk:
        state, sheet = self.state, facts.sheet(self.state, team)
        enemies = facts.bulks(state, (id for id, stand in self.enemies.items() if outside(state, stand)))
        if self.minding:
            enemies += [wall for room in enemy_rooms(state, self.seat) for wall in walls(room)]
        friends = [Bulk.about(stand, facts.card(state, id).kind != "infantry") for id, stand in self._others(team)]
        return walk(
            self.table, sheet.mover, way, enemies, friends if sheet.card.kind != "infantry" else [], facing=facing
        )

    def _others(self, team: str) -> list[tuple[str, Stand]]:
        return [(id, stand) for id, stand in self.own.items() if id != team and outside(self.state, stand)]

    def free(self, team: str, spot: Spot) -> bool:
        half = outer(self.own[team].base)
        return not any(facts.apart(spot, other.spot) < half + outer(other.base) for _, other in self._others(team))

    def place(self, team: str, room: Room, rng: random.Random | None = None) -> tuple[Spot, int] | None:
        """A free place in a room for a team; one that is found is taken."""
        there = self.floors.setdefault(room.name, taken(self.state, room))
        levels = list(range(room.levels))
        if rng is not None and rng.random() < 0.5:
            rng.shuffle(levels)
        found = free_place(room, facts.sheet(self.state, team).base, there, levels)
        if found is not None:
            there.append((facts.stand_at(self.state, team, found[0]), found[1]))
        return found


def starts(ground: Ground, team: str) -> list[tuple[tuple[Spot, ...], Spot]]:
    """Where a way out begins: where the team stands, or before the openings of its room."""
    here, room = ground.own[team].spot, room_at(ground.state, ground.own[team].spot)
    if room is None:
        return [((), here)]
    return [((here,), doorstep(ground.state, team, opening)) for opening in room.openings]


def ways(
    ground: Ground, team: str, clear: Clear, most: int, rng: random.Random | None = None
) -> Iterator[tuple[tuple[Spot, ...], Walk]]:
    """Straight ways to a place that is clear, each with what comes before it; the shortest first, or at random."""
    found: list[tuple[int, int, tuple[Spot, ...], Spot]] = []
    for before, start in starts(ground, team):
        for n in range(RAYS):
            turn = 360 * n // RAYS
            for mils in range(0, most + 1, STRIDE):
                if clear(facts.stand_at(ground.state, team, shifted(start, turn, mils), turn)) is None:
                    found.append((mils, turn, before, start))
                    break
    found.sort() if rng is None else rng.shuffle(found)
    for mils, turn, before, start in found:
        spot = shifted(start, turn, mils)
        if not ground.table.holds(spot) or not ground.free(team, spot) or room_at(ground.state, spot) is not None:
            continue
        gone = ground.walk(team, (start, spot), turn)
        there = facts.stand_at(ground.state, team, gone.end, gone.facing)
        if gone.stopped is None and gone.length <= most and clear(there) is None:
            yield before, gone


# -- breaking off


def leavers(state: BattleState, unit: str) -> list[str]:
    """002: all in contested rooms; nobody from an assaulting room; outside, those not clear of the assaulting teams."""
    fray, foes = fray_of(state), list(contact.assaulting(state).values())
    most = state.setup.moves.after.clear * MIL
    found = []
    for id in facts.teams_of(state, unit):
        part, here = role(state, id), facts.stand(state, id)
        near = part is None and any(far(state, fray, here, foe) <= most for foe in foes)
        if state.teams[id].aboard is None and (part == "contested" or near):
            found.append(id)
    return found


def doomed(state: BattleState, team: str) -> str | None:
    """002: why a team cannot get out of a contested room at all."""
    if state.teams[team].bailed_out:
        return "it is Bailed Out and cannot move"
    if role(state, team) != "contested":
        return None
    if facts.card(state, team).kind != "infantry":
        return "guns do not leave a contested room"
    return "it is above the ground floor" if state.teams[team].level else None


def clear_for(state: BattleState, team: str) -> Clear:
    """What a team that breaks off must be clear of outside: its contested room, the assaulting teams, and as ever the
    rooms that the enemy is in."""
    fray, foes = fray_of(state), contact.assaulting(state)
    own = room_of(state, team)
    least, out = state.setup.moves.after.clear * MIL, round(rules().break_off * MIL)
    held = enemy_rooms(state, facts.seat_of(team))
    keep = round(rules().clear * MIL)

    def clear(stand: Stand) -> str | None:
        if own is not None and stand_gap(own, stand) <= out:
            return own.name
        near = next((id for id, foe in foes.items() if far(state, fray, stand, foe) <= least), None)
        if near is not None:
            return facts.team_name(state, near)
        return next((room.name for room in held if stand_gap(room, stand) <= keep), None)

    return clear


def refuges(state: BattleState, team: str) -> list[Room]:
    """002: the rooms next to a contested one that are empty or friendly, one too that was won and left empty. Ours: not
    another contested one, which would be left as well. Who came into its own in this step may go on: it must."""
    own = room_of(state, team)
    if own is None:
        return []
    fray, foe = fray_of(state), facts.enemy(facts.seat_of(team))
    return [
        room
        for room in rooms(state).values()
        if adjacent(own, room) and room.name not in fray.contested and holder(state, room) != foe
    ]


def exits(ground: Ground, team: str, rng: random.Random | None = None) -> Leg | None:
    """A way out for a team: into a room next door, or into the open."""
    state = ground.state
    if doomed(state, team) is not None or not reach_of(state, team):
        return None
    rooms_of = refuges(state, team)
    open_first = rng is not None and rng.random() < 0.4
    if rng is not None:
        rng.shuffle(rooms_of)
    if open_first:
        leg = _into_open(ground, team, rng)
        if leg is not None:
            return leg
    for room in rooms_of:
        found = ground.place(team, room, rng)
        if found is not None:
            ground.own[team] = facts.stand_at(state, team, found[0])
            return Leg(team, (facts.spot(state, team), found[0]), level=found[1])
    return None if open_first else _into_open(ground, team, rng)


def _into_open(ground: Ground, team: str, rng: random.Random | None) -> Leg | None:
    found = islice(ways(ground, team, clear_for(ground.state, team), reach_of(ground.state, team), rng), 4)
    order = sorted(found, key=lambda one: len(one[1].checks)) if rng is None else found
    for before, gone in order:
        leg = Leg(team, (*before, *gone.path))
        if _gets_clear(ground, leg):
            ground.put(team, gone.end, gone.facing)
            return leg
    return None


def _gets_clear(ground: Ground, leg: Leg) -> bool:
    """Whether a way, walked from its start as a whole, still ends clear: a tank may face otherwise at its end."""
    try:
        step = _walked(ground, leg, reach_of(ground.state, leg.team), BREAK_OFF)
    except Illegal:
        return False
    end = facts.stand_at(ground.state, leg.team, step.walk.end, step.walk.facing)
    return clear_for(ground.state, leg.team)(end) is None


def clear_legs(state: BattleState, units: Sequence[str], rng: random.Random | None = None) -> tuple[Leg, ...]:
    """Ways out for every team of some units that has one."""
    ground = Ground(state, facts.seat_of(units[0]))
    found = [exits(ground, id, rng) for unit in units for id in leavers(state, unit)]
    return tuple(leg for leg in found if leg is not None)


def plan_break_off(state: BattleState, units: Sequence[str], legs: Sequence[Leg]) -> list[Step]:
    """Every leg of a break off as it goes if no die fails; refuses what does not get out or not clear."""
    out = {id for unit in units for id in leavers(state, unit)}
    check_once(legs, BREAK_OFF, "a team breaks off once")
    ground, steps = Ground(state, facts.seat_of(units[0])), []
    for leg in legs:
        if leg.team not in out:
            raise Illegal(BREAK_OFF, f"{leg.team} is no team that has to break off")
        why = doomed(state, leg.team)
        if why is not None:
            raise Illegal(CONTESTED, f"{facts.team_name(state, leg.team)} does not break off: {why}; it is lost")
        steps.append(_broken_off(ground, leg))
    berths = [Berth(step.leg.team, step.into, step.leg.level) for step in steps if step.into is not None]
    check_berths(state, berths, [], CONTESTED)
    return steps


def _broken_off(ground: Ground, leg: Leg) -> Step:
    state, name = ground.state, facts.team_name(ground.state, leg.team)
    end = room_at(state, leg.way[-1])
    if end is not None:
        if end.name not in {room.name for room in refuges(state, leg.team)} or len(leg.way) != 2:
            raise Illegal(
                CONTESTED, f"{name} goes to an empty or friendly room next to its own, or out of the building"
            )
        return next_door(state, leg, CONTESTED)
    step = _walked(ground, leg, reach_of(state, leg.team), BREAK_OFF)
    near = clear_for(state, leg.team)(facts.stand_at(state, leg.team, step.walk.end, step.walk.facing))
    if near is not None:
        raise Illegal(CONTESTED, f"{name} is not clear of {near} there; who cannot get clear is left out, and lost")
    ground.put(leg.team, step.walk.end, step.walk.facing)
    return step


def next_door(state: BattleState, leg: Leg, rule: str) -> Step:
    """A leg from room to room, or within one."""
    start = facts.spot(state, leg.team)
    if leg.way[0] != start or len(leg.way) != 2:
        raise Illegal(rule, f"{facts.team_name(state, leg.team)} goes from where it stands, at {start}, to the room")
    facing = state.teams[leg.team].facing if leg.facing is None else leg.facing
    return Step(leg, Walk((start,), 0, facing), start, into=leg.way[-1])


def _walked(ground: Ground, leg: Leg, most: int, rule: str) -> Step:
    """A leg that ends outside, walked from where the team stands or from an opening of its room."""
    state, start = ground.state, facts.spot(ground.state, leg.team)
    room = room_of(state, leg.team)
    if room is None:
        gone = stepped(ground, leg, most, rule)
        return Step(leg, gone, start)
    name = facts.team_name(state, leg.team)
    if leg.way[0] != start:
        raise Illegal(rule, f"{name} starts where it stands, at {start}, not at {leg.way[0]}")
    if len(leg.way) < 2 or door(state, leg.team, room, leg.way[1]) is None:
        raise Illegal("002 Occupying a Room", f"{name} leaves {room.name} through an opening")
    ground.put(leg.team, leg.way[1], 0)
    gone = stepped(ground, Leg(leg.team, leg.way[1:], facing=leg.facing), most, rule)
    return Step(leg, gone, start, out=True)


def got_away(before: BattleState, team: str, end: Stand) -> bool:
    """Whether a team that broke off is where it should be, whatever dice did to it on its way."""
    room = room_at(before, end.spot)
    own = room_of(before, team)
    if room is not None:
        return own is None or room.name != own.name
    return clear_for(before, team)(end) is None


def may_get_clear(state: BattleState, team: str) -> bool:
    """Whether a team may get out: its player is asked where to."""
    return doomed(state, team) is None and reach_of(state, team) > 0


# -- falling back


def ways_back(
    state: BattleState, seat: Seat, teams: Sequence[str], clear: int, most: int
) -> Iterator[tuple[str, Walk]]:
    """Ways back for teams outside whose charge is over; who is in a room stays there (002)."""
    ground, held = Ground(state, seat), enemy_rooms(state, seat)
    foes = [stand for stand in ground.enemies.values() if outside(state, stand)]

    def near(stand: Stand) -> str | None:
        close = any(stand_gap(room, stand) < clear for room in held) or any(contact.near(stand, f, clear) for f in foes)
        return "the enemy" if close else None

    for id in teams:
        if state.teams[id].room is not None or near(ground.own[id]) is None:
            continue
        gone = leaving.safest(state, id, (way for _, way in islice(ways(ground, id, near, most), 4)))
        if gone is not None:
            ground.put(id, gone.end, ground.own[id].facing)
            yield id, gone


# -- consolidating


def into_room(state: BattleState, seat: Seat, leg: Leg, most: int) -> Step:
    """002 Consolidating: a leg into a contested room, from a room next to it or from near outside the building."""
    team, name, end = leg.team, facts.team_name(state, leg.team), room_at(state, leg.way[-1])
    assert end is not None
    own, asked = room_of(state, team), state.asked
    if own is not None and own.name == end.name:
        return next_door(state, leg, CONSOLIDATING)
    if asked is None or end.name not in asked.rooms:
        raise Illegal(CONSOLIDATING, f"{name} moves into a contested room; {end.name} is none")
    if facts.card(state, team).kind != "infantry":
        raise Illegal("002 Tanks and Guns in City Buildings", f"{name} cannot enter a city building")
    if holder(state, end) == facts.enemy(seat):
        raise Illegal(CONSOLIDATING, f"{name} cannot enter {end.name}: the enemy is in it")
    if own is not None:
        if not adjacent(own, end):
            raise Illegal(CONSOLIDATING, f"{end.name} shares no wall with {own.name}")
        if state.teams[team].entered:
            raise Illegal("002 Moving between Rooms", f"{name} came into {own.name} in this step")
        return next_door(state, leg, CONSOLIDATING)
    if len(leg.way) < 2 or door(state, team, end, leg.way[-2]) is None:
        raise Illegal("002 Occupying a Room", f"{name} enters {end.name} through an opening")
    ground = Ground(state, seat)
    most = min(most, round(rules().consolidate * MIL)) if most else 0
    gone = stepped(ground, Leg(team, leg.way[:-1], facing=leg.facing), most, CONSOLIDATING)
    return Step(leg, gone, facts.spot(state, team), into=leg.way[-1])


def plan_consolidation(
    state: BattleState, seat: Seat, legs: Sequence[Leg], inches_of: Callable[[BattleState, str], int]
) -> list[Step]:
    """Every leg of a consolidation in a city, as it goes if no die fails."""
    ground, steps = Ground(state, seat, minding=True), []
    for leg in legs:
        most = inches_of(state, leg.team) * MIL
        if room_at(state, leg.way[-1]) is not None:
            steps.append(into_room(state, seat, leg, most))
            continue
        if room_of(state, leg.team) is not None:
            raise Illegal(CONSOLIDATING, f"{facts.team_name(state, leg.team)} moves into contested rooms only")
        gone = stepped(ground, leg, most, CONSOLIDATING)
        ground.put(leg.team, gone.end, gone.facing)
        steps.append(Step(leg, gone, gone.path[0]))
    inside = [step.leg.team for step in steps if step.into is not None]
    berths = [Berth(step.leg.team, step.into, step.leg.level) for step in steps if step.into is not None]
    check_berths(state, berths, [id for id in inside if state.teams[id].room is not None], CONSOLIDATING)
    return steps


def shift_into(ground: Ground, team: str, names: Sequence[str], rng: random.Random | None = None) -> Leg | None:
    """A way for a team into one of some rooms; nothing if it has none."""
    state, own = ground.state, room_of(ground.state, team)
    here = facts.spot(state, team)
    if facts.card(state, team).kind != "infantry":
        return None
    for name in names:
        room = rooms(state)[name]
        for opening in (None,) if own is not None else room.openings:
            step = () if opening is None else (doorstep(state, team, opening),)
            leg = Leg(team, (here, *step, room.middle))
            if not passes(into_room, state, ground.seat, leg, state.setup.moves.after.consolidate * MIL):
                continue
            found = ground.place(team, room, rng)
            if found is not None:
                return Leg(team, (here, *step, found[0]), level=found[1])
    return None
