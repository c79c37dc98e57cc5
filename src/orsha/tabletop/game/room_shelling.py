"""Bombardments of rooms (002 Bombardments): the room is the template, and who is outside it is let be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from orsha.tabletop.battle.artillery import AimingPoint
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import facts
from orsha.tabletop.game.room_shooting import MEAN
from orsha.tabletop.game.rooms import Room, holder, inside, room_at, rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Ranks


def in_danger(state: BattleState, seat: Seat) -> Ranks:
    """The friends that shells keep away from where there are no city buildings. card, Demolitions Attachment: any but
    carriers."""
    own, carriers = facts.standing(state, seat), state.roster.carriers
    if not carriers:
        return own
    others = {id: disc for id, disc in own.items() if id not in carriers}
    return facts.stood(state, seat, ("in danger", facts.waiting(state)), lambda: Ranks(others))


def friends_near(state: BattleState, seat: Seat) -> list[str]:
    """The friends that an aiming point outside keeps away from: those inside buildings are ignored. card, Demolitions
    Attachment: and carriers."""
    own = [id for id in facts.targets(state, facts.enemy(seat)) if state.teams[id].room is None]
    return [id for id in own if not facts.card(state, id).demolitions]


def aiming_point(
    state: BattleState, seat: Seat, at: Spot, *, salvo: bool = False, smoke: bool = False
) -> AimingPoint | None:
    """An aiming point in a room: friends outside do not matter, those in a room that it falls on or next to one forbid
    it. Nothing for a point outside. Ours: a building is terrain to range in on, and smoke harms nobody."""
    struck = struck_rooms(state, at, salvo=salvo)
    if not struck:
        return None
    beside = not smoke and any(beside_friends(state, seat, room) for room in struck)
    return AimingPoint(None, True, beside_friends=beside)


def beside_friends(state: BattleState, seat: Seat, room: Room) -> bool:
    """002 Bombardments: no room is bombarded that is adjacent to one with friendly teams; nor, of course, that one."""
    about = [room, *(rooms(state)[name] for name in room.neighbours)]
    return any(holder(state, one) == seat for one in about)


def struck_rooms(state: BattleState, at: Spot, *, salvo: bool) -> list[Room]:
    """The rooms that a bombardment falls on: the one aimed at, and for a salvo all that are adjacent."""
    room = room_at(state, at)
    if room is None:
        return []
    return [room, *(rooms(state)[name] for name in sorted(room.neighbours))] if salvo else [room]


def under(state: BattleState, at: Spot, *, salvo: bool) -> list[str] | None:
    """Everybody in the rooms that it falls on, whatever floor; nothing for a point outside."""
    struck = struck_rooms(state, at, salvo=salvo)
    return [id for room in struck for id in inside(state, room)] if struck else None


def brutal(story: Story, seat: Seat, weapon: Weapon, hit: Sequence[str]) -> tuple[str, ...]:
    """002 Brutal Weapons: the hits of a bombardment with those more that a die gives for each room that it hit.

    Ours (A121): they go to the teams of that room in turn, those that it missed first.
    """
    state = story.state
    if "brutal" not in weapon.rules or not rooms(state):
        return tuple(hit)
    found = list(hit)
    for name in dict.fromkeys(state.teams[id].room for id in hit if state.teams[id].room is not None):
        room = rooms(state)[str(name)]
        own = [id for id in hit if state.teams[id].room == name]
        order = [*(id for id in inside(state, room) if id not in own), *own]
        count = state.setup.rules.hits.brutal_in_room_dice
        more = story.dice.total(f"more hits of {weapon.name} in {room.name}", seat, count).result
        found += [order[n % len(order)] for n in range(more)]
    return tuple(found)


def brutal_worth(state: BattleState, weapon: Weapon, chances: Mapping[str, tuple[float, float]]) -> float:
    """What the extra die of a Brutal bombardment promises: for each room the chance that it is hit at all, times the
    mean of the die, times what a hit there is worth. `chances`: for each team that of a hit, and a hit's worth."""
    if "brutal" not in weapon.rules or not rooms(state):
        return 0.0
    points = 0.0
    for name in dict.fromkeys(state.teams[id].room for id in chances if state.teams[id].room is not None):
        own = [chances[id] for id in chances if state.teams[id].room == name]
        missed = prod(1 - chance for chance, _ in own)
        mean = MEAN * state.setup.rules.hits.brutal_in_room_dice
        points += (1 - missed) * mean * sum(worth for _, worth in own) / len(own)
    return points
