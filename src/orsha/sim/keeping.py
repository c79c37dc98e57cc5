"""Games kept in a file as they are done, one a line, so that a long run that was ended goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from msgspec import Struct

from orsha.kernel import BadData, OrshaError
from orsha.kernel.complaints import in_words
from orsha.sim.plan import Game
from orsha.sim.playing import Played, Result, Told

MOST_BYTES = 100_000_000
"""More than the games of the longest run."""
ROOMS = ("bots", "kernel", "sim", "tabletop")
"""What a game is played by: where one of their files changes, games may come out otherwise."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the program that played."""

    orsha: str


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """Every other line: a game and what came of it, as `Played` has it."""

    game: Game
    outcome: msgspec.Raw


@contextmanager
def kept_in(path: Path | None, asked: Sequence[Game], told: Told) -> Iterator[tuple[list[Game], Told]]:
    """The games that are still to be played and who is to hear of them; those in the file are told at once.

    A game that failed is not kept: it is played again. Nothing is read or written without a path.
    """
    if path is None:
        yield list(asked), told
        return
    content = _bytes(path)
    done = _read(path, content)
    _write(path, b"" if content else _line(Head(program())), cut=content.rfind(b"\n") + 1)

    def heard(results: Sequence[Result]) -> None:
        _write(path, b"".join(_line(one) for one in results if isinstance(one, Played)))
        told(results)

    told([done[one.mission, one.number] for one in asked if _is_in(one, done)])
    yield [one for one in asked if not _is_in(one, done)], heard


def _write(path: Path, lines: bytes, cut: int | None = None) -> None:
    """Adds lines, safely on the disk before anybody hears of them; first cuts away what lies beyond `cut`."""
    try:
        with path.open("ab") as file:
            if cut is not None:
                file.truncate(cut)
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OrshaError(f"{path} cannot be written: {error.strerror}") from error


def _is_in(game: Game, done: Mapping[tuple[str, int], Played]) -> bool:
    found = done.get((game.mission, game.number))
    return found is not None and found.game == game


def _line(what: Struct) -> bytes:
    return msgspec.json.encode(what) + b"\n"


def _read(path: Path, content: bytes) -> dict[tuple[str, int], Played]:
    """What the file holds by mission and number. A last line that was cut off in the writing is passed over."""
    found: dict[tuple[str, int], Played] = {}
    *lines, torn = content.split(b"\n")
    for number, line in enumerate(lines or [torn][: len(torn)], start=1):
        try:
            if number == 1:
                _check(path, msgspec.json.decode(line, type=Head))
            else:
                one = _played(msgspec.json.decode(line, type=Kept))
                found[one.game.mission, one.game.number] = one
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadData(path, number, f"this is no game kept by `orsha sim --keep`: {in_words(error)}") from error
    return found


def _check(path: Path, head: Head) -> None:
    if head.orsha != program():
        raise OrshaError(f"the games in {path} were played by another version of Orsha; keep these in another file")


def _played(kept: Kept) -> Played:
    from orsha.bots.battle_auto import Outcome

    return Played(kept.game, msgspec.json.decode(kept.outcome, type=Outcome))


def _bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            return b""
        if path.stat().st_size > MOST_BYTES:
            raise OrshaError(f"{path} is larger than {MOST_BYTES:,} bytes")
        return path.read_bytes()
    except OSError as error:
        raise OrshaError(f"{path} cannot be read: {error.strerror}") from error


@cache
def program() -> str:
    """A digest of the files that decide how games come out."""
    whole = sha256()
    for room in ROOMS:
        for name, content in _content(files("orsha") / room, room):
            whole.update(f"{name} {len(content)}\n".encode())
            whole.update(content)
    return whole.hexdigest()[:16]


def _content(place: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(place.iterdir(), key=lambda child: child.name):
        if one.is_dir():
            yield from _content(one, f"{name}/{one.name}")
        elif one.name.endswith((".py", ".toml", ".csv", ".json")):
            yield f"{name}/{one.name}", one.read_bytes()
