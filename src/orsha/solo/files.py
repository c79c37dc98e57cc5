"""The two missions as data: what 001 prints for each, checked as it is read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from orsha.hexmap.map import hex_map
from orsha.kernel import OrshaError, Unknown
from orsha.kernel.data import Wrong, load
from orsha.kernel.table import Name, Strict
from orsha.solo import charts

DATA = Path(__file__).parent / "data"

Mission = Literal["s1", "s2"]
Side = Literal["enemy", "friendly"]
Attitude = Literal["hold", "advance"]
OwnKind = Literal[
    "leader", "armour-leader", "hero", "squad", "half-squad", "crew", "sw", "gun", "afv", "vehicle", "horses"
]  # fmt: skip
Moment = Literal[
    "briefing", "set-up", "minefield", "friendly-turn", "friendly-turn-1", "enemy-turn-1", "end"
]  # fmt: skip
Happening = Literal[
    "suspects-advance", "minefield", "enemy-rumours", "counterattack", "artillery-a6a", "artillery-a6c",
    "harassing-a6e", "reinforcements", "leader-hardens", "enemy-sniper", "enemy-air", "gun-section", "recalled",
    "artillery-granted", "hero", "engineers", "armour-arrives", "rally", "friendly-rumours", "infantry-arrives",
    "mines-discovered", "friendly-sniper", "sappers",
]  # fmt: skip
Count = Annotated[int, Meta(ge=0, le=100)]
Read = Annotated[int, Meta(ge=11, le=76)]
FACES = range(1, 7)


class EventRow(Strict, frozen=True, rename={"from_": "from"}):
    """One line of a random event table: the dice read as two digits, the coloured one first."""

    what: Happening
    from_: Read
    to: Read
    once: Annotated[str, Meta(max_length=12)] = ""
    """What happens a single time; rows with the same word are one event."""

    def holds(self, read: int) -> bool:
        return self.from_ <= read <= self.to

    @property
    def span(self) -> str:
        return str(self.from_) if self.from_ == self.to else f"{self.from_}-{self.to}"


class MissionEvent(EventRow, frozen=True, kw_only=True, rename={"from_": "from"}):
    side: Side


class Numbers(Strict, frozen=True):
    """The charts of a mission, by name; none where the solo game's own is used."""

    san_enemy: Name
    san_friendly: Name
    activation_number: Name
    events_enemy: Name
    events_friendly: Name
    mission_end: Name
    activation: Name | None = None
    gun: Name | None = None
    vehicle: Name | None = None


class Modifiers(Strict, frozen=True):
    activation: Count
    squads: Count
    event_first_die: Annotated[int, Meta(ge=0, le=1)]


class Ground(Strict, frozen=True):
    """Where a mission is fought on a map that the program knows."""

    map: str
    last_number: Count
    line: tuple[str, ...]
    suspect_cases: tuple[Literal["a", "b", "d"], ...]
    case_b_adds: tuple[str, ...]
    suspects_beyond: Count
    minefields: tuple[tuple[str, str], ...]
    wrecks: Count
    wrecks_within: Count
    observer_level: Count


class Boards(Strict, frozen=True):
    """Boards that only the player has before him."""

    centre: Name
    wings: Name
    rivers: tuple[str, ...]
    rivers_flow: str
    edges: tuple[str, str]
    month: Name
    most_bridges: Count
    most_crossroads: Count
    most_buildings: Count
    most_hiding: Count
    bridge_again_from: Count


class Gun(Strict, frozen=True):
    hex: str
    what: str
    crew: str
    covered_arc: str
    concealed: bool


class GunsMay(Strict, frozen=True):
    range: Count
    waiting: str
    sky: str
    free: str


class Sky(Strict, frozen=True):
    turn: Count
    count: Count
    what: str
    type_table: Name
    words: tuple[str, ...]


class Units(Strict, frozen=True):
    what: str
    kind: OwnKind
    count: Count


class RolledUnit(Strict, frozen=True):
    chart: Name
    kind: OwnKind


class Company(Strict, frozen=True):
    leaders: Count
    units: tuple[Units, ...]
    rolled: tuple[RolledUnit, ...] = ()


class CompanyPlace(Strict, frozen=True):
    name: str
    rows: tuple[str, str]


class Support(Strict, frozen=True):
    group: str
    armour_leaders: Count
    armour_leader_drm: Annotated[int, Meta(ge=-6, le=6)]
    armour_chart: Name
    armour_dice: Count
    units: tuple[Units, ...]


class Cavalry(Strict, frozen=True):
    group: str
    leaders: Count
    heavy: Name
    heavy_kinds: dict[str, OwnKind]
    heavy_with: tuple[Units, ...]
    units: tuple[Units, ...]


class EventNumbers(Strict, frozen=True):
    counterattack_range: Count
    highest_number: Count
    """The first of a side's two event numbers rises no further."""
    reinforcements_more: Count
    infantry_more: Count


class Packages(Strict, frozen=True):
    engineers: tuple[Units, ...]
    sapper: tuple[Units, ...]


class Victory(Strict, frozen=True):
    """OtO-S1's points; in OtO-S2 every place has a value of its own."""

    objective: Count
    railway: Count
    railway_not: Count
    road: Count
    road_not: Count
    firing: Count


class Telling(Strict, frozen=True):
    """A rule that is the player's to keep, and the moment at which he is told."""

    when: Moment
    rule: str
    words: str


class MissionFile(Strict, frozen=True):
    slug: Mission
    code: str
    name: str
    source: str
    date: str
    briefing: str
    attitude: Attitude
    elr: dict[Side, Count]
    friendly_edge: str
    enemy_edge: str
    conditions: str
    sniper: str
    first_end: Count
    events_need_activation: bool
    artillery_on_leaders: bool
    win_at_once: bool
    forts_on_even: bool
    charts: Numbers
    drm: Modifiers
    tellings: tuple[Telling, ...]
    squads_replaced: dict[str, str] = {}
    ground: Ground | None = None
    boards: Boards | None = None
    guns: tuple[Gun, ...] = ()
    guns_may: GunsMay | None = None
    sky: Sky | None = None
    companies: tuple[CompanyPlace, ...] = ()
    company: Company | None = None
    support: Support | None = None
    cavalry: Cavalry | None = None
    victory: Victory | None = None
    events: tuple[MissionEvent, ...] = ()
    event_numbers: EventNumbers | None = None
    packages: Packages | None = None

    def rule(self, what: str) -> str:
        """A place in 001, as refusals and the log name it."""
        return f"001 {self.code} {what}"

    @property
    def title(self) -> str:
        return f"{self.code}, {self.name}"


def check_cover(rows: tuple[EventRow, ...], last_first_die: int, place: tuple[str | int, ...]) -> None:
    """Every pair of dice finds exactly one row."""
    for first in range(1, last_first_die + 1):
        for second in FACES:
            read = 10 * first + second
            found = sum(row.holds(read) for row in rows)
            if found != 1:
                raise Wrong(place, f"{read} stands in {found or 'no'} row{'s' if found > 1 else ''} of the event table")


def _check(file: MissionFile) -> None:
    known = charts().names()
    for name in (getattr(file.charts, field) for field in file.charts.__struct_fields__):
        if name and name not in known:
            raise Wrong(("charts",), f"there is no chart {name!r}")
    if (file.ground is None) == (file.boards is None):
        raise Wrong((), "a mission is fought on a map that is known, or on boards")
    if file.events:
        for side in ("enemy", "friendly"):
            check_cover(tuple(row for row in file.events if row.side == side), 6, ("events",))
    if file.ground is not None:
        _check_hexes(file, file.ground)


def _check_hexes(file: MissionFile, ground: Ground) -> None:
    board = hex_map(ground.map)
    named = [*ground.line, *(hex for pair in ground.minefields for hex in pair), *(gun.hex for gun in file.guns)]
    for hex in named:
        try:
            board.hex(hex)
        except OrshaError as error:
            raise Wrong(("ground",), str(error)) from error


@cache
def missions() -> dict[str, MissionFile]:
    found = [load(DATA / f"{slug}.toml", MissionFile, _check) for slug in ("s1", "s2")]
    return {file.slug: file for file in found}


def mission(slug: str) -> MissionFile:
    if slug not in missions():
        raise Unknown("solo mission", slug, list(missions()))
    return missions()[slug]
