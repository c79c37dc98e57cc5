"""Screens that lie over the table for a moment: the cover between two players, the log, the help."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from orsha.cli.companion.naming import seat_name
from orsha.cli.companion.session import Logged

KEYS = (
    ("Enter", "takes the line that is marked, or the default"),
    ("1-9, arrows", "choose a line"),
    ("y, n", "yes and no"),
    ("space", "ticks a line where several may be chosen"),
    ("u", "undo: takes the last decision back"),
    ("Esc", "goes back from what was begun"),
    ("l", "the log of the whole game"),
    ("?", "this help and the rules of the mission"),
    ("q or Ctrl+Q", "quit: everything is kept already, and goes on where it was"),
)


class Cover(Screen[None]):
    """Hides everything until the right player has the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "dismiss", "I have it, and nobody else looks"),
    ]
    DEFAULT_CSS = "Cover { align: center middle; } Cover Static { width: auto; text-align: center; }"

    def __init__(self, seat: str) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        other = seat_name("axis" if self.seat == "allied" else "allied")
        name = seat_name(self.seat)
        yield Static(
            f"A secret of {name}.\n\n{other} looks away.\nPass the keyboard to {name}.\n\n{name}: press Enter.",
            markup=False,
        )
        yield Footer()


class Page(Screen[None]):
    """A text to read and scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,l,question_mark,q,enter", "dismiss", "Back"),
    ]
    DEFAULT_CSS = "Page Static { padding: 0 1; }"

    def __init__(self, text: Text, at_end: bool = False) -> None:
        super().__init__()
        self.text = text
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.text)
        yield Footer()

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self.at_end:
            scroll.scroll_end(animate=False)


def log_text(lines: list[Logged]) -> Text:
    text = Text()
    for line in lines:
        if line.turn and text.plain:
            text.append("\n")
        style = "bold yellow" if line.roll else "bold" if line.turn else ""
        text.append(f"{line.words}\n", style)
    return text


def help_text(pages: list[tuple[str, list[str]]]) -> Text:
    text = Text()
    text.append("Keys\n", "bold underline")
    for key, words in KEYS:
        text.append(f"  {key:<12} ", "bold")
        text.append(f"{words}\n")
    for heading, lines in pages:
        text.append(f"\n{heading}\n", "bold underline")
        for words in lines:
            text.append(f"- {words}\n")
    return text
