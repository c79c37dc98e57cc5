"""Assault boats on the table (000 River Assaults): whose, where, who is in them, and when they may be left.

A team in a boat is `aboard` it, like a passenger: nobody aims at it, charges it or shells it, it does nothing by
itself, and it holds no objective. It stands where its boat is.
"""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt

from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.game import facts
from orsha.tabletop.game.boat_state import Boat
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.layout import Side
from orsha.tabletop.mission.ground import mission_of, side_of
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.rivers import River, river_of
from orsha.tabletop.rivers.boats import river_rules
from orsha.tabletop.table import Walk
from orsha.tabletop.table.kinds import MIL, Kind

DISEMBARKING = "000 Disembarking"
OTHER: dict[Side, Side] = {"attacker": "defender", "defender": "attacker"}


def river(state: BattleState) -> River | None:
    """The mission's river; nothing where there is none."""
    if state.mission.river is None:
        return None
    return facts.kept(state, "river", lambda: river_of(state.mission))


def the_river(state: BattleState) -> River:
    found = river(state)
    assert found is not None
    return found


def assaults_rivers(state: BattleState, seat: Seat) -> bool:
    """Whether a side has River Assault in this mission: the attacker, or both."""
    return "river-assault" in mission_of(state.mission).file.special_rules[side_of(state.mission, seat)]


def banks(state: BattleState, unit: str) -> tuple[Side, ...]:
    """The sides whose banks are a unit's Friendly Bank: its own side of the table; in a mission where both sides
    assault rivers, every bank that teams of it stand on, its leader's first. Ruling A87"""
    if not all(assaults_rivers(state, seat) for seat in SEATS):
        return (side_of(state.mission, facts.seat_of(unit)),)
    leader, its = state.units[unit].leader, the_river(state)
    found: dict[Side, None] = {}
    for id in sorted(facts.teams_of(state, unit), key=lambda one: one != leader):
        side = its.side_at(facts.spot(state, id)) if state.teams[id].aboard is None else None
        if side is not None and not facts.card(state, id).transport:
            found[side] = None
    return tuple(found)


def friendly(state: BattleState, unit: str) -> Side:
    """The side whose bank is a unit's Friendly Bank: the first of them."""
    return next(iter(banks(state, unit)), side_of(state.mission, facts.seat_of(unit)))


def enemy_bank(state: BattleState, boat: Boat) -> Side:
    """The side whose bank a boat crosses to: not its owner's, unless it was launched from the other one."""
    return boat.over or OTHER[side_of(state.mission, boat.seat)]


def landing_bank(state: BattleState, team: str) -> Side:
    """The side on whose bank a team in a boat gets off."""
    return enemy_bank(state, state.boats[state.teams[team].aboard or ""])


def half() -> int:
    """Half of what a boat takes of a bank, in mils."""
    return round(river_rules().boat * MIL) // 2


# -- who and where


def fleet(state: BattleState, seat: Seat) -> dict[str, Boat]:
    return {id: boat for id, boat in state.boats.items() if boat.seat == seat}


def ready(state: BattleState, seat: Seat) -> list[str]:
    """The boats that lie at the Friendly Bank for the next unit."""
    return [id for id, boat in state.boats.items() if boat.seat == seat and boat.at is None]


def empty(state: BattleState, seat: Seat) -> list[str]:
    """The boats on the Enemy Bank, or off the table, without a passenger."""
    full = {team.aboard for team in state.teams.values()}
    return [id for id, boat in fleet(state, seat).items() if boat.at is not None and id not in full]


def afloat(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that are in boats."""
    if not state.boats:
        return []
    return [id for id in facts.teams_of(state, unit) if state.teams[id].aboard in state.boats]


def crews(state: BattleState, seat: Seat) -> list[str]:
    """A side's teams in boats on the table: not shot at, but enemies that an ambush keeps away from (003)."""
    there = facts.on_table(state, seat) if state.boats else []
    return [id for id in there if state.teams[id].aboard in state.boats and not facts.adrift(state, id)]


def landers(state: BattleState, unit: str) -> list[str]:
    """Those of them that may disembark now."""
    return [id for id in afloat(state, unit) if why_not_leave(state, id) is None]


def off_table(state: BattleState, seat: Seat) -> list[str]:
    """The units of a side with somebody in a boat that drifted off, those first that are away for longest."""
    found: dict[str, int] = {}
    for id in facts.on_table(state, seat) if state.boats else ():
        if facts.adrift(state, id):
            unit = facts.unit_id(id)
            found[unit] = max(found.get(unit, 0), state.boats[str(state.teams[id].aboard)].tries)
    return sorted(found, key=lambda unit: -found[unit])


def tries_of(state: BattleState, units: Collection[str]) -> int:
    """How many turns in a row the boats of units that drifted off did not come on, at the most."""
    return max(boat.tries for boat in state.boats.values() if boat.off and boat.unit in units)


def lying(state: BattleState, bank: Side) -> list[Spot]:
    """Where boats lie off a side's bank."""
    return [
        boat.at
        for boat in state.boats.values()
        if boat.at is not None and not boat.off and enemy_bank(state, boat) == bank
    ]


def gap_to(state: BattleState, at: Spot, team: str) -> int:
    """From a boat's edge to a team's, in mils."""
    where = state.teams[team]
    dx, dy = where.x - at[0], where.y - at[1]
    return max(int(sqrt(dx * dx + dy * dy) - half() - state.roster.teams[team].half_width + 0.5), 0)


# -- leaving a boat


def why_not_leave(state: BattleState, team: str) -> str | None:
    """000 Disembarking: in the turn after the boats came to the bank, by moving; not while they are off the table."""
    its = state.teams[team]
    boat = state.boats[its.aboard or ""]
    if boat.off:
        return "its boat has drifted off the table"
    if its.changes:
        return "who has crossed in this turn disembarks in the next"
    return None


def check_leaving(state: BattleState, team: str) -> None:
    why = why_not_leave(state, team)
    if why is not None:
        raise Illegal(DISEMBARKING, f"{facts.team_name(state, team)}: {why}")


def getting_out(state: BattleState, team: str) -> int:
    """The move begins in contact with the boat: what it takes to get there is free."""
    return half() + facts.sheet(state, team).half_width


def dry(state: BattleState, team: str, gone: Walk) -> Walk:
    """000 Disembarking: a way out of a boat asks for no Cross Check for the river, its bridges and its fords until it
    first comes to dry land; and it ends on the Enemy Bank."""
    its, table = the_river(state), facts.ground(state)
    if gone.stopped is None and its.side_at(gone.end) != landing_bank(state, team):
        raise Illegal(DISEMBARKING, f"{facts.team_name(state, team)}: who gets off a boat ends on the Enemy Bank")
    wet = its.wet(gone.path)
    left = tuple(check for check in gone.checks if check.after >= wet or not _of_river(table.kinds[check.feature]))
    return gone if len(left) == len(gone.checks) else replace(gone, checks=left)


def _of_river(kind: Kind) -> bool:
    return kind.water or kind.group == "crossing"


def held_aboard(state: BattleState, boat: str | None, at: Spot) -> bool:
    """000 Disembarking: whether a die stopped somebody who gets off a boat over the water: it stays in the boat."""
    return boat is not None and boat in state.boats and the_river(state).side_at(at) is None
