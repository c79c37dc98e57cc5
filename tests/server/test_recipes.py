"""How a game begins, from what somebody sends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from orsha.kernel import Illegal
from orsha.server import api
from orsha.server.recipes import opened
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import BattleSetup
from orsha.tabletop.table import tables


def battle(**changes: Any) -> api.NewGame:
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    setup = BattleSetup(forces, mission="contact", table=tables()["crossroads"])
    raw: dict[str, Any] = msgspec.to_builtins(setup)
    return api.NewGame(api.FromSetup("battle", raw | changes))


def test_a_battle_written_out_begins() -> None:
    assert opened(battle())[0].state.mission.setup.mission == "contact"


def test_a_table_of_ground_that_there_is_not_is_refused_with_its_place() -> None:
    table = msgspec.to_builtins(tables()["crossroads"])
    table["features"][0]["kind"] = "lava"
    with pytest.raises(Illegal, match=r"the table, features\.0.*lava"):
        opened(battle(table=table))
