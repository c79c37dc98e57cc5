"""Moves: how far a chain of straight steps gets, what it crosses, what asks for a Cross Check, what stops it.

Ground counts under a team's middle. What may not be entered, and other teams, count for its whole width on the way and
for its whole base where the move ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Illegal
from orsha.tabletop.table.barriers import shut_ground
from orsha.tabletop.table.bases import Stand, base
from orsha.tabletop.table.kernels_move import Discs
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import Spot, apart, bearing
from orsha.tabletop.table.table import Table
from orsha.tabletop.table.underfoot import Check, Mover, Piece, along, checks, counting, kinds_at, pieces

RULE = "core 4.3 movement"
MOST_STEPS = 100
BACK = 100.0
"""How far a move is shortened at a time until the base fits, in mils."""
AIR = 2.0
"""How much is left between a team and what stopped it, in mils."""

StopBy = Literal["impassable", "water", "enemy", "friend", "no room"]
Dash = Literal["road", "terrain", "cross-country"]


class Disc(Struct, frozen=True, forbid_unknown_fields=True):
    """Another team, as a disc. Tanks and guns cannot pass through one that is solid."""

    x: int
    y: int
    radius: Annotated[int, Meta(ge=0, le=24 * MIL)]
    solid: bool = True

    @classmethod
    def about(cls, stand: Stand, solid: bool = True) -> Disc:
        """A team as the disc of the same width."""
        return cls(stand.x, stand.y, base(stand.base).half_width, solid)


class Stop(Struct, frozen=True):
    """What ends a move early: a feature by its number, or a team by its place in the list that was given."""

    by: StopBy
    which: int | None
    at: Spot


class Walk(Struct, frozen=True):
    """A move as far as the table allows it, before any die is thrown."""

    path: tuple[Spot, ...]
    length: float
    facing: int
    pieces: tuple[Piece, ...]
    checks: tuple[Check, ...]
    stopped: Stop | None
    nearest_enemy: int | None
    """How near it comes to an enemy's edge on the way, in mils."""

    @property
    def end(self) -> Spot:
        return self.path[-1]

    @property
    def on_road(self) -> bool:
        """Whether the whole move is along roads."""
        return all(piece.road for piece in self.pieces)

    @property
    def in_terrain(self) -> bool:
        """Whether any part of it is over ground that slows a dash."""
        return any(piece.going != "open" for piece in self.pieces)

    @property
    def dash(self) -> Dash:
        """Which dash such a move is."""
        return "road" if self.on_road else "terrain" if self.in_terrain else "cross-country"


class Others(Struct, frozen=True):
    """The other teams that a move must mind."""

    enemies: Sequence[Disc]
    friends: Sequence[Disc]
    gap: int

    @classmethod
    def of(
        cls, table: Table, who: Mover, enemies: Sequence[Disc], friends: Sequence[Disc], charging: bool = False
    ) -> Others:
        gap = 0 if charging else round(table.terrain.movement.enemy_gap * MIL)
        return cls(enemies, friends if who.kind != "infantry" else (), gap)

    def minded(self) -> list[tuple[StopBy, int, Disc, int]]:
        """Each team that stops a move: what it is, its place in its list, and the air that is kept about it."""
        found: list[tuple[StopBy, int, Disc, int]] = [("enemy", n, d, self.gap) for n, d in enumerate(self.enemies)]
        return found + [("friend", n, disc, 0) for n, disc in enumerate(self.friends) if disc.solid]

    def discs(self, table: Table, room: int) -> Discs:
        """Them all, grown by their air and by some room."""
        grown = [(disc.x, disc.y, disc.radius + room + air) for _, _, disc, air in self.minded()]
        return table.flat.engine.floats([number for disc in grown for number in disc])


def walk(
    table: Table,
    who: Mover,
    path: Sequence[Spot],
    enemies: Sequence[Disc] = (),
    friends: Sequence[Disc] = (),
    *,
    charging: bool = False,
    facing: int | None = None,
) -> Walk:
    """A move along a chain of spots. It ends where something stops it; Cross Checks are listed, not rolled.

    A team that charges may touch its enemies; any other keeps away from them, or moves off if it is too near. Without
    a facing it looks the way it went.
    """
    steps = _steps(table, path)
    others = Others.of(table, who, enemies, friends, charging)
    stopped, done = _first_stop(table, who, others, steps)
    steps, stopped = _settled(table, who, others, shortened(steps, done), stopped, facing)
    over = pieces(table, who, steps)
    return Walk(
        path=tuple(steps),
        length=_length(steps),
        facing=_facing(steps, facing),
        pieces=over,
        checks=checks(table, who, steps, over) if len(steps) > 1 else (),
        stopped=stopped,
        nearest_enemy=_nearest(steps, enemies, base(who.base).half_width),
    )


def _steps(table: Table, path: Sequence[Spot]) -> list[Spot]:
    """The chain without steps of no length; refused if it is none, or leaves the table."""
    steps = [spot for n, spot in enumerate(path) if n == 0 or spot != path[n - 1]]
    if not 1 <= len(steps) <= MOST_STEPS:
        raise Illegal(RULE, f"a move has 1 to {MOST_STEPS} spots, not {len(steps)}")
    for x, y in steps:
        if not table.holds((x, y)):
            raise Illegal(RULE, f"({x / MIL:g}, {y / MIL:g}) is not on the table")
    return steps


def _length(steps: Sequence[Spot]) -> float:
    return sum(apart(a, b) for a, b in pairwise(steps))


def shortened(steps: Sequence[Spot], after: float) -> list[Spot]:
    """A chain of steps, ended after some mils."""
    found = [steps[0]]
    for start, end in pairwise(steps):
        long = apart(start, end)
        if after < long:
            stop = along((start, end), max(after, 0.0))
            return found if stop == start else [*found, stop]
        found.append(end)
        after -= long
    return found


def _facing(steps: Sequence[Spot], asked: int | None) -> int:
    if asked is not None:
        return asked
    return (bearing(steps[-2], steps[-1]) if len(steps) > 1 else None) or 0


def _first_stop(table: Table, who: Mover, others: Others, steps: list[Spot]) -> tuple[Stop | None, float]:
    """What stops the move first, and after how many mils."""
    engine, own = table.flat.engine, base(who.base).half_width
    shut, discs = shut_ground(table, who.kind, who.amphibious), others.discs(table, own)
    done = 0.0
    for start, end in pairwise(steps):
        ends = (float(start[0]), float(start[1]), float(end[0]), float(end[1]))
        long = apart(start, end)
        skip = engine.piece_at(shut.barrier, ends[0], ends[1])
        wall = engine.sweep(shut.barrier, skip, *ends, own - 1.0)
        team, which = engine.sweep_discs(discs, *ends)
        if min(wall, team) <= 1:
            after = max(min(wall, team) * long - AIR, 0.0)
            at = along((start, end), after)
            if wall <= team:
                ahead = along((start, end), min(after + own, long))
                return Stop("impassable", shut.nearest(table, ahead), at), done + after
            by, place, _, _ = others.minded()[which]
            return Stop(by, place, at), done + after
        done += long
    return None, done


def _settled(
    table: Table, who: Mover, others: Others, steps: list[Spot], stopped: Stop | None, facing: int | None
) -> tuple[list[Spot], Stop | None]:
    """The move shortened until it ends on ground that it may stop on, with room for the whole base."""
    # A team that starts too near to an enemy may end as near.
    air = min(_air(table, who, steps[0], _facing(steps[:2], None), others), 0.0)
    while len(steps) > 1:
        water = _ends_in_water(table, who, steps)
        if water is not None:
            feature, after = water
            steps = shortened(steps, after - AIR)
            stopped = Stop("water", feature, steps[-1])
        elif not _room(table, who, steps[-1], _facing(steps, facing), others, air):
            steps = shortened(steps, _length(steps) - BACK)
            stopped = (
                Stop("no room", None, steps[-1]) if stopped is None else Stop(stopped.by, stopped.which, steps[-1])
            )
        else:
            break
    return steps, stopped


def _ends_in_water(table: Table, who: Mover, steps: list[Spot]) -> tuple[int, float] | None:
    """The river or pond that a move would end in, and after how many mils it is entered. 000 Rivers and Fords."""
    found = None
    for piece in reversed(pieces(table, who, steps)):
        if all(kind.stop for kind in kinds_at(table, piece.features)):
            break
        found = (piece.features[0], piece.start)
    return found


def fits(
    table: Table,
    who: Mover,
    spot: Spot,
    facing: int = 0,
    enemies: Sequence[Disc] = (),
    friends: Sequence[Disc] = (),
    charging: bool = False,
) -> bool:
    """Whether a team can stand somewhere: on no ground shut to it, not in water, on nobody, not too near an enemy."""
    if not all(kind.stop for kind in kinds_at(table, counting(table, spot))):
        return False
    return _room(table, who, spot, facing, Others.of(table, who, enemies, friends, charging), 0.0)


def _room(table: Table, who: Mover, spot: Spot, facing: int, others: Others, air: float) -> bool:
    ground = table.flat
    crowd = ground.crowd((Stand(*spot, who.base, facing),))
    if ground.engine.overlaps(shut_ground(table, who.kind, who.amphibious).barrier, crowd, 0):
        return False
    return _air(table, who, spot, facing, others) >= air - 1


def _air(table: Table, who: Mover, spot: Spot, facing: int, others: Others) -> float:
    """How much more than the air it must keep a team has about it; less than nothing where it has too little."""
    if not others.enemies and not others.friends:
        return 0.0
    ground = table.flat
    crowd = ground.crowd((Stand(*spot, who.base, facing),))
    return ground.engine.air(crowd, 0, others.discs(table, 0))


def to_way(spot: Spot, steps: Sequence[Spot]) -> float:
    """How far a spot is from a chain of steps, in mils."""
    return min((_to_step(spot, a, b) for a, b in pairwise(steps)), default=apart(spot, steps[0]))


def _nearest(steps: Sequence[Spot], enemies: Sequence[Disc], own: int) -> int | None:
    """How near a chain of steps comes to an enemy, from edge to edge."""
    if not enemies:
        return None
    far = []
    for disc in enemies:
        spot = (disc.x, disc.y)
        ways = [_to_step(spot, a, b) for a, b in pairwise(steps)] or [apart(spot, steps[0])]
        far.append(min(ways) - disc.radius - own)
    return max(int(min(far) + 0.5), 0)


def _to_step(spot: Spot, a: Spot, b: Spot) -> float:
    ex, ey = b[0] - a[0], b[1] - a[1]
    t = min(max(((spot[0] - a[0]) * ex + (spot[1] - a[1]) * ey) / (ex * ex + ey * ey), 0.0), 1.0)
    dx, dy = spot[0] - a[0] - t * ex, spot[1] - a[1] - t * ey
    return sqrt(dx * dx + dy * dy)


def may_dash(table: Table, moved: Walk) -> bool:
    """Whether no enemy was too near for a dash. Whether one that is near sees the team is for the caller to ask."""
    return moved.nearest_enemy is None or moved.nearest_enemy >= round(table.terrain.movement.dash_clear * MIL)
