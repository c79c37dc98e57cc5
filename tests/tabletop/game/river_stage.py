"""A small river battle for tests: an eight-inch river up the middle of the table, the allies attack from the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from orsha.tabletop.force.card import Team
from orsha.tabletop.game.boat_state import Boat, Launch, Load
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import rifles
from tests.tabletop.game.stage import INCH, Group, battle, with_mission, with_team

LOW, HIGH = 32, 40
"""The river's banks: the defender's and the attacker's."""
RIVER = Feature(
    "deep-river", area=((LOW * INCH, 0), (HIGH * INCH, 0), (HIGH * INCH, 48 * INCH), (LOW * INCH, 48 * INCH))
)
FAR = [Group("Grenadiers", (rifles(), rifles()), [(8, 40), (10, 40)])]


def men(count: int, at: tuple[float, float] = (41, 24), name: str = "Rifles", **of: Any) -> Group:
    """Rifle teams side by side along the bank, from a place on."""
    spots = [(at[0], at[1] + 1.7 * n) for n in range(count)]
    return Group(name, (rifles(),) * count, spots, **of)


def river_battle(
    allied: Sequence[Group],
    axis: Sequence[Group] = FAR,
    *,
    boats: int = 4,
    current: str = "left",
    mission: str = "river-crossing",
    features: Sequence[Feature] = (RIVER,),
    **of: Any,
) -> BattleState:
    """Flowing to the attacker's left is down the table, toward the lower edge."""
    state = battle(allied, axis, mission=mission, features=features, **{"step": "movement", **of})
    state = with_mission(state, defender_pick="left", river=(36 * INCH, 8 * INCH), current=current)
    return replace(state, boats={f"allied boat {n}": Boat("allied") for n in range(1, boats + 1)})


def bank(y: float) -> tuple[int, int]:
    """A place on the attacker's edge of the water."""
    return HIGH * INCH, round(y * INCH)


def launch(unit: str, *loads: tuple[float, Sequence[str]]) -> Launch:
    """Boats at some places along the bank, each with its teams."""
    return Launch(unit, tuple(Load(bank(y), tuple(teams)) for y, teams in loads))


def afloat(state: BattleState, boat: str, at: tuple[float, float], *teams: str, **of: Any) -> BattleState:
    """A boat in the water with some teams in it, as if it had crossed in an earlier turn."""
    spot = (round(at[0] * INCH), round(at[1] * INCH))
    unit = teams[0].rpartition(".")[0] if teams else None
    state = replace(state, boats={**state.boats, boat: Boat("allied", unit, spot, **of)})
    for id in teams:
        state = with_team(state, id, x=spot[0], y=spot[1], aboard=boat)
    return state


def amphibious(**of: Any) -> Team:
    from tests.tabletop.battle.told import tank

    return tank("Swimmer", rules=("amphibious",), **of)
