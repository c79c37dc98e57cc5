"""The commands that a saved game is made of. What is not known here is kept to the letter."""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct

from orsha.hexmap.vasl.saves import tokens

LOG = "LOG\t"
_BOARDS, _BOARD = "bd\t", "bd\t"
_GLOBAL, _MUTABLE = "GlobalProperty\t", "MutableProperty\t"
_NUMBER = re.compile(r"^(?:0|-?[1-9][0-9]{0,8})$")
_ZOOM = re.compile(r"^[0-9]{1,3}(?:\.[0-9]{1,12})?$")
MOST_BOARDS = 50


class Add(Struct, frozen=True):
    """A piece, or a stack of them: what it is, and how it stands."""

    id: str
    type: str
    state: str


class Remove(Struct, frozen=True):
    id: str


class Change(Struct, frozen=True):
    id: str
    new: str
    old: str | None = None


class Move(Struct, frozen=True):
    """A piece or stack to a place on a map, under or onto another one."""

    id: str
    map: str
    x: int
    y: int
    under: str
    old_map: str
    old_x: int
    old_y: int
    old_under: str
    player: str | None = None


class Crop(Struct, frozen=True):
    """The part of a board's picture that is shown; a size of -1 is all of it."""

    x: int
    y: int
    width: int
    height: int


class PlacedBoard(Struct, frozen=True):
    """A board, in which column and row of boards, perhaps turned by 180 degrees, cropped and zoomed."""

    column: int
    row: int
    name: str
    """As it is written, with an r before the name of a board that is turned."""
    crop: Crop | None = None
    rest: tuple[str, ...] = ()
    """Version, overlays, terrain changes and zoom, as they are written."""

    @property
    def zoom(self) -> float:
        for word, value in zip(self.rest, self.rest[1:], strict=False):
            if word == "ZOOM" and _ZOOM.match(value) and float(value) > 0:
                return float(value)
        return 1.0


class Boards(Struct, frozen=True):
    boards: tuple[PlacedBoard, ...] = ()


class Property(Struct, frozen=True):
    """A number or word that the module keeps: the casualty points of a side, for one."""

    name: str
    value: str
    where: str


class PropertyChange(Struct, frozen=True):
    name: str
    old: str
    new: str
    where: str


class Logged(Struct, frozen=True):
    """A command that was played after the game was saved: a step of a log."""

    command: Command


class Other(Struct, frozen=True):
    text: str


Command: TypeAlias = "Add | Remove | Change | Move | Boards | Property | PropertyChange | Logged | Other"


def parse(text: str) -> Command:
    """The command that a text is; writing it gives the text again, to the letter."""
    logged = text.startswith(LOG)
    found = _parse(text[len(LOG) :] if logged else text)
    command = Logged(found) if logged and found is not None else found
    # Without an escape or a quote there is only one way to write tokens.
    certain = tokens.BACKSLASH not in text and tokens.QUOTE not in text
    return command if command is not None and (certain or write(command) == text) else Other(text)


def _parse(text: str) -> Command | None:
    head = text[:2]
    if head in ("+/", "-/", "D/", "M/"):
        return _of_piece(head[0], tokens.split(text, "/")[1:])
    if text.startswith(_BOARDS):
        return _boards(text[len(_BOARDS) :])
    if text.startswith(_GLOBAL):
        words = tokens.split(text[len(_GLOBAL) :], ";")
        return Property(*words[1:]) if len(words) == 4 and not words[0] else None
    if text.startswith(_MUTABLE):
        words = tokens.split(text[len(_MUTABLE) :], tokens.TAB)
        return PropertyChange(*words) if len(words) == 4 else None
    return Other(text)


def _of_piece(what: str, words: list[str]) -> Command | None:
    match what, len(words):
        case "+", 3:
            return Add(*words)
        case "-", 1:
            return Remove(*words)
        case "D", 2 | 3:
            return Change(*words)
        case "M", 9 | 10 if all(_NUMBER.match(words[at]) for at in (2, 3, 6, 7)):
            id, map, x, y, under, old_map, old_x, old_y, old_under, *player = words
            return Move(
                id, map, int(x), int(y), under, old_map, int(old_x), int(old_y), old_under, *player
            )  # fmt: skip
    return None


def _boards(text: str) -> Boards | None:
    """Each board's words end where the next one's mark begins, with or without a TAB between."""
    if not text:
        return Boards()
    if text.count(_BOARD) >= MOST_BOARDS:
        return None
    found = [_board(tokens.split(part, tokens.TAB)) for part in text.split(_BOARD)]
    known = tuple(board for board in found if board is not None)
    return Boards(known) if len(known) == len(found) else None


def _board(words: list[str]) -> PlacedBoard | None:
    if len(words) < 3 or not all(map(_NUMBER.match, words[:2])):
        return None
    column, row, name, *rest = words
    cropped = len(rest) >= 4 and all(map(_NUMBER.match, rest[:4]))
    crop = Crop(*map(int, rest[:4])) if cropped else None
    return PlacedBoard(int(column), int(row), name, crop, tuple(rest[4:] if cropped else rest))


def write(command: Command) -> str:
    match command:
        case Add(id, type, state):
            return tokens.join(["+", id, type, state], "/")
        case Remove(id):
            return tokens.join(["-", id], "/")
        case Change(id, new, old):
            return tokens.join(["D", id, new, *([] if old is None else [old])], "/")
        case Move():
            return tokens.join(["M", *_move_words(command)], "/")
        case Boards(boards):
            return _BOARDS + _BOARD.join(map(_board_words, boards))
        case Property(name, value, where):
            return _GLOBAL + tokens.join(["", name, value, where], ";")
        case PropertyChange(name, old, new, where):
            return _MUTABLE + tokens.join([name, old, new, where], tokens.TAB)
        case Logged(inner):
            return LOG + write(inner)
        case Other(text):
            return text


def _move_words(move: Move) -> list[str]:
    words = [move.id, move.map, str(move.x), str(move.y), move.under]
    words += [move.old_map, str(move.old_x), str(move.old_y), move.old_under]
    return words + ([] if move.player is None else [move.player])


def _board_words(board: PlacedBoard) -> str:
    crop = board.crop
    cropped = [] if crop is None else [str(one) for one in (crop.x, crop.y, crop.width, crop.height)]
    return tokens.join([str(board.column), str(board.row), board.name, *cropped, *board.rest], tokens.TAB)
