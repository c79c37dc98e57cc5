"""What a side may know of a saved game, which holds both sides' secrets.

Hidden counters are seen by who hid them alone. Concealed ones are seen by all as question marks, dummies among them,
so that only the height of their stack is known. Who a player is the file says only by a password; whose side he is on
is taken from the men and question marks that he keeps, and only where they are all of one nation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from orsha.campaign.files import Side
from orsha.campaign.report import MEN
from orsha.campaign.vasl_names import Meaning, Unit, meaning, side_of
from orsha.hexmap.vasl.saves import Piece

How = Literal["hidden", "concealed"]


class Kept(NamedTuple):
    """A counter that somebody keeps from others."""

    how: How
    owner: str


class Seen(NamedTuple):
    """A counter that the reader may see, and whether others may not."""

    piece: Piece
    meaning: Meaning
    how: How | None = None
    owner: Side | None = None
    """Who keeps it, where that is known."""


class Sight:
    """What a reader sees; a reader without a side sees everything."""

    def __init__(self, piles: Iterable[tuple[Piece, ...]], reader: Side | None) -> None:
        self.reader = reader
        self.sides = _sides_of_owners(piles)

    def look(self, pile: tuple[Piece, ...]) -> tuple[list[Seen], int]:
        """The counters of a pile that the reader sees, the lowest first, and how many question marks stand there."""
        seen: list[Seen] = []
        veiled = 0
        for at, piece in enumerate(pile):
            kept = _kept(piece, pile[at + 1 :])
            owner = self.sides.get(kept.owner) if kept else None
            if kept is None or self.knows(owner):
                seen.append(Seen(piece, meaning(piece), kept.how if kept else None, owner))
            elif kept.how == "concealed":
                veiled += 1
        return seen, veiled

    def knows(self, owner: Side | None) -> bool:
        """Of what is kept from others: only what the reader's own side keeps."""
        return self.reader is None or owner == self.reader


def _kept(piece: Piece, above: tuple[Piece, ...]) -> Kept | None:
    """Whether a counter is kept from others: by its own state, or by a question mark of its nation on top of it."""
    if piece.hidden_by is not None:
        return Kept("hidden", piece.hidden_by)
    if piece.concealed_by is not None:
        return Kept("concealed", piece.concealed_by)
    marks = (one for one in above if one.is_mark and one.nation == piece.nation and piece.nation is not None)
    mark = next(marks, None)
    return None if mark is None else Kept("concealed", mark.hidden_by or mark.concealed_by or "")


def _sides_of_owners(piles: Iterable[tuple[Piece, ...]]) -> dict[str, Side]:
    """The side of each player who keeps men or question marks of one nation alone."""
    found: dict[str, set[Side | None]] = {}
    proved: set[str] = set()
    for pile in piles:
        for at, piece in enumerate(pile):
            kept = _kept(piece, pile[at + 1 :])
            if kept is None or not kept.owner or piece.nation is None:
                continue
            found.setdefault(kept.owner, set()).add(side_of(piece))
            means = meaning(piece)
            if piece.is_mark or (isinstance(means, Unit) and means.kind in MEN):
                proved.add(kept.owner)
    return {
        owner: side
        for owner, sides in found.items()
        if owner in proved and len(sides) == 1 and (side := next(iter(sides))) is not None
    }
