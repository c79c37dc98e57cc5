"""Men who go into a vehicle and out of it, and what is left of it (001 7.5131a, 7.5136, 7.5137)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from orsha.campaign.counters import first_line_half, half_type
from orsha.campaign.counters import vehicle as printed
from orsha.campaign.events import MarkersSet
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.steps.casualties import is_cupola, numbers
from orsha.campaign.steps.retained import armor_leaders, named_beside
from orsha.campaign.telling import Telling, holder_side, is_isolated, name, with_status, without

Wreck = Literal["wreck", "burnt-out-wreck"]
WORDS: dict[Wreck, str] = {"wreck": "a wreck", "burnt-out-wreck": "a burnt-out wreck"}


def has_crew(vehicle: Piece) -> bool:
    """Whether there are men inside who can get out: a truck has a driver only, and a cupola's crew stays (001 4.1)."""
    return not vehicle.has("abandoned") and printed(vehicle.type).ma and not is_cupola(vehicle)


def is_vehicle_crew(men: Piece) -> bool:
    return men.kind == "crew" and men.type == numbers().crew.type


def man(told: Telling, rule: str, vehicle: Piece, men: Piece) -> None:
    """A crew or half-squad becomes the vehicle's crew; a squad deploys, and half of it does.

    Only a vehicle crew is qualified (base game A21.13, A21.22).
    """
    qualified = is_vehicle_crew(men)
    manned = without(vehicle, "abandoned", "unqualified")
    into = named_beside(told.state, vehicle, men)
    told.change(
        rule,
        f"{name(vehicle)} is manned again{'' if qualified else ', by men who were not trained for it'}",
        manned if qualified else with_status(manned, "unqualified"),
    )
    if men.kind == "squad":
        rest = replace(men, kind="half-squad", type=half_type(men.side, men.type))
        told.change(rule, f"{name(men)} deploys; one half goes into {into}", rest)
    else:
        told.remove(rule, f"{name(men)} goes into {into}", men.id)


def leave(told: Telling, rule: str, vehicle: Piece) -> Piece:
    """The crew gets out and is retained, its armour leader too; the vehicle as it now is."""
    side = holder_side(told.state, vehicle)
    text = f"{name(vehicle)} is abandoned; its crew is retained"
    leaders = [replace(one, held_by=None) for one in armor_leaders(told.state, vehicle)]
    empty = with_status(without(vehicle, "unqualified", "stunned"), "abandoned")
    told.change(rule, text, empty, *leaders)
    [id] = told.new_ids(side, 1)
    crew = Piece(id, side, "crew", numbers().crew.type)
    if vehicle.has("unqualified"):
        crew = Piece(id, side, "half-squad", first_line_half(side))
    if is_isolated(told.state, vehicle):
        told.change(rule, f"{crew.type} leaves {name(vehicle)}", replace(crew, hex=vehicle.hex))
    else:
        told.take_in(rule, text, side, [one.id for one in leaders])
        told.add(rule, f"{crew.type} leaves {name(vehicle)}", side, replace(crew, last=vehicle.hex or vehicle.last))
    return empty


def wreck(told: Telling, rule: str, vehicle: Piece, what: Wreck) -> None:
    """A vehicle becomes a wreck where it stands, or where it was taken off the map; its crew gets out first."""
    side = holder_side(told.state, vehicle)
    if has_crew(vehicle):
        vehicle = leave(told, rule, vehicle)
    told.remove(rule, f"{name(vehicle)} is made {WORDS[what]}", vehicle.id)
    marker = MapMarker(what, vehicle.hex or vehicle.last)
    if is_cupola(vehicle) or not marker.hex:
        told.say(rule, f"{name(vehicle)} leaves no wreck on the map", side)
    else:
        told.tell(MarkersSet(rule, f"{marker.hex} has {WORDS[what]} now", (*told.state.markers, marker)))
