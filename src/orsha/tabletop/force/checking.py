"""Whether a force keeps to the rules for choosing one; every violation is explained."""

from __future__ import annotations

from collections.abc import Iterator

from orsha.kernel import Illegal
from orsha.tabletop.force.arsenal import Arsenal, arsenal
from orsha.tabletop.force.attaching import attached
from orsha.tabletop.force.boxes import assign
from orsha.tabletop.force.card import Data
from orsha.tabletop.force.chart import FormationCard
from orsha.tabletop.force.choosing import (
    OPTIONS,
    SIZES,
    Violation,
    fielded,
    option_troubles,
    size_called,
    size_trouble,
)
from orsha.tabletop.force.force import Force, Formation, Unit
from orsha.tabletop.force.listing import ForceList, FormationChoice, UnitChoice

FORMATIONS = "Formations (rulebook p. 94)"
SUPPORT = "Support Units (rulebook p. 99)"
CARDS = "Unit cards"
POINTS = "Points"
SUPPORTS = "support"


class Checked(Data, frozen=True):
    """What came of looking at a force: it, if it can be fielded at all, and every rule that it breaks."""

    force: Force | None
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        return self.force is not None and not self.violations


def check_list(chosen: ForceList, stock: Arsenal | None = None) -> Checked:
    """Checks a force against the cards of its nation and period."""
    return _Check(chosen, stock or arsenal(chosen.nation, chosen.period)).done()


def legal_force(chosen: ForceList, stock: Arsenal | None = None) -> Force:
    """The force, or `Illegal` with the first thing that is wrong and how many more there are."""
    checked = check_list(chosen, stock)
    if checked.legal and checked.force is not None:
        return checked.force
    first, *others = checked.violations
    more = f" (and {len(others)} more)" if others else ""
    raise Illegal(first.rule, f"{chosen.name}: {first.where}: {first.says}{more}")


class _Check:
    def __init__(self, chosen: ForceList, stock: Arsenal) -> None:
        self.chosen = chosen
        self.stock = stock
        self.found: list[Violation] = []
        self.names: set[str] = set()

    def wrong(self, rule: str, where: str, says: str) -> None:
        self.found.append(Violation(rule, where, says))

    def done(self) -> Checked:
        if not self.chosen.formations:
            self.wrong(FORMATIONS, self.chosen.name, "a force has at least one formation")
        formations = tuple(f for f in map(self._formation, self.chosen.formations) if f is not None)
        self._support()
        support = tuple(unit for choice in self.chosen.support for unit in self._units(choice, SUPPORTS))
        cards = {unit.card.name for formation in formations for unit in formation.units} | {
            u.card.name for u in support
        }
        self._needs([*(unit for formation in formations for unit in formation.units), *support], cards)
        if not formations:
            return Checked(None, tuple(self.found))
        chosen = self.chosen
        force = Force(chosen.name, chosen.nation, chosen.period, formations, support, chosen.points, chosen.source)
        if chosen.points is not None and force.points > chosen.points:
            over = force.points - chosen.points
            self.wrong(
                POINTS, chosen.name, f"it costs {force.points} points, {over} more than the {chosen.points} agreed"
            )
        return Checked(force, tuple(self.found))

    # -- formations

    def _formation(self, choice: FormationChoice) -> Formation | None:
        chart = self.stock.formations.get(choice.formation)
        if chart is None:
            known = ", ".join(self.stock.formations)
            self.wrong(FORMATIONS, choice.formation, f"there is no such formation; there are: {known}")
            return None
        self._headquarters(choice, chart)
        self._boxes(choice, chart)
        ordered = sorted(choice.units, key=lambda unit: unit.card not in chart.hq)
        units = tuple(unit for one in ordered for unit in self._units(one, chart.name))
        return Formation(chart.name, attached(units)) if units else None

    def _headquarters(self, choice: FormationChoice, chart: FormationCard) -> None:
        count = sum(unit.card in chart.hq for unit in choice.units)
        if count != 1:
            which = " or ".join(chart.hq)
            self.wrong(FORMATIONS, chart.name, f"a formation has one headquarters ({which}); this one has {count}")

    def _boxes(self, choice: FormationChoice, chart: FormationCard) -> None:
        boxes = [*chart.compulsory, *chart.optional]
        units = [unit for unit in choice.units if unit.card not in chart.hq]
        seats = assign(boxes, len(chart.compulsory), [u.card for u in units], [u.box for u in units])
        for number, box in enumerate(chart.compulsory):
            if number not in seats:
                self.wrong(
                    FORMATIONS, chart.name, f"its compulsory box {number + 1} is empty; it takes {' or '.join(box)}"
                )
        for unit, seat in zip(units, seats, strict=True):
            if seat is None and unit.card in self.stock.cards:
                self.wrong(FORMATIONS, chart.name, _no_box(unit, boxes))

    # -- support

    def _support(self) -> None:
        chart = self.stock.support
        boxes = [*chart.boxes, *((name,) for name in chart.formation_units)]
        cards = [unit.card for unit in self.chosen.support]
        seats = assign(boxes, 0, cards, [None] * len(cards))
        for unit, seat in zip(self.chosen.support, seats, strict=True):
            if seat is None and unit.card in self.stock.cards:
                places = sum(unit.card in box for box in boxes)
                says = (
                    f"the chart has no room for another {unit.card}"
                    if places
                    else f"{unit.card} does not come as support"
                )
                self.wrong(SUPPORT, SUPPORTS, says)

    def _needs(self, units: list[Unit], cards: set[str]) -> None:
        for unit in units:
            if unit.card.needs and not cards & set(unit.card.needs):
                self.wrong(SUPPORT, unit.name, f"it comes only with one of {', '.join(unit.card.needs)}")

    # -- units

    def _units(self, choice: UnitChoice, where: str) -> tuple[Unit, ...]:
        card = self.stock.cards.get(choice.card)
        if card is None:
            self.wrong(CARDS, where, _no_card(choice.card, list(self.stock.cards)))
            return ()
        size = size_called(card, choice.size)
        name = self._own_name(choice.name or card.name)
        if size is None:
            self.wrong(SIZES, name, size_trouble(card, choice.size))
            return ()
        troubles = list(option_troubles(card, size, choice.options))
        for says in troubles:
            self.wrong(OPTIONS, name, says)
        return fielded(card, name, size, {} if troubles else choice.options)

    def _own_name(self, name: str) -> str:
        """A second unit of the same name gets a number."""
        own = next(n for n in _numbered(name) if n not in self.names)
        self.names.add(own)
        return own


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in range(2, 1000):
        yield f"{name[:70]} ({number})"


def _no_box(unit: UnitChoice, boxes: list[tuple[str, ...]]) -> str:
    places = [number for number, box in enumerate(boxes, start=1) if unit.card in box]
    if not places:
        return f"it has no box for a {unit.card}"
    if unit.box is not None and unit.box not in places:
        return f"its box {unit.box} does not take a {unit.card}; boxes {', '.join(map(str, places))} do"
    return f"its boxes for a {unit.card} are full: {', '.join(map(str, places))}"


def _no_card(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=3)
    return f"there is no card called {name!r}" + (f"; did you mean {', '.join(near)}?" if near else "")
