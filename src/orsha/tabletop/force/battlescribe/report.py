"""What could not be read of somebody else's file: which card, which field, what stood there."""

from __future__ import annotations

from orsha.tabletop.force.card import Data


class Problem(Data, frozen=True):
    card: str
    field: str
    value: str
    why: str

    def words(self) -> str:
        stood = f" {self.value!r}" if self.value else ""
        return f"{self.card}: {self.field}{stood}: {self.why}"


class Unread(Exception):
    """A field that is not what it should be."""

    def __init__(self, field: str, value: str, why: str) -> None:
        super().__init__(why)
        self.field = field
        self.value = value[:80]
        self.why = why

    def on(self, card: str) -> Problem:
        return Problem(card[:80], self.field, self.value, self.why)
