"""Moves for a whole unit: its leader goes somewhere, the others keep their places about it. For bots and samples.

What comes out is legal as far as the table can tell; `moving.plan` still has the last word.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.kernel import passes
from orsha.tabletop.battle import dashes
from orsha.tabletop.battle.moves import Pace as DashPace
from orsha.tabletop.battle.orders import takes_part
from orsha.tabletop.force.card import Move
from orsha.tabletop.game import boats, chain, changing, facts, room_ways
from orsha.tabletop.game.commands import Leg, March
from orsha.tabletop.game.landing import afloat_legs
from orsha.tabletop.game.laying import Laid, laid
from orsha.tabletop.game.moving import bulk_after, follower, plan
from orsha.tabletop.game.obstacles import dash_of, slowing
from orsha.tabletop.game.placing import to_and_fro
from orsha.tabletop.game.riding import may_drive
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Pace, Spot, UnitState
from orsha.tabletop.table import Bulk, Goer, Lengths, Ranks, Stride, route, strides, walk, way_of
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.ranks import Files
from orsha.tabletop.table.shapes import Outline, shifted

TURNS = 24
"""Directions that are tried at random."""
MINDS = 16_000
"""Whoever is farther off than that is gone around when it comes to that, in mils: by then he may have gone."""
PACES: tuple[DashPace, ...] = ("tactical", "terrain", "cross-country", "road")


def movers(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that can move: the leader first, the others by their names."""
    return list(facts.kept(state, ("movers", unit), lambda: _movers(state, unit)))


def _movers(state: BattleState, unit: str) -> list[str]:
    leader = state.units[unit].leader
    teams = [id for id in facts.teams_of(state, unit) if _moves(state, id)]
    return [leader, *sorted(id for id in teams if id != leader)] if leader in teams else sorted(teams)


def order_movers(state: BattleState, unit: str) -> list[str]:
    """Those of them that may move the inches of the unit's last order."""
    its = state.units[unit]
    if not its.extra or not its.given:
        return []
    slug, rules = its.given[-1].order, state.setup.moves
    return [id for id in movers(state, unit) if takes_part(slug, follower(state, id, slug), rules) is None]


def _moves(state: BattleState, team: str) -> bool:
    """Who can act and moves at Tactical; of a unit that comes on to the table also who can only dash."""
    its, card = state.teams[team], state.roster.teams[team].card
    if not facts.acting(its) or "move" in its.forbidden or (its.room is not None and card.kind == "gun"):
        return False
    if card.transport and not may_drive(state, team):
        return False
    if card.move is not None and card.move.tactical is not None:
        return True
    arrives = state.units[facts.unit_id(team)].arriving
    return arrives and any(dashes.inches_of(card, pace) is not None for pace in PACES)


def toward(
    state: BattleState,
    unit: str,
    goal: Spot,
    *,
    inches: float | None = None,
    dash: bool = False,
    by_order: bool = False,
) -> tuple[Leg, ...]:
    """The unit's legs toward a goal, around what is in the way; as far as its pace lets it, or so many inches."""
    teams = order_movers(state, unit) if by_order else movers(state, unit)
    if not teams:
        return ()
    seat = facts.seat_of(unit)
    through: tuple[Leg, ...] = ()
    if rooms(state):
        through, teams, goal = room_ways.toward(state, unit, goal, teams, by_order=by_order)
        if not teams:
            return through
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    front = teams[0]
    start = facts.spot(state, front)
    sheet = facts.sheet(state, front)
    solid = teams if sheet.mover.kind != "infantry" else ()
    crowd.aside(*solid)
    found = route(
        facts.ground(state),
        sheet.mover,
        start,
        goal,
        enemies,
        crowd,
        shun_difficult=sheet.card.kind == "tank",
        minds=MINDS,
        anyway=True,
    )
    crowd.back(*solid)
    path = found.path if found is not None else (start, goal)
    legs = follow(state, unit, path, enemies, crowd, teams, inches=inches, dash=dash, by_order=by_order, before=through)
    return (*through, *legs)


def follow(
    state: BattleState,
    unit: str,
    path: Outline,
    enemies: Sequence[Bulk],
    crowd: Ranks,
    teams: Sequence[str],
    *,
    inches: float | None = None,
    dash: bool = False,
    by_order: bool = False,
    before: Sequence[Leg] | None = None,
) -> tuple[Leg, ...]:
    """The leader along a path, the others beside it, those in front first so that nobody blocks the next.

    If the crowd is the unit's own side as it stands after some legs of it, and the enemies are all, `before` are those
    legs: then the move need not be walked again when it is looked into.
    """
    start, sheets = path[0], state.roster.teams
    ahead = (path[-1][0] - start[0], path[-1][1] - start[1])
    spots = {id: (state.teams[id].x, state.teams[id].y) for id in teams}
    facings = {id: state.teams[id].facing for id in teams}
    ranked = sorted(teams, key=lambda id: -(spots[id][0] * ahead[0] + spots[id][1] * ahead[1]))
    room = crowd.files({id: facts.bulk_at(state, id, spots[id], facings[id]) for id in teams if id not in crowd})
    moves = {sheets[id].card.move for id in ranked}
    most = {move: _lengths(state.units[unit], move, inches, dash, by_order) for move in moves}
    goers = [Goer(id, sheets[id].mover, spots[id], most[sheets[id].card.move], facings[id]) for id in ranked]
    steady: Pace = "order" if by_order else "tactical"
    known = None if before is None or rooms(state) else laid(state, before)
    legs: list[Leg] = []
    for goer, gone in _strides(state, goers, path, enemies, room):
        leg = Leg(goer.id, gone.path, gone.dash or steady)
        legs.append(leg)
        if known is not None:
            known = None if gone.walk is None else known.setdefault(leg, Laid(gone.walk)).then
    return tuple(legs)


def _strides(
    state: BattleState, goers: Sequence[Goer], path: Outline, enemies: Sequence[Bulk], room: Files
) -> list[tuple[Goer, Stride]]:
    """Who of some teams goes beside a path, and how. Those beside the first who cannot keep their places go their own
    ways at last, around what is shut to them."""
    table, way, lap = facts.ground(state), way_of(path), facts.LAP
    found: list[tuple[Goer, Stride | None]] = []
    while goers:
        wire, some = slowing(state, goers[0].id), _alike(goers)
        found += zip(some, strides(table, some, way, path[0], enemies, room, wire=wire, lap=lap), strict=True)
        goers = goers[len(some) :]
    for goer in [goer for goer, its in found if its is None and goer.spot != path[0]]:
        own = route(table, goer.mover, goer.spot, path[-1])
        if own is not None:
            wire, way = slowing(state, goer.id), way_of(own.path)
            found += [(goer, strides(table, [goer], way, goer.spot, enemies, room, wire=wire, lap=lap)[0])]
    return [(goer, its) for goer, its in found if its is not None]


def _alike(goers: Sequence[Goer]) -> Sequence[Goer]:
    """The first of some teams that go over the ground alike."""
    kind, swims = goers[0].mover.kind, goers[0].mover.amphibious
    for n, goer in enumerate(goers):
        if goer.mover.kind != kind or goer.mover.amphibious != swims:
            return goers[:n]
    return goers


def _lengths(unit: UnitState, move: Move | None, inches: float | None, dash: bool, by_order: bool) -> Lengths:
    """How far a team of a unit goes at each pace, or so many inches at the most."""
    most = inches if inches is not None else 99.0
    if by_order:
        return Lengths(_mils(unit.extra, most))
    if move is None:
        return Lengths(-1.0)
    if not dash or unit.pinned:
        return Lengths(_mils(move.tactical, most))
    each = move.tactical, move.road, move.cross_country, move.terrain
    return Lengths(*[_mils(its, most) for its in each])


def _mils(its: int | None, most: float) -> float:
    return -1.0 if its is None else min(float(its), most) * MIL - 2


# -- at random


def at_random(state: BattleState, unit: str, rng: random.Random, by_order: bool = False) -> tuple[Leg, ...]:
    """Some legal move of a unit: a direction, a distance, a pace; at the least one team turns about."""
    teams = order_movers(state, unit) if by_order else movers(state, unit)
    if state.boats and not by_order and boats.landers(state, unit):
        landing = afloat_legs(state, unit, rng=rng) or afloat_legs(state, unit)
        if landing:
            return landing
    rides = () if by_order or state.units[unit].arriving else changing.at_random(state, unit, teams, rng)
    if rides and legal(state, unit, rides):
        return rides
    if not teams:
        return ()
    if state.units[unit].arriving:
        legs = come_on(state, unit)
        return legs if legs and legal(state, unit, legs) else ()
    if rooms(state):
        legs = room_ways.at_random(state, unit, teams, rng, by_order=by_order) if rng.random() < 0.6 else ()
        if legs and legal(state, unit, legs):
            return legs
        outside = [id for id in teams if state.teams[id].room is None]
        return _some_way(state, unit, outside, rng, by_order) or _turn(state, unit, teams, rng, by_order)
    return _some_way(state, unit, teams, rng, by_order) or _turn(state, unit, teams, rng, by_order)


def _some_way(
    state: BattleState, unit: str, teams: Sequence[str], rng: random.Random, by_order: bool
) -> tuple[Leg, ...]:
    """Some teams of a unit in some direction, together."""
    if not teams:
        return ()
    seat, leader = facts.seat_of(unit), teams[0]
    for _ in range(TURNS // 4):
        turn = rng.randrange(360)
        far = rng.uniform(1, 20)
        goal = facts.on_to_table(state, *shifted(facts.spot(state, leader), turn, round(far * MIL)))
        enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
        some = teams if rng.random() < 0.7 else rng.sample(teams, rng.randint(1, len(teams)))
        path = (facts.spot(state, some[0]), goal)
        if path[0] == goal:
            continue
        dash = rng.random() < 0.4
        legs = follow(state, unit, path, enemies, crowd, some, dash=dash, by_order=by_order, before=())
        if legs and legal(state, unit, legs):
            return legs
    return ()


def _turn(state: BattleState, unit: str, teams: Sequence[str], rng: random.Random, by_order: bool) -> tuple[Leg, ...]:
    """One team turns about, or stays as it stands where nobody has room for that."""
    pace: Pace = "order" if by_order else "tactical"
    for facing in (rng.randrange(360), None):
        for id in teams:
            its = state.teams[id]
            way = its.facing if facing is None else facing
            legs = (Leg(id, (facts.spot(state, id),), pace, way, level=its.level),)
            if legal(state, unit, legs):
                return legs
    return ()


def come_on(state: BattleState, unit: str) -> tuple[Leg, ...]:
    """A unit's way from the edge on to the table: rank behind rank, everybody about the leader."""
    seat = facts.seat_of(unit)
    teams = movers(state, unit)
    if not teams:
        return ()
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    leader, reach = teams[0], chain.command_inches(state, unit) * MIL
    legs: list[Leg] = []
    middle: Spot | None = None
    for id in sorted(teams, key=lambda one: (one != leader, -facts.tactical(state, one), one)):
        leg = _step_on(state, id, enemies, crowd, middle, reach, deep=id != leader)
        if leg is None:
            return ()
        legs.append(leg)
        middle = leg.way[-1] if id == leader else middle
        crowd[id] = bulk_after(state, leg)
    return tuple(legs)


def _step_on(
    state: BattleState,
    team: str,
    enemies: Sequence[Bulk],
    crowd: Ranks,
    middle: Spot | None,
    reach: int,
    *,
    deep: bool,
) -> Leg | None:
    """The first free place that a team can step to, the deepest first; the leader half-way in."""
    sheet = facts.sheet(state, team)
    radius, start = sheet.half_width, facts.spot(state, team)
    most = (facts.tactical(state, team) or _least_dash(state, team)) * MIL - 2
    (ax, ay), width = _ahead(state, team), radius * 2 + 100
    depths = [most - n * width for n in range(8) if most - n * width > 0] or [most]
    for far in depths if deep else [most * 2 // 3, *depths]:
        for n in range(9):
            aside = to_and_fro(n) * width
            spot = facts.on_to_table(state, start[0] + ax * far + ay * aside, start[1] + ay * far + ax * aside)
            if facts.apart(start, spot) > most:
                continue
            if middle is not None and facts.apart(spot, middle) - 2 * radius > reach - 100:
                continue
            gone = walk(facts.ground(state), sheet.mover, (start, spot), enemies, crowd)
            if gone.stopped is not None or gone.length < 1:
                continue
            if not facts.overlaps(state, team, gone.end, gone.facing, crowd):
                return Leg(team, gone.path, "tactical" if facts.tactical(state, team) else dash_of(state, team, gone))
    return None


def _least_dash(state: BattleState, team: str) -> int:
    """What a team that does not move at Tactical can do on any ground."""
    found = [dashes.inches_of(facts.card(state, team), pace) for pace in PACES]
    return min((inches for inches in found if inches is not None), default=0)


def _ahead(state: BattleState, team: str) -> tuple[int, int]:
    """The direction away from the nearest edge."""
    x, y = facts.spot(state, team)
    wide, high = facts.ground(state).size
    edges = {(0, 1): y, (0, -1): high - y, (1, 0): x, (-1, 0): wide - x}
    return min(edges, key=lambda way: edges[way])


def checked(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """The legs if they are legal, or those of them that are, one after the other; outside rooms the leader's among
    them rather than not."""
    if not legs or legal(state, unit, legs):
        return legs
    found, leader = _one_by_one(state, unit, legs), state.units[unit].leader
    if rooms(state) or any(leg.team == leader for leg in found):
        return found
    first = _one_by_one(state, unit, sorted(legs, key=lambda leg: leg.team != leader))
    return first if len(first) > len(found) else found


def _one_by_one(state: BattleState, unit: str, legs: Sequence[Leg]) -> tuple[Leg, ...]:
    """Those of some legs that are legal with those before them."""
    kept: tuple[Leg, ...] = ()
    for leg in legs:
        if legal(state, unit, (*kept, leg)):
            kept = (*kept, leg)
    return kept


def legal(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> bool:
    return passes(plan, state, facts.seat_of(unit), March(unit, legs))
