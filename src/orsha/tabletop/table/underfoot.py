"""What a move goes over: the ground under a team's middle, stretch by stretch, and the Cross Checks it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kinds import GOINGS, Going, Kind, Slug, TeamKind
from orsha.tabletop.table.shapes import Spot, apart
from orsha.tabletop.table.table import Table

SLIVER = 5.0
"""Mils of ground that are too short to matter."""


class Mover(Struct, frozen=True, forbid_unknown_fields=True):
    """Who moves: the kind of team, what it stands on, whether it swims."""

    kind: TeamKind
    base: Slug
    amphibious: bool = False


class Piece(Struct, frozen=True):
    """A stretch of a move over one sort of ground: its two ends in mils along it, and the features that count."""

    start: float
    end: float
    going: Going
    road: bool
    features: tuple[int, ...]


class Check(Struct, frozen=True):
    """A Cross Check that a move asks for: where, for what, and where the team stays if it fails."""

    feature: int
    after: float
    """How far along the move, in mils; nothing for ground it starts in."""
    at: Spot
    stays_after: float
    stays_at: Spot
    needs: int | None
    """The number, where it is not the team's own."""


def counting(table: Table, spot: tuple[float, float]) -> tuple[int, ...]:
    """The features that count underfoot at a spot: of those that lie there, the ones on top."""
    ground, engine = table.flat, table.flat.engine
    room = engine.room(len(table.features))
    count = engine.under(ground.flat, float(spot[0]), float(spot[1]), room)
    there = [int(room[n]) for n in range(count)]
    top = max((table.kinds[n].rank for n in there), default=0)
    return tuple(n for n in there if table.kinds[n].rank == top)


def kinds_at(table: Table, features: Sequence[int]) -> list[Kind]:
    """The kinds of some features, or of the bare ground."""
    return [table.kinds[n] for n in features] or [table.terrain.kind(table.ground)]


def going_at(table: Table, who: Mover, spot: Spot) -> Going:
    """How a spot is crossed."""
    return _worst(table, who, counting(table, spot))


def _worst(table: Table, who: Mover, features: Sequence[int]) -> Going:
    found = [kind.going_for(who.kind, who.amphibious) for kind in kinds_at(table, features)]
    return max(found, key=GOINGS.index)


def pieces(table: Table, who: Mover, steps: Sequence[Spot]) -> tuple[Piece, ...]:
    """A chain of steps, stretch by stretch."""
    found: list[Piece] = []
    done = 0.0
    if len(steps) == 1:
        steps = [steps[0], steps[0]]
    for start, end in pairwise(steps):
        long = apart(start, end)
        for a, b in _stretches(table, start, end):
            middle = (start[0] + (end[0] - start[0]) * (a + b) / 2, start[1] + (end[1] - start[1]) * (a + b) / 2)
            features = counting(table, middle)
            if found and found[-1].features == features:
                found[-1] = _piece(table, who, found[-1].start, done + b * long, features)
            elif (b - a) * long > SLIVER or not found:
                found.append(_piece(table, who, done + a * long, done + b * long, features))
        done += long
    return tuple(found)


def _piece(table: Table, who: Mover, start: float, end: float, features: tuple[int, ...]) -> Piece:
    road = all(kind.road for kind in kinds_at(table, features))
    return Piece(start, end, _worst(table, who, features), road, features)


def _stretches(table: Table, start: Spot, end: Spot) -> list[tuple[float, float]]:
    """The parts of a straight step between the borders it crosses."""
    ground, engine = table.flat, table.flat.engine
    places, which = engine.places(len(ground.flat.xy)), engine.room(len(ground.flat.xy))
    count = engine.cuts(ground.flat, float(start[0]), float(start[1]), float(end[0]), float(end[1]), places, which)
    at = [0.0, *sorted(float(places[n]) for n in range(count)), 1.0]
    return [(a, b) for a, b in pairwise(at) if b > a] or [(0.0, 1.0)]


def along(steps: Sequence[Spot], after: float) -> Spot:
    """The spot some mils along a chain of steps."""
    for start, end in pairwise(steps):
        long = apart(start, end)
        if after <= long:
            t = after / long
            return whole(start[0] + (end[0] - start[0]) * t), whole(start[1] + (end[1] - start[1]) * t)
        after -= long
    return steps[-1]


def whole(number: float) -> int:
    """The nearest whole number, halves up."""
    return int(number // 1) + (number % 1 >= 0.5)


def checks(table: Table, who: Mover, steps: Sequence[Spot], over: Sequence[Piece]) -> tuple[Check, ...]:
    """The Cross Checks of a move: for difficult ground it starts in, and for each that it enters."""
    found: list[Check] = []
    before: set[int] = set()
    for piece in over:
        now = {n for n in piece.features if table.kinds[n].going_for(who.kind, who.amphibious) == "difficult"}
        for feature in sorted(now - before):
            stays = max(piece.start - base(who.base).half_length, 0.0)
            found.append(
                Check(
                    feature,
                    piece.start,
                    along(steps, piece.start),
                    stays,
                    along(steps, stays),
                    table.kinds[feature].cross.get(who.kind),
                )
            )
        before = now
    return tuple(found)
