"""Aircraft (core 8): whether they come, who may shoot at them, and how they strike."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal
from orsha.tabletop.battle.check import Check
from orsha.tabletop.battle.rules import STANDARD, Rules
from orsha.tabletop.battle.saves import Strike
from orsha.tabletop.battle.to_hit import Fired, Needed, Shooter, Target, throw, to_hit
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.table.kinds import MIL

RULE = "core 8"


# -- arrival


def arrival(unit: str, rules: Rules = STANDARD) -> Check:
    """core 8: each turn, in the Starting Step; who fails stays off for the turn."""
    return Check(f"arrival of {unit}", rules.aircraft.arrive)


def arrives(dice: Dice, who: str, unit: str, *, first_turn_of_meeting: bool = False, rules: Rules = STANDARD) -> bool:
    """core 8; 003 Meeting Engagement: the first player's aircraft do not come in the first turn, nobody rolls."""
    return not first_turn_of_meeting and arrival(unit, rules).roll(dice, who).passed


# -- anti-aircraft fire


class AntiAircraft(Struct, frozen=True):
    """A weapon that shoots at aircraft in the enemy's Shooting Step, before they attack."""

    team: Team
    weapon: Weapon
    range: int = 0
    seen: bool = True
    bailed_out: bool = False
    mounted: bool = False
    night: bool = False


def anti_aircraft_shots(weapon: Weapon, rules: Rules = STANDARD) -> int:
    """core 8: Dedicated AA at its halted rate, Self-defence AA one shot, others none."""
    if "dedicated-aa" in weapon.rules:
        return weapon.halted or weapon.moving or 0
    return rules.aircraft.self_defence_shots if "self-defence-aa" in weapon.rules else 0


def check_anti_aircraft(gun: AntiAircraft, rules: Rules = STANDARD) -> None:
    if not anti_aircraft_shots(gun.weapon, rules):
        raise Illegal(RULE, f"{gun.weapon.name} does not shoot at aircraft")
    if gun.bailed_out or gun.mounted:
        raise Illegal(RULE, f"{gun.team.name} is {'Bailed Out' if gun.bailed_out else 'mounted'} and cannot shoot")
    if not gun.seen:
        raise Illegal(RULE, f"{gun.team.name} does not see the aircraft")
    if gun.range > gun.weapon.range * MIL:
        raise Illegal(
            RULE, f"the aircraft is {gun.range / MIL:.1f} inches away, {gun.weapon.name} reaches {gun.weapon.range}"
        )


def anti_aircraft_number(gun: AntiAircraft, aircraft: Team, rules: Rules = STANDARD) -> Needed:
    """core 8, 6.3: the aircraft's Is Hit On, with range and night; nothing hides an aircraft."""
    return to_hit(Shooter(gun.team, gun.weapon), Target(aircraft, gun.range, night=gun.night), rules)


def shoot_at_aircraft(dice: Dice, who: str, gun: AntiAircraft, aircraft: Team, rules: Rules = STANDARD) -> Fired:
    """core 8: rolls to hit. A hit aircraft that fails its save is lost if firepower is enough: `saves.resolve`."""
    check_anti_aircraft(gun, rules)
    if aircraft.kind != "aircraft":
        raise Illegal(RULE, f"{aircraft.name} is no aircraft")
    needed, count = anti_aircraft_number(gun, aircraft, rules), anti_aircraft_shots(gun.weapon, rules)
    hits = sum(throw(dice, f"to hit {aircraft.name} with {gun.weapon.name}", who, needed, count))
    return Fired(gun.team.name, gun.weapon.name, aircraft.name, count, needed, hits)


# -- the strike


def check_strike(nearest_friend: int | None, rules: Rules = STANDARD) -> None:
    """core 8: target and aiming point keep away from the aircraft's own side."""
    least = rules.artillery.from_friends["aircraft"]
    if nearest_friend is not None and nearest_friend < least * MIL:
        raise Illegal(RULE, f"the target is {nearest_friend / MIL:.1f} inches from a friendly team, less than {least}")


def strafed(strike: Strike, rules: Rules = STANDARD) -> Strike:
    """A hit by an aircraft's guns, on the armour that they meet: nothing is stated of it, so it is a switch."""
    by = rules.aircraft.gun_armour
    return strike if by == "facing" else replace(strike, facing=by)
