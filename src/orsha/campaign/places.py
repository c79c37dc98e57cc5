"""Entry areas and strategic locations (001 6, CG12): where a side may come on, and what anchors a perimeter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from orsha.campaign.counters import vehicle
from orsha.campaign.files import DATA, Side
from orsha.campaign.groups import chart, dates
from orsha.campaign.recovery import numbers
from orsha.campaign.report import MapMarker, Piece, Work
from orsha.hexmap.grid import Hex, distance, parse
from orsha.hexmap.map import HexMap, Terrain
from orsha.hexmap.sight import floor_level
from orsha.kernel.data import load
from orsha.kernel.table import Strict


class Strategic(Strict, frozen=True):
    source: str
    works: tuple[Work, ...]
    cupolas: tuple[str, ...]
    """Counters that are cupolas."""


class Enterable(Strict, frozen=True):
    """Terrain that vehicles cannot enter off the road, and what else bars those without tracks."""

    source: str
    no_vehicle: tuple[Terrain, ...]
    tracked_only: tuple[Terrain, ...]


class Fleeing(Strict, frozen=True):
    source: str
    heroic_drm: int
    dismantled_saves: int
    """Portage points that a weapon weighs less in pieces."""
    no_weapons: tuple[str, ...]
    """Support weapons that shoot at nobody, and so are never short of ammunition."""


class Clearing(Strict, frozen=True):
    source: str
    guns_stay_in: tuple[Work, ...]


class PlacesFile(Strict, frozen=True):
    strategic: Strategic
    enterable: Enterable
    fleeing: Fleeing
    clearing: Clearing


@cache
def facts() -> PlacesFile:
    return load(DATA / "places.toml", PlacesFile)


def entry_area(board: HexMap, side: Side, date: str, russian_north: Iterable[Hex] = ()) -> frozenset[Hex]:
    """001 6, ruling B10a: the Russians' east edge; the Germans' west edge, and their share of the north edge."""
    if side == "russian":
        return frozenset(hex for hex in board.edge if board.east(hex))
    west = frozenset(hex for hex in board.edge if board.west(hex))
    return west | _german_north(board, date, frozenset(russian_north))


def _german_north(board: HexMap, date: str, russian_north: frozenset[Hex]) -> frozenset[Hex]:
    """From the printed arrow westward; later never nearer than five hexes to the Russians' westernmost hex there."""
    assert board.file.german_north_entry is not None
    limit = board.hex(board.file.german_north_entry).number
    if date != dates()[0] and russian_north:
        limit = min(limit, min(hex.number for hex in russian_north) - (chart("german").entry.north_gap or 0))
    return frozenset(hex for hex in board.edge if board.north(hex) and hex.number <= limit)


def russian_set_up(own: frozenset[Hex], isolated: frozenset[Hex], german_front: frozenset[Hex]) -> frozenset[Hex]:
    """001 CG12b: groups bought after the first date may set up in the perimeter, far from the German front line."""
    gap = chart("russian").entry.from_front_line or 0
    return frozenset(hex for hex in own - isolated if all(distance(hex, front) >= gap for front in german_front))


def strategic_ground(board: HexMap) -> frozenset[Hex]:
    """001 6: the railway and the north and south edges are strategic whoever stands there."""
    return board.railway | frozenset(hex for hex in board.edge if board.north(hex) or board.south(hex))


def strategic_pieces(board: HexMap, pieces: Iterable[Piece], works: Iterable[str] = ()) -> frozenset[Hex]:
    """001 6: entrenchments, pillboxes and cupolas; vehicles that move and shoot; unhooked guns with a crew."""
    found = {board.hex(name) for name in works}
    held = list(pieces)
    for piece in held:
        if piece.kind == "vehicle" and moves_and_shoots(piece):
            found.add(board.hex(piece.hex))
        if piece.kind == "gun" and piece.held_by is not None and "hooked" not in piece.status:
            crewed = any(other.id == piece.held_by and other.kind == "crew" for other in held)
            if crewed:
                found.add(board.hex(piece.hex))
    return frozenset(found)


def moves_and_shoots(piece: Piece) -> bool:
    """001 6: a vehicle that is manned and mobile, with a main armament that works."""
    armed = vehicle(piece.type).ma and not piece.has("malfunctioned", "disabled")
    return armed and not immobile(piece) and not piece.has("abandoned")


def immobile(piece: Piece) -> bool:
    """A vehicle that cannot leave its hex; a cupola never can (001 4.1)."""
    return piece.kind == "vehicle" and (piece.has("immobilized", "bogged", "mired") or is_cupola(piece))


def is_cupola(piece: Piece) -> bool:
    return piece.kind == "vehicle" and piece.type in facts().strategic.cupolas


def solid(piece: Piece) -> bool:
    """A unit that is no SMC: an MMC at large, or a vehicle that is manned."""
    if piece.kind == "vehicle":
        return not piece.has("abandoned")
    return piece.mmc and not piece.has("prisoner")


def beneath(board: HexMap, piece: Piece) -> bool:
    """Whether a piece is under a bridge or in the culvert: it does not take what is above (001 6, LVP; ruling B132)."""
    return piece.level is not None and piece.level < floor_level(board, board.hex(piece.hex))


def enterable(
    board: HexMap, hex: Hex, fires: frozenset[Hex], driving: str | None = None, burnt: frozenset[Hex] = frozenset()
) -> bool:
    """001 6: whether men, or a vehicle of a type, could go there. A terrain blaze bars all; a road lets all in."""
    if hex in fires:
        return False
    if driving is None or board[hex].road:
        return True
    rule = facts().enterable
    barred = rule.no_vehicle if vehicle(driving).tracked else (*rule.no_vehicle, *rule.tracked_only)
    return not set(barred).intersection(standing(board, hex, burnt))


def standing(board: HexMap, hex: Hex, burnt: frozenset[Hex]) -> tuple[Terrain, ...]:
    """001 7.5092: the terrain of a hex; of one that burnt down to open ground what no fire takes, as shellholes."""
    fire = numbers().blaze
    lost = (*fire.burns_away, *fire.burns_to_rubble) if hex in burnt else ()
    return tuple(kind for kind in board[hex].terrain if kind not in lost)


def burnt_down(markers: Iterable[MapMarker]) -> frozenset[Hex]:
    """The hexes that are marked as open ground now."""
    return frozenset(parse(marker.hex) for marker in markers if marker.what == "open-ground")
