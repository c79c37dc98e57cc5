"""Who bombards and who spots (core 7.1, 7.2, 7.4): the guns of a unit that can fire, the teams that look for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from orsha.kernel import Illegal
from orsha.tabletop.battle import artillery
from orsha.tabletop.battle.artillery import Battery, Spotter
from orsha.tabletop.battle.to_hit import field_of_fire
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import aiming, chain, edge_sight, facts, shelter
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState, Spot, TeamState
from orsha.tabletop.mission.ground import side_of
from orsha.tabletop.mission.library import mission
from orsha.tabletop.mission.state import Seat, State
from orsha.tabletop.table import MIL, Look, Stand, lookout
from orsha.tabletop.table.bases import Arc, arc, base, reaches
from orsha.tabletop.table.compiling import engine
from orsha.tabletop.table.kernels_template import ASK, NO, YES
from orsha.tabletop.table.shapes import UNIT, direction, shifted

BATTERY = "core 7.1"
VOLGA = "across-the-volga"
EVERYWHERE = 1e18
MARK = "infantry-small"
"""An aiming point is looked at and aimed at as the smallest base there."""


# -- the guns


def gunners(state: BattleState, unit: str) -> list[str]:
    """The teams of a unit that bombard together: those off the table (002), or else those on it."""
    off = [id for id in facts.unit_sheet(state, unit).teams if id in state.off] if state.off else []
    return off or facts.teams_of(state, unit)


def of_team(state: BattleState, team: str) -> TeamState:
    """What a team did, on the table or off it."""
    return state.off[team] if team in state.off else state.teams[team]


def across_the_volga(state: BattleState, seat: Seat) -> bool:
    """002 Across the Volga: whether a side's bombardments come from off the table, and from there only."""
    return facts.kept(state, (VOLGA, seat), lambda: _across_the_volga(state.mission, seat))


def _across_the_volga(now: State, seat: Seat) -> bool:
    return now.mission is not None and VOLGA in mission(now.mission).file.special_rules[side_of(now, seat)]


def bombards(state: BattleState, unit: str) -> list[tuple[int, Weapon]]:
    """The weapons of a unit's teams that fire bombardments, by their number on the card."""
    found: dict[int, Weapon] = {}
    for id in gunners(state, unit):
        for n, weapon in enumerate(facts.card(state, id).weapons):
            if weapon.fires != "direct":
                found.setdefault(n, weapon)
    return list(found.items())


def weapon_of(state: BattleState, unit: str, number: int) -> Weapon:
    """The weapon of a unit's teams that a number on their cards names."""
    for id in gunners(state, unit):
        weapons = facts.card(state, id).weapons
        if number < len(weapons) and weapons[number].fires != "direct":
            return weapons[number]
    raise Illegal(BATTERY, f"weapon number {number} of {facts.unit_name(state, unit)} fires no bombardments")


def why_silent(state: BattleState, seat: Seat, team: str, weapon: Weapon) -> str | None:
    """core 7.1: why a gun takes no part in a bombardment, wherever it aims."""
    its = of_team(state, team)
    off = team in state.off
    grounded = not off and across_the_volga(state, seat) and not facts.sheet(state, team).flies
    why = artillery.first(
        (
            (grounded, "Across the Volga, and it is on the table"),
            (its.bailed_out, "it is Bailed Out"),
            (its.aboard is not None, "it is mounted"),
            (its.bombarded != "no", "it has fired a bombardment in this step"),
            ("bombard" in its.forbidden or "shoot" in its.forbidden, "its order forbids it"),
            (its.dashed and facts.card(state, team).kind != "aircraft", "it dashed"),
            (its.fired_at_aircraft, "it fired at aircraft in the enemy's turn"),
        )
    )
    if why is not None:
        return why
    housed = not off and shelter.in_building(state, team)
    return artillery.why_silent(battery_of(state, seat, (team,), weapon, moved=its.moved, in_building=housed))


def battery_of(
    state: BattleState,
    seat: Seat,
    guns: Sequence[str],
    weapon: Weapon,
    *,
    moved: bool = False,
    in_building: bool = False,
) -> Battery:
    first = guns[0]
    return Battery(
        weapon,
        len(guns),
        facts.card(state, first).skill.rating,
        aircraft=facts.card(state, first).kind == "aircraft",
        moved=moved,
        pinned=state.units[facts.unit_id(first)].pinned and first not in state.off,
        shot=_have_shot(state, guns),
        in_building=in_building,
        forbidden_by=facts.kept(state, ("guns forbidden by", seat), lambda: _forbidden_by(state, seat)),
    )


def _have_shot(state: BattleState, guns: Sequence[str]) -> bool:
    return any(of_team(state, id).shot is not None for id in guns)


def _forbidden_by(state: BattleState, seat: Seat) -> str:
    return "Meeting Engagement" if facts.meeting(state, seat) else ""


def able_guns(state: BattleState, seat: Seat, unit: str, weapon: Weapon) -> list[str]:
    """The guns of a unit that can fire, wherever it is; refuses, with the first gun's reason, if there are none."""
    asked = facts.kept(state, ("silent guns", seat, unit), list[tuple[Weapon, dict[str, str | None]]])
    why = next((reasons for one, reasons in asked if one is weapon), None)
    if why is None:
        armed = [id for id in gunners(state, unit) if weapon in facts.card(state, id).weapons]
        why = {id: why_silent(state, seat, id, weapon) for id in armed}
        asked.append((weapon, why))
    able = [id for id, reason in why.items() if reason is None]
    if not able:
        raise Illegal(BATTERY, f"{facts.unit_name(state, unit)} cannot bombard: {next(iter(why.values()), 'no guns')}")
    return able


def bearing_guns(
    state: BattleState, able: Sequence[str], weapon: Weapon, at: Spot
) -> tuple[tuple[str, ...], dict[str, int]]:
    """The guns that reach a place and can face it, and those that turn to do so. core 7.1, 6.2

    Ours: from off the table they reach all of it.
    """
    guns: list[str] = []
    turned: dict[str, int] = {}
    mark = Stand(*at, MARK)
    for id in able:
        if id in state.off:
            guns.append(id)
            continue
        if facts.gap_to_spot(state, id, at) > weapon.range * MIL:
            continue
        facing = aiming.faces(state, id, weapon, mark)
        if facing is None:
            continue
        guns.append(id)
        if facing != state.teams[id].facing:
            turned[id] = facing
    limited = len(guns) if weapon.limited is None else weapon.limited
    kept = guns[:limited]
    return tuple(kept), {id: facing for id, facing in turned.items() if id in kept}


def bearing_all(
    state: BattleState, able: Sequence[str], weapon: Weapon, places: Sequence[Spot]
) -> list[tuple[str, ...]]:
    """For each of some places the guns that bear on it: those that `bearing_guns` finds, whether they turn or not."""
    if not places or not able:
        return [() for _ in places]
    own, wide = engine(), len(able)
    _, (found,) = own.desk.room((), (len(places) * wide // 256 * 256 + 256,))
    told = own.floats([number for at in places for number in at])
    everybody, nobody = tuple(able), [NO] * wide
    rows = facts.kept(
        state,
        ("gun rows", weapon, everybody),
        lambda: own.floats([number for id in able for number in _gun(state, id, weapon)]),
    )
    own.bearing(rows, told, found)
    marks = own.listed(found, len(places) * wide)
    if ASK not in marks and NO not in marks:
        return [everybody[: weapon.limited]] * len(places)
    bear = []
    for n, at in enumerate(places):
        row = marks[n * wide : n * wide + wide]
        guns = [] if row == nobody else zip(able, row, strict=True)
        some = [id for id, how in guns if how == YES or (how == ASK and bearing_guns(state, (id,), weapon, at)[0])]
        bear.append(tuple(some[: weapon.limited]))
    return bear


def _gun(state: BattleState, id: str, weapon: Weapon) -> tuple[float, ...]:
    """A gun as the kernel reads it."""
    if id in state.off:
        return 0, 0, EVERYWHERE, 0, 0, 0, 0, EVERYWHERE
    its, sheet, rules = state.teams[id], state.roster.teams[id], state.setup.rules
    if its.room is not None:
        return its.x, its.y, EVERYWHERE, EVERYWHERE, 0, 0, 0, EVERYWHERE
    # Between its least and its greatest span the range is to be measured, rounded.
    sure, reach = [(weapon.range * MIL + span + 0.5) ** 2 for span in reaches(sheet.base)]
    field = arc(field_of_fire(sheet.card, weapon, rules))
    if field.line is None:
        return its.x, its.y, reach, 0, 0, 0, 0, sure
    if aiming.may_turn(sheet.card, rules):
        return its.x, its.y, reach, aiming.ANYWHERE_FROM**2, 0, 0, 0, sure
    return its.x, its.y, reach, EVERYWHERE, *_line(sheet.base, its.facing, field), sure


@lru_cache(maxsize=4096)
def _line(slug: str, facing: int, field: Arc) -> tuple[int, int, int]:
    """The way in which a gun that cannot turn fires, and how far along it an aiming point must be: as `in_arc`."""
    sign = -1 if field.line == "rear" else 1
    x, y = direction(facing)
    far = 0 if field.line == "middle" else base(slug).half_length
    mark = {"whole": base(MARK).half_width, "any": -base(MARK).half_width, "centre": 0}[field.part]
    return sign * x, sign * y, (far + mark) * UNIT + (field.part != "whole")


def smoke_ends(state: BattleState, battery: Battery, at: Spot, along: int) -> tuple[Spot, Spot]:
    """core 7.5: from where to where a battery's screen of smoke goes."""
    half = artillery.smoke_screen(battery, state.setup.rules) * MIL // 2
    return shifted(at, along, half), shifted(at, along + 180, half)


# -- the spotter

Role = Literal["formation commander", "observer", "own unit", "another unit"]


def spotter_of(state: BattleState, unit: str, team: str, weapon: Weapon, seen: bool) -> Spotter:
    """core 7.2: a team as it spots for a unit. Who lays Assault Smoke may have moved."""
    may_move = "assault-smoke" in weapon.rules
    return facts.kept(
        state, ("spotter", unit, team, may_move, seen), lambda: _spotter(state, unit, team, seen, may_move=may_move)
    )


def _spotter(state: BattleState, unit: str, team: str, seen: bool, *, may_move: bool) -> Spotter:
    its, card = of_team(state, team), facts.card(state, team)
    own = facts.unit_id(team) == unit and team not in state.off
    return Spotter(
        _role(state, unit, team),
        card.skill.rating,
        seen=seen,
        moved=its.moved and not may_move,
        shot=its.shot is not None,
        linked=not own or chain.in_command(state, team),
        used=its.spotted,
    )


def _role(state: BattleState, unit: str, team: str) -> Role:
    """Its own formation's commander spots for a unit; for a support unit any of them does."""
    if facts.unit_id(team) == unit:
        return "own unit"
    if facts.card(state, team).observer:
        return "observer"
    return "formation commander" if team in _chiefs(state, unit) else "another unit"


def _chiefs(state: BattleState, unit: str) -> list[str | None]:
    """The commanders who spot for a unit."""
    formation = chain.formation_of(state, unit)
    return [chief for key, chief in state.commanders.items() if formation is None or key == formation]


def spotters(state: BattleState, seat: Seat, unit: str) -> list[str]:
    """The teams of a side that might spot for a unit."""
    off = gunners(state, unit)[:1] if state.off else []
    may = {*state.roster.observers, *_chiefs(state, unit), *facts.unit_sheet(state, unit).teams}
    own = [id for id in state.teams if id in may and facts.seat_of(id) == seat]
    return [*(id for id in off if id in state.off), *(id for id in own if facts.acting(state.teams[id]))]


def seen_by(state: BattleState, team: str, spots: Sequence[Spot]) -> list[bool]:
    """Which places a team sees that spots; artillery off the table looks from its deployment area's edges (002)."""
    if team in state.off:
        return edge_sight.seen_from(state, edge_sight.deployment_edges(state, facts.seat_of(team)), spots)
    if rooms(state):
        return [facts.sees_spot(state, team, at) for at in spots]
    known = _sighted(state)
    seen = [known.get((team, at)) for at in spots]
    return [bool(look) for look in (looks(state, (team,), spots)[team] if None in seen else seen)]


def looks(state: BattleState, teams: Sequence[str], spots: Sequence[Spot]) -> dict[str, list[Look]]:
    """What each of some teams on the table sees of some places, where there are no rooms."""
    marks, eyes = [Stand(*at, MARK) for at in spots], [facts.stand(state, id) for id in teams]
    rows = dict(zip(teams, lookout(facts.ground(state), eyes, marks, facts.screens(state)), strict=True))
    _sighted(state).update({(id, at): look for id, row in rows.items() for at, look in zip(spots, row, strict=True)})
    return rows


def _sighted(state: BattleState) -> dict[tuple[str, Spot], Look]:
    """What was found out about who sees which places, as everybody stands and smoke lies."""
    return facts.placed(state, ("spots sighted", state.smoke), dict)


def marker(state: BattleState, unit: str) -> Spot | None:
    """core 7.4; 003: where a unit is ranged in: since its last bombardment, or by a marker laid before the game."""
    its = state.units.get(unit)
    if facts.unit_sheet(state, unit).flies:
        return None
    if its is not None and (its.shells is not None or its.strayed):
        return its.shells
    what = f"ranged in: {unit}"
    return next((one.at for one in state.mission.markers if one.what == what), None)
