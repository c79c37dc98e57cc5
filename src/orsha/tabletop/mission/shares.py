"""What follows from the points agreed on: how much may start on the table, and what a fortified defender gets."""

from __future__ import annotations

from typing import Literal

from orsha.kernel import Illegal
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.library import mission, per_points
from orsha.tabletop.mission.rulebook import rules

ShareRule = Literal["reserves", "fortified", "outpost", "onslaught"]
MOST = 10_000


def share_points(points: int, share: int) -> int:
    """A share of the points agreed on, to the nearest (ruling A6)."""
    return (points * share + 50) // 100


def defender_points(points: int) -> int:
    """000 Fortified Defence: half of the attacker's points, rounded down (ruling A6)."""
    return points * rules().fortified_defence.force // 100


def shares(points: int, rule: ShareRule) -> dict[str, int]:
    """The points that follow from a rule, by name."""
    if not 1 <= points <= MOST:
        raise Illegal("003 Reserves", f"a game is agreed at 1 to {MOST} points, not {points}")
    if rule == "onslaught":
        return _onslaught(points)
    percent = rules().reserves.share["usual" if rule == "reserves" else rule]
    on_table = share_points(points, percent)
    return {"points": points, "on_table": on_table, "reserve": points - on_table}


def _onslaught(points: int) -> dict[str, int]:
    """000 Onslaught Forces: the defender's force, its works, and what of it may start on the table."""
    defender = defender_points(points)
    on_table = share_points(defender, rules().reserves.share["fortified"])
    row = {"attacker": points, "defender": defender, "on_table": on_table, "reserve": defender - on_table}
    for step in mission("onslaught").file.setup:
        if isinstance(step, f.Fortifications):
            row["fortification_points"] = per_points(step.points_each, points, step.points, part_counts=False)
        if isinstance(step, f.Obstacles):
            name = "minefields" if step.what == "minefield" else "wire"
            row[name] = per_points(step.count, points, step.points, step.part_counts)
    return row
