"""Rosters of BattleScribe (`.ros`, `.rosz`) and New Recruit (the same, or JSON) into forces that can be played."""

from __future__ import annotations

from pathlib import Path

from orsha.kernel import OrshaError
from orsha.tabletop.force.attaching import attached
from orsha.tabletop.force.battlescribe.cards import Origin, cards_in
from orsha.tabletop.force.battlescribe.catalogue import origin_of
from orsha.tabletop.force.battlescribe.labels import clean
from orsha.tabletop.force.battlescribe.report import Effort, Problem, Unread
from orsha.tabletop.force.battlescribe.selection import card_chosen, own_card
from orsha.tabletop.force.battlescribe.tree import Node, cost_of, number, profile_of
from orsha.tabletop.force.battlescribe.xml import Element, fetch, parse, parse_json, unzipped
from orsha.tabletop.force.card import Card, Data
from orsha.tabletop.force.choosing import fielded
from orsha.tabletop.force.force import Force, Formation, Unit

MOST_UNITS = 100


class Roster(Data, frozen=True):
    """The force that a roster stands for, and what of it could not be read."""

    force: Force
    problems: tuple[Problem, ...]


def read_roster(file: Path) -> Roster:
    try:
        return roster_force(fetch(file))
    except OrshaError as error:
        raise OrshaError(f"{file} is no roster that can be read: {error}") from error


def is_roster(data: bytes) -> bool:
    """Whether JSON is a roster of New Recruit's."""
    return b'"roster"' in data[:200]


def roster_force(data: bytes) -> Roster:
    text = unzipped(data, (".ros", ".xml"))
    root = parse_json(text, "roster") if text.lstrip()[:1] == b"{" else parse(text)
    if root.name != "roster":
        raise OrshaError(f"its first element is {root.name!r}, not a roster")
    return _Reading(root).done()


class _Reading:
    def __init__(self, root: Element) -> None:
        self.root = root
        self.problems: list[Problem] = []
        self.names: set[str] = set()
        self.units = 0
        self.effort = Effort()

    def done(self) -> Roster:
        forces = _forces(self.root)
        catalogue = next((force.get("catalogueName") for force in forces if force.get("catalogueName")), "") or ""
        made = self.root.get("generatedBy") or "BattleScribe"
        origin = origin_of(catalogue, f"{catalogue or 'a roster'}, by {made}"[:200])
        formations: list[Formation] = []
        support: list[Unit] = []
        for node in (selection(item) for force in forces for item in force.all("selections")):
            units = self._units(node, origin)
            if units and _is_formation(node):
                formations.append(Formation(clean(node.name), attached(sorted(units, key=lambda unit: not unit.hq))))
            elif units:
                support += units
            elif any(part.cost for part in node.walk()):
                self.problems.append(Problem(clean(node.name), "selection", "", "is no unit; it is left out"))
        if not formations:
            raise OrshaError("it has no formation with units that can be read")
        name = clean(self.root.get("name") or "A roster")
        force = Force(
            name, origin.nation, origin.period, tuple(formations), tuple(support), self._limit(), origin.source
        )
        return Roster(force, tuple(self.problems))

    def _limit(self) -> int | None:
        limits = [number(item.get("value")) for item in self.root.all("costLimits")]
        return int(limits[0]) if limits and 0 < limits[0] <= 1000 else None

    def _units(self, node: Node, origin: Origin) -> list[Unit]:
        units: list[Unit] = []
        for chosen in cards_in(node):
            self.units += 1
            if self.units > MOST_UNITS:
                raise OrshaError(f"it has more than {MOST_UNITS} units")
            card: Card | None
            try:
                card = card_chosen(chosen, origin, self.problems, self.effort)
            except Unread as unread:
                self.problems.append(unread.on(clean(chosen.name)))
                card = own_card(chosen, origin) if unread.field == "ratings" else None
            if card is not None:
                units += fielded(card, self._own_name(card.name), card.sizes[0], {})
        return units

    def _own_name(self, name: str) -> str:
        own, count = name, 2
        while own in self.names:
            own, count = f"{name[:60]} ({count})", count + 1
        self.names.add(own)
        return own


def _forces(root: Element) -> list[Element]:
    """Every force of a roster; a force may hold further ones."""
    found: list[Element] = []
    waiting = list(root.all("forces"))
    while waiting:
        force = waiting.pop(0)
        found.append(force)
        waiting += force.all("forces")
    return found


def _is_formation(node: Node) -> bool:
    return any(category.lower() in ("formations", "allied formation") for category in node.categories) or any(
        " HQ" in f" {clean(card.name)}" for card in cards_in(node)
    )


def selection(element: Element) -> Node:
    """A selection of a roster and all below it."""
    return Node(
        name=(element.get("name") or "").strip(),
        type=element.get("type") or "",
        id=element.get("entryId") or "",
        number=max(int(number(element.get("number"), 1)), 1),
        cost=cost_of(element),
        said=element.get("group") or "",
        categories=[item.get("name") or "" for item in element.all("categories")],
        profiles=[profile_of(item) for item in element.all("profiles") if item.get("hidden") != "true"],
        rules=[item.get("name") or "" for item in element.all("rules") if item.get("hidden") != "true"],
        children=[selection(item) for item in element.all("selections")],
    )
