"""A force as it takes the field: formations and support units, each with its teams, options applied."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from msgspec import Meta

from orsha.tabletop.force.card import Card, Count, Data, Name, Nation, Period, Points, Team, TeamClass


class Unit(Data, frozen=True, dict=True):
    """A unit: its card and the teams it was bought with, one for each base."""

    name: Name
    """Its own in the force."""
    card: Card
    teams: Annotated[tuple[Team, ...], Meta(min_length=1, max_length=100)]
    points: Points
    options: dict[Name, Count] = {}
    leader: Annotated[int, Meta(ge=0)] = 0
    """Which of its teams leads it; in a headquarters this is the formation commander."""
    attached_to: Name | None = None
    """The unit that a transport attachment carries."""

    def __post_init__(self) -> None:
        if self.leader >= len(self.teams):
            raise ValueError(f"{self.name} has no team {self.leader} to lead it")

    @cached_property
    def hq(self) -> bool:
        return self.card.hq and self.attached_to is None

    @property
    def commander(self) -> Team | None:
        """The formation commander's team, in a headquarters."""
        return self.teams[self.leader] if self.hq else None

    @cached_property
    def independent(self) -> bool:
        return all(team.independent for team in self.teams)

    @cached_property
    def demolitions(self) -> bool:
        """Whether it is a Demolitions Attachment."""
        return all(team.demolitions for team in self.teams)

    @cached_property
    def artillery(self) -> bool:
        """Half of its teams or more fire bombardments; bombs of aircraft do not count."""
        guns = sum(team.bombards and team.kind != "aircraft" for team in self.teams)
        return guns * 2 >= len(self.teams)

    @cached_property
    def kind(self) -> TeamClass:
        """The class of most of its teams, transports of a headquarters aside."""
        kinds = [team.kind for team in self.teams if not team.transport] or [team.kind for team in self.teams]
        return max(kinds, key=kinds.count)

    def words(self) -> str:
        from orsha.tabletop.force.words import unit_words

        return unit_words(self)


class Formation(Data, frozen=True):
    """A formation in the field; its headquarters stands first."""

    name: Name
    units: Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=100)]

    @property
    def points(self) -> int:
        return sum(unit.points for unit in self.units)

    def words(self) -> str:
        from orsha.tabletop.force.words import unit_words

        return "\n".join([f"{self.name}: {self.points} points", *(unit_words(unit) for unit in self.units)])


class Force(Data, frozen=True):
    name: Name
    nation: Nation
    period: Period
    formations: Annotated[tuple[Formation, ...], Meta(min_length=1, max_length=20)]
    support: Annotated[tuple[Unit, ...], Meta(max_length=100)] = ()
    limit: Points | None = None
    """The points agreed on, where any were."""
    source: str = ""

    @property
    def points(self) -> int:
        return sum(unit.points for unit in self.units)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Every unit, transport attachments right after the unit they carry."""
        return (*(unit for formation in self.formations for unit in formation.units), *self.support)

    def unit(self, name: str) -> Unit:
        from orsha.kernel import Unknown

        found = next((unit for unit in self.units if unit.name == name), None)
        if found is None:
            raise Unknown("unit", name, [unit.name for unit in self.units])
        return found

    def words(self) -> str:
        from orsha.tabletop.force.words import force_words

        return force_words(self)
