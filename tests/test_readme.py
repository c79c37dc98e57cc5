"""The README stays true: every command in it runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PAGES = [README, *((ROOT / "docs" / name).read_text() for name in ("missions.md", "campaign.md"))]
CONSOLE = [
    line[2:]
    for page in PAGES
    for block in re.findall(r"```console\n(.*?)```", page, re.S)
    for line in block.splitlines()
]
NEW = {"SERIES": ("series", "new", "river-assault"), "CAMPAIGN": ("campaign", "new")}
MAKE = re.findall(r"`?\bmake ([a-z-]+)", README)


@pytest.mark.parametrize("command", CONSOLE)
def test_every_command_of_the_readme_and_the_players_pages_runs(command: str, tmp_path: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == "orsha"
    for word, new in NEW.items():
        if word in arguments:
            made = json.loads(run(tmp_path, *new, "--json"))
            arguments = [made[word.lower()] if each == word else each for each in arguments]
    for before in CONSOLE[: CONSOLE.index(command)]:
        if any(each.endswith(".orsha") and each in before for each in arguments):
            run(tmp_path, *shlex.split(before)[1:])
    assert run(tmp_path, *arguments)


@pytest.mark.parametrize("page", ["forces.md", "tables.md", "battle.md"])
def test_a_page_runs_from_its_first_line_to_its_last(page: str, tmp_path: Path) -> None:
    """In one folder, with the files that the page shows lying in it."""
    text = (ROOT / "docs" / page).read_text()
    for example in re.findall(r"```toml\n(.*?)```", text, re.S):
        told = re.search(r'^(?:slug|name) = "(.*)"', example)
        assert told is not None
        file = f"{told[1].lower().replace(' ', '-')}.toml"
        (tmp_path / file).write_text(example)
        assert run(tmp_path, *(("table", "show") if example.startswith("slug") else ("force", "check")), file)
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for line in block.splitlines():
            assert line.startswith("$ orsha "), line
            assert run(tmp_path, *shlex.split(line)[2:])


def run(folder: Path, *arguments: str) -> str:
    """Runs the program as a newcomer would, with games kept in a folder of the test's own."""
    done = subprocess.run(
        [Path(sys.executable).parent / "orsha", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "ORSHA_DATABASE": f"sqlite:///{folder / 'games.db'}"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("target", sorted(set(MAKE)))
def test_every_make_target_of_the_readme_is_there(target: str) -> None:
    assert subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True).returncode == 0


def test_the_readme_says_that_it_is_unofficial() -> None:
    assert "unofficial" in README and "need the published games" in README


def test_every_link_in_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
