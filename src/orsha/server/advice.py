"""What a person at a battle's table asks before deciding: how far, whom it sees, with what chances, which way.

Every answer is worked out from the seat's view, by the rules' own functions; nothing is rolled, nothing happens.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from msgspec import Meta, Struct

from orsha.kernel import Illegal, OrshaError
from orsha.server.api import In
from orsha.server.problems import Refused
from orsha.server.proposals import (
    CardOf,
    Cards,
    Propose,
    Proposed,
    Shells,
    ShellsOdds,
    ShotsOdds,
    cards,
    propose,
    ride,
    rooms_next,
    shells,
    way,
)
from orsha.server.reasons import Reasons, WhyNot, reasons
from orsha.server.rolls_ahead import (
    DefendOdds,
    LaunchOdds,
    MoveAhead,
    MoveOdds,
    RollsAhead,
    ToCome,
    of_defence,
    of_launch,
    of_move,
    to_come,
)
from orsha.tabletop.game.commands import Charge

if TYPE_CHECKING:
    from orsha.tabletop.game.assault_chances import Chance
    from orsha.tabletop.game.commands import Aim
    from orsha.tabletop.game.firing_odds import Chances
    from orsha.tabletop.mission.state import Seat

Id = Annotated[str, Meta(max_length=24)]
Spot = tuple[Annotated[int, Meta(ge=-24_000, le=264_000)], Annotated[int, Meta(ge=-24_000, le=264_000)]]
TRIES = 200


class Reach(In, frozen=True, tag="reach", tag_field="ask"):
    """How far a team could go with so many inches; without them at each of its paces."""

    team: Id
    inches: Annotated[float, Meta(ge=0, le=72)] | None = None


class Targets(In, frozen=True, tag="targets", tag_field="ask"):
    """Whom a unit can shoot at and charge, and what that promises."""

    unit: Id
    charges: bool = False
    """The chances of charges too: they take longer."""


class Sees(In, frozen=True, tag="sees", tag_field="ask"):
    """Which enemies a team sees, from where it stands or from another place."""

    team: Id
    at: Spot | None = None


class WayTo(In, frozen=True, tag="way", tag_field="ask"):
    """A unit's legs toward a place, around what is in the way: a proposal for a move."""

    unit: Id
    to: Spot
    dash: bool = False
    by_order: bool = False
    teams: Annotated[tuple[Id, ...], Meta(max_length=200)] = ()
    """Only these of it."""
    ride: Literal["on", "off"] | None = None
    """Mounting what carries it, or getting off, instead of going anywhere."""


class DrawnUp(In, frozen=True, tag="draw-up", tag_field="ask"):
    """A unit drawn up about a place, as the set-up would allow it: a proposal for a deployment."""

    unit: Id
    at: Spot


class ChargeOdds(In, frozen=True, tag="charge odds", tag_field="ask"):
    """What a charge promises, as the command would be given."""

    command: Charge


Question = (
    Reach | Targets | Sees | WayTo | DrawnUp | Propose | ShotsOdds | ShellsOdds | CardOf
    | MoveOdds | LaunchOdds | DefendOdds | ChargeOdds | ToCome | WhyNot
)  # fmt: skip


class Reached(Struct, frozen=True, tag="reach", tag_field="answer"):
    team: str
    paces: dict[str, tuple[tuple[tuple[int, int], ...], ...]]
    """For each pace the outlines of where the team's middle could come to."""


class Target(Struct, frozen=True):
    """One enemy team. Chances are exact fractions, as p/q, and shares for drawing."""

    team: str
    unit: str
    dice: int
    hits: float
    """On the average."""
    destroyed: str
    bailed_out: str
    pinned: str
    chance: float
    """Of destroying it."""
    exact: bool
    words: str


class ChargeAt(Struct, frozen=True):
    unit: str
    carries: float
    low: float
    """Between these two the chance lies: the same number where it is exact."""
    high: float
    exact: bool
    words: str


class Targeted(Struct, frozen=True, tag="targets", tag_field="answer"):
    unit: str
    shots: tuple[Target, ...]
    why_no_shot: str | None
    charges: tuple[ChargeAt, ...]


class Seen(Struct, frozen=True, tag="sees", tag_field="answer"):
    team: str
    open: tuple[str, ...]
    """Teams seen in the open,"""
    concealed: tuple[str, ...]
    """and those seen concealed."""


class Legs(Struct, frozen=True, tag="way", tag_field="answer"):
    """Legs as a `move` command takes them; empty where there is no way."""

    unit: str
    legs: tuple[Any, ...]


class Places(Struct, frozen=True, tag="draw-up", tag_field="answer"):
    """Places as a `deploy` command takes them; empty where they cannot be."""

    unit: str
    places: tuple[Any, ...]


Advice = Reached | Targeted | Seen | Legs | Places | Proposed | Shells | Cards | RollsAhead | MoveAhead | Reasons


def advise(view: Any, place: str, question: Question) -> Advice:
    """The answer to a question, from a battle's view. Runs in a thread."""
    if view.table is None:
        raise Refused(422, "the table is not laid yet")
    seat = cast("Seat", place)
    match question:
        case Reach(team, inches):
            return _reach(view, _team(view, team), inches)
        case Targets(unit, charges):
            return _targets(view, seat, _own(view, seat, unit), charges)
        case Sees(team, at):
            return _sees(view, _team(view, team), at)
        case WayTo(unit, ride=how) if how is not None:
            return Legs(unit, ride(view, _own(view, seat, unit), how))
        case WayTo(unit, to, dash, by_order, teams):
            return Legs(unit, way(view, _own(view, seat, unit), to, teams, dash=dash, by_order=by_order))
        case DrawnUp(unit, at):
            return Places(unit, _drawn_up(view, seat, unit, at))
        case Propose():
            return propose(view, seat, question)
        case ShotsOdds(unit, aims):
            return _odds(view, _own(view, seat, unit), aims)
        case ShellsOdds(command):
            return shells(view, seat, command)
        case CardOf(unit):
            return cards(view, unit)
        case MoveOdds(command):
            return of_move(view, seat, command)
        case LaunchOdds(command):
            return of_launch(view, seat, command)
        case DefendOdds(aims):
            return of_defence(view, seat, aims)
        case ChargeOdds(command):
            return _charge_odds(view, seat, command)
        case WhyNot(unit):
            return reasons(view, seat, _own(view, seat, unit))
        case ToCome(unit):
            return to_come(view, seat, _of(view, seat, unit))


def _team(view: Any, id: str) -> str:
    view.roster.team(id)
    if id not in view.teams:
        raise Refused(422, f"{id} is not on the table")
    return id


def _of(view: Any, seat: Seat, unit: str) -> str:
    """A unit of the seat's, on the table or not: its side's dice are asked for in the set-up too."""
    if view.roster.unit(unit).seat != seat:
        raise Refused(422, f"{unit} is not {seat}'s")
    return unit


def _own(view: Any, seat: Seat, unit: str) -> str:
    if _of(view, seat, unit) not in view.units:
        raise Refused(422, f"{unit} is not on the table")
    return unit


def _reach(view: Any, team: str, inches: float | None) -> Reached:
    """Where a team could end a move, pace by pace; a Cross Country Dash keeps to open ground (core 4.1)."""
    from shapely import Point

    from orsha.tabletop.game import facts
    from orsha.tabletop.table import reach
    from orsha.tabletop.table.barriers import shut_ground

    seat = facts.seat_of(team)
    enemies, crowd = facts.foes(view, seat), facts.crowd(view, seat)
    unit = facts.unit_id(team)  # its others go along
    friends = [disc for id, disc in crowd.items() if facts.unit_id(id) != unit]
    move, sheet = facts.card(view, team).move, facts.sheet(view, team)
    if move is None:
        return Reached(team, {})
    paces: dict[str, float | None] = {"tactical": move.tactical, "terrain": move.terrain} if inches is None else {}
    paces |= {"cross-country": move.cross_country} if inches is None else {"given": inches}
    start, mover = facts.spot(view, team), sheet.mover
    if shut_ground(view.table, mover.kind, mover.amphibious, difficult=True).shape.covers(Point(start)):
        paces.pop("cross-country", None)
    return Reached(
        team,
        {
            pace: reach(view.table, mover, start, float(far), enemies, friends, shun_difficult=pace == "cross-country")
            for pace, far in paces.items()
            if far
        },
    )


def _targets(view: Any, seat: Seat, unit: str, charges: bool) -> Targeted:
    from orsha.tabletop.game import facts
    from orsha.tabletop.game.firing_odds import chances

    shots, why = [], None
    try:
        for id in facts.targets(view, facts.seat_of(unit)):
            one = chances(view, unit, id)
            if one.dice:
                shots.append(_target(id, one))
    except Illegal as error:
        why = str(error)
    if not shots and why is None:
        why = "none of its weapons can be fired at anybody from where they stand"
    return Targeted(unit, tuple(shots), None if shots else why, tuple(_charges(view, unit)) if charges else ())


def _target(team: str, one: Chances) -> Target:
    from orsha.tabletop.game import facts

    shares = _share(one.destroyed), _share(one.bailed_out), _share(one.pinned)
    hits = round(float(one.hits.mean()), 3)
    return Target(team, facts.unit_id(team), one.dice, hits, *shares, float(one.destroyed), one.exact, one.words())


def _odds(view: Any, unit: str, aims: tuple[Aim, ...]) -> Targeted:
    """Chosen aims, target by target; where others shoot too at the same unit, its hits are not shared out anew."""
    from orsha.tabletop.game.firing_odds import chances

    targets = dict.fromkeys(aim.at for aim in aims)
    shots = [_target(id, chances(view, unit, id, [aim for aim in aims if aim.at == id])) for id in targets]
    return Targeted(unit, tuple(shots), None, ())


def _charges(view: Any, unit: str) -> list[ChargeAt]:
    from orsha.tabletop.game import facts
    from orsha.tabletop.game.assault_chances import chance

    found = []
    enemies = dict.fromkeys(facts.unit_id(id) for id in facts.targets(view, facts.seat_of(unit)))
    for other in enemies:
        try:
            one = chance(view, unit, other, names=rooms_next(view, unit, other), tries=TRIES)
        except OrshaError:
            continue
        if one is not None:
            found.append(_charge_at(other, one))
    return found


def _charge_at(other: str, one: Chance) -> ChargeAt:
    low, high = one.sampled.interval if one.sampled is not None else (float(one.share),) * 2
    return ChargeAt(other, float(one.share), low, high, one.exact is not None, one.words())


def _charge_odds(view: Any, seat: Seat, command: Charge) -> Targeted:
    """Refused by the rule that forbids the charge."""
    from orsha.tabletop.game.assault_chances import chance
    from orsha.tabletop.game.assaulting import check

    check(view, seat, command)
    one = chance(view, command.unit, "", command.legs, names=command.rooms, tries=TRIES)
    return Targeted(command.unit, (), None, () if one is None else (_charge_at("", one),))


def _sees(view: Any, team: str, at: tuple[int, int] | None) -> Seen:
    from msgspec.structs import replace

    from orsha.tabletop.game import facts
    from orsha.tabletop.game.aiming import looks

    if at is not None:
        if not view.table.holds(at):
            raise Refused(422, f"({at[0] / 1000:g}, {at[1] / 1000:g}) is not on the table")
        view = replace(view, teams={**view.teams, team: replace(view.teams[team], x=at[0], y=at[1])})
    others = facts.targets(view, facts.seat_of(team))
    seen = looks(view, [team], others)[team]
    return Seen(
        team,
        tuple(id for id, look in seen.items() if look == 2),
        tuple(id for id, look in seen.items() if look == 1),
    )


def _drawn_up(view: Any, seat: Seat, unit: str, at: tuple[int, int]) -> tuple[Any, ...]:
    from orsha.tabletop.game import deploying
    from orsha.tabletop.game.domains import places_at

    if unit not in deploying.deployable(view, seat):
        raise Refused(422, f"{unit} cannot be put on the table now")
    return places_at(view, seat, unit, at) or ()


def _share(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"
