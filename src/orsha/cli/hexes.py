"""`orsha map`: the hex map as a picture, bare or with what lies on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from orsha.cli.output import Json, show_json

Out = Annotated[Path, typer.Option(help="The picture's file: .svg, .pdf or .png.")]
Names = Annotated[Literal["none", "fifth", "all"], typer.Option(help="Which hexes show their names.")]
Paper = Annotated[Literal["a3", "a4", "letter"] | None, typer.Option(help="The sheet to fit it to; a PDF's is A4.")]
LayerFile = Annotated[
    Path | None,
    typer.Option(help="A JSON file with hex names: control, main, pockets, front_line, isolated, units and so on."),
]


def register(app: typer.Typer) -> None:
    app.command("map")(map_)


def map_(out: Out, names: Names = "fifth", paper: Paper = None, layers: LayerFile = None, json: Json = False) -> None:
    """Draw the Orsha map, with layers if a file gives any."""
    from orsha.hexmap.map import hex_map
    from orsha.paper.hex_map import Layers, read_layers, write_map

    board = hex_map()
    drawn = Layers(names=names) if layers is None else read_layers(board, layers, names)
    write_map(board, out, layers=drawn, paper=paper)
    show_json({"file": str(out)}) if json else typer.echo(f"{out}")
