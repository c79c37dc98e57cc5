"""From a card and what was chosen on it to a unit: which size, which options, which teams that makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from orsha.tabletop.force.card import Card, Data, Option, Size, Team
from orsha.tabletop.force.force import Unit

SIZES = "Unit cards: sizes"
OPTIONS = "Unit cards: options"


class Violation(Data, frozen=True):
    """A rule that a force breaks, where, and in plain words."""

    rule: str
    where: str
    says: str

    def words(self) -> str:
        return f"{self.where}: {self.says} [{self.rule}]"


def size_called(card: Card, asked: int | str | None) -> Size | None:
    """The size with that many teams, or of that name; without one the smallest. Nothing where none or several fit."""
    if asked is None:
        return min(card.sizes, key=lambda size: (card.fighting(size), size.points))
    if isinstance(asked, str):
        return next((size for size in card.sizes if size.words().lower() == asked.strip().lower()), None)
    fitting = [size for size in card.sizes if card.fighting(size) == asked]
    return fitting[0] if len(fitting) == 1 else None


def size_trouble(card: Card, asked: int | str | None) -> str:
    """Why there is no such size."""
    known = "; ".join(f"{card.fighting(size)} teams ({size.words()})" for size in card.sizes)
    fitting = isinstance(asked, int) and any(card.fighting(size) == asked for size in card.sizes)
    if fitting:
        return f"there are several sizes of {asked} teams; write the whole of one: {known}"
    return f"there is no size {asked!r}; there are: {known}"


def most_of(card: Card, size: Size, option: Option) -> int:
    """How often an option may be taken with a size."""
    if option.size is not None and card.fighting(size) != option.size:
        return 0
    count = size.teams.get(option.replaces or "", 0)
    return {"half": count // 2, "all": count}[option.most] if isinstance(option.most, str) else option.most


def option_troubles(card: Card, size: Size, chosen: Mapping[str, int]) -> Iterator[str]:
    """What is wrong with the options chosen."""
    options = {option.name: option for option in reversed(offered(card, size))}
    for name, count in chosen.items():
        if name not in options:
            yield _no_option(card, size, name)
        elif count > most_of(card, size, options[name]):
            yield f"{name} may be taken {most_of(card, size, options[name])} times with {size.words()}, not {count}"
    taken = {name: count for name, count in chosen.items() if name in options}
    for group, most in card.limits.items():
        limit = size.teams.get(most, 0) if isinstance(most, str) else most
        together = sum(count for name, count in taken.items() if options[name].group == group)
        if together > limit:
            yield f"of its {group} it may have {limit} together, not {together}"
    for team in {options[name].replaces for name in taken} - {None}:
        traded = sum(sum(options[n].adds.values()) * c for n, c in taken.items() if options[n].replaces == team)
        there = size.teams.get(str(team), 0)
        if traded > there:
            yield f"{traded} teams take the place of {team}, of which there are {there}"


def _no_option(card: Card, size: Size, name: str) -> str:
    if any(option.name == name for option in card.options):
        return f"{name} does not go with {size.words()}"
    known = ", ".join(dict.fromkeys(option.name for option in card.options))
    return f"there is no option {name!r}" + (f"; there are: {known}" if known else "; the card has none")


def offered(card: Card, size: Size) -> list[Option]:
    """The options that go with a size."""
    return [option for option in card.options if most_of(card, size, option) > 0]


def price(card: Card, size: Size, chosen: Mapping[str, int]) -> int:
    options = {option.name: option for option in reversed(offered(card, size))}
    return size.points + sum(options[name].points * count for name, count in chosen.items())


def teams_of(card: Card, size: Size, chosen: Mapping[str, int]) -> list[Team]:
    """One team for each base: the size's, less those replaced, with those added, with weapons given."""
    options = {option.name: option for option in reversed(offered(card, size))}
    counts = dict(size.teams)
    given: list[Option] = []
    for name, times in chosen.items():
        option = options[name]
        for team, count in option.adds.items():
            counts[team] = counts.get(team, 0) + count * times
            if option.replaces is not None:
                counts[option.replaces] -= count * times
        given += [option] if option.gives is not None else []
    made = [card.teams[name] for name, count in counts.items() for _ in range(count)]
    return [_armed(team, given) for team in made]


def _armed(team: Team, given: list[Option]) -> Team:
    for option in given:
        if option.gives is not None and (team.name == option.to or (option.to is None and not team.transport)):
            team = replace(team, weapons=(*team.weapons, option.gives))
    return team


def leader_of(teams: list[Team]) -> int:
    """The team that leads: the first that is no transport, no Komissar and carries no heavy weapon, if there is one."""
    plain = [
        index
        for index, team in enumerate(teams)
        if not team.transport and not team.komissar and "heavy-weapon" not in team.rules
    ]
    fighting = [index for index, team in enumerate(teams) if not team.transport]
    return (plain or fighting or [0])[0]


ALONE = "snipers-hide"
"""Cards of teams with this rule are bought together and fight each for itself."""


def _one_by_one(card: Card, name: str, teams: list[Team], points: int, chosen: Mapping[str, int]) -> tuple[Unit, ...]:
    """The Soviet card's Sniper's Hide: independent teams, no unit; the first have the points that are left over."""
    each, more = divmod(points, len(teams))
    return tuple(
        Unit(f"{name[:60]}, team {n + 1}", card, (team,), each + (n < more), dict(chosen))
        for n, team in enumerate(teams)
    )


def fielded(card: Card, name: str, size: Size, chosen: Mapping[str, int]) -> tuple[Unit, ...]:
    """The unit, and its transports as an attachment of their own; a headquarters keeps its transports."""
    teams = teams_of(card, size, chosen)
    carried = [team for team in teams if not team.transport]
    carriers = [team for team in teams if team.transport]
    points = price(card, size, chosen)
    if len(teams) > 1 and all(ALONE in team.rules for team in teams):
        return _one_by_one(card, name, teams, points, chosen)
    if card.hq or not carried or not carriers:
        return (Unit(name, card, tuple(teams), points, dict(chosen), leader_of(teams)),)
    attached = f"{name[:60]}, transports"
    return (
        Unit(name, card, tuple(carried), points, dict(chosen), leader_of(carried)),
        Unit(attached, card, tuple(carriers), 0, {}, 0, attached_to=name),
    )
