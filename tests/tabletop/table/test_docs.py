"""docs/tables.md stays true: its table is sound and its example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orsha.tabletop.table import loads_table

PAGE = (Path(__file__).parents[3] / "docs" / "tables.md").read_text()


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.S)
    assert found
    return found[1]


def test_the_table_by_hand_is_one() -> None:
    table = loads_table(block("toml"))
    assert [one.kind for one in table.features] == ["stream", "road", "road-bridge", "woods"]
    assert table.terrain.kind("hedge").going == "terrain"


def test_the_example_for_makers_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block("python"), "docs/tables.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Seen at ")
