"""`orsha charts`, `orsha chart show|odds|roll`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from orsha.cli.output import Json, Seed, show_json, show_rows

if TYPE_CHECKING:
    from orsha.kernel import Charts

Name = Annotated[str, typer.Argument(help="A chart's name; `orsha charts` lists them.")]
Given = Annotated[list[str] | None, typer.Option("--fact", help="A fact that holds: NAME, or NAME=NUMBER. Repeatable.")]

chart = typer.Typer(help="Show a chart, its exact odds, or roll on it.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.command("charts")(charts)
    app.add_typer(chart, name="chart")


def _known() -> Charts:
    """The charts of every room."""
    from orsha.campaign import charts as campaign
    from orsha.kernel import Charts
    from orsha.solo import charts as solo
    from orsha.tabletop.mission import charts as mission

    return Charts([*campaign(), *mission(), *solo()])


def charts(json: Json = False) -> None:
    """List the charts by name."""
    if json:
        show_json(_known().names())
    else:
        show_rows(
            ("chart", "what it is", "dice", "source"),
            [(t.name, t.title, t.dice, t.source.split(";")[0]) for t in _known()],
        )


@chart.command()
def show(
    name: Name, json: Json = False, markdown: Annotated[bool, typer.Option(help="Print it as Markdown.")] = False
) -> None:
    """Show a chart with its modifiers and footnotes."""
    table = _known()[name]
    if json:
        show_json(
            {
                "name": table.name,
                "title": table.title,
                "source": table.source,
                "dice": table.dice,
                "secret": table.secret,
                "rows": [
                    {"from": row.from_, "to": row.to, "result": row.result, "notes": row.notes} for row in table.rows
                ],
                "modifiers": [
                    {
                        "when": d.when,
                        "value": d.value,
                        "fact": d.fact,
                        "kind": table.facts[d.fact].kind,
                        "per": d.per,
                        "less": d.less,
                    }
                    for d in table.modifiers
                ],
                "footnotes": table.footnotes,
            }
        )
    else:
        typer.echo(table.markdown() if markdown else table.terminal())


@chart.command()
def odds(
    name: Name,
    mod: Annotated[int, typer.Option(help="A number added to the dice.")] = 0,
    fact: Given = None,
    json: Json = False,
) -> None:
    """Show the exact chance of every result."""
    table = _known()[name]
    granted = table.explain(_facts(fact)) if fact else ()
    chances = table.odds(mod + sum(m.value for m in granted))
    if json:
        show_json({result: str(chance) for result, chance in chances.items()})
    else:
        show_rows(("result", "chance", ""), [(r, c, f"{float(c):.1%}") for r, c in chances.items()])


@chart.command()
def roll(name: Name, fact: Given = None, seed: Seed = None, json: Json = False) -> None:
    """Roll on a chart and say what came of it."""
    import secrets

    from orsha.kernel import Dice, Seeded

    outcome = _known()[name].roll(Dice(Seeded(seed or secrets.token_hex(16))), "you", _facts(fact))
    if json:
        show_json(
            {
                "chart": name,
                "faces": outcome.roll.faces,
                "modifiers": outcome.roll.ask.modifiers,
                "final": outcome.roll.result,
                "result": outcome.result,
            }
        )
    else:
        typer.echo(f"{outcome.roll.words()}: {outcome.result}")


def _facts(given: list[str] | None) -> dict[str, bool | int]:
    """`history=-2` is a number, `won_last_scenario` a yes."""
    facts: dict[str, bool | int] = {}
    for text in given or []:
        name, equals, number = text.partition("=")
        try:
            facts[name] = int(number) if equals else True
        except ValueError:
            raise typer.BadParameter(f"{text!r}: after = comes a whole number") from None
    return facts
