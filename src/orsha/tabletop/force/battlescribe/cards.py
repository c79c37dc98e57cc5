"""An entry of a catalogue into a card: its sizes, its options and their teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from orsha.tabletop.force.battlescribe.arms import arm_of
from orsha.tabletop.force.battlescribe.fields import LONGEST
from orsha.tabletop.force.battlescribe.fitting import Fitting, Trail, counted, is_transport, transport_team
from orsha.tabletop.force.battlescribe.labels import Label, clean, labels
from orsha.tabletop.force.battlescribe.options import Extra, extras, option_of, speaks_of, unread_options, usual_model
from orsha.tabletop.force.battlescribe.report import Effort, Problem, Unread
from orsha.tabletop.force.battlescribe.teams import Named
from orsha.tabletop.force.battlescribe.tree import Node
from orsha.tabletop.force.card import Card, Nation, Option, Period, Size, Team

T = TypeVar("T")

MOST_SIZES = 60


class Origin(NamedTuple):
    """Whose cards these are."""

    nation: Nation
    period: Period
    source: str


class Way(NamedTuple):
    """One way to field a unit, before its teams are known."""

    parts: tuple[tuple[Label, Trail], ...]
    carriers: tuple[tuple[int, Node], ...]
    cost: float


def is_card(node: Node) -> bool:
    """An entry with lines of ratings or weapons, or one whose choices are counted teams."""
    if node.kind == "group" or counted(node):
        return False
    if any(counted(child) or child.type == "model" for child in _choices(node)):
        return True
    return bool(node.units()) or (bool(node.weapons()) and any(part.units() for part in node.walk()))


def cards_in(node: Node) -> list[Node]:
    """The cards among an entry's choices, itself included."""
    if is_card(node):
        return [node]
    return [card for child in node.children for card in cards_in(child)]


def _choices(node: Node) -> Iterator[Node]:
    """The entries directly inside, groups opened."""
    for child in node.children:
        if child.kind == "group":
            yield from _choices(child)
        else:
            yield child


def card_of(node: Node, origin: Origin, effort: Effort) -> tuple[Card | None, list[Problem]]:
    """The card of an entry, or nothing; and what of it could not be read."""
    name = clean(node.name)
    problems: list[Problem] = []
    try:
        card = _card(name, node, origin, problems, effort)
    except Unread as unread:
        return None, [*problems, unread.on(name)]
    if any(part.conditional for part in node.walk()):
        problems.append(Problem(name, "choices", "", "price or number depend on other choices; taken as they stand"))
    return card, problems


def _card(name: str, node: Node, origin: Origin, problems: list[Problem], effort: Effort) -> Card:
    ways = list(_ways(node))
    if not ways:
        raise Unread("size", "", "there is no way to choose its teams")
    found = list(extras(node))
    names = [label.name for way in ways for label, _ in way.parts] + [extra.name for extra in found]
    fitting = Fitting(node, names, effort)
    teams: dict[str, Team] = {}
    sizes = [_size(way, fitting, teams) for way in ways]
    options = [_option(extra, fitting, teams, ways, problems, name) for extra in found]
    problems += [Problem(name, "weapon", line, "no team carries it") for line in fitting.unused()]
    problems += [
        Problem(name, "ratings", team, f"no line is called so; those of {line} are taken")
        for team, line in fitting.guessed.items()
    ]
    bare = [team.name for team in teams.values() if not team.weapons and not team.transport]
    problems += [Problem(name, "weapon", team, "this team has none in the file") for team in bare]
    problems += unknown(name, node)
    kept = tuple(_once(option for option in options if option is not None))
    first = next(iter(teams.values()))
    return Card(
        name=name,
        nation=origin.nation,
        period=origin.period,
        arm=arm_of(name, first),
        source=origin.source,
        teams=teams,
        sizes=tuple(sorted(_once(sizes), key=lambda size: (sum(size.teams.values()), size.points))),
        options=kept,
        hq=is_hq(node),
    )


def _once(items: Iterable[T]) -> list[T]:
    kept: list[T] = []
    for item in items:
        if item not in kept:
            kept.append(item)
    return kept


def is_hq(node: Node) -> bool:
    return "HQ" in node.name.split() or any(c.startswith("Headqua") for c in node.categories)


def unknown(card: str, node: Node) -> list[Problem]:
    """Rules that the glossary does not know, and entries that are no part of a unit."""
    parts = [part for part in node.walk() if part is node or part.units() or part.weapons()]
    rules = [rule for part in parts for rule in part.rules]
    notes = [
        line.fields.get("notes", "")[:LONGEST] for part in parts for line in part.profiles if line.unit or line.weapon
    ]
    unknown = dict.fromkeys([*Named(rules).unknown, *Named(notes).unknown])
    odd = dict.fromkeys(unread_options(node))
    return [
        *(Problem(card, "special rule", text[:80], "is not in the glossary") for text in unknown),
        *(Problem(card, "option", text[:80], "is neither a team nor a weapon") for text in odd),
    ]


# -- sizes


def _ways(node: Node) -> Iterator[Way]:
    """Every combination of the compulsory choices."""
    columns = [_alternatives(child) for child in node.children if child.least >= 1]
    columns = [column for column in columns if column]
    if not columns:
        loose = [child for child in node.children if child.kind == "group" and any(map(counted, child.children))]
        columns = [[_way(node, alternative) for alternative in child.children] for child in loose[:1]]
    if not columns and node.units():
        yield Way(((Label(node.number, clean(node.name)), (node,)),), (), node.cost)
        return
    for number, picks in enumerate(product(*columns)):
        if number >= MOST_SIZES:
            return
        parts = tuple((label, (node, *trail)) for way in picks for label, trail in way.parts)
        carriers = tuple(carrier for way in picks for carrier in way.carriers)
        if parts:
            yield Way(parts, carriers, node.cost + sum(way.cost for way in picks))


def _alternatives(child: Node) -> list[Way]:
    """The ways that one compulsory child allows."""
    if child.kind != "group":
        return [_way(child, child)]
    if child.least > 1 or (child.most or 1) > 1:
        return list(_models(child))
    return [_way(child, alternative) for alternative in _choices(child)]


def _models(group: Node) -> Iterator[Way]:
    """A group of single tanks: so many of the usual one; the others are options that replace it."""
    usual = usual_model(group)
    if usual is None:
        return
    for count in range(group.least, min(group.most or group.least, 20) + 1):
        yield Way(((Label(count, clean(usual.name)), (usual,)),), (), usual.cost * count)


def _way(parent: Node, node: Node) -> Way:
    """What one entry brings: counted teams, their transports, its price."""
    if is_transport(node):
        return Way((), ((_carriers(node, ()), node),), node.cost)
    named = labels(node.name)
    if not named and (node.units() or node.weapons() or node.cost):
        named = (Label(max(node.least, 1), clean(node.name)),)
    carriers: list[tuple[int, Node]] = []
    cost = node.cost
    for child in node.children:
        if child.least >= 1 and is_transport(child):
            carriers.append((_carriers(child, named), child))
            cost += child.cost
    spoken = [label for _, carrier in carriers for label in _of_carrier(named, carrier)]
    kept = [label for label in named if label not in spoken]
    return Way(tuple((label, (node,)) for label in kept), tuple(carriers), cost)


def _of_carrier(named: Sequence[Label], carrier: Node) -> list[Label]:
    """The labels that speak of a transport: by its entry's name, or by its line of ratings."""
    by_name = [label for label in named if speaks_of(label.name, carrier.name)]
    return by_name or [label for label in named if any(speaks_of(label.name, line.name) for line in carrier.units())]


def _carriers(node: Node, named: Sequence[Label]) -> int:
    """How many transports an entry stands for: by its own name, its passengers' name, or what is compulsory."""
    own = labels(node.name) or _of_carrier(named, node)
    return own[0].number if own else max(node.least, 1)


def _size(way: Way, fitting: Fitting, teams: dict[str, Team]) -> Size:
    counts: dict[str, int] = {}
    for label, trail in way.parts:
        alone = sum(other is trail[-1] for _, (*_, other) in way.parts) == 1
        made = fitting.team(label.name, trail, alone)
        counts[_kept(made, teams)] = counts.get(label.name, 0) + label.number
    for count, node in way.carriers:
        counts[_kept(transport_team(node), teams)] = count
    return Size(counts, points(way.cost))


def _kept(made: Team, teams: dict[str, Team]) -> str:
    """The name a team is kept under: another team of the same name gets a number."""
    name, number = made.name, 2
    while name in teams and replace(teams[name], name=made.name) != made:
        name = f"{made.name} ({number})"
        number += 1
    teams[name] = replace(made, name=name)
    return name


def points(cost: float) -> int:
    if cost != int(cost) or not 0 <= cost <= 1000:
        raise Unread("price", str(cost), "is no whole number of points from 0 to 1000")
    return int(cost)


def _option(
    extra: Extra, fitting: Fitting, teams: dict[str, Team], ways: list[Way], problems: list[Problem], card: str
) -> Option | None:
    try:
        option, added = option_of(extra, fitting, ways[0].parts[0][0].name, teams)
    except Unread as unread:
        problems.append(unread.on(card))
        return None
    for made in added:
        kept = _kept(made, teams)
        option = replace(option, adds={kept if name == made.name else name: n for name, n in option.adds.items()})
    return option
