"""A formation's chart: its headquarters, the boxes that must be filled and those that may be."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from orsha.tabletop.force.card import Data, Name, Nation, Period

Box = Annotated[tuple[Name, ...], Meta(min_length=1)]
"""The cards that may fill a box."""


class FormationCard(Data, frozen=True):
    name: Name
    nation: Nation
    period: Period
    source: str
    hq: Box
    compulsory: Annotated[tuple[Box, ...], Meta(max_length=40)] = ()
    optional: Annotated[tuple[Box, ...], Meta(max_length=40)] = ()
