"""What FPP buy (001 7.520): the price of a fortification order, whether it may be placed, and what it makes.

Mines are ordered by the hex: a line is the factors of one hex. FPP set aside as `hip` pay for hidden set-up later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from orsha.campaign.commands import Works
from orsha.campaign.files import Side
from orsha.campaign.groups import dates, fortifications, groups, on_sale, price
from orsha.campaign.report import Work
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import Asset, Fort
from orsha.kernel import Illegal

RULE = "001 7.520"
HIP = "hip"
AP, AT, PILLBOX, DUMMY = "ap-mine", "at-mine", "pillbox", "concealment"
MINES = (AP, AT)
FOXHOLES = {"foxhole-1": 1, "foxhole-2": 2, "foxhole-3": 3}
BUILT: tuple[Work, ...] = ("trench", "at-ditch", "wire")
DUMMY_WORDS = "dummy concealment counter"


class WorksBill(Struct, frozen=True):
    """What an order costs, how much of it is set aside for hiding, and what was bought in the campaign with it."""

    spent: int
    hip: int
    bought: dict[str, int]


def for_sale(side: Side, date: str) -> tuple[str, ...]:
    """The ids that a side may order; only the Germans may pay for hiding, as the Russians buy foxholes alone."""
    ids = tuple(one.id for one in on_sale(side, date))
    return (*ids, HIP) if side == "german" else ids


def works_bill(side: Side, date: str, fpp: int, bought: Mapping[str, int], order: Iterable[Works]) -> WorksBill:
    """The price of an order; refused where the side, the date, a maximum or the FPP themselves forbid it."""
    open_now = for_sale(side, date)
    now: Counter[str] = Counter()
    spent = 0
    for line in order:
        if line.what not in open_now:
            raise Illegal(RULE, _not_for_sale(side, date, line.what, open_now))
        spent += cost_of(line)
        now[line.what] += 1 if line.what in MINES else line.count
    ever = Counter(bought) + now
    _check_maxima(now, bought)
    if spent > fpp:
        raise Illegal(RULE, f"the order costs {spent} FPP and the {side} side has {fpp}")
    return WorksBill(spent, now[HIP], {what: count for what, count in ever.items() if what != HIP})


def _not_for_sale(side: Side, date: str, what: str, open_now: tuple[str, ...]) -> str:
    offered = ", ".join(open_now) or "nothing"
    why = " before the first scenario" if side == "russian" and date == dates()[0] else ""
    return f"the {side} side cannot buy {what!r}{why}; on {date} it can buy {offered}"


def cost_of(line: Works) -> int:
    """One line's FPP."""
    if line.count < 1:
        raise Illegal(RULE, f"{line.count} {line.what} cannot be bought")
    if (line.what == PILLBOX) != (line.values is not None):
        raise Illegal(RULE, "a pillbox, and nothing else, has three numbers")
    _check_form(line)
    if line.what == HIP:
        return line.count
    points = sum(line.values) if line.values else 1
    return price(line.what).fpp * points * line.count


def _check_form(line: Works) -> None:
    """Mines and pillboxes are such as the base game has."""
    known = set_up_rules()
    allowed = {AP: known.mines.ap, AT: known.mines.at}.get(line.what)
    if allowed is not None and line.count not in allowed:
        raise Illegal(
            known.mines.source,
            f"a hex has {', '.join(map(str, allowed))} factors of {price(line.what).name}, not {line.count}",
        )
    if line.values is not None and line.values not in known.pillboxes.values:
        offered = ", ".join("-".join(map(str, one)) for one in known.pillboxes.values)
        raise Illegal(known.pillboxes.source, f"pillboxes are {offered}, not {'-'.join(map(str, line.values))}")


def _check_maxima(now: Mapping[str, int], before: Mapping[str, int]) -> None:
    for known in fortifications().prices:
        most, wanted = known.campaign_max, now.get(known.id, 0)
        if most is not None and wanted and wanted + before.get(known.id, 0) > most:
            left = most - before.get(known.id, 0)
            raise Illegal(RULE, f"only {left} of the {most} {known.name} of the campaign are left, not {wanted}")


def made(
    side: Side, date: str, order: Iterable[Works], ids: Iterator[str]
) -> tuple[tuple[Fort, ...], tuple[Asset, ...]]:
    """The works of an order, not placed yet, and the dummies."""
    forts: list[Fort] = []
    dummies: list[Asset] = []
    source = next(one.id for one in groups(side) if one.kind == "fortifications")
    for line in order:
        if line.what == HIP:
            continue
        if line.what == DUMMY:
            dummies += [Asset(next(ids), source, DUMMY_WORDS, since=date) for _ in range(line.count)]
        elif line.what in MINES:
            forts.append(_mines(side, line, next(ids)))
        else:
            forts += [_work(side, line, next(ids)) for _ in range(line.count)]
    return tuple(forts), tuple(dummies)


def _mines(side: Side, line: Works, id: str) -> Fort:
    ap, at = (line.count, 0) if line.what == AP else (0, line.count)
    return Fort(id, "minefield", side, "", ap, at, known=False, built_by=side)


def _work(side: Side, line: Works, id: str) -> Fort:
    if line.what in FOXHOLES:
        return Fort(id, "foxhole", side, capacity=FOXHOLES[line.what], built_by=side)
    if line.values is not None:
        return Fort(id, "pillbox", side, values=line.values, built_by=side)
    what = next(work for work in BUILT if work == line.what)
    return Fort(id, what, side, built_by=side)


def line_words(line: Works) -> str:
    if line.what == HIP:
        return f"{line.count} FPP set aside for hidden set-up"
    if line.what in MINES:
        return f"a hex of {line.count} factors of {price(line.what).name}"
    which = f" {'-'.join(map(str, line.values))}" if line.values else ""
    name = "pillbox" if line.what == PILLBOX else price(line.what).name
    return f"{line.count} {name}{which}"
