"""The river that was laid in the set-up stands on the table, with its crossings (000 Rivers, Number of Crossings)."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.tabletop.game.setup import BattleSetup, generated
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.ground import layout_of, mission_of
from orsha.tabletop.mission.placing import ALL_CROSSINGS
from orsha.tabletop.table import Table
from orsha.tabletop.table.generator.flooding import Crossing, flooded


def comes_first(mission: m.State) -> bool:
    """Whether a river or a crossing is still to be laid: the table is made after that, around them."""
    steps = mission_of(mission).file.setup[mission.step :] if mission.stage == "setup" else ()
    return any(isinstance(step, f.PlaceRiver | f.Crossings) for step in steps)


def crossings(mission: m.State) -> tuple[Crossing, ...]:
    """The bridges and fords that were placed."""
    return tuple((one.what, one.at) for one in mission.markers if one.what in ALL_CROSSINGS and one.at is not None)


def table_for(setup: BattleSetup, mission: m.State) -> Table:
    """The table of the set-up with the river laid over it, or one made for the mission from the seed; with the switches
    of the set-up."""
    table = _made(setup, mission)
    return replace(table, switches={**table.switches, **setup.terrain}) if setup.terrain else table


def _made(setup: BattleSetup, mission: m.State) -> Table:
    assert mission.mission is not None
    layout, laid = layout_of(mission), crossings(mission)
    if setup.table is None:
        return generated(mission.mission, setup.seed, setup.flavour, layout, laid)
    return flooded(setup.table, layout, laid) if mission.river is not None else setup.table
