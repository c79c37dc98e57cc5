"""The press: typst turns a template and plain data into PDF, SVG and PNG, with fonts of our own choice only."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal

import msgspec

from orsha.kernel import OrshaError, Unknown
from orsha.paper.ink import font_folder

if TYPE_CHECKING:
    from typst import Fonts

HERE = Path(__file__).parent
Format = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = ("pdf", "svg", "png")
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
DOTS = 150
"""Dots to an inch of a PNG."""


def format_of(out: Path, what: str, known: tuple[Format, ...] = FORMATS, also: tuple[str, ...] = ()) -> Format:
    """The format that a file's name asks for; `also`: what somebody else writes, for the refusal."""
    for name in known:
        if out.suffix.lower() == f".{name}":
            return name
    asked = f"as {out.suffix}" if out.suffix else "to a name without a suffix"
    raise OrshaError(f"{what} cannot be written {asked}; it can be {', '.join(f'.{name}' for name in (*known, *also))}")


def paper_size(paper: str) -> tuple[float, float]:
    """A sheet's width and height in millimetres."""
    if paper.lower() not in PAPERS:
        raise Unknown("paper", paper, list(PAPERS))
    return PAPERS[paper.lower()]


@cache
def fonts() -> Fonts:
    """Typst's own fonts and matplotlib's: the same on every machine, with or without fonts of its own."""
    fonts: Fonts = typesetter().Fonts(include_system_fonts=False, font_paths=[str(font_folder())])
    return fonts


def typesetter() -> ModuleType:
    try:
        import typst
    except ImportError as error:
        raise OrshaError("cards are printed with typst: pip install 'orsha[paper]'") from error
    return typst


def printed(template: str, data: msgspec.Struct, how: Format) -> bytes:
    """A template of this folder, filled and printed. SVG and PNG are one picture, so their template makes one page."""
    inputs = {"data": msgspec.json.encode(data).decode()}
    made = typesetter().compile(
        HERE / template, format=how, ppi=DOTS, sys_inputs=inputs, font_paths=fonts(), root=str(HERE)
    )
    if isinstance(made, list):
        raise OrshaError(f"{template} made {len(made)} pages where a picture has room for one")
    assert isinstance(made, bytes)
    return made


def with_words(svg: bytes, title: str, words: str) -> bytes:
    """A picture whose letters are drawn, with the same words for search and for readers who hear it."""
    text = svg.decode()
    head = text.index(">", text.index("<svg")) + 1
    told = f"<title>{escape(title, quote=False)}</title><desc>{escape(words, quote=False)}</desc>"
    return f"{text[:head]}{told}{text[head:]}".encode()


def written(out: Path, content: bytes) -> None:
    try:
        out.write_bytes(content)
    except OSError as error:
        raise OrshaError(f"{out} cannot be written: {error.strerror}") from error
