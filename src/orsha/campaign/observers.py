"""Offboard observers (001 CG7, CG13; German note h, Russian note i): where they stand, and whose eyes they are.

An observer belongs to one module of artillery and is kept with it: the first hex of such a module is the observer's,
the others are pre-registered.
"""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.files import Kind, Side
from orsha.campaign.groups import group, groups, note
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import Asset, CampaignState
from orsha.hexmap.map import hex_map

RAISED = "raised-observer"
PRE_REGISTERED = "pre-registered-hex"
MODULES: tuple[Kind, ...] = ("oba", "rockets")


def kind_of(side: Side, asset: Asset) -> Kind:
    return group(side, asset.group).kind


def modules(state: CampaignState, side: Side) -> list[Asset]:
    """A side's artillery that fires: OBA and rockets."""
    return [one for one in state.sides[side].assets.shown.values() if kind_of(side, one) in MODULES]


def unassigned(state: CampaignState, side: Side) -> list[Asset]:
    """Observers that were bought and have no module yet."""
    return [one for one in state.sides[side].assets.shown.values() if kind_of(side, one) == "observer"]


def level(side: Side, raised: bool) -> int:
    """Two, and three for a CPP more."""
    observer = next(one for one in groups(side) if one.kind == "observer")
    facts = next(facts for letter in observer.notes if (facts := note(side, letter).facts))
    return int(facts["highest" if raised else "level"])


def edge_hexes(state: CampaignState, side: Side) -> tuple[str, ...]:
    """The hexes of a side's own edge that it controls; all of that edge if it has lost the whole of it."""
    board, rule = hex_map(), set_up_rules().observers
    edge = rule.german if side == "german" else rule.russian
    there = board.west if edge == "west" else board.east
    names = [str(hex) for hex in sorted(board.edge) if there(hex)]
    return tuple(name for name in names if state.control.get(name) == side) or tuple(names)


def first_place(state: CampaignState, side: Side) -> str:
    """Where an observer stands until his side says otherwise: the middle of what it controls."""
    found = edge_hexes(state, side)
    return found[len(found) // 2]


def with_observer(module: Asset, level: int | None, hex: str) -> Asset:
    """001 CG7: one observer to a module."""
    return replace(module, observer=True, level=level, hexes=(hex, *module.hexes))


def pre_registered(module: Asset) -> tuple[str, ...]:
    return module.hexes[1:] if module.observer else module.hexes


def recorded(module: Asset, observer: str | None, hexes: tuple[str, ...]) -> Asset:
    """The module with its observer in another hex, and with more hexes pre-registered."""
    first = (observer or module.hexes[0],) if module.observer else ()
    return replace(module, hexes=(*first, *pre_registered(module), *hexes))
