"""What the campaign's data files hold: groups, notes, allotments, history, works, the initial scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeVar

from msgspec import Meta

from orsha.kernel.table import Name, Row, Strict

T = TypeVar("T")
Side = Literal["german", "russian"]
Kind = Literal[
    "squads",
    "weapons",
    "cupolas",
    "vehicles",
    "guns",
    "oba",
    "rockets",
    "observer",
    "counter-battery",
    "aircraft",
    "bombardment",
    "fortifications",
    "minefield",
    "san",
    "recon",
]
Count = Annotated[int, Meta(ge=1, le=1000)]
Drm = Annotated[int, Meta(ge=-6, le=6)]
Die = Annotated[int, Meta(ge=1, le=6)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Letter = Annotated[str, Meta(pattern=r"^[a-z]$")]
Id = Annotated[str, Meta(pattern=r"^[IVGOBFM][1-9]$")]

DATA = Path(__file__).parent / "data"
ORDER = "IVGOBFM"
COUNTED_BY_STRENGTH = ("squads", "vehicles", "guns")
COUNTED_BY_UNIT = ("weapons", "cupolas")


class Unit(Strict, frozen=True):
    """One entry of the print's column of units; without a count the group's strength says how many come."""

    name: str
    count: Count | None = None

    def words(self) -> str:
        return self.name if self.count is None else f"{self.name} x {self.count}"


class Group(Strict, frozen=True, kw_only=True):
    """One row of a reinforcement group chart (001 7.5181-7.5188)."""

    id: Id
    type: str
    kind: Kind
    cpp: Count
    date_max: Count
    campaign_max: Count
    units: tuple[Unit, ...] = ()
    full: Count | None = None
    depleted: Count | None = None
    notes: tuple[Letter, ...] = ()
    traits: tuple[Literal["elite", "kv", "mineroller"], ...] = ()
    caliber: Count | None = None
    fpp: Count | None = None
    san: Count | None = None

    def units_words(self) -> str:
        """The units as the print has them: counted ones part with a semicolon, others with a comma."""
        counted = any(unit.count for unit in self.units)
        return ("; " if counted else ", ").join(unit.words() for unit in self.units)


class Draw(Strict, frozen=True):
    """A die that says of what model each of a group's pieces is, or what it carries."""

    each: Literal["vehicle", "gun", "aircraft"]
    groups: tuple[Id, ...]
    rows: tuple[Row, ...]

    def result(self, die: int) -> str:
        found = next(row.result for row in self.rows if row.holds(die))
        assert isinstance(found, str)
        return found

    def words(self) -> str:
        return f"{', '.join(self.groups)}: " + ", ".join(f"{row.span()} {row.result}" for row in self.rows)


class Note(Strict, frozen=True):
    """A note under a chart, in our words, with its numbers as facts."""

    letter: Letter
    means: str
    facts: dict[str, int | str] = {}
    draws: tuple[Draw, ...] = ()

    def words(self) -> str:
        return " ".join([self.means, *(f"{draw.words()}." for draw in self.draws)])


class Extra(Strict, frozen=True, kw_only=True):
    """Something that can be had with a group for a change of its price."""

    name: Name
    rule: str
    means: str
    cpp: int
    most: Count
    notes: tuple[Letter, ...] = ()
    kinds: tuple[Kind, ...] = ()
    first: str | None = None
    last: str | None = None

    def is_for(self, group: Group) -> bool:
        return group.kind in self.kinds or any(letter in self.notes for letter in group.notes)


class Moment(Strict, frozen=True):
    date: str
    turn: Count


class Entry(Strict, frozen=True):
    """Where a side's groups come on, and what binds those that set up or wait (001 CG12)."""

    edge: Literal["west", "east"]
    from_front_line: Count | None = None
    north_gap: Count | None = None
    enter_by: Moment | None = None


class GroupFile(Strict, frozen=True):
    """A side's chart: its groups, the notes to them, what can be had with them."""

    side: Side
    source: str
    oba_per_scenario: Count
    entry: Entry
    groups: tuple[Group, ...]
    notes: tuple[Note, ...]
    extras: tuple[Extra, ...]


class Allotment(Strict, frozen=True):
    """The support weapons of an infantry group: those it has for sure, and those on a die."""

    id: Id
    sure: dict[str, Count] = {}
    on_die: dict[str, Die] = {}


class SwDepleted(Strict, frozen=True):
    on_die: Die
    less: Count


class HeavyWeapons(Strict, frozen=True):
    on_die: Die
    at_least: Count


class Weapons(Strict, frozen=True):
    german: tuple[str, ...]
    russian: tuple[str, ...]


class AllotmentFile(Strict, frozen=True):
    source: str
    depleted: SwDepleted
    heavy_weapons: HeavyWeapons
    weapons: Weapons
    german: tuple[Allotment, ...]
    russian: tuple[Allotment, ...]


class Chance(NamedTuple):
    """One support weapon that comes if a die shows `on_die` or less."""

    weapon: str
    on_die: int


class SupportWeapons(NamedTuple):
    """What an infantry group of one strength brings: how many of each for sure, and each die to roll."""

    sure: dict[str, int]
    chances: tuple[Chance, ...]


class HistoryRow(Strict, frozen=True):
    date: Annotated[str, Meta(pattern=r"^[0-9]{2}(AM|PM)$")]
    german: Drm
    russian: Drm


class HistoryFile(Strict, frozen=True):
    source: str
    dates: tuple[HistoryRow, ...]


class Price(Strict, frozen=True):
    """What a fortification costs, for each, each factor, or each point of a pillbox's three numbers."""

    id: Name
    name: str
    fpp: Count
    per: Literal["each", "factor", "point"] = "each"
    campaign_max: Count | None = None


class RussianWorks(Strict, frozen=True):
    may_buy: tuple[Name, ...]
    first: str


class HipPrices(Strict, frozen=True):
    cupola: Count
    squad: Count
    half_squad: Count
    crew: Count
    smc: Count


class Hip(Strict, frozen=True):
    """Prices and limits of setting up hidden."""

    fpp: HipPrices
    in_shellholes: Count
    squads_percent: Percent


class Fortifications(Strict, frozen=True):
    source: str
    prices: tuple[Price, ...]
    russian: RussianWorks
    hip: Hip


class Balance(Strict, frozen=True):
    german: Count
    russian: Count


class Victory(Strict, frozen=True):
    """The Russian VP that win, and how many casualty or exit points earn one."""

    campaign: Count
    balance: Balance
    scenario: Count
    initial: Count
    cvp: Count
    evp: Count
    most_lvp: Count
    german_cpp_left: int


class GameEnd(Strict, frozen=True):
    source: str
    from_turn: Count
    on_die: tuple[Die, ...]

    def number(self, turn: int) -> int | None:
        """A die of this or less ends the scenario after a turn; none before the first such turn."""
        if turn < self.from_turn:
            return None
        return self.on_die[min(turn - self.from_turn, len(self.on_die) - 1)]


class Minefields(Strict, frozen=True):
    hexes: Count
    ap: Count
    at: Count


class GivenAircraft(Strict, frozen=True):
    type: str
    count: Count
    turn: Count
    until_turn: Count


class OrderOfBattle(Strict, frozen=True, kw_only=True):
    """What a side starts the campaign with."""

    who: str
    elr: Annotated[int, Meta(ge=1, le=4)]
    san: Annotated[int, Meta(ge=2, le=7)]
    cpp: Count
    groups: dict[Id, Count]
    units: dict[str, Count]
    fortifications: dict[Name, Count] = {}
    minefields: Minefields | None = None
    aircraft: GivenAircraft | None = None


class Initial(Strict, frozen=True):
    """The initial scenario (001 7.4)."""

    source: str
    weather: Literal["Rain", "Overcast", "Clear", "Clear and gusty"]
    ground: Literal["Wet", "Moist", "Moderate"]
    armor_leader_rolls: dict[str, Count]
    line: Count
    rules: tuple[str, ...]
    victory: Victory
    game_end: GameEnd
    german: OrderOfBattle
    russian: OrderOfBattle
