"""Entry areas and strategic locations (001 6, CG12): where a side may come on, and what anchors a perimeter."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.files import Side
from orsha.campaign.groups import chart, dates
from orsha.campaign.report import Piece
from orsha.hexmap.grid import Hex, distance
from orsha.hexmap.map import HexMap


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
        if piece.kind == "vehicle" and not {"abandoned", "immobilized", "malfunctioned", "disabled"} & set(
            piece.status
        ):
            found.add(board.hex(piece.hex))
        if piece.kind == "gun" and piece.held_by is not None and "hooked" not in piece.status:
            crewed = any(other.id == piece.held_by and other.kind == "crew" for other in held)
            if crewed:
                found.add(board.hex(piece.hex))
    return frozenset(found)
