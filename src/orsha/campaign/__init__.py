"""On Track to Orsha (seed 001): charts, groups, the reorganization step by step, the automatic battle, victory."""

from functools import cache
from pathlib import Path

from orsha.kernel import Charts

__all__ = ["charts"]


@cache
def charts() -> Charts:
    """Every chart of the campaign, checked as it is read."""
    return Charts.of(Path(__file__).parent / "charts")
