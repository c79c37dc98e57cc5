"""The companion's application: start, play, again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from orsha.cli.companion.opening import Battle, Continue, NewGame, Opening
from orsha.cli.companion.session import Session
from orsha.cli.companion.start_screen import StartScreen
from orsha.cli.companion.table_screen import Ended, TableScreen
from orsha.kernel import OrshaError

if TYPE_CHECKING:
    from orsha.kernel.store import Store


class Companion(App[str]):
    """Two people, a real table, one keyboard. Ends with the name of the game that was played, if any."""

    TITLE = "Orsha companion"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { overflow: hidden; }"

    def __init__(self, store: Store, slug: str | None = None, battle: Battle | None = None) -> None:
        super().__init__()
        self.store = store
        self.slug = slug
        self.battle = battle
        self.session: Session | None = None

    async def on_mount(self) -> None:
        await self.start()

    async def start(self, sorry: str = "") -> None:
        """The questions before a game; a slug counts only for the first one."""
        opening = Opening(await self.store.list(), self.slug, self.battle)
        self.push_screen(StartScreen(opening, sorry), self.play)

    async def play(self, outcome: NewGame | Continue | None) -> None:
        if outcome is None:
            return
        try:
            if isinstance(outcome, Continue):
                self.session = await Session.resume(self.store, outcome.id)
            else:
                self.session = await Session.begin(self.store, outcome)
        except OrshaError as error:
            await self.start(str(error))
            return
        self.slug = self.battle = None
        self.push_screen(TableScreen(self.session), self.ended)

    async def ended(self, what: Ended | None) -> None:
        if what == "new":
            await self.start()
        else:
            await self.action_quit()

    async def action_quit(self) -> None:
        """Nothing to save: every step is kept already."""
        self.exit(self.session.match.opened.game if self.session is not None else None)
