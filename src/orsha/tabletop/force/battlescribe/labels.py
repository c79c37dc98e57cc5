"""Names that people typed: `2x StuG (7.5cm) 1x StuH(10.5)`, and which weapon line belongs to which team."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

LONGEST = 300
_COUNTED = re.compile(r"(\d{1,3})\s?[xX]\s+")
_KINDS = ("direct fire", "indirect fire", "artillery")


class Label(NamedTuple):
    """So many teams of a name."""

    number: int
    name: str


class Key(NamedTuple):
    """A name without the words that differ between a team and its weapon."""

    base: str
    inside: str
    """What stood in brackets: usually the gun."""


def clean(name: str) -> str:
    """A name without the catalogue's own marks: `[LS153]`, `*[FS]`, double blanks."""
    name = re.sub(r"\[[^\]]{0,40}\]", " ", name[:LONGEST])
    name = re.sub(r"^[\s*•]+|^optional:\s*", "", name.strip(), flags=re.IGNORECASE)
    return " ".join(name.split())[:80] or "?"


@lru_cache(4096)
def labels(name: str) -> tuple[Label, ...]:
    """The counted parts of a name, none where nothing is counted."""
    name = name[:LONGEST]
    found = list(_COUNTED.finditer(name))
    ends = [*(match.start() for match in found[1:]), len(name)]
    parts = [(int(match[1]), name[match.end() : end]) for match, end in zip(found, ends, strict=False)]
    return tuple(Label(count, _one(re.sub(r"(?:[\s,&]|\band\b)+$", "", text))) for count, text in parts if text.strip())


def _one(name: str) -> str:
    """Two teams and one team have the same name."""
    return re.sub(r"\b(team|Team|mortar|Pit)s$", r"\1", clean(name))


@lru_cache(4096)
def key(name: str) -> Key:
    name = clean(name).lower()
    inside = ""
    for bracket in re.findall(r"\(([^)]*)\)", name):
        pieces = [piece.strip() for piece in bracket.split(",")]
        inside = next((piece for piece in pieces if piece not in _KINDS), inside)
    base = re.sub(r"\([^)]*\)", " ", name)
    base = re.sub(r"\bwith\b.*", " ", base)
    base = re.sub(rf"\b(?:{'|'.join(_KINDS)}|forward|teams?)\b", " ", base)
    base = base.replace("at rifle", "anti-tank rifle").replace("thower", "thrower").replace("kfc", "kfz")
    base = base.replace(" and ", " & ")
    return Key(" ".join(base.split()).rstrip("s"), inside.rstrip("s"))


def same(one: Key, other: Key) -> bool:
    """Whether two names speak of the same thing; brackets that only one of them has are passed over."""
    return one.base == other.base and not _other_gun(one, other)


def _other_gun(one: Key, other: Key) -> bool:
    """Whether two names have different guns in their brackets, `10.5` and `10.5cm` being the same."""
    return bool(one.inside and other.inside) and one.inside.removesuffix("cm") != other.inside.removesuffix("cm")


def alike(one: Key, other: Key) -> float:
    """How alike two names are, from 0 to 1, for names with slips of the pen."""
    if _other_gun(one, other):
        return 0
    numbers = zip(re.findall(r"\d+", one.base), re.findall(r"\d+", other.base), strict=False)
    if any(not a.startswith(b) and not b.startswith(a) for a, b in numbers):
        return 0
    longest = max(len(one.base), len(other.base), 1)
    front = _shared(one.base, other.base)
    back = _shared(one.base[front:][::-1], other.base[front:][::-1])
    return (front + back) / longest


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
