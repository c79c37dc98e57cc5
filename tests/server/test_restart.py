"""The server dies in the middle of play and comes back: nothing that was acknowledged is lost, play goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from tests.server.serving import Person

ROOT = Path(__file__).parents[2]
SERIES = {"begin": "series", "campaign": "bagration-fortified"}


class Process:
    """`orsha serve` as a process of its own."""

    def __init__(self, database: str) -> None:
        self.child = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from orsha.cli import main; main()",
                "serve",
                "--port",
                "0",
                "--database",
                database,
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.child.stdout is not None
        said = self.child.stdout.readline()
        assert "Orsha is at http://" in said, said
        self.url = said.split()[3].rstrip("/")

    def end(self, how: signal.Signals) -> int:
        self.child.send_signal(how)
        code = self.child.wait(20)
        assert self.child.stdout is not None
        self.child.stdout.close()
        return code


def opened(url: str, begin: dict[str, Any], seats: dict[str, str]) -> dict[str, Any]:
    answer = httpx.post(f"{url}/api/games", json={"begin": begin, "seats": seats}, timeout=60)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_killed_under_play_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    rng = random.Random(4)
    server = Process(database)
    game = opened(server.url, {"begin": "campaign"}, {"german": "mine", "russian": "bot:staff"})
    token, count, seen = game["mine"][0]["token"], 0, []
    for _ in range(3):
        me = Person(server.url, game["game"], token)
        until = time.monotonic() + 30
        while "german" not in (status := me.get().json())["to_act"] and time.monotonic() < until:
            time.sleep(0.05)
        assert status["count"] >= count, "an acknowledged command is lost"
        log = me.get("/log").json()  # the bot may have acted since the status was asked for
        assert [one["n"] for one in log["told"]] == list(range(log["count"])) and log["count"] >= status["count"]
        option = me.options()["options"][0]
        command = {"do": option["act"], next(iter(option["takes"])): []}
        answer = me.does(command, seen=status["count"])
        if answer.status_code == 200:
            count = answer.json()["count"]
            seen.append(count - 1)
        time.sleep(rng.random() * 0.2)
        server.end(signal.SIGKILL)
        server = Process(database)
    me = Person(server.url, game["game"], token)
    told = me.get("/log").json()["told"]
    assert len(told) >= count and all(told[n]["seat"] == "german" for n in seen) and seen
    with me.live(since=count) as channel:
        assert channel.next()["status"]["count"] >= count, "the browser goes on where it was"
    server.end(signal.SIGTERM)


def test_a_server_that_is_told_to_stop_says_so_and_goes_in_peace(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path / 'games.db'}")
    game = opened(server.url, SERIES, {})
    me = Person(server.url, game["game"], game["mine"][0]["token"])
    with me.live() as channel:
        channel.until("offers")
        began = time.monotonic()
        code = server.end(signal.SIGTERM)
        assert code in (0, -signal.SIGTERM) and time.monotonic() - began < 12


def test_a_taken_port_is_refused_in_a_sentence(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path / 'games.db'}")
    port = server.url.rpartition(":")[2]
    second = subprocess.run(
        [sys.executable, "-c", "from orsha.cli import main; main()", "serve", "--port", port],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    server.end(signal.SIGTERM)
    assert second.returncode == 2 and "choose another with --port" in second.stderr
