"""When the staff charges: if the assault is likely to carry."""

from __future__ import annotations

from orsha.bots.staff.goals import Goals
from orsha.tabletop.game import facts
from orsha.tabletop.game.assault_chances import estimate
from orsha.tabletop.game.assaulting import can_charge
from orsha.tabletop.game.charging import Field, charge_legs
from orsha.tabletop.game.commands import BattleCommand, Charge
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat

LIKELY = 0.5
"""How likely an assault must be to carry."""
AT_STAKE = 0.3
"""And where the enemy stands on an objective."""
NEAR = 6000


def charge(state: BattleState, seat: Seat, unit: str, wanted: Goals) -> BattleCommand | None:
    """A charge that is worth it; nothing otherwise."""
    if not can_charge(state, unit):
        return None
    field = Field(state, unit, counter=False)
    able = [id for id in facts.teams_of(state, unit) if id in field.own]
    near = dict.fromkeys(facts.unit_id(other) for id in able for other in field.within_reach(id))
    found = []
    for foe in near:
        chance = estimate(state, unit, foe)
        if chance >= (AT_STAKE if _at_stake(state, foe, wanted) else LIKELY):
            found.append((chance, foe))
    for _, foe in sorted(found, reverse=True):
        legs = charge_legs(state, unit, foe)
        if legs:
            return Charge(unit, legs)
    return None


def _at_stake(state: BattleState, foe: str, wanted: Goals) -> bool:
    """Whether an enemy stands on an objective that matters."""
    spots = [*wanted.take, *wanted.keep]
    return any(facts.apart(facts.spot(state, id), at) < NEAR for id in facts.teams_of(state, foe) for at in spots)
