"""Which unit fills which box of a chart."""

from __future__ import annotations

from collections.abc import Sequence


def assign(
    boxes: Sequence[Sequence[str]], compulsory: int, cards: Sequence[str], wanted: Sequence[int | None]
) -> list[int | None]:
    """A box for each card, none for those without; the first `compulsory` boxes are filled before all others.

    `wanted` names the box that a unit asks for, counted from 1. A matching by augmenting paths: once a box is
    filled it stays so, so filling the compulsory boxes first and the units after leaves none empty that could be full.
    """
    fits = [
        [n for n, box in enumerate(boxes) if card in box and want in (None, n + 1)]
        for card, want in zip(cards, wanted, strict=True)
    ]
    in_box: dict[int, int] = {}
    box_of: dict[int, int] = {}

    def fill(box: int, seen: set[int]) -> bool:
        """Finds a unit for a box, moving others from box to box where that helps."""
        for unit in (u for u in range(len(cards)) if box in fits[u] and u not in seen):
            seen.add(unit)
            if unit not in box_of or fill_other(unit, seen):
                in_box[box], box_of[unit] = unit, box
                return True
        return False

    def fill_other(unit: int, seen: set[int]) -> bool:
        return box_of[unit] in in_box and fill(box_of[unit], seen)

    def seat(unit: int, seen: set[int]) -> bool:
        """Finds a box for a unit, moving others."""
        for box in (b for b in fits[unit] if b not in seen):
            seen.add(box)
            if box not in in_box or seat(in_box[box], seen):
                in_box[box], box_of[unit] = unit, box
                return True
        return False

    for box in range(compulsory):
        fill(box, set())
    for unit in range(len(cards)):
        if unit not in box_of:
            seat(unit, set())
    return [box_of.get(unit) for unit in range(len(cards))]
