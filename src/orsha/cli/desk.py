"""`orsha sight` and `orsha perimeter`: questions about the Orsha map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orsha.cli.output import Json, show_json

HexName = Annotated[str, typer.Argument(help="A hex, such as P15.")]
LIMIT = 4_000_000


def register(app: typer.Typer) -> None:
    app.command("sight")(sight)
    app.command("perimeter")(perimeter)


def sight(
    from_: Annotated[str, typer.Argument(metavar="FROM", help="A hex, such as P15.")],
    to: HexName,
    from_level: Annotated[int | None, typer.Option(help="The level there; without it the ground.")] = None,
    to_level: Annotated[int | None, typer.Option(help="The level there; without it the ground.")] = None,
    json: Json = False,
) -> None:
    """Say whether two hexes of the Orsha map see each other, and what hinders."""
    from orsha.hexmap.map import hex_map
    from orsha.hexmap.sight import sight as see

    board = hex_map()
    found = see(board, board.hex(from_), board.hex(to), from_level, to_level)
    if json:
        show_json(found)
    elif found.clear:
        hindered = f", hindered by {', '.join(found.hindrances)}" if found.hindrances else ""
        typer.echo(f"{from_.upper()} and {to.upper()} see each other at range {found.range}{hindered}.")
    else:
        typer.echo(f"{from_.upper()} and {to.upper()} do not see each other: {found.blocked_by} is in the way.")


def perimeter(
    file: Annotated[
        Path, typer.Argument(help="A JSON file: mmc, strategic, edge, enemy_units, enemy_smc, enemy_strategic.")
    ],
    json: Json = False,
) -> None:
    """Draw the largest legal perimeter of a side: main area, pockets, front line."""
    import msgspec

    from orsha.campaign.perimeter import Situation
    from orsha.campaign.perimeter import perimeter as drawn
    from orsha.hexmap.map import hex_map
    from orsha.kernel import OrshaError
    from orsha.kernel.export import fetch

    data = fetch(file)
    if len(data) > LIMIT:
        raise OrshaError(f"{file} is too large for a perimeter's file")
    try:
        situation = msgspec.json.decode(data, type=Situation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OrshaError(f"{file} is no perimeter's file: {error}") from error
    found = drawn(hex_map(situation.map), situation)
    answer = {
        "main": [hex.name for hex in sorted(found.main)],
        "pockets": [[hex.name for hex in sorted(pocket)] for pocket in found.pockets],
        "front_line": [hex.name for hex in sorted(found.front_line)],
    }
    if json:
        show_json(answer)
    else:
        typer.echo(f"main perimeter: {len(found.main)} hexes; pockets: {len(found.pockets)}")
        typer.echo(f"front line: {' '.join(hex.name for hex in sorted(found.front_line))}")
