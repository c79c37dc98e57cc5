"""A river assault on a battle's picture: boats off the far bank with who is in them, and arrows for the current."""

from __future__ import annotations

from math import hypot

from orsha.paper import battle_counters as signs
from orsha.paper.battle_shapes import closed, edged, fill
from orsha.paper.battle_table import Frame
from orsha.paper.ink import COLOUR, PAPER, Point
from orsha.tabletop.game import boats, facts
from orsha.tabletop.game.boat_state import Boat
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.ground import side_of
from orsha.tabletop.rivers import River
from orsha.tabletop.table import MIL

FLOW = "#ffffff"
HULL: tuple[Point, ...] = ((-0.95, -0.45), (0.4, -0.6), (1.05, 0.0), (0.4, 0.6), (-0.95, 0.45))
"""A boat seen from above, its bow to the right, in half widths."""
ARROW: tuple[Point, ...] = ((-2.6, -0.35), (0.6, -0.35), (0.6, -1.0), (2.6, 0.0), (0.6, 1.0), (0.6, 0.35), (-2.6, 0.35))
"""An arrow to the right, in millimetres."""


def river_svg(state: BattleState, frame: Frame) -> str:
    """Arrows down current, and every boat that is not at the Friendly Bank."""
    river = boats.river(state)
    if river is None:
        return ""
    rows = _current(river, frame) if river.flow else ""
    for id, boat in state.boats.items():
        if boat.at is not None:
            rows += _boat(state, frame, river, boat, bool(facts.passengers(state, id)))
    return rows


def arrow(at: Point, ahead: Point) -> str:
    """The current, from a point toward another."""
    return fill(closed(_turned(ARROW, at, ahead, 1.0)), FLOW, ' fill-opacity="0.8"')


def boat_sign(at: Point, ahead: Point, half: float, colour: str, number: str) -> str:
    """A boat: full of colour with its unit's number, pale if nobody is in it."""
    rim = _turned(HULL, at, ahead, half)
    body = edged(closed(rim), colour if number else PAPER, PAPER if number else colour, 0.4)
    return body + (signs.words(number, (at[0], at[1] + 0.8), 2.2, PAPER, bold=True) if number else "")


def _turned(shape: tuple[Point, ...], at: Point, ahead: Point, size: float) -> list[Point]:
    dx, dy = ahead[0] - at[0], ahead[1] - at[1]
    long = hypot(dx, dy) or 1.0
    ux, uy = dx / long, dy / long
    return [(at[0] + (u * ux - v * uy) * size, at[1] + (u * uy + v * ux) * size) for u, v in shape]


def _current(river: River, frame: Frame) -> str:
    middle = (river.low + river.high) // 2
    rows = ""
    for share in (0.15, 0.38, 0.62, 0.85):
        at = round(river.long * share)
        rows += arrow(frame.at(river.spot(middle, at)), frame.at(river.spot(middle, at + river.flow * MIL)))
    return rows


def _boat(state: BattleState, frame: Frame, river: River, boat: Boat, full: bool) -> str:
    assert boat.at is not None
    bow = river.across(boat.at) + river.inland(boats.enemy_bank(state, boat)) * MIL
    ahead = frame.at(river.spot(bow, river.along(boat.at)))
    colour, number = COLOUR[side_of(state.mission, boat.seat)], (boat.unit or "").rpartition(" ")[2]
    return boat_sign(frame.at(boat.at), ahead, boats.half() / MIL * frame.scale, colour, number if full else "")
