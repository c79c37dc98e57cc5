"""The report of many games: HTML, Markdown with pictures beside it, PDF, or the bare figures as JSON."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

import msgspec
from msgspec import Struct

from orsha.kernel import OrshaError
from orsha.kernel.export import save
from orsha.paper.ink import font_folder
from orsha.paper.press import paper_size, printed, typesetter, with_words
from orsha.paper.sim_plots import Plot, plots
from orsha.sim import Figures, Sheet, paragraphs, sheets

TITLE = "Many games"
NOTE = (
    "Intervals are Wilson's. Games on one table resemble one another a little, so the truth may lie outside them "
    "somewhat more often than they promise."
)


class Picture(Struct, frozen=True):
    svg: str
    title: str


class Page(Struct, frozen=True):
    """A report as the template prints it."""

    width: float
    height: float
    title: str
    about: str
    words: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    pictures: tuple[Picture, ...]
    note: str


def check_out(out: Path) -> None:
    """Refuses a report that could not be written, before any game is played."""
    _writer(out)
    if out.suffix.lower() != ".json":
        font_folder()
    if out.suffix.lower() == ".pdf":
        typesetter()
    why = _obstacle(out)
    if why is not None:
        raise OrshaError(f"{out} cannot be written: {why}".replace("\0", "?"))


def _obstacle(out: Path) -> str | None:
    if "\0" in str(out):
        return "no file can have such a name"
    try:
        if out.exists() and not out.is_file():
            return "it is a folder" if out.is_dir() else "it is no file that could be written over"
        if not out.parent.is_dir():
            return f"there is no folder {out.parent}"
        return None if os.access(out if out.exists() else out.parent, os.W_OK) else "permission denied"
    except OSError as error:
        return error.strerror or str(error)


def write_report(figures: Figures, out: Path, about: str = "") -> None:
    """Writes a report in the format that the file's name asks for. The same figures make the same bytes."""
    for file, content in _writer(out)(figures, out, about or _about(figures)).items():
        save(file, content)


def _about(figures: Figures) -> str:
    names = [one.name for one in figures.missions]
    return names[0] if len(names) == 1 else f"{len(names)} missions"


def _json(figures: Figures, out: Path, about: str) -> Mapping[Path, bytes]:
    return {out: msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n"}


# -- HTML

STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #222; background: #fcfbf6 }
body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem }
h1 { margin-bottom: 0 } h1 + p { margin-top: 0; color: #777; font-style: italic }
table { border-collapse: collapse; font: 13px/1.4 "DejaVu Sans", Verdana, sans-serif; margin-bottom: 1.5rem }
th, td { text-align: right; padding: .2rem .7rem; border-bottom: 1px solid #ddd; white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
.wide { overflow-x: auto } img { max-width: 100%; margin: .5rem 0 } small { color: #777 }
""".strip()


def _html(figures: Figures, out: Path, about: str) -> Mapping[Path, bytes]:
    parts = [f"<p>{escape(text)}</p>" for text in paragraphs(figures)]
    parts += [_html_picture(one) for one in plots(figures, "svg")]
    parts += [_html_sheet(one) for one in sheets(figures)]
    page = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{TITLE}: {escape(about)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>\n{STYLE}\n</style></head><body>\n'
        f"<h1>{TITLE}</h1><p>{escape(about)}</p>\n" + "\n".join(parts) + f"\n<small>{NOTE}</small>\n</body></html>\n"
    )
    return {out: page.encode()}


def _html_picture(one: Plot) -> str:
    """A picture of its own, so that names inside one never meet those of another."""
    data = b64encode(one.content).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(f"{one.title}. {one.words}")}">'


def _html_sheet(one: Sheet) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "\n".join(row(cells, "td") for cells in one.rows)
    table = f"<thead>{row(one.heads, 'th')}</thead>\n<tbody>\n{body}\n</tbody>"
    return f'<h2>{one.title}</h2>\n<div class="wide"><table>\n{table}</table></div>'


# -- Markdown


def _markdown(figures: Figures, out: Path, about: str) -> Mapping[Path, bytes]:
    """The page, and its pictures beside it."""
    drawn = plots(figures, "svg")
    beside = {one.name: out.with_name(f"{out.stem}-{one.name}.svg") for one in drawn}
    lines = [f"# {TITLE}: {_plain(about)}", *map(_plain, paragraphs(figures))]
    lines += [f"![{_plain(one.title)}](<{beside[one.name].name}>)" for one in drawn]
    lines += [_markdown_sheet(one) for one in sheets(figures)]
    page = "\n\n".join([*lines, NOTE]) + "\n"
    return {**{beside[one.name]: with_words(one.content, one.title, one.words) for one in drawn}, out: page.encode()}


def _plain(text: str) -> str:
    """Text whose signs mean nothing to Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#" else sign for sign in text)


def _markdown_sheet(one: Sheet) -> str:
    rule = ("---", *["---:"] * (len(one.heads) - 1))
    text = [one.heads, rule, *(tuple(map(_plain, cells)) for cells in one.rows)]
    return f"## {one.title}\n\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in text)


# -- PDF


def _pdf(figures: Figures, out: Path, about: str) -> Mapping[Path, bytes]:
    width, height = paper_size("a4")
    pictures = tuple(Picture(one.content.decode(), f"{one.title}. {one.words}") for one in plots(figures, "svg"))
    page = Page(width, height, TITLE, about, paragraphs(figures), sheets(figures), pictures, NOTE)
    return {out: printed("sim_report.typ", page, "pdf")}


Writer = Callable[[Figures, Path, str], Mapping[Path, bytes]]
WRITERS: dict[str, Writer] = {".html": _html, ".md": _markdown, ".json": _json, ".pdf": _pdf}


def _writer(out: Path) -> Writer:
    found = WRITERS.get(out.suffix.lower())
    if found is None:
        asked = f"as {out.suffix}" if out.suffix else "to a name without a suffix"
        raise OrshaError(f"a report of many games cannot be written {asked}; it can be {', '.join(WRITERS)}")
    return found
