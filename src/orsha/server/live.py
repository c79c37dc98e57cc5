"""The live channel: one websocket for each browser and game, on which the server tells what the seat may know.

The first message is the browser's: its token, the count that it has, what it wants. Then every change comes as `news`
at once, and `offers` after it. A browser that was away says how far it had come and gets exactly what it missed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from fastapi import WebSocket
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect, WebSocketState

from orsha.kernel import Option, OrshaError
from orsha.server.api import Gone, Hello, News, NowOpen, Seat, Seated, Welcome
from orsha.server.doors import Pass
from orsha.server.eyes import AnyPosition
from orsha.server.house import SCENES, Drawn, House
from orsha.server.problems import Refused
from orsha.server.rooms import Room, may_undo

FIRST = 10.0
"""Seconds that a browser has for its first message."""
BATCH = 200
"""Entries of one message, at most: a long game comes in several."""
NO_LINK, NO_ROOM, BAD, WITHDRAWN, STOPPED = 4401, 4429, 4400, 4403, 1001


async def live(socket: WebSocket, house: House) -> None:
    await socket.accept()
    try:
        hello, passed = await _hello(socket, house)
        room = await house.rooms.room(passed.game)
        await Channel(socket, house, room, passed, hello).run()
    except Refused as refused:
        code = {401: NO_LINK, 403: NO_LINK, 429: NO_ROOM}.get(refused.problem.status, BAD)
        await _end(socket, refused.problem.detail, code)
    except OrshaError:
        await _end(socket, "the game cannot be reached at the moment", 1013)
    except (WebSocketDisconnect, RuntimeError):
        return


async def _hello(socket: WebSocket, house: House) -> tuple[Hello, Pass]:
    try:
        data = await asyncio.wait_for(_text(socket, house.settings.message), FIRST)
        hello = msgspec.json.decode(data, type=Hello)
    except TimeoutError as error:
        raise Refused(400, "the first message did not come") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, "the first message says the token, and the count that is known") from error
    passed = await house.doors.open(hello.token)
    if passed is None or passed.role not in ("seat", "watch"):
        house.missed(socket.client.host if socket.client else "")
        raise Refused(401, "this link opens nothing here: it was withdrawn, used up or mistyped")
    if house.channels >= house.settings.channels:
        raise Refused(429, "too many people look on already; try again later")
    return hello, passed


async def _text(socket: WebSocket, most: int) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None or len(text) > most:
        raise Refused(400, f"messages here are text of at most {most} letters")
    return str(text)


async def _end(socket: WebSocket, why: str, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.send_text(msgspec.json.encode(Gone(why)).decode())
            await socket.close(code)


class Channel:
    """One browser at one game."""

    def __init__(self, socket: WebSocket, house: House, room: Room, passed: Pass, hello: Hello) -> None:
        self.socket, self.house, self.room, self.passed = socket, house, room, passed
        self.seat = passed.seat
        self.eyes = room.eyes(self.seat)
        self.wants = hello.wants
        self.sent = room.count if hello.since is None else hello.since
        self.offered = -1
        self.fresh = hello.since is None
        self.ground: str | None = None
        self.setup_sent = False
        self.seated = -1
        self.seats: dict[str, Seat] = {}
        """Who sits where as it was told last, and as of which change."""
        self.ended = asyncio.Event()

    async def run(self) -> None:
        if self.sent > self.room.count:
            raise Refused(400, f"the game has {self.room.count} entries, not {self.sent}")
        house, key = self.house, self.seat or ""
        house.channels += 1
        self.room.lookers += 1
        house.watched.setdefault(self.passed.hash, set()).add(self.ended)
        tasks = [asyncio.create_task(one) for one in (self._tell(), self._hear(), self.ended.wait())]
        try:
            await self.room.comes(key)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            house.channels -= 1
            self.room.lookers -= 1
            house.watched[self.passed.hash].discard(self.ended)
            if not house.watched[self.passed.hash]:
                del house.watched[self.passed.hash]
            await self.room.goes(key)
            results = await asyncio.gather(*tasks, return_exceptions=True)
        if self.ended.is_set():
            await _end(self.socket, "this link was withdrawn", WITHDRAWN)
        elif house.rooms.closed:
            await _end(self.socket, "the server stops; the game is kept", STOPPED)
        for result in results:
            if isinstance(result, Refused):
                raise result

    async def _hear(self) -> None:
        """Nothing more is asked of a browser than that it is there; what it says is limited and forgotten."""
        while True:
            await _text(self.socket, self.house.settings.message)

    async def _tell(self) -> None:
        seating = self.room.seating
        status = await self.house.status(self.room, self.passed)
        self.seated, self.seats = seating, status.seats
        await self._send(Welcome(status))
        while not self.house.rooms.closed:
            position = self.room.match.position
            if self.fresh or position.count > self.sent:
                await self._news(position)
            elif "offers" in self.wants and self.offered != position.count:
                await self._offers(position)
            elif self.seated != self.room.seating:
                await self._seats()
            else:
                await self._wait(position)

    async def _wait(self, position: AnyPosition) -> None:
        room, trouble = self.room, self.room.trouble
        async with room.changed:
            await room.changed.wait_for(
                lambda: (
                    room.match.position is not position
                    or room.trouble != trouble
                    or room.seating != self.seated
                    or self.house.rooms.closed
                )
            )
        if room.trouble != trouble:
            self.offered = -1

    async def _news(self, position: AnyPosition) -> None:
        upto = min(position.count, self.sent + BATCH)
        data = await self.house.rooms.run(self._composed, position, upto)
        self.sent, self.fresh = upto, False
        await self.socket.send_text(data)

    def _composed(self, position: AnyPosition, upto: int) -> str:
        """Runs in a thread: the entries since, and, with the last of them, what is to be drawn."""
        room, match = self.room, self.room.match
        told = tuple(self.eyes.told(match, n) for n in range(self.sent, upto))
        last = upto == position.count
        waiting = position.waiting
        news = News(
            upto,
            told,
            match.game.result(position.state) if last else None,
            self.eyes.ask(waiting.ask) if last and waiting is not None else None,
        )
        if last and "scene" in self.wants and match.game.kind in SCENES:
            news = replace(news, scene=self._scene(self.house.scene_raw(room, self.seat, position.state)))
        if last and "view" in self.wants:
            news = replace(news, view=self._view(self.eyes.view(match, position.state)))
        return msgspec.json.encode(news).decode()

    def _scene(self, drawn: Drawn) -> Any:
        """The ground goes along once, and again when it has changed."""
        if drawn.ground == self.ground:
            return msgspec.Raw(drawn.bare)
        self.ground = drawn.ground
        return drawn.scene

    def _view(self, view: Any) -> Any:
        if not self.setup_sent:
            self.setup_sent = True
            return view
        return {name: getattr(view, name) for name in view.__struct_fields__ if name != "setup"}

    async def _offers(self, position: AnyPosition) -> None:
        room, seat = self.room, self.seat

        def found() -> tuple[tuple[str, ...], tuple[Option, ...]]:
            return room.to_act(position), () if seat is None else room.offers(seat, position)

        to_act, options = await self.house.rooms.run(found)
        undo = seat is not None and may_undo(position, seat)
        self.offered = position.count
        self.seated, self.seats = room.seating, await self.house.seats(room)
        await self._send(NowOpen(position.count, to_act, undo, options, self.seats, room.trouble))

    async def _seats(self) -> None:
        """Somebody sat down, got up, came or went, and nothing else happened."""
        self.seated, before = self.room.seating, self.seats
        self.seats = await self.house.seats(self.room)
        if self.seats != before:
            await self._send(Seated(self.seats))

    async def _send(self, message: Any) -> None:
        await self.socket.send_text(msgspec.json.encode(message).decode())
