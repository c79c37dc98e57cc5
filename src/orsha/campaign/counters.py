"""What a counter says that 001 takes for granted (`data/counters.toml`, ruling B37): halves, ladders, points."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, field

from orsha.campaign.files import DATA, Count, Side
from orsha.campaign.report import Piece
from orsha.kernel.data import load
from orsha.kernel.table import Strict

Points = Annotated[int, Meta(ge=0, le=20)]
Class = Literal["conscript", "second", "first", "elite"]
CLASSES: tuple[Class, ...] = ("elite", "first", "second", "conscript")


class Infantry(Strict, frozen=True, kw_only=True):
    side: Side
    squad: str
    half: str
    class_: Class = field(name="class")
    better: str | None = None
    worse: str | None = None


class Leaders(Strict, frozen=True):
    ladder: tuple[str, ...]
    better: dict[str, str]
    worse: dict[str, str]


class Weapon(Strict, frozen=True):
    type: str
    pp: Points
    repair: Points
    x: bool
    mg: bool = False
    """A machine gun: what men can scrounge from a wreck."""
    dm: bool = False
    """Can be taken apart to be carried."""


class Gun(Strict, frozen=True):
    type: str
    repair: Points
    mortar: bool
    dm: bool = False


class Vehicle(Strict, frozen=True):
    type: str
    afv: bool
    tracked: bool
    cvp: Points
    ma: bool = True
    """Has a main armament, and so a crew; without one it has a driver who never leaves it."""
    mg: str = "LMG"
    """The machine gun that its own is worth when exchanged or taken off; empty where it has none."""
    mg_off: bool = False
    """Whether that machine gun can be taken off."""


class VehicleWeapons(Strict, frozen=True):
    repair: Points
    exchange: str
    """The machine gun that is given for one that cannot be taken off (001 7.5133)."""


class Capacity(Strict, frozen=True):
    mmc: Count
    smc: Count


class Wound(Strict, frozen=True):
    dies_from: Count
    wounded_already: Count


class CounterFile(Strict, frozen=True):
    source: str
    cvp: dict[str, Points]
    capacity: Capacity
    wound: Wound
    vehicle_weapons: VehicleWeapons
    infantry: tuple[Infantry, ...]
    leaders: Leaders
    weapons: tuple[Weapon, ...]
    guns: tuple[Gun, ...]
    vehicles: tuple[Vehicle, ...]


@cache
def counters() -> CounterFile:
    return load(DATA / "counters.toml", CounterFile)


@cache
def _infantry(side: Side, type: str) -> Infantry | None:
    return next((one for one in counters().infantry if one.side == side and type in (one.squad, one.half)), None)


def infantry_class(piece: Piece) -> Class | None:
    """A squad's or half-squad's class; none for crews and types that the file does not know."""
    found = _infantry(piece.side, piece.type) if piece.kind in ("squad", "half-squad") else None
    return found.class_ if found else None


def half_type(side: Side, squad: str) -> str:
    """The half-squad of a squad; a type that is not known keeps its name."""
    found = _infantry(side, squad)
    return found.half if found else squad


def squad_type(side: Side, half: str) -> str:
    """The squad that two such half-squads make."""
    found = _infantry(side, half)
    return found.squad if found else half


def better_type(piece: Piece) -> str | None:
    """What it becomes when it battle hardens."""
    return _step(piece, up=True)


def worse_type(piece: Piece) -> str | None:
    """What replaces it; none where it would be disrupted or lost instead."""
    return _step(piece, up=False)


def _step(piece: Piece, *, up: bool) -> str | None:
    if piece.kind in ("leader", "armor-leader"):
        found = _leader_step(piece.type, up=up)
        # There is no armour leader without a modifier (001 7.5197).
        return found if piece.kind == "leader" or (found and leadership(found) < 0) else None
    men = _infantry(piece.side, piece.type)
    next_squad = men and (men.better if up else men.worse)
    if not next_squad:
        return None
    return half_type(piece.side, next_squad) if piece.kind == "half-squad" else next_squad


def _leader_step(type: str, *, up: bool) -> str | None:
    leaders = counters().leaders
    beside = leaders.better if up else leaders.worse
    if type in beside:
        return beside[type]
    if type not in leaders.ladder:
        return None
    at = leaders.ladder.index(type) + (1 if up else -1)
    return leaders.ladder[at] if 0 <= at < len(leaders.ladder) else None


def morale(piece: Piece) -> int:
    """The morale printed on men: the last number of a unit, the first of a leader; one less when wounded."""
    numbers = piece.type.replace("+", "-").split("-")
    printed = int(numbers[0]) if piece.kind in ("leader", "armor-leader") else int(numbers[-1])
    return printed - ("wounded" in piece.status)


def leadership(type: str) -> int:
    """A leader's DRM: 9-1 gives -1, 6+1 gives +1."""
    if "+" in type:
        return int(type.split("+")[1])
    return -int(type.split("-")[1]) if "-" in type else 0


def vehicle(type: str) -> Vehicle:
    """A vehicle's facts; one that is not listed counts as a tracked AFV."""
    known = {one.type: one for one in counters().vehicles}
    return known.get(type, Vehicle(type, True, True, counters().cvp["vehicle"]))


def weapon(type: str) -> Weapon:
    known = {one.type: one for one in counters().weapons}
    return known.get(type, Weapon(type, 1, 0, False))


def is_gun(type: str) -> bool:
    return any(one.type == type for one in counters().guns)


def gun(type: str) -> Gun:
    known = {one.type: one for one in counters().guns}
    return known.get(type, Gun(type, 0, False))


def machine_guns() -> list[str]:
    return [one.type for one in counters().weapons if one.mg]


def can_dismantle(piece: Piece) -> bool:
    return gun(piece.type).dm if piece.kind == "gun" else weapon(piece.type).dm


def first_line_half(side: Side) -> str:
    """The half-squad of a side's ordinary first-line squad."""
    return next(one.half for one in counters().infantry if one.side == side and one.class_ == "first")


def half_squads(piece: Piece) -> int:
    """Half-squad equivalents (a crew counts as one)."""
    return {"squad": 2, "half-squad": 1, "crew": 1}.get(piece.kind, 0)


def cvp(piece: Piece) -> int:
    """Casualty points that its loss costs."""
    points = counters().cvp
    if piece.kind == "vehicle":
        return vehicle(piece.type).cvp
    if piece.kind in ("leader", "armor-leader"):
        return points[piece.kind] + max(0, -leadership(piece.type))
    return points[piece.kind]
