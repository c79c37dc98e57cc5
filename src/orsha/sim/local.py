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
from contextlib import contextmanager
from itertools import chain
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
        for game in chain.from_iterable(chunks):
            if stop():
                return
            told(play_chunk(player, (game,), stop))
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
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, context, _begin, (player, halt))
    running: dict[Future[list[Result]], Chunk] = {}
    try:
        with _deaf_to_interrupts():
            running.update({pool.submit(_work, chunk): chunk for chunk in chunks})
        _gather(running, told, stop, halt)
    except BrokenProcessPool as error:
        raise OrshaError(_death(running)) from error
    except KeyboardInterrupt:
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)  # waits: a worker that is still starting needs what it is sent


def _gather(running: dict[Future[list[Result]], Chunk], told: Told, stop: Stop, halt: Event) -> None:
    """Hands over what is done until all is; when asked to stop, what the workers have in hand is waited for."""
    waiting = set(running)
    while waiting:
        if stop() and not halt.is_set():
            halt.set()
            waiting = {one for one in waiting if not one.cancel()}
        done, waiting = wait(waiting, LOOK, FIRST_COMPLETED)
        for one in done:
            told(one.result())
            del running[one]


def _death(running: dict[Future[list[Result]], Chunk]) -> str:
    return (
        f"a worker died: it was killed, had no memory left or could not start; {sum(map(len, running.values())):,} "
        "games were not played, so nothing is reported; fewer workers need less memory"
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


def _begin(player: Player, halt: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.player, _Worker.halted = player, halt.is_set
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed has nobody to play for."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(chunk: Chunk) -> list[Result]:
    done = play_chunk(_Worker.player, chunk, _Worker.halted)
    if not gc.get_freeze_count():
        set_aside()
    return done


def set_aside() -> None:
    """What all games share stays until the end: it need not be looked through for rubbish again and again. Nor what a
    game makes as often as Python would: hardly any of it needs the collector to go."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
