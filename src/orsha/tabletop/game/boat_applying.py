"""What events about assault boats do to a battle's state (000 River Assaults)."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.tabletop.game import boat_state as b
from orsha.tabletop.game.boat_state import Boat
from orsha.tabletop.game.state import BattleState, TeamState
from orsha.tabletop.game.with_changes import LIFTED, Apply, unit_with


def boats_counted(state: BattleState, event: b.BoatsCounted) -> BattleState:
    return replace(state, boats={**state.boats, **{id: Boat(event.seat) for id in event.boats}})


def launched(state: BattleState, event: b.Launched) -> BattleState:
    """The boats are off the Enemy Bank, their passengers aboard; that was the unit's move."""
    boats, teams = dict(state.boats), dict(state.teams)
    for one in event.boats:
        boats[one.boat] = Boat(boats[one.boat].seat, event.unit, one.at, one.off, over=event.over)
        for id in one.teams:
            teams[id] = _aboard(teams[id], one)
    guns = any(state.roster.teams[id].card.bombards for one in event.boats for id in one.teams)
    return unit_with(replace(state, boats=boats, teams=teams), event.unit, moved=True, **(LIFTED if guns else {}))


def _aboard(team: TeamState, one: b.Crossing) -> TeamState:
    x, y = one.at
    return replace(team, x=x, y=y, aboard=one.boat, moved=True, changes=team.changes + 1, foxholes=False, trapped=False)


def boat_backed(state: BattleState, event: b.BoatBacked) -> BattleState:
    return _shifted(state, event.boat, event.at)


def _shifted(state: BattleState, boat: str, at: b.Spot) -> BattleState:
    """A boat lies elsewhere, and who is in it."""
    boats = {**state.boats, boat: replace(state.boats[boat], at=at)}
    carried = {id: replace(team, x=at[0], y=at[1]) for id, team in state.teams.items() if team.aboard == boat}
    return replace(state, boats=boats, teams={**state.teams, **carried})


def drifters_rolled(state: BattleState, event: b.DriftersRolled) -> BattleState:
    for id, at in event.at.items():
        state = _shifted(state, id, at)
    boats = dict(state.boats)
    for id, boat in boats.items():
        if boat.off and boat.unit in event.back:
            boats[id] = replace(boat, off=False, tries=0)
        elif boat.off and boat.unit in event.away:
            boats[id] = replace(boat, tries=boat.tries + 1)
    return replace(state, boats=boats)


def boats_returned(state: BattleState, event: b.BoatsReturned) -> BattleState:
    back = {id: Boat(event.seat) for id in event.back}
    stuck = {id: replace(state.boats[id], stuck=True) for id in event.stuck}
    return replace(state, boats={**state.boats, **back, **stuck})


APPLY: dict[type, Apply] = {
    b.BoatsCounted: boats_counted,
    b.Launched: launched,
    b.BoatBacked: boat_backed,
    b.DriftersRolled: drifters_rolled,
    b.BoatsReturned: boats_returned,
}
