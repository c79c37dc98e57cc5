"""`orsha serve`, `orsha play` and `orsha link` as a person uses them."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from orsha.cli import main, serve
from orsha.kernel import OrshaError
from tests.server.serving import Served

SERIES = {"begin": "series", "campaign": "bagration-fortified"}


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(ended.value.code or 0)


def test_a_lost_link_is_made_anew_by_who_runs_the_server(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    opened = served.open(SERIES)
    database = served.settings.database or ""
    assert run("link", opened["game"][:8], "soviet", "--json", "--database", database) == 0
    said = json.loads(capsys.readouterr().out)
    token = said["link"].rpartition("/")[2]
    assert said["link"].startswith("http://127.0.0.1:8000/#/game/")
    assert served.person(opened["game"], token).get().json()["seat"] == "soviet"
    assert served.person(opened["game"], opened["mine"][0]["token"]).get().status_code == 401
    assert run("link", opened["game"], "umpire", "--database", database) == 2
    assert "did you mean" in capsys.readouterr().err


def test_on_this_machine_only_its_own_names_are_answered_to() -> None:
    assert "*" not in serve.settings("127.0.0.1", None, [], []).hosts
    wide = serve.settings("0.0.0.0", None, ["Club.example"], ["https://other.example"])
    assert {"*", "club.example", "other.example"} <= set(wide.hosts) and wide.origins == ("https://other.example",)
    with pytest.raises(OrshaError, match="is no origin"):
        serve.settings("0.0.0.0", None, [], ["club.example/path"])


def test_play_takes_another_port_where_something_listens_already() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serve.free_port(port) == 0
    assert serve.free_port(port) in (port, 0)


def test_a_database_that_cannot_be_is_refused_before_anybody_connects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "not-a-database"
    file.write_text("hello " * 1000)
    assert run("serve", "--port", "0", "--database", f"sqlite:///{file}") == 2
    assert "is not a database" in capsys.readouterr().err
