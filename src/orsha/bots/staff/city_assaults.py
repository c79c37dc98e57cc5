"""The staff's assaults in a city (002): which rooms it contests, who moves into them, when it gives a room up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from orsha.bots.staff import city
from orsha.bots.staff.assaults import before_charge
from orsha.kernel import passes
from orsha.tabletop.game import assaulting, facts, firing_guess
from orsha.tabletop.game.assault_chances import chance, estimate, estimate_room
from orsha.tabletop.game.breaking_off import plan as plan_consolidation
from orsha.tabletop.game.charging import Field, charge_legs, counter_legs
from orsha.tabletop.game.commands import (
    Aim,
    BattleCommand,
    BreakOff,
    Charge,
    Consolidate,
    Counterattack,
    Leg,
    Pass,
    TakeRoom,
)
from orsha.tabletop.game.contact import in_contact
from orsha.tabletop.game.fighting import consolidators
from orsha.tabletop.game.leaving import clear_legs, leavers, plan_break_off
from orsha.tabletop.game.room_assault import asked_room, entrants, places
from orsha.tabletop.game.room_charging import contestable, insiders
from orsha.tabletop.game.room_leaving import Ground, shift_into
from orsha.tabletop.game.rooms import Room, holder, inside, rooms, taken
from orsha.tabletop.game.rooms import places as floor_places
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.state import Seat

LIKELY, AT_STAKE, PRESSED, NOW_OR_NEVER, STUCK, ANY = 0.5, 0.25, 0.15, 0.08, 0.03, 0.0
"""How likely an assault must be to carry: any; for a room that matters; when it is late; when the game is won by it;
when nothing else will end it; and when waiting has not ended it either."""
SAFELY = 0.85
"""And for a headquarters."""
LATE, TOO_LATE, LAST, OVERDUE = -3, -2, -1, 0
"""So many turns from when a game can be won it is late, too late, the last one that one may count on, and overdue."""
CLEARLY, HARDLY = 0.5, 0.02
"""A quick guess beyond these is believed; between them it is tried out,"""
TRIES = 24
"""so often."""
TOO_LOW = 0.15
"""A quick guess is too low rather than too high, but not so much that this share of what is needed would do."""
AT_ONE = 0.6
"""Shots at a single unit next door pin it down: for that they may promise so much less than the best."""
WORTH_READYING, ONCE_PINNED = 0.08, 0.15
"""Shots before it make an assault likelier than it looks when the turn begins."""
FIGHT_ON, FIGHT_ON_HERE = 0.6, 0.25
"""How many teams in contact a unit wants for each of the enemy's, to counterattack; and in a room that matters."""


# -- charging


def charge(state: BattleState, seat: Seat, unit: str) -> BattleCommand | None:
    """An assault that is worth it, from inside or at the openings of a room, or in the open; nothing otherwise."""
    if assaulting.why_not(state, unit) is not None or state.units[unit].pinned:
        return None
    found = [*_from_inside(state, seat, unit), *_from_outside(state, seat, unit)]
    ranked = sorted(found, key=lambda one: -one[0])
    return next((command for _, command in ranked if passes(assaulting.check, state, seat, command)), None)


def _from_inside(state: BattleState, seat: Seat, unit: str) -> list[tuple[float, Charge]]:
    found: list[tuple[float, Charge]] = []
    for room in contestable(state, unit):
        need = _wanted(state, unit, [room])
        likely = inside_odds(state, unit, room, need)
        if likely >= need:
            found.append((likely + _stake(state, seat, [room]), Charge(unit, (), (room.name,))))
    return found


def inside_odds(state: BattleState, unit: str, room: Room, need: float = LIKELY) -> float:
    """About how likely an assault on a room from next door is to carry; looked into where that decides."""
    guess = estimate_room(state, unit, room)
    if not TOO_LOW * need <= guess < need:
        return guess
    foe = facts.unit_id(inside(state, room)[0])
    tried = chance(state, unit, foe, names=(room.name,), tries=TRIES)
    return guess if tried is None else float(tried.share)


def promising(state: BattleState, unit: str, least: float = WORTH_READYING) -> bool:
    """Whether a unit may well assault from where it is: it then saves its shots for that. Of several units next to a
    room the strongest does if it looks well once the others have pinned the enemy down."""
    if state.units[unit].pinned:
        return False
    for room in contestable(state, unit):
        worth = min(least, _needed(state, facts.seat_of(unit), [room]) / 2)
        now, leads = estimate_room(state, unit, room), _leads(state, unit, room)
        if now >= (worth if leads is not False else LIKELY):
            return True
        if leads and estimate_room(_pinned(state, _units_in(state, room)), unit, room) >= min(ONCE_PINNED, 2 * worth):
            return True
    return False


def promising_outside(state: BattleState, unit: str) -> bool:
    """The same for a unit in the open that could charge from where it stands: at a window, or at who is about."""
    if state.units[unit].pinned:
        return False
    field = Field(state, unit, counter=False)
    able = [id for id in facts.teams_of(state, unit) if id in field.own and state.teams[id].room is None]
    for foe in dict.fromkeys(facts.unit_id(other) for id in able for other in field.within_reach(id)):
        names = dict.fromkeys(state.teams[id].room for id in facts.teams_of(state, foe))
        at = [rooms(state)[name] for name in names if name is not None]
        need = _wanted(state, unit, at)
        if _at_last(state, facts.seat_of(unit), at):
            return True
        if estimate(state, unit, foe) >= need / 2 or estimate(_pinned(state, [foe]), unit, foe) >= need:
            return True
    return False


def _units_in(state: BattleState, room: Room) -> list[str]:
    return list(dict.fromkeys(facts.unit_id(id) for id in inside(state, room)))


def _leads(state: BattleState, unit: str, room: Room) -> bool | None:
    """Whether a unit has more teams that charge next to a room than others there; nothing if it is alone there."""
    seat, never = facts.seat_of(unit), set(state.setup.moves.charge.never)
    near = [id for name in room.neighbours for id in inside(state, rooms(state)[name]) if facts.seat_of(id) == seat]
    counts = Counter(facts.unit_id(id) for id in near if never.isdisjoint(facts.card(state, id).rules))
    return counts[unit] == max(counts.values()) if len(counts) > 1 else None


def _pinned(state: BattleState, units: Sequence[str]) -> BattleState:
    """The battle if some units were pinned down."""
    return replace(state, units={**state.units, **{one: replace(state.units[one], pinned=True) for one in units}})


def _from_outside(state: BattleState, seat: Seat, unit: str) -> list[tuple[float, Charge]]:
    if not assaulting.can_charge(state, unit):
        return []
    field = Field(state, unit, counter=False)
    able = [id for id in facts.teams_of(state, unit) if id in field.own]
    near = dict.fromkeys(facts.unit_id(other) for id in able for other in field.within_reach(id))
    found: list[tuple[float, Charge]] = []
    for foe in near:
        names = dict.fromkeys(state.teams[id].room for id in facts.teams_of(state, foe))
        at = [rooms(state)[name] for name in names if name is not None]
        need, likely = _wanted(state, unit, at), estimate(state, unit, foe)
        if likely < min(HARDLY, need) and not _at_last(state, seat, at):
            continue
        every = charge_legs(state, unit, foe) or ()
        legs = tuple(leg for leg in every if not _stays_in(state, leg.team, at))
        if not legs or not passes(assaulting.check, state, seat, Charge(unit, legs)):
            continue
        if likely < max(CLEARLY, need) or len(legs) < len(every):
            tried = chance(state, unit, foe, legs, tries=TRIES)
            likely = likely if tried is None else float(tried.share)
        if likely >= need:
            found.append((likely + _stake(state, seat, at), Charge(unit, legs)))
    return found


def _stays_in(state: BattleState, team: str, at: Sequence[Room]) -> bool:
    """Out of a room with an objective nobody goes, and out of a building that decides only for a room that matters."""
    own, seat = state.teams[team].room, facts.seat_of(team)
    if own is None:
        return False
    if own in {room.name for room in city.marked(state)}:
        return True
    return not city.goes_out(state) and _stake(state, seat, at) == 0.0


def _wanted(state: BattleState, unit: str, at: Sequence[Room]) -> float:
    """How likely it must be for a unit: a headquarters is sure or stays, until the last turns."""
    need = _needed(state, facts.seat_of(unit), at)
    return max(need, SAFELY) if facts.unit_sheet(state, unit).unit.hq and need > STUCK else need


def _needed(state: BattleState, seat: Seat, at: Sequence[Room]) -> float:
    """How likely it must be: less for rooms that matter, least when there is no later."""
    stake = _stake(state, seat, at)
    if stake and _late(state, seat, OVERDUE):
        return ANY
    if stake and _late(state, seat, LAST):
        return STUCK
    if stake and (_last_turn(state, seat) or _late(state, seat, TOO_LATE)):
        return NOW_OR_NEVER
    if stake and _late(state, seat, LATE):
        return PRESSED
    return AT_STAKE if stake else LIKELY


def _at_last(state: BattleState, seat: Seat, at: Sequence[Room]) -> bool:
    """Whether this is the last chance for a room that decides: then even the least likely charge is looked into."""
    return _last_turn(state, seat) and _stake(state, seat, at) > 0


def _late(state: BattleState, seat: Seat, turns: int) -> bool:
    """Whether the buildings must be cleared by so many turns ago: where that alone ends the game."""
    wins = mission_of(state.mission).file.win
    since = [win.from_turn for win in wins if isinstance(win, f.TakeBuildings)]
    return len(since) == len(wins) and state.mission.turns.get(seat, 0) >= min(since) + turns


def _stake(state: BattleState, seat: Seat, at: Sequence[Room]) -> float:
    """What a room counts for beside how likely it is taken."""
    matters = {post.at for post in (*city.takes(state, seat), *city.lost(state, seat)) if post.worth >= city.CLEAR}
    return 1.0 if any(room.middle in matters for room in at) else 0.0


def _last_turn(state: BattleState, seat: Seat) -> bool:
    """Whether the game is decided by who holds a room at the end of this turn, or of the enemy's next one."""
    since = [win.from_turn for win in mission_of(state.mission).file.win if isinstance(win, f.HoldRoom)]
    before = seat != state.mission.first  # whoever is second must stop the first player before that turn
    return bool(since) and state.mission.turns.get(seat, 0) >= min(since) - before


# -- shooting before it


def aims(state: BattleState, seat: Seat, unit: str) -> tuple[Aim, ...]:
    """What a unit shoots at: the best there is, but all of it at one unit next door where that does nearly as much, to
    pin it down; who is going to charge shoots only at whom he charges, and at his moving rate (core 9.1)."""
    best = firing_guess.plan(state, unit)
    if not best.aims or not rooms_about(state, seat, unit):
        return best.aims
    able = assaulting.why_not(state, unit) is None and not state.units[unit].pinned
    meant = max(_from_inside(state, seat, unit), key=lambda one: one[0], default=None) if able else None
    if meant is None:
        return _at_one(state, seat, unit, best)
    there = [rooms(state)[name] for name in meant[1].rooms]
    if not storms_next(state, unit) and estimate_room(state, unit, there[0]) < ONCE_PINNED:
        return _at_one(state, seat, unit, best)
    among = [id for room in there for id in inside(state, room)]
    going = insiders(Field(state, unit, counter=False), there)
    found = firing_guess.plan(state, unit, among).aims
    return before_charge(state, found, going)


def storms_next(state: BattleState, unit: str) -> bool:
    """Whether a unit in a room counts as moving: it means to charge, and shoots when others have pinned the enemy."""
    return any(state.teams[id].moved and state.teams[id].room is not None for id in facts.teams_of(state, unit))


def rooms_about(state: BattleState, seat: Seat, unit: str) -> list[Room]:
    """The rooms of the enemy next to those that a unit is in."""
    own = dict.fromkeys(state.teams[id].room for id in facts.teams_of(state, unit))
    near = dict.fromkeys(other for name in own if name is not None for other in sorted(rooms(state)[name].neighbours))
    return [rooms(state)[name] for name in near if holder(state, rooms(state)[name]) == facts.enemy(seat)]


def _at_one(state: BattleState, seat: Seat, unit: str, best: firing_guess.Plan) -> tuple[Aim, ...]:
    """Shots at the one unit next door that promise most and are not much worse than the best of all."""
    least, found = AT_ONE * best.points, best.aims
    for room in rooms_about(state, seat, unit):
        for foe in _units_in(state, room):
            if not state.units[foe].pinned:
                among = [id for id in inside(state, room) if facts.unit_id(id) == foe]
                one = firing_guess.plan(state, unit, among)
                if one.points > least:
                    least, found = one.points, one.aims
    return found


# -- answers


def take_room(state: BattleState, seat: Seat) -> BattleCommand:
    """Who moves into a room that was cleared: as many as have a place on the ground floor, for above it nobody gets
    out again; from a room with an objective not the last ones."""
    room = asked_room(state, seat)
    able = entrants(state, room)
    held = {one.name for one in city.marked(state)}
    order = sorted(able, key=lambda id: (state.teams[id].room in held, state.teams[id].level == 0, id))
    stay = {name: len(inside(state, rooms(state)[name])) // 2 for name in held}
    going: list[str] = []
    for id in order:
        own = str(state.teams[id].room)
        if stay.get(own, 99) > 0:
            stay[own] = stay.get(own, 99) - 1
            going.append(id)
    low = [went for went in places(state, room, going) if went.level == 0]
    most = max(len(low), 1)
    return TakeRoom(tuple(going[:most])) if going else TakeRoom(tuple(able[:1]))


def consolidate(state: BattleState, seat: Seat) -> BattleCommand:
    """Those outside go into the rooms that were won, and those next door where nobody is in yet."""
    asked = state.asked
    assert asked is not None
    if not asked.rooms:
        return Pass()
    ground, legs = Ground(state, seat, minding=True), list[Leg]()
    for unit in asked.units:
        for id in consolidators(state, unit):
            names = [name for name in asked.rooms if _wants_more(state, name, legs)]
            if not names or (state.teams[id].room is not None and not _empty(state, names, legs)):
                continue
            leg = shift_into(ground, id, names)
            if leg is not None and leg.level == 0:
                legs.append(leg)
    return Consolidate(tuple(legs)) if legs and passes(plan_consolidation, state, asked.units, legs) else Pass()


def _wants_more(state: BattleState, name: str, legs: Sequence[Leg]) -> bool:
    """Whether the ground floor of a room has places left."""
    room = rooms(state)[name]
    low = sum(level == 0 for _, level in taken(state, room)) + sum(room.holds(leg.way[-1]) for leg in legs)
    return low < len(floor_places(room))


def _empty(state: BattleState, names: Sequence[str], legs: Sequence[Leg]) -> bool:
    some = [rooms(state)[name] for name in names]
    return any(holder(state, room) is None and not any(room.holds(leg.way[-1]) for leg in legs) for room in some)


def ways_out(state: BattleState, units: Sequence[str]) -> tuple[Leg, ...]:
    """The ways out of an assault that are legal: who has none is left out, and lost."""
    found = clear_legs(state, units)
    kept: tuple[Leg, ...] = ()
    if passes(plan_break_off, state, units, found):
        return found
    for leg in found:
        if passes(plan_break_off, state, units, (*kept, leg)):
            kept = (*kept, leg)
    return kept


def react(state: BattleState, unit: str) -> BattleCommand:
    """Fights on if it is strong enough there, if the room matters, or if too few would get out."""
    ours, theirs = in_contact(state)
    seat = facts.seat_of(unit)
    own = [id for id in (*ours, *theirs) if facts.unit_id(id) == unit]
    foes = [id for id in (*ours, *theirs) if facts.seat_of(id) != seat]
    held = {room.name for room in city.marked(state)}
    here = any(state.teams[id].room in held for id in facts.teams_of(state, unit))
    out = ways_out(state, (unit,))
    going = [id for id in leavers(state, unit) if facts.acting(state.teams[id])]
    if len(own) >= (FIGHT_ON_HERE if here else FIGHT_ON) * len(foes) or len(out) < 0.7 * len(going):
        every = counter_legs(state, unit)
        staying = tuple(leg for leg in every if not _stays_in(state, leg.team, ()))
        for legs in (staying, (), every):
            if passes(assaulting.check_counterattack, state, seat, legs):
                return Counterattack(legs)
    return BreakOff(out)
