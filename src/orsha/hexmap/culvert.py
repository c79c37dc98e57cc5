"""The culvert (001 3): a gully that runs under a hex. Who gets in, what is seen, what reaches those inside.

A culvert joins the two hexes at its ends and nothing else: one goes in or looks in only from the floor of a gully
there, or from another culvert.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from msgspec import Struct

from orsha.hexmap.grid import Hex, neighbour, parse
from orsha.hexmap.map import HexMap, Strict
from orsha.hexmap.slopes import TERRAIN_RULES
from orsha.kernel import Illegal
from orsha.kernel.data import load

Unit = Literal["infantry", "infantry carrying a cycle", "cyclist", "cavalry", "horse", "vehicle"]
GunType = Literal["INF", "AT", "MTR", "AA", "ART", "RCL"]
Fortification = Literal[
    "ap-mines", "at-mines", "wire", "foxhole", "trench", "at-ditch", "pillbox", "roadblock", "cupola"
]


class Place(NamedTuple):
    """Where in a hex a unit is: on its ground, on a gully's floor or crest, or in a culvert."""

    hex: Hex
    where: Literal["ground", "gully", "crest", "culvert"]


class Gun(Struct, frozen=True):
    """A gun as the culvert sees it."""

    type: GunType
    small: bool = False


class CulvertRules(Strict, frozen=True):
    """The lists of rule 3: what else than infantry may be inside, and on which terms."""

    source: str
    guns: dict[GunType, Literal["small", "any"]]
    fortifications: dict[Fortification, Literal["seen", "any"]]


class _File(Struct, frozen=True):
    culvert: CulvertRules


@cache
def _rules() -> CulvertRules:
    return load(TERRAIN_RULES, _File).culvert


def culverts(board: HexMap) -> frozenset[Hex]:
    """The hexes that a culvert runs under."""
    # 001 3.1
    return frozenset(parse(culvert.hex) for culvert in board.file.culverts)


def inside(board: HexMap, hex: Hex) -> Place:
    """The place in the culvert of a hex."""
    # 001 3.1
    if hex not in culverts(board):
        known = ", ".join(sorted(str(each) for each in culverts(board))) or "nowhere"
        raise Illegal("001 3.1", f"there is no culvert in {hex}; on this map there is one in {known}")
    return Place(hex, "culvert")


def joined(board: HexMap, place: Place) -> frozenset[Place]:
    """The gully floors and culverts that a culvert leads to: all that is ADJACENT to it."""
    # 001 3.1, 3.2
    ends = {parse(end) for culvert in board.file.culverts if culvert.hex == place.hex.name for end in culvert.ends}
    return frozenset(Place(end, "culvert" if end in culverts(board) else "gully") for end in ends)


def in_sight(board: HexMap, place: Place, other: Place) -> bool:
    """Whether a place in a culvert and another see each other."""
    # 001 3.1
    return other in joined(board, place)


def has_room(taken: float, arriving: float, limit: float) -> bool:
    """Whether more units fit in: the base game's stacking limit is never passed there."""
    # 001 3.1
    return taken + arriving <= limit


def check_entry(board: HexMap, unit: Unit, start: Place, culvert: Place) -> None:
    """Refuses a step into a culvert, with its reason; the cost is the base game's for entering a gully."""
    # 001 3.2
    if unit not in ("infantry", "infantry carrying a cycle"):
        raise Illegal("001 3.2", f"no {unit} goes into a culvert: only infantry does, and it may carry a cycle")
    if start not in joined(board, culvert):
        ends = " or ".join(sorted(str(place.hex) for place in joined(board, culvert)))
        raise Illegal("001 3.2", f"from {start.hex} {start.where} no way leads into {culvert.hex}: only from in {ends}")


def may_mount_cycle(place: Place) -> bool:
    """A cycle is carried through a culvert, never ridden."""
    # 001 3.2
    return place.where != "culvert"


def gun_may_be_in(gun: Gun) -> bool:
    """Whether a gun may be set up in a culvert or pushed into it."""
    # 001 3.2 (C2.271)
    size = _rules().guns.get(gun.type)
    return size == "any" or (size == "small" and gun.small)


def mortar_may_fire(place: Place) -> bool:
    # 001 3.3
    return place.where != "culvert"


def indirect_fire_reaches(place: Place) -> bool:
    # 001 3.3
    return place.where != "culvert"


def crest_allowed(board: HexMap, hex: Hex, side: int) -> bool:
    """What a culvert leaves of crest status: none in its hex, none along a side between gully and culvert."""
    # 001 3.4
    over = {(parse(culvert.hex), parse(end)) for culvert in board.file.culverts for end in culvert.ends}
    return hex not in culverts(board) and (neighbour(hex, side), hex) not in over


def sniper_target(place: Place) -> bool:
    """Whether a sniper can choose units there."""
    # 001 3.5 (A14.22)
    return place.where != "culvert"


def may_fortify(work: Fortification, *, hidden: bool = False) -> bool:
    """Whether a work may be set up in a culvert: mines against infantry if the enemy sees them, and roadblocks."""
    # 001 3.6; the mines are eliminated as seen AT mines on a paved road are (B28.53)
    terms = _rules().fortifications.get(work)
    return terms == "any" or (terms == "seen" and not hidden)
