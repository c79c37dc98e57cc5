"""Places along a line that keep apart from each other: where the next may be so that the rest still find room."""

from __future__ import annotations

from collections.abc import Sequence

HAIR = 0.002
"""What two places may lack of their distance, in inches, so that a place that just fits is more than a line."""

Span = tuple[float, float]


def free(whole: Span, taken: Sequence[float], apart: float) -> list[Span]:
    """The stretches of a line that are so far from every place that is taken."""
    found, (low, high) = [], whole
    for place in sorted(taken):
        if place - apart >= low:
            found.append((low, min(place - apart, high)))
        low = max(low, place + apart)
    return [(a, b) for a, b in [*found, (low, high)] if a <= b]


def room(spans: Sequence[Span], apart: float) -> int:
    """How many places find room in stretches that are apart."""
    return sum(int((high - low) // apart) + 1 for low, high in spans)


def next_places(whole: Span, taken: Sequence[float], apart: float, left: int) -> list[Span]:
    """Where the next of some places may be that are still to be found, so that there is room for the others after it;
    anywhere that is free where there is not room for all in any case."""
    open_, least = free(whole, taken, apart - 2 * HAIR), apart - HAIR
    spare = room(open_, least) - left
    if spare:
        return open_
    found: list[Span] = []
    for low, high in open_:
        count, rest = divmod(high - low, least)
        found += [(low + n * least, low + n * least + rest) for n in range(int(count) + 1)]
    return found
