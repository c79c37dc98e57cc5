"""The dice that a move or a unit's next turn will bring, with their chances, in words for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from orsha.kernel import counted
from orsha.server.api import In
from orsha.tabletop.game.boat_state import Launch
from orsha.tabletop.game.commands import Aims, March

if TYPE_CHECKING:
    from orsha.tabletop.mission.state import Seat


class MoveOdds(In, frozen=True, tag="move odds", tag_field="ask"):
    """What a move promises where it crosses something, as the command would be given."""

    command: March


class LaunchOdds(In, frozen=True, tag="launch odds", tag_field="ask"):
    """What boats that are launched promise: how many are left, who stays behind, where they drift to."""

    command: Launch


class DefendOdds(In, frozen=True, tag="defence", tag_field="ask"):
    """What chosen Defensive Fire promises."""

    aims: Aims


class ToCome(In, frozen=True, tag="to come", tag_field="ask"):
    """The rolls that a unit, and its side, have before them."""

    unit: Annotated[str, Meta(max_length=24)]


class RollsAhead(Struct, frozen=True, tag="rolls", tag_field="answer"):
    lines: tuple[str, ...]
    """One for each roll, with its chances; none where no die is thrown."""


class MoveAhead(Struct, frozen=True, tag="move odds", tag_field="answer"):
    lines: tuple[str, ...]
    """One for each roll, with its chances, and who is left in a boat that could be taken back first."""
    farthest: int
    """The longest way as the rules measure it, in mils: not inside rooms, and from the edge of what is left."""
    stay: tuple[str, ...]
    """Teams of the unit that stay where they are,"""
    lost: tuple[str, ...]
    """and those that are out of command afterwards, if no die fails."""


def of_move(view: Any, seat: Seat, command: March) -> MoveAhead:
    """Refused by the rule that forbids the move."""
    from orsha.tabletop.game import chain, crossing_odds, facts, riding
    from orsha.tabletop.game.applying import apply
    from orsha.tabletop.game.moving import marched, plan

    steps = plan(view, seat, command)
    found = crossing_odds.of_steps(view, steps, view.units[command.unit].leader)
    each = [f"{facts.team_name(view, one.team)}: {one.words()}" for one in found.teams]
    going = {step.leg.team for step in steps}
    after = apply(view, marched(view, command.unit, steps))
    return MoveAhead(
        (*((found.words(), *each) if each else ()), *_left_in_boats(view, seat, command.unit, going)),
        max((round(step.walk.length) - riding.getting_out(view, step.leg.team) for step in steps), default=0),
        tuple(id for id in facts.teams_of(view, command.unit) if not going & {id, view.teams[id].aboard}),
        tuple(id for id, led in chain.all_in_command(after, command.unit).items() if not led),
    )


def _left_in_boats(view: Any, seat: Seat, unit: str, going: set[str]) -> list[str]:
    """000 Disembarking: who finds no way off past the enemy may go back into the shallows, before the unit moves."""
    from orsha.tabletop.game import boats, landing

    left = [id for id in boats.landers(view, unit) if id not in going]
    near = [id for id in left if landing.why_not_back(view, seat, view.teams[id].aboard) is None]
    return (
        [f"{len(near)} left in boats with the enemy close by: take those back into the shallows first"] if near else []
    )


def of_launch(view: Any, seat: Seat, command: Launch) -> RollsAhead:
    """Refused by the rule that forbids the launch."""
    from orsha.kernel.odds import percent
    from orsha.tabletop.game import boats, launching

    side = launching.check(view, seat, command)
    aboard = {id for load in command.loads for id in load.teams}
    behind = [id for id in launching.on_bank(view, command.unit, side) if id not in aboard]
    ready = len(boats.ready(view, seat))
    used = f"{len(command.loads)} of {ready} boats that lie ready, for {counted(len(aboard), 'team')}"
    stay = (
        (f"{len(behind)} stay behind: {', '.join(str(int(id.rpartition('.')[2]) + 1) for id in behind)}",)
        if behind
        else ()
    )
    found = launching.chances(view, command.loads)
    drift = ", ".join(f'{inches}" {percent(share)}' for inches, share in found.drift.items())
    more = {"on past boats of others": found.shoved, "a boat drifts off the table": found.off}
    return RollsAhead(
        (used, *stay, f"drift: {drift}", *(f"{what}: {percent(share)}" for what, share in more.items() if share))
    )


def of_defence(view: Any, seat: Seat, aims: Aims) -> RollsAhead:
    """Refused by the rule that forbids the fire."""
    from orsha.kernel.odds import certain, percent, pool
    from orsha.tabletop.battle import assault
    from orsha.tabletop.battle.odds import results
    from orsha.tabletop.battle.pinning import can_be_pinned
    from orsha.tabletop.game import aiming, defending, facts

    made, fight, rules = defending.check(view, seat, aims), view.assault, view.setup.moves
    teams = len(facts.teams_of(view, fight.unit))
    tanks = sum(facts.card(view, id).armoured for id in fight.teams if id in view.teams)
    foot, struck = teams > tanks, certain(0)
    for shot in made:
        chance, card = shot.needed.chance, facts.card(view, shot.aim.at)
        if not foot:
            strike = aiming.strike(view, shot.aim.team, shot.aim.at, shot.weapon, assaulting=True)
            chance *= results(strike, view.setup.rules).where(lambda one: one in ("destroyed", "bailed out"))
        if can_be_pinned(card) and shot.weapon.anti_tank is not None if foot else card.armoured:
            struck = struck + pool(shot.count, chance)
    stops = percent(assault.stop_chance(struck, assault.UnderFire(teams, tanks, 0, 0), rules))
    needed = assault.hits_to_stop(teams, rules) if foot else assault.tanks_to_stop(tanks, rules)
    what, dice = "hits" if foot else "tanks out of action", sum(shot.count for shot in made)
    mean = float(struck.mean())
    return RollsAhead((f"{dice} dice, {mean:.1f} {what} on the average; {needed} or more stop the charge: {stops}",))


def to_come(view: Any, seat: Seat, unit: str) -> RollsAhead:
    from orsha.tabletop.game import prospects

    found = [*prospects.of_unit(view, unit), *prospects.of_side(view, seat)]
    return RollsAhead(tuple(one.words() for one in found))
