"""What the events of shooting, bombarding, smoke and aircraft do to a battle's state."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.tabletop.game import events
from orsha.tabletop.game.state import BattleState, TeamState
from orsha.tabletop.game.with_changes import Apply, bailed_out, teams_with, unit_with


def _fired(state: BattleState, event: events.Fired) -> BattleState:
    changed: dict[str, TeamState] = {}
    for volley in event.volleys:
        team = changed.get(volley.team, state.teams[volley.team])
        if event.how == "flak":
            changed[volley.team] = replace(team, fired_at_aircraft=True)
        elif event.how != "defensive":
            facing = team.facing if volley.facing is None else volley.facing
            changed[volley.team] = replace(team, shot=volley.rate, shot_at=volley.spot, facing=facing)
        elif volley.facing is not None:
            changed[volley.team] = replace(team, facing=volley.facing)
    for id in event.smoked:
        if id in state.teams:
            changed[id] = replace(changed.get(id, state.teams[id]), smoked=True)
    return teams_with(state, changed)


def _hits_asked(state: BattleState, event: events.HitsAsked) -> BattleState:
    return replace(state, fire=event.fire)


def _mistook(state: BattleState, event: events.Mistook) -> BattleState:
    assert state.fire is not None
    return replace(state, fire=replace(state.fire, hits=event.hits, used=event.used))


def _harmed(state: BattleState, event: events.Harmed) -> BattleState:
    units = dict(state.units)
    for id, taken in event.taken.items():
        units[id] = replace(units[id], taken=units[id].taken + taken)
    return replace(teams_with(state, bailed_out(state, event.harms)), units=units, fire=None)


def _pinned(state: BattleState, event: events.PinnedDown) -> BattleState:
    return unit_with(state, event.unit, pinned=True)


def _ranged(state: BattleState, event: events.Ranged) -> BattleState:
    known = {**state.teams, **state.off} if state.off else state.teams
    changed = {
        id: replace(
            known[id],
            bombarded="assault smoke" if event.assault_smoke else "yes",
            facing=event.turned.get(id, known[id].facing),
        )
        for id in event.guns
    }
    spotter = changed.get(event.spotter, known[event.spotter])
    spots = spotter.spotter or not event.assault_smoke
    changed[event.spotter] = replace(spotter, spotted=spotter.spotted + event.attempts, spotter=spots)
    shells = event.at if event.ranged_in else None
    if state.off:
        state = replace(state, off={id: changed.pop(id, team) for id, team in state.off.items()})
    return unit_with(teams_with(state, changed), event.unit, shells=shells, strayed=True)


def _shelled(state: BattleState, event: events.Shelled) -> BattleState:
    return replace(state, cleared=(*state.cleared, *event.cleared)) if event.cleared else state


def _smoke_laid(state: BattleState, event: events.SmokeLaid) -> BattleState:
    smokes = state.units[event.unit].smokes + 1
    return unit_with(replace(state, smoke=(*state.smoke, event.screen)), event.unit, smokes=smokes, shells=None)


def _smoke_lifted(state: BattleState, event: events.SmokeLifted) -> BattleState:
    smoked = {
        id: replace(team, smoked=False)
        for id, team in state.teams.items()
        if team.smoked and not id.startswith(event.seat)
    }
    kept = tuple(screen for screen in state.smoke if screen.seat != event.seat)
    return replace(teams_with(state, smoked), smoke=kept)


def _aircraft(state: BattleState, event: events.AircraftCame) -> BattleState:
    return replace(state, flying=(*state.flying, event.unit)) if event.came else state


APPLY: dict[type, Apply] = {
    events.Fired: _fired,
    events.HitsAsked: _hits_asked,
    events.Mistook: _mistook,
    events.Harmed: _harmed,
    events.PinnedDown: _pinned,
    events.Ranged: _ranged,
    events.Shelled: _shelled,
    events.SmokeLaid: _smoke_laid,
    events.SmokeLifted: _smoke_lifted,
    events.AircraftCame: _aircraft,
}
