"""Getting away from the enemy (core 9.2): ways out, falling back, breaking off."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from math import hypot, sqrt
from typing import Literal

from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.battle import assault
from orsha.tabletop.game import facts
from orsha.tabletop.game.commands import Leg
from orsha.tabletop.game.contact import active, assaulting, gap, near, side, those_about
from orsha.tabletop.game.crossing import Clear, ahead, bail, rolled
from orsha.tabletop.game.events import Moved, Went
from orsha.tabletop.game.moving import Step, check_once, whole_way
from orsha.tabletop.game.obstacles import dangers
from orsha.tabletop.game.room_moving import came_into
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.game.telling import Story, lose, pin
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Bulk, Stand, Walk, walk
from orsha.tabletop.table.bases import outer
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import UNIT, direction
from orsha.tabletop.table.walking import shortened

Gait = Literal["charge", "fall back", "break off", "consolidate"]
BREAK_OFF = "core 9.2 breaking off"
RAYS = 24
"""The directions that are tried for a way out."""
MARGIN = 10
"""How much farther than it must a team goes, in mils: rounding."""
Away = tuple[float, float, float]
"""A disc to get out of: how far its middle is to the east and to the north, and the square of that distance without the
square of its radius."""
FALL_BACK = 6 * MIL
"""No stopped team goes farther than this to fall back, or than twice what it must get clear. Ours."""


# -- ways out


class Room:
    """Both sides where they stand while teams of one side get away, one after the other."""

    def __init__(self, state: BattleState, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.table = facts.ground(state)
        self.own = dict(side(state, seat))
        self.enemies = side(state, facts.enemy(seat))

    def walk(self, team: str, way: Sequence[Spot], facing: int | None = None) -> Walk:
        sheet, here = facts.sheet(self.state, team), self.own[team]
        most = max((facts.apart(here.spot, spot) for spot in way), default=0.0)
        enemies = facts.bulks(self.state, those_about(here, self.enemies, most))
        friends: list[Bulk] = []
        if sheet.card.kind != "infantry":
            friends = [
                Bulk.about(self.own[id], facts.card(self.state, id).kind != "infantry")
                for id in those_about(here, self.own, most)
                if id != team
            ]
        return walk(self.table, sheet.mover, way, enemies, friends, facing=facing)

    def put(self, team: str, at: Spot, facing: int) -> None:
        self.own[team] = facts.stand_at(self.state, team, at, facing)


def ways_out(
    room: Room, team: str, foes: Iterable[Stand], clear: int, most: int, rng: random.Random | None = None
) -> Iterator[Walk]:
    """Straight ways for a team to farther than so many mils from every foe; the shortest first, or at random."""
    here = room.own[team]
    rays = []
    discs = [_disc(here, foe, clear + outer(here.base) + outer(foe.base) + MARGIN) for foe in foes]
    for turn, ux, uy in _rays():
        far = _leaves(discs, ux, uy, most)
        if far is not None:
            rays.append((far, turn))
    rays.sort() if rng is None else rng.shuffle(rays)
    friends = [room.own[id] for id in those_about(here, room.own, most) if id != team] if rays else []
    for far, turn in rays:
        ux, uy = direction(turn)
        spot = (here.x + round(ux * far / UNIT), here.y + round(uy * far / UNIT))
        if not room.table.holds(spot) or not _free(spot, here.base, friends):
            continue
        gone = room.walk(team, (here.spot, spot), turn)
        if gone.stopped is None and gone.length <= most:
            yield gone


def _free(spot: Spot, own: str, others: Iterable[Stand]) -> bool:
    """Whether none of some teams stands where a base would come to."""
    (x, y), half = spot, outer(own)
    return not [other for other in others if hypot(x - other.x, y - other.y) < half + outer(other.base)]


@cache
def _rays() -> list[tuple[int, float, float]]:
    """The directions that are tried: each in degrees, and how far it goes to the east and to the north."""
    turns = [360 * n // RAYS for n in range(RAYS)]
    return [(turn, x / UNIT, y / UNIT) for turn in turns for x, y in (direction(turn),)]


def _disc(here: Stand, foe: Stand, radius: float) -> Away:
    dx, dy = foe.x - here.x, foe.y - here.y
    return dx, dy, dx * dx + dy * dy - radius * radius


def _leaves(discs: Sequence[Away], ux: float, uy: float, most: int) -> float | None:
    """After how many mils in a direction a team is out of all discs; nothing if that is too far."""
    spans = []
    for dx, dy, left in discs:
        along = dx * ux + dy * uy
        under = along * along - left
        if under > 0:
            root = sqrt(under)
            if along + root > 0:
                spans.append((along - root, along + root))
    far = 0.0
    for start, end in sorted(spans):
        if start <= far < end:
            far = end + 1
    return far if far <= most else None


def clear_way(room: Room, team: str, foes: Sequence[Stand], clear: int, most: int) -> Walk | None:
    """The best of a team's ways out: a short one, without dice if there is one."""
    return safest(room.state, team, islice(ways_out(room, team, foes, clear, most), 4))


def safest(state: BattleState, team: str, ways: Iterable[Walk]) -> Walk | None:
    """The way with the fewest Cross Checks, mines and wire; the first of those."""
    best: Walk | None = None
    least = 0
    for gone in ways:
        dice = len(gone.checks) + len(dangers(state, team, gone.path, gone.facing))
        if best is None or dice < least:
            best, least = gone, dice
        if not least:
            break
    return best


# -- breaking off


def leavers(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that must get away if it breaks off: those not clear of the assaulting teams."""
    if rooms(state):
        from orsha.tabletop.game import room_leaving

        return room_leaving.leavers(state, unit)
    foes = assaulting(state)
    rules = state.setup.moves
    most = rules.after.clear * MIL
    return [
        id
        for id in facts.teams_of(state, unit)
        if state.teams[id].aboard is None and any(near(facts.stand(state, id), foe, most) for foe in foes.values())
    ]


def reach_of(state: BattleState, team: str) -> int:
    """How far a team goes that breaks off, in mils."""
    return assault.break_off_inches(facts.card(state, team)) * MIL


def clear_legs(state: BattleState, units: Sequence[str], rng: random.Random | None = None) -> tuple[Leg, ...]:
    """Ways out for every team of some units that has one; with dice of one's own some of the many ways."""
    if not units:
        return ()
    if rooms(state):
        from orsha.tabletop.game import room_leaving

        return room_leaving.clear_legs(state, units, rng)
    room, foes = Room(state, facts.seat_of(units[0])), list(assaulting(state).values())
    clear = state.setup.moves.after.clear * MIL
    legs = []
    for unit in units:
        for id in leavers(state, unit):
            if state.teams[id].bailed_out or not reach_of(state, id):
                continue
            if rng is None:
                gone = clear_way(room, id, foes, clear, reach_of(state, id))
            else:
                gone = next(ways_out(room, id, foes, clear, reach_of(state, id), rng), None)
            if gone is not None:
                legs.append(Leg(id, gone.path))
                room.put(id, gone.end, gone.facing)
    return tuple(legs)


def may_get_clear(state: BattleState, team: str) -> bool:
    """Whether a team could be clear after its move if no ground or friend were in the way."""
    if rooms(state):
        from orsha.tabletop.game import room_leaving

        return room_leaving.may_get_clear(state, team)
    here = facts.stand(state, team)
    foes = list(assaulting(state).values())
    least = state.setup.moves.after.clear * MIL
    discs = [_disc(here, foe, least) for foe in foes]
    most = reach_of(state, team)
    able = not state.teams[team].bailed_out and most > 0
    return able and any(_leaves(discs, ux, uy, most) is not None for _, ux, uy in _rays())


def plan_break_off(state: BattleState, units: Sequence[str], legs: Sequence[Leg]) -> list[Step]:
    """Every leg as it goes if no die fails; refuses one that is too long or does not get clear."""
    if rooms(state):
        from orsha.tabletop.game import room_leaving

        return room_leaving.plan_break_off(state, units, legs)
    out = {id for unit in units for id in leavers(state, unit)}
    check_once(legs, BREAK_OFF, "a team breaks off once")
    room = Room(state, facts.seat_of(units[0]))
    steps = []
    for leg in legs:
        if leg.team not in out:
            raise Illegal(BREAK_OFF, f"{leg.team} is no team that has to break off")
        name = facts.team_name(state, leg.team)
        if state.teams[leg.team].bailed_out:
            raise Illegal(BREAK_OFF, f"{name} is Bailed Out and cannot move")
        gone = stepped(room, leg, reach_of(state, leg.team), BREAK_OFF)
        near_to = _not_clear(state, facts.stand_at(state, leg.team, gone.end, gone.facing))
        if near_to is not None:
            clear = state.setup.moves.after.clear
            raise Illegal(
                BREAK_OFF,
                f"{name} must end more than {clear} inches from every assaulting team, and "
                f"{facts.team_name(state, near_to)} would be nearer; who cannot get clear is left out, and lost",
            )
        room.put(leg.team, gone.end, gone.facing)
        steps.append(Step(leg, gone, gone.path[0]))
    return steps


def stepped(room: Room, leg: Leg, most: int, rule: str) -> Walk:
    """A leg that is walked without coming near to the enemy; refused if something stops it or it is too long."""
    name, start = facts.team_name(room.state, leg.team), room.own[leg.team].spot
    if leg.way[0] != start:
        raise Illegal(rule, f"{name} starts where it stands, at {start}, not at {leg.way[0]}")
    facing = leg.facing if leg.facing is not None or len(leg.way) > 1 else room.own[leg.team].facing
    gone = room.walk(leg.team, leg.way, facing)
    if gone.stopped is not None:
        what = {"enemy": "an enemy", "friend": "a friendly vehicle or gun"}.get(gone.stopped.by, "the ground")
        raise Illegal(rule, f"{name} cannot go there: {what} is in the way")
    if gone.length > most + 1:
        raise Illegal(rule, f"{name} goes {facts.inches(gone.length)} inches; it may go {most // MIL}")
    return gone


def _not_clear(state: BattleState, stand: Stand) -> str | None:
    """An assaulting team that a team is not clear of."""
    rules = state.setup.moves
    foes = assaulting(state)
    return next((id for id, foe in foes.items() if not assault.is_clear(round(gap(stand, foe)), rules)), None)


def leave(story: Story, units: Sequence[str], steps: Sequence[Step], *, only: Sequence[str] | None = None) -> None:
    """Units break off: who gets clear is away, who does not is lost; infantry and guns are pinned. core 9.2

    `only`: the teams of them that leave while the others fight on; that pins nobody.
    """
    state, rules = story.state, story.state.setup.moves
    out = {unit: [id for id in leavers(state, unit) if only is None or id in only] for unit in units}
    seat = facts.seat_of(units[0])
    legs, hurt = go(story, seat, steps, "break off")
    ends = {leg.team: facts.stand_at(state, leg.team, leg.way[-1], leg.facing) for leg in legs}
    if legs:
        names = ", ".join(dict.fromkeys(facts.unit_name(state, facts.unit_id(leg.team)) for leg in legs))
        story.tell(Moved(names, tuple(legs)))
    suffer(story, hurt)
    for unit in units:
        for id in out[unit]:
            if id not in story.state.teams:
                continue
            leaver = _leaver(state, story.state, id, ends.get(id) if id not in hurt else None)
            if assault.break_off(facts.card(state, id), leaver, rules).fate == "destroyed":
                lose(story, [id], "captured" if leaver.bailed_out else "destroyed")
        if only is None:
            _pin_after(story, unit)


def _leaver(before: BattleState, state: BattleState, team: str, end: Stand | None) -> assault.Leaver:
    """A team that broke off, as the rules judge it: whether it got clear, and out of which room (002)."""
    from orsha.tabletop.game import room_leaving

    bailed_out = before.teams[team].bailed_out
    if not rooms(before):
        return assault.Leaver(end is not None and _not_clear(state, end) is None, bailed_out)
    clear = end is not None and room_leaving.got_away(before, team, end)
    fought = before.teams[team].room is not None
    return assault.Leaver(clear, bailed_out, "contested" if fought else None, before.teams[team].level > 0)


def _pin_after(story: Story, unit: str) -> None:
    left = facts.teams_of(story.state, unit)
    away = assault.Leaver(True)
    if any(assault.break_off(facts.card(story.state, id), away, story.state.setup.moves).pinned for id in left):
        pin(story, unit, "it broke off")


# -- going, with dice


def go(story: Story, seat: Seat, steps: Sequence[Step], pace: Gait) -> tuple[list[Went], dict[str, str]]:
    """The legs as they go with Cross Checks and mines rolled, and what mines did to whom."""
    legs: list[Went] = []
    hurt: dict[str, str] = {}
    clear = Clear(story.state, seat, steps)
    for step in steps:
        held, team = "", step.leg.team
        wired: tuple[Spot, ...] = ()
        there = ahead(story.state, step)
        if there:
            after, held, fate, wired = rolled(story, seat, team, there, ())
            if after is not None:
                path = tuple(shortened(step.walk.path, after))
                step = Step(step.leg, Walk(path, after, step.walk.facing), step.start, out=step.out)
                clear.stop()
            if fate:
                hurt[team] = fate
        path = clear.of(step).walk.path
        length = sum(facts.apart(a, b) for a, b in pairwise(path))
        went = Went(team, path, step.walk.facing, round(length), pace, held=held, wired=wired)
        legs.append(_through_rooms(story.state, step, went) if rooms(story.state) else went)
    return legs, hurt


def _through_rooms(state: BattleState, step: Step, went: Went) -> Went:
    """The same with what lies in rooms, where it comes out of one or goes into one (002)."""
    way = whole_way(step) if step.out or step.into is not None else went.way
    if step.into is None:
        return replace(went, way=way, level=state.teams[step.leg.team].level)
    return replace(went, way=way, level=step.leg.level, into=came_into(state, step.leg.team, step.into))


def suffer(story: Story, hurt: dict[str, str]) -> None:
    """What mines did on the way."""
    for team, fate in hurt.items():
        if fate == "destroyed":
            lose(story, [team], "destroyed")
        elif team in story.state.teams:
            bail(story, team)


# -- falling back


def fall_back(story: Story, teams: Iterable[str]) -> None:
    """Teams whose charge is over go back, the shortest way, until they are clear of the enemy. core 9.2"""
    state = story.state
    able = active(state, teams)
    if not able:
        return
    clear = state.setup.moves.stopped.fall_back * MIL
    most = max(FALL_BACK, 2 * clear)
    if rooms(state):
        from orsha.tabletop.game import room_leaving

        ways = room_leaving.ways_back(state, facts.seat_of(able[0]), able, clear, most)
    else:
        ways = _ways_back(state, able, clear, most)
    steps = [_back(state, id, gone) for id, gone in ways]
    legs, hurt = go(story, facts.seat_of(able[0]), steps, "fall back")
    if legs:
        story.tell(Moved(facts.unit_name(state, facts.unit_id(legs[0].team)), tuple(legs)))
    suffer(story, hurt)


def _back(state: BattleState, team: str, gone: Walk) -> Step:
    """A way back of a team, which faces as it did. Ruling A177: its dice are thrown as on any way."""
    return Step(Leg(team, gone.path), replace(gone, facing=state.teams[team].facing), gone.path[0])


def _ways_back(state: BattleState, teams: Sequence[str], clear: int, most: int) -> Iterator[tuple[str, Walk]]:
    room = Room(state, facts.seat_of(teams[0]))
    for id in teams:
        here = room.own[id]
        if not any(near(here, foe, clear) for foe in room.enemies.values()):
            continue
        foes = [foe for foe in room.enemies.values() if near(here, foe, clear + most)]
        gone = clear_way(room, id, foes, clear, most)
        if gone is not None:
            room.put(id, gone.end, here.facing)
            yield id, gone
