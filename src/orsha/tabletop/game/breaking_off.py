"""Breaking off and consolidating (core 9.2 steps 7 and 8): what their player says, and what comes of it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.kernel import Illegal, passes
from orsha.tabletop.battle import assault
from orsha.tabletop.game import facts, room_leaving
from orsha.tabletop.game.bound import Bound, all_of, bound
from orsha.tabletop.game.commands import BreakOff, Consolidate, Leg
from orsha.tabletop.game.events import Asked, Moved
from orsha.tabletop.game.fighting import consolidators, react
from orsha.tabletop.game.leaving import (
    Room,
    clear_legs,
    go,
    leave,
    leavers,
    plan_break_off,
    reach_of,
    stepped,
    suffer,
)
from orsha.tabletop.game.moving import Step, check_once
from orsha.tabletop.game.rooms import room_at, rooms
from orsha.tabletop.game.state import BattleState, Pending
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import shifted

CONSOLIDATE = "core 9.2 consolidating"


def asked_of(state: BattleState, seat: Seat, *kinds: str) -> Pending:
    """The question that a seat answers; refused if it is asked something else, or nothing."""
    asked = state.asked
    if asked is None or asked.seat != seat or asked.kind not in kinds:
        said = " or ".join(kinds)
        raise Illegal("core 9.2", f"{seat} is not asked to {said} now")
    return asked


# -- breaking off


def break_off(story: Story, seat: Seat, command: BreakOff) -> None:
    """Units that failed their test, or would rather not fight on, get away; who cannot get clear is lost."""
    asked = asked_of(story.state, seat, "break-off", "react")
    steps = plan_break_off(story.state, asked.units, command.legs)
    story.tell(Asked(None))
    leave(story, asked.units, steps)
    react(story, asked.units[0] if asked.kind == "react" else None)


class WaysOut(Bound, frozen=True, tag="ways-out", dict=True):
    """Ways for teams that break off: each to farther than `clear` inches from every assaulting team, or it is lost."""

    units: tuple[str, ...]
    reach: dict[str, int]
    """How many inches each team may go."""
    clear: int

    def contains(self, value: object) -> bool:
        return all_of(value, Leg) and passes(plan_break_off, self.about, self.units, value)

    def sample(self, rng: random.Random) -> object:
        legs = clear_legs(self.about, self.units, rng if rng.random() < 0.7 else None)
        if legs and rng.random() < 0.1:
            legs = legs[:-1]
        return legs


def ways_out_domain(state: BattleState, seat: Seat, units: tuple[str, ...]) -> WaysOut:
    reach = {
        id: reach_of(state, id) // MIL
        for unit in units
        for id in leavers(state, unit)
        if not state.teams[id].bailed_out and reach_of(state, id)
    }
    return bound(WaysOut(units, reach, state.setup.moves.after.clear), state, seat)


# -- consolidating


def inches_of(state: BattleState, team: str) -> int:
    """How many inches a team of the winner moves: as the rule says, and never farther than at Tactical."""
    pinned = state.units[facts.unit_id(team)].pinned
    return min(assault.consolidation(pinned, state.setup.moves), assault.break_off_inches(facts.card(state, team)))


def plan(state: BattleState, units: Sequence[str], legs: Sequence[Leg]) -> list[Step]:
    """Every leg of a consolidation as it goes if no die fails."""
    able = {id for unit in units for id in consolidators(state, unit)}
    check_once(legs, CONSOLIDATE, "a team consolidates once")
    for leg in legs:
        if leg.team not in able:
            raise Illegal(CONSOLIDATE, f"{leg.team} is no team that may consolidate")
    if rooms(state):
        return room_leaving.plan_consolidation(state, facts.seat_of(units[0]), legs, inches_of)
    room = Room(state, facts.seat_of(units[0]))
    steps = []
    for leg in legs:
        gone = stepped(room, leg, inches_of(state, leg.team) * MIL, CONSOLIDATE)
        room.put(leg.team, gone.end, gone.facing)
        steps.append(Step(leg, gone, gone.path[0]))
    return steps


def consolidate(story: Story, seat: Seat, command: Consolidate) -> None:
    """The winner's teams move a little, not near to the enemy."""
    asked = asked_of(story.state, seat, "consolidate")
    steps = plan(story.state, asked.units, command.legs)
    story.tell(Asked(None))
    legs, hurt = go(story, seat, steps, "consolidate")
    if legs:
        names = ", ".join(dict.fromkeys(facts.unit_name(story.state, facts.unit_id(leg.team)) for leg in legs))
        story.tell(Moved(names, tuple(legs)))
    suffer(story, hurt)


class Shifts(Bound, frozen=True, tag="shifts", dict=True):
    """Ways for the winner's teams, not near to the enemy."""

    units: tuple[str, ...]
    reach: dict[str, int]
    """How many inches each team may go."""

    def contains(self, value: object) -> bool:
        return all_of(value, Leg) and passes(plan, self.about, self.units, value)

    def sample(self, rng: random.Random) -> object:
        """Some teams, each a little way somewhere; those that cannot go there stay."""
        teams = rng.sample(sorted(self.reach), min(rng.randint(0, 3), len(self.reach)))
        city, ground = bool(rooms(self.about)), room_leaving.Ground(self.about, self.who, minding=True)
        room = ground if city else Room(self.about, self.who)
        names = self.about.asked.rooms if self.about.asked is not None else ()
        legs = []
        for id in teams:
            if city:
                into = room_leaving.shift_into(ground, id, rng.sample(names, len(names)), rng)
                if into is not None:
                    legs.append(into)
                if into is not None or self.about.teams[id].room is not None:
                    continue
            here = room.own[id]
            spot = shifted(here.spot, rng.randrange(360), rng.randint(0, self.reach[id] * MIL - 2))
            if not room.table.holds(spot) or (city and room_at(self.about, spot) is not None):
                continue
            leg = Leg(id, (here.spot, spot))
            try:
                gone = stepped(room, leg, self.reach[id] * MIL, CONSOLIDATE)
            except Illegal:
                continue
            room.put(id, gone.end, gone.facing)
            legs.append(leg)
        return tuple(legs)


def shifts_domain(state: BattleState, seat: Seat, units: tuple[str, ...]) -> Shifts:
    reach = {id: inches_of(state, id) for unit in units for id in consolidators(state, unit)}
    return bound(Shifts(units, reach), state, seat)
