"""The staff's demolition carriers: they drive at guns and infantry, and a tank that held its fire sets them off."""

from __future__ import annotations

from collections.abc import Iterator

from orsha.tabletop.battle.odds import results
from orsha.tabletop.battle.rules import Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.game import bombarding, demolitions, exploding, facts, ways
from orsha.tabletop.game.commands import Aim, Leg, March, TakeControl
from orsha.tabletop.game.firing_guess import price
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL

WORTH = 1.5
"""What an explosion must promise beside what it does to one's own, in points."""
FRIENDS = 1.5
"""How much worse it is to lose than to destroy."""
BAILED = 0.4
"""What a Bailed Out tank is worth beside a destroyed one."""
LOOKS = 4
"""So many of the nearest enemies are looked at as goals."""
NEAR = 3 * MIL
"""Carriers that are so near to their tanks wait there."""


def _near_foes(state: BattleState, seat: Seat, at: Spot) -> list[str]:
    """The nearest enemies whom an explosion may harm."""
    soft = [id for id in facts.targets(state, seat) if not facts.card(state, id).armoured]
    return sorted(soft or facts.targets(state, seat), key=lambda id: (facts.apart(facts.spot(state, id), at), id))


def _worth(state: BattleState, seat: Seat, carrier: str, at: Spot) -> float:
    """What an explosion at a place promises, in points."""
    weapon = exploding.charge_of(state, carrier)
    assert weapon is not None
    found = 0.0
    for id in exploding.under(state, carrier, at):
        value = price(state, id) * _harm(bombarding.strike(state, id, weapon), state.setup.rules)
        found += value if facts.seat_of(id) != seat else -FRIENDS * value
    return found


def _harm(strike: Strike, rules: Rules) -> float:
    odds = results(strike, rules).as_dict()
    return float(odds.get("destroyed", 0)) + BAILED * float(odds.get("bailed out", 0))


# -- steering


def steered(state: BattleState, unit: str) -> bool:
    """Whether a unit is carriers."""
    return bool(demolitions.carriers(state, unit))


def control(state: BattleState, seat: Seat, unit: str) -> TakeControl | None:
    """The best explosion of a unit's carriers that is worth it."""
    best: tuple[float, TakeControl] | None = None
    for carrier in demolitions.carriers(state, unit):
        tank = next(iter(demolitions.tanks(state, carrier)), None)
        if tank is None:
            continue
        for legs in _plans(state, seat, unit, tank, carrier):
            at = legs[-1].way[-1] if legs else facts.spot(state, carrier)
            worth = _worth(state, seat, carrier, at)
            if worth >= WORTH and (best is None or worth > best[0]):
                best = worth, TakeControl(unit, tank, carrier, legs)
    return None if best is None else best[1]


def _plans(state: BattleState, seat: Seat, unit: str, tank: str, carrier: str) -> Iterator[tuple[Leg, ...]]:
    """The carrier stays, or goes toward one of the nearest enemies."""
    yield ()
    at = facts.spot(state, carrier)
    goals = [facts.spot(state, id) for id in _near_foes(state, seat, at)[:LOOKS]]
    for leg in demolitions.ways(state, seat, unit, tank, carrier, goals):
        yield (leg,)


def hold_fire(state: BattleState, seat: Seat, unit: str, aims: tuple[Aim, ...]) -> tuple[Aim, ...]:
    """The aims of a unit without those of tanks that will set off a carrier."""
    holding = _steerers(state, seat, unit)
    return tuple(aim for aim in aims if aim.team not in holding)


def stays(state: BattleState, seat: Seat, unit: str) -> bool:
    """Whether a platoon stays where it is, since who moves steers nothing."""
    return bool(_steerers(state, seat, unit))


def _steerers(state: BattleState, seat: Seat, unit: str) -> set[str]:
    """The tanks of a unit that will set off a carrier in this turn."""
    found: set[str] = set()
    for other, sheet in state.roster.units.items():
        if sheet.attached_to != unit or other not in state.units:
            continue
        for carrier in demolitions.carriers(state, other):
            tank = next((id for id in demolitions.tanks(state, carrier) if id not in found), None)
            if tank is not None and _promising(state, seat, carrier):
                found.add(tank)
    return found


def _promising(state: BattleState, seat: Seat, carrier: str) -> bool:
    """Whether an explosion where a carrier is, or as near to an enemy as it can come then, would be worth it."""
    at = facts.spot(state, carrier)
    most = demolitions.reach(state, carrier) * MIL
    spots = [at]
    for id in _near_foes(state, seat, at)[:LOOKS]:
        there = facts.spot(state, id)
        share = min(1.0, most / max(facts.apart(at, there), 1.0))
        spots.append((round(at[0] + (there[0] - at[0]) * share), round(at[1] + (there[1] - at[1]) * share)))
    return any(_worth(state, seat, carrier, spot) >= WORTH for spot in spots)


# -- driving


def march(state: BattleState, seat: Seat, unit: str) -> March | None:
    """Toward the nearest enemies whom the tanks can still steer them into, else to their tanks."""
    platoon = facts.unit_sheet(state, unit).attached_to
    if platoon is None or platoon not in state.units or not facts.teams_of(state, platoon):
        return None
    here = facts.spot(state, facts.leading(state, unit))
    tanks = facts.spot(state, facts.leading(state, platoon))
    foe = next(iter(_near_foes(state, seat, here)), None)
    goal = tanks
    if foe is not None and facts.apart(facts.spot(state, foe), tanks) < state.setup.moves.demolitions.control * MIL:
        goal = facts.spot(state, foe)
    elif facts.apart(here, tanks) < NEAR * 2:
        return None
    legs = ways.toward(state, unit, goal, dash=False)
    return March(unit, legs) if legs and ways.legal(state, unit, legs) else None
