"""What a move over difficult ground, through mines and through wire promises, before the dice (core 4.2, 5.4; 000).

Exact, team by team. Only a friend who is stopped in the way of another is not foreseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from orsha.kernel.odds import chain, percent
from orsha.tabletop.battle import dashes, mines, orders
from orsha.tabletop.battle.mines import Passage
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import March
from orsha.tabletop.game.crossing import ahead, crossing_points, from_crossing, in_mines_as
from orsha.tabletop.game.moving import Step, plan
from orsha.tabletop.game.obstacles import Danger
from orsha.tabletop.game.ordering import MARKED, clearers, ordering
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat

THROUGH: dict[Passage, Fraction] = {"through": Fraction(1)}


class Passing(Struct, frozen=True):
    """How a team comes through what is in its way."""

    team: str
    ends: dict[Passage, Fraction]
    """`through`: it gets where it wants to; `held`: it is stopped on its way, unhurt."""
    over: tuple[str, ...]
    """What it has to pass, in order."""

    def chance(self, end: Passage) -> Fraction:
        return self.ends.get(end, Fraction(0))

    def words(self) -> str:
        told = ", ".join(f"{end} {percent(share)}" for end, share in self.ends.items() if share)
        return f"{' and '.join(self.over)}: {told}"


class MoveChances(Struct, frozen=True):
    """What a unit's move promises: the teams that have something to pass."""

    teams: tuple[Passing, ...]

    @property
    def all_through(self) -> Fraction:
        return chain(one.chance("through") for one in self.teams)

    def words(self) -> str:
        if not self.teams:
            return "no die is needed on the way"
        return f"all {len(self.teams)} teams that roll get through {percent(self.all_through)}"


def chances(state: BattleState, seat: Seat, command: March) -> MoveChances:
    """What a move promises; one that is not legal is refused as the move itself would be."""
    return of_steps(state, plan(state, seat, command), state.units[command.unit].leader)


def of_steps(state: BattleState, steps: Sequence[Step], leader: str) -> MoveChances:
    crossing = crossing_points(state, leader, steps)
    found = [_passing(state, step, crossing) for step in steps]
    return MoveChances(tuple(one for one in found if one.over))


def _passing(state: BattleState, step: Step, crossing: Sequence[Spot]) -> Passing:
    """core 4.2, 5.4, 000: each thing in the way is passed in turn; who is held or hurt comes to nothing else."""
    team = step.leg.team
    ends: dict[Passage, Fraction] = dict(THROUGH)
    over = []
    for danger in ahead(state, step):
        one = _one(state, team, danger, crossing)
        if one == THROUGH:
            continue
        over.append(facts.ground(state).called(danger.feature) if danger.kind == "ground" else danger.kind)
        left = ends.pop("through", Fraction(0))
        for end, share in one.items():
            ends[end] = ends.get(end, Fraction(0)) + left * share
    return Passing(team, ends, tuple(over))


def _one(state: BattleState, team: str, danger: Danger, crossing: Sequence[Spot]) -> dict[Passage, Fraction]:
    rules, sheet = state.setup.moves, facts.sheet(state, team)
    far = from_crossing(crossing, danger)
    if danger.kind == "ground":
        obstacle = dashes.Obstacle(facts.ground(state).called(danger.feature), danger.needs, far)
        return _held_or_not(dashes.cross_check(sheet.card, obstacle, rules).chance)
    if danger.kind == "barbed wire":
        check = mines.wire_check(sheet.card, sheet.name, rules, far)
        return THROUGH if check is None else _held_or_not(check.chance)
    victim = in_mines_as(state, sheet)
    return mines.mine_odds(victim, rules, danger.kind, state.setup.rules).as_dict()


def _held_or_not(chance: Fraction) -> dict[Passage, Fraction]:
    return {"through": chance, "held": 1 - chance} if chance < 1 else THROUGH


# -- clearing


class Clearing(Struct, frozen=True):
    """What an order to clear obstacles promises. What does not survive its booby trap clears nothing."""

    passes: Fraction
    """The order's own test."""
    clears: dict[str, Fraction]
    """For each team that clears something the chance that it does."""
    destroyed: dict[str, Fraction]
    """Teams under which a booby trap was laid roll to be hit first (000)."""

    def words(self) -> str:
        told = [f"{id} clears {percent(share)}" for id, share in self.clears.items()]
        told += [f"{id} destroyed {percent(share)}" for id, share in self.destroyed.items()]
        return "; ".join(told)


def clearing(state: BattleState, unit: str, slug: str) -> Clearing:
    """000 Booby Traps, Wire Gapping; core 4.6: the chances of an order that takes markers away."""
    rules = state.setup.moves
    passes = orders.order_chance(slug, ordering(state, unit), rules)
    clears: dict[str, Fraction] = {}
    destroyed: dict[str, Fraction] = {}
    for id, (kind, _) in clearers(state, unit, slug).items() if slug in MARKED else ():
        dies = Fraction(0)
        if kind == "booby trap" and mines.must_be_hit_first("booby trap", state.teams[id].trapped):
            sheet = facts.sheet(state, id)
            dies = mines.mine_odds(in_mines_as(state, sheet), rules, "booby trap", state.setup.rules).chance(
                "destroyed"
            )
            destroyed[id] = dies
        clears[id] = 1 - dies
    return Clearing(passes, clears, destroyed)
