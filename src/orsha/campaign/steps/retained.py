"""What a side retains, area by area (001 6, 7.5072).

Its box and the ground that is not cut off are one area, each isolated area is another.
"""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.counters import leadership
from orsha.campaign.files import Side
from orsha.campaign.recovery import About
from orsha.campaign.report import Piece
from orsha.campaign.state import CampaignState
from orsha.campaign.telling import Telling, area_of, held, holder_side, is_isolated, name, pieces_of

MAIN = ""
"""The area that is not cut off; an isolated one is named by its first hex."""


def retained(state: CampaignState, side: Side) -> list[Piece]:
    """All that a side has off the map or on ground that it controls; prisoners are not its own to use."""
    return [
        piece
        for piece in pieces_of(state, side)
        if not piece.has("prisoner") and (not piece.hex or controls(state, side, piece.hex))
    ]


def controls(state: CampaignState, side: Side, hex: str) -> bool:
    return state.control.get(hex) in (side, "both")


def area_named(state: CampaignState, hex: str) -> str:
    area = area_of(state, hex) if hex else None
    return area.hexes[0] if area else MAIN


def retained_in(state: CampaignState, side: Side, area: str) -> list[Piece]:
    return [piece for piece in retained(state, side) if area_named(state, piece.hex) == area]


def areas_of(state: CampaignState, pieces: Iterable[Piece]) -> list[str]:
    """The areas that some pieces are in, each once, the main one first."""
    return sorted({area_named(state, piece.hex) for piece in pieces})


def where(area: str) -> str:
    return f"in the isolated area of {area}" if area else "in your perimeter"


def vehicles(state: CampaignState, side: Side) -> list[Piece]:
    return [piece for piece in retained(state, side) if piece.kind == "vehicle"]


def armor_leaders(state: CampaignState, vehicle: Piece) -> list[Piece]:
    return [piece for piece in held(state, vehicle.id) if piece.kind == "armor-leader"]


def armor_leader_drm(state: CampaignState, vehicle: Piece) -> int:
    return min((leadership(one.type) for one in armor_leaders(state, vehicle)), default=0)


def engineer_squads(state: CampaignState, side: Side) -> int:
    """Assault engineer squads, whole ones only, that are not isolated (7.5134, 7.514)."""
    return sum(
        piece.kind == "squad" and piece.has("engineer") and not is_isolated(state, piece)
        for piece in retained(state, side)
    )


def in_secret(state: CampaignState, piece: Piece) -> bool:
    """Whether only its own side sees a piece."""
    return piece.id not in state.pieces


def named_beside(state: CampaignState, piece: Piece, other: Piece) -> str:
    """A piece in a text about another one: without its name where all read the text and not all see the piece."""
    return f"a {piece.kind}" if in_secret(state, piece) and not in_secret(state, other) else name(piece)


def note(told: Telling, rule: str, text: str, piece: Piece) -> None:
    """Says something about a piece that it does not change, to those who see the piece."""
    told.say(rule, text, holder_side(told.state, piece) if in_secret(told.state, piece) else None)


def about(state: CampaignState, piece: Piece, what: str = "") -> About:
    """A roll for a piece, or for one of its weapons."""
    words = f"{what} of {name(piece)}" if what else name(piece)
    return About(words, in_secret(state, piece))


def sorts(state: CampaignState, pieces: Iterable[Piece]) -> list[Piece]:
    """One of each sort: pieces that differ in nothing, nor in what they hold, need not be told apart."""
    found: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        things = tuple(sorted(thing.type for thing in held(state, piece.id)))
        found.setdefault(
            (piece.kind, piece.type, sorted_status(piece), piece.hex, piece.held_by is None, things), piece
        )
    return list(found.values())


def sorted_status(piece: Piece) -> tuple[str, ...]:
    return tuple(sorted(piece.status))


def described(state: CampaignState, piece: Piece) -> str:
    """A piece with what it holds, as a question names it."""
    things = ", ".join(thing.type for thing in held(state, piece.id))
    return f"{name(piece)} with {things}" if things else name(piece)
