"""Placing fortifications (000): each bunker and nest a unit of its own, with a facing; defilade walls."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Literal

from shapely import Point, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from orsha.kernel import Illegal, OneOf, Option, passes
from orsha.tabletop.battle.to_hit import field_of_fire
from orsha.tabletop.force import works as cards
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import facts
from orsha.tabletop.game.bound import Bound, all_of, bound
from orsha.tabletop.game.commands import Build, Place, Site
from orsha.tabletop.game.events import Built, Deployed
from orsha.tabletop.game.refereeing import Referee, advance
from orsha.tabletop.game.roster import Work, base_of
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import seat_of, zone_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import Region, covers, ready
from orsha.tabletop.table import Feature, Stand, Table, fits
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.checking import clash
from orsha.tabletop.table.kinds import MIL, TeamKind, terrain
from orsha.tabletop.table.shapes import shifted
from orsha.tabletop.table.underfoot import Mover

FORTIFICATIONS = "000 Fortifications"
PLACING = "000 Onslaught, placing fortifications"
WALLS = "000 Defilade Walls"
WALL = "defilade-wall"
AIR = 50
"""Between a bunker and its wall, in mils, so that the wall is beside it and not on it."""
TRIES = 400
SIDES: tuple[Literal["left", "right"] | None, ...] = ("left", "right", None, None)


# -- what is placed now


def waiting(state: BattleState, seat: Seat) -> tuple[str, ...]:
    """The selections that a seat has taken and must place now."""
    step = _step(state)
    if step is None or seat != seat_of(state.mission, step.by) or seat not in state.mission.passed:
        return ()
    return tuple(dict.fromkeys(state.mission.taken))


def _step(state: BattleState) -> f.Fortifications | None:
    if state.mission.mission is None or state.mission.stage != "setup":
        return None
    step = steps.current(state.mission)
    return step if isinstance(step, f.Fortifications) else None


@cache
def teams_of(item: str) -> tuple[str, ...]:
    """The teams of a selection, by the names on its card: "4 machine-gun nests" are four."""
    size = cards()[item].sizes[0]
    return tuple(name for name, count in size.teams.items() for _ in range(count))


def card_of(item: str, team: str) -> Team:
    return cards()[item].teams[team]


def may_have_wall(item: str) -> bool:
    """000 Defilade Walls: an anti-tank bunker may have one."""
    file = fortifications()
    return file.items[item].kind in file.defilade_wall.of


def walls_of(item: str, site: Site) -> tuple[Feature, ...]:
    """The defilade wall of a site: along one side of the bunker and on ahead of it."""
    if site.wall is None:
        return ()
    shape = base(base_of(card_of(item, teams_of(item)[0])))
    aside = shape.half_width + thickness() // 2 + AIR
    right = aside if site.wall == "right" else -aside
    ahead = shape.half_length + fortifications().defilade_wall.ahead * MIL
    rear, front = (shifted(site.at, site.facing, far, right) for far in (-shape.half_length, ahead))
    return (Feature(WALL, line=(rear, front)),)


@cache
def thickness() -> int:
    """How thick a defilade wall is, in mils."""
    return round(terrain().kind(WALL).width * MIL)


# -- checks


def check(state: BattleState, seat: Seat, command: Build) -> None:
    """Refuses a selection that is not to be placed now, or not so."""
    items = waiting(state, seat)
    if command.item not in items:
        named = ", ".join(items) or "nothing"
        raise Illegal(FORTIFICATIONS, f"{command.item!r} is not placed by {seat} now; {named} is")
    names = teams_of(command.item)
    if len(command.sites) != len(names):
        raise Illegal(FORTIFICATIONS, f"{command.item} takes {len(names)} sites, not {len(command.sites)}")
    taken = [facts.stand(state, f"{work.unit}.0") for work in state.works]
    for name, site in zip(names, command.sites, strict=True):
        taken.append(_check_site(state, command.item, name, site, taken))


def _check_site(state: BattleState, item: str, name: str, site: Site, taken: Sequence[Stand]) -> Stand:
    step, table = _step(state), facts.ground(state)
    assert step is not None
    card = card_of(item, name)
    stand = Stand(*site.at, base_of(card), site.facing)
    shape = Polygon(stand.corners())
    if not all(table.holds(spot) for spot in stand.corners()) or not covers(zone_of(state.mission, step.zone), site.at):
        raise Illegal(PLACING, f"{name} is placed in its side's deployment area, all of it on the table")
    near = next((other for other in taken if facts.stands_gap(table, stand, other) < step.apart * MIL), None)
    if near is not None:
        raise Illegal(PLACING, f"fortifications stand at least {step.apart:g} inches apart")
    _check_off_walls(table, name, shape, step.apart)
    _check_ground(state, name, shape, step.from_objectives)
    kind: TeamKind = "tank" if card.kind == "aircraft" else card.kind
    friends = facts.bulks(state, facts.targets(state, facts.enemy(seat_of(state.mission, step.by))))
    foes = facts.foes(state, seat_of(state.mission, step.by))
    if not fits(table, Mover(kind, stand.base), site.at, site.facing, foes, friends):
        raise Illegal(PLACING, f"{name} cannot stand there: the ground, or a team, leaves no room")
    _check_wall(state, item, name, site, taken, step)
    return stand


def _check_off_walls(table: Table, name: str, shape: Polygon, apart: float) -> None:
    """000 Onslaught: a defilade wall is of its bunker, and others stand as far from it as from the bunker."""
    kind = table.terrain.kind(WALL)
    walls = [Polygon(feature.outline(kind)) for feature in table.features if feature.kind == WALL]
    if any(shape.distance(wall) < apart * MIL for wall in walls):
        raise Illegal(PLACING, f"{name} stands at least {apart:g} inches from another's defilade wall")


def _check_ground(state: BattleState, name: str, shape: Polygon, clear: float) -> None:
    """000 Onslaught: away from objectives, off roads, railways, fords and water."""
    for label, objective in state.mission.objectives.items():
        if objective.at is not None and shape.distance(Point(objective.at)) < clear * MIL:
            raise Illegal(PLACING, f"{name} stands at least {clear:g} inches from objective {label}")
    if _lies_on(shape, _barred(facts.ground(state))):
        raise Illegal(PLACING, f"{name} may not block a road, a railway line or a ford, nor stand in water")


def _lies_on(shape: Polygon, ground: BaseGeometry) -> bool:
    return bool(ground.intersects(shape)) and not bool(ground.touches(shape))


def _barred(table: Table) -> BaseGeometry:
    """Roads, railways, bridges, fords and water; worked out once for a table."""
    found: BaseGeometry | None = table.__dict__.get("barred to works")
    if found is None:
        groups, every = fortifications().placing.not_on, zip(table.outlines, table.kinds, strict=True)
        shapes = [Polygon(outline) for outline, kind in every if kind.group in groups or kind.water]
        found = table.__dict__["barred to works"] = ready(union_all(shapes))
    return found


def _check_wall(
    state: BattleState, item: str, name: str, site: Site, taken: Sequence[Stand], step: f.Fortifications
) -> None:
    """000 Defilade Walls: attached to an anti-tank bunker, on ground where a wall can stand."""
    if site.wall is None:
        return
    if not may_have_wall(item):
        raise Illegal(WALLS, f"{name} has no defilade wall: only anti-tank bunkers may")
    table = facts.ground(state)
    (wall,) = walls_of(item, site)
    zone = zone_of(state.mission, step.zone)
    if not all(table.holds(spot) and covers(zone, spot) for spot in wall.line):
        raise Illegal(WALLS, f"the wall of {name} stands in its side's deployment area, all of it on the table")
    kind = table.terrain.kind(WALL)
    shape = Polygon(wall.outline(kind))
    _check_ground(state, f"the wall of {name}", shape, step.from_objectives)
    if any(shape.distance(Polygon(other.corners())) < step.apart * MIL for other in taken):
        raise Illegal(WALLS, f"the wall of {name} stands at least {step.apart:g} inches from other fortifications")
    _check_off_walls(table, f"the wall of {name}", shape, step.apart)
    for n, (outline, other) in enumerate(zip(table.outlines, table.kinds, strict=True)):
        if clash(table.terrain, kind, other) and shape.intersects(Polygon(outline)):
            raise Illegal(WALLS, f"the wall of {name} cannot stand on {table.called(n)}")


# -- the act


def build(story: Story, seat: Seat, command: Build) -> None:
    """000 Fortifications: a selection is placed, team by team, each a unit of its own."""
    state = story.state
    check(state, seat, command)
    first = sum(work.unit.startswith(seat) for work in state.works)
    names = teams_of(command.item)
    made = tuple(Work(f"{seat} w{first + n}", command.item, name) for n, name in enumerate(names))
    walls = tuple(wall for site in command.sites for wall in walls_of(command.item, site))
    story.tell(Built(seat, command.item, made, walls))
    for work, site in zip(made, command.sites, strict=True):
        place = Place(f"{work.unit}.0", site.at, site.facing)
        story.tell(Deployed(work.unit, facts.unit_name(story.state, work.unit), (place,), "set-up"))
    steps.act(Referee(story), seat, mc.Put(command.item, command.sites[0].at))
    advance(story)


# -- options


class Sites(Bound, frozen=True, tag="sites", dict=True):
    """A site for each team of a selection; so many inches apart and from objectives, in the zone."""

    item: str
    count: int
    wall: bool
    apart: float
    from_objectives: float
    rings: tuple[tuple[tuple[int, int], ...], ...]
    """The zone."""
    forward: bool = False
    """Whether its guns fire ahead only."""

    def contains(self, value: object) -> bool:
        return all_of(value, Site) and passes(check, self.about, self.who, Build(self.item, value))

    def sample(self, rng: random.Random) -> object:
        return some_sites(self.about, self.item, rng)


def some_sites(state: BattleState, item: str, rng: random.Random) -> tuple[Site, ...]:
    """Legal sites for a selection at random; nothing for a team where no room was found."""
    step = _step(state)
    assert step is not None
    region = Region.of(zone_of(state.mission, step.zone))
    taken = [facts.stand(state, f"{work.unit}.0") for work in state.works]
    found: list[Site] = []
    for name in teams_of(item):
        for _ in range(TRIES):
            spot = region.sample(rng)
            assert isinstance(spot, tuple)
            wall = rng.choice(SIDES) if may_have_wall(item) else None
            site = Site((spot[0], spot[1]), rng.randrange(360), wall)
            stand = stand_at(state, item, name, site, taken)
            if stand is not None:
                taken.append(stand)
                found.append(site)
                break
    return tuple(found)


def stand_at(state: BattleState, item: str, name: str, site: Site, taken: Sequence[Stand]) -> Stand | None:
    """A team of a selection as it would stand at a site beside others; nothing if it may not."""
    try:
        return _check_site(state, item, name, site, taken)
    except Illegal:
        return None


def options(state: BattleState, seat: Seat) -> list[Option]:
    """A "build" for each selection that waits for its sites."""
    step, found = _step(state), []
    for item in waiting(state, seat):
        assert step is not None
        rings = Region.of(zone_of(state.mission, step.zone)).rings
        ahead = any(
            field_of_fire(card_of(item, name), weapon) == "forward"
            for name in teams_of(item)
            for weapon in card_of(item, name).weapons
        )
        sites = Sites(item, len(teams_of(item)), may_have_wall(item), step.apart, step.from_objectives, rings, ahead)
        takes = {"item": OneOf((item,)), "sites": bound(sites, state, seat)}
        found.append(Option("build", f"place {item}", takes))
    return found
