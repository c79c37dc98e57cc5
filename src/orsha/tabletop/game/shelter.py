"""What features of the table teams are in: bulletproof cover all about them, buildings. Answers stay with the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Stand, Table
from orsha.tabletop.table.bases import reach
from orsha.tabletop.table.kernels import COUNTED
from orsha.tabletop.table.kinds import Kind
from orsha.tabletop.table.shapes import box_of
from orsha.tabletop.table.sight import holds, wholly_in

Box = tuple[int, int, int, int]
Sort = Literal["shelter", "house"]
_SORTS: dict[Sort, Callable[[Kind], bool]] = {
    "shelter": lambda kind: "inside" in kind.bulletproof or "wholly-inside" in kind.bulletproof,
    "house": lambda kind: kind.group == "building" and "inside" in kind.bulletproof,
}
MOST = 20_000
"""So many answers of a kind are kept with a table at most: a series plays many games on one."""


def kept(table: Table, what: str, box: str = "") -> dict[Any, Any]:
    """What was found out about places of a table; in its "shelter" what things like wrecks on it do not change."""
    among = table.__dict__.setdefault(box, {}) if box else table.__dict__
    found: dict[Any, Any] = among.setdefault(what, {})
    if len(found) > MOST:
        found.clear()
    return found


def _boxes(table: Table, which: Sort) -> list[tuple[int, Box]]:
    """The features of a sort, with the box about each."""
    known: dict[Sort, list[tuple[int, Box]]] = kept(table, "boxes", "shelter")
    if which not in known:
        found = [n for n, kind in enumerate(table.kinds) if _SORTS[which](kind)]
        known[which] = [(n, box_of(table.outlines[n])) for n in found]
    return known[which]


def cover_all_round(state: BattleState, team: str) -> bool:
    """core 6.7: whether a team is inside bulletproof terrain: half its base, or all of it where the terrain asks."""
    table, stand = facts.ground(state), facts.stand(state, team)
    known: dict[Stand, bool] = kept(table, "cover all round", "shelter")
    found = known.get(stand)
    if found is None:
        found = known[stand] = _sheltered(table, stand)
    return found


def _sheltered(table: Table, stand: Stand) -> bool:
    (x, y), far = stand.spot, reach(stand.base)
    near = [
        n
        for n, box in _boxes(table, "shelter")
        if box[0] - far <= x <= box[2] + far and box[1] - far <= y <= box[3] + far
    ]
    parts = stand.parts() if near else ()
    for n in near:
        kind = table.kinds[n]
        if "inside" in kind.bulletproof and 2 * holds(table, n, parts[:COUNTED]) >= COUNTED:
            return True
        if "wholly-inside" in kind.bulletproof and wholly_in(table, n, parts):
            return True
    return False


def in_building(state: BattleState, team: str) -> bool:
    """core 7.1: whether a team's middle is in a building that holds people."""
    if state.teams[team].room is not None:
        return True
    return bool(houses(facts.ground(state), facts.spot(state, team)))


def houses(table: Table, at: Spot) -> list[int]:
    """The buildings that hold people and that a spot is in. Nobody may change the list."""
    known: dict[Spot, list[int]] = kept(table, "houses", "shelter")
    found = known.get(at)
    if found is None:
        found = known[at] = _houses(table, at)
    return found


def _houses(table: Table, at: Spot) -> list[int]:
    x, y = at
    about = [n for n, box in _boxes(table, "house") if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    return [n for n in about if holds(table, n, (at,))]
