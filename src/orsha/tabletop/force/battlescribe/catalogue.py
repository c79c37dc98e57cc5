"""BattleScribe catalogues (`.cat`, `.gst`, and their zipped kinds) into cards and formations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from orsha.kernel import OrshaError
from orsha.tabletop.force.battlescribe.cards import Origin, card_of, cards_in, is_card, is_hq
from orsha.tabletop.force.battlescribe.labels import clean
from orsha.tabletop.force.battlescribe.report import Effort, Problem
from orsha.tabletop.force.battlescribe.tree import Catalogue, Node
from orsha.tabletop.force.battlescribe.xml import Element, fetch, parse, unzipped
from orsha.tabletop.force.card import Card, Data, Nation, Period
from orsha.tabletop.force.chart import FormationCard

ENDINGS = (".cat", ".gst")


class Imported(Data, frozen=True):
    """What a catalogue holds, and what of it could not be read."""

    name: str
    cards: tuple[Card, ...]
    formations: tuple[FormationCard, ...]
    problems: tuple[Problem, ...]


def origin_of(name: str, source: str) -> Origin:
    """Nation and period by the name of a catalogue."""
    lower = name.lower()
    nation: Nation = "german" if "german" in lower else "soviet" if "soviet" in lower else "other"
    late = any(word in lower for word in ("late-war", "late war", "bagration", "berlin"))
    period: Period = "late" if late else "mid" if "mid-war" in lower or "mid war" in lower else "other"
    return Origin(nation, period, source)


def read_catalogue(file: Path, systems: Iterable[Path] = ()) -> Imported:
    """A catalogue's cards; `systems` are the game system and catalogues that it links to."""
    try:
        return imported([_root(path) for path in (file, *systems)])
    except OrshaError as error:
        raise OrshaError(f"{file} is no catalogue that can be read: {error}") from error


def _root(file: Path) -> Element:
    return parse(unzipped(fetch(file), ENDINGS))


def imported(roots: list[Element]) -> Imported:
    root = roots[0]
    if root.name not in ("catalogue", "gameSystem"):
        raise OrshaError(f"its first element is {root.name!r}, not a catalogue or a game system")
    catalogue = Catalogue(roots)
    title = root.get("name") or "a catalogue"
    origin = origin_of(title, f"{title}, catalogue revision {root.get('revision') or '?'}")
    shared, formations = _entries(catalogue, root)
    cards: dict[str, Card] = {}
    problems: list[Problem] = []
    effort = Effort()
    for node in _distinct(card for entry in shared for card in cards_in(entry)):
        card, wrong = card_of(node, origin, effort)
        problems += wrong
        if card is not None:
            cards[_own_name(card, cards)] = card
    charts = [_formation(node, origin, problems) for node in formations]
    problems += [
        Problem(title[:80], "link", name[:80], "leads to another file") for name in dict.fromkeys(catalogue.missing)
    ]
    made = tuple(chart for chart in charts if chart is not None)
    return Imported(title, tuple(cards.values()), made, tuple(problems))


def _entries(catalogue: Catalogue, root: Element) -> tuple[list[Node], list[Node]]:
    """Every entry that may hold cards, and the formations among them."""
    links = catalogue.nodes(root, "entryLinks")
    formations = {node.id for node in links if "Formations" in node.categories}
    sections = ("selectionEntries", "sharedSelectionEntries", "sharedSelectionEntryGroups")
    entries = [node for section in sections for node in catalogue.nodes(root, section)]
    found = [node for node in entries if node.id in formations or "Formations" in node.categories]
    return entries, found


def _distinct(nodes: Iterable[Node]) -> list[Node]:
    """Each card once: links show the same entry in many places."""
    return list({node.id: node for node in nodes}.values())


def _own_name(card: Card, taken: dict[str, Card]) -> str:
    name, number = card.name, 2
    while name in taken:
        name = f"{card.name} ({number})"
        number += 1
    return name


def _formation(node: Node, origin: Origin, problems: list[Problem]) -> FormationCard | None:
    """A formation's headquarters and boxes."""
    hq: list[str] = []
    compulsory: list[tuple[str, ...]] = []
    optional: list[tuple[str, ...]] = []
    for child, names in _boxes(node):
        if any(is_hq(card) for card in cards_in(child)):
            hq += names
            continue
        least, most = (child.least, child.most or max(child.least, 1)) if child.kind != "group" else (child.least, 1)
        compulsory += [names] * min(least, 20)
        optional += [names] * min(max(most - least, 0), 20)
    if not hq:
        problems.append(Problem(clean(node.name), "headquarters", "", "the formation has none in this file"))
        return None
    return FormationCard(
        clean(node.name), origin.nation, origin.period, origin.source, tuple(hq), tuple(compulsory), tuple(optional)
    )


def _boxes(node: Node) -> list[tuple[Node, tuple[str, ...]]]:
    boxes = []
    for child in node.children:
        spread = child.kind == "group" and child.most is None and child.least == 0
        for box in child.children if spread else [child]:
            names = tuple(dict.fromkeys(clean(card.name) for card in cards_in(box)))
            if names and (is_card(box) or box.kind == "group" or box.children):
                boxes.append((box, names))
    return boxes
