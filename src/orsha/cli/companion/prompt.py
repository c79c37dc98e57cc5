"""A question as a value: what is asked, of whom, and what may be answered."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orsha.kernel import OrshaError

Form = Literal["menu", "several", "line"]
Given = int | tuple[int, ...] | str
"""An answer: the number of a choice, the numbers of several, or a line of text."""


class Mistyped(OrshaError):
    """An answer that cannot be read; the sentence says what would do."""


class Choice(Struct, frozen=True):
    label: str
    value: object
    key: str = ""
    """A letter that picks it at once; numbers always do."""


class Prompt(Struct, frozen=True):
    """What is asked now."""

    title: str
    words: tuple[str, ...]
    form: Form = "menu"
    choices: tuple[Choice, ...] = ()
    default: int = 0
    """The choice that Enter takes."""
    text: str = ""
    """The line that Enter takes."""
    notes: tuple[str, ...] = ()
    """Rules that go with it, for those who want to read them."""
    seat: str = ""
    secret: bool = False
    """Only this seat may look."""


def yes_no(yes: str = "Yes", no: str = "No") -> tuple[Choice, ...]:
    return (Choice(yes, True, "y"), Choice(no, False, "n"))


def chosen(prompt: Prompt, given: Given) -> Choice:
    """The choice that an answer to a menu names."""
    if not isinstance(given, int) or not 0 <= given < len(prompt.choices):
        raise Mistyped("choose one of the lines shown")
    return prompt.choices[given]


def several(prompt: Prompt, given: Given) -> tuple[object, ...]:
    """The values of the choices that were ticked, in their order."""
    if not isinstance(given, tuple) or not all(0 <= index < len(prompt.choices) for index in given):
        raise Mistyped("tick any of the lines shown, then press Enter")
    return tuple(prompt.choices[index].value for index in sorted(set(given)))


def line(prompt: Prompt, given: Given) -> str:
    """The line that was typed; an empty one is the default."""
    if not isinstance(given, str):
        raise Mistyped("type an answer and press Enter")
    return given.strip() or prompt.text


def whole(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise Mistyped(f"type a number from {least} to {most}, not {text!r}")
    return int(text)
