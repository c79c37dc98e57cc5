"""Rosters: typed in a few words, read from a file, or just numbered."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, cast

from msgspec import Meta
from msgspec.structs import replace

from orsha.cli.companion.prompt import Mistyped
from orsha.kernel.data import Wrong, load
from orsha.tabletop.mission.format import Data
from orsha.tabletop.mission.state import Unit

USUAL = 8
"""How many units a force has when nobody says."""
MOST = 40
UNSAID = -1
"""Points that were not typed: such units share what the others leave."""
KINDS = ("infantry", "tank", "gun", "aircraft")
FLAGS = ("artillery", "commander", "independent", "sniper")
HOW = "name points kind teams"

_LINE = re.compile(
    rf"(?P<name>.*?)(?:\s+(?P<points>\d+))?(?:\s+(?P<kind>{'|'.join(KINDS)}))?(?:\s+(?P<teams>\d+))?", re.IGNORECASE
)
_EXTRA = re.compile(rf"\s+(?:(?P<flag>{'|'.join(FLAGS)})|armour=(?P<armour>\d+))$", re.IGNORECASE)


class RosterFile(Data, frozen=True):
    """A force in a file: `[[units]]` with the fields of a unit."""

    units: Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=MOST)]


def _check(file: RosterFile) -> None:
    names = [unit.name for unit in file.units]
    for index, unit in enumerate(file.units):
        place = ("units", index)
        if names.index(unit.name) < index:
            raise Wrong((*place, "name"), f"there is a unit {unit.name!r} already; give each its own name")
        if unit.points < 0 or unit.teams < 1:
            raise Wrong((*place, "points" if unit.points < 0 else "teams"), "a unit has 0 points or more, and a team")
        if unit.attached_to is not None and (unit.attached_to not in names or unit.attached_to == unit.name):
            raise Wrong((*place, "attached_to"), f"there is no other unit {unit.attached_to!r} to attach it to")


def read_file(path: str) -> tuple[Unit, ...]:
    """A roster from a TOML file; a mistake in it is a sentence with file and line."""
    return load(Path(path).expanduser(), RosterFile, _check).units


def parse(text: str, number: int) -> Unit:
    """One unit typed in a few words, every one of them optional: `T-34 company 12 tank 5`."""
    rest = f" {text.strip()}"
    flags: dict[str, bool] = {}
    armour = 0
    while extra := _EXTRA.search(rest):
        if extra["flag"]:
            flags[extra["flag"].lower()] = True
        else:
            armour = int(extra["armour"])
        rest = rest[: extra.start()]
    found = _LINE.fullmatch(rest)
    assert found is not None
    kind = (found["kind"] or ("tank" if armour else "infantry")).lower()
    teams = int(found["teams"] or 1)
    if teams < 1:
        raise Mistyped(f"a unit has at least one team: {text.strip()!r}")
    return Unit(
        found["name"].strip() or f"Unit {number}",
        int(found["points"]) if found["points"] else UNSAID,
        teams,
        cast("type[Unit]", kind),  # type: ignore[arg-type]
        front_armour=armour,
        artillery=flags.get("artillery", False),
        commander=flags.get("commander", False),
        independent=flags.get("independent", False) or flags.get("sniper", False),
        sniper=flags.get("sniper", False),
    )


def typed(text: str, already: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of a line, one or several with semicolons between them, after those typed before."""
    units = list(already)
    for part in text.split(";"):
        if part.strip():
            unit = parse(part, len(units) + 1)
            units.append(replace(unit, name=_own_name(unit.name, [u.name for u in units])))
    if len(units) > MOST:
        raise Mistyped(f"a force has at most {MOST} units here")
    return tuple(units)


def _own_name(name: str, taken: list[str]) -> str:
    """A second unit of the same name gets a number."""
    number = 2
    own = name
    while own in taken:
        own = f"{name} ({number})"
        number += 1
    return own


def priced(units: tuple[Unit, ...], points: int) -> tuple[Unit, ...]:
    """Units whose points nobody typed share what the others leave of the force."""
    unsaid = [unit for unit in units if unit.points == UNSAID]
    left = max(points - sum(unit.points for unit in units if unit.points != UNSAID), 0)
    parts = iter(_parts(left, len(unsaid)))
    return tuple(replace(unit, points=next(parts)) if unit.points == UNSAID else unit for unit in units)


def numbered(seat: str, count: int, points: int) -> tuple[Unit, ...]:
    """A force of units that are only numbers, with the points shared out."""
    return tuple(Unit(f"{seat} unit {i}", part) for i, part in enumerate(_parts(points, count), start=1))


def _parts(points: int, count: int) -> list[int]:
    return [points // count + (index < points % count) for index in range(count)] if count else []
