"""`orsha sim`: what it prints, what it writes, what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from orsha.cli import main
from orsha.cli import sim as command
from orsha.sim import Plan, wilson
from orsha.tabletop.mission.library import missions
from tests.sim.fake import Fake

SMALL = ("--allied", "soviet-50", "--axis", "german-50", "--tables", "1")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Games that are rolled, not fought."""
    monkeypatch.setattr(command, "player_for", lambda plan, table=None: Fake())
    return monkeypatch


def orsha(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["sim", *words])
    told = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, told.out, told.err


def read(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code, out, err = orsha(capsys, *words, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_all_games_are_fought_on_one_table_made_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ("free-for-all", "--allied", "soviet-50", "--axis", "german-50", "--games", "2", "--workers", "1")
    read(capsys, *words, "--table", "crossroads", "--keep", str(kept))
    tables = [json.loads(line)["game"]["table"] for line in kept.read_text().splitlines()[1:]]
    assert len(tables) == 2 and tables[0] == tables[1]
    code, _, err = orsha(capsys, *words, "--table", "crossroads", "--tables", "3")
    assert code == 2 and "give one of them" in err
    code, _, err = orsha(capsys, "onslaught", "--table", "boulevard", "--games", "2", "--workers", "1")
    assert code == 2 and "Onslaught does not fit the table" in err


def test_the_keys_that_scripts_rely_on(fake: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = read(capsys, "contact", "--games", "50", "--seed", "7", "--workers", "1")
    assert found["games"] == 50 == found["attacker_wins"] + found["defender_wins"] + found["draws"]
    assert found["attacker_interval"] == list(wilson(found["attacker_wins"], 50))
    assert found["illegal"] == 0 and 4 <= found["mean_turns"] <= 9
    assert found["seconds"] > 0 and found["games_per_second"] > 0
    assert found["figures"]["seed"] == "7"


def test_the_same_seed_gives_the_same_whatever_the_number_of_workers(
    fake: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = read(capsys, "contact", "--games", "30", "--workers", "1")
    two = read(capsys, "contact", "--games", "30", "--workers", "2")
    other = read(capsys, "contact", "--games", "30", "--workers", "1", "--seed", "2")
    assert one["figures"] == two["figures"] != other["figures"]


def test_people_read_sentences_and_tables(fake: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = orsha(capsys, "contact", "--games", "10", "--workers", "1")
    assert (code, err) == (0, "")
    assert "10 games of contact were played. soviet-100 (staff) met german-100 (staff)" in out
    assert all(title in out for title in ("By mission", "By side", "By force", "By bot"))


def test_all_missions_are_those_that_the_table_can_play(
    fake: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = read(capsys, "all", "--games", "2", "--workers", "1")
    assert [one["name"] for one in found["figures"]["missions"]] == list(missions())


def test_forces_and_bots_may_be_several(fake: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    more = ("--allied", "soviet-100", "--allied", "soviet-75", "--bots", "staff:random", "--bots", "random:staff")
    found = read(capsys, "contact", "--games", "16", "--workers", "1", *more)
    assert {one["name"]: one["whole"]["wins"]["games"] for one in found["figures"]["forces"]} == {
        "soviet-100": 8,
        "german-100": 16,
        "soviet-75": 8,
    }
    assert {one["name"] for one in found["figures"]["bots"]} == {"staff", "random"}


@pytest.mark.parametrize("suffix", ["html", "md", "json", "pdf"])
def test_a_report_is_written(
    fake: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str
) -> None:
    out = tmp_path / f"report.{suffix}"
    found = read(capsys, "contact", "--games", "10", "--workers", "1", "--out", str(out))
    assert found["file"] == str(out) and out.stat().st_size > 500


def test_a_game_that_breaks_is_a_bug_and_said_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "player_for", lambda plan, table=None: Fake(cheats=3))
    code, out, _ = orsha(capsys, "contact", "--games", "5", "--workers", "1", "--json")
    found = json.loads(out)
    assert code == 1 and found["illegal"] == 1 and found["games"] == 4
    assert "a tank cannot fly" in found["figures"]["failed"][0]


def test_ctrl_c_reports_what_is_done(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "player_for", lambda plan, table=None: Fake(interrupts=3))
    found = read(capsys, "contact", "--games", "50", "--workers", "1")
    assert found["figures"]["stopped"] and 1 <= found["games"] < 50 and found["figures"]["asked"] == 50


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["contakt"], "there is no mission called 'contakt'; did you mean contact"),
        (["contact", "--allied", "soviet-1"], "there is no ready force called 'soviet-1'; did you mean soviet-1"),
        (["contact", "--axis", "no.toml"], "no.toml"),
        (
            ["contact", "--points", "99"],
            "there is no ready soviet force of 99 points; there are some of 25, 37, 50, 62, 75, 100",
        ),
        (["contact", "--bots", "staff:general"], "there is no bot called 'general'; did you mean"),
        (["contact", "--bots", "staff"], "--bots takes two names"),
        (["contact", "--games", "0"], "at least 1 game is needed, not 0"),
        (["contact", "--games", "1000000"], "at most 100,000 games are played in one run, not 1,000,000"),
        (["all", "--games", "50000"], "50,000 of each of"),
        (["contact", "--workers", "0"], "1 to 256 workers can play, not 0"),
        (["contact", "--tables", "0"], "1 to 1,000 tables, not 0"),
        (["contact", "--attacker", "nobody"], "there is no way to say who attacks called 'nobody'"),
        (["contact", "--engine", "steam"], "there is no engine called 'steam'"),
        (["contact", "--out", "/nowhere/report.html"], "/nowhere/report.html cannot be written: there is no folder"),
        (["contact", "--out", "report.doc"], "cannot be written as .doc"),
        (["contact", "--games", "many"], "Invalid value for '--games'"),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence_before_any_game(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    code, out, err = orsha(capsys, *words, "--json")
    assert code == 2
    assert sentence in err and len(err.splitlines()) == 1
    assert sentence in json.loads(out)["error"]


def test_real_battles_are_the_same_here_and_in_workers_of_the_command_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["dust-up", "--games", "2", *SMALL, "--json"]
    here = read(capsys, *words, "--workers", "1")
    started = [sys.executable, "-c", "from orsha.cli import main; main()", "sim", *words, "--workers", "2"]
    done = subprocess.run(started, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["figures"] == here["figures"] and here["games"] == 2


def test_a_plan_of_the_command_can_be_played_by_real_battles() -> None:
    from orsha.sim import pairings
    from orsha.sim.battles import Battles

    met = pairings(["soviet-50"], ["german-50"], [("staff", "staff")])
    player = command.player_for(Plan(("contact",), met, 1, "1"))
    assert isinstance(player, Battles) and [pairing for pairing, _ in player.setups] == list(met)


def test_every_mission_is_fought_at_every_size_by_either_attacker() -> None:
    """Where the defender has half the points, the ready force of that size takes its place (000 Fortified Defence)."""
    from orsha.sim import pairings

    for points in (50, 75, 100, 125, 150):
        met = pairings([f"soviet-{points}"], [f"german-{points}"], [("staff", "staff")])
        command.player_for(Plan(tuple(missions()), met, 1, "1"))
    middle = pairings(["mid-soviet-100"], ["mid-german-100"], [("staff", "staff")])
    command.player_for(Plan(("onslaught",), middle, 1, "1"))
