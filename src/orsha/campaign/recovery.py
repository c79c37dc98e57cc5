"""Men, vehicles and weapons between two battles (001 7.509-7.514): every roll that says what is retained.

Where a chart is printed it is rolled on; where the rule gives a die and a number, it is in `data/recovery.toml`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from orsha.campaign import charts
from orsha.campaign.counters import counters
from orsha.campaign.files import DATA, Side
from orsha.campaign.report import Work
from orsha.kernel import Dice, Illegal, Outcome
from orsha.kernel.data import load
from orsha.kernel.table import Facts, Strict


class Recall(Strict, frozen=True):
    source: str
    returns_on: int


class Captured(Strict, frozen=True):
    source: str
    eliminated_from: int


class Flame(Strict, frozen=True):
    source: str
    removed_up_to: int


class Blaze(Strict, frozen=True):
    source: str
    burns_away: tuple[str, ...]
    burns_to_rubble: tuple[str, ...]
    works_that_last: tuple[Work, ...]


class Hardening(Strict, frozen=True):
    source: str
    instead_of_elite: str


class LeaderExchange(Strict, frozen=True):
    source: str
    for_: dict[str, tuple[str, ...]] = field(name="for")


class Escaping(Strict, frozen=True):
    source: str
    left_behind_up_to: int


class FtDc(Strict, frozen=True):
    source: str
    retained_up_to: int
    russian_ft_retained_up_to: int


class Immobilized(Strict, frozen=True):
    source: str
    repaired_after: str


class Removing(Strict, frozen=True):
    source: str
    engineer_squads: int


class RecoveryFile(Strict, frozen=True):
    low_ammo_recall: Recall
    captured_weapon: Captured
    flame: Flame
    blaze: Blaze
    escaping_equipment: Escaping
    ft_dc: FtDc
    immobilized: Immobilized
    removal: Removing
    hardening: Hardening
    leader_exchange: LeaderExchange


@cache
def numbers() -> RecoveryFile:
    return load(DATA / "recovery.toml", RecoveryFile)


# -- leaders


def wounded_leader(
    side: Side, dice: Dice, *, isolated: bool, heroic: bool, about: str = "", secret: bool = False
) -> Outcome:
    """001 7.510: retained unwounded, retained wounded, or evacuated. Who is off the map is his side's secret."""
    chart = charts()["wounded-leader"]
    ask = chart.ask(side, {"isolated": isolated, "heroic": heroic}, about)
    roll = dice.roll(replace(ask, seen_by=(side,)) if secret else ask)
    return Outcome(roll, chart.result(roll.result), chart.row(roll.result))


def hardened_mmc(side: Side, dice: Dice, *, won: bool, cvp_inflicted: int) -> int:
    """001 7.5112: how many MMC a side may harden, by a secret roll; each eliminated hero gives one more."""
    facts = {"won_last_scenario": won, "cvp_inflicted": cvp_inflicted}
    return int(charts()["mmc-battle-hardening"].roll(dice, side, facts).result)


def leader_rank(type: str) -> float:
    """A leader's place on the ladder; a type beside it stands right above the one that it would sink to."""
    leaders = counters().leaders
    if type in leaders.ladder:
        return leaders.ladder.index(type)
    return leaders.ladder.index(leaders.worse[type]) + 0.5


def hardened_leader(side: Side, dice: Dice, retained: list[str], *, won: bool) -> str | None:
    """001 7.5113: the best leader who may harden: the one rolled, or the next lower that the side retains."""
    chart = charts()["leader-battle-hardening"]
    rolled = chart.roll(dice, side, {"won_last_scenario": won, "german": side == "german"}).result
    return max((one for one in retained if leader_rank(one) <= leader_rank(rolled)), key=leader_rank, default=None)


# -- what a roll is about


class About(Struct, frozen=True):
    """The piece that a roll is for; a secret one is rolled for in secret."""

    words: str = ""
    secret: bool = False


NOTHING = About()


def _rolled(chart: str, side: Side, facts: Facts, dice: Dice, about: About) -> Outcome:
    table = charts()[chart]
    return replace(table, secret=table.secret or about.secret).roll(dice, side, facts, about.words)


def _die(purpose: str, side: Side, dice: Dice, about: About) -> int:
    words = f"{purpose}, {about.words}" if about.words else purpose
    return dice.total(words, side, seen_by=(side,) if about.secret else None).result


# -- vehicles


class VehicleFacts(Struct, frozen=True):
    """What the repair rolls ask about a vehicle."""

    isolated: bool = False
    front_line: bool = False
    unqualified: bool = False
    armor_leader_drm: int = 0


def repair_immobilization(side: Side, date: str, facts: VehicleFacts, dice: Dice, about: About = NOTHING) -> bool:
    """001 7.5131b: only in the reorganization after 23PM; elsewhere it stays as it is."""
    rule = numbers().immobilized
    if date != rule.repaired_after:
        raise Illegal(
            rule.source, f"immobilized vehicles are repaired only after {rule.repaired_after}, not after {date}"
        )
    given = {
        "isolated": facts.isolated,
        "front_line": facts.front_line,
        "unqualified": facts.unqualified,
        "armor_leader_drm": facts.armor_leader_drm,
    }
    return _rolled("immobilization-repair", side, given, dice, about).result == "becomes mobile"


def back_from_recall(side: Side, dice: Dice, about: About = NOTHING) -> bool:
    """001 7.5131c: a vehicle recalled for low ammunition returns in the next scenario, or rolls again a date later."""
    return _die("back from recall for low ammunition", side, dice, about) <= numbers().low_ammo_recall.returns_on


def stun_recovery(side: Side, facts: VehicleFacts, dice: Dice, about: About = NOTHING) -> str:
    """001 7.5131d: recovers, stays stunned, or its crew is lost and the vehicle abandoned."""
    given = {"isolated": facts.isolated, "armor_leader_drm": facts.armor_leader_drm}
    return _rolled("vehicle-stun-recovery", side, given, dice, about).result


# -- weapons


class WeaponFacts(Struct, frozen=True):
    repair_number: int = 0
    vehicle_mounted: bool = False
    unqualified: bool = False
    isolated: bool = False
    x_number: bool = False
    """Has an X number: removed when it malfunctions, never repaired."""


Repair = Literal["repaired", "eliminated", "disabled"]


def repair_weapon(side: Side, facts: WeaponFacts, dice: Dice, about: About = NOTHING) -> Repair:
    """001 7.5132: a malfunctioned weapon of one's own. A vehicle's is disabled where another is eliminated."""
    if facts.x_number:
        return "eliminated"
    given = {
        "repair_number": facts.repair_number,
        "vehicle_mounted": facts.vehicle_mounted,
        "unqualified": facts.unqualified,
        "isolated": facts.isolated,
    }
    if _rolled("weapon-repair", side, given, dice, about).result == "repaired":
        return "repaired"
    return "disabled" if facts.vehicle_mounted else "eliminated"


def captured_weapon(
    side: Side, dice: Dice, about: About = NOTHING, *, malfunctioned: bool, vehicle_mounted: bool
) -> Repair | None:
    """001 7.5135: what becomes of a captured weapon; nothing where it stays as it is."""
    rule = numbers().captured_weapon
    if not malfunctioned and _die("captured weapon", side, dice, about) < rule.eliminated_from:
        return None
    return "disabled" if vehicle_mounted else "eliminated"


def retains_ft_or_dc(side: Side, weapon: Literal["FT", "DC"], original_roll: int) -> bool:
    """001 7.5134: by the unmodified effects roll that removed it, made by its first owner."""
    rule = numbers().ft_dc
    limit = rule.russian_ft_retained_up_to if (side, weapon) == ("russian", "FT") else rule.retained_up_to
    return original_roll <= limit


def ft_dc_limit(retained: int, engineer_squads: int) -> int:
    """001 7.5134: never more of them than one has non-isolated assault engineer squads."""
    return min(retained, engineer_squads)


# -- works, wrecks and fires


class RemovalFacts(Struct, frozen=True):
    obstacle_in_front_line: bool = False
    obstacle_next_to_front_line: bool = False
    three_engineer_squads: bool = False
    german_clears_own_work: bool = False


class Removal(Struct, frozen=True):
    removed: bool
    casualty: bool
    """An unmodified 6 costs an elite MMC a casualty reduction."""


def remove_work(side: Side, facts: RemovalFacts, dice: Dice, about: About = NOTHING) -> Removal:
    """001 7.514: wire, minefields, entrenchments, wrecks and immobile vehicles."""
    given = {name: getattr(facts, name) for name in facts.__struct_fields__}
    outcome = _rolled("removal", side, given, dice, about)
    removed = outcome.result == "eliminated and removed"
    return Removal(removed, not removed and outcome.roll.faces[0] == outcome.roll.ask.sides)


def flame_becomes_blaze(side: Side, dice: Dice, hex: str = "") -> bool:
    """001 7.5094: a flame goes out, or burns on as a blaze."""
    return dice.total(f"flame in {hex}" if hex else "flame", side).result > numbers().flame.removed_up_to


def equipment_left_behind(side: Side, dice: Dice) -> bool:
    """001 7.5064: what an escaping unit that was eliminated carried lies where it last stood, or is lost."""
    return dice.total("what they carried", side).result <= numbers().escaping_equipment.left_behind_up_to
