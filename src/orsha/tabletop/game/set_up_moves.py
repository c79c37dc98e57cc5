"""The question whether a unit that was just put down leads out, and its answer; then the set-up goes on (core 12
Spearhead, the catalogue's Redemption)."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.tabletop.game import crossing, facts, leading_out, ways
from orsha.tabletop.game.commands import March
from orsha.tabletop.game.events import Asked, LedOut
from orsha.tabletop.game.placing import Area
from orsha.tabletop.game.refereeing import advance
from orsha.tabletop.game.state import BattleState, Pending
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat


def able(state: BattleState, seat: Seat, units: Sequence[str], own: Area | None) -> tuple[str, ...]:
    """Those who may lead out of a unit that was just put down in the set-up, and what came with it. `own`: the
    deployment area without ground that was gained, if any was. Rulings A194, A198"""
    rule = leading_out.rule_of(state, units[0])
    if rule is None:
        return ()
    if own is not None and rule not in state.setup.moves.lead_out.from_ground:
        spots = [facts.spot(state, id) for unit in units for id in facts.teams_of(state, unit)]
        if not all(own.holds(spot) for spot in spots):
            return ()
    return tuple(unit for unit in units if _may(state, seat, unit))


def _may(state: BattleState, seat: Seat, unit: str) -> bool:
    """Whether a unit has the rule, and anybody of it who can move stands where he may go from."""
    if leading_out.rule_of(state, unit) is None or unit not in state.units:
        return False
    movers = ways.movers(state, unit)
    if state.setup.moves.lead_out.measured == "end":
        return bool(movers)
    forbids = leading_out.limits(state, seat)
    return any(forbids(id, facts.spot(state, id), state.teams[id].facing) is None for id in movers)


def ask(story: Story, seat: Seat, units: tuple[str, ...]) -> None:
    """Asks who may lead out; where nobody may, the set-up goes on."""
    if units:
        story.tell(Asked(Pending(seat, "lead-out", units)))
        return
    if leading_out.leading(story.state):
        story.tell(Asked(None))
    advance(story)


def march(story: Story, seat: Seat, command: March) -> None:
    """A move: of a turn, or one before the game."""
    leads = leading_out.leading(story.state)
    crossing.march(story, seat, command)
    asked = story.state.asked
    if not leads or asked is None:
        return
    unit = command.unit
    story.tell(LedOut(unit, facts.unit_name(story.state, unit), leading_out.gains(story.state, unit)))
    ask(story, seat, tuple(one for one in asked.units if one != unit and _may(story.state, seat, one)))


def stay(story: Story, seat: Seat) -> None:
    """Nobody else leads out."""
    ask(story, seat, ())
