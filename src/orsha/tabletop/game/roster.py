"""Who takes part in a battle: every unit and team of both forces by its id, with its card.

A unit's id is its seat and its number in its force ("allied 3"), a team's is its unit's and its own ("allied 3.0").
Works (000) are units besides: "axis w0", and its one team "axis w0.0".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from orsha.kernel import Unknown
from orsha.tabletop.force import Force, Unit, works
from orsha.tabletop.force.card import Team
from orsha.tabletop.force.missions import mission_units
from orsha.tabletop.mission.state import SEATS, Seat
from orsha.tabletop.mission.state import Unit as MissionUnit
from orsha.tabletop.table.bases import base as base_called
from orsha.tabletop.table.kinds import TeamKind
from orsha.tabletop.table.underfoot import Mover


class TeamSheet(Struct, frozen=True):
    """A team of a force."""

    id: str
    unit: str
    seat: Seat
    card: Team
    name: str
    base: str
    mover: Mover
    half_width: int
    """Of its base, in mils."""
    flies: bool
    price: float
    """What it cost: its unit's points, shared out."""


class UnitSheet(Struct, frozen=True):
    """A unit of a force."""

    id: str
    seat: Seat
    unit: Unit
    teams: tuple[str, ...]
    formation: int | None
    """Its formation's number in the force; nothing: a support unit."""
    attached_to: str | None
    """The unit that it carries."""

    @property
    def name(self) -> str:
        return self.unit.name

    @property
    def leader(self) -> str:
        return self.teams[self.unit.leader]

    @property
    def flies(self) -> bool:
        return self.unit.kind == "aircraft"


MARK = " w"
"""What the ids of works have and those of other units have not: "axis w0"."""


def is_work(id: str) -> bool:
    """Whether a unit or team is a bunker or nest that was built (000)."""
    return MARK in id


class Work(Struct, frozen=True, forbid_unknown_fields=True):
    """A bunker or nest that was built (000): each team is a unit of its own, also of one selection."""

    unit: str
    """Its id: "axis w0"."""
    item: str
    """The selection that it came with: "4 machine-gun nests"."""
    team: str
    """The name of its team on the selection's card."""


class Roster:
    """Both forces, unit by unit and team by team, and the works that stand."""

    def __init__(self, forces: dict[Seat, Force], built: Sequence[Work] = ()) -> None:
        self.forces = forces
        self.units: dict[str, UnitSheet] = {}
        self.teams: dict[str, TeamSheet] = {}
        for seat in SEATS:
            self._enter(_units(seat, forces[seat]))
        self.of_seat: dict[Seat, tuple[str, ...]] = {
            seat: tuple(id for id, unit in self.units.items() if unit.seat == seat) for seat in SEATS
        }
        """The units of each side's force, without works."""
        self._enter(_works(built))
        self.carriers = {id for id, team in self.teams.items() if team.card.demolitions}
        """Demolition carriers."""
        self.observers = [id for id, team in self.teams.items() if team.card.observer]
        self.shelling = {team.unit for team in self.teams.values() if team.card.bombards}
        """The units with weapons that bombard."""

    def _enter(self, sheets: Iterable[UnitSheet]) -> None:
        for sheet in sheets:
            self.units[sheet.id] = sheet
            price = max(sheet.unit.points, 1) / len(sheet.teams)
            for id, card in zip(sheet.teams, sheet.unit.teams, strict=True):
                number = id.rpartition(".")[2]
                name = f"{sheet.name}, team {int(number) + 1}" if len(sheet.teams) > 1 else sheet.name
                base = base_of(card)
                kind: TeamKind = "tank" if card.kind == "aircraft" else card.kind
                mover = Mover(kind, base, "amphibious" in card.rules)
                flies, wide = card.kind == "aircraft", base_called(base).half_width
                self.teams[id] = TeamSheet(id, sheet.id, sheet.seat, card, name, base, mover, wide, flies, price)

    def unit(self, id: str) -> UnitSheet:
        if id not in self.units:
            raise Unknown("unit", id, list(self.units))
        return self.units[id]

    def team(self, id: str) -> TeamSheet:
        if id not in self.teams:
            raise Unknown("team", id, list(self.teams))
        return self.teams[id]

    def mission_units(self) -> dict[Seat, tuple[MissionUnit, ...]]:
        return {seat: mission_units(self.forces[seat]) for seat in SEATS}


def _units(seat: Seat, force: Force) -> list[UnitSheet]:
    numbers = {id(unit): n for n, formation in enumerate(force.formations) for unit in formation.units}
    by_name = {unit.name: f"{seat} {n}" for n, unit in enumerate(force.units)}
    found = []
    for n, unit in enumerate(force.units):
        own = f"{seat} {n}"
        teams = tuple(f"{own}.{m}" for m in range(len(unit.teams)))
        carried = by_name[unit.attached_to] if unit.attached_to is not None else None
        found.append(UnitSheet(own, seat, unit, teams, numbers.get(id(unit)), carried))
    return found


def _works(built: Sequence[Work]) -> list[UnitSheet]:
    """The works as units: those with the same team are numbered, and a selection's points are shared out."""
    found: list[UnitSheet] = []
    counts: dict[tuple[Seat, str], int] = {}
    for work in built:
        card, seat = works()[work.item], SEATS[0] if work.unit.startswith(SEATS[0]) else SEATS[1]
        size = card.sizes[0]
        number = counts[seat, work.team] = counts.get((seat, work.team), 0) + 1
        name = work.team if number == 1 else f"{work.team} {number}"
        unit = Unit(name, card, (card.teams[work.team],), size.points // sum(size.teams.values()))
        found.append(UnitSheet(work.unit, seat, unit, (f"{work.unit}.0",), None, None))
    return found


HEAVY_FRONT = 8
"""From this front armour on a tank has a large hull, below the next number a small one. Ours: no card prints sizes."""
LIGHT_FRONT = 3
GUN_BASES = {"bunker": "bunker", "nest": "nest", "large-gun": "gun-large"}


def base_of(card: Team) -> str:
    """The base or hull that a team stands on, judged by its card."""
    if card.kind == "infantry":
        return "infantry-small" if card.independent or card.observer else "infantry"
    if card.kind == "gun" or "bunker" in card.rules:
        return next((shape for rule, shape in GUN_BASES.items() if rule in card.rules), "gun")
    if card.armour is None:
        return "truck" if card.kind == "tank" else "tank"
    if card.armour.front >= HEAVY_FRONT:
        return "tank-large"
    return "tank-small" if card.armour.front < LIGHT_FRONT else "tank"
