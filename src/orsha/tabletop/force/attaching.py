"""Which tanks a Demolitions Attachment belongs to (its card): units of a formation, each attachment after its own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from orsha.tabletop.force.force import Unit

STEERED_BY = "StuG"
"""What the names of cards begin with whose tanks steer carriers, headquarters aside (card: Demolitions Attachment)."""


def attached(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units of a formation with its carriers attached: the first to the first platoon, the next to the next (ruling
    A206)."""
    carriers = [unit for unit in units if unit.demolitions and unit.attached_to is None]
    platoons = [unit for unit in units if unit.card.name.startswith(STEERED_BY) and unit.kind == "tank" and not unit.hq]
    if not carriers or not platoons:
        return tuple(units)
    of: dict[str, list[Unit]] = {}
    for n, unit in enumerate(carriers):
        platoon = platoons[n % len(platoons)]
        of.setdefault(platoon.name, []).append(replace(unit, attached_to=platoon.name))
    others = [unit for unit in units if unit not in carriers]
    return tuple(one for unit in others for one in (unit, *of.get(unit.name, ())))
