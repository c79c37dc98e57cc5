"""Artillery off the table (002 Across the Volga) on a battle's picture: a list at the edge, side by side."""

from __future__ import annotations

from orsha.kernel import counted
from orsha.paper import battle_counters as signs
from orsha.paper import ink
from orsha.paper.battle_counters import Counter
from orsha.paper.battle_table import MARGIN
from orsha.paper.ink import COLOUR, GREY, INK, Point
from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.ground import side_of
from orsha.tabletop.mission.state import SEATS, Seat

HEAD = 4.6
ROW = 5.8


def firing(state: BattleState, unit: str) -> int:
    """How many teams of a unit fire from off the table."""
    return sum(facts.unit_id(id) == unit for id in state.off)


def off_table_svg(state: BattleState, top: float, width: float) -> tuple[str, float]:
    """Under the table, for each side the units that fire from beyond its edge; with how high the list is."""
    if not state.off:
        return "", 0.0
    of_seat = {seat: [unit for unit in state.roster.of_seat[seat] if firing(state, unit)] for seat in SEATS}
    high = HEAD + max(len(units) for units in of_seat.values()) * ROW + 3
    half = (width - 2 * MARGIN) / 2
    rows = f'<rect x="0" y="{top - 0.1:.2f}" width="{width:.2f}" height="{high + 0.2:.2f}" fill="{ink.PAPER}"/>'
    for n, seat in enumerate(SEATS):
        if of_seat[seat]:
            rows += _list(state, seat, of_seat[seat], (MARGIN + n * half, top + 2.6))
    return rows, high


def _list(state: BattleState, seat: Seat, units: list[str], at: Point) -> str:
    x, y = at
    side = side_of(state.mission, seat)
    rows = signs.words(f"{seat}'s artillery off the table", at, 2.6, COLOUR[side], bold=True, anchor="start")
    for n, unit in enumerate(units):
        low = y + HEAD + n * ROW
        chip = Counter("", unit, unit.rpartition(" ")[2], side, "infantry", (x + 2.6, low), 2.3, 2.3)
        told = facts.unit_name(state, unit)
        rows += signs.counters_svg([chip]) + signs.words(
            told, (x + 6.3, low + 0.9), 2.5, INK, bold=True, anchor="start"
        )
        after = x + 6.3 + ink.text_width(told, 2.5, bold=True) + 2
        rows += signs.words(_how(state, unit), (after, low + 0.9), 2.2, GREY, anchor="start")
    return rows


def _how(state: BattleState, unit: str) -> str:
    found = counted(firing(state, unit), "team")
    fired = sum(one.bombarded != "no" for id, one in state.off.items() if facts.unit_id(id) == unit)
    return found + (", fired this turn" if fired else "")
