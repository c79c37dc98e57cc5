"""Games in memory: decided one command at a time, written down before anybody is told, shared by all who look.

The journal in the store is the truth. A room is a copy that follows it: what another process wrote is caught up with,
and who decided on an old copy is refused by the store and told so.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from orsha.kernel import Conflict, Damaged, Dice, Illegal, Option, Result, Typed
from orsha.kernel.dice import NeedRoll
from orsha.kernel.journal import Line, link_of
from orsha.kernel.match import Step
from orsha.kernel.store import Store
from orsha.server.eyes import AnyMatch, AnyPosition, Eyes, offered
from orsha.server.history import History
from orsha.server.players import AnyOption, Player, player
from orsha.server.problems import Allowed, Refused
from orsha.server.settings import Settings
from orsha.server.shelf import SEATS, Shelf
from orsha.server.tidy import set_aside

T = TypeVar("T")
AnyStep = Step[Any, Any]
LOG = logging.getLogger("orsha.server")
MOST_ALLOWED = 60
LOOKS = 64
"""How many earlier offers a room remembers, to see whether a late command still meets the same choice."""


def may_undo(position: AnyPosition, seat: str) -> bool:
    """As the match would say, without making the step."""
    if position.waiting is not None:
        return position.waiting.seat == seat and not position.waiting.answers
    return bool(position.undo) and position.undo[-1].seat == seat


class Room:
    """One game, and everybody who looks at it through this process."""

    def __init__(self, match: AnyMatch, title: str, bots: dict[str, str]) -> None:
        self.match = match
        self.title = title
        self.bots = bots
        self.players: dict[str, Player] = {}
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.here: dict[str, int] = {}
        """How many channels each seat has here; `` is the spectators'."""
        self.lookers = 0
        self.driver: asyncio.Task[None] | None = None
        self.trouble: str | None = None
        self.open_to: tuple[float, set[str]] = (float("-inf"), set())
        """The places that links open, and when that was looked up."""
        self.seating = 0
        """Grows whenever somebody sits down, gets up, comes or goes."""
        self.moved_at = time.monotonic()
        self.looked: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._offers: dict[str, tuple[int, tuple[Option, ...]]] = {}

    @property
    def id(self) -> str:
        return self.match.opened.game

    @property
    def count(self) -> int:
        return self.match.position.count

    @property
    def result(self) -> Result | None:
        return self.match.result

    def links_changed(self) -> None:
        """Who sits where is looked up anew."""
        self.open_to = (float("-inf"), set())
        self.seating += 1

    async def wake(self) -> None:
        """Everybody who looks at the game here looks again whether there is something to tell."""
        async with self.changed:
            self.changed.notify_all()

    async def comes(self, seat: str) -> None:
        """A channel is opened from a seat; `` is a spectator."""
        self.here[seat] = self.here.get(seat, 0) + 1
        if self.here[seat] == 1:
            self.seating += 1
            await self.wake()

    async def goes(self, seat: str) -> None:
        self.here[seat] -= 1
        if self.here[seat] == 0:
            self.seating += 1
            await self.wake()

    def eyes(self, seat: str | None) -> Eyes:
        return Eyes.of(self.match, seat)

    def offers(self, seat: str, position: AnyPosition | None = None) -> tuple[Option, ...]:
        """What a seat may do, worked out once for each position. Runs in a thread."""
        position = position or self.match.position
        known = self._offers.get(seat)
        if known is not None and known[0] == position.count:
            return known[1]
        found = offered(self.match, position, seat)
        self._offers[seat] = (position.count, found)
        self.looked[seat, position.count] = msgspec.json.encode(found)
        while len(self.looked) > LOOKS:
            self.looked.popitem(last=False)
        return found

    def to_act(self, position: AnyPosition | None = None) -> tuple[str, ...]:
        position = position or self.match.position
        return tuple(seat for seat in self.match.seats if self.offers(seat, position))

    def allowed(self, seat: str) -> tuple[Allowed, ...]:
        return tuple(Allowed(one.act, one.words) for one in self.offers(seat)[:MOST_ALLOWED])


class Rooms:
    """All games that this process has in memory."""

    def __init__(self, store: Store, settings: Settings, history: History) -> None:
        self.store = store
        self.history = history
        self.shelf = Shelf(store)
        self.settings = settings
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.rules = ThreadPoolExecutor(settings.threads, "orsha-rules")
        self.minds = ThreadPoolExecutor(max(1, settings.threads // 2), "orsha-bots")
        self.closed = False
        self.on_end: Callable[[Room], Awaitable[None]] | None = None
        """Told of every game that ends here."""

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Rules run beside the loop, so that a long decision holds nobody else up."""
        return await asyncio.get_running_loop().run_in_executor(self.rules, work, *args)

    # -- finding

    async def room(self, id: str) -> Room:
        """A game, as far as the store has it."""
        room = self.rooms.get(id)
        if room is None:
            if id not in self.opening:
                self.opening[id] = asyncio.create_task(self._open(id))
                self.opening[id].add_done_callback(lambda _: self.opening.pop(id, None))
            return await asyncio.shield(self.opening[id])
        self.rooms.move_to_end(id)
        if self.shelf.shared or not room.lookers:
            await self.catch_up(room)
        return room

    async def _open(self, id: str) -> Room:
        match, title = await self.shelf.load(id)
        room = Room(match, title, await self.shelf.bots_of(id))
        self.keep_open(room)
        set_aside()
        self.rouse(room)
        return room

    def keep_open(self, room: Room) -> None:
        self.rooms[room.id] = room
        idle = [one for one in self.rooms.values() if not one.lookers and one.driver is None and one is not room]
        for old in idle[: max(0, len(self.rooms) - self.settings.rooms)]:
            del self.rooms[old.id]

    # -- following the journal

    async def catch_up(self, room: Room) -> bool:
        """Takes in what other processes wrote; says whether there was anything."""
        if (await self.shelf.lengths([room.id])).get(room.id, 0) <= room.count:
            return False
        async with room.lock:
            return await self._follow(room)

    async def _follow(self, room: Room) -> bool:
        lines = await self.shelf.since(room.id, room.count)
        if not lines:
            return False
        await self.run(_followed, room.match, lines)
        room.bots = await self.shelf.bots_of(room.id)
        await self.announce(room)
        return True

    async def announce(self, room: Room) -> None:
        """Wakes everybody who looks at a game here."""
        room.moved_at = time.monotonic()
        await room.wake()

    async def reseated(self, room: Room) -> None:
        """A link was made, used or withdrawn, or a bot sat down: everybody who looks on is told, everywhere."""
        room.links_changed()
        await room.wake()
        if self.shelf.shared:
            await self.shelf.notify(f"{room.id} {SEATS}")

    # -- what seats do

    async def act(self, room: Room, seat: str, raw: object, seen: int) -> int:
        """A seat's command. Gives the number of the first new entry."""

        def decide() -> AnyStep:
            return room.match.act(seat, room.match.game.command(raw))

        return await self._change(room, seat, seen, decide)

    async def answer(self, room: Room, seat: str, faces: tuple[int, ...], seen: int) -> int:
        return await self._change(room, seat, seen, lambda: room.match.answer(seat, faces))

    async def undo(self, room: Room, seat: str, seen: int) -> int:
        return await self._change(room, seat, seen, lambda: room.match.take_back(seat))

    async def _change(self, room: Room, seat: str, seen: int, decide: Callable[[], AnyStep]) -> int:
        """Goes on to its end even if the one who asked hangs up."""
        return await asyncio.shield(asyncio.ensure_future(self._changed(room, seat, seen, decide)))

    async def _changed(self, room: Room, seat: str, seen: int, decide: Callable[[], AnyStep]) -> int:
        async with room.lock:
            kept = False
            while not kept:
                if seen != room.count:
                    await self.run(self._check_look, room, seat, seen)
                try:
                    step = await self.run(decide)
                except Illegal as error:
                    allowed = await self.run(room.allowed, seat)
                    raise Refused(422, error.why, rule=error.rule, allowed=allowed, count=room.count) from error
                kept = await self._keep(room, step)
        self.rouse(room)
        return step.line.n

    async def _keep(self, room: Room, step: AnyStep) -> bool:
        """Written down, then told to everybody. Where another process was quicker: nothing, but its entries are in."""
        try:
            await self.store.keep(room.match, step)
        except Conflict as error:
            if not await self._follow(room):
                raise Refused(409, _late(room), count=room.count) from error
            return False
        room.trouble = None
        await self.announce(room)
        if self.shelf.shared:
            await self.shelf.notify(room.id)
        if self.on_end is not None and room.result is not None:
            await self.on_end(room)
        return True

    def _check_look(self, room: Room, seat: str, seen: int) -> None:
        """Who acts on an old look is refused, unless only others acted since and the seat's own choice is the same."""
        if seen > room.count:
            raise Refused(409, f"the game has {room.count} entries, not {seen}; look again", count=room.count)
        others = all(getattr(entry, "seat", "") != seat for entry in room.match.entries[seen:])
        if others and self._looked(room, seat, seen) == msgspec.json.encode(room.offers(seat)):
            return
        raise Refused(409, _late(room), count=room.count)

    def _looked(self, room: Room, seat: str, seen: int) -> bytes | None:
        """What a seat was offered at an earlier count: remembered here, or, by another process, worked out anew."""
        known = room.looked.get((seat, seen))
        if known is not None or not self.shelf.shared or not seen:
            return known
        match = room.match
        state = self.history.state(match, seen - 1)
        return msgspec.json.encode(tuple(match.game.options(match.game.view(state, seat), seat)))

    async def fight(self, room: Room, seat: str, seen: int) -> tuple[str, ...]:
        """A campaign's battle fought by nobody's hand, once every person there has asked for it; who has not yet."""
        state = room.match.state
        if room.match.game.kind != "campaign" or state.step != "battle":
            raise Refused(422, "no scenario is being fought that could be fought automatically", rule="001 7.5")
        asked = await self.shelf.wish(room.id, seat, f"auto {state.date}")
        missing = tuple(one for one in room.match.seats if one not in asked and one not in room.bots)
        if not missing:
            await self._change(room, seat, seen, lambda: _fought(room.match, seat))
        return missing

    def tries(self, room: Room, seat: str, raw: object) -> None:
        """Raises why a command cannot be given now. Rolls nothing: the first roll ends the trial."""
        match = room.match
        command = match.game.command(raw)
        match._check_seat(seat)
        if match.result is not None or match.position.waiting is not None:
            match.act(seat, command)
        try:
            for _ in match.game.decide(match.state, seat, command, Dice(Typed(()), match.position.next_roll)):
                pass
        except NeedRoll:
            return

    # -- bots

    def rouse(self, room: Room) -> None:
        """Lets the bots of a game act, until a person is asked."""
        if room.bots and room.driver is None and not self.closed and room.result is None:
            room.driver = asyncio.create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        try:
            while not self.closed and room.result is None and await self._bots_act(room):
                pass
        except Exception:
            LOG.exception("the bots of game %s stopped", room.id)
            room.trouble = "the bot does not know how to go on; look into the server's log"
            await self.announce(room)
        finally:
            room.driver = None

    async def _bots_act(self, room: Room) -> bool:
        """One act of one bot; whether there was one."""
        for seat, name in sorted(room.bots.items()):
            position = room.match.position
            if position.waiting is not None:
                return False  # real dice are people's to throw
            options = await self.run(room.offers, seat, position)
            if not options:
                continue
            loop = asyncio.get_running_loop()
            command = await loop.run_in_executor(self.minds, _chosen, room, seat, name, position, options)
            if command is None:
                continue
            await self._bot_does(room, seat, command, position)
            return True
        return False

    async def _bot_does(self, room: Room, seat: str, command: Any, position: AnyPosition) -> None:
        async with room.lock:
            if room.match.position is not position:
                return  # somebody else acted meanwhile: it looks again
            try:
                step = await self.run(room.match.act, seat, command)
            except Illegal as error:
                LOG.warning("the bot at %s of game %s was refused: %s", seat, room.id, error)
                step = await self.run(_any_step, room, seat)
            try:
                await self._keep(room, step)
            except Refused:
                return

    async def close(self) -> None:
        self.closed = True
        drivers = [room.driver for room in self.rooms.values() if room.driver is not None]
        if drivers:
            await asyncio.wait(drivers, timeout=10)
        for room in self.rooms.values():
            await self.announce(room)
        self.rules.shutdown(wait=False, cancel_futures=True)
        self.minds.shutdown(wait=False, cancel_futures=True)


def _fought(match: AnyMatch, seat: str) -> AnyStep:
    from orsha.campaign.battle import fight
    from orsha.campaign.commands import File

    return match.act(seat, File(fight(match.state, secrets.token_hex(8))))


def _chosen(room: Room, seat: str, name: str, position: AnyPosition, options: tuple[Option, ...]) -> Any:
    if seat not in room.players:
        room.players[seat] = player(room.match.game.kind, name, seat)
    view = room.match.game.view(position.state, seat)
    return room.players[seat].choose(room.match.game, view, options)


def _any_step(room: Room, seat: str) -> AnyStep:
    """Where a bot's wish was refused: any legal option."""
    options = offered(room.match, room.match.position, seat)
    return room.match.act(seat, AnyOption(seat).choose(room.match.game, room.match.view(seat), options))


def _followed(match: AnyMatch, lines: list[Line]) -> None:
    for line in lines:
        if line.n != match.position.count or link_of(match.position.link, line.raw) != line.link:
            raise Damaged(f"entry {line.n} does not follow from the one before it")
        match.follow(line)


def _late(room: Room) -> str:
    """Somebody was quicker: said without telling what they did."""
    who = getattr(room.match.entries[-1], "seat", "") or "somebody"
    return f"the game has moved on since you looked: {who} was quicker; nothing of yours was done, look again"
