"""The battles of a linked campaign: the next one opened from it, and its result recorded when it is over.

The campaign says which mission comes, who attacks and what has changed; people say where it is fought and with whom.
Soviets sit at the battle's allied seat, Germans at its axis seat.
"""

from __future__ import annotations

import logging
from typing import Annotated, Any, Literal, cast

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Meta, Struct

from orsha.kernel import OrshaError, Result
from orsha.series import Next, Record, RecordDraw, SeriesState, linked_campaign, next_battle, totals
from orsha.series.campaign import Power
from orsha.series.game import MOST_LOST
from orsha.server import api
from orsha.server.coming_in import begin
from orsha.server.doors import Pass
from orsha.server.house import House, house_of
from orsha.server.problems import Refused
from orsha.server.recipes import opened
from orsha.server.rooms import Room
from orsha.server.wire import Id, body, describes, reply

LOG = logging.getLogger("orsha.server")
SEAT_OF: dict[str, api.Side] = {"soviet": "allied", "german": "axis"}
POWER_OF: dict[api.Side, Power] = {"allied": "soviet", "axis": "german"}

router = APIRouter(prefix="/api")


class Stage(Struct, frozen=True):
    """One battle of the campaign: fought, or yet to come."""

    number: int
    mission: str
    name: str
    fought: bool
    winner: str | None
    lost: int
    grade: str
    points: dict[str, int]
    game: str | None
    """The game in which it was fought, where it was opened from here."""


class Coming(Struct, frozen=True):
    """The next battle, as the campaign has settled it."""

    number: int
    mission: str
    name: str
    attacker: api.Side
    points: dict[api.Side, int]
    """What each side has to spend: a fortified defender has less."""
    ready: dict[api.Side, str | None]
    """The largest ready force of each side's nation that fits."""
    says: str
    """What the last battle has changed in it."""


class Underway(Struct, frozen=True):
    """The game in which the next battle is fought."""

    game: str
    kind: str
    title: str
    seats: dict[str, api.Seat]
    result: Result | None
    seat: str | None
    """The asker's own seat in it, if it waits for them."""


class Battles(Struct, frozen=True):
    """How a linked campaign stands."""

    count: int
    name: str
    about: str
    stages: tuple[Stage, ...]
    totals: dict[str, int]
    coming: Coming | None
    underway: Underway | None


class FightNext(api.In, frozen=True):
    """Where the next battle is fought, with which forces, and who sits where, as in a new game."""

    where: Literal["table", "companion"] = "table"
    forces: dict[api.Side, Any] = {}
    seed: api.TableSeed | None = None
    dice: api.DiceOf = api.DiceOf()
    seats: dict[api.Name, Annotated[str, Meta(pattern=r"^(mine|invite|bot:[a-z]{1,20})$")]] = {}
    again: bool = False
    """Whether a game that was opened for it before, and is not over, is given up."""


# -- looking


@router.get("/games/{game}/battles", **describes(Battles))
async def battles(request: Request, game: Id) -> Response:
    """How a linked campaign stands: its battles, the next one, and the game in which it is fought."""
    house = house_of(request)
    found = await house.passed(request, game, "seat", "watch", "host")
    return reply(await _battles(house, await _campaign(house, game), found))


async def _campaign(house: House, game: str) -> Room:
    room = await house.rooms.room(game)
    if room.match.game.kind != "series":
        raise Refused(422, f"a {room.match.game.kind} has no battles of its own: only a linked campaign has")
    return room


async def _battles(house: House, room: Room, found: Pass) -> Battles:
    state: SeriesState = room.match.state
    file, games = linked_campaign(state.setup.campaign), await house.shelf.battles_of(room.id)
    next_ = next_battle(state)
    coming = None if next_ is None else await house.rooms.run(_coming, next_, state)
    underway = await _underway(house, games.get(next_.number), found) if next_ is not None else None
    stages = tuple(_stage(n, stage.mission, state, games) for n, stage in enumerate(file.stages, 1))
    points = {str(power): value for power, value in totals(state).items()}
    return Battles(room.count, file.name, file.about, stages, points, coming, underway)


def _stage(number: int, slug: str, state: SeriesState, games: dict[int, str]) -> Stage:
    from orsha.tabletop.mission import mission

    name, game = mission(slug).file.name, games.get(number)
    if number > len(state.battles):
        return Stage(number, slug, name, False, None, 0, "", {}, game)
    one = state.battles[number - 1]
    return Stage(
        number, slug, name, True, one.winner, one.lost, one.grade, {str(k): n for k, n in one.points.items()}, game
    )


def _coming(next_: Next, state: SeriesState) -> Coming:
    from orsha.tabletop.force import ready_forces
    from orsha.tabletop.game.fortified import fortified
    from orsha.tabletop.mission import mission
    from orsha.tabletop.mission.shares import defender_points

    attacker, most = SEAT_OF[next_.attacker], state.setup.points
    half = defender_points(most) if fortified(next_.mission) else most
    points: dict[api.Side, int] = {seat: most if seat == attacker else half for seat in SEAT_OF.values()}
    ready: dict[api.Side, str | None] = {}
    for power, seat in SEAT_OF.items():
        fits = {
            slug: one.points
            for slug, one in ready_forces().items()
            if slug.startswith(f"{power}-") and one.points <= points[seat]
        }
        ready[seat] = max(fits, key=lambda slug: fits[slug], default=None)
    name = mission(next_.mission).file.name
    return Coming(next_.number, next_.mission, name, attacker, points, ready, next_.says)


async def _underway(house: House, game: str | None, found: Pass) -> Underway | None:
    room = None if game is None else await _fought_in(house, game)
    if room is None:
        return None
    own = _own(found)
    seats = await house.seats(room)
    waits = own if own is not None and seats[own].by == "invited" else None
    return Underway(room.id, room.match.game.kind, room.title, seats, room.result, waits)


def _own(found: Pass) -> api.Side | None:
    """The side of the battles that a person plays; nobody's for who looks on."""
    return SEAT_OF.get(found.seat or "") if found.role == "seat" else None


async def _fought_in(house: House, game: str) -> Room | None:
    """A battle's room; nothing where the game was deleted."""
    try:
        return await house.rooms.room(game)
    except OrshaError:
        return None


# -- opening the next


@router.post("/games/{game}/battles", **describes(api.Opened, body=FightNext, status=201))
async def fight(request: Request, game: Id) -> Response:
    """Open the next battle of a linked campaign as a game; when it is over, its result is recorded in the campaign."""
    house, wanted = house_of(request), await body(request, FightNext)
    found = await house.passed(request, game, "seat")
    campaign = await _campaign(house, game)
    own = _own(found)
    seats = dict(wanted.seats) or ({own: "mine"} if own is not None else {})
    async with campaign.lock:
        next_ = next_battle(campaign.match.state)
        if next_ is None:
            raise Refused(422, "the campaign is over: no battle comes after the last")
        before = (await house.shelf.battles_of(game)).get(next_.number)
        if before is not None and not wanted.again and await _fought_in(house, before) is not None:
            raise Refused(409, f"battle {next_.number} is open already", count=campaign.count)
        match, title = await house.rooms.run(_opened, wanted, next_, campaign)
        links = await begin(house, match, title, seats)
        await house.shelf.link_battle(game, next_.number, links.game)
    await house.rooms.reseated(campaign)
    return reply(links, 201)


def _opened(wanted: FightNext, next_: Next, campaign: Room) -> tuple[Any, str]:
    from orsha.server.recipes import battle_setup

    coming = _coming(next_, campaign.match.state)
    forces = {seat: wanted.forces.get(seat, coming.ready[seat]) for seat in coming.points}
    missing = [seat for seat, force in forces.items() if force is None]
    points, changes = campaign.match.state.setup.points, msgspec.to_builtins(next_.changes)
    start: api.Begin
    if wanted.where == "companion":
        start = api.Companion(next_.mission, "named", points, coming.attacker, dict(wanted.forces), (), changes)
    elif missing:
        most = coming.points[missing[0]]
        raise Refused(422, f"there is no ready force of {most} points or fewer for {missing[0]}: bring one")
    else:
        begun = api.Battle(next_.mission, "named", points, forces, coming.attacker, wanted.seed)
        start = api.FromSetup("battle", {**battle_setup(begun), "changes": changes})
    title = f"{coming.name}: battle {next_.number} of {campaign.title}"[:120]
    return opened(api.NewGame(start, title, wanted.dice))


@router.post("/games/{game}/battles/link", **describes(api.Joined))
async def sit_down(request: Request, game: Id) -> Response:
    """Sit down at one's own side of the battle that is fought, where that seat waits for somebody."""
    house = house_of(request)
    found = await house.passed(request, game, "seat")
    campaign = await _campaign(house, game)
    now = await _battles(house, campaign, found)
    if now.underway is None or now.underway.seat is None:
        raise Refused(403, "no seat of this battle waits for you; who sits there can give it up")
    room, seat = await house.rooms.room(now.underway.game), now.underway.seat
    if not await house.shelf.use_up_place(room.id, f"@invite:{seat}"):
        raise Refused(403, "somebody was quicker: the seat is taken")
    house.doors.forget(room.id, "invite", seat)
    link = await house.doors.link(room.id, "seat", seat)
    await house.rooms.reseated(room)
    return reply(api.Joined(room.id, room.match.game.kind, room.title, link))


# -- recording


@router.post("/games/{game}/battles/record", **describes(Battles, body=api.Undo))
async def record(request: Request, game: Id) -> Response:
    """Record the result of the battle that is over, where that was not done when it ended."""
    house, wanted = house_of(request), await body(request, api.Undo)
    found = await house.passed(request, game, "seat")
    campaign = await _campaign(house, game)
    now = await _battles(house, campaign, found)
    if now.coming is None or now.underway is None or now.underway.result is None:
        raise Refused(422, "no battle of this campaign is over that is not recorded yet", count=campaign.count)
    room = await house.rooms.room(now.underway.game)
    await _record(house, campaign, now.coming.number, room, wanted.seen)
    return reply(await _battles(house, campaign, found))


async def battle_over(house: House, room: Room) -> None:
    """A game is over: if it was a campaign's battle, the campaign learns of it. What goes wrong spoils no battle."""
    if room.match.game.kind not in ("battle", "mission"):
        return
    try:
        found = await house.shelf.campaign_of(room.id)
        if found is not None:
            campaign = await house.rooms.room(found[0])
            await _record(house, campaign, found[1], room, campaign.count)
    except (OrshaError, Refused) as error:
        LOG.warning("the result of battle %s was not recorded: %s", room.id, error)
    except Exception:
        LOG.exception("the result of battle %s was not recorded", room.id)


async def _record(house: House, campaign: Room, number: int, room: Room, seen: int) -> None:
    """Only for the battle that comes next: who recorded it by hand was quicker."""
    if len(campaign.match.state.battles) + 1 == number:
        command = msgspec.to_builtins(result_of(room))
        await house.rooms.act(campaign, "soviet", command, seen)


def result_of(room: Room) -> Record | RecordDraw:
    """A battle's end as the campaign writes it down."""
    from orsha.tabletop.mission.ground import lost_units

    result, state = room.result, room.match.state
    assert result is not None
    referee = state.mission if room.match.game.kind == "battle" else state
    lost = {POWER_OF[seat]: min(MOST_LOST, lost_units(referee, seat)) for seat in POWER_OF}
    if result.winner is None:
        return RecordDraw(lost["soviet"], lost["german"]) if result.points else RecordDraw()
    power = POWER_OF[cast("api.Side", result.winner)]
    return Record(power, lost[power])
