"""What people type, as commands: places, answers, and reports from their table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from orsha.kernel import OrshaError
from orsha.solo import state as s
from orsha.solo.files import Side
from orsha.solo.state import Question, SoloCommand

SIDES: dict[str, Side] = {"enemy": "enemy", "friendly": "friendly"}
HOW: dict[str, Literal["shot-down", "recalled"]] = {"shot-down": "shot-down", "recalled": "recalled"}


def place(text: str, board: str = "") -> str:
    """A place as the program names it: P15, or w36:K5; a hex alone is on the board that was asked about."""
    before, colon, hex = text.rpartition(":")
    name = hex.upper()
    return f"{before.lower()}:{name}" if colon else f"{board}:{name}" if board else name


def chosen(question: Question, words: Sequence[str]) -> tuple[str, ...]:
    """The words of an answer as the question's keys or places; `none` is an empty one."""
    given = [] if list(words) == ["none"] else words
    if question.area:
        return tuple(place(text, question.board) for text in given)
    keys = {key.lower(): key for key in question.choices}
    return tuple(keys.get(text.lower(), text) for text in given)


def report(what: str, words: Sequence[str]) -> SoloCommand:
    """What happened on the player's table, or a sentence that says how it is told."""
    example, read = FORMS[what]
    try:
        return read(words)
    except (ValueError, KeyError):
        raise OrshaError(f"{' '.join(words)!r} is not understood: say it like `tell {what} {example}`") from None


def _lost(words: Sequence[str]) -> SoloCommand:
    return s.Lost(tuple(map(_id, words)))


def _moved(words: Sequence[str]) -> SoloCommand:
    id, to = words
    return s.Moved(_id(id), place(to))


def _control(words: Sequence[str]) -> SoloCommand:
    where, holder = words
    return s.Control(place(where), SIDES[holder])


def _losses(words: Sequence[str]) -> SoloCommand:
    """What is named twice is lost twice."""
    lost: dict[str, int] = {}
    for id, _, count in (text.partition("*") for text in words):
        lost[_id(id)] = lost.get(_id(id), 0) + _whole(count or "1")
    return s.Losses(lost)


def _mines(words: Sequence[str]) -> SoloCommand:
    [where] = words
    return s.Mines(place(where))


def _sky(words: Sequence[str]) -> SoloCommand:
    how, count = words
    return s.SkyLost(HOW[how], _whole(count))


FORMS: dict[str, tuple[str, Callable[[Sequence[str]], SoloCommand]]] = {
    "lost": ("g1 S3", _lost),
    "moved": ("S3 P15", _moved),
    "control": ("P3 friendly", _control),
    "losses": ("r4*2 r7", _losses),
    "mines": ("H22", _mines),
    "sky": ("shot-down 1", _sky),
}


def _id(text: str) -> str:
    """S7 and g3, whatever the case they are typed in."""
    return text.upper() if text[:1] in "sS" else text.lower()


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(text)
    return int(text)
