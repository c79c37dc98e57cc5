"""Whom the staff shoots at: the enemy on whom a unit's fire does most, everybody at once."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.bots.staff.worth import shot_value, team_worth
from orsha.tabletop.game import aiming, facts
from orsha.tabletop.game.aiming import Gun
from orsha.tabletop.game.state import Aim, BattleState, Shoot


def shoot(state: BattleState, unit: str) -> Shoot | None:
    """The fire of a unit; nothing if it does nobody harm."""
    found = aiming.guns(state, unit)
    aims = choose(state, found)
    if not aims:
        return None
    prefer = sorted(dict.fromkeys(aim.at for aim in aims), key=lambda id: -team_worth(state, id))
    return Shoot(unit, aims, tuple(prefer))


def choose(state: BattleState, found: Sequence[Gun]) -> tuple[Aim, ...]:
    """A target for every team: of the enemy unit that all together harm most, else of the best one for itself."""
    values: dict[tuple[str, int], dict[str, float]] = {}
    per_unit: dict[str, float] = {}
    for gun in found:
        weapon = facts.card(state, gun.team).weapons[gun.weapon]
        own = {at: shot_value(state, weapon, gun.shots, gun.team, at, _gap(state, gun.team, at)) for at in gun.at}
        values[(gun.team, gun.weapon)] = own
        best: dict[str, float] = {}
        for at, value in own.items():
            unit = facts.unit_id(at)
            best[unit] = max(best.get(unit, 0.0), value)
        for unit, value in best.items():
            per_unit[unit] = per_unit.get(unit, 0.0) + value
    if not per_unit:
        return ()
    focus = max(per_unit, key=lambda unit: (per_unit[unit], unit))
    teams: dict[str, list[Gun]] = {}
    for gun in found:
        teams.setdefault(gun.team, []).append(gun)
    used: dict[tuple[str, str], int] = {}
    aims: list[Aim] = []
    taken: dict[str, int] = {}
    for own_guns in teams.values():
        aims += _team_aims(own_guns, values, focus, used, taken)
    return tuple(aims)


def _gap(state: BattleState, by: str, at: str) -> float:
    return facts.apart(facts.spot(state, by), facts.spot(state, at)) - 1500


def _team_aims(
    own: Sequence[Gun],
    values: dict[tuple[str, int], dict[str, float]],
    focus: str,
    used: dict[tuple[str, str], int],
    taken: dict[str, int],
) -> list[Aim]:
    """One weapon of a team, or its machine-guns together, at the best target; a Secondary Weapon beside it."""

    def pick(gun: Gun) -> tuple[float, str]:
        rated = [
            (value * (1.0 if facts.unit_id(at) == focus else 0.7) / (1 + 0.15 * taken.get(at, 0)), at)
            for at, value in values[(gun.team, gun.weapon)].items()
        ]
        return max(rated)

    free = [gun for gun in own if gun.limited is None or used.get(_kind(gun), 0) < gun.limited]
    main = [gun for gun in free if not gun.secondary]
    second = [gun for gun in free if gun.secondary]
    chosen: list[Gun] = []
    if main:
        singles = {id(gun): pick(gun)[0] for gun in main}
        mgs = [gun for gun in main if gun.machine_gun]
        best = max(main, key=lambda gun: singles[id(gun)])
        together = sum(singles[id(gun)] for gun in mgs)
        chosen = mgs if mgs and together >= singles[id(best)] else [best]
        if not chosen[0].machine_gun:
            chosen = [*chosen, *second[:1]]
    elif second:
        chosen = second[:1]
    aims = []
    for gun in chosen:
        value, at = pick(gun)
        if value <= 0.0005:
            continue
        used[_kind(gun)] = used.get(_kind(gun), 0) + 1
        taken[at] = taken.get(at, 0) + 1
        aims.append(Aim(gun.team, gun.weapon, at))
    return aims


def _kind(gun: Gun) -> tuple[str, str]:
    return facts.unit_id(gun.team), gun.name
