"""What lies in the way and takes a die: minefields, booby traps, barbed wire (core 5.4, 000 obstacles)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.table import Disc, Stride, Walk
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.walking import Dash, to_way

STRIDE = 250
"""How finely a way is looked at for mines, in mils."""
WIRE = "wire"
"""What the missions call its markers."""
MARKER = 500
"""Half of how wide a marker is, in mils. Ours."""


Obstacle = Literal["minefield", "booby trap", "barbed wire"]


class Danger(Struct, frozen=True):
    """Something on the way that takes a die: after how many mils."""

    after: float
    kind: Obstacle | Literal["ground"]
    at: Spot
    feature: int = -1
    needs: int | None = None
    stays: float = 0.0


def dangers(state: BattleState, gone: Walk | Stride) -> list[Danger]:
    """Minefields, booby traps and wire that a way comes to."""
    found: list[Danger] = []
    there = markers(state)
    if not any(there.values()):
        return found
    for kind, spots in there.items():
        for at in spots:
            if kind == "booby trap" and facts.apart(gone.path[0], at) <= MARKER:
                continue  # 000: it hurts who moves on to it, not who moves off
            after = _comes_within(gone, at, reach_of(state, kind))
            if after is not None and len(gone.path) > 1:
                found.append(Danger(after, kind, at, stays=after))
    return found


def in_wire(state: BattleState, team: str, gone: Walk) -> bool:
    """000: wire is difficult ground for whoever does not test its skill there, so a dash through it is no faster."""
    return bool(slowing(state, team)) and any(danger.kind == "barbed wire" for danger in dangers(state, gone))


def slowing(state: BattleState, team: str) -> Sequence[Disc]:
    """The wire that slows a team's dash, as far as it reaches."""
    coils = markers(state)["barbed wire"]
    if not coils:
        return ()
    kind, reach = facts.card(state, team).kind, reach_of(state, "barbed wire")
    slows = kind == "tank" or (kind == "gun" and state.setup.moves.wire.guns == "difficult")
    return [Disc(*at, reach) for at in coils] if slows else ()


def dash_of(state: BattleState, team: str, gone: Walk) -> Dash:
    """Which dash a team's way is."""
    return "terrain" if in_wire(state, team, gone) else gone.dash


def reach_of(state: BattleState, kind: str) -> int:
    """How near to a marker's middle it is minded, in mils."""
    rules = state.setup.moves
    return {"minefield": rules.mines.within, "barbed wire": rules.wire.within}.get(kind, 0) * MIL + MARKER


def markers(state: BattleState) -> dict[Obstacle, list[Spot]]:
    """What lies on the table that hurts or holds who moves over it."""
    return facts.kept(state, "obstacles", lambda: _markers(state))


def _markers(state: BattleState) -> dict[Obstacle, list[Spot]]:
    wire = [one.at for one in state.mission.markers if one.what == WIRE and one.at is not None]
    return {
        "minefield": facts.minefields(state),
        "booby trap": [at for at in state.traps if at not in state.cleared],
        "barbed wire": [at for at in wire if at not in state.cleared],
    }


def on_marker(state: BattleState, team: str, at: Spot) -> bool:
    """Whether a team stands on a marker, as a way would come on to it."""
    return facts.apart(facts.spot(state, team), at) <= MARKER


def _comes_within(gone: Walk | Stride, at: Spot, reach: int) -> float | None:
    """After how many mils of its way a team's middle is so near to a marker."""
    if to_way(at, gone.path) > reach:
        return None
    done = 0.0
    for start, end in pairwise(gone.path):
        long = facts.apart(start, end)
        for n in range(int(long // STRIDE) + 1):
            t = min(n * STRIDE / long, 1.0) if long else 0.0
            spot = (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
            if (spot[0] - at[0]) ** 2 + (spot[1] - at[1]) ** 2 <= reach**2:
                return done + t * long
        done += long
    return _nearest(gone, at)


def _nearest(gone: Walk | Stride, at: Spot) -> float:
    """After how many mils a way is nearest to a marker: for one that it brushes between two looks."""
    done, best = 0.0, (float("inf"), 0.0)
    for start, end in pairwise(gone.path):
        long = facts.apart(start, end)
        dx, dy = end[0] - start[0], end[1] - start[1]
        t = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (long * long) if long else 0.0
        t = min(max(t, 0.0), 1.0)
        far = (start[0] + dx * t - at[0]) ** 2 + (start[1] + dy * t - at[1]) ** 2
        best = min(best, (far, done + t * long))
        done += long
    return best[1]
