"""Assault boats: how many there are, where they drift to, and what the dice for them promise (000 River Assaults)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from orsha.kernel import Odds
from orsha.kernel.odds import pool, success
from orsha.tabletop.force import Unit
from orsha.tabletop.mission.rulebook import RiverRules, charts, rules

DRIFT = "assault-boat-drift"


def river_rules() -> RiverRules:
    return rules().river_assault


# -- how many


def infantry_points(units: Iterable[Unit]) -> Fraction:
    """The points of a force's infantry teams; a mixed unit's are shared evenly among its teams. 000 Calculate Number"""
    return sum(
        (Fraction(unit.points * sum(t.kind == "infantry" for t in unit.teams), len(unit.teams)) for unit in units),
        Fraction(0),
    )


def boats_for(points: Fraction) -> int:
    """000 Calculate Number of Assault Boats: four for each 25 points of infantry teams or part of it."""
    its = river_rules()
    return its.boats * ceil(points / its.points)


def boats_needed(teams: int) -> int:
    """000 Calculate Number of Assault Boats: three passengers to a boat."""
    return ceil(teams / river_rules().passengers)


# -- drift


def drift_odds() -> Odds[int]:
    """000 Hitting the Enemy River Bank: how many inches down current a unit's boats drift."""
    return charts()[DRIFT].odds().map(int)


def landed(starts: Sequence[int], drift: int, flow: int, taken: Sequence[int], long: int, width: int) -> list[int]:
    """Where a unit's boats come to the other bank, along it: all drift alike, and side by side on to the nearest space
    down current that is clear for all of them.

    000 Hitting the Enemy River Bank, and its picture. Places beyond the river's ends are off the table, where there is
    room for all.
    """
    places = [start + flow * drift for start in starts]
    past = [flow * (other - place) + width for place in places for other in taken]
    off = [(long - place if flow > 0 else place) + 1 for place in places]
    for farther in sorted({0, *(mils for mils in (*past, *off) if mils > 0)}):
        found = [place + flow * farther for place in places]
        if not any(abs(at - other) < width for at in found if 0 <= at <= long for other in taken):
            return found
    raise AssertionError("beyond the table's edge there is room")


# -- coming back


def return_dice(tries: int, units: int) -> int:
    """000 Hitting the Enemy River Bank: one die more for each turn that it took already, and for each further unit."""
    return tries + 1 + (units - 1)


def back_odds(tries: int, units: int) -> Odds[int]:
    """How many units that drifted off come on: each die that succeeds brings one of them."""
    dice = return_dice(tries, units)
    return pool(dice, success(river_rules().arrives_on)).map(lambda hits: min(hits, units))


def stuck_odds(boats: int) -> Odds[int]:
    """000 Returning for More: how many of some empty boats come back to the Friendly Bank."""
    return pool(boats, success(river_rules().returns_on))
