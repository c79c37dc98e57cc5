"""The steps of the set-up that put things on the table: sides, objectives, obstacles, fortifications, rooms."""

from __future__ import annotations

from typing import cast

from shapely import LineString, MultiPolygon, Point, union_all
from shapely.geometry.base import BaseGeometry

from orsha.kernel import Domain, Hidden, OneOf, Option, Whole
from orsha.tabletop.layout import Pick, Quarter, Side
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.commands import Choose, Done, Exchange, PickPlace, Put
from orsha.tabletop.mission.events import (
    FortificationTaken,
    MarkerPut,
    ObjectivePut,
    ObjectiveRemoved,
    Passed,
    QuarterPicked,
    RoomChosen,
    SidePicked,
    TrapsTaken,
)
from orsha.tabletop.mission.fortify import affordable, fortifications
from orsha.tabletop.mission.ground import (
    PICK_OPPOSITE,
    force_points,
    layout_of,
    mission_of,
    polygons,
    seat_of,
    side_at,
    side_of,
    standard,
    without_near,
    zone_of,
)
from orsha.tabletop.mission.library import per_points
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.state import Marker, Seat, Spot, State
from orsha.tabletop.mission.story import Story
from orsha.tabletop.region import MIL, Region, mils

PICKS: dict[str, tuple[Pick, ...]] = {
    "long": ("lower", "upper"),
    "short": ("left", "right"),
    "quarters": ("lower-left", "lower-right", "upper-left", "upper-right"),
    "corners": ("lower-left", "lower-right", "upper-left", "upper-right"),
}
ALL_CROSSINGS = ("ford", "road-bridge", "rail-bridge", "damaged-bridge")


def place(state: State, shape: MultiPolygon) -> Domain:
    """Where something may be put: a region, or on a real table wherever the people put it."""
    return OneOf((None,)) if state.setup.real else Region.of(shape)


def in_turn(state: State, first: Side) -> Seat:
    """Whose turn it is where the players place one thing each in turn."""
    starts = seat_of(state, first)
    return starts if state.done % 2 == 0 else seat_of(state, "defender" if first == "attacker" else "attacker")


def spots(state: State, *what: str) -> list[tuple[int, int]]:
    return [marker.at for marker in state.markers if marker.what in what and marker.at is not None]


# -- sides


def pick_side_options(state: State, step: f.PickSide, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    picks = PICKS[mission_of(state).file.edges]
    return [Option("pick", "pick where you play from", {"place": OneOf(picks)})]


def pick_side(story: Story, step: f.PickSide, seat: Seat, command: PickPlace) -> None:
    defender = command.place if step.by == "defender" else PICK_OPPOSITE[command.place]
    story.tell(SidePicked(seat, command.place, defender))


def pick_quarter_options(state: State, step: f.PickAttackerQuarter, seat: Seat) -> list[Option]:
    if side_of(state, seat) != "attacker":
        return []
    layout = layout_of(state)
    near = tuple(standard(layout, quarter) for quarter in cast("tuple[Quarter, ...]", ("lower-right", "upper-left")))
    return [Option("pick", "pick the quarter you attack from", {"place": OneOf(near)})]


def pick_quarter(story: Story, step: f.PickAttackerQuarter, seat: Seat, command: PickPlace) -> None:
    quarter = standard(layout_of(story.state), cast(Quarter, command.place))
    story.tell(QuarterPicked(seat, command.place, quarter))


# -- objectives


def objective_seat(state: State, step: f.Objectives) -> Seat:
    return in_turn(state, step.first) if step.first is not None else seat_of(state, cast(Side, step.by))


def objective_label(state: State, step: f.Objectives) -> str:
    return step.label or str(len(state.objectives) + 1)


def objective_options(state: State, step: f.Objectives, seat: Seat) -> list[Option]:
    if seat != objective_seat(state, step):
        return []
    label = objective_label(state, step)
    if step.room:
        return [Option("choose", f"place objective {label} in a room", {"what": OneOf(objective_rooms(state, step))})]
    where = place(state, objective_region(state, step))
    return [Option("put", f"place objective {label}", {"what": OneOf((f"objective {label}",)), "at": where})]


def objective_region(state: State, step: f.Objectives) -> MultiPolygon:
    """The step's zone, and in some river missions bridges and fords too."""
    zone = zone_of(state, step.zone)
    if step.on_crossings is None or state.river is None or not spots(state, *ALL_CROSSINGS):
        return zone
    near = union_all([_at_crossing(state, marker) for marker in state.markers if marker.what in ALL_CROSSINGS])
    return polygons(zone.union(near.intersection(zone_of(state, step.on_crossings))))


def crossing_half(kind: str) -> float:
    """Half of how wide a crossing is."""
    from orsha.tabletop.table.kinds import terrain

    return terrain().kind(kind).width / 2


def _at_crossing(state: State, crossing: Marker) -> BaseGeometry:
    """000 The Crossroads, A Foothold: on a bridge, or where a ford meets the banks. Ruling A27"""
    assert crossing.at is not None
    layout, its = layout_of(state), rules().crossing_objectives
    left, low, right, high = layout.placed(layout.river_bed()).bounds
    x, y = crossing.at[0] / MIL, crossing.at[1] / MIL
    line = LineString([(left, y), (right, y)] if layout.across else [(x, low), (x, high)])
    if crossing.what != "ford":
        return line.buffer(its.on_bridge, cap_style="flat")
    ends = union_all([Point(end).buffer(its.near) for end in line.coords])
    ford = line.buffer(crossing_half("ford"), cap_style="flat")
    return ends.difference(layout.placed(layout.river_bed())).union(ends.intersection(ford))


def objective_rooms(state: State, step: f.Objectives) -> tuple[str, ...]:
    layout = layout_of(state)
    zone = zone_of(state, step.zone)
    taken = {objective.room for objective in state.objectives.values()}
    return tuple(
        room.name
        for room in layout.rooms
        if zone.covers(layout.placed(room.floor()).representative_point()) and not (step.alone and room.name in taken)
    )


def put_objective(story: Story, step: f.Objectives, seat: Seat, command: Put | Choose) -> None:
    state = story.state
    label = objective_label(state, step)
    if isinstance(command, Choose):
        layout = layout_of(state)
        floor = next(room.floor() for room in layout.rooms if room.name == command.what)
        middle = layout.placed(floor).centroid
        spot = (mils(middle.x), mils(middle.y))
        at = None if state.setup.real else spot
        story.tell(ObjectivePut(seat, label, side_at(state, spot, step.zone), at, command.what))
    else:
        side = side_at(state, command.at, step.zone)
        story.tell(ObjectivePut(seat, label, side, command.at, _room_at(state, command.at)))


def _room_at(state: State, spot: Spot | None) -> str | None:
    """The room of a city building that a place is in: an objective that is put there is in that room (002)."""
    layout = layout_of(state)
    if spot is None or not layout.rooms:
        return None
    at = Point(spot[0] / MIL, spot[1] / MIL)
    return next((room.name for room in layout.rooms if layout.placed(room.floor()).covers(at)), None)


def objectives_finished(state: State, step: f.Objectives) -> bool:
    return state.done >= step.count * (2 if step.by == "both" else 1)


def remove_options(state: State, step: f.RemoveObjective, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    own = tuple(objective.label for objective in state.objectives.values() if objective.by == seat)
    return [Option("choose", "take away one of the objectives you placed", {"what": OneOf(own)})]


def remove_objective(story: Story, step: f.RemoveObjective, seat: Seat, command: Choose) -> None:
    story.tell(ObjectiveRemoved(command.what, "taken away by the player who placed it"))


# -- obstacles and fortifications


def obstacle_count(state: State, step: f.Obstacles) -> int:
    count = per_points(step.count, force_points(state, step.of), step.points, step.part_counts)
    if step.what == "minefield":
        count += state.setup.changes.extra_minefields
        if state.traps is not None and not state.traps.sealed:
            count -= state.traps.shown
    return max(count, 0)


def obstacle_options(state: State, step: f.Obstacles, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    left = obstacle_count(state, step) - state.done
    words = f"place a {'minefield' if step.what == 'minefield' else 'barbed wire entanglement'} ({left} left)"
    where = place(state, zone_of(state, step.zone))
    options = [Option("put", words, {"what": OneOf((step.what,)), "at": where})]
    return [*options, Option("done", "place no more")] if step.may else options


def put_marker(story: Story, step: object, seat: Seat, command: Put | Done) -> None:
    story.tell(Passed(seat) if isinstance(command, Done) else MarkerPut(seat, command.what, command.at))


def obstacles_finished(state: State, step: f.Obstacles) -> bool:
    return bool(state.passed) or state.done >= obstacle_count(state, step)


def trap_options(state: State, step: f.BoobyTraps, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    minefields = next(s for s in mission_of(state).file.setup if isinstance(s, f.Obstacles) and s.what == "minefield")
    most = obstacle_count(state, minefields)
    words = f"give up minefields for booby traps, in secret: {rules().booby_traps.each} for each"
    return [Option("exchange", words, {"minefields": Whole(0, most)})]


def exchange(story: Story, step: f.BoobyTraps, seat: Seat, command: Exchange) -> None:
    story.tell(TrapsTaken(seat, Hidden((seat,), command.minefields)))


def fortification_points(state: State, step: f.Fortifications) -> int:
    return per_points(step.points_each, force_points(state, step.of), step.points, part_counts=False)


def fortification_region(state: State, step: f.Fortifications) -> MultiPolygon:
    """000 Onslaught: so far apart, and so far from objectives."""
    objectives = [o.at for o in state.objectives.values() if o.at is not None]
    clear = without_near(zone_of(state, step.zone), spots(state, *fortifications().items), step.apart)
    return without_near(clear, objectives, step.from_objectives)


def fortification_options(state: State, step: f.Fortifications, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    if seat not in state.passed:
        items = affordable(state.taken, fortification_points(state, step))
        take = [Option("choose", "take a fortification", {"what": OneOf(tuple(items))})] if items else []
        return [*take, Option("done", "take no more")]
    waiting = tuple(dict.fromkeys(state.taken))
    where = place(state, fortification_region(state, step))
    return [Option("put", "place a fortification", {"what": OneOf(waiting), "at": where})]


def fortify(story: Story, step: f.Fortifications, seat: Seat, command: Choose | Put | Done) -> None:
    if isinstance(command, Choose):
        story.tell(FortificationTaken(seat, command.what))
    else:
        put_marker(story, step, seat, command)


def fortifications_finished(state: State, step: f.Fortifications) -> bool:
    return bool(state.passed) and not state.taken


# -- rooms


def room_options(state: State, step: f.ChooseRooms, seat: Seat) -> list[Option]:
    if seat != in_turn(state, step.first):
        return []
    free = tuple(room.name for room in layout_of(state).rooms if room.name not in state.rooms)
    return [Option("choose", "choose a room", {"what": OneOf(free)})]


def choose_room(story: Story, step: f.ChooseRooms, seat: Seat, command: Choose) -> None:
    story.tell(RoomChosen(seat, command.what))


def rooms_finished(state: State, step: f.ChooseRooms) -> bool:
    return len(state.rooms) >= len(layout_of(state).rooms)


def own_rooms(state: State, seat: Seat) -> MultiPolygon:
    """The rooms that a player added to their deployment area."""
    layout = layout_of(state)
    floors = [layout.placed(room.floor()) for room in layout.rooms if state.rooms.get(room.name) == seat]
    return polygons(union_all(floors))
