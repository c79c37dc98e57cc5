"""Where teams can be put: room beside a vehicle, and a unit drawn up about its leader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Place
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Disc, Ranks, Stand, fits
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted

Offset = tuple[int, int]
RINGS = 8
"""The directions that are tried about a place."""
AIR = 250
"""What is left between teams that are drawn up, in mils."""


def beside(state: BattleState, team: str, at: Stand, inches: int) -> Spot | None:
    """Room for a team as near to another as can be, and no farther from its edge than so many inches."""
    its, hull = facts.sheet(state, team), base(at.base)
    own = its.half_width
    enemies = facts.foes(state, its.seat)
    taken = [id for id in state.teams if id != team and state.teams[id].aboard is None]
    friends = Ranks({id: facts.disc(state, id) for id in taken if facts.seat_of(id) == its.seat})
    for far in range(0, inches * MIL + 1, MIL // 2):
        for n in range(2 * RINGS):
            turn = (at.facing + 180 + 360 * n // (2 * RINGS)) % 360
            spot = shifted(at.spot, turn, hull.half_length + own + far)
            if _free(state, team, spot, at.facing, enemies, friends):
                return spot
    return None


def _free(state: BattleState, team: str, spot: Spot, facing: int, enemies: Sequence[Disc], friends: Ranks) -> bool:
    """Whether a team can stand there and stands on nobody, infantry too."""
    table, its = facts.ground(state), facts.sheet(state, team)
    if not table.holds(spot) or facts.overlaps(spot, its.half_width, friends, lap=0):
        return False
    return fits(table, its.mover, spot, facing, enemies, friends)


@lru_cache(maxsize=256)
def spiral(step: int, most: int) -> tuple[Offset, ...]:
    """Offsets (ahead, right) about a middle, ring by ring, in a fixed order."""
    found = [(0, 0)]
    for ring in range(1, most // step + 1):
        across = [(0, n) for n in (ring, -ring)]
        square = [(a, b) for a in range(-ring, ring + 1) for b in range(-ring, ring + 1) if max(abs(a), abs(b)) == ring]
        found += [(a * step, b * step) for a, b in [*across, *(one for one in square if one not in across)]]
    return tuple(found)


def draw_up(
    state: BattleState,
    unit: str,
    at: Spot,
    facing: int,
    allowed: Callable[[Spot], bool],
    *,
    also: Sequence[str] = (),
    aboard: Mapping[str, str] = {},
) -> tuple[Place, ...] | None:
    """A unit about its leader, everybody In Command, on ground that is allowed.

    Nothing where there is no room for all of them. `also`: the units that come with it; `aboard`: who is on which of
    their vehicles.
    """
    roster = state.roster
    sheet = roster.units[unit]
    seat = sheet.seat
    enemies = facts.foes(state, seat)
    friends = facts.crowd(state, seat)
    places: list[Place] = []
    order = [sheet.leader, *(id for id in sheet.teams if id != sheet.leader)]
    gone = {id for one in (unit, *also) for id in state.lost.get(one, ())}
    reach, about = command_reach(state, unit) * MIL, roster.teams[sheet.leader].half_width
    for group, leader in [(order, sheet.leader), *((list(roster.units[one].teams), None) for one in also)]:
        for id in group:
            if id in aboard or id in state.off or id in gone:
                continue
            its = roster.teams[id]
            step = base(its.base).half_length * 2 + AIR
            for ahead, right in spiral(step, max(reach, step * 4)):
                spot = shifted(at, facing, ahead, right)
                if leader is not None and not _near_leader(places, spot, reach, its.half_width + about):
                    continue
                if allowed(spot) and _free(state, id, spot, facing, enemies, friends):
                    places.append(Place(id, spot, facing))
                    friends[id] = facts.disc_at(state, id, spot)
                    break
            else:
                return None
    at_ = {place.team: place for place in places}
    return (*places, *(Place(id, at_[ride].at, at_[ride].facing, ride) for id, ride in aboard.items()))


def command_reach(state: BattleState, unit: str) -> int:
    from orsha.tabletop.battle.command import command_distance

    teams = state.roster.units[unit].unit.teams
    return command_distance(teams, teams, state.setup.moves)


def _near_leader(places: Sequence[Place], spot: Spot, reach: int, halves: int) -> bool:
    """Whether a place is within reach of the leader's, who is put down first; `halves`: of both their widths."""
    return not places or facts.apart(places[0].at, spot) - halves <= reach
