"""The counter battery module (001 5): when it attacks, what an attack comes to, and whom it may strike.

Its numbers stand in `data/counter-battery.toml`, the rows of its chart in `charts/counter-battery.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from orsha.campaign import charts
from orsha.campaign.files import DATA, Count
from orsha.kernel import Dice, Illegal, Outcome, Table
from orsha.kernel.data import Wrong, load
from orsha.kernel.table import Strict

Phase = Literal["rally", "prep-fire", "movement", "defensive-fire", "advancing-fire", "rout", "advance", "close-combat"]
Barrage = Literal["fire", "harassing", "smoke", "dispersed-smoke"]
Effect = Literal["elimination", "red-card", "red-card-lowest", "harassing", "nothing", "own-loss"]

# What each row of the chart does, in the chart's order.
EFFECTS: tuple[Effect, ...] = ("elimination", "red-card", "red-card-lowest", "harassing", "nothing", "own-loss")


class ModuleCard(Strict, frozen=True):
    """What sets a counter battery module apart from an artillery module (001 5.1, 5.2)."""

    available_by: tuple[Literal["SBR", "purchase"], ...]
    ammunition: bool
    access_draw: bool
    places_ffe: bool
    strikes_units: bool
    activates_snipers: bool


class AttackRule(Strict, frozen=True):
    """When it attacks (001 5.2)."""

    enemy_ffe_from: Count
    phase: Phase
    done_before: Annotated[int, Meta(ge=0)]


class Ffe1Counts(Strict, frozen=True):
    """How many FFE:1 counters are few, and how many are many (001 5.3 DRM)."""

    few_up_to: Count
    many_from: Count


class CounterBatteryFile(Strict, frozen=True):
    source: str
    card: ModuleCard
    attack: AttackRule
    ffe1: Ffe1Counts
    weakened: dict[Barrage, Barrage]


@cache
def rules() -> CounterBatteryFile:
    return load(DATA / "counter-battery.toml", CounterBatteryFile, _check)


def _check(file: CounterBatteryFile) -> None:
    if file.ffe1.few_up_to >= file.ffe1.many_from:
        raise Wrong(("ffe1", "many_from"), f"{file.ffe1.many_from} counters are both few and many")


def module_card() -> ModuleCard:
    return rules().card


class Module(Struct, frozen=True):
    """An artillery module, or one of counter battery fire, which has no calibre."""

    name: str
    calibre: int | None = None
    ffe_placed: int = 0
    attacks: int = 0
    on_board: Barrage | None = None
    red_cards_added: int = 0

    @property
    def counter_battery(self) -> bool:
        return self.calibre is None

    @property
    def known(self) -> bool:
        """001 5.3a: it has placed an FFE or made an attack."""
        return self.ffe_placed > 0 or self.attacks > 0


class Attack(Struct, frozen=True):
    """An attack that was rolled."""

    outcome: Outcome
    effect: Effect


def chart() -> Table:
    return charts()["counter-battery"]


def check_attack(enemy_ffe_placed: int, phase: Phase, *, own_turn: bool, done_this_phase: int = 0) -> None:
    """Refuses an attack, with its reason. `done_this_phase` counts what the player has done in it already."""
    # 001 5.2
    rule = rules().attack
    when = f"{rule.phase.replace('-', ' ')} phase"
    if enemy_ffe_placed < rule.enemy_ffe_from:
        raise Illegal("001 5.2", "no counter battery attack before the enemy has placed an FFE")
    if phase != rule.phase or not own_turn:
        raise Illegal("001 5.2", f"counter battery attacks are made in one's own {when} only")
    if done_this_phase > rule.done_before:
        raise Illegal("001 5.2", f"a counter battery attack is the first thing done in the {when}")


def facts(enemy_ffe1_placed: int) -> dict[str, bool]:
    """The chart's facts for a count of the FFE:1 counters that the enemy has placed so far."""
    # 001 5.3 DRM
    count = rules().ffe1
    return {
        "enemy_ffe_at_most_one": enemy_ffe1_placed <= count.few_up_to,
        "enemy_ffe_three_or_more": enemy_ffe1_placed >= count.many_from,
    }


def drm(enemy_ffe1_placed: int) -> int:
    # 001 5.3 DRM
    return sum(modifier.value for modifier in chart().explain(facts(enemy_ffe1_placed)))


def effect_of(original: int, final: int) -> Effect:
    """What a roll does. The loss of one's own module hangs on the dice alone, everything else on the final roll."""
    # 001 5.3, 5.3c
    if _printed(original) == "own-loss":
        return "own-loss"
    found = _printed(final)
    return "nothing" if found == "own-loss" else found


def _printed(roll: int) -> Effect:
    return EFFECTS[chart().rows.index(chart().row(roll))]


def attack(dice: Dice, who: str, enemy_ffe1_placed: int) -> Attack:
    # 001 5.3
    outcome = chart().roll(dice, who, facts(enemy_ffe1_placed))
    return Attack(outcome, effect_of(sum(outcome.roll.faces), outcome.roll.result))


def targets(effect: Effect, enemy: Sequence[Module]) -> tuple[Module, ...]:
    """The enemy modules among which the attacker chooses the one that is struck; none and the attack is wasted."""
    # 001 5.3a, b, d
    guns = [module for module in enemy if module.known and not module.counter_battery]
    if effect == "red-card":
        return tuple(guns)
    if effect == "red-card-lowest":
        return _lowest(guns)
    if effect == "elimination":
        return (*_lowest(guns), *(module for module in enemy if module.known and module.counter_battery))
    return tuple(module for module in guns if module.on_board) if effect == "harassing" else ()


def _lowest(guns: Sequence[Module]) -> tuple[Module, ...]:
    least = min((module.calibre for module in guns if module.calibre is not None), default=None)
    return tuple(module for module in guns if module.calibre == least)


def struck(effect: Effect, module: Module) -> Module | None:
    """A module after an effect on it, or nothing when it is eliminated. A barrage keeps its hexes."""
    # 001 5.3
    if effect == "elimination":
        return None
    if effect in ("red-card", "red-card-lowest"):
        return replace(module, red_cards_added=module.red_cards_added + 1)
    if effect == "harassing" and module.on_board is not None:
        return replace(module, on_board=rules().weakened.get(module.on_board))
    return module
