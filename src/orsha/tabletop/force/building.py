"""Building a force piece by piece: what may come next, what it costs, what is left."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.force.arsenal import Arsenal, arsenal
from orsha.tabletop.force.card import Card, Option, Size
from orsha.tabletop.force.chart import FormationCard
from orsha.tabletop.force.checking import check_list
from orsha.tabletop.force.choosing import (
    OPTIONS,
    SIZES,
    most_of,
    offered,
    option_troubles,
    price,
    size_called,
    size_trouble,
)
from orsha.tabletop.force.listing import ForceList, FormationChoice, UnitChoice


class Place(NamedTuple):
    """A box to fill: what it is called, what may fill it, whether it must be."""

    name: str
    cards: tuple[str, ...]
    compulsory: bool


def begin(
    name: str, nation: Literal["soviet", "german"], period: Literal["mid", "late"], points: int | None
) -> ForceList:
    """An empty force."""
    return ForceList(name, nation, period, points)


def stock_of(force: ForceList) -> Arsenal:
    return arsenal(force.nation, force.period)


def places(chart: FormationCard) -> list[Place]:
    """The boxes of a formation in the order in which they are filled: headquarters, compulsory, optional."""
    boxes = [Place("headquarters", chart.hq, True)]
    boxes += [Place(f"compulsory box {n}", box, True) for n, box in enumerate(chart.compulsory, start=1)]
    first = len(chart.compulsory) + 1
    return boxes + [Place(f"optional box {n}", box, False) for n, box in enumerate(chart.optional, start=first)]


def support_cards(force: ForceList) -> list[Card]:
    """The cards that may still come as support."""
    stock = stock_of(force)
    names = [name for box in stock.support.boxes for name in box] + [*stock.support.formation_units]
    cards = [stock.cards[name] for name in dict.fromkeys(names)]
    return [card for card in cards if _fits(force, card)]


def _fits(force: ForceList, card: Card) -> bool:
    """Whether one more of a card breaks no rule for support that the force keeps now."""
    more = replace(force, support=(*force.support, UnitChoice(card.name)))
    before = sum(violation.where == "support" for violation in check_list(force).violations)
    return sum(violation.where == "support" for violation in check_list(more).violations) == before


def with_formation(force: ForceList, name: str, units: tuple[UnitChoice, ...]) -> ForceList:
    """A force with one more formation; a headquarters that was not named comes by itself."""
    chart = stock_of(force).formation(name)
    if not any(unit.card in chart.hq for unit in units):
        units = (UnitChoice(chart.hq[0]), *units)
    return replace(force, formations=(*force.formations, FormationChoice(name, units)))


def with_support(force: ForceList, units: tuple[UnitChoice, ...]) -> ForceList:
    return replace(force, support=(*force.support, *units))


def unit_written(force: ForceList, text: str) -> UnitChoice:
    """A unit in one line: `Grenadier Platoon`, `Grenadier Platoon: 7`, `Grenadier Platoon: 7: sMG42 HMG=2`."""
    name, _, rest = text.partition(":")
    size_text, _, option_text = rest.partition(":")
    card = stock_of(force).card(name.strip())
    wanted = size_text.strip() or None
    size = size_called(card, int(wanted) if wanted and wanted.isdecimal() else wanted)
    if size is None:
        raise Illegal(
            SIZES, f"{card.name}: {size_trouble(card, int(wanted) if wanted and wanted.isdecimal() else wanted)}"
        )
    options = dict(_counted(part) for part in option_text.split(",") if part.strip())
    for trouble in option_troubles(card, size, options):
        raise Illegal(OPTIONS, f"{card.name}: {trouble}")
    return UnitChoice(card.name, size_key(card, size), options)


def _counted(text: str) -> tuple[str, int]:
    name, equals, count = text.rpartition("=")
    if not equals:
        return text.strip(), 1
    if not count.strip().isdecimal() or not 1 <= int(count) <= 60:
        raise Illegal(OPTIONS, f"after {name.strip()}= comes a number from 1 to 60, not {count.strip()!r}")
    return name.strip(), int(count)


def size_key(card: Card, size: Size) -> int | str:
    """How a list names a size: by its teams, or written out where several have as many."""
    number = card.fighting(size)
    return number if size_called(card, number) == size else size.words()


def option_room(card: Card, size: Size) -> list[tuple[Option, int]]:
    """The options that go with a size, and how often each may be taken."""
    return [(option, most_of(card, size, option)) for option in offered(card, size)]


def cost(card: Card, unit: UnitChoice) -> int:
    size = size_called(card, unit.size)
    return price(card, size, unit.options) if size is not None else 0


def spent(force: ForceList) -> int:
    """The points of what was chosen so far."""
    stock = stock_of(force)
    units = [unit for formation in force.formations for unit in formation.units] + [*force.support]
    return sum(cost(stock.cards[unit.card], unit) for unit in units if unit.card in stock.cards)
