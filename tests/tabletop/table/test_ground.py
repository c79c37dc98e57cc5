"""A table's arrays: those of a table with wrecks on it are its own arrays and a few numbers more."""

from __future__ import annotations

import random

import pytest

from orsha.tabletop.table import Engine, Feature, Ground, Stand, engine, plain, tables
from tests.tabletop.table.builders import using


@pytest.mark.parametrize("run", [engine(), plain()], ids=["as installed", "plain"])
@pytest.mark.parametrize("slug", sorted(tables()))
def test_a_wreck_changes_the_ground_as_if_it_had_always_been_there(slug: str, run: Engine) -> None:
    table, luck = using(tables()[slug], run), random.Random(slug)
    wide, high = table.size
    for _ in range(3):
        at = (luck.randrange(2000, wide - 2000), luck.randrange(2000, high - 2000))
        assert table.flat.sizes
        table = table.with_things(Feature("wreck", area=Stand(*at, "tank", luck.randrange(360)).corners()))
    grown, whole = table.flat, Ground(table, run)
    for mine, other in zip((*grown.flat, *grown.bars, grown.rank), (*whole.flat, *whole.bars, whole.rank), strict=True):
        assert list(mine) == list(other)
    assert (grown.see, grown.sizes) == (whole.see, whole.sizes)
    assert (grown.shelters, grown.undug) == (whole.shelters, whole.undug)
