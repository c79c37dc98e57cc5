"""`orsha board`: VASL boards: what one holds and lacks, our reading drawn over it, what is seen on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orsha.cli.output import Json, show_json, show_rows

if TYPE_CHECKING:
    from orsha.hexmap.vasl import Board, HexReading

File = Annotated[Path, typer.Argument(help="A board's archive, such as bd00.")]
Catalogue = Annotated[
    Path | None,
    typer.Option(
        "--terrain",
        help="VASL's SharedBoardMetadata.xml; without it the one named by ORSHA_VASL_TERRAIN, or beside the boards.",
    ),
]
Out = Annotated[Path, typer.Option(help="The picture's file: .svg, .png or .pdf.")]
Scale = Annotated[
    float | None,
    typer.Option(min=0.25, max=4.0, help="Pixels of a .png for each pixel of the board: 2, less if large."),
]
Level = Annotated[int | None, typer.Option(help="The level there; without it the ground.")]

MOST_PIXELS, USUAL_PIXELS = 60_000_000, 12_000_000

app = typer.Typer(help="Read VASL boards.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="board")


@app.command()
def info(file: File, terrain: Catalogue = None, json: Json = False) -> None:
    """Say what a board holds, what it lacks and what is doubtful about it; as JSON with every hex."""
    from orsha.hexmap.vasl import read_board

    board = read_board(file, terrain)
    told = _told(board)
    if json:
        show_json(told | {"ground": {one.hex.name: _hex(one) for one in board.hexes.values()}})
        return
    show_rows(("board", board.name), _rows(board, told))


def _told(board: Board) -> dict[str, object]:
    facts, place, image = board.facts, board.geometry, board.picture
    readings = board.hexes.values()
    return {
        "name": board.name,
        "version": facts.version,
        "version_date": facts.version_date,
        "author": facts.author,
        "legacy": facts.legacy,
        "picture": image and {"file": image.file, "kind": image.kind, "width": image.width, "height": image.height},
        "geometry": place
        and {
            "hex_width": place.hex_width,
            "hex_height": place.hex_height,
            "a1": [place.a1_x, place.a1_y],
            "width": place.width,
            "height": place.height,
        },
        "metadata_size": [facts.width, facts.height],
        "has_hills": facts.has_hills,
        "columns": _span([one.hex.column for one in readings]),
        "hexes": len(board.hexes),
        "half_hexes": sum(one.half for one in readings),
        "sight_data": board.los is not None,
        "our_map": board.our_map,
        "terrain": _counted(one.terrain for one in readings if one.terrain is not None),
        "levels": _counted(str(one.level) for one in readings if one.level is not None),
        "hexsides": _counted(name for one in readings for name in one.sides.values()),
        "stairways": [one.hex.name for one in readings if one.stairway],
        "slopes": {one.hex.name: list(one.up_slope) for one in readings if one.up_slope},
        "building_types": {one.hex.name: one.building for one in readings if one.building is not None},
        "embankments": {one.hex: list(one.sides) for one in facts.embankments},
        "partial_orchards": {one.hex: list(one.sides) for one in facts.partial_orchards},
        "special_rules": list(facts.special_rules),
        "notes": list(facts.notes),
        "lacks": board.lacks,
        "doubts": board.doubts,
    }


def _hex(one: HexReading) -> dict[str, object]:
    found: dict[str, object] = {
        "terrain": one.terrain,
        "level": one.level,
        "hexsides": {str(side): name for side, name in one.sides.items()},
        "half": one.half,
    }
    more = {"centre": one.centre, "up_slope": list(one.up_slope), "stairway": one.stairway, "building": one.building}
    return found | {key: value for key, value in more.items() if value}


def _span(columns: list[int]) -> list[str]:
    from orsha.hexmap.grid import column_name

    return [column_name(min(columns)), column_name(max(columns))] if columns else []


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names).most_common())


def _rows(board: Board, told: dict[str, object]) -> list[tuple[str, str]]:
    """The same for a person."""
    facts, place, image = board.facts, board.geometry, board.picture
    first_last = " to ".join(_span([one.hex.column for one in board.hexes.values()]))
    made = [
        facts.version,
        facts.version_date,
        facts.author and f"by {facts.author}",
        "legacy" if facts.legacy else None,
    ]
    rows = [("version", ", ".join(one for one in made if one))]
    if image is not None:
        rows.append(("picture", f"{image.file}, {image.width} x {image.height} pixels"))
    if place is not None:
        size = f"{place.hex_width:g} x {place.hex_height:g} pixels, A1's centre at {place.a1_x:g}, {place.a1_y:g}"
        rows.append(("a hex", size))
    rows.append(("hexes", f"{told['hexes']}, columns {first_last}, {told['half_hexes']} cut in half by the edge"))
    for key in ("terrain", "levels", "hexsides", "building_types", "slopes", "embankments", "partial_orchards"):
        found = told[key]
        assert isinstance(found, dict)
        rows.append((key.replace("_", " "), "; ".join(f"{name}: {_plain(one)}" for name, one in found.items())))
    for key in ("stairways", "special_rules", "notes"):
        found = told[key]
        assert isinstance(found, list)
        rows.append((key.replace("_", " "), ", ".join(map(str, found))))
    rows += [("lacks", one) for one in board.lacks] + [("doubt", one) for one in board.doubts]
    return [(key, value) for key, value in rows if value]


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@app.command()
def show(file: File, out: Out, terrain: Catalogue = None, scale: Scale = None, json: Json = False) -> None:
    """Draw a board's picture with our reading over it: hexes, names, terrain, levels, hexsides, slopes."""
    from orsha.hexmap.vasl import read_board
    from orsha.hexmap.vasl.drawing import draw
    from orsha.paper import press

    how = press.format_of(out, "a board")
    board = read_board(file, terrain)
    press.written(out, draw(board).svg.encode() if how == "svg" else _printed(board, how, scale))
    if json:
        show_json({"file": str(out), "hexes": len(board.hexes), "lacks": board.lacks, "doubts": board.doubts})
    else:
        typer.echo(f"{out}: board {board.name}, {len(board.hexes)} hexes")


_PAGE = """
#set document(title: "A board as read", author: "Orsha", date: none)
#set page(width: {0}pt, height: {1}pt, margin: 0pt)
"""
_PICTURE = '#place(image("/board", format: "{2}", width: {3}pt, height: {4}pt, fit: "stretch"))'
_READING = '#place(image(bytes(sys.inputs.reading), format: "svg", width: {0}pt, height: {1}pt))'


def _printed(board: Board, how: str, asked: float | None) -> bytes:
    """The board's picture as it is, and the reading over it."""
    from tempfile import TemporaryDirectory

    from orsha.hexmap.vasl.drawing import draw
    from orsha.kernel import OrshaError
    from orsha.paper import press

    drawn, image = draw(board, picture=False), board.picture
    area = drawn.width * drawn.height
    scale = asked or min(2.0, (USUAL_PIXELS / area) ** 0.5)
    if area * scale * scale > MOST_PIXELS:
        raise OrshaError(f"at scale {scale:g} the picture would have more than {MOST_PIXELS:,} pixels: ask for less")
    with TemporaryDirectory() as folder:
        size = ("", 0, 0) if image is None else (image.kind, image.width, image.height)
        if image is not None:
            (Path(folder) / "board").write_bytes(board.drawing())
        try:
            made = press.typesetter().compile(
                (_PAGE + (_PICTURE if image else "") + _READING).format(drawn.width, drawn.height, *size).encode(),
                root=folder,
                format=how,
                ppi=72 * scale,
                sys_inputs={"reading": drawn.svg},
                font_paths=press.fonts(),
            )
        except RuntimeError as error:
            raise OrshaError(f"board {board.name} cannot be drawn: {str(error).splitlines()[0][:200]}") from error
    assert isinstance(made, bytes)
    return made


@app.command()
def sight(
    file: File,
    from_: Annotated[str, typer.Argument(metavar="FROM", help="A hex, such as P5.")],
    to: Annotated[str, typer.Argument(help="The other hex.")],
    from_level: Level = None,
    to_level: Level = None,
    terrain: Catalogue = None,
    json: Json = False,
) -> None:
    """Say whether two hexes of a board see each other by our sight rules, and what hinders or blocks."""
    import msgspec

    from orsha.hexmap.sight import sight as see
    from orsha.hexmap.vasl import landscape, read_board

    board = read_board(file, terrain)
    ground = landscape(board)
    one, other = ground.hex(from_), ground.hex(to)
    found = see(ground, one, other, from_level, to_level)
    ours = f" (terrain from our map {board.our_map!r})" if board.our_map else ""
    if json:
        show_json(msgspec.to_builtins(found) | {"board": board.name, "our_map": board.our_map})
    elif found.clear:
        hindered = f", hindered by {', '.join(found.hindrances)}" if found.hindrances else ""
        typer.echo(f"{one} and {other} see each other at range {found.range}{hindered}{ours}.")
    else:
        typer.echo(f"{one} and {other} do not see each other: {found.blocked_by} is in the way{ours}.")
