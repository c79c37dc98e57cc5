"""The reserve planner: how many units have come on by which turn, exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from orsha.kernel import Odds, OrshaError, counted
from orsha.paper.press import format_of, written
from orsha.tabletop.layout import Side
from orsha.tabletop.mission import Mission
from orsha.tabletop.mission.reserves import arrival_odds, dice_in, successes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TURNS = 8
"""How far the planner looks where nobody says how far."""


class TurnChance(Struct, frozen=True):
    """A turn's reserve dice: the chance that a unit comes now, and that one has come by now."""

    turn: int
    dice: int
    now: Fraction
    by_now: Fraction


def turn_chances(first_turn: int, turns: int = TURNS, extra_dice: int = 0) -> list[TurnChance]:
    """Each turn's dice, and the chance of at least one unit."""
    by_now = arrival_odds(1, first_turn, turns, extra_dice)
    found = []
    for turn in range(1, turns + 1):
        dice = dice_in(turn, first_turn, extra_dice)
        found.append(TurnChance(turn, dice, successes(dice).at_least(1), by_now[turn - 1].at_least(1)))
    return found


def first_turn_of(mission: Mission, side: Side) -> int:
    """The turn in which a side first rolls for reserves; a side without any is refused."""
    first = mission.first_reserve_turn(side)
    if first is None:
        raise OrshaError(f"the {side} has no reserves in {mission.file.name}")
    return first


def write_plot(mission: Mission, side: Side, units: int, out: Path, turns: int = TURNS, extra_dice: int = 0) -> None:
    """A picture of the planner: for each turn, how likely each number of units is to be there."""
    how = format_of(out, "a plot")
    first = first_turn_of(mission, side)
    odds = arrival_odds(units, first, turns, extra_dice)

    from io import BytesIO

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "orsha", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=(8, 4.6), layout="constrained")
        axes = figure.add_subplot()
        _bars(axes, odds, units)
        axes.set_title(f"{mission.file.name}: the {side}'s reserves, {units} unit{'s' * (units > 1)}", loc="left")
        axes.set_xticks(range(1, turns + 1))
        axes.set_xticklabels([f"turn {t}\n{_dice_words(dice_in(t, first, extra_dice))}" for t in range(1, turns + 1)])
        content = BytesIO()
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
        figure.savefig(content, format=how, dpi=150, metadata=dates[how])
    written(out, content.getvalue())


def _dice_words(dice: int) -> str:
    return "no dice" if dice == 0 else "1 die" if dice == 1 else f"{dice} dice"


def _bars(axes: Axes, odds: list[Odds[int]], units: int) -> None:
    """Stacked bars, from nothing arrived (light) to everything (dark)."""
    from matplotlib import colormaps

    shades = colormaps["cividis_r"]
    turns = range(1, len(odds) + 1)
    low = [0.0] * len(odds)
    for k in range(units + 1):
        share = [float(arrived.chance(k)) for arrived in odds]
        depth = k / max(units, 1)
        axes.bar(
            turns,
            share,
            0.82,
            bottom=low,
            color=shades(depth) if k else "#e9e6dc",
            label=_units_words(k),
            edgecolor="white",
        )
        for turn, base, part in zip(turns, low, share, strict=True):
            if part >= 0.05:
                colour = "white" if depth > 0.5 else "black"
                axes.text(turn, base + part / 2, f"{part:.0%}", ha="center", va="center", fontsize=8, color=colour)
        low = [base + part for base, part in zip(low, share, strict=True)]
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:.0%}")
    axes.set_ylabel("chance")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(
        title="arrived by then", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), reverse=True, fontsize=9
    )


def _units_words(k: int) -> str:
    return "none" if k == 0 else counted(k, "unit")
