"""What could not be read of somebody else's file: which card, which field, what stood there."""

from __future__ import annotations

from orsha.kernel import OrshaError
from orsha.tabletop.force.card import Data

MOST_EFFORT = 20_000
"""Names compared with names; the largest sample needs a third of it."""


class Effort:
    """How much work a file may ask for: a small one can ask for endless comparisons."""

    def __init__(self, most: int = MOST_EFFORT) -> None:
        self.left = most

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise OrshaError("it asks for more sizes, options and weapons than any army has")


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
