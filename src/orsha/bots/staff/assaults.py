"""When the staff charges: if the assault is likely to carry; and how it shoots before, so that it still may."""

from __future__ import annotations

from collections.abc import Container
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from orsha.bots.staff.evicting import intruders
from orsha.bots.staff.goals import Goals
from orsha.tabletop.game import facts, firing_guess
from orsha.tabletop.game.assault_chances import estimate_of
from orsha.tabletop.game.assaulting import why_not
from orsha.tabletop.game.charging import charge_legs, farthest, why_never
from orsha.tabletop.game.commands import Aim, BattleCommand, Charge
from orsha.tabletop.game.contact import foe_spots, in_box, roughly_near, side, spots
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Stand
from orsha.tabletop.table.kinds import MIL

LIKELY = 0.5
"""How likely an assault must be to carry."""
AT_STAKE = 0.3
"""And where the enemy stands on an objective."""
PRESSED, EASIER = 5, 0.15
"""From that turn on so much less will do: who never dares never wins."""
DESPERATE, ANY = 7, 0.1
"""And from then on nearly any chance, for who has something to take or to throw out: a battle that is called off is
nobody's."""
TRIFLE = 0.05
"""Shots that promise less, in points, are not worth the dice."""
DECIDES = 4.0
"""Then throwing out an enemy counts for so much more than shooting at him, which ends nothing."""
NEAR = 6000
"""Who is so near to an objective stands on it, in mils."""
BASES = 2000
"""How far the middles of two teams that touch are apart, at the most, in mils."""


class Chance(NamedTuple):
    """What a charge of a unit at another promises, without a look at whether there is a way."""

    likely: float
    """To carry."""
    foe: str
    going: list[str]
    """Those who might get there."""


def charge(state: BattleState, seat: Seat, unit: str, wanted: Goals) -> BattleCommand | None:
    """A charge that is worth it, the likeliest that finds a way; nothing otherwise."""
    for chance in _chances(state, seat, unit, wanted):
        legs = charge_legs(state, unit, chance.foe)
        if legs:
            return Charge(unit, legs)
    return None


def _chances(state: BattleState, seat: Seat, unit: str, wanted: Goals) -> list[Chance]:
    """Whom a unit may charge with a chance that is good enough; the likeliest first."""
    if state.units[unit].pinned or why_not(state, unit) is not None:
        return []
    far = farthest(state, unit)
    if not far:
        return []
    own = facts.stands(state, facts.teams_of(state, unit))
    about = in_box(own.values(), side(state, facts.enemy(seat)), far + BASES)
    near = roughly_near(own, about.values(), far) if about else ()
    able = {id: own[id] for id in near if why_never(state, id) is None}
    if not able:
        return []
    foes: dict[str, list[Stand]] = {}
    for id, stand in about.items():
        foes.setdefault(facts.unit_id(id), []).append(stand)
    found = []
    for foe, there in foes.items():
        going = roughly_near(able, there, far)
        likely = estimate_of(state, unit, {id: able[id] for id in going}, foe) if going else 0.0
        if likely >= ANY and likely >= least(state, seat, foe, wanted):
            found.append(Chance(likely, foe, going))
    return sorted(found, reverse=True)


def _promised(state: BattleState, seat: Seat, chance: Chance) -> float:
    """What a charge may be expected to take of a unit, in points; late, what it decides besides."""
    worth = chance.likely * sum([firing_guess.price(state, id) for id in facts.teams_of(state, chance.foe)])
    return worth * DECIDES if state.mission.turns.get(seat, 0) >= DESPERATE else worth


def nearest(state: BattleState, seat: Seat, unit: str, teams: list[str]) -> tuple[float, str, str]:
    """The enemy who is nearest to a unit's leader, before him the one of some teams who is nearest to him, and how far
    they are apart, in mils."""
    x, y = facts.spot(state, facts.leading(state, unit))
    _, fx, fy, foe = min(
        [((x - fx) * (x - fx) + (y - fy) * (y - fy), fx, fy, id) for fx, fy, id in foe_spots(state, seat)]
    )
    square, own = min([((x - fx) * (x - fx) + (y - fy) * (y - fy), id) for x, y, id in spots(state, teams)])
    return sqrt(square), own, foe


def least(state: BattleState, seat: Seat, foe: str, wanted: Goals) -> float:
    """How likely a charge at an enemy unit must be to carry."""
    turn, chance = state.mission.turns.get(seat, 0), AT_STAKE if _at_stake(state, foe, wanted) else LIKELY
    if turn >= DESPERATE and (wanted.take or not wanted.keep or _intrudes(state, seat, foe)):
        return ANY
    return chance - (EASIER if turn >= PRESSED else 0.0)


def _at_stake(state: BattleState, foe: str, wanted: Goals) -> bool:
    """Whether an enemy stands on an objective that matters."""
    spots = [*wanted.take, *wanted.keep]
    return any(facts.apart(facts.spot(state, id), at) < NEAR for id in facts.teams_of(state, foe) for at in spots)


def _intrudes(state: BattleState, seat: Seat, foe: str) -> bool:
    """Whether an enemy unit keeps us from winning by being near what we keep."""
    return any(facts.unit_id(id) == foe for id in intruders(state, seat))


def aims(state: BattleState, seat: Seat, unit: str, wanted: Goals) -> tuple[Aim, ...]:
    """What a unit shoots at: the best there is; but who is going to charge shoots only at whom he charges, and at his
    moving rate where he halted, for after shooting at his full rate he had to stay (core 9.1)."""
    best = firing_guess.plan(state, unit)
    if best.points < TRIFLE:
        return ()
    chances = _chances(state, seat, unit, wanted)
    if not chances or _promised(state, seat, chances[0]) < best.points:
        return best.aims
    among = _there(state, unit, chances[0].foe)
    return before_charge(state, firing_guess.plan(state, unit, among).aims, chances[0].going)


def _there(state: BattleState, unit: str, foe: str) -> list[str]:
    """Those of an enemy unit who are near enough to its nearest that whoever shoots at them may charge him."""
    at, within = facts.spot(state, facts.leading(state, unit)), state.setup.moves.charge.shot_within * MIL
    there = {id: facts.spot(state, id) for id in facts.teams_of(state, foe) if state.teams[id].aboard is None}
    first = min(there.values(), key=lambda spot: facts.apart(at, spot))
    return [id for id, spot in there.items() if facts.apart(spot, first) < within]


def before_charge(state: BattleState, found: tuple[Aim, ...], going: Container[str]) -> tuple[Aim, ...]:
    """Aims of a unit some of whose teams are going to charge: who halted shoots at his moving rate, if he has one."""
    halted = [aim for aim in found if aim.team in going and not state.teams[aim.team].moved]
    slow = {aim: replace(aim, moving=True) for aim in halted if facts.card(state, aim.team).weapons[aim.weapon].moving}
    return tuple(slow.get(aim, aim) for aim in found if aim in slow or aim not in halted)
