"""How near a move comes to the enemy: what pinned teams and dashes must mind (core 4.1, 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.tabletop.battle import dashes
from orsha.tabletop.game import facts, room_moving
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.rooms import room_at, room_of, rooms, walls
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Bulk, Walk
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.walking import from_way


def closing(state: BattleState, leg: Leg, gone: Walk) -> tuple[int | None, int | None, int | None]:
    """For pinned teams: the nearest enemy in sight at the start, at the end, and on the way."""
    if rooms(state):
        return _closing_in_city(state, leg, gone)
    seen = room_moving.in_sight(state, leg.team)
    if not seen:
        return None, None, None
    half = base(facts.sheet(state, leg.team).base).half_width
    foes = facts.bulks(state, seen)
    start, end, nearest = [from_way(way, foes) - half for way in (gone.path[:1], gone.path[-1:], gone.path)]
    return round(start), round(end), round(nearest)


def _closing_in_city(state: BattleState, leg: Leg, gone: Walk) -> tuple[int | None, int | None, int | None]:
    """The same where there are rooms (002 Occupying a Room): by their edges, that of the room which it enters too."""
    end = gone.end if room_at(state, leg.way[-1]) is None else leg.way[-1]
    facing = state.teams[leg.team].facing  # who only turns comes no nearer
    before, after = room_moving.closing(state, leg.team, facts.stand_at(state, leg.team, end, facing))
    if before is None or after is None:
        return None, None, None
    return before, after, min(after, before - _nearer_on_way(state, leg.team, gone.path, before))


def _nearer_on_way(state: BattleState, team: str, path: Sequence[Spot], before: int) -> int:
    """By how much a way comes nearer to the enemy in sight than it began: from outside, or from the edge of a room."""
    half = base(facts.sheet(state, team).base).half_width
    seen = [bulk for id in room_moving.in_sight(state, team) for bulk in _bulks(state, id)]
    start, nearest = from_way(path[:1], seen) - half, from_way(path, seen) - half
    return max(round((start if room_of(state, team) is None else before) - nearest), 0)


def _bulks(state: BattleState, team: str) -> Sequence[Bulk]:
    """A team as others come near it: by itself, or by the walls of its room."""
    room = room_of(state, team)
    return facts.bulks(state, [team]) if room is None else walls(room)


def goes_back(state: BattleState, leg: Leg) -> bool:
    """Ruling A174: whether a leg ends farther from the nearest enemy than it began. 002 Occupying a Room: in and out of
    rooms, by their edges."""
    ends = leg.way[0], leg.way[-1]
    edges = any(room_at(state, at) is not None for at in ends)
    start, end = [_to_foes(state, leg.team, at, edges=edges) for at in ends]
    return end > start + 1


def _to_foes(state: BattleState, team: str, at: Spot, *, edges: bool) -> float:
    """How far the nearest enemy is from a team at a spot: from its middle, or from its edge and those of rooms."""
    seat = facts.seat_of(team)
    if not edges:
        foes = facts.on_foot(state, facts.enemy(seat))
        return from_way((at,), foes) if foes else 0.0
    here, room = facts.stand_at(state, team, at), room_at(state, at)
    return min([room_moving.gap_from(state, here, room, id) for id in facts.targets(state, seat)], default=0)


def to_enemy(state: BattleState, leg: Leg, gone: Walk) -> int | None:
    """How near a dash comes to the enemy: on its way, and (002 Occupying a Room) in the rooms that it leaves or enters,
    measured from their edges."""
    if not rooms(state):
        return gone.nearest_enemy
    foes = facts.targets(state, facts.seat_of(leg.team))
    on_way = () if gone.nearest_enemy is None else (gone.nearest_enemy,)
    return min((*on_way, *(far for id in foes for far in _from_rooms(state, leg, id))), default=None)


def _from_rooms(state: BattleState, leg: Leg, enemy: str) -> list[int]:
    """How far an enemy is from the rooms that a leg begins and ends in."""
    ends = room_of(state, leg.team), room_at(state, leg.way[-1])
    here = facts.stand(state, leg.team)
    return [room_moving.gap_from(state, here, room, enemy) for room in ends if room is not None]


def with_sight(state: BattleState, leg: Leg, gone: Walk, who: dashes.Mover, clear: int) -> dashes.Mover:
    """The switch that lets a dash pass by enemies who do not see it: those in reach of its way are asked."""
    near = [
        id
        for id in facts.targets(state, facts.seat_of(leg.team))
        if _comes_to(state, leg.team, gone, id) < clear or any(far < clear for far in _from_rooms(state, leg, id))
    ]
    return replace(who, enemy_seen=any(facts.sight(state, leg.team, id).clear for id in near))


def _comes_to(state: BattleState, team: str, gone: Walk, enemy: str) -> float:
    """How near a team comes to an enemy: on its way as wide as it is, at its end all of it."""
    own = facts.stand_at(state, team, gone.end, gone.facing)
    end = facts.stands_gap(facts.ground(state), own, facts.stand(state, enemy))
    return min(from_way(gone.path, [facts.bulk(state, enemy)]) - base(own.base).half_width, end)
