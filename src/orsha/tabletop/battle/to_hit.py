"""Who may shoot, how often, at what number, and the roll (core 6.1-6.3, 4.7).

Facts come in as arguments: nothing is measured here. Distances are in thousandths of an inch, from edge to
edge, as the table gives them; the rules are in inches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Illegal, Modifier
from orsha.kernel.odds import success
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.table.kinds import MIL

CERTAIN = 1
"""What every die shows: the number of a test that cannot fail."""
NEVER = 9
"""What no die reaches, not even by the second throw of a 7+ and an 8+, which the kernel's dice know."""

Field = Literal["all-round", "front", "forward", "rear"]
Hidden = Literal["in the open", "Concealed", "Concealed and Gone to Ground"]


# -- a number, and why


class Needed(Struct, frozen=True):
    """What a die must show, and what was added to the printed number, by name."""

    number: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def chance(self) -> Fraction:
        return success(self.number)

    @property
    def certain(self) -> bool:
        return self.number <= CERTAIN

    @property
    def impossible(self) -> bool:
        return self.number >= NEVER

    def words(self) -> str:
        return _said(self)


@lru_cache(maxsize=1024)
def _said(needed: Needed) -> str:
    """The same few numbers are told for every shot."""
    if needed.certain:
        return "automatic"
    why = "".join(f", {m.value:+d} {m.name}" for m in needed.modifiers)
    return f"{needed.number}+{why}" if not needed.impossible else f"out of reach at {needed.number}+{why}"


def throw(dice: Dice, purpose: str, who: str, needed: Needed, count: int = 1) -> tuple[bool, ...]:
    """Throws some dice at a number: which of them reach it. What is certain either way is not thrown."""
    if needed.certain or needed.impossible:
        return (needed.certain,) * count
    taken = tuple([Modifier(m.name, -m.value) for m in needed.modifiers])
    return dice.which(purpose, who, count, needed.number + sum([m.value for m in taken]), modifiers=taken)


# -- what a team did, and what that makes of it


class Deeds(Struct, frozen=True):
    """What a team has done in the turn that counts, and the state that it is in."""

    moved: bool = False
    """Moved at all: digging in, mounting and clearing count."""
    dashed: bool = False
    dug_in: bool = False
    """Whether digging in is all of its moving."""
    shot: bool = False
    assaulted: bool = False
    bombarded: bool = False
    spotter: bool = False
    """It spotted for a bombardment."""
    forbidden_by: str = ""
    """The order that forbids it to shoot: Follow Me, Cross Here."""
    crossing: bool = False
    """In the middle of a river, aboard a boat."""
    mounted: bool = False
    fired_at_aircraft: bool = False
    """In the enemy's last turn."""
    bailed_out: bool = False
    pinned: bool = False


def gone_to_ground(team: Team, deeds: Deeds, rules: Rules = STANDARD) -> bool:
    """core 4.7: neither moved nor shot nor assaulted; digging in is allowed, and scouts may move."""
    lists = rules.concealment
    if any_of(lists.always_to_ground, team.rules):
        return True
    still = not deeds.moved or deeds.dug_in or any_of(lists.to_ground_on_the_move, team.rules)
    return still and not (deeds.shot or deeds.assaulted or deeds.bombarded)


@lru_cache(maxsize=4096)
def any_of(wanted: tuple[str, ...], rules: tuple[str, ...]) -> bool:
    """Whether a card has one of some rules."""
    return not set(wanted).isdisjoint(rules)


# -- the two ends of a shot


class Shooter(Struct, frozen=True):
    """A team that shoots one of its weapons."""

    team: Team
    weapon: Weapon
    deeds: Deeds = Deeds()
    out_of_command: bool = False
    """Moved and ended Out of Command."""
    failed_blitz: bool = False
    beside: bool = False
    """A Secondary Weapon that fires beside another weapon of its team."""
    smoke_shell: bool = False
    """Smoke ammunition: it harms nobody and marks the team it hits."""
    defensive: bool = False
    """Defensive Fire: what it did in its own turn does not matter."""
    held_back: bool = False
    """It chose its moving rate in order to charge (core 9.1)."""

    @property
    def moved(self) -> bool:
        return self.deeds.moved and not self.defensive

    @property
    def halted(self) -> bool:
        """Whether it shoots at its halted rate. core 6.2, 9.1"""
        return not (self.held_back or self.deeds.pinned or (self.deeds.moved and not self.defensive))


class Target(Struct, frozen=True):
    """A team that is shot at, as the shooter sees it."""

    team: Team
    range: int = 0
    deeds: Deeds = Deeds()
    """What it did in its own last turn."""
    concealed: bool = False
    """By the ground between and around."""
    foxholes: bool = False
    in_room: bool = False
    """In a room of a city building."""
    assaulting: bool = False
    """It is being shot at in Defensive Fire."""
    smoke: bool = False
    """Smoke between the two, or a smoke marker on it."""
    night: bool = False
    seen: bool = True
    in_field: bool = True
    """In the weapon's field of fire: `field_of_fire` says which that is."""
    shooter_in_its_field: bool = True
    """Whether the shooter stands in this team's own field of fire: a bunker is shot at from nowhere else."""


def hidden(target: Target, by_aircraft: bool = False, rules: Rules = STANDARD) -> Hidden:
    """core 4.7, 6.6, 6.7; 000 and 002: what hides a team from a shooter."""
    if not _concealed(target, by_aircraft, rules):
        return "in the open"
    to_ground = gone_to_ground(target.team, target.deeds, rules)
    return "Concealed and Gone to Ground" if to_ground else "Concealed"


def _concealed(target: Target, by_aircraft: bool, rules: Rules) -> bool:
    team = target.team
    if target.in_room or any_of(rules.concealment.always_concealed, team.rules):
        return True
    if target.assaulting:
        return False
    if target.concealed or (target.foxholes and team.kind in ("infantry", "gun")):
        return True
    stands = team.kind == "infantry" and not target.deeds.moved
    return stands and rules.concealment.standing_infantry and not by_aircraft


# -- the number


def to_hit(shooter: Shooter, target: Target, rules: Rules = STANDARD) -> Needed:
    """core 6.3: the target's Is Hit On, and everything that makes the shot harder."""
    modifiers = [m for m in _modifiers(shooter, target, rules) if m.value]
    number = target.team.hit_on + sum([m.value for m in modifiers])
    return Needed(max(number, 2 if rules.to_hit.one_misses else CERTAIN), tuple(modifiers))


def _modifiers(shooter: Shooter, target: Target, rules: Rules) -> list[Modifier]:
    add = rules.to_hit
    found: list[Modifier] = []
    if target.range > rules.shooting.long_range * MIL:
        found.append(Modifier(f"over {rules.shooting.long_range} inches", add.long_range))
    cover = hidden(target, shooter.team.kind == "aircraft", rules)
    if cover != "in the open":
        found.append(Modifier(cover, add.concealed if cover == "Concealed" else add.gone_to_ground))
    if shooter.out_of_command or shooter.failed_blitz:
        found.append(Modifier("out of command" if shooter.out_of_command else "failed Blitz Move", add.out_of_command))
    if target.smoke:
        found.append(Modifier("smoke", add.smoke))
    if target.night:
        found.append(Modifier("night", add.night))
    return found + _weapon_modifiers(shooter, target, rules)


def _weapon_modifiers(shooter: Shooter, target: Target, rules: Rules) -> list[Modifier]:
    add, weapon = rules.to_hit, shooter.weapon
    found: list[Modifier] = []
    if "no-he" in weapon.rules and target.team.kind in ("infantry", "gun"):
        found.append(Modifier("No HE", add.no_he))
    slow = _slow_on_the_move(shooter, rules)
    if slow:
        found.append(Modifier(slow, add.on_the_move))
    if shooter.beside:
        found.append(Modifier("Secondary Weapon", add.secondary))
    return found


def _slow_on_the_move(shooter: Shooter, rules: Rules) -> str | None:
    """The first of the three rules that makes shooting on the move harder; it counts once."""
    moved, rules_of = shooter.moved, shooter.weapon.rules
    if not rules_of or not (moved or shooter.deeds.pinned):
        return None
    if "overworked" in rules_of and moved:
        return "Overworked"
    if "slow-firing" in rules_of and (moved or rules.to_hit.slow_firing == "moving-rate"):
        return "Slow Firing"
    return "One-man Turret" if "one-man-turret" in rules_of and moved else None


def shots(shooter: Shooter, rules: Rules = STANDARD) -> int:
    """core 6.2: how many dice: the halted rate for a team that neither moved nor is pinned, else the moving one."""
    weapon, deeds = shooter.weapon, shooter.deeds
    rate = weapon.halted if shooter.halted else weapon.moving
    if shooter.team.kind == "aircraft":
        rate = weapon.moving
    if deeds.pinned and weapon.pinned_rof is not None:
        rate = weapon.pinned_rof
    if shooter.beside:
        return min(rate or 0, rules.shooting.secondary_shots)
    return rate or 0


def field_of_fire(team: Team, weapon: Weapon, rules: Rules = STANDARD) -> Field:
    """core 6.2: where a weapon can shoot."""
    if "forward-firing" in weapon.rules:
        return "forward"
    if "rear-firing" in weapon.rules:
        return "rear"
    return rules.shooting.guns_field if team.kind == "gun" else "all-round"


# -- who may shoot, and at whom


def why_not_shoot(deeds: Deeds, defensive: bool = False) -> str | None:
    """core 6.2, 9.2: what keeps a team from shooting; in Defensive Fire only its state does."""
    if deeds.bailed_out or deeds.mounted:
        return "it is Bailed Out" if deeds.bailed_out else "it is mounted"
    if deeds.crossing:
        return "it is crossing by boat"
    return None if defensive else _why_not_shoot_again(deeds)


def _why_not_shoot_again(deeds: Deeds) -> str | None:
    """The same by what it did."""
    if deeds.dashed:
        return "it dashed"
    if deeds.forbidden_by:
        return f"{deeds.forbidden_by} forbids it"
    if deeds.bombarded or deeds.spotter:
        return "it fires in a bombardment" if deeds.bombarded else "it spotted for a bombardment"
    if deeds.fired_at_aircraft:
        return "it fired at aircraft in the enemy's turn"
    return "it has shot in this step" if deeds.shot else None


def check_may_shoot(shooter: Shooter) -> None:
    reason = why_not_shoot(shooter.deeds, shooter.defensive)
    if reason is not None:
        raise Illegal("core 6.2", f"{shooter.team.name} may not shoot: {reason}")


def check_target(shooter: Shooter, target: Target, rules: Rules = STANDARD) -> None:
    """core 6.1, 6.2; 000 Bunker: whether this weapon can shoot at that team at all."""
    weapon, team = shooter.weapon, target.team
    if weapon.fires != "direct":
        raise Illegal("core 7.1", f"{weapon.name} fires bombardments only")
    if shooter.smoke_shell and "smoke" not in weapon.rules:
        raise Illegal("core 7.5", f"{weapon.name} has no smoke ammunition")
    if shooter.beside and "secondary-weapon" not in weapon.rules:
        raise Illegal("core 6.2", f"{weapon.name} is no Secondary Weapon and cannot fire beside another")
    if not shots(shooter, rules):
        raise Illegal("core 6.2", f"{weapon.name} has no shots for a team that {_state(shooter)}")
    if not target.seen:
        raise Illegal("core 5.3", f"{team.name} is out of sight")
    if target.range > weapon.range * MIL:
        raise Illegal(
            "core 6.1", f"{team.name} is {target.range / MIL:.1f} inches away, {weapon.name} reaches {weapon.range}"
        )
    if not target.in_field:
        field = field_of_fire(shooter.team, weapon, rules)
        raise Illegal("core 6.2", f"{team.name} is outside the field of fire of {weapon.name} ({field})")
    if any_of(rules.works.only_from_its_field, team.rules) and not target.shooter_in_its_field:
        raise Illegal("000 Bunker", f"{team.name} is shot at only from within its own field of fire")
    if team.kind == "aircraft":
        raise Illegal(
            "core 8", f"{team.name} is an aircraft: only anti-aircraft weapons shoot at it, before it attacks"
        )


def _state(shooter: Shooter) -> str:
    if shooter.deeds.pinned:
        return "is pinned"
    return "moved" if shooter.moved else "stood still" if shooter.halted else "is to charge"


def machine_gun(weapon: Weapon, rules: Rules = STANDARD) -> bool:
    """Whether a weapon is one of a vehicle's machine-guns, by its name."""
    return _has_word(weapon.name, rules.shooting.machine_gun_words)


@lru_cache(maxsize=1024)
def _has_word(name: str, words: tuple[str, ...]) -> bool:
    return re.search(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])", name) is not None


def check_weapons(team: Team, fired: Sequence[Weapon], rules: Rules = STANDARD) -> None:
    """core 6.2: one weapon; a tank or aircraft may fire all its machine-guns instead; a Secondary Weapon besides."""
    for weapon in fired:
        if weapon not in team.weapons:
            raise Illegal("core 6.2", f"{team.name} has no {weapon.name}")
    if len(set(fired)) < len(fired):
        raise Illegal("core 6.2", f"{team.name} fires each of its weapons once")
    main = [weapon for weapon in fired if "secondary-weapon" not in weapon.rules]
    together = team.kind in ("tank", "aircraft") and all(machine_gun(weapon, rules) for weapon in main)
    if len(main) > 1 and not together:
        more = ", or all its machine-guns" if team.kind in ("tank", "aircraft") else ""
        raise Illegal("core 6.2", f"{team.name} fires one weapon at a time{more}")


def check_limited(weapon: Weapon, users: int) -> None:
    """core 12 Limited: how many teams of a unit may use a weapon each time it shoots."""
    if weapon.limited is not None and users > weapon.limited:
        raise Illegal("core 12 Limited", f"{weapon.limited} of the unit's teams may use {weapon.name}, not {users}")


# -- the roll


class Fired(Struct, frozen=True):
    """What came of shooting one weapon at a team."""

    team: str
    weapon: str
    at: str
    shots: int
    needed: Needed
    hits: int
    smoke: bool = False
    """Whether the team hit has a smoke marker now, and no harm done."""

    def words(self) -> str:
        if not self.hits:
            return f"{self.team} misses {self.at} ({self.needed.words()})"
        said = "puts smoke on" if self.smoke else "hits"
        times = "" if self.smoke or self.hits == 1 else f" {self.hits} times"
        return f"{self.team} {said} {self.at}{times} ({self.needed.words()})"


def shoot(dice: Dice, who: str, shooter: Shooter, target: Target, rules: Rules = STANDARD) -> Fired:
    """core 6.3: rolls to hit; refuses what may not shoot, or not at that."""
    check_may_shoot(shooter)
    check_target(shooter, target, rules)
    needed, count = to_hit(shooter, target, rules), shots(shooter, rules)
    purpose = f"to hit {target.team.name} with {shooter.weapon.name}"
    hits = sum(throw(dice, purpose, who, needed, count))
    return Fired(
        shooter.team.name, shooter.weapon.name, target.team.name, count, needed, hits, shooter.smoke_shell and hits > 0
    )
