"""What reads the words of strangers: each takes bytes and may refuse them in a sentence, and nothing else.

`python -m tests.fuzz.led NAME SECONDS` runs one of them under atheris, which finds its way by coverage.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from orsha.kernel import Dice, OrshaError, Seeded
from orsha.kernel.export import read
from orsha.tabletop.force.battlescribe.catalogue import imported
from orsha.tabletop.force.battlescribe.roster import roster_force
from orsha.tabletop.force.battlescribe.xml import parse
from orsha.tabletop.force.checking import legal_force
from orsha.tabletop.force.listing import reads_list
from orsha.tabletop.force.ready import FOLDER
from orsha.tabletop.game import Battle
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import loads_table, table_text, tables
from tests.tabletop.battle.told import rifles, tank
from tests.tabletop.force.rosters import as_json, as_xml
from tests.tabletop.force.test_rosters import german
from tests.tabletop.game.stage import Group, battle

GAME = Battle()


@cache
def fight(step: str) -> BattleState:
    foot = Group("Rifles", [rifles()] * 5, [(10 + 2 * n, 10) for n in range(5)])
    hulls = Group("Panthers", [tank()] * 3, [(10 + 3 * n, 22) for n in range(3)], facing=180)
    return battle([foot], [hulls], step=step)  # type: ignore[arg-type]


def roster(data: bytes) -> None:
    roster_force(data)


def catalogue(data: bytes) -> None:
    imported([parse(data)])


def force_list(data: bytes) -> None:
    legal_force(reads_list(data.decode(errors="replace")))


def table_file(data: bytes) -> None:
    loads_table(data.decode(errors="replace"))


def saved_game(data: bytes) -> None:
    read(data)


def command(data: bytes) -> None:
    """The door of a battle: any JSON as a command, in every step; a refusal changes nothing."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return
    for step in ("movement", "shooting", "assault"):
        state = fight(step)
        before = msgspec.json.encode(state)
        try:
            list(GAME.decide(state, "allied", GAME.command(raw), Dice(Seeded(1))))
        except OrshaError:
            assert msgspec.json.encode(state) == before
            continue


def commands() -> list[bytes]:
    """Honest commands, for a fuzzer to begin with."""
    spot = [10000, 10000]
    return [
        msgspec.json.encode(one)
        for one in (
            {"do": "move", "unit": "allied 0", "legs": [{"team": "allied 0.0", "way": [spot, [10000, 14000]]}]},
            {"do": "order", "unit": "allied 0", "order": "dig-in"},
            {"do": "shoot", "unit": "allied 0", "aims": [{"team": "allied 0.0", "weapon": 0, "at": "axis 0.0"}]},
            {"do": "charge", "unit": "allied 0", "legs": [{"team": "allied 0.0", "way": [spot, [10000, 13000]]}]},
            {"do": "bombard", "unit": "allied 0", "spotter": "allied 0.0", "at": [20000, 20000]},
            {"do": "next"},
        )
    ]


def rosters() -> list[bytes]:
    return [as_xml(german("battlescribe")), as_json(german("new-recruit"))]


TARGETS: dict[str, tuple[Callable[[bytes], None], Callable[[], list[bytes]]]] = {
    "roster": (roster, rosters),
    "catalogue": (catalogue, rosters),
    "force-list": (force_list, lambda: [(FOLDER / "soviet-50.toml").read_bytes()]),
    "table": (table_file, lambda: [table_text(next(iter(tables().values()))).encode()]),
    "saved-game": (saved_game, lambda: [b'{"orsha":"game","format":1,"kind":"battle","title":"x"}\n{}\n']),
    "command": (command, commands),
}


def one(name: str, data: bytes) -> None:
    """A target with whatever came in: it may refuse, nothing else."""
    try:
        TARGETS[name][0](data)
    except OrshaError as error:
        assert str(error).strip()
