"""The solo missions on paper: every clause has a test that exists, and nothing that the data holds is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orsha.solo.files import DATA, missions
from orsha.solo.standins import stand_ins

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "solo.md").read_text(encoding="utf-8")
COVERAGE = (DOCS / "rules-coverage.md").read_text(encoding="utf-8")
CLAUSES = COVERAGE[COVERAGE.index("## Clause by clause: OtO-S1") : COVERAGE.index("## Clause by clause: Bagration")]
ROWS = [line for line in CLAUSES.splitlines() if line.startswith("| ") and "| clause |" not in line]
HERE = Path(__file__).parent
TESTS = set(re.findall(r"def (test_\w+)", "".join(file.read_text() for file in HERE.glob("test_*.py"))))


@pytest.mark.parametrize("row", ROWS)
def test_every_clause_names_tests_that_exist(row: str) -> None:
    named = re.findall(r"`(test_\w+)`", row)
    assert named, f"no test: {row}"
    assert not set(named) - TESTS, set(named) - TESTS


@pytest.mark.parametrize("side", ["enemy", "friendly"])
def test_every_random_event_of_s1_is_on_the_page(side: str) -> None:
    cited = " ".join(row for row in ROWS if row.startswith(f"| {side.upper()} "))
    for row in missions()["s1"].events:
        assert row.side != side or re.search(rf"\b{row.span}\b", cited), row.span


@pytest.mark.parametrize("slug", ["s1", "s2"])
def test_every_special_rule_is_on_the_page(slug: str) -> None:
    section = CLAUSES.partition("## Clause by clause: OtO-S2")[0 if slug == "s1" else 2]
    for number in range(1, 10):
        assert f"| MSR {number}:" in section


def test_every_stand_in_is_on_the_page() -> None:
    for table in stand_ins().tables:
        assert f"`{table.name}`" in PAGE, table.name


def test_every_ruling_that_the_code_names_is_on_the_page() -> None:
    room = DATA.parent
    text = "".join(file.read_text() for file in room.rglob("*") if file.suffix in (".py", ".toml"))
    for ruling in set(re.findall(r"\bD\d{1,2}\b(?!\.)", text)):
        assert f"| {ruling} |" in PAGE, ruling
