"""Charges at, from and out of city buildings (002 Assaulting from outside, from inside City Buildings)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from orsha.kernel import Illegal
from orsha.tabletop.game import facts
from orsha.tabletop.game.approach import places_about, stands_on_any
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.contact import gap
from orsha.tabletop.game.events import Went
from orsha.tabletop.game.room_contact import enemy_rooms, met, outside, rooms_touched
from orsha.tabletop.game.room_moving import SILL, door, doorstep
from orsha.tabletop.game.rooms import FAR, Opening, Room, adjacent, holder, opening_gap, room_at, room_of, rooms
from orsha.tabletop.game.state import Assault, BattleState, Fray, Spot
from orsha.tabletop.table import Stand
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.shapes import shifted

if TYPE_CHECKING:
    from orsha.tabletop.game.charge_field import Field

FROM_OUTSIDE = "002 Assaulting from outside City Buildings"
ROOMS = "002 Assaulting & Contested Rooms"
Start = tuple[tuple[Spot, ...], Stand]
"""What comes before the walk of a charge, and from where that begins."""


# -- from outside, and out of a room


def starts(field: Field, team: str) -> list[Start]:
    """Where a charge begins: where the team stands, or before an opening of its room."""
    here = field.own[team]
    room = room_at(field.state, here.spot)
    if room is None:
        return [((), here)]
    if field.state.teams[team].entered:
        return []
    steps = [doorstep(field.state, team, opening) for opening in room.openings]
    return [((here.spot,), facts.stand_at(field.state, team, spot)) for spot in steps]


def reach_gap(field: Field, team: str, enemy: str) -> float:
    """How far it is to an enemy, or to the nearest opening of his room; from the openings of one's own."""
    there = field.enemies[enemy]
    room = room_at(field.state, there.spot)
    best = float(FAR)
    for _, here in starts(field, team):
        far = gap(here, there) if room is None else min((opening_gap(one, here) for one in room.openings), default=FAR)
        best = min(best, far)
    return best


def outside_way(field: Field, leg: Leg) -> tuple[Spot, ...]:
    """The part of a charge that is walked: all of it, or what comes after the opening of the team's own room."""
    state, name = field.state, facts.team_name(field.state, leg.team)
    if room_at(state, leg.way[-1]) is not None:
        raise Illegal(FROM_OUTSIDE, f"{name} charges to an opening of a room, not into it; from inside name the room")
    room = room_of(state, leg.team)
    if room is None:
        return leg.way
    if state.teams[leg.team].entered:
        raise Illegal("002 Moving between Rooms", f"{name} came into {room.name} in this step")
    if len(leg.way) < 2 or door(state, leg.team, room, leg.way[1]) is None:
        raise Illegal("002 Occupying a Room", f"{name} leaves {room.name} through an opening")
    return leg.way[1:]


def way(field: Field, team: str, there: Stand, enemy: str | None) -> Leg | None:
    """A straight way into contact with an enemy, with an opening of his room, or to right behind a friend."""
    state, most = field.state, field.reach(team)
    foot = facts.card(state, team).kind == "infantry"
    enemies = [other for other in field.enemies.values() if outside(state, other)]
    for before, here in starts(field, team):
        for end, facing in goals(field, here, there):
            if not field.table.holds(end) or facts.apart(here.spot, end) > most or room_at(state, end) is not None:
                continue
            stand = facts.stand_at(state, team, end, facing)
            if not field.room(team, stand) or stands_on_any(field.table, stand, enemies):
                continue
            gone = field.walk(team, (here.spot, end), facing)
            if gone.stopped is None and (enemy is None or field.touching(stand, field.enemies[enemy])):
                return Leg(team, (*before, *gone.path), facing=None if foot else facing)
    return None


def goals(field: Field, here: Stand, there: Stand) -> Iterator[tuple[Spot, int]]:
    """Where a team stands, and how it faces, when it has come to another, or to an opening of the other's room."""
    room = room_at(field.state, there.spot)
    if room is None:
        yield from places_about(here, there)
        return
    near = sorted(room.openings, key=lambda one: (opening_gap(one, here), one.a))
    for opening in near:
        yield from ((spot, (opening.outward + 180) % 360) for spot in before_opening(opening, here))


def before_opening(opening: Opening, here: Stand) -> list[Spot]:
    """The places before an opening: for two discs side by side, the nearer first, and for one in the middle."""
    shape = base(here.base)
    ahead = (shape.half_width if shape.disc else shape.half_length) + SILL
    if not shape.disc:
        return [shifted(opening.middle, opening.outward, ahead)]
    beside = [shifted(opening.middle, opening.outward, ahead, side * shape.half_width) for side in (1, -1)]
    return [
        *sorted(beside, key=lambda spot: facts.apart(spot, here.spot)),
        shifted(opening.middle, opening.outward, ahead),
    ]


# -- from inside


def contestable(state: BattleState, unit: str, held_by: str | None = None) -> list[Room]:
    """The rooms of the enemy, or of one of his units, that a unit may contest from the rooms that its teams are in."""
    from orsha.tabletop.game.charging import Field

    if not any(state.teams[id].room is not None for id in facts.teams_of(state, unit)):
        return []
    field = Field(state, unit, counter=False)
    wanted = None if held_by is None else {state.teams[id].room for id in facts.teams_of(state, held_by)}
    found = [room for room in enemy_rooms(state, field.seat) if wanted is None or room.name in wanted]
    return [room for room in found if insiders(field, [room])]


def insiders(field: Field, contested: Sequence[Room]) -> list[str]:
    """002: all teams of the unit that can charge, in rooms next to a contested one: they become assaulting teams."""
    from orsha.tabletop.game.charging import why_not

    state, found = field.state, []
    for id in facts.teams_of(state, field.unit):
        room = room_of(state, id)
        ahead = [one for one in contested if room is not None and adjacent(room, one)]
        if not ahead or why_not(field, id) is not None:
            continue
        foes = [foe for foe, team in state.teams.items() if team.room in {one.name for one in ahead}]
        if any(why_not(field, id, foe) is None for foe in foes):
            found.append(id)
    return found


def check_rooms(state: BattleState, unit: str, names: Sequence[str], legs: Sequence[Leg]) -> list[str]:
    """002 Assaulting & Contested Rooms: the teams that assault from inside; refuses rooms that cannot be contested."""
    from orsha.tabletop.game.charging import Field

    if not names:
        return []
    seat, name = facts.seat_of(unit), facts.unit_name(state, unit)
    known = rooms(state)
    field = Field(state, unit, counter=False)
    if len(set(names)) < len(names):
        raise Illegal(ROOMS, "a room is contested once")
    for one in names:
        if one not in known or holder(state, known[one]) != facts.enemy(seat):
            raise Illegal(ROOMS, f"{one!r} is no room that the enemy holds")
        if not insiders(field, [known[one]]):
            raise Illegal(ROOMS, f"no team of {name} that can charge is in a room next to {one}")
    found = insiders(field, [known[one] for one in names])
    both = [leg.team for leg in legs if leg.team in found]
    if both:
        raise Illegal(ROOMS, f"{facts.team_name(state, both[0])} assaults from the room that it is in")
    return found


def opened(state: BattleState, unit: str, ends: dict[str, Stand], names: Sequence[str]) -> Assault:
    """An assault as it begins: with the rooms that were chosen, and those that somebody came to from outside."""
    from orsha.tabletop.game.charging import Field

    seat, known = facts.seat_of(unit), rooms(state)
    inside = insiders(Field(state, unit, counter=False), [known[one] for one in names]) if names else []
    contested = dict.fromkeys([*names, *rooms_touched(state, ends.values(), seat)])
    fray = Fray(tuple(dict.fromkeys(str(state.teams[id].room) for id in inside)), tuple(contested))
    units = tuple(met(state, ends, seat, fray))
    return Assault(unit, seat, (unit,), units, (*inside, *ends), fray=fray)


def standing(state: BattleState, fight: Assault, legs: Sequence[Went]) -> list[Went]:
    """Those who charge from inside stay where they are."""
    gone = {leg.team for leg in legs}
    return [
        Went(id, (facts.spot(state, id),), state.teams[id].facing, 0, "charge", level=state.teams[id].level)
        for id in fight.teams
        if id not in gone
    ]
