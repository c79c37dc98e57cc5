"""Strength, weapons and leaders (001 7.519): what was bought comes in, and at first the orders of battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign import charts
from orsha.campaign import state as s
from orsha.campaign.arriving import GIVEN, ON_BOARD, Arrival, counters_of, tag
from orsha.campaign.files import Group, Side
from orsha.campaign.groups import dates, extras, group, initial, note, order_of_battle, surcharge
from orsha.campaign.observers import first_place, kind_of, modules, unassigned, with_observer
from orsha.campaign.receiving import NONE, receive
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, Answer, Asset, CampaignState, Points, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling
from orsha.kernel import Command, Hidden

RULE = "001 7.519"
CG12 = "001 CG12b"
CG13 = "001 CG13"
SPECIAL_4 = "001 7.4, special rule 4"
SPECIAL_6 = "001 7.4, special rule 6"
RADIOS = {"radio": "Radio", "field phone": "Field phone"}
NOT_YET = "none"


def plan(state: CampaignState) -> Iterable[Task]:
    """First what is over, then the order of battle, then what was bought; artillery is fitted out at the end."""
    tasks = [Task("spent", side) for side in SIDES]
    if state.date == dates()[0]:
        tasks += [Task("given", side) for side in SIDES]
    tasks += [Task("bought", side) for side in SIDES if state.sides[side].order.shown]
    return [*tasks, *(Task("fit out", side) for side in SIDES)]


def do(told: Telling, task: Task) -> None:
    assert task.side is not None
    match task.what:
        case "spent":
            _clear_spent(told, task.side)
        case "given":
            _ask_on_board(told, task.side)
        case "bought":
            _bought(told, task.side)
        case "fit out":
            told.queue(*_fitting(told.state, task.side))
        case "module":
            _ask_contact(told, task.side, *task.about)
        case "observer":
            _ask_module(told, task.side, *task.about)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    match task.what:
        case "given":
            _given(told, side, command.chosen)
        case "module":
            _fit_out(told, side, task.about[0], command.chosen[0])
        case "observer":
            if command.chosen[0] != NOT_YET:
                _assign(told, side, command.chosen[0], task.about[0])


# -- what is over


def _clear_spent(told: Telling, side: Side) -> None:
    """Bombardments that struck are gone (footnote 20), aircraft of the order of battle flew on the first date only."""
    first = told.state.date == dates()[0]
    held = told.state.sides[side].assets.shown.values()
    gone = tuple(
        one.id
        for one in held
        if not first and (one.since == GIVEN or (kind_of(side, one) == "bombardment" and one.hexes))
    )
    if gone:
        change = s.Change("bombardments that struck, and aircraft whose time is up, are gone", assets_gone=gone)
        told.tell(s.ChangedInSecret("001 7.518, footnote 20", side, Hidden((side,), change)))


# -- the orders of battle (7.4)


def _groups_given(side: Side) -> list[tuple[str, int]]:
    """Each group of the order of battle, with the how manieth of its kind it is."""
    return [(id, n) for id, number in order_of_battle(side).groups.items() for n in range(1, number + 1)]


def _ask_on_board(told: Telling, side: Side) -> None:
    """001 CG12b: groups of the order of battle too may set up on board, for a CPP each."""
    date, left = told.state.date, told.state.sides[side].cpp.shown
    choices = {
        tag(id, date, 0, n): f"{group(side, id).type} ({tag(id, date, 0, n)})"
        for id, n in _groups_given(side)
        if any(extra.name == ON_BOARD for extra in extras(side, id, date))
    }
    if not choices or not left:
        _given(told, side, ())
        return
    price = surcharge(side, next(iter(choices)).split("/")[0], date, {ON_BOARD: 1})
    text = f"which groups of the order of battle set up on board, for {price} CPP each? You have {left}"
    told.choose(side, CG12, text, choices, 0, left // price)


def _given(told: Telling, side: Side, on_board: tuple[str, ...]) -> None:
    """001 7.4, special rules 2, 3 and 6: all at full strength, the bombardments among them."""
    date = told.state.date
    price = 0
    for id, n in _groups_given(side):
        having = {ON_BOARD: 1} if tag(id, date, 0, n) in on_board else {}
        price += surcharge(side, id, date, having)
        _come(told, side, id, 0, having, given=n)
    if price:
        _pay(told, side, price)
    if side == "russian":
        _armour_leaders(told)
        _arm_aircraft(told)


def _pay(told: Telling, side: Side, price: int) -> None:
    own = told.state.sides[side]
    *before, line = own.columns.shown
    text = f"{side} pays {price} CPP to set up groups of the order of battle on board"
    paid = replace(line, spent=line.spent + price)
    told.points(CG12, side, Points(text, cpp=own.cpp.shown - price, columns=(*before, paid)))


def _armour_leaders(told: Telling) -> None:
    """001 7.4, special rule 6: the T-34s, which are no group, have two rolls for armour leaders."""
    side: Side = "russian"
    for type, rolls in initial().armor_leader_rolls.items():
        tanks = [one for one in told.state.sides[side].box.shown.values() if one.type == type]
        for tank in tanks[:rolls]:
            facts = {"german": False, "depleted": False}
            result = charts()["armor-leader"].roll(told.dice, side, facts, about=f"{type} {tank.id}").result
            if result == NONE:
                told.say(SPECIAL_6, f"no armour leader for the {type} {tank.id}", side)
                continue
            id, *_ = told.new_ids(side, 1)
            leader = Piece(id, side, "armor-leader", result, held_by=tank.id, group=tank.group)
            told.add(SPECIAL_6, f"a {result} armour leader comes with the {type} {tank.id}", side, leader)


def _arm_aircraft(told: Telling) -> None:
    """001 7.4, special rule 4: a die for each aircraft says whether it carries ATCB."""
    side: Side = "russian"
    for asset in [one for one in told.state.sides[side].assets.shown.values() if one.since == GIVEN]:
        carried = _carried(told, side, asset.group, asset.id)
        armed = replace(asset, words=f"{asset.words}, {carried}")
        change = s.Change(f"the {asset.words.split(' without')[0]} {asset.id} has {carried}", assets=(armed,))
        told.tell(s.ChangedInSecret(SPECIAL_4, side, Hidden((side,), change)))


def _carried(told: Telling, side: Side, id: str, which: str) -> str:
    draw = next(
        draw for letter in group(side, id).notes for draw in note(side, letter).draws if draw.each == "aircraft"
    )
    return draw.result(told.dice.total(f"ATCB of {which}", side, seen_by=(side,)).result)


# -- what was bought


def _bought(told: Telling, side: Side) -> None:
    own = told.state.sides[side]
    now = Counter(one.id for one in own.order.shown)
    numbers = {id: own.bought.shown.get(id, 0) - count for id, count in now.items()}
    for purchase in own.order.shown:
        numbers[purchase.id] += 1
        _come(told, side, purchase.id, numbers[purchase.id], purchase.extras)


def _come(told: Telling, side: Side, id: str, number: int, having: dict[str, int], given: int = 0) -> None:
    """One group: its dice, its line of the record, its counters."""
    kind = group(side, id)
    arrival = Arrival(
        side,
        id,
        told.state.date,
        number,
        receive(side, id, told.state.date, told.dice),
        given,
        having,
        _aircraft(told, side, kind),
        first_place(told.state, side) if kind.kind == "rockets" else "",
    )
    most = 8 + 3 * sum((*arrival.received.units.values(), *arrival.received.weapons.values()))
    change = counters_of(arrival, iter(told.new_ids(side, most)))
    if change.pieces or change.forts or change.assets:
        told.tell(s.ChangedInSecret(RULE, side, Hidden((side,), change)))
    line = arrival.line(tuple(one.id for one in change.assets))
    fpp = told.state.sides[side].fpp.shown + kind.fpp if kind.fpp else None
    told.points("001 7.5189", side, Points(_noted(arrival, kind), fpp=fpp, line=line))


def _noted(arrival: Arrival, kind: Group) -> str:
    """What the record says of a group."""
    if kind.fpp:
        return f"{arrival.tag}: {kind.fpp} FPP to spend"
    if kind.kind == "san":
        return f"{arrival.tag}: the SAN is raised before the scenario begins"
    if kind.kind == "recon":
        return f"{arrival.tag}: the reconnaissance is rolled for once all are set up"
    return f"{arrival.tag} is entered in the purchase record"


def _aircraft(told: Telling, side: Side, kind: Group) -> str:
    """German note l, Russian note n: a die for the type, read elsewhere; ATCB is rolled for as they fly in (E7.21)."""
    draws = [draw for letter in kind.notes for draw in note(side, letter).draws if draw.each == "aircraft"]
    if not draws:
        return ""
    die = told.dice.total(f"{kind.id}: type of aircraft", side, seen_by=(side,)).result
    printed = kind.units_words().removeprefix("See ")
    return f"type die {die} ({printed}); each aircraft that comes rolls for ATCB: {draws[0].words()}"


# -- artillery: radios, field phones, observers (CG7, CG13)


def _fitting(state: CampaignState, side: Side) -> list[Task]:
    """New modules choose how they are called; observers that are left go to modules of earlier dates."""
    new = [one for one in modules(state, side) if one.since == state.date and not one.observer]
    left = unassigned(state, side)
    return [
        *(Task("module", side, (one.id,)) for one in new),
        *(Task("observer", side, (one.id,)) for one in left),
    ]


def _module_words(asset: Asset) -> str:
    return f"{asset.words} {asset.id}"


def _ask_contact(told: Telling, side: Side, id: str) -> None:
    module = told.state.sides[side].assets.shown[id]
    choices = {key: f"a {key}" for key in RADIOS}
    choices |= {one.id: f"the offboard observer {one.id}, level {one.level}" for one in unassigned(told.state, side)}
    told.choose(side, CG13, f"{_module_words(module)}: who calls its fire?", choices, 1, 1)


def _fit_out(told: Telling, side: Side, id: str, chosen: str) -> None:
    if chosen not in RADIOS:
        _assign(told, side, id, chosen)
        return
    line = next(one for one in told.state.sides[side].record.shown if id in one.assets)
    new, *_ = told.new_ids(side, 1)
    told.add(CG13, f"a {chosen} for {line.tag}", side, Piece(new, side, "sw", RADIOS[chosen], group=line.tag))


def _ask_module(told: Telling, side: Side, id: str) -> None:
    """001 CG7: a module that was retained may be given an observer, one at most."""
    assets = told.state.sides[side].assets.shown
    open_to = {
        one.id: _module_words(one)
        for one in modules(told.state, side)
        if not one.observer and one.since != told.state.date
    }
    if id in assets and open_to:
        choices = {**open_to, NOT_YET: "no module for now"}
        told.choose(side, "001 CG7", f"which module does the observer {id} watch for?", choices, 1, 1)


def _assign(told: Telling, side: Side, module: str, observer: str) -> None:
    """The observer is part of the module from now on."""
    assets = told.state.sides[side].assets.shown
    place = first_place(told.state, side)
    watched = with_observer(assets[module], assets[observer].level, place)
    text = f"an observer at level {watched.level} watches for {_module_words(watched)}, from {place} unless moved"
    change = s.Change(text, assets=(watched,), assets_gone=(observer,))
    told.tell(s.ChangedInSecret(CG13, side, Hidden((side,), change)))


STEP = Step("7.519", "Strength, weapons and leaders", plan, do, answered)
