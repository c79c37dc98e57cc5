"""Published saved games and logs, old and new: all of them come apart and together again, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.hexmap.vasl.saves import Geometry, Save, cipher, load, position, zipped
from orsha.hexmap.vasl.saves.commands import Add, Logged, Other
from orsha.hexmap.vasl.saves.pieces import add_of, piece_of, stack_of
from orsha.hexmap.vasl.saves.placing import EDGE, edge_of, layout
from orsha.hexmap.vasl.saves.save import GAME, decode, encode

SAMPLES = [
    "3d6.vlog", "BRT_campaign-game-setup_v667.vsav", "BTB9_NormanD_old.vsav", "BTB9_NormanD_v667.vsav",
    "FB_5_siesta-time_v667.vsav", "basic.vsav", "common-vo.vsav", "empty.vlog", "empty.vsav", "extensions-bfp.vsav",
    "ffs.vsav", "full.vlog", "full.vsav", "hill621-legacy.vsav", "hill621.vsav", "hip-concealed.vsav", "labels.vsav",
    "latw.vsav",
]  # fmt: skip


@pytest.fixture
def saves(shared: Path) -> Path:
    return shared / "data" / "vasl" / "saves"


def test_the_list_is_whole(saves: Path) -> None:
    assert sorted(file.name for file in saves.iterdir()) == sorted(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_comes_back_to_the_letter(saves: Path, name: str) -> None:
    data = (saves / name).read_bytes()
    entries = zipped.unzip(data)
    text, key = cipher.decipher(entries[GAME])
    save = decode(data)
    assert save.text == text and save.key == key
    assert cipher.encipher(text, key) == entries[GAME]
    again = encode(save)
    assert decode(again) == save
    assert zipped.unzip(again) == entries


@pytest.mark.parametrize("name", SAMPLES)
def test_every_piece_of_a_sample_is_read_and_written_the_same(saves: Path, name: str) -> None:
    save = load(saves / name)
    for command in save.commands:
        if isinstance(command, Add):
            one = stack_of(command) or piece_of(command)
            assert one is not None and add_of(one) == command
        assert not (isinstance(command, Other) and command.text[:2] in ("+/", "-/", "D/", "M/", "bd"))
    assert position(save).unread == 0


def names(save: Save) -> dict[str, int]:
    found: dict[str, int] = {}
    for piece in position(save).pieces.values():
        key = f"{piece.nation or ''} {piece.name}".strip()
        found[key] = found.get(key, 0) + 1
    return found


def test_names_come_through_the_layers(saves: Path) -> None:
    found = names(load(saves / "hill621.vsav"))
    # The counter is a 4-6-8 that was turned to a 4-6-7, a leader one of eight, a gun faces somewhere.
    for name, number in {
        "ge 4-6-7 1sq": 8, "ru 4-4-7 1sq": 24, "ge 10-3": 1, "ge dm HMG": 1, "ge HMG": 1, "ru dm .50-cal": 1,
        "ge 75L AT PaK 40 ca3": 1, "ru T-34 M43 vca3 tca3 BU": 6, "GE Sniper: 4": 0, "ge GE Sniper: 4": 1,
        "Axis Turn 1 - RPh": 1,
    }.items():  # fmt: skip
        assert found.get(name, 0) == number, name
    assert names(load(saves / "basic.vsav"))["ru 6+1"] == 1


def test_the_old_game_and_its_new_copy_hold_the_same_counters(saves: Path) -> None:
    old, new = (names(load(saves / f"BTB9_NormanD_{which}.vsav")) for which in ("old", "v667"))
    missing = {name: n for name, n in old.items() if new.get(name, 0) < n}
    assert missing == {}


def test_words_before_and_behind_a_name_are_apart_from_it(saves: Path) -> None:
    piece = next(
        one for one in position(load(saves / "hill621.vsav")).pieces.values() if str(one.name).startswith("StuH 42")
    )
    assert (piece.name.base, piece.name.words) == ("StuH 42", ("vca3", "BU"))
    assert piece.labels == ("StuH 42",) and piece.gpid == "2614"


def test_hidden_and_concealed_counters_name_their_player(saves: Path) -> None:
    pieces = {str(one.name): one for one in position(load(saves / "hip-concealed.vsav")).pieces.values()}
    tank, gun, mark = pieces["PzKw VIE vca3 tca3 BU"], pieces["SU-152 vca3 BU"], pieces["?"]
    assert (tank.hidden_by, tank.concealed_by) == (None, "password")
    assert (gun.hidden_by, gun.concealed_by) == ("password", None)
    assert mark.is_mark and mark.concealed_by == "password" and mark.nation == "ge"


def test_what_lies_on_what(saves: Path) -> None:
    piles = position(load(saves / "hip-concealed.vsav")).piles()
    assert ["PzKw VIE", "?"] in [[piece.name.base for piece in pile] for *_, pile in piles]


def test_a_log_is_played_to_its_end(saves: Path) -> None:
    save = load(saves / "full.vlog")
    assert any(isinstance(line.command, Logged) for line in save.lines)
    # The game was saved in the rally phase; the log goes on to defensive fire.
    assert "Axis Turn 1 - DFPh" in names(save)


def test_the_casualties_bin_and_its_counts(saves: Path) -> None:
    save = load(saves / "hill621.vsav")
    assert (save.properties["AxisCVP"], save.properties["AlliedCVP"]) == ("0", "0")
    assert {map for map, *_ in position(save).piles()} == {"Main Map", "Casualties"}


def test_boards_turned_cropped_and_below_each_other(saves: Path) -> None:
    (turned,) = load(saves / "BTB9_NormanD_v667.vsav").boards
    assert (turned.name, turned.crop and turned.crop.width) == ("rBFPE", 1378)
    assert [(one.name, one.row) for one in load(saves / "hill621.vsav").boards] == [("02", 0), ("04", 1), ("03", 2)]
    assert load(saves / "basic.vsav").boards == ()


# Boards that are not in the collection: their first hex is where the games themselves show it.
ELSEWHERE = {
    "FB_NW": Geometry(56.25, 64.5, 171.0, -1098.0, 3000, 3000),
    "BRT": Geometry(56.25, 64.5, 20.0, 18.75, 3000, 5000),
}


@pytest.mark.parametrize("name", ["FB_5_siesta-time_v667.vsav", "BRT_campaign-game-setup_v667.vsav"])
def test_positions_have_the_names_that_vasl_gave_them(saves: Path, name: str) -> None:
    """Newer games keep where a piece was before, as a position and as VASL's own name of it, hexsides too."""
    save = load(saves / name)
    drawn = layout(save.boards, ELSEWHERE)
    checked = set()
    for piece in position(save).pieces.values():
        words = piece.traits[-1].state.split(";")
        old = dict(zip(words[5::2], words[6::2], strict=False))
        if old.get("OldBoard"):
            spot = drawn.spot(int(old["OldX"]), int(old["OldY"]))
            assert str(spot) == old["OldLocationName"]
            checked.add(str(spot))
    assert len(checked) >= (40 if "FB" in name else 6)
    assert sum("/" in one for one in checked) >= (15 if "FB" in name else 1)


def test_the_edge_around_the_boards_is_the_new_one(saves: Path) -> None:
    for name in ("labels.vsav", "full.vsav"):
        save = load(saves / name)
        places = [(x, y) for map, x, y, _ in position(save).piles() if map != "Casualties"]
        assert edge_of(save.boards, {}, places) == EDGE
    spot = layout(save.boards, {}).spot(512, 496)
    assert spot is not None and str(spot) == "C2"
