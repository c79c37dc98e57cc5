"""Points: the tables that the seeds print."""

from __future__ import annotations

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.mission.shares import shares


@pytest.mark.parametrize(
    ("points", "on_table"), [(50, 30), (60, 36), (75, 45), (80, 48), (100, 60), (125, 75), (150, 90), (200, 120)]
)
def test_003_reserves_table(points: int, on_table: int) -> None:
    assert shares(points, "reserves")["on_table"] == on_table
    assert shares(points, "reserves")["reserve"] == points - on_table


@pytest.mark.parametrize(
    ("attacker", "defender", "on_table", "points", "works", "reserve"),
    [(150, 75, 30, 48, 6, 45), (125, 62, 25, 40, 5, 37), (100, 50, 20, 32, 4, 30), (75, 37, 15, 24, 3, 22)],
)
def test_000_onslaught_forces_table(
    attacker: int, defender: int, on_table: int, points: int, works: int, reserve: int
) -> None:
    row = shares(attacker, "onslaught")
    assert (row["defender"], row["on_table"], row["reserve"]) == (defender, on_table, reserve)
    assert (row["fortification_points"], row["minefields"], row["wire"]) == (points, works, works)


@pytest.mark.parametrize("rule", ["fortified", "outpost"])
def test_fortified_and_outpost_reserves_leave_two_fifths(rule: str) -> None:
    assert shares(100, rule)["on_table"] == 40  # type: ignore[arg-type]


@pytest.mark.parametrize("points", [0, -5, 10**9])
def test_points_that_no_game_has_are_refused(points: int) -> None:
    with pytest.raises(Illegal, match="1 to 10000 points"):
        shares(points, "reserves")
