"""The zip that a saved game is: read without trusting a number that it says of itself, and written."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from orsha.kernel import Damaged, OrshaError

MOST_FILE = 8_000_000
"""Bytes of a file; the largest published set-up has half a million."""
MOST_ENTRY = 20_000_000
"""Bytes of an entry when it is unpacked; the largest published set-up has nine million."""
MOST_ALL = 21_000_000
MOST_ENTRIES = 16
MOST_DIRECTORY = 8_192
_END, _END_SIZE = b"PK\x05\x06", 22
_LOCATOR, _LOCATOR_SIZE = b"PK\x06\x07", 20
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def fetch(file: Path) -> bytes:
    """A file's bytes, refused unread where they are too many."""
    try:
        if not file.is_file():
            raise OrshaError(f"{file} cannot be read: {'it is no file' if file.exists() else 'there is no such file'}")
        if file.stat().st_size > MOST_FILE:
            raise Damaged(f"{file} is larger than {MOST_FILE // 1_000_000} MB; no saved game is")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise OrshaError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def unzip(data: bytes) -> dict[str, bytes]:
    """What is in it, by name, in its order."""
    if len(data) > MOST_FILE:
        raise Damaged(f"the file is larger than {MOST_FILE // 1_000_000} MB; no saved game is")
    _check_end(data)
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_ENTRIES:
                raise Damaged(f"the zip has {len(infos)} entries; a saved game has three")
            for info in infos:
                if info.filename in found:
                    raise Damaged(f"the zip has {_shown(info.filename)} twice")
                found[info.filename] = _entry(archive, info, MOST_ALL - sum(map(len, found.values())))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise Damaged(f"the file is no whole zip, and so no saved game: {error}") from error
    return found


def _check_end(data: bytes) -> None:
    """The end of the directory, looked at before the zip library believes it: few entries, no comment, no zip64."""
    end = data[-_END_SIZE:]
    if len(end) < _END_SIZE or not end.startswith(_END) or end[-2:] != b"\0\0":
        raise Damaged("the file is no zip, and so no saved game, or it was cut short")
    locator = data[-_END_SIZE - _LOCATOR_SIZE : -_END_SIZE]
    entries, size = int.from_bytes(end[10:12], "little"), int.from_bytes(end[12:16], "little")
    if locator.startswith(_LOCATOR) or entries > MOST_ENTRIES or size > MOST_DIRECTORY:
        raise Damaged("the zip's directory is larger than that of any saved game")


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int) -> bytes:
    """An entry's bytes; never more are unpacked than a saved game can have, whatever the zip says."""
    if info.flag_bits & _ENCRYPTED:
        raise Damaged(f"{_shown(info.filename)} in the zip is locked with a password; no saved game's is")
    if info.compress_type not in _METHODS:
        raise Damaged(f"{_shown(info.filename)} in the zip is packed in a way that saved games are not")
    most = min(MOST_ENTRY, room)
    with archive.open(info) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise Damaged(f"{_shown(info.filename)} unpacks to more than {MOST_ENTRY // 1_000_000} MB; no saved game does")
    return data


def _shown(name: str) -> str:
    return repr(name[:40])


def rezip(entries: Mapping[str, bytes]) -> bytes:
    """The same entries give the same bytes."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return stream.getvalue()
