"""Files that are no saved games, or too much of one: each is refused with a sentence, soon, and in little memory."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orsha.campaign.vasl_report import from_save
from orsha.hexmap.vasl.saves import cipher, decode, encode, load, position, zipped
from orsha.hexmap.vasl.saves.save import GAME
from orsha.kernel import Damaged, OrshaError
from tests.hexmap.vasl.saves.monsters import monsters
from tests.hexmap.vasl.saves.tables import GERMAN, Table, leader, mark, plain, squad, tank, trail, weapon

SECONDS, MEGABYTES = 5.0, 200  # seconds against blow-ups, not a figure
"""Of the processor's time: other programs may run beside the tests."""


def small() -> Table:
    table = Table().pile("P20", squad(broken=True), weapon(malf=True), leader(), mark(GERMAN)).pile("R24", tank())
    return table.pile("S22", plain("Wire"), trail([(500, 500), (560, 520)])).bin(squad())


@pytest.mark.parametrize("name", monsters())
def test_a_monster_is_dealt_with_in_time_and_memory(name: str, tmp_path: Path) -> None:
    file = tmp_path / "monster.vsav"
    file.write_bytes(monsters()[name]())
    command = [sys.executable, "-m", "tests.hexmap.vasl.saves.monsters", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[4], check=False)
    assert done.returncode == 0, done.stderr
    spent, most, said = done.stdout.splitlines()[:3]
    assert float(spent) < SECONDS and int(most) < MEGABYTES, said


# -- zips


def zip_of(**entries: bytes) -> bytes:
    return zipped.rezip(entries)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no zip"),
        (b"PK\x05\x06" + b"\0" * 17, "no zip"),
        (b"something else that is long enough to be looked at", "no zip"),
        (zip_of(moduledata=b"x"), "no 'savedGame'"),
        (zip_of(savedGame=b"!VCSK"), "no number of two hex digits"),
        (zip_of(savedGame=b"!VCSKzz0102"), "no number of two hex digits"),
        (zip_of(savedGame=b"!VCSK41012"), "half a byte"),
        (zip_of(savedGame=b"!VCSK4101 02"), "between its hex digits|half a byte"),
        (zip_of(savedGame=b"!VCSK41xx"), "between its hex digits"),
        (zip_of(savedGame=b"\xff\xfe"), "neither enciphered nor UTF-8"),
        (zip_of(savedGame=b"begin_savegame"), "its end is missing"),
    ],
)
def test_what_is_no_saved_game_is_told_why(data: bytes, why: str) -> None:
    with pytest.raises(Damaged, match=why):
        decode(data)


def test_a_wrong_key_is_noticed() -> None:
    game = zipped.unzip(small().bytes())[GAME]
    for key in (b"00", b"5b", b"ff"):
        with pytest.raises(Damaged, match="key does not fit|does not begin as one"):
            decode(zip_of(savedGame=b"!VCSK" + key + game[7:]))


def test_a_cut_file_is_noticed_wherever_it_is_cut() -> None:
    data = small().bytes()
    for length in range(0, len(data) - 1, 97):
        with pytest.raises(Damaged):
            decode(data[:length])
    game = zipped.unzip(data)[GAME]
    with pytest.raises(Damaged, match="its end is missing"):
        decode(zip_of(savedGame=game[:-20]))


def test_a_zip_that_lies_about_sizes() -> None:
    data = bytearray(zip_of(savedGame=b"0" * 25_000_000))
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")
    with pytest.raises(Damaged):
        decode(bytes(data))


def test_zips_that_no_saved_game_is() -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr(GAME, b"x")
    with pytest.raises(Damaged, match="packed in a way"):
        decode(stream.getvalue())
    locked = bytearray(zip_of(savedGame=b"x"))
    locked[6] |= 1
    locked[locked.rfind(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Damaged, match="locked"):
        decode(bytes(locked))
    with pytest.raises(Damaged, match="no zip"):
        decode(zip_of(savedGame=b"x") + b"trailing")
    with pytest.raises(Damaged, match="larger than 8 MB"):
        decode(b"x" * 9_000_000)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="no such file"):
        load(tmp_path / "nowhere.vsav")
    with pytest.raises(OrshaError, match="it is no file"):
        load(tmp_path)
    large = tmp_path / "large.vsav"
    large.write_bytes(b"x" * 9_000_000)
    with pytest.raises(OrshaError, match=r"larger than 8 MB"):
        load(large)


def test_a_game_that_was_never_enciphered_is_read() -> None:
    save = small().save()
    open_game = zip_of(savedGame=save.text.encode())
    assert decode(open_game).lines == save.lines and decode(encode(decode(open_game))).key is None


# -- fuzz


def survives(work: Callable[[], object]) -> None:
    """Done, or refused with a sentence."""
    try:
        work()
    except OrshaError as error:
        assert str(error)


def _read(data: bytes) -> None:
    save = decode(data)
    assert decode(encode(save)) == save
    position(save)
    for reader in ("german", "russian"):
        from_save(save, reader, "23AM")  # type: ignore[arg-type]


DATA = small().bytes()
TEXT = small().save().text


@given(st.lists(st.tuples(st.integers(0, len(DATA) - 1), st.integers(0, 255)), min_size=1, max_size=8))
@settings(max_examples=100, deadline=None)
def test_any_byte_may_be_another_one(changes: list[tuple[int, int]]) -> None:
    data = bytearray(DATA)
    for at, byte in changes:
        data[at] = byte
    survives(lambda: _read(bytes(data)))


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(TEXT)), st.integers(0, 40), st.text(alphabet="\\\t\x1b;/'+,-0123456789abé?", max_size=20)
        ),
        min_size=1,
        max_size=5,
    ),
    st.integers(0, 255),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_words_may_stand_in_the_text(changes: list[tuple[int, int, str]], key: int) -> None:
    text = TEXT
    for at, length, new in changes:
        text = text[:at] + new + text[at + length :]
    survives(lambda: _read(zip_of(savedGame=cipher.encipher(text, key))))


@given(st.binary(max_size=200))
def test_any_bytes_are_no_saved_game(data: bytes) -> None:
    with pytest.raises(OrshaError):
        decode(data)


@given(st.text(max_size=200), st.integers(0, 255))
def test_a_text_is_enciphered_and_back(text: str, key: int) -> None:
    veiled = cipher.encipher(text, key)
    assert cipher.decipher(veiled) == (text, key)
