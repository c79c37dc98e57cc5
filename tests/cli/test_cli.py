"""The command line as its contract says: JSON, exit codes, sentences, seeds."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from orsha import cli, kinds
from orsha.kernel import Committed, Match
from orsha.kernel.store import Store
from tests.kernel.tiny import Aim, Fire, Hide, Pass, Setup, Tiny


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def orsha(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs a command in this process, with games kept in a folder of the test's own."""
    monkeypatch.setenv("ORSHA_DATABASE", f"sqlite:///{tmp_path / 'games.db'}")
    monkeypatch.setitem(kinds.KINDS, "tiny", "tests.kernel.tiny:Tiny")
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as stop:
            cli.main(list(arguments))
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return run


def test_the_program_says_its_version_and_help_starts_without_the_kernel() -> None:
    program = Path(sys.executable).parent / "orsha"
    assert subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout == "orsha 0.1.0\n"
    heavy = ("sqlalchemy", "orsha.kernel", "asyncio", "rich")
    loaded = f"import sys, orsha.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


class TestCharts:
    def test_list(self, orsha: Any) -> None:
        names = orsha("charts", "--json").json
        assert {"elr", "weather", "oba-german", "oba-russian", "recon"} <= set(names)
        assert "cpp-replenishment" in orsha("charts").out

    @pytest.mark.parametrize("name", ["elr", "escape-vehicle", "recon"])
    def test_show_has_the_keys_of_the_contract(self, orsha: Any, name: str) -> None:
        shown = orsha("chart", "show", name, "--json").json
        assert {"name", "source", "dice", "rows", "modifiers"} <= set(shown)
        assert all({"from", "to", "result"} <= set(row) for row in shown["rows"])
        assert all({"when", "value"} <= set(modifier) for modifier in shown["modifiers"])

    def test_show_for_people(self, orsha: Any) -> None:
        assert "≥ 12  -1 ELR" in orsha("chart", "show", "elr").out
        assert "| ≥ 12 | -1 ELR (b) |" in orsha("chart", "show", "elr", "--markdown").out

    def test_odds_are_fractions_that_make_one(self, orsha: Any) -> None:
        assert orsha("chart", "odds", "cpp-replenishment", "--json").json["25 CPP"] == "1/36"
        assert orsha("chart", "odds", "elr", "--mod", "20", "--json").json == {"-1 ELR": "1"}
        assert orsha("chart", "odds", "elr", "--fact", "history=-1", "--fact", "won_last_scenario", "--json").json[
            "+1 ELR"
        ] == str(orsha("chart", "odds", "elr", "--mod", "-2", "--json").json["+1 ELR"])
        assert "2.8%" in orsha("chart", "odds", "cpp-replenishment").out

    def test_a_seed_makes_a_roll_repeatable_to_the_byte(self, orsha: Any) -> None:
        rolls = {orsha("chart", "roll", "weather", "--seed", "5", "--json").out for _ in range(3)}
        assert len(rolls) == 1
        assert len({orsha("chart", "roll", "weather", "--seed", str(n), "--json").out for n in range(20)}) > 3
        assert "rolls Weather" in orsha("chart", "roll", "weather").out


class TestRefusals:
    """Exit status 2, one sentence on standard error, and under --json an error object."""

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("chart", "show", "wether"), "did you mean weather"),
            (("chart", "show", "CPP"), "did you mean cpp-replenishment?"),
            (("chart", "show", "zzz"), ", such as armor-leader, "),
            (("mission", "show", "zzz"), "two-buildings?"),
            (("chart", "odds", "elr", "--fact", "snow"), "no fact on the chart elr called 'snow'"),
            (("chart", "odds", "elr", "--fact", "history=many"), "after = comes a whole number"),
            (("chart", "odds", "elr", "--mod", "x"), "'--mod': it takes a whole number, not 'x'"),
            (("pick", "--random", "--die", "\u0663"), "'--die': it takes a whole number, not '\u0663'"),
            (("pick", "--random", "--die", "7"), "it takes 6 or less, not 7"),
            (("pick", "--random", "--die", "3.5"), "it takes a whole number, not '3.5'"),
            (("groups", "french"), "'french' is not one of 'german', 'russian' (see orsha --help)"),
            (("chart", "roll", "san-adjustment"), "cannot be rolled without san"),
            (("chart", "frobnicate"), "No such command"),
            (("games", "show", "nothing"), "no game called 'nothing'"),
            (("games", "verify", "nothing"), "no game called 'nothing'"),
            (("games", "show", "\udcff"), "no game called '\\udcff'"),
            (("solo", "status", "--game", "a\x00b"), "no game called 'a\\x00b'"),
            (("games", "import", "nothing.orsha"), "cannot be read: No such file"),
            (("games", "list", "--database", "mysql://x/y"), "SQLite or PostgreSQL"),
        ],
    )
    def test_refused(self, orsha: Any, arguments: tuple[str, ...], sentence: str) -> None:
        plain = orsha(*arguments)
        assert plain.code == 2 and sentence in plain.err and plain.out == ""
        assert plain.err.startswith("orsha: ") and plain.err.count("\n") == 1
        under_json = orsha(*arguments, "--json")
        assert under_json.code == 2
        assert sentence in under_json.json["error"] and "rule" in under_json.json


@pytest.fixture
def kept(orsha: Any, tmp_path: Path) -> Match[Any, Any, Any, Any]:
    """A finished tiny game in the store."""
    match = Match.open(Tiny(), Setup(rounds=4), name="abc123", dice=Committed("abc123"))

    async def play() -> None:
        async with await Store.open() as store:
            await store.add(match, "red against blue")
            for seat, command in (("red", Hide(1)), ("blue", Hide(6)), ("red", Aim(3)), ("red", Fire())):
                await store.keep(match, match.act(seat, command))
            while match.result is None:
                await store.keep(match, match.act(match.state.active, Pass()))

    asyncio.run(play())
    return match


class TestGames:
    def test_no_games_yet(self, orsha: Any) -> None:
        assert orsha("games", "list").out == "No games are kept yet.\n"
        assert orsha("games", "list", "--json").json == []

    def test_list_and_show(self, orsha: Any, kept: Match[Any, Any, Any, Any]) -> None:
        assert "red against blue" in orsha("games", "list").out
        assert orsha("games", "list", "--json").json[0]["id"] == "abc123"
        assert "red hides\n" in orsha("games", "show", "abc").out
        assert "red hides in ditch 1" in orsha("games", "show", "abc", "--seat", "red").out
        assert "red hides in ditch 1" not in orsha("games", "show", "abc", "--seat", "blue").out
        assert "red hides in ditch 1" in orsha("games", "show", "abc", "--all").out
        assert orsha("games", "show", "abc", "--json").json["view"]["hiding"]["red"] == {"to": ["red"]}
        assert "did you mean" in orsha("games", "show", "abc", "--seat", "rad").err

    def test_export_verify_and_import(self, orsha: Any, kept: Match[Any, Any, Any, Any], tmp_path: Path) -> None:
        file = tmp_path / "out.orsha"
        assert orsha("games", "export", "abc123", "--out", str(file), "--json").json["entries"] == len(kept.lines)
        proof = orsha("games", "verify", str(file), "--json").json
        assert (proof["ok"], proof["dice"], proof["rolls"]) == (True, "proved", 1)
        assert "every event follows from the rules" in orsha("games", "verify", "abc123").out
        assert "kept here already" in orsha("games", "import", str(file)).err
        elsewhere = f"sqlite:///{tmp_path / 'other.db'}"
        assert orsha("games", "import", str(file), "--database", elsewhere, "--json").json["game"] == "abc123"
        assert orsha("games", "verify", "abc123", "--database", elsewhere).code == 0

    def test_an_edited_file_is_refused_and_nothing_is_kept(self, orsha: Any, kept: Any, tmp_path: Path) -> None:
        file = tmp_path / "out.orsha"
        orsha("games", "export", "abc123", "--out", str(file))
        file.write_bytes(file.read_bytes().replace(b'"ditch":3', b'"ditch":4', 1))
        elsewhere = f"sqlite:///{tmp_path / 'other.db'}"
        refused = orsha("games", "import", str(file), "--database", elsewhere)
        assert refused.code == 2 and "entry 3 was changed" in refused.err
        assert orsha("games", "list", "--database", elsewhere, "--json").json == []


def test_a_title_with_markup_is_listed_as_it_is(orsha: Any) -> None:
    async def keep() -> None:
        async with await Store.open() as store:
            await store.add(Match.open(Tiny(), Setup(), name="m1"), "[/bold] evil")

    asyncio.run(keep())
    assert "[/bold] evil" in orsha("games", "list").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("games", "import", "/dev/zero"),
        ("games", "verify", "x" * 300),
        ("perimeter", "/dev/zero"),
        ("games", "list", "--database", "postgresql://a:b@[::1/x"),
    ],
)
def test_hostile_arguments_are_refused_with_a_sentence(orsha: Any, arguments: tuple[str, ...]) -> None:
    refused = orsha(*arguments)
    assert refused.code == 2 and refused.err.startswith("orsha: ")


@pytest.mark.parametrize("out", ["/", "/dev/full", "x" * 300])
def test_an_export_never_replaces_what_is_no_file(orsha: Any, kept: Any, out: str) -> None:
    assert orsha("games", "export", "abc123", "--out", out).code == 2
