"""Ground that changes hands because of a fire (001 7.5093; 6, LVP): control, isolated areas and fronts follow."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign.events import FrontsDrawn
from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder, other
from orsha.campaign.perimeter import front_line
from orsha.campaign.report import THINGS, Piece
from orsha.campaign.state import SIDES, Area, CampaignState, Front
from orsha.campaign.telling import Telling, holder_side
from orsha.hexmap.grid import Hex, parse
from orsha.hexmap.map import hex_map

RULE = "001 7.5093"


def victory_blaze(told: Telling, hex: str) -> None:
    """001 6, LVP: a victory location that has become a blaze counts as the Russians'."""
    state = told.state
    text = f"victory location {hex} blazes: it counts as controlled by the Russians"
    told.tell(FrontsDrawn("001 6", text, state.fronts, state.areas, {**state.control, hex: "russian"}))


def pass_emptied(told: Telling, fires: Iterable[str]) -> None:
    """An isolated area that the fire has emptied passes to the other side; from one of both sides, who is left has it.

    7.5093 says so of a building alone; elsewhere it is chosen, since nobody is left to hold the ground.
    """
    burned = frozenset(fires)
    for area in told.state.areas:
        if not burned & set(area.hexes):
            continue
        left = _sides_in(told.state, area)
        if area.kind == "C" and area.occupier is not None and not left:
            _pass(told, area, other(area.occupier))
        elif area.kind == "D" and not left:
            _pass(told, area, None)
        elif area.kind == "D" and len(left) == 1:
            _keep(told, area, left[0])


def _sides_in(state: CampaignState, area: Area) -> list[Side]:
    """The sides that have men or vehicles there."""
    there = {holder_side(state, one) for one in state.pieces.values() if one.hex in area.hexes and _unit(one)}
    return [side for side in SIDES if side in there]


def _unit(piece: Piece) -> bool:
    return piece.kind not in THINGS and not piece.has("prisoner", "abandoned")


def _pass(told: Telling, area: Area, taker: Side | None) -> None:
    """The area is isolated no longer; who had it loses it from the perimeter, who takes it joins it to the own."""
    state, hexes = told.state, area.hexes
    control: dict[str, Holder] = {hex: side for hex, side in state.control.items() if hex not in hexes}
    if taker is not None:
        control.update(dict.fromkeys(hexes, taker))
    fronts = {side: _front(front, hexes, side == taker) for side, front in state.fronts.items()}
    whose = f"passes to the {taker} side" if taker else "is nobody's"
    text = f"nobody is left in {', '.join(hexes)}: the ground {whose}"
    told.tell(FrontsDrawn(RULE, text, fronts, tuple(one for one in state.areas if one != area), control))


def _keep(told: Telling, area: Area, side: Side) -> None:
    """001 7.5062: what both sides had is now held by the one that is left."""
    state = told.state
    areas = tuple(replace(one, kind="C", occupier=side) if one == area else one for one in state.areas)
    text = f"only {side} units are left in {', '.join(area.hexes)}: the {side} side controls it"
    control: dict[str, Holder] = {**state.control, **dict.fromkeys(area.hexes, side)}
    told.tell(FrontsDrawn(RULE, text, state.fronts, areas, control))


def _front(front: Front, hexes: Iterable[str], takes: bool) -> Front:
    """A front without the hexes, or with them where its main ground holds or touches them."""
    moved = frozenset(map(parse, hexes))
    main = frozenset(map(parse, front.main))
    before = main | {hex for pocket in front.pockets for hex in map(parse, pocket)}
    joins = takes and bool(
        moved & main or any(next_to in main for hex in moved for next_to in hex_map().neighbours(hex))
    )
    main = main | moved if joins else main - moved
    pockets = [frozenset(map(parse, pocket)) - moved for pocket in front.pockets]
    pockets = [pocket for pocket in pockets if pocket]
    area = main.union(*pockets)
    if area == before:
        return front
    line = front_line(hex_map(), area)
    return Front(_names(main), tuple(_names(pocket) for pocket in pockets), _names(line))


def _names(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(map(str, sorted(hexes)))
