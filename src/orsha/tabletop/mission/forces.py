"""The steps of the set-up that decide where units start: reserves, ambush, Ranged In, deployment, bombardment."""

from __future__ import annotations

from shapely import MultiPolygon

from orsha.kernel import OneOf, Option
from orsha.tabletop.layout import Side
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.commands import Choose, Done, Put
from orsha.tabletop.mission.events import Bombarded, MarkerPut, Passed, ReconChosen, UnitMoved
from orsha.tabletop.mission.ground import (
    attachments,
    core,
    enemy,
    force_points,
    full_name,
    layout_of,
    mission_of,
    points_of,
    polygons,
    seat_of,
    side_of,
    unit_ids,
    unit_of,
    units_at,
    with_attachments,
    without_near,
    zone_of,
)
from orsha.tabletop.mission.placing import own_rooms, place
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.shares import share_points
from orsha.tabletop.mission.state import Seat, State, Where
from orsha.tabletop.mission.story import Story

ALONE = " alone"
"""003 Attachments and Ambushes: a unit may wait in ambush while its attachment deploys as usual."""


def move(story: Story, unit: str, where: Where, at: tuple[int, int] | None = None) -> None:
    """Moves a unit and the attachments that are with it."""
    for id in with_attachments(story.state, unit):
        story.tell(UnitMoved(id, full_name(story.state, id), where, at))


# -- reserves


def deep_units(state: State, ids: list[str]) -> int:
    """003 Deep Reserves: tank units with front armour of 3 or more, and aircraft units."""
    armour = rules().reserves.deep_front_armour
    units = [unit_of(state, id) for id in ids]
    return sum(u.kind == "aircraft" or (u.kind == "tank" and u.front_armour >= armour) for u in units)


def enough_held(state: State, side: Side) -> bool:
    """Whether what is left to deploy is within the mission's limits."""
    reserve = mission_of(state).reserve(side)
    assert reserve is not None
    seat = seat_of(state, side)
    left, held = units_at(state, seat, "roster"), units_at(state, seat, "reserve")
    if reserve.share is not None and points_of(state, left) > share_points(force_points(state, side), reserve.share):
        return False
    if "deep" in reserve.kinds and deep_units(state, left) > rules().reserves.deep_units_on_table:
        return False
    return len([id for id in held if core(state, id)]) >= reserve.min_units


def may_hold_more(state: State, side: Side) -> bool:
    """Whether the mission lets a side hold another unit: only a linked campaign says how many exactly."""
    reserve = mission_of(state).reserve(side)
    assert reserve is not None
    held = [id for id in units_at(state, seat_of(state, side), "reserve") if core(state, id)]
    return reserve.max_units is None or len(held) < reserve.max_units


def may_be_held(state: State, id: str) -> bool:
    """The catalogue's Redemption: penal units are never in reserve. Attachments go with their unit."""
    return core(state, id) and not unit_of(state, id).penal


def holder(state: State, step: f.HoldReserves) -> Seat:
    """Who holds back now: both sides in order where both do."""
    sides: list[Side] = ["attacker", "defender"] if step.by == "both" else [step.by]
    if step.first == "defender":
        sides.reverse()
    waiting = [seat_of(state, side) for side in sides if seat_of(state, side) not in state.passed]
    return waiting[0]


def hold_options(state: State, step: f.HoldReserves, seat: Seat) -> list[Option]:
    if seat != holder(state, step):
        return []
    side = side_of(state, seat)
    more = may_hold_more(state, side)
    units = tuple(id for id in units_at(state, seat, "roster") if may_be_held(state, id)) if more else ()
    hold = [Option("choose", "hold a unit in reserve", {"what": OneOf(units)})] if units else []
    ready = enough_held(state, side) or not units
    return [*hold, Option("done", "the rest deploys")] if ready else hold


def hold(story: Story, step: f.HoldReserves, seat: Seat, command: Choose | Done) -> None:
    if isinstance(command, Choose):
        move(story, command.what, "reserve")
    else:
        story.tell(Passed(seat))


def held_finished(state: State, step: f.HoldReserves) -> bool:
    return len(state.passed) >= (2 if step.by == "both" else 1)


# -- Ranged In markers, ambush


def gunners(state: State, seat: Seat) -> list[str]:
    """Artillery units that start on the table or in ambush and have no marker yet."""
    marked = {marker.what for marker in state.markers}
    units = units_at(state, seat, "roster", "table", "ambush", "off-table")
    return [id for id in units if unit_of(state, id).artillery and f"ranged in: {id}" not in marked]


def ranger(state: State, step: f.RangedIn) -> Seat | None:
    first = seat_of(state, step.first)
    return next((seat for seat in (first, enemy(first)) if seat not in state.passed and gunners(state, seat)), None)


def ranged_options(state: State, step: f.RangedIn, seat: Seat) -> list[Option]:
    if seat != ranger(state, step):
        return []
    what = tuple(f"ranged in: {id}" for id in gunners(state, seat))
    where = place(state, polygons(layout_of(state).table))
    words = "place a Ranged In marker" + (" in sight of your reserves edge" if step.sight_of_reserves_edge else "")
    return [Option("put", words, {"what": OneOf(what), "at": where}), Option("done", "place no more")]


def range_in(story: Story, step: f.RangedIn, seat: Seat, command: Put | Done) -> None:
    story.tell(Passed(seat) if isinstance(command, Done) else MarkerPut(seat, command.what, command.at))


def ranged_finished(state: State, step: f.RangedIn) -> bool:
    return ranger(state, step) is None


def ambush_options(state: State, step: f.HoldAmbush, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    units = deployable(state, seat)
    alone = [f"{id}{ALONE}" for id in units if attachments(state, id)]
    hold_one = [Option("choose", "hold a unit in ambush", {"what": OneOf((*units, *alone))})] if units else []
    return [*hold_one, Option("done", "no ambush")]


def hold_ambush(story: Story, step: f.HoldAmbush, seat: Seat, command: Choose | Done) -> None:
    if isinstance(command, Choose) and command.what.endswith(ALONE):
        unit = command.what.removesuffix(ALONE)
        story.tell(UnitMoved(unit, full_name(story.state, unit), "ambush"))
    elif isinstance(command, Choose):
        move(story, command.what, "ambush")
    story.tell(Passed(seat))


def one_passed(state: State, step: object) -> bool:
    return bool(state.passed)


# -- deployment


def infantry(state: State, seat: Seat) -> tuple[str, ...]:
    """Units of nothing but infantry teams that have not been placed."""
    units = [id for id in units_at(state, seat, "roster") if core(state, id)]
    return tuple(id for id in units if all(_on_foot(state, i) for i in (id, *attachments(state, id))))


def _on_foot(state: State, id: str) -> bool:
    unit = unit_of(state, id)
    return unit.kind == "infantry" and not unit.mixed


def recon_options(state: State, step: f.Recon, seat: Seat) -> list[Option]:
    if seat != seat_of(state, step.by):
        return []
    where = place(state, zone_of(state, step.zone))
    words = "place the reconnaissance in force unit"
    return [Option("put", words, {"what": OneOf(infantry(state, seat)), "at": where})]


def put_recon(story: Story, step: f.Recon, seat: Seat, command: Put) -> None:
    story.tell(ReconChosen(command.what, full_name(story.state, command.what)))
    move(story, command.what, "table", command.at)


def recon_finished(state: State, step: f.Recon) -> bool:
    return state.recon is not None or not infantry(state, seat_of(state, step.by))


def deployable(state: State, seat: Seat) -> list[str]:
    """Units to place, aircraft never; an attachment by itself only where its own unit waits in ambush without it."""
    units = [id for id in units_at(state, seat, "roster") if unit_of(state, id).kind != "aircraft"]
    left = {unit_of(state, id).name for id in units_at(state, seat, "ambush")}
    return [id for id in units if core(state, id) or unit_of(state, id).attached_to in left]


def deployer(state: State, step: f.Deploy) -> Seat | None:
    """Whose unit is placed next: in turn, and the one with units left when the other has none."""
    if step.first is None:
        seat = seat_of(state, step.by)  # type: ignore[arg-type]
        return seat if deployable(state, seat) else None
    first = seat_of(state, step.first)
    order = (first, enemy(first)) if state.done % 2 == 0 else (enemy(first), first)
    return next((seat for seat in order if deployable(state, seat)), None)


def deploy_region(state: State, step: f.Deploy, seat: Seat) -> MultiPolygon:
    zone = zone_of(state, step.zone or step.zones[side_of(state, seat)])
    area = polygons(zone.union(own_rooms(state, seat)))
    enemies = [s.at for s in state.units.values() if s.seat != seat and s.where == "table" and s.at is not None]
    return without_near(area, enemies, step.clear_of_enemy)


def deploy_options(state: State, step: f.Deploy, seat: Seat) -> list[Option]:
    if seat != deployer(state, step):
        return []
    units = deployable(state, seat)
    where = place(state, deploy_region(state, step, seat))
    options = [Option("put", "place a unit", {"what": OneOf(tuple(units)), "at": where})]
    guns = tuple(id for id in units if may_stay_off(state, seat, id))
    if guns:
        options.append(Option("choose", "leave artillery off the table", {"what": OneOf(guns)}))
    return options


def may_stay_off(state: State, seat: Seat, id: str) -> bool:
    """002 Across the Volga: whether a unit is artillery, and may stay off the table."""
    special = mission_of(state).file.special_rules[side_of(state, seat)]
    return "across-the-volga" in special and unit_of(state, id).artillery


def deploy(story: Story, step: f.Deploy, seat: Seat, command: Put | Choose) -> None:
    if isinstance(command, Choose):
        move(story, command.what, "off-table")
    else:
        move(story, command.what, "table", command.at)


def deploy_finished(state: State, step: f.Deploy) -> bool:
    return deployer(state, step) is None


def wait_off_table(story: Story) -> None:
    """Aircraft are never placed before the game."""
    for seat in (seat_of(story.state, "attacker"), seat_of(story.state, "defender")):
        for id in unit_ids(story.state, seat):
            if story.state.units[id].where == "roster" and unit_of(story.state, id).kind == "aircraft":
                story.tell(UnitMoved(id, full_name(story.state, id), "off-table"))


def bombard(story: Story, step: f.Bombard) -> None:
    """000 Preliminary Bombardment: a die a team, on the table or in ambush, formation commanders aside."""
    if story.bombards(step):
        return
    state = story.state
    attacker = seat_of(state, step.by)
    for id in units_at(state, enemy(attacker), "table", "ambush"):
        unit = unit_of(state, id)
        dice = unit.teams - unit.commander
        if dice > 0:
            hits = story.dice.each(f"preliminary bombardment on {unit.name}, a die a team", attacker, dice, step.needed)
            story.tell(Bombarded(id, full_name(state, id), hits))
