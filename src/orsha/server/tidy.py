"""Collecting garbage without long pauses: what games are made of lives long, and is not looked through at every turn.

Python's collector walks everything that is alive; with a hundred battles in memory that takes a third of a second, in
which nobody hears anything. What was loaded is set aside instead (it is still freed when nobody uses it any more), and
the whole is looked through once an hour.
"""

from __future__ import annotations

import asyncio
import gc

HOUR = 3600.0
YOUNG, MIDDLE, OLD = 20_000, 50, 1_000_000


def begin() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def set_aside() -> None:
    """What is alive now will be for long."""
    if gc.get_threshold()[2] == OLD:
        gc.freeze()


async def sweep() -> None:
    while True:
        await asyncio.sleep(HOUR)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
