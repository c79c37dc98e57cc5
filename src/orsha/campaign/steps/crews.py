"""Men who go into a vehicle and out of it, and what is left of it (001 7.5131a, 7.5136, 7.5137)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from orsha.campaign.counters import counters, first_line_half, half_type
from orsha.campaign.counters import vehicle as printed
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.state import MarkersSet
from orsha.campaign.steps.retained import armor_leaders
from orsha.campaign.telling import Telling, holder_side, is_isolated, name, with_status, without

Wreck = Literal["wreck", "burnt-out-wreck"]
WORDS: dict[Wreck, str] = {"wreck": "a wreck", "burnt-out-wreck": "a burnt-out wreck"}


def has_crew(vehicle: Piece) -> bool:
    """Whether there are men inside who can get out: armed vehicles have a crew, others a driver (base game D5.1)."""
    return not vehicle.has("abandoned") and printed(vehicle.type).ma


def man(told: Telling, rule: str, vehicle: Piece, men: Piece) -> None:
    """A crew or half-squad becomes the vehicle's crew; a squad deploys, and half of it does.

    Only a vehicle crew is qualified (base game A21.13, A21.22).
    """
    qualified = men.kind == "crew" and men.type == counters().crews.vehicle
    manned = without(vehicle, "abandoned", "unqualified")
    told.change(
        rule,
        f"{name(vehicle)} is manned again{'' if qualified else ', by men who were not trained for it'}",
        manned if qualified else with_status(manned, "unqualified"),
    )
    if men.kind == "squad":
        rest = replace(men, kind="half-squad", type=half_type(men.side, men.type))
        told.change(rule, f"{name(men)} deploys; one half goes into {name(vehicle)}", rest)
    else:
        told.remove(rule, f"{name(men)} goes into {name(vehicle)}", men.id)


def leave(told: Telling, rule: str, vehicle: Piece) -> Piece:
    """The crew gets out and is retained, its armour leader too; the vehicle as it now is."""
    side = holder_side(told.state, vehicle)
    text = f"{name(vehicle)} is abandoned; its crew is retained"
    leaders = [replace(one, held_by=None) for one in armor_leaders(told.state, vehicle)]
    empty = with_status(without(vehicle, "unqualified", "stunned"), "abandoned")
    told.change(rule, text, empty, *leaders)
    [id] = told.new_ids(side, 1)
    crew = Piece(id, side, "crew", counters().crews.vehicle)
    if vehicle.has("unqualified"):
        crew = Piece(id, side, "half-squad", first_line_half(side))
    if is_isolated(told.state, vehicle):
        told.change(rule, f"{crew.type} leaves {name(vehicle)}", replace(crew, hex=vehicle.hex))
    else:
        told.add(rule, f"{crew.type} leaves {name(vehicle)}", side, replace(crew, last=vehicle.hex or vehicle.last))
    return empty


def wreck(told: Telling, rule: str, vehicle: Piece, what: Wreck) -> None:
    """A vehicle becomes a wreck where it stands, or where it was taken off the map; its crew gets out first."""
    side = holder_side(told.state, vehicle)
    if has_crew(vehicle):
        vehicle = leave(told, rule, vehicle)
    told.remove(rule, f"{name(vehicle)} is made {WORDS[what]}", vehicle.id)
    hex = vehicle.hex or vehicle.last
    if hex:
        text = f"{WORDS[what]} now stands in {hex}"
        told.tell(MarkersSet(rule, text, (*told.state.markers, MapMarker(what, hex))))
    else:
        told.say(rule, f"{name(vehicle)} leaves no wreck: it was not on the map", side)
