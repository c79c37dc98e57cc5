"""Many games on the cores of this machine."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event

from orsha.kernel import OrshaError
from orsha.sim.plan import Game
from orsha.sim.playing import Player, Result, Stop, Told, play_chunk

LOOK = 0.1
"""Seconds between two looks whether somebody asked to stop."""
YOUNG = 20_000
"""So many more new things than gone ones are looked through for rubbish."""

Chunk = tuple[Game, ...]


def in_turn(player: Player, chunks: Sequence[Chunk], told: Told, stop: Stop) -> None:
    """One worker: this process."""
    with _given_back():
        for done in play_chunk(player, tuple(chain.from_iterable(chunks)), stop):
            told([done])
            if not gc.get_freeze_count():
                set_aside()


@contextmanager
def _given_back() -> Iterator[None]:
    """What was set aside meanwhile is looked through again, as often as before."""
    often = gc.get_threshold()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*often)


def on_cores(player: Player, chunks: Sequence[Chunk], workers: int, told: Told, stop: Stop) -> None:
    """Several workers, each a process of its own that was started afresh and knows only what it is sent."""
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    heard, say = context.Pipe(duplex=False)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, context, _begin, (player, halt, say, context.Lock()))
    left = sum(map(len, chunks))

    def hear(results: Sequence[Result]) -> None:
        nonlocal left
        left -= len(results)
        told(results)

    try:
        with _deaf_to_interrupts():
            running = {pool.submit(_work, chunk) for chunk in chunks}
        _gather(running, heard, hear, stop, halt)
    except BrokenProcessPool as error:
        raise OrshaError(_death(left)) from error
    except KeyboardInterrupt:
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        halt.set()
        heard.close()  # nobody waits for somebody to listen
        say.close()
        pool.shutdown(cancel_futures=True)  # waits: a worker that is still starting needs what it is sent


def _gather(waiting: set[Future[None]], heard: Connection, told: Told, stop: Stop, halt: Event) -> None:
    """Hands over each game as it is done until all are; when asked to stop, what the workers have in hand is waited
    for."""
    while waiting:
        if stop() and not halt.is_set():
            halt.set()
            waiting = {one for one in waiting if not one.cancel()}
        done, waiting = wait(waiting, LOOK, FIRST_COMPLETED)
        found: list[Result] = []
        while heard.poll():
            found.append(heard.recv())
        if found:
            told(found)
        for one in done:
            one.result()


def _death(left: int) -> str:
    return (
        f"a worker died: it was killed, had no memory left or could not start; {left:,} games were not played, so "
        "nothing is reported; fewer workers need less memory"
    )


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C, which a terminal sends to all; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- in the worker


class _Worker:
    """What a worker's process was sent when it began."""

    player: Player
    halted: Callable[[], bool]
    say: Connection
    turn: AbstractContextManager[object]
    """Only one worker says something at a time."""


def _begin(player: Player, halt: Event, say: Connection, turn: AbstractContextManager[object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.player, _Worker.halted, _Worker.say, _Worker.turn = player, halt.is_set, say, turn
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed has nobody to play for."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(chunk: Chunk) -> None:
    for done in play_chunk(_Worker.player, chunk, _Worker.halted):
        with _Worker.turn:
            _Worker.say.send(done)
    if not gc.get_freeze_count():
        set_aside()


def set_aside() -> None:
    """What all games share stays until the end: it need not be looked through for rubbish again and again. Nor what a
    game makes as often as Python would: hardly any of it needs the collector to go."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
