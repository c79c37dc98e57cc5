"""Friends by name, ready for the kernels while they change: a unit's move is worked out team by team, and each that
has gone stands elsewhere for the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from orsha.tabletop.table.compiling import engine
from orsha.tabletop.table.kernels_bulk import BULK, Bulks
from orsha.tabletop.table.kernels_stride import AWAY

if TYPE_CHECKING:
    from orsha.tabletop.table.walking import Bulk


class Files(Struct):
    """Friends as the kernels alone know them, while a unit goes: they move those in them who have gone."""

    rows: Bulks
    solid: Bulks
    at: Mapping[str, int]
    """Where in `rows` each of them is,"""
    solid_at: Mapping[str, int]
    """and in `solid` each who is solid."""


class Ranks(dict[str, "Bulk"]):
    """A side's teams that stand in the way, by name. A team keeps its size wherever it goes."""

    __slots__ = ("_at", "_solid_at", "rows", "solid")

    rows: Bulks
    """All of them, as the kernels read them;"""
    solid: Bulks
    """and those that tanks and guns cannot pass through."""

    def __init__(self, bulks: Mapping[str, Bulk]) -> None:
        super().__init__(bulks)
        self._fill()

    def _fill(self) -> None:
        floats = engine().floats
        hard = [id for id, bulk in self.items() if bulk.solid]
        self._at = {id: BULK * n for n, id in enumerate(self)}
        self._solid_at = {id: BULK * n for n, id in enumerate(hard)}
        self.rows = floats([number for bulk in self.values() for number in bulk.row])
        self.solid = floats([number for id in hard for number in self[id].row])

    def copy(self) -> Ranks:
        """The same, to be changed by itself."""
        made: Ranks = Ranks.__new__(Ranks)
        dict.update(made, self)
        made._at, made._solid_at = self._at, self._solid_at
        made.rows, made.solid = self.rows.copy(), self.solid.copy()  # type: ignore[attr-defined]
        return made

    def files(self, others: Mapping[str, Bulk]) -> Files:
        """The same for the kernels alone, with room for some others."""
        if others:
            made = self.copy()
            made.expect(others)
            return Files(made.rows, made.solid, made._at, made._solid_at)
        return Files(self.rows.copy(), self.solid.copy(), self._at, self._solid_at)  # type: ignore[attr-defined]

    def __setitem__(self, id: str, bulk: Bulk) -> None:
        """Somebody stands somewhere now."""
        super().__setitem__(id, bulk)
        if id in self._at:
            self._shift(id, bulk.x, bulk.y)
            if bulk.long:
                self._turn(id, *bulk.shape[2:])
        else:
            self._add(id, bulk)

    def _add(self, id: str, bulk: Bulk) -> None:
        joined, more = engine().joined, bulk.row
        self._at = {**self._at, id: len(self.rows)}
        self.rows = joined(self.rows, more)
        if bulk.solid:
            self._solid_at = {**self._solid_at, id: len(self.solid)}
            self.solid = joined(self.solid, more)

    def expect(self, bulks: Mapping[str, Bulk]) -> None:
        """Some will stand here, by and by: room is made for all of them at once."""
        new = {id: bulk for id, bulk in bulks.items() if id not in self._at}
        hard = [id for id, bulk in new.items() if bulk.solid]
        joined, rows, solid = engine().joined, len(self.rows), len(self.solid)
        self._at = {**self._at, **{id: rows + BULK * n for n, id in enumerate(new)}}
        self._solid_at = {**self._solid_at, **{id: solid + BULK * n for n, id in enumerate(hard)}}
        self.rows = joined(self.rows, [number for bulk in new.values() for number in (AWAY, AWAY, *bulk.shape)])
        self.solid = joined(self.solid, [number for id in hard for number in (AWAY, AWAY, *new[id].shape)])

    def __delitem__(self, id: str) -> None:
        """Somebody goes, and may come again."""
        super().__delitem__(id)
        self._shift(id, AWAY, AWAY)

    def leave(self, id: str) -> None:
        """The same, if he is there."""
        if id in self:
            del self[id]

    def aside(self, *ids: str | None) -> None:
        """Some are not minded by the kernels,"""
        for id in ids:
            if id is not None and id in self._at:
                self._shift(id, AWAY, AWAY)

    def back(self, *ids: str | None) -> None:
        """and are again."""
        for id in ids:
            if id is not None and id in self:
                self._shift(id, self[id].x, self[id].y)

    def _shift(self, id: str, x: float, y: float) -> None:
        at, hard = self._at[id], self._solid_at.get(id)
        self.rows[at], self.rows[at + 1] = x, y
        if hard is not None:
            self.solid[hard], self.solid[hard + 1] = x, y

    def _turn(self, id: str, ux: float, uy: float) -> None:
        at, hard = self._at[id], self._solid_at.get(id)
        self.rows[at + 4], self.rows[at + 5] = ux, uy
        if hard is not None:
            self.solid[hard + 4], self.solid[hard + 5] = ux, uy

    def place_of(self, solid: int) -> int:
        """The place among all of them of one that is solid."""
        return self._at[list(self._solid_at)[solid]] // BULK
