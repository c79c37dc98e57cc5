"""What always stands beside the table: turns, reserves and their odds, losses, points; and what people forget."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from orsha.cli.companion.naming import room_name, seat_name
from orsha.kernel.odds import percent, pool, success
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.game import MissionGame
from orsha.tabletop.mission.ground import core, lost_units, mission_of, seat_of, side_of, turn_of, unit_of, units_at
from orsha.tabletop.mission.library import win_turn
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.state import SEATS, Seat, State
from orsha.tabletop.mission.turn import reserve_dice, withdrawable

BEFORE_RESERVES = ("morale", "start", "withdraw", "ambush")
"""The stages of a turn in which reserves are still to be rolled for."""
WAYS: dict[type, str] = {
    f.HoldObjective: "by holding an objective",
    f.KeepAway: "by keeping the enemy away",
    f.TakeBuildings: "by the buildings",
    f.HoldRoom: "by holding a room with an objective",
}


class Row(Struct, frozen=True):
    """One line of the table: what, and how it stands with each side."""

    name: str
    allied: str
    axis: str


class Due(Struct, frozen=True):
    """The next roll for reserves."""

    turn: int
    dice: int
    chance: Fraction


def heads(state: State) -> Row:
    """Who is who."""
    if state.attacker is None:
        return Row("", *(seat_name(seat) for seat in SEATS))
    return Row("", *(f"{seat_name(seat)} ({side_of(state, seat)[:3]}.)" for seat in SEATS))


def rows(state: State) -> list[Row]:
    if state.mission is None or state.attacker is None:
        return [Row("units", *(str(len(state.setup.forces.get(seat, ()))) for seat in SEATS))]
    named = (
        ("turn", lambda state, seat: str(turn_of(state, seat) or "-")),
        ("on the table", _on_table),
        ("reserves", _reserves),
        ("next roll", _next_roll),
        ("ambush", _ambush),
        ("units lost", lambda state, seat: str(lost_units(state, seat))),
        ("if they win now", _points_now),
    )
    return [Row(name, *(what(state, seat) for seat in SEATS)) for name, what in named]


def _on_table(state: State, seat: Seat) -> str:
    return str(len([id for id in units_at(state, seat, "table") if core(state, id)]))


def _reserves(state: State, seat: Seat) -> str:
    waiting = waiting_units(state, seat)
    return f"{waiting} left" if waiting else "-"


def waiting_units(state: State, seat: Seat) -> int:
    return len([id for id in units_at(state, seat, "reserve") if core(state, id)])


def due(state: State, seat: Seat) -> Due | None:
    """The next roll for a side's reserves: this turn's where it is still to come, and the chance of a unit or more."""
    side = side_of(state, seat)
    mission = mission_of(state)
    if not waiting_units(state, seat) or mission.reserve(side) is None:
        return None
    coming = state.active == seat and state.stage in BEFORE_RESERVES
    turn = max(turn_of(state, seat) + (not coming), mission.first_reserve_turn(side) or 1)
    dice = reserve_dice(mission, side, turn)
    again = side in mission.changes.reroll_first_success and not state.rerolled
    return Due(turn, dice, chance_of_one(dice, again))


def chance_of_one(dice: int, first_again: bool = False) -> Fraction:
    """The chance that at least one unit comes."""
    numbers = rules().reserves
    if dice >= numbers.automatic_from_dice:
        return Fraction(1)
    hit = success(numbers.needed)
    hits = pool(dice, hit)
    return hits.at_least(2) + hits.chance(1) * hit if first_again else hits.at_least(1)


def _next_roll(state: State, seat: Seat) -> str:
    next_roll = due(state, seat)
    if next_roll is None:
        return "-"
    dice = "1 die" if next_roll.dice == 1 else f"{next_roll.dice} dice"
    return f"t{next_roll.turn}: {dice} {percent(next_roll.chance)}"


def _ambush(state: State, seat: Seat) -> str:
    hidden = len([id for id in units_at(state, seat, "ambush") if core(state, id)])
    return f"{hidden} hidden" if hidden else "-"


def _points_now(state: State, seat: Seat) -> str:
    """Victory points, winner's first, if this side won at this moment."""
    result = MissionGame().result(replace(state, winner=seat))
    assert result is not None
    other = next(each for each in SEATS if each != seat)
    return f"{result.points[seat]}-{result.points[other]}"


def facts(state: State) -> list[str]:
    """What belongs to no side: objectives, counters, the current."""
    if state.mission is None:
        return []
    labels = [f"{o.label}{f' ({room_name(o.room)})' if o.room else ''}" for o in state.objectives.values()]
    found = [f"Objectives: {', '.join(labels)}"] if labels else []
    if mission_of(state).withdraws():
        found.append(f"Delay counters: {state.counters}")
    if state.current is not None:
        found.append(f"Current: to the attacker's {state.current}")
    crossings = [m.what.replace("-", " ") for m in state.markers if m.what in CROSSINGS]
    return [*found, *([f"Crossings: {', '.join(crossings)}"] if crossings else [])]


CROSSINGS = ("ford", "road-bridge", "rail-bridge", "damaged-bridge")


# -- what people forget


def warnings(state: State) -> list[str]:
    if state.mission is None or state.over or state.active is None or state.attacker is None:
        return []
    seat = state.active
    return [
        *_broken(state),
        *_meeting(state, seat),
        *_due_now(state, seat),
        *_hidden(state, seat),
        *_wins(state, seat),
        *_withdrawal(state),
        *_removals(state),
    ]


def _broken(state: State) -> list[str]:
    early = mission_of(state).file.no_win_before
    names = [seat_name(seat) for seat in SEATS if seat in state.broken]
    return [f"{name} has no formation left; nobody wins before turn {early}." for name in names]


def _meeting(state: State, seat: Seat) -> list[str]:
    mission = mission_of(state)
    side = side_of(state, seat)
    if "meeting-engagement" not in mission.file.special_rules[side] or seat != state.first or turn_of(state, seat) > 1:
        return []
    return ["First turn: no aircraft or bombardment, all shoot as if they had moved."]


def _due_now(state: State, seat: Seat) -> list[str]:
    roll = due(state, seat)
    if roll is None or roll.turn != turn_of(state, seat):
        return []
    dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
    return [f"{seat_name(seat)} rolls {dice} for reserves this turn."]


def _hidden(state: State, seat: Seat) -> list[str]:
    found = []
    for side in SEATS:
        names = [unit_of(state, id).name for id in units_at(state, side, "ambush") if core(state, id)]
        if names and side == seat and state.stage in BEFORE_RESERVES:
            found.append(f"In ambush, may appear now: {', '.join(names)}.")
        elif names:
            found.append(f"{seat_name(side)} still has an ambush: {', '.join(names)}.")
    return found


def _wins(state: State, seat: Seat) -> list[str]:
    """A way to win that a side has only from some turn on, once that turn has come; and the one before the last."""
    turn, side = turn_of(state, seat), side_of(state, seat)
    found = []
    for win in mission_of(state).file.win:
        if win.who not in (side, "both"):
            continue
        opens = win_turn(win)
        if isinstance(win, f.LastOut) and turn >= opens - 2:
            found.append(f"{seat_name(seat)} wins at the start of turn {opens}.")
        elif not isinstance(win, f.LastOut) and opens > 1 and turn >= opens:
            found.append(f"Turn {turn}: {seat_name(seat)} can win {WAYS[type(win)]}.")
        elif not isinstance(win, f.LastOut) and turn == opens - 1:
            found.append(f"From turn {opens} on {seat_name(seat)} can win {WAYS[type(win)]}.")
    return found


def _withdrawal(state: State) -> list[str]:
    numbers = rules().withdrawal
    if not mission_of(state).withdraws():
        return []
    defender = seat_of(state, "defender")
    turn = turn_of(state, defender) + 1
    now = state.active == defender and state.stage in ("morale", "start", "withdraw")
    turn -= now
    units = withdrawable(state, defender)
    if turn < numbers.from_turn or not units:
        return []
    if len(units) + state.counters < numbers.units:
        return [f"{seat_name(defender)} gets a delay counter at the start of turn {turn}."]
    return [f"{seat_name(defender)} must withdraw a unit at the start of turn {turn}."]


def _removals(state: State) -> list[str]:
    removes = mission_of(state).file.withdrawal.removes
    defender = seat_of(state, "defender")
    turn = turn_of(state, defender)
    return [
        f"Objective {label} is removed at the start of {seat_name(defender)}'s turn {when}."
        for label, when in removes.items()
        if label in state.objectives and when in (turn, turn + 1)
    ]
