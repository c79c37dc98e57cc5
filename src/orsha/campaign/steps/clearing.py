"""Clearing the map (001 7.507): who and what goes back to its side's box, what stays, and whose it now is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec.structs import replace

from orsha.campaign.commands import Answer
from orsha.campaign.counters import vehicle as printed
from orsha.campaign.events import FortsChanged, Shown
from orsha.campaign.files import Side
from orsha.campaign.places import facts, immobile, is_cupola, solid
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignState, Fort, Task
from orsha.campaign.steps import abandoning
from orsha.campaign.steps.casualties import listed
from orsha.campaign.steps.crews import WORDS, Wreck, wreck
from orsha.campaign.steps.retained import area_named, retained, retained_in
from orsha.campaign.steps.step import Step
from orsha.campaign.steps.terrain import burns_as, each
from orsha.campaign.steps.weapons import MG, mounts, works
from orsha.campaign.telling import Telling, everything, holder_side, is_isolated, name, with_status, without
from orsha.kernel import Command, counted

RULE = "001 7.507"
RETAINED = "001 7.5072"
HIDDEN = "001 7.5073"
CLEAR, OFFER, SCROUNGE, GIVE_UP, WORKS = "clear", "offer", "scrounge", "give up", "works"
EQUIPMENT = ("sw", "gun", "vehicle")
RUSSIAN: Side = "russian"


def plan(state: CampaignState) -> Iterable[Task]:
    return (Task(CLEAR),)


def do(told: Telling, task: Task) -> None:
    match task.what:
        case "clear":
            _clear(told)
        case "offer":
            _offer(told, _of(task))
        case "scrounge":
            abandoning.scrounge(told, task)
        case "give up":
            _ask_what_is_given_up(told, _of(task), task.about)
        case _:
            _show_minefields(told)
            _hand_over_works(told)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    match task.what:
        case "offer":
            told.queue(*(Task(SCROUNGE, side, (what,)) for what in command.chosen))
        case "scrounge":
            abandoning.scrounged(told, task, side, command)
        case _:
            _give_up(told, command.chosen)


def _of(task: Task) -> Side:
    assert task.side is not None
    return task.side


# -- 7.507, 7.5071


def _clear(told: Telling) -> None:
    """Both sides take in what is theirs now; then each may scrounge and give things up, and works change hands."""
    for side in SIDES:
        _claim(told, side)
    taken = {side: _take_in(told, side) for side in SIDES}
    _say_what_nobody_has(told)
    told.queue(
        *(Task(OFFER, side) for side in SIDES),
        *(Task(GIVE_UP, side, taken[side]) for side in SIDES),
        Task(WORKS),
    )


def on_own_ground(state: CampaignState, side: Side) -> list[Piece]:
    """A side's men, and all equipment, on ground that it controls and that is not isolated (7.5071); no prisoners."""
    return [
        piece
        for piece in state.pieces.values()
        if piece.hex and state.control.get(piece.hex) == side and not is_isolated(state, piece)
        if piece.kind in EQUIPMENT or (piece.side == side and not piece.has("prisoner"))
    ]


def stays(state: CampaignState, piece: Piece) -> bool:
    """001 7.507: immobile vehicles; guns in a building, trench or pillbox, and after a morning all of them (CG11).

    An armour leader stays with his vehicle.
    """
    if piece.kind == "gun":
        return state.date.endswith("AM") or _fixed_place(state, piece.hex)
    if piece.kind == "armor-leader" and piece.held_by in state.pieces:
        return immobile(state.pieces[piece.held_by])
    return immobile(piece)


def _fixed_place(state: CampaignState, hex: str) -> bool:
    kept = facts().clearing.guns_stay_in
    return burns_as(state, hex) == "building" or any(
        fort.hex == hex and fort.what in kept for fort in state.forts.values()
    )


def _claim(told: Telling, side: Side) -> None:
    """001 7.5072: equipment is retained by the side that controls its location, isolated or not.

    The enemy's is captured, what was captured is its own side's again; nobody loses a vehicle that is still manned.
    """
    state = told.state
    there = [
        piece
        for piece in state.pieces.values()
        if piece.kind in EQUIPMENT and piece.hex and state.control.get(piece.hex) == side
        if holder_side(state, piece) != side and not solid(piece)
    ]
    if there:
        now = [without(one, "captured") if one.side == side else with_status(one, "captured") for one in there]
        told.change(RETAINED, f"{listed(there)}: in {side} hands now", *now)


def _take_in(told: Telling, side: Side) -> tuple[str, ...]:
    """What a side takes off the map, by id."""
    state = told.state
    own = on_own_ground(state, side)
    leaving = {piece.id for piece in own if not stays(state, piece)}
    parted = [piece for piece in own if piece.held_by and (piece.held_by in leaving) != (piece.id in leaving)]
    if parted:
        alone = [replace(without(piece, "hooked"), held_by=None) for piece in parted]
        told.change(RULE, f"{listed(parted)}: left by those who held them, or leaving what stays", *alone)
    told.take_in(RULE, f"the {side} side takes {counted(len(leaving), 'piece')} off the map", side, sorted(leaving))
    left = [piece for piece in own if piece.id not in leaving and piece.kind in EQUIPMENT]
    if left:
        told.say(RULE, f"{listed(left)}: left on the map")
    return tuple(sorted(leaving))


def _say_what_nobody_has(told: Telling) -> None:
    """Equipment in no-man's land is not retained by either side: it lies there."""
    state = told.state
    lying = [one for one in state.pieces.values() if one.hex and one.kind in EQUIPMENT and one.hex not in state.control]
    if lying:
        told.say(RETAINED, f"{listed(lying)}: in no-man's land, and nobody's")


# -- 7.5072


def _offer(told: Telling, side: Side) -> None:
    """Wrecks and abandoned vehicles that a side may scrounge, where it has men for it."""
    state = told.state
    vehicles = {
        one.id: name(one)
        for one in retained(state, side)
        if one.kind == "vehicle" and one.has("abandoned") and not is_cupola(one) and not one.has("recall")
        if MG in mounts(one) and works(one, MG) and _has_men(state, side, one.hex)
    }
    wrecks = {
        f"{one.hex}{n}": f"the wreck{n} in {one.hex}"
        for one, n in each(state, "wreck")
        if abandoning.within_reach(state, side, one.hex) and _has_men(state, side, one.hex)
    }
    if vehicles or wrecks:
        told.choose(side, RETAINED, "what do you try to scrounge, if anything?", {**vehicles, **wrecks})


def _has_men(state: CampaignState, side: Side, hex: str) -> bool:
    return any(piece.mmc for piece in retained_in(state, side, area_named(state, hex)))


def _ask_what_is_given_up(told: Telling, side: Side, taken: Iterable[str]) -> None:
    """Equipment that was taken off the map just now, or that lies on a side's ground, may be eliminated."""
    just_now = {*taken}
    choices: dict[str, str] = {}
    for one in retained(told.state, side):
        if one.kind not in EQUIPMENT or not (one.hex or one.id in just_now):
            continue
        if one.kind == "vehicle" and printed(one.type).afv and not is_cupola(one):
            choices |= {f"{what} {one.id}": f"{name(one)} becomes {WORDS[what]}" for what in get_args(Wreck)}
        else:
            choices[f"eliminate {one.id}"] = f"{name(one)} is eliminated"
    if choices:
        told.choose(side, RETAINED, "what of your equipment do you give up, if anything?", choices)


def _give_up(told: Telling, chosen: Iterable[str]) -> None:
    for choice in chosen:
        what, id = choice.split()
        piece = everything(told.state).get(id)
        if piece is None:
            continue
        match what:
            case "wreck" | "burnt-out-wreck":
                wreck(told, RETAINED, piece, "wreck" if what == "wreck" else "burnt-out-wreck")
            case _:
                told.remove(RETAINED, f"{name(piece)} is given up", id)


# -- 7.5073


def _show_minefields(told: Telling) -> None:
    """Minefields that the Germans hid, on ground that is Russian now, are shown with all that is in them."""
    state = told.state
    found = [
        replace(fort, known=True, side=RUSSIAN)
        for fort in state.sides["german"].forts.shown.values()
        if _hidden_in_russian_ground(state, fort)
    ]
    if found:
        text = "; ".join(f"{fort.hex}: {fort.ap} AP and {fort.at} AT factors" for fort in found)
        told.tell(
            Shown(HIDDEN, f"hidden minefields on Russian ground come to light, {text}", "german", forts=tuple(found))
        )


def _hidden_in_russian_ground(state: CampaignState, fort: Fort) -> bool:
    return fort.what == "minefield" and state.control.get(fort.hex) == RUSSIAN


def _hand_over_works(told: Telling) -> None:
    """Every work on the map belongs to the side that controls its hex."""
    state = told.state
    changed = []
    for fort in state.forts.values():
        holder = state.control.get(fort.hex)
        known = fort.known or _hidden_in_russian_ground(state, fort)
        side = fort.side if holder is None or holder == "both" else holder
        if (side, known) != (fort.side, fort.known):
            changed.append(replace(fort, side=side, known=known))
    if changed:
        text = "; ".join(f"the {fort.what} in {fort.hex} is {fort.side}" for fort in changed)
        told.tell(FortsChanged(HIDDEN, text, tuple(changed)))


STEP = Step("7.507", "Clearing the map", plan, do, answered)
