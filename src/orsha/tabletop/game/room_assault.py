"""Assaults in city buildings as they go on (002): clearing out contested rooms, moving in, what blows and fire do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from orsha.kernel import Dice, Illegal, OneOf, Option, Some
from orsha.tabletop.battle import hits
from orsha.tabletop.battle.hits import Volley
from orsha.tabletop.game import facts
from orsha.tabletop.game.contact import active, foot_of, touch, under_way
from orsha.tabletop.game.events import Asked, RoomCleared, Went
from orsha.tabletop.game.room_charging import contestable
from orsha.tabletop.game.room_contact import at_opening, beside, fray_of, linked
from orsha.tabletop.game.rooms import Room, adjacent, free_place, inside, room_of, rooms, taken
from orsha.tabletop.game.shooting import Shot
from orsha.tabletop.game.state import Assault, BattleState, Pending
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat

CLEARING = "002 Clearing out a Contested Room"
OPEN = "in the open"
"""What stands for enemies outside, among the rooms that one is in contact with."""


# -- charging from inside


def options(state: BattleState, unit: str) -> list[Option]:
    """002 Assaulting & Contested Rooms: a charge from inside, at one or more rooms next door."""
    names = tuple(room.name for room in contestable(state, unit)) if rooms(state) else ()
    if not names:
        return []
    words = f"assault from inside the building with {facts.unit_name(state, unit)}"
    takes = {"unit": OneOf((unit,)), "legs": OneOf(((),)), "rooms": Some(names, 1, len(names))}
    return [Option("charge", words, takes)]


# -- clearing out a room


def cleared(state: BattleState) -> Room | None:
    """A contested room without defenders, after blows of the unit that charged. Those who counterattack win none."""
    fight = state.assault
    if fight is None or fight.fray is None or facts.seat_of(fight.unit) != fight.by:
        return None
    foe = facts.enemy(fight.by)
    known = (rooms(state)[name] for name in fight.fray.contested)
    return next((room for room in known if not any(facts.seat_of(id) == foe for id in inside(state, room))), None)


def entrants(state: BattleState, room: Room) -> list[str]:
    """The assaulting teams that may move in at once: from assaulting rooms next to it, not two rooms in a step."""
    found = []
    for id in active(state, under_way(state).teams):
        own = room_of(state, id)
        if own is None or state.teams[id].entered:
            continue
        if own.name in fray_of(state).assaulting and adjacent(own, room):
            found.append(id)
    return found


def places(state: BattleState, room: Room, teams: Sequence[str]) -> list[Went]:
    """Teams in a room that they move into, the ground floor first; as many as there is room for."""
    there = taken(state, room)
    found = []
    for id in teams:
        spot = free_place(room, facts.sheet(state, id).base, there)
        if spot is None:
            break
        there.append((facts.stand_at(state, id, spot[0]), spot[1]))
        way = (facts.spot(state, id), spot[0])
        found.append(Went(id, way, state.teams[id].facing, 0, "consolidate", level=spot[1]))
    return found


def clear(story: Story) -> bool:
    """Rooms that were cleared are won; whether the player is asked who moves in."""
    while (room := cleared(story.state)) is not None:
        fight = under_way(story.state)
        if places(story.state, room, entrants(story.state, room)):
            story.tell(Asked(Pending(fight.by, "take-room", (fight.unit,), (room.name,))))
            return True
        _win(story, room, ())
    return False


def _win(story: Story, room: Room, legs: Sequence[Went]) -> None:
    fray = fray_of(story.state)
    held = (*fray.assaulting, room.name) if legs else fray.assaulting
    left = tuple(name for name in fray.contested if name != room.name)
    after = replace(fray, assaulting=held, contested=left, won=(*fray.won, room.name))
    story.tell(RoomCleared(under_way(story.state).by, room.name, tuple(legs), after))


def take(story: Story, seat: Seat, teams: Sequence[str]) -> None:
    """The assaulting player moves any or all of the teams next door into the room that was cleared, or nobody."""
    state = story.state
    room = asked_room(state, seat)
    able = entrants(state, room)
    if len(set(teams)) < len(teams) or not set(teams) <= set(able):
        raise Illegal(CLEARING, f"these may move into {room.name}, each once: {', '.join(able)}")
    legs = places(state, room, teams)
    if len(legs) < len(teams):
        raise Illegal(CLEARING, f"{room.name} has no place for more than {len(legs)} of them")
    story.tell(Asked(None))
    _win(story, room, legs)


def asked_room(state: BattleState, seat: Seat) -> Room:
    asked = state.asked
    if asked is None or asked.kind != "take-room" or asked.seat != seat:
        raise Illegal(CLEARING, f"{seat} has no room to move into now")
    return rooms(state)[asked.rooms[0]]


def take_options(state: BattleState, seat: Seat) -> list[Option]:
    room = asked_room(state, seat)
    able = tuple(entrants(state, room))
    most = len(places(state, room, able))
    words = f"move into {room.name}"
    return [Option("take-room", words, {"teams": Some(able, 0, most)}), Option("pass", "nobody moves in")]


def to_consolidate(state: BattleState, fight: Assault, winner: Seat) -> tuple[str, ...]:
    """002 Consolidating: the rooms that were fought for and that no enemy of the winner is in. A room that was won and
    moved into is Contested no longer: it is not for who counterattacked (002 Clearing Out a Contested Room)."""
    fray = fight.fray
    if fray is None:
        return ()
    taken = fray.assaulting if winner != facts.seat_of(fight.unit) else ()
    known = [rooms(state)[name] for name in (*fray.contested, *fray.won) if name not in taken]
    return tuple(room.name for room in known if all(facts.seat_of(id) == winner for id in inside(state, room)))


# -- blows


def barred(state: BattleState, ours: Iterable[str], theirs: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The pairs that are in contact with others but not with each other. From outside one strikes, and is struck from,
    the room whose opening one is at, or right behind a friend at it; in the open those who are in contact there."""
    fight = state.assault
    if fight is None or fight.fray is None:
        return frozenset()
    fray, own, foes = fight.fray, list(ours), list(theirs)
    where = {**fronts(state, own, foes), **fronts(state, foes, own)}

    def meet(one: str, other: str) -> bool:
        a, b = room_of(state, one), room_of(state, other)
        if a is not None and b is not None:
            return linked(fray, a, b)
        if a is None and b is None:
            return OPEN in where[one] and OPEN in where[other]
        return a.name in where[other] if a is not None else b is not None and b.name in where[one]

    return frozenset((a, b) for b in foes for a in own if not meet(a, b))


def fronts(state: BattleState, own: Sequence[str], foes: Sequence[str]) -> dict[str, set[str]]:
    """What each of some teams outside is in contact with: contested rooms, or enemies in the open; who stands
    right behind such a one, with the same."""
    held = {name: rooms(state)[name] for name in fray_of(state).contested}
    out = {id: facts.stand(state, id) for id in own if state.teams[id].room is None}
    open_to = [facts.stand(state, id) for id in foes if state.teams[id].room is None]
    first = {
        id: {name for name, room in held.items() if at_opening(room, stand)}
        | ({OPEN} if any(touch(stand, foe) for foe in open_to) else set())
        for id, stand in out.items()
    }
    foot, behind = foot_of(state, out), beside(state)
    return {
        id: set().union(front, *(first[other] for other, foe in out.items() if id in foot and behind(stand, foe)))
        for (id, stand), front in zip(out.items(), first.values(), strict=True)
    }


# -- Defensive Fire


def brutal(state: BattleState, dice: Dice, seat: Seat, landed: Sequence[tuple[Shot, int]]) -> list[tuple[Shot, int]]:
    """002 Brutal Weapons: in Defensive Fire too, one that hits a team in a room hits as often more as a die says."""
    found = []
    for shot, count in landed:
        if state.teams[shot.aim.at].room is not None:
            volley = Volley(shot.weapon, shot.aim.at, count, in_room=True)
            count = hits.brutal_in_room(dice, seat, volley, state.setup.rules).hits
        found.append((shot, count))
    return found
