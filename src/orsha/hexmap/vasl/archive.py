"""A board's archive, opened with care: nothing is unpacked to disk, and nothing is read further than it may be long."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from types import TracebackType

from orsha.kernel import OrshaError

LARGEST = 100_000_000
"""Bytes of a whole archive."""
DIRECTORY = 1_000_000
"""Bytes of its table of contents: enough for thousands of entries."""
ENTRIES = 2_000
SHOWN = 60
"""How much of a stranger's name a sentence repeats."""

_END = b"PK\x05\x06"
_END64 = b"PK\x06\x07"
_END_SIZE, _END64_SIZE, _LONGEST_COMMENT = 22, 20, 65_535
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    IndexError,
    OverflowError,
    struct.error,
)


class BadBoard(OrshaError):
    """A board's file that cannot be what it says it is."""

    def __init__(self, file: Path | str, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file = str(file)
        self.why = why


def shown(name: str) -> str:
    """A name out of somebody's file, short enough for a sentence."""
    return repr(name if len(name) <= SHOWN else name[:SHOWN] + "...")


class Archive:
    """A zip that was checked. Use it in a `with`, so that it is closed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        _check_size(file)
        try:
            self._zip = zipfile.ZipFile(file)
        except _BROKEN as error:
            raise BadBoard(file, f"is no zip that can be read ({_said(error)})") from error
        try:
            self._entries = self._checked()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def _checked(self) -> dict[str, zipfile.ZipInfo]:
        entries: dict[str, zipfile.ZipInfo] = {}
        for info in self._zip.infolist():
            if len(entries) >= ENTRIES:
                raise BadBoard(self.file, f"holds more than {ENTRIES} entries, where a board has a few dozen")
            if _leaves(info.filename):
                raise BadBoard(self.file, f"holds an entry {shown(info.filename)} that points outside of the archive")
            if info.filename in entries:
                raise BadBoard(self.file, f"holds two entries called {shown(info.filename)}")
            entries[info.filename] = info
        return entries

    @property
    def names(self) -> list[str]:
        return list(self._entries)

    def named(self, name: str) -> str | None:
        """The entry of a name: as it is written, or the only one that differs by capital letters alone."""
        if name in self._entries:
            return name
        close = [entry for entry in self._entries if entry.lower() == name.lower()]
        return close[0] if len(close) == 1 else None

    def read(self, name: str, limit: int) -> bytes:
        """An entry's content, if it is not longer than it may be."""
        if self._entries[name].file_size > limit:
            raise BadBoard(self.file, f"{shown(name)} is longer than the {limit:,} bytes that such a part may have")
        found = self._first(name, limit + 1)
        if len(found) > limit:
            raise BadBoard(self.file, f"{shown(name)} is longer than the {limit:,} bytes that such a part may have")
        return found

    def head(self, name: str, count: int) -> bytes:
        """The beginning of an entry."""
        return self._first(name, count)

    def _first(self, name: str, count: int) -> bytes:
        info = self._entries[name]
        if info.flag_bits & 0x1:
            raise BadBoard(self.file, f"{shown(name)} is locked with a password")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadBoard(self.file, f"{shown(name)} is packed in a way that no board uses")
        try:
            with self._zip.open(info) as stream:
                return stream.read(count)
        except _BROKEN as error:
            raise BadBoard(self.file, f"{shown(name)} cannot be unpacked ({_said(error)})") from error


def _check_size(file: Path) -> None:
    """Refuses what is too large before the zip's table of contents is read into memory."""
    try:
        if not file.is_file():
            why = "is no file" if file.exists() else "there is no such file"
            raise BadBoard(file, why)
        size = file.stat().st_size
        if size > LARGEST:
            raise BadBoard(file, f"is larger than the {LARGEST:,} bytes that a board may have")
        with file.open("rb") as stream:
            stream.seek(max(0, size - _END_SIZE - _END64_SIZE - _LONGEST_COMMENT))
            tail = stream.read()
    except (OSError, ValueError) as error:
        raise BadBoard(file, f"cannot be read ({_said(error)})") from error
    end = _end(tail)
    if end is None:
        raise BadBoard(file, "is no VASL board: a board is a zip, and this is none")
    if tail[max(0, end - _END64_SIZE) : end].startswith(_END64):
        raise BadBoard(file, "is a zip made for huge files, which no board is")
    (directory,) = struct.unpack_from("<I", tail, end + 12)
    if directory > DIRECTORY:
        raise BadBoard(
            file, f"has a table of contents of more than {DIRECTORY:,} bytes, where a board has a few dozen entries"
        )


def _end(tail: bytes) -> int | None:
    """Where the zip's end record starts: right at the end, or before a comment."""
    last = len(tail) - _END_SIZE
    if last >= 0 and tail.startswith(_END, last) and tail.endswith(b"\0\0"):
        return last
    found = tail.rfind(_END)
    return found if 0 <= found <= last else None


def _leaves(name: str) -> bool:
    """Whether a path would leave the folder that it is unpacked in."""
    parts = name.replace("\\", "/").split("/")
    return name.startswith(("/", "\\")) or ".." in parts or (len(parts[0]) > 1 and parts[0][1] == ":")


def _said(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__)[:120]
