"""Sight and range into, out of and between the rooms of city buildings (002 Shooting in City Buildings).

A team in a room looks out of its openings and is seen through them: each opening is a post just outside its wall, as
high as the top floor (height is never measured, but one sees over what is lower). The building itself hides what is
behind it, so nobody looks through a room into another one; and an opening is seen, and seen out of, in front of its
wall only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from orsha.tabletop.game import facts
from orsha.tabletop.game.rooms import Opening, Room, adjacent, opening_gap, room_at, room_of, rules
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Look, Sight, Stand, lookout, sees
from orsha.tabletop.table.bases import base, radius
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import UNIT, direction, shifted

POST = "infantry-small"
"""What stands for an opening that is looked at and out of."""
HAIR = 20
"""How far before its wall a post stands clear of the building, in mils."""


class Line(Struct, frozen=True):
    """A way that a shot can take: from where, to where, how far it is and what is seen along it."""

    start: Stand
    end: Stand
    mils: int
    look: Look


class Lines(Struct, frozen=True):
    """All ways from one team to another, the shortest first; and how far it is whether seen or not."""

    clear: tuple[Line, ...]
    mils: int

    @property
    def look(self) -> Look:
        return cast(Look, max((line.look for line in self.clear), default=0))

    @property
    def range(self) -> int:
        """002 Shooting into Buildings: to an opening that is both in range and in sight."""
        return self.clear[0].mils if self.clear else self.mils


# -- openings as posts


@lru_cache(maxsize=1024)
def post(opening: Opening, levels: int) -> Stand:
    """Where one looks out of an opening, and is seen in it."""
    up = round((levels - 1) * rules().storey * MIL)
    x, y = opening.before(base(POST).half_width + HAIR)
    return Stand(x, y, POST, opening.outward, up)


def gun_opening(state: BattleState, team: str) -> Opening | None:
    """002 Shooting out of Buildings: the opening of its room that a gun's front is at; it faces straight out."""
    room = room_of(state, team)
    if room is None:
        return None
    stand = facts.stand(state, team)
    return next((one for one in room.openings if at_opening(one, stand)), None)


def at_opening(opening: Opening, gun: Stand) -> bool:
    """Whether a gun's front is at an opening: it faces as the wall does, close to it, and over the gap."""
    if gun.facing != opening.outward:
        return False
    touch = round(rules().touch * MIL)
    (ax, ay), (bx, by) = opening.a, opening.b
    across = ay == by
    off = abs((ay - gun.y) if across else (ax - gun.x)) - base(gun.base).half_length
    low, high = (min(ax, bx), max(ax, bx)) if across else (min(ay, by), max(ay, by))
    return abs(off) <= touch and low <= (gun.x if across else gun.y) <= high


def gun_place(opening: Opening, slug: str) -> Spot:
    """Where a gun stands whose front is at an opening."""
    return opening.behind(base(slug).half_length + HAIR)


def _posts(state: BattleState, team: str, *, looks_out: bool) -> tuple[Stand, ...]:
    """Where a team looks from, or is looked at."""
    room = room_of(state, team)
    if room is None:
        return (facts.stand(state, team),)
    if looks_out and state.roster.teams[team].card.kind == "gun":
        its = gun_opening(state, team)
        return () if its is None else (post(its, room.levels),)
    return tuple(post(opening, room.levels) for opening in room.openings)


# -- lines


def lines(state: BattleState, by: str, at: str) -> Lines:
    """How one team sees another. Whole rooms look and are looked at alike, so it is worked out once for each."""
    known, key = _known(state), (_group(state, by), _group(state, at))
    if key not in known:
        measure(state, (by,), (at,))
    return known[key]


def _group(state: BattleState, team: str) -> str:
    """What stands for a team: its room, or itself if it is outside or a gun."""
    room = state.teams[team].room
    return team if room is None or state.roster.teams[team].card.kind == "gun" else room


def _known(state: BattleState) -> dict[tuple[str, str], Lines]:
    return facts.kept(state, "room lines", dict)


def measure(state: BattleState, viewers: Iterable[str], others: Iterable[str]) -> None:
    """Looks along all ways between some teams and others at once."""
    known = _known(state)
    here, there = {_group(state, id): id for id in viewers}, {_group(state, id): id for id in others}
    fresh = {key: id for key, id in here.items() if any((key, other) not in known for other in there)}
    if not fresh or not there:
        return
    eyes = {key: _posts(state, id, looks_out=True) for key, id in fresh.items()}
    marks = {key: _posts(state, id, looks_out=False) for key, id in there.items()}
    starts, ends = _unique(eyes.values()), _unique(marks.values())
    rows = lookout(facts.ground(state), list(starts), list(ends), facts.screens(state))
    for key, by in fresh.items():
        for other, at in there.items():
            if (key, other) not in known:
                known[key, other] = _lines(state, by, at, eyes[key], marks[other], rows, starts, ends)


def _unique(groups: Iterable[Sequence[Stand]]) -> dict[Stand, int]:
    return {stand: n for n, stand in enumerate(dict.fromkeys(one for group in groups for one in group))}


def _lines(
    state: BattleState,
    by: str,
    at: str,
    eyes: Sequence[Stand],
    marks: Sequence[Stand],
    rows: Sequence[Sequence[Look]],
    starts: Mapping[Stand, int],
    ends: Mapping[Stand, int],
) -> Lines:
    here, there = room_of(state, by), room_of(state, at)
    if here is not None and there is not None and here.building == there.building:
        return _within(state, by, here, there, facts.stand(state, by), facts.stand(state, at))
    found, least = [], 10**9
    gun = here is not None and state.roster.teams[by].card.kind == "gun"
    for eye in eyes:
        for mark in marks:
            far = _far(state, eye, here, mark, there)
            least = min(least, far)
            look = rows[starts[eye]][ends[mark]]
            if look and _facing(eye, here, mark, there) and not (gun and not before_wall(eye, mark)):
                found.append(Line(eye, mark, far, 1 if there is not None else look))
    return Lines(tuple(sorted(found, key=lambda line: (line.mils, -line.look))), least)


def _within(state: BattleState, by: str, here: Room, there: Room, start: Stand, end: Stand) -> Lines:
    """002 Shooting in a Building: infantry sees all of an adjacent room, at no distance; nobody sees farther."""
    if near_room(state, by, here, there):
        return Lines((Line(start, end, 0, 1),), 0)
    return Lines((), 10**9)


def near_room(state: BattleState, by: str, here: Room, there: Room) -> bool:
    """Whether a team in one room of a building sees into another: its own, and infantry one that is adjacent."""
    infantry = state.roster.teams[by].card.kind == "infantry"
    return here.name == there.name or (infantry and adjacent(here, there))


def _far(state: BattleState, eye: Stand, here: Room | None, mark: Stand, there: Room | None) -> int:
    """Between the openings, or an opening and a team's edge; teams outside are measured as ever."""
    if here is None and there is None:
        return facts.stands_gap(facts.ground(state), eye, mark)
    if here is not None and there is not None:
        return round(facts.apart(_opening_of(eye).middle, _opening_of(mark).middle))
    return opening_gap(_opening_of(eye), mark) if here is not None else opening_gap(_opening_of(mark), eye)


@lru_cache(maxsize=1024)
def _opening_of(post: Stand) -> Opening:
    """The opening that a post stands before."""
    middle = shifted(post.spot, post.facing, -base(POST).half_width - HAIR)
    half = round(rules().opening * MIL / 2)
    return Opening(shifted(middle, post.facing, 0, -half), shifted(middle, post.facing, 0, half), post.facing)


def ahead(opening: Opening, spot: Spot) -> int:
    """How far a point is in front of the wall with an opening, in mils by UNIT; less than nothing behind it."""
    (x, y), (ux, uy) = opening.middle, direction(opening.outward)
    return (spot[0] - x) * ux + (spot[1] - y) * uy


def before_wall(eye: Stand, target: Stand) -> bool:
    """002 Shooting out of Buildings: whether a team is entirely in front of the wall with a gun's opening."""
    wall = _opening_of(eye)
    return min(ahead(wall, spot) for spot in target.corners()) - radius(target.base) * UNIT >= 0


def in_front(opening: Opening, stand: Stand) -> bool:
    """002 Shooting into Buildings: an opening is seen from in front of its wall; some part of a base must be there."""
    return max(ahead(opening, spot) for spot in stand.corners()) + radius(stand.base) * UNIT > 0


def _facing(eye: Stand, here: Room | None, mark: Stand, there: Room | None) -> bool:
    """Whether each end of a line is in front of the wall that the other looks out of, or is seen in."""
    ways = ((eye, here, mark, there), (mark, there, eye, here))
    return all(_shows(_opening_of(post), other, away) for post, room, other, away in ways if room is not None)


def _shows(opening: Opening, other: Stand, room: Room | None) -> bool:
    if room is None:
        return in_front(opening, other)
    across = _opening_of(other)
    return max(ahead(opening, across.a), ahead(opening, across.b)) > 0


# -- what the game asks


def looks(state: BattleState, viewers: Sequence[str], others: Sequence[str]) -> dict[str, dict[str, Look]]:
    """What some teams see of others, as `aiming.looks` asks it."""
    measure(state, viewers, others)
    known, groups = _known(state), {at: _group(state, at) for at in others}
    found: dict[str, dict[str, Look]] = {}
    for by in viewers:
        own = _group(state, by)
        found[by] = {at: known[own, group].look for at, group in groups.items()}
    return found


def shot_range(state: BattleState, by: str, at: str) -> int:
    """How far a shot is."""
    return lines(state, by, at).range


def reached(state: BattleState, by: str, others: Sequence[str], mils: int) -> list[str]:
    """Those of some teams that one can reach through what it sees of them."""
    measure(state, (by,), others)
    known, own = _known(state), _group(state, by)
    return [at for at in others if known[own, _group(state, at)].range <= mils]


def faces(state: BattleState, team: str, other: Stand) -> int | None:
    """002 Shooting out of Buildings: how a team in a room faces to shoot: infantry as it is; a gun as it was put, at
    its opening, at what is entirely in front of that wall. It never turns."""
    own = state.teams[team]
    if facts.card(state, team).kind != "gun":
        return own.facing
    room, opening = room_of(state, team), gun_opening(state, team)
    if room is None or opening is None:
        return None
    return own.facing if before_wall(post(opening, room.levels), other) else None


def best(state: BattleState, by: str, at: str) -> tuple[Stand, Stand]:
    """From where and to where a shot goes: the shortest way, or from stand to stand if there is none."""
    clear = lines(state, by, at).clear
    return (clear[0].start, clear[0].end) if clear else (facts.stand(state, by), facts.stand(state, at))


def sight(state: BattleState, by: str, at: str) -> Sight:
    """002: teams in a city building are always Concealed and in Bulletproof Cover; else as from the opening."""
    start, end = best(state, by, at)
    found = lines(state, by, at)
    seen = sees(facts.ground(state), start, end, facts.screens(state))
    housed = room_of(state, at) is not None
    if found.range == 0 and housed and room_of(state, by) is not None:
        return replace(seen, clear=bool(found.clear), concealed=True, bulletproof=True, smoke=False, range=0)
    return replace(
        seen,
        clear=bool(found.clear),
        concealed=bool(found.clear) and (housed or seen.concealed),
        bulletproof=housed or seen.bulletproof,
        range=found.range,
    )


def spot_marks(state: BattleState, at: Spot) -> tuple[Stand, ...]:
    """A place as it is looked at: in a room its openings are."""
    room = room_at(state, at)
    if room is None:
        return (Stand(*at, POST),)
    return tuple(post(opening, room.levels) for opening in room.openings)


def spots_seen(state: BattleState, viewers: Sequence[str], spots: Sequence[Spot]) -> dict[str, list[bool]]:
    """Which of some places each of some teams sees, out of its openings and into others'. 002 Shooting in a Building:
    within its own building its own room, and for infantry those next to it."""
    eyes = {id: _posts(state, id, looks_out=True) for id in viewers}
    marks = [spot_marks(state, spot) for spot in spots]
    starts, ends = _unique(eyes.values()), _unique(marks)
    rows = lookout(facts.ground(state), list(starts), list(ends), facts.screens(state))
    rooms_there = [room_at(state, spot) for spot in spots]

    def seen(id: str, n: int) -> bool:
        here, there = room_of(state, id), rooms_there[n]
        if here is not None and there is not None and here.building == there.building:
            return near_room(state, id, here, there)
        lines = ((eye, mark) for eye in eyes[id] for mark in marks[n] if rows[starts[eye]][ends[mark]])
        return any(spot_shows(eye, here, mark, there) for eye, mark in lines)

    return {id: [seen(id, n) for n in range(len(spots))] for id in viewers}


def spot_shows(eye: Stand, here: Room | None, mark: Stand, there: Room | None) -> bool:
    """Whether a line to a place keeps in front of the walls at its ends; a place in the open is a point."""
    if there is None:
        return here is None or ahead(_opening_of(eye), mark.spot) > 0
    return _facing(eye, here, mark, there)


def spot_seen_from(point: Spot, mark: Stand, there: Room | None) -> bool:
    """The same from a point outside."""
    return there is None or ahead(_opening_of(mark), point) > 0
