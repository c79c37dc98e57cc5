"""`orsha groups`, `orsha prospect`: the reinforcement groups of On Track to Orsha."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orsha.cli.output import Json, show_json, show_rows
from orsha.cli.report_entry import enter
from orsha.cli.vasl import register as register_vasl

if TYPE_CHECKING:
    from orsha.campaign.files import Group

ChartSide = Annotated[Literal["german", "russian"], typer.Argument(help="Whose chart.")]


report = typer.Typer(help="Reports of finished scenarios.", no_args_is_help=True)
report.command("enter")(enter)
register_vasl(report)


@report.command("check")
def check_report(
    file: Annotated[Path, typer.Argument(help="A report, .toml or .json; docs/campaign.md shows one.")],
    json: Json = False,
) -> None:
    """Check a scenario's report: the first contradiction is named, with what was expected."""
    from collections import Counter

    from orsha.campaign.report import load_report

    found = load_report(file)
    counted = Counter(f"{piece.side} {piece.kind}" for piece in found.pieces)
    if json:
        show_json({"ok": True, "date": found.date, "pieces": dict(counted), "works": len(found.works)})
    else:
        there = ", ".join(f"{n} {what}" for what, n in counted.items()) or "no pieces"
        typer.echo(f"The report of {found.date} holds: {there}.")


def register(app: typer.Typer) -> None:
    app.command("groups")(groups)
    app.command("prospect")(prospect)
    app.add_typer(report, name="report")


def groups(side: ChartSide, json: Json = False) -> None:
    """Show a side's reinforcement groups, with their prices and notes."""
    from orsha.campaign.groups import chart

    found = chart(side)
    if json:
        show_json([as_json(group) for group in found.groups])
        return
    heads = ("id", "type", "units", "CPP", "full/depleted", "notes", "a date", "in all")
    show_rows(heads, [_row(group) for group in found.groups])
    typer.echo("\n".join(f"({note.letter}) {note.words()}" for note in found.notes))
    typer.echo(f"Source: {found.source}")


def prospect(
    side: ChartSide,
    group: Annotated[str, typer.Argument(help="A group's id, such as I1.")],
    date: Annotated[str, typer.Option(help="The date: 23AM, 23PM, 24AM or 24PM.")] = "23PM",
    json: Json = False,
) -> None:
    """Show what a group is likely to bring: strength, leaders, support weapons, ammunition, with exact odds."""
    from orsha.campaign.receiving import prospect as expected

    found = expected(side, group, date)
    if json:
        show_json(
            {
                "full": None if found.full is None else str(found.full),
                **{
                    name: {key: str(chance) for key, chance in getattr(found, name).items()}
                    for name in ("leaders", "weapons", "ammunition")
                },
            }
        )
        return
    rows: list[tuple[str, str]] = [] if found.full is None else [("full strength", f"{float(found.full):.0%}")]
    rows += [(f"leaders {who}", f"{float(chance):.1%}") for who, chance in found.leaders.items()]
    rows += [(f"{weapon}, on average", f"{float(mean):.2f}") for weapon, mean in found.weapons.items()]
    rows += [(supply, f"{float(chance):.1%}") for supply, chance in found.ammunition.items()]
    show_rows((f"{side} {group} on {date}", ""), rows)


def as_json(group: Group) -> dict[str, Any]:
    """A group with the keys of the contract."""
    return {
        "id": group.id,
        "type": group.type,
        "kind": group.kind,
        "units": group.units_words(),
        "contents": group.units,
        "cpp": group.cpp,
        "full": group.full,
        "depleted": group.depleted,
        "notes": group.notes,
        "date_max": group.date_max,
        "campaign_max": group.campaign_max,
    }


def _row(group: Group) -> tuple[object, ...]:
    strength = "" if group.full is None else f"{group.full}/{group.depleted}"
    notes = ", ".join(group.notes)
    return group.id, group.type, group.units_words(), group.cpp, strength, notes, group.date_max, group.campaign_max
