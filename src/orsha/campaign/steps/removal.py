"""Fortification, wreck and immobile vehicle removal (001 7.514).

Labour of earlier turns does not count and none is recorded. Bypass positions are not recorded either: players are
reminded of the second hex that must be free of mines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from orsha.campaign.commands import Answer
from orsha.campaign.counters import CLASSES, half_squads, infantry_class
from orsha.campaign.counters import vehicle as printed
from orsha.campaign.events import Change, FortsChanged, MarkersSet
from orsha.campaign.files import Side
from orsha.campaign.recovery import About, RemovalFacts, numbers, remove_work
from orsha.campaign.report import MapMarker, Piece
from orsha.campaign.state import SIDES, CampaignState, Fort, Task
from orsha.campaign.steps.casualties import is_cupola, is_mobile, reduce
from orsha.campaign.steps.retained import armor_leaders, described, engineer_squads, retained, sorts
from orsha.campaign.steps.step import Step
from orsha.campaign.steps.terrain import each, without_one
from orsha.campaign.steps.vehicles import front_line_hexes
from orsha.campaign.telling import Telling, everything, is_isolated, isolated_hexes, name
from orsha.hexmap.grid import neighbours, parse
from orsha.kernel import Command

RULE = "001 7.514"


class Item(NamedTuple):
    """Something that may be removed: its key in the question, where it is, and what it is in words."""

    key: str
    hex: str
    words: str
    obstacle: bool = True
    """All but entrenchments are harder to remove near the front line."""
    forts: tuple[Fort, ...] = ()
    marker: MapMarker | None = None


# -- what there is to remove


def _open_ground(state: CampaignState, side: Side, hex: str) -> bool:
    return state.control.get(hex) == side and hex not in isolated_hexes(state)


def _forts(state: CampaignState, side: Side, *what: str) -> list[Fort]:
    """Works that all know of, on a side's own ground that is not cut off; mines that recon found it keeps itself."""
    return [
        fort
        for fort in (*state.forts.values(), *state.sides[side].forts.shown.values())
        if fort.what in what and fort.known and fort.hex and _open_ground(state, side, fort.hex)
    ]


def obstacles(state: CampaignState, side: Side) -> list[Item]:
    """Wire, and known minefields; all mines of a location are one."""
    wire = [Item(fort.id, fort.hex, f"wire in {fort.hex}", forts=(fort,)) for fort in _forts(state, side, "wire")]
    fields: dict[str, list[Fort]] = {}
    for fort in _forts(state, side, "minefield"):
        fields.setdefault(fort.hex, []).append(fort)
    mines = [Item(f"mines {hex}", hex, f"the minefield in {hex}", forts=tuple(all)) for hex, all in fields.items()]
    return wire + mines


def entrenchments(state: CampaignState, side: Side) -> list[Item]:
    works = _forts(state, side, "foxhole", "trench", "at-ditch")
    return [Item(fort.id, fort.hex, f"the {fort.what} in {fort.hex}", False, (fort,)) for fort in works]


def wrecks(state: CampaignState, side: Side) -> list[Item]:
    """Wrecks, burnt-out or not, and immobile vehicles; only where no mines lie any more."""
    markers = [
        Item(f"{one.what} {one.hex}{n}", one.hex, f"the {one.what.replace('-', ' ')}{n} in {one.hex}", marker=one)
        for one, n in each(state, "wreck", "burnt-out-wreck")
    ]
    vehicles = [Item(one.id, one.hex, name(one)) for one in state.pieces.values() if _immobile(one)]
    mined = {fort.hex for fort in _mines_known_to(state, side)}
    return [one for one in (*markers, *vehicles) if _open_ground(state, side, one.hex) and one.hex not in mined]


def _immobile(piece: Piece) -> bool:
    return piece.kind == "vehicle" and bool(piece.hex) and not is_mobile(piece) and not is_cupola(piece)


def _mines_known_to(state: CampaignState, side: Side) -> list[Fort]:
    own = state.sides[side].forts.shown
    return [fort for fort in (*state.forts.values(), *own.values()) if fort.what == "minefield"]


# -- how many attempts


def _squads(state: CampaignState, side: Side) -> int | None:
    """Squad-equivalents retained and not isolated, in full."""
    return sum(half_squads(one) for one in _here(state, side)) // 2


def _tracked(state: CampaignState, side: Side) -> int | None:
    """Mobile tracked vehicles; one that rearms far away is not there."""
    return sum(
        one.kind == "vehicle" and is_mobile(one) and printed(one.type).tracked and not one.has("recall-ammo")
        for one in _here(state, side)
    )


def _any_number(state: CampaignState, side: Side) -> int | None:
    return None


def _here(state: CampaignState, side: Side) -> list[Piece]:
    return [piece for piece in retained(state, side) if not is_isolated(state, piece)]


class Sort(NamedTuple):
    """What is removed in one go: which items there are, how many may be tried, how the side is asked."""

    items: Callable[[CampaignState, Side], list[Item]]
    most: Callable[[CampaignState, Side], int | None]
    words: str


SORTS: dict[str, Sort] = {
    "obstacles": Sort(obstacles, _squads, "which wire and minefields do you try to remove? One attempt for each squad"),
    "entrenchments": Sort(entrenchments, _any_number, "which entrenchments do you try to remove?"),
    "wrecks": Sort(
        wrecks,
        _tracked,
        "which wrecks and immobile vehicles do you try to remove, crews and all? One attempt for each tracked vehicle "
        "that can drive; of one in bypass the hex across its hexside must be free of mines too",
    ),
}
"""Mines come first: what stands among them cannot be touched before they are gone."""


# -- the step


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task(sort, side) for sort in SORTS for side in SIDES]


def do(told: Telling, task: Task) -> None:
    assert task.side is not None
    if task.what == "attempt":
        attempt(told, task.side, task.about[0], task.about[1])
    elif task.what == "casualty":
        casualty(told, task.side)
    else:
        _ask(told, task.side, SORTS[task.what])


def _ask(told: Telling, side: Side, sort: Sort) -> None:
    items, most = sort.items(told.state, side), sort.most(told.state, side)
    if items and most != 0:
        told.choose(side, RULE, sort.words, {one.key: one.words for one in items}, most=most)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    if task.what == "casualty":
        [hurt] = command.chosen
        reduce(told, RULE, everything(told.state)[hurt])
    else:
        told.queue(*(Task("attempt", side, (task.what, key)) for key in command.chosen))


def attempt(told: Telling, side: Side, sort: str, key: str) -> None:
    """One die for one item, announced before it is rolled."""
    item = next(one for one in SORTS[sort].items(told.state, side) if one.key == _first(key))
    outcome = remove_work(side, _facts(told.state, side, item), told.dice, About(item.words))
    if outcome.removed:
        _remove(told, side, item)
    else:
        told.say(RULE, f"{item.words} stays")
    if outcome.casualty and _most_exposed(told.state, side):
        told.say(RULE, f"an accident at {item.words}: {side} men are hurt")
        told.queue(Task("casualty", side))


def _first(key: str) -> str:
    """Wrecks of a hex are all alike: whichever was named, the first that is left is rolled for."""
    return " ".join(key.split()[:2])


def _facts(state: CampaignState, side: Side, item: Item) -> RemovalFacts:
    front = front_line_hexes(state)
    near = any(str(hex) in front for hex in neighbours(parse(item.hex)))
    own = any((fort.built_by or fort.side) == "german" for fort in item.forts)
    return RemovalFacts(
        obstacle_in_front_line=item.obstacle and item.hex in front,
        obstacle_next_to_front_line=item.obstacle and item.hex not in front and near,
        three_engineer_squads=side == "russian" and engineer_squads(state, side) >= numbers().removal.engineer_squads,
        german_clears_own_work=side == "german" and own,
    )


def _remove(told: Telling, side: Side, item: Item) -> None:
    state, text = told.state, f"{item.words} is removed"
    if item.forts:
        told.tell(FortsChanged(RULE, text, gone=tuple(fort.id for fort in item.forts if fort.id in state.forts)))
        if item.forts[0].what == "minefield":
            _remove_hidden_mines(told, side, item.hex)
    elif item.key in state.pieces:
        inside = armor_leaders(state, state.pieces[item.key])
        told.remove(RULE, text, item.key, *(one.id for one in inside))
    elif item.marker is not None:
        told.tell(MarkersSet(RULE, text, without_one(state.markers, item.marker)))


def _remove_hidden_mines(told: Telling, side: Side, hex: str) -> None:
    """All mines of the location go, those that their owner keeps in his own list as well."""
    own = told.state.sides[side].forts.shown.values()
    gone = tuple(fort.id for fort in own if fort.what == "minefield" and fort.hex == hex)
    if gone:
        change = Change(f"the mines in {hex} of your own list are removed too", forts_gone=gone)
        told.change_in_secret(RULE, side, change)


# -- casualties


def _most_exposed(state: CampaignState, side: Side) -> list[Piece]:
    """Elite engineers, other elite MMC, then class by class; crews, which have none, last."""
    men = [one for one in _here(state, side) if one.mmc]
    engineers = [one for one in men if one.has("engineer") and infantry_class(one) == "elite"]
    by_class = [[one for one in men if infantry_class(one) == grade] for grade in (*CLASSES, None)]
    return next((group for group in (engineers, *by_class) if group), [])


def casualty(told: Telling, side: Side) -> None:
    """Its owner chooses who is reduced where they are not all alike."""
    able = sorts(told.state, _most_exposed(told.state, side))
    if len(able) == 1:
        reduce(told, RULE, able[0])
    elif able:
        words = "who suffers the casualties of the accident?"
        told.choose(side, RULE, words, {one.id: described(told.state, one) for one in able}, 1, 1)


STEP = Step("7.514", "Fortification, wreck and immobile vehicle removal", plan, do, answered)
