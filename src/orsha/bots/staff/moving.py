"""The staff's Movement Step: where each unit goes by its task, at which pace, with which order."""

from __future__ import annotations

from itertools import pairwise
from math import inf

from orsha.bots.staff import city, closing, late, mines, river, works
from orsha.bots.staff.plan import Task, nearest_foe, stormers
from orsha.tabletop.game import changing, facts, firing_guess, ordering, ways
from orsha.tabletop.game.commands import BattleCommand, GiveOrder, Leg, March
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL

HOLD = 2500
"""Who is as near to its goal as that stays, in mils."""
FAR_FROM_ENEMY = 18_000
"""No dash where the enemy is nearer: it costs the shot."""
STRAIGHT = 20_000
"""Nor to a place that somebody must be near, from nearer: who dashed does not count there."""
FIRE_BASE = 24_000
"""Machine-guns that have an enemy in sight, so near, stay and shoot, in mils."""
LATE, ENOUGH = 7, 1.0
"""From that turn on only if they do so much harm, in points."""
SPARE = 2.0
"""And not at all if they have fewer turns to spare on their way."""
STUCK, STUCK_FAR = 3000, 5000
"""Who goes less than that, so far from its goal, is held up by its own side, in mils."""
CLOSE = 8000
"""So near to the enemy nobody stops to clear mines, and who keeps a place stays, in mils."""
STORMS, UP_TO = 14_000, 4000
"""Infantry that is so near to an enemy goes for him, and not nearer than that by itself, in mils."""
AWAY, WALKS = 8000, 12_000
"""Nobody dashes who is so near to its goal, and who is this near goes just so far, in mils."""
MORE = ((6000, 11_000), (20_000, inf))
"""How far the nearest enemy is where four inches more are worth a try: out of his reach, or into ours; in mils."""


def act(state: BattleState, seat: Seat, unit: str, task: Task, tried: set[str]) -> BattleCommand | None:
    """What a unit does now; nothing: it stays."""
    its = state.units[unit]
    if its.extra and ways.order_movers(state, unit):
        return _by_order(state, unit, task)
    if its.arriving and not its.moved:
        return _come_on(state, unit, task)
    if its.moved:
        return _follow_me(state, seat, unit, task, tried)
    if state.mission.river is not None:
        found = river.act(state, seat, unit, task, tried)
        if found is not None:
            return found
    if its.pinned:
        return None
    if changing.riders(state, unit):
        off = changing.dismount(state, unit)
        if off and ways.legal(state, unit, off):
            return March(unit, off)
    slug = _clears(state, seat, unit, task)
    if slug is not None:
        return GiveOrder(unit, slug)
    legs = () if rooms(state) else ways.checked(state, unit, closing.legs(state, seat, unit, task))
    legs = legs or _legs(state, seat, unit, closing.undeterred(state, seat, unit, task))
    if legs:
        return March(unit, legs)
    if "dig-in" not in tried and _should_dig(state, unit):
        tried.add("dig-in")
        if ordering.why_not(state, unit, "dig-in") is None:
            return GiveOrder(unit, "dig-in")
    return None


def _clears(state: BattleState, seat: Seat, unit: str, task: Task) -> str | None:
    """The order to clear mines or wire before a unit that storms; not where the enemy is near enough to charge."""
    if task.role not in ("take", "hunt") or task.at is None or state.units[unit].given or not mines.laid(state):
        return None
    far, _ = nearest_foe(state, seat, leader_spot(state, unit))
    return mines.order(state, unit, task.at) if far > CLOSE else None


def _should_dig(state: BattleState, unit: str) -> bool:
    foot = [id for id in facts.teams_of(state, unit) if facts.card(state, id).kind in ("infantry", "gun")]
    return bool(foot) and not all(state.teams[id].foxholes for id in foot)


def leader_spot(state: BattleState, unit: str) -> Spot:
    return facts.spot(state, facts.leading(state, unit))


def _legs(state: BattleState, seat: Seat, unit: str, task: Task) -> tuple[Leg, ...]:
    """The unit's way toward its goal; a charge if an enemy is near enough."""
    if task.role == "support" or task.at is None or not ways.movers(state, unit):
        return ()
    here = leader_spot(state, unit)
    far, foe = nearest_foe(state, seat, here)
    foot = facts.unit_sheet(state, unit).unit.kind == "infantry"
    goal = task.at
    if state.mission.river is not None:
        goal = river.goal(state, unit, here, goal)
        if foe is not None and river.between(state, here, facts.spot(state, foe)):
            foe = None
    left = facts.apart(here, goal)
    near, stormed = (far, foe) if not state.works else works.to_storm(state, seat, here, task.at)
    storms = task.role != "keep" and foot and not task.straight and stormers(state, unit) > 0
    if foe is not None and stormed is not None and storms and near < STORMS:
        goal, left = facts.spot(state, stormed), near - UP_TO
    elif foot and far < FIRE_BASE and left > HOLD and _fire_base(state, unit, task):
        return ()
    there = city.arrived(state, unit, goal)
    if there or (there is None and left < HOLD):
        return ()
    if task.role == "keep" and foe is not None and far < CLOSE:
        return ()
    dash = far > FAR_FROM_ENEMY and left > (AWAY if not task.straight else STRAIGHT)
    return _toward(state, unit, goal, left, foot=foot, dash=dash)


def _toward(state: BattleState, unit: str, goal: Spot, left: float, *, foot: bool, dash: bool) -> tuple[Leg, ...]:
    """The unit's way to a goal that is so many mils away: together, or one behind the other where it is held up."""
    inches = None if left > WALKS else max(left / MIL, 1.0)
    legs = mines.toward(state, unit, goal, inches=inches, dash=dash)
    if legs and not ways.legal(state, unit, legs):
        # Who would dash out of command walks.
        legs = ways.checked(state, unit, mines.toward(state, unit, goal, inches=inches, dash=False) if dash else legs)
    if not foot and left > STUCK_FAR and not rooms(state) and _stuck(state, unit, legs):
        for pace in (True, False) if dash else (False,):
            alone = ways.checked(state, unit, river.column(state, unit, goal, inches=inches, dash=pace))
            if _gone(alone) > _gone(legs):
                return alone
    return legs


def _fire_base(state: BattleState, unit: str, task: Task) -> bool:
    """Whether machine-guns stay where they are, because they have somebody to shoot at."""
    if task.role not in ("take", "hunt") or task.straight or rooms(state) or stormers(state, unit):
        return False
    seat = facts.seat_of(unit)
    at = task.at if task.role == "take" and late.is_late(state, seat) else None
    if at is not None and late.spare(state, seat, unit, at) < SPARE:
        return False
    enough = 0.0 if state.mission.turns.get(seat, 0) < LATE else ENOUGH
    return firing_guess.plan(state, unit).points > enough


def _stuck(state: BattleState, unit: str, legs: tuple[Leg, ...]) -> bool:
    """Whether somebody of a unit hardly gets anywhere by a move."""
    far = [leg.team for leg in legs if sum(facts.apart(a, b) for a, b in pairwise(leg.way)) >= STUCK]
    return len(far) < len(ways.movers(state, unit))


def _gone(legs: tuple[Leg, ...]) -> float:
    """How far a unit gets, all its teams together."""
    return sum(facts.apart(leg.way[0], leg.way[-1]) for leg in legs)


def _come_on(state: BattleState, unit: str, task: Task) -> BattleCommand | None:
    """From the edge on to the table, as far as it goes."""
    goal = task.at or _middle(state)
    for dash in (True, False):
        legs = ways.toward(state, unit, goal, dash=dash)
        if legs and ways.legal(state, unit, legs):
            return March(unit, legs)
    legs = ways.come_on(state, unit)
    return March(unit, legs) if legs and ways.legal(state, unit, legs) else None


def _middle(state: BattleState) -> Spot:
    wide, high = facts.ground(state).size
    return wide // 2, high // 2


def _follow_me(state: BattleState, seat: Seat, unit: str, task: Task, tried: set[str]) -> BattleCommand | None:
    """core 4.6 Follow Me: four inches more for infantry that storms and has nobody better to shoot at."""
    if "follow-me" in tried or task.role not in ("take", "hunt") or task.at is None:
        return None
    if facts.unit_sheet(state, unit).unit.kind != "infantry" or state.units[unit].pinned:
        return None
    far, _ = nearest_foe(state, seat, leader_spot(state, unit))
    moved = [id for id in facts.teams_of(state, unit) if state.teams[id].dashed]
    if moved or not any(least < far < most for least, most in MORE):
        return None
    tried.add("follow-me")
    return GiveOrder(unit, "follow-me") if ordering.why_not(state, unit, "follow-me") is None else None


def _by_order(state: BattleState, unit: str, task: Task) -> BattleCommand | None:
    _, foe = nearest_foe(state, facts.seat_of(unit), leader_spot(state, unit))
    goal = facts.spot(state, foe) if foe is not None else task.at or _middle(state)
    legs = ways.checked(state, unit, ways.toward(state, unit, goal, by_order=True))
    return March(unit, legs) if legs else None
