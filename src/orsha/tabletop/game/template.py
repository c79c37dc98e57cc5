"""The square template of a bombardment: who and what lies under it. Its sides run along the table's (ruling: any part
of a base under it counts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from orsha.tabletop.game import facts, room_shelling
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot, TeamState
from orsha.tabletop.table import MIL, Stand, Table
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kernels import COUNTED, meet
from orsha.tabletop.table.shapes import box_of


def under(state: BattleState, at: Spot, inches: int, *, salvo: bool = False) -> list[str]:
    """core 7.3: every team on the ground with a part of its base under a template, friend and foe. 002: in a room
    everybody there, for a salvo also in the rooms about it; outside nobody in rooms."""
    if rooms(state):
        housed = room_shelling.under(state, at, salvo=salvo)
        if housed is not None:
            return housed
    half, (x, y) = inches * MIL // 2, at
    most = half + _REACH
    return [
        id
        for id, team in facts.placed(state, "on the ground", lambda: _on_the_ground(state))
        if -most <= team.x - x <= most and -most <= team.y - y <= most and touches(facts.stand(state, id), at, half)
    ]


def _on_the_ground(state: BattleState) -> list[tuple[str, TeamState]]:
    sheets = state.roster.teams
    return [(id, team) for id, team in state.teams.items() if team.aboard is team.room is None and not sheets[id].flies]


_REACH = 3 * MIL
"""No base reaches farther than this from its middle."""


def touches(stand: Stand, at: Spot, half: int) -> bool:
    """Whether a part of a base lies under a square."""
    shape = base(stand.base)
    if shape.disc:
        dx, dy = max(abs(stand.x - at[0]) - half, 0), max(abs(stand.y - at[1]) - half, 0)
        return dx * dx + dy * dy <= shape.half_width * shape.half_width
    if abs(stand.x - at[0]) <= half and abs(stand.y - at[1]) <= half:
        return True
    corners, square = stand.corners(), _square(at, half)
    return not (_apart(corners, square) or _apart(square, corners))


def _apart(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Whether a side of the first convex outline has all of the second beyond it."""
    for (ax, ay), (bx, by) in zip(one, [*one[1:], one[0]], strict=True):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in one]
        inner = max(sides, key=abs)
        if all(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * inner < 0 for x, y in other):
            return True
    return False


def in_terrain(state: BattleState, at: Spot, inches: int) -> bool:
    """core 7.2: whether short or tall terrain, or smoke, lies under a template. Hills are ground, not cover."""
    table, half = facts.ground(state), inches * MIL // 2
    square = _square(at, half)
    (right, high), (left, low) = square[0], square[2]
    return any(
        box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low and _shares(table, n, square)
        for n, box in _boxes(table, "conceals")
    ) or any(_crosses(ends, square) for ends in facts.screens(state))


def _boxes(table: Table, which: Literal["conceals", "bulletproof"]) -> list[tuple[int, tuple[int, int, int, int]]]:
    """The features of a sort, with the box about each; kept with the table."""
    kept = table.__dict__.setdefault("boxes", {})
    if which not in kept:
        found = [n for n, kind in enumerate(table.kinds) if getattr(kind, which)]
        kept[which] = [(n, box_of(table.outlines[n])) for n in found]
    return kept[which]  # type: ignore[no-any-return]


def _square(at: Spot, half: int) -> tuple[Spot, ...]:
    x, y = at
    return (x + half, y + half), (x - half, y + half), (x - half, y - half), (x + half, y - half)


def _inside(square: Sequence[Spot], spot: Spot) -> bool:
    return square[1][0] <= spot[0] <= square[0][0] and square[2][1] <= spot[1] <= square[0][1]


def _shares(table: Table, feature: int, square: Sequence[Spot]) -> bool:
    """Whether a feature and a square share ground."""
    outline = table.outlines[feature]
    if any(_inside(square, spot) for spot in outline):
        return True
    ground = table.flat
    if any(ground.engine.inside(ground.flat, feature, float(x), float(y)) for x, y in square):
        return True
    return any(
        meet(*map(float, (*a, *b)), *map(float, (*c, *d)))
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
        for c, d in zip(square, [*square[1:], square[0]], strict=True)
    )


def _crosses(ends: tuple[Spot, Spot], square: Sequence[Spot]) -> bool:
    if _inside(square, ends[0]) or _inside(square, ends[1]):
        return True
    return any(
        meet(*map(float, (*ends[0], *ends[1])), *map(float, (*c, *d)))
        for c, d in zip(square, [*square[1:], square[0]], strict=True)
    )


def cover_all_round(state: BattleState, team: str) -> bool:
    """core 6.7: whether a team is inside bulletproof terrain: half its base, or all of it where the terrain asks."""
    table, stand = facts.ground(state), facts.stand(state, team)
    x, y = stand.spot
    near = [
        n
        for n, box in _boxes(table, "bulletproof")
        if box[0] - _REACH <= x <= box[2] + _REACH and box[1] - _REACH <= y <= box[3] + _REACH
    ]
    parts = stand.parts() if near else ()
    for n in near:
        kind = table.kinds[n]
        if "inside" in kind.bulletproof and 2 * _held(table, n, parts[:COUNTED]) >= COUNTED:
            return True
        if "wholly-inside" in kind.bulletproof and _held(table, n, parts) == len(parts):
            return True
    return False


def in_building(state: BattleState, team: str) -> bool:
    """core 7.1: whether a team's middle is in a building that holds people."""
    if state.teams[team].room is not None:
        return True
    table, (x, y) = facts.ground(state), facts.spot(state, team)
    about = [n for n, box in _boxes(table, "bulletproof") if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    houses = [n for n in about if table.kinds[n].group == "building" and "inside" in table.kinds[n].bulletproof]
    return any(_held(table, n, ((x, y),)) for n in houses)


def _held(table: Table, feature: int, spots: Sequence[Spot]) -> int:
    ground = table.flat
    return sum(bool(ground.engine.inside(ground.flat, feature, float(x), float(y))) for x, y in spots)
