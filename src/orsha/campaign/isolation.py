"""Isolation and control (001 7.5056-7.5062): what lies in both perimeters or in a pocket, and whose ground is whose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.perimeter import Perimeter, front_line
from orsha.hexmap.grid import Hex, neighbours
from orsha.hexmap.map import HexMap

Kind = Literal["A", "B", "C", "D"]
Holder = Literal["german", "russian", "both"]
SIDES: tuple[Side, Side] = ("german", "russian")


class Presence(Struct, frozen=True):
    """Where a side's pieces stand: its SMC, and its MMC and vehicles."""

    smc: frozenset[Hex] = frozenset()
    solid: frozenset[Hex] = frozenset()


class IsolatedArea(Struct, frozen=True):
    """A group of neighbouring isolated hexes (001 6, 7.506)."""

    hexes: frozenset[Hex]
    kind: Kind
    occupier: Side | None
    """The side whose MMC or vehicles alone are there: type C."""
    pocket: bool
    """Whether all of it is a pocket, of either side."""


class Typed(Protocol):
    """An isolated area as the rules on those in it see it."""

    @property
    def kind(self) -> Kind: ...

    @property
    def occupier(self) -> Side | None: ...


class Ground(Struct, frozen=True):
    """The map after perimeters were drawn: isolated areas, no-man's land, who controls what."""

    areas: tuple[IsolatedArea, ...]
    no_mans_land: frozenset[Hex]
    control: dict[Hex, Holder]


def other(side: Side) -> Side:
    return "russian" if side == "german" else "german"


def isolated_areas(perimeters: Mapping[Side, Perimeter], presence: Mapping[Side, Presence]) -> tuple[IsolatedArea, ...]:
    """001 7.5054, 7.506: what both perimeters enclose, and every pocket, by groups of neighbours."""
    pockets = frozenset(hex for perimeter in perimeters.values() for pocket in perimeter.pockets for hex in pocket)
    shared = perimeters["german"].area & perimeters["russian"].area
    rest = set(shared | pockets)
    found = []
    while rest:
        group = _group(min(rest), rest)
        rest -= group
        found.append(_classified(frozenset(group), pockets, presence))
    return tuple(found)


def _group(start: Hex, among: set[Hex]) -> set[Hex]:
    members, queue = {start}, [start]
    while queue:
        for hex in neighbours(queue.pop()):
            if hex in among and hex not in members:
                members.add(hex)
                queue.append(hex)
    return members


def _classified(hexes: frozenset[Hex], pockets: frozenset[Hex], presence: Mapping[Side, Presence]) -> IsolatedArea:
    solid = [side for side in SIDES if presence[side].solid & hexes]
    smc = any(presence[side].smc & hexes for side in SIDES)
    kind: Kind = "D" if len(solid) == 2 else "C" if solid else "B" if smc else "A"
    return IsolatedArea(hexes, kind, solid[0] if len(solid) == 1 else None, hexes <= pockets)


def settle(
    board: HexMap,
    perimeters: Mapping[Side, Perimeter],
    presence: Mapping[Side, Presence],
    strategic: Mapping[Hex, Side],
) -> Ground:
    """001 7.5056, 7.5057, 7.5062: control of every hex. A strategic location is never no-man's land (7.5056)."""
    areas = isolated_areas(perimeters, presence)
    isolated = frozenset(hex for area in areas for hex in area.hexes)
    control: dict[Hex, Holder] = {}
    for side in SIDES:
        for hex in perimeters[side].area - isolated:
            control[hex] = side
    for hex, owner in strategic.items():
        if hex not in isolated:
            control.setdefault(hex, owner)
    kept = []
    for area in areas:
        taker = _taken_over(board, area, control, isolated)
        if taker is not None:
            control.update(dict.fromkeys(area.hexes, taker))
        else:
            kept.append(area)
            control.update(_held(area))
    for hex, owner in strategic.items():
        control.setdefault(hex, owner)
    empty = frozenset(hex for hex in board.ground if hex not in control)
    return Ground(tuple(kept), empty, control)


def as_drawn(
    perimeters: Mapping[Side, Perimeter],
    areas: tuple[IsolatedArea, ...],
    before: Mapping[Hex, Holder],
    strategic: Mapping[Hex, Side],
) -> dict[Hex, Holder]:
    """001 7.5057: a side controls its own ground, isolated ground stays whose it was, the rest is nobody's (7.5056)."""
    isolated = frozenset(hex for area in areas for hex in area.hexes)
    control: dict[Hex, Holder] = {hex: before[hex] for hex in isolated if hex in before}
    for side in SIDES:
        control.update(dict.fromkeys(perimeters[side].area - isolated, side))
    for hex, owner in strategic.items():
        control.setdefault(hex, owner)
    return control


def passed_over(
    board: HexMap, perimeters: Mapping[Side, Perimeter], areas: tuple[IsolatedArea, ...], ground: Ground
) -> dict[Side, Perimeter]:
    """001 7.5062: a pocket that passed to a side is no ground of the other's perimeter, and joins the taker's own."""
    gone = [area.hexes for area in areas if area not in ground.areas]
    found: dict[Side, Perimeter] = {}
    for side in SIDES:
        old = perimeters[side]
        main = old.main.union(*(hexes for hexes in gone if ground.control[min(hexes)] == side))
        lost = frozenset().union(*gone)
        pockets = tuple(pocket for pocket in old.pockets if not pocket & lost)
        same = main == old.main and pockets == old.pockets
        found[side] = old if same else Perimeter(main, pockets, front_line(board, main.union(*pockets)))
    return found


def _held(area: IsolatedArea) -> dict[Hex, Holder]:
    """001 7.5062: type C is its occupier's, type D both sides', types A and B nobody's."""
    if area.kind == "C" and area.occupier is not None:
        return dict.fromkeys(area.hexes, area.occupier)
    return dict.fromkeys(area.hexes, "both") if area.kind == "D" else {}


def _taken_over(
    board: HexMap, area: IsolatedArea, control: Mapping[Hex, Holder], isolated: frozenset[Hex]
) -> Side | None:
    """001 7.5062: a type A or B pocket with only one side's ground around it passes to that side."""
    if area.kind not in ("A", "B") or not area.pocket:
        return None
    around = {
        control[hex]
        for inside in area.hexes
        for hex in neighbours(inside)
        if hex in board and hex not in isolated and hex in control
    }
    return next((side for side in SIDES if around == {side}), None)


# -- what isolation does to those in it (001 7.5061)


def must_escape(area: Typed, side: Side, *, smc: bool) -> bool:
    """An SMC in a type B area, and an SMC of the other side in a type C one, must try to escape."""
    if not smc:
        return False
    return area.kind == "B" or (area.kind == "C" and area.occupier != side)


def short_of_ammunition(area: Typed) -> bool:
    """Units and weapons in type C and D areas begin the next scenario short of ammunition."""
    return area.kind in ("C", "D")


def eliminated_smc(presence: Presence, perimeter: Perimeter) -> frozenset[Hex]:
    """001 7.5057: SMC outside their own perimeter area are eliminated."""
    return presence.smc - perimeter.area
