"""What a seat sees, as something to draw: one shape for battles and missions on a table, made from the seat's view.

Lengths are mils (thousandths of an inch) from the table's lower left corner, y up; bearings are degrees, 0 up the
table, clockwise. Nothing is read but the view, so nothing is drawn that the seat may not know.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from orsha.kernel import OrshaError
from orsha.server.grounds import MIL, Boat, Current, Ground, Ring, RoomPlan, Spot, boats_of, currents, ground, plan
from orsha.server.purses import Purse, purse
from orsha.server.spoken import spoken
from orsha.server.troops import Team, Unit, team, unit
from orsha.tabletop.layout import Layout
from orsha.tabletop.mission import Mission
from orsha.tabletop.region import Region
from orsha.tabletop.zones import BadZone


class Objective(Struct, frozen=True):
    label: str
    seat: str
    side: str
    at: Spot | None
    room: str | None
    within: tuple[int, ...] = ()
    """How near one must be to hold it."""


class Marker(Struct, frozen=True):
    """Something that lies on the table: minefield, wire, booby trap, crossing, fortification, cleared."""

    what: str
    at: Spot | None
    seat: str | None = None


class Smoke(Struct, frozen=True):
    seat: str
    ends: tuple[Spot, Spot]


class Asked(Struct, frozen=True):
    """A question that stands before a seat."""

    seat: str
    kind: str
    units: tuple[str, ...]
    words: str


class TableScene(Struct, frozen=True, tag="table", tag_field="scene"):
    """A battle or a mission at one moment."""

    headline: str
    mission: str | None
    name: str
    size: Spot | None
    attacker: str | None
    first: str | None
    active: str | None
    turns: dict[str, int]
    stage: str
    step: str
    winner: str | None
    why: str
    asked: Asked | None
    zones: dict[str, tuple[Ring, ...]]
    objectives: tuple[Objective, ...]
    markers: tuple[Marker, ...]
    smoke: tuple[Smoke, ...]
    units: tuple[Unit, ...]
    teams: tuple[Team, ...]
    rooms: dict[str, str]
    """Rooms of a city's buildings, and who holds each."""
    ground: Ground | UnsetType | None = UNSET
    """The table; null on a real table; left out where it was sent before."""
    plan: tuple[RoomPlan, ...] = ()
    """Rooms without their roofs."""
    boats: tuple[Boat, ...] = ()
    current: tuple[Current, ...] = ()
    purse: Purse | None = None


# -- a battle


def battle(view: Any) -> TableScene:
    """A battle's view as a scene."""
    from orsha.paper.battle_picture import headline
    from orsha.tabletop.game.events import Asked as BattleAsked
    from orsha.tabletop.game.leading_out import gained_zones
    from orsha.tabletop.game.words import told

    asked = view.asked
    base = _mission(view.mission)
    riders: dict[str, list[str]] = {}
    for id, its in view.teams.items():
        if its.aboard is not None:
            riders.setdefault(its.aboard, []).append(id)
    return replace(
        base,
        headline=spoken(headline(view)),
        step=view.step,
        asked=None if asked is None else Asked(asked.seat, asked.kind, asked.units, told(BattleAsked(asked))),
        size=view.table.size if view.table is not None else base.size,
        markers=_dangers(view),
        smoke=tuple(Smoke(one.seat, one.ends) for one in view.smoke),
        units=tuple(unit(view, one) for one in view.roster.units.values()),
        teams=tuple(team(view, id, tuple(riders.get(id, ()))) for id in view.teams),
        ground=None if view.table is None else ground(view.table),
        zones={**base.zones, **{name: Region.of(shape).rings for name, shape in gained_zones(view).items()}},
        plan=plan(view),
        boats=boats_of(view),
        current=currents(view),
    )


def _dangers(view: Any) -> tuple[Marker, ...]:
    from orsha.tabletop.game import obstacles

    known = [Marker(kind, at) for kind, spots in obstacles.markers(view).items() for at in spots]
    placed = {one.at for one in known}
    others = [Marker(one.what, one.at, one.seat) for one in view.mission.markers if one.at not in placed]
    return (*known, *others, *(Marker("cleared", at) for _, at in view.cleared))


# -- a mission beside a real table, and a battle's own mission


def mission(view: Any) -> TableScene:
    """A mission's view as a scene: zones, and objectives and markers where their places are known."""
    seats = view.setup.forces
    units = [
        Unit(f"{seat} {n}", str(n), seat, one.name, one.kind, _where(view, f"{seat} {n}"), "", strength=one.teams,
             attached_to=one.attached_to, points=one.points)
        for seat, force in seats.items()
        for n, one in enumerate(force)
    ]  # fmt: skip
    return replace(_mission(view), units=tuple(replace(one, standing=one.where) for one in units), ground=None)


def _where(view: Any, unit: str) -> str:
    return view.units[unit].where if unit in view.units else "roster"


def _named(view: Any) -> str:
    """What is played, before it has begun: the mission that was named, or one that dice or plans will choose."""
    from orsha.tabletop.mission import mission

    named = view.setup.mission if view.setup.choose == "named" else None
    return mission(named).file.name if named is not None else "A mission yet to be chosen"


def _mission(view: Any) -> TableScene:
    from orsha.tabletop.mission.format import HoldObjective
    from orsha.tabletop.mission.ground import layout_of, mission_of

    known = view.mission is not None
    file = mission_of(view).file if known else None
    rings = sorted({win.within for win in file.win if isinstance(win, HoldObjective)}) if file else []
    layout = layout_of(view) if known else None
    size = (round(layout.width * MIL), round(layout.height * MIL)) if layout is not None else None
    turn = (
        f", {spoken(view.active)} turn {view.turns.get(view.active, 0)}" if view.active is not None else ": the set-up"
    )
    name = file.name if file else _named(view)
    return TableScene(
        f"{name}: {spoken(view.winner or 'nobody')} has won" if view.over else name + turn,
        view.mission,
        name,
        size,
        view.attacker,
        view.first,
        view.active,
        view.turns,
        view.stage,
        "",
        view.winner,
        view.why,
        None,
        _zones(view) if known and view.attacker is not None else {},
        tuple(
            Objective(one.label, one.by, one.side, one.at, one.room, tuple(round(r * MIL) for r in rings))
            for one in view.objectives.values()
        ),
        tuple(Marker(one.what, one.at, one.seat) for one in view.markers),
        (),
        (),
        (),
        dict(view.rooms),
        purse=purse(view),
    )


def _zones(view: Any) -> dict[str, tuple[Ring, ...]]:
    from orsha.tabletop.mission.ground import layout_of, mission_of

    return _laid_zones(mission_of(view), layout_of(view))


@lru_cache(maxsize=256)
def _laid_zones(mission: Mission, layout: Layout) -> dict[str, tuple[Ring, ...]]:
    """A mission's zones as they lie on a table; one that cannot be told yet is left out."""
    found: dict[str, tuple[Ring, ...]] = {}
    for name in mission.file.zones:
        try:
            shape = mission.zone(name, layout)
        except (OrshaError, BadZone, AssertionError, ValueError):
            continue
        if not shape.is_empty:
            found[name] = Region.of(shape).rings
    return found
