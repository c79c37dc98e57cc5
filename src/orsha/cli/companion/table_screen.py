"""The game: map and counts above, the question below."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, Static

from orsha.cli.companion.guidance import headline, rule_pages
from orsha.cli.companion.naming import capital
from orsha.cli.companion.overlays import Cover, Page, help_text, log_text
from orsha.cli.companion.prompt import Prompt
from orsha.cli.companion.session import Session
from orsha.cli.companion.widgets import MapView, PromptPanel, SidePanel
from orsha.kernel import OrshaError

WIDE = 120
LEAST_PROMPT = 10
"""Rows that the question keeps for itself."""

Ended = Literal["new", "quit"]


def top_rows(height: int) -> int:
    """How many rows map and counts get of a terminal's."""
    return max(min(height // 2, height - 2 - LEAST_PROMPT), 8)


class TableScreen(Screen[Ended]):
    """Shows a session and hands it the answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("escape", "back", "Back"),
        Binding("l", "log", "Log"),
        Binding("question_mark", "help", "Help and rules", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]
    DEFAULT_CSS = """
    TableScreen #head { background: $primary; color: $text; padding: 0 1; height: 1; }
    TableScreen #top { height: 12; }
    TableScreen SidePanel { width: 1fr; }
    TableScreen #bottom { height: 1fr; }
    TableScreen PromptPanel { width: 3fr; }
    TableScreen #log { width: 2fr; border-left: solid $primary; padding: 0 1; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.looked: tuple[int, bool] | None = None
        """The secret question that its player is looking at."""

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Horizontal(id="top"):
            yield MapView(id="map")
            yield SidePanel(id="side", can_focus=False)
        with Horizontal(id="bottom"):
            yield PromptPanel(id="prompt")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="log-text")
        yield Footer()

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: Resize) -> None:
        self.show_table()

    # -- showing

    def show(self) -> None:
        """Everything anew; a secret question only once its player has the keyboard."""
        prompt = self.session.prompt
        self.show_table()
        if prompt.secret and self.looked != self._question():
            waiting = Prompt(prompt.title, ("A secret is asked.",), seat=prompt.seat)
            self.query_one(PromptPanel).show(waiting, [], (0, 0))
            self.app.push_screen(Cover(prompt.seat), self._look)
            return
        self.query_one(PromptPanel).show(prompt, self.session.news(), self._room())

    def _room(self) -> tuple[int, int]:
        """Columns and rows that the question has."""
        width, height = self.app.size
        return (width * 3 // 5 if width >= WIDE else width, height - 2 - top_rows(height))

    def _question(self) -> tuple[int, bool]:
        return (len(self.session.match.entries), self.session.draft is not None)

    def _look(self, _: None) -> None:
        self.looked = self._question()
        self.show()

    def show_table(self) -> None:
        """Head, map, counts and log, for the size that the terminal has now."""
        state = self.session.table
        width, height = self.size
        if not width:
            return
        rows = top_rows(height)
        self.query_one("#top").styles.height = rows
        self.query_one("#head", Static).update(headline(state))
        self.query_one(MapView).show(state, width // 2, rows)
        self.query_one(SidePanel).show(state)
        log = self.query_one("#log", VerticalScroll)
        log.display = width >= WIDE
        if log.display:
            self.query_one("#log-text", Static).update(log_text(self.session.log()))
            log.scroll_end(animate=False)

    def complain(self, error: OrshaError) -> None:
        self.query_one(PromptPanel).complain(capital(str(error)))

    # -- answering

    async def on_prompt_panel_answered(self, event: PromptPanel.Answered) -> None:
        if self.session.result is not None:
            self._after_the_end(event.given)
            return
        count = len(self.session.match.entries)
        try:
            await self.session.answer(event.given)
        except OrshaError as error:
            if len(self.session.match.entries) != count:
                self.show()
            self.complain(error)
            return
        self.show()

    def _after_the_end(self, given: object) -> None:
        choices = self.session.prompt.choices
        if isinstance(given, int) and given < len(choices):
            self.dismiss("new" if choices[given].value == "new" else "quit")

    async def action_undo(self) -> None:
        try:
            await self.session.undo()
        except OrshaError as error:
            self.complain(error)
            return
        self.show()

    def action_back(self) -> None:
        if self.session.back():
            self.show()

    def action_log(self) -> None:
        self.app.push_screen(Page(log_text(self.session.log()), at_end=True))

    def action_help(self) -> None:
        self.app.push_screen(Page(help_text(rule_pages(self.session.table))))
