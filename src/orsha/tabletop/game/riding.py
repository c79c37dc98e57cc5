"""Transports in a move (core 4.8): who may mount and dismount, and whether the vehicle may drive on."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.kernel import Illegal
from orsha.tabletop.battle import transports
from orsha.tabletop.game import boats, facts
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Stand
from orsha.tabletop.table.bases import base

TOUCH = 100
"""Teams so near to each other are in contact, in mils."""
TRANSPORTS = "core 4.8 transports"


def check_dismounting(state: BattleState, team: str, transport: str, legs: Sequence[Leg]) -> None:
    if transport in state.boats:
        boats.check_leaving(state, team)
        return
    carrier, going = state.teams[transport], {leg.team for leg in legs}
    stay = [id for id in _in_softskins(state, facts.unit_id(team)) if id != team and id not in going]
    leaving = transports.Leaving(carrier.moved, state.teams[team].changes, bool(stay))
    why = transports.forbids_dismounting(facts.card(state, transport), leaving, state.setup.moves)
    if why is not None:
        raise Illegal(TRANSPORTS, f"{facts.team_name(state, team)}: {why}")


def _in_softskins(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that are aboard softskin transports."""
    rides = {id: state.teams[id].aboard for id in facts.teams_of(state, unit)}
    carried = {id: ride for id, ride in rides.items() if ride is not None and ride not in state.boats}
    return [id for id, ride in carried.items() if "softskin" in facts.card(state, ride).rules]


def check_driving(state: BattleState, team: str) -> None:
    """A transport that somebody has mounted in this turn drives on only if it had not moved before."""
    if not may_drive(state, team):
        raise Illegal(TRANSPORTS, f"{facts.team_name(state, team)} does not move after somebody mounted it")


def may_drive(state: BattleState, team: str) -> bool:
    if not state.roster.teams[team].card.transport:
        return True
    mounted = any(state.teams[id].changes for id in facts.passengers(state, team))
    its = state.teams[team]
    return transports.may_drive_on(mounted, its.moved or its.ordered > 0, state.setup.moves)


def check_boarding(state: BattleState, leg: Leg, own: Stand, legs: Sequence[Leg]) -> None:
    if leg.board is None:
        return
    if leg.board not in state.teams or facts.seat_of(leg.board) != facts.seat_of(leg.team):
        raise Illegal(TRANSPORTS, f"there is no transport {leg.board} of {facts.seat_of(leg.team)} on the table")
    touching = facts.stands_gap(facts.ground(state), own, facts.stand(state, leg.board)) <= TOUCH
    boarding = transports.Boarding(
        touching,
        len(facts.passengers(state, leg.board)) + _boarding_before(leg, legs),
        state.teams[leg.team].changes + (state.teams[leg.team].aboard is not None),  # it got out on the same way
        state.units[facts.unit_id(leg.team)].pinned,
        state.teams[leg.board].bailed_out,
        state.teams[leg.team].forbidden,
    )
    why = transports.forbids_mounting(
        facts.card(state, leg.team), facts.card(state, leg.board), boarding, state.setup.moves
    )
    if why is not None:
        raise Illegal(TRANSPORTS, f"{facts.team_name(state, leg.team)}: {why}")


def _boarding_before(leg: Leg, legs: Sequence[Leg]) -> int:
    """How many legs of the same move before this one end aboard the same transport."""
    before = legs[: legs.index(leg)] if leg in legs else ()
    return sum(one.board == leg.board for one in before)


def getting_out(state: BattleState, team: str) -> int:
    """A passenger's own move begins in contact with the vehicle that it leaves: what it takes to get there is free."""
    left = state.teams[team].aboard
    if left is None:
        return 0
    if left in state.boats:
        return boats.getting_out(state, team)
    return base(facts.sheet(state, left).base).half_length + base(facts.sheet(state, team).base).half_width
