"""The questions before a game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from orsha.cli.companion.opening import Continue, NewGame, Opening
from orsha.cli.companion.overlays import Page, help_text
from orsha.cli.companion.widgets import PromptPanel
from orsha.kernel import OrshaError


class StartScreen(Screen[NewGame | Continue]):
    """Asks until it is known which game is played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]
    DEFAULT_CSS = "StartScreen #head { background: $primary; color: $text; padding: 0 1; }"

    def __init__(self, opening: Opening, sorry: str = "") -> None:
        super().__init__()
        self.opening = opening
        self.sorry = sorry

    def compose(self) -> ComposeResult:
        yield Static("Orsha, beside your table", id="head", markup=False)
        yield PromptPanel()
        yield Footer()

    def on_mount(self) -> None:
        self.show()
        self.query_one(PromptPanel).complain(self.sorry)

    def show(self) -> None:
        self.query_one(PromptPanel).show(self.opening.prompt, [], (self.app.size.width, self.app.size.height - 2))

    def on_prompt_panel_answered(self, event: PromptPanel.Answered) -> None:
        try:
            self.opening.answer(event.given)
        except (OrshaError, ValueError, RuntimeError) as error:
            self.query_one(PromptPanel).complain(str(error))
            return
        outcome = self.opening.outcome
        if outcome is not None:
            self.dismiss(outcome)
        else:
            self.show()

    def action_back(self) -> None:
        if self.opening.back():
            self.show()

    def action_help(self) -> None:
        self.app.push_screen(Page(help_text([])))
