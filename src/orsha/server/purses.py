"""What a choice of the set-up costs and what is left of it: fortifications by points, units by what may be deployed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from orsha.kernel import counted
from orsha.tabletop.mission import forces, placing, steps
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import (
    core,
    force_points,
    mission_of,
    points_of,
    side_of,
    unit_of,
    units_at,
    with_attachments,
)
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.shares import share_points


class Purse(Struct, frozen=True):
    """What a step of the set-up allows and what of it is used, in words; and what each choice costs."""

    words: str
    prices: dict[str, int]


def purse(view: Any) -> Purse | None:
    """What stands beside the choice that a mission's set-up asks for, where it is one by points."""
    if view.mission is None or view.stage != "setup" or view.attacker is None:
        return None
    step = steps.current(view)
    if isinstance(step, f.Fortifications) and not view.passed:
        return _works(view, step)
    return _reserve(view, step) if isinstance(step, f.HoldReserves) and not forces.held_finished(view, step) else None


def _works(view: Any, step: f.Fortifications) -> Purse:
    items = fortifications().items
    points = placing.fortification_points(view, step)
    left = points - sum(items[item].points for item in view.taken)
    taken = ", ".join(view.taken) or "nothing"
    return Purse(
        f"{left} of {counted(points, 'point')} left; taken: {taken}",
        {name: item.points for name, item in items.items()},
    )


def _reserve(view: Any, step: f.HoldReserves) -> Purse:
    """003 Reserves: the points that may start on the table, the heavy tanks and aircraft among them, and how many units
    must be held."""
    seat = forces.holder(view, step)
    side = side_of(view, seat)
    reserve = mission_of(view).reserve(side)
    assert reserve is not None
    left, held = units_at(view, seat, "roster"), units_at(view, seat, "reserve")
    words = []
    if reserve.share is not None:
        most = share_points(force_points(view, side), reserve.share)
        words.append(f"{counted(points_of(view, left), 'point')} would start on the table, at most {most} may")
    if "deep" in reserve.kinds:
        most = rules().reserves.deep_units_on_table
        words.append(f"{forces.deep_units(view, left)} heavy tank or aircraft units, at most {most} may")
    if reserve.min_units:
        least = "" if reserve.max_units == reserve.min_units else "at least "
        words.append(f"{least}{counted(reserve.min_units, 'unit')} must be held")
    names = ", ".join(unit_of(view, id).name for id in held if core(view, id)) or "nobody"
    words.append(f"held so far: {names} ({counted(points_of(view, held), 'point')})")
    return Purse("; ".join(words), {id: points_of(view, with_attachments(view, id)) for id in left if core(view, id)})
