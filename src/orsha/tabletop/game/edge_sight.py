"""Looking on to the table from its edges (002): for artillery off the table, and for Ranged In markers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from shapely import MultiPolygon

from orsha.kernel import Illegal, Option
from orsha.tabletop.game import facts
from orsha.tabletop.game.bound import Bound, a_spot, bound
from orsha.tabletop.game.room_sight import spot_marks, spot_seen_from
from orsha.tabletop.game.rooms import room_at, rooms
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.ground import layout_of, mission_of, polygons, side_of, zone_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.region import covers
from orsha.tabletop.table import Stand, lookout
from orsha.tabletop.table.kinds import MIL

RANGED_IN = "002 Ranged In markers"
APART = MIL
"""From how many mils to how many mils along an edge somebody looks. Ours: the rules say from any point."""
EYE = "infantry-small"
TRIES = 60


@lru_cache(maxsize=256)
def along_edges(shape: MultiPolygon, size: Spot) -> tuple[Spot, ...]:
    """The points of a table's edges that lie in a zone."""
    wide, high = size
    across = [(x, y) for x in range(0, wide + 1, APART) for y in (0, high)]
    up = [(x, y) for y in range(0, high + 1, APART) for x in (0, wide)]
    return tuple(spot for spot in dict.fromkeys([*across, *up]) if covers(shape, spot))


def deployment_edges(state: BattleState, seat: Seat) -> tuple[Spot, ...]:
    """002 Across the Volga: where a side's artillery spots from: the table's edges along its deployment area."""
    side, found = side_of(state.mission, seat), list[Spot]()
    for step in mission_of(state.mission).file.setup:
        if isinstance(step, f.Deploy) and step.by in (side, "both"):
            shape = zone_of(state.mission, step.zone or step.zones[side])
            found += along_edges(shape, facts.ground(state).size)
    return tuple(dict.fromkeys(found))


def reserves_edge(state: BattleState, seat: Seat) -> tuple[Spot, ...]:
    """Where a side's reserves come on; for a side without reserves its own edge (ruling A36)."""
    mission, side, size = state.mission, side_of(state.mission, seat), facts.ground(state).size
    reserve = mission_of(mission).reserve(side)
    if reserve is not None:
        shapes = [zone_of(mission, name) for name in reserve.arrive.values()]
    else:
        layout = layout_of(mission)
        shapes = [polygons(layout.placed(layout.edge(side)).buffer(0.25, cap_style="flat"))]
    return tuple(dict.fromkeys(spot for shape in shapes for spot in along_edges(shape, size)))


def seen_from(state: BattleState, eyes: Sequence[Spot], spots: Sequence[Spot]) -> list[bool]:
    """Which of some places are seen from one point or another; rooms by an opening whose wall looks that way."""
    stands = [Stand(*at, EYE) for at in eyes]
    marks = [spot_marks(state, at) if rooms(state) else (Stand(*at, EYE),) for at in spots]
    ends = {mark: n for n, mark in enumerate(dict.fromkeys(mark for group in marks for mark in group))}
    rows = lookout(facts.ground(state), stands, list(ends), facts.screens(state))
    there = [room_at(state, at) for at in spots]
    return [
        any(
            row[ends[mark]] and spot_seen_from(eye, mark, room)
            for eye, row in zip(eyes, rows, strict=True)
            for mark in group
        )
        for group, room in zip(marks, there, strict=True)
    ]


# -- Ranged In markers before the game


def in_sight(state: BattleState, seat: Seat, spot: Spot) -> bool:
    return facts.ground(state).holds(spot) and seen_from(state, reserves_edge(state, seat), [spot])[0]


def _looks(state: BattleState) -> bool:
    """Whether the present step lays markers that the reserves edge must see."""
    mission = state.mission
    if state.table is None or mission.mission is None or mission.stage != "setup":
        return False
    step = steps.current(mission)
    return isinstance(step, f.RangedIn) and step.sight_of_reserves_edge


def check_marker(state: BattleState, seat: Seat, command: mc.MissionCommand) -> None:
    """002: a Ranged In marker lies in sight of its player's reserves edge, where the mission says so."""
    if not isinstance(command, mc.Put) or command.at is None or not _looks(state):
        return
    if not in_sight(state, seat, command.at):
        raise Illegal(RANGED_IN, f"a Ranged In marker lies where {seat}'s reserves edge sees it")


class InSight(Bound, frozen=True, tag="in-sight", dict=True):
    """Any place of the table that a side's reserves edge sees."""

    size: Spot
    edge: tuple[Spot, ...]
    """The points that it is looked from."""

    def contains(self, value: object) -> bool:
        return a_spot(value) and in_sight(self.about, self.who, value)

    def sample(self, rng: random.Random) -> object:
        """The first of some places that is seen: anywhere, or right at the edge."""
        wide, high = self.size
        spots = [(rng.randint(0, wide), rng.randint(0, high)) for _ in range(TRIES)]
        spots += rng.sample(self.edge, len(self.edge))
        seen = seen_from(self.about, self.edge, spots)
        return next((spot for spot, look in zip(spots, seen, strict=True) if look), self.edge[0])


def marker_options(state: BattleState, seat: Seat, options: list[Option]) -> list[Option]:
    """The mission's options of the set-up, with markers kept in sight where they must be."""
    if not _looks(state):
        return options
    where = bound(InSight(facts.ground(state).size, reserves_edge(state, seat)), state, seat)
    return [Option(one.act, one.words, {**one.takes, "at": where}) if one.act == "put" else one for one in options]
