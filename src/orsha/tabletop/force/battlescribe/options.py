"""What a unit may have besides its size: teams added, teams replaced, weapons handed out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from orsha.tabletop.force.battlescribe.fitting import Fitting, Trail, is_transport, transport_team
from orsha.tabletop.force.battlescribe.labels import Key, clean, key, labels, same
from orsha.tabletop.force.battlescribe.report import Unread
from orsha.tabletop.force.battlescribe.teams import weapon
from orsha.tabletop.force.battlescribe.tree import Node
from orsha.tabletop.force.card import Option, Team

_TRADED = re.compile(r"^replace (?:one |up to \w+ )?(.{1,60}?) with (.{1,60})$", re.IGNORECASE)

How = Literal["adds", "replaces", "gives", "carries"]


class Extra(NamedTuple):
    """An optional entry: what it is called, what it does, and how often."""

    name: str
    how: How
    number: int
    most: int
    price: float
    """For one."""
    trail: Trail
    size: int = 0
    """The size that it goes with, in teams; 0 where it goes with several."""
    instead: str = ""
    """What it is taken instead of, where its name says so."""


def extras(card: Node) -> Iterator[Extra]:
    """The optional entries of a card, wherever they stand; `1x A` and `2x A` are one, twice."""
    kept: dict[tuple[Key, str], Extra] = {}
    for extra in _walk(card, (card,), "", 0):
        id = (key(extra.name), extra.how if extra.how != "carries" else str(extra.number))
        before = kept.setdefault(id, extra)
        if before.price == extra.price:
            name = min(before.name, extra.name, key=len)
            size = before.size if before.size == extra.size else 0
            again = before is not extra and before.trail[-2] is extra.trail[-2] and not labels(extra.trail[-1].name)
            most = before.most + extra.most if again else max(extra.most, before.most)
            kept[id] = before._replace(name=name, most=most, size=size)
    yield from kept.values()


def unread_options(card: Node) -> Iterator[str]:
    """The optional entries that are neither teams nor weapons: command cards, heroes."""
    for node in card.walk():
        if node.kind == "group" and node.least >= 1:
            continue
        loose = [child for child in node.children if child.kind != "group" and child.least == 0]
        yield from (c.name for c in loose if not labels(c.name) and not any(part.profiles for part in c.walk()))


def _walk(node: Node, trail: Trail, said: str, size: int) -> Iterator[Extra]:
    for child in node.children:
        here = (*trail, child)
        if child.kind == "group":
            if child.least > 1 or (child.least == 1 and (child.most or 1) > 1):
                yield from _other_models(child, here)
            else:
                yield from _walk(child, here, f"{said} {child.name}", size)
        elif child.least >= 1 or (node.kind == "group" and node.least >= 1):
            yield from _walk(child, here, said, sum(label.number for label in labels(child.name)) or size)
        elif not repeats(child, node) and (child.units() or child.weapons() or labels(child.name)):
            yield _extra(child, here, said, size)


def repeats(child: Node, size: Node) -> bool:
    """`15x rifle team` inside `15x rifle team, 1x Komissar team` only says it again."""
    said = [(label.number, key(label.name)) for label in labels(size.name)]
    mine = [(label.number, key(label.name)) for label in labels(child.name)]
    return child.cost == 0 and not child.profiles and bool(mine) and all(one in said for one in mine)


def _other_models(group: Node, trail: Trail) -> Iterator[Extra]:
    usual = usual_model(group)
    for child in group.children:
        if usual is not None and child is not usual:
            most = min(child.most or group.most or 1, group.most or 1)
            yield Extra(clean(child.name), "replaces", 1, max(most, 1), child.cost - usual.cost, (*trail, child))


def usual_model(group: Node) -> Node | None:
    """The tank that a group of single tanks is made of, unless others are chosen."""
    named = next((child for child in group.children if child.id == group.default), None)
    return named or min(group.children, key=lambda child: child.cost, default=None)


def _extra(node: Node, trail: Trail, said: str, size: int) -> Extra:
    named = labels(node.name)
    count = named[0].number if named else 1
    instead, new = traded_names(node.name)
    name = named[0].name if named else new
    how = how_of(node, trail, f"{said} {node.name}", size > 0)
    most = count if named else max(node.most or 1, 1)
    if how == "gives":
        return Extra(name, how, 1, 1, node.cost, trail, size)
    if how == "carries":
        return Extra(name, how, count, 1, node.cost, trail, size)
    return Extra(name, how, 1, most, node.cost / max(count, 1), trail, size, instead)


def traded_names(name: str) -> tuple[str, str]:
    """`Replace X with Y` as X and Y; any other name as nothing and itself."""
    traded = _TRADED.match(clean(name))
    return (clean(traded[1]), clean(traded[2])) if traded else ("", clean(name))


def how_of(node: Node, trail: Trail, said: str, nested: bool) -> How:
    """By the words where there are any, else by what usually is: tanks are traded, infantry teams are added."""
    if is_transport(node):
        return "carries"
    lines = [line for part in trail for line in part.weapons()] if not node.weapons() else node.weapons()
    own = [line for line in lines if clean(line.name).lower() == clean(re.sub(r"^\d+x\s+", "", node.name)).lower()]
    notes = " ".join(line.fields.get("notes", "") for line in (own or node.weapons())).lower()
    words = said.lower()
    tank = any(profile.type in ("tank unit", "gun unit") for part in trail for profile in part.units())
    if "equip" in words or "limited" in notes or (tank and "self-def" in notes and not re.search("replace", words)):
        return "gives"
    if "replace" in words:
        return "replaces"
    if " add " in f" {words} ":
        return "adds"
    return "replaces" if nested and (tank or node.cost == 0) else "adds"


def option_of(extra: Extra, fitting: Fitting, main: str, teams: dict[str, Team]) -> tuple[Option, list[Team]]:
    """The option, and the teams that it brings into the card."""
    if extra.price != int(extra.price) or not -100 <= extra.price <= 1000:
        raise Unread("price", f"{extra.name} {extra.price}", "is no whole number of points")
    points, node, size = int(extra.price), extra.trail[-1], extra.size or None
    if extra.how == "carries":
        made = transport_team(node)
        return Option(extra.name, points, adds={made.name: extra.number}, size=size), [made]
    if extra.how == "gives":
        lines = node.weapons() or [
            line for part in extra.trail for line in part.weapons() if _is(line.name, extra.name)
        ]
        if not lines:
            raise Unread("option", extra.name, "there is no line for its weapon")
        fitting.used.update(line.name for line in lines)
        return Option(extra.name, points, gives=weapon(lines[0])[0]), []
    old = next((name for name in teams if extra.instead and speaks_of(extra.instead, name)), None)
    if old is not None and node.weapons():
        arms = tuple(weapon(line)[0] for line in node.weapons())
        fitting.used.update(line.name for line in node.weapons())
        made = replace(teams[old], name=extra.name, weapons=arms)
    else:
        made = fitting.team(extra.name, extra.trail)
    instead = (old or main) if extra.how == "replaces" else None
    return Option(extra.name, points, extra.most, adds={made.name: 1}, replaces=instead, size=size), [made]


def speaks_of(short: str, long: str) -> bool:
    """`Sd Kfz 251 (MG)` speaks of the `Sd Kfz 251 Half-Track`."""
    mine, theirs = key(short), key(long)
    fits = not theirs.inside or not mine.inside or theirs.inside == mine.inside
    return same(mine, theirs) or bool(mine.base and theirs.base.startswith(mine.base) and fits)


def _is(line: str, name: str) -> bool:
    return clean(line).lower() == name.lower()
