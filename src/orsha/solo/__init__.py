"""The two solo missions of seed 001 as games on the kernel: one player, and a program that is the enemy's staff."""

from functools import cache
from pathlib import Path

from orsha.kernel import Charts

__all__ = ["charts"]


@cache
def charts() -> Charts:
    """Every chart that 001 prints for its solo missions, checked as it is read."""
    return Charts.of(Path(__file__).parent / "charts")
