"""A unit that was chosen in a roster: its teams as they are, options and all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from orsha.tabletop.force.battlescribe.arms import arm_of
from orsha.tabletop.force.battlescribe.cards import Origin, is_hq, points, unknown
from orsha.tabletop.force.battlescribe.fitting import Fitting, Trail, is_transport, title, transport_team
from orsha.tabletop.force.battlescribe.labels import Label, clean, labels
from orsha.tabletop.force.battlescribe.options import How, how_of, repeats, speaks_of, traded_names
from orsha.tabletop.force.battlescribe.report import Effort, Problem, Unread
from orsha.tabletop.force.battlescribe.teams import weapon
from orsha.tabletop.force.battlescribe.tree import Node
from orsha.tabletop.force.card import Card, Size, Team

MOST_TEAMS = 60


class Part(NamedTuple):
    """Something of a unit that was chosen: teams of its size, or an option."""

    how: How | None
    """Nothing for the size itself."""
    label: Label
    trail: Trail
    instead: str = ""


def card_chosen(node: Node, origin: Origin, problems: list[Problem], effort: Effort) -> Card:
    """A card whose only size is what was chosen, at its whole price."""
    name = clean(node.name)
    parts = list(_parts(node, (node,), nested=False))
    size = [part for part in parts if part.how is None]
    if not size:
        parts = _sized(node, parts)
        size = [part for part in parts if part.how is None]
    if not size:
        raise Unread("size", "", "no teams were chosen")
    fitting = Fitting(node, [part.label.name for part in parts if part.how != "carries"], effort)
    counts, teams = _teams(parts, fitting)
    if not 0 < sum(counts.values()) <= MOST_TEAMS:
        raise Unread("size", str(sum(counts.values())), f"is no number of teams from 1 to {MOST_TEAMS}")
    problems += unknown(name, node)
    problems += [
        Problem(name, "weapon", t.name, "this team has none")
        for t in teams.values()
        if not t.weapons and not t.transport
    ]
    total = points(sum(part.cost for part in node.walk()))
    return Card(
        name=name,
        nation=origin.nation,
        period=origin.period,
        arm=arm_of(name, next(iter(teams.values()))),
        source=origin.source,
        teams=teams,
        sizes=(Size(counts, total),),
        hq=is_hq(node),
    )


def own_card(node: Node, origin: Origin) -> Card | None:
    """The program's own card of that name and number of teams, for a unit whose list forgot its ratings."""
    from orsha.tabletop.force.arsenal import NATIONS, PERIODS, arsenal

    if origin.nation not in NATIONS or origin.period not in PERIODS:
        return None
    card = arsenal(origin.nation, origin.period).cards.get(clean(node.name))
    count = sum(part.label.number for part in _parts(node, (node,), nested=False) if part.how is None)
    sizes = [size for size in card.sizes if card.fighting(size) == count] if card is not None else []
    if card is None or not sizes:
        return None
    return replace(card, sizes=(replace(sizes[0], points=points(sum(part.cost for part in node.walk()))),), options=())


def _sized(node: Node, parts: list[Part]) -> list[Part]:
    """A unit without counted teams: its single tanks are its size, or it is one team."""
    if any(part.how in ("adds", "replaces") for part in parts):
        return [part._replace(how=None) if part.how in ("adds", "replaces") else part for part in parts]
    return [Part(None, Label(node.number, clean(node.name)), (node,)), *parts] if node.units() else parts


def _parts(node: Node, trail: Trail, nested: bool) -> Iterator[Part]:
    """What the selections inside a unit stand for; those inside its size are options."""
    carriers = [child for child in node.children if is_transport(child)]
    yield from _carriers(node, carriers, trail)
    for child in (child for child in node.children if child not in carriers):
        here = (*trail, child)
        named = labels(child.name)
        if named and not nested:
            riding = [title(c) for c in child.children if is_transport(c)]
            walking = [label for label in named if not any(speaks_of(label.name, name) for name in riding)]
            yield from (Part(None, Label(n * child.number, name), here) for n, name in walking)
            yield from _parts(child, here, nested=True)
        elif child.type == "model" or (child.units() and not named):
            yield Part(None, Label(child.number, clean(child.name)), here)
        elif (named and not repeats(child, node)) or child.weapons():
            yield _option(child, here, nested)


def _carriers(node: Node, carriers: list[Node], trail: Trail) -> Iterator[Part]:
    """Transports, as many as stand there or as their names say."""
    for name in dict.fromkeys(map(title, carriers)):
        same = [carrier for carrier in carriers if title(carrier) == name]
        said = [label.number for carrier in same for label in labels(carrier.name)]
        said += [label.number for label in labels(node.name) if speaks_of(label.name, name)]
        number = max([sum(carrier.number for carrier in same), *said])
        yield Part("carries", Label(number, name), (*trail, same[0]))


def _option(node: Node, trail: Trail, nested: bool) -> Part:
    named = labels(node.name)
    how = how_of(node, trail, f"{node.said} {node.name}", nested)
    instead, name = traded_names(node.name)
    count = (named[0].number if named else 1) * node.number
    return Part(how, Label(count, named[0].name if named else name), trail, instead)


def _teams(parts: list[Part], fitting: Fitting) -> tuple[dict[str, int], dict[str, Team]]:
    counts: dict[str, int] = {}
    teams: dict[str, Team] = {}
    main = next(part.label.name for part in parts if part.how is None)
    for part in sorted(parts, key=lambda part: ORDER.index(part.how)):
        name = part.label.name
        if part.how == "gives":
            lines = part.trail[-1].weapons() or [
                line for n in part.trail for line in n.weapons() if clean(line.name) == name
            ]
            given = [weapon(line)[0] for line in lines[:1]]
            teams = {n: t if t.transport else replace(t, weapons=(*t.weapons, *given)) for n, t in teams.items()}
            continue
        old = next((n for n in teams if part.instead and speaks_of(part.instead, n)), main)
        if part.how == "carries":
            teams[name] = transport_team(part.trail[-1])
        elif part.how == "replaces" and old in teams and teams[old].transport:
            arms = tuple(weapon(line)[0] for line in part.trail[-1].weapons())
            teams[name] = replace(teams[old], name=name, weapons=arms)
        else:
            alone = sum(other.trail[-1] is part.trail[-1] for other in parts) == 1
            teams[name] = fitting.team(name, part.trail, alone)
        teams[name] = replace(teams[name], name=name)
        counts[name] = counts.get(name, 0) + part.label.number
        if part.how == "replaces":
            counts[old] = max(counts.get(old, 0) - part.label.number, 0)
    kept = {name: count for name, count in counts.items() if count}
    return kept, {name: teams[name] for name in kept}


ORDER: tuple[How | None, ...] = (None, "carries", "adds", "replaces", "gives")
