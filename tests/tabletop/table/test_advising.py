"""What a table should have: a river of one's own and its crossings (000 Rivers)."""

from __future__ import annotations

import pytest

from orsha.tabletop.table import Feature, Table, tables
from orsha.tabletop.table.advising import advice


def lies(*features: Feature) -> list[str]:
    return advice(Table("mine", "Mine", (72_000, 48_000), features))


def river(wide: int, kind: str = "deep-river") -> Feature:
    low, high = 36_000 - wide * 500, 36_000 + wide * 500
    return Feature(kind, area=((low, 0), (high, 0), (high, 48_000), (low, 48_000)), name="the Drut")


def over(y: int, kind: str = "ford") -> Feature:
    return Feature(kind, line=((31_000, y * 1000), (41_000, y * 1000)))


def test_000_a_river_over_six_inches_wide_has_a_crossing_for_each_24_inches_or_part_of_them() -> None:
    (found,) = lies(river(8), over(20))
    assert "the Drut" in found and "should have 2 bridges or fords" in found and "has 1" in found
    assert lies(river(8), over(10), over(30, "road-bridge")) == []
    assert lies(river(6)) == [], "this one is no wider than six inches"


def test_000_rivers_that_are_drawn_as_lines_count_too() -> None:
    stream = Feature("deep-river", line=((36_000, 0), (36_000, 48_000)), width=7000)
    (found,) = lies(stream)
    assert "7.0 inches wide and 48 long" in found
    assert lies(Feature("deep-river", line=((36_000, 0), (36_000, 48_000)), width=6000)) == []


@pytest.mark.parametrize("slug", sorted(tables()))
def test_the_programs_own_tables_lack_nothing(slug: str) -> None:
    assert advice(tables()[slug]) == []
