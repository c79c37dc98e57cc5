"""`orsha report from-vasl` and `to-vasl`: files in, files out, questions told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from orsha.campaign.report import load_report
from orsha.cli import app
from orsha.cli.vasl import register
from orsha.hexmap.vasl.saves import load
from orsha.kernel import OrshaError
from tests.hexmap.vasl.saves.tables import GERMAN, MAP, RUSSIAN, Table, leader, mark, plain, squad, tank, trail, weapon


def table() -> Table:
    found = Table().pile("P20", squad(broken=True), weapon("LMG")).pile("R24", tank("KV-1S", "ru"))
    found.pile("P22", squad("4-6-8 Esq", concealed=GERMAN), mark(GERMAN)).pile(
        "R26", squad("4-4-7 1sq", "ru", hidden=RUSSIAN)
    )
    found.pile("K33", plain("Wire"), trail([found.place("K33"), found.place("K34")]))
    found.put(MAP, 60, 60, squad("4-4-7 1sq", "ru"))
    return found.bin(leader()).property("AxisCVP", "2")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "battle.vsav"
    file.write_bytes(table().bytes())
    return file


def run(*words: object) -> Result:
    """The two commands as `orsha report` has them."""
    report = typer.Typer()
    register(report)
    return CliRunner().invoke(report, [str(word) for word in words])


def refused(*words: object) -> str:
    result = run(*words)
    assert isinstance(result.exception, OrshaError), result.output
    return str(result.exception)


# -- in


def test_a_side_reads_a_battle(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.toml"
    result = run("from-vasl", game, "--side", "russian", "--date", "23PM", "--out", out)
    assert result.exit_code == 0, result.output
    report = load_report(out)
    assert report.date == "23PM"
    assert [(one.type, one.hex, one.status) for one in report.pieces] == [
        ("4-6-7", "P20", ("broken",)), ("LMG", "P20", ()), ("KV-1S", "R24", ()), ("4-4-7", "R26", ("hidden",)),
    ]  # fmt: skip
    assert report.casualties["german"].lost == {"9-1": 1}
    for words in ("is the report of 23PM", "2 concealed counters in P22", "the red trail", "Whose is the wire in K33"):
        assert words in result.output, words
    assert "4-6-8" not in result.output and "4-6-8" not in out.read_text()
    assert "# ask: " in out.read_text(), "the questions stand in the file too"


def test_as_json(game: Path, tmp_path: Path) -> None:
    result = run("from-vasl", game, "--side", "german", "--out", tmp_path / "r.toml", "--json")
    told = json.loads(result.stdout)
    assert set(told) >= {"file", "report", "questions", "concealed", "perimeters"}
    assert told["report"]["date"] == "23AM" and any("has no date" in one for one in told["questions"])
    assert told["perimeters"][0]["hexes"] == ["K33", "K34"]
    assert "R26" not in result.stdout


def test_an_umpire_needs_leave(game: Path, tmp_path: Path) -> None:
    words = ("from-vasl", game, "--side", "umpire", "--out", tmp_path / "r.toml")
    assert "--both-agree" in refused(*words) and not (tmp_path / "r.toml").exists()
    assert run(*words, "--both-agree").exit_code == 0
    assert {one.type for one in load_report(tmp_path / "r.toml").pieces} >= {"4-6-8", "4-4-7"}


def test_refusals_on_the_way_in(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.toml"
    assert ".toml" in refused("from-vasl", game, "--side", "german", "--out", tmp_path / "r.json")
    assert "no date of the campaign" in refused("from-vasl", game, "--side", "german", "--date", "25AM", "--out", out)
    assert "no such file" in refused("from-vasl", tmp_path / "x.vsav", "--side", "german", "--out", out)
    game.write_bytes(b"nonsense")
    assert "battle.vsav: the file is no zip" in refused("from-vasl", game, "--side", "german", "--out", out)
    assert run("from-vasl", game, "--out", out).exit_code == 2, "whose eyes has to be said"
    assert not out.exists()


# -- out


def test_the_next_scenario_goes_out_and_comes_in_again(game: Path, tmp_path: Path) -> None:
    report, out = tmp_path / "report.toml", tmp_path / "next.vsav"
    run("from-vasl", game, "--side", "russian", "--date", "23PM", "--out", report)
    text = report.read_text().replace('"R24"', '"X38"')
    report.write_text(text)
    result = run("to-vasl", game, "--report", report, "--out", out, "--ids")
    assert result.exit_code == 0 and "counters moved" in result.output, result.output
    again = tmp_path / "again.toml"
    run("from-vasl", out, "--side", "russian", "--date", "23PM", "--out", again)
    before, after = load_report(report).pieces, load_report(again).pieces
    assert {one.id: one for one in before} == {one.id: one for one in after} and any(
        "hidden" in one.status for one in after
    )
    ours = run("from-vasl", out, "--side", "german", "--out", tmp_path / "g.toml", "--json")
    assert "R26" not in ours.stdout, "what the Russians hid stays hidden"


def test_out_as_json(game: Path, tmp_path: Path) -> None:
    report = tmp_path / "r.toml"
    report.write_text(
        'date = "23AM"\n[[pieces]]\nid = "r1"\nside = "russian"\nkind = "vehicle"\ntype = "SU-76M"\nhex = "P3"\n'
    )
    result = run("to-vasl", game, "--report", report, "--out", tmp_path / "n.vsav", "--json")
    assert json.loads(result.stdout)["missing"] == ["russian SU-76M in P3"]
    assert load(tmp_path / "n.vsav").boards


def test_from_a_campaign(game: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    new = CliRunner().invoke(app, ["campaign", "new", "--json", "--database", database])
    name = json.loads(new.stdout)["campaign"]
    for side in ((), ("--side", "german")):
        out = tmp_path / f"n{len(side)}.vsav"
        result = run("to-vasl", game, "--campaign", name, *side, "--out", out, "--database", database, "--json")
        assert json.loads(result.stdout)["moved"] == 0, "nothing is set up yet"
        assert out.exists()


def test_refusals_on_the_way_out(game: Path, tmp_path: Path) -> None:
    report, out = tmp_path / "r.toml", tmp_path / "n.vsav"
    report.write_text('date = "23AM"\n')
    assert "one of them" in refused("to-vasl", game, "--out", out)
    assert "one of them" in refused("to-vasl", game, "--report", report, "--campaign", "x", "--out", out)
    assert "goes with --campaign" in refused("to-vasl", game, "--report", report, "--side", "german", "--out", out)
    assert ".vsav" in refused("to-vasl", game, "--report", report, "--out", tmp_path / "n.zip")
    assert "stays as it is" in refused("to-vasl", game, "--report", report, "--out", game)
    assert not out.exists()
