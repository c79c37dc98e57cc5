"""Setting up hidden (001 7.520, 7.4 special rule 5, CG11): who may, what it costs, how many."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.counters import half_squads
from orsha.campaign.groups import fortifications
from orsha.campaign.places import is_cupola
from orsha.campaign.report import Piece
from orsha.campaign.state import Value
from orsha.kernel import Illegal

RULE = "001 7.520"
Placing = tuple[Piece, Piece, str]
"""A piece before and after, and how it is set up."""


class Hiding(Value, frozen=True):
    """What a side may spend on it."""

    fpp: int = 0
    """FPP that were set aside."""
    free: tuple[str, ...] = ()
    """Cupolas that pay nothing."""
    dear: tuple[str, ...] = ()
    """Shellholes outside orchards, where German infantry pays more."""


def check_hidden(hiding: Hiding, placing: Iterable[Placing]) -> None:
    """Refuses a placement that hides who may not be hidden, too many, or more than was paid for."""
    everyone = list(placing)
    hidden = {piece.id: piece for _, piece, how in everyone if how == "hidden" and piece.hex}
    for before, piece in _newly(everyone):
        _check_one(before, piece, hidden)
    _check_share([piece for _, piece, _ in everyone if piece.hex], list(hidden.values()))
    price = price_of(hiding, everyone)
    if price > hiding.fpp:
        raise Illegal(RULE, f"hiding them costs {price} FPP, and {hiding.fpp} were set aside for it")


def price_of(hiding: Hiding, placing: Iterable[Placing]) -> int:
    """FPP for all that is hidden now and was not before; a gun's crew pays nothing."""
    everyone = list(placing)
    gunners = {piece.held_by for _, piece, how in everyone if how == "hidden" and piece.kind == "gun"}
    return sum(cost(hiding, piece) for _, piece in _newly(everyone) if piece.id not in gunners)


def _newly(everyone: list[Placing]) -> list[tuple[Piece, Piece]]:
    """Those who become hidden, or are hidden in another hex."""
    return [
        (before, piece)
        for before, piece, how in everyone
        if how == "hidden" and piece.hex and (piece.hex != before.hex or not before.has("hidden"))
    ]


def _check_one(before: Piece, piece: Piece, hidden: dict[str, Piece]) -> None:
    """Guns that nobody has found, cupolas, and men; weapons with those who have them."""
    match piece.kind:
        case "gun" if (before.hex or before.last) and not before.has("hidden"):
            raise Illegal("001 CG11", f"{piece.id} ({piece.type}) was revealed: it may be concealed, not hidden")
        case "sw" if piece.held_by not in hidden:
            raise Illegal(RULE, f"{piece.id} ({piece.type}) is hidden only in the hands of a hidden unit")
        case "vehicle" if not is_cupola(piece):
            raise Illegal(RULE, f"{piece.id} ({piece.type}) is a vehicle and cannot be set up hidden")
        case "leader" | "hero" if not any(one.mmc and one.hex == piece.hex for one in hidden.values()):
            raise Illegal(RULE, f"{piece.id} ({piece.type}) is hidden only with hidden men in his hex")


def cost(hiding: Hiding, piece: Piece) -> int:
    """FPP for one piece; guns and their crews pay nothing, and weapons go with their men."""
    rule = fortifications().hip
    prices = {
        "squad": rule.fpp.squad, "half-squad": rule.fpp.half_squad, "crew": rule.fpp.crew,
        "leader": rule.fpp.smc, "hero": rule.fpp.smc,
    }  # fmt: skip
    if piece.kind == "vehicle":
        return 0 if piece.id in hiding.free else rule.fpp.cupola
    return prices.get(piece.kind, 0) * (rule.in_shellholes if piece.hex in hiding.dear else 1)


def _check_share(there: list[Piece], hidden: list[Piece]) -> None:
    """A tenth of the squads that are on the map, fractions rounded up; half-squads count as halves."""
    percent = fortifications().hip.squads_percent
    squads = sum(half_squads(one) for one in there if one.kind != "crew")
    covered = sum(half_squads(one) for one in hidden if one.kind != "crew")
    most = -(-squads * percent // 200)
    if covered > 2 * most:
        raise Illegal(RULE, f"{most} of {squads / 2:g} squads on the map may be hidden, not {covered / 2:g}")
