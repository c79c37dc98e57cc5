"""Perimeter determination (001 7.505): the largest ground that each side can enclose, unless it wants less.

Upper-level pockets (7.5055) do not come up: no building of the map has an upper level, and a report that puts a unit
on one is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orsha.campaign.commands import Answer
from orsha.campaign.events import FrontsDrawn
from orsha.campaign.files import Side
from orsha.campaign.isolation import (
    Holder,
    IsolatedArea,
    Presence,
    as_drawn,
    eliminated_smc,
    isolated_areas,
    other,
)
from orsha.campaign.perimeter import Perimeter, Situation, perimeter
from orsha.campaign.places import beneath, facts, is_cupola, solid, strategic_ground, strategic_pieces
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, Area, CampaignState, Front, Task
from orsha.campaign.steps.casualties import eliminate
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, holder_side
from orsha.hexmap.grid import Hex, parse
from orsha.hexmap.map import hex_map
from orsha.kernel import Command

RULE = "001 7.505"
CONTROL = "001 7.5057"
READJUSTMENT = "001 7.5058"
ASK, LEFT_OUT = "ask", "left out"
Perimeters = dict[Side, Perimeter]


# -- where everybody is


def on_map(state: CampaignState, side: Side) -> list[Piece]:
    """What a side has on the map; its men in enemy hands are not among it."""
    return [
        piece
        for piece in state.pieces.values()
        if piece.hex and not piece.has("prisoner") and holder_side(state, piece) == side
    ]


def presence(state: CampaignState) -> dict[Side, Presence]:
    """Where each side's SMC, and its MMC and manned vehicles, stand."""
    return {
        side: Presence(
            smc=_at(piece for piece in on_map(state, side) if piece.smc),
            solid=_at(piece for piece in on_map(state, side) if solid(piece)),
        )
        for side in SIDES
    }


def _at(pieces: Iterable[Piece]) -> frozenset[Hex]:
    return frozenset(parse(piece.hex) for piece in pieces)


def control_of_units(state: CampaignState) -> dict[Hex, Holder]:
    """Control as it was, but where one side alone has MMC or vehicles the hex is that side's (base game A26.1).

    Not so where it has them under a bridge or in the culvert only.
    """
    control: dict[Hex, Holder] = {parse(name): holder for name, holder in state.control.items()}
    there = presence(state)
    for side in SIDES:
        taking = _at(piece for piece in on_map(state, side) if solid(piece) and not beneath(hex_map(), piece))
        control.update(dict.fromkeys(taking - there[other(side)].solid, side))
    return control


# -- strategic locations (001 6)


def strategic_locations(state: CampaignState, control: Mapping[Hex, Holder]) -> dict[Hex, Side]:
    """The railway, the north and south edges, works and cupolas, each with the side that controls it.

    What both sides hold is nobody's marker until one of them has it alone.
    """
    found: dict[Hex, Side] = {}
    for fort in state.forts.values():
        if fort.hex and fort.what in facts().strategic.works:
            found[parse(fort.hex)] = fort.side
    for piece in state.pieces.values():
        if piece.hex and is_cupola(piece):
            found[parse(piece.hex)] = holder_side(state, piece)
    for hex in (*found, *strategic_ground(hex_map())):
        holder = control.get(hex)
        if holder == "both":
            found.pop(hex, None)
        elif holder is not None:
            found[hex] = holder
    return found


# -- drawing


def situation(
    state: CampaignState, side: Side, control: Mapping[Hex, Holder], unmarked: Iterable[str] = ()
) -> Situation:
    """001 7.5051-7.5053: what a side's markers may stand on, and what its sides may not cross."""
    enemy = other(side)
    fixed = strategic_locations(state, control)
    own, theirs = on_map(state, side), on_map(state, enemy)
    strategic = {
        whose: _names({hex for hex, owner in fixed.items() if owner == whose} | strategic_pieces(hex_map(), pieces))
        for whose, pieces in ((side, own), (enemy, theirs))
    }
    return Situation(
        mmc=_hexes(piece for piece in own if piece.mmc),
        strategic=strategic[side],
        edge=_names(hex for hex in hex_map().edge if control.get(hex) == side),
        enemy_units=_hexes(piece for piece in theirs if solid(piece)),
        enemy_smc=_hexes(piece for piece in theirs if piece.smc),
        enemy_strategic=strategic[enemy],
        vehicles=_hexes(piece for piece in own if piece.kind == "vehicle" and solid(piece)),
        unmarked=tuple(unmarked),
    )


def _hexes(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(sorted({piece.hex for piece in pieces}))


def _names(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(map(str, sorted(hexes)))


def front_of(drawn: Perimeter) -> Front:
    return Front(_names(drawn.main), tuple(_names(pocket) for pocket in drawn.pockets), _names(drawn.front_line))


def perimeter_of(front: Front) -> Perimeter:
    """A perimeter as it was drawn."""
    pockets = tuple(frozenset(map(parse, pocket)) for pocket in front.pockets)
    return Perimeter(frozenset(map(parse, front.main)), pockets, frozenset(map(parse, front.front_line)))


def drawn_area(area: IsolatedArea) -> Area:
    return Area(_names(area.hexes), area.kind, area.occupier, area.pocket)


def tell_fronts(
    told: Telling,
    rule: str,
    text: str,
    perimeters: Perimeters,
    areas: Iterable[IsolatedArea],
    control: Mapping[Hex, Holder],
) -> None:
    told.tell(
        FrontsDrawn(
            rule,
            text,
            {side: front_of(perimeters[side]) for side in SIDES},
            tuple(map(drawn_area, areas)),
            {str(hex): control[hex] for hex in sorted(control)},
        )
    )


# -- the step


def plan(state: CampaignState) -> Iterable[Task]:
    return (Task(ASK),)


def do(told: Telling, task: Task) -> None:
    """7.5058 is asked of both sides at once; neither sees what the other leaves out until both are drawn."""
    if task.what == LEFT_OUT:
        return
    control = control_of_units(told.state)
    for side in SIDES:
        given = situation(told.state, side, control)
        largest = perimeter(hex_map(), given)
        markers = _offered(told.state, given, largest)
        if markers:
            told.choose(side, READJUSTMENT, _words(largest), markers)
    if not told.state.asked:
        _draw(told, {})


def _words(largest: Perimeter) -> str:
    pockets = f" and {len(largest.pockets)} pockets" if largest.pockets else ""
    return (
        f"the largest perimeter you can draw encloses {len(largest.main)} hexes{pockets}. "
        "Which of these markers on its front line do you leave out? None: it is drawn as it is"
    )


def _offered(state: CampaignState, given: Situation, largest: Perimeter) -> dict[str, str]:
    """Markers on the front line, each with what it stands on. Without one a unit is in a pocket of its own hex.

    A pocket holds no map-edge hex (6), so that a unit there keeps its marker; one that is a pocket already has none.
    """
    alone = {hex for pocket in largest.pockets if len(pocket) == 1 for hex in pocket}
    edge = hex_map().edge
    units = {*given.mmc, *given.vehicles}
    marked = {*given.mmc, *given.strategic, *given.edge}
    return {
        str(hex): f"{hex}: {_stands_on(state, given, str(hex))}"
        for hex in sorted(largest.front_line - alone)
        if str(hex) in marked and not (hex in edge and str(hex) in units)
    }


def _stands_on(state: CampaignState, given: Situation, hex: str) -> str:
    units = [piece.type for piece in state.pieces.values() if piece.hex == hex and solid(piece)]
    works = [fort.what for fort in state.forts.values() if fort.hex == hex and fort.what in facts().strategic.works]
    ground = ["map edge"] if hex in given.edge else ["railway"] if parse(hex) in hex_map().railway else []
    return ", ".join((*units, *works, *ground)) or "strategic location"


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    told.queue(Task(LEFT_OUT, side, command.chosen))
    if not told.state.asked:
        _draw(told, {one.side: one.about for one in told.state.queue.shown if one.what == LEFT_OUT and one.side})


def _draw(told: Telling, left_out: Mapping[Side, tuple[str, ...]]) -> None:
    state, board = told.state, hex_map()
    control = control_of_units(state)
    perimeters: Perimeters = {
        side: perimeter(board, situation(state, side, control, left_out.get(side, ()))) for side in SIDES
    }
    there = presence(state)
    areas = isolated_areas(perimeters, there)
    after = as_drawn(perimeters, areas, control, strategic_locations(state, control))
    text = "; ".join(_described(side, perimeters[side]) for side in SIDES)
    tell_fronts(told, RULE, text, perimeters, areas, after)
    for side in SIDES:
        _lose_smc(told, side, eliminated_smc(there[side], perimeters[side]))


def _described(side: Side, drawn: Perimeter) -> str:
    pockets = ", ".join(f"{min(pocket)} ({len(pocket)})" for pocket in drawn.pockets)
    outside = f", and pockets at {pockets}" if pockets else ""
    return f"the {side} perimeter encloses {len(drawn.main)} hexes{outside}"


def _lose_smc(told: Telling, side: Side, hexes: frozenset[Hex]) -> None:
    """001 7.5057: who is alone outside his own perimeter does not come back."""
    for piece in on_map(told.state, side):
        if piece.smc and parse(piece.hex) in hexes:
            eliminate(told, CONTROL, "alone outside his own lines, and lost", piece)


STEP = Step("7.505", "Perimeter determination", plan, do, answered)
