"""The exact chances of what may come: an activation, the random events of the next Rally Phases, the mission's end."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from orsha.kernel.odds import Odds, total_of
from orsha.solo import charts
from orsha.solo.activation import ITEMS, activation_table
from orsha.solo.ending import ENDS, end_facts
from orsha.solo.files import MissionFile, Side, mission
from orsha.solo.happenings.rolling import TITLES, chances, impossible, triggers
from orsha.solo.standins import book
from orsha.solo.state import SoloState

Chances = dict[str, Fraction]


class ActivationOdds(Struct, frozen=True):
    """For one try at an S?."""

    number: int
    succeeds: Fraction
    items: Chances
    """Of each row of the activation table, once the enemy is there."""
    finds: Chances
    """Of at least one such thing, the try itself included."""
    kinds: dict[str, Chances]
    """Of each type of gun, vehicle, squad and leader, where there is one."""


class EventOdds(Struct, frozen=True):
    """For a side's next Rally Phase. Conditions that only the player knows are taken as met."""

    numbers: tuple[int, int]
    comes: Fraction
    events: Chances
    cannot: dict[str, str]
    """Rows that cannot come, and why."""


class Coming(Struct, frozen=True):
    activation: ActivationOdds
    events: dict[Side, EventOdds]
    mission_end: Chances
    """The chance that each of the next game turns is the last, if the mission gets there."""
    stand_ins: tuple[str, ...]
    """What of this rests on stand-ins."""


def coming(state: SoloState) -> Coming:
    events: dict[Side, EventOdds] = {
        "friendly": event_odds(state, "friendly"),
        "enemy": event_odds(state, "enemy"),
    }
    return Coming(activation_odds(state), events, end_odds(state), stand_ins_used(state))


def stand_ins_used(state: SoloState) -> tuple[str, ...]:
    """The procedures and tables behind these chances that are not the solo game's own."""
    file, tables = mission(state.setup.mission), book(state.setup.given)
    used = ["failed_activation", "random_event", "g2", "german-leader"]
    used += [] if file.charts.activation else ["a1", "german-gun", "german-vehicle"]
    used += [] if file.events else ["a11", "r9"]
    return tuple(name for name in used if tables.mark(name))


def activation_odds(state: SoloState) -> ActivationOdds:
    file, tables = mission(state.setup.mission), book(state.setup.given)
    number = state.figures.activation
    succeeds = total_of(1).where(lambda die: die <= number)
    table = activation_table(file, tables)
    final = total_of(table.count) + file.drm.activation
    found = final.map(lambda dice: _found(table.result(dice), dice, file))
    kinds = {
        "GUN": charts()[file.charts.gun].odds() if file.charts.gun else tables["german-gun"].odds(),
        "VEHICLE": charts()[file.charts.vehicle].odds() if file.charts.vehicle else tables["german-vehicle"].odds(),
        "S": tables["g2"].odds(file.drm.squads).map(lambda squad: file.squads_replaced.get(squad, squad)),
        "L": tables["german-leader"].odds(),
    }
    return ActivationOdds(
        number,
        succeeds,
        table.odds(file.drm.activation).as_dict(),
        {
            item: succeeds * sum((chance for items, chance in found.items() if item in items), Fraction(0))
            for item in ITEMS
        },
        {name: odds.as_dict() for name, odds in kinds.items()},
    )


def _share(found: Odds[tuple[str, ...]], item: str) -> Fraction:
    return found.where(lambda items: item in items)


def _found(result: str, final: int, file: MissionFile) -> tuple[str, ...]:
    """The items of an activation; OtO-S2 adds a fortification on an even DR."""
    items = tuple(result.split(", "))
    return (*items, "F") if file.forts_on_even and final % 2 == 0 else items


def event_odds(state: SoloState, side: Side) -> EventOdds:
    """An event that cannot come is rolled again, so its share falls to the others."""
    file = mission(state.setup.mission)
    low = state.figures.events_enemy if side == "enemy" else state.figures.events_friendly
    waits = side == "enemy" and file.events_need_activation and not state.activated
    comes = Fraction(0) if waits else total_of(2).where(lambda dice: triggers(state, side, dice))
    all_rows = chances(state, side)
    why = {row: impossible(state, side, row) for row in all_rows}
    possible = {f"{row.span} {TITLES[row.what]}": n for row, n in all_rows.items() if not why[row]}
    events: Chances = {}
    if possible:
        events = {name: comes * chance for name, chance in Odds(possible).items()}
    cannot = {f"{row.span} {TITLES[row.what]}": reason for row, reason in why.items() if reason}
    return EventOdds((low, low + 1), comes, events, cannot)


def end_odds(state: SoloState, turns: int = 4) -> Chances:
    """The die at the end of each of the coming game turns that has one."""
    file = mission(state.setup.mission)
    first = max(file.first_end, state.turn + (state.end_rolled == state.turn))
    chart = charts()[file.charts.mission_end]
    return {
        f"turn {turn}": chart.odds_given(end_facts(file, turn)).chance(ENDS) for turn in range(first, first + turns)
    }
