"""The missions, loaded and checked: every zone drawn, every name known, before anybody plays."""

from __future__ import annotations

from functools import cache
from math import ceil
from pathlib import Path

from shapely import MultiPolygon

from orsha.kernel import Unknown
from orsha.kernel.data import Place, Wrong, load, loads
from orsha.tabletop import zones
from orsha.tabletop.layout import Layout, Quarter, River, Room, Side
from orsha.tabletop.mission.format import (
    BoobyTraps,
    ChooseRooms,
    Crossings,
    Deploy,
    FirstTurn,
    Fortifications,
    HideSnipers,
    HoldObjective,
    HoldReserves,
    KeepAway,
    LastOut,
    MissionFile,
    Objectives,
    Obstacles,
    PickAttackerQuarter,
    PickSide,
    PlaceRiver,
    RangedIn,
    Recon,
    Reserve,
    RoomGrid,
    TakeBuildings,
    WinClause,
)
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.state import Changes

MISSIONS = Path(__file__).parents[1] / "missions"
SIDES: tuple[Side, ...] = ("attacker", "defender")


class Mission:
    """A mission that was checked, and the questions that are asked of it."""

    def __init__(self, file: MissionFile, changes: Changes | None = None) -> None:
        self.file = file
        self.changes = changes or Changes()

    @property
    def slug(self) -> str:
        return self.file.slug

    def layout(self, size: tuple[float, float] | None = None) -> Layout:
        """The table as it is laid out before anybody has picked a side."""
        width, height = size or self.file.table
        quarter: Quarter = "lower-right" if self.file.attacker_quarter == "adjacent" else "upper-right"
        river = self.file.river
        if river is not None and self.file.edges == "short":
            river = River(river.middle * width / self.file.table[0], river.width)
        shift = ((width - self.file.table[0]) / 2, (height - self.file.table[1]) / 2)
        rooms = tuple(room for grid in self.file.buildings for room in _rooms(grid, shift))
        return Layout(self.file.edges, width, height, None, quarter, river, rooms)

    @property
    def fountain(self) -> bool:
        """Whether a fountain stands in the middle of its table (002 The Square)."""
        return any("fountain" in words for words in self.file.terrain)

    def zone(self, name: str, layout: Layout) -> MultiPolygon:
        return zones.drawn(name, layout, self.file.zones)

    def reserve(self, side: Side) -> Reserve | None:
        return self.file.reserves.get(side)

    def first_reserve_turn(self, side: Side) -> int | None:
        reserve = self.reserve(side)
        if reserve is None:
            return None
        first = rules().reserves.first_turn
        later = self.changes.reserves_later.get(side, 0)
        return next(turn for kind, turn in first.items() if kind in reserve.kinds) + later

    def withdraws(self) -> bool:
        return bool({"strategic-withdrawal", "phased-withdrawal"} & set(self.file.special_rules["defender"]))

    def first_turn(self) -> str:
        return next(step.who for step in self.file.setup if isinstance(step, FirstTurn))

    def earliest_win(self, side: Side) -> int | None:
        """The first turn in which a side can win by the mission; nothing where only broken formations decide."""
        turns = [win_turn(win) for win in self.file.win if win.who in (side, "both")]
        return min(turns, default=None)


def _rooms(grid: RoomGrid, shift: tuple[float, float]) -> list[Room]:
    """A building's rooms, numbered from its lower left; on another table it keeps its place about the middle."""
    x, y = grid.at[0] + shift[0], grid.at[1] + shift[1]
    wide, deep = grid.room
    columns, rows = grid.rooms
    return [
        Room(
            f"{grid.name} {row * columns + column + 1}",
            grid.name,
            (x + column * wide, y + row * deep, x + (column + 1) * wide, y + (row + 1) * deep),
        )
        for row in range(rows)
        for column in range(columns)
    ]


def win_turn(win: WinClause) -> int:
    return win.turn if isinstance(win, LastOut) else win.from_turn


def _check(file: MissionFile) -> None:
    """Everything a mission names is there, and every zone can be drawn on its own table."""
    mission = Mission(file)
    layout = mission.layout()
    for name in file.zones:
        try:
            mission.zone(name, layout)
        except zones.BadZone as error:
            raise Wrong(("zones", name), str(error)) from error
    for needed in ("attacker-deploy", "defender-deploy"):
        if needed not in file.zones:
            raise Wrong(("zones",), f"the zone {needed!r} is missing")
    _check_apart(mission, layout)
    for index, grid in enumerate(file.buildings):
        _check_rooms(grid, ("buildings", index, "room"))
    for index, step in enumerate(file.setup):
        _check_step(file, step, ("setup", index))
    if not any(isinstance(step, FirstTurn) for step in file.setup):
        raise Wrong(("setup",), "no step says who has the first turn")
    _check_order(file)
    for side, reserve in file.reserves.items():
        _check_reserve(file, side, reserve)
    for side in SIDES:
        _check_special(file, side)
    for index, win in enumerate(file.win):
        if isinstance(win, TakeBuildings):
            for building in win.buildings:
                if building not in [grid.name for grid in file.buildings]:
                    raise Wrong(("win", index, "buildings"), f"there is no building {building!r}")
        if isinstance(win, (HoldObjective, KeepAway)) and not _objectives(file):
            raise Wrong(("win", index), "nobody places an objective in this mission")


def _check_apart(mission: Mission, layout: Layout) -> None:
    """The two deployment areas never overlap: a sign that a zone was mistyped."""
    ours, theirs = mission.zone("attacker-deploy", layout), mission.zone("defender-deploy", layout)
    if ours.intersection(theirs).area > 1e-6:
        raise Wrong(("zones", "attacker-deploy"), "the deployment areas of attacker and defender overlap")


def _check_rooms(grid: RoomGrid, place: Place) -> None:
    """002 Interior Walls & Rooms: how far a room is across."""
    least, most = rules().city_rooms.least, rules().city_rooms.most
    if not all(least <= inches <= most for inches in grid.room):
        raise Wrong(place, f"rooms are {least} to {most} inches across, not {grid.room[0]:g} by {grid.room[1]:g}")


def _check_step(file: MissionFile, step: object, place: Place) -> None:
    if isinstance(step, (PlaceRiver, Crossings, Objectives, Obstacles, Fortifications, Recon)):
        _check_zone(file, step.zone, (*place, "zone"))
    if isinstance(step, Objectives):
        if (step.by == "both") != (step.first is not None):
            raise Wrong((*place, "first"), "'first' goes with by = \"both\", and only with it")
        if step.on_crossings is not None:
            _check_zone(file, step.on_crossings, (*place, "on_crossings"))
        if step.room and not file.buildings:
            raise Wrong((*place, "room"), "there is no building on this table")
    if isinstance(step, HideSnipers):
        raise Wrong(place, "no mission says this of snipers: the step comes by itself where a force has some")
    if isinstance(step, Deploy):
        _check_deploy(file, step, place)
    if isinstance(step, HoldReserves):
        for side in SIDES if step.by == "both" else (step.by,):
            if side not in file.reserves:
                raise Wrong((*place, "by"), f"the {side} has no reserves in this mission")
    if isinstance(step, Crossings) and (step.count is None) == (step.every is None):
        raise Wrong(place, "crossings take either 'count' or 'every'")
    if isinstance(step, PlaceRiver) and (file.river is None or step.narrowest > step.widest):
        raise Wrong(place, "a mission with a river says where it usually runs, and its widths from narrow to wide")
    if isinstance(step, ChooseRooms) and not file.buildings:
        raise Wrong(place, "there is no building on this table")
    if isinstance(step, PickAttackerQuarter) and file.attacker_quarter != "adjacent":
        raise Wrong(place, "the attacker's quarter is only picked where attacker_quarter is 'adjacent'")


def _check_deploy(file: MissionFile, step: Deploy, place: Place) -> None:
    if step.by == "both":
        if step.zone is not None or set(step.zones) != set(SIDES) or step.first is None:
            raise Wrong((*place, "zones"), "deploying in turn takes 'first' and a zone for each side")
        for zone in step.zones.values():
            _check_zone(file, zone, (*place, "zones"))
    else:
        if step.zone is None or step.zones or step.first is not None:
            raise Wrong((*place, "zone"), "one side's deployment takes one 'zone'")
        _check_zone(file, step.zone, (*place, "zone"))


def _check_zone(file: MissionFile, zone: str, place: Place) -> None:
    if zone not in file.zones:
        raise Wrong(place, f"there is no zone {zone!r}; the mission has {', '.join(file.zones)}")


def _check_order(file: MissionFile) -> None:
    kinds = [type(step) for step in file.setup]
    for kind in {*kinds} & {RangedIn, FirstTurn, PickSide, ChooseRooms, BoobyTraps}:
        if kinds.count(kind) > 1:
            second = len(kinds) - 1 - kinds[::-1].index(kind)
            raise Wrong(("setup", second), "this step stands in the set-up twice")
    if kinds[-1] is not FirstTurn:
        raise Wrong(("setup", len(kinds) - 1), "who has the first turn comes last")
    deployed = {
        side for step in file.setup if isinstance(step, Deploy) for side in (SIDES if step.by == "both" else (step.by,))
    }
    if deployed != set(SIDES):
        raise Wrong(("setup",), "both sides must deploy")


def _check_reserve(file: MissionFile, side: Side, reserve: Reserve) -> None:
    place: Place = ("reserves", side)
    for zone in reserve.arrive.values():
        _check_zone(file, zone, (*place, "arrive"))
    scattered = set(reserve.arrive) == {"1-2", "3-4", "5-6"}
    if not scattered and set(reserve.arrive) != {"any"}:
        raise Wrong((*place, "arrive"), "reserves arrive in 'any' zone, or scattered in one each for 1-2, 3-4 and 5-6")
    if scattered != ("scattered" in reserve.kinds):
        raise Wrong((*place, "arrive"), "scattered reserves, and only they, have a zone for each pair of die faces")
    if len(set(reserve.kinds)) != len(reserve.kinds):
        raise Wrong((*place, "kinds"), "a kind stands there twice")
    if len({"immediate", "delayed"} & set(reserve.kinds)) != 1:
        raise Wrong((*place, "kinds"), "reserves are either immediate or delayed")
    if (reserve.share is None) == (reserve.min_units == 0):
        raise Wrong(place, "reserves take a 'share' or 'min_units'")
    if reserve.max_units is not None and not 1 <= reserve.min_units <= reserve.max_units:
        raise Wrong(place, "'max_units' stands beside 'min_units' and is not less")
    share = rules().reserves.share
    usual = next((share[kind] for kind in ("fortified", "outpost") if kind in reserve.kinds), share["usual"])
    if reserve.share not in (None, usual):
        raise Wrong((*place, "share"), f"these kinds of reserves leave {usual} % on the table, not {reserve.share}")
    if not any(isinstance(s, HoldReserves) and s.by in (side, "both") for s in file.setup):
        raise Wrong(place, "no step holds these reserves back")


SPECIAL_STEPS = {
    "ambush": "ambush",
    "reconnaissance-in-force": "reconnaissance-in-force",
    "preliminary-bombardment": "preliminary-bombardment",
    "fortified-defence": "fortifications",
}


def _check_special(file: MissionFile, side: Side) -> None:
    """A special rule and the step or table that carries it out come together."""
    if side not in file.special_rules:
        raise Wrong(("special_rules",), f"the {side}'s special rules are missing")
    special = file.special_rules[side]
    place: Place = ("special_rules", side)
    if len(set(special)) != len(special):
        raise Wrong(place, "a special rule stands there twice")
    for rule, tag in SPECIAL_STEPS.items():
        there = any(step.__struct_config__.tag == tag and getattr(step, "by", side) == side for step in file.setup)
        if there != (rule in special):
            raise Wrong(place, f"the rule {rule!r} and the set-up step {tag!r} go together")
    if side == "defender":
        if ("phased-withdrawal" in special) != bool(file.withdrawal.removes):
            raise Wrong(place, "a phased withdrawal and the objectives it removes go together")
        labels = {step.label for step in file.setup if isinstance(step, Objectives)}
        for label in file.withdrawal.removes:
            if label not in labels:
                raise Wrong(("withdrawal", "removes"), f"there is no objective labelled {label!r}")
    river = any("river-assault" in rules_ for rules_ in file.special_rules.values())
    if river != (file.river is not None):
        raise Wrong(place, "river-assault and a river go together")
    if ("meeting-engagement" in special) and any(isinstance(step, RangedIn) for step in file.setup):
        raise Wrong(place, "in a meeting engagement nobody places Ranged In markers")


def _objectives(file: MissionFile) -> int:
    return sum(step.count * (2 if step.by == "both" else 1) for step in file.setup if isinstance(step, Objectives))


def load_mission(file: Path) -> Mission:
    def check(read: MissionFile) -> None:
        if read.slug != file.stem:
            raise Wrong(("slug",), f"the slug {read.slug!r} is not the file's name")
        _check(read)

    return Mission(load(file, MissionFile, check))


def loads_mission(text: str, file: str = "<text>") -> Mission:
    return Mission(loads(text, MissionFile, _check, file))


@cache
def missions() -> dict[str, Mission]:
    """All missions by slug."""
    found = {mission.slug: mission for mission in map(load_mission, sorted(MISSIONS.glob("*.toml")))}
    return dict(sorted(found.items()))


def mission(slug: str) -> Mission:
    if slug not in missions():
        raise Unknown("mission", slug, list(missions()))
    return missions()[slug]


def per_points(count: int, points: int, each: int, part_counts: bool) -> int:
    """So many for each so many points; the last part counts or not."""
    return count * (ceil(points / each) if part_counts else points // each)
