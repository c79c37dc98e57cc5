"""The kernels, compiled where numba is installed, plain where it is not. Both give the same answers.

Numba is imported when the first kernel is asked for, and what it compiles is kept on disk. `ORSHA_NUMBA=0` in the
environment keeps to plain Python.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isfunction
from pathlib import Path
from threading import local
from types import FunctionType, ModuleType
from typing import TypeVar, cast

from orsha.tabletop.table import (
    kernels,
    kernels_bulk,
    kernels_glance,
    kernels_move,
    kernels_place,
    kernels_routes,
    kernels_sight,
    kernels_stride,
    kernels_template,
    kernels_walk,
)
from orsha.tabletop.table import kernels_doors as doors
from orsha.tabletop.table.bases import shapes
from orsha.tabletop.table.kernels import Compass, Floats, Ints, Marks
from orsha.tabletop.table.kernels_move import Places
from orsha.tabletop.table.shapes import compass

MODULES = (
    kernels,
    kernels_bulk,
    kernels_sight,
    kernels_glance,
    kernels_move,
    kernels_routes,
    kernels_walk,
    kernels_stride,
    kernels_template,
    kernels_place,
    doors,
)
WHOLE = (
    "lookout",
    "lines",
    "scan",
    "glance",
    "look",
    "view",
    "sweep",
    "search",
    "stood_on",
    "way_around",
    "weave",
    "star",
    "clear",
    "overlaps",
    "air",
    "stretches",
    "march",
)
"""Kernels too long to be written out wherever they are called."""
T = TypeVar("T", int, float)
F = TypeVar("F", bound=Callable[..., object])


class Desk(local):
    """Room for kernels to write on, kept from call to call. Every thread has its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[list[Floats], list[Marks]]] = {}

    def room(self, numbers: tuple[int, ...], wholes: tuple[int, ...]) -> tuple[list[Floats], list[Marks]]:
        """Lists of so many numbers and so many whole numbers; whatever stands in them."""
        key = (numbers, wholes)
        found = self._kept.get(key)
        if found is None:
            places, room = self._engine.places, self._engine.room
            found = self._kept[key] = ([places(n) for n in numbers], [room(n) for n in wholes])
        return found


class Engine:
    """The kernels as functions, and the arrays they read and write."""

    def __init__(self, compiled: bool) -> None:
        twins = _twins() if compiled else {}

        def of(kernel: F) -> F:
            return cast(F, twins.get(kernel.__name__, kernel))

        self.compiled = compiled
        self.numpy: ModuleType | None = import_module("numpy") if compiled else None
        self.desk = Desk(self)
        self.none = self.floats(())
        self.lies_in, self.first_free = of(kernels.lies_in), of(kernels_place.first_free)
        self.likings = of(kernels_place.likings)
        self.inside, self.height, self.shelter = of(kernels.inside), of(kernels.height), of(doors.ask_shelter)
        self.held, self.shares = of(doors.ask_held), of(doors.ask_shares)
        self.bearing, self.crowded = of(kernels_template.bearing), of(kernels_template.crowded)
        self.heaped = of(kernels_template.heaped)
        self.nearest = of(kernels_template.nearest_of)
        self.gap, self.look, self.lookout = of(doors.ask_gap), of(doors.ask_look), of(doors.ask_lookout)
        self.march, self.stands, self.topmost = of(doors.ask_march), of(doors.ask_stands), of(doors.ask_topmost)
        self.air = of(doors.ask_air)
        self.lines, self.scan = of(doors.ask_lines), of(doors.ask_scan)
        self.strides, self.lies_on = of(doors.ask_strides), of(kernels_bulk.lies_on)
        self.piece_at, self.way, self.ray = of(doors.ask_piece), of(doors.ask_way), of(kernels_sight.ray)
        self.weave, self.search, self.star = of(doors.ask_weave), of(doors.ask_search), of(doors.ask_star)

    @cached_property
    def compass(self) -> Compass:
        """The directions and all bases."""
        return Compass(self.floats(compass()), self.floats(shapes()))

    def floats(self, numbers: Sequence[float]) -> Floats:
        """Numbers as the kernels read them: an array for compiled ones, a list for plain ones."""
        if self.numpy is not None:
            return cast(Floats, self.numpy.frombuffer(array("d", numbers)) if numbers else self.numpy.empty(0))
        return [float(n) for n in numbers]

    def ints(self, numbers: Sequence[int]) -> Ints:
        if self.numpy is not None:
            return cast(Ints, self.numpy.array(numbers, dtype=self.numpy.int64))
        return [int(n) for n in numbers]

    def joined(self, numbers: Floats, more: Sequence[float]) -> Floats:
        """Numbers, and more after them."""
        if self.numpy is not None:
            return cast(Floats, self.numpy.concatenate((numbers, more)))
        return [*numbers, *more]

    def more(self, numbers: Ints, others: Sequence[int]) -> Ints:
        """Whole numbers, and more after them."""
        if self.numpy is not None:
            return cast(Ints, self.numpy.concatenate((numbers, self.ints(others))))
        return [*numbers, *others]

    def room(self, count: int) -> Marks:
        """Room for whole numbers, all nothing."""
        return [0] * count if self.numpy is None else cast(Marks, self.numpy.zeros(count, self.numpy.int64))

    def listed(self, found: Sequence[T], count: int) -> list[T]:
        """The first of what a kernel found, as Python's own numbers."""
        return found[:count].tolist() if self.compiled else list(found[:count])  # type: ignore[attr-defined]

    def places(self, count: int) -> Places:
        """Room for numbers, whatever stands there."""
        return [0.0] * count if self.numpy is None else cast(Places, self.numpy.empty(count))


@cache
def engine() -> Engine:
    """The engine that this machine has."""
    wanted = os.environ.get("ORSHA_NUMBA", "1") != "0"
    return Engine(wanted and find_spec("numba") is not None)


@cache
def plain() -> Engine:
    """The engine that every machine has."""
    return Engine(False)


@cache
def _twins() -> dict[str, object]:
    """A compiled twin of every kernel. The twins know each other, and their names on disk change with the sources."""
    numba = import_module("numba")
    files = [__file__, *(str(module.__file__) for module in MODULES)]
    sources = b"".join(Path(file).read_bytes() for file in files)
    mark = hashlib.sha256(sources).hexdigest()[:12]
    world: dict[str, object] = {}
    for module in MODULES:
        world.update(vars(module))
    for module in MODULES:
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__:
                twin = FunctionType(function.__code__, world, name)
                twin.__qualname__ = f"{name}_{mark}"
                # Kernels make no arrays, so nothing is counted; and handing tables from one to another costs more than
                # most of them do. Either halves their time.
                inline = name not in WHOLE
                world[name] = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=inline)(
                    twin
                )
    return world


def warm_up() -> bool:
    """Gets the kernels ready, so that nobody waits for them later; says whether they are compiled ones."""
    from orsha.tabletop.table.bases import Stand
    from orsha.tabletop.table.ranks import Ranks
    from orsha.tabletop.table.routes import reach, route
    from orsha.tabletop.table.sight import distance, lookout, scan, sees, sight_lines
    from orsha.tabletop.table.strides import Goer, Lengths, strides, way_of
    from orsha.tabletop.table.table import Feature, Table
    from orsha.tabletop.table.underfoot import Mover, counting
    from orsha.tabletop.table.walking import Bulk, fits, walk

    house = Feature("building", area=((4000, 4000), (8000, 4000), (8000, 8000), (4000, 8000)))
    wall = Feature("stone-wall", line=((10500, 1000), (10500, 5000)))
    table = Table("warm-up", "Warm-up", (12000, 12000), (house, wall))
    here, there = Stand(1000, 6000, "tank"), Stand(11500, 3000, "infantry")
    sees(table, Stand(1000, 3000, "tank"), there, [((0, 0), (1000, 1000))])
    lookout(table, [here], [there])
    scan(table, [here], [there], [20_000], 10_000)
    sight_lines(table, [here.spot], [there.spot])
    distance(table, here, there)
    who, discs = Mover("tank", "tank"), [Bulk(9000, 9000, 800)]
    counting(table, here.spot)
    fits(table, who, here.spot, 0, discs)
    walk(table, who, [here.spot, there.spot], enemies=discs)
    goer = Goer("friend", who, here.spot, Lengths(2000.0))
    strides(table, [goer], way_of([here.spot, there.spot]), here.spot, discs, Ranks({"friend": discs[0]}).files({}))
    route(table, who, here.spot, (11000, 6000), enemies=[*discs, Bulk(6000, 9000, 800)])
    reach(table, who, here.spot, 6)
    return engine().compiled
