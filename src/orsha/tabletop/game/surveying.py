"""Which weapons of a unit can shoot now, and at whom: all its teams and all their enemies at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from orsha.tabletop.battle.to_hit import Field, Shooter, field_of_fire, shots, why_not_shoot
from orsha.tabletop.game import facts
from orsha.tabletop.game.aiming import (
    ANYWHERE_FROM,
    Gun,
    Sighted,
    exposed,
    faces_team,
    guarded_teams,
    gun_of,
    looks,
    may_turn,
    reached,
    sighted,
    too_near,
    within,
)
from orsha.tabletop.game.remembered import remembered
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import MIL, scan
from orsha.tabletop.table.sight import FARTHER

Arms = tuple[tuple[Gun, Field], ...]
"""Weapons that can shoot, and their fields of fire."""


def guns(state: BattleState, unit: str, among: Sequence[str] | None = None) -> tuple[Gun, ...]:
    """Every weapon of a unit that can shoot at some enemy team now; only at some of them, if they are named."""
    return survey(state, unit, among)[0]


def survey(
    state: BattleState, unit: str, among: Sequence[str] | None = None
) -> tuple[tuple[Gun, ...], dict[str, Sighted]]:
    """The same, and what its teams see of the enemies in their range."""
    foes = facts.targets(state, facts.seat_of(unit)) if among is None else among
    found, seen = look_about(state, armed(state, unit), foes)
    return tuple(gun for own in found for gun in own), seen


def look_about(
    state: BattleState, able: Mapping[str, Arms], foes: Sequence[str]
) -> tuple[list[Sequence[Gun]], dict[str, Sighted]]:
    """Which weapons that can shoot can shoot at some enemies, team by team, and what their teams see of these in their
    range."""
    if not able or not foes:
        return [], {}
    reach = {id: max([gun.range for gun, _ in found]) for id, found in able.items()}
    seen = _in_sight(state, reach, foes)
    guarded = guarded_teams(state)
    made: list[Sequence[Gun]] = []
    for id, some in seen.items():
        if not some:
            continue
        whole, own = tuple(some), []
        for gun, field in able[id]:
            at: Sequence[str] = reached(state, id, whole, gun.range) if gun.range < reach[id] else whole
            if field != "all-round" or guarded or facts.sheet(state, id).flies:
                at = _targets(state, id, gun, field, at)
            if at:
                own.append(replace(gun, team=id, at=tuple(at)))
        if own:
            made.append(own)
    return made, seen


def armed(state: BattleState, unit: str) -> dict[str, Arms]:
    """The teams of a unit that can shoot as they are, and what with; looked up once for all that are alike."""
    known: dict[tuple[object, ...], Arms] = remembered(state.setup, "arms")
    teams, sheets = state.teams, state.roster.teams
    pinned, met, found = state.units[unit].pinned, facts.met(state, facts.seat_of(unit)), {}
    for id in facts.teams_of(state, unit):
        its, card = teams[id], sheets[id].card
        aboard = None if its.aboard is None else its.aboard in state.boats
        key = (
            card, pinned, its.moved or met, its.dashed, its.shot, its.bombarded, its.spotter, its.fired_at_aircraft,
            its.bailed_out, its.forbidden, its.changes > 0, aboard,
        )  # fmt: skip
        arms = known.get(key)
        if arms is None:
            arms = known.setdefault(key, _arms(state, id))  # the same for all: guesses tell by it who is armed alike
        if arms:
            found[id] = arms
    return found


def _arms(state: BattleState, team: str) -> Arms:
    """The weapons that a team can shoot with as it is, whoever it is."""
    deeds = facts.deeds(state, team)
    if why_not_shoot(deeds) is not None:
        return ()
    card, rules = facts.card(state, team), state.setup.rules
    made = []
    for n, weapon in enumerate(card.weapons):
        who = Shooter(card, weapon, deeds)
        count = shots(who, rules) if weapon.fires == "direct" else 0
        if count:
            gun = replace(gun_of(card, "", n, count, (), rules), moving=who.halted and bool(weapon.moving))
            made.append((gun, field_of_fire(card, weapon, rules)))
    return tuple(made)


def _in_sight(state: BattleState, reach: Mapping[str, int], foes: Sequence[str]) -> dict[str, Sighted]:
    """What some teams see within their reach of some enemies."""
    long = state.setup.rules.shooting.long_range
    if rooms(state):
        near = {id: reached(state, id, foes, inches) for id, inches in reach.items()}
        wanted = set().union(*near.values())
        all_seen = looks(state, list(reach), [foe for foe in foes if foe in wanted])
        return {
            id: {
                foe: look if within(state, id, foe, long) else look + FARTHER
                for foe in near[id]
                if (look := all_seen[id][foe])
            }
            for id in reach
        }
    limits, table = [inches * MIL for inches in reach.values()], facts.ground(state)
    eyes, there = [facts.stand(state, id) for id in reach], [facts.stand(state, id) for id in foes]
    rows = scan(table, eyes, there, limits, long * MIL, facts.screens(state))
    known = sighted(state)
    seen: dict[str, Sighted] = {}
    for id, row in zip(reach, rows, strict=True):
        close = {foe: look for foe, look in zip(foes, row, strict=True) if look >= 0} if max(row) >= 0 else {}
        known.setdefault(id, {}).update(close)
        seen[id] = {foe: look for foe, look in close.items() if look} if 0 in row else close
    return seen


def _targets(state: BattleState, team: str, gun: Gun, field: Field, at: Sequence[str]) -> list[str]:
    """The targets of a weapon among the teams that are seen within its range."""
    card = facts.card(state, team)
    if field != "all-round":
        here, teams, weapon = state.teams[team], state.teams, card.weapons[gun.weapon]
        turns = not rooms(state) and may_turn(card, state.setup.rules)
        at = [
            foe
            for foe in at
            if (turns and (teams[foe].x - here.x) ** 2 + (teams[foe].y - here.y) ** 2 >= ANYWHERE_FROM**2)
            or faces_team(state, team, weapon, foe) is not None
        ]
    if card.kind == "aircraft":
        at = [foe for foe in at if not too_near(state, facts.seat_of(team), foe)]
    return [foe for foe in at if exposed(state, foe, team)] if guarded_teams(state) else list(at)
