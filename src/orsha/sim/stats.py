"""Statistics of many games: shares with intervals, and how numbers spread. Pure functions of counts and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

CONFIDENCE = 0.95
"""Of a hundred intervals, about so many hold the true share."""
QUANTILES = (0.1, 0.5, 0.9)


class Share(Struct, frozen=True, forbid_unknown_fields=True):
    """So many of so many, as a part of one, with the interval that holds the true part."""

    wins: int
    games: int
    share: float
    low: float
    high: float

    @property
    def side_of_even(self) -> int:
        """-1 where the whole interval is below a half, 1 where it is above, 0 where a half may be true."""
        return -1 if self.high < 0.5 else 1 if self.low > 0.5 else 0


class Spread(Struct, frozen=True, forbid_unknown_fields=True):
    """How a number spreads over games: its mean, deviation, ends, and the 10th, 50th and 90th in a hundred."""

    count: int
    mean: float
    deviation: float
    least: float
    low: float
    median: float
    high: float
    most: float


NOTHING = Spread(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def z_score(confidence: float = CONFIDENCE) -> float:
    """How many deviations of the normal curve hold such a part of it, to both sides of the middle."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(wins: int, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a share; no games say nothing, so anything from 0 to 1 may be true."""
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} of {games} is no share")
    if games == 0:
        return 0.0, 1.0
    z = z_score(confidence)
    part, squared = wins / games, z * z / games
    middle = (part + squared / 2) / (1 + squared)
    half = z * sqrt(part * (1 - part) / games + squared / (4 * games)) / (1 + squared)
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    return low, 1.0 if wins == games else min(1.0, middle + half)


def share(wins: int, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(wins, games, wins / games if games else 0.0, low, high)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The number below which such a part of the ordered numbers lies; between two of them, in proportion."""
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def spread(numbers: Sequence[float]) -> Spread:
    if not numbers:
        return NOTHING
    ordered = sorted(map(float, numbers))
    low, median, high = (quantile(ordered, part) for part in QUANTILES)
    deviation = stdev(ordered) if len(ordered) > 1 else 0.0
    return Spread(len(ordered), fmean(ordered), deviation, ordered[0], low, median, high, ordered[-1])
