"""When the staff charges: if hand to hand it is likely to come out ahead."""

from __future__ import annotations

from orsha.bots.staff.goals import goals
from orsha.bots.staff.worth import team_worth
from orsha.tabletop.game import facts
from orsha.tabletop.game.assaulting import can_charge
from orsha.tabletop.game.charging import Field, charge_legs
from orsha.tabletop.game.state import BattleCommand, BattleState, Charge
from orsha.tabletop.mission.state import Seat

BOLD = 1.15
"""How much stronger than the enemy a charge wants to be."""


def charge(state: BattleState, seat: Seat, unit: str) -> BattleCommand | None:
    """A charge that is worth it; nothing otherwise."""
    if state.step != "assault" or not can_charge(state, unit):
        return None
    field = Field(state, unit, counter=False)
    near = dict.fromkeys(facts.unit_id(other) for id in facts.teams_of(state, unit) for other in field.within_reach(id))
    found = []
    for foe in near:
        odds = chance(state, unit, foe)
        if odds >= BOLD * (0.7 if _at_stake(state, seat, foe) else 1.0):
            found.append((odds, foe))
    for _, foe in sorted(found, reverse=True):
        legs = charge_legs(state, unit, foe)
        if legs:
            return Charge(unit, legs)
    return None


def chance(state: BattleState, unit: str, foe: str) -> float:
    """How strong a unit is against another hand to hand, the fire it must go through first counted in."""
    ours = [id for id in facts.teams_of(state, unit) if facts.acting(state.teams[id])]
    theirs = facts.teams_of(state, foe)
    if not theirs:
        return 9.0
    return _strength(state, ours, theirs) / max(_strength(state, theirs, ours) + 0.6 * _fire(state, foe, ours), 0.3)


def _strength(state: BattleState, teams: list[str], against: list[str]) -> float:
    tanks = sum(facts.card(state, id).armoured for id in against) > len(against) / 2
    total = 0.0
    for id in teams:
        card = facts.card(state, id)
        if state.teams[id].bailed_out:
            continue
        hit = (7 - card.skill.needed("assault")) / 6
        if tanks:
            best = max((w.anti_tank or 0 for w in card.weapons if w.range <= 8), default=0)
            hit *= 0.0 if card.armoured else 0.7 if best >= 8 else 0.2
        total += hit * (1.6 if card.armoured else 1.0)
    pinned = state.units[facts.unit_id(teams[0])].pinned if teams else False
    return total * (0.8 if pinned else 1.0)


def _fire(state: BattleState, foe: str, ours: list[str]) -> float:
    """The hits that Defensive Fire is likely to make."""
    hit_on = facts.card(state, ours[0]).hit_on if ours else 4
    pinned = state.units[foe].pinned
    shots = 0
    for id in facts.teams_of(state, foe):
        if state.teams[id].bailed_out:
            continue
        rates = [((w.moving if pinned else w.halted) or 0) for w in facts.card(state, id).weapons]
        shots += max(rates, default=0)
    armoured = bool(ours) and facts.card(state, ours[0]).armoured
    return shots * (7 - hit_on) / 6 * (0.1 if armoured else 0.4)


def _at_stake(state: BattleState, seat: Seat, foe: str) -> bool:
    """Whether an enemy stands on an objective that matters."""
    wanted = goals(state, seat)
    spots = [*wanted.take, *wanted.keep]
    worth = sum(team_worth(state, id) for id in facts.teams_of(state, foe))
    return worth > 0 and any(
        facts.apart(facts.spot(state, id), at) < 6000 for id in facts.teams_of(state, foe) for at in spots
    )
