"""Hexes with two kinds of terrain (001 2): shelled orchards, and grain that grows to the edge of a road.

Everything that either terrain does still applies (2.1); only what the combination changes stands here.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from orsha.hexmap.grid import SIDES, Hex, distance, grain, side_between
from orsha.hexmap.map import Ground, HexMap, Strict
from orsha.hexmap.slopes import TERRAIN_RULES
from orsha.kernel import Illegal
from orsha.kernel.data import load

Combination = Literal["orchard-shellholes", "grain-road"]
Gear = Literal["tracked", "half-tracked", "wheeled"]


class OrchardShellholes(Strict, frozen=True):
    """The numbers of rule 2.2."""

    source: str
    foot: float
    foot_in_shellholes: float
    tracked_afv: float
    other_vehicle: float
    bog_drm: dict[Gear, int]


class GrainRoad(Strict, frozen=True):
    """The numbers of rule 2.3."""

    source: str
    on_road: float
    through_grain: float


class _File(Struct, frozen=True, rename="kebab"):
    orchard_shellholes: OrchardShellholes
    grain_road: GrainRoad


class Vehicle(Struct, frozen=True):
    """A vehicle as these hexes see it. Half-tracked is not tracked."""

    gear: Gear
    afv: bool = False


@cache
def _rules() -> _File:
    return load(TERRAIN_RULES, _File)


def combination(ground: Ground, *, shelled: bool = False) -> Combination | None:
    """The combination with rules of its own that a hex holds; `shelled` when shellholes came in play."""
    # 001 2.1
    if ground.has("orchard") and (shelled or ground.has("shellholes")):
        return "orchard-shellholes"
    return "grain-road" if ground.has("grain") and ground.road else None


# -- orchard and shellholes -------------------------------------------------------------------------------------------


def orchard_in_season(ground: Ground, in_season: bool, *, shelled: bool = False) -> bool:
    """Whether an orchard is in leaf: by the calendar, but never with shellholes in it."""
    # 001 2.2
    return in_season and combination(ground, shelled=shelled) != "orchard-shellholes"


def shelled_orchard_mf(*, into_shellholes: bool) -> float:
    """What infantry pays to enter a shelled orchard, in its shellholes or not."""
    # 001 2.2
    rules = _rules().orchard_shellholes
    return rules.foot_in_shellholes if into_shellholes else rules.foot


def shelled_orchard_mp(vehicle: Vehicle) -> float:
    """What a vehicle pays to enter a shelled orchard."""
    # 001 2.2
    rules = _rules().orchard_shellholes
    return rules.tracked_afv if vehicle.afv and vehicle.gear == "tracked" else rules.other_vehicle


def shelled_orchard_bog_drm(vehicle: Vehicle) -> int:
    """What the combination adds to the bog check that every vehicle takes there."""
    # 001 2.2 (D8.2)
    return _rules().orchard_shellholes.bog_drm[vehicle.gear]


# -- grain and road ---------------------------------------------------------------------------------------------------


def grain_road_mf(board: HexMap, start: Hex, end: Hex) -> tuple[float, ...]:
    """What infantry may pay to enter a grain-road hex: along the road or through the grain, off the road only grain."""
    # 001 2.3
    side = side_between(end, start)
    if side is None or combination(board[end]) != "grain-road":
        raise Illegal("001 2.3", f"{end} is no hex of grain and road next to {start}")
    rules = _rules().grain_road
    return (rules.on_road, rules.through_grain) if side in board[end].road else (rules.through_grain,)


def grain_road_ffmo(mf: float) -> bool:
    """Whether infantry that paid this much to enter was in the open: on the road yes, in the grain no."""
    # 001 2.3
    return mf < _rules().grain_road.through_grain


def grain_road_hinders(board: HexMap, hex: Hex, one: Hex, other: Hex) -> bool:
    """Whether the grain of a hex between two others hinders their line: not while the line keeps to a straight road."""
    # 001 2.3
    back, on = _grain_side(hex, one), _grain_side(hex, other)
    straight = back is not None and on is not None and (back - on) % 6 == 3
    return board[hex].has("grain") and not (straight and {back, on} <= set(board[hex].road))


def _grain_side(hex: Hex, toward: Hex) -> int | None:
    """The side whose hex grain leads from one hex to another."""
    return next((side for side in SIDES if grain(hex, side, distance(hex, toward))[-1:] == [toward]), None)
