"""Entries of an arsenal's files into weapons, teams, cards and formations, with every reference checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import asdict, replace

from orsha.kernel.data import Place, Wrong
from orsha.tabletop.force.card import (
    Armour,
    Card,
    Motivation,
    Move,
    Nation,
    Option,
    Period,
    Skill,
    Team,
    Weapon,
)
from orsha.tabletop.force.chart import FormationCard
from orsha.tabletop.force.entries import CardEntry, FormationEntry, OptionEntry, TeamEntry, WeaponEntry, place
from orsha.tabletop.force.glossary import glossary

MOST_LIKE = 4
"""Teams that are like one another in a row."""


def make_weapon(name: str, entry: WeaponEntry) -> Weapon:
    where = place("weapons", name)
    _known_rules((*where, "rules"), entry.rules, "weapon")
    if (entry.anti_tank == "-") != (entry.firepower == "-"):
        raise Wrong(where, f"{name}: anti-tank and firepower are both numbers or both dashes")
    direct = isinstance(entry.rof, tuple)
    halted, moving = entry.rof if isinstance(entry.rof, tuple) else ("-", "-")
    if direct and halted == moving == "-":
        raise Wrong(where, f"{name}: fires neither halted nor moving")
    return Weapon(
        name=name,
        range=entry.range,
        fires="direct" if isinstance(entry.rof, tuple) else entry.rof,
        halted=None if halted == "-" else halted,
        moving=None if moving == "-" else moving,
        anti_tank=None if entry.anti_tank == "-" else entry.anti_tank,
        firepower=None if entry.firepower == "-" else entry.firepower,
        rules=entry.rules,
        limited=entry.limited,
        pinned_rof=entry.pinned_rof,
        assault=entry.assault,
    )


def _known_rules(where: Place, rules: Iterable[str], of: str) -> None:
    for rule in rules:
        if rule not in glossary():
            raise Wrong(where, f"the special rule {rule!r} is not in the glossary")
        if glossary()[rule].of != of:
            raise Wrong(where, f"the special rule {rule!r} is a {glossary()[rule].of}'s, not a {of}'s")


def whole_team(where: Place, name: str, entries: Mapping[str, TeamEntry]) -> TeamEntry:
    """A team's entry with what it takes over from the one it is like."""
    entry = entries[name]
    for _ in range(MOST_LIKE):
        if entry.like is None:
            return entry
        if entry.like not in entries:
            raise Wrong((*where, "like"), f"{name}: there is no team {entry.like!r}")
        base = entries[entry.like]
        said = {key: value for key, value in asdict(entry).items() if value is not None and key != "like"}
        if "armour" in said:
            said["save"] = None
        elif "save" in said:
            said["armour"] = None
        entry = replace(base, **said)
    raise Wrong((*where, "like"), f"{name} is like teams that are like one another without end")


def make_team(where: Place, name: str, entry: TeamEntry, weapons: Mapping[str, Weapon]) -> Team:
    for key, value in (("class", entry.kind), ("motivation", entry.motivation), ("skill", entry.skill)):
        if value is None:
            raise Wrong(where, f"{name}: the key {key!r} is missing")
    if entry.hit_on is None or entry.move is None:
        raise Wrong(where, f"{name}: the key {'hit_on' if entry.hit_on is None else 'move'!r} is missing")
    assert entry.kind is not None and entry.motivation is not None and entry.skill is not None
    _known_rules((*where, "rules"), entry.rules or (), "team")
    for weapon in entry.weapons or ():
        if weapon not in weapons:
            raise Wrong((*where, "weapons"), f"{name}: there is no weapon {weapon!r}")
    if (entry.armour is None) == (entry.save is None):
        raise Wrong(where, f"{name}: a team has armour or a save, and not both")
    if entry.armour is not None and entry.kind != "tank":
        raise Wrong((*where, "armour"), f"{name}: only tanks have armour")
    if (entry.kind == "aircraft") != (entry.move == "anywhere"):
        raise Wrong((*where, "move"), f"{name}: aircraft move anywhere, and only they")
    return Team(
        name=name,
        kind=entry.kind,
        motivation=Motivation(entry.motivation) if isinstance(entry.motivation, int) else entry.motivation,
        skill=Skill(entry.skill) if isinstance(entry.skill, int) else entry.skill,
        hit_on=entry.hit_on,
        move=_move(where, name, entry),
        armour=None if entry.armour is None else Armour(*entry.armour),
        save=entry.save,
        weapons=tuple(weapons[weapon] for weapon in entry.weapons or ()),
        rules=entry.rules or (),
        passengers=entry.passengers or 0,
    )


def _move(where: Place, name: str, entry: TeamEntry) -> Move | None:
    if entry.move == "anywhere":
        return None
    if entry.move == "never":
        return Move(None, None, None, None, None)
    assert isinstance(entry.move, tuple)
    if entry.cross is None:
        raise Wrong(where, f"{name}: the key 'cross' is missing")
    tactical, terrain, cross_country, road = (None if inches == "-" else inches for inches in entry.move)
    longer = [inches for inches in (tactical, terrain, cross_country, road) if inches is not None]
    if longer != sorted(longer):
        raise Wrong((*where, "move"), f"{name}: each kind of dash goes at least as far as the one before")
    return Move(tactical, terrain, cross_country, road, entry.cross)


class CardMaker:
    """Makes cards from entries: the teams they name, the weapons their options give."""

    def __init__(self, shared: Mapping[str, TeamEntry], weapons: Mapping[str, Weapon]) -> None:
        self.shared = shared
        self.weapons = weapons
        self.used: set[str] = set()
        """Shared teams that some card has."""
        self.carried: set[str] = set()
        """Weapons that some team has or some option gives."""

    def make(self, name: str, entry: CardEntry, nation: Nation, period: Period, source: str) -> Card:
        where = place("cards", name)
        named = [team for size in entry.sizes for team in size.teams]
        named += [team for option in entry.options for team in option.adds]
        for team in entry.teams:
            if team not in named:
                raise Wrong((*where, *place("teams", team)), f"{name}: no size or option has its {team!r}")
        teams = {team: self._team(where, name, team, entry) for team in dict.fromkeys(named)}
        for index, option in enumerate(entry.options):
            self._check_option(name, entry, option, index)
        for limit in entry.limits.values():
            if isinstance(limit, str) and not any(limit in size.teams for size in entry.sizes):
                raise Wrong((*where, "limits"), f"{name}: no size has the team {limit!r} that a limit goes by")
        return Card(
            name=name,
            nation=nation,
            period=period,
            arm=entry.arm,
            source=entry.source or source,
            teams=teams,
            sizes=entry.sizes,
            options=tuple(self._option(option) for option in entry.options),
            limits=entry.limits,
            hq=entry.hq,
            needs=entry.needs,
        )

    def _team(self, where: Place, card: str, name: str, entry: CardEntry) -> Team:
        """A card's own team, or one that cards share."""
        if name not in entry.teams and name not in self.shared:
            raise Wrong(where, f"{card}: there is no team {name!r}")
        own = (*where, *place("teams", name)) if name in entry.teams else place("teams", name)
        whole = whole_team(own, name, {**self.shared, **entry.teams})
        team = make_team(own, name, whole, self.weapons)
        self.used.update([name] if name not in entry.teams else [])
        self.carried.update(weapon.name for weapon in team.weapons)
        return team

    def _check_option(self, name: str, entry: CardEntry, option: OptionEntry, index: int) -> None:
        where = place("cards", name, "options", index)
        sizes = [team for size in entry.sizes for team in size.teams]
        if not option.adds and option.gives is None:
            raise Wrong(where, f"{name}: the option {option.name!r} adds no team and gives no weapon")
        if option.replaces is not None and option.replaces not in [*sizes, *(t for o in entry.options for t in o.adds)]:
            raise Wrong(where, f"{name}: there is no {option.replaces!r} that {option.name!r} could replace")
        if option.most in ("half", "all") and option.replaces is None:
            raise Wrong(where, f"{name}: {option.name!r} is for half or all of something, but replaces nothing")
        if option.gives is not None and option.gives not in self.weapons:
            raise Wrong(where, f"{name}: there is no weapon {option.gives!r}")
        if option.to is not None and option.to not in sizes:
            raise Wrong(where, f"{name}: there is no team {option.to!r} for {option.gives!r}")
        if option.group is not None and option.group not in entry.limits:
            raise Wrong(where, f"{name}: the group {option.group!r} has no limit")
        self.carried.update([option.gives] if option.gives else [])

    def _option(self, option: OptionEntry) -> Option:
        gives = None if option.gives is None else self.weapons[option.gives]
        return Option(
            option.name, option.points, option.most, option.adds, option.replaces, gives, option.to, option.size,
            option.group,
        )  # fmt: skip


def make_formation(
    name: str, entry: FormationEntry, nation: Nation, period: Period, source: str, cards: Mapping[str, Card]
) -> FormationCard:
    where = place("formations", name)
    for box in (entry.hq, *entry.compulsory, *entry.optional):
        for card in box:
            if card not in cards:
                raise Wrong(where, f"{name}: there is no card {card!r}")
            if cards[card].hq != (box is entry.hq):
                raise Wrong(where, f"{name}: {card} is {'a' if cards[card].hq else 'no'} headquarters")
    return FormationCard(name, nation, period, entry.source or source, entry.hq, entry.compulsory, entry.optional)
