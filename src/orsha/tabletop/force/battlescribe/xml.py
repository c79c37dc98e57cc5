"""XML and zipped XML from anybody, read without trusting it.

No document types, so no entities to expand; limits on bytes, elements, depth and what a zip unpacks to.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

import msgspec

from orsha.kernel import OrshaError
from orsha.kernel.complaints import in_words

MOST_BYTES = 4 * 1024 * 1024
MOST_JSON = 2 * 1024 * 1024
MOST_ELEMENTS = 100_000
MOST_DEPTH = 100
MOST_ATTRIBUTES = 300_000
"""In the whole file."""
MOST_IN_ZIP = 50
ZIP = b"PK\x03\x04"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Element:
    """An XML element, its name without the namespace."""

    __slots__ = ("children", "get", "name", "pieces")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.get = attributes.get
        self.children: list[Element] = []
        self.pieces: list[str] = []

    @property
    def text(self) -> str:
        return "".join(self.pieces).strip()

    def all(self, group: str) -> Iterator[Element]:
        """The elements inside a child: `all("costs")` gives each cost."""
        for child in self.children:
            if child.name == group:
                yield from child.children

    def first(self, name: str) -> Element | None:
        return next((child for child in self.children if child.name == name), None)


class _Builder:
    """Builds elements from expat's calls and stops at the first thing that no such file has."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.elements = 0
        self.attributes = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        self.attributes += len(attributes)
        if self.elements > MOST_ELEMENTS or self.attributes > MOST_ATTRIBUTES:
            raise OrshaError(f"it has more than {MOST_ELEMENTS} elements or {MOST_ATTRIBUTES} attributes")
        if len(self.open) >= MOST_DEPTH:
            raise OrshaError(f"it is nested more than {MOST_DEPTH} deep")
        element = Element(name.rpartition("}")[2], attributes)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        self.open[-1].pieces.append(text)

    def refuse(self, *anything: object) -> None:
        raise OrshaError("it declares a document type or entities, which no army list needs")


def parse(data: bytes) -> Element:
    """The root of an XML file; whatever is wrong with it is an `OrshaError` in half a sentence."""
    if len(data) > MOST_BYTES:
        raise OrshaError(f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
    builder = _Builder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.buffer_size = 65_536
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = builder.refuse
    parser.EntityDeclHandler = builder.refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise OrshaError(f"it is not XML: {expat.ErrorString(error.code)} in line {error.lineno}") from error
    except (LookupError, ValueError) as error:
        raise OrshaError(f"it is not XML that can be read: {error}") from error
    assert builder.root is not None
    return builder.root


def parse_json(data: bytes, name: str) -> Element:
    """The same tree from JSON, as New Recruit writes it: lists are groups, `$text` is text."""
    if len(data) > MOST_JSON:
        raise OrshaError(f"it is larger than {MOST_JSON // 1024 // 1024} MB")
    try:
        tree = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OrshaError(f"it is not JSON: {in_words(error)}") from error
    if not isinstance(tree, dict) or not isinstance(tree.get(name), dict):
        raise OrshaError(f"it holds no {name!r}")
    return _from_json(name, tree[name], _Budget())


class _Budget:
    left = MOST_ELEMENTS


def _from_json(name: str, value: dict[str, object], budget: _Budget, depth: int = 0) -> Element:
    budget.left -= 1 + len(value)
    if budget.left < 0 or depth > MOST_DEPTH:
        raise OrshaError(f"it has more than {MOST_ELEMENTS} values, or is nested more than {MOST_DEPTH} deep")
    plain = {key: str(item) for key, item in value.items() if isinstance(item, str | int | float)}
    element = Element(name, {key: text.lower() if text in ("True", "False") else text for key, text in plain.items()})
    element.pieces = [plain["$text"]] if "$text" in plain else []
    for key, item in value.items():
        if isinstance(item, list):
            group = Element(key, {})
            group.children = [_from_json(key[:-1], i, budget, depth + 1) for i in item if isinstance(i, dict)]
            element.children.append(group)
    return element


def unzipped(data: bytes, endings: tuple[str, ...]) -> bytes:
    """The one file with such an ending inside a zip; data that is no zip as it is."""
    if not data.startswith(ZIP) or len(data) > MOST_BYTES:
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = archive.infolist()
            if len(inside) > MOST_IN_ZIP:
                raise OrshaError(f"its zip holds more than {MOST_IN_ZIP} files")
            wanted = [item for item in inside if item.filename.lower().endswith(endings)]
            if len(wanted) != 1:
                raise OrshaError(f"its zip holds {len(wanted)} files that end in {' or '.join(endings)}, not one")
            return _member(archive, wanted[0])
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error) as error:
        raise OrshaError(f"its zip cannot be read: {error}") from error


def _member(archive: zipfile.ZipFile, item: zipfile.ZipInfo) -> bytes:
    if item.flag_bits & 1 or item.compress_type not in METHODS:
        raise OrshaError("its zip is encrypted, or packed in a way that lists are not")
    if item.file_size > MOST_BYTES:
        raise OrshaError(f"its zip unpacks to more than {MOST_BYTES // 1024 // 1024} MB")
    with archive.open(item) as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OrshaError(f"its zip unpacks to more than {MOST_BYTES // 1024 // 1024} MB")
    return data


def fetch(file: Path) -> bytes:
    """The bytes of a file, if it is one and not too large."""
    try:
        if not file.is_file():
            raise OrshaError("it is no file" if file.exists() else "there is no such file")
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise OrshaError(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > MOST_BYTES:
        raise OrshaError(f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
    return data
