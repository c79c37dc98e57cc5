"""The routes: a few for every kind of game, each one thing. What they take and give is in api.py."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request, WebSocket
from fastapi.responses import Response

from orsha import __version__
from orsha.kernel import Illegal, OrshaError
from orsha.kernel.export import write
from orsha.server import api
from orsha.server.advice import Advice, Question, advise
from orsha.server.house import House, house_of
from orsha.server.library import Library, MissionSheet, library, mission_sheet
from orsha.server.live import live
from orsha.server.maps import MapScene
from orsha.server.problems import Refused
from orsha.server.rooms import Room, may_undo
from orsha.server.scenes import TableScene
from orsha.server.shelf import hashed
from orsha.server.wire import Id, body, describes, reply

After = Annotated[int | None, Query(ge=0, description="The entry after which to look; the last one without it.")]
OfEntry = Annotated[int | None, Query(ge=0, description="Within that entry, after how many of its events.")]
Since = Annotated[int, Query(ge=0, description="The count that is known already.")]
Most = Annotated[int, Query(ge=1, le=2000, description="How many entries at most.")]

router = APIRouter(prefix="/api")


class Scene(msgspec.Struct, frozen=True):
    """What there is to draw, as the asker may see it."""

    count: int
    after: int
    event: int | None
    scene: TableScene | MapScene


class AskAbout(api.In, frozen=True):
    """A question about a battle."""

    question: Question


class Advised(msgspec.Struct, frozen=True):
    """What the rules say to it."""

    count: int
    answer: Advice


# -- looking


@router.get("/games/{game}", **describes(api.Status))
async def status(request: Request, game: Id) -> Response:
    """Where a game stands."""
    house = house_of(request)
    found = await house.passed(request, game, "seat", "watch", "host")
    return reply(await house.status(await house.rooms.room(game), found))


@router.get("/games/{game}/view", **describes(api.View))
async def view(request: Request, game: Id, after: After = None, event: OfEntry = None) -> Response:
    """The game as the asker sees it, now or after an earlier entry."""
    house, room, seat = await _looking(request, game)
    state, count, at = await _moment(house, room, after, event)

    def made() -> Response:
        seen = room.eyes(seat).view(room.match, state)
        return reply(api.View(room.match.game.kind, seat, count, at, event, seen))

    return await house.rooms.run(made)


@router.get("/games/{game}/scene", **describes(Scene))
async def scene(request: Request, game: Id, after: After = None, event: OfEntry = None) -> Response:
    """What there is to draw, now or after an earlier entry: the table, or the map."""
    house, room, seat = await _looking(request, game)
    state, count, at = await _moment(house, room, after, event)
    return await house.rooms.run(lambda: reply(Scene(count, at, event, house.scene(room, seat, state))))


@router.get("/games/{game}/picture", **describes(api.Status, kind="image/svg+xml"))
async def picture(request: Request, game: Id, after: After = None) -> Response:
    """A battle or a campaign as a printable picture, from what the asker may see."""
    house, room, seat = await _looking(request, game)
    state, _, at = await _moment(house, room, after, None)
    svg = await house.rooms.run(_drawn, room, seat, state, at)
    return Response(svg, media_type="image/svg+xml")


def _drawn(room: Room, seat: str | None, state: Any, at: int) -> str:
    seen = room.eyes(seat).view(room.match, state)
    if room.match.game.kind == "battle":
        from orsha.paper.battle_picture import draw

        return draw(seen, zones=True, note=f"entry {at}").svg()
    if room.match.game.kind == "campaign":
        from orsha.paper.campaign_maps import map_page

        return map_page(seen, room.title).svg
    raise Refused(404, f"a {room.match.game.kind} has no picture")


@router.get("/games/{game}/options", **describes(api.Offers))
async def options(request: Request, game: Id) -> Response:
    """What the asker may do now, with the domain of every parameter as data."""
    house, room, seat = await _looking(request, game)

    def made() -> Response:
        position = room.match.position
        waiting = position.waiting
        return reply(
            api.Offers(
                position.count,
                room.to_act(position),
                seat is not None and may_undo(position, seat),
                None if waiting is None else room.eyes(seat).ask(waiting.ask),
                () if seat is None else room.offers(seat, position),
            )
        )

    return await house.rooms.run(made)


@router.get("/games/{game}/log", **describes(api.Log))
async def log(request: Request, game: Id, since: Since = 0, most: Most = 500) -> Response:
    """What happened, entry by entry, in words and as events."""
    house, room, seat = await _looking(request, game)

    def made() -> Response:
        count, eyes = room.count, room.eyes(seat)
        told = tuple(eyes.told(room.match, n) for n in range(since, min(count, since + most)))
        return reply(api.Log(count, since, told))

    return await house.rooms.run(made)


async def _looking(request: Request, game: str) -> tuple[House, Room, str | None]:
    house = house_of(request)
    found = await house.passed(request, game, "seat", "watch", "host")
    return house, await house.rooms.room(game), found.seat


async def _moment(house: House, room: Room, after: int | None, event: int | None) -> tuple[Any, int, int]:
    """The state at a moment, the count, and the entry that it is after."""
    position = room.match.position
    last = position.count - 1
    if (after is None and event is None) or (after == last and event is None):
        return position.state, position.count, last
    at = last if after is None else after
    state = await house.rooms.run(house.history.state, room.match, at, event)
    return state, position.count, at


# -- doing


@router.post("/games/{game}/commands", **describes(api.Done, body=api.Do))
async def command(request: Request, game: Id) -> Response:
    """Give a command. It is decided, written down, then told; a refusal changes nothing and names the rule."""
    house, wanted = house_of(request), await body(request, api.Do)
    room, seat = await _acting(house, request, game)
    first = await house.rooms.act(room, seat, wanted.command, wanted.seen)
    return _done(room, seat, first)


@router.post("/games/{game}/dice", **describes(api.Done, body=api.Dice))
async def dice(request: Request, game: Id) -> Response:
    """Say what real dice showed."""
    house, wanted = house_of(request), await body(request, api.Dice)
    room, seat = await _acting(house, request, game)
    return _done(room, seat, await house.rooms.answer(room, seat, wanted.faces, wanted.seen))


@router.post("/games/{game}/undo", **describes(api.Done, body=api.Undo))
async def undo(request: Request, game: Id) -> Response:
    """Take the seat's last decision back: never past a die, a shown secret or another seat's act."""
    house, wanted = house_of(request), await body(request, api.Undo)
    room, seat = await _acting(house, request, game)
    return _done(room, seat, await house.rooms.undo(room, seat, wanted.seen))


@router.post("/games/{game}/try", **describes(api.Tried, body=api.Try))
async def attempt(request: Request, game: Id) -> Response:
    """Ask whether a command may be given now. Nothing is rolled and nothing happens."""
    house, wanted = house_of(request), await body(request, api.Try)
    room, seat = await _acting(house, request, game)
    try:
        await house.rooms.run(house.rooms.tries, room, seat, wanted.command)
    except Illegal as error:
        return reply(api.Tried(False, room.count, error.why, error.rule))
    return reply(api.Tried(True, room.count))


@router.post("/games/{game}/ask", **describes(Advised, body=AskAbout))
async def ask(request: Request, game: Id) -> Response:
    """Ask about a battle: reach, targets with their odds, sight, ways, places. Only what the seat sees counts."""
    house, wanted = house_of(request), await body(request, AskAbout)
    room, seat = await _acting(house, request, game)
    if room.match.game.kind != "battle":
        raise Refused(422, "such questions are asked about battles")
    position = room.match.position

    def made() -> Response:
        seen = room.eyes(seat).view(room.match, position.state)
        return reply(Advised(position.count, advise(seen, seat, wanted.question)))

    return await house.rooms.run(made)


@router.post("/games/{game}/auto", **describes(api.Auto, body=api.Undo))
async def auto(request: Request, game: Id) -> Response:
    """Have a campaign's scenario fought automatically, once every person there has asked for it."""
    house, wanted = house_of(request), await body(request, api.Undo)
    room, seat = await _acting(house, request, game)
    missing = await house.rooms.fight(room, seat, wanted.seen)
    return reply(api.Auto(not missing, missing, room.count))


async def _acting(house: House, request: Request, game: str) -> tuple[Room, str]:
    found = await house.passed(request, game, "seat")
    room = await house.rooms.room(game)
    assert found.seat is not None
    if found.seat in room.bots:
        raise Refused(403, f"a bot plays {found.seat}; take the seat back by making its link anew")
    return room, found.seat


def _done(room: Room, seat: str, first: int) -> Response:
    count, eyes = room.count, room.eyes(seat)
    return reply(api.Done(count, tuple(eyes.told(room.match, n) for n in range(first, count))))


@router.post("/games/{game}/export", **describes(api.Status, body=api.Exported, kind="application/x-ndjson"))
async def export(request: Request, game: Id) -> Response:
    """The whole game as an .orsha file. It holds every seat's secrets: an open game needs the links of all seats."""
    house, wanted = house_of(request), await body(request, api.Exported)
    found = await house.passed(request, game, "seat", "watch", "host")
    room = await house.rooms.room(game)
    if room.result is None:
        others = await house.shelf.found([hashed(token) for token in wanted.tokens])
        seats = {one.seat for one in others.values() if one.game == game} | {found.seat}
        missing = [seat for seat in room.match.seats if seat not in seats]
        if missing:
            raise Refused(
                403,
                f"an open game's file holds everybody's secrets: it takes the link of {' and '.join(missing)} too, "
                "or the game's end",
            )
    data = await house.rooms.run(write, room.match.game.kind, room.title, list(room.match.lines))
    name = f'attachment; filename="{room.id}.orsha"'
    return Response(data, media_type="application/x-ndjson", headers={"Content-Disposition": name})


# -- what can be played


@router.get("/library", **describes(Library, link=False))
async def shelf_of_games(request: Request) -> Response:
    """Missions, ready forces, linked campaigns and bots."""
    return await house_of(request).rooms.run(lambda: reply(library()))


@router.get("/library/missions/{slug}", **describes(MissionSheet, link=False))
async def one_mission(request: Request, slug: Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$")]) -> Response:
    """One mission in words and outlines."""
    return await house_of(request).rooms.run(lambda: reply(mission_sheet(slug)))


@router.get("/health", **describes(api.Health, link=False))
async def health(request: Request) -> Response:
    """Whether the server can do its work."""
    house = house_of(request)
    try:
        await house.shelf.alive()
    except OrshaError as error:
        raise Refused(503, "the database does not answer", retry=5) from error
    kind = house.rooms.store.engine.dialect.name
    return reply(api.Health(True, __version__, kind, len(house.rooms.rooms), house.channels))


@router.websocket("/live")
async def live_channel(socket: WebSocket) -> None:
    await live(socket, house_of(socket))
