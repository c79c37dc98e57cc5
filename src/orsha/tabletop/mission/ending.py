"""Ends that no mission names: a side concedes, both agree to stop, the last turn is over (core 11, rulings A69, A167).

Who proposes to stop waits for the other side's answer, and proposes once a turn at most.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from orsha.kernel import OneOf, Option, Result, counted
from orsha.tabletop.mission.commands import Agree, CallOff, Concede
from orsha.tabletop.mission.events import CalledOff, Declined, Offered, Won
from orsha.tabletop.mission.ground import enemy, lost_units
from orsha.tabletop.mission.rulebook import VictoryPoints, rules
from orsha.tabletop.mission.state import SEATS, Seat, State
from orsha.tabletop.mission.story import Story

if TYPE_CHECKING:
    from orsha.tabletop.battle.rules import Rules

ENDING = "core 11, ruling A167"


def options(state: State, seat: Seat) -> list[Option]:
    """For who is to answer a proposal, yes or no; for who has the turn, to give up or to propose."""
    if state.offered is not None:
        answer = Option("agree", "the enemy proposes to stop: nobody wins", {"yes": OneOf((True, False))})
        return [answer] if seat != state.offered else []
    if seat != state.active:
        return []
    concede = Option("concede", "concede: the enemy wins", ends=True)
    offer = Option("call-off", "propose to stop, as when time is up: nobody wins", ends=True)
    return [concede] if state.declined else [concede, offer]


def act(story: Story, seat: Seat, command: Concede | CallOff | Agree) -> None:
    match command:
        case Concede():
            story.tell(Won(enemy(seat), f"{seat} concedes"))
        case CallOff():
            story.tell(Offered(seat))
        case Agree(yes):
            story.tell(CalledOff("both sides agree to stop") if yes else Declined(seat))


@cache
def _standard() -> Rules:
    from orsha.tabletop.battle.rules import STANDARD  # they know the cards, and the cards the missions' units

    return STANDARD


def switches(state: State) -> Rules:
    """The rules' switches as this game sets them."""
    found = _standard()
    for name, value in state.setup.switches.items():
        found = found.set(name, value)
    return found


def is_last(state: State, turn: int) -> bool:
    """Ruling A69: whether no turn follows that number."""
    return state.setup.turns is not None and turn >= state.setup.turns


def result(state: State) -> Result | None:
    """003 Victory Points: by the units that the winner lost; without a winner, what the switch `unfinished` says."""
    if state.winner is not None:
        lost = losses(state, state.winner)
        row = points_row(lost)
        points = {state.winner: row.winner, enemy(state.winner): row.loser}
        why = f"{state.why}; the winner lost {counted(lost, 'unit')} ({row.grade})"
    elif state.over:
        points, why = nobody_won(state), state.why
    else:
        return None
    return Result(state.winner, why, cast("dict[str, int]", points))


def nobody_won(state: State) -> dict[Seat, int]:
    """core 11: both score as the loser does, by what the other side lost (ruling A167)."""
    if switches(state).turns.unfinished == "draw":
        return {}
    return {seat: points_row(losses(state, enemy(seat))).loser for seat in SEATS}


def losses(state: State, seat: Seat) -> int:
    """003 Victory Points: the units that a side lost; 000: each bunker, nest and turret is one too (ruling A127)."""
    return lost_units(state, seat) + state.works_lost.get(seat, 0)


def points_row(lost: int) -> VictoryPoints:
    """003 Victory Points: the row of the table for so many lost units."""
    return next(row for row in rules().victory_points if row.lost is None or lost <= row.lost)
