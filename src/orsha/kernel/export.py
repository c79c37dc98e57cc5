"""A game as one file. The format is described in docs/file-format.md.

A `.orsha` file is UTF-8 text, one JSON value a line: a head, the journal's entries with their links, and a
foot with the number of entries, so that a file that was cut short is noticed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from orsha.kernel.errors import Damaged, OrshaError
from orsha.kernel.journal import NO_LINK, Line, check_links, link_of

T = TypeVar("T")

FORMAT = 1
LIMIT = 32 * 1024 * 1024
MOST_LINES = 200_000
MOST_TITLE = 200


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    orsha: Literal["game"]
    format: int
    kind: str
    title: str


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    link: str
    entry: msgspec.Raw


class Foot(Struct, frozen=True, forbid_unknown_fields=True):
    """How many entries there are, the last one's link, and a hash of the head, which no link covers."""

    entries: int
    link: str
    head: str


def write(kind: str, title: str, lines: list[Line]) -> bytes:
    head = msgspec.json.encode(Head("game", FORMAT, kind, title))
    body = [msgspec.json.encode(Written(line.n, line.link, msgspec.Raw(line.raw))) for line in lines]
    foot = msgspec.json.encode(Foot(len(lines), lines[-1].link, link_of(NO_LINK, head)))
    return b"\n".join([head, *body, foot]) + b"\n"


def read(data: bytes) -> tuple[Head, list[Line]]:
    """Head and journal of a file, every link checked; `Damaged` names the first line that is wrong."""
    if len(data) > LIMIT:
        raise Damaged(f"the file is larger than {LIMIT // 1024 // 1024} MB; no game is")
    if data.count(b"\n") > MOST_LINES:
        raise Damaged(f"the file has more than {MOST_LINES} lines; no game has")
    rows = data.split(b"\n")
    head = _decode(rows[0], Head, "this is not an .orsha file: its first line is no head")
    if head.format < 1 or len(head.title) > MOST_TITLE or not head.title.isprintable():
        raise Damaged("this is not an .orsha file: its head is wrong")
    if head.format > FORMAT:
        raise Damaged(f"the file has format {head.format}; this program reads {FORMAT}: update the program")
    if len(rows) < 3 or rows[-1] != b"":
        raise Damaged("the file was cut short: its last line is not whole")
    lines: list[Line] = []
    for n, row in enumerate(rows[1:-2]):
        written = _decode(row, Written, f"entry {n} (line {n + 2}) cannot be read")
        lines.append(Line(written.n, written.link, bytes(written.entry)))
    foot = _decode(rows[-2], Foot, f"the file was cut short after entry {len(rows) - 4}: its foot is missing")
    check_links(lines)
    if foot.entries != len(lines) or not lines or foot.link != lines[-1].link:
        raise Damaged(f"the foot of the file speaks of {foot.entries} entries, there are {len(lines)}")
    if foot.head != link_of(NO_LINK, rows[0]):
        raise Damaged("the head of the file was changed after it was written")
    return head, lines


def _decode(row: bytes, kind: type[T], why: str) -> T:
    try:
        return msgspec.json.decode(row, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(f"{why} ({error})") from error


def save(file: Path, data: bytes) -> None:
    """Writes a whole file or nothing."""
    try:
        if file.exists() and not file.is_file():
            raise OrshaError(f"{file} is no file that could be written over")
        part = file.with_name(file.name + ".part")
        part.write_bytes(data)
        part.replace(file)
    except (OSError, ValueError) as error:
        raise OrshaError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from error


def fetch(file: Path) -> bytes:
    try:
        if not file.is_file():
            raise OrshaError(
                f"{file} cannot be read: {'it is no file' if file.exists() else 'No such file or directory'}"
            )
        if file.stat().st_size > LIMIT:
            raise Damaged(f"{file} is larger than {LIMIT // 1024 // 1024} MB; no game is")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise OrshaError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error
