"""A force as somebody wrote it down: a TOML file of formations, their units, and support."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from orsha.kernel.data import load, loads
from orsha.tabletop.force.card import Count, Data, Name, Points

MOST_UNITS = 100


class UnitChoice(Data, frozen=True):
    """A unit: its card, its size in teams (or written out), its options and how often each."""

    card: Name
    size: Count | Name | None = None
    """Without one it is the smallest."""
    options: dict[Name, Count] = {}
    name: Name | None = None
    """A name of its own, where the card's will not do."""
    box: Count | None = None
    """Which box of the formation it fills, where it matters: compulsory ones come first, counted from 1."""


class FormationChoice(Data, frozen=True):
    formation: Name
    units: Annotated[tuple[UnitChoice, ...], Meta(min_length=1, max_length=MOST_UNITS)]
    """The headquarters among them."""


class ForceList(Data, frozen=True):
    name: Name
    nation: Literal["soviet", "german"]
    period: Literal["mid", "late"]
    points: Points | None = None
    """The points agreed on; without them any number will do."""
    about: str = ""
    source: str = ""
    formations: Annotated[tuple[FormationChoice, ...], Meta(max_length=20)] = ()
    support: Annotated[tuple[UnitChoice, ...], Meta(max_length=MOST_UNITS)] = ()


def read_list(file: Path) -> ForceList:
    """A force file; unknown keys and wrong values are `BadData` with file and line."""
    return load(file, ForceList)


def reads_list(text: str, file: Path | str = "<text>") -> ForceList:
    return loads(text, ForceList, None, file)


def write_list(force: ForceList) -> str:
    """The TOML text of a force file."""
    lines = [f"name = {_text(force.name)}", f'nation = "{force.nation}"', f'period = "{force.period}"']
    lines += [f"points = {force.points}"] if force.points is not None else []
    lines += [f"about = {_text(force.about)}"] if force.about else []
    lines += [f"source = {_text(force.source)}"] if force.source else []
    for formation in force.formations:
        lines += ["", "[[formations]]", f"formation = {_text(formation.formation)}"]
        for unit in formation.units:
            lines += ["", "[[formations.units]]", *_unit(unit)]
    for unit in force.support:
        lines += ["", "[[support]]", *_unit(unit)]
    return "\n".join(lines) + "\n"


def _unit(unit: UnitChoice) -> list[str]:
    lines = [f"card = {_text(unit.card)}"]
    if unit.size is not None:
        lines.append(f"size = {unit.size if isinstance(unit.size, int) else _text(unit.size)}")
    if unit.options:
        inside = ", ".join(f"{_text(name)} = {count}" for name, count in unit.options.items())
        lines.append(f"options = {{ {inside} }}")
    lines += [f"name = {_text(unit.name)}"] if unit.name is not None else []
    lines += [f"box = {unit.box}"] if unit.box is not None else []
    return lines


def _text(text: str) -> str:
    """A TOML string: quotes, backslashes and everything unprintable escaped."""
    special = {'"': '\\"', "\\": "\\\\"}
    safe = (special.get(c, c) if c.isprintable() else f"\\U{ord(c):08x}" for c in text)
    return f'"{"".join(safe)}"'
