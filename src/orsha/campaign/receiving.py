"""What a bought group turns out to be (001 7.519): strength, weapons, ammunition, leaders, models."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from msgspec import Struct

from orsha.campaign import charts
from orsha.campaign.files import Draw, Group, Side
from orsha.campaign.groups import allotments, dates, group, history, leader_chart, note, strength, sw_of, sw_received
from orsha.kernel import Dice
from orsha.kernel.odds import success

NONE = "none"


class Received(Struct, frozen=True):
    """A group as it comes in. `full` says nothing of groups that have no strength."""

    side: Side
    id: str
    full: bool | None
    units: dict[str, int] = {}
    weapons: dict[str, int] = {}
    leaders: tuple[str, ...] = ()
    ammunition: str | None = None


def receive(side: Side, id: str, date: str, dice: Dice) -> Received:
    """Rolls a group in. On the first date everything comes at full strength (001 7.4, special rule 2)."""
    wanted = group(side, id)
    full = _strength(side, wanted, date, dice)
    return Received(
        side,
        id,
        full,
        _units(side, wanted, full, dice),
        _weapons(side, wanted, full, dice),
        _leaders(side, wanted, full, date, dice),
        _ammunition(side, wanted, date, dice),
    )


def has_strength(wanted: Group) -> bool:
    """Note c: subject to depletion."""
    return "c" in wanted.notes


def _strength(side: Side, wanted: Group, date: str, dice: Dice) -> bool | None:
    """001 7.5191: a roll for every group with note c."""
    if not has_strength(wanted):
        return None
    if date == dates()[0]:
        return True
    facts = {"history": history(side, date)}
    return charts()["rg-strength"].roll(dice, side, facts, about=wanted.id).result == "Full strength"


def _units(side: Side, wanted: Group, full: bool | None, dice: Dice) -> dict[str, int]:
    """The pieces that come; where a note says so each is drawn by a die of its own (7.5194, notes j, k, l)."""
    if wanted.kind == "weapons":
        return _heavy_weapons(side, wanted, full, dice)
    count = strength(wanted, full is not False)
    found: Counter[str] = Counter()
    for unit in wanted.units:
        number = unit.count or count or 1
        draw = _draw(side, wanted)
        if draw is None:
            found[unit.name] += number
        else:
            for n in range(number):
                roll = dice.total(f"{wanted.id}, model {n + 1}", side, seen_by=(side,))
                found[draw.result(roll.result)] += 1
    return dict(found)


def _draw(side: Side, wanted: Group) -> Draw | None:
    """The die that names the model of each piece, where a note has one."""
    for letter in wanted.notes:
        for draw in note(side, letter).draws:
            if wanted.id in draw.groups and draw.each in ("vehicle", "gun"):
                return draw
    return None


def _heavy_weapons(side: Side, wanted: Group, full: bool | None, dice: Dice) -> dict[str, int]:
    """001 7.5193: of a depleted section each weapon comes on a die, but one at least."""
    rule = allotments().heavy_weapons
    found: Counter[str] = Counter()
    every = [unit.name for unit in wanted.units for _ in range(unit.count or 1)]
    for name in every:
        come = full is not False or dice.total(f"{wanted.id}: {name}", side, seen_by=(side,)).result <= rule.on_die
        found[name] += come
    if sum(found.values()) < rule.at_least:
        found[every[0]] += 1
    return {name: number for name, number in found.items() if number}


def _weapons(side: Side, wanted: Group, full: bool | None, dice: Dice) -> dict[str, int]:
    """001 7.5192: the support weapons of an infantry company or platoon."""
    if "e" not in wanted.notes:
        return {}
    due = sw_received(side, wanted.id, full is not False)
    found: Counter[str] = Counter(due.sure)
    for chance in due.chances:
        roll = dice.total(f"{wanted.id}: {chance.weapon}", side, seen_by=(side,))
        found[chance.weapon] += roll.result <= chance.on_die
    return {name: number for name, number in found.items() if number}


def _leader_facts(side: Side, wanted: Group, full: bool | None, date: str) -> dict[str, bool | int]:
    """The facts that the group's leader chart asks for."""
    chart = charts()[leader_chart(side, wanted.id) or ""]
    known: dict[str, bool | int] = {
        "depleted": full is False,
        "history": history(side, date),
        "german_i2": side == "german" and wanted.id == "I2",
        "russian_i2_i4_i5": side == "russian" and wanted.id in ("I2", "I4", "I5"),
        "german": side == "german",
        "kv_platoon": side == "russian" and "kv" in wanted.traits,
        "mineroller_platoon": "mineroller" in wanted.traits,
    }
    return {name: value for name, value in known.items() if name in chart.facts}


def _leaders(side: Side, wanted: Group, full: bool | None, date: str, dice: Dice) -> tuple[str, ...]:
    """001 7.5196 for companies, 7.5197 for platoons of tanks and of infantry."""
    name = leader_chart(side, wanted.id)
    if name is None:
        return ()
    result = charts()[name].roll(dice, side, _leader_facts(side, wanted, full, date), about=wanted.id).result
    return () if result == NONE else tuple(result.split(", "))


def _ammunition(side: Side, wanted: Group, date: str, dice: Dice) -> str | None:
    """001 7.5195: for every OBA module but a counter battery one."""
    if wanted.kind not in ("oba", "rockets"):
        return None
    return charts()[f"oba-{side}"].roll(dice, side, {"history": history(side, date)}, about=wanted.id).result


# -- what to expect


class Prospect(Struct, frozen=True):
    """What a group is likely to bring, exactly."""

    full: Fraction | None
    leaders: dict[str, Fraction]
    weapons: dict[str, Fraction]
    ammunition: dict[str, Fraction]


def prospect(side: Side, id: str, date: str) -> Prospect:
    """The odds of strength, leaders and ammunition, and the mean number of each support weapon."""
    wanted = group(side, id)
    full = _full_chance(side, wanted, date)
    certain = Fraction(1) if full is None else full
    leaders: dict[str, Fraction] = {}
    name = leader_chart(side, id)
    for strong, chance in ((True, certain), (False, 1 - certain)):
        if name is not None and chance:
            for result, part in charts()[name].odds_given(_leader_facts(side, wanted, strong, date)).items():
                leaders[result] = leaders.get(result, Fraction(0)) + chance * part
    ammunition = {}
    if wanted.kind in ("oba", "rockets"):
        ammunition = charts()[f"oba-{side}"].odds_given({"history": history(side, date)}).as_dict()
    return Prospect(full, leaders, _mean_weapons(side, wanted, certain), ammunition)


def _full_chance(side: Side, wanted: Group, date: str) -> Fraction | None:
    if not has_strength(wanted):
        return None
    if date == dates()[0]:
        return Fraction(1)
    return charts()["rg-strength"].odds_given({"history": history(side, date)}).chance("Full strength")


def _mean_weapons(side: Side, wanted: Group, full: Fraction) -> dict[str, Fraction]:
    if "e" not in wanted.notes:
        return {}
    names = [*sw_of(side, wanted.id).sure, *sw_of(side, wanted.id).on_die]
    mean: dict[str, Fraction] = dict.fromkeys(names, Fraction(0))
    for strong, chance in ((True, full), (False, 1 - full)):
        due = sw_received(side, wanted.id, strong)
        for weapon, number in due.sure.items():
            mean[weapon] += chance * number
        for one in due.chances:
            mean[one.weapon] += chance * (1 - success(one.on_die + 1))
    return mean
