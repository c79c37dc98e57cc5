"""What a move goes over: the ground under a team's middle, stretch by stretch, and the Cross Checks it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from orsha.tabletop.table.barriers import shut_ground
from orsha.tabletop.table.bases import base
from orsha.tabletop.table.kernels import Floats, Marks
from orsha.tabletop.table.kinds import GOINGS, TEAM_KINDS, Going, GoingBy, Kind, Slug, TeamKind
from orsha.tabletop.table.shapes import Spot, apart
from orsha.tabletop.table.table import Table

STREETS = "way"
"""The group of roads and streets."""
LIE_ON_GROUND = (STREETS, "edge", "thing")
"""The groups of what lies on other ground, and does not take its place."""
WALLS = ("edge", "building")
"""The groups of lines that stand on other ground, and do not part it."""


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


class Over(dict[tuple[float, ...], tuple[Going, bool, frozenset[int], tuple[int, ...]]]):
    """How some features that count together are crossed, whether they are road, which ask for a check, and all of them;
    of each when it is first asked for."""

    def __init__(self, table: Table, who: Mover) -> None:
        self._table, self._who = table, who

    def __missing__(self, listed: tuple[float, ...]) -> tuple[Going, bool, frozenset[int], tuple[int, ...]]:
        features = tuple([int(one) for one in listed])
        kinds = kinds_at(self._table, features)
        goings = [kind.going_for(self._who.kind, self._who.amphibious) for kind in kinds]
        hard = frozenset(n for n, going in zip(features, goings, strict=False) if going == "difficult")
        found = self[features] = max(goings, key=GOINGS.index), all(kind.road for kind in kinds), hard, features
        return found


class Gait:
    """A table as a team goes over it: what the kernels read, and what each ground means to it."""

    def __init__(self, table: Table, who: Mover, older: Gait | None = None) -> None:
        self.table, self.who = table, who
        ground, engine = table.flat, table.flat.engine
        shut = shut_ground(table, who.kind, who.amphibious)
        bare = table.terrain.kind(table.ground)
        known = 0 if older is None else len(older.table.kinds)
        kinds = (*[_trodden(kind, bare) for kind in table.kinds[known:]], bare)
        stops = [int(kind.stop) for kind in kinds]
        roads = [int(kind.road) for kind in kinds]
        rough = [int(kind.going_for(who.kind, who.amphibious) != "open") for kind in kinds]
        self.over = Over(table, who)
        if older is None:
            self.halts, self.footing = engine.ints(stops), (engine.ints(roads), engine.ints(rough))
        else:
            self.halts = engine.more(older.halts[:-1], stops)
            self.footing = engine.more(older.footing[0][:-1], roads), engine.more(older.footing[1][:-1], rough)
            self.over.update(older.over)
        """Of each feature, and of bare ground: whether a move may end there, is it a road, does it slow a dash."""
        self.arrays = (
            *ground.arrays,
            ground.rank,
            self.halts,
            *shut.barrier,
            engine.ints(shut.features),
            ground.bases[who.base],
        )


def gait(table: Table, who: Mover) -> Gait:
    """A team's gait on a table; worked out once, and where the table is one with more on it than before, from what was
    known then."""
    kept = table.flat.gaits
    if who not in kept:
        before = table.flat.older
        while before is not None and who not in before.flat.gaits:
            before = before.flat.older
        kept[who] = Gait(table, who, before.flat.gaits[who] if before is not None else None)
    return kept[who]


def counting(table: Table, spot: tuple[float, float]) -> tuple[int, ...]:
    """The features that count underfoot at a spot: of those that lie there, the ones on top."""
    ground, engine = table.flat, table.flat.engine
    _, (about, there) = engine.desk.room((), (ground.sizes[0], ground.sizes[0]))
    count = engine.topmost(*ground.flat, ground.rank, float(spot[0]), float(spot[1]), about, there)
    return tuple(engine.listed(there, count))


def kinds_at(table: Table, features: Sequence[int]) -> list[Kind]:
    """The kinds of some features as teams go over them, or of the bare ground."""
    bare = table.terrain.kind(table.ground)
    return [_trodden(table.kinds[n], bare) for n in features] or [bare]


def _trodden(kind: Kind, bare: Kind) -> Kind:
    """A kind as teams go over it. 002 City Streets: what only lies on streets, as a road, a fence or wire does, is no
    easier to cross than they are, no road, and nobody digs in there."""
    if bare.group != STREETS or kind.group not in LIE_ON_GROUND:
        return kind
    if kind.road:
        return bare
    going = {who: max(kind.going_for(who), bare.going_for(who), key=GOINGS.index) for who in TEAM_KINDS}
    return replace(kind, going=GoingBy(**going), dig_in=kind.dig_in and bare.dig_in)


def going_at(table: Table, who: Mover, spot: Spot) -> Going:
    """How a spot is crossed."""
    return gait(table, who).over[counting(table, spot)][0]


def pieces(walks: Gait, count: int, span: Floats, begin: Marks, features: Marks) -> tuple[Piece, ...]:
    """The stretches that a kernel listed: from where to where, and where in its list of features each begins."""
    engine = walks.table.flat.engine
    first, ends = engine.listed(begin, count + 1), engine.listed(span, 2 * count)
    listed = engine.listed(features, first[-1])
    found = []
    for n in range(count):
        going, road, _, these = walks.over[tuple(listed[first[n] : first[n + 1]])]
        found.append(Piece(ends[2 * n], ends[2 * n + 1], going, road, these))
    return tuple(found)


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


def checks(walks: Gait, steps: Sequence[Spot], over: Sequence[Piece]) -> tuple[Check, ...]:
    """The Cross Checks of a move: for difficult ground it starts in, and for each that it enters. Ruling A185: a wall
    across a piece of ground does not part it."""
    found: list[Check] = []
    before: frozenset[int] = frozenset()
    table, who = walks.table, walks.who
    for piece in over:
        now = walks.over[piece.features][2]
        if not now and not before:
            continue
        if not now and piece.features and all(_stands_on_ground(table, n) for n in piece.features):
            continue
        for feature in _entered(table, now, before) if now else ():
            stays = max(piece.start - base(who.base).half_length, 0.0)
            at, back = along(steps, piece.start), along(steps, stays)
            found.append(Check(feature, piece.start, at, stays, back, table.kinds[feature].cross.get(who.kind)))
        before = now
    return tuple(found)


def _stands_on_ground(table: Table, feature: int) -> bool:
    """Whether a feature is a wall, or another line that stands on the ground on both its sides."""
    return bool(table.features[feature].line) and table.kinds[feature].group in WALLS


def _entered(table: Table, now: frozenset[int], before: frozenset[int]) -> list[int]:
    """The difficult ground that is come to. Ruling A185: areas of one kind that abut or overlap are one, but hills."""
    known = {_patch(table, n) for n in before}
    found = []
    for n in sorted(now - before):
        if _patch(table, n) not in known:
            known.add(_patch(table, n))
            found.append(n)
    return found


def _patch(table: Table, feature: int) -> str | int:
    """What a feature is a part of: ground of its kind, or itself alone."""
    one = table.features[feature]
    return one.kind if one.area and table.kinds[feature].group != "hill" else feature
