"""Deploying into the rooms of city buildings (002): who may be put there, where, and whole units in rooms for bots."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import MultiPolygon

from orsha.kernel import Illegal
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Place
from orsha.tabletop.game.room_moving import GUNS, NEAR_ENEMY, Berth, check_berths
from orsha.tabletop.game.room_sight import gun_place
from orsha.tabletop.game.rooms import Room, Taken, command_gap, free_place, holder, room_at, rooms, taken, why_no_place
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.ground import polygons
from orsha.tabletop.mission.placing import own_rooms
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import covers
from orsha.tabletop.table import Stand


def with_own_rooms(state: BattleState, seat: Seat, zone: MultiPolygon) -> MultiPolygon:
    """002 The Factory: a deployment area with the rooms that its player has chosen."""
    if not state.mission.rooms:
        return zone
    return facts.kept(state, ("zone and rooms", seat), lambda: polygons(zone.union(own_rooms(state.mission, seat))))


def check_place(state: BattleState, seat: Seat, place: Place) -> bool:
    """Whether a place is in a room, and then whether a team like this may be put into one. 002 Tanks and Guns"""
    room = room_at(state, place.at)
    if room is None:
        return False
    name, card = facts.team_name(state, place.team), facts.card(state, place.team)
    if card.kind not in ("infantry", "gun") or "large-gun" in card.rules:
        raise Illegal(GUNS, f"{name} cannot be deployed in a city building: no tank and no large gun can")
    if card.kind == "gun" and place.level:
        raise Illegal(GUNS, f"{name} is deployed on the ground floor: guns are not taken upstairs")
    if holder(state, room) == facts.enemy(seat):
        raise Illegal(NEAR_ENEMY, f"{name} cannot be deployed in {room.name}: the enemy is in it")
    return True


def check_together(state: BattleState, places: Sequence[Place]) -> None:
    """002 Occupying a Room: each wholly in its room, on a floor that there is, where nobody else stands."""
    inside = [place for place in places if place.aboard is None and room_at(state, place.at) is not None]
    check_berths(state, [Berth(place.team, place.at, place.level, place.facing) for place in inside], ())


def in_command(state: BattleState, leader: Place, place: Place, mils: int) -> bool | None:
    """Whether a team is put down In Command as 002 measures it; nothing where rooms have no say."""
    here, there = room_at(state, leader.at), room_at(state, place.at)
    own, other = [facts.stand_at(state, one.team, one.at, one.facing) for one in (leader, place)]
    far = command_gap(own, here, other, there)
    if far is None:
        return None
    return far <= mils or (there is not None and _loose(state))


def _loose(state: BattleState) -> bool:
    """002: in three of the missions teams in city buildings may be placed Out of Command."""
    step = steps.current(state.mission) if state.mission.stage == "setup" else None
    return isinstance(step, f.Deploy) and step.out_of_command_in_buildings


# -- whole units


def rooms_in(state: BattleState, seat: Seat, zone: MultiPolygon) -> list[Room]:
    """The rooms of a zone that a side may be put into."""
    free = [room for room in rooms(state).values() if holder(state, room) != facts.enemy(seat)]
    return [room for room in free if covers(zone, room.middle)]


def places_in(
    state: BattleState, seat: Seat, teams: Sequence[str], leader: str, room: Room, zone: MultiPolygon
) -> tuple[Place, ...] | None:
    """A unit in a room and those about it, guns at openings, the rest on the lowest free floors; nothing where a tank
    or a large gun is among them, or there is no room for all."""
    cards = {id: facts.card(state, id) for id in teams}
    if any(card.kind not in ("infantry", "gun") or "large-gun" in card.rules for card in cards.values()):
        return None
    near = [room, *(one for one in rooms_in(state, seat, zone) if one.name in room.neighbours)]
    there: dict[str, list[Taken]] = {one.name: taken(state, one) for one in near}
    found: list[Place] = []
    for id in sorted(teams, key=lambda one: (cards[one].kind != "gun", one != leader, one)):
        put = _put(state, id, near, there)
        if put is None:
            return None
        found.append(put)
    return tuple(found)


def _put(state: BattleState, team: str, near: Sequence[Room], there: dict[str, list[Taken]]) -> Place | None:
    sheet = facts.sheet(state, team)
    for room in near:
        known = there[room.name]
        if sheet.card.kind == "gun":
            at, facing = _at_opening(room, sheet.base, known)
            spot, level = at, 0
        else:
            free = free_place(room, sheet.base, known)
            spot, level = free if free is not None else (None, 0)
            facing = room.openings[0].outward if room.openings else 0
        if spot is not None:
            known.append((facts.stand_at(state, team, spot, facing), level))
            return Place(team, spot, facing, level=level)
    return None


def _at_opening(room: Room, base: str, there: Sequence[Taken]) -> tuple[Spot | None, int]:
    for opening in room.openings:
        spot = gun_place(opening, base)
        if why_no_place(room, Stand(*spot, base, opening.outward), 0, there) is None:
            return spot, opening.outward
    return None, 0
