"""The journal: every entry of a game in order, each linked to the one before it.

An entry is stored as one line of JSON. Its link is a hash of the line and the link before, so that
an edited, missing or moved line is found at once; beside every event stands a checksum of the state it left behind, so
that rules which have come to differ are found at the event where they first do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from orsha.kernel.dice import Ask, Roll, SeedShown
from orsha.kernel.errors import Damaged
from orsha.kernel.game import Command, Event, Game, Upgrade

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

NO_LINK = "0" * 32


class Seed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="dice", tag="seeded"):
    """Repeatable dice: for tests, simulation and practice."""

    seed: str


class Commitment(Struct, frozen=True, forbid_unknown_fields=True, tag_field="dice", tag="committed"):
    """Checkable dice: the SHA-256 of a seed that is shown when the game is over."""

    sha256: str


class Real(Struct, frozen=True, forbid_unknown_fields=True, tag_field="dice", tag="typed"):
    """Real dice on a real table."""


DiceKind = Seed | Commitment | Real


class Happened(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """One event and the checksum of the state after it."""

    what: Roll | SeedShown | E
    state: str


class Opened(Struct, Generic[P], frozen=True, forbid_unknown_fields=True, tag_field="entry", tag="opened"):
    """The first entry: which game, at which version of its rules, set up how, with which dice."""

    game: str
    kind: str
    version: int
    setup: P
    dice: DiceKind
    state: str


class Did(Struct, Generic[C, E], frozen=True, forbid_unknown_fields=True, tag_field="entry", tag="did"):
    """A seat's command and what came of it."""

    seat: str
    command: C
    happened: tuple[Happened[E], ...]


class Asked(Struct, Generic[C], frozen=True, forbid_unknown_fields=True, tag_field="entry", tag="asked"):
    """A command that waits for real dice: the answers so far and the next question."""

    seat: str
    command: C
    answers: tuple[tuple[int, ...], ...]
    ask: Ask


class Undid(Struct, frozen=True, forbid_unknown_fields=True, tag_field="entry", tag="undid"):
    """A seat took its last decision back."""

    seat: str
    state: str


class Recommitted(Struct, frozen=True, forbid_unknown_fields=True, tag_field="entry", tag="recommitted"):
    """The game goes on in another place, whose dice have a new seed."""

    dice: Commitment


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it is stored: its number, its link and its JSON."""

    n: int
    link: str
    raw: bytes


def link_of(before: str, raw: bytes) -> str:
    return hashlib.blake2b(bytes.fromhex(before) + raw, digest_size=16).hexdigest()


def checksum(state: Struct) -> str:
    return hashlib.blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=6).hexdigest()


class Codec(Generic[P, S, C, E]):
    """Entries of one game to JSON and back, old versions included."""

    def __init__(self, game: Game[P, S, C, E]) -> None:
        self.upgrades = game.upgrades
        opened, did, asked = cast(Any, (Opened, Did, Asked))
        self.type = (
            opened[game.setup_type]
            | did[game.command_type, game.event_type]
            | asked[game.command_type]
            | Undid
            | Recommitted
        )
        self.decoder = msgspec.json.Decoder(self.type)

    def encode(self, entry: Struct) -> bytes:
        return msgspec.json.encode(entry)

    def decode(self, line: Line) -> Opened[P] | Did[C, E] | Asked[C] | Undid | Recommitted:
        try:
            return cast("Did[C, E]", self.decoder.decode(line.raw))
        except msgspec.ValidationError as error:
            if not self.upgrades:
                raise Damaged(f"entry {line.n} cannot be read: {error}") from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Damaged(f"entry {line.n} cannot be read: {error}") from error
        try:
            tree = upgraded(msgspec.json.decode(line.raw), self.upgrades)
            return cast("Did[C, E]", msgspec.convert(tree, cast(Any, self.type)))
        except msgspec.ValidationError as error:
            raise Damaged(f"entry {line.n} cannot be read: {error}") from error


def upgraded(tree: Any, upgrades: Mapping[str, Upgrade]) -> Any:
    """A decoded entry with every command and event of an old version brought up to date, step by step."""
    if isinstance(tree, list):
        return [upgraded(item, upgrades) for item in tree]
    if not isinstance(tree, dict):
        return tree
    for key in ("do", "event"):
        while tree.get(key) in upgrades:
            tree = upgrades[tree[key]](tree)
    return {key: upgraded(value, upgrades) for key, value in tree.items()}


def check_links(lines: list[Line]) -> None:
    """Every line is there, in order, unedited; or `Damaged` with the first that is not."""
    link = NO_LINK
    for n, line in enumerate(lines):
        if line.n != n:
            raise Damaged(f"entry {n} is missing: entry {line.n} stands in its place")
        link = link_of(link, line.raw)
        if link != line.link:
            raise Damaged(f"entry {n} was changed after it was written, or the line before it was")
