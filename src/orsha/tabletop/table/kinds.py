"""Kinds of terrain: how each is crossed, how high it stands, what it protects from. The numbers are in terrain.toml.

What no source settles is a switch: it has a name, a default (the value in the kind itself) and the choices that a
table may make instead.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from orsha.kernel import Illegal, Unknown
from orsha.kernel.data import Wrong, load
from orsha.kernel.values import as_typed

HERE = Path(__file__).parent
MIL = 1000
"""Thousandths to an inch."""
SMALLEST, LARGEST = 12, 240
"""Inches that a table may have either way."""

Going = Literal["open", "terrain", "difficult", "impassable"]
Height = Literal["flat", "short", "tall"]
Cover = Literal["behind", "inside", "wholly-inside"]
Shape = Literal["area", "line", "ground"]
TeamKind = Literal["infantry", "tank", "gun"]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Inches = Annotated[float, Meta(ge=0, le=24)]
Setting = str | int | float
"""What a switch is set to: one of its choices, or a number."""

GOINGS: tuple[Going, ...] = ("open", "terrain", "difficult", "impassable")
TEAM_KINDS: tuple[TeamKind, ...] = ("infantry", "tank", "gun")
TERRAIN_RULE = "000 terrain"
BY_TEAM = "by-team"
"""What a switch stands at whose kind is crossed by each kind of team in its own way."""


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a data file: unknown keys are refused."""


class GoingBy(Data, frozen=True):
    """Going that differs by the kind of team."""

    infantry: Going
    tank: Going
    gun: Going


class Kind(Data, frozen=True):
    """One kind of terrain."""

    name: str
    shapes: Annotated[tuple[Shape, ...], Meta(min_length=1)]
    group: Slug
    going: Going | GoingBy
    height: Height
    source: str
    basis: Literal["stated", "known", "chosen"]
    rank: Annotated[int, Meta(ge=0, le=9)] = 0
    top: Inches = 0
    rise: Inches = 0
    width: Inches = 0
    """Of a line that does not say its own."""
    blocks: bool = False
    bulletproof: tuple[Cover, ...] = ()
    road: bool = False
    water: bool = False
    stop: bool = True
    """Whether a move may end on it."""
    dig_in: bool = True
    cross: dict[TeamKind, Annotated[int, Meta(ge=2, le=6)]] = {}
    """The Cross Check's number where it is not the team's own."""
    note: str = ""

    def going_for(self, team: TeamKind, amphibious: bool = False) -> Going:
        """How a kind of team crosses it. 000: amphibious teams take impassable water for difficult ground."""
        going = self.going if isinstance(self.going, str) else cast(Going, getattr(self.going, team))
        return "difficult" if going == "impassable" and self.water and amphibious else going

    @property
    def conceals(self) -> bool:
        return self.height != "flat" and self.group != "hill"

    @property
    def impassable_to(self) -> tuple[TeamKind, ...]:
        return tuple(team for team in TEAM_KINDS if self.going_for(team) == "impassable")


class SightRules(Data, frozen=True):
    """Distances in inches; `half` in percent."""

    source: str
    eye: Inches
    into: Inches
    inside: Inches
    through: Inches
    near: Inches
    behind: Inches
    smoke: Inches
    half: Annotated[int, Meta(ge=1, le=100)]


class MovementRules(Data, frozen=True):
    source: str
    enemy_gap: Inches
    dash_clear: Inches
    dash_clear_needs_sight: bool


class RiverSpans(Data, frozen=True):
    """Rivers so wide should have a crossing for each so many inches."""

    source: str
    wide: Inches
    every: Inches


class Switch(Data, frozen=True):
    """Something the sources leave open: what it sets, the choices or the span of numbers, and why it is open."""

    of: str
    why: str
    choices: tuple[str, ...] = ()
    least: Inches | None = None
    most: Inches | None = None

    def words(self) -> str:
        """What it may be set to."""
        if self.choices:
            return f"one of {', '.join(map(as_typed, self.choices))}"
        return f"a number from {self.least or 0:g} to {self.most or 0:g}"


class Terrain(Data, frozen=True):
    """All terrain: its kinds, the distances of sight and movement, and the switches."""

    sight: SightRules
    movement: MovementRules
    rivers: RiverSpans
    apart: dict[Slug, tuple[Slug, ...]]
    """Groups of kinds that may not share ground."""
    kinds: dict[Slug, Kind]
    switches: dict[Slug, Switch]

    def kind(self, slug: str) -> Kind:
        if slug not in self.kinds:
            raise Unknown("kind of terrain", slug, list(self.kinds))
        return self.kinds[slug]

    def default(self, name: str) -> Setting:
        """What a switch stands at."""
        return _read(self, self.switches[name].of)

    def set(self, name: str, value: Setting) -> Terrain:
        """The same terrain with one switch set otherwise."""
        if name not in self.switches:
            raise Unknown("terrain switch", name, list(self.switches))
        switch = self.switches[name]
        if switch.choices:
            if value not in switch.choices:
                raise Illegal(TERRAIN_RULE, f"the switch {name!r} is {switch.words()}, not {as_typed(value)}")
        elif isinstance(value, str) or not (switch.least or 0) <= value <= (switch.most or 0):
            raise Illegal(TERRAIN_RULE, f"the switch {name!r} is {switch.words()}, not {as_typed(value)}")
        return _write(self, switch.of, value)


def _read(terrain: Terrain, path: str) -> Setting:
    part, _, field = path.partition(".")
    found = getattr(terrain.kinds[part] if part in terrain.kinds else getattr(terrain, part), field)
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, tuple):
        return found[0] if found else ""
    if isinstance(found, GoingBy):
        return BY_TEAM
    return cast(Setting, found)


def _write(terrain: Terrain, path: str, value: Setting) -> Terrain:
    part, _, field = path.partition(".")
    meant: object = value
    if value == BY_TEAM:
        return terrain
    if field == "bulletproof":
        meant = (value,) if value else ()
    if isinstance(getattr(getattr(terrain, part, None), field, None), bool):
        meant = value == "yes"
    if part in terrain.kinds:
        changed = replace(terrain.kinds[part], **{field: meant})
        return replace(terrain, kinds={**terrain.kinds, part: changed})
    return replace(terrain, **{part: replace(getattr(terrain, part), **{field: meant})})


def _check(terrain: Terrain) -> None:
    groups = {kind.group for kind in terrain.kinds.values()}
    for group, others in terrain.apart.items():
        for name in (group, *others):
            if name not in groups:
                raise Wrong(("apart", group), f"there is no group {name!r}")
    for slug, kind in terrain.kinds.items():
        place = ("kinds", slug)
        if kind.height == "flat" and (kind.top or kind.blocks):
            raise Wrong(place, "flat ground has no top and blocks nothing")
        if kind.height != "flat" and not kind.top and not kind.rise:
            raise Wrong(place, "short and tall terrain has a top, a hill a rise")
        if kind.blocks and kind.height != "tall":
            raise Wrong(place, "only tall terrain blocks")
        if "line" in kind.shapes and not kind.width:
            raise Wrong(place, "a line has a width")
    for name, switch in terrain.switches.items():
        _check_switch(terrain, name, switch)


def _check_switch(terrain: Terrain, name: str, switch: Switch) -> None:
    place = ("switches", name)
    if bool(switch.choices) == (switch.least is not None and switch.most is not None):
        raise Wrong(place, "a switch has choices, or a least and a most")
    try:
        default = _read(terrain, switch.of)
    except AttributeError:
        raise Wrong(place, f"there is nothing called {switch.of!r} to switch") from None
    if switch.choices and default not in switch.choices:
        raise Wrong(place, f"the default {default!r} is none of the choices")


@cache
def terrain() -> Terrain:
    """The terrain as it comes."""
    return load(HERE / "terrain.toml", Terrain, _check)


@lru_cache(maxsize=64)
def switched(settings: tuple[tuple[str, Setting], ...]) -> Terrain:
    """The terrain with some switches set."""
    found = terrain()
    for name, value in settings:
        found = found.set(name, value)
    return found
