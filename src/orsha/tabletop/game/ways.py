"""Moves for a whole unit: its leader goes somewhere, the others keep their places about it. For bots and samples.

What comes out is legal as far as the table can tell; `moving.plan` still has the last word.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.kernel import Illegal
from orsha.tabletop.battle import dashes
from orsha.tabletop.battle.moves import Pace as DashPace
from orsha.tabletop.battle.orders import takes_part
from orsha.tabletop.game import boats, chain, changing, facts, room_ways
from orsha.tabletop.game.commands import Leg, March
from orsha.tabletop.game.landing import afloat_legs
from orsha.tabletop.game.moving import follower, plan
from orsha.tabletop.game.obstacles import dash_of
from orsha.tabletop.game.riding import may_drive
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Pace, Spot
from orsha.tabletop.table import Disc, Ranks, Stride, route, stride, walk
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import Outline, shifted

TURNS = 24
"""Directions that are tried at random."""
NUDGES = 5
"""How often a leg is shortened until its end is free."""
PACES: tuple[DashPace, ...] = ("tactical", "terrain", "cross-country", "road")


def movers(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that can move: the leader first, the others by their nearness to where they go."""
    leader = state.units[unit].leader
    teams = [id for id in facts.teams_of(state, unit) if facts.acting(state.teams[id]) and _moves(state, id)]
    return sorted(teams, key=lambda id: (id != leader, id))


def order_movers(state: BattleState, unit: str) -> list[str]:
    """Those of them that may move the inches of the unit's last order."""
    its = state.units[unit]
    if not its.extra or not its.given:
        return []
    slug, rules = its.given[-1].order, state.setup.moves
    return [id for id in movers(state, unit) if takes_part(slug, follower(state, id, slug), rules) is None]


def _moves(state: BattleState, team: str) -> bool:
    """Who moves at Tactical; of a unit that comes on to the table also who can only dash."""
    its = state.teams[team]
    if "move" in its.forbidden or (its.room is not None and facts.card(state, team).kind == "gun"):
        return False
    if not may_drive(state, team):
        return False
    paces: tuple[DashPace, ...] = PACES if state.units[facts.unit_id(team)].arriving else ("tactical",)
    return any(dashes.inches_of(facts.card(state, team), pace) is not None for pace in paces)


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
    others = [disc for id, disc in crowd.items() if id not in teams]
    sheet = facts.sheet(state, front)
    found = route(
        facts.ground(state), sheet.mover, start, goal, enemies, others, shun_difficult=sheet.card.kind == "tank"
    )
    if found is None:
        found = route(facts.ground(state), sheet.mover, start, goal)
    path = found.path if found is not None else (start, goal)
    return (*through, *follow(state, unit, path, enemies, crowd, teams, inches=inches, dash=dash, by_order=by_order))


def follow(
    state: BattleState,
    unit: str,
    path: Outline,
    enemies: Sequence[Disc],
    crowd: Ranks,
    teams: Sequence[str],
    *,
    inches: float | None = None,
    dash: bool = False,
    by_order: bool = False,
) -> tuple[Leg, ...]:
    """The leader along a path, the others beside it, those in front first so that nobody blocks the next."""
    start = path[0]
    ahead = (path[-1][0] - start[0], path[-1][1] - start[1])
    spots = {id: facts.spot(state, id) for id in teams}
    ranked = sorted(teams, key=lambda id: -(spots[id][0] * ahead[0] + spots[id][1] * ahead[1]))
    room = crowd.copy()
    legs = []
    for id in ranked:
        at = spots[id]
        own = tuple((x + at[0] - start[0], y + at[1] - start[1]) for x, y in path)
        leg = _leg(state, id, [_kept(state, spot) for spot in own], enemies, room, inches, dash, by_order)
        if leg is None or len(leg.way) < 2:
            leg = _own_way(state, id, path[-1], enemies, room, inches, dash, by_order)
        if leg is None:
            continue
        legs.append(leg)
        room[id] = facts.disc_at(state, id, leg.way[-1])
    return tuple(legs)


def _own_way(
    state: BattleState,
    team: str,
    goal: Spot,
    enemies: Sequence[Disc],
    crowd: Ranks,
    inches: float | None,
    dash: bool,
    by_order: bool,
) -> Leg | None:
    """A team that cannot keep its place goes its own way, around what is shut to it."""
    found = route(facts.ground(state), facts.sheet(state, team).mover, facts.spot(state, team), goal)
    return None if found is None else _leg(state, team, found.path, enemies, crowd, inches, dash, by_order)


def _kept(state: BattleState, spot: Spot) -> Spot:
    """A spot kept on the table."""
    wide, high = facts.ground(state).size
    return min(max(spot[0], 0), wide), min(max(spot[1], 0), high)


def _leg(
    state: BattleState,
    team: str,
    path: Sequence[Spot],
    enemies: Sequence[Disc],
    crowd: Ranks,
    inches: float | None,
    dash: bool,
    by_order: bool,
) -> Leg | None:
    """A team's leg along a path: as far as it may, and shorter where another team stands at the end."""
    crowd.aside(team)
    leg = _alone(state, team, path, enemies, crowd, inches, dash, by_order)
    crowd.back(team)
    return leg


def _alone(
    state: BattleState,
    team: str,
    path: Sequence[Spot],
    enemies: Sequence[Disc],
    friends: Ranks,
    inches: float | None,
    dash: bool,
    by_order: bool,
) -> Leg | None:
    """The same, when it stands no more among its friends."""
    unit = state.units[facts.unit_id(team)]
    if by_order:
        return _shortest(state, team, path, enemies, friends, min(float(unit.extra), inches or 99.0), "order")
    most = inches if inches is not None else 99.0
    if dash and not unit.pinned:
        leg = _dash(state, team, path, enemies, friends, most)
        if leg is not None:
            return leg
    tactical = float(dashes.inches_of(facts.card(state, team), "tactical") or 0)
    return _shortest(state, team, path, enemies, friends, min(tactical, most), "tactical")


def _shortest(
    state: BattleState,
    team: str,
    path: Sequence[Spot],
    enemies: Sequence[Disc],
    friends: Ranks,
    most: float,
    pace: Pace,
) -> Leg | None:
    """So many inches of a path, or less by the width of a base at a time, until nobody stands at its end."""
    sheet = facts.sheet(state, team)
    radius = sheet.half_width
    length = most * MIL - 2
    for _ in range(NUDGES):
        if length < 1:
            return None
        gone = stride(facts.ground(state), sheet.mover, path, length, enemies, friends, facts.LAP)
        if gone.length < 1:
            return None
        if not gone.crowded:
            return Leg(team, gone.path, pace)
        length = gone.length - radius * 2
    return None


def _dash(
    state: BattleState,
    team: str,
    path: Sequence[Spot],
    enemies: Sequence[Disc],
    friends: Ranks,
    limit: float,
) -> Leg | None:
    """At the dash that the ground allows; nothing where an enemy is too near for one."""
    card, table = facts.card(state, team), facts.ground(state)
    mover, radius = facts.sheet(state, team).mover, facts.sheet(state, team).half_width
    clear = round(table.terrain.movement.dash_clear * MIL)
    walked: dict[float, Stride] = {}
    """Several dashes are of the same length."""
    for pace in ("road", "cross-country", "terrain"):
        most = dashes.inches_of(card, pace)
        if most is None:
            continue
        length = min(float(most), limit) * MIL - 2
        for _ in range(NUDGES):
            if length < 1:
                break
            gone = walked.get(length) or stride(table, mover, path, length, enemies, friends, facts.LAP)
            walked[length] = gone
            at = dash_of(state, team, gone)
            if gone.length < 1 or not (at == pace or (pace == "terrain" and at == "cross-country")):
                break
            if gone.nearest_enemy is not None and gone.nearest_enemy < clear:
                return None
            if not gone.crowded:
                return Leg(team, gone.path, at)
            length = gone.length - radius * 2
    return None


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
        goal = _kept(state, shifted(facts.spot(state, leader), turn, round(far * MIL)))
        enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
        some = teams if rng.random() < 0.7 else rng.sample(teams, rng.randint(1, len(teams)))
        path = (facts.spot(state, some[0]), goal)
        if path[0] == goal:
            continue
        legs = follow(state, unit, path, enemies, crowd, some, dash=rng.random() < 0.4, by_order=by_order)
        if legs and legal(state, unit, legs):
            return legs
    return ()


def _turn(state: BattleState, unit: str, teams: Sequence[str], rng: random.Random, by_order: bool) -> tuple[Leg, ...]:
    """One team turns about."""
    pace: Pace = "order" if by_order else "tactical"
    for id in teams:
        legs = (Leg(id, (facts.spot(state, id),), pace, rng.randrange(360), level=state.teams[id].level),)
        if legal(state, unit, legs):
            return legs
    return ()


def come_on(state: BattleState, unit: str) -> tuple[Leg, ...]:
    """A unit's way from the edge on to the table: rank behind rank, everybody about the leader."""
    seat = facts.seat_of(unit)
    teams = movers(state, unit)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    leader, reach = teams[0], chain.command_inches(state, unit) * MIL
    legs: list[Leg] = []
    middle: Spot | None = None
    for id in sorted(teams, key=lambda one: (one != leader, -_tactical(state, one), one)):
        leg = _step_on(state, id, enemies, crowd, middle, reach, deep=id != leader)
        if leg is None:
            return ()
        legs.append(leg)
        middle = leg.way[-1] if id == leader else middle
        crowd[id] = facts.disc_at(state, id, leg.way[-1])
    return tuple(legs)


def _tactical(state: BattleState, team: str) -> int:
    return dashes.inches_of(facts.card(state, team), "tactical") or 0


def _step_on(
    state: BattleState,
    team: str,
    enemies: Sequence[Disc],
    crowd: Ranks,
    middle: Spot | None,
    reach: int,
    *,
    deep: bool,
) -> Leg | None:
    """The first free place that a team can step to, the deepest first; the leader half-way in."""
    sheet = facts.sheet(state, team)
    radius, start = sheet.half_width, facts.spot(state, team)
    most = (_tactical(state, team) or _least_dash(state, team)) * MIL - 2
    (ax, ay), width = _ahead(state, team), radius * 2 + 100
    depths = [most - n * width for n in range(8) if most - n * width > 0] or [most]
    for far in depths if deep else [most * 2 // 3, *depths]:
        for n in range(9):
            aside = (n + 1) // 2 * (1 if n % 2 else -1) * width
            spot = _kept(state, (start[0] + ax * far + ay * aside, start[1] + ay * far + ax * aside))
            if facts.apart(start, spot) > most or facts.overlaps(spot, radius, crowd):
                continue
            if middle is not None and facts.apart(spot, middle) - 2 * radius > reach - 100:
                continue
            gone = walk(facts.ground(state), sheet.mover, (start, spot), enemies, crowd)
            if gone.stopped is None and gone.length >= 1:
                return Leg(team, gone.path, "tactical" if _tactical(state, team) else dash_of(state, team, gone))
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


def legal(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> bool:
    try:
        plan(state, facts.seat_of(unit), March(unit, legs))
    except Illegal:
        return False
    return True
