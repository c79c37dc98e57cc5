"""What a side can buy and what it starts with: groups, support weapons, history, fortifications, the initial scenario.

The numbers stand in `data/`, each once; here are their shapes, the checks made as they are read, and the few
questions a desk asks of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import TypeVar

from msgspec.structs import replace

from orsha.campaign.files import (
    COUNTED_BY_STRENGTH,
    COUNTED_BY_UNIT,
    DATA,
    ORDER,
    Allotment,
    AllotmentFile,
    Chance,
    Extra,
    Fortifications,
    Group,
    GroupFile,
    HistoryFile,
    Initial,
    Note,
    OrderOfBattle,
    Price,
    Side,
    SupportWeapons,
)
from orsha.kernel import Illegal, Unknown
from orsha.kernel.data import Place, Wrong, load

T = TypeVar("T")


def groups(side: Side) -> tuple[Group, ...]:
    """A side's reinforcement groups in the printed order."""
    return chart(side).groups


def group(side: Side, id: str) -> Group:
    return _named(f"{side} group", {group.id: group for group in groups(side)}, id)


def note(side: Side, letter: str) -> Note:
    return _named(f"{side} note", {note.letter: note for note in chart(side).notes}, letter)


def strength(group: Group, full: bool) -> int | None:
    """How many of its units a group has at full strength or depleted, where its row says so (001 7.5185)."""
    return group.full if full else group.depleted


def extras(side: Side, id: str, date: str) -> tuple[Extra, ...]:
    """What can be had with a group on a date."""
    wanted = group(side, id)
    return tuple(extra for extra in chart(side).extras if extra.is_for(wanted) and _open(extra, date))


def cost(side: Side, id: str, date: str, having: Mapping[str, int] | None = None) -> int:
    """A group's price in CPP with the extras it is bought with, by name and number."""
    return group(side, id).cpp + surcharge(side, id, date, having or {})


def surcharge(side: Side, id: str, date: str, having: Mapping[str, int]) -> int:
    """What the extras alone cost: all that a group of the order of battle pays for being set up on board."""
    open_now = {extra.name: extra for extra in extras(side, id, date)}
    known = {extra.name: extra for extra in chart(side).extras}
    for name, number in having.items():
        extra = _named(f"{side} extra", known, name)
        if name not in open_now:
            raise Illegal(extra.rule, f"{name} cannot be had with the {side} {id} on {date}")
        if not 0 <= number <= extra.most:
            raise Illegal(extra.rule, f"{name} can be had at most {extra.most} times with a group, not {number}")
    return sum(open_now[name].cpp * number for name, number in having.items())


def leader_chart(side: Side, id: str) -> str | None:
    """The chart that a group rolls its leaders on (001 7.5196, 7.5197), if it has any."""
    wanted = group(side, id)
    if "a" in wanted.notes:
        return "armor-leader" if wanted.kind == "vehicles" else "platoon-leader"
    return f"leader-generation-{side}" if "e" in wanted.notes else None


def sw_of(side: Side, id: str) -> Allotment:
    """The support weapons of an infantry group."""
    file = allotments()
    of_side = file.german if side == "german" else file.russian
    return _named(f"{side} group with support weapons", {one.id: one for one in of_side}, id)


def sw_received(side: Side, id: str, full: bool) -> SupportWeapons:
    """What a group brings for sure and what it rolls for (001 7.5192, ruling B12)."""
    allotment, depleted = sw_of(side, id), allotments().depleted
    if full:
        return SupportWeapons(allotment.sure, tuple(Chance(*each) for each in allotment.on_die.items()))
    plain = [Chance(weapon, depleted.on_die) for weapon, n in allotment.sure.items() for _ in range(n)]
    rest = [Chance(weapon, number - depleted.less) for weapon, number in allotment.on_die.items()]
    return SupportWeapons({}, (*plain, *rest))


def dates() -> tuple[str, ...]:
    """The campaign's dates in order; the first is the initial scenario's."""
    return tuple(row.date for row in history_file().dates)


def history(side: Side, date: str) -> int:
    """A side's historical DRM on a date (001 7.5151)."""
    row = history_file().dates[_day(date)]
    return row.german if side == "german" else row.russian


@cache
def chart(side: Side) -> GroupFile:
    return load_groups(DATA / f"groups-{side}.toml")


@cache
def allotments() -> AllotmentFile:
    return load_allotments(DATA / "allotments.toml")


@cache
def history_file() -> HistoryFile:
    return load_history(DATA / "history.toml")


@cache
def fortifications() -> Fortifications:
    return load_fortifications(DATA / "fortifications.toml")


def price(id: str) -> Price:
    """What a fortification costs (001 7.520)."""
    return _named("fortification", {known.id: known for known in fortifications().prices}, id)


def on_sale(side: Side, date: str) -> tuple[Price, ...]:
    """What a side may buy on a date (001 7.520: the Russians foxholes only, and none at first)."""
    works = fortifications()
    if side == "german":
        return works.prices
    open_yet = _day(date) >= _day(works.russian.first)
    return tuple(known for known in works.prices if open_yet and known.id in works.russian.may_buy)


@cache
def initial() -> Initial:
    return load_initial(DATA / "initial.toml")


def order_of_battle(side: Side) -> OrderOfBattle:
    """What a side starts with (001 7.4)."""
    return initial().german if side == "german" else initial().russian


def load_groups(file: Path) -> GroupFile:
    """A chart file, checked, with the numbers that its words stand for filled in."""
    raw = load(file, GroupFile, _check_groups)
    return replace(
        raw,
        groups=tuple(replace(group, type=group.type.format(**_sizes(group))) for group in raw.groups),
        notes=tuple(replace(note, means=note.means.format(**_values(raw, note))) for note in raw.notes),
    )


def load_allotments(file: Path) -> AllotmentFile:
    return load(file, AllotmentFile, _check_allotments)


def load_history(file: Path) -> HistoryFile:
    return load(file, HistoryFile, lambda read: _check_ascending("dates", [row.date for row in read.dates]))


def load_fortifications(file: Path) -> Fortifications:
    return load(file, Fortifications, _check_fortifications)


def load_initial(file: Path) -> Initial:
    return load(file, Initial, _check_initial)


def _named(what: str, known: Mapping[str, T], asked: str) -> T:
    if asked not in known:
        raise Unknown(what, asked, list(known))
    return known[asked]


def _day(date: str) -> int:
    """A date's place in the campaign."""
    return _named("campaign date", {known: place for place, known in enumerate(dates())}, date)


def _open(extra: Extra, date: str) -> bool:
    day = _day(date)
    return (extra.first is None or _day(extra.first) <= day) and (extra.last is None or day <= _day(extra.last))


def _sizes(group: Group) -> dict[str, int]:
    """The numbers that a group's printed name holds."""
    return {name: size for name, size in (("caliber", group.caliber), ("fpp", group.fpp)) if size is not None}


def _values(file: GroupFile, note: Note) -> dict[str, int | str]:
    """What the words of a note may name: its facts, and the price and limit of the extra it grants."""
    granted = [extra for extra in file.extras if note.letter in extra.notes]
    return {**note.facts, **{k: v for extra in granted for k, v in (("cpp", extra.cpp), ("most", extra.most))}}


def _check_groups(file: GroupFile) -> None:
    _check_ids(file)
    _check_ascending("notes", [note.letter for note in file.notes])
    letters = {note.letter for note in file.notes}
    for index, group in enumerate(file.groups):
        _check_known(("groups", index, "notes"), "note", group.notes, letters)
        _check_group(group, ("groups", index))
    for index, extra in enumerate(file.extras):
        place = ("extras", index)
        _check_known((*place, "notes"), "note", extra.notes, letters)
        for key, date in (("first", extra.first), ("last", extra.last)):
            _check_known((*place, key), "campaign date", [date] if date else [], dates())
        if not any(extra.is_for(group) for group in file.groups):
            raise Wrong(place, f"no group can have {extra.name}")
    for index, note in enumerate(file.notes):
        _check_note(file, note, ("notes", index))
    if file.entry.enter_by:
        _check_known(("entry", "enter_by"), "campaign date", [file.entry.enter_by.date], dates())


def _check_ids(file: GroupFile) -> None:
    ids = [group.id for group in file.groups]
    for index, id in enumerate(ids):
        if id in ids[:index]:
            raise Wrong(("groups", index, "id"), f"there are two groups {id}")
        before = ids[index - 1] if index else ""
        next_of_letter = before[:1] == id[0] and int(id[1]) == int(before[1]) + 1
        first_of_letter = id[1] == "1" and (not before or ORDER.index(before[0]) < ORDER.index(id[0]))
        if not (next_of_letter or first_of_letter):
            raise Wrong(("groups", index, "id"), f"{id} is out of order after {before or 'nothing'}")


def _check_group(group: Group, place: Place) -> None:
    if group.date_max > group.campaign_max:
        raise Wrong((*place, "date_max"), f"{group.date_max} a date is more than {group.campaign_max} a campaign")
    by_strength = group.kind in COUNTED_BY_STRENGTH
    if (group.full is not None, group.depleted is not None) != (by_strength, by_strength):
        raise Wrong(place, f"{group.kind} have {'both' if by_strength else 'neither'} of full and depleted")
    if group.full is not None and group.depleted is not None and group.full < group.depleted:
        raise Wrong((*place, "full"), f"full strength {group.full} is less than depleted {group.depleted}")
    if by_strength and (len(group.units) != 1 or group.units[0].count):
        raise Wrong((*place, "units"), "the strength counts one kind of unit")
    if ("c" in group.notes) != (by_strength or group.kind == "weapons"):
        raise Wrong((*place, "notes"), "squads, weapons, vehicles and guns, and no others, can be depleted (note c)")
    if group.kind in COUNTED_BY_UNIT and not group.units:
        raise Wrong(place, f"a group of {group.kind} names its units")
    if (group.kind in ("oba", "rockets")) != bool(group.caliber):
        raise Wrong(place, "a module of artillery has a caliber, and nothing else has")
    if (group.kind == "fortifications") != bool(group.fpp) or (group.kind == "san") != bool(group.san):
        raise Wrong(place, "fpp goes with fortifications, san with san")
    _check_words(group.type, _sizes(group), _sizes(group), (*place, "type"))


def _check_note(file: GroupFile, note: Note, place: Place) -> None:
    holders = [group.id for group in file.groups if note.letter in group.notes]
    if not holders:
        raise Wrong((*place, "letter"), f"no group has the note {note.letter}")
    _check_words(note.means, _values(file, note), note.facts, (*place, "means"))
    for index, draw in enumerate(note.draws):
        here = (*place, "draws", index)
        _check_known((*here, "groups"), f"group with the note {note.letter}", draw.groups, holders)
        for die in range(1, 7):
            if sum(row.holds(die) for row in draw.rows) != 1:
                raise Wrong((*here, "rows"), f"a die of {die} has no result, or two")


def _check_words(words: str, known: Mapping[str, object], needed: Mapping[str, object], place: Place) -> None:
    """Words name only facts that there are, and leave none out."""
    try:
        named = [name for _, name, _, _ in Formatter().parse(words) if name is not None]
    except ValueError as error:
        raise Wrong(place, f"the braces do not match: {error}") from error
    _check_known(place, "fact", named, known)
    for name in needed:
        if name not in named:
            raise Wrong(place, f"the words leave out {{{name}}}")


def _check_allotments(file: AllotmentFile) -> None:
    sides: tuple[tuple[Side, tuple[Allotment, ...], tuple[str, ...]], ...] = (
        ("german", file.german, file.weapons.german),
        ("russian", file.russian, file.weapons.russian),
    )
    for side, rows, weapons in sides:
        wanted = [group.id for group in groups(side) if "e" in group.notes]
        for index, row in enumerate(rows):
            _check_known((side, index, "id"), f"{side} group with the note e", [row.id], wanted)
            _check_known((side, index, "sure"), f"{side} support weapon", row.sure, weapons)
            _check_known((side, index, "on_die"), f"{side} support weapon", row.on_die, weapons)
        if [row.id for row in rows] != wanted:
            raise Wrong(
                (side, len(rows) - 1), f"the {side} groups with support weapons are {', '.join(wanted)}, in this order"
            )


def _check_fortifications(file: Fortifications) -> None:
    ids = [price.id for price in file.prices]
    for index, id in enumerate(ids):
        if id in ids[:index]:
            raise Wrong(("prices", index, "id"), f"there are two prices for {id}")
    _check_known(("russian", "may_buy"), "fortification", file.russian.may_buy, ids)
    _check_known(("russian", "first"), "campaign date", [file.russian.first], dates())


def _check_initial(file: Initial) -> None:
    sides: tuple[tuple[Side, OrderOfBattle], ...] = (("german", file.german), ("russian", file.russian))
    works = [price.id for price in fortifications().prices]
    for side, order in sides:
        _check_known((side, "groups"), f"{side} group", order.groups, [group.id for group in groups(side)])
        _check_known((side, "fortifications"), "fortification", order.fortifications, works)
    _check_known(("armor_leader_rolls",), "Russian unit", file.armor_leader_rolls, file.russian.units)
    if not file.game_end.on_die:
        raise Wrong(("game_end", "on_die"), "at least one number is needed")


def _check_known(place: Place, what: str, asked: Iterable[str], known: Container[str]) -> None:
    for name in asked:
        if name not in known:
            raise Wrong(place, f"there is no {what} {name!r}")


def _check_ascending(key: str, names: list[str]) -> None:
    for index, (before, name) in enumerate(pairwise(names), start=1):
        if name <= before:
            raise Wrong((key, index), f"{name} is out of order after {before}")
