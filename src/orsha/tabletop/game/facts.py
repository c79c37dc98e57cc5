"""What the rules ask about a battle and its table answers: who is where, how far, in whose sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import ceil, hypot, sqrt
from typing import Any

from orsha.tabletop.battle.dashes import inches_of
from orsha.tabletop.battle.to_hit import Deeds
from orsha.tabletop.battle.transports import limbering_forbids
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import rooms
from orsha.tabletop.game.memories import kept as kept
from orsha.tabletop.game.memories import placed as placed
from orsha.tabletop.game.memories import stood as stood
from orsha.tabletop.game.memories import unasked as unasked
from orsha.tabletop.game.presence import aloft as aloft
from orsha.tabletop.game.presence import muster as muster
from orsha.tabletop.game.presence import of_side
from orsha.tabletop.game.presence import on_table as on_table
from orsha.tabletop.game.presence import passengers as passengers
from orsha.tabletop.game.presence import targets as targets
from orsha.tabletop.game.presence import teams_of as teams_of
from orsha.tabletop.game.presence import units_on_table as units_on_table
from orsha.tabletop.game.roster import TeamSheet, UnitSheet
from orsha.tabletop.game.state import BattleState, Spot, TeamState
from orsha.tabletop.mission.ground import enemy as enemy
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.table import Bulk, Ranks, Sight, Stand, Table, Throng, distance, engine, laps, sees
from orsha.tabletop.table.bases import bases_file, radius, reaches, to_spot
from orsha.tabletop.table.kinds import MIL

FLYING = 24 * MIL
"""How high aircraft fly, so that hardly anything hides them or the ground from them. Ours: no source says."""

LAP = rooms.LAP


@lru_cache(maxsize=4096)
def unit_id(team: str) -> str:
    """The unit of a team."""
    return team.rpartition(".")[0]


@lru_cache(maxsize=4096)
def seat_of(id: str) -> Seat:
    """Whose a unit or team is."""
    return SEATS[0] if id.startswith(SEATS[0]) else SEATS[1]


def sheet(state: BattleState, team: str) -> TeamSheet:
    return state.roster.teams[team]


def card(state: BattleState, team: str) -> Team:
    return state.roster.teams[team].card


def unit_sheet(state: BattleState, unit: str) -> UnitSheet:
    return state.roster.units[unit]


def unit_name(state: BattleState, unit: str) -> str:
    return state.roster.units[unit].name


def leading(state: BattleState, unit: str) -> str:
    """Who stands for a unit: its leader, or the first of its teams if nobody leads it."""
    leader = state.units[unit].leader
    return leader if leader in state.teams else teams_of(state, unit)[0]


def team_name(state: BattleState, team: str) -> str:
    return state.roster.teams[team].name


def ground(state: BattleState) -> Table:
    assert state.table is not None
    return state.table


def on_to_table(state: BattleState, x: int, y: int) -> Spot:
    """A place, or the nearest to it on the table."""
    wide, high = ground(state).size
    return min(max(x, 0), wide), min(max(y, 0), high)


def adrift(state: BattleState, team: str) -> bool:
    """000 Hitting the Enemy River Bank: whether a team is in a boat that drifted off the table."""
    boat = state.boats.get(state.teams[team].aboard or "") if state.boats else None
    return boat is not None and boat.off


# -- where


def stand(state: BattleState, team: str) -> Stand:
    """Where a team stands."""
    box = state.stands
    if team not in box:
        where, its = state.teams[team], state.roster.teams[team]
        box[team] = Stand(where.x, where.y, its.base, where.facing, FLYING if its.flies else 0)
    return box[team]


def stands(state: BattleState, teams: Iterable[str]) -> dict[str, Stand]:
    """Where some teams stand."""
    box = state.stands
    return {id: box[id] if id in box else stand(state, id) for id in teams}


def stand_at(state: BattleState, team: str, at: Spot, facing: int = 0) -> Stand:
    return Stand(at[0], at[1], state.roster.teams[team].base, facing)


def bulk(state: BattleState, team: str) -> Bulk:
    """A team as others must mind it: infantry can be passed through by friends, tanks and guns cannot."""
    box = state.bulks
    if team not in box:
        box[team] = Bulk.about(stand(state, team), state.roster.teams[team].card.kind != "infantry")
    return box[team]


def bulk_at(state: BattleState, team: str, at: Spot, facing: int) -> Bulk:
    """The same somewhere else."""
    return Bulk.about(stand_at(state, team, at, facing), state.roster.teams[team].card.kind != "infantry")


def bulks(state: BattleState, teams: Iterable[str]) -> list[Bulk]:
    box = state.bulks
    return [box[team] if team in box else bulk(state, team) for team in teams]


def spot(state: BattleState, team: str) -> Spot:
    where = state.teams[team]
    return where.x, where.y


def apart(a: Spot, b: Spot) -> float:
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)


def gap(state: BattleState, one: str, other: str) -> int:
    """From edge to edge, in mils; to and from the edge of a room (002)."""
    if state.teams[one].room is not None or state.teams[other].room is not None:
        return rooms.apart(state, one, other)
    return stands_gap(ground(state), stand(state, one), stand(state, other))


def stands_gap(table: Table, one: Stand, other: Stand) -> int:
    first, second = radius(one.base), radius(other.base)
    if first and second:
        dx, dy = one.x - other.x, one.y - other.y
        far = sqrt(dx * dx + dy * dy) - first - second
        return int(far + 0.5) if far > 0 else 0
    return distance(table, one, other)


@cache
def overhang() -> float:
    """How much farther than half its width a base reaches from its middle, at the most."""
    return max(reaches(slug)[1] - shape.half_width for slug, shape in bases_file().bases.items())


@cache
def widest() -> int:
    """No base reaches farther from its middle than that."""
    return ceil(max(reaches(slug)[1] for slug in bases_file().bases)) + 1


def near(state: BattleState, one: str, other: str, inches: float) -> bool:
    """Whether two teams are within so many inches of each other, edge to edge; measured only where it is close."""
    roster = state.roster.teams
    first, second = reaches(roster[one].base), reaches(roster[other].base)
    a, b = state.teams[one], state.teams[other]
    most = inches * MIL
    if a.room is not None or b.room is not None:
        return rooms.apart(state, one, other) <= most
    dx, dy = a.x - b.x, a.y - b.y
    far = sqrt(dx * dx + dy * dy)
    if far - first[0] - second[0] <= most:
        return True
    if far - first[1] - second[1] > most + 1:
        return False
    return gap(state, one, other) <= most


def waiting(state: BattleState) -> tuple[str, ...]:
    """The units that wait at the edge to come on: they stand in nobody's way."""
    return tuple([id for id, unit in state.units.items() if unit.arriving])


def crowd(state: BattleState, seat: Seat) -> Ranks:
    """The teams of a side that stand in the way. Whoever asks may change them."""
    return standing(state, seat).copy()


def standing(state: BattleState, seat: Seat) -> Ranks:
    """A side's teams that stand in the way: on the ground, not aboard or in a room, not still waiting at the edge to
    come on. Nobody may change them."""
    late = waiting(state)
    return stood(state, seat, ("crowd", late), lambda: _crowd(state, seat, late))


def _crowd(state: BattleState, seat: Seat, late: tuple[str, ...]) -> Ranks:
    """Of the last crowd of the same teams only those are put elsewhere who went."""
    teams, box = state.teams, of_side(state, seat)
    if rooms.rooms(state):
        return Ranks(_in_the_way(state, seat, late))
    last: tuple[dict[str, TeamState], Ranks] | None = box.get(("crowd", late))
    if last is None:
        crowd = Ranks(_in_the_way(state, seat, late))
    else:
        then, crowd = last[0], last[1].copy()
        for id in [id for id in crowd if teams[id] is not then[id]]:
            crowd[id] = bulk(state, id)
    box["crowd", late] = teams, crowd
    return crowd


def _in_the_way(state: BattleState, seat: Seat, late: tuple[str, ...]) -> dict[str, Bulk]:
    teams, sheets = state.teams, state.roster.teams
    found = [id for id in muster(state, seat).afoot if teams[id].room is None and sheets[id].unit not in late]
    return dict(zip(found, bulks(state, found), strict=True))


def on_foot(state: BattleState, seat: Seat) -> list[Bulk]:
    """A side's teams on the ground that are not aboard anything, those too that wait at the edge; 002 Occupying a
    Room: for those in rooms stand the walls of their rooms."""
    return stood(state, seat, "on foot", lambda: _on_foot(state, targets(state, enemy(seat))))


def _on_foot(state: BattleState, teams: Sequence[str]) -> list[Bulk]:
    if not rooms.rooms(state):
        return bulks(state, teams)
    outside = bulks(state, (id for id in teams if state.teams[id].room is None))
    held = {state.teams[id].room: None for id in teams if state.teams[id].room is not None}
    return [*outside, *(one for name in held for one in rooms.walls(rooms.rooms(state)[str(name)]))]


def foes(state: BattleState, seat: Seat) -> Throng:
    """The enemies of a side as its moves must mind them, ready for the table."""
    return stood(state, enemy(seat), "foes", lambda: Throng(on_foot(state, enemy(seat))))


def nearest_edge(state: BattleState, spot: Spot, teams: Sequence[str]) -> int | None:
    """How far a spot is from the nearest of some teams, in whole mils; no team: nothing. Only those are measured that
    the discs of their width do not leave behind."""
    x, y = spot
    rough = [hypot(x - one.x, y - one.y) - one.radius for one in bulks(state, teams)]
    most = min(rough, default=0.0) + overhang()
    near = [id for id, far in zip(teams, rough, strict=True) if far <= most]
    return min([gap_to_spot(state, id, spot) for id in near], default=None)


def overlaps(
    state: BattleState, team: str, at: Spot, facing: int, others: Sequence[Bulk] | Ranks, lap: int = LAP
) -> bool:
    """Whether a team at a spot would stand on another one. This is asked of every friend on every way."""
    return laps(ground(state), stand_at(state, team, at, facing), others, lap)


def crowded(others: Ranks, within: float, spots: Sequence[Spot]) -> list[int]:
    """For each of some spots whether any of some teams is nearer than so many mils; 2 where one is no farther than a
    base may reach beyond that, so that it must be measured."""
    own = engine()
    _, (found,) = own.desk.room((), (len(spots) // 256 * 256 + 256,))
    own.crowded(others.rows, within, overhang(), own.floats([number for spot in spots for number in spot]), found)
    return own.listed(found, len(spots))


def gap_to_spot(state: BattleState, team: str, at: Spot) -> int:
    """From a team's edge to a spot; from that of its hull, as it stands."""
    where = state.teams[team]
    if where.room is not None:
        return rooms.spot_gap(rooms.rooms(state)[where.room], at)
    return int(to_spot(state.roster.teams[team].base, where.facing, at[0] - where.x, at[1] - where.y) + 0.5)


def near_spot(state: BattleState, team: str, at: Spot, mils: float) -> bool:
    """Whether a team's edge is no farther than so many mils from a spot; measured only where its middle is near."""
    where = state.teams[team]
    dx, dy, most = at[0] - where.x, at[1] - where.y, mils + reaches(state.roster.teams[team].base)[1] + 1
    if where.room is None and dx * dx + dy * dy > most * most:
        return False
    return gap_to_spot(state, team, at) <= mils


def nearest_gap(state: BattleState, team: str, others: Iterable[str]) -> int | None:
    return min((gap(state, team, other) for other in others), default=None)


# -- sight


def screens(state: BattleState) -> tuple[tuple[Spot, Spot], ...]:
    return tuple(screen.ends for screen in state.smoke)


def sight(state: BattleState, viewer: str, target: str) -> Sight:
    if state.teams[viewer].room is not None or state.teams[target].room is not None:
        from orsha.tabletop.game.room_sight import sight as room_sight

        return room_sight(state, viewer, target)
    return sees(ground(state), stand(state, viewer), stand(state, target), screens(state))


def sees_spot(state: BattleState, viewer: str, at: Spot) -> bool:
    """Whether a team sees a place on the ground: a small base there would be seen. In a room its openings would."""
    if rooms.rooms(state):
        from orsha.tabletop.game.room_sight import spots_seen

        return spots_seen(state, (viewer,), (at,))[viewer][0]
    return sees(ground(state), stand(state, viewer), Stand(*at, "infantry-small"), screens(state)).clear


# -- what it did, how it is


def deeds(state: BattleState, team: str) -> Deeds:
    """What a team has done in its own turn, as the rules of shooting ask for it."""
    box: dict[Any, Deeds] = state.__dict__
    key = ("deeds", team)
    found = box.get(key)
    if found is None:
        found = box[key] = _deeds(state, team)
    return found


def _deeds(state: BattleState, team: str) -> Deeds:
    its = state.teams[team]
    return Deeds(
        moved=its.moved or met(state, seat_of(team)),
        dashed=its.dashed,
        dug_in=its.dug_in,
        shot=its.shot is not None,
        assaulted=its.assaulted,
        bombarded=its.bombarded != "no",
        spotter=its.spotter,
        forbidden_by=_forbidden_by(state, team, its),
        crossing=its.aboard is not None and its.aboard in state.boats,
        mounted=its.aboard is not None and its.aboard not in state.boats,
        fired_at_aircraft=its.fired_at_aircraft,
        bailed_out=its.bailed_out,
        pinned=state.units[unit_id(team)].pinned,
    )


def met(state: BattleState, seat: Seat) -> bool:
    """003 Meeting Engagement: in the first Shooting Step of all, everybody shoots as if it had moved."""
    mission = state.mission
    if state.step != "shooting" or mission.active != seat or mission.turns.get(seat, 0) != 1:
        return False
    return meeting(state, seat)


def _forbidden_by(state: BattleState, team: str, its: TeamState) -> str:
    """core 4.6, 4.8: what forbids a team to shoot: its order, or that it was limbered or unlimbered this turn."""
    if "shoot" in its.forbidden:
        return "its order"
    if its.changes and "shoot" in limbering_forbids(card(state, team), True, state.setup.moves):
        return "limbering"
    return ""


def may_hold(state: BattleState, team: str) -> bool:
    """Who takes an objective: who keeps the enemy from one, but no penal troops (the catalogue's Redemption)."""
    return not card(state, team).penal and may_contest(state, team)


def may_contest(state: BattleState, team: str) -> bool:
    """core 11, ruling A4: who keeps the enemy from taking an objective."""
    its, who = state.teams[team], card(state, team)
    return not (
        its.bailed_out
        or its.dashed
        or its.aboard is not None
        or "hold" in its.forbidden
        or who.kind == "aircraft"
        or who.transport
        or who.independent
        or who.demolitions
    )


def meeting(state: BattleState, seat: Seat) -> bool:
    """003 Meeting Engagement: whether it is the first player's first turn, in which guns and aircraft are silent."""
    mission = state.mission
    special = mission_of(mission).file.special_rules["attacker"]
    return "meeting-engagement" in special and seat == mission.first and mission.turns.get(seat, 0) == 1


def inches(mils: float) -> str:
    return f"{mils / MIL:.1f}"


def tactical(state: BattleState, team: str) -> int:
    """How many inches a team moves at Tactical; none if it does not."""
    return inches_of(card(state, team), "tactical") or 0


def acting(team: TeamState) -> bool:
    """Whether a team can do anything by itself."""
    return not team.bailed_out and team.aboard is None
