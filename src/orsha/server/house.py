"""The server as a whole: its store, its games, its doors and its history, opened and closed with the application."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from fastapi import Request, WebSocket
from msgspec import UNSET, Struct
from msgspec.structs import replace

from orsha.kernel import OrshaError
from orsha.kernel.store import Store
from orsha.server import maps, scenes, tidy
from orsha.server.api import Seat, Status
from orsha.server.doors import Doors, Pass, Role, token_of
from orsha.server.eyes import AnyPosition
from orsha.server.guards import Limiter
from orsha.server.history import History
from orsha.server.problems import Refused
from orsha.server.rooms import Room, Rooms, may_undo
from orsha.server.settings import Settings
from orsha.server.shelf import CHANNEL, SEATS
from orsha.server.warming import warm

LOG = logging.getLogger("orsha.server")
SEATED = 20.0
"""How long, in seconds, it is believed who sits where; what changes here counts at once."""
SCENES: dict[str, Callable[[Any], scenes.TableScene | maps.MapScene]] = {
    "battle": scenes.battle,
    "mission": scenes.mission,
    "campaign": maps.campaign,
    "solo": maps.solo,
}


class Drawn(Struct, frozen=True):
    """A scene: the name of its ground, the whole without it as JSON, and the scene itself."""

    ground: str
    bare: bytes
    scene: scenes.TableScene | maps.MapScene


class House:
    """All that the routes need."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limiter = Limiter()
        self.history = History()
        self.channels = 0
        self.watched: dict[str, set[asyncio.Event]] = {}
        """For each token's hash, what ends the channels that it opened."""
        self._store: Store | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        warm()
        self._store = await Store.open(self.settings.database)
        self.rooms = Rooms(self._store, self.settings, self.history)
        self.shelf = self.rooms.shelf
        await self.shelf.prepare()
        self.doors = Doors(self._store, self.shelf)
        if self.settings.tidy:
            tidy.begin()
            self._tasks.append(asyncio.create_task(tidy.sweep()))
        self._tasks.append(asyncio.create_task(self._keep_in_step()))
        if self.shelf.shared:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.rooms.close()
        if self._store is not None:
            await self._store.close()

    # -- who asks

    async def passed(self, request: Request, game: str, *roles: Role) -> Pass:
        """The pass of a request, for this game and one of these roles."""
        found = await self.doors.open(token_of(request))
        if found is None:
            self.missed(request.client.host if request.client else "")
            raise Refused(401, "this link opens nothing: it was withdrawn, used up or mistyped")
        if found.game != game:
            raise Refused(403, "this link is for another game")
        if found.role not in roles:
            raise Refused(403, f"this needs the link of a {' or '.join(roles)}, not of a {found.role}")
        return found

    def missed(self, address: str) -> None:
        """Counts a link that opens nothing."""
        rates = self.settings.rates
        if rates is not None:
            retry = self.limiter.wait(("misses", address), rates.misses)
            if retry:
                raise Refused(429, f"too many links that open nothing; try again in {retry} seconds", retry=retry)

    # -- how things stand

    async def seats(self, room: Room) -> dict[str, Seat]:
        at, open_to = room.open_to
        if time.monotonic() - at > SEATED:
            open_to = await self.shelf.seats_open(room.id)
            room.open_to = (time.monotonic(), open_to)
        found = {}
        for seat in room.match.seats:
            here = bool(room.here.get(seat))
            if seat in room.bots:
                found[seat] = Seat("bot", room.bots[seat])
            elif seat in open_to:
                found[seat] = Seat("person", here=here)
            else:
                found[seat] = Seat("invited" if f"@invite:{seat}" in open_to else "nobody")
        return found

    async def status(self, room: Room, passed: Pass) -> Status:
        position = room.match.position
        seats = await self.seats(room)
        to_act = await self.rooms.run(room.to_act, position)
        seat = passed.seat
        eyes = room.eyes(seat)
        head = await self.rooms.run(headline, room, position)
        waiting = position.waiting
        return Status(
            room.id,
            room.match.game.kind,
            room.title,
            "host" if passed.role == "host" else "watch" if seat is None else "seat",
            seat,
            seats,
            position.count,
            to_act,
            None if waiting is None else eyes.ask(waiting.ask),
            seat is not None and may_undo(position, seat),
            room.match.game.result(position.state),
            eyes.told(room.match, 0).words[0].partition("dice: ")[2],
            head,
            room.trouble,
        )

    def scene(self, room: Room, seat: str | None, state: Any) -> Any:
        """A state as a seat may draw it. Runs in a thread."""
        make = SCENES.get(room.match.game.kind)
        if make is None:
            raise Refused(404, f"a {room.match.game.kind} has nothing to draw; its view has all there is")
        return make(room.eyes(seat).view(room.match, state))

    def scene_raw(self, room: Room, seat: str | None, state: Any) -> Drawn:
        """The same, written out; once for all eyes that see the same state. Runs in a thread."""
        view = room.eyes(seat).view(room.match, state)
        kept: dict[str, Any] = getattr(view, "__dict__", {})
        found: Drawn | None = kept.get("written")
        if found is None:
            scene = SCENES[room.match.game.kind](view)
            key = str(getattr(scene.ground, "id", ""))
            found = kept["written"] = Drawn(key, msgspec.json.encode(replace(scene, ground=UNSET)), scene)
        return found

    # -- other processes, and bots that nobody moves

    async def _keep_in_step(self) -> None:
        """Looks now and then whether other processes wrote, links were withdrawn, or a bot's move was left undone."""
        while True:
            await asyncio.sleep(self.settings.poll)
            try:
                await self._compare()
            except OrshaError as error:
                LOG.warning("the store cannot be looked at: %s", error)
            except Exception:
                LOG.exception("keeping in step failed")

    async def _compare(self) -> None:
        looked_at = [room for room in self.rooms.rooms.values() if room.lookers]
        if looked_at:
            lengths = await self.shelf.lengths([room.id for room in looked_at])
            for room in looked_at:
                if lengths.get(room.id, 0) > room.count:
                    await self.rooms.catch_up(room)
                idle = time.monotonic() - room.moved_at > self.settings.orphan
                if room.bots and idle and room.trouble is None:
                    self.rooms.rouse(room)
        await self.end_withdrawn()

    async def end_withdrawn(self) -> None:
        """Ends the channels whose links open nothing any more."""
        asked = list(self.watched)
        known = await self.shelf.found(asked) if asked else {}
        for key in asked:
            for ended in self.watched.get(key, ()) if key not in known else ():
                ended.set()

    async def _listen(self) -> None:
        """PostgreSQL tells at once what other processes wrote; where the line breaks, the comparing goes on."""
        while True:
            try:
                await self._listen_once()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001  whatever breaks the line, it is taken up again
                LOG.warning("listening for other processes broke off (%s); it is taken up again", type(error).__name__)
                await asyncio.sleep(self.settings.poll)

    async def _listen_once(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        assert self._store is not None
        url = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(url)
        heard: asyncio.Queue[str] = asyncio.Queue()
        try:
            await connection.add_listener(CHANNEL, lambda *told: heard.put_nowait(str(told[-1])))
            while not connection.is_closed():
                try:
                    news = await asyncio.wait_for(heard.get(), 5)
                except TimeoutError:
                    continue
                await self._told(news)
        finally:
            await connection.close()

    async def _told(self, news: str) -> None:
        """What another process, or this one, has let everybody know."""
        id, _, what = news.partition(" ")
        room = self.rooms.rooms.get(id)
        if what == SEATS:
            self.doors.forget_game(id)
            if room is not None:
                room.bots = await self.shelf.bots_of(id)
                room.links_changed()
                await room.wake()
                self.rooms.rouse(room)
        elif room is not None:
            await self.rooms.catch_up(room)


def house_of(request: Request | WebSocket) -> House:
    house: House = request.app.state.house
    return house


def headline(room: Room, position: AnyPosition) -> str:
    """Which moment it is, as everybody may know."""
    kind, view = room.match.game.kind, room.eyes(None).view(room.match, position.state)
    if kind == "series":
        from orsha.series import next_battle

        coming = next_battle(view)
        return f"battle {coming.number}: {coming.mission.replace('-', ' ')}" if coming else "the campaign is over"
    return SCENES[kind](view).headline
