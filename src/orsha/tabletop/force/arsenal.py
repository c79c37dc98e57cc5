"""A nation's cards and formations of a period, from the files of one folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Generic, Literal, TypeVar

from orsha.kernel import OrshaError, Unknown
from orsha.kernel.data import Place, Wrong, line_of, load
from orsha.kernel.errors import BadData
from orsha.tabletop.force.card import Card, Data, Name, Nation, Period
from orsha.tabletop.force.chart import FormationCard
from orsha.tabletop.force.entries import (
    ArsenalFile,
    FormationEntry,
    SupportEntry,
    TeamEntry,
    WeaponEntry,
    card_entry,
    entry,
    place,
)
from orsha.tabletop.force.making import CardMaker, make_formation, make_team, make_weapon, whole_team

T = TypeVar("T")
R = TypeVar("R")
DATA = Path(__file__).parent / "data"
NATIONS: tuple[Literal["soviet", "german"], ...] = ("soviet", "german")
PERIODS: tuple[Literal["mid", "late"], ...] = ("mid", "late")


class Arsenal(Data, frozen=True):
    """What a force of a nation and period is chosen from."""

    nation: Nation
    period: Period
    cards: dict[Name, Card]
    formations: dict[Name, FormationCard]
    support: SupportEntry

    def card(self, name: str) -> Card:
        if name not in self.cards:
            raise Unknown(f"{self.period}-war {self.nation} card", name, list(self.cards))
        return self.cards[name]

    def formation(self, name: str) -> FormationCard:
        if name not in self.formations:
            raise Unknown(f"{self.period}-war {self.nation} formation", name, list(self.formations))
        return self.formations[name]


class Written(Generic[T]):
    """The entries of one kind from all files, each with the file it stands in."""

    def __init__(self, section: str, read: Callable[[Place, str, dict[str, object]], T]) -> None:
        self.section = section
        self.read = read
        self.entries: dict[str, T] = {}
        self.files: dict[str, Path] = {}

    def take(self, path: Path, raw: dict[str, dict[str, object]]) -> None:
        for name, written in raw.items():
            with told(path):
                if name in self.entries:
                    raise Wrong(place(self.section, name), f"{name} stands in {self.files[name].name} already")
                self.entries[name] = self.read(place(self.section, name), name, written)
            self.files[name] = path

    def made(self, make: Callable[[str, T], R]) -> dict[str, R]:
        """Each entry made into what it stands for."""
        done: dict[str, R] = {}
        for name, value in self.entries.items():
            with told(self.files[name]):
                done[name] = make(name, value)
        return done

    def refuse_unused(self, used: set[str], what: str) -> None:
        for name in self.entries:
            if name not in used:
                with told(self.files[name]):
                    raise Wrong(place(self.section, name), f"{name}: no {what} uses it")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What is wrong with a value is told with the file and the line that it stands on."""
    try:
        yield
    except Wrong as wrong:
        raise BadData(path, line_of(path.read_text("utf-8"), wrong.place), wrong.why) from wrong


def load_arsenal(folder: Path) -> Arsenal:
    """Reads every TOML file of a folder as one arsenal; every mistake is `BadData`."""
    files = {path: load(path, ArsenalFile) for path in sorted(folder.glob("*.toml"))}
    if not files:
        raise BadData(folder, 1, "holds no TOML files")
    weapon_entries = Written("weapons", lambda where, name, raw: entry(where, name, raw, WeaponEntry))
    team_entries = Written("teams", lambda where, name, raw: entry(where, name, raw, TeamEntry))
    card_entries = Written("cards", card_entry)
    formation_entries = Written("formations", lambda where, name, raw: entry(where, name, raw, FormationEntry))
    for path, file in files.items():
        weapon_entries.take(path, file.weapons)
        team_entries.take(path, file.teams)
        card_entries.take(path, file.cards)
        formation_entries.take(path, file.formations)
    nation, period = _whose(files)
    weapons = weapon_entries.made(make_weapon)
    shared = team_entries.entries
    team_entries.made(
        lambda name, _: make_team(place("teams", name), name, whole_team(place("teams", name), name, shared), weapons)
    )
    maker = CardMaker(shared, weapons)

    def source(written: Written[T], name: str) -> str:
        return files[written.files[name]].source

    cards = card_entries.made(lambda name, e: maker.make(name, e, nation, period, source(card_entries, name)))
    formations = formation_entries.made(
        lambda name, e: make_formation(name, e, nation, period, source(formation_entries, name), cards)
    )
    team_entries.refuse_unused(maker.used, "card")
    weapon_entries.refuse_unused(maker.carried, "team")
    return Arsenal(nation, period, cards, formations, _support(files, cards))


def _whose(files: dict[Path, ArsenalFile]) -> tuple[Nation, Period]:
    first = next(iter(files.values()))
    for path, file in files.items():
        if (file.nation, file.period) != (first.nation, first.period):
            raise BadData(
                path, 1, f"is of another nation or period than the {first.period} {first.nation} files beside it"
            )
    return first.nation, first.period


def _support(files: dict[Path, ArsenalFile], cards: dict[str, Card]) -> SupportEntry:
    """The support chart, which stands in one of the files."""
    found = [(path, file.support) for path, file in files.items() if file.support is not None]
    if len(found) > 1:
        raise BadData(found[1][0], 1, f"has a support chart, but {found[0][0].name} has one already")
    if not found:
        return SupportEntry()
    path, support = found[0]
    with told(path):
        for key, names in (
            ("boxes", [n for box in support.boxes for n in box]),
            ("formation_units", support.formation_units),
        ):
            for name in names:
                if name not in cards or cards[name].hq:
                    raise Wrong(("support", key), f"there is no card {name!r} that could come as support")
        for name, card in cards.items():
            for needed in card.needs:
                if needed not in cards:
                    raise Wrong(("support",), f"{name} needs {needed!r}, and there is no such card")
    return support


@cache
def arsenal(nation: Nation, period: Period) -> Arsenal:
    """The cards and formations that come with the program."""
    if nation not in NATIONS or period not in PERIODS:
        raise Unknown("arsenal", f"{period} {nation}", [f"{p} {n}" for p in PERIODS for n in NATIONS])
    return load_arsenal(DATA / f"{period}-{nation}")


@cache
def works() -> dict[str, Card]:
    """The cards of bunkers, nests and turrets, by the names that the missions use."""
    return load_arsenal(DATA / "works").cards


def card(name: str, nation: Nation | None = None, period: Period | None = None) -> Card:
    """A card by its name; where several nations or periods have it, say which."""
    found = [
        arsenal(n, p).cards[name]
        for p in PERIODS
        for n in NATIONS
        if nation in (None, n) and period in (None, p) and name in arsenal(n, p).cards
    ]
    if len(found) == 1:
        return found[0]
    if found:
        whose = ", ".join(f"{c.period} {c.nation}" for c in found)
        raise OrshaError(f"there are several cards called {name!r}: {whose}; say of which nation and period")
    raise Unknown("card", name, [c for p in PERIODS for n in NATIONS for c in arsenal(n, p).cards])
