"""The last inches before a charge: who would carry an assault goes up to the enemy, and has moved when it shoots."""

from __future__ import annotations

from math import inf

from msgspec.structs import replace

from orsha.bots.staff import mines
from orsha.bots.staff.assaults import least, nearest
from orsha.bots.staff.goals import Goals
from orsha.bots.staff.plan import Task
from orsha.tabletop.game import facts, firing_guess, ways
from orsha.tabletop.game.assault_chances import estimate_of
from orsha.tabletop.game.charging import farthest, may_ever
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.contact import foe_spots, roughly_near
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL

ON_FOOT, BY_TANK = 6500, 13_000
"""From so near infantry and tanks close in, in mils: infantry that is farther comes on by itself."""
BEFORE = 3000
"""How far from the enemy's middle a team stops, in mils."""
STEP = 0.5
"""The shortest step, in inches."""
TURNS_ASIDE, WORTH_IT = 14_000, 0.35
"""Infantry that is so near to an enemy goes for him, in mils; for tanks only if it is so likely to carry."""
LATE, ENOUGH = 7, 1.0
"""From that turn on a hopeless charge is not waited for, by who does less harm than that where he is, in points."""
KINDS = {"infantry": ON_FOOT, "tank": BY_TANK}


def legs(state: BattleState, seat: Seat, unit: str, task: Task) -> tuple[Leg, ...]:
    """A unit's way up to an enemy whom it can hope to throw out; nothing: there is none near."""
    most = KINDS.get(facts.unit_sheet(state, unit).unit.kind, 0)
    if not most or task.straight or task.role not in ("take", "hunt") or task.at is None or state.units[unit].pinned:
        return ()
    gap, own, foe = _nearest(state, seat, unit)
    if gap >= most:
        return ()
    wanted = Goals((task.at,), (), ())
    if hope(state, unit, own, foe, gap) < least(state, seat, facts.unit_id(foe), wanted):
        return ()
    inches = max((gap - BEFORE) / MIL, STEP)
    return mines.toward(state, unit, facts.spot(state, foe), inches=inches, dash=False)


def _nearest(state: BattleState, seat: Seat, unit: str) -> tuple[float, str, str]:
    """How far a unit's movers are from the nearest enemy; who is nearest to whom. Nobody: infinitely far."""
    return facts.unasked(state, ("nearest", unit), lambda: _find_nearest(state, seat, unit))


def _find_nearest(state: BattleState, seat: Seat, unit: str) -> tuple[float, str, str]:
    movers = ways.movers(state, unit)
    return nearest(state, seat, unit, movers) if movers and foe_spots(state, seat) else (inf, "", "")


def hope(state: BattleState, unit: str, own: str, foe: str, gap: float) -> float:
    """How likely a charge would carry if the whole unit went so far ahead that one of its teams stood before another
    of the enemy's. Pinned, it charges nobody."""
    if state.units[unit].pinned:
        return 0.0
    share = max(gap - BEFORE, 0.0) / gap if gap else 0.0
    (x, y), (fx, fy) = facts.spot(state, own), facts.spot(state, foe)
    dx, dy = round((fx - x) * share), round((fy - y) * share)
    stands = facts.stands(state, facts.teams_of(state, unit))
    ahead = {id: replace(one, x=one.x + dx, y=one.y + dy) for id, one in stands.items() if may_ever(state, id)}
    foes = facts.stands(state, facts.teams_of(state, facts.unit_id(foe))).values()
    near = roughly_near(ahead, foes, farthest(state, unit))
    return estimate_of(state, unit, {id: ahead[id] for id in near}, facts.unit_id(foe))


def undeterred(state: BattleState, seat: Seat, unit: str, task: Task) -> Task:
    """Infantry on its way does not turn aside after tanks that it cannot hope to harm, nor late in a battle after
    anybody whom it will neither charge nor harm by its fire: then it goes straight on."""
    if task.role != "take" or task.straight or facts.unit_sheet(state, unit).unit.kind != "infantry":
        return task
    gap, own, foe = _nearest(state, seat, unit)
    if gap >= TURNS_ASIDE:
        return task
    enough = WORTH_IT
    if not facts.card(state, foe).armoured:
        if state.mission.turns.get(seat, 0) < LATE or firing_guess.plan(state, unit).points > ENOUGH:
            return task
        enough = least(state, seat, facts.unit_id(foe), Goals((task.at,) if task.at else (), (), ()))
    return task if hope(state, unit, own, foe, gap) >= enough else replace(task, straight=True)
