"""Which weapons of a unit can shoot now, and at whom: all its teams and all their enemies at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from orsha.tabletop.battle.to_hit import Shooter, field_of_fire, shots, why_not_shoot
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import facts
from orsha.tabletop.game.aiming import (
    Gun,
    Sighted,
    exposed,
    faces_team,
    gun_of,
    looks,
    reached,
    sighted,
    too_near,
    within,
)
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import MIL, scan
from orsha.tabletop.table.sight import FARTHER


def guns(state: BattleState, unit: str, among: Sequence[str] | None = None) -> tuple[Gun, ...]:
    """Every weapon of a unit that can shoot at some enemy team now; only at some of them, if they are named."""
    return survey(state, unit, among)[0]


def survey(
    state: BattleState, unit: str, among: Sequence[str] | None = None
) -> tuple[tuple[Gun, ...], Mapping[str, Sighted]]:
    """The same, and what its teams see of the enemies in their range."""
    foes = facts.targets(state, facts.seat_of(unit)) if among is None else among
    armed = {id: found for id in facts.teams_of(state, unit) if (found := _arms(state, id))}
    if not armed or not foes:
        return (), {}
    reach = {id: max(gun.range for gun in found) for id, found in armed.items()}
    seen = _in_sight(state, reach, foes)
    made = [
        replace(gun, team=id, at=at)
        for id, some in seen.items()
        if some
        for gun in armed[id]
        if (at := _targets(state, id, gun, some, gun.range < reach[id]))
    ]
    return tuple(made), seen


def _arms(state: BattleState, team: str) -> tuple[Gun, ...]:
    """The weapons that a team can shoot with as it is, whoever it is; looked up once for all that are like it."""
    deeds = facts.deeds(state, team)
    if why_not_shoot(deeds) is not None:
        return ()
    card, setup = facts.card(state, team), state.setup
    known: dict[tuple[Team, bool, bool], tuple[Gun, ...]] = setup.__dict__.setdefault("arms", {})
    key = (card, deeds.moved, deeds.pinned)
    if key not in known:
        counts = [shots(Shooter(card, weapon, deeds), setup.rules) for weapon in card.weapons]
        known[key] = tuple(
            gun_of(card, "", n, count, (), setup.rules)
            for n, count in enumerate(counts)
            if count and card.weapons[n].fires == "direct"
        )
    return known[key]


def _in_sight(state: BattleState, reach: Mapping[str, int], foes: Sequence[str]) -> Mapping[str, Sighted]:
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
    eyes = table.flat.rows([facts.stand(state, id) for id in reach])
    there = facts.placed(state, ("rows", *foes), lambda: table.flat.rows([facts.stand(state, id) for id in foes]))
    rows = scan(table, eyes, there, limits, long * MIL, facts.screens(state))
    known, seen = sighted(state), {}
    for id, row in zip(reach, rows, strict=True):
        known.setdefault(id, {}).update((foe, found) for foe, found in zip(foes, row, strict=True) if found >= 0)
        seen[id] = {foe: found for foe, found in zip(foes, row, strict=True) if found > 0}
    return seen


def _targets(state: BattleState, team: str, gun: Gun, seen: Sighted, shorter: bool) -> tuple[str, ...]:
    """The targets of a weapon among the teams that are seen within the longest range of its team's weapons."""
    card, rules = facts.card(state, team), state.setup.rules
    weapon = card.weapons[gun.weapon]
    at = reached(state, team, list(seen), gun.range) if shorter else list(seen)
    if field_of_fire(card, weapon, rules) != "all-round":
        at = [foe for foe in at if faces_team(state, team, weapon, foe) is not None]
    if card.kind == "aircraft":
        at = [foe for foe in at if not too_near(state, facts.seat_of(team), foe)]
    return tuple(foe for foe in at if exposed(state, foe, team))
