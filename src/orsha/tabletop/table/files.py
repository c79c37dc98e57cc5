"""Tables as files: TOML in inches that a player can read and change, checked with file and line.

A feature is one `[[features]]`: its kind, and an `area` (the corners of its outline) or a `line` (the spots along it).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from orsha.kernel import Unknown
from orsha.kernel.data import Wrong, load, loads
from orsha.tabletop.table.checking import check
from orsha.tabletop.table.kinds import HERE, LARGEST, MIL, SMALLEST, Setting, Slug
from orsha.tabletop.table.shapes import Outline
from orsha.tabletop.table.table import Feature, Table, Words

TABLES = HERE / "tables"

Number = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
Pair = tuple[Number, Number]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a table's file: unknown keys are refused."""


class FeatureFile(Data, frozen=True):
    kind: Slug
    area: Annotated[tuple[Pair, ...], Meta(max_length=200)] = ()
    line: Annotated[tuple[Pair, ...], Meta(max_length=200)] = ()
    width: Annotated[float, Meta(gt=0, le=48)] | None = None
    top: Annotated[float, Meta(gt=0, le=24)] | None = None
    rise: Annotated[float, Meta(gt=0, le=24)] | None = None
    name: Words = ""


class TableFile(Data, frozen=True):
    slug: Slug
    name: Words
    size: tuple[Annotated[float, Meta(ge=SMALLEST, le=LARGEST)], Annotated[float, Meta(ge=SMALLEST, le=LARGEST)]]
    about: Annotated[str, Meta(max_length=400)] = ""
    ground: Slug = "open"
    switches: dict[Slug, Setting] = {}
    features: Annotated[tuple[FeatureFile, ...], Meta(max_length=500)] = ()


def load_table(file: Path) -> Table:
    """A table from its file."""
    found: list[Table] = []
    load(file, TableFile, lambda read: found.append(_checked(read)))
    return found[0]


def loads_table(text: str, file: str = "<text>") -> Table:
    """A table from its text."""
    found: list[Table] = []
    loads(text, TableFile, lambda read: found.append(_checked(read)), file)
    return found[0]


def _checked(read: TableFile) -> Table:
    table = Table(
        slug=read.slug,
        name=read.name,
        size=(_mils(read.size[0], ("size",)), _mils(read.size[1], ("size",))),
        features=tuple(_feature(one, n) for n, one in enumerate(read.features)),
        ground=read.ground,
        about=read.about,
        switches=read.switches,
    )
    check(table)
    return table


def _feature(read: FeatureFile, n: int) -> Feature:
    place = ("features", n)
    return Feature(
        kind=read.kind,
        area=_spots(read.area, (*place, "area")),
        line=_spots(read.line, (*place, "line")),
        width=_maybe(read.width, (*place, "width")),
        top=_maybe(read.top, (*place, "top")),
        rise=_maybe(read.rise, (*place, "rise")),
        name=read.name,
    )


def _spots(pairs: Sequence[Pair], place: tuple[str | int, ...]) -> Outline:
    return tuple((_mils(x, place), _mils(y, place)) for x, y in pairs)


def _maybe(number: float | None, place: tuple[str | int, ...]) -> int | None:
    return None if number is None else _mils(number, place)


def _mils(inches: float, place: tuple[str | int, ...]) -> int:
    """Inches as whole thousandths; finer ones are refused."""
    whole = round(inches * MIL)
    if abs(whole - inches * MIL) > 1e-6:
        raise Wrong(place, f"{inches!r} is finer than a thousandth of an inch")
    return whole


# -- and back


def table_text(table: Table) -> str:
    """A table as the text of a file; read again it is the same table."""
    lines = [f"slug = {_quoted(table.slug)}", f"name = {_quoted(table.name)}"]
    if table.about:
        lines.append(f"about = {_quoted(table.about)}")
    lines.append(f"size = [{_inches(table.size[0])}, {_inches(table.size[1])}]")
    if table.ground != "open":
        lines.append(f"ground = {_quoted(table.ground)}")
    if table.switches:
        lines += ["", "[switches]"]
        lines += [
            f"{name} = {_quoted(value) if isinstance(value, str) else f'{value:g}'}"
            for name, value in table.switches.items()
        ]
    for feature in table.features:
        lines += ["", "[[features]]", *_feature_lines(feature)]
    return "\n".join(lines) + "\n"


def _feature_lines(feature: Feature) -> list[str]:
    lines = [f"kind = {_quoted(feature.kind)}"]
    if feature.name:
        lines.append(f"name = {_quoted(feature.name)}")
    for key, number in (("width", feature.width), ("top", feature.top), ("rise", feature.rise)):
        if number is not None:
            lines.append(f"{key} = {_inches(number)}")
    for key, spots in (("area", feature.area), ("line", feature.line)):
        if spots:
            lines.append(f"{key} = [{', '.join(f'[{_inches(x)}, {_inches(y)}]' for x, y in spots)}]")
    return lines


def _inches(mils: int) -> str:
    return f"{mils // MIL}.{mils % MIL:03}".rstrip("0").rstrip(".")


def _quoted(text: str) -> str:
    """A string as TOML writes it; JSON's way of writing one is TOML's too, but for one character."""
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# -- tables made by hand


@cache
def tables() -> dict[str, Table]:
    """The tables that come with the program, by slug."""
    found = {}
    for file in sorted(TABLES.glob("*.toml")):
        table = load_table(file)
        assert table.slug == file.stem, f"{file}: the slug is not the file's name"
        found[table.slug] = table
    return found


def table(slug: str) -> Table:
    """A table made by hand, by its slug."""
    if slug not in tables():
        raise Unknown("table", slug, list(tables()))
    return tables()[slug]
