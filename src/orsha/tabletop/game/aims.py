"""What a unit's weapons may do together, and the aims that a seat may choose from: checked, sampled, drawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from orsha.kernel import Domain, Illegal, passes
from orsha.tabletop.battle.to_hit import check_limited, check_weapons
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import facts
from orsha.tabletop.game.aiming import Gun
from orsha.tabletop.game.bound import all_of
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.state import BattleState


def weapon_of(state: BattleState, aim: Aim) -> Weapon:
    card = facts.card(state, aim.team)
    if aim.weapon >= len(card.weapons):
        raise Illegal("core 6.2", f"{facts.team_name(state, aim.team)} has no weapon number {aim.weapon}")
    return card.weapons[aim.weapon]


def several(aims: Sequence[Aim]) -> dict[str, list[int]]:
    """The weapons of each team that fires more than one, by their numbers."""
    if len({aim.team for aim in aims}) == len(aims):
        return {}
    found: dict[str, list[int]] = {}
    for aim in aims:
        found.setdefault(aim.team, []).append(aim.weapon)
    return {team: numbers for team, numbers in found.items() if len(numbers) > 1}


def beside(state: BattleState, aims: Sequence[Aim]) -> set[tuple[str, int]]:
    """core 6.2: the Secondary Weapons that fire beside another weapon of their team. One that fires alone does not."""
    found: set[tuple[str, int]] = set()
    for team, numbers in several(aims).items():
        second = [n for n in numbers if "secondary-weapon" in facts.card(state, team).weapons[n].rules]
        found.update((team, n) for n in (second if len(second) < len(numbers) else second[1:]))
    return found


def check_together(state: BattleState, aims: Sequence[Aim]) -> list[Weapon]:
    """core 6.2, 12: each team one weapon or all its machine-guns; Limited weapons as often as they may. Gives the
    weapon of each aim."""
    fired = [weapon_of(state, aim) for aim in aims]
    for team, numbers in several(aims).items():
        if len(set(numbers)) < len(numbers):
            raise Illegal("core 6.2", f"{facts.team_name(state, team)} fires each of its weapons once")
        if len({aim.moving for aim in aims if aim.team == team}) > 1:
            raise Illegal("core 6.2", f"{facts.team_name(state, team)} shoots at one rate with all its weapons")
        card = facts.card(state, team)
        check_weapons(card, [card.weapons[n] for n in numbers], state.setup.rules)
    users: dict[tuple[str, Weapon], int] = {}
    for aim, weapon in zip(aims, fired, strict=True):
        if weapon.limited is not None:
            key = (facts.unit_id(aim.team), weapon)
            users[key] = users.get(key, 0) + 1
    for (_, weapon), count in users.items():
        check_limited(weapon, count)
    return fired


class AimsDomain(Domain, frozen=True, tag="aims", dict=True):
    """Which weapons shoot at whom: each team one, or all its machine-guns, a Secondary Weapon besides."""

    guns: tuple[Gun, ...]

    def contains(self, value: object) -> bool:
        return all_of(value, Aim) and passes(self.__dict__["check"], value)

    def sample(self, rng: random.Random) -> object:
        return some_aims(self.guns, rng)


def aims_domain(found: tuple[Gun, ...], check: Callable[[tuple[Aim, ...]], object]) -> AimsDomain:
    """A domain that is checked by the very function that the act is."""
    domain = AimsDomain(found)
    domain.__dict__["check"] = check
    return domain


def some_aims(found: Sequence[Gun], rng: random.Random) -> tuple[Aim, ...]:
    """Legal aims at random: of one team, some or all of them; at one enemy as far as they can, or at several."""
    teams: dict[str, list[Gun]] = {}
    for gun in found:
        teams.setdefault(gun.team, []).append(gun)
    chosen = list(teams)
    if rng.random() < 0.5:
        chosen = rng.sample(chosen, rng.randint(1, len(chosen)))
    focus = rng.choice(rng.choice(found).at) if rng.random() < 0.6 else None
    used: dict[tuple[str, str], int] = {}
    aims: list[Aim] = []
    for team in chosen:
        picked = _picked(teams[team], used, rng)
        moving = all(gun.moving for gun in picked) and rng.random() < 0.2
        for gun in picked:
            at = focus if focus is not None and focus in gun.at else rng.choice(gun.at)
            aims.append(Aim(team, gun.weapon, at, gun.smoke and rng.random() < 0.25, moving))
    return tuple(aims)


def _picked(own: Sequence[Gun], used: dict[tuple[str, str], int], rng: random.Random) -> list[Gun]:
    """What one team fires: a weapon, or its machine-guns; perhaps a Secondary Weapon beside it."""
    free = [gun for gun in own if gun.limited is None or used.get(_kind(gun), 0) < gun.limited]
    main = [gun for gun in free if not gun.secondary]
    second = [gun for gun in free if gun.secondary]
    picked = second[:1]
    if main:
        first = rng.choice(main)
        picked = [gun for gun in main if gun.machine_gun] if first.machine_gun else [first]
        if second and rng.random() < 0.5:
            picked.append(second[0])
    for gun in picked:
        used[_kind(gun)] = used.get(_kind(gun), 0) + 1
    return picked


def _kind(gun: Gun) -> tuple[str, str]:
    return facts.unit_id(gun.team), gun.name
