"""What catalogues and rosters have in common: entries with profiles, rules, costs and further entries inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from orsha.kernel import OrshaError
from orsha.tabletop.force.battlescribe.fields import CLASSES, WEAPON
from orsha.tabletop.force.battlescribe.xml import Element

MOST_NODES = 20_000
"""After every link was followed: a few links to links can ask for more than any army has."""
MOST_LINKS = 40
"""One link to the next."""

Kind = Literal["entry", "group"]


@dataclass(slots=True, eq=False)
class Profile:
    """A row of values: a team's ratings or a weapon's line."""

    name: str
    type: str
    fields: dict[str, str]

    @property
    def unit(self) -> bool:
        return self.type in CLASSES

    @property
    def weapon(self) -> bool:
        return self.type == WEAPON


@dataclass(slots=True, eq=False)
class Node:
    """An entry or a group of a catalogue, or a selection of a roster."""

    name: str
    kind: Kind = "entry"
    type: str = ""
    id: str = ""
    number: int = 1
    """How many of it a roster has."""
    said: str = ""
    """The group that a roster names: `Replace up to half ...`."""
    cost: float = 0
    least: int = 0
    most: int | None = None
    default: str = ""
    categories: list[str] = field(default_factory=list)
    profiles: list[Profile] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    linked: bool = False
    """Came by a link to an entry that stands elsewhere."""
    conditional: bool = False
    """Its price, or whether it is there at all, depends on what else was chosen."""

    def walk(self) -> Iterator[Node]:
        """Itself and all inside it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def units(self) -> list[Profile]:
        return [profile for profile in self.profiles if profile.unit]

    def weapons(self) -> list[Profile]:
        return [profile for profile in self.profiles if profile.weapon]


def number(text: str | None, missing: float = 0) -> float:
    try:
        value = float(text) if text else missing
    except ValueError:
        return missing
    return value if abs(value) < 1e6 else missing


def profile_of(element: Element, name: str | None = None) -> Profile:
    fields = {(item.get("name") or "").strip().lower(): item.text for item in element.all("characteristics")}
    return Profile(
        " ".join((name or element.get("name") or "").split()), (element.get("typeName") or "").lower(), fields
    )


def cost_of(element: Element) -> float:
    """The points; a list may count other things too, so points are the cost called pts, or the only one."""
    costs = [*element.all("costs"), *(child for child in element.children if child.name == "cost")]
    points = [item for item in costs if (item.get("name") or "").lower().strip() in ("pts", "points")] or costs[:1]
    return sum(number(item.get("value")) for item in points)


class Catalogue:
    """The entries of catalogue files by id, with links followed on demand."""

    def __init__(self, roots: list[Element]) -> None:
        self.roots = roots
        self.by_id: dict[str, Element] = {}
        self.categories: dict[str, str] = {}
        self.missing: list[str] = []
        """Names of links that lead out of the files at hand."""
        self.made = 0
        for root in roots:
            self._index(root)

    def _index(self, root: Element) -> None:
        waiting = [root]
        while waiting:
            element = waiting.pop()
            id = element.get("id")
            if id and element.name in ENTRIES:
                self.by_id.setdefault(id, element)
            if id and element.name == "categoryEntry":
                self.categories[id] = element.get("name") or ""
            waiting.extend(element.children)

    def nodes(self, root: Element, section: str) -> list[Node]:
        """The entries of a section of a file: `selectionEntries`, `entryLinks`, `sharedSelectionEntries`."""
        made = [self.node(element) for element in root.all(section)]
        return [node for node in made if node is not None]

    def node(self, element: Element, path: tuple[str, ...] = ()) -> Node | None:
        """An entry, group or link as a node; nothing where a link leads nowhere."""
        self._count()
        if element.name not in ("entryLink", *ENTRIES[:2]):
            return None
        if element.name != "entryLink":
            return self._filled(Node((element.get("name") or "").strip()), element, path)
        target = self.by_id.get(element.get("targetId") or "")
        if target is None:
            self.missing.append(element.get("name") or "")
            return None
        id = target.get("id") or ""
        if id in path or len(path) > MOST_LINKS:
            raise OrshaError(f"its entry {target.get('name')!r} links to itself, or is {MOST_LINKS} links away")
        node = self._filled(Node((target.get("name") or "").strip()), target, (*path, id))
        node.linked = True
        return self._filled(node, element, path, link=True)

    def _count(self) -> None:
        self.made += 1
        if self.made > MOST_NODES:
            raise OrshaError(f"its links ask for more than {MOST_NODES} entries and profiles")

    def _filled(self, node: Node, element: Element, path: tuple[str, ...], link: bool = False) -> Node:
        node.kind = "group" if element.name == "selectionEntryGroup" else node.kind
        node.type = element.get("type") or "" if not link else node.type
        node.id = node.id or element.get("id") or ""
        node.cost += cost_of(element)
        node.default = element.get("defaultSelectionEntryId") or node.default
        node.categories += [self.categories.get(c.get("targetId") or "", "") for c in element.all("categoryLinks")]
        self._constrain(node, element)
        self._inform(node, element)
        for section in ("selectionEntries", "selectionEntryGroups", "entryLinks"):
            for child in element.all(section):
                if child.get("hidden") == "true":
                    continue
                made = self.node(child, path)
                if made is not None:
                    node.children.append(made)
        return node

    def _constrain(self, node: Node, element: Element) -> None:
        for item in element.all("constraints"):
            if item.get("field") != "selections" or item.get("scope") != "parent":
                continue
            value = int(number(item.get("value")))
            if item.get("type") == "min":
                node.least = value
            elif item.get("type") == "max" and value >= 0:
                node.most = value
        groups = list(element.all("modifierGroups"))
        for item in [*element.all("modifiers"), *(m for group in groups for m in group.all("modifiers"))]:
            asked = item.first("conditions") is not None or item.first("conditionGroups") is not None
            if item.get("field") == "name" and not asked and item.get("type") == "set":
                node.name = item.get("value") or node.name
            elif item.get("field") not in ("hidden", "description"):
                node.conditional = True

    def _inform(self, node: Node, element: Element) -> None:
        """Profiles and rules that stand in an entry or are linked to it; hidden ones are another card's."""
        for item in element.all("profiles"):
            if item.get("hidden") != "true":
                node.profiles.append(profile_of(item))
        node.rules += [item.get("name") or "" for item in element.all("rules") if item.get("hidden") != "true"]
        for link in element.all("infoLinks"):
            self._count()
            target = self.by_id.get(link.get("targetId") or "")
            if target is None:
                self.missing.append(link.get("name") or "")
            elif "true" in (link.get("hidden"), target.get("hidden")):
                continue
            elif target.name == "profile":
                node.profiles.append(profile_of(target))
            elif target.name == "rule":
                node.rules.append(link.get("name") or target.get("name") or "")


ENTRIES = ("selectionEntry", "selectionEntryGroup", "profile", "rule")
