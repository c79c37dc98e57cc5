"""What a side wants in a mission: the objectives it can win by, those it must deny, read off the victory clauses."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from orsha.bots.staff import city, river
from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState, Spot
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ground import mission_of, side_of
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.mission.winning import counted


class Goals(Struct, frozen=True):
    take: tuple[Spot, ...]
    """Objectives to stand on."""
    keep: tuple[Spot, ...]
    """Objectives that the enemy wins by; for who defends a river, the ends of its crossings too."""
    near: tuple[Spot, ...]
    """Objectives that the enemy wins by keeping us away from."""
    both: tuple[tuple[Spot, ...], tuple[Spot, ...]] | None = None
    """Where one is not enough: one of these and one of those must be held at once."""


def goals(state: BattleState, seat: Seat) -> Goals:
    """The places that matter to a side."""
    mission, foe = state.mission, facts.enemy(seat)
    own, theirs = (side_of(mission, who) for who in (seat, foe))
    take: dict[str, None] = {}
    keep: dict[str, None] = {}
    near: dict[str, None] = {}
    both: tuple[tuple[Spot, ...], tuple[Spot, ...]] | None = None
    for win in mission_of(mission).file.win:
        if isinstance(win, f.HoldObjective) and win.who in (own, "both"):
            one = counted(mission, seat, win.which)
            other = counted(mission, seat, win.also) if win.also is not None else ()
            take.update(dict.fromkeys([*one, *other]))
            if win.also is not None:
                both = spots_of(state, one), spots_of(state, other)
        if isinstance(win, f.HoldObjective) and win.who in (theirs, "both"):
            denied = win.also or win.which  # who needs both has neither if one of them is denied
            keep.update(dict.fromkeys(counted(mission, foe, denied)))
        if isinstance(win, f.KeepAway) and win.who in (theirs, "both"):
            near.update(dict.fromkeys(counted(mission, foe, win.which)))
    kept = spots_of(state, keep)
    if kept and mission.river is not None:
        kept = (*kept, *river.stations(state, seat, kept))
    rooms_to_take, rooms_to_keep = city.stations(state, seat)
    return Goals((*spots_of(state, take), *rooms_to_take), (*kept, *rooms_to_keep), spots_of(state, near), both)


def spots_of(state: BattleState, labels: Iterable[str]) -> tuple[Spot, ...]:
    """Where some objectives lie, those of them that do."""
    found = [state.mission.objectives[label].at for label in labels if label in state.mission.objectives]
    return tuple(at for at in found if at is not None)
