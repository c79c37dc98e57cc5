"""Small tables for stories: a few features in inches, and teams on them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.tabletop.table import Feature, Ground, Spot, Stand, Table, check
from orsha.tabletop.table.compiling import Engine
from orsha.tabletop.table.kinds import Setting

Inches = tuple[float, float]


def mils(place: Inches) -> Spot:
    return round(place[0] * 1000), round(place[1] * 1000)


def box(left: float, low: float, right: float, high: float) -> list[Inches]:
    return [(left, low), (right, low), (right, high), (left, high)]


class Scene:
    """A table that grows feature by feature."""

    def __init__(self, table: Table | None = None) -> None:
        self.made = table or Table("scene", "A scene", (72000, 48000))

    def area(self, kind: str, corners: Sequence[Inches], name: str = "") -> Scene:
        return Scene(self.made.plus(Feature(kind, area=tuple(map(mils, corners)), name=name)))

    def line(self, kind: str, spots: Sequence[Inches], width: float | None = None) -> Scene:
        wide = None if width is None else round(width * 1000)
        return Scene(self.made.plus(Feature(kind, line=tuple(map(mils, spots)), width=wide)))

    def switched(self, **switches: Setting) -> Scene:
        return Scene(replace(self.made, switches={name.replace("_", "-"): value for name, value in switches.items()}))

    def unchecked(self) -> Table:
        return self.made

    @property
    def table(self) -> Table:
        check(self.made)
        return self.made


def team(x: float, y: float, base: str = "infantry", facing: int = 0, up: float = 0) -> Stand:
    return Stand(*mils((x, y)), base, facing, round(up * 1000))


def using(table: Table, engine: Engine) -> Table:
    """The same table with its arrays made for an engine."""
    copy = replace(table)
    copy.__dict__["flat"] = Ground.of(copy, engine)
    return copy
