"""The Starting Step's morale: remounting, rallying, Good Spirits, last stands of units and of formations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice
from orsha.tabletop.battle.check import Check, Checked
from orsha.tabletop.battle.moves import Class, Moves, class_of
from orsha.tabletop.force.card import MotivationTest, Team

SPOKEN: dict[MotivationTest, str] = {
    "remount": "remounts",
    "rally": "rallies",
    "last_stand": "makes its last stand",
    "counterattack": "counterattacks",
}


def motivation_check(
    test: MotivationTest, team: Team, name: str, *, komissar: bool = False, commander: bool = False
) -> Check:
    """A test of Motivation: the sub-rating if the card has one; a Komissar In Command may better it. core 2.2, 2.4

    `team` is the tank that remounts, or the leader of the unit; `commander`: its formation commander helps.
    """
    return Check(f"{name} {SPOKEN[test]}", team.motivation.needed(test, komissar), again=commander)


class Remounted(Struct, frozen=True):
    tank: str
    active: bool
    """False: it stays Bailed Out."""
    checked: Checked


def remount(tank: str, check: Check, dice: Dice, who: str) -> Remounted:
    """One Bailed Out tank. core 3.1"""
    checked = check.roll(dice, who)
    return Remounted(tank, checked.passed, checked)


class Rallied(Struct, frozen=True):
    unit: str
    pinned: bool
    checked: Checked


def rally(unit: str, check: Check, dice: Dice, who: str) -> Rallied:
    """One roll for a whole pinned unit. core 3.1"""
    checked = check.roll(dice, who)
    return Rallied(unit, not checked.passed, checked)


# -- Good Spirits


class Standing(Struct, frozen=True):
    """A team that is still there. Artillery off the table is left out (002)."""

    team: Team
    in_command: bool = True
    bailed_out: bool = False


class Muster(Struct, frozen=True):
    """A unit as it stands: who is there and who was lost."""

    name: str
    standing: tuple[Standing, ...]
    lost: tuple[Team, ...] = ()
    hq: bool = False
    independent: bool = False


class Spirits(Struct, frozen=True):
    """Whether a unit is in Good Spirits, and by what."""

    good: bool
    why: str


def good_spirits(unit: Muster, rules: Moves) -> Spirits:
    """A unit that lost nothing, or still has enough teams In Command of one class. core 10"""
    if not _losses(unit):
        return Spirits(True, "it lost nothing")
    least = thresholds(unit, rules)
    able = [class_of(s.team) for s in unit.standing if s.in_command and not s.bailed_out]
    have = {one: able.count(one) for one in least}
    enough = {one: have[one] >= number for one, number in least.items()}
    good = any(enough.values()) if rules.spirits.mixed == "any" else all(enough.values())
    said = [f"{have[one]} of {least[one]} {_plural(one)}" for one in least if enough[one] == good]
    return Spirits(good, "it has " + ", ".join(said) + " In Command")


def thresholds(unit: Muster, rules: Moves) -> dict[Class, int]:
    """How many teams of each class that the unit started with keep it in Good Spirits."""
    started = [s.team for s in unit.standing] + list(unit.lost)
    large = sum([team.kind in ("infantry", "gun") for team in started]) >= rules.spirits.large_from
    more = 1 if rules.spirits.tests_at == "or-fewer" else 0
    least: dict[Class, int] = {}
    for one in dict.fromkeys(map(class_of, started)):
        number = rules.spirits.large_infantry if large and one == "infantry" else rules.spirits.least[one]
        least[one] = number if one == "aircraft" else number + more
    return least


def _losses(unit: Muster) -> int:
    """Teams destroyed or Bailed Out. Those of escorts do not count (catalogue: Escort Tanks)."""
    bailed = [s.team for s in unit.standing if s.bailed_out]
    return sum(["escort-tanks" not in team.rules for team in [*unit.lost, *bailed]])


_PLURALS: dict[Class, str] = {
    "infantry": "infantry teams",
    "gun": "guns",
    "tank": "tanks",
    "unarmoured": "unarmoured tanks",
}


def _plural(one: Class) -> str:
    return _PLURALS.get(one, "aircraft")


# -- last stands


class Stood(Struct, frozen=True):
    """What a last stand came to. A unit in Good Spirits, a headquarters and an independent team do not test."""

    unit: str
    destroyed: bool
    spirits: Spirits | None
    checked: Checked | None


def exempt(unit: Muster) -> bool:
    """core 10: headquarters and independent teams make no last stand."""
    return unit.hq or unit.independent


def last_stand(unit: Muster, check: Callable[[], Check], dice: Dice, who: str, rules: Moves) -> Stood:
    """A unit that is not in Good Spirits tests, or is destroyed. core 10

    `check` is asked for only if it does.
    """
    if exempt(unit):
        return Stood(unit.name, False, None, None)
    spirits = good_spirits(unit, rules)
    if spirits.good:
        return Stood(unit.name, False, spirits, None)
    checked = check().roll(dice, who)
    return Stood(unit.name, not checked.passed, spirits, checked)


# -- formations


class Counted(Struct, frozen=True):
    """A unit of a formation, for the formation's last stand."""

    name: str
    place: Literal["table", "ambush", "reserve", "off-table", "gone"]
    attachment: bool = False
    """A transport attachment: it never counts."""
    independent: bool = False


class FormationStands(Struct, frozen=True):
    units: tuple[str, ...]
    """Those that count."""
    stands: bool
    """False: the formation is destroyed and its remaining units are removed."""


def formation_last_stand(units: Sequence[Counted], rules: Moves) -> FormationStands:
    """A formation with too few units on the table or in reserve is destroyed; there is no die. core 10, 002"""
    there = tuple(
        unit.name
        for unit in units
        if unit.place in ("table", "ambush", "reserve") and not unit.attachment and not unit.independent
    )
    return FormationStands(there, len(there) >= rules.formation.least_units)
