"""A board's picture, as far as a program needs to know it before drawing it: its kind and its size."""

from __future__ import annotations

import struct
from typing import Literal

from msgspec import Struct

Kind = Literal["gif", "png"]
HEAD = 32
LONGEST = 24_000_000
MOST_PIXELS = 24_000_000
LARGEST_SIDE = 20_000
_ENDS: dict[Kind, bytes] = {"gif": b"\x3b", "png": b"IEND"}


class Picture(Struct, frozen=True):
    file: str
    kind: Kind
    width: int
    height: int


def picture_of(file: str, head: bytes) -> Picture | str:
    """What the picture's first bytes tell, or a sentence that says why it is none that can be used."""
    if head[:6] in (b"GIF87a", b"GIF89a") and len(head) >= 10:
        kind: Kind = "gif"
        width, height = struct.unpack_from("<HH", head, 6)
    elif head[:8] == b"\x89PNG\r\n\x1a\n" and head[12:16] == b"IHDR" and len(head) >= 24:
        kind = "png"
        width, height = struct.unpack_from(">II", head, 16)
    else:
        return "is neither a GIF nor a PNG"
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE) or width * height > MOST_PIXELS:
        return f"says that it is {width} x {height} pixels large, and at most {MOST_PIXELS:,} pixels are drawn"
    return Picture(file, kind, width, height)


def whole(kind: Kind, data: bytes) -> bool:
    """Whether a picture's end is there."""
    return _ENDS[kind] in data[-64:]
