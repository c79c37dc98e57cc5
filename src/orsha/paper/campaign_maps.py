"""A campaign on the map: perimeters, control, isolated areas, no-man's land and the pieces that a reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.report import Kind, Piece
from orsha.campaign.state import SIDES, Area, CampaignState
from orsha.hexmap import HexMap, hex_map
from orsha.paper.campaign_data import known, plain
from orsha.paper.hex_layers import Area as Hexes
from orsha.paper.hex_layers import Layers, Unit
from orsha.paper.hex_map import draw

ON_TOP: tuple[Kind, ...] = ("vehicle", "gun", "squad", "half-squad", "crew", "leader", "hero")
"""Pieces that are drawn, those that a crowded hex shows first; weapons go with who holds them."""
LABEL = 7
"""Letters of a counter at most."""


class MapPage(Struct, frozen=True):
    """A map as the template prints it. Millimetres."""

    title: str
    svg: str
    width: float
    height: float


def map_page(view: CampaignState, title: str, *, fronts: bool = True) -> MapPage:
    """The map as a page; between a battle and 7.505 without the perimeters, which are those of the date before."""
    board = hex_map()
    picture = draw(board, campaign_layers(board, view if fronts else replace(view, fronts={}, areas=()), title))
    return MapPage(title, picture.svg(), picture.width, picture.height)


def campaign_layers(board: HexMap, view: CampaignState, caption: str = "") -> Layers:
    """What lies on the map (7.505-7.507). Type D areas are both sides', types A and B outside pockets nobody's."""

    def area(names: Iterable[str]) -> Hexes:
        return frozenset(map(board.hex, names))

    fronts = {side: view.fronts[side] for side in SIDES if side in view.fronts}
    cut = {side: tuple(area(one.hexes) for one in view.areas if side in held_by(view, one)) for side in SIDES}
    return Layers(
        caption=caption,
        control={side: area(hex for hex, who in view.control.items() if who in (side, "both")) for side in SIDES},
        main={side: area(front.main) for side, front in fronts.items()},
        pockets={side: tuple(map(area, front.pockets)) for side, front in fronts.items()},
        front_line={side: area(front.front_line) for side, front in fronts.items()},
        isolated=cut,
        no_mans_land=frozenset(board.ground) - area(view.control),
        units=tuple(_units(board, view)),
    )


def held_by(view: CampaignState, area: Area) -> tuple[Side, ...]:
    """The sides that an isolated area is drawn for."""
    if area.occupier is not None:
        return (area.occupier,)
    if area.kind == "D":
        return SIDES
    inside = set(area.hexes)
    return tuple(side for side in SIDES if any(inside & set(pocket) for pocket in view.fronts[side].pockets))


def on_map(view: CampaignState) -> list[Piece]:
    """Every piece on the map that the reader may see, hidden ones of an open box among them."""
    boxes = [known(view.sides[side].box) or {} for side in SIDES]
    return [piece for pieces in (view.pieces, *boxes) for piece in pieces.values() if piece.hex]


def _units(board: HexMap, view: CampaignState) -> list[Unit]:
    """One counter for a side in a hex, and how many more it has there: small counters would be hard to read."""
    stacks: dict[str, dict[Side, list[Piece]]] = {}
    for piece in on_map(view):
        if piece.kind in ON_TOP and not piece.has("prisoner"):
            stacks.setdefault(piece.hex, {}).setdefault(piece.side, []).append(piece)
    found = []
    for name in sorted(stacks):
        for side, stack in sorted(stacks[name].items()):
            stack.sort(key=lambda piece: (ON_TOP.index(piece.kind), piece.type, piece.id))
            labels = _labels(stack, alone=len(stacks[name]) == 1)
            found += [Unit(board.hex(name), side, label) for label in labels]
    return [*found, *_covered(board, view, stacks)]


def _covered(board: HexMap, view: CampaignState, stacks: Mapping[str, Mapping[Side, object]]) -> Iterable[Unit]:
    """A "?" counter where a side's stack is concealed, or only dummies are, and the reader sees nothing more of it."""
    for side in SIDES:
        for name in view.covered.get(side, ()):
            if side not in stacks.get(name, {}):
                yield Unit(board.hex(name), side, "?")


def _labels(stack: list[Piece], *, alone: bool) -> list[str]:
    first, more = _short(stack[0].type), len(stack) - 1
    if not more:
        return [first]
    return [first, f"+{more}"] if alone else [f"{first} +{more}"]


def _short(type: str) -> str:
    """What a counter has room for: 75L (PaK 40) is 75L, PT-34(L) is PT-34, ISU-122 aamg is ISU-122."""
    name = type.split("(")[0].strip()
    return plain(name if len(name) <= LABEL else name.split(" ")[0], LABEL) or "?"
