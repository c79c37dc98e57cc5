"""The staff and what lies in the way (core 5.4, 000): it goes around mines and wire, or through, and clears them."""

from __future__ import annotations

from orsha.tabletop.game import facts, obstacles, ordering, ways
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.moving import bulk_after, facing_after
from orsha.tabletop.game.obstacles import Danger, reach_of
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Bulk, route
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.walking import to_way

ROUND = 8 * MIL
"""So much longer a way around mines may be, in mils."""
AIR = 60
"""So far outside a marker's reach it leads, in mils."""
AHEAD = 6 * MIL
"""So near to its leader a unit clears what lies on its way, in mils."""


def laid(state: BattleState) -> bool:
    """Whether there is anything to mind."""
    return bool(state.mission.markers or state.traps) and any(obstacles.markers(state).values())


def toward(state: BattleState, unit: str, goal: Spot, *, inches: float | None, dash: bool) -> tuple[Leg, ...]:
    """The unit's legs toward a goal; teams whose legs lead into mines or wire go around. Where they cannot they
    go in: nobody clears what is out of his reach."""
    plain = ways.toward(state, unit, goal, inches=inches, dash=dash)
    if not laid(state) or not any(_first(state, leg) for leg in plain):
        return plain
    seat = facts.seat_of(unit)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    found: list[Leg] = []
    for leg in plain:
        kept = leg
        if _first(state, leg) is not None:
            path = _around(state, leg.team, goal)
            some = ways.follow(state, unit, path, enemies, crowd, [leg.team], inches=inches, dash=dash) if path else ()
            kept = next((one for one in some if _first(state, one) is None), None) or leg
        others = [bulk for id, bulk in crowd.items() if id != leg.team]
        there = bulk_after(state, kept)
        if not facts.overlaps(state, leg.team, kept.way[-1], there.facing, others):
            found.append(kept)
            crowd[leg.team] = there
    return tuple(found) or (() if order(state, unit, goal) else plain)


def order(state: BattleState, unit: str, goal: Spot) -> str | None:
    """The order by which a unit takes away what lies before it on its way; nothing: there is nothing, or it cannot."""
    if not laid(state) or facts.unit_sheet(state, unit).unit.kind != "infantry":
        return None
    movers = ways.movers(state, unit)
    if not movers:
        return None
    here = facts.spot(state, movers[0])
    for slug, kinds in ordering.MARKED.items():
        spots = [at for kind in kinds for at in obstacles.markers(state)[kind]]
        before = [
            at
            for at in spots
            if facts.apart(here, at) < AHEAD
            and to_way(at, (here, goal)) <= reach_of(state, movers[0], kinds[0]) + MIL
            and facts.apart(at, goal) < facts.apart(here, goal) + MIL
        ]
        if not before or ordering.why_not(state, unit, slug) is not None:
            continue
        if any(at in before for _, at in ordering.clearers(state, unit, slug).values()):
            return slug
    return None


def _first(state: BattleState, leg: Leg) -> Danger | None:
    """What a leg comes to first; who stands in it already gets out of it as it likes."""
    if len(leg.way) < 2:
        return None
    found = obstacles.dangers(state, leg.team, leg.way, facing_after(leg, state.teams[leg.team].facing))
    new = [one for one in found if facts.apart(leg.way[0], one.at) > reach_of(state, leg.team, one.kind)]
    return min(new, key=lambda one: one.after, default=None)


def _around(state: BattleState, team: str, goal: Spot) -> tuple[Spot, ...] | None:
    """A team's way to its goal outside of everything's reach, if it is not much longer."""
    here, mover = facts.spot(state, team), facts.sheet(state, team).mover
    bulks = [
        Bulk(*at, reach_of(state, team, kind) - facts.sheet(state, team).half_width + AIR, True)
        for kind, spots in obstacles.markers(state).items()
        for at in spots
        if min(facts.apart(here, at), facts.apart(goal, at)) > reach_of(state, team, kind) + AIR
    ]
    enemies = facts.foes(state, facts.seat_of(team))
    found = route(facts.ground(state), mover, here, goal, [*enemies, *bulks])
    if found is None or found.length > facts.apart(here, goal) + ROUND:
        return None
    return found.path
