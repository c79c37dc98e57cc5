"""Killed at any moment: every acknowledged command is there, none is half there."""

from __future__ import annotations

import asyncio
import random
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from orsha.kernel import Match
from orsha.kernel.store import Store
from tests.kernel.tiny import Tiny

ROOT = Path(__file__).parents[2]


def killed(url: str, rng: random.Random) -> tuple[str, list[tuple[int, str]]]:
    """Starts a child on a new game, kills it at a random moment, and gives what it had acknowledged."""
    name = secrets.token_hex(8)
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.kernel.crasher", url, name], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(rng.random() * 0.05)
    child.send_signal(signal.SIGKILL)
    said = (first + child.stdout.read()).splitlines(keepends=True)
    child.wait()
    acknowledged = [line.split() for line in said if line.endswith("\n")]
    return name, [(int(count), link) for count, link in acknowledged]


async def loaded(url: str, name: str) -> Match:  # type: ignore[type-arg]
    async with await Store.open(url) as store:
        return await store.load(Tiny(), name)


def crash(url: str, times: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(times):
        name, acknowledged = killed(url, rng)
        match = asyncio.run(loaded(url, name))
        count, link = acknowledged[-1]
        assert match.position.count in (count, count + 1), "an acknowledged command is lost, or one too many is there"
        assert match.lines[count - 1].link == link


def test_killed_20_times_nothing_acknowledged_is_lost(database: str) -> None:
    crash(database, 10 if database.startswith("postgresql") else 20, seed=1)


@pytest.mark.slow
def test_killed_200_times_nothing_acknowledged_is_lost(database: str) -> None:
    crash(database, 200, seed=2)
