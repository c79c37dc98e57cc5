"""The only writer of a battle's state: what each event does to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace

from orsha.tabletop.battle.orders import Given
from orsha.tabletop.battle.pinning import Taken
from orsha.tabletop.game import events
from orsha.tabletop.game.boat_applying import APPLY as BOATS
from orsha.tabletop.game.events import BattleEvent
from orsha.tabletop.game.facts import teams_of, unit_id, waiting
from orsha.tabletop.game.fire_applying import APPLY as FIRE
from orsha.tabletop.game.holding import begin_near
from orsha.tabletop.game.memories import remember
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, TeamState, UnitState
from orsha.tabletop.game.with_changes import LIFTED, Apply, bailed_out, housed, teams_with, unit_with, went
from orsha.tabletop.mission.events import Answered, MissionEvent, UnitMoved
from orsha.tabletop.mission.game import MissionGame
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Feature, Stand

REFEREE = MissionGame()
_UNHARMED = Taken()


def apply(state: BattleState, event: BattleEvent) -> BattleState:
    after = _applied(state, event)
    if after is not state and after.works is state.works:
        remember(state, after, event)
    return after


def _applied(state: BattleState, event: BattleEvent) -> BattleState:
    done = _APPLY.get(type(event))
    return done(state, event) if done is not None else state


def _of_mission(state: BattleState, event: MissionEvent) -> BattleState:
    if state.off and isinstance(event, UnitMoved) and event.where not in ("table", "off-table"):
        state = _without_off(state, event.unit)
    asked = state.mission.asked
    if isinstance(event, Answered) and event.held and asked is not None:
        state = begin_near(state, asked)
    return replace(state, mission=REFEREE.apply(state.mission, event))


def _table_laid(state: BattleState, event: events.TableLaid) -> BattleState:
    return replace(state, table=event.table)


def _deployed(state: BattleState, event: events.Deployed) -> BattleState:
    sheet = state.roster.units[event.unit]
    put = {
        place.team: TeamState(*place.at, place.facing, aboard=place.aboard, moved=event.how == "air")
        for place in event.places
    }
    if rooms(state):
        ground = [place for place in event.places if not state.roster.teams[place.team].flies]
        put.update({place.team: housed(state, put[place.team], place.level) for place in ground})
    known = state.units.get(event.unit) or UnitState(sheet.leader, teams_then=len(put))
    if event.how == "ambush":
        state, known, put = _out_of_ambush(state, known, put)
    unit = replace(known, arriving=event.how == "edge")
    commanders = state.commanders
    if sheet.unit.hq and sheet.formation is not None and f"{sheet.seat} {sheet.formation}" not in commanders:
        commanders = {**commanders, f"{sheet.seat} {sheet.formation}": unit.leader}
    flying = tuple(one for one in state.flying if one != event.unit)
    return replace(
        state,
        teams={**state.teams, **put},
        units={**state.units, event.unit: unit},
        commanders=commanders,
        flying=flying,
    )


def _out_of_ambush(
    state: BattleState, unit: UnitState, put: dict[str, TeamState]
) -> tuple[BattleState, UnitState, dict[str, TeamState]]:
    """000 Preliminary Bombardment: what it did to a unit in ambush is seen when that shows itself."""
    shaken = [id for id in put if id in state.shaken]
    fit = [id for id in put if id not in shaken] or list(put)
    if fit and unit.leader not in fit:
        unit = replace(unit, leader=fit[0])
    if shaken:
        put = {id: replace(team, bailed_out=True) if id in shaken else team for id, team in put.items()}
        state = replace(state, shaken=tuple(id for id in state.shaken if id not in shaken))
    return state, unit, put


def _left_off(state: BattleState, event: events.LeftOff) -> BattleState:
    """002 Across the Volga: the rest of a unit, if there is one, is led by one of its own teams."""
    sheet = state.roster.units[event.unit]
    rest = [id for id in sheet.teams if id not in event.teams]
    leader = sheet.leader if sheet.leader in rest or not rest else rest[0]
    known = state.units.get(event.unit) or UnitState(leader)
    return replace(
        state,
        off={**state.off, **{id: TeamState(0, 0) for id in event.teams}},
        units={**state.units, event.unit: replace(known, leader=leader)},
    )


def _without_off(state: BattleState, unit: str) -> BattleState:
    return replace(state, off={id: team for id, team in state.off.items() if unit_id(id) != unit})


def _built(state: BattleState, event: events.Built) -> BattleState:
    table = state.table.plus(*event.walls) if event.walls and state.table is not None else state.table
    return replace(state, works=(*state.works, *event.works), table=table)


def _shaken(state: BattleState, event: events.Shaken) -> BattleState:
    others = tuple(id for id in state.shaken if id != event.team)
    return replace(state, shaken=(*others, event.team) if event.bailed_out else others)


def _traps_laid(state: BattleState, event: events.TrapsLaid) -> BattleState:
    under = {id: replace(state.teams[id], trapped=True) for id in event.under if id in state.teams}
    return replace(teams_with(state, under), traps=(*state.traps, *event.at))


def _foxholes(state: BattleState, event: events.FoxholesDug) -> BattleState:
    return teams_with(state, {id: replace(state.teams[id], foxholes=True) for id in event.teams})


def _step_began(state: BattleState, event: events.StepBegan) -> BattleState:
    if event.step == "starting":
        return replace(_fresh_turn(state, event.seat), step="starting", flying=())
    units = dict(state.units)
    for id, unit in state.units.items():
        count = len(teams_of(state, id))
        if unit.teams_then != count or unit.extra or unit.taken != _UNHARMED:  # most have nothing to forget
            units[id] = replace(unit, taken=_UNHARMED, teams_then=count, extra=0)
    if rooms(state):
        state = teams_with(state, {id: replace(one, entered=False) for id, one in state.teams.items() if one.entered})
    return replace(state, units=units, step=event.step)


def _fresh_turn(state: BattleState, seat: Seat) -> BattleState:
    """A side's turn begins: what its teams did in its last one is forgotten, but for fire at aircraft since then."""
    teams = {}
    for id, team in state.teams.items():
        if id.startswith(seat):
            teams[id] = _rested(team)
        else:
            teams[id] = replace(team, fired_at_aircraft=False) if team.fired_at_aircraft else team
    units = {
        id: replace(unit, given=(), extra=0, crossing=False, moved=False, arriving=False, charged=False)
        if id.startswith(seat)
        else unit
        for id, unit in state.units.items()
    }
    off = {id: TeamState(0, 0) if id.startswith(seat) else team for id, team in state.off.items()}
    return replace(state, teams=teams, units=units, off=off)


def _rested(team: TeamState) -> TeamState:
    """A team that has done nothing yet."""
    return TeamState(
        team.x,
        team.y,
        team.facing,
        team.bailed_out,
        team.foxholes,
        team.aboard,
        fired_at_aircraft=team.fired_at_aircraft,
        smoked=team.smoked,
        trapped=team.trapped,
        wired_before=team.wired,
        room=team.room,
        level=team.level,
    )


def _led_out(state: BattleState, event: events.LedOut) -> BattleState:
    """Ruling A199: a move before the game is none of a turn, also for those who were carried along."""
    moved = {id: _rested(team) for id, team in state.teams.items() if team.moved}
    led_out = (*state.led_out, event.unit) if event.gains else state.led_out
    return replace(unit_with(teams_with(state, moved), event.unit, moved=False), led_out=led_out)


def _remounted(state: BattleState, event: events.Remounted) -> BattleState:
    if not event.active:
        return state
    return teams_with(state, {event.team: replace(state.teams[event.team], bailed_out=False)})


def _rallied(state: BattleState, event: events.Rallied) -> BattleState:
    return unit_with(state, event.unit, pinned=event.pinned)


def _teams_gone(state: BattleState, event: events.TeamsGone) -> BattleState:
    gone = set(event.teams)
    lost = dict(state.lost)
    if event.how not in ("left", "rear", "withdrawn", "spent"):
        for id in event.teams:
            unit = unit_id(id)
            lost[unit] = (*lost.get(unit, ()), id)
    table = state.table
    if event.wrecks and table is not None:
        table = table.with_things(*(wreck(state, id) for id in event.wrecks))
    rear = (*state.rear, *event.teams) if event.how == "rear" else state.rear
    teams = state.teams.copy()
    for id in gone & teams.keys():
        del teams[id]
    if state.off:
        state = replace(state, off={id: team for id, team in state.off.items() if id not in gone})
    return replace(state, teams=teams, lost=lost, table=table, rear=rear)


def wreck(state: BattleState, id: str) -> Feature:
    """The wreck of a vehicle, as terrain. core 5.2"""
    team, sheet = state.teams[id], state.roster.teams[id]
    corners = Stand(team.x, team.y, sheet.base, team.facing).corners()
    width, height = state.table.size if state.table is not None else (0, 0)
    return Feature("wreck", area=tuple((min(max(x, 0), width), min(max(y, 0), height)) for x, y in corners))


def _led(state: BattleState, event: events.Led) -> BattleState:
    return unit_with(state, event.unit, leader=event.team)


def _commander(state: BattleState, event: events.CommanderFell) -> BattleState:
    return replace(state, commanders={**state.commanders, event.formation: event.team})


def _ordered(state: BattleState, event: events.Ordered) -> BattleState:
    unit = state.units[event.unit]
    given = (*unit.given, Given(event.order, event.passed))
    state = unit_with(
        state, event.unit, given=given, extra=event.inches, crossing=unit.crossing or event.crossing, **_standing(event)
    )
    teams = {id: _under_order(state.teams[id], event) for id in event.teams if id in state.teams}
    return replace(teams_with(state, teams), cleared=(*state.cleared, *event.cleared))


def _standing(event: events.Ordered) -> Mapping[str, object]:
    """An order that is carried out instead of moving is the unit's move. core 7.4: it lifts a Ranged In marker too."""
    lifted = LIFTED if event.counts_as is not None else {}
    return {**lifted, "moved": True} if "move" in event.forbids else lifted


def _under_order(team: TeamState, event: events.Ordered) -> TeamState:
    return replace(
        team,
        forbidden=tuple(dict.fromkeys((*team.forbidden, *event.forbids))),
        moved=team.moved or event.counts_as is not None,
        dashed=team.dashed or event.counts_as == "dashed",
        hasty=team.hasty or event.hasty,
        foxholes=team.foxholes or event.foxholes,
        dug_in=team.dug_in or (event.dug_in and not team.ordered),
    )


def _marched(state: BattleState, event: events.Marched) -> BattleState:
    unit, sheets = state.units[event.unit], state.roster.teams
    by_order = bool(event.legs) and all(leg.pace == "order" for leg in event.legs)
    moved = unit.moved or not by_order
    lifted = LIFTED if any(sheets[leg.team].card.bombards for leg in event.legs) else {}
    state = unit_with(went(state, event.legs), event.unit, extra=0, moved=moved, arriving=False, **lifted)
    return _carried_on(state, {leg.team for leg in event.legs})


def _carried_on(state: BattleState, vehicles: set[str]) -> BattleState:
    """A unit that is aboard, all of it, comes on to the table with its transports."""
    for unit in sorted(waiting(state)):
        rides = [state.teams[id].aboard for id in state.roster.units[unit].teams if id in state.teams]
        carried = not vehicles.isdisjoint(rides)
        if carried and all(ride is not None and not state.units[unit_id(ride)].arriving for ride in rides):
            state = unit_with(state, unit, arriving=False)
    return state


def _charged(state: BattleState, event: events.Charged) -> BattleState:
    state = unit_with(went(state, event.legs), event.assault.unit, charged=True)
    tank = event.assault.tank
    if tank is not None:
        its = state.teams[tank]
        state = teams_with(state, {tank: replace(its, forbidden=tuple(dict.fromkeys((*its.forbidden, "assault"))))})
    return replace(state, assault=event.assault)


def _fought(state: BattleState, event: events.Fought) -> BattleState:
    bailed = bailed_out(state, event.harms)
    assert state.assault is not None
    fight = replace(state.assault, round=state.assault.round + 1)
    struck = {
        id: replace(bailed.get(id, state.teams[id]), assaulted=True) for id in event.strikers if id in state.teams
    }
    return replace(teams_with(state, {**bailed, **struck}), assault=fight)


def _tested(state: BattleState, event: events.Tested) -> BattleState:
    assert state.assault is not None
    return replace(state, assault=replace(state.assault, waiting=event.passed, ready=()))


def _sides_changed(state: BattleState, event: events.SidesChanged) -> BattleState:
    return replace(went(state, event.legs), assault=event.assault)


def _room_cleared(state: BattleState, event: events.RoomCleared) -> BattleState:
    assert state.assault is not None
    return replace(went(state, event.legs), assault=replace(state.assault, fray=event.fray))


def _shifted(state: BattleState, event: events.Moved) -> BattleState:
    return went(state, event.legs)


def _assault_ended(state: BattleState, event: events.AssaultEnded) -> BattleState:
    return replace(state, assault=None)


def _asked(state: BattleState, event: events.Asked) -> BattleState:
    return replace(state, asked=event.question)


_APPLY: dict[type, Apply] = {
    **dict.fromkeys(get_args(MissionEvent), _of_mission),
    events.TableLaid: _table_laid,
    events.Deployed: _deployed,
    events.Built: _built,
    events.Shaken: _shaken,
    events.LeftOff: _left_off,
    events.FoxholesDug: _foxholes,
    events.TrapsLaid: _traps_laid,
    events.StepBegan: _step_began,
    events.Remounted: _remounted,
    events.Rallied: _rallied,
    events.TeamsGone: _teams_gone,
    events.Led: _led,
    events.CommanderFell: _commander,
    events.Ordered: _ordered,
    events.Marched: _marched,
    events.LedOut: _led_out,
    events.Charged: _charged,
    events.Fought: _fought,
    events.Tested: _tested,
    events.SidesChanged: _sides_changed,
    events.RoomCleared: _room_cleared,
    events.Moved: _shifted,
    events.AssaultEnded: _assault_ended,
    events.Asked: _asked,
    **FIRE,
    **BOATS,
}
