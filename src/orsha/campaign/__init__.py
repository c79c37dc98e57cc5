"""On Track to Orsha (seed 001): charts, groups, perimeters, isolation, the rolls between battles, the purchase desk.

The reorganization as one guided sequence, and the automatic battle, are not in yet.
"""

from functools import cache
from pathlib import Path

from orsha.kernel import Charts

__all__ = ["charts"]


@cache
def charts() -> Charts:
    """Every chart of the campaign, checked as it is read."""
    return Charts.of(Path(__file__).parent / "charts")
