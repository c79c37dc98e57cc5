"""When the staff charges: if the assault is likely to carry; and how it shoots before, so that it still may."""

from __future__ import annotations

from collections.abc import Container
from math import sqrt

from msgspec.structs import replace

from orsha.bots.staff.evicting import intruders
from orsha.bots.staff.goals import Goals
from orsha.tabletop.game import facts, firing_guess
from orsha.tabletop.game.assault_chances import estimate_on
from orsha.tabletop.game.assaulting import why_not
from orsha.tabletop.game.charging import Field, chargers, ever_charges, legs_at
from orsha.tabletop.game.commands import Aim, BattleCommand, Charge, Leg
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
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
DECIDES = 4.0
"""Then throwing out an enemy counts for so much more than shooting at him, which ends nothing."""
NEAR = 6000
"""Who is so near to an objective stands on it, in mils."""
REACH = 8000
"""No team's middle is farther than that from an enemy's whom it can charge, in mils."""
SPREAD = 8000
"""How far from its leader somebody of a unit stands, about, in mils."""


def charge(state: BattleState, seat: Seat, unit: str, wanted: Goals) -> BattleCommand | None:
    """A charge that is worth it; nothing otherwise."""
    found = _first(state, seat, unit, wanted)
    return Charge(unit, found[2]) if found is not None else None


def _first(
    state: BattleState, seat: Seat, unit: str, wanted: Goals, better: float = 0.0
) -> tuple[float, str, tuple[Leg, ...]] | None:
    """The likeliest charge that is likely enough: its chance, at whom, and its ways. None is looked for where every one
    of them promises less than `better`, in points."""
    if state.units[unit].pinned or not ever_charges(state, unit) or why_not(state, unit) is not None:
        return None
    if nearest(state, seat, unit, facts.teams_of(state, unit), REACH) is None:
        return None
    field = Field(state, unit, counter=False)
    able = chargers(field)
    near = dict.fromkeys(facts.unit_id(other) for id in able for other in field.within_reach(id))
    found = []
    for foe in near:
        chance = estimate_on(field, foe)
        if chance >= least(state, seat, foe, wanted):
            found.append((chance, foe))
    if all(_promised(state, seat, chance, foe) < better for chance, foe in found):
        return None
    for chance, foe in sorted(found, reverse=True):
        legs = legs_at(field, foe)
        if legs:
            return chance, foe, legs
        field = Field(state, unit, counter=False)  # somebody had gone on the other
    return None


def _promised(state: BattleState, seat: Seat, chance: float, foe: str) -> float:
    """What a charge at a unit that carries so likely may be expected to take of it, in points; late, what it decides
    besides."""
    worth = chance * sum([firing_guess.price(state, id) for id in facts.teams_of(state, foe)])
    return worth * DECIDES if state.mission.turns.get(seat, 0) >= DESPERATE else worth


def _about(state: BattleState, unit: str, foes: list[tuple[int, int, str]], most: int) -> bool:
    """Whether any enemy is so near to a unit's leader, in mils."""
    x, y = facts.spot(state, facts.leading(state, unit))
    return min([(x - fx) * (x - fx) + (y - fy) * (y - fy) for fx, fy, _ in foes]) < most * most


def nearest(state: BattleState, seat: Seat, unit: str, teams: list[str], most: int) -> tuple[float, str, str] | None:
    """The nearest two of both sides, if they are near enough."""
    foes = foe_spots(state, seat)
    own = _spots(state, teams)
    east, north = [x for x, _, _ in own], [y for _, y, _ in own]
    left, right, low, high = min(east) - most, max(east) + most, min(north) - most, max(north) + most
    close = [one for one in foes if left < one[0] < right and low < one[1] < high]
    if not close or not _about(state, unit, foes, most + SPREAD):
        return None
    square, one, foe = min(
        [((x - fx) * (x - fx) + (y - fy) * (y - fy), id, other) for x, y, id in own for fx, fy, other in close]
    )
    return (sqrt(square), one, foe) if square < most * most else None


def foe_spots(state: BattleState, seat: Seat) -> list[tuple[int, int, str]]:
    """Where the enemies are that a side can meet. Nobody may change the list."""
    foes = facts.targets(state, seat)
    return facts.stood(state, facts.enemy(seat), "spots", lambda: _spots(state, foes))


def _spots(state: BattleState, teams: list[str]) -> list[tuple[int, int, str]]:
    there = state.teams
    return [(there[id].x, there[id].y, id) for id in teams]


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
    if not best.aims:
        return ()
    meant = _first(state, seat, unit, wanted, best.points)
    if meant is None or _promised(state, seat, meant[0], meant[1]) < best.points:
        return best.aims
    _, foe, legs = meant
    going = {leg.team: leg.way[-1] for leg in legs}
    within = state.setup.moves.charge.shot_within * MIL
    there = [id for id in facts.teams_of(state, foe) if state.teams[id].aboard is None]
    among = [id for id in there if all(facts.apart(facts.spot(state, id), end) < within for end in going.values())]
    found = firing_guess.plan(state, unit, among).aims if among else ()
    return before_charge(state, found, going)


def before_charge(state: BattleState, found: tuple[Aim, ...], going: Container[str]) -> tuple[Aim, ...]:
    """Aims of a unit some of whose teams are going to charge: who halted shoots at his moving rate, if he has one."""
    halted = [aim for aim in found if aim.team in going and not state.teams[aim.team].moved]
    slow = {aim: replace(aim, moving=True) for aim in halted if facts.card(state, aim.team).weapons[aim.weapon].moving}
    return tuple(slow.get(aim, aim) for aim in found if aim in slow or aim not in halted)
