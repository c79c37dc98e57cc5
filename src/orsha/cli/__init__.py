"""The command line. Heavy parts are imported by the command that needs them, so that help is quick."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from orsha import __version__
from orsha.cli import (
    battle,
    boards,
    campaign,
    campaign_desk,
    charts,
    desk,
    forces,
    games,
    hex_rules,
    hexes,
    missions,
    play,
    series,
    sim,
    solo,
    tables,
)
from orsha.cli.output import complaint, refuse

app = typer.Typer(
    name="orsha",
    help="A table, a rule keeper and a campaign desk for wargaming the Eastern Front.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
play.register(app)
missions.register(app)
tables.register(app)
forces.register(app)
series.register(app)
charts.register(app)
campaign.register(app)
desk.register(app)
hexes.register(app)
hex_rules.register(app)
boards.register(app)
campaign_desk.register(app)
solo.register(app)
battle.register(app)
sim.register(app)
games.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"orsha {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Runs a command: 0 done, 2 refused with a sentence, 1 a bug."""
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json = "--json" in arguments
    try:
        code = app(args=arguments, standalone_mode=False)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except typer.Abort:
        sys.exit(refuse("stopped", None, as_json))
    except Exception as error:
        from orsha.kernel.errors import OrshaError

        if isinstance(error, OrshaError):
            sys.exit(refuse(str(error), error.rule, as_json))
        sentence = complaint(error)
        if sentence is None:
            raise
        sys.exit(refuse(f"{sentence or 'a command is needed'} (see orsha --help)", None, as_json))
    sys.exit(code if isinstance(code, int) else 0)
