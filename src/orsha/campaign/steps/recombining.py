"""Recombining (001 7.5111): half-squads of a kind make squads, until at most one of each kind is left."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.counters import squad_type
from orsha.campaign.files import Side
from orsha.campaign.report import Piece, Status
from orsha.campaign.state import CampaignState
from orsha.campaign.telling import Telling, an, area_of, held, name, pieces_of
from orsha.campaign.zones import own_ground

RULE = "001 7.5111"
# What a squad has only if both its halves had it; anything else passes on from either.
SHARED: tuple[Status, ...] = ("engineer", "fanatic")


def recombine(told: Telling, side: Side) -> None:
    """It must be done, so nobody is asked."""
    for one, other in pairs(told.state, side):
        _join(told, one, other)


def pairs(state: CampaignState, side: Side) -> list[tuple[Piece, Piece]]:
    """Which half-squads make a squad: of one type, and cut off ones only where both may set up.

    Engineers are paired with engineers first, so that as many as possible stay engineers.
    """
    alike: dict[tuple[str, tuple[str, ...] | None], list[Piece]] = {}
    for piece in pieces_of(state, side):
        known = squad_type(side, piece.type) != piece.type
        if piece.kind == "half-squad" and known and not piece.has("prisoner"):
            alike.setdefault((piece.type, _where(state, side, piece)), []).append(piece)
    found = []
    for group in alike.values():
        group.sort(key=lambda piece: not piece.has("engineer"))
        found += list(zip(group[::2], group[1::2], strict=False))
    return found


def _where(state: CampaignState, side: Side, piece: Piece) -> tuple[str, ...] | None:
    """The hexes that it may set up in: if it is cut off its own pocket (7.5222), for all others their side's ground."""
    if not piece.hex:
        return None
    return own_ground(state, side, piece.hex) if area_of(state, piece.hex) else (piece.hex,)


def _join(told: Telling, one: Piece, other: Piece) -> None:
    both = tuple(dict.fromkeys((*one.status, *other.status)))
    status = tuple(each for each in both if each not in SHARED or (one.has(each) and other.has(each)))
    squad = replace(one, kind="squad", type=squad_type(one.side, one.type), status=status)
    taken = [
        replace(thing, held_by=one.id, hex=one.hex, level=one.level) if one.hex else replace(thing, held_by=one.id)
        for thing in held(told.state, other.id)
    ]
    told.change(RULE, f"{name(one)} and {other.type} {other.id} make {an(squad.type)}", squad, *taken, gone=(other.id,))
