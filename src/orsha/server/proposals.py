"""What a person at a battle's table is offered ready made: whole commands, legs, the odds of chosen shots, cards.

A proposal is a command that the rules accept, as good as the program knows; the person changes it or sends it as it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from orsha.kernel import Option
from orsha.server.api import In
from orsha.server.problems import Refused
from orsha.tabletop.game.commands import Aims, Bombard

if TYPE_CHECKING:
    from orsha.tabletop.mission.state import Seat

Id = Annotated[str, Meta(max_length=24)]
Spot = tuple[Annotated[int, Meta(ge=-24_000, le=264_000)], Annotated[int, Meta(ge=-24_000, le=264_000)]]
AIMED = ("shoot", "charge")
"""Where nothing is found against the enemy who was named, nothing against others is proposed."""
SAMPLES = 12
"""So many proposals by chance are looked at for the one nearest to where it is wanted."""


class Propose(In, frozen=True, tag="propose", tag_field="ask"):
    """A whole command for an act: of a unit, at an enemy team or unit, about a place."""

    act: Annotated[str, Meta(max_length=24)]
    unit: Id | None = None
    target: Id | None = None
    at: Spot | None = None
    outside: bool = False
    """A charge out of a building, although the enemy is in the next room."""


class ShotsOdds(In, frozen=True, tag="odds", tag_field="ask"):
    """What chosen aims of a unit promise, for each team that they are at."""

    unit: Id
    aims: Aims


class ShellsOdds(In, frozen=True, tag="shells", tag_field="ask"):
    """What a bombardment promises, as the command would be given."""

    command: Bombard


class CardOf(In, frozen=True, tag="card", tag_field="ask"):
    """What is printed about a unit's teams; everybody may look at everybody's."""

    unit: Id


class Proposed(Struct, frozen=True, tag="propose", tag_field="answer"):
    """A command that the rules accept; nothing where none was found."""

    command: Any | None
    note: str = ""
    """What the command does where that is not what its name says: a unit that finds no room is not deployed."""


class UnderShells(Struct, frozen=True):
    """A team under the template."""

    team: str
    hit: float
    """The chance that it is hit at all."""
    destroyed: float


class Shells(Struct, frozen=True, tag="shells", tag_field="answer"):
    inches: int
    """How wide the template is."""
    guns: int
    ranged_in: float
    """The chance to range in with the attempts that were chosen."""
    first: float
    """The chance at the first attempt."""
    teams: tuple[UnderShells, ...]


class TeamCard(Struct, frozen=True):
    """The teams of a unit that have the same card."""

    name: str
    teams: tuple[str, ...]
    lines: tuple[str, ...]


class Cards(Struct, frozen=True, tag="card", tag_field="answer"):
    unit: str
    name: str
    cards: tuple[TeamCard, ...]


# -- legs


def way(view: Any, unit: str, to: tuple[int, int], teams: Sequence[str], *, dash: bool, by_order: bool) -> Any:
    """Legs of a unit, or of some of its teams, toward a place, legal together; none where there is no way."""
    from orsha.tabletop.game import ways
    from orsha.tabletop.game.leading_out import leading
    from orsha.tabletop.game.ways import checked

    legs = checked(view, unit, _off_boats(view, unit, to) or _into_room(view, unit, to, teams, by_order))
    if not legs:
        legs = checked(view, unit, _around(view, unit, to, teams, dash=dash, by_order=by_order))
    if not legs and leading(view):
        legs = _shorter(view, unit, to, teams, dash=dash)
    if not legs and view.units[unit].arriving:
        legs = checked(view, unit, ways.come_on(view, unit))
    return legs or checked(view, unit, _dismounted(view, unit))


def _shorter(view: Any, unit: str, to: tuple[int, int], teams: Sequence[str], *, dash: bool) -> Any:
    """A unit that leads out may go that way, but not as far as it could."""
    from orsha.tabletop.battle.dashes import inches_of
    from orsha.tabletop.game import facts, ways

    cards = [facts.card(view, id) for id in facts.teams_of(view, unit)]
    farthest = max(inches_of(card, pace) or 0 for card in cards for pace in ways.PACES)
    for inches in range(farthest, 0, -1):
        legs = _around(view, unit, to, teams, dash=dash, by_order=False, inches=inches)
        if legs and ways.legal(view, unit, legs):
            return legs
    return ()


def _around(
    view: Any,
    unit: str,
    to: tuple[int, int],
    teams: Sequence[str],
    *,
    dash: bool,
    by_order: bool,
    inches: int | None = None,
) -> Any:
    from orsha.tabletop.game import facts, ways
    from orsha.tabletop.table import route

    if not teams:
        return ways.toward(view, unit, to, inches=inches, dash=dash, by_order=by_order)
    able = ways.order_movers(view, unit) if by_order else ways.movers(view, unit)
    some = [id for id in able if id in teams]
    if not some:
        return ()
    seat, start = facts.seat_of(unit), facts.spot(view, some[0])
    enemies, crowd = facts.foes(view, seat), facts.crowd(view, seat)
    others = [disc for id, disc in crowd.items() if id not in some]
    mover = facts.sheet(view, some[0]).mover
    found = route(facts.ground(view), mover, start, to, enemies, others, anyway=True)
    path = found.path if found is not None else (start, to)
    return ways.follow(view, unit, path, enemies, crowd, some, inches=inches, dash=dash, by_order=by_order)


def _off_boats(view: Any, unit: str, to: tuple[int, int] | None = None) -> Any:
    from orsha.tabletop.game import boats
    from orsha.tabletop.game.landing import afloat_legs

    if not view.boats or not boats.landers(view, unit):
        return ()
    return (afloat_legs(view, unit, to) if to is not None else ()) or afloat_legs(view, unit)


def _into_room(view: Any, unit: str, to: tuple[int, int], teams: Sequence[str], by_order: bool) -> Any:
    from orsha.tabletop.game import room_ways, ways
    from orsha.tabletop.game.rooms import room_at, rooms

    room = room_at(view, to) if rooms(view) else None
    if room is None:
        return ()
    able = ways.order_movers(view, unit) if by_order else ways.movers(view, unit)
    some = [id for id in able if not teams or id in teams]
    return room_ways.into(view, unit, room, some, pace="order" if by_order else "tactical")


def ride(view: Any, unit: str, how: str) -> Any:
    """Legs by which a unit mounts its transports, or gets off them."""
    from orsha.tabletop.game import changing, ways
    from orsha.tabletop.game.ways import checked

    if how == "on":
        return checked(view, unit, changing.mount(view, unit, ways.movers(view, unit)))
    return checked(view, unit, _off_boats(view, unit) or _dismounted(view, unit))


def _dismounted(view: Any, unit: str) -> Any:
    from orsha.tabletop.game.changing import dismount, riders

    return dismount(view, unit) if riders(view, unit) else ()


# -- commands


def propose(view: Any, seat: Seat, asked: Propose) -> Proposed:
    """A command for an act that is open to the seat."""
    from orsha.tabletop.game import Battle

    game = Battle()
    options = [one for one in game.options(view, seat) if one.act == asked.act and _about(one, asked)]
    if not options:
        raise Refused(422, f"{asked.act} cannot be done now")
    ready = _best(view, seat, asked)
    aimed = asked.target is not None and asked.act in AIMED
    found = ready if ready is not None or aimed else _sampled(options, asked)
    return Proposed(found, _note(view, asked, found))


def _note(view: Any, asked: Propose, found: Any) -> str:
    from orsha.tabletop.game import crowding, deploying

    if asked.act != "deploy" or found is None or found["places"]:
        return ""
    if not deploying.ground_teams(view, deploying.with_unit(view, found["unit"])):
        return ""
    waits = crowding.left_out(view, found["unit"]) == "reserve"
    return f"there is no room left for it: it {'goes into reserve' if waits else 'is left out of the battle'}"


def _about(option: Option, asked: Propose) -> bool:
    """Whether an option is of the unit, or the work, that is asked for."""
    unit, item = option.takes.get("unit"), option.takes.get("item")
    of_unit = asked.unit is None or unit is None or unit.contains(asked.unit)
    return of_unit and (asked.target is None or item is None or item.contains(asked.target))


def _best(view: Any, seat: Seat, asked: Propose) -> Any:
    """What the rules' own helpers find; nothing where they have none for the act."""
    from orsha.tabletop.game import commands, facts
    from orsha.tabletop.game.charging import counter_legs
    from orsha.tabletop.game.firing_guess import plan
    from orsha.tabletop.game.leaving import clear_legs
    from orsha.tabletop.game.shelling_guess import best_bombardment

    unit, target = asked.unit, asked.target
    if asked.act == "shoot" and unit is not None:
        among = _teams(view, target) if target is not None else None
        aims = plan(view, unit, among).aims
        return commands.Shoot(unit, aims) if aims else None
    if asked.act == "charge" and unit is not None and target is not None:
        return _charge(view, unit, target, outside=asked.outside)
    if asked.act == "bombard" and unit is not None:
        best = best_bombardment(view, unit)
        return None if best is None else best.command
    if asked.act == "counterattack":
        return commands.Counterattack(counter_legs(view, view.asked.units[0]))
    if asked.act == "break-off":
        return commands.BreakOff(clear_legs(view, view.asked.units))
    if asked.act == "defend":
        return _defence(view)
    if asked.act == "launch" and unit is not None:
        from orsha.tabletop.game.launching import proper

        loads = proper(view, facts.seat_of(unit), unit)
        return None if not loads else {"do": "launch", "unit": unit, "loads": loads}
    return None


def _teams(view: Any, target: str) -> list[str]:
    from orsha.tabletop.game import facts

    if target in view.teams:
        return [target]
    return [id for id in facts.teams_of(view, target) if view.teams[id].aboard is None] if target in view.units else []


def _charge(view: Any, unit: str, target: str, *, outside: bool) -> Any:
    """From room to room where the enemy is next door, unless the way outside is asked for."""
    from orsha.tabletop.game import facts
    from orsha.tabletop.game.charging import charge_legs
    from orsha.tabletop.game.commands import Charge

    enemy = facts.unit_id(target) if target in view.teams else target
    names = () if outside else rooms_next(view, unit, enemy)
    legs = () if names else charge_legs(view, unit, enemy)
    return Charge(unit, legs or (), names) if names or legs else None


def rooms_next(view: Any, unit: str, enemy: str) -> tuple[str, ...]:
    """The rooms of an enemy unit that a unit can contest from inside the building."""
    from orsha.tabletop.game.room_charging import contestable
    from orsha.tabletop.game.rooms import rooms

    return tuple(room.name for room in contestable(view, unit, enemy)) if rooms(view) else ()


def _defence(view: Any) -> Any:
    from orsha.tabletop.game.assault_chances import best_aims
    from orsha.tabletop.game.commands import Defend

    aims = best_aims(view)
    return Defend(aims) if aims else None


def _sampled(options: Sequence[Option], asked: Propose) -> Any:
    """Something legal by chance, as near as it comes to where it is wanted."""
    rng = random.Random(0)
    found = [
        _to_the_front(option, option.sample(rng))
        for option in options
        for _ in range(SAMPLES if asked.at is not None else 1)
    ]
    if asked.at is None:
        return found[0]
    at = asked.at
    return min(found, key=lambda one: min((hypot(x - at[0], y - at[1]) for x, y in _spots(one)), default=0.0))


def _to_the_front(option: Option, found: Any) -> Any:
    """Works look to the attacker's edge, without a wall that nobody asked for; else as they were found."""
    from shapely import Point
    from shapely.affinity import scale
    from shapely.ops import nearest_points

    from orsha.tabletop.game.building import Sites
    from orsha.tabletop.mission.ground import layout_of
    from orsha.tabletop.table.shapes import bearing

    sites = option.takes.get("sites")
    if not isinstance(sites, Sites):
        return found
    layout = layout_of(sites.about.mission)
    edge = scale(layout.placed(layout.edge("attacker")), 1000, 1000, origin=(0, 0))
    ends = [nearest_points(Point(one.at), edge)[1] for one in found["sites"]]
    turned = tuple(
        replace(one, facing=bearing(one.at, (round(end.x), round(end.y))) or 0, wall=None)
        for one, end in zip(found["sites"], ends, strict=True)
    )
    return {**found, "sites": turned} if sites.contains(turned) else found


def _spots(value: Any) -> list[tuple[int, int]]:
    """Every place that is named in a command."""
    if isinstance(value, dict):
        return [spot for one in value.values() for spot in _spots(one)]
    if isinstance(value, tuple):
        if len(value) == 2 and all(isinstance(one, int) for one in value):
            return [(value[0], value[1])]
        return [spot for one in value for spot in _spots(one)]
    return [value.at] if hasattr(value, "at") and isinstance(value.at, tuple) else []


# -- chances


def shells(view: Any, seat: Seat, command: Bombard) -> Shells:
    """A bombardment before any die: refused by the rule that forbids it, else its chances."""
    from orsha.tabletop.battle import artillery
    from orsha.tabletop.game import bombarding, bombarding_odds

    found = bombarding.check_bombard(view, seat, command)
    promised = bombarding_odds.chances(view, seat, command)
    teams = tuple(
        UnderShells(one.team, round(float(one.hit), 4), round(float(one.destroyed), 4)) for one in promised.teams
    )
    inches = artillery.template(found.weapon, view.setup.rules)
    return Shells(inches, len(found.guns), round(float(promised.ranges_in), 4), round(float(promised.first), 4), teams)


def cards(view: Any, unit: str) -> Cards:
    """A unit's cards as lines of words."""
    from orsha.tabletop.force.words import team_words
    from orsha.tabletop.game import facts

    sheet = view.roster.unit(unit)
    found: dict[Any, list[str]] = {}
    for id in sheet.teams:
        found.setdefault(facts.card(view, id), []).append(id)
    return Cards(
        unit,
        sheet.name,
        tuple(
            TeamCard(card.name, tuple(ids), tuple(line.strip() for line in team_words(card).splitlines()))
            for card, ids in found.items()
        ),
    )
