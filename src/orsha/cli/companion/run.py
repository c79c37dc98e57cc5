"""Runs the companion in this terminal."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Literal

from orsha.cli.companion.prompt import Mistyped

if TYPE_CHECKING:
    from orsha.cli.companion.opening import Battle
    from orsha.kernel.store import Store


def run(slug: str | None = None, database: str | None = None, series: str | None = None) -> str | None:
    """Plays until somebody quits; the name of the game that was open then."""
    from orsha.tabletop.mission.library import mission

    if slug is not None:
        mission(slug)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Mistyped("the companion fills a terminal; run it in one")
    return asyncio.run(_run(slug, database, series))


async def _run(slug: str | None, database: str | None, series: str | None) -> str | None:
    from orsha.cli.companion.app import Companion
    from orsha.kernel.store import Store

    async with await Store.open(database) as store:
        battle = await battle_of(store, series) if series is not None else None
        return await Companion(store, slug, battle).run_async()


async def battle_of(store: Store, series: str) -> Battle:
    """The next battle of a linked campaign, the Soviets as the allied seat."""
    from orsha.cli.companion.opening import Battle
    from orsha.series import SeriesGame, next_battle

    kept = await store.find(series)
    state = (await store.load(SeriesGame(), kept.id)).state
    coming = next_battle(state)
    if coming is None:
        raise Mistyped("that campaign is over")
    attacker: Literal["allied", "axis"] = "allied" if coming.attacker == "soviet" else "axis"
    return Battle(coming.mission, attacker, state.setup.points, coming.changes, coming.says)


if __name__ == "__main__":
    run(sys.argv[1] if len(sys.argv) > 1 else None)
