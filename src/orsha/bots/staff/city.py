"""What the staff knows about rooms (002): which of them matter by the mission's victory clauses, who is how strong
where, and the ways between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from orsha.tabletop.game import facts
from orsha.tabletop.game.rooms import Room, buildings, holder, inside, room_at, room_of, rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ground import mission_of, side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.mission.winning import counted

NEXT_DOOR = 0.3
"""What an enemy in the next room counts for, beside one in the room itself."""
BESIDE = 6000
"""Who is so near to a place outside holds it, in mils."""
ABOUT = 9000
"""Who is so near to what a side keeps is an intruder, in mils."""
NEAR = 10_000
"""Who is so near to a place threatens it, in mils."""
OBJECTIVE, INTRUDER, CLEAR, ALSO_CLEAR, FOOTHOLD = 12.0, 10.0, 5.0, 2.0, 4.0
"""What a place is worth: one with an objective; where an intruder is; a room that must be cleared, where that is the
only way to win or one of two; a first room of a building in which one has nobody yet."""


# -- by the mission's clauses


def stations(state: BattleState, seat: Seat) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """The rooms to take and those to keep: of the buildings that must be had alone, and those with an objective."""
    if not rooms(state):
        return (), ()
    wanted = {room.name: room for room in _wanted(state, seat)}
    own = [room for room in wanted.values() if holder(state, room) == seat]
    take = [room for room in wanted.values() if holder(state, room) != seat]
    return tuple(room.middle for room in take), tuple(room.middle for room in own)


def _wanted(state: BattleState, seat: Seat) -> list[Room]:
    found: list[Room] = []
    for win in _wins(state, seat):
        if isinstance(win, f.TakeBuildings):
            found += [room for name, some in buildings(state).items() if name in win.buildings for room in some]
        elif isinstance(win, f.HoldRoom):
            found += marked(state)
    return found


def _wins(state: BattleState, seat: Seat) -> list[f.WinClause]:
    side = side_of(state.mission, seat)
    return [win for win in mission_of(state.mission).file.win if win.who in (side, "both")]


def marked(state: BattleState) -> list[Room]:
    """The rooms with an objective."""
    names = dict.fromkeys(one.room for one in state.mission.objectives.values() if one.room is not None)
    return [rooms(state)[name] for name in names if name in rooms(state)]


def arrived(state: BattleState, unit: str, goal: Spot) -> bool | None:
    """Whether a unit's leader is in the room that is its goal; nothing for a goal outside."""
    room = room_at(state, goal) if rooms(state) else None
    if room is None:
        return None
    leader = state.units[unit].leader
    return leader in state.teams and state.teams[leader].room == room.name


# -- what is to be done where


class Post(Struct, frozen=True):
    """A place that matters: a room by its middle, or a spot outside."""

    at: Spot
    worth: float


def takes(state: BattleState, seat: Seat) -> list[Post]:
    """What a side goes for: the places that it wins by and that are not its own yet."""
    found: dict[Spot, float] = {}
    wins = _wins(state, seat)
    for win in wins:
        if isinstance(win, f.HoldRoom):
            found.update({room.middle: OBJECTIVE for room in marked(state) if holder(state, room) != seat})
        elif isinstance(win, f.HoldObjective):
            found.update(dict.fromkeys(_objectives(state, counted(state.mission, seat, win.which)), OBJECTIVE))
        elif isinstance(win, f.TakeBuildings):
            worth = CLEAR if len(wins) == 1 else ALSO_CLEAR
            for at in _to_clear(state, seat, win):
                found.setdefault(at, worth if holder(state, rooms(state)[_name(state, at)]) else FOOTHOLD)
    return [Post(at, worth) for at, worth in found.items()]


def _name(state: BattleState, at: Spot) -> str:
    room = room_at(state, at)
    assert room is not None
    return room.name


def _to_clear(state: BattleState, seat: Seat, win: f.TakeBuildings) -> Iterable[Spot]:
    """The enemy's rooms of some buildings; where one has nobody yet, the empty ones too."""
    for name, some in buildings(state).items():
        if name in win.buildings:
            owners = {room.name: holder(state, room) for room in some}
            away = seat not in owners.values()
            yield from (room.middle for room in some if owners[room.name] == facts.enemy(seat))
            yield from (room.middle for room in some if away and owners[room.name] is None)


def _objectives(state: BattleState, labels: Iterable[str]) -> list[Spot]:
    """Objectives by their places; those in rooms by the room's middle."""
    found = []
    for label in labels:
        one = state.mission.objectives[label]
        room = rooms(state).get(one.room) if one.room is not None else None
        at = room.middle if room is not None else one.at
        if at is not None:
            found.append(at)
    return found


def keeps(state: BattleState, seat: Seat) -> list[Post]:
    """What a side must not leave: rooms with an objective that are its own, and what the enemy wins by holding."""
    found: dict[Spot, None] = {}
    for win in _wins(state, seat):
        if isinstance(win, f.HoldRoom):
            found.update({room.middle: None for room in marked(state) if holder(state, room) == seat})
    foe = facts.enemy(seat)
    for win in _wins(state, foe):
        if isinstance(win, f.HoldObjective):
            spots = _objectives(state, counted(state.mission, foe, win.which))
            found.update(dict.fromkeys(at for at in spots if not _lost_room(state, seat, at)))
        elif isinstance(win, f.HoldRoom):
            found.update({room.middle: None for room in marked(state) if holder(state, room) == seat})
    return [Post(at, OBJECTIVE) for at in found]


def _lost_room(state: BattleState, seat: Seat, at: Spot) -> bool:
    room = room_at(state, at)
    return room is not None and holder(state, room) == facts.enemy(seat)


def lost(state: BattleState, seat: Seat) -> list[Post]:
    """Rooms that the enemy wins by and is in: they are taken back."""
    spots = []
    foe = facts.enemy(seat)
    for win in _wins(state, foe):
        if isinstance(win, f.HoldObjective):
            spots += _objectives(state, counted(state.mission, foe, win.which))
    return [Post(at, OBJECTIVE) for at in spots if _lost_room(state, seat, at)]


def intruders(state: BattleState, seat: Seat) -> list[Post]:
    """Enemies in the open about what a side keeps, where holding that is what wins: they are thrown out."""
    if not goes_out(state):
        return []
    kept = [post.at for post in keeps(state, seat)]
    units = dict.fromkeys(facts.unit_id(id) for id in facts.targets(state, seat) if state.teams[id].room is None)
    spots = []
    for unit in units:
        at = [facts.spot(state, id) for id in facts.teams_of(state, unit) if state.teams[id].room is None]
        near = min(at, key=lambda one: min((facts.apart(one, spot) for spot in kept), default=1e9))
        if any(facts.apart(near, spot) <= ABOUT for spot in kept):
            spots.append(near)
    return [Post(at, INTRUDER) for at in spots]


def goes_out(state: BattleState) -> bool:
    """Whether a building is left for a fight in the open: where no mission's end hangs on being in it."""
    return not any(isinstance(win, f.TakeBuildings) for win in mission_of(state.mission).file.win)


# -- who is where


def together(state: BattleState, seat: Seat) -> bool:
    """Whether a side stays together: the smaller one in a building that must be had alone, for only those in a room
    shoot at who storms it (002 Defensive Fire)."""
    sizes = Counter(one.seat for one in state.roster.units.values() for _ in one.teams if one.unit.kind == "infantry")
    return not goes_out(state) and sizes[seat] < sizes[facts.enemy(seat)]


def enemies_in(state: BattleState, seat: Seat, room: Room) -> int:
    foe = facts.enemy(seat)
    return sum(facts.seat_of(id) == foe for id in inside(state, room))


def guard(state: BattleState, seat: Seat, at: Spot) -> float:
    """How many enemies hold a place: those in the room and, for less, next door; outside those about it."""
    room = room_at(state, at)
    if room is None:
        return float(threat(state, seat, at, BESIDE))
    near = sum(enemies_in(state, seat, rooms(state)[name]) for name in room.neighbours)
    return enemies_in(state, seat, room) + NEXT_DOOR * near


def threat(state: BattleState, seat: Seat, at: Spot, mils: int = NEAR) -> int:
    """How many enemies are near to a place."""
    return sum(facts.apart(at, facts.spot(state, id)) < mils for id in facts.targets(state, seat))


# -- the ways between rooms


def steps_to(state: BattleState, seat: Seat, goals: Iterable[str]) -> dict[str, int]:
    """How many walls lie between each room and the nearest of some, around rooms of the enemy."""
    far = dict.fromkeys(goals, 0)
    waiting = list(far)
    foe = facts.enemy(seat)
    while waiting:
        name = waiting.pop(0)
        for other in sorted(rooms(state)[name].neighbours):
            if other not in far and holder(state, rooms(state)[other]) != foe:
                far[other] = far[name] + 1
                waiting.append(other)
    return far


def around(state: BattleState, seat: Seat, goal: Room) -> list[Room]:
    """Where those stand who go for a room: in it, or next door while the enemy is in it."""
    foe = facts.enemy(seat)
    if holder(state, goal) != foe:
        return [goal]
    near = [rooms(state)[name] for name in sorted(goal.neighbours)]
    return [room for room in near if holder(state, room) != foe]


def housed(state: BattleState, unit: str) -> bool:
    """Whether any team of a unit is in a room."""
    return any(room_of(state, id) is not None for id in facts.teams_of(state, unit))


def storms(state: BattleState, unit: str) -> bool:
    """Whether a unit goes into rooms: infantry that moves and is no artillery."""
    sheet = facts.unit_sheet(state, unit)
    if sheet.unit.artillery or sheet.attached_to is not None or sheet.unit.independent:
        return False
    return sheet.unit.kind == "infantry"
