"""Plots of many games: who wins, how long games take, what they cost. Every number is one of the figures."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from orsha.paper.ink import COLOUR, GREY, INK, SANS
from orsha.sim import Contender, Contest, Figures, Share
from orsha.sim.figures import ROLES, Role

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

How = Literal["svg", "png"]
DOTS = 130
WIDE = 8.2
ROW = 0.42
"""Inches of paper that a row of dots takes."""


class Plot(Struct, frozen=True):
    """A picture of a report."""

    name: str
    title: str
    words: str
    """The same for readers who hear it."""
    content: bytes


def plots(figures: Figures, how: How) -> tuple[Plot, ...]:
    """All plots of a report; a run without games has none."""
    if not figures.whole.games:
        return ()
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "orsha", "font.family": SANS, "font.size": 9, "axes.titlesize": 11}):
        found = [_wins(figures, how), _endings(figures, how), _losses(figures, how)]
        rivals = [one for one in (*figures.forces, *figures.bots) if one.whole.wins.games]
        if rivals:
            found.append(_rivals(rivals, how))
    return tuple(found)


def _printed(figure: Figure, how: How) -> bytes:
    content = BytesIO()
    figure.savefig(content, format=how, dpi=DOTS, metadata={"Date": None} if how == "svg" else {"Software": None})
    return content.getvalue()


def _page(high: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDE, high), layout="constrained")


# -- shares with intervals, a row each


def _dots(axes: Axes, row: float, one: Share, colour: str, label: str | None = None) -> None:
    if not one.games:
        return
    reach = [[one.share - one.low], [one.high - one.share]]
    axes.errorbar(
        [one.share], [row], xerr=reach, fmt="o", color=colour, ms=5, capsize=3, elinewidth=1.6, label=label, zorder=3
    )


def _share_rows(axes: Axes, names: Sequence[str]) -> None:
    """Rows from the top down, on a scale from nothing to everything."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)  # a dot at either end is whole
    axes.set_xticks([n / 5 for n in range(6)])
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    axes.grid(axis="x", color="#e4e4e4", zorder=0)
    axes.tick_params(left=False)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _even(axes: Axes) -> None:
    axes.axvline(0.5, color=GREY, lw=1, ls="--", zorder=1)


def _contests(figures: Figures) -> list[Contest]:
    return [*figures.missions, figures.whole] if len(figures.missions) > 1 else list(figures.missions)


def _wins(figures: Figures, how: How) -> Plot:
    contests = _contests(figures)
    figure = _page(1.5 + ROW * len(contests))
    axes = figure.add_subplot()
    for row, one in enumerate(contests):
        for role, shift in zip(ROLES, (-0.13, 0.13), strict=True):
            _dots(axes, row + shift, one.sides[role].wins, COLOUR[role], role if row == 0 else None)
    _share_rows(axes, [f"{one.name} ({one.games:,})" for one in contests])
    _even(axes)
    title = f"Games won, with {figures.confidence:.0%} intervals"
    axes.set_title(title, loc="left")
    axes.set_xlabel("of all games, those without a winner among them")
    figure.legend(*axes.get_legend_handles_labels(), frameon=False, ncols=2, loc="outside lower right")
    told = "; ".join(f"{one.name}: attacker {one.sides['attacker'].wins.share:.0%}" for one in contests)
    return Plot("wins", title, told, _printed(figure, how))


def _rivals(rivals: Sequence[Contender], how: How) -> Plot:
    figure = _page(1.1 + ROW * len(rivals))
    axes = figure.add_subplot()
    for row, one in enumerate(rivals):
        _dots(axes, row, one.whole.wins, INK)
    _share_rows(axes, [f"{one.name} ({one.whole.wins.games:,})" for one in rivals])
    _even(axes)
    title = "Games won by each force and bot against others"
    axes.set_title(title, loc="left")
    told = "; ".join(f"{one.name} {one.whole.wins.share:.0%}" for one in rivals)
    return Plot("rivals", title, told, _printed(figure, how))


# -- how games end


def _endings(figures: Figures, how: How) -> Plot:
    """Two pictures side by side: the turn in which games were won, and the victory points."""
    whole = figures.whole
    figure = _page(3.4)
    turns, points = figure.subplots(1, 2, width_ratios=(3, 2))
    _bars(turns, {str(turn): counts for turn, counts in _every_turn(whole.lengths).items()})
    turns.set_title("Games won, by turn", loc="left")
    turns.set_ylabel("games")
    _bars(points, whole.grades)
    points.set_title("Games won, by victory points", loc="left")
    points.set_xlabel("winner's and loser's")
    if whole.turns.count:
        figure.legend(*turns.get_legend_handles_labels(), frameon=False, ncols=2, loc="outside lower right")
    words = ", ".join(f"turn {turn}: {sum(counts.values())} games" for turn, counts in whole.lengths.items())
    return Plot("endings", "How games were won", words or "no game was won", _printed(figure, how))


def _every_turn(lengths: dict[int, dict[Role, int]]) -> dict[int, dict[Role, int]]:
    """Turns in which nobody won stand between the others as nothing."""
    if not lengths:
        return {}
    return {turn: lengths.get(turn, {}) for turn in range(min(lengths), max(lengths) + 1)}


def _bars(axes: Axes, counts: dict[str, dict[Role, int]]) -> None:
    """Stacked bars, the attacker's below."""
    from matplotlib.ticker import MaxNLocator

    low = [0] * len(counts)
    for role in ROLES:
        high = [one.get(role, 0) for one in counts.values()]
        axes.bar(list(counts), high, 0.8, bottom=low, color=COLOUR[role], label=role, edgecolor="white", zorder=2)
        low = [a + b for a, b in zip(low, high, strict=True)]
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y", color="#e4e4e4", zorder=0)
    axes.spines[["top", "right"]].set_visible(False)
    if not counts:
        axes.set_xticks([])
        axes.set_yticks([])
        axes.text(0.5, 0.5, "no game was won", transform=axes.transAxes, ha="center", color=GREY)


def _losses(figures: Figures, how: How) -> Plot:
    """For each mission what both sides lost: a dot for the mean, a line for eight games of ten."""
    contests = [one for one in _contests(figures) if one.games]
    figure = _page(1.5 + ROW * len(contests))
    axes = figure.add_subplot()
    for row, one in enumerate(contests):
        for role, shift in zip(ROLES, (-0.13, 0.13), strict=True):
            lost = one.sides[role].units_lost
            axes.hlines(row + shift, lost.low, lost.high, color=COLOUR[role], lw=4, alpha=0.35, zorder=2)
            axes.plot(
                [lost.mean], [row + shift], "o", color=COLOUR[role], ms=5, label=role if row == 0 else None, zorder=3
            )
    _share_rows(axes, [one.name for one in contests])
    axes.set_title("Units lost", loc="left")
    axes.set_xlabel("of a side's units: the mean, and the range of eight games in ten")
    figure.legend(*axes.get_legend_handles_labels(), frameon=False, ncols=2, loc="outside lower right")
    told = "; ".join(
        f"{one.name}: attacker {one.sides['attacker'].units_lost.mean:.0%}, "
        f"defender {one.sides['defender'].units_lost.mean:.0%}"
        for one in contests
    )
    return Plot("losses", "Units lost", told, _printed(figure, how))
