"""Slopes (001 1): the height of an up-slope hex, cover, fire lanes, and what climbing costs.

`HexMap.up_slope` and `HexMap.down_slope` say how a hex lies across one of its sides; sight itself is in `sight.py`.
Lines run from centre to centre. A line through a vertex crosses both sides that meet there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

from msgspec import Struct

from orsha.hexmap.grid import SIDES, Hex, distance, side_between
from orsha.hexmap.map import HexMap, Strict
from orsha.kernel import Illegal
from orsha.kernel.data import load

TERRAIN_RULES = Path(__file__).parent / "terrain_rules.toml"

Mover = Literal["infantry", "cavalry", "wagon", "vehicle"]
Benefit = Literal[
    "height-advantage",
    "hull-down-attempt",
    "terrain-modifier",
    "freedom-from-ffmo",
    "freedom-from-ffnam",
    "wall-advantage",
]


class SlopeRules(Strict, frozen=True):
    """The numbers of rule 1."""

    source: str
    height: float
    cover: int
    cover_sides: int
    cover_sides_apart: int
    fire_lane: int
    up_cost: dict[Mover, float]
    up_slope_gives: dict[Benefit, bool]


class _File(Struct, frozen=True):
    slopes: SlopeRules


class Shot(Struct, frozen=True):
    """An attack as the slopes see it: from where, at what, with which kind of fire."""

    firer: Hex
    target: Hex
    fire: Literal["direct", "flamethrower", "indirect"] = "direct"
    target_is: Literal["infantry-on-the-ground", "other"] = "infantry-on-the-ground"
    storey: int = 0
    """How many levels above its hex's ground the firer is."""


@cache
def rules() -> SlopeRules:
    return load(TERRAIN_RULES, _File).slopes


# -- lines ------------------------------------------------------------------------------------------------------------


def sides_crossed(hex: Hex, toward: Hex) -> tuple[int, ...]:
    """The side through which a line to another hex leaves this one, or the two sides of the vertex it leaves by."""
    # 001 1.1: a slope side includes its vertices
    if hex == toward:
        return ()
    across = 3 * (toward.column - hex.column)
    along = 2 * (toward.number - hex.number) + toward.column % 2 - hex.column % 2
    reach = (-2 * along, across - along, across + along, 2 * along, along - across, -across - along)
    return tuple(side for side in SIDES if reach[side] == max(reach))


def height_bonus(board: HexMap, hex: Hex, sides: Iterable[int]) -> float:
    """What slopes add to the height of an end of a line that crosses these sides of its hex; in between nothing."""
    # 001 1.3
    return rules().height if any(board.up_slope(hex, side) for side in sides) else 0.0


def base_level(board: HexMap, hex: Hex) -> int:
    """The level of a hex, which slopes never change: blind hexes are counted from it."""
    # 001 1.3
    return board[hex].level


def line_heights(board: HexMap, one: Hex, other: Hex) -> tuple[float, float]:
    """How high the ground at both ends of a line counts. In between, slopes neither hide nor hinder."""
    # 001 1.3
    return (
        base_level(board, one) + height_bonus(board, one, sides_crossed(one, other)),
        base_level(board, other) + height_bonus(board, other, sides_crossed(other, one)),
    )


def up_slope_gives(benefit: Benefit) -> bool:
    """Whether standing up-slope is enough for something other than sight."""
    # 001 1.3, 1.41
    return rules().up_slope_gives[benefit]


# -- cover ------------------------------------------------------------------------------------------------------------


def offers_cover(board: HexMap, hex: Hex) -> bool:
    """Whether a hex lies low enough: down-slope across three sides, or across two that do not touch."""
    # 001 1.41
    down = [side for side in SIDES if board.down_slope(hex, side)]
    apart = any((one - other) % 6 in (2, 3, 4) for one in down for other in down)
    return len(down) >= rules().cover_sides or (len(down) >= rules().cover_sides_apart and apart)


def slope_cover(board: HexMap, shot: Shot) -> int:
    """The terrain modifier that a slope gives the target of a shot."""
    # 001 1.41
    if shot.fire != "direct" or shot.target_is != "infantry-on-the-ground":
        return 0
    reach = distance(shot.firer, shot.target)
    advantage = base_level(board, shot.firer) + shot.storey - base_level(board, shot.target)
    faced = any(board.down_slope(shot.target, side) for side in sides_crossed(shot.target, shot.firer))
    covered = reach > 1 and advantage < reach and faced and offers_cover(board, shot.target)
    return rules().cover if covered else 0


def group_cover(board: HexMap, shots: Sequence[Shot]) -> int:
    """The slope's modifier against a fire group: what one firer has to take, all take."""
    # 001 1.41 (A.5)
    return max((slope_cover(board, shot) for shot in shots), default=0)


def total_cover(slope: int, other: int, mud: int = 0) -> int:
    """A slope's modifier beside the hex's other one: the better of two that help, and mud's on top."""
    # 001 1.41
    return (max(slope, other) if other > 0 else slope + other) + mud


# -- fire lanes -------------------------------------------------------------------------------------------------------


def fire_lane_reaches(board: HexMap, firer: Hex, target: Hex) -> bool:
    """Whether a fire lane across slopes can hurt anyone on the ground of a hex: it takes the same base level."""
    # 001 1.31, 1.42
    return base_level(board, firer) == base_level(board, target)


def fire_lane_drm(board: HexMap, firer: Hex, target: Hex) -> int:
    """What infantry in a hex gains against a fire lane that comes down a slope."""
    # 001 1.42: levels are whole, so only an up-slope firer on the same one is three quarters higher
    above, below = line_heights(board, firer, target)
    helped = above - below == rules().height and distance(firer, target) > 1
    return rules().fire_lane if helped else 0


def fire_lane_snap_shot_drm(board: HexMap, firer: Hex, one: Hex, other: Hex) -> int:
    """The same against a snap shot at the side between two hexes: it must hold for each of them."""
    # 001 1.42 (A9.221)
    return min(fire_lane_drm(board, firer, one), fire_lane_drm(board, firer, other))


# -- movement ---------------------------------------------------------------------------------------------------------


def movement_across(board: HexMap, start: Hex, end: Hex) -> Literal["up", "down", "level"]:
    """Whether a step to a neighbour goes up a slope, down one, or crosses none."""
    # 001 1.5
    side = _side(start, end)
    if board.down_slope(start, side):
        return "up"
    return "down" if board.up_slope(start, side) else "level"


def entry_cost(board: HexMap, start: Hex, end: Hex, mover: Mover, base: float, *, wet: float = 0.0) -> float:
    """What a step costs in all.

    `base` is the base game's cost of the hex, a crest line's doubling or surcharge included; `wet` is what it adds in
    rain or ground snow for one change of elevation in that direction.
    """
    # 001 1.51, 1.52, 1.54
    if mover in ("vehicle", "wagon") and not vehicle_may_cross(board, start, end):
        raise Illegal("001 1.53", f"no {mover} goes from {start} to {end}: crest line and slope share that side")
    way = movement_across(board, start, end)
    climb = rules().up_cost[mover] if way == "up" else 0.0
    return base + climb + (wet if way != "level" else 0.0)


def vehicle_may_cross(board: HexMap, start: Hex, end: Hex) -> bool:
    """Not where a crest line and a slope share the side."""
    # 001 1.53
    crest_line = base_level(board, start) != base_level(board, end)
    return not (crest_line and movement_across(board, start, end) != "level")


def keeps_road_bonus(board: HexMap, path: Sequence[Hex]) -> bool:
    """Whether every step of a path follows a road; slopes on the way take nothing from the bonus."""
    # 001 1.51 (B3.4)
    return all(_side(one, other) in board[one].road for one, other in pairwise(path))


def _side(start: Hex, end: Hex) -> int:
    side = side_between(start, end)
    if side is None:
        raise Illegal("001 1.5", f"{start} and {end} have no side in common: a step goes to a neighbouring hex")
    return side
