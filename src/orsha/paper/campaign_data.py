"""What the campaign's papers share: who reads, what they may see, forms of columns and rows, names and dates in words.

Secrets are cut out by the game's own door before anything is printed: a paper for the Germans is made from what the
German seat sees, one for everybody from what a stranger sees, the umpire's from everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.groups import cost, dates
from orsha.campaign.report import Kind, Piece
from orsha.campaign.state import SIDES, CampaignState, RecordLine
from orsha.hexmap import Hex, parse
from orsha.kernel import Hidden, OrshaError, Unknown

T = TypeVar("T")
Reader = Literal["german", "russian", "umpire"] | None
"""Who a paper is for: a side with its secrets, the umpire with both sides', or nobody in particular."""
KINDS: tuple[Kind, ...] = (
    "squad", "half-squad", "crew", "leader", "hero", "armor-leader", "vehicle", "gun", "sw",
)  # fmt: skip
"""Pieces as papers list them."""
READERS: tuple[Reader, ...] = (*SIDES, "umpire", None)
GAME = Campaign()
STRANGER = ""
"""A seat that is nobody's."""
SPACE = "\N{NO-BREAK SPACE}"
MANY = f"{SPACE}\N{MULTIPLICATION SIGN}{SPACE}"
NONE_YET = "\N{EN DASH}"
LONGEST, LONG = 60, 120


class Column(Struct, frozen=True):
    """A column of a form: its head, how wide beside the others, and the heading it shares with its neighbours."""

    head: str
    wide: float = 1.0
    over: str = ""
    middle: bool = True


class Form(Struct, frozen=True):
    """A table to read, and to write into where nothing stands yet."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def check_reader(reader: Reader) -> None:
    if reader not in READERS:
        raise Unknown("reader", str(reader), [str(one) for one in READERS if one])


def seen(state: CampaignState, reader: Reader) -> CampaignState:
    """A state, or a view of it, as a reader may see it."""
    check_reader(reader)
    return state if reader == "umpire" else GAME.view(state, reader or STRANGER)


def known(hidden: Hidden[T]) -> T | None:
    """A secret's value where it is open to the reader."""
    return None if hidden.sealed else hidden.shown


def own(state: CampaignState, side: Side, paper: str) -> CampaignState:
    """What a side sees; refused where the state that is given keeps that side's secrets sealed."""
    if side not in SIDES:
        raise Unknown("side", side, list(SIDES))
    view = seen(state, side)
    if view.sides[side].columns.sealed:
        raise OrshaError(f"{paper} of the {side} side cannot be printed from what another seat sees")
    return view


def sides_open_to(reader: Reader) -> tuple[Side, ...]:
    """The sides whose secrets a reader may see."""
    return SIDES if reader == "umpire" else tuple(side for side in SIDES if side == reader)


# -- words


def plain(text: str, longest: int = LONGEST) -> str:
    """Text that people may have typed, safe to set: nothing that cannot be printed, and no endless word."""
    shown = "".join(letter if letter.isprintable() or letter == SPACE else "?" for letter in text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}\N{HORIZONTAL ELLIPSIS}"


def date_words(date: str) -> str:
    """23AM as the morning of 23 June 1944."""
    half = {"AM": "morning", "PM": "afternoon"}[date[2:]]
    return f"{int(date[:2])} June 1944, {half}"


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"


def counted(things: Mapping[str, int]) -> str:
    """4-6-7 × 12, LMG × 3, 9-1: how many of each, in the order given."""
    return ", ".join(f"{plain(name, LONG)}{MANY}{n}" if n > 1 else plain(name, LONG) for name, n in things.items() if n)


def types_of(pieces: Iterable[Piece]) -> str:
    """Pieces by type: men first, then vehicles, guns and weapons, of each those with most first."""
    found = Counter((KINDS.index(piece.kind), piece.type) for piece in pieces)
    ordered = sorted(found.items(), key=lambda pair: (pair[0][0], -pair[1], pair[0][1]))
    return counted({type: number for (_, type), number in ordered})


def hex_ranges(names: Iterable[str]) -> str:
    """Hexes by hexrow, neighbours in it together: B12-14 B17 C3."""
    rows: list[list[Hex]] = []
    for hex in sorted(map(parse, names)):
        if rows and rows[-1][-1] == Hex(hex.column, hex.number - 1):
            rows[-1].append(hex)
        else:
            rows.append([hex])
    return " ".join(f"{run[0]}\N{EN DASH}{run[-1].number}" if len(run) > 1 else str(run[0]) for run in rows)


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# -- purchases


def record_lines(view: CampaignState, side: Side) -> tuple[RecordLine, ...]:
    """The purchase record (7.5189), with this date's orders that have not been rolled in yet."""
    state = view.sides[side]
    record = state.record.shown
    if any(line.date == view.date and line.number for line in record):
        return record
    pending = []
    before = Counter(line.group for line in record if line.number)
    for one in state.order.shown:
        before[one.id] += 1
        price = cost(side, one.id, view.date, one.extras)
        pending.append(RecordLine(view.date, one.id, before[one.id], price, None, one.extras))
    return (*record, *pending)


def reached(view: CampaignState, date: str) -> bool:
    """Whether a date has come."""
    return dates().index(date) <= dates().index(view.date)
