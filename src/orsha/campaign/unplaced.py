"""What a placement leaves out, and what is wrong with each of its lines: for who types one in."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.campaign.commands import Placed
from orsha.campaign.placing import PLANS, REST, Settled, SetUp, settle
from orsha.campaign.state import CampaignState
from orsha.kernel import Illegal


def left_out(view: CampaignState, set_up: SetUp, settled: Settled) -> dict[str, str]:
    """What could be set up now and is not, by id in words: counters, works, dummies, hexes to write down.

    What is cut off stays where it stands, and works find a place in the set-up after it; an observer has a hex.
    """
    if set_up.rule not in (PLANS, REST):
        return {}
    aimed = {id for id, asset in view.sides[set_up.side].assets.shown.items() if asset.hexes}
    pieces = {id: one.piece.type for id, one in settled.pieces.items() if not one.piece.hex}
    forts = {id: fort.what for id, fort in set_up.forts.items() if id not in settled.forts}
    slots = {
        id: words
        for id, words in set_up.slots.items()
        if id not in settled.slots and id not in aimed and not id.endswith("/observer")
    }
    return {id: words for id, words in {**pieces, **forts, **slots}.items() if set_up.hexes(id)}


def faults(set_up: SetUp, placed: Sequence[Placed]) -> dict[int, Illegal]:
    """What is wrong, by the number of the line: what each has to itself, or else the first that all have together."""
    found: dict[int, Illegal] = {}
    seen: set[str] = set()
    for n, one in enumerate(placed):
        if one.id in seen:
            found[n] = Illegal(set_up.rule, f"{one.id} is placed twice")
        elif (wrong := _alone(set_up, one)) is not None:
            found[n] = wrong
        seen.add(one.id)
    if not found:
        try:
            settle(set_up, placed)
        except Illegal as error:
            at = next((n for n, one in enumerate(placed) if one.id in str(error).split()), -1)
            found[at] = error
    return found


def _alone(set_up: SetUp, one: Placed) -> Illegal | None:
    """A thing that is not there to be placed, or a hex that is not in its zone."""
    things = {**{id: fort.what for id, fort in set_up.forts.items()}, **set_up.slots}
    things |= {id: piece.type for id, piece in set_up.pieces.items()}
    if one.id not in things:
        why = "stays where it is" if one.id in set_up.standing else "is not among what can be set up now"
        return Illegal(set_up.rule, f"{one.id} {why}")
    stays = one.id in set_up.pieces and set_up.pieces[one.id].hex == one.hex
    if not one.hex or stays or one.hex in set_up.hexes(one.id):
        return None
    zone = set_up.barred.get(one.id) or set_up.where.get(one.id) or "it has no place on the map now"
    return Illegal(set_up.rule, f"{one.id} ({things[one.id]}) cannot stand in {one.hex}: {zone}")
