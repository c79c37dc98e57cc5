"""The server's figures: live battles on one core, and the time from a move to the opponent's news. Loopback.

A live battle is two people with open channels (scene and options wanted), a move of a unit every two seconds: more than
people make. The server has one core to itself, those who play it have the other. `python -m benchmarks.server`.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.kernel import Committed, Match
from orsha.kernel.journal import Line, link_of
from orsha.kernel.store import Store
from orsha.server import api
from orsha.server.advice import WayTo, advise
from orsha.server.recipes import opened
from orsha.tabletop.game import Battle

Row = tuple[str, str, str, str, str]
EVERY = 2.0
SECONDS = 20
GOAL = 50.0
SIZES = (25, 50, 100, 150, 200)


def rows() -> Iterator[Row]:
    bare = asyncio.run(echo())
    best, shown = 0, "none"
    for games in SIZES:
        found = asyncio.run(measured(games))
        if found.late > GOAL:
            break
        best, shown = games, found.words()
    yield (
        f"live 100-point battles on one core, a move every {EVERY:g} s",
        f"{best} ({shown})",
        f"bare websocket echo p99 {bare:.1f} ms",
        f"p99 {GOAL:g} ms at most",
        "50 ms",
    )


class Found(msgspec.Struct):
    games: int
    middle: float
    late: float
    moves: int
    share: float
    """Of the core."""

    def words(self) -> str:
        return (
            f"{self.moves} moves, p50 {self.middle:.1f} ms, p99 {self.late:.1f} ms, {self.share:.0%} of the core busy"
        )


# -- the games


def position(points: int = 100) -> tuple[BattleMatch, str, dict[str, Any]]:
    """A battle in its first turns, its active side, and a move without dice that can be taken back."""
    made, _ = opened(api.NewGame(api.Battle("dust-up", points=points, seed=3)))
    held: list[Any] = []

    def seen(played: BattleMatch) -> None:
        if not held and played.state.step == "movement" and played.state.mission.turns.get("axis", 0) >= 1:
            held.append((len(played.lines), played.state))

    match, _ = play_battle(
        made.opened.setup, {"allied": "staff", "axis": "staff"}, 2, record=True, most_turns=2, seen=seen
    )
    count, state = held[0]
    seat = state.mission.active
    short: BattleMatch = Match.replay(Battle(), match.lines[:count])
    middle = (state.table.size[0] // 2, state.table.size[1] // 2)
    for unit in [unit for unit in state.units if unit.startswith(seat)]:
        legs = advise(state, seat, WayTo(unit, middle)).legs  # type: ignore[union-attr]
        command = {"do": "move", "unit": unit, "legs": msgspec.to_builtins(legs)}
        try:
            step = short.act(seat, short.game.command(command))
        except Exception:  # noqa: BLE001  another unit will do
            continue
        if step.position.undo and len(legs) > 3:
            return short, seat, command
    raise AssertionError("no unit can move without a die")


def copied(match: BattleMatch, name: str) -> BattleMatch:
    """The same battle under another name."""
    twin: BattleMatch = Match.open(Battle(), match.opened.setup, name=name, dice=Committed(name))
    for line in match.lines[1:]:
        twin.follow(Line(line.n, link_of(twin.position.link, line.raw), line.raw))
    return twin


async def kept(database: str, match: BattleMatch, games: int) -> list[tuple[str, dict[str, str]]]:
    async with await Store.open(database) as store:
        found = []
        for n in range(games):
            name = f"bench-{n}"
            await store.add(copied(match, name), f"battle {n}")
            found.append((name, {seat: await store.issue(name, seat) for seat in match.seats}))
        return found


# -- the players


class Table:
    """Two people at one battle: one moves a unit to and fro, the other hears of it."""

    def __init__(self, url: str, game: str, tokens: dict[str, str], seat: str, command: dict[str, Any]) -> None:
        self.url, self.game, self.tokens, self.command = url, game, tokens, command
        self.seat, self.other = seat, next(one for one in tokens if one != seat)
        self.times: list[float] = []
        self.went: dict[int, float] = {}
        self.count = 0

    async def listen(self, seat: str, ready: asyncio.Event) -> None:
        async with connect(self.url.replace("http", "ws") + "/api/live", max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"token": self.tokens[seat], "since": None}))
            await self._hear(socket, seat, ready)

    async def _hear(self, socket: ClientConnection, seat: str, ready: asyncio.Event) -> None:
        async for text in socket:
            now = time.perf_counter()
            head = str(text[:60])
            if '"live":"news"' in head:
                count = int(head.partition('"count":')[2].partition(",")[0])
                self.count = max(self.count, count)
                if seat == self.other and count in self.went:
                    self.times.append((now - self.went.pop(count)) * 1000)
            elif '"live":"offers"' in head:
                ready.set()

    async def play(self, client: httpx.AsyncClient, until: float, rng: random.Random) -> None:
        headers = {"Authorization": f"Bearer {self.tokens[self.seat]}"}
        await asyncio.sleep(rng.random() * EVERY)
        moved = False
        while time.perf_counter() < until:
            count = self.count
            body = {"seen": count} if moved else {"seen": count, "command": self.command}
            self.went[count + 1] = time.perf_counter()
            path = f"{self.url}/api/games/{self.game}/{'undo' if moved else 'commands'}"
            answer = await client.post(path, json=body, headers=headers)
            assert answer.status_code == 200, answer.text
            moved = not moved
            await asyncio.sleep(EVERY * rng.uniform(0.7, 1.3))


async def measured(games: int) -> Found:
    match, seat, command = position()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        tables = await kept(database, match, games)
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.server", "serve", database, stdout=subprocess.PIPE
        )
        assert server.stdout is not None
        url = (await server.stdout.readline()).decode().strip()
        try:
            return await _played([Table(url, name, tokens, seat, command) for name, tokens in tables], server.pid)
        finally:
            server.kill()
            await server.wait()


async def _played(tables: list[Table], server: int) -> Found:
    _on_core(1, 0)
    rng = random.Random(1)
    listeners = []
    for table in tables:
        for seat in table.tokens:
            ready = asyncio.Event()
            listeners.append(asyncio.create_task(table.listen(seat, ready)))
            await asyncio.wait_for(ready.wait(), 60)
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
    async with httpx.AsyncClient(limits=limits, timeout=60) as client:
        spent, began = _busy(server), time.perf_counter()
        until = began + SECONDS
        await asyncio.gather(*(table.play(client, until, rng) for table in tables))
        share = (_busy(server) - spent) / (time.perf_counter() - began)
    await asyncio.sleep(0.5)
    for one in listeners:
        one.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    times = sorted(spent for table in tables for spent in table.times)
    return Found(len(tables), statistics.median(times), times[int(len(times) * 0.99)], len(times), share)


def _busy(process: int) -> float:
    """Seconds of a core that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _on_core(core: int, process: int) -> None:
    if (os.cpu_count() or 1) > core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, {core})


async def echo() -> float:
    """What the machine's own websockets take at their 99th percentile, one message at a time."""
    from websockets.asyncio.server import ServerConnection, serve

    async def answer(socket: ServerConnection) -> None:
        async for text in socket:
            await socket.send(text)

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        times = []
        async with connect(f"ws://127.0.0.1:{port}") as socket:
            for _ in range(500):
                began = time.perf_counter()
                await socket.send("x" * 5000)
                await socket.recv()
                times.append((time.perf_counter() - began) * 1000)
    return sorted(times)[495]


def serving(database: str) -> None:
    """The server's process: one core, no limits of rate."""
    import socket

    import uvicorn

    from orsha.cli.serve import SWITCH
    from orsha.server import Settings, make_app

    _on_core(0, 0)
    sys.setswitchinterval(SWITCH)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    app = make_app(Settings(database=database, rates=None, tidy=True))
    config = uvicorn.Config(app, access_log=False, log_level="error", ws_per_message_deflate=False, lifespan="on")
    asyncio.run(uvicorn.Server(config).serve([listener]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serving(sys.argv[2])
    elif sys.argv[1:]:
        print(asyncio.run(measured(int(sys.argv[1]))).words())
    else:
        for row in rows():
            print(f"| {' | '.join(row)} |", flush=True)
