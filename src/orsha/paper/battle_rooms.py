"""City buildings without their roofs (002): rooms with their walls and openings, and the floors that teams are on."""

from __future__ import annotations

from orsha.paper import battle_counters as signs
from orsha.paper import ink
from orsha.paper.battle_counters import Counter
from orsha.paper.battle_shapes import closed, edged, fill, stroke
from orsha.paper.battle_table import Frame
from orsha.paper.ink import COLOUR, INK, Point
from orsha.tabletop.game import facts
from orsha.tabletop.game.rooms import Room, adjacent, holder, rooms
from orsha.tabletop.game.state import BattleState, TeamState
from orsha.tabletop.mission.ground import side_of

FLOOR = "#efe9df"
WALL = "#4a403a"
THIN = "#8d8078"
SILL = "#fffdf8"
OUTER, INNER, GAP = 1.1, 0.45, 0.8
"""How thick walls are drawn, and the openings in them."""
UPSTAIRS = 0.22
"""How far to the upper right a team stands for each floor above the ground, in inches: those below it show."""
SHRINK = 0.14
NAME = 1.9
FIGHT = "#c8102e"
"""A room that is fought for."""


def rooms_svg(state: BattleState, frame: Frame) -> str:
    """All rooms: their floors in the colour of who holds them, walls, openings, and names in a corner."""
    every = list(rooms(state).values())
    if not every:
        return ""
    rows = "".join(_floor(state, frame, room) for room in every)
    rows += "".join(_inner(frame, one, other) for one in every for other in every if adjacent(one, other))
    for building in dict.fromkeys(room.building for room in every):
        own = [room for room in every if room.building == building]
        rows += stroke(closed(frame.all(_about(own))), WALL, OUTER)
    rows += "".join(_openings(frame, room) for room in every)
    return rows + "".join(_name(frame, room) for room in every)


def _floor(state: BattleState, frame: Frame, room: Room) -> str:
    points = frame.all(room.outline)
    rows = edged(closed(points), FLOOR, FLOOR, 0.1)
    seat = holder(state, room)
    if seat is not None and state.mission.attacker is not None:
        rows += fill(closed(points), COLOUR[side_of(state.mission, seat)], ' fill-opacity="0.16"')
    return rows


def _inner(frame: Frame, one: Room, other: Room) -> str:
    """The wall that two rooms share."""
    a, b = one.box, other.box
    ends = (max(a[0], b[0]), max(a[1], b[1])), (min(a[2], b[2]), min(a[3], b[3]))
    return ink.line(frame.at(ends[0]), frame.at(ends[1]), THIN, INNER)


def _about(own: list[Room]) -> list[tuple[int, int]]:
    boxes = [room.box for room in own]
    left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, high = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return [(left, low), (right, low), (right, high), (left, high)]


def _openings(frame: Frame, room: Room) -> str:
    """A gap in the wall, and its two jambs."""
    rows = ""
    for opening in room.openings:
        a, b = frame.at(opening.a), frame.at(opening.b)
        rows += ink.line(a, b, SILL, GAP)
        rows += "".join(ink.line(*_jamb(frame, opening.outward, end), WALL, 0.5) for end in (opening.a, opening.b))
    return rows


def _jamb(frame: Frame, outward: int, end: tuple[int, int]) -> tuple[Point, Point]:
    far = 150
    dx, dy = (0, far) if outward in (0, 180) else (far, 0)
    return frame.at((end[0] - dx, end[1] - dy)), frame.at((end[0] + dx, end[1] + dy))


def _name(frame: Frame, room: Room) -> str:
    x, y = frame.at((room.box[0], room.box[3]))
    return signs.words(room.name, (x + 1.0, y + NAME + 0.4), NAME, THIN, anchor="start")


# -- fights for them


def fights_svg(state: BattleState, frame: Frame) -> str:
    """002: rooms that an assault is about: contested ones in a broken frame with their names, those that it is made
    from in one of the assaulting side's colour."""
    fight = state.assault
    if fight is None or fight.fray is None:
        return ""
    every, colour = rooms(state), COLOUR[side_of(state.mission, facts.seat_of(fight.unit))]
    rows = "".join(_framed(frame, every[name], colour, "none") for name in fight.fray.assaulting)
    rows += "".join(_framed(frame, every[name], FIGHT, "2.2 1.1") for name in fight.fray.contested)
    return rows + "".join(_tag(frame, every[name]) for name in fight.fray.contested)


def fight_sign(at: Point) -> str:
    """A contested room, for the legend."""
    x, y = at
    return (
        f'<rect x="{x - 2:.2f}" y="{y - 1.6:.2f}" width="4.2" height="3.2" fill="{FLOOR}" stroke="{FIGHT}" '
        'stroke-width="0.6" stroke-dasharray="1.3 0.7"/>'
    )


def _framed(frame: Frame, room: Room, colour: str, dashes: str) -> str:
    (left, low), (right, high) = frame.at(room.box[:2]), frame.at(room.box[2:])
    x, y, far = min(left, right) + 0.9, min(low, high) + 0.9, 1.8
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{abs(right - left) - far:.2f}" height="{abs(high - low) - far:.2f}" '
        f'fill="none" stroke="{colour}" stroke-width="0.9" stroke-dasharray="{dashes}"/>'
    )


def _tag(frame: Frame, room: Room) -> str:
    """Its name on the middle of its upper wall, over everything: counters may hide the one on its floor."""
    (left, _), (right, high) = frame.at(room.box[:2]), frame.at(room.box[2:])
    label = ink.Label((f"{room.name}: contested",), ((left + right) / 2, high), NAME, bold=True, colour=FIGHT)
    return f'{ink.plate(label.box())}<g text-anchor="middle">{label.svg()}</g>'


# -- teams in them


def shifted(team: TeamState, at: Point, frame: Frame) -> Point:
    """Where a team's counter lies: on an upper floor a little to the upper right."""
    far = team.level * UPSTAIRS * frame.scale
    return at[0] + far, at[1] - far


def smaller(team: TeamState) -> float:
    """How large a counter is drawn: a little smaller for each floor above the ground."""
    return 1 - SHRINK * team.level


def floor_by_floor(state: BattleState, counters: list[Counter]) -> str:
    """All counters, the ground first; on each floor above it they have its number."""
    level = {one.team: state.teams[one.team].level for one in counters}
    rows = ""
    for floor in sorted(set(level.values())):
        own = [one for one in counters if level[one.team] == floor]
        rows += signs.counters_svg(own)
        if floor:
            rows += "".join(floor_sign(_edge(one), floor) for one in own)
    return rows


def _edge(one: Counter) -> Point:
    """The upper right of a counter."""
    return one.at[0] + one.half_wide * 0.74, one.at[1] - one.half_wide * 0.74


def floor_sign(at: Point, level: int) -> str:
    x, y = at
    chip = f'<rect x="{x - 1.1:.2f}" y="{y - 1.1:.2f}" width="2.2" height="2.2" rx="0.4" fill="{SILL}" '
    chip += f'stroke="{INK}" stroke-width="0.25"/>'
    return chip + signs.words(str(level), (x, y + 0.7), 1.9, INK, bold=True)
