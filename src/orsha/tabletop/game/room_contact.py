"""Who is in contact with whom, and how far apart, in assaults on and in city buildings (002).

A team outside is in contact with a room at one of its openings, and then with every team in it. Teams in assaulting
and contested rooms that share a wall are in contact with each other. Rooms that are neither have no part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from orsha.tabletop.battle.assault import won
from orsha.tabletop.game import contact, facts
from orsha.tabletop.game.contact import Stands, active, touch
from orsha.tabletop.game.riding import TOUCH
from orsha.tabletop.game.rooms import FAR, Room, adjacent, between, opening_gap, room_at, room_of, rooms, stand_gap
from orsha.tabletop.game.state import BattleState, Fray
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Stand
from orsha.tabletop.table.kinds import MIL

Touches = Callable[[Stand, Stand], bool]


def linked(fray: Fray, one: Room, other: Room) -> bool:
    """002 In Contact: an assaulting and a contested room that share a wall."""
    ahead = one.name in fray.assaulting and other.name in fray.contested
    back = other.name in fray.assaulting and one.name in fray.contested
    return (ahead or back) and adjacent(one, other)


def at_opening(room: Room, stand: Stand) -> bool:
    """002 Assaulting from outside: whether a team outside is in contact with an opening of a room."""
    return any(opening_gap(opening, stand) <= TOUCH for opening in room.openings)


def touches(state: BattleState, fray: Fray | None) -> Touches:
    """Contact between two stands. Without a fray nobody has charged yet: any room can be come to from outside."""

    def touching(one: Stand, other: Stand) -> bool:
        a, b = room_at(state, one.spot), room_at(state, other.spot)
        if a is not None and b is not None:
            return fray is not None and linked(fray, a, b)
        if a is not None:
            return (fray is None or a.name in fray.contested) and at_opening(a, other)
        if b is not None:
            return (fray is None or b.name in fray.contested) and at_opening(b, one)
        return touch(one, other)

    return touching


def beside(state: BattleState) -> Touches:
    """Whether one team outside stands right behind another: walls are no friends."""
    return lambda one, other: touch(one, other) and outside(state, one) and outside(state, other)


def outside(state: BattleState, stand: Stand) -> bool:
    return room_at(state, stand.spot) is None


def far(state: BattleState, fray: Fray, one: Stand, other: Stand) -> int:
    """How far two teams of an assault are from each other, in mils; who has no part in it is out of all reach."""
    a, b = room_at(state, one.spot), room_at(state, other.spot)
    if a is not None and b is not None:
        return 0 if linked(fray, a, b) else FAR
    if a is None and b is None:
        return round(contact.gap(one, other))
    room, stand = (a, other) if a is not None else (b, one)
    assert room is not None
    return stand_gap(room, stand) if room.name in fray.contested else FAR


# -- an assault under way


def fray_of(state: BattleState) -> Fray:
    assert state.assault is not None and state.assault.fray is not None
    return state.assault.fray


def role(state: BattleState, team: str) -> Literal["contested", "assaulting", "bystander"] | None:
    """What a team's room is in the assault under way; nothing for teams outside."""
    room, fray = state.teams[team].room, fray_of(state)
    if room is None:
        return None
    return "contested" if room in fray.contested else "assaulting" if room in fray.assaulting else "bystander"


def in_contact(state: BattleState) -> tuple[list[str], list[str]]:
    """contact.in_contact where there are rooms."""
    fight = contact.under_way(state)
    return locked(state, contact.assaulting(state), contact.side(state, facts.enemy(fight.by)))


def locked(state: BattleState, ours: Stands, theirs: Stands) -> tuple[list[str], list[str]]:
    """The teams of each side that are in contact, and infantry outside right behind one of them."""
    touching = touches(state, fray_of(state))
    pairs = [(a, b) for a, stand in ours.items() for b, other in theirs.items() if touching(stand, other)]
    first, second = {a for a, _ in pairs}, {b for _, b in pairs}
    return _with_those_behind(state, ours, first), _with_those_behind(state, theirs, second)


def _with_those_behind(state: BattleState, side: Stands, front: set[str]) -> list[str]:
    foot, behind = contact.foot_of(state, side), beside(state)
    return [
        id
        for id, stand in side.items()
        if id in front or (id in foot and any(behind(stand, side[other]) for other in front))
    ]


def involved(state: BattleState) -> list[str]:
    """002 Check if the Assault is Over: units with an active team in a contested room; outside as ever."""
    fight, fray, rules = contact.under_way(state), fray_of(state), state.setup.moves
    ours = list(contact.assaulting(state).values())
    charged = facts.seat_of(fight.unit) != fight.by
    found: dict[str, list[int]] = {}
    for id in active(state, facts.targets(state, fight.by)) if ours else ():
        unit, stand = facts.unit_id(id), facts.stand(state, id)
        if charged and unit not in fight.defenders:
            continue
        held = not charged and state.teams[id].room in fray.contested
        found.setdefault(unit, []).append(0 if held else min(far(state, fray, stand, other) for other in ours))
    return [unit for unit, mils in found.items() if not won(mils, rules)]


def met(state: BattleState, own: Stands, seat: Seat, fray: Fray) -> list[str]:
    """The enemy units in contested rooms, and those outside that teams of a seat outside touch or come near to."""
    most = state.setup.moves.after.contact * MIL
    out = [stand for stand in own.values() if outside(state, stand)]
    found = []
    for id, stand in contact.side(state, facts.enemy(seat)).items():
        room = state.teams[id].room
        if room in fray.contested or (room is None and any(contact.near(stand, other, most) for other in out)):
            found.append(facts.unit_id(id))
    return list(dict.fromkeys(found))


# -- Defensive Fire


def for_rooms(fray: Fray) -> bool:
    """Whether an assault is fought for rooms, or from them; otherwise it is one in the open, in a city."""
    return bool(fray.contested or fray.assaulting)


def fire_gap(state: BattleState, fray: Fray, one: Stand, other: Stand) -> int:
    """How far it is for Defensive Fire. 002 Occupying a Room: from the room's edge, also where no room is assaulted."""
    if for_rooms(fray):
        return far(state, fray, one, other)
    measured = between(one, room_at(state, one.spot), other, room_at(state, other.spot))
    return round(contact.gap(one, other)) if measured is None else measured


def face_to_face(state: BattleState, team: str, other: str) -> bool:
    """002 Defensive Fire, the caption: all teams of a contested room fire into an assaulting room next to it, guns
    too: there is no distance, and nothing to face."""
    here, there = room_of(state, team), room_of(state, other)
    return here is not None and there is not None and linked(fray_of(state), here, there)


def shooters(state: BattleState) -> dict[str, list[str]]:
    """002 Defensive Fire: who may shoot, and at whom. Only teams in contested rooms do: at those in an assaulting room
    next to theirs, and at those outside. Ours: where teams in the open are charged too, those in the open shoot too;
    where no room is fought for, everybody does as ever (core 9.2)."""
    fight, fray = contact.under_way(state), fray_of(state)
    charging = contact.assaulting(state)
    if not for_rooms(fray):
        return {id: list(charging) for id in facts.targets(state, fight.by)} if charging else {}
    open_to = [id for id in charging if state.teams[id].room is None]
    in_open = any(state.teams[id].room is None for id in in_contact(state)[1])
    found: dict[str, list[str]] = {}
    for id in facts.targets(state, fight.by):
        room = room_of(state, id)
        if room is None:
            found[id] = open_to if in_open else []
        elif room.name in fray.contested:
            near = [other for other in charging if state.teams[other].room is not None]
            found[id] = [*open_to, *(other for other in near if linked(fray, room, _room(state, other)))]
    return {id: some for id, some in found.items() if some}


def _room(state: BattleState, team: str) -> Room:
    found = room_of(state, team)
    assert found is not None
    return found


# -- who holds what


def enemy_rooms(state: BattleState, seat: Seat) -> list[Room]:
    """The rooms that a seat's enemies are in."""
    held = {state.teams[id].room for id in facts.targets(state, seat)}
    return [room for name, room in rooms(state).items() if name in held]


def rooms_touched(state: BattleState, own: Iterable[Stand], seat: Seat) -> list[str]:
    """The rooms of the enemy that some teams outside are at an opening of."""
    out = [stand for stand in own if outside(state, stand)]
    return [room.name for room in enemy_rooms(state, seat) if any(at_opening(room, stand) for stand in out)]
