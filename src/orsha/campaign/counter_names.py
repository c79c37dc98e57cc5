"""What players call counters: a typed name, however short, becomes the counter's kind and its name in the files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, get_args

from orsha.campaign.counters import counters
from orsha.campaign.files import DATA, Group, Side
from orsha.campaign.groups import groups, initial, note
from orsha.campaign.report import Kind, Status
from orsha.kernel import OrshaError
from orsha.kernel.data import Wrong, load
from orsha.kernel.table import Strict

STATUSES: tuple[Status, ...] = get_args(Status)
KINDS: tuple[Kind, ...] = get_args(Kind)
SHORTEST = 3
"""Letters of a status that are enough, if no other begins with them."""


class ShorthandFile(Strict, frozen=True):
    source: str
    crews: tuple[str, ...]
    heroes: tuple[str, ...]
    default: dict[Kind, str]
    kinds: dict[str, Kind]
    statuses: dict[str, Status]
    types: dict[str, str]


class Named(NamedTuple):
    kind: Kind
    type: str


def other(side: Side) -> Side:
    return "russian" if side == "german" else "german"


def plain(text: str) -> str:
    """A name without what players leave out: capitals, spaces, dots, dashes, brackets."""
    return re.sub(r"[^a-z0-9+*]", "", text.lower())


@cache
def shorthand() -> ShorthandFile:
    return load(DATA / "shorthand.toml", ShorthandFile, _check)


def _check(file: ShorthandFile) -> None:
    sides: tuple[Side, ...] = ("german", "russian")
    known = {named.type for side in sides for named in _counters(side, file)}
    for name, type in file.types.items():
        if type not in known:
            raise Wrong(("types", name), f"there is no counter {type!r}")


@cache
def names(side: Side) -> dict[str, Named]:
    """Every counter that a side can have, by its plain name."""
    found = {plain(named.type): named for named in _counters(side, shorthand())}
    aliases = {name: found[plain(type)] for name, type in shorthand().types.items() if plain(type) in found}
    return {**found, **aliases}


def _counters(side: Side, words: ShorthandFile) -> Iterator[Named]:
    file = counters()
    for one in file.infantry:
        if one.side == side:
            yield Named("squad", one.squad)
            yield Named("half-squad", one.half)
    for type in (*file.leaders.ladder, *file.leaders.better):
        yield Named("leader", type)
    yield from (Named("crew", type) for type in words.crews)
    yield from (Named("hero", type) for type in words.heroes)
    yield from (Named("sw", one.type) for one in file.weapons)
    foreign = _received(other(side)) - _received(side)
    yield from (Named("gun", one.type) for one in file.guns if one.type not in foreign)
    yield from (Named("vehicle", one.type) for one in file.vehicles if one.type not in foreign)


@cache
def _received(side: Side) -> frozenset[str]:
    """The guns and vehicles of a side's chart and of its order of battle."""
    given = initial().german if side == "german" else initial().russian
    bought = (name for group in groups(side) for name in _of_group(side, group))
    return frozenset((*bought, *given.units))


def _of_group(side: Side, group: Group) -> Iterator[str]:
    yield from (unit.name for unit in group.units)
    for letter in group.notes:
        for draw in note(side, letter).draws:
            yield from (str(row.result) for row in draw.rows)


def counter_named(side: Side, asked: str) -> Named:
    """The counter that a name stands for: whole, or so much of it that no other fits. Numbers are written out."""
    found = _fitting(side, asked)
    if len(found) == 1:
        return found[0]
    if found:
        raise OrshaError(f"{asked!r} may be {either(one.type for one in found)}: write more of its name")
    foreign = _fitting(other(side), asked)
    if len(foreign) == 1:
        word = "captured" if foreign[0].kind in ("sw", "gun", "vehicle") else "prisoner"
        name = foreign[0].type
        raise OrshaError(f"{name} is {other(side)}; one in {side} hands is written '{word} {name}'")
    near = get_close_matches(asked, [one.type for one in names(side).values()], n=3)
    hint = f"did you mean {either(near)}?" if near else "a name is as 4-6-7, 9-1, LMG, StuG"
    raise OrshaError(
        f"there is no {side} counter called {asked!r}; {hint} (a new one needs its kind first: vehicle Tiger)"
    )


def _fitting(side: Side, asked: str) -> list[Named]:
    known, key = names(side), plain(asked)
    if key in known:
        return [known[key]]
    if len(key) > 1 and any(letter.isalpha() for letter in key):
        for fits in (str.startswith, str.__contains__):
            found = sorted({known[name] for name in known if fits(name, key)})
            if found:
                return found
    return []


def kind_named(word: str) -> Kind | None:
    """The kind that a word before a name says."""
    wanted = word.lower()
    return next((kind for kind in KINDS if kind == wanted), shorthand().kinds.get(wanted))


def status_named(word: str) -> Status | None:
    """The status that a word stands for: whole, an alias, or its first letters where no other begins so."""
    wanted = word.lower()
    whole = whole_status(wanted)
    if whole is not None:
        return whole
    found = [status for status in STATUSES if len(wanted) >= SHORTEST and status.startswith(wanted)]
    if len(found) > 1:
        raise OrshaError(f"{word!r} may be {either(found)}: write more of it")
    return found[0] if found else None


def whole_status(word: str) -> Status | None:
    wanted = word.lower()
    return next((status for status in STATUSES if status == wanted), shorthand().statuses.get(wanted))


def either(words: Iterable[str]) -> str:
    found = list(words)
    return f"{', '.join(found[:-1])} or {found[-1]}" if len(found) > 1 else found[0]
