"""What a side gives up or makes ready between two battles (001 7.5137-7.51310), and what its supply restores."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from orsha.campaign.commands import Answer
from orsha.campaign.counters import can_dismantle, machine_guns
from orsha.campaign.counters import vehicle as printed
from orsha.campaign.files import Side
from orsha.campaign.isolation import other
from orsha.campaign.report import MEN, Piece, Status
from orsha.campaign.state import CampaignState, Task
from orsha.campaign.steps.casualties import is_cupola, listed
from orsha.campaign.steps.crews import Wreck, has_crew, leave, wreck
from orsha.campaign.steps.retained import (
    MAIN,
    area_named,
    areas_of,
    controls,
    in_secret,
    retained,
    retained_in,
    vehicles,
    where,
)
from orsha.campaign.steps.step import Answered, Do
from orsha.campaign.steps.terrain import each, has_marker
from orsha.campaign.steps.weapons import MG, mounts, works
from orsha.campaign.telling import Telling, an, everything, is_isolated, name, with_status, without
from orsha.kernel import Command

ABANDONING = "001 7.5137"
RETAINED, RETAINED_IN = "001 7.5072", "7.507"
SPECIAL_AMMO = "001 7.5138"
LOW_AMMO = "001 7.5139"
EQUIPMENT = "001 7.51310"
NOTHING = "nothing"

# -- 7.5137 vehicles and wrecks


def abandoning(told: Telling, task: Task) -> None:
    """001 7.5137: one question for each perimeter area with vehicles or wrecks in it."""
    assert task.side is not None
    state, side = told.state, task.side
    areas = {*areas_of(state, vehicles(state, side)), *(area_named(state, _hex(one)) for one in _wrecks(state, side))}
    told.queue(*(Task("abandon-in", side, (area,)) for area in sorted(areas)))


def _wrecks(state: CampaignState, side: Side) -> list[str]:
    """Wrecks on a side's ground, as P20, and P20 2 for the second there; burnt-out ones cannot be scrounged (CG5)."""
    return [f"{one.hex}{n}" for one, n in each(state, "wreck") if within_reach(state, side, one.hex)]


def within_reach(state: CampaignState, side: Side, hex: str) -> bool:
    """Whether a side has a hex and can enter it: a blaze keeps everybody out (001 6, Enterable)."""
    return controls(state, side, hex) and not has_marker(state, hex, "blaze")


def _hex(wreck: str) -> str:
    return wreck.split()[0]


def _wreck_words(wreck: str) -> str:
    hex, *number = wreck.split()
    return " ".join(("the wreck", *number, "in", hex))


def abandon_in(told: Telling, task: Task) -> None:
    assert task.side is not None
    choices = _acts(told.state, task.side, task.about[0])
    if choices:
        words = f"what do you do with vehicles and wrecks {where(task.about[0])}? Crews that get out are retained"
        told.choose(task.side, ABANDONING, words, choices)


def _has_mmc(state: CampaignState, side: Side, area: str) -> bool:
    return any(piece.mmc for piece in retained_in(state, side, area))


def _acts(state: CampaignState, side: Side, area: str) -> dict[str, str]:
    """What may be done. Where no MMC is, a crew has to get out of its vehicle first (7.5137's exception)."""
    able = [
        one
        for one in retained_in(state, side, area)
        if one.kind == "vehicle" and not one.has("recall", "recall-ammo") and not is_cupola(one)
    ]
    men = _has_mmc(state, side, area)
    acts = [
        (f"{verb} {one.id}", words.format(name(one)))
        for one in able
        for verb, (words, may) in _VERBS.items()
        if may(one) and (men or (has_crew(one) and verb in _GETTING_OUT))
    ]
    wrecks = [one for one in _wrecks(state, side) if men and area_named(state, _hex(one)) == area]
    return {**dict(acts), **{f"scrounge {one}": f"scrounge {_wreck_words(one)}" for one in wrecks}}


def _mg_works(vehicle: Piece) -> bool:
    return MG in mounts(vehicle) and works(vehicle, MG)


def _any(vehicle: Piece) -> bool:
    return True


_VERBS: dict[str, tuple[str, Callable[[Piece], bool]]] = {
    "strip": ("take the machine gun off {}", lambda one: printed(one.type).mg_off and _mg_works(one)),
    "scrounge": ("scrounge {}", _mg_works),
    "abandon": ("abandon {}", has_crew),
    "burn": ("make a burnt-out wreck of {}", _any),
    "wreck": ("make a wreck of {}", _any),
}
"""In the order in which they are done: what is to be had comes first (7.5072)."""
_GETTING_OUT = ("abandon", "wreck", "burn")


def abandon_chosen(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    order = list(_VERBS)
    acts = sorted((one.split(" ", 1) for one in command.chosen), key=lambda act: order.index(act[0]))
    tasks = [Task(verb, side, (what,)) for verb, what in acts]
    if tasks and not _has_mmc(told.state, side, task.about[0]):
        tasks.append(task)
    told.queue(*tasks)


def abandon(told: Telling, task: Task) -> None:
    leave(told, ABANDONING, everything(told.state)[task.about[0]])


def _wrecking(what: Wreck) -> Do:
    def do(told: Telling, task: Task) -> None:
        vehicle = everything(told.state).get(task.about[0])
        if vehicle is not None:
            wreck(told, ABANDONING, vehicle, what)

    return do


# -- machine guns from vehicles and wrecks


def strip(told: Telling, task: Task) -> None:
    assert task.side is not None
    vehicle = everything(told.state)[task.about[0]]
    _take_mg(told, task.side, vehicle, "is taken off")


def _rule(told: Telling) -> str:
    """Scrounging is the same in 7.5072 and in 7.5137."""
    return RETAINED if told.state.step == RETAINED_IN else ABANDONING


def _take_mg(told: Telling, side: Side, vehicle: Piece, how: str) -> None:
    type = printed(vehicle.type).mg
    told.change(_rule(told), f"the machine gun of {name(vehicle)} {how}", with_status(vehicle, MG.disabled))
    _gain(told, side, type, vehicle.hex, captured=vehicle.has("captured"))


def _gain(told: Telling, side: Side, type: str, hex: str, *, captured: bool) -> None:
    """A machine gun more: on the map in an isolated area, else in its new owner's box."""
    owner = other(side) if captured else side
    whose: tuple[Status, ...] = ("captured",) if captured else ()
    if area_named(told.state, hex) == MAIN:
        [id] = told.new_ids(side, 1)
        new = Piece(id, owner, "sw", type, status=whose, last=hex)
        told.add(_rule(told), f"{name(new)} is gained", side, new)
    else:
        [id] = told.new_ids(owner, 1)
        new = Piece(id, owner, "sw", type, hex, status=whose)
        told.change(_rule(told), f"{name(new)} is gained", new)


def scrounge(told: Telling, task: Task) -> None:
    """The attempt is the base game's (D10.5): the side says what came of it."""
    assert task.side is not None
    what = task.about[0]
    vehicle = everything(told.state).get(what)
    if vehicle is not None and not _mg_works(vehicle):
        return
    if vehicle is None:
        whose = _wreck_words(what)
        found = {key: an(key) for type in machine_guns() for key in (type, f"captured {type}")}
    else:
        whose, found = name(vehicle), {printed(vehicle.type).mg: f"its machine gun, {an(printed(vehicle.type).mg)}"}
    words = f"roll as the base game says (D10.5; each only once): what does {whose} yield?"
    told.choose(task.side, _rule(told), words, {NOTHING: "nothing", **found}, 1, 1)


def scrounged(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    [found] = command.chosen
    what = task.about[0]
    vehicle = everything(told.state).get(what)
    if found == NOTHING:
        told.say(_rule(told), f"{name(vehicle) if vehicle else _wreck_words(what)} yields nothing", side)
    elif vehicle is not None:
        _take_mg(told, side, vehicle, "is scrounged")
    else:
        type = found.removeprefix("captured ")
        _gain(told, side, type, _hex(what), captured=type != found)


# -- 7.5138, 7.5139 ammunition


def ammunition(told: Telling, task: Task) -> None:
    """001 7.5138, 7.5139: supply reaches all who are not isolated; special ammunition no captured weapon."""
    assert task.side is not None
    for rule, status, text in _SUPPLY:
        near = [one for one in retained(told.state, task.side) if not is_isolated(told.state, one) and one.has(status)]
        if rule == SPECIAL_AMMO:
            near = [one for one in near if not one.has("captured")]
        _lift(told, rule, status, near, text)


_SUPPLY: tuple[tuple[str, Status, str], ...] = (
    (SPECIAL_AMMO, "depleted-ammo", "all types of ammunition are there again"),
    (LOW_AMMO, "low-ammo", "ammunition is low no longer"),
    (LOW_AMMO, "short-of-ammunition", "short of ammunition no longer"),
)


def _lift(told: Telling, rule: str, status: Status, pieces: Iterable[Piece], text: str) -> None:
    """A status goes; those that the other side sees are told apart from those that it does not."""
    for secret in (False, True):
        group = [one for one in pieces if in_secret(told.state, one) == secret]
        if group:
            told.change(rule, f"{listed(group)}: {text}", *(without(one, status) for one in group))


# -- 7.51310 support weapons and guns


def equipment(told: Telling, task: Task) -> None:
    """001 7.51310: one question for each perimeter area with men in it."""
    assert task.side is not None
    own = retained(told.state, task.side)
    told.queue(*(Task("equipment-in", task.side, (area,)) for area in areas_of(told.state, own)))


def equipment_in(told: Telling, task: Task) -> None:
    assert task.side is not None
    here = retained_in(told.state, task.side, task.about[0])
    if not any(piece.kind in MEN for piece in here):
        return
    things = [piece for piece in here if piece.kind in ("sw", "gun")]
    choices = {f"{verb} {one.id}": f"{verb} {name(one)}" for one in things for verb in _uses(one)}
    if choices:
        words = f"which weapons {where(task.about[0])} do you take apart, put together or give up?"
        told.choose(task.side, EQUIPMENT, words, choices)


def _uses(piece: Piece) -> list[str]:
    if piece.has("dismantled"):
        return ["assemble", "eliminate"]
    return ["dismantle", "eliminate"] if can_dismantle(piece) else ["eliminate"]


def equipment_chosen(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    for verb, id in sorted(one.split(" ", 1) for one in command.chosen):
        piece = everything(told.state)[id]
        match verb:
            case "assemble":
                told.change(EQUIPMENT, f"{name(piece)} is put together", without(piece, "dismantled"))
            case "dismantle":
                told.change(EQUIPMENT, f"{name(piece)} is taken apart", with_status(piece, "dismantled"))
            case _:
                told.remove(EQUIPMENT, f"{name(piece)} is given up", id)


DO: dict[str, Do] = {
    "abandoning": abandoning,
    "abandon-in": abandon_in,
    "strip": strip,
    "scrounge": scrounge,
    "abandon": abandon,
    "wreck": _wrecking("wreck"),
    "burn": _wrecking("burnt-out-wreck"),
    "ammunition": ammunition,
    "equipment": equipment,
    "equipment-in": equipment_in,
}
ANSWERED: dict[str, Answered] = {
    "abandon-in": abandon_chosen,
    "scrounge": scrounged,
    "equipment-in": equipment_chosen,
}
