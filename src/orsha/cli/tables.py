"""`orsha table list|show|new|kinds`: the battle's tables: those made by hand, and new ones from a seed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orsha.cli.output import Json, show_json, show_rows

if TYPE_CHECKING:
    from orsha.tabletop.mission import Mission
    from orsha.tabletop.table import Feature, Kind, Table

Out = Annotated[
    Path | None, typer.Option(help="A file to write: .svg, .png or .pdf for a picture, .toml for the table.")
]
Name = Annotated[str, typer.Argument(help="A table's name, as `orsha table list` shows it, or a .toml file.")]

app = typer.Typer(help="Show the battle's tables, or make new ones.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="table")


@app.command("list")
def list_(json: Json = False) -> None:
    """List the tables that were made by hand."""
    from orsha.tabletop.table import tables

    found = tables().values()
    if json:
        show_json([_told(table) for table in found])
    else:
        rows = [(t.slug, _size(t), len(t.features), f"{_cover(t):.0%}", t.about) for t in found]
        show_rows(("table", "inches", "features", "cover", "what it is"), rows)


@app.command()
def show(name: Name, out: Out = None, json: Json = False) -> None:
    """Show a table: what lies on it; its picture with --out."""
    table = table_named(name)
    _written(table, out, None)
    _shown(table, out, json)


@app.command()
def new(
    mission: Annotated[str, typer.Option(help="The mission to make it for, as `orsha missions` lists it.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same table.")] = 1,
    country: Annotated[str | None, typer.Option(help="The sort of country; without it the seed picks one.")] = None,
    zones: Annotated[bool, typer.Option("--zones", help="Draw the mission's zones into the picture.")] = False,
    out: Out = None,
    json: Json = False,
) -> None:
    """Make a table for a mission from a seed."""
    from orsha.tabletop.mission import mission as find
    from orsha.tabletop.table import new_table

    wanted = find(mission)
    table = new_table(wanted, seed, flavour=country)
    _written(table, out, wanted if zones else None)
    _shown(table, out, json)


@app.command()
def kinds(json: Json = False) -> None:
    """List the kinds of terrain, how each is crossed, and the switches for what the rules leave open."""
    from orsha.tabletop.table import terrain

    chart = terrain()
    if json:
        show_json(
            {
                "kinds": {slug: _kind(kind) for slug, kind in chart.kinds.items()},
                "switches": {
                    name: {
                        "value": chart.default(name),
                        "choices": one.choices or (one.least, one.most),
                        "why": one.why,
                    }
                    for name, one in chart.switches.items()
                },
            }
        )
        return
    show_rows(("kind", "going", "height", "bulletproof", "source"), [_row(slug, k) for slug, k in chart.kinds.items()])
    rows = [
        (name, chart.default(name), ", ".join(one.choices) or f"{one.least:g} to {one.most:g} inches", one.why)
        for name, one in chart.switches.items()
    ]
    show_rows(("switch", "stands at", "choices", "why"), rows)


# -- words and JSON


def table_named(name: str) -> Table:
    """A table by its name, or from a file."""
    from orsha.tabletop.table import load_table, table

    return load_table(Path(name)) if name.endswith(".toml") else table(name)


def _size(table: Table) -> str:
    return f"{table.size[0] / 1000:g} x {table.size[1] / 1000:g}"


def _cover(table: Table) -> float:
    from shapely import box

    from orsha.tabletop.table import cover_share

    return cover_share(table, box(0, 0, *table.size))


def _advice(table: Table) -> list[str]:
    from orsha.tabletop.table.advising import advice

    return advice(table)


def _goings(kind: Kind) -> str | dict[str, str]:
    from orsha.tabletop.table.kinds import TEAM_KINDS

    found = {team: kind.going_for(team) for team in TEAM_KINDS}
    return next(iter(found.values())) if len(set(found.values())) == 1 else {str(k): str(v) for k, v in found.items()}


def _kind(kind: Kind) -> dict[str, object]:
    return {
        "name": kind.name,
        "going": _goings(kind),
        "height": kind.height,
        "bulletproof": list(kind.bulletproof),
        "road": kind.road,
        "source": kind.source,
        "basis": kind.basis,
    }


def _row(slug: str, kind: Kind) -> tuple[str, ...]:
    going = _goings(kind)
    words = going if isinstance(going, str) else "; ".join(f"{team} {word}" for team, word in going.items())
    return slug, "road" if kind.road else words, kind.height, ", ".join(kind.bulletproof), kind.source


def _told(table: Table) -> dict[str, object]:
    """A table in inches."""
    return {
        "slug": table.slug,
        "name": table.name,
        "about": table.about,
        "size": [side / 1000 for side in table.size],
        "ground": table.ground,
        "switches": table.switches,
        "cover": round(_cover(table), 4),
        "advice": _advice(table),
        "features": [_feature(one, kind) for one, kind in zip(table.features, table.kinds, strict=True)],
    }


def _feature(feature: Feature, kind: Kind) -> dict[str, object]:
    found: dict[str, object] = {"kind": feature.kind}
    if feature.name:
        found["name"] = feature.name
    if feature.area:
        found["area"] = [[x / 1000, y / 1000] for x, y in feature.area]
    else:
        found["line"] = [[x / 1000, y / 1000] for x, y in feature.line]
        found["width"] = feature.wide(kind) / 1000
    return found | {"going": _goings(kind), "height": kind.height}


def _written(table: Table, out: Path | None, mission: Mission | None) -> None:
    """The table as a file; as a picture with the zones of a mission, if it is given."""
    if out is None:
        return
    from functools import partial

    from orsha.paper import press
    from orsha.paper.battle_arrivals import areas, coming
    from orsha.paper.battle_table import write_table
    from orsha.tabletop.table import table_text

    if out.suffix.lower() == ".toml":
        press.written(out, table_text(table).encode())
    elif mission is None:
        write_table(table, out)
    else:
        zone = partial(mission.zone, layout=mission.layout())
        write_table(table, out, areas(mission, zone), coming(mission, zone))


def _shown(table: Table, out: Path | None, json: bool) -> None:
    if json:
        show_json(_told(table) | ({"file": str(out)} if out else {}))
        return
    typer.echo(f"{table.name}  ({_size(table)} inches; {_cover(table):.0%} of it conceals)")
    typer.echo(table.about)
    counted: dict[str, int] = {}
    for kind in table.kinds:
        counted[kind.name] = counted.get(kind.name, 0) + 1
    typer.echo(", ".join(f"{count} {name}" for name, count in sorted(counted.items())))
    for line in _advice(table):
        typer.echo(f"Note: {line}.")
    if out is not None:
        typer.echo(f"Written to {out}.")
