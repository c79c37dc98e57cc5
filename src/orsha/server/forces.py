"""A force out of somebody's own file: a list in TOML, a roster of an army builder, or a force saved as JSON.

Nothing of it is kept: the browser gets the force back, written out, and sends it along when it opens a game.
"""

from __future__ import annotations

import asyncio
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Meta, Struct

from orsha.kernel import OrshaError
from orsha.kernel.complaints import in_words
from orsha.server.api import In
from orsha.server.house import house_of
from orsha.server.wire import body, describes, reply

if TYPE_CHECKING:
    from orsha.tabletop.force import Force

ROSTERS = (".ros", ".rosz", ".xml")
CATALOGUES = (".cat", ".catz", ".gst", ".gstz")
MOST_NOTES = 40

router = APIRouter(prefix="/api")


class ForceFile(In, frozen=True):
    """A file as it lies on somebody's disk; what it is is told by the end of its name."""

    name: Annotated[str, Meta(max_length=200)]
    data: Annotated[bytes, Meta(max_length=16_000_000)]


class ForceRead(Struct, frozen=True):
    """A force, written out as a new game takes it, and what of the file could not be read."""

    force: Any
    name: str
    nation: str
    points: int
    units: int
    problems: tuple[str, ...]


@router.post("/library/force", **describes(ForceRead, body=ForceFile, link=False))
async def read_force(request: Request) -> Response:
    """Read a force out of a file of one's own: TOML, a roster (.ros, .rosz), or JSON. Nothing is kept."""
    house, wanted = house_of(request), await body(request, ForceFile)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(house.rooms.minds, lambda: reply(force_in(wanted.name, wanted.data)))


def force_in(name: str, data: bytes) -> ForceRead:
    """The force in a file; raises in a sentence why there is none. Runs in a thread."""
    ending = PurePath(name).suffix.lower()
    if ending in CATALOGUES:
        raise OrshaError(
            f"{name} is a catalogue: it has the cards of all forces, and no force; "
            "choose units in an army builder and take the roster that it saves (.ros, .rosz)"
        )
    problems: tuple[str, ...] = ()
    if ending == ".toml":
        force = _listed(name, data)
    elif ending == ".json" and not _is_roster(data):
        force = _saved(name, data)
    elif ending in (*ROSTERS, ".json"):
        force, problems = _chosen(name, data)
    else:
        raise OrshaError(f"a force is a .toml, .ros, .rosz or .json file, not {name!r}")
    found: Any = msgspec.to_builtins(force)
    return ForceRead(found, force.name, force.nation, force.points, len(force.units), problems)


def _listed(name: str, data: bytes) -> Force:
    from orsha.tabletop.force import legal_force, reads_list

    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise OrshaError(f"{name} is no text in UTF-8") from error
    return legal_force(reads_list(text, name))


def _saved(name: str, data: bytes) -> Force:
    from orsha.tabletop.force import Force

    try:
        return msgspec.json.decode(data, type=Force)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OrshaError(f"{name} is no force: {in_words(error)}") from error


def _is_roster(data: bytes) -> bool:
    from orsha.tabletop.force.battlescribe.roster import is_roster

    return is_roster(data)


def _chosen(name: str, data: bytes) -> tuple[Force, tuple[str, ...]]:
    from orsha.tabletop.force.battlescribe.roster import roster_force

    try:
        roster = roster_force(data)
    except OrshaError as error:
        raise OrshaError(f"{name} is no roster that can be read: {error}") from error
    words = [one.words() for one in roster.problems]
    more = (f"and {len(words) - MOST_NOTES} more",) if len(words) > MOST_NOTES else ()
    return roster.force, (*words[:MOST_NOTES], *more)
