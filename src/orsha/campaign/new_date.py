"""A new date (001 7.512, 7.515-7.517): SAN, CPP, ELR, weather and ground, each with the roll that made it."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from orsha.campaign import charts
from orsha.campaign.files import DATA, Side
from orsha.campaign.groups import dates, history
from orsha.kernel import Dice, Illegal, Outcome
from orsha.kernel.data import load
from orsha.kernel.table import Strict


class ElrLimits(Strict, frozen=True):
    source: str
    lowest: int
    highest: int


class SanLimits(Strict, frozen=True):
    source: str
    rolled_from: int
    raised_to: int
    raised_up_to: int


class Limits(Strict, frozen=True):
    elr: ElrLimits
    san: SanLimits


@cache
def limits() -> Limits:
    return load(DATA / "limits.toml", Limits)


class SideRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rolls of a new date ask about a side."""

    side: Side
    elr: int
    san: int
    won_last_scenario: bool
    elite_groups_bought: int
    cvp_suffered: int


class Changed(Struct, frozen=True):
    """A number that a roll left alone or changed."""

    before: int
    after: int
    roll: Outcome | None


def adjust_san(record: SideRecord, dice: Dice) -> Changed:
    """001 7.5122: at 3 or more a roll may lower it; at 1 or less it becomes 2."""
    bounds = limits().san
    if record.san <= bounds.raised_up_to:
        return Changed(record.san, bounds.raised_to, None)
    if record.san < bounds.rolled_from:
        return Changed(record.san, record.san, None)
    outcome = charts()["san-adjustment"].roll(dice, record.side, {"san": record.san})
    return Changed(record.san, record.san - (outcome.result == "-1 SAN"), outcome)


def replenish(side: Side, date: str, dice: Dice) -> tuple[int, Outcome]:
    """001 7.515: the CPP that a side gains on a date after the first."""
    if date == dates()[0]:
        raise Illegal("001 7.515", "CPP are replenished after the initial scenario, not before it")
    outcome = charts()["cpp-replenishment"].roll(dice, side, {"history": history(side, date)})
    return int(outcome.result.split()[0]), outcome


def change_elr(record: SideRecord, date: str, dice: Dice) -> Changed:
    """001 7.516: one up on 2 or less, one down on 12 or more, between 1 and 4."""
    facts = {
        "won_last_scenario": record.won_last_scenario,
        "elite_groups_bought": record.elite_groups_bought,
        "scenarios_done": dates().index(date),
        "cvp_suffered": record.cvp_suffered,
        "history": history(record.side, date),
    }
    outcome = charts()["elr"].roll(dice, record.side, facts)
    bounds = limits().elr
    step = {"+1 ELR": 1, "-1 ELR": -1}.get(outcome.result, 0)
    return Changed(record.elr, min(bounds.highest, max(bounds.lowest, record.elr + step)), outcome)


def weather(previous: str, dice: Dice) -> Outcome:
    """001 7.517: the German side rolls."""
    return charts()["weather"].roll(dice, "german", {"was_overcast": previous == "Overcast"})


def ground_conditions(previous: str, dice: Dice, *, rained: bool = False) -> Outcome:
    """001 7.5171: the German side rolls; an overcast date before makes it wetter, and rain that fell on it."""
    facts = {"was_overcast": previous == "Overcast", "was_rain": rained or previous == "Rain"}
    return charts()["environmental-conditions"].roll(dice, "german", facts)
