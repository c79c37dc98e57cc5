"""How a battle begins: two forces, a mission, a table or the seed of one, and the switches of the rules."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orsha.kernel import Illegal
from orsha.tabletop.battle.moves import Moves, moves
from orsha.tabletop.battle.moves import Setting as MoveSetting
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.rules import Setting as ShotSetting
from orsha.tabletop.force import Force
from orsha.tabletop.game import fortified
from orsha.tabletop.game.fitting import check_fits
from orsha.tabletop.game.roster import Roster, Work
from orsha.tabletop.layout import Layout
from orsha.tabletop.mission.library import mission, missions
from orsha.tabletop.mission.state import MOST_TURNS, SEATS, Changes, Seat
from orsha.tabletop.mission.state import Setup as MissionSetup
from orsha.tabletop.table import Table, new_table, terrain
from orsha.tabletop.table.kinds import Setting as TerrainSetting


class BattleSetup(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A battle to be played."""

    forces: dict[Seat, Force]
    choose: Literal["named", "random", "plans"] = "named"
    mission: str | None = None
    attacker: Seat | None = None
    table: Table | None = None
    """A table made beforehand; without one the seed makes it."""
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    flavour: str | None = None
    points: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """What was agreed on; else the larger force's points."""
    shooting: dict[str, ShotSetting] = {}
    moving: dict[str, MoveSetting] = {}
    terrain: dict[str, TerrainSetting] = {}
    """Switches of the terrain, whatever the table itself has."""
    changes: Changes = Changes()
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS)] | None = None
    """After so many turns of each side it is called off (ruling A69)."""

    @cached_property
    def roster(self) -> Roster:
        return Roster(self.forces)

    def roster_with(self, works: tuple[Work, ...]) -> Roster:
        """Both forces and the works that stand (000); made once for each set of works."""
        kept: dict[tuple[Work, ...], Roster] = self.__dict__.setdefault("rosters", {})
        if works not in kept:
            kept[works] = Roster(self.forces, works)
        return kept[works]

    @cached_property
    def rules(self) -> Rules:
        found = STANDARD
        for name, value in self.shooting.items():
            found = found.set(name, value)
        return found

    @cached_property
    def moves(self) -> Moves:
        found = moves()
        for name, value in self.moving.items():
            found = found.set(name, value)
        return found

    @cached_property
    def for_mission(self) -> MissionSetup:
        """What the mission's referee is told."""
        size = None if self.table is None else (self.table.size[0] / 1000, self.table.size[1] / 1000)
        attacker, points = self.attacker, self.points or max(force.points for force in self.forces.values())
        if fortified.fortified(self.mission):
            attacker = fortified.attacker(self.forces, self.points, attacker)
            points = fortified.agreed(self.forces, self.points)
        return MissionSetup(
            choose=self.choose,
            mission=self.mission,
            attacker=attacker,
            points=points,
            forces=self.roster.mission_units(),
            table=size,
            changes=self.changes,
            turns=self.turns,
            switches=self.shooting,
        )

    def check(self) -> None:
        """Refuses what cannot be played."""
        missing = [seat for seat in SEATS if seat not in self.forces]
        if missing:
            raise Illegal("Forces", f"{' and '.join(missing)} has no force")
        if self.mission is not None:
            mission(self.mission)
            if fortified.fortified(self.mission):
                fortified.check(self.mission, self.forces, self.points, self.attacker)
        elif self.choose == "named":
            raise Illegal("003 Which Mission?", f"name a mission, one of {', '.join(missions())}, or have one chosen")
        for name, value in self.shooting.items():
            STANDARD.set(name, value)
        for name, setting in self.moving.items():
            moves().set(name, setting)
        for name, ground in self.terrain.items():
            terrain().set(name, ground)
        if self.table is not None and self.mission is not None:
            check_fits(self.mission, self.table)


@lru_cache(maxsize=256)
def generated(
    slug: str, seed: int, flavour: str | None, layout: Layout, crossings: tuple[tuple[str, tuple[int, int]], ...] = ()
) -> Table:
    """A generated table; kept, because games of a series share them. `crossings`: those that players placed."""
    return new_table(mission(slug), seed, layout=layout, flavour=flavour, crossings=crossings)
