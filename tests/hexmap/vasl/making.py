"""Small boards made for tests: `a_board(tmp_path, ground={"C3": "Woods"}, sides={"D3": {0: "Wall"}})`."""

from __future__ import annotations

import gzip
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np

from orsha.hexmap.vasl.geometry import Geometry, parse_name
from orsha.kernel import OrshaError

HEX = (56.0, 64.0)
_TYPES = {
    # name: code, category, height, half level, obstacle, hindrance, inherent, split, obstacle below, hindrance below
    "Open Ground": (0, "OPEN", 0, False, False, False, False, 0.0, False, False),
    "Marsh": (14, "OTHER", 0, True, False, True, False, 0.0, False, True),
    "Grain": (24, "OTHER", 0, True, False, True, False, 0.0, False, True),
    "Gully": (30, "DEPRESSION", 0, False, False, False, False, 0.0, False, False),
    "Stone Building": (40, "BUILDING", 1, False, True, False, False, 0.0, True, False),
    "Stone Building, 2 Level": (42, "BUILDING", 2, True, True, False, False, 0.0, True, False),
    "Stone Market Place": (49, "MARKETPLACE", 1, True, True, False, False, 0.5, False, False),
    "Woods": (60, "WOODS", 1, False, True, False, False, 0.0, True, False),
    "Orchard": (63, "OTHER", 1, False, True, False, True, 0.5, False, True),
    "Dirt Road": (65, "ROAD", 0, False, False, False, False, 0.0, False, False),
    "Wall": (72, "HEXSIDE", 0, True, True, False, False, 0.0, True, False),
    "Bocage": (74, "HEXSIDE", 1, False, True, False, False, 0.0, True, False),
    "Cliff": (75, "HEXSIDE", 0, False, False, False, False, 0.0, False, False),
    "Rowhouse Wall": (76, "BUILDING", 1, False, True, False, False, 0.0, True, False),
    "Stone Rubble": (90, "OTHER", 0, True, True, False, True, 0.0, True, False),
}
_KEYS = ("isHalfLevelHeight", "isLOSObstacle", "isLOSHindrance", "isInherentTerrain")


def catalogue() -> bytes:
    rows = ""
    for name, (code, category, height, *truths, split, low_obstacle, low_hindrance) in _TYPES.items():
        told = {key: str(truth).upper() for key, truth in zip(_KEYS, truths, strict=True)}
        told |= {"isLowerLOSObstacle": str(low_obstacle).upper(), "isLowerLOSHindrance": str(low_hindrance).upper()}
        told |= {"name": name, "typeCode": str(code), "height": str(height), "split": str(split)}
        rows += "<terrainType " + " ".join(f'{key}="{value}"' for key, value in told.items())
        rows += f' LOSCategory="{category}"/>'
    return f"<sharedBoardMetadata><terrainTypes>{rows}</terrainTypes></sharedBoardMetadata>".encode()


def code(name: str) -> int:
    return _TYPES[name][0]


def png(width: int, height: int) -> bytes:
    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\xb0" * width) * min(height, 4000))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


def records(payload: bytes, size: int = 1024) -> bytes:
    """A payload as a stream of records."""
    found = b"\xac\xed\x00\x05"
    for start in range(0, len(payload), size):
        block = payload[start : start + size]
        head = b"\x77" + bytes([len(block)]) if len(block) < 256 else b"\x7a" + struct.pack(">I", len(block))
        found += head + block
    return found


def losdata(ground: np.ndarray, columns: int, rows: int, stairs: tuple[int, ...] = ()) -> bytes:
    """Packed sight data; `ground` is x, y, (level, code), `stairs` are places in the list of all hexes."""
    width, height, _ = ground.shape
    flags = bytearray(columns * rows + columns // 2)
    for place in stairs:
        flags[place] = 1
    return gzip.compress(
        records(struct.pack(">4i", columns, rows, width, height) + ground.tobytes() + bytes(flags)), mtime=0
    )


def metadata(columns: int, rows: int, inside: str = "", **more: object) -> bytes:
    told = {"name": "Test", "version": "1.2", "versionDate": "May 2024", "author": "us", "width": columns}
    told |= {"height": rows, "boardImageFileName": "bdTest.png", "hasHills": "TRUE", "A1CenterX": 0}
    told |= {"A1CenterY": HEX[1] / 2, "hexWidth": HEX[0], "hexHeight": HEX[1], **more}
    root = " ".join(f'{key}="{value}"' for key, value in told.items() if value is not None)
    return f"<boardMetadata {root}>{inside}</boardMetadata>".encode()


def packed(file: Path, entries: Mapping[str, bytes]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file


def paint(
    columns: int,
    rows: int,
    ground: Mapping[str, str],
    levels: Mapping[str, int],
    sides: Mapping[str, Mapping[int, str]],
) -> np.ndarray:
    """Every hex filled with what it is, and hexsides drawn as lines a few pixels wide."""
    place = Geometry(int(HEX[0] * (columns - 1)), int(HEX[1] * rows), *HEX, 0.0, HEX[1] / 2)
    found = np.zeros((place.width, place.height, 2), np.uint8)
    for name in {*ground, *levels}:
        x, y = map(int, place.centre(parse_name(name)))
        for i in range(max(0, x - 40), min(place.width, x + 40)):
            for j in range(max(0, y - 34), min(place.height, y + 34)):
                if place.hex_at(i + 0.5, j + 0.5) == parse_name(name):
                    found[i, j] = (levels.get(name, 0) % 256, code(ground.get(name, "Open Ground")))
    for name, along in sides.items():
        for side, kind in along.items():
            corners = place.corners(parse_name(name))
            (ax, ay), (bx, by) = corners[side - 1], corners[side]
            for step in range(81):
                i, j = int(ax + (bx - ax) * step / 80), int(ay + (by - ay) * step / 80)
                found[max(0, i - 2) : i + 3, max(0, j - 2) : j + 3, 1] = code(kind)
    return found


def a_board(
    folder: Path,
    *,
    columns: int = 7,
    rows: int = 7,
    ground: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[str, Mapping[int, str]] | None = None,
    inside: str = "<slopes/>",
    stairs: tuple[int, ...] = (),
    without: tuple[str, ...] = (),
    more: Mapping[str, bytes] | None = None,
    **told: object,
) -> Path:
    """An archive `boards/bdTest` with the terrain's catalogue in the folder above. `told` goes into the metadata."""
    painted = paint(columns, rows, ground or {}, levels or {}, sides or {})
    entries = {
        "BoardMetadata.xml": metadata(columns, rows, inside, **told),
        "bdTest.png": png(*painted.shape[:2]),
        "LOSData": losdata(painted, columns, rows, stairs),
        **(more or {}),
    }
    if "SharedBoardMetadata.xml" not in without:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "SharedBoardMetadata.xml").write_bytes(catalogue())
    return packed(folder / "boards" / "bdTest", {key: one for key, one in entries.items() if key not in without})


def frugal(act: Callable[[], object]) -> None:
    """Runs something that is refused, and sees that this takes less than a second of work and 200 MB."""
    start = time.process_time()
    with suppress(OrshaError):
        act()
    spent = time.process_time() - start
    tracemalloc.start()
    try:
        with suppress(OrshaError):
            act()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert spent < 5 and peak < 200_000_000, (spent, peak)
