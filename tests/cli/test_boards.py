"""`orsha board`: what a board holds and lacks, our reading drawn over it, what is seen on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from orsha import cli
from orsha.hexmap.vasl.terrain import PLACE
from tests.hexmap.vasl.making import a_board, packed, png


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def orsha(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.delenv(PLACE, raising=False)

    def run(*arguments: object) -> Ran:
        with pytest.raises(SystemExit) as stop:
            cli.main(["board", *(str(one) for one in arguments)])
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return a_board(
        tmp_path,
        ground={"C3": "Woods", "D5": "Grain", "E3": "Stone Building, 2 Level"},
        levels={"F2": 1},
        sides={"B3": {0: "Wall"}},
        inside='<slopes><slope hex="D3" hexsides="0"/></slopes>',
    )


# -- info


def test_what_a_board_holds(orsha: Any, board: Path) -> None:
    told = orsha("info", board, "--json").json
    assert (told["name"], told["version"], told["hexes"], told["half_hexes"]) == ("Test", "1.2", 52, 7 + 7 + 3 + 3)
    assert told["columns"] == ["A", "G"] and told["lacks"] == [] and told["sight_data"] is True
    assert told["picture"] == {"file": "bdTest.png", "kind": "png", "width": 336, "height": 448}
    assert told["terrain"]["Woods"] == 1 and told["levels"] == {"0": 51, "1": 1} and told["hexsides"] == {"Wall": 2}
    assert told["slopes"] == {"D3": [0]} and len(told["ground"]) == 52
    assert told["ground"]["C3"] == {"terrain": "Woods", "level": 0, "hexsides": {}, "half": False}
    assert told["ground"]["B3"]["hexsides"] == {"0": "Wall"} and told["ground"]["A1"]["half"] is True


def test_the_same_for_a_person(orsha: Any, board: Path) -> None:
    told = orsha("info", board).out
    assert "52, columns A to G, 20 cut in half by the edge" in told and "Wall: 2" in told and "lacks" not in told


def test_what_a_board_lacks(orsha: Any, tmp_path: Path) -> None:
    file = packed(tmp_path / "bd9", {"data": b"version 5.0\nby hand", "bd9.png": png(1800, 645)})
    told = orsha("info", file, "--json").json
    assert told["legacy"] is True and told["hexes"] == 346 and told["notes"] == ["by hand"]
    assert [one.split(":")[0] for one in told["lacks"]] == ["BoardMetadata.xml", "LOSData", "slopes"]
    assert "lacks" in orsha("info", file).out


def test_the_catalogue_is_asked_for(orsha: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = a_board(tmp_path / "here", ground={"C3": "Woods"})
    catalogue = (tmp_path / "here" / "SharedBoardMetadata.xml").rename(tmp_path / "names.xml")
    assert "SharedBoardMetadata.xml" in orsha("info", file, "--json").json["lacks"][0]
    assert orsha("info", file, "--terrain", catalogue, "--json").json["ground"]["C3"]["terrain"] == "Woods"
    monkeypatch.setenv(PLACE, str(catalogue))
    assert orsha("info", file, "--json").json["ground"]["C3"]["terrain"] == "Woods"


def test_a_bad_file_is_refused_with_a_sentence(orsha: Any, tmp_path: Path) -> None:
    (tmp_path / "bdX").write_text("no zip")
    for command in (("info",), ("show", "--out", tmp_path / "x.svg"), ("sight", "A1", "A2")):
        ran = orsha(command[0], tmp_path / "bdX", *command[1:], "--json")
        assert ran.code == 2 and "a board is a zip" in ran.json["error"] and ran.err.count("\n") == 1


# -- show


@pytest.mark.parametrize(("name", "start"), [("x.svg", b"<svg"), ("x.png", b"\x89PNG"), ("x.pdf", b"%PDF")])
def test_the_reading_is_drawn(orsha: Any, board: Path, tmp_path: Path, name: str, start: bytes) -> None:
    ran = orsha("show", board, "--out", tmp_path / name, "--json")
    assert ran.code == 0 and ran.json["hexes"] == 52 and (tmp_path / name).read_bytes().startswith(start)


def test_a_png_is_twice_as_large_as_the_board_or_as_one_asks(orsha: Any, board: Path, tmp_path: Path) -> None:
    from struct import unpack_from

    sizes = []
    for scale in ((), ("--scale", "1")):
        assert orsha("show", board, "--out", tmp_path / "x.png", *scale).code == 0
        sizes.append(unpack_from(">I", (tmp_path / "x.png").read_bytes(), 16)[0])
    assert sizes == [672, 336]


def test_a_broken_picture_is_refused_where_it_has_to_be_drawn(orsha: Any, tmp_path: Path) -> None:
    broken = png(336, 448)
    file = a_board(tmp_path, more={"bdTest.png": broken[:60] + b"x" * 10 + broken[70:]})
    ran = orsha("show", file, "--out", tmp_path / "x.png")
    assert ran.code == 2 and "board Test cannot be drawn: failed to decode image" in ran.err


def test_other_kinds_of_picture_are_refused(orsha: Any, board: Path, tmp_path: Path) -> None:
    ran = orsha("show", board, "--out", tmp_path / "x.bmp")
    assert ran.code == 2 and "cannot be written as .bmp" in ran.err


# -- sight


def test_what_is_seen_on_a_board(orsha: Any, board: Path) -> None:
    found = orsha("sight", board, "d4", "D6", "--json").json
    assert {key: found[key] for key in ("clear", "blocked_by", "hindrances", "up_slope", "range")} == {
        "clear": True,
        "blocked_by": None,
        "hindrances": ["D5: Grain"],
        "up_slope": False,
        "range": 2,
    }
    assert "C2 and C4 do not see each other: C3 is in the way." in orsha("sight", board, "C2", "C4").out
    assert "D4 and D6 see each other at range 2, hindered by D5: Grain." in orsha("sight", board, "D4", "D6").out


def test_levels_and_hexes_that_are_not_there_are_refused(orsha: Any, board: Path) -> None:
    assert orsha("sight", board, "E3", "E6", "--from-level", 2, "--json").json["clear"]
    assert "E3 has levels 0 to 2, not 3" in orsha("sight", board, "E3", "E6", "--from-level", 3).err
    assert "there is no hex Z9" in orsha("sight", board, "Z9", "A1").err
    assert "is no hex" in orsha("sight", board, "hello", "A1").err


def test_without_sight_data_nothing_is_guessed(orsha: Any, tmp_path: Path) -> None:
    ran = orsha("sight", a_board(tmp_path, without=("LOSData",)), "A1", "A2")
    assert ran.code == 2 and "lacks LOSData" in ran.err


def test_the_campaigns_board_is_looked_across_on_our_own_map(orsha: Any, shared: Path) -> None:
    found = orsha("sight", shared / "data" / "vasl" / "boards" / "bdOtOBFP", "W8", "W10", "--json").json
    assert found["our_map"] == "orsha" and found["clear"] and found["hindrances"] == []


def test_every_sample_is_told_drawn_and_looked_across(orsha: Any, shared: Path, tmp_path: Path) -> None:
    for file in sorted((shared / "data" / "vasl" / "boards").iterdir()):
        assert orsha("info", file).code == 0
        assert orsha("show", file, "--out", tmp_path / "x.svg").code == 0
        assert orsha("sight", file, "C12", "D12").code == (0 if file.name in ("bd00a", "bdBFPDW4b", "bdOtOBFP") else 2)
