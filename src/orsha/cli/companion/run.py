"""Runs the companion in this terminal."""

from __future__ import annotations

import asyncio
import sys

from orsha.cli.companion.prompt import Mistyped


def run(slug: str | None = None, database: str | None = None) -> str | None:
    """Plays until somebody quits; the name of the game that was open then."""
    from orsha.tabletop.mission.library import mission

    if slug is not None:
        mission(slug)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Mistyped("the companion fills a terminal; run it in one")
    return asyncio.run(_run(slug, database))


async def _run(slug: str | None, database: str | None) -> str | None:
    from orsha.cli.companion.app import Companion
    from orsha.kernel.store import Store

    async with await Store.open(database) as store:
        return await Companion(store, slug).run_async()


if __name__ == "__main__":
    run(sys.argv[1] if len(sys.argv) > 1 else None)
