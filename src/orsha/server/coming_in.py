"""Coming in: games opened, invitations taken, links made anew and withdrawn, seats given to bots."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from orsha.kernel import Result
from orsha.kernel.store import Kept
from orsha.server import api
from orsha.server.doors import Pass, Role, pass_of
from orsha.server.eyes import AnyMatch
from orsha.server.house import House, house_of
from orsha.server.players import player
from orsha.server.problems import Refused
from orsha.server.recipes import opened, taken_in
from orsha.server.rooms import Room
from orsha.server.shelf import hashed
from orsha.server.wire import Id, body, describes, reply

SeatName = Annotated[str, Path(pattern=r"^[a-z]{1,32}$", description="A seat's name, or watch.")]

LOOKED = 30
"""How many games of a list are opened to see whose move it is."""

router = APIRouter(prefix="/api")


@router.post("/games", **describes(api.Opened, body=api.NewGame, link=False, status=201))
async def open_game(request: Request) -> Response:
    """Open a game. Its links are in the answer and nowhere else: the server keeps only their hashes."""
    house, wanted = house_of(request), await body(request, api.NewGame)
    match, title = await house.rooms.run(opened, wanted)
    return reply(await begin(house, match, title, wanted.seats), 201)


async def begin(house: House, match: AnyMatch, title: str, wanted: dict[str, str]) -> api.Opened:
    """A game is kept, its links are made, and its bots begin."""
    seats = _seated(wanted, match.seats)
    for seat, who in seats.items():
        if who.startswith("bot:"):
            player(match.game.kind, who.removeprefix("bot:"), seat)
    if not any(who in ("mine", "invite") for who in seats.values()):
        raise Refused(422, "at least one seat must be a person's")
    id = match.opened.game
    await house.rooms.store.add(match, title)
    for seat, who in seats.items():
        if who.startswith("bot:"):
            await house.shelf.seat_bot(id, seat, who.removeprefix("bot:"))
    mine = [await house.doors.link(id, "seat", seat) for seat, who in seats.items() if who == "mine"]
    invites = [await house.doors.link(id, "invite", seat) for seat, who in seats.items() if who == "invite"]
    watch, host = await house.doors.link(id, "watch", None), await house.doors.link(id, "host", None)
    room = Room(match, title, await house.shelf.bots_of(id))
    house.rooms.keep_open(room)
    house.rooms.rouse(room)
    return api.Opened(id, match.game.kind, title, tuple(mine), tuple(invites), watch, host)


def _seated(wanted: dict[str, str], seats: tuple[str, ...]) -> dict[str, str]:
    strange = [seat for seat in wanted if seat not in seats]
    if strange:
        raise Refused(422, f"there is no seat {strange[0]!r} in this game; the seats are {', '.join(seats)}")
    first = "mine" if "mine" not in wanted.values() else "invite"
    return {seat: wanted.get(seat, first if n == 0 else "invite") for n, seat in enumerate(seats)}


@router.post("/import", **describes(api.Opened, link=False, status=201, takes="application/x-ndjson"))
async def take_in(request: Request) -> Response:
    """Take in a game from its .orsha file, every event proved by the rules. Whoever brings it gets all its seats."""
    house, data = house_of(request), await request.body()
    loop = asyncio.get_running_loop()
    match, title = await loop.run_in_executor(house.rooms.minds, taken_in, data)
    await house.rooms.store.take_in(match, title)
    id = match.opened.game
    mine = [await house.doors.link(id, "seat", seat) for seat in match.seats]
    watch, host = await house.doors.link(id, "watch", None), await house.doors.link(id, "host", None)
    house.rooms.keep_open(Room(match, title, {}))
    return reply(api.Opened(id, match.game.kind, title, tuple(mine), (), watch, host), 201)


@router.post("/join", **describes(api.Joined, body=api.Join, link=False))
async def join(request: Request) -> Response:
    """Turn an invitation into a seat. It works once; the seat's own link is in the answer."""
    house, wanted = house_of(request), await body(request, api.Join)
    found = await house.doors.open(wanted.token)
    if found is None or found.role != "invite" or not await house.shelf.use_up(found.hash):
        house.missed(request.client.host if request.client else "")
        raise Refused(401, "this invitation is used up or withdrawn; ask for another")
    house.doors.forget(found.game, "invite", found.seat)
    room = await house.rooms.room(found.game)
    link = await house.doors.link(found.game, "seat", found.seat)
    await house.rooms.reseated(room)
    return reply(api.Joined(room.id, room.match.game.kind, room.title, link))


@router.post("/mine", **describes(api.HeldGames, body=api.Mine, link=False))
async def mine(request: Request) -> Response:
    """The games of a browser's links, with whose move it is."""
    house, wanted = house_of(request), await body(request, api.Mine)
    known = await house.shelf.found([hashed(token) for token in wanted.tokens])
    passes = {n: pass_of(found) for n, token in enumerate(wanted.tokens) if (found := known.get(hashed(token)))}
    kept = await house.shelf.kept(one.game for one in passes.values())
    newest = sorted(kept.values(), key=lambda one: one.last_at or "", reverse=True)
    looked = {
        one.id for one in newest if one.result is None and (one.id in house.rooms.rooms or one in newest[:LOOKED])
    }
    held = []
    for n, one in passes.items():
        if one.game in kept:
            held.append(await _held(house, n, one, kept[one.game], one.game in looked))
    unknown = tuple(n for n in range(len(wanted.tokens)) if n not in passes)
    return reply(api.HeldGames(tuple(held), unknown))


async def _held(house: House, place: int, one: Pass, kept: Kept, look: bool) -> api.Held:
    """A game of a list. Finished ones, and old ones far down the list, are not opened for it."""
    result = msgspec.json.decode(kept.result, type=Result) if kept.result else None
    to_act: tuple[str, ...] = ()
    seats: dict[str, api.Seat] = {}
    if look:
        room = await house.rooms.room(one.game)
        seats, to_act = await house.seats(room), await house.rooms.run(room.to_act)
    asked = one.role == "seat" and one.seat in to_act
    return api.Held(
        place, one.game, kept.kind, kept.title, one.role, one.seat, seats, to_act, asked, kept.entries,
        kept.opened_at, kept.last_at, result,
    )  # fmt: skip


# -- links


@router.post("/games/{game}/seats/{seat}/link", **describes(api.Link))
async def new_link(request: Request, game: Id, seat: SeatName) -> Response:
    """Make a link anew; the old one opens nothing any more. Who sits there does it for the seat, the host invites.

    A person who had given the seat to a bot takes it back by it.
    """
    house = house_of(request)
    found = await house.passed(request, game, "seat", "host")
    room = await house.rooms.room(game)
    if found.role == "seat" and found.seat == seat:
        if seat in room.bots:
            await house.shelf.seat_bot(game, seat, None)
            room.bots = await house.shelf.bots_of(game)
        link = await house.doors.link(game, "seat", seat)
    else:
        await _check_host(house, room, found, seat)
        link = await house.doors.link(game, *_place(seat))
    await house.rooms.reseated(room)
    await house.end_withdrawn()
    return reply(link)


@router.delete("/games/{game}/seats/{seat}/link", **describes(api.Status))
async def withdraw_link(request: Request, game: Id, seat: SeatName) -> Response:
    """Withdraw a link: one's own seat is then empty, and the host may invite somebody else to it."""
    house = house_of(request)
    found = await house.passed(request, game, "seat", "host")
    room = await house.rooms.room(game)
    if found.role == "seat" and found.seat == seat:
        await house.doors.withdraw(game, "seat", seat)
    else:
        await _check_host(house, room, found, seat)
        await house.doors.withdraw(game, *_place(seat))
    await house.rooms.reseated(room)
    await house.end_withdrawn()
    return reply(await house.status(room, found))


def _place(seat: str) -> tuple[Role, str | None]:
    """What a host makes links for: the spectators' place, or an invitation to a seat."""
    return ("watch", None) if seat == "watch" else ("invite", seat)


async def _check_host(house: House, room: Room, found: Pass, seat: str) -> None:
    if found.role != "host":
        raise Refused(403, "links of others are the host's to make and to withdraw")
    if seat == "watch":
        return
    if seat not in room.match.seats:
        raise Refused(404, f"there is no seat {seat!r} in this game; the seats are {', '.join(room.match.seats)}")
    if seat in await house.shelf.seats_open(room.id):
        raise Refused(403, f"somebody sits at {seat}: only they can give the seat up, for it holds their secrets")


@router.post("/games/{game}/seats/{seat}/bot", **describes(api.Status, body=api.Give))
async def give_to_bot(request: Request, game: Id, seat: SeatName) -> Response:
    """Give a seat to a bot: one's own, or, as the host, one that nobody sits at."""
    house, wanted = house_of(request), await body(request, api.Give)
    found = await house.passed(request, game, "seat", "host")
    room = await house.rooms.room(game)
    if found.seat != seat:
        await _check_host(house, room, found, seat)
    player(room.match.game.kind, wanted.bot, seat)
    others = [one for one in room.match.seats if one != seat and one not in room.bots]
    if not others:
        raise Refused(422, "at least one seat must be a person's")
    await house.doors.withdraw(game, "invite", seat)
    await house.shelf.seat_bot(game, seat, wanted.bot)
    room.bots = await house.shelf.bots_of(game)
    room.players.pop(seat, None)
    await house.rooms.reseated(room)
    house.rooms.rouse(room)
    return reply(await house.status(room, found))
