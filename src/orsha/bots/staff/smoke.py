"""When the staff lays smoke (core 7.5): between those who storm and those who would shoot at them in the next turn, if
that spares more than the screen costs: the battery's shells, and the shots of one's own that it is in the way of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from orsha.bots.staff.plan import Task
from orsha.kernel import Illegal
from orsha.tabletop.battle import artillery, odds
from orsha.tabletop.battle.artillery import Battery
from orsha.tabletop.game import applying, batteries, bombarding, facts, firing_guess, shelling_guess
from orsha.tabletop.game.commands import Bombard
from orsha.tabletop.game.events import StepBegan
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kernels import meet
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import bearing, shifted

SPARED = 0.4
"""The enemy may walk around a screen, or shoot at others: so much of what it hides from him counts."""
LEAST = 1.0
"""What a screen must be worth, in points: a battery lays one in a game."""
BEFORE = 2000
"""How far before those who shoot it is laid, in mils."""
PLACES = 3
"""So many places are looked into for a battery, the best first."""


class Shot(NamedTuple):
    """A shot that a side would aim, and what it promises in points."""

    by: str
    at: str
    start: Spot
    end: Spot
    points: float


def screen(state: BattleState, seat: Seat, units: Iterable[str], tasks: Mapping[str, Task]) -> Bombard | None:
    """A screen that one of some batteries should lay now."""
    able = [] if rooms(state) else [one for unit in units for one in _able(state, seat, unit)]
    storming = {unit for unit, task in tasks.items() if task.role in ("take", "hunt")}
    if not able or not storming:
        return None
    foe = facts.enemy(seat)
    then = applying.apply(state, StepBegan(foe, "starting"))
    theirs = [shot for shot in _shots(then, foe) if facts.unit_id(shot.at) in storming]
    if SPARED * sum(shot.points for shot in theirs) < LEAST:
        return None
    ours = list(_shots(state, seat))
    for unit, number, battery in able:
        found = _best(state, seat, Bombard(unit, "", (0, 0), number, smoke=True), battery, theirs, ours)
        if found is not None and found[1] > _shells(state, unit):
            return found[0]
    return None


def _able(state: BattleState, seat: Seat, unit: str) -> Iterator[tuple[str, int, Battery]]:
    """The weapons of a unit that can lay smoke now, and the guns that can."""
    for number, weapon in batteries.bombards(state, unit):
        if "smoke-bombardment" in weapon.rules:
            try:
                battery = batteries.battery_of(state, seat, batteries.able_guns(state, seat, unit, weapon), weapon)
                artillery.check_smoke(battery, state.units[unit].smokes, state.setup.rules)
            except Illegal:
                continue
            yield unit, number, battery


def _shots(state: BattleState, seat: Seat) -> Iterator[Shot]:
    """The shots that a side would aim as everybody stands, at those who are far enough off for smoke to hide them."""
    near = facts.ground(state).terrain.sight.smoke * MIL
    for unit in facts.units_on_table(state, seat):
        found = firing_guess.plan(state, unit)
        for aim in found.aims:
            start, end = facts.spot(state, aim.team), facts.spot(state, aim.at)
            if facts.apart(start, end) > near:
                yield Shot(aim.team, aim.at, start, end, found.points / len(found.aims))


def _best(
    state: BattleState, seat: Seat, command: Bombard, battery: Battery, theirs: Sequence[Shot], ours: Sequence[Shot]
) -> tuple[Bombard, float] | None:
    """The best screen that a battery may lay, and what it is worth, if that is enough."""
    worth = {}
    for at, along in _places(theirs):
        ends = batteries.smoke_ends(state, battery, at, along)
        worth[at, along] = SPARED * _hidden(theirs, ends) - _hidden(ours, ends)
    for (at, along), points in sorted(worth.items(), key=lambda one: (-one[1], one[0]))[:PLACES]:
        for spotter in batteries.spotters(state, seat, command.unit) if points >= LEAST else ():
            one = replace(command, spotter=spotter, at=at, along=along)
            try:
                found = bombarding.check_bombard(state, seat, one)
            except Illegal:
                continue
            ways = odds.ranging(found.battery, found.spotter, found.point, one.attempts, state.setup.rules)
            points *= float(1 - ways.chance(0))
            return (one, points) if points >= LEAST else None
    return None


def _places(shots: Sequence[Shot]) -> Iterator[tuple[Spot, int]]:
    """Places and directions of screens: square before each unit that shoots, where they hide most from it."""
    ways: dict[str, list[tuple[Spot, Spot]]] = {}
    for shot in shots:
        ways.setdefault(facts.unit_id(shot.by), []).append((shot.start, shot.end))
    for some in ways.values():
        here, there = (_middle(spots) for spots in zip(*some, strict=True))
        ahead = bearing(here, there)
        if ahead is not None:
            yield shifted(here, ahead, BEFORE), (ahead + 90) % 360


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)


def _hidden(shots: Sequence[Shot], ends: tuple[Spot, Spot]) -> float:
    """What the shots promise that a screen is in the way of."""
    line = *map(float, ends[0]), *map(float, ends[1])
    return sum(shot.points for shot in shots if meet(*map(float, (*shot.start, *shot.end)), *line))


def _shells(state: BattleState, unit: str) -> float:
    """What a battery's bombardment promises instead."""
    found = shelling_guess.best_bombardment(state, unit)
    return found.points if found is not None else 0.0
