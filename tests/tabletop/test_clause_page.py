"""docs/mission-clauses.md: every step, zone and win of every mission is there, under its right number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orsha.tabletop.mission import missions

PAGE = (Path(__file__).parents[2] / "docs" / "mission-clauses.md").read_text()
SECTIONS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))


@pytest.mark.parametrize("slug", sorted(missions()))
def test_every_step_is_cited_by_its_number(slug: str) -> None:
    file = missions()[slug].file
    section = SECTIONS[file.name]
    tags = [str(step.__struct_config__.tag) for step in file.setup]
    cited = {(int(n), tag) for n, tag in re.findall(r"steps? (\d+) `([a-z-]+)`", section)}
    for number, tag in cited:
        assert tags[number - 1] == tag, f"step {number} of {slug} is {tags[number - 1]}, not {tag}"
    numbers = {int(n) for n in re.findall(r"\d+", " ".join(re.findall(r"steps? ([\d, and-]+)", section)))}
    missing = set(range(1, len(tags) + 1)) - numbers
    assert not missing, f"{slug}: steps {missing} are missing"


@pytest.mark.parametrize("slug", sorted(missions()))
def test_every_zone_that_a_step_uses_is_named(slug: str) -> None:
    file = missions()[slug].file
    used = {step.zone for step in file.setup if getattr(step, "zone", None)}
    missing = {zone for zone in used if f"`{zone}`" not in SECTIONS[file.name]}
    assert not missing, f"{slug}: {missing}"
