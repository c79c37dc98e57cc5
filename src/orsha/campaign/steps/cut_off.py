"""Isolation (001 7.506): who escapes from it, who must, and what it does to those who stay and to the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from orsha.campaign.commands import Answer
from orsha.campaign.files import Side
from orsha.campaign.isolation import Holder, isolated_areas, must_escape, passed_over, settle, short_of_ammunition
from orsha.campaign.places import facts
from orsha.campaign.report import MEN, Piece
from orsha.campaign.state import SIDES, Area, CampaignState, Task
from orsha.campaign.steps import fleeing
from orsha.campaign.steps.casualties import settle_prisoners
from orsha.campaign.steps.perimeters import (
    drawn_area,
    perimeter_of,
    presence,
    strategic_locations,
    tell_fronts,
)
from orsha.campaign.steps.step import Do, Step
from orsha.campaign.telling import Telling, area_of, everything, with_status, without
from orsha.hexmap.grid import Hex, parse
from orsha.hexmap.map import hex_map
from orsha.kernel import Command, counted

RULE = "001 7.506"
UNITS = "001 7.5061"
GROUND = "001 7.5062"
ENCIRCLED = "001 7.5065"
REVISITED = "001 7.5066"
DRAWN = "001 7.5067"
ASK, VEHICLE, DEPLOY, STACK, MORE, LOAD, WAY, SETTLE = (
    "ask", "vehicle", "deploy", "stack", "more", "load", "way", "settle",
)  # fmt: skip
MUST, MAY = "must", "may"


def plan(state: CampaignState) -> Iterable[Task]:
    """Both sides try to get out of the areas as they were drawn; then the areas are looked at again."""
    return (*(Task(ASK, side) for side in SIDES), Task(SETTLE))


def _of(task: Task) -> Side:
    assert task.side is not None
    return task.side


# -- who tries


def forced(state: CampaignState, side: Side) -> list[str]:
    """001 7.5061: the locations of SMC who must try to escape."""
    return [
        place
        for place, men in fleeing.places_of_men(state, side).items()
        if (area := area_of(state, men[0].hex)) is not None
        if any(must_escape(area, side, smc=man.smc) for man in men)
    ]


def _may(state: CampaignState, side: Side) -> dict[str, str]:
    """Vehicles one by one, and men location by location, who may try and have somewhere to go."""
    must = forced(state, side)
    choices = {one.id: f"{one.type} {one.id} in {one.hex}" for one in fleeing.vehicles_that_may(state, side)}
    for place, men in fleeing.places_of_men(state, side).items():
        if place not in must and fleeing.ways(state, side, men[0].hex):
            who = ", ".join(f"{man.type} {man.id}" for man in men)
            choices[place] = f"some or all of the men in {men[0].hex}: {who}"
    return choices


def _ask(told: Telling, task: Task) -> None:
    side = _of(task)
    choices = _may(told.state, side)
    if choices:
        words = "who tries to escape from isolation? Those who stay are short of ammunition in the next scenario"
        told.choose(side, fleeing.ESCAPE, words, choices)
    else:
        _begin(told, side, ())


def _asked(told: Telling, task: Task, side: Side, chosen: tuple[str, ...]) -> None:
    _begin(told, side, chosen)


def _begin(told: Telling, side: Side, chosen: Iterable[str]) -> None:
    """Vehicles go first, each on its own; then men, place by place, in stacks."""
    must = forced(told.state, side)
    picked = sorted(chosen)
    vehicles = [id for id in picked if id in told.state.pieces]
    places = [(place, MUST) for place in must] + [(place, MAY) for place in picked if place not in vehicles]
    told.queue(
        *(Task(VEHICLE, side, (id,)) for id in vehicles),
        *(Task(what, side, place) for place in places for what in (DEPLOY, STACK)),
    )


# -- stacks


def _men(state: CampaignState, task: Task) -> list[Piece]:
    return fleeing.places_of_men(state, _of(task)).get(task.about[0], [])


def _deploy(told: Telling, task: Task) -> None:
    """Squads with a leader may become half-squads, to go in several stacks or to leave some behind."""
    men = _men(told.state, task)
    squads = {man.id: f"{man.type} {man.id}" for man in men if man.kind == "squad"}
    if squads and any(man.kind == "leader" for man in men):
        words = f"which squads in {men[0].hex} deploy into half-squads before they try?"
        told.choose(_of(task), fleeing.ESCAPE, words, squads)


def _deployed(told: Telling, task: Task, side: Side, chosen: tuple[str, ...]) -> None:
    for id in chosen:
        fleeing.deploy(told, told.state.pieces[id])


def _stack(told: Telling, task: Task) -> None:
    """Men of one location go in one or more stacks, each on its own roll."""
    men = _men(told.state, task)
    wanted = task.about[1] == MUST or task.what == STACK
    if len(men) == 1 and wanted:
        told.queue(Task(LOAD, _of(task), (men[0].id,)))
    elif men:
        words = f"who in {men[0].hex} goes together in the {'first' if task.what == STACK else 'next'} stack?"
        told.choose(_of(task), fleeing.ESCAPE, words, {man.id: f"{man.type} {man.id}" for man in men}, int(wanted))


def _stacked(told: Telling, task: Task, side: Side, chosen: tuple[str, ...]) -> None:
    if chosen:
        told.queue(Task(LOAD, side, chosen), Task(MORE, side, task.about))


def _load(told: Telling, task: Task) -> None:
    """What they hold may be left, handed on or taken apart before they go."""
    choices = fleeing.load_choices(told.state, _of(task), task.about)
    if choices:
        words = "what is left, handed on or taken apart before they go? All else goes along, guns in one piece aside"
        told.choose(_of(task), fleeing.ESCAPE, words, choices)
    else:
        _go(told, _of(task), task.about)


def _loaded(told: Telling, task: Task, side: Side, chosen: tuple[str, ...]) -> None:
    fleeing.arrange(told, chosen)
    _go(told, side, task.about)


# -- the attempt


def _go(told: Telling, side: Side, ids: tuple[str, ...]) -> None:
    hex = told.state.pieces[ids[0]].hex
    fleeing.leave_guns(told, ids)
    _away(told, side, fleeing.flee(told, side, ids), hex)


def _vehicle(told: Telling, task: Task) -> None:
    side, id = _of(task), task.about[0]
    hex = told.state.pieces[id].hex
    fleeing.leave_guns(told, [id, *(man.id for man in fleeing.aboard(told.state, id))])
    _away(told, side, fleeing.drive(told, side, id), hex)


def _away(told: Telling, side: Side, ids: Iterable[str], hex: str) -> None:
    saved = tuple(ids)
    if saved:
        told.queue(Task(WAY, side, saved))
    else:
        settle_prisoners(told, fleeing.RESULTS, {hex})


def _ends(state: CampaignState, side: Side, ids: tuple[str, ...]) -> list[Hex]:
    group = [state.pieces[id] for id in ids]
    driving = next((one.type for one in group if one.kind == "vehicle"), None)
    return fleeing.ways(state, side, group[0].hex, driving)


def _way(told: Telling, task: Task) -> None:
    """001 7.5064: the nearest safe ground. Which of several is asked only where it binds a gun (CG11)."""
    ends = _ends(told.state, _of(task), task.about)
    guns = [one for one in fleeing.burdens(told.state, task.about) if one.kind == "gun"]
    if guns and len(ends) > 1:
        words = "where do they reach your own lines? Their gun may not set up far from there"
        told.choose(_of(task), fleeing.RESULTS, words, {str(hex): str(hex) for hex in ends}, 1, 1)
    else:
        fleeing.reach(told, _of(task), task.about, str(ends[0]))


def _reached(told: Telling, task: Task, side: Side, chosen: tuple[str, ...]) -> None:
    fleeing.reach(told, side, task.about, chosen[0])


# -- what isolation does


def _settle(told: Telling, task: Task) -> None:
    """001 7.5065, 7.5066: types as they now are. SMC who must go now try too; then ground and units are settled."""
    _lift_encirclement(told)
    state = told.state
    there = presence(state)
    perimeters = {side: perimeter_of(state.fronts[side]) for side in SIDES}
    areas = isolated_areas(perimeters, there)
    control: dict[Hex, Holder] = {parse(hex): holder for hex, holder in state.control.items()}
    if tuple(map(drawn_area, areas)) != state.areas:
        text = f"the isolated areas are now: {_areas_in_words(map(drawn_area, areas))}"
        tell_fronts(told, REVISITED, text, perimeters, areas, control)
    must = {side: [(place, MUST) for place in forced(told.state, side)] for side in SIDES}
    if any(must.values()):
        tasks = [Task(what, side, place) for side in SIDES for place in must[side] for what in (DEPLOY, STACK)]
        told.queue(*tasks, Task(SETTLE))
        return
    ground = settle(hex_map(), perimeters, there, strategic_locations(state, control))
    drawn = passed_over(hex_map(), perimeters, areas, ground)
    count = len(ground.no_mans_land)
    tell_fronts(told, GROUND, f"no-man's land: {counted(count, 'hex', 'hexes')}", drawn, ground.areas, ground.control)
    _ration(told)
    _record(told)


def _lift_encirclement(told: Telling) -> None:
    marked = [without(piece, "encircled") for piece in everything(told.state).values() if piece.has("encircled")]
    if marked:
        told.change(ENCIRCLED, "all Encircled markers are removed", *marked)


def _ration(told: Telling) -> None:
    """001 7.5061: units and weapons left in areas of type C and D; captured weapons are never short (7.5222)."""
    state = told.state
    short = [
        with_status(piece, "short-of-ammunition")
        for piece in state.pieces.values()
        if piece.hex and (area := area_of(state, piece.hex)) is not None and short_of_ammunition(area)
        if _needs_ammunition(piece) and not piece.has("short-of-ammunition")
    ]
    if short:
        who = ", ".join(f"{piece.type} {piece.id}" for piece in short)
        told.change(UNITS, f"cut off, and short of ammunition in the next scenario: {who}", *short)


def _needs_ammunition(piece: Piece) -> bool:
    if piece.has("prisoner", "captured") or piece.type in facts().fleeing.no_weapons:
        return False
    return piece.kind in (*MEN, "vehicle", "sw", "gun")


def _record(told: Telling) -> None:
    """001 7.5067: the perimeters as both sides now draw them on their maps."""
    state = told.state
    for side in SIDES:
        front = state.fronts[side]
        isolated = {hex for area in state.areas for hex in area.hexes}
        own = sum(holder == side and hex not in isolated for hex, holder in state.control.items())
        line = len(set(front.front_line) - isolated)
        told.say(DRAWN, f"the {side} side controls {own} hexes that are not cut off; {line} of them are front line")
    told.say(DRAWN, f"isolated areas: {_areas_in_words(state.areas)}")


def _areas_in_words(areas: Iterable[Area]) -> str:
    words = [
        f"type {area.kind}{f' ({area.occupier})' if area.occupier else ''} at {area.hexes[0]}, "
        f"{counted(len(area.hexes), 'hex', 'hexes')}"
        for area in areas
    ]
    return "; ".join(words) or "none"


# -- the step

Chosen = Callable[[Telling, Task, Side, tuple[str, ...]], None]
DO: Mapping[str, Do] = {
    ASK: _ask, VEHICLE: _vehicle, DEPLOY: _deploy, STACK: _stack, MORE: _stack, LOAD: _load, WAY: _way, SETTLE: _settle,
}  # fmt: skip
ANSWERED: Mapping[str, Chosen] = {
    ASK: _asked, DEPLOY: _deployed, STACK: _stacked, MORE: _stacked, LOAD: _loaded, WAY: _reached,
}  # fmt: skip


def do(told: Telling, task: Task) -> None:
    DO[task.what](told, task)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    ANSWERED[task.what](told, task, side, command.chosen)


STEP = Step("7.506", "Isolation", plan, do, answered)
