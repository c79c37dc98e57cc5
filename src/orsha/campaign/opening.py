"""How a campaign begins (001 7.4): both orders of battle, who holds what, the first orders asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from orsha.campaign.counters import counters
from orsha.campaign.files import OrderOfBattle, Side
from orsha.campaign.groups import dates, groups, initial, order_of_battle
from orsha.campaign.isolation import Holder
from orsha.campaign.perimeter import front_line
from orsha.campaign.report import Piece
from orsha.campaign.state import (
    SIDES,
    Asset,
    CampaignSetup,
    CampaignState,
    CppLine,
    Fort,
    Front,
    RosterLine,
    SideState,
    Task,
)
from orsha.campaign.steps.buying import order_question
from orsha.hexmap.grid import Hex
from orsha.hexmap.map import HexMap, hex_map
from orsha.kernel import Hidden

OB = "OB"


def opening(setup: CampaignSetup) -> CampaignState:
    """The moment before the first orders. Groups of the orders of battle are rolled in with those bought (7.519)."""
    start, board, date = initial(), hex_map(), dates()[0]
    halves = {side: _half(board, side) for side in SIDES}
    control: dict[str, Holder] = {str(hex): side for side in SIDES for hex in sorted(halves[side])}
    return CampaignState(
        setup,
        date,
        {side: _side(side) for side in SIDES},
        "7.518",
        Hidden((), (Task("order"),)),
        {side: Hidden((side,), order_question(side, date)) for side in SIDES},
        SIDES,
        control=control,
        fronts={side: _front(board, halves[side]) for side in SIDES},
        weather=start.weather,
        ground=start.ground,
        roster=(RosterLine(date, start.weather, start.ground),),
    )


def _half(board: HexMap, side: Side) -> frozenset[Hex]:
    """001 7.4: the Germans have the hexes numbered below the line, the Russians those from it on."""
    line = initial().line
    return frozenset(hex for hex in board.ground if (hex.number < line) == (side == "german"))


def _front(board: HexMap, area: frozenset[Hex]) -> Front:
    return Front(tuple(map(str, sorted(area))), (), tuple(map(str, sorted(front_line(board, area)))))


def _side(side: Side) -> SideState:
    given = order_of_battle(side)
    numbers = count(1)
    pieces = {piece.id: piece for piece in _pieces(side, given, numbers)}
    forts = {fort.id: fort for fort in _forts(side, given, numbers)}
    aircraft = {asset.id: asset for asset in _aircraft(side, given, numbers)}

    def own(value: object) -> Hidden[object]:
        return Hidden((side,), value)

    secret = {
        "cpp": given.cpp, "fpp": 0, "bought": {}, "order": (), "last_order": (), "record": (),
        "columns": (CppLine(dates()[0], given.cpp, 0),), "box": pieces, "forts": forts, "assets": aircraft,
        "made": next(numbers) - 1, "works_bought": {},
    }  # fmt: skip
    return SideState(given.elr, given.san, **{name: own(value) for name, value in secret.items()})  # type: ignore[arg-type]


def _pieces(side: Side, given: OrderOfBattle, numbers: Iterable[int]) -> list[Piece]:
    """The units that are named one by one."""
    vehicles = {one.type for one in counters().vehicles}
    ids = iter(numbers)
    return [
        Piece(f"{side[0]}{next(ids)}", side, "vehicle" if type in vehicles else "sw", type, group=OB)
        for type, number in given.units.items()
        for _ in range(number)
    ]


def _forts(side: Side, given: OrderOfBattle, numbers: Iterable[int]) -> list[Fort]:
    ids = iter(numbers)
    found = [
        Fort(f"{side[0]}{next(ids)}", what, side, built_by=side)  # type: ignore[arg-type]
        for what, number in given.fortifications.items()
        for _ in range(number)
    ]
    mines = given.minefields
    if mines is not None:
        found += [
            Fort(f"{side[0]}{next(ids)}", "minefield", side, "", mines.ap, mines.at, known=False, built_by=side)
            for _ in range(mines.hexes)
        ]
    return found


def _aircraft(side: Side, given: OrderOfBattle, numbers: Iterable[int]) -> list[Asset]:
    """001 7.4, special rule 4. Each rolls for ATCB as the groups come in; bombardments come with the groups."""
    if given.aircraft is None:
        return []
    ids, flying = iter(numbers), given.aircraft
    kind = next(one.id for one in groups(side) if one.kind == "aircraft")
    text = f"{flying.type} without rockets, turns {flying.turn} to {flying.until_turn}"
    return [Asset(f"{side[0]}{next(ids)}", kind, text, since=OB) for _ in range(flying.count)]
