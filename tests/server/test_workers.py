"""Several processes behind one port on PostgreSQL: players in step, a killed process replaced, none left over."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from orsha.kernel import OrshaError
from orsha.server import Settings
from orsha.server.running import many
from tests.server.serving import Person

ROOT = Path(__file__).parents[2]
SERIES = {"begin": "series", "campaign": "bagration-fortified"}
SCRIPT = """
import socket, sys
from orsha.server import Settings
from orsha.server.running import many
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(512)
url = f"http://127.0.0.1:{listener.getsockname()[1]}"
many(Settings(database=sys.argv[1], rates=None, poll=0.2), listener, 3, lambda: print(url, flush=True))
"""


class Flock:
    """A parent and its three processes."""

    def __init__(self, database: str) -> None:
        self.parent = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, database], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.parent.stdout is not None
        self.url = self.parent.stdout.readline().strip()
        assert self.url.startswith("http://"), self.url

    def children(self) -> set[int]:
        found = Path(f"/proc/{self.parent.pid}/task/{self.parent.pid}/children").read_text()
        return {int(one) for one in found.split()}

    def end(self, how: signal.Signals) -> None:
        self.parent.send_signal(how)
        self.parent.wait(30)
        assert self.parent.stdout is not None
        self.parent.stdout.close()


@pytest.fixture
def flock(postgres: str) -> Iterator[Flock]:
    running = Flock(postgres)
    yield running
    if running.parent.poll() is None:
        running.end(signal.SIGTERM)


def opened(url: str) -> dict[str, Any]:
    answer = httpx.post(f"{url}/api/games", json={"begin": SERIES, "seats": {"soviet": "mine", "german": "mine"}})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_players_at_any_of_several_processes_are_kept_in_step(flock: Flock) -> None:
    game = opened(flock.url)
    tokens = {link["seat"]: link["token"] for link in game["mine"]}
    with (
        Person(flock.url, game["game"], tokens["soviet"]).live() as one,
        Person(flock.url, game["game"], tokens["german"]).live() as other,
        Person(flock.url, game["game"], game["watch"]["token"]).live() as third,
    ):
        for count in range(2, 8):
            # Every request comes over a connection of its own, so any of the processes may get it.
            seat = "soviet" if count % 2 else "german"
            answer = Person(flock.url, game["game"], tokens[seat]).does(
                {"do": "record", "winner": seat, "lost": 1}, seen=count - 1
            )
            if answer.status_code != 200:
                assert "over" in answer.text
                break
            for channel in (one, other, third):
                assert channel.until("news", count)["count"] == count


def test_a_process_that_is_killed_is_replaced_and_nothing_is_lost(flock: Flock) -> None:
    game = opened(flock.url)
    token = game["mine"][0]["token"]
    before = flock.children()
    assert len(before) == 3
    for victim in sorted(before):
        count = Person(flock.url, game["game"], token).get().json()["count"]
        os.kill(victim, signal.SIGKILL)
        until = time.monotonic() + 60
        while True:
            try:
                status = Person(flock.url, game["game"], token).get()
                break
            except httpx.TransportError:  # the connection was the dead one's
                assert time.monotonic() < until
        assert status.json()["count"] == count
    until = time.monotonic() + 60
    while len(flock.children() - before) < 3:
        assert time.monotonic() < until, "they are not replaced"
        time.sleep(0.1)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_when_the_parent_ends_nobody_is_left_over(flock: Flock, how: signal.Signals) -> None:
    children = flock.children()
    flock.end(how)
    until = time.monotonic() + 30
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < until, "a process is left over"
        time.sleep(0.1)


def test_sqlite_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as listener, pytest.raises(OrshaError, match="PostgreSQL only"):
        many(Settings(database=f"sqlite:///{tmp_path / 'games.db'}"), listener, 2, lambda: None)
