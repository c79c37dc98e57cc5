"""Strength, weapons and leaders (001 7.519): what was bought comes in, and at first the orders of battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from orsha.campaign import charts
from orsha.campaign import events as ev
from orsha.campaign.arriving import GIVEN, ON_BOARD, Arrival, counters_of, tag
from orsha.campaign.commands import Answer
from orsha.campaign.events import Points
from orsha.campaign.files import Group, Side
from orsha.campaign.groups import dates, extras, group, initial, note, order_of_battle, surcharge
from orsha.campaign.observers import first_place, kind_of, modules, unassigned, with_observer
from orsha.campaign.receiving import NONE, receive
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, Asset, CampaignState, RecordLine, Task
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling
from orsha.kernel import Command

RULE = "001 7.519"
RECORD = "001 7.5189"
CG12 = "001 CG12b"
CG13 = "001 CG13"
PHONE = "phone"


def plan(state: CampaignState) -> Iterable[Task]:
    """At first the order of battle, then what was bought; artillery is fitted out at the end.

    Every side has the same tasks, and each of them the same events, whatever it bought: all of that can be counted.
    """
    given = [Task("given", side) for side in SIDES] if state.date == dates()[0] else []
    return [*given, *(Task("bought", side) for side in SIDES), Task("fit out")]


def do(told: Telling, task: Task) -> None:
    if task.side is None:
        for side in SIDES:
            _ask_contacts(told, side)
        return
    if task.what == "given":
        _ask_on_board(told, task.side)
    else:
        _bought(told, task.side)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    if task.what == "given":
        _given(told, side, command.chosen)
        _pay(told, side, command.chosen)
    else:
        _fit_out(told, side, command.chosen)


# -- all that comes at once


class _Coming:
    """What comes to a side, group by group. It is told in one: nobody else counts the groups (7.518)."""

    def __init__(self, told: Telling, side: Side) -> None:
        self.told = told
        self.side = side
        self.ids = told.fresh_ids(side)
        self.changes: list[ev.Change] = []
        self.lines: list[RecordLine] = []
        self.notes: list[str] = []
        self.fpp = told.state.sides[side].fpp.shown

    def group(self, id: str, number: int, having: dict[str, int], given: int = 0) -> None:
        """One group: its dice, its line of the record, its counters."""
        told, side, kind = self.told, self.side, group(self.side, id)
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
        change = counters_of(arrival, self.ids)
        if change.pieces or change.forts or change.assets:
            self.changes.append(change)
        self.lines.append(arrival.line(tuple(one.id for one in change.assets)))
        self.notes.append(_noted(arrival, kind))
        self.fpp += kind.fpp or 0

    def tell(self) -> None:
        """The counters, and the record; both also where nothing came."""
        parts = self.changes
        change = ev.Change(
            ". ".join(one.text for one in parts) or f"nothing new comes for the {self.side} side",
            pieces=tuple(piece for one in parts for piece in one.pieces),
            forts=tuple(fort for one in parts for fort in one.forts),
            assets=tuple(asset for one in parts for asset in one.assets),
            assets_gone=tuple(id for one in parts for id in one.assets_gone),
        )
        self.told.change_in_secret(RULE, self.side, change)
        text = "; ".join(self.notes) or f"nothing is entered in the {self.side} purchase record"
        self.told.points(RECORD, self.side, Points(text, fpp=self.fpp, line=tuple(self.lines)))


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


# -- the orders of battle (7.4)


def _groups_given(side: Side) -> list[tuple[str, int]]:
    """Each group of the order of battle, with the how manieth of its kind it is."""
    return [(id, n) for id, number in order_of_battle(side).groups.items() for n in range(1, number + 1)]


def _ask_on_board(told: Telling, side: Side) -> None:
    """001 CG12b: groups of the order of battle too may set up on board, for a CPP each.

    A side is asked even if no CPP is left: that is its secret.
    """
    date, left = told.state.date, told.state.sides[side].cpp.shown
    choices = {
        tag(id, date, 0, n): f"{group(side, id).type} ({tag(id, date, 0, n)})"
        for id, n in _groups_given(side)
        if any(extra.name == ON_BOARD for extra in extras(side, id, date))
    }
    if not choices:
        _given(told, side, ())
        return
    price = _price(told, side, (next(iter(choices)),))
    text = f"which groups of the order of battle set up on board, for {price} CPP each? You have {left}"
    told.choose(side, CG12, text, choices, 0, left // price)


def _given(told: Telling, side: Side, on_board: tuple[str, ...]) -> None:
    """001 7.4, special rules 2, 3, 4 and 6: all at full strength, the bombardments among them."""
    date = told.state.date
    coming = _Coming(told, side)
    for id, n in _groups_given(side):
        coming.group(id, 0, {ON_BOARD: 1} if tag(id, date, 0, n) in on_board else {}, given=n)
    if side == "russian":
        coming.changes += [_armour_leaders(told, coming.ids), _arm_aircraft(told)]
    coming.tell()


def _price(told: Telling, side: Side, on_board: Iterable[str]) -> int:
    return sum(surcharge(side, one.split("/")[0], told.state.date, {ON_BOARD: 1}) for one in on_board)


def _pay(told: Telling, side: Side, on_board: tuple[str, ...]) -> None:
    """Told also where nothing is paid."""
    own, price = told.state.sides[side], _price(told, side, on_board)
    *before, line = own.columns.shown
    text = f"{side} pays {price or 'no'} CPP to set up groups of the order of battle on board"
    paid = replace(line, spent=line.spent + price)
    told.points(CG12, side, Points(text, cpp=own.cpp.shown - price, columns=(*before, paid)))


def _armour_leaders(told: Telling, ids: Iterator[str]) -> ev.Change:
    """001 7.4, special rule 6: the T-34s, which are no group, have two rolls for armour leaders."""
    side: Side = "russian"
    said, leaders = [], []
    for type, rolls in initial().armor_leader_rolls.items():
        tanks = [one for one in told.state.sides[side].box.shown.values() if one.type == type]
        for tank in tanks[:rolls]:
            facts = {"german": False, "depleted": False}
            result = charts()["armor-leader"].roll(told.dice, side, facts, about=f"{type} {tank.id}").result
            found = result != NONE
            said.append(f"{f'a {result}' if found else 'no'} armour leader comes with the {type} {tank.id}")
            if found:
                leaders.append(Piece(next(ids), side, "armor-leader", result, held_by=tank.id, group=tank.group))
    return ev.Change("; ".join(said), pieces=tuple(leaders))


def _arm_aircraft(told: Telling) -> ev.Change:
    """001 7.4, special rule 4: a die for each aircraft says whether it carries ATCB."""
    side: Side = "russian"
    said, armed = [], []
    for asset in [one for one in told.state.sides[side].assets.shown.values() if one.since == GIVEN]:
        carried = _carried(told, side, asset.group, asset.id)
        armed.append(replace(asset, words=f"{asset.words}, {carried}"))
        said.append(f"the {asset.words.split(' without')[0]} {asset.id} has {carried}")
    return ev.Change("; ".join(said), assets=tuple(armed))


def _carried(told: Telling, side: Side, id: str, which: str) -> str:
    draw = next(
        draw for letter in group(side, id).notes for draw in note(side, letter).draws if draw.each == "aircraft"
    )
    return draw.result(told.dice.total(f"ATCB of {which}", side, seen_by=(side,)).result)


# -- what was bought


def _over(state: CampaignState, side: Side) -> list[ev.Change]:
    """What goes before anything comes, if there is something."""
    gone = tuple(id for id, one in state.sides[side].assets.shown.items() if _is_over(state, side, one))
    text = "bombardments that struck, aircraft whose time is up and dummies of the last scenario are gone"
    return [ev.Change(f"{text}: {', '.join(gone)}", assets_gone=gone)] if gone else []


def _is_over(state: CampaignState, side: Side, asset: Asset) -> bool:
    """A bombardment that struck (footnote 20); an aircraft of the order of battle, after the first date; a dummy of
    the last scenario, which came off the map with its other counters (7.502e)."""
    if state.date == dates()[0]:
        return False
    kind = kind_of(side, asset)
    old = asset.since != state.date and kind == "fortifications"
    return asset.since == GIVEN or old or (kind == "bombardment" and bool(asset.hexes))


def _bought(told: Telling, side: Side) -> None:
    own = told.state.sides[side]
    now = Counter(one.id for one in own.order.shown)
    numbers = {id: own.bought.shown.get(id, 0) - count for id, count in now.items()}
    coming = _Coming(told, side)
    coming.changes += _over(told.state, side)
    for purchase in own.order.shown:
        numbers[purchase.id] += 1
        coming.group(purchase.id, numbers[purchase.id], purchase.extras)
    coming.tell()


# -- artillery: radios, field phones, observers (CG7, CG13)


def _new(state: CampaignState, side: Side) -> list[Asset]:
    """Modules that came just now and need somebody who calls their fire; rockets bring him with them."""
    return [one for one in modules(state, side) if one.since == state.date and not one.observer]


def _retained(state: CampaignState, side: Side) -> list[Asset]:
    """001 CG7: modules of earlier dates that may still be given an observer, one at most."""
    return [one for one in modules(state, side) if one.since != state.date and not one.observer]


def _module_words(asset: Asset) -> str:
    return f"{asset.words} {asset.id}"


def _ask_contacts(told: Telling, side: Side) -> None:
    """001 CG13, CG7: all modules in one question, which is put to a side without any as well."""
    new, watchers = _new(told.state, side), unassigned(told.state, side)
    choices = {f"{one.id} {PHONE}": f"{_module_words(one)}: a field phone" for one in new}
    choices |= {
        f"{one.id} {who.id}": f"{_module_words(one)}: the offboard observer {who.id}, level {who.level}"
        for one in (*new, *_retained(told.state, side))
        for who in watchers
    }
    words = "who calls the fire of your artillery? A new module for which you say nothing has a radio"
    told.choose(side, CG13, words if choices else "you have no artillery to fit out: answer with nothing", choices)


def _fit_out(told: Telling, side: Side, chosen: Iterable[str]) -> None:
    """Radios, field phones and observers in one; an observer is part of his module from now on."""
    state = told.state
    assets, contacts = state.sides[side].assets.shown, _contacts(chosen)
    new, place = _new(state, side), first_place(state, side)
    seen = {id: who for id, who in contacts.items() if who != PHONE}
    watched = [with_observer(assets[id], assets[who].level, place) for id, who in seen.items()]
    heard = [one for one in new if one.id not in seen]
    ids = told.new_ids(side, len(heard))
    sets = [_set(state, side, one, id, one.id in contacts) for one, id in zip(heard, ids, strict=True)]
    said = [f"a {one.type.lower()} for {one.group}" for one in sets]
    said += [f"an observer at level {one.level} watches for {_module_words(one)} from {place}" for one in watched]
    text = "; ".join(said) or f"the {side} side fits out no artillery"
    change = ev.Change(text, tuple(sets), assets=tuple(watched), assets_gone=tuple(seen.values()))
    told.change_in_secret(CG13, side, change)


def _contacts(chosen: Iterable[str]) -> dict[str, str]:
    """Who calls the fire of which module. The last word about a module counts, and about an observer."""
    found: dict[str, str] = {}
    for choice in chosen:
        module, who = choice.split()
        found = {id: other for id, other in found.items() if id != module and (other != who or who == PHONE)}
        found[module] = who
    return found


def _set(state: CampaignState, side: Side, module: Asset, id: str, phone: bool) -> Piece:
    line = next(one for one in state.sides[side].record.shown if module.id in one.assets)
    return Piece(id, side, "sw", "Field phone" if phone else "Radio", group=line.tag)


STEP = Step("7.519", "Strength, weapons and leaders", plan, do, answered)
