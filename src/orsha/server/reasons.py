"""Why a unit does not do what the step is about, although it may do other things: charging, launching boats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from orsha.server.api import In

if TYPE_CHECKING:
    from orsha.tabletop.mission.state import Seat


class WhyNot(In, frozen=True, tag="why not", tag_field="ask"):
    """What a unit cannot do in this step that units do in it, and why."""

    unit: Annotated[str, Meta(max_length=24)]


class Reasons(Struct, frozen=True, tag="why not", tag_field="answer"):
    lines: tuple[str, ...]


def reasons(view: Any, seat: Seat, unit: str) -> Reasons:
    if view.mission.active != seat or view.asked is not None:
        return Reasons(())
    steps = {"movement": _launching, "assault": _charging}
    return Reasons(tuple(steps[view.step](view, seat, unit)) if view.step in steps else ())


def _launching(view: Any, seat: Seat, unit: str) -> Iterator[str]:
    """000 Launching Assault Boats, for infantry whose side has boats; and how many there are."""
    from orsha.tabletop.game import boats, launching

    fleet = len(boats.fleet(view, seat)) if view.boats else 0
    if not fleet or not launching.may_use_boats(view, unit) or boats.afloat(view, unit):
        return
    sides = boats.banks(view, unit) or (boats.friendly(view, unit),)
    whys = [launching.why_not(view, seat, unit, side) for side in sides]
    here = f"{len(boats.ready(view, seat))} of {fleet} boats lie ready"
    yield here if None in whys else f"boats cannot be launched: {whys[0]}; {here}"


def _charging(view: Any, seat: Seat, unit: str) -> Iterator[str]:
    """core 9.1: the unit's reason, else what keeps its teams, else that nobody is in reach."""
    from orsha.tabletop.game import assaulting, charging, facts, room_charging
    from orsha.tabletop.game.rooms import rooms
    from orsha.tabletop.table.kinds import MIL

    why = assaulting.why_not(view, unit)
    if why is None and (assaulting.can_charge(view, unit) or (rooms(view) and room_charging.contestable(view, unit))):
        return
    field = charging.Field(view, unit, counter=False)
    kept: dict[str, int] = {}
    for id in facts.teams_of(view, unit):
        reason = charging.why_not(field, id)
        if reason is not None:
            kept[reason] = kept.get(reason, 0) + 1
    able = charging.chargers(field)
    if why is None and able:
        inches = max(field.reach(id) for id in able) // MIL
        near = any(field.within_reach(id) for id in able)
        why = "there is no way, or no room, into contact" if near else f"no enemy is within {inches} inches of it"
    told = [why] if why is not None else [f"{one} ({n})" if len(kept) > 1 else one for one, n in kept.items()]
    if told:
        yield f"it cannot charge: {', '.join(told)}"
