"""XML out of strangers' archives: elements with their attributes, and none of what makes XML dangerous."""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from msgspec import Struct

LONGEST = 4_000_000
DEEPEST = 32
ELEMENTS = 20_000


class Element(Struct, frozen=True):
    """An element: the names of all that it stands in, its own at the end, and its attributes."""

    path: tuple[str, ...]
    attributes: dict[str, str]

    @property
    def name(self) -> str:
        return self.path[-1]


class BadMarkup(Exception):
    """XML that is broken or that is not read; the reader says in which file."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


def elements(data: bytes) -> list[Element]:
    """Every element, in the order in which they open. Document types and entities are refused, not expanded."""
    if len(data) > LONGEST:
        raise BadMarkup(1, f"is longer than {LONGEST:,} bytes")
    return _Reader().read(data)


class _Reader:
    def __init__(self) -> None:
        self.found: list[Element] = []
        self.path: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.ExternalEntityRefHandler = self._entity

    def read(self, data: bytes) -> list[Element]:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            raise BadMarkup(error.lineno, f"is no XML: {expat.ErrorString(error.code)}") from error
        except (ValueError, LookupError) as error:
            raise BadMarkup(1, f"is in an encoding that cannot be read: {str(error)[:80]}") from error
        return self.found

    def _refuse(self, why: str) -> NoReturn:
        raise BadMarkup(self.parser.CurrentLineNumber, why)

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self.path.append(name)
        if len(self.path) > DEEPEST:
            self._refuse(f"has elements within elements more than {DEEPEST} deep")
        if len(self.found) >= ELEMENTS:
            self._refuse(f"has more than {ELEMENTS:,} elements")
        self.found.append(Element(tuple(self.path), attributes))

    def _close(self, name: str) -> None:
        self.path.pop()

    def _doctype(self, *told: object) -> None:
        self._refuse("declares a document type, which no board's file needs: it is not read")

    def _entity(self, *told: object) -> int:
        self._refuse("declares entities, which no board's file needs: it is not read")
