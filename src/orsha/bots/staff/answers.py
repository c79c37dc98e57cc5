"""What the staff answers when the rules ask: mistaken targets, flak, defensive fire, counterattacks, breaking off."""

from __future__ import annotations

import random
from itertools import combinations

from orsha.bots.staff import city_assaults, leading_out
from orsha.tabletop.battle.hits import Swap, count, why_not_swap
from orsha.tabletop.game import Battle, facts
from orsha.tabletop.game.assault_chances import best_aims
from orsha.tabletop.game.charging import counter_legs
from orsha.tabletop.game.commands import BattleCommand, BreakOff, Counterattack, Defend, Mistake, Pass
from orsha.tabletop.game.contact import active
from orsha.tabletop.game.firing_guess import price
from orsha.tabletop.game.leaving import clear_legs
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat

FIGHT_ON = 0.6
"""How many teams a unit wants to have for each of the enemy's, to counterattack."""
GAIN = 0.2
"""What a Mistaken Target must save to be tried, in points."""
LEADER = 1.3
"""What a leader is worth beside his men."""
_BATTLE = Battle()


def answer(state: BattleState, seat: Seat, rng: random.Random) -> BattleCommand:
    asked = state.asked
    assert asked is not None
    if asked.kind == "mistake":
        return _mistake(state)
    if asked.kind == "defend":
        found = best_aims(state)
        return Defend(found) if found else Pass()
    if asked.kind == "break-off":
        return BreakOff((city_assaults.ways_out if rooms(state) else clear_legs)(state, asked.units))
    if asked.kind == "react":
        return (city_assaults.react if rooms(state) else _react)(state, asked.units[0])
    if asked.kind == "take-room":
        return city_assaults.take_room(state, seat)
    if asked.kind == "consolidate":
        return city_assaults.consolidate(state, seat)
    if asked.kind == "lead-out":
        return leading_out.answer(state, seat, asked.units)
    options = list(_BATTLE.options(state, seat))
    return _BATTLE.command(options[0].sample(rng))


def _mistake(state: BattleState) -> BattleCommand:
    """The dearer of two teams lets the cheaper one be hit."""
    fire = state.fire
    assert fire is not None
    hits, used = count(fire.hits), fire.used
    teams = [id for volley in fire.volleys if volley.hits for id in volley.teams if id in state.teams]
    worth = {id: _worth(state, id) for id in teams if id not in used}
    gains = [
        ((hits.get(one, 0) - hits.get(other, 0)) * (worth[one] - worth[other]), one, other)
        for one, other in combinations(worth, 2)
    ]
    for _, one, other in sorted([found for found in gains if found[0] > GAIN], reverse=True):
        if why_not_swap(fire.volleys, fire.hits, Swap(one, other), used, state.setup.rules) is None:
            return Mistake(one, other)
    return Pass()


def _worth(state: BattleState, team: str) -> float:
    """A leader is dearer than the others."""
    leads = state.units[facts.unit_id(team)].leader == team
    return price(state, team) * (LEADER if leads else 1.0)


def _react(state: BattleState, unit: str) -> BattleCommand:
    """Fights on if it is strong enough, or has nowhere to go."""
    fight = state.assault
    assert fight is not None
    foes = [one for one in (*fight.attackers, *fight.defenders) if facts.seat_of(one) != facts.seat_of(unit)]
    against = sum(len(facts.teams_of(state, one)) for one in foes if one in state.units)
    if len(facts.teams_of(state, unit)) >= FIGHT_ON * against:
        return Counterattack(counter_legs(state, unit))
    out = clear_legs(state, (unit,))
    if len(out) < len(active(state, facts.teams_of(state, unit))):
        return Counterattack(counter_legs(state, unit))
    return BreakOff(out)
