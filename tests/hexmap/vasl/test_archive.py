"""Archives: what is no board, what is too large, what points elsewhere. Each is refused early, with a sentence."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest

from orsha.hexmap.vasl import archive as limits
from orsha.hexmap.vasl.archive import Archive, BadBoard
from orsha.hexmap.vasl.board import read_board
from tests.hexmap.vasl.making import a_board, frugal, metadata, packed


def refused(file: Path, why: str) -> None:
    with pytest.raises(BadBoard, match=why) as told:
        read_board(file)
    frugal(lambda: read_board(file))
    assert str(file) in str(told.value) and "\n" not in str(told.value)


def test_a_folder_a_missing_file_and_a_text_are_no_boards(tmp_path: Path) -> None:
    refused(tmp_path, "is no file")
    refused(tmp_path / "bd99", "there is no such file")
    (tmp_path / "bdText").write_text("hello")
    refused(tmp_path / "bdText", "a board is a zip")
    (tmp_path / "bdEmpty").write_bytes(b"")
    refused(tmp_path / "bdEmpty", "a board is a zip")


def test_a_zip_of_something_else_is_no_board(tmp_path: Path) -> None:
    refused(packed(tmp_path / "bdX", {"readme.txt": b"hello"}), "neither BoardMetadata.xml nor a legacy data file")


def test_a_pipe_is_not_waited_for_and_a_loop_not_followed(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "bdPipe")
    refused(tmp_path / "bdPipe", "is no file")
    (tmp_path / "bdLoop").symlink_to(tmp_path / "bdLoop")
    refused(tmp_path / "bdLoop", "no such file|cannot be read")


@pytest.mark.parametrize("name", ["../BoardMetadata.xml", "/etc/passwd", "a/../../b", "..\\b", "C:\\b", "\\b"])
def test_names_that_leave_the_archive_are_refused(tmp_path: Path, name: str) -> None:
    refused(packed(tmp_path / "bdSlip", {name: b"x", "BoardMetadata.xml": metadata(3, 3)}), "points outside")


def test_two_entries_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning), zipfile.ZipFile(tmp_path / "bdTwice", "w") as made:
        made.writestr("BoardMetadata.xml", metadata(3, 3))
        made.writestr("BoardMetadata.xml", metadata(5, 5))
    refused(tmp_path / "bdTwice", "two entries called 'BoardMetadata.xml'")


def test_an_entry_may_differ_by_capitals_if_it_is_the_only_one(tmp_path: Path) -> None:
    board = a_board(tmp_path, without=("BoardMetadata.xml",), more={"boardmetadata.xml": metadata(7, 7)})
    assert read_board(board).name == "Test"
    with Archive(packed(tmp_path / "both", {"DATA": b"", "Data": b""})) as archive:
        assert archive.named("data") is None and archive.named("DATA") == "DATA"


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """Ten megabytes that would be ten gigabytes, in the metadata, the legacy data and the sight data."""
    zeros = b"\0" * 60_000_000
    refused(packed(tmp_path / "bd1", {"BoardMetadata.xml": zeros}), "is longer than the 4,000,000 bytes")
    refused(packed(tmp_path / "bd2", {"data": zeros}), "is longer than the 64,000 bytes")
    refused(packed(tmp_path / "bd3", {"BoardMetadata.xml": metadata(3, 3), "LOSData": zeros}), "is longer than")


def test_a_size_that_is_a_lie_is_found_out(tmp_path: Path) -> None:
    """The entry says 10 bytes and holds more, or says four gigabytes and holds ten bytes."""
    for told in (10, 4_000_000_000):
        file = packed(tmp_path / f"bd{told}", {"BoardMetadata.xml": metadata(3, 3) + b" " * 100_000})
        data = bytearray(file.read_bytes())
        place = data.index(b"PK\x01\x02")
        data[place + 24 : place + 28] = struct.pack("<I", told)
        file.write_bytes(data)
        refused(file, "cannot be unpacked" if told == 10 else "is longer than")


def test_too_many_entries_are_refused_before_they_are_listed(tmp_path: Path) -> None:
    many = {f"{n}": b"" for n in range(limits.ENTRIES + 1)}
    refused(packed(tmp_path / "bdMany", many), "more than 2000 entries")
    line = b"PK\x01\x02" + b"\0" * 24 + struct.pack("<HHH", 1, 0, 0) + b"\0" * 12 + b"x"
    directory = line * 500_000
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(directory), 0, 0)
    (tmp_path / "bdMore").write_bytes(directory + end)
    refused(tmp_path / "bdMore", "table of contents")


def test_a_table_of_contents_is_not_smuggled_in_by_the_large_format(tmp_path: Path) -> None:
    end64 = b"PK\x06\x07" + struct.pack("<IQI", 0, 0, 1)
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, 10, 0, 0)
    (tmp_path / "bdHuge").write_bytes(b"\0" * 100 + end64 + end)
    refused(tmp_path / "bdHuge", "made for huge files")


def test_a_file_larger_than_any_board_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "bdLarge").open("wb") as stream:
        stream.truncate(limits.LARGEST + 1)
    refused(tmp_path / "bdLarge", "is larger than the 100,000,000 bytes")


def test_strange_packing_and_passwords_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bdLzma", "w", zipfile.ZIP_LZMA) as made:
        made.writestr("BoardMetadata.xml", metadata(3, 3))
    refused(tmp_path / "bdLzma", "packed in a way that no board uses")
    file = packed(tmp_path / "bdLocked", {"BoardMetadata.xml": metadata(3, 3)})
    data = bytearray(file.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    file.write_bytes(data)
    refused(file, "locked with a password")


def test_a_board_cut_short_is_refused(tmp_path: Path) -> None:
    file = a_board(tmp_path, columns=3, rows=3)
    whole = file.read_bytes()
    for length in (len(whole) // 2, len(whole) - 1, 30):
        file.write_bytes(whole[:length])
        refused(file, "is no VASL board|is no zip")


def test_a_long_name_is_not_repeated_in_full(tmp_path: Path) -> None:
    with pytest.raises(BadBoard) as told:
        Archive(packed(tmp_path / "bd", {"../" + "x" * 5000: b""}))
    assert len(str(told.value)) < 400
