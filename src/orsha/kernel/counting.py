"""How many of something, in words."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 unit`, `2 units`; a plural that is not made with an s is told."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
