"""`orsha sight`: what two hexes see of each other, and a picture of all that one of them sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from orsha import cli
from orsha.hexmap import hex_map, parse, sight
from orsha.paper.sight_map import sight_layers


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def orsha(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> Ran:
        with pytest.raises(SystemExit) as stop:
            cli.main([str(one) for one in arguments])
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return run


def ids(file: Path) -> set[str]:
    return {found for one in ElementTree.fromstring(file.read_text()).iter() if (found := one.get("id"))}


# -- two hexes


def test_two_hexes_as_before(orsha: Any) -> None:
    assert orsha("sight", "T19", "T25").out.startswith("T19 and T25 ")
    assert {"clear", "blocked_by", "hindrances", "range"} <= set(json.loads(orsha("sight", "P20", "K33", "--json").out))


# -- one hex and a picture


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_a_picture_in_three_formats(orsha: Any, suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"sight.{suffix}"
    done = orsha("sight", "p20", "--out", out)
    assert done.code == 0 and done.out.startswith(f"{out}: P20 sees ")
    begins = {"svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG"}[suffix]
    assert out.read_bytes().startswith(begins)


def test_the_picture_shows_what_is_seen_hindered_and_hidden(orsha: Any, tmp_path: Path) -> None:
    out = tmp_path / "sight.svg"
    found = json.loads(orsha("sight", "P20", "--out", out, "--json").out)
    assert {"sight-from", "sight-clear", "sight-hindered", "sight-blocked"} <= ids(out)
    assert found["file"] == str(out) and found["from"] == "P20"
    assert found["clear"] + found["hindered"] + found["blocked"] == len(hex_map().ground) - 1
    assert "what is seen from P20" in out.read_text()


def test_every_hex_is_drawn_as_the_line_to_it_says() -> None:
    board, here = hex_map(), parse("K33")
    layers = sight_layers(board, here)
    for name in ("K34", "K40", "P3", "DD13", "A12", "X38", "J20"):
        line = sight(board, here, parse(name))
        how = "blocked" if not line.clear else "hindered" if line.hindrances else "clear"
        assert parse(name) in layers.highlight[how]  # type: ignore[index]
    areas = list(layers.highlight.values())
    assert sum(map(len, areas)) == len(frozenset().union(*areas)) == len(board.ground)


def test_a_level_changes_what_is_seen(orsha: Any, tmp_path: Path) -> None:
    """From the gully's floor and from its rim."""
    board = hex_map()
    gully = next(hex for hex in sorted(board.ground) if board[hex].has("gully"))
    level = board[gully].level
    floor = json.loads(orsha("sight", gully, "--out", tmp_path / "a.svg", "--json").out)
    rim = json.loads(orsha("sight", gully, "--from-level", level, "--out", tmp_path / "b.svg", "--json").out)
    assert rim["blocked"] < floor["blocked"]
    assert f"level {level}" in (tmp_path / "b.svg").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("P20",), "needs a second hex, or --out"),
        (("P20", "T25", "--out", "x.svg"), "leave the second hex and its level away"),
        (("P20", "--to-level", "1", "--out", "x.svg"), "leave the second hex and its level away"),
        (("P99", "--out", "x.svg"), "no hex P99"),
        (("P20", "--out", "x.gif"), "a map cannot be written as .gif"),
        (("P20", "--from-level", "7", "--out", "x.svg"), "levels"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(
    orsha: Any, words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = orsha("sight", *words)
    assert done.code == 2 and sentence in done.err
    assert not list(tmp_path.iterdir())
