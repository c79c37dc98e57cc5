"""`orsha table`: lists, pictures, new tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from orsha.cli import main, tables
from orsha.kernel import BadData, OrshaError, Unknown
from orsha.tabletop.table import load_table, new_table

app = typer.Typer()
tables.register(app)


def orsha(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


def read(*words: str) -> Any:
    found = orsha(*words, "--json")
    assert found.exit_code == 0
    return json.loads(found.stdout)


def test_the_tables_are_listed_in_inches() -> None:
    listed = read("table", "list")
    assert len(listed) >= 6 and {"fields-and-village", "river-country"} <= {one["slug"] for one in listed}
    one = next(one for one in listed if one["slug"] == "crossroads")
    assert one["size"] == [72.0, 48.0] and 0 < one["cover"] < 0.5
    assert {"kind", "going", "height"} <= set(one["features"][0])
    assert "crossroads" in orsha("table", "list").stdout


def test_it_is_one_of_the_programs_commands() -> None:
    from orsha.cli import app as program

    shown = CliRunner().invoke(program, ["table", "show", "crossroads", "--json"], catch_exceptions=False)
    assert json.loads(shown.stdout)["slug"] == "crossroads"


def test_a_table_is_shown_and_drawn(tmp_path: Path) -> None:
    out = tmp_path / "t.svg"
    shown = orsha("table", "show", "railway-line", "--out", str(out))
    assert "railway line" in shown.stdout and "Written to" in shown.stdout
    assert ElementTree.parse(out).getroot().tag.endswith("svg")
    assert read("table", "show", "railway-line")["slug"] == "railway-line"


def test_000_a_wide_river_without_crossings_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'slug = "mine"\nname = "Mine"\nsize = [72, 48]\n'
        '[[features]]\nkind = "deep-river"\narea = [[32, 0], [40, 0], [40, 48], [32, 48]]\n'
    )
    shown = orsha("table", "show", str(file))
    assert shown.exit_code == 0 and "Note: the deep river is 8.0 inches wide" in " ".join(shown.stdout.split())
    assert len(read("table", "show", str(file))["advice"]) == 1


def test_a_new_table_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    first, again = tmp_path / "a.svg", tmp_path / "b.svg"
    one = read("table", "new", "--mission", "contact", "--seed", "5", "--out", str(first))
    other = read("table", "new", "--mission", "contact", "--seed", "5", "--out", str(again))
    assert {**one, "file": ""} == {**other, "file": ""} and one["file"] == str(first)
    assert first.read_bytes() == again.read_bytes()


def test_a_new_table_can_be_kept_changed_and_shown_again(tmp_path: Path) -> None:
    from orsha.tabletop.mission import mission

    file = tmp_path / "mine.toml"
    assert orsha("table", "new", "--mission", "encounter", "--seed", "2", "--out", str(file)).exit_code == 0
    assert load_table(file) == new_table(mission("encounter"), 2)
    file.write_text(file.read_text().replace("slug = ", "slugg = ", 1))
    with pytest.raises(BadData, match=r"mine\.toml:1: unknown key 'slugg'"):
        orsha("table", "show", str(file))


def test_the_zones_of_the_mission_can_be_drawn_in(tmp_path: Path) -> None:
    plain, zoned = tmp_path / "a.svg", tmp_path / "b.svg"
    orsha("table", "new", "--mission", "contact", "--out", str(plain))
    orsha("table", "new", "--mission", "contact", "--zones", "--out", str(zoned))
    assert len(zoned.read_text()) > len(plain.read_text())


def test_the_terrain_is_listed_with_its_switches() -> None:
    told = read("table", "kinds")
    assert told["kinds"]["woods"]["going"] == "difficult"
    assert told["kinds"]["building"]["going"] == {"infantry": "terrain", "tank": "impassable", "gun": "impassable"}
    assert told["switches"]["hedge-going"]["value"] == "difficult"
    assert "hedge-going" in orsha("table", "kinds").stdout


@pytest.mark.parametrize(
    ("words", "kind", "why"),
    [
        (("show", "crossroad"), Unknown, "did you mean crossroads"),
        (("new", "--mission", "contct"), Unknown, "did you mean contact"),
        (("new", "--mission", "contact", "--country", "desert"), Unknown, "sort of country"),
        (("show", "crossroads", "--out", "x.gif"), OrshaError, "cannot be written as .gif"),
        (("show", "/nowhere/t.toml"), BadData, "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: tuple[str, ...], kind: type[OrshaError], why: str) -> None:
    with pytest.raises(kind, match=why):
        orsha("table", *words)


def test_a_table_is_written_as_a_picture_or_as_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["table", "show", "crossroads", "--out", str(tmp_path / "x.gif")])
    assert "it can be .pdf, .svg, .png, .toml" in capsys.readouterr().err
