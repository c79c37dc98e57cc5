"""The table to scale in coloured half blocks: every character is two squares, one above the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from orsha.cli.companion.naming import seat_name
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.ground import layout_of, mission_of, side_of, zone_of
from orsha.tabletop.mission.placing import own_rooms
from orsha.tabletop.mission.state import SEATS, Seat, State

if TYPE_CHECKING:
    from rich.text import Text
    from shapely import Geometry

GROUND = "#3d4a35"
RIVER = "#2f86e0"
BUILDING = "#b9a888"
WALL = "#7d6f57"
PLACE = "#e3b41c"
ARRIVE = "#c86be0"
SEAT_COLOUR: dict[str, str] = {"allied": "#a4423a", "axis": "#5b6f86"}
HALF = "▀"


class Layer(Struct, frozen=True):
    """A shape in a colour; hatched where what lies under it should show through."""

    name: str
    shape: object
    colour: str
    hatched: bool = False


class Mark(Struct, frozen=True):
    """A word on the map."""

    x: float
    y: float
    words: str


def size(state: State, columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows of the largest drawing that is to scale and fits."""
    if state.mission is None:
        return (0, 0)
    layout = layout_of(state)
    scale = min(columns / layout.width, rows * 2 / layout.height)
    return max(1, int(layout.width * scale)), max(1, int(layout.height * scale / 2))


def layers(state: State) -> list[Layer]:
    """What is drawn, the lowest first: deployment areas, river, buildings, and the zones of the present step on top."""
    if state.mission is None:
        return []
    layout = layout_of(state)
    found = [] if state.attacker is None else [_deployment(state, seat) for seat in SEATS]
    if layout.river is not None:
        found.append(Layer("river", layout.placed(layout.river_bed()), RIVER))
    for room in layout.rooms:
        shape = layout.placed(room.floor())
        owner = state.rooms.get(room.name)
        found.append(Layer("building", shape.boundary.buffer(0.35), WALL))
        found.append(Layer("building", shape.buffer(-0.35), SEAT_COLOUR[owner] if owner else BUILDING))
    return [*found, *_present(state)]


def _deployment(state: State, seat: Seat) -> Layer:
    zone = zone_of(state, f"{side_of(state, seat)}-deploy")
    return Layer(seat_name(seat), zone.union(own_rooms(state, seat)), SEAT_COLOUR[seat])


def _present(state: State) -> list[Layer]:
    """The zones that the present step speaks of: where things are placed, or where a unit comes on."""
    if state.attacker is None:
        return []
    if state.stage == "setup":
        step = steps.current(state)
        zones = [] if isinstance(step, f.Deploy) else [getattr(step, "zone", None), getattr(step, "on_crossings", None)]
        return [Layer("place here", zone_of(state, zone), PLACE, hatched=True) for zone in zones if zone is not None]
    if state.stage != "arrive" or state.active is None:
        return []
    reserve = mission_of(state).reserve(side_of(state, state.active))
    names = [state.arrive_at] if state.arrive_at else list(reserve.arrive.values()) if reserve else []
    return [Layer("comes on here", zone_of(state, zone).buffer(1), ARRIVE) for zone in names]


def marks(state: State) -> list[Mark]:
    """The words on the map: whose area it is, and the numbers of the rooms."""
    layout = layout_of(state)
    found = []
    if state.attacker is not None:
        for seat in SEATS:
            zone = zone_of(state, f"{side_of(state, seat)}-deploy")
            largest = max(part.area for part in zone.geoms)
            for part in zone.geoms:
                if part.area > largest / 4:
                    at = part.centroid if part.contains(part.centroid) else part.representative_point()
                    found.append(Mark(at.x, at.y, seat_name(seat)))
    held = {o.room: f"*{o.label}" for o in state.objectives.values() if o.room}
    for room in layout.rooms:
        at = layout.placed(room.floor()).centroid
        found.append(Mark(at.x, at.y, held.get(room.name, room.name.rsplit(" ", 1)[1])))
    return found


def colours(state: State, columns: int, rows: int) -> list[list[str]]:
    """The colour of every square, the top row first; there are two rows of squares to a row of characters."""
    import numpy as np
    import shapely

    layout = layout_of(state)
    wide, high = layout.width / columns, layout.height / (rows * 2)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * wide, layout.height - (np.arange(rows * 2) + 0.5) * high)
    grid = np.full(x.shape, GROUND, dtype=object)
    checker = np.add.outer(np.arange(rows * 2), np.arange(columns)) % 2 == 0
    for layer in layers(state):
        inside = shapely.contains_xy(_shape(layer), x, y)
        grid[inside & checker if layer.hatched else inside] = layer.colour
    return [[str(colour) for colour in line] for line in grid]


def _shape(layer: Layer) -> Geometry:
    from shapely import prepare

    prepare(layer.shape)  # type: ignore[arg-type]
    return layer.shape  # type: ignore[return-value]


def draw(state: State, columns: int, rows: int) -> Text:
    """The map as text that a terminal can show, no larger than this."""
    from rich.style import Style
    from rich.text import Text

    across, down = size(state, columns, rows)
    if not across:
        return Text("")
    squares = colours(state, across, down)
    letters = _letters(state, across, down)
    text = Text()
    for row in range(down):
        for column in range(across):
            over, under = squares[2 * row][column], squares[2 * row + 1][column]
            letter = letters.get((row, column))
            if letter:
                text.append(letter, Style(color="#ffffff", bgcolor=over, bold=True))
            else:
                text.append(HALF, Style(color=over, bgcolor=under))
        if row < down - 1:
            text.append("\n")
    return text


def _letters(state: State, across: int, down: int) -> dict[tuple[int, int], str]:
    layout = layout_of(state)
    found: dict[tuple[int, int], str] = {}
    for mark in marks(state):
        row = min(down - 1, max(0, int((layout.height - mark.y) / layout.height * down)))
        start = int(mark.x / layout.width * across - len(mark.words) / 2 + 0.5)
        start = min(max(start, 0), max(0, across - len(mark.words)))
        for offset, letter in enumerate(mark.words):
            found[(row, start + offset)] = letter
    return found


def legend(state: State) -> Text:
    """What the colours mean, in one line."""
    from rich.text import Text

    text = Text()
    seen: dict[str, str] = {}
    for layer in layers(state):
        seen.setdefault(layer.name, layer.colour)
    if "building" in seen:
        seen["building"] = BUILDING
    for name, colour in seen.items():
        text.append("■ ", colour)
        text.append(f"{name}  ")
    return text
