"""`LOSData`: what lies at every pixel of a board and how high it lies, and which hexes have stairs.

A gzip of a stream of records; their payloads, joined, are four numbers (hexes wide and high, pixels wide and high),
two bytes for each pixel, column by column (level, terrain code), and a byte for each hex that tells of a stairway.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from orsha.hexmap.vasl.archive import BadBoard

NAME = "LOSData"
LONGEST = 12_000_000
"""Bytes, packed."""
MOST_PIXELS = 24_000_000
MOST_COLUMNS, MOST_ROWS = 260, 1_000
MOST_RECORDS = 60_000
_START = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A
_FOUR = struct.Struct(">4i")
_HEADS = 5 * MOST_RECORDS
"""The most that the records can add to their payloads."""
_PIECE = 1_000_000

Levels: TypeAlias = npt.NDArray[np.int8]
Codes: TypeAlias = npt.NDArray[np.uint8]


class LosData(Struct, frozen=True, eq=False):
    """A board's sight data. The arrays are indexed by x, then y."""

    columns: int
    rows: int
    levels: Levels
    codes: Codes
    stairs: frozenset[tuple[int, int]]
    """Column and row, both from 0, of the hexes with a stairway."""

    @property
    def width(self) -> int:
        return int(self.codes.shape[0])

    @property
    def height(self) -> int:
        return int(self.codes.shape[1])


def parse_losdata(data: bytes, file: Path | str = NAME) -> LosData:
    unpacker = zlib.decompressobj(wbits=31)
    stream = bytearray(_unpacked(unpacker, data, _PIECE, file))
    if not stream.startswith(_START):
        raise BadBoard(file, f"its {NAME} is no stream of a board: it does not start like one")
    size = _joined(stream, _FOUR.size, file)
    if len(size) < _FOUR.size:
        raise BadBoard(file, f"its {NAME} ends before the board's size is told")
    columns, rows, width, height = _FOUR.unpack(size)
    _check_size(columns, rows, width, height, file)
    pixels = 2 * width * height
    whole = _FOUR.size + pixels + columns * rows + columns // 2
    while not unpacker.eof and len(stream) <= whole + _HEADS:
        piece = _unpacked(unpacker, unpacker.unconsumed_tail, _PIECE, file)
        if not piece:
            break
        stream += piece
    if not unpacker.eof:
        why = "goes on after" if len(stream) > whole + _HEADS else "ends before"
        raise BadBoard(file, f"its {NAME} {why} the {width} x {height} pixels that it tells of")
    payload = _joined(stream, whole + 1, file)
    spare = len(payload) - _FOUR.size - pixels
    if spare not in (columns * rows, columns * rows + columns // 2):
        raise BadBoard(file, f"its {NAME} does not hold the {whole:,} bytes that {width} x {height} pixels need")
    found = np.frombuffer(payload, np.uint8)
    ground = found[_FOUR.size : _FOUR.size + pixels].reshape(width, height, 2)
    stairs = _stairs(found[_FOUR.size + pixels :], columns, rows, equal=spare == columns * rows)
    return LosData(columns, rows, ground[:, :, 0].view(np.int8), ground[:, :, 1], stairs)


def _check_size(columns: int, rows: int, width: int, height: int, file: Path | str) -> None:
    told = f"its {NAME} tells of {columns} x {rows} hexes on {width} x {height} pixels"
    if not (1 <= columns <= MOST_COLUMNS and 1 <= rows <= MOST_ROWS and width >= 1 and height >= 1):
        raise BadBoard(file, f"{told}, which cannot be")
    if width * height > MOST_PIXELS:
        raise BadBoard(file, f"{told}, more than the {MOST_PIXELS:,} pixels that a board may have")


def _unpacked(unpacker: zlib._Decompress, data: bytes, most: int, file: Path | str) -> bytes:
    try:
        return unpacker.decompress(data, max(1, most))
    except zlib.error as error:
        raise BadBoard(file, f"its {NAME} cannot be unpacked ({str(error)[:80]})") from error


def _joined(stream: bytearray, most: int, file: Path | str) -> bytearray:
    """The payloads of the records, joined: as many bytes as are asked for, or as there are."""
    found, filled = bytearray(most), 0
    place = len(_START)
    with memoryview(stream) as view:
        for _ in range(MOST_RECORDS):
            if place >= len(stream) or filled >= most:
                break
            kind, head = stream[place], 2 if stream[place] == _SHORT else 5
            if kind not in (_SHORT, _LONG):
                raise BadBoard(file, f"its {NAME} holds a record of kind {kind:#04x}, where only blocks are expected")
            length = int.from_bytes(view[place + 1 : place + head], "big")
            record = view[place + head : place + head + min(length, most - filled)]
            found[filled : filled + len(record)] = record
            filled += len(record)
            place += head + length
        else:
            raise BadBoard(file, f"its {NAME} is cut into more than {MOST_RECORDS:,} records")
    del found[filled:]
    return found


def _stairs(flags: Codes, columns: int, rows: int, equal: bool) -> frozenset[tuple[int, int]]:
    """The hexes that are marked. Odd columns have a row more, unless the board says that all have as many."""
    found: set[tuple[int, int]] = set()
    start = 0
    for column in range(columns):
        count = rows if equal else rows + column % 2
        found.update((column, int(row)) for row in np.flatnonzero(flags[start : start + count]))
        start += count
    return frozenset(found)
