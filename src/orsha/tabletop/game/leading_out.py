"""Leading out: who may move as it is put on the table before the game, how near it may come to what is the enemy's, and
the ground that it gains (Spearhead core 12, the catalogue's Redemption)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from shapely import MultiPolygon, Point, Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from orsha.kernel import Illegal
from orsha.tabletop.game import facts
from orsha.tabletop.game.room_placing import with_own_rooms
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot, TeamState
from orsha.tabletop.game.with_changes import housed, teams_with
from orsha.tabletop.mission.ground import polygons, side_of, zone_of
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.region import EDGE, covers, spot_point
from orsha.tabletop.table import Stand, sees
from orsha.tabletop.table.bases import radius
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import bearing

if TYPE_CHECKING:
    from orsha.tabletop.game.moving import Step

Forbids = Callable[[str, Spot, int], str | None]
"""What forbids a team a place when it faces somewhere; nothing if it may stand there."""
SOURCES = {"spearhead": "core 12 Spearhead", "redemption": "catalogue: Redemption"}
LOOK = 500
"""How finely a way is looked at, in mils."""


def home(state: BattleState, seat: Seat) -> MultiPolygon:
    """A side's own deployment area, as the mission has it."""
    return zone_of(state.mission, f"{side_of(state.mission, seat)}-deploy")


# -- who


def rule_of(state: BattleState, unit: str) -> str | None:
    """The rule by which a unit may lead out: one that all its teams have. Ruling A194"""
    cards = [facts.card(state, id) for id in facts.unit_sheet(state, unit).teams]
    return next((rule for rule in state.setup.moves.lead_out.rules if all(rule in card.rules for card in cards)), None)


def leading(state: BattleState) -> bool:
    """Whether somebody is asked to lead out."""
    return state.asked is not None and state.asked.kind == "lead-out"


def check_asked(state: BattleState, seat: Seat, unit: str) -> None:
    """The units that were just put down may move, and nobody else."""
    asked = state.asked
    assert asked is not None
    if asked.seat != seat or unit not in asked.units:
        names = ", ".join(facts.unit_name(state, id) for id in asked.units)
        raise Illegal(source(state, asked.units[0]), f"before the set-up goes on {asked.seat} may lead out {names}")


def source(state: BattleState, unit: str) -> str:
    return SOURCES.get(rule_of(state, unit) or "", state.setup.moves.lead_out.source)


# -- how near


def check_ways(state: BattleState, seat: Seat, steps: Sequence[Step]) -> None:
    """core 12 Spearhead, the catalogue's Redemption: no team is taken too near to what is the enemy's. Who only turns
    is taken nowhere."""
    forbids = limits(state, seat)
    for step in steps:
        if step.walk.length < 1 and step.end == step.start:
            continue
        team = step.leg.team
        for spot, facing in _looks(state, step):
            why = forbids(team, spot, facing)
            if why is not None:
                rule, name = source(state, facts.unit_id(team)), facts.team_name(state, team)
                raise Illegal(rule, f"{name} may not be taken there before the game: {why}")


def _looks(state: BattleState, step: Step) -> Iterator[tuple[Spot, int]]:
    """Where a team is looked at on its way, and how it faces there."""
    if state.setup.moves.lead_out.measured == "way":
        yield step.start, state.teams[step.leg.team].facing
        for start, end in pairwise(step.walk.path):
            facing, parts = bearing(start, end) or 0, max(ceil(facts.apart(start, end) / LOOK), 1)
            for n in range(1, parts + 1):
                yield (start[0] + (end[0] - start[0]) * n // parts, start[1] + (end[1] - start[1]) * n // parts), facing
    yield step.end, step.walk.facing


def limits(state: BattleState, seat: Seat) -> Forbids:
    """What keeps a team that leads out from a place, from its edge."""
    of_enemies, shut = near_enemies(state, seat), shut_ground(state, seat)

    def why(team: str, spot: Spot, facing: int) -> str | None:
        base = _outline(facts.stand_at(state, team, spot, facing))
        for one in shut:
            if base.distance(one.shape) < one.inches - EDGE:
                return f"it is within {one.inches} inches of {one.name}"
        return of_enemies(team, spot, facing)

    return why


def near_enemies(state: BattleState, seat: Seat) -> Forbids:
    """What keeps a team that leads out, or is put on ground so gained, from a place: enemies, from edge to edge."""
    rules = state.setup.moves.lead_out
    most = max(rules.unconcealed, rules.enemy) * MIL + 2 * facts.widest()
    enemies = facts.targets(state, seat)

    def why(team: str, spot: Spot, facing: int) -> str | None:
        about = enemies if rooms(state) else [id for id in enemies if facts.apart(facts.spot(state, id), spot) <= most]
        for enemy in about:
            far = _gap(state, team, spot, facing, enemy)
            if far < rules.enemy * MIL:
                return f"it is within {rules.enemy} inches of an enemy"
            if far < rules.unconcealed * MIL and _exposed(state, team, spot, facing, enemy):
                return f"it is within {rules.unconcealed} inches of an enemy from whom it is not Concealed"
        return None

    return why


def _gap(state: BattleState, team: str, spot: Spot, facing: int, enemy: str) -> int:
    if rooms(state):
        return facts.gap(_as_if(state, team, spot, facing), team, enemy)
    return facts.stands_gap(facts.ground(state), facts.stand_at(state, team, spot, facing), facts.stand(state, enemy))


def _exposed(state: BattleState, team: str, spot: Spot, facing: int, enemy: str) -> bool:
    """Whether an enemy would see a team somewhere, and terrain would not conceal it from him."""
    if rooms(state):
        look = facts.sight(_as_if(state, team, spot, facing), enemy, team)
    else:
        own = facts.stand_at(state, team, spot, facing)
        look = sees(facts.ground(state), facts.stand(state, enemy), own, facts.screens(state))
    return look.clear and not look.concealed


def _as_if(state: BattleState, team: str, spot: Spot, facing: int) -> BattleState:
    """A battle where a team stands somewhere: rooms say by who is in them how far it is and what is seen (002)."""
    return teams_with(state, {team: housed(state, TeamState(*spot, facing), 0)})


# -- ground


class Shut(NamedTuple):
    """Ground that nobody who leads out comes near to."""

    name: str
    shape: BaseGeometry
    inches: int


def shut_ground(state: BattleState, seat: Seat) -> list[Shut]:
    """The enemy deployment area, and the objectives outside a side's own."""
    return facts.kept(state, ("shut to who leads out", seat), lambda: _shut_ground(state, seat))


def _shut_ground(state: BattleState, seat: Seat) -> list[Shut]:
    rules, foe = state.setup.moves.lead_out, facts.enemy(seat)
    own, theirs = (with_own_rooms(state, one, home(state, one)) for one in (seat, foe))
    far = [(one.label, one.at) for one in state.mission.objectives.values() if one.at and not covers(own, one.at)]
    return [
        Shut("the enemy's deployment area", theirs, rules.area),
        *(Shut(f"objective {label}, outside its own area", spot_point(at), rules.objective) for label, at in far),
    ]


def gains(state: BattleState, unit: str) -> bool:
    """Whether a unit's move enlarges its side's deployment area."""
    return rule_of(state, unit) in state.setup.moves.lead_out.gains


def gained(state: BattleState, seat: Seat) -> MultiPolygon | None:
    """core 12 Spearhead: in the set-up the ground about the teams that led out, as far as they themselves might have
    come; nothing if there is none. Rulings A196, A197"""
    if state.mission.stage != "setup" or not any(facts.seat_of(unit) == seat for unit in state.led_out):
        return None
    return facts.kept(state, ("gained", seat), lambda: _gained(state, seat))


def gained_zones(state: BattleState) -> dict[str, MultiPolygon]:
    """The same for both sides beyond their own areas, as zones are named."""
    found = {seat: gained(state, seat) for seat in SEATS if state.led_out}
    return {
        f"{side_of(state.mission, seat)}-ground-gained": polygons(shape.difference(home(state, seat)))
        for seat, shape in found.items()
        if shape is not None
    }


def _gained(state: BattleState, seat: Seat) -> MultiPolygon | None:
    rules = state.setup.moves.lead_out
    own = [unit for unit in state.led_out if facts.seat_of(unit) == seat]
    bases = [_outline(facts.stand(state, id)) for unit in own for id in facts.teams_of(state, unit)]
    foes = [_outline(facts.stand(state, id)).buffer(rules.enemy) for id in facts.targets(state, seat)]
    shut = [one.shape.buffer(one.inches) for one in shut_ground(state, seat)]
    wide, high = facts.ground(state).size
    about = union_all([base.buffer(rules.ground) for base in bases]).intersection(box(0, 0, wide / MIL, high / MIL))
    found = polygons(about.difference(union_all([*foes, *shut])))
    return None if found.is_empty else found


def _outline(stand: Stand) -> BaseGeometry:
    """A base on the table, in inches."""
    round_base = radius(stand.base)
    if round_base:
        return Point(stand.x / MIL, stand.y / MIL).buffer(round_base / MIL, quad_segs=16)
    return Polygon([(x / MIL, y / MIL) for x, y in stand.corners()])
