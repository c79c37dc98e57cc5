"""A unit card: what is printed about its teams and their weapons, its sizes, its options and what they cost."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

Rating = Annotated[int, Meta(ge=2, le=6)]
"""What a die must show: 3 stands for 3+."""
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Points = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=60)]
Distance = Annotated[int, Meta(ge=1, le=60)]
Range = Annotated[int, Meta(ge=0, le=240)]
Shots = Annotated[int, Meta(ge=1, le=12)]
AntiTank = Annotated[int, Meta(ge=0, le=30)]
Plate = Annotated[int, Meta(ge=0, le=30)]

Nation = Literal["soviet", "german", "other"]
Period = Literal["mid", "late", "other"]
TeamClass = Literal["infantry", "tank", "gun", "aircraft"]
Fire = Literal["direct", "artillery", "salvo"]
MotivationTest = Literal["counterattack", "last_stand", "rally", "remount"]
Arm = Literal[
    "infantry",
    "machine-guns",
    "reconnaissance",
    "tanks",
    "assault-guns",
    "anti-tank-guns",
    "infantry-guns",
    "mortars",
    "artillery",
    "rockets",
    "anti-aircraft",
    "aircraft",
    "transport",
    "observer",
    "works",
]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that unknown keys are refused in."""


class Motivation(Data, frozen=True):
    """Motivation, the sub-ratings that replace it in one kind of test, and the Komissar column."""

    rating: Rating
    counterattack: Rating | None = None
    last_stand: Rating | None = None
    rally: Rating | None = None
    remount: Rating | None = None
    komissar: Rating | None = None
    """Motivation while the Komissar team is In Command."""
    counterattack_mounted: Rating | None = None
    """With passengers aboard (Mounted Assault)."""

    def needed(self, test: MotivationTest | None = None, komissar: bool = False) -> int:
        """What a test needs: the sub-rating if there is one; a Komissar's better number wins."""
        own: int | None = getattr(self, test) if test else None
        number = self.rating if own is None else own
        return min(number, self.komissar) if komissar and self.komissar is not None else number


class Skill(Data, frozen=True):
    """Skill, and the sub-ratings for hitting in assaults and for Movement Orders."""

    rating: Rating
    assault: Rating | None = None
    tactics: Rating | None = None
    assault_mounted: tuple[Rating, ...] = ()
    """With one passenger aboard, with two or more (Mounted Assault)."""

    def needed(self, test: Literal["assault", "tactics"] | None = None) -> int:
        own: int | None = getattr(self, test) if test else None
        return self.rating if own is None else own


class Move(Data, frozen=True):
    """Inches for each kind of move, nothing where a team may not move so; and the number of a Cross Check."""

    tactical: Distance | None
    terrain: Distance | None
    cross_country: Distance | None
    road: Distance | None
    cross: Rating | Literal["auto"] | None
    """Nothing: it never moves, so it never tests."""


class Armour(Data, frozen=True):
    front: Plate
    side: Plate
    top: Plate


class Weapon(Data, frozen=True, cache_hash=True, dict=True):
    name: Name
    range: Range
    fires: Fire = "direct"
    halted: Shots | None = None
    moving: Shots | None = None
    anti_tank: AntiTank | None = None
    """Nothing: it harms nobody, as smoke does."""
    firepower: Rating | Literal["auto"] | None = None
    rules: tuple[Slug, ...] = ()
    limited: Annotated[int, Meta(ge=1, le=9)] | None = None
    """How many of a unit's teams may use it at a time."""
    pinned_rof: Shots | None = None
    assault: Rating | None = None
    """To hit in an assault with it, where that differs from the team's own number."""

    @cached_property
    def bombards(self) -> bool:
        """Whether it can fire a bombardment that does harm."""
        return self.fires != "direct" and self.anti_tank is not None and not self.explodes

    @cached_property
    def explodes(self) -> bool:
        """Whether it is a charge that goes off where its carrier stands."""
        return "explosives" in self.rules

    def words(self) -> str:
        from orsha.tabletop.force.words import weapon_words

        return weapon_words(self)


class Team(Data, frozen=True, cache_hash=True, dict=True):
    """One base: its ratings, its protection, how it moves and what it fires. What follows from them is found once."""

    name: Name
    kind: TeamClass
    motivation: Motivation
    skill: Skill
    hit_on: Rating
    move: Move | None
    """Nothing for aircraft, which go anywhere."""
    armour: Armour | None = None
    save: Rating | None = None
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[Slug, ...] = ()
    passengers: Annotated[int, Meta(ge=0, le=12)] = 0

    @cached_property
    def armoured(self) -> bool:
        return self.armour is not None

    @cached_property
    def transport(self) -> bool:
        return self.passengers > 0 or "tractor" in self.rules

    @cached_property
    def observer(self) -> bool:
        return "observer" in self.rules

    @cached_property
    def independent(self) -> bool:
        return "independent" in self.rules

    @cached_property
    def penal(self) -> bool:
        return "redemption" in self.rules

    @cached_property
    def demolitions(self) -> bool:
        """Whether it is a demolition carrier."""
        return "demolitions-attachment" in self.rules

    @cached_property
    def komissar(self) -> bool:
        return "komissar" in self.rules

    @cached_property
    def bombards(self) -> bool:
        return any(weapon.bombards for weapon in self.weapons)

    def words(self) -> str:
        from orsha.tabletop.force.words import team_words

        return team_words(self)


class Size(Data, frozen=True):
    """One way to field a unit: its teams by name, and its points."""

    teams: Annotated[dict[Name, Count], Meta(min_length=1)]
    points: Points

    def words(self) -> str:
        return ", ".join(f"{count} {name}" for name, count in self.teams.items())


class Option(Data, frozen=True):
    """Something that a unit may have besides, at a price for each."""

    name: Name
    points: Annotated[int, Meta(ge=-100, le=1000)] = 0
    most: Count | Literal["half", "all"] = 1
    """How many times; half or all of the teams that it replaces."""
    adds: dict[Name, Count] = {}
    replaces: Name | None = None
    """The team that each team added takes the place of."""
    gives: Weapon | None = None
    to: Name | None = None
    """The teams that get the weapon; nothing: all but transports."""
    size: Count | None = None
    """Only with the size of that many teams, transports aside."""
    group: Name | None = None
    """Options of a group share its limit."""


class Card(Data, frozen=True):
    """What is printed on a unit's card."""

    name: Name
    nation: Nation
    period: Period
    arm: Arm
    source: str
    teams: dict[Name, Team]
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1)]
    options: tuple[Option, ...] = ()
    limits: dict[Name, Count | Name] = {}
    """How many picks a group of options allows together: a number, or as many as the size has of a team."""
    hq: bool = False
    needs: tuple[Name, ...] = ()
    """Cards of which the force must have one, to have this one."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Every special rule that its teams, their weapons and its options name."""
        weapons = [weapon for team in self.teams.values() for weapon in team.weapons]
        weapons += [option.gives for option in self.options if option.gives is not None]
        named = [rule for team in self.teams.values() for rule in team.rules]
        named += [rule for weapon in weapons for rule in weapon.rules]
        return tuple(dict.fromkeys(named))

    def fighting(self, size: Size) -> int:
        """The number of teams of a size, its transports aside."""
        return sum(count for name, count in size.teams.items() if not self.teams[name].transport) or sum(
            size.teams.values()
        )

    def words(self) -> str:
        from orsha.tabletop.force.words import card_words

        return card_words(self)
