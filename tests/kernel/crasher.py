"""A child process that keeps commands and says which, until it is killed. Run by test_crash."""

from __future__ import annotations

import asyncio
import sys

from orsha.kernel import Committed, Match
from orsha.kernel.store import Store
from tests.kernel.tiny import Aim, Hide, Pass, Setup, Tiny


async def main(url: str, name: str) -> None:
    async with await Store.open(url) as store:
        match = Match.open(Tiny(), Setup(rounds=10**6), name=name, dice=Committed(name))
        await store.add(match, "a game that will be killed")
        await store.keep(match, match.act("red", Hide(1)))
        await store.keep(match, match.act("blue", Hide(2)))
        while True:
            seat = match.state.active
            await store.keep(match, match.act(seat, Pass() if match.state.aim else Aim(3)))
            # One write, so that a line is on the pipe whole or not at all.
            sys.stdout.write(f"{match.position.count} {match.position.link}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
