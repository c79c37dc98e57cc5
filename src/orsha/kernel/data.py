"""Strict data files: TOML into typed values, and every mistake with its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import TypeVar

import msgspec

from orsha.kernel.complaints import ANY, explained
from orsha.kernel.complaints import Place as Place
from orsha.kernel.errors import BadData

T = TypeVar("T")
LIMIT = 1_000_000
LONGEST = 4_000

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")

_READING = Lock()
"""msgspec works out a type when it first reads one; two threads must not do so at once for the same type."""


class Wrong(Exception):
    """Raised by a file's own checks: where in the value, and what is wrong with it."""

    def __init__(self, place: Place, why: str) -> None:
        super().__init__(why)
        self.place = place
        self.why = why


def load(file: Path, kind: type[T], check: Callable[[T], None] | None = None) -> T:
    """Reads a TOML file as a value of a type; unknown keys, wrong kinds and failed checks are `BadData`."""
    try:
        if file.exists() and not file.is_file():
            raise BadData(file, 1, "is no file")
        with file.open("rb") as stream:
            raw = stream.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        raise BadData(file, 1, f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(raw) > LIMIT:
        raise BadData(file, 1, f"is larger than {LIMIT} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadData(file, raw[: error.start].count(b"\n") + 1, "is not UTF-8 text") from error
    return loads(text, kind, check, file)


def loads(text: str, kind: type[T], check: Callable[[T], None] | None = None, file: Path | str = "<text>") -> T:
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST:
            raise BadData(file, number, f"is a line of more than {LONGEST} characters")
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise BadData(file, int(found[1]) if found else text.count("\n") + 1, f"is not TOML: {error}") from error
    except RecursionError as error:
        raise BadData(file, 1, "is nested too deeply") from error
    except ValueError as error:
        raise BadData(file, 1, f"holds a value that cannot be read: {error}") from error
    try:
        _check_numbers(tree, ())
        value = converted(tree, kind)
        if check is not None:
            check(value)
    except msgspec.ValidationError as error:
        why, place = explained(str(error))
        raise BadData(file, line_of(text, place), why) from error
    except Wrong as error:
        raise BadData(file, line_of(text, error.place), error.why) from error
    return value


def _check_numbers(value: object, place: Place) -> None:
    """TOML writes `nan` and `inf`, which are no numbers of ours."""
    if isinstance(value, float) and not isfinite(value):
        raise Wrong(place, f"{value} is no number")
    if isinstance(value, dict):
        for key, part in value.items():
            _check_numbers(part, (*place, key))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            _check_numbers(part, (*place, n))


def converted(raw: object, kind: type[T]) -> T:
    """What was read, as a value of a type; safe where several threads read."""
    with _READING:
        return msgspec.convert(raw, kind)


def line_of(text: str, place: Place) -> int:
    """The line of a TOML text on which a place stands, or the nearest enclosing place that can be found."""
    best = (0, 1)
    for line, here in _places(text):
        shared = _shared(here, place)
        if shared == len(here) and shared > best[0]:
            best = (shared, line)
    return best[1]


def _shared(one: Place, other: Place) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b and b != ANY:
            break
        count += 1
    return count


def _places(text: str) -> list[tuple[int, Place]]:
    """Every table header and key of a TOML text with its line. Keys inside one-line tables share that line."""
    found: list[tuple[int, Place]] = []
    counts: dict[Place, int] = {}
    prefix: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header:
            prefix = _resolved(header[2], counts, header[1] == "[[")
            found.append((number, prefix))
        elif key:
            found.append((number, (*prefix, *_names(key[1]))))
    return found


def _resolved(dotted: str, counts: dict[Place, int], array: bool) -> Place:
    """A header's place, with the index of each array table on the way."""
    place: Place = ()
    names = _names(dotted)
    for depth, name in enumerate(names):
        place = (*place, name)
        if array and depth == len(names) - 1:
            counts[place] = counts.get(place, -1) + 1
        if place in counts:
            place = (*place, counts[place])
    return place


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
