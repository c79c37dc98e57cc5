"""What a piece is: its traits, the name that its layers give it, whose it is, who hides it, where its trail went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from orsha.hexmap.vasl.saves import tokens
from orsha.hexmap.vasl.saves.commands import Add
from orsha.kernel import Damaged

NOBODY = ("", "null")
"""What stands where an owner's name would."""
STACK = "stack"
_FOLDER = re.compile(r"(?<![A-Za-z0-9/])([a-z]{2})/")
_NUMBER = re.compile(r"^-?[0-9]{1,9}$")
_NAMES, _PROPERTY, _OLD_FIRST = 17, 19, 8
"""Where a layer's type has the names of its levels, what the module calls it, and an old layer its first level."""
_CONCEAL_NATION, _MARK_OWNER, _MARK_NATION = 3, 1, 2
SHARED = ("sh",)
"""Folders of pictures that are no nation's."""


class Name(Struct, frozen=True):
    """A piece's name: what it is, with the words that layers put before and after it, the innermost first."""

    base: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word.strip() for word in (*self.before, *self.after))

    def __str__(self) -> str:
        return "".join([*reversed(self.before), self.base, *self.after])


class Trait(Struct, frozen=True):
    """What a piece can do, and how that stands."""

    type: str
    state: str

    @property
    def kind(self) -> str:
        return self.type.partition(";")[0]


class Layer(Struct, frozen=True):
    """A trait that changes a piece's picture and name: which of its levels, and whether it is shown."""

    at: int
    """The trait's place in the chain."""
    names: tuple[str, ...]
    level: int
    on: bool
    called: str = ""
    """What the module calls it."""

    def name_of(self, level: int) -> str:
        return self.names[level - 1] if 0 < level <= len(self.names) else ""


class Trail(Struct, frozen=True):
    """Where a piece was dragged along."""

    visible: bool
    map: str
    points: tuple[tuple[int, int], ...]


class Piece(Struct, frozen=True, dict=True):
    """A piece; its traits from the outermost to the piece itself."""

    id: str
    traits: tuple[Trait, ...]

    def having(self, kind: str) -> Iterator[Trait]:
        return (trait for trait in self.traits if trait.kind == kind)

    # -- where it stands

    @property
    def _standing(self) -> list[str]:
        return [*tokens.split(self.traits[-1].state, ";"), "", "", "", ""]

    @property
    def map(self) -> str:
        return self._standing[0]

    @property
    def place(self) -> tuple[int, int]:
        _, x, y, *_ = self._standing
        return _int(x), _int(y)

    @property
    def gpid(self) -> str:
        """The number of its slot in the module."""
        return self._standing[3]

    def at(self, map: str, x: int, y: int) -> Piece:
        """The piece, moved."""
        words = tokens.split(self.traits[-1].state, ";")
        return self.with_state(len(self.traits) - 1, tokens.join([map, str(x), str(y), *words[3:]], ";"))

    def with_state(self, at: int, state: str) -> Piece:
        changed = replace(self.traits[at], state=state)
        return replace(self, traits=(*self.traits[:at], changed, *self.traits[at + 1 :]))

    # -- what it is called

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """From the innermost to the outermost, as they name the piece."""
        found = (_layer(at, trait) for at, trait in enumerate(self.traits))
        return tuple(reversed([layer for layer in found if layer is not None]))

    @cached_property
    def name(self) -> Name:
        words = tokens.split(self.traits[-1].type, ";")
        name = Name(words[4] if len(words) > 4 else "")
        for layer in self.layers:
            if layer.on:
                name = _named(name, layer.name_of(layer.level))
        return name

    @property
    def labels(self) -> tuple[str, ...]:
        """What players wrote on it."""
        return tuple(trait.state for trait in self.having("label") if trait.state)

    @cached_property
    def nation(self) -> str | None:
        """The nation in two letters: of its concealment, or else of the folder of its pictures."""
        for trait in self.having("conceal"):
            return _word(trait.type, _CONCEAL_NATION) or None
        if self.is_mark:
            return _word(next(self.having("concealment")).type, _MARK_NATION) or None
        pictures = (trait.type for trait in self.traits if trait.kind in ("emb2", "emb", "piece"))
        folders = Counter(name for text in pictures for name in _FOLDER.findall(text) if name not in SHARED)
        return folders.most_common(1)[0][0] if folders else None

    # -- who may see it

    @cached_property
    def is_mark(self) -> bool:
        """Whether it is a concealment counter, on top of real pieces or a dummy."""
        return any(True for _ in self.having("concealment"))

    @cached_property
    def hidden_by(self) -> str | None:
        """Who hid it from everybody else; his name is a password and is shown to nobody."""
        return _owner(trait.state for trait in self.having("hide"))

    @cached_property
    def concealed_by(self) -> str | None:
        """Who sees it while all others see a question mark."""
        owner = _owner(_first(trait.state) for kind in ("conceal", "obs") for trait in self.having(kind))
        marked = _owner(_word(trait.type, _MARK_OWNER) for trait in self.having("concealment"))
        return owner or marked

    @property
    def trails(self) -> tuple[Trail, ...]:
        return tuple(_trail(trait.state) for trait in self.having("footprint"))


class Stack(Struct, frozen=True):
    """Pieces on one place, the lowest first."""

    id: str
    map: str
    x: int
    y: int
    members: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    """The layer that it is drawn in."""


def piece_of(add: Add, work: tokens.Work | None = None) -> Piece | None:
    """The piece that a command adds; none where it is something else, or cannot be read."""
    if add.type == STACK:
        return None
    try:
        types, states = tokens.unchain(add.type, work), tokens.unchain(add.state, work)
    except Damaged:
        return None
    if len(types) != len(states) or types[-1].partition(";")[0] != "piece":
        return None
    return Piece(add.id, tuple(map(Trait, types, states)))


def with_states(piece: Piece, state: str, work: tokens.Work | None = None) -> Piece | None:
    """The piece in another state; none where the state is not one of such a piece."""
    try:
        states = tokens.unchain(state, work)
    except Damaged:
        return None
    if len(states) != len(piece.traits):
        return None
    return Piece(piece.id, tuple(Trait(old.type, new) for old, new in zip(piece.traits, states, strict=True)))


def stack_of(add: Add) -> Stack | None:
    if add.type != STACK:
        return None
    map, x, y, *rest = [*tokens.split(add.state, ";"), "", "", ""]
    words = [word for word in rest if word]
    layers = [word for word in words if word.startswith("@@")]
    return Stack(add.id, map, _int(x), _int(y), tuple(one for one in words if one not in layers), tuple(layers))


def add_of(one: Piece | Stack) -> Add:
    """The command that adds it."""
    if isinstance(one, Stack):
        return Add(one.id, STACK, tokens.join([one.map, str(one.x), str(one.y), *one.members, *one.rest], ";"))
    types, states = ([getattr(trait, what) for trait in one.traits] for what in ("type", "state"))
    return Add(one.id, tokens.chain(types), tokens.chain(states))


# -- traits


def _layer(at: int, trait: Trait) -> Layer | None:
    if trait.kind not in ("emb2", "emb"):
        return None
    names, called = _levels(trait.type)
    level = _int(_first(trait.state))
    return Layer(at, names, abs(level), level > 0, called)


@lru_cache(maxsize=2048)
def _levels(type: str) -> tuple[tuple[str, ...], str]:
    """The names of a layer's levels, and what the module calls it."""
    words = tokens.split(type, ";")
    if words[0] == "emb":
        return tuple([*tokens.split(word, ","), ""][1] for word in words[_OLD_FIRST:]), ""
    names = tokens.split(words[_NAMES], ",") if len(words) > _NAMES else []
    return tuple(names), words[_PROPERTY] if len(words) > _PROPERTY else ""


def _named(name: Name, words: str) -> Name:
    """A level's name: `X +` goes before what there is, `+ X` behind it, and anything else takes its place."""
    if not words:
        return name
    first, *more = tokens.split(words, "+")
    if not more:
        return Name(first)
    if first:
        return replace(name, before=(*name.before, first))
    return replace(name, after=(*name.after, more[0]))


def _trail(state: str) -> Trail:
    visible, map, count, *rest = [*tokens.split(state, ";"), "", "", ""]
    points = []
    for word in rest[: max(0, _int(count))]:
        x, _, y = word.partition(",")
        if _NUMBER.match(x) and _NUMBER.match(y):
            points.append((int(x), int(y)))
    return Trail(visible == "true", map, tuple(points))


def _owner(names: Iterator[str]) -> str | None:
    return next((name for name in names if name not in NOBODY), None)


def _word(type: str, at: int) -> str:
    words = tokens.split(type, ";")
    return words[at] if len(words) > at else ""


def _first(state: str) -> str:
    return tokens.split(state, ";")[0]


def _int(word: str) -> int:
    return int(word) if _NUMBER.match(word) else 0
