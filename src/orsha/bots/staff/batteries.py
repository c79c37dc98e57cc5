"""The staff's artillery: where a bombardment does most, and whether the old mark is still good."""

from __future__ import annotations

from typing import Any

from orsha.bots.staff.worth import chance_to_hit, harm, team_worth
from orsha.kernel import Option
from orsha.tabletop.game import facts
from orsha.tabletop.game.state import BattleCommand, BattleState, Bombard, Spot
from orsha.tabletop.game.template import under
from orsha.tabletop.mission.state import Seat

PINS = 2.0
"""What it is worth to pin a unit down, in points."""
LEAST = 1.0
"""Less than that is not worth a bombardment."""


def best(state: BattleState, seat: Seat, options: list[Option]) -> BattleCommand | None:
    """The bombardment that does most, of all that are open."""
    found: list[tuple[float, Bombard]] = []
    for option in options:
        if option.act != "bombard":
            continue
        base: dict[str, Any] = {name: getattr(domain, "values", (None,))[0] for name, domain in option.takes.items()}
        if base.get("smoke"):
            continue
        unit, weapon = str(base["unit"]), int(base["weapon"] or 0)
        for at in _points(option):
            command = Bombard(
                unit,
                str(base["spotter"]),
                at,
                weapon,
                3 if base.get("attempts") is None else int(base["attempts"]),
                bool(base.get("repeat")),
            )
            found.append((value(state, seat, command), command))
    if not found:
        return None
    worth, command = max(found, key=lambda one: one[0])
    return command if worth >= LEAST else None


def _points(option: Option) -> tuple[Spot, ...]:
    domain = option.takes["at"]
    values: Any = getattr(domain, "values", None) or getattr(domain, "points", ())
    return tuple(values)[:24]


def value(state: BattleState, seat: Seat, command: Bombard) -> float:
    """What a bombardment is likely to be worth, in points."""
    guns = [
        id
        for id in facts.teams_of(state, command.unit)
        if any(weapon.bombards for weapon in facts.card(state, id).weapons)
    ]
    if not guns:
        return 0.0
    weapons = facts.card(state, guns[0]).weapons
    weapon = weapons[min(command.weapon, len(weapons) - 1)]
    inches = 10 if weapon.fires == "salvo" else 6
    total, pinned = 0.0, set()
    for id in under(state, command.at, inches):
        card = facts.card(state, id)
        chance = chance_to_hit(card.hit_on + (0 if command.repeat else 1))
        if len(guns) <= 2:
            chance *= chance
        elif len(guns) >= 5:
            chance = 1 - (1 - chance) ** 2
        worth = chance * harm(weapon, card, state.teams[id].foxholes, False, True) * team_worth(state, id)
        mine = facts.seat_of(id) == seat
        total += -2 * worth if mine else worth
        if not mine and card.armour is None and not state.units[facts.unit_id(id)].pinned:
            pinned.add(facts.unit_id(id))
    return total + PINS * len(pinned) * 0.7
