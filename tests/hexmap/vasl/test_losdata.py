"""Sight data: levels and terrain for every pixel, and streams that lie about themselves."""

from __future__ import annotations

import gzip
import struct

import numpy as np
import pytest

from orsha.hexmap.vasl.archive import BadBoard
from orsha.hexmap.vasl.losdata import MOST_PIXELS, parse_losdata
from tests.hexmap.vasl.making import frugal, losdata, records


def ground(width: int = 8, height: int = 6) -> np.ndarray:
    return np.arange(width * height * 2, dtype=np.uint8).reshape(width, height, 2)


def test_columns_come_first_and_levels_have_a_sign() -> None:
    made = ground()
    made[3, 2] = (255, 200)
    found = parse_losdata(losdata(made, 3, 2))
    assert (found.columns, found.rows, found.width, found.height) == (3, 2, 8, 6)
    assert found.levels[3, 2] == -1 and found.codes[3, 2] == 200
    assert found.levels[0, 1] == 2 and found.codes[1, 0] == 13


def test_stairs_are_counted_column_by_column_with_a_row_more_in_odd_ones() -> None:
    """Of three columns with two, three and two hexes, the second and the sixth."""
    assert parse_losdata(losdata(ground(), 3, 2, (1, 5))).stairs == {(0, 1), (2, 0)}


def test_a_board_may_have_as_many_rows_in_every_column() -> None:
    payload = struct.pack(">4i", 3, 2, 8, 6) + ground().tobytes() + bytes([0, 0, 0, 1, 0, 0])
    assert parse_losdata(gzip.compress(records(payload))).stairs == {(1, 1)}


@pytest.mark.parametrize("size", [1, 7, 255, 256, 100_000])
def test_records_of_any_length_are_joined(size: int) -> None:
    payload = struct.pack(">4i", 3, 2, 8, 6) + ground().tobytes() + bytes(7)
    found = parse_losdata(gzip.compress(records(payload, size)))
    assert (found.codes == ground()[:, :, 1]).all()


def refused(data: bytes, why: str) -> None:
    with pytest.raises(BadBoard, match=why):
        parse_losdata(data, "bdX")
    frugal(lambda: parse_losdata(data, "bdX"))


def test_what_is_no_stream_is_refused() -> None:
    refused(b"", "does not start like one")
    refused(b"hello", "cannot be unpacked")
    refused(gzip.compress(b"hello"), "does not start like one")
    refused(gzip.compress(b"\xac\xed\x00\x05"), "ends before the board's size")
    refused(gzip.compress(b"\xac\xed\x00\x05sr\x00\x10java.lang.Object"), "record of kind 0x73")


@pytest.mark.parametrize(
    "size",
    [
        (33, 10, 2**31 - 1, 2**31 - 1),
        (33, 10, -1, 645),
        (33, 10, 0, 645),
        (2**31 - 1, 10, 1800, 645),
        (33, -5, 1800, 645),
        (33, 10, MOST_PIXELS, 2),
    ],
)
def test_sizes_that_cannot_be_are_refused(size: tuple[int, int, int, int]) -> None:
    refused(gzip.compress(records(struct.pack(">4i", *size) + bytes(1000))), "which cannot be|more than the")


def test_a_stream_cut_short_is_refused_wherever_it_is_cut() -> None:
    whole = losdata(ground(40, 30), 3, 2)
    for length in range(0, len(whole), 7):
        refused(whole[:length], "LOSData")
    payload = struct.pack(">4i", 3, 2, 8, 6) + ground().tobytes()
    refused(gzip.compress(records(payload)), "does not hold the 119 bytes")
    refused(gzip.compress(records(payload + bytes(8))), "does not hold the 119 bytes")


def test_a_bomb_is_stopped_as_soon_as_it_is_longer_than_it_says() -> None:
    start = records(struct.pack(">4i", 3, 2, 8, 6))
    refused(gzip.compress(start + b"\x7a\x7f\xff\xff\xff" + bytes(50_000_000)), "goes on after the 8 x 6 pixels")


def test_a_stream_of_crumbs_is_refused() -> None:
    start = records(struct.pack(">4i", 33, 10, 1800, 645))
    refused(gzip.compress(start + b"\x77\x00" * 400_000), "60,000 records")


def test_the_largest_board_that_is_read_fits_in_memory() -> None:
    size = struct.pack(">4i", 200, 100, 6000, 4000)
    blocks = b"\x7a\x00\x00\x04\x00" + bytes(1024)
    data = gzip.compress(records(size) + blocks * (48_000_000 // 1024), 1)
    refused(data, "ends before|does not hold")
