"""One line that a player can type fast, as counters: `P20: 3x 4-6-7, LMG, 9-1 wounded, StuG IIIG immobilized`.

A line is a hex, a colon and counters with commas between them. A counter is a number of times (`3x`), a name or the
beginning of one, and its statuses; the kind comes from the name, or from a word before it (`vehicle Tiger`). A prisoner
or something captured stands on its captor's line. `B32/-1:` is the floor of a gully, `off:` off the map; `#g12` names
the very counter.

Who holds what: `4-6-7 +LMG +DC` gives both to that squad, `GAZ-MM +2-2-8 ++HMG` the weapon to the crew in the truck.
What is joined to nobody is handed out: guns to the crews of the line in order, one each; then weapons to its MMC in
order, those with empty hands first, and again from the first when all have one; without MMC to its SMC. Prisoners are
guarded in the same order; armour leaders are in the line's vehicles in order. `dropped` says that nobody holds it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count, groupby

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.counter_names import (
    STATUSES,
    counter_named,
    either,
    kind_named,
    names,
    other,
    plain,
    shorthand,
    status_named,
    whole_status,
)
from orsha.campaign.files import Side
from orsha.campaign.report import MEN, MMC, ONLY, SMC, THINGS, Kind, Piece, Status
from orsha.hexmap.map import HexMap
from orsha.kernel import OrshaError

OFF = "off"
DROPPED = "dropped"
LOOSE: tuple[Kind, ...] = (*THINGS, "armor-leader")
"""What is handed out unless it is dropped: weapons, guns, and armour leaders, who are in a vehicle."""
MOST = 99
"""Counters that one number can count."""
EXAMPLE = "P20: 3x 4-6-7, LMG, 9-1 wounded"
_HEAD = re.compile(r"^\s*([A-Za-z]{1,2}[0-9]{1,2}|off)\s*(?:/\s*([+-]?[0-9]))?\s*:(.*)$", re.IGNORECASE | re.DOTALL)
_COUNT = re.compile(r"^([0-9]{1,2})\s*[xX×]\s*")
_PLUS = re.compile(r"(?:^|\s)(\++)\s*")
_ID = re.compile(r"^#([A-Za-z0-9._-]{1,40})$")
_TYPE = re.compile(r"^[A-Za-z0-9.*/()+'-]{1,20}( [A-Za-z0-9.*/()+'-]{1,20}){0,3}$")


class Counters(Struct, frozen=True):
    """Some equal counters of a line. `depth` counts the plusses before them: who holds them stands before them."""

    kind: Kind
    type: str
    status: tuple[Status, ...] = ()
    count: int = 1
    id: str | None = None
    dropped: bool = False
    depth: int = 0


class HexLine(Struct, frozen=True):
    """What a side has in one hex, at one level, with what it captured there. Off the map the hex is empty."""

    side: Side
    hex: str
    counters: tuple[Counters, ...]
    level: int | None = None


# -- reading


def parse(text: str, side: Side, board: HexMap) -> HexLine:
    """A typed line; what cannot be read is an `OrshaError` that says what was expected."""
    found = _HEAD.match(text)
    if not found:
        raise OrshaError(f"a line begins with a hex and a colon, as '{EXAMPLE}' does")
    hex = "" if found[1].lower() == OFF else str(board.hex(found[1]))
    level = int(found[2]) if found[2] else None
    if not hex and level is not None:
        raise OrshaError("off the map there are no levels")
    counters = tuple(one for part in found[3].split(",") if part.strip() for one in _joined(part, side))
    if not counters:
        raise OrshaError(f"after the colon come counters with commas between them, as in '{EXAMPLE}'")
    return HexLine(side, hex, counters, level)


def _joined(part: str, side: Side) -> Iterator[Counters]:
    """What stands between two commas: one entry, and what it holds after plusses."""
    head, *rest = _PLUS.split(part.strip())
    if not head.strip():
        raise OrshaError("a plus comes after whoever holds the weapon: 4-6-7 +LMG")
    chain = [_entry(head, side, 0)]
    yield chain[0]
    for plusses, text in zip(rest[::2], rest[1::2], strict=True):
        depth = len(plusses)
        if depth > len(chain):
            raise OrshaError(f"before '{plusses}{text}' stands nobody with one plus less")
        one = _entry(text, side, depth)
        _check_held(chain[depth - 1], one)
        chain = [*chain[:depth], one]
        yield one


def _check_held(holder: Counters, one: Counters) -> None:
    """Men hold weapons and guard prisoners, vehicles carry and tow; nothing else holds anything."""
    if holder.count > 1:
        raise OrshaError(f"one of the {holder.count} {holder.type} holds it: write that one by itself")
    if holder.kind not in (*MEN, "vehicle") or "prisoner" in holder.status:
        raise OrshaError(f"{holder.type} holds nothing, and so not {one.type}")
    if one.kind == "vehicle" or (holder.kind != "vehicle" and one.kind in MEN and "prisoner" not in one.status):
        raise OrshaError(f"{one.type} is held by nobody: it stands between commas of its own")


def _entry(text: str, side: Side, depth: int) -> Counters:
    number, words = _counted(text)
    ids = [word for word in words if word.startswith("#")]
    if len(ids) > 1 or any(not _ID.match(id) for id in ids):
        raise OrshaError("a counter's own id is written once, as #g12")
    if ids and number > 1:
        raise OrshaError(f"{ids[0]} is one counter, not {number}")
    words = [word for word in words if not word.startswith("#")]
    dropped = DROPPED in (word.lower() for word in words)
    words = [word for word in words if word.lower() != DROPPED]
    status, words = _statuses(words)
    owner = other(side) if {"prisoner", "captured"} & set(status) else side
    kind, type = _named(words, owner, text)
    _check_status(kind, type, status)
    if dropped and (kind not in LOOSE or depth):
        raise OrshaError(f"{type} is nothing that could be there with nobody holding it")
    return Counters(kind, type, status, number, ids[0][1:] if ids else None, dropped, depth)


def _counted(text: str) -> tuple[int, list[str]]:
    found = _COUNT.match(text.strip())
    if not found:
        return 1, text.split()
    if not int(found[1]):
        raise OrshaError(f"{text.strip()!r} is none at all")
    return int(found[1]), text.strip()[found.end() :].split()


def _statuses(words: list[str]) -> tuple[tuple[Status, ...], list[str]]:
    """The statuses before a name, whole words, and after it, shortened or not; and the words between."""
    found: list[Status] = []
    while words and (status := whole_status(words[0])) is not None:
        found.append(status)
        words = words[1:]
    while len(words) > 1 and (status := status_named(words[-1])) is not None:
        found.append(status)
        words = words[:-1]
    twice = next((one for one in found if found.count(one) > 1), None)
    if twice is not None:
        raise OrshaError(f"{twice} stands there twice")
    return tuple(sorted(found, key=STATUSES.index)), words


def _named(words: list[str], owner: Side, text: str) -> tuple[Kind, str]:
    """The kind and name of a counter: by its name alone, or a kind first and then any name."""
    kind = kind_named(words[0]) if words else None
    if kind is None:
        if not words:
            raise OrshaError(f"{text.strip()!r} names no counter, as 4-6-7, 9-1 or LMG do")
        return counter_named(owner, " ".join(words))
    name = " ".join(words[1:]) or shorthand().default.get(kind, "")
    known = names(owner).get(plain(name))
    if known is not None and known.kind in (kind, _ranked_as(kind)):
        return kind, known.type
    if not _TYPE.match(name) or any(_reserved(word) for word in name.split()):
        raise OrshaError(f"after {words[0]!r} comes a name, as in 'vehicle Tiger', not {name!r}")
    return kind, name


def _ranked_as(kind: Kind) -> Kind:
    """Armour leaders have the leaders' names."""
    return "leader" if kind == "armor-leader" else kind


def _reserved(word: str) -> bool:
    return status_named(word) is not None or kind_named(word) is not None or word.lower() == DROPPED


def _check_status(kind: Kind, type: str, status: Iterable[Status]) -> None:
    for one in status:
        allowed = ONLY.get(one, (kind,))
        if kind not in allowed:
            raise OrshaError(f"{type} is a {kind} and cannot be {one}; that is for {either(allowed)}")


# -- writing


def format(line: HexLine) -> str:
    """The line as it would be typed; parsing it gives the same line."""
    level = "" if line.level is None else f"/{line.level}"
    return f"{line.hex or OFF}{level}: {''.join(_written(line))}"


def _written(line: HexLine) -> Iterator[str]:
    for index, one in enumerate(line.counters):
        yield f" {'+' * one.depth}" if one.depth else ", " if index else ""
        yield _entry_written(one, line.side)


def _entry_written(one: Counters, side: Side) -> str:
    theirs = [status for status in one.status if status in ("prisoner", "captured")]
    known = names(other(side) if theirs else side).get(plain(one.type))
    kind = [] if known == (one.kind, one.type) else [one.kind]
    rest = [status for status in one.status if status not in theirs]
    words = [*theirs, *kind, one.type, *rest, *([f"#{one.id}"] if one.id else []), *([DROPPED] if one.dropped else [])]
    return (f"{one.count}x " if one.count > 1 else "") + " ".join(words)


# -- the counters themselves


def pieces_of(line: HexLine, taken: Collection[str] = ()) -> tuple[Piece, ...]:
    """A line's counters one by one, with ids that nobody has, and with who holds what."""
    given = {*taken, *(one.id for one in line.counters)}
    fresh = (id for n in count(1) if (id := f"{line.hex or OFF}.{n}") not in given)
    pieces: list[Piece] = []
    loose: list[int] = []
    chain: list[str] = []
    for one in line.counters:
        side = other(line.side) if {"prisoner", "captured"} & set(one.status) else line.side
        for _ in range(one.count):
            id = one.id or next(fresh)
            held_by = chain[one.depth - 1] if one.depth else None
            if not one.depth and not one.dropped:
                loose.append(len(pieces))
            pieces.append(Piece(id, side, one.kind, one.type, line.hex, line.level, one.status, held_by))
            chain = [*chain[: one.depth], id]
    return tuple(_handed_out(pieces, loose))


def _handed_out(pieces: list[Piece], loose: list[int]) -> list[Piece]:
    """What nobody was said to hold, given to the men and the vehicles of the line in order."""
    own = [piece for piece in pieces if "prisoner" not in piece.status]
    men = [piece for piece in own if piece.kind in MEN]
    busy = {piece.held_by for piece in pieces}
    crews = (piece.id for piece in men if piece.kind == "crew" and piece.id not in busy)
    led = {piece.held_by for piece in pieces if piece.kind == "armor-leader"}
    tanks = (one.id for one in own if one.kind == "vehicle" and one.id not in led and not one.has("abandoned"))
    given: dict[int, str] = dict(zip([at for at in loose if pieces[at].kind == "gun"], crews, strict=False))
    busy |= set(given.values())
    given |= dict(zip([at for at in loose if pieces[at].kind == "sw"], _turns(men, busy), strict=False))
    given |= dict(zip([at for at in loose if pieces[at].kind == "armor-leader"], tanks, strict=False))
    given |= dict(zip([at for at in loose if pieces[at].has("prisoner")], _turns(men, ()), strict=False))
    return [replace(piece, held_by=given.get(at, piece.held_by)) for at, piece in enumerate(pieces)]


def _turns(men: Sequence[Piece], busy: Collection[str | None]) -> Iterator[str]:
    """Whose turn it is to take something: the MMC, or else the SMC; those with empty hands first, then all again."""
    ranks = ([one.id for one in men if one.kind in kinds] for kinds in (MMC, SMC))
    able = next((rank for rank in ranks if rank), [])
    yield from (id for id in able if id not in busy)
    while able:
        yield from able


# -- counters as lines


def keeper(piece: Piece) -> Side:
    """On whose line a counter stands: its captor's, or its own side's."""
    return other(piece.side) if piece.has("prisoner", "captured") else piece.side


def lines_of(pieces: Iterable[Piece], side: Side) -> list[HexLine]:
    """A side's counters as the lines that say them: neighbours in the list that stand in the same place."""
    own = [piece for piece in pieces if keeper(piece) == side]
    return [_line_of(side, list(group)) for _, group in groupby(own, key=lambda one: (one.hex, one.level))]


def _line_of(side: Side, group: list[Piece]) -> HexLine:
    """The short line, where handing out gives the same; else one that says who holds what."""
    short = _line(side, group, [(piece, 0) for piece in group], loose=True)
    renamed = dict(zip((one.id for one in pieces_of(short)), (one.id for one in group), strict=True))
    holders = [renamed.get(one.held_by or "") for one in pieces_of(short)]
    if holders == [one.held_by for one in group]:
        return short
    return _line(side, group, list(_nested(group, None)), loose=False)


def _nested(group: list[Piece], holder: str | None, depth: int = 0) -> Iterator[tuple[Piece, int]]:
    """Everybody, each followed by what it holds."""
    here = {piece.id for piece in group}
    for piece in group:
        if piece.held_by == holder or (holder is None and piece.held_by not in here):
            yield piece, depth
            yield from _nested(group, piece.id, depth + 1)


def _line(side: Side, group: list[Piece], parts: list[tuple[Piece, int]], *, loose: bool) -> HexLine:
    holders = {piece.held_by for piece in group}
    counters: list[Counters] = []
    for piece, depth in parts:
        auto = piece.id.startswith(f"{piece.hex or OFF}.")
        dropped = not loose and not depth and piece.kind in LOOSE
        status = tuple(sorted(piece.status, key=STATUSES.index))
        one = Counters(piece.kind, piece.type, status, 1, None if auto else piece.id, dropped, depth)
        before = counters[-1] if counters else None
        alone = loose or piece.id not in holders
        if before is not None and auto and alone and before.count < MOST and replace(before, count=1) == one:
            counters[-1] = replace(before, count=before.count + 1)
        else:
            counters.append(one)
    return HexLine(side, group[0].hex, tuple(counters), group[0].level)
