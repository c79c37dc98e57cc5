"""The staff's set-up in a city (002): artillery off the table, which rooms it chooses, who is put into which."""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.bots.staff import city
from orsha.kernel import Option, passes
from orsha.tabletop.game import deploying, facts, off_table
from orsha.tabletop.game.commands import BattleCommand, Deploy, Place, StayOff
from orsha.tabletop.game.room_placing import rooms_in
from orsha.tabletop.game.room_sight import gun_place
from orsha.tabletop.game.rooms import Room, Taken, free_place, holder, inside, rooms, taken, why_no_place
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ground import (
    force_points,
    mission_of,
    points_of,
    side_of,
    with_attachments,
)
from orsha.tabletop.mission.shares import share_points
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL

KINDS = {"aircraft": 5, "tank": 4, "gun": 3}
"""Who is held back first: who cannot go into buildings; then artillery, then small units of infantry."""
FULL = 9
"""So many teams in a room are many."""
KEPT = 8.0
"""What a room with an objective counts for, in inches of way, for who is put down,"""
ALONE = 6.0
"""if nobody is there yet;"""
CROWD = 0.6
"""and what each team does that is there already."""
WINDOW = 3000
"""What a window counts for, as a way, for who puts an objective behind it, in mils."""
TRIES = 60


# -- artillery, reserves


def stay_off(state: BattleState, seat: Seat, units: Sequence[str]) -> StayOff | None:
    """002 Across the Volga: artillery on the table is silent, so it stays off it."""
    for unit, teams in off_table.may_stay(state, seat).items():
        if unit in units:
            return StayOff(unit, teams)
    return None


def held_back(state: BattleState, units: Sequence[str]) -> str:
    """Who waits in reserve: aircraft, tanks and guns before infantry, and nobody for whom there are points left."""
    first = _first_on(state, units)
    waits = [id for id in units if id not in first] or list(units)

    def late(id: str) -> tuple[int, int, str]:
        return _lateness(state, id), -state.roster.units[id].unit.points, id

    return max(waits, key=late)


def _lateness(state: BattleState, id: str) -> int:
    unit = state.roster.units[id].unit
    return 0 if unit.hq else 2 if unit.artillery else KINDS.get(unit.kind, 1)


def _first_on(state: BattleState, units: Sequence[str]) -> set[str]:
    """Who begins on the table: of the infantry and then of the others all that the mission's share has points for."""
    mission, seat = state.mission, facts.seat_of(units[0])
    reserve = mission_of(mission).reserve(side_of(mission, seat))
    if reserve is None or reserve.share is None:
        return set()
    left = share_points(force_points(mission, side_of(mission, seat)), reserve.share)
    found: set[str] = set()
    for id in sorted(units, key=lambda one: (_lateness(state, one), -state.roster.units[one].unit.points, one)):
        points = points_of(mission, list(with_attachments(mission, id)))
        if points <= left:
            left -= points
            found.add(id)
    return found


def comes_on(state: BattleState, units: Sequence[str]) -> str:
    """Who of the reserves comes on: infantry, then artillery, which is of use at once."""

    def early(id: str) -> tuple[int, int, str]:
        unit = state.roster.units[id].unit
        kind = {"infantry": 3, "tank": 1}.get(unit.kind, 0)
        return (2 if unit.artillery else kind), unit.points, id

    return max(units, key=early)


# -- rooms and objectives


def choose_room(state: BattleState, seat: Seat, names: Sequence[str]) -> str:
    """A room by one's corner, next to those one has."""
    corner = deploying.home_middle(state, seat)
    own = [name for name, who in state.mission.rooms.items() if who == seat]

    def liking(name: str) -> tuple[int, float, str]:
        room = rooms(state)[name]
        return sum(other in room.neighbours for other in own), -facts.apart(room.middle, corner), name

    return max(names, key=liking)


def objective_room(state: BattleState, seat: Seat, names: Sequence[str]) -> str:
    """The room that an objective is put into: what one must take near and with many windows, what one holds far from
    the enemy and with few."""
    foe, own = deploying.home_middle(state, facts.enemy(seat)), deploying.home_middle(state, seat)

    def safe(name: str) -> tuple[float, str]:
        room = rooms(state)[name]
        far = facts.apart(room.middle, foe) if _keeps_own(state, seat) else facts.apart(room.middle, own)
        return far - WINDOW * len(room.openings), name

    return max(names, key=safe) if _keeps_own(state, seat) else min(names, key=safe)


def objective(state: BattleState, seat: Seat, option: Option, rng: random.Random) -> Spot | None:
    """Where an objective is put outside: what one must take as near to oneself as may be, what one holds as far from
    the enemy."""
    domain = option.takes["at"]
    found = (domain.sample(rng) for _ in range(TRIES))
    spots = [(at[0], at[1]) for at in found if isinstance(at, tuple)]
    if not spots:
        return None
    if _keeps_own(state, seat):
        foe = deploying.home_middle(state, facts.enemy(seat))
        return max(spots, key=lambda at: (facts.apart(at, foe), at))
    own = deploying.home_middle(state, seat)
    return min(spots, key=lambda at: (facts.apart(at, own) - _flank(state, at), at))


def _keeps_own(state: BattleState, seat: Seat) -> bool:
    """Whether a side keeps the objectives that it places."""
    return side_of(state.mission, seat) == "defender" and not _both_take(state)


def _both_take(state: BattleState) -> bool:
    """Whether each side wins by the objectives that it places with the enemy."""
    return any(isinstance(win, f.HoldObjective) for win in mission_of(state.mission).file.win)


def _flank(state: BattleState, at: Spot) -> float:
    """Outside, an objective away from the enemy's building is harder to keep."""
    return min(min(facts.apart(at, room.middle) for room in rooms(state).values()), 8000)


def ranged_in(state: BattleState, option: Option) -> Spot | None:
    """On a room that the enemy will be in: he has to come, or is there already."""
    domain = option.takes["at"]
    wanted = city.marked(state) or list(rooms(state).values())
    taken_by = [marker.at for marker in state.mission.markers if marker.what.startswith("ranged in")]
    free = [room.middle for room in wanted if room.middle not in taken_by] or [room.middle for room in wanted]
    return next((at for at in free if domain.contains(at)), None)


# -- putting units down


def order(state: BattleState, unit: str) -> tuple[int, int, str]:
    """Who is put down first: infantry, large units before small ones, then what is dear: there is little room."""
    its = state.roster.units[unit].unit
    return (1, len(its.teams), unit) if its.kind == "infantry" else (0, its.points, unit)


def deploy(state: BattleState, seat: Seat, unit: str) -> BattleCommand | None:
    """A unit of infantry or small guns in rooms; nothing if there is none for it: it is put down outside."""
    group = deploying.with_unit(state, unit)
    teams = deploying.ground_teams(state, group)
    cards = [facts.card(state, id) for id in teams]
    if state.mission.stage != "setup" or not teams or any(card.kind not in ("infantry", "gun") for card in cards):
        return None
    zone = deploying.zone(state, seat, unit).shape
    able = rooms_in(state, seat, zone)
    for room in sorted(able, key=lambda one: -_liking(state, seat, one)):
        near = [one for one in able if one.name in room.neighbours]
        places = in_rooms(state, teams, facts.unit_sheet(state, unit).leader, room, near, _enemy_side(state, seat))
        if places is None:
            continue
        if passes(deploying.check, state, seat, Deploy(unit, places)):
            return Deploy(unit, places)
    return None


def _enemy_side(state: BattleState, seat: Seat) -> Spot:
    return deploying.home_middle(state, facts.enemy(seat))


def _liking(state: BattleState, seat: Seat, room: Room) -> float:
    """How good a room is to be put into: with an objective, near to what it will go for, not full."""
    there, together = len(inside(state, room)), city.together(state, seat)
    value = (CROWD if together else -CROWD) * there - (KEPT if there >= (2 * FULL - 2 if together else FULL) else 0.0)
    if room in _must_keep(state, seat):
        value += KEPT + (ALONE if not there else 0.0)
    goals = _goals(state, seat)
    return value - min((facts.apart(room.middle, at) for at in goals), default=0.0) / MIL


def _must_keep(state: BattleState, seat: Seat) -> list[Room]:
    """Rooms with an objective that the enemy wins by."""
    if not _both_take(state):
        return city.marked(state)
    kept = [post.at for post in city.keeps(state, seat)]
    return [room for room in city.marked(state) if room.middle in kept]


def _goals(state: BattleState, seat: Seat) -> list[Spot]:
    """What will be gone for: the enemy's rooms, as far as they are known."""
    theirs = [rooms(state)[name].middle for name, who in state.mission.rooms.items() if who != seat]
    foes = [room.middle for room in rooms(state).values() if holder(state, room) == facts.enemy(seat)]
    return theirs or foes or [_enemy_side(state, seat)]


def in_rooms(
    state: BattleState, teams: Sequence[str], leader: str, room: Room, near: Sequence[Room], toward: Spot
) -> tuple[Place, ...] | None:
    """A unit in a room and those about it: guns at the openings toward the enemy, men on the ground floors first."""
    every = [room, *near]
    there: dict[str, list[Taken]] = {one.name: taken(state, one) for one in every}
    found: list[Place] = []
    guns_first = sorted(teams, key=lambda id: (facts.card(state, id).kind != "gun", id != leader, id))
    for id in guns_first:
        gun = facts.card(state, id).kind == "gun"
        put = _gun(state, id, every, there, toward) if gun else _man(state, id, every, there)
        if put is None:
            return None
        found.append(put[1])
        there[put[0]].append((facts.stand_at(state, id, put[1].at, put[1].facing), put[1].level))
    return tuple(found)


def _man(
    state: BattleState, team: str, every: Sequence[Room], there: dict[str, list[Taken]]
) -> tuple[str, Place] | None:
    base = facts.sheet(state, team).base
    floors = [(level, room) for level in range(every[0].levels) for room in every]
    if city.together(state, facts.seat_of(team)):
        floors.sort(key=lambda one: every.index(one[1]))
    for level, room in floors:
        free = free_place(room, base, there[room.name], (level,))
        if free is not None:
            facing = room.openings[0].outward if room.openings else 0
            return room.name, Place(team, free[0], facing, level=level)
    return None


def _gun(
    state: BattleState, team: str, every: Sequence[Room], there: dict[str, list[Taken]], toward: Spot
) -> tuple[str, Place] | None:
    sheet = facts.sheet(state, team)
    if "large-gun" in sheet.card.rules:
        return None
    doors = [(opening, room) for room in every for opening in room.openings]
    for opening, room in sorted(doors, key=lambda one: facts.apart(one[0].before(2000), toward)):
        spot = gun_place(opening, sheet.base)
        if why_no_place(room, facts.stand_at(state, team, spot, opening.outward), 0, there[room.name]) is None:
            return room.name, Place(team, spot, opening.outward)
    return None
