"""The kernel's figures: events, games, appends, odds, start-up."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import chess
import icepool

from orsha.kernel import Committed, Match, odds
from orsha.kernel.store import Store
from orsha.tabletop.mission.reserves import arrival_odds
from tests.kernel.tiny import Aim, Fire, Hide, Pass, Setup, Tiny

Row = tuple[str, str, str, str, str]
GAME = Tiny()


def rows() -> Iterator[Row]:
    yield events()
    yield games()
    yield appends(1)
    yield appends(8)
    yield reserve_odds()
    yield help_start()


def best(work: Callable[[], float], times: int = 3) -> float:
    """The best of some runs: the machine's noise only ever adds."""
    return max(work() for _ in range(times))


def events() -> Row:
    """Decide and apply, journal and checksums included, and without them as the simulator runs."""

    def rate(record: bool) -> float:
        match = Match.open(GAME, Setup(rounds=10**9), record=record)
        match.do("red", Hide(1))
        match.do("blue", Hide(6))
        count, start = 0, time.perf_counter()
        while count < 30000:
            seat = match.state.active
            match.do(seat, Aim(3))
            match.do(seat, Fire())
            count += 3  # aimed, rolled, fell
        return count / (time.perf_counter() - start)

    bare, recorded = best(lambda: rate(False)), best(lambda: rate(True))
    return (
        "decide + apply, tiny game, events/s",
        f"{bare:,.0f}",
        f"with journal and checksums {recorded:,.0f}",
        f"{bare / recorded:.1f}",
        "50,000/s",
    )


def tiny_games(seconds: float = 2.0) -> float:
    rng, done, start = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        match = Match.open(GAME, Setup(), dice=done, record=False)
        while match.result is None:
            seat = rng.choice(match.to_act())
            match.do(seat, GAME.command(rng.choice(match.options(seat)).sample(rng)))
        done += 1
    return done / (time.perf_counter() - start)


def chess_games(seconds: float = 2.0) -> float:
    rng, done, start = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        done += 1
    return done / (time.perf_counter() - start)


def games() -> Row:
    ours, theirs = tiny_games(), chess_games()
    return (
        "random games/s, options and views included",
        f"{ours:,.0f}",
        f"python-chess {theirs:,.1f}",
        f"{ours / theirs:.0f}",
        "shown",
    )


def appends(games_at_once: int) -> Row:
    """Durable single-command appends against a bare loop with the same pragmas."""
    count = 1200

    async def one(store: Store, name: str, share: int) -> None:
        match = Match.open(GAME, Setup(rounds=10**9), name=name, dice=Committed(name))
        await store.add(match, name)
        await store.keep(match, match.act("red", Hide(1)))
        await store.keep(match, match.act("blue", Hide(6)))
        for _ in range(share - 3):
            await store.keep(match, match.act(match.state.active, Pass()))

    async def ours(folder: str) -> float:
        async with await Store.open(f"sqlite:///{folder}/ours.db") as store:
            start = time.perf_counter()
            await asyncio.gather(*(one(store, str(n), count // games_at_once) for n in range(games_at_once)))
            return count / (time.perf_counter() - start)

    def bare(folder: str) -> float:
        db = sqlite3.connect(f"{folder}/bare.db", isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("CREATE TABLE entries (game TEXT, n INTEGER, link TEXT, raw BLOB, at TEXT, PRIMARY KEY (game, n))")
        raw, start = b"x" * 150, time.perf_counter()
        for n in range(count):
            db.execute("BEGIN")
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", ("g", n, "l" * 32, raw, "2026-01-01T00:00:00"))
            db.execute("COMMIT")
        return count / (time.perf_counter() - start)

    rates = []
    for _ in range(5):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            rates.append((asyncio.run(ours(folder)), bare(folder)))
    mine, theirs = sorted(rates, key=lambda pair: pair[0] / pair[1])[2]
    what = "one game" if games_at_once == 1 else f"{games_at_once} games at once"
    return (
        f"SQLite appends/s, full durability, decisions included, {what}",
        f"{mine:,.0f}",
        f"bare sqlite3 {theirs:,.0f}",
        f"{mine / theirs:.2f}",
        "0.5",
    )


UNITS = 5


def our_reserves() -> odds.Odds[int]:
    """Units in after eight turns, of five: a die more each turn, 5+ each, one at least from three dice on."""
    return arrival_odds(UNITS, first_turn=1, turns=8)[-1]


def their_reserves() -> icepool.Die[int]:
    hit = (icepool.d6 >= 5).map({True: 1, False: 0})
    arrived = icepool.Die([0])
    for dice in range(1, 9):
        turn = dice @ hit
        arrived = (arrived + (turn.map(_one_at_least) if dice >= 3 else turn)).map(_at_most)
    return arrived


def _one_at_least(n: int) -> int:
    return max(n, 1)


def _at_most(n: int) -> int:
    return min(n, UNITS)


def timed(work: Callable[[], object]) -> float:
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < 0.5:
        work()
        count += 1
    return (time.perf_counter() - start) / count


def reserve_odds() -> Row:
    assert our_reserves().as_dict() == {
        k: Fraction(v, their_reserves().denominator()) for k, v in their_reserves().items()
    }
    mine, theirs = timed(our_reserves), timed(their_reserves)
    return (
        "odds of eight turns of growing reserve dice, five units, ms",
        f"{mine * 1e3:.3f}",
        f"icepool {theirs * 1e3:.2f}",
        f"{theirs / mine:.0f}",
        "20",
    )


def help_start() -> Row:
    program = Path(sys.executable).parent / "orsha"

    def seconds(*command: str) -> float:
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - start

    ours = sorted(seconds(str(program), "--help") for _ in range(5))[2]
    python = sorted(seconds(sys.executable, "-c", "pass") for _ in range(5))[2]
    return ("orsha --help, s", f"{ours:.2f}", f"bare python {python:.2f}", f"{ours / python:.0f}", "0.4 s")
