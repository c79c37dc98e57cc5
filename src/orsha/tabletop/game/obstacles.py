"""What lies in the way and takes a die: minefields, booby traps, barbed wire (core 5.4, 000 obstacles)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from orsha.tabletop.game import facts
from orsha.tabletop.game.riding import getting_out
from orsha.tabletop.game.state import BattleState, Obstacle, Spot
from orsha.tabletop.table import Bulk, Walk
from orsha.tabletop.table.bases import to_spot
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import length
from orsha.tabletop.table.underfoot import along
from orsha.tabletop.table.walking import Dash, to_way

STRIDE = 250
"""How finely a way is looked at for mines, in mils."""
WIRE = "wire"
"""What the missions call its markers."""
MARKER = 500
"""Half of how wide a marker is, in mils. Ours."""


class Danger(Struct, frozen=True):
    """Something on the way that takes a die: after how many mils."""

    after: float
    kind: Obstacle | Literal["ground"]
    at: Spot
    feature: int = -1
    needs: int | None = None
    stays: float = 0.0


def dangers(state: BattleState, team: str, path: Sequence[Spot], facing: int) -> list[Danger]:
    """Minefields, booby traps and wire that a team's way comes to, at whose end it looks so."""
    found: list[Danger] = []
    there = markers(state)
    if not any(there.values()):
        return found
    out, path = _from_hull(state, team, path)
    for kind, spots in there.items():
        reach = reach_of(state, team, kind)
        for at in spots:
            stands = kind == "booby trap" and not out  # who gets out on to a trap did not stand on it
            after = _comes_on_to(path, at) if stands else _comes_within(path, at, reach)
            if after is None and kind != "booby trap" and _ends_within(state, team, path[-1], facing, kind, at):
                after = length(tuple(path))
            if after is not None and (out or len(path) > 1):
                found.append(Danger(out + after, kind, at, stays=out + after))
    return found


def _from_hull(state: BattleState, team: str, path: Sequence[Spot]) -> tuple[float, Sequence[Spot]]:
    """A way from where it begins, and how many mils are before that: a passenger's begins in contact with the hull that
    it gets out of. core 4.8, ruling A71. 000 Disembarking: who is stopped getting off a boat may stay in it, so that
    way counts whole."""
    boat = state.teams[team].aboard in state.boats
    out = 0.0 if boat else min(getting_out(state, team), length(tuple(path)))
    if out <= 0:
        return 0, path
    start = along(path, out)
    rest = [spot for n, spot in enumerate(path) if length(tuple(path[: n + 1])) > out]
    return out, (start, *(spot for spot in rest if spot != start))


def reach_of(state: BattleState, team: str, kind: str) -> int:
    """How near to the middle of a marker that of a team comes into it, in mils: mines and wire reach so far from their
    rim to its edge; 000: a booby trap must be stepped on."""
    return MARKER if kind == "booby trap" else _within(state, kind) + MARKER + facts.sheet(state, team).half_width


def _within(state: BattleState, kind: str) -> int:
    rules = state.setup.moves
    return (rules.mines.within if kind == "minefield" else rules.wire.within) * MIL


def _ends_within(state: BattleState, team: str, end: Spot, facing: int, kind: str, at: Spot) -> bool:
    """Whether the ends of a hull come into a marker where its way ends; on the way it is as wide as it is."""
    far = to_spot(facts.sheet(state, team).base, facing, at[0] - end[0], at[1] - end[1])
    return far <= _within(state, kind) + MARKER


def in_wire(state: BattleState, team: str, gone: Walk) -> bool:
    """000: wire is difficult ground for whoever does not test its skill there, so a dash through it is no faster."""
    return bool(slowing(state, team)) and any(
        danger.kind == "barbed wire" for danger in dangers(state, team, gone.path, gone.facing)
    )


def slowing(state: BattleState, team: str) -> Sequence[Bulk]:
    """The wire that slows a team's dash, as far as it reaches to the team's edge."""
    coils = markers(state)["barbed wire"]
    if not coils:
        return ()
    kind, reach = facts.card(state, team).kind, _within(state, "barbed wire") + MARKER
    slows = kind == "tank" or (kind == "gun" and state.setup.moves.wire.guns == "difficult")
    return [Bulk(*at, reach) for at in coils] if slows else ()


def dash_of(state: BattleState, team: str, gone: Walk) -> Dash:
    """Which dash a team's way is."""
    return "terrain" if in_wire(state, team, gone) else gone.dash


def markers(state: BattleState) -> dict[Obstacle, list[Spot]]:
    """What lies on the table that hurts or holds who moves over it."""
    return facts.kept(state, "obstacles", lambda: _markers(state))


def _markers(state: BattleState) -> dict[Obstacle, list[Spot]]:
    mines: list[Spot] = []
    wire: list[Spot] = []
    laid = {"minefield": mines, WIRE: wire}
    for one in state.mission.markers:
        if one.at is not None and one.what in laid:
            laid[one.what].append(one.at)
    left: dict[Obstacle, list[Spot]] = {"minefield": mines, "booby trap": list(state.traps), "barbed wire": wire}
    for kind, at in state.cleared:  # 000: of several at one spot each is cleared by itself
        if at in left[kind]:
            left[kind].remove(at)
    return left


def on_marker(state: BattleState, team: str, at: Spot) -> bool:
    """Whether a team stands on a marker, as a way would come on to it."""
    return facts.apart(facts.spot(state, team), at) <= MARKER


def stays_on(way: Sequence[Spot], at: Spot) -> bool:
    """Whether a way is on a marker all along."""
    return all(facts.apart(spot, at) <= MARKER for spot in way)


def _comes_on_to(path: Sequence[Spot], at: Spot) -> float | None:
    """After how many mils a team is on a booby trap. 000: it hurts who moves on to it, back on to it too, not who
    moves off."""
    off = next((n for n, spot in enumerate(path) if not stays_on((spot,), at)), None)
    after = None if off is None else _comes_within(path[off:], at, MARKER)
    return None if off is None or after is None else length(tuple(path[: off + 1])) + after


def _comes_within(path: Sequence[Spot], at: Spot, reach: int) -> float | None:
    """After how many mils of its way a team's middle is so near to that of a marker."""
    if to_way(at, path) > reach:
        return None
    done = 0.0
    for start, end in pairwise(path):
        long = facts.apart(start, end)
        for n in range(int(long // STRIDE) + 1):
            t = min(n * STRIDE / long, 1.0) if long else 0.0
            spot = (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
            if (spot[0] - at[0]) ** 2 + (spot[1] - at[1]) ** 2 <= reach**2:
                return done + t * long
        done += long
    return _nearest(path, at)


def _nearest(path: Sequence[Spot], at: Spot) -> float:
    """After how many mils a way is nearest to a marker: for one that it brushes between two looks."""
    done, best = 0.0, (float("inf"), 0.0)
    for start, end in pairwise(path):
        long = facts.apart(start, end)
        dx, dy = end[0] - start[0], end[1] - start[1]
        t = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (long * long) if long else 0.0
        t = min(max(t, 0.0), 1.0)
        far = (start[0] + dx * t - at[0]) ** 2 + (start[1] + dy * t - at[1]) ** 2
        best = min(best, (far, done + t * long))
        done += long
    return best[1]
