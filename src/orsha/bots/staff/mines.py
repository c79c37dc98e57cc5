"""The staff and what lies in the way (core 5.4, 000): it goes around mines and wire, or clears them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from orsha.tabletop.game import facts, obstacles, ordering, ways
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.obstacles import MARKER, Danger
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Disc, Stride, route
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.walking import to_way

ROUND = 8 * MIL
"""So much longer a way around mines may be, in mils."""
AIR = 60
"""So far outside a marker's reach it leads, and so far before it teams stop, in mils."""
AHEAD = 6 * MIL
"""So near to its leader a unit clears what lies on its way, in mils."""


def laid(state: BattleState) -> bool:
    """Whether there is anything to mind."""
    return bool(state.mission.markers or state.traps) and any(obstacles.markers(state).values())


def toward(state: BattleState, unit: str, goal: Spot, *, inches: float | None, dash: bool) -> tuple[Leg, ...]:
    """The unit's legs toward a goal; teams whose legs lead into mines or wire go around, or stop before them."""
    plain = ways.toward(state, unit, goal, inches=inches, dash=dash)
    if not laid(state) or not any(_first(state, leg) for leg in plain):
        return plain
    seat = facts.seat_of(unit)
    enemies, crowd = facts.foes(state, seat), facts.crowd(state, seat)
    found: list[Leg] = []
    for leg in plain:
        kept: Leg | None = leg
        if _first(state, leg) is not None:
            path = _around(state, leg.team, goal)
            some = ways.follow(state, unit, path, enemies, crowd, [leg.team], inches=inches, dash=dash) if path else ()
            kept = next((one for one in some if _first(state, one) is None), None) or _short(state, leg)
        others = [disc for id, disc in crowd.items() if id != leg.team]
        if kept is not None and not facts.overlaps(kept.way[-1], facts.sheet(state, leg.team).half_width, others):
            found.append(kept)
            crowd[leg.team] = facts.disc_at(state, leg.team, kept.way[-1])
    return tuple(found) or (() if order(state, unit, goal) else plain)


def order(state: BattleState, unit: str, goal: Spot) -> str | None:
    """The order by which a unit takes away what lies before it on its way; nothing: there is nothing, or it cannot."""
    if not laid(state) or facts.unit_sheet(state, unit).unit.kind != "infantry":
        return None
    here = facts.spot(state, ways.movers(state, unit)[0]) if ways.movers(state, unit) else goal
    for slug, kinds in ordering.MARKED.items():
        spots = [at for kind in kinds for at in obstacles.markers(state)[kind]]
        before = [
            at
            for at in spots
            if facts.apart(here, at) < AHEAD
            and to_way(at, (here, goal)) <= obstacles.reach_of(state, kinds[0]) + MIL
            and facts.apart(at, goal) < facts.apart(here, goal) + MIL
        ]
        if not before or ordering.why_not(state, unit, slug) is not None:
            continue
        if any(at in before for _, at in ordering.clearers(state, unit, slug).values()):
            return slug
    return None


def _first(state: BattleState, leg: Leg, *, mines_only: bool = False) -> Danger | None:
    """What a leg comes to first; who stands in it already gets out of it as it likes."""
    if len(leg.way) < 2:
        return None
    found = obstacles.dangers(state, Stride(leg.way, None))
    new = [one for one in found if facts.apart(leg.way[0], one.at) > obstacles.reach_of(state, one.kind)]
    if mines_only:
        new = [one for one in new if one.kind != "barbed wire"]
    return min(new, key=lambda one: one.after, default=None)


def _around(state: BattleState, team: str, goal: Spot) -> tuple[Spot, ...] | None:
    """A team's way to its goal outside of everything's reach, if it is not much longer."""
    here, mover = facts.spot(state, team), facts.sheet(state, team).mover
    discs = [
        Disc(*at, obstacles.reach_of(state, kind) - facts.sheet(state, team).half_width + AIR, True)
        for kind, spots in obstacles.markers(state).items()
        for at in spots
        if min(facts.apart(here, at), facts.apart(goal, at)) > obstacles.reach_of(state, kind) + AIR
    ]
    enemies = facts.foes(state, facts.seat_of(team))
    found = route(facts.ground(state), mover, here, goal, [*enemies, *discs])
    if found is None or found.length > facts.apart(here, goal) + ROUND:
        return None
    return found.path


def _short(state: BattleState, leg: Leg) -> Leg | None:
    """A leg as far as just before the mines that it comes to. Wire it goes into: only who came to it gaps it."""
    danger = _first(state, leg, mines_only=True)
    if danger is None:
        return leg
    off, left = obstacles.reach_of(state, danger.kind) + AIR, danger.after
    while left > 0 and facts.apart(_along(leg.way, left)[-1], danger.at) <= off:
        left -= AIR
    return Leg(leg.team, _along(leg.way, left), leg.pace) if left > MARKER else None


def _along(way: Sequence[Spot], far: float) -> tuple[Spot, ...]:
    """So many mils of a way."""
    found = [way[0]]
    for here, there in pairwise(way):
        long = facts.apart(here, there)
        share = min(far / long, 1.0) if long else 1.0
        found.append((round(here[0] + (there[0] - here[0]) * share), round(here[1] + (there[1] - here[1]) * share)))
        far -= long
        if far <= 0:
            break
    return tuple(found)
