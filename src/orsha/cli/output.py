"""What the command line prints: JSON for scripts, sentences and tables for people."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.")]
Seed = Annotated[str | None, typer.Option("--seed", help="Roll repeatably: the same seed, the same dice.")]
Database = Annotated[
    str | None, typer.Option("--database", help="Where games are kept: sqlite:///FILE or postgresql://HOST/NAME.")
]


def show_json(value: object) -> None:
    """One JSON value on standard output, readable."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def show_rows(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table for a person: on a narrow screen a long word is broken, never cut off."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, head in enumerate(heads):
        table.add_column(head, no_wrap=index == 0, overflow="fold")
    for row in rows:
        table.add_row(*(Text("".join(c if c.isprintable() else "?" for c in str(cell))) for cell in row))
    Console().print(table)


def complaint(error: Any) -> str | None:
    """What is wrong with the command line itself, in plain words; nothing where an error is of another kind: a bug."""
    if not hasattr(error, "format_message"):
        return None
    found: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    if found:
        error.message = _wanted(found[0])
    return str(error.format_message())


def _wanted(wrong: dict[str, Any]) -> str:
    """What a value should be, and what was given."""
    limits, given = wrong.get("ctx", {}), wrong["input"]
    if wrong["type"] in ("int_parsing", "int_from_float", "int_parsing_size"):
        return f"it takes a whole number, not {given!r}"
    if "ge" in limits:
        return f"it takes {limits['ge']} or more, not {given}"
    if "le" in limits:
        return f"it takes {limits['le']} or less, not {given}"
    return str(wrong["msg"]).removeprefix("Value error, ").rstrip(".")


def refuse(sentence: str, rule: str | None, as_json: bool) -> int:
    """Says no: a sentence on standard error, and the same as JSON where JSON was asked for."""
    sentence = sentence.encode("utf-8", "replace").decode()
    sys.stderr.write("orsha: " + " ".join(sentence.split()) + "\n")
    if as_json:
        show_json({"error": sentence, "rule": rule})
    return 2
