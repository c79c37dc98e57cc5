"""The dice that a battle is about to ask for, and what each promises: reserves, boats, orders, shells to come.

What shooting, bombarding, charging and moving promise stands in modules of their own (`firing_odds`,
`bombarding_odds`, `assault_chances`, `crossing_odds`). All of this is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from orsha.kernel import Odds
from orsha.kernel.odds import certain, die, percent, pool, success
from orsha.tabletop.battle import orders
from orsha.tabletop.battle.odds import results
from orsha.tabletop.game import boats, facts, launching, ordering, preliminary
from orsha.tabletop.game.crossing_odds import clearing
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import turn
from orsha.tabletop.mission.ground import core, enemy, mission_of, seat_of, side_of, units_at
from orsha.tabletop.mission.reserves import successes
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.mission.words import zone_words
from orsha.tabletop.rivers import back_odds, stuck_odds


class Prospect(Struct, frozen=True):
    """A roll to come: by which rule, about whom, and the exact chance of each outcome."""

    rule: str
    about: str
    """A unit or a team by its id, or a side."""
    what: str
    """What is counted, or the outcome that is hoped for."""
    odds: dict[str, Fraction]

    def words(self) -> str:
        told = ", ".join(f"{outcome} {percent(share)}" for outcome, share in self.odds.items())
        return f"{self.what}: {told}"


def _counted(odds: Odds[int]) -> dict[str, Fraction]:
    return {str(count): share for count, share in sorted(odds.as_dict().items())}


# -- of a side


def of_side(state: BattleState, seat: Seat) -> list[Prospect]:
    """What a side's own dice promise when its next turn begins, and what it is about to suffer before the first."""
    found = [*shells_to_come(state, seat), *reserves(state, seat), *scattered(state, seat)]
    return [*found, *drifters(state, seat), *returning(state, seat)]


def reserves(state: BattleState, seat: Seat) -> Iterator[Prospect]:
    """003 Roll for Reserves: how many units the next roll brings on."""
    mission = state.mission
    if mission.mission is None or mission.attacker is None:
        return
    waiting = [id for id in units_at(mission, seat, "reserve") if core(mission, id)]
    side, number = side_of(mission, seat), mission.turns.get(seat, 0) + 1
    dice = turn.reserve_dice(mission_of(mission), side, number)
    if not waiting or not dice:
        return
    again = side in mission_of(mission).changes.reroll_first_success and not mission.rerolled
    odds = successes(dice, again=again).map(lambda hits: min(hits, len(waiting)))
    yield Prospect("003 Roll for Reserves", seat, f"units from reserve in turn {number}", _counted(odds))


def scattered(state: BattleState, seat: Seat) -> Iterator[Prospect]:
    """003 Scattered Reserves: where each unit comes on that is still in reserve and has not been rolled for."""
    mission = state.mission
    if mission.mission is None or mission.attacker is None:
        return
    book = mission_of(mission)
    reserve = book.reserve(side_of(mission, seat))
    waiting = [id for id in units_at(mission, seat, "reserve") if core(mission, id) and id != mission.coming]
    if waiting and reserve is not None and "scattered" in reserve.kinds:
        places = {faces: zone_words(book, zone) for faces, zone in reserve.arrive.items()}
        odds = die().map(lambda face: places[turn.FACES[face]]).as_dict()
        yield Prospect("003 Scattered Reserves", seat, "where each unit from reserve comes on", odds)


def drifters(state: BattleState, seat: Seat) -> Iterator[Prospect]:
    """000 Hitting the Enemy River Bank: how many units that drifted off come back on the table."""
    away = boats.off_table(state, seat)
    if away:
        odds = back_odds(boats.tries_of(state, away), len(away))
        yield Prospect("000 Hitting the Enemy River Bank", seat, "units that drifted off come back", _counted(odds))


def returning(state: BattleState, seat: Seat) -> Iterator[Prospect]:
    """000 Returning for More: how many of the empty boats across come back at the end of the Movement Step."""
    empty = boats.empty(state, seat) if state.boats else []
    if empty:
        odds = _counted(stuck_odds(len(empty)))
        yield Prospect("000 Returning for More", seat, f"of {len(empty)} empty boats come back", odds)


def shells_to_come(state: BattleState, seat: Seat) -> Iterator[Prospect]:
    """000 Preliminary Bombardment: how many teams of each unit it takes out of action, as they are placed now."""
    step = _bombardment(state)
    if step is None or seat != enemy(seat_of(state.mission, step.by)):
        return
    for unit in state.roster.of_seat[seat]:
        if unit in state.mission.units and preliminary.under_fire(state, unit):
            odds = _counted(losses(state, step, unit))
            what = f"teams that the preliminary bombardment costs {facts.unit_name(state, unit)}"
            yield Prospect("000 Preliminary Bombardment", unit, what, odds)


def _bombardment(state: BattleState) -> f.Bombard | None:
    """The bombardment that a mission's set-up still has to come."""
    mission = state.mission
    if mission.mission is None or mission.attacker is None or mission.stage != "setup":
        return None
    ahead = mission_of(mission).file.setup[mission.step :]
    return next((step for step in ahead if isinstance(step, f.Bombard)), None)


def losses(state: BattleState, step: f.Bombard, unit: str) -> Odds[int]:
    """How many teams of a unit the bombardment destroys."""
    total = certain(0)
    for team in preliminary.under_fire(state, unit):
        gone = results(preliminary.strike(state, step, team), state.setup.rules).chance("destroyed")
        total = total + pool(1, success(step.needed) * gone)
    return total


# -- of a unit


def of_unit(state: BattleState, unit: str) -> list[Prospect]:
    """What a unit's own dice promise now: launching boats, orders, clearing obstacles."""
    seat = facts.seat_of(unit)
    if unit not in state.units or state.mission.active != seat:
        return []
    return [*_launch(state, seat, unit), *_orders(state, seat, unit)]


def _launch(state: BattleState, seat: Seat, unit: str) -> Iterator[Prospect]:
    if state.step != "movement" or not state.boats:
        return
    for side in boats.banks(state, unit):
        loads = launching.proper(state, seat, unit, side=side)
        if not loads:
            continue
        found = launching.chances(state, loads)
        drift = {f"{inches} inches": share for inches, share in found.drift.items()}
        rule = "000 Hitting the Enemy River Bank"
        yield Prospect(rule, unit, "its boats drift", drift)
        if found.shoved:
            yield Prospect(rule, unit, "on past boats of others", _yes(found.shoved))
        if found.off:
            yield Prospect(rule, unit, "a boat drifts off the table", _yes(found.off))
        return


def _orders(state: BattleState, seat: Seat, unit: str) -> Iterator[Prospect]:
    rules = state.setup.moves
    for slug in ordering.available(state, unit):
        order = rules.order(slug)
        if slug in ordering.MARKED:
            found = clearing(state, unit, slug)
            for team, share in found.clears.items():
                dies = {"it is destroyed": found.destroyed[team]} if team in found.destroyed else {}
                odds = {"cleared": found.passes * share, **dies}
                yield Prospect(order.source, team, f"{order.name}: its marker", odds)
        else:
            passed = orders.order_chance(slug, ordering.ordering(state, unit), rules)
            if passed < 1:
                yield Prospect(order.source, unit, f"{order.name} succeeds", _yes(passed))


def _yes(share: Fraction) -> dict[str, Fraction]:
    return {"yes": share, "no": 1 - share} if share < 1 else {"yes": share}
