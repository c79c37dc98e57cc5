"""What a unit may have besides its size: teams added, teams replaced, weapons handed out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from orsha.tabletop.force.battlescribe.fitting import Fitting, Path, is_transport, transport_team
from orsha.tabletop.force.battlescribe.labels import clean, labels
from orsha.tabletop.force.battlescribe.report import Unread
from orsha.tabletop.force.battlescribe.teams import weapon
from orsha.tabletop.force.battlescribe.tree import Node
from orsha.tabletop.force.card import Option, Team

How = Literal["adds", "replaces", "gives", "carries"]
MACHINE_GUN = 4
"""The anti-tank number of a heavy machine-gun: such a weapon is handed out, no tank is traded for it."""


class Extra(NamedTuple):
    """An optional entry: what it is called, what it does, and how often."""

    name: str
    how: How
    count: int
    most: int
    price: float
    """For one."""
    path: Path
    said: str
    """The words around it: `Replace up to half ...`."""


def extras(card: Node) -> Iterator[Extra]:
    """The optional entries of a card, wherever they stand; `1x A` and `2x A` are one, twice."""
    kept: dict[tuple[str, str], Extra] = {}
    for extra in _walk(card, (card,), "", False):
        before = kept.get((extra.name, extra.how))
        if before is None or before.price == extra.price:
            most = max(extra.most, before.most if before else 0)
            kept[(extra.name, extra.how)] = extra._replace(most=most)
    yield from kept.values()


def _walk(node: Node, path: Path, said: str, nested: bool) -> Iterator[Extra]:
    for child in node.children:
        here = (*path, child)
        if child.kind == "group":
            inside = nested or child.least >= 1
            if child.least > 1 or (child.least == 1 and (child.most or 1) > 1):
                yield from _other_models(child, here)
                continue
            yield from _walk(child, here, f"{said} {child.name}", inside)
        elif child.least >= 1 or _is_size(node, child):
            yield from _walk(child, here, said, True)
        elif child.units() or child.weapons() or labels(child.name):
            yield _extra(child, here, said, nested)


def _is_size(parent: Node, child: Node) -> bool:
    """One of a compulsory group's entries is no extra."""
    return parent.kind == "group" and parent.least >= 1


def _other_models(group: Node, path: Path) -> Iterator[Extra]:
    usual = next((c for c in group.children if c.id == group.default), None) or min(
        group.children, key=lambda c: c.cost, default=None
    )
    for child in group.children:
        if usual is not None and child is not usual:
            most = min(child.most or group.most or 1, group.most or 1)
            yield Extra(clean(child.name), "replaces", 1, max(most, 1), child.cost - usual.cost, (*path, child), "")


def _extra(node: Node, path: Path, said: str, nested: bool) -> Extra:
    named = labels(node.name)
    count = named[0].count if named else 1
    name = named[0].name if named else clean(node.name)
    how = how_of(node, path, f"{said} {node.name}", nested)
    most = count if named else max(node.most or 1, 1)
    if how == "gives":
        return Extra(name, how, 1, 1, node.cost, path, said)
    if how == "carries":
        return Extra(name, how, count, 1, node.cost, path, said)
    return Extra(name, how, 1, most, node.cost / max(count, 1), path, said)


def how_of(node: Node, path: Path, said: str, nested: bool) -> How:
    """By the words where there are any, else by what usually is: tanks are traded, infantry teams are added."""
    if is_transport(node):
        return "carries"
    lines = [line for part in path for line in part.weapons()] if not node.weapons() else node.weapons()
    own = [line for line in lines if clean(line.name).lower() == clean(re.sub(r"^\d+x\s+", "", node.name)).lower()]
    notes = " ".join(line.fields.get("notes", "") for line in (own or node.weapons())).lower()
    words = said.lower()
    tank = any(profile.type in ("tank unit", "gun unit") for part in path for profile in part.units())
    if "equip" in words or "limited" in notes or (tank and "self-def" in notes and not re.search("replace", words)):
        return "gives"
    if "replace" in words:
        return "replaces"
    if " add " in f" {words} ":
        return "adds"
    return "replaces" if nested and (tank or node.cost == 0) else "adds"


def option_of(extra: Extra, fitting: Fitting, main: str) -> tuple[Option, list[Team]]:
    """The option, and the teams that it brings into the card."""
    if extra.price != int(extra.price) or not 0 <= extra.price <= 1000:
        raise Unread("price", f"{extra.name} {extra.price}", "is no whole number of points from 0 to 1000")
    points, node = int(extra.price), extra.path[-1]
    if extra.how == "carries":
        made = transport_team(node, extra.path)
        return Option(extra.name, points, adds={made.name: extra.count}), [made]
    if extra.how == "gives":
        lines = node.weapons() or [line for part in extra.path for line in part.weapons() if _is(line.name, extra.name)]
        if not lines:
            raise Unread("option", extra.name, "there is no line for its weapon")
        fitting.used.update(line.name for line in lines)
        return Option(extra.name, points, gives=weapon(lines[0])[0]), []
    made = fitting.team(extra.name, extra.path)
    replaces = main if extra.how == "replaces" else None
    return Option(extra.name, points, extra.most, adds={made.name: 1}, replaces=replaces), [made]


def _is(line: str, name: str) -> bool:
    return clean(line).lower() == name.lower()
