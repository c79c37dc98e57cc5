"""The server as processes: one, or several on one listening socket that share a PostgreSQL database.

The parent of several serves nobody itself: it starts them, starts anew what dies, and ends them when it is told to. If
it dies itself, they end too, so that nothing is left over that listens.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType

import uvicorn

from orsha.kernel import OrshaError
from orsha.kernel.store import Store
from orsha.kernel.store.database import default_url
from orsha.server.app import make_app
from orsha.server.settings import Settings

LOG = logging.getLogger("orsha.server")
GRACE = 10
"""Seconds that open requests have when the server stops."""
PAUSE = 1.0
"""A process that dies sooner than this after its start is started anew only after a pause."""


def one(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serves in this process until it is told to stop."""
    asyncio.run(_serving(settings, listener, ready, None))


def many(settings: Settings, listener: socket.socket, processes: int, ready: Callable[[], None]) -> None:
    """Serves in so many processes until this one is told to stop."""
    if not (settings.database or default_url()).startswith("postgresql"):
        raise OrshaError("several processes serve the same games on PostgreSQL only: name one with --database")
    asyncio.run(_checked(settings))  # what is wrong with the database is a refusal here, not in each of them
    Flock(settings, listener).run(processes, ready)


async def _checked(settings: Settings) -> None:
    async with await Store.open(settings.database):
        pass


async def _serving(settings: Settings, listener: socket.socket, ready: Callable[[], None], life: int | None) -> None:
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        server_header=False,
        ws_max_size=4 * settings.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
    )
    server = uvicorn.Server(config)

    def orphaned() -> None:
        server.should_exit = True
        asyncio.get_running_loop().remove_reader(life or 0)

    # The house is opened here, so that what is wrong with the database is a refusal like any other.
    async with app.router.lifespan_context(app):
        work = asyncio.create_task(server.serve([listener]))
        if life is not None:
            asyncio.get_running_loop().add_reader(life, orphaned)
        while not server.started and not work.done():
            await asyncio.sleep(0.02)
        if server.started:
            await asyncio.to_thread(ready)
        await work


class Flock:
    """Several processes that serve, and the one that looks after them."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.settings, self.listener = settings, listener
        self.born: dict[int, float] = {}
        self.ending = False
        self.life, self.held = os.pipe()
        """What the others read, and what ends with this process."""

    def run(self, processes: int, ready: Callable[[], None]) -> None:
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._end)
        started, says = os.pipe()
        for _ in range(processes):
            self._start(says)
        os.close(says)
        said = b""
        while len(said) < processes and (more := os.read(started, processes)):
            said += more
        os.close(started)
        if not self.ending:
            ready()
        while self.born:
            self._next()

    def _start(self, says: int | None) -> None:
        child = os.fork()
        if child:
            self.born[child] = time.monotonic()
            return
        code = 1
        try:
            os.close(self.held)
            for sign in (signal.SIGTERM, signal.SIGINT):
                signal.signal(sign, signal.SIG_DFL)
            asyncio.run(_serving(self.settings, self.listener, lambda: _say(says), self.life))
            code = 0
        except KeyboardInterrupt:
            code = 0
        except BaseException:
            LOG.exception("a process of the server failed")
        finally:
            os._exit(code)

    def _next(self) -> None:
        """Waits for a process to end; one that was not told to is started anew."""
        child, status = os.wait()
        age = time.monotonic() - self.born.pop(child, 0.0)
        if self.ending:
            return
        LOG.warning("process %d of the server ended (%d); another takes its place", child, status)
        if age < PAUSE:
            time.sleep(PAUSE)
        if not self.ending:
            self._start(None)

    def _end(self, sign: int, frame: FrameType | None) -> None:
        self.ending = True
        for child in self.born:
            try:
                os.kill(child, signal.SIGTERM)
            except ProcessLookupError:
                continue


def _say(says: int | None) -> None:
    if says is not None:
        os.write(says, b".")
        os.close(says)
