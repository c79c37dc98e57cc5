"""How the staff fights for a river: infantry goes to its bank, crosses in boats and gets ashore; others take bridges
and fords; the defender holds the far bank and where the crossings meet it (000 River Assaults)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from orsha.kernel import Option, Whole
from orsha.tabletop.game import boats, facts, landing, launching, river_laying, ways
from orsha.tabletop.game.boat_state import BackWater, Launch
from orsha.tabletop.game.commands import BattleCommand, Leg, March
from orsha.tabletop.game.moving import bulk_after
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.ground import mission_of, side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.rivers import River, drift_odds
from orsha.tabletop.rivers.boats import river_rules
from orsha.tabletop.table import Bulk, Ranks, Route, route, walk
from orsha.tabletop.table.kinds import MIL

if TYPE_CHECKING:
    from orsha.bots.staff.plan import Task

BY_THE_WATER = 850
"""How far from the bank's edge a leader stands who waits for boats: next to it, and dry. In mils."""
MOST_OF_THEM = 0.7
"""So much of a unit can mount before it launches."""
BEYOND = 3000
"""How far behind a bank those stand who hold a crossing, in mils."""
AT = 2500
"""Who is so near to the end of a crossing goes on over it, in mils."""
WIDE = 5000
"""Half of how wide a unit in boats is, about, in mils."""
FAR_FROM_ENEMY = 18_000
ROUND = 6000
"""So far along the bank a unit goes for a better place to launch, in mils."""
NEAR_BANK = 7000
"""Who is so near to the water lines up along it, in mils."""
ROW = 1700
"""How far apart teams stand that line up, in mils."""
PLACES = tuple(
    sorted(((row, n) for row in range(3) for n in range(-5, 6)), key=lambda one: (one[0] + abs(one[1]), one))
)
"""Rows from the water, and how far aside: those at the edge and straight ahead first."""
SPREAD = 16_000
"""So far apart the attacker wants objectives, in mils."""
UPSTREAM = 12_000
"""What it is worth that boats can land before an objective, in mils of way."""
SHORT = 5000
"""So far before a goal a way ends that is shut by those who stand on it, in mils."""
BACKS = 3
"""So many boats of a unit are taken back into the shallows at most."""


# -- the set-up


def lay(state: BattleState, options: list[Option]) -> BattleCommand:
    """The river where it usually runs, as narrow as it may be."""
    usual = mission_of(state.mission).layout(state.mission.setup.table).river
    found = [option for option in options if option.act == "lay-river"]
    narrow = min(found, key=lambda option: option.choices("width")[0])
    middle = narrow.takes["middle"]
    assert isinstance(middle, Whole)
    at = round(usual.middle * MIL) if usual is not None else 0
    return mc.LayRiver(narrow.choices("width")[0], min(max(at, middle.least), middle.most))


def crossing(state: BattleState, seat: Seat) -> str:
    """The attacker wants bridges, the defender fords, which hold vehicles up."""
    return "road-bridge" if side_of(state.mission, seat) == "attacker" else "ford"


def stations(state: BattleState, seat: Seat, kept: Sequence[Spot]) -> tuple[Spot, ...]:
    """Where the crossings come to the defender's bank, if what must be kept lies behind it."""
    river = boats.river(state)
    if river is None or side_of(state.mission, seat) != "defender":
        return ()
    if all(river.side_at(at) == "attacker" for at in kept):
        return ()
    across = river.bank("defender") + river.inland("defender") * BEYOND
    return tuple(river.spot(across, river.along(at)) for _, at in river_laying.crossings(state.mission))


def objective(state: BattleState, seat: Seat, spots: Sequence[Spot]) -> Spot | None:
    """Where the attacker wants an objective: near to him, far from the others so that the defender must keep them all,
    and not where boats could only come from beyond the table's upper end. Nothing: he is not the attacker."""
    river = boats.river(state)
    if river is None or side_of(state.mission, seat) != "attacker":
        return None
    others = [one.at for one in state.mission.objectives.values() if one.at is not None and one.by == seat]

    def cost(at: Spot) -> float:
        way = -river.to_bank("attacker", at)
        alone = min((facts.apart(at, other) for other in others), default=SPREAD)
        over = river.side_at(at) == "defender" and landable(river, river.along(at)) != river.along(at)
        return way - 0.7 * min(alone, SPREAD) + (UPSTREAM if over else 0)

    return min(spots, key=cost, default=None)


def landable(river: River, along: int) -> int:
    """Where boats that are launched from within the table come to, nearest to such a place along the river."""
    usual = river.flow * _usual_drift()
    low, high = (WIDE + usual, river.long - WIDE) if river.flow >= 0 else (WIDE, river.long - WIDE + usual)
    return min(max(along, low), high)


def _usual_drift() -> int:
    return round(float(drift_odds().mean()) * MIL)


def ranged_in(state: BattleState, seat: Seat, spots: Sequence[Spot]) -> Spot | None:
    """Where artillery ranges in: the defender on where boats and crossings come to his bank, the attacker on the
    objective that is nearest to him."""
    river = boats.river(state)
    goals = [one.at for one in state.mission.objectives.values() if one.at is not None]
    if river is None or not goals:
        return None
    own = [one for one in state.mission.markers if one.seat == seat and one.what.startswith("ranged in")]
    taken = [one.at for one in own if one.at is not None]
    if side_of(state.mission, seat) == "defender":
        edge = river.bank("defender") + river.inland("defender") * BEYOND
        goals = [river.spot(edge, river.along(at)) if river.side_at(at) == "defender" else at for at in goals]
    else:
        goals.sort(key=lambda at: -river.to_bank("attacker", at))
    fresh = [at for at in goals if all(facts.apart(at, other) > WIDE for other in taken)] or goals
    return min(spots, key=lambda at: facts.apart(at, fresh[0]), default=None)


def start_from(state: BattleState, seat: Seat, unit: str, goals: Sequence[Spot]) -> tuple[Spot, ...]:
    """Where a unit is put when a river runs through the table. The attacker's for objectives across it: infantry up
    current of them, others by the crossings. The defender's by those that no water shields, if there are any."""
    river = boats.river(state)
    if river is None:
        return tuple(goals)
    if side_of(state.mission, seat) == "defender":
        return tuple(at for at in goals if river.side_at(at) == "attacker") or tuple(goals)
    over = [at for at in goals if river.side_at(at) == "defender"]
    near = [at for at in goals if at not in over]
    across = river.bank("attacker") + river.inland("attacker") * BY_THE_WATER
    if state.roster.units[unit].unit.kind == "infantry":
        upper = [min(max(river.along(at) - river.flow * _usual_drift(), WIDE), river.long - WIDE) for at in over]
        return (*near, *(river.spot(across, along) for along in upper))
    ends = [river.spot(across, river.along(at)) for _, at in river_laying.crossings(state.mission)]
    return (*near, *(ends if over else ()))


# -- across


def between(state: BattleState, here: Spot, there: Spot) -> bool:
    """Whether the river lies between two places."""
    river = boats.river(state)
    return river is not None and river.side_at(here) != river.side_at(there)


def goal(state: BattleState, unit: str, here: Spot, there: Spot) -> Spot:
    """Where a unit that goes by land makes for first: a bridge or ford, if the river is in its way.

    Only infantry is told: the way of tanks and guns leads around water by itself.
    """
    river = boats.river(state)
    kinds = {facts.card(state, id).kind for id in facts.teams_of(state, unit)}
    if river is None or "infantry" not in kinds or not between(state, here, there):
        return there
    ends = [_ends(river, at, here, there) for _, at in river_laying.crossings(state.mission)]
    if not ends:
        return there
    near, far = min(ends, key=lambda one: facts.apart(here, one[0]) + facts.apart(one[1], there))
    return far if facts.apart(here, near) < AT or river.side_at(here) is None else near


def _ends(river: River, at: Spot, here: Spot, there: Spot) -> tuple[Spot, Spot]:
    """The near and the far end of a crossing, on dry ground."""
    along, out = river.along(at), 1500
    low, high = river.spot(river.low - out, along), river.spot(river.high + out, along)
    return (low, high) if river.across(here) < river.across(there) else (high, low)


def column(state: BattleState, unit: str, goal: Spot, *, inches: float | None, dash: bool) -> tuple[Leg, ...]:
    """Vehicles toward a goal one behind the other, each by its own way around the others, the foremost first: side by
    side they would not get over a bridge or through a gap."""
    seat, table = facts.seat_of(unit), facts.ground(state)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    free = {
        id: route(table, facts.sheet(state, id).mover, facts.spot(state, id), goal) for id in ways.movers(state, unit)
    }
    legs: list[Leg] = []
    for id, alone in sorted(free.items(), key=lambda one: (1e9 if one[1] is None else one[1].length, one[0])):
        crowd.aside(id)
        found = _around(state, id, goal, enemies, crowd) or alone
        crowd.back(id)
        if found is not None:
            legs += ways.follow(state, unit, found.path, enemies, crowd, [id], inches=inches, dash=dash, before=legs)
            if legs and legs[-1].team == id:
                crowd[id] = bulk_after(state, legs[-1])
    return tuple(legs)


def _around(state: BattleState, team: str, goal: Spot, enemies: Sequence[Bulk], friends: Ranks) -> Route | None:
    """A team's way around its friends, and around the enemy if that can be: who stands on the goal shuts every way to
    it, so then it leads through him, or to just before it."""
    table, mover, here = facts.ground(state), facts.sheet(state, team).mover, facts.spot(state, team)
    far = facts.apart(here, goal)
    share = 1 - SHORT / far if far > 2 * SHORT else 1.0
    before = round(here[0] + (goal[0] - here[0]) * share), round(here[1] + (goal[1] - here[1]) * share)
    for foes, there in ((enemies, goal), ((), goal), ((), before)):
        found = route(table, mover, here, there, foes, friends, shun_difficult=True, minds=ways.MINDS)
        if found is not None:
            return found
    return None


def act(state: BattleState, seat: Seat, unit: str, task: Task, tried: set[str]) -> BattleCommand | None:
    """What a unit does about the river now: gets ashore, launches, or goes to its bank; nothing: something else."""
    its = state.units[unit]
    if its.moved or its.arriving:
        return None
    if boats.landers(state, unit):
        return _land(state, seat, unit, task, tried)
    if its.pinned or task.at is None or task.role not in ("take", "hunt"):
        return None
    if not boats.fleet(state, seat) or not launching.may_use_boats(state, unit):
        return None
    river, side = boats.the_river(state), boats.friendly(state, unit)
    first = launching.head(state, unit)
    if first is None or river.side_at(task.at) == side:
        return None
    if launching.to_bank(state, first) <= river_rules().next_to * MIL:
        return _at_bank(state, seat, unit)
    if any(state.teams[id].aboard is not None for id in facts.teams_of(state, unit)):
        return None
    return _to_bank(state, seat, unit, first, task.at)


def _land(state: BattleState, seat: Seat, unit: str, task: Task, tried: set[str]) -> BattleCommand | None:
    """Ashore, toward the goal; where the enemy leaves too little room, from the shallows."""
    afloat = boats.landers(state, unit)
    legs = landing.afloat_legs(state, unit, task.at) or landing.afloat_legs(state, unit)
    held = dict.fromkeys(state.teams[id].aboard for id in afloat if id not in {leg.team for leg in legs})
    for boat in held if len(tried) < BACKS else ():
        if boat is not None and landing.why_not_back(state, seat, boat) is None:
            return BackWater(boat)
    return March(unit, legs) if legs else None


def _at_bank(state: BattleState, seat: Seat, unit: str) -> BattleCommand | None:
    """Launches if most of the unit can mount; else those behind come up; else it waits for boats."""
    left = launching.on_bank(state, unit)
    near = river_rules().mount_within * MIL
    behind = [id for id in left if launching.to_bank(state, id) > near]
    if launching.why_not(state, seat, unit) is None:
        loads = launching.proper(state, seat, unit)
        if loads and sum(len(load.teams) for load in loads) >= MOST_OF_THEM * min(len(left), _room(state, seat)):
            return Launch(unit, loads)
    legs = _line_up(state, seat, unit, behind) if behind else ()
    return March(unit, legs) if legs else None


def _room(state: BattleState, seat: Seat) -> int:
    return len(boats.ready(state, seat)) * river_rules().passengers


def _line_up(state: BattleState, seat: Seat, unit: str, teams: list[str]) -> tuple[Leg, ...]:
    """Teams step up to the water one after the other, the first of them to its very edge, each to the nearest room."""
    river, side = boats.the_river(state), boats.friendly(state, unit)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    legs: list[Leg] = []
    for id in teams:
        sheet, here = facts.sheet(state, id), facts.spot(state, id)
        friends = [bulk for one, bulk in crowd.items() if one != id]
        most = facts.tactical(state, id) * MIL
        for row, aside in PLACES if legs else [one for one in PLACES if one[0] == 0]:
            across = river.bank(side) + river.inland(side) * (BY_THE_WATER + row * ROW)
            spot = river.spot(across, river.along(here) + aside * ROW)
            if not 0 <= river.along(spot) <= river.long or facts.apart(here, spot) > most:
                continue
            gone = walk(facts.ground(state), sheet.mover, (here, spot), enemies, friends)
            if gone.stopped is not None or gone.length < 1:
                continue
            if not facts.overlaps(state, id, gone.end, gone.facing, friends):
                legs.append(Leg(id, gone.path))
                crowd[id] = bulk_after(state, legs[-1])
                break
    return ways.checked(state, unit, tuple(legs))


def _to_bank(state: BattleState, seat: Seat, unit: str, first: str, there: Spot) -> BattleCommand | None:
    """To the bank, up current of the goal as far as that is no long way round, and not where boats drift off the table.

    Who can reach the water lines up along it.
    """
    river, side = boats.the_river(state), boats.friendly(state, unit)
    drift = drift_odds()
    usual, most = round(float(drift.mean()) * MIL), max(drift.as_dict()) * MIL + WIDE
    along = river.along(there) - river.flow * usual
    low, high = (WIDE, river.long - most) if river.flow > 0 else (most, river.long - WIDE)
    own = river.along(facts.spot(state, first))
    along = min(max(min(max(along, own - ROUND), own + ROUND), low), high)
    others = sorted(launching.on_bank(state, unit), key=lambda id: (id != first, launching.to_bank(state, id), id))
    if launching.to_bank(state, first) < NEAR_BANK and low <= own <= high:
        lined = _line_up(state, seat, unit, others)
        if any(leg.team == first for leg in lined):
            return March(unit, lined)
    at = river.spot(river.bank(side) + river.inland(side) * BY_THE_WATER, along)
    foes = [facts.apart(facts.spot(state, first), facts.spot(state, id)) for id in facts.targets(state, seat)]
    for dash in (True, False) if min(foes, default=1e9) > FAR_FROM_ENEMY else (False,):
        legs = ways.checked(state, unit, ways.toward(state, unit, at, dash=dash))
        if legs:
            return March(unit, legs)
    return None
