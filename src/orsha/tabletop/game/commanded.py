"""Command on the move (core 4.5): who ends a unit's move In Command, and how who does not may go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from orsha.kernel import Illegal
from orsha.tabletop.battle.command import LostMove, forbids_out_of_command, out_of_command_penalty
from orsha.tabletop.battle.moves import within
from orsha.tabletop.game import chain, facts
from orsha.tabletop.game.rooms import command_gap, room_at, rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Stand
from orsha.tabletop.table.kinds import MIL

if TYPE_CHECKING:
    from orsha.tabletop.game.moving import Step

COMMAND = "core 4.5 command"
STEADY = ("tactical", "order")
"""The paces after which a team that ends Out of Command shoots worse."""


def check_command(state: BattleState, unit: str, steps: Sequence[Step]) -> None:
    """Who would end Out of Command moves at Tactical, or dashes straight to the leader; arrivals end In Command."""
    arriving = state.units[unit].arriving
    free = ("order",) if arriving else ("order", "tactical")
    bound = [step for step in steps if step.leg.board is None and step.leg.pace not in free]
    if not bound:
        return
    inside = _in_command_after(state, unit, steps)
    for step in bound:
        if inside(step):
            continue
        if arriving:
            raise Illegal("003 Reserves", f"{facts.team_name(state, step.leg.team)} must end In Command as it arrives")
        why = forbids_out_of_command(_lost_move(state, unit, step, steps))
        if why is not None:
            raise Illegal(COMMAND, f"{facts.team_name(state, step.leg.team)}: {why}")


def hasty(state: BattleState, unit: str, steps: Sequence[Step]) -> set[str]:
    """The teams that shoot worse after a move, because they end it Out of Command."""
    inside = _in_command_after(state, unit, steps)
    slow = [step for step in steps if step.leg.board is None and step.leg.pace in STEADY and not inside(step)]
    lost = {step.leg.team: _lost_move(state, unit, step, steps) for step in slow}
    return {team for team, move in lost.items() if out_of_command_penalty(move, state.setup.moves) is not None}


def _in_command_after(state: BattleState, unit: str, steps: Sequence[Step]) -> Callable[[Step], bool]:
    """Whether a team ends a move of its unit In Command."""
    leader, inches = _leader_stand(state, unit, steps), chain.command_inches(state, unit)
    city, most, chief = bool(rooms(state)), inches * MIL, state.units[unit].leader

    def inside(step: Step) -> bool:
        if leader is None or step.leg.team == chief:
            return True
        x, y = at = step.end
        if city:
            own = facts.stand_at(state, step.leg.team, at, step.walk.facing)
            far = command_gap(leader, room_at(state, leader.spot), own, room_at(state, at))
            if far is not None:
                return within(far, inches)
        elif (x - leader.x) * (x - leader.x) + (y - leader.y) * (y - leader.y) <= most * most:
            return True  # Their middles are near enough already.
        own = facts.stand_at(state, step.leg.team, at, step.walk.facing)
        return within(facts.stands_gap(facts.ground(state), own, leader), inches)

    return inside


def _leader_stand(state: BattleState, unit: str, steps: Sequence[Step]) -> Stand | None:
    leader = state.units[unit].leader
    for step in steps:
        if step.leg.team == leader:
            return facts.stand_at(state, leader, step.end, step.walk.facing)
    return facts.stand(state, leader) if leader in state.teams else None


def _lost_move(state: BattleState, unit: str, step: Step, steps: Sequence[Step]) -> LostMove:
    if step.walk.length < 1 and step.end == step.start and not _climbs(state, step):
        return LostMove("stays")
    if step.leg.pace in STEADY:
        return LostMove("tactical")
    leader = _leader_stand(state, unit, steps)
    straight = len(step.walk.path) == 2 and leader is not None and _toward(step.start, step.walk.end, leader.spot)
    return LostMove("dash", straight)


def _climbs(state: BattleState, step: Step) -> bool:
    """002 Moving between Rooms: up and down floors still counts as movement."""
    return step.into is not None and step.leg.level != state.teams[step.leg.team].level


def _toward(start: Spot, end: Spot, goal: Spot) -> bool:
    """Whether a step leads straight to a goal: it comes nearer by nearly all of its length."""
    gone = facts.apart(start, end)
    return facts.apart(start, goal) - facts.apart(end, goal) >= 0.98 * gone
