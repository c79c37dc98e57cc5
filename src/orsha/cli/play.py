"""`orsha companion [SLUG]`: beside a real table, in the terminal. The browser's commands are registered with it."""

from __future__ import annotations

from typing import Annotated

import typer

from orsha.cli import serve
from orsha.cli.output import Database

Slug = Annotated[str | None, typer.Argument(help="A mission; `orsha missions` lists them. Without it you are asked.")]

Series = Annotated[
    str | None, typer.Option(help="Play the next battle of this linked campaign, with what the campaign changed in it.")
]


def register(app: typer.Typer) -> None:
    app.command("companion")(companion)
    serve.register(app)


def companion(slug: Slug = None, series: Series = None, database: Database = None) -> None:
    """Guide two people at a real table through a mission, from its choice to the victory points."""
    from orsha.cli.companion.run import run

    game = run(slug, database, series)
    if game is not None:
        typer.echo(f"The game {game} is kept; `orsha companion` goes on with it unless it is over.")
