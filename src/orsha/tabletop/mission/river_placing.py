"""The river of a mission (000): where it runs, its current, and the crossings that the players put on it."""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace
from shapely import MultiPolygon, box, union_all

from orsha.kernel import OneOf, Option, Whole
from orsha.tabletop.layout import Layout
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.commands import LayRiver, Put
from orsha.tabletop.mission.events import CurrentKnown, MarkerPut, RiverLaid
from orsha.tabletop.mission.ground import (
    layout_of,
    mission_of,
    polygons,
    seat_of,
    zone_of,
)
from orsha.tabletop.mission.placing import ALL_CROSSINGS, crossing_half, in_turn, place, spots
from orsha.tabletop.mission.rulebook import charts
from orsha.tabletop.mission.spacing import HAIR, next_places
from orsha.tabletop.mission.state import Seat, Spot, State
from orsha.tabletop.mission.story import Story
from orsha.tabletop.region import MIL, mils

CROSSINGS = ("ford", "road-bridge", "rail-bridge", "roll")
WIDEST = "ford"
"""The crossing that must lie farthest from the table's edges."""


def river_options(state: State, step: f.PlaceRiver, seat: Seat) -> list[Option]:
    """One option for each whole inch of width, because the width bounds where the middle may be."""
    if seat != seat_of(state, step.by):
        return []
    if state.setup.real:
        return [Option("put", "lay the river", {"what": OneOf(("river",)), "at": OneOf((None,))})]
    layout = layout_of(state)
    standing = mission_of(state).zone(step.zone, _unturned(state))
    low, high = (standing.bounds[0], standing.bounds[2]) if layout.across else (standing.bounds[1], standing.bounds[3])
    widths = range(ceil(step.narrowest), int(step.widest) + 1)
    return [
        Option(
            "lay-river",
            f"lay the river {width} inches wide",
            {"width": OneOf((width * MIL,)), "middle": Whole(mils(low + width / 2), mils(high - width / 2))},
        )
        for width in widths
        if high - low >= width
    ]


def _unturned(state: State) -> Layout:
    return replace(layout_of(state), defender=None)


def lay_river(story: Story, step: f.PlaceRiver, seat: Seat, command: LayRiver | Put) -> None:
    if isinstance(command, Put):
        story.tell(RiverLaid(seat, None, None))
    else:
        story.tell(RiverLaid(seat, command.width, command.middle))


def roll_current(story: Story, step: f.Current) -> None:
    table = charts()["current-direction"]
    story.tell(CurrentKnown(table.roll(story.dice, seat_of(story.state, "attacker"), {}).result))


def crossings_needed(state: State, step: f.Crossings) -> int:
    """000 Number of Crossings: one for each so many inches of the river's length or part of it."""
    if step.count is not None:
        return step.count
    layout = layout_of(state)
    length = layout.height if layout.across else layout.width
    return ceil(length / (step.every or length))


def crossing_region(state: State, step: f.Crossings) -> MultiPolygon:
    """000 Number of Crossings: so far from the others along the river, and so that the rest find room too."""
    zone, layout = zone_of(state, step.zone), layout_of(state)
    if state.setup.real or zone.is_empty:
        return zone
    left, low, right, high = zone.bounds
    begin, end = (low, high) if layout.across else (left, right)
    least, most = _on_table(layout, begin, WIDEST), _on_table(layout, end, WIDEST)
    there = [at[1 if layout.across else 0] / MIL for at in spots(state, *ALL_CROSSINGS)]
    spans = next_places((least, most), there, step.apart, crossings_needed(state, step) - state.done)
    # Who puts one at the very edge has it moved in: it may be put there where its place on the table is free.
    spans = [(begin if a <= least + HAIR else a, end if b >= most - HAIR else b) for a, b in spans]
    bands = [box(left, a, right, b) if layout.across else box(a, low, b, high) for a, b in spans]
    return polygons(zone.intersection(union_all(bands)))


def _on_table(layout: Layout, along: float, kind: str) -> float:
    """Ruling A78: a crossing at the table's edge is moved in until it lies whole on the table."""
    half, long = crossing_half(kind), layout.height if layout.across else layout.width
    return min(max(along, half), long - half)


def _moved_in(layout: Layout, kind: str, at: Spot) -> Spot:
    x, y = at
    if layout.across:
        return x, mils(_on_table(layout, y / MIL, kind))
    return mils(_on_table(layout, x / MIL, kind)), y


def crossing_options(state: State, step: f.Crossings, seat: Seat) -> list[Option]:
    if seat != in_turn(state, step.first):
        return []
    where = place(state, crossing_region(state, step))
    return [Option("put", "place a bridge or ford", {"what": OneOf(CROSSINGS), "at": where})]


def put_crossing(story: Story, step: f.Crossings, seat: Seat, command: Put) -> None:
    kind = command.what
    if kind == "roll":
        kind = charts()["river-crossing-type"].roll(story.dice, seat, {}).result
    at = command.at if command.at is None else _moved_in(layout_of(story.state), kind, command.at)
    story.tell(MarkerPut(seat, kind, at))


def crossings_finished(state: State, step: f.Crossings) -> bool:
    full = state.done >= crossings_needed(state, step)
    return full or (not state.setup.real and crossing_region(state, step).is_empty)
