"""The battle's switches on the command line: what the sources leave open, and how a battle is told otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import cast

import typer
from msgspec import Struct

from orsha.cli.battle_fixed import stands_at
from orsha.cli.output import show_json, show_rows
from orsha.kernel import OrshaError, Unknown
from orsha.kernel.values import Value, as_typed, from_typed
from orsha.tabletop.battle.moves import Setting as MoveSetting
from orsha.tabletop.battle.moves import moves
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.battle.rules import Setting as ShotSetting
from orsha.tabletop.table import terrain
from orsha.tabletop.table.kinds import Setting as TerrainSetting

SHOTS, MOVES, TERRAIN = "tabletop/battle/rules.toml", "tabletop/battle/moves.toml", "tabletop/table/terrain.toml"


class Shown(Struct, frozen=True):
    """A switch as it is listed."""

    name: str
    value: Value
    choices: str
    """What it may be set to for a battle; nothing where only its file can be changed."""
    why: str
    file: str
    """Where its value is kept, under the program's folder."""
    number: int | None = None
    """In the digest's own list (core 17)."""


class Settings(Struct, frozen=True):
    """What a battle is told otherwise."""

    shooting: dict[str, ShotSetting]
    moving: dict[str, MoveSetting]
    terrain: dict[str, TerrainSetting]


def switches() -> list[Shown]:
    """All that the sources leave open: what can be set for a battle first, file by file, then the rest."""
    return [*_shots(), *_moves(), *_terrain(), *_fixed()]


def _shots() -> Iterator[Shown]:
    for name, one in STANDARD.switches.items():
        if one.kept_in is None:
            yield Shown(name, STANDARD.stands_at(name), one.span(), one.why, SHOTS, one.number)


def _moves() -> Iterator[Shown]:
    rules, numbers = moves(), _numbers(MOVES)
    for name, one in rules.switches.items():
        yield Shown(name, rules.setting(name), one.words(), one.why, MOVES, numbers.get(name))


def _terrain() -> Iterator[Shown]:
    """Those that no other line of the digest's list names are its terrain chart."""
    chart, numbers = terrain(), _numbers(TERRAIN)
    every = next(one.number for one in STANDARD.switches.values() if one.kept_in == TERRAIN and not one.called)
    for name, one in chart.switches.items():
        yield Shown(name, chart.default(name), one.words(), one.why, TERRAIN, numbers.get(name, every))


def _fixed() -> Iterator[Shown]:
    for name, one in STANDARD.switches.items():
        if one.kept_in is not None and one.kept_in not in (MOVES, TERRAIN):
            yield Shown(name, stands_at(name), "", one.why, one.kept_in, one.number)


def _numbers(file: str) -> dict[str, int | None]:
    """The digest's number of every switch that another file has."""
    return {called: one.number for one in STANDARD.switches.values() if one.kept_in == file for called in one.called}


def show(json: bool) -> None:
    found = switches()
    if json:
        show_json(found)
        return
    for file, some in groupby(found, attrgetter("file")):
        shown = list(some)
        if not shown[0].choices:
            break
        typer.echo(f"For a battle: --switch NAME=VALUE; kept in {file}")
        heads = ("switch", "no.", "stands at", "choices", "why")
        show_rows(heads, [(s.name, s.number or "", as_typed(s.value), s.choices, s.why) for s in shown])
    typer.echo("Changed in their files only, under src/orsha:")
    rest = [(s.name, s.number or "", as_typed(s.value), s.file, s.why) for s in found if not s.choices]
    show_rows(("switch", "no.", "stands at", "kept in", "why"), rest)


def settings(asked: Sequence[str]) -> Settings:
    """What `--switch NAME=VALUE` asks for: switches of shooting, of the terrain, and of everything else."""
    known = {one.name: one for one in switches()}
    found = Settings({}, {}, {})
    into: dict[str, dict[str, Value]] = {
        SHOTS: cast(dict[str, Value], found.shooting),
        MOVES: cast(dict[str, Value], found.moving),
        TERRAIN: cast(dict[str, Value], found.terrain),
    }
    for text in asked:
        name, equals, raw = text.partition("=")
        if not equals:
            raise OrshaError(f"--switch takes a name and a value, such as fall-back=4; not {text!r}")
        if name not in known:
            raise Unknown("switch", name, [one.name for one in known.values() if one.choices])
        if not known[name].choices:
            raise OrshaError(f"the switch {name!r} is not set for a battle: change src/orsha/{known[name].file}")
        into[known[name].file][name] = _fitting(known[name], from_typed(raw))
    return found


def _fitting(switch: Shown, value: Value) -> Value:
    """A value of a kind that the switch's file can hold; whether it is one of the choices its rules say."""
    wrong = isinstance(value, bool | tuple | float) if switch.file == SHOTS else isinstance(value, float)
    if switch.file == TERRAIN:
        wrong = isinstance(value, bool | tuple)
    if wrong:
        raise OrshaError(f"the switch {switch.name!r} is {switch.choices}, not {as_typed(value)}")
    return value
