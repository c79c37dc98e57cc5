"""Single values as people type them: `true`, `4`, `or-fewer`, `["shoot"]`. What is printed is read again."""

from __future__ import annotations

import re
from json import dumps

Value = bool | int | float | str | tuple[str, ...]

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,9})?")


def as_typed(value: Value) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return dumps(value)
    if isinstance(value, str):
        return value or '""'
    return f"{value:g}" if isinstance(value, float) else str(value)


def from_typed(text: str) -> Value:
    """What was typed: true or false, a number, a list of words in brackets, or a word."""
    word = text.strip()
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    if word.startswith("[") and word.endswith("]"):
        return tuple(_bare(one) for one in word[1:-1].split(",") if one.strip())
    number = _NUMBER.fullmatch(word)
    if number is not None:
        return float(word) if number[1] else int(word)
    return _bare(word)


def _bare(word: str) -> str:
    """A word without the quotes around it."""
    return word.strip().strip("\"'")
