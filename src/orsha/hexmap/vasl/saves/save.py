"""A saved game or a log: the commands it is made of, and the position that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orsha.hexmap.vasl.saves import cipher, tokens, zipped
from orsha.hexmap.vasl.saves.commands import (
    Add,
    Boards,
    Change,
    Command,
    Logged,
    Move,
    Other,
    PlacedBoard,
    Property,
    PropertyChange,
    Remove,
    parse,
    write,
)
from orsha.hexmap.vasl.saves.pieces import STACK, Piece, Stack, add_of, piece_of, stack_of, with_states
from orsha.kernel import Damaged

GAME = "savedGame"
BEGIN, END = "begin_save", "end_save"
MAPS = ("Main Map", "Map0")
"""What the map with the boards is called, now and in older saved games."""
BIN = "Casualties"
"""The map that eliminated pieces are sent to."""
MOST_ADDED = 8_000
"""Pieces and stacks; the largest published set-up has twelve hundred."""
MOST_TRAITS = 150_000
"""Traits of all pieces together; the largest published set-up has fifty thousand."""
MOST_LAID = 200_000
"""Times that a piece is laid on a stack."""


class Line(Struct, frozen=True):
    """A command and its level in the tree of commands."""

    level: int
    command: Command


class Save(Struct, frozen=True):
    """A `.vsav` or `.vlog` file. What is not understood is kept as it is."""

    lines: tuple[Line, ...]
    key: int | None = 0
    entries: tuple[tuple[str, bytes], ...] = ((GAME, b""),)
    """What is in the zip, in its order; the game's own entry stands empty."""

    @property
    def text(self) -> str:
        return tokens.tree((line.level, write(line.command)) for line in self.lines)

    @property
    def commands(self) -> Iterator[Command]:
        """All commands, those of a log as if they had just been played."""
        for line in self.lines:
            yield line.command.command if isinstance(line.command, Logged) else line.command

    @property
    def boards(self) -> tuple[PlacedBoard, ...]:
        """The boards as they were last placed."""
        placed = [one.boards for one in self.commands if isinstance(one, Boards) and one.boards]
        return placed[-1] if placed else ()

    @property
    def properties(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in self.commands:
            if isinstance(one, Property):
                found[one.name] = one.value
            elif isinstance(one, PropertyChange):
                found[one.name] = one.new
        return found


def decode(data: bytes) -> Save:
    """A saved game from the bytes of its file; what is no such file, or too much of one, is `Damaged`."""
    entries = zipped.unzip(data)
    if GAME not in entries:
        raise Damaged(f"the zip has no {GAME!r} in it: it is no saved game")
    veiled = entries[GAME]
    entries[GAME] = b""
    text, key = cipher.decipher(veiled)
    del veiled
    return Save(lines_of(text), key, tuple(entries.items()))


def load(file: Path) -> Save:
    try:
        return decode(zipped.fetch(file))
    except Damaged as error:
        raise Damaged(f"{file.name}: {error}") from error


def lines_of(text: str) -> tuple[Line, ...]:
    if not text.startswith(BEGIN):
        raise Damaged("the saved game's text does not begin as one: its key is wrong, or it is something else")
    if text.count(f"{tokens.ESC}+/") > MOST_ADDED:
        raise Damaged(f"the saved game has more than {MOST_ADDED} pieces and stacks; none has")
    lines = tuple(Line(level, parse(own)) for level, own in tokens.levels(text))
    if Other(END) not in (line.command for line in lines):
        raise Damaged("the saved game was cut short: its end is missing")
    return lines


def encode(save: Save) -> bytes:
    """The bytes of a file that holds the same."""
    game = cipher.encipher(save.text, save.key)
    return zipped.rezip({name: game if name == GAME else data for name, data in save.entries})


# -- the position


class Position(Struct, frozen=True):
    """All pieces where they stand, and what lies on what."""

    pieces: dict[str, Piece]
    stacks: dict[str, Stack]
    unread: int = 0
    """Pieces that could not be read."""

    def piles(self) -> list[tuple[str, int, int, tuple[Piece, ...]]]:
        """Each stack's map, place and pieces, the lowest first; a piece in no stack is one by itself."""
        found = []
        stacked: set[str] = set()
        for stack in self.stacks.values():
            ids = [id for id in stack.members if id in self.pieces and id not in stacked]
            stacked.update(ids)
            if ids:
                found.append((stack.map, stack.x, stack.y, tuple(self.pieces[id] for id in ids)))
        alone = (piece for id, piece in self.pieces.items() if id not in stacked)
        return found + [(piece.map, *piece.place, (piece,)) for piece in alone]


def position(save: Save) -> Position:
    """Where everything stands when all commands, those of a log too, were carried out."""
    table = _Table()
    for command in save.commands:
        table.carry_out(command)
    return table.position()


class _Table:
    """A position in the making. No command costs more than its own length, however many there are."""

    def __init__(self) -> None:
        self.pieces: dict[str, Piece] = {}
        self.places: dict[str, tuple[str, int, int]] = {}
        """Where pieces were moved to."""
        self.stacks: dict[str, Stack] = {}
        self.members: dict[str, dict[str, None]] = {}
        self.stack_with: dict[str, str] = {}
        self.unread: set[str] = set()
        self.traits = 0
        self.laid = 0
        self.work = tokens.Work()

    def position(self) -> Position:
        pieces = {id: piece.at(*self.places[id]) if id in self.places else piece for id, piece in self.pieces.items()}
        stacks = {id: replace(stack, members=tuple(self.members[id])) for id, stack in self.stacks.items()}
        return Position(pieces, stacks, len(self.unread))

    def carry_out(self, command: Command) -> None:
        match command:
            case Add():
                self.add(command)
            case Remove(id):
                self.remove(id)
            case Change(id, new):
                self.change(id, new)
            case Move():
                self.move(command)

    def add(self, add: Add) -> None:
        stack = stack_of(add)
        piece = piece_of(add, self.work)
        if stack is not None:
            self.put(stack)
        elif piece is None:
            self.unread.add(add.id)
        else:
            self.traits += len(piece.traits)
            if self.traits > MOST_TRAITS:
                raise Damaged(f"the pieces of the saved game have more than {MOST_TRAITS} traits; no game's have")
            self.pieces[piece.id] = piece

    def put(self, stack: Stack) -> None:
        """A stack, new or changed; its members are in no other one any more."""
        for id in self.members.get(stack.id, ()):
            self.stack_with.pop(id, None)
        self.stacks[stack.id] = stack
        self.members[stack.id] = {}
        for id in stack.members:
            self.lay(id, stack.id)

    def lay(self, id: str, stack: str) -> None:
        """A piece on top of a stack."""
        self.laid += 1
        if self.laid > MOST_LAID:
            raise Damaged(f"pieces are laid on stacks more than {MOST_LAID} times; in no game they are")
        self.take(id)
        self.members[stack][id] = None
        self.stack_with[id] = stack

    def take(self, id: str) -> None:
        """A piece out of its stack."""
        old = self.stack_with.pop(id, None)
        if old is not None:
            self.members[old].pop(id, None)

    def remove(self, id: str) -> None:
        self.take(id)
        self.pieces.pop(id, None)
        self.places.pop(id, None)
        self.unread.discard(id)
        if self.stacks.pop(id, None) is not None:
            for member in self.members.pop(id):
                self.stack_with.pop(member, None)

    def change(self, id: str, state: str) -> None:
        """A new state; a piece that it does not fit cannot be read any more."""
        if id in self.stacks:
            self.add(Add(id, STACK, state))
        elif id in self.pieces:
            changed = with_states(self.pieces[id], state, self.work)
            self.places.pop(id, None)
            if changed is None:
                del self.pieces[id]
                self.unread.add(id)
            else:
                self.pieces[id] = changed

    def move(self, move: Move) -> None:
        """A piece goes onto the stack that it is put to, or stands by itself; a stack goes with all its members."""
        if move.id in self.stacks:
            self.stacks[move.id] = replace(self.stacks[move.id], map=move.map, x=move.x, y=move.y)
        elif move.id in self.pieces:
            self.take(move.id)
            self.places[move.id] = (move.map, move.x, move.y)
            onto = self.stack_with.get(move.under, move.under)
            if onto in self.stacks:
                self.lay(move.id, onto)


def with_pieces(save: Save, gone: Iterable[str], new: Iterable[Piece | Stack]) -> Save:
    """The game without some pieces and stacks and with others, added where the first pieces are."""
    out = set(gone)
    kept: list[Line] = []
    at: int | None = None
    level = 1
    for line in save.lines:
        if isinstance(line.command, Add):
            at, level = (len(kept), line.level) if at is None else (at, level)
            if line.command.id in out:
                continue
        kept.append(line)
    if at is None:
        at, level = _before_the_end(kept)
    added = [Line(level, add_of(one)) for one in new]
    return replace(save, lines=(*kept[:at], *added, *kept[at:]))


def _before_the_end(lines: list[Line]) -> tuple[int, int]:
    """Where a game without any piece takes its first one: right after its beginning."""
    return min(1, len(lines)), 1
