"""Armor leaders without a vehicle (001 7.5114): those who got out of theirs, or out of an isolated area, get another.

Who is still in his AFV may not change it, so nobody is asked about him.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from orsha.campaign.counters import vehicle
from orsha.campaign.events import Shown
from orsha.campaign.files import Side
from orsha.campaign.groups import groups, initial, note
from orsha.campaign.places import is_cupola
from orsha.campaign.report import Piece
from orsha.campaign.state import CampaignState
from orsha.campaign.telling import Telling, everything, held, is_isolated, name, pieces_of

RULE = "001 7.5114"


def loose_armor_leaders(state: CampaignState, side: Side) -> list[Piece]:
    """Retained, and in no vehicle any more; one who is still on the map is cut off."""
    return [one for one in state.sides[side].box.shown.values() if one.kind == "armor-leader" and one.smc]


def offer_vehicles(told: Telling, side: Side, about: tuple[str, ...]) -> None:
    """An AFV of the type that he left, if there is one, else any other if his side wants to."""
    leader = everything(told.state)[about[0]]
    free = free_vehicles(told.state, side)
    types = left_types(leader)
    same = [one for one in free if one.type in types]
    if not free:
        told.say(RULE, f"there is no AFV for {name(leader)}: he waits for one", side)
    elif len(same) == 1:
        put_aboard(told, side, about, (same[0].id,))
    elif same:
        told.choose(side, RULE, f"Which AFV does {name(leader)} take over?", _words(same), least=1, most=1)
    else:
        words = f"None of the type that {name(leader)} left is there: does he take over another AFV?"
        if not types:
            words = f"Which AFV does {name(leader)} take over? One of the type that he left, if there is one."
        told.choose(side, RULE, words, _words(free), most=1)


def _words(vehicles: list[Piece]) -> Mapping[str, str]:
    return {one.id: name(one) for one in vehicles}


def put_aboard(told: Telling, side: Side, about: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    leader = everything(told.state)[about[0]]
    if not chosen:
        told.say(RULE, f"{name(leader)} stays without a vehicle for now", side)
        return
    tank = everything(told.state)[chosen[0]]
    text = f"{name(leader)} takes over {name(tank)}"
    aboard = replace(leader, held_by=tank.id, hex=tank.hex, level=tank.level)
    if tank.hex and leader.id in told.state.sides[side].box.shown:
        told.tell(Shown(RULE, text, side, (aboard,)))
    else:
        told.change(RULE, text, aboard)


def free_vehicles(state: CampaignState, side: Side) -> list[Piece]:
    """The side's own AFV that are retained and not cut off, manned, and without an armor leader; cupolas take none."""
    return [
        one
        for one in pieces_of(state, side)
        if one.kind == "vehicle" and one.side == side and vehicle(one.type).afv and not is_isolated(state, one)
        and not one.has("abandoned", "recall") and not is_cupola(one)
        and not any(aboard.kind == "armor-leader" for aboard in held(state, one.id))
    ]  # fmt: skip


def left_types(leader: Piece) -> frozenset[str]:
    """The types that the AFV he left can have been of, by the group he came with; nothing where that is not known."""
    if leader.group is None:
        return frozenset()
    id = leader.group.split("/")[0]
    return frozenset(initial().armor_leader_rolls) if id == "OB" else _types_of_group(leader.side, id)


def _types_of_group(side: Side, id: str) -> frozenset[str]:
    """The models that a group of this kind brings."""
    known = next((one for one in groups(side) if one.id == id), None)
    if known is None:
        return frozenset()
    drawn = [
        str(row.result)
        for letter in known.notes
        for draw in note(side, letter).draws
        if id in draw.groups
        for row in draw.rows
    ]
    return frozenset(drawn or (unit.name for unit in known.units))
