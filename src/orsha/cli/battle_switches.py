"""The battle's switches on the command line: what the sources leave open, and how a battle is told otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from orsha.kernel import OrshaError, Unknown
from orsha.tabletop.battle.moves import Setting as MoveSetting
from orsha.tabletop.battle.moves import moves
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.battle.rules import Setting as ShotSetting

Value = ShotSetting | MoveSetting


class Shown(Struct, frozen=True):
    """A switch as it is listed."""

    name: str
    value: Value
    choices: str
    why: str
    file: str


def switches() -> list[Shown]:
    """All that can be set for a battle."""
    shots = [
        Shown(name, STANDARD.stands_at(name), one.span(), one.why, "rules.toml")
        for name, one in STANDARD.switches.items()
        if one.kept_in is None
    ]
    rules = moves()
    return shots + [
        Shown(name, rules.setting(name), one.words(), one.why, "moves.toml") for name, one in rules.switches.items()
    ]


def settings(asked: Sequence[str]) -> tuple[dict[str, ShotSetting], dict[str, MoveSetting]]:
    """What `--switch NAME=VALUE` asks for: switches of shooting, and of everything else."""
    shooting: dict[str, ShotSetting] = {}
    moving: dict[str, MoveSetting] = {}
    own = {one.name for one in switches() if one.file == "rules.toml"}
    for text in asked:
        name, found, raw = text.partition("=")
        if not found:
            raise OrshaError(f"--switch takes a name and a value, such as fall-back=4; not {text!r}")
        value = _value(raw)
        if name in own:
            if isinstance(value, bool | tuple):
                raise OrshaError(f"the switch {name!r} takes a word or a number, not {raw!r}")
            shooting[name] = value
        elif name in moves().switches:
            moving[name] = value
        else:
            raise Unknown("switch", name, [one.name for one in switches()])
    return shooting, moving


def _value(raw: str) -> Value:
    """A number, true or false, a list of words in brackets, or a word."""
    try:
        return msgspec.json.decode(raw, type=bool | int | tuple[str, ...])
    except (msgspec.DecodeError, RecursionError):
        return raw
