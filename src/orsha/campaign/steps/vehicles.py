"""Vehicles between two battles (001 7.5131): manned again, repaired, recalled, recovered from a stun."""

from __future__ import annotations

from orsha.campaign.commands import Answer
from orsha.campaign.files import Side
from orsha.campaign.recovery import VehicleFacts, back_from_recall, numbers, repair_immobilization, stun_recovery
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.casualties import is_cupola, is_mobile
from orsha.campaign.steps.crews import man
from orsha.campaign.steps.retained import (
    about,
    area_named,
    armor_leader_drm,
    armor_leaders,
    described,
    note,
    retained_in,
    sorts,
    vehicles,
)
from orsha.campaign.steps.step import Answered, Do
from orsha.campaign.telling import Telling, everything, held, is_isolated, name, with_status, without
from orsha.kernel import Command

ABANDONED = "001 7.5131a"
IMMOBILIZED = "001 7.5131b"
RECALL = "001 7.5131c"
STUNNED = "001 7.5131d"


def facts(state: CampaignState, vehicle: Piece) -> VehicleFacts:
    return VehicleFacts(
        isolated=is_isolated(state, vehicle),
        front_line=vehicle.hex in front_line_hexes(state),
        unqualified=vehicle.has("unqualified"),
        armor_leader_drm=armor_leader_drm(state, vehicle),
    )


def front_line_hexes(state: CampaignState) -> frozenset[str]:
    """The front-line hexes of both perimeters."""
    return frozenset(hex for side in SIDES if side in state.fronts for hex in state.fronts[side].front_line)


# -- a) abandoned


def abandoned(told: Telling, task: Task) -> None:
    """001 7.5131a: one question for each abandoned vehicle."""
    assert task.side is not None
    empty = [vehicle for vehicle in vehicles(told.state, task.side) if vehicle.has("abandoned")]
    told.queue(*(Task("man-vehicle", task.side, (vehicle.id,)) for vehicle in empty))


def man_vehicle(told: Telling, task: Task) -> None:
    assert task.side is not None
    vehicle = everything(told.state)[task.about[0]]
    able = sorts(told.state, _able_to_man(told.state, task.side, vehicle))
    if able:
        words = (
            f"who mans {name(vehicle)} again? Nobody: it stays abandoned. A squad deploys, and one half of it goes in"
        )
        told.choose(task.side, ABANDONED, words, {men.id: described(told.state, men) for men in able}, most=1)


def _able_to_man(state: CampaignState, side: Side, vehicle: Piece) -> list[Piece]:
    """MMC of the same area; those who guard prisoners stay with them."""
    return [
        piece
        for piece in retained_in(state, side, area_named(state, vehicle.hex))
        if piece.mmc and not any(one.has("prisoner") for one in held(state, piece.id))
    ]


def manned(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    pieces = everything(told.state)
    for id in command.chosen:
        man(told, ABANDONED, pieces[task.about[0]], pieces[id])


# -- b) immobilized


def immobilized(told: Telling, task: Task) -> None:
    """001 7.5131b: only after the scenario of one date, and neither captured nor abandoned vehicles."""
    assert task.side is not None and told.state.report is not None
    date = told.state.report.date
    stuck = [one for one in vehicles(told.state, task.side) if one.has("immobilized")]
    for vehicle in stuck:
        if date != numbers().immobilized.repaired_after:
            note(told, IMMOBILIZED, f"{name(vehicle)} stays immobilized: {date} leaves no time for repairs", vehicle)
        elif not vehicle.has("captured", "abandoned"):
            _repair(told, task.side, date, vehicle)


def _repair(told: Telling, side: Side, date: str, vehicle: Piece) -> None:
    state = told.state
    if not repair_immobilization(side, date, facts(state, vehicle), told.dice, about(state, vehicle)):
        note(told, IMMOBILIZED, f"{name(vehicle)} cannot be repaired and stays where it is", vehicle)
        return
    told.change(IMMOBILIZED, f"{name(vehicle)} is repaired and can drive again", without(vehicle, "immobilized"))
    if not is_isolated(told.state, vehicle):
        aboard = [one.id for one in held(told.state, vehicle.id)]
        told.take_in(IMMOBILIZED, f"{name(vehicle)} leaves the map", side, [vehicle.id, *aboard])


# -- c) recalled


def recalled(told: Telling, task: Task) -> None:
    """001 7.5131c."""
    assert task.side is not None
    for vehicle in vehicles(told.state, task.side):
        if vehicle.has("recall-ammo") and not _kept_back(told, RECALL, vehicle):
            _rearm(told, task.side, vehicle)
        elif vehicle.has("recall") and not vehicle.has("recall-ammo"):
            recall(told, RECALL, vehicle)


def recall(told: Telling, rule: str, vehicle: Piece) -> None:
    """A vehicle under Recall for other reasons than its ammunition is lost, unless it cannot go."""
    if not _kept_back(told, rule, vehicle):
        inside = [one.id for one in armor_leaders(told.state, vehicle)]
        told.remove(rule, f"{name(vehicle)} is recalled and leaves the campaign", vehicle.id, *inside)


def _kept_back(told: Telling, rule: str, vehicle: Piece) -> bool:
    """Isolated or immobile ones stay under Recall; the isolated are short of ammunition too. Empty ones go nowhere."""
    if is_isolated(told.state, vehicle):
        text = f"{name(vehicle)} is cut off: it begins the next scenario under Recall and short of ammunition"
        told.change(rule, text, with_status(vehicle, "short-of-ammunition"))
        return True
    if not is_mobile(vehicle):
        note(told, rule, f"{name(vehicle)} cannot drive: it stays, still under Recall", vehicle)
        return True
    return False


def _rearm(told: Telling, side: Side, vehicle: Piece) -> None:
    """A vehicle recalled for its ammunition rolls in every reorganization until it returns."""
    told.take_in(RECALL, f"{name(vehicle)} is off the map to rearm", side, _with_all_aboard(told.state, vehicle))
    vehicle = everything(told.state)[vehicle.id]
    if back_from_recall(side, told.dice, about(told.state, vehicle)):
        text = f"{name(vehicle)} has found ammunition: it may come in the next scenario, but only from off the map"
        told.change(RECALL, text, with_status(without(vehicle, "recall-ammo"), "recall"))
    else:
        note(told, RECALL, f"{name(vehicle)} is still rearming and misses the next scenario", vehicle)


def _with_all_aboard(state: CampaignState, vehicle: Piece) -> list[str]:
    return [vehicle.id, *(one.id for one in held(state, vehicle.id))]


# -- d) stunned


def stunned(told: Telling, task: Task) -> None:
    """001 7.5131d: recovered, stunned still, or the crew is lost and the vehicle abandoned."""
    assert task.side is not None
    for vehicle in vehicles(told.state, task.side):
        if vehicle.has("stunned") and not vehicle.has("abandoned"):
            _recover(told, task.side, vehicle)


def _recover(told: Telling, side: Side, vehicle: Piece) -> None:
    state = told.state
    match stun_recovery(side, facts(state, vehicle), told.dice, about(state, vehicle)):
        case "recovers":
            told.change(STUNNED, f"the crew of {name(vehicle)} recovers", without(vehicle, "stunned"))
        case "stays stunned":
            note(told, STUNNED, f"the crew of {name(vehicle)} is stunned still", vehicle)
        case _ if is_cupola(vehicle):
            told.remove(STUNNED, f"the crew of {name(vehicle)} is lost, and the cupola with it (4.1)", vehicle.id)
        case _:
            empty = with_status(without(vehicle, "stunned", "unqualified"), "abandoned")
            lost = [one.id for one in armor_leaders(state, vehicle)]
            told.change(STUNNED, f"the crew of {name(vehicle)} is lost: it is abandoned", empty, gone=lost)


DO: dict[str, Do] = {
    "abandoned": abandoned,
    "man-vehicle": man_vehicle,
    "immobilized": immobilized,
    "recalled": recalled,
    "stunned": stunned,
}
ANSWERED: dict[str, Answered] = {"man-vehicle": manned}
