"""`orsha sight` and `orsha perimeter`: questions about the Orsha map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orsha.cli.output import Json, show_json

LIMIT = 4_000_000


def register(app: typer.Typer) -> None:
    app.command("sight")(sight)
    app.command("perimeter")(perimeter)


def sight(
    from_: Annotated[str, typer.Argument(metavar="FROM", help="A hex, such as P15.")],
    to: Annotated[str | None, typer.Argument(help="The other hex; without it, --out draws all that FROM sees.")] = None,
    from_level: Annotated[int | None, typer.Option(help="The level there; without it the ground.")] = None,
    to_level: Annotated[int | None, typer.Option(help="The level there; without it the ground.")] = None,
    out: Annotated[Path | None, typer.Option(help="A picture of what FROM sees: .svg, .pdf or .png.")] = None,
    json: Json = False,
) -> None:
    """Say whether two hexes of the Orsha map see each other, and what hinders; or draw all that one of them sees."""
    from orsha.kernel import OrshaError

    if to is not None and out is None:
        _between(from_, to, from_level, to_level, json)
    elif to is None and out is not None and to_level is None:
        _drawn(from_, from_level, out, json)
    elif out is None:
        raise OrshaError(f"what is seen from {from_.upper()} needs a second hex, or --out with a picture's file")
    else:
        raise OrshaError("--out draws all that one hex sees: leave the second hex and its level away")


def _between(from_: str, to: str, from_level: int | None, to_level: int | None, json: bool) -> None:
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


def _drawn(from_: str, level: int | None, out: Path, json: bool) -> None:
    from orsha.hexmap.map import hex_map
    from orsha.paper.hex_map import write_map
    from orsha.paper.sight_map import sight_layers

    board = hex_map()
    hex = board.hex(from_)
    layers = sight_layers(board, hex, level)
    write_map(board, out, layers=layers)
    count: dict[str, int] = {how: len(area) for how, area in layers.highlight.items() if how != "from"}
    if json:
        show_json({"file": str(out), "from": hex.name, **count})
    else:
        seen = count["clear"] + count["hindered"]
        typer.echo(f"{out}: {hex} sees {seen} hexes, {count['hindered']} of them hindered, and {count['blocked']} not.")


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
    from orsha.kernel.complaints import in_words
    from orsha.kernel.export import fetch

    data = fetch(file)
    if len(data) > LIMIT:
        raise OrshaError(f"{file} is too large for a perimeter's file")
    try:
        situation = msgspec.json.decode(data, type=Situation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OrshaError(f"{file} is no perimeter's file: {in_words(error)}") from error
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
