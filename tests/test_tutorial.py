"""The tutorial stays true: its commands run one after the other, in one folder, as a newcomer would type them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from tests.hexmap.vasl.saves.tables import Table, leader, squad
from tests.test_readme import ROOT, run

PAGE = (ROOT / "docs" / "tutorial.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.S)
COMMANDS = [line[2:] for block in BLOCKS for line in block.splitlines()]


def fought_on_vasl() -> Table:
    """Two German squads with their leader hold P20; a broken one is in the bin."""
    return Table().pile("P20", squad(), squad(), leader("8-0")).pile("P22", squad(broken=True)).bin(squad())


def test_the_tutorial_runs_from_its_first_line_to_its_last(tmp_path: Path) -> None:
    (tmp_path / "battle.vsav").write_bytes(fought_on_vasl().bytes())
    campaign = ""
    told: dict[str, str] = {}
    for command in COMMANDS:
        program, *arguments = shlex.split(command)
        assert program == "orsha"
        told[command] = run(tmp_path, *(campaign if word == "CAMPAIGN" else word for word in arguments))
        if arguments == ["campaign", "new"]:
            [campaign] = re.findall(r"\((\w{12})\)", told[command])
    assert '"4-6-7"' in (tmp_path / "report.toml").read_text()
    log = told["orsha campaign log CAMPAIGN --side german --odds"]
    assert [f"7.{n}" in log for n in range(501, 524)] == [True] * 23
    assert "the date is 23PM" in log
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF") and (tmp_path / "next.vsav").exists()
    state = json.loads(run(tmp_path, "campaign", "status", campaign, "--json"))["state"]
    assert state["step"] == "battle" and state["date"] == "23PM"
    assert "turn" in told["orsha solo log"]
