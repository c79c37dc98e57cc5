"""Weapons between two battles (001 7.5132-7.5136): repaired, exchanged, given back, worn out in the captor's hands."""

from __future__ import annotations

from typing import NamedTuple

from orsha.campaign.commands import Answer
from orsha.campaign.counters import counters, gun, weapon
from orsha.campaign.counters import vehicle as printed
from orsha.campaign.files import Side
from orsha.campaign.recovery import (
    WeaponFacts,
    captured_weapon,
    ft_dc_limit,
    repair_weapon,
    retains_ft_or_dc,
)
from orsha.campaign.report import Piece, RemovedWeapon, Status
from orsha.campaign.state import CampaignState, Task
from orsha.campaign.steps.casualties import is_cupola
from orsha.campaign.steps.crews import is_vehicle_crew, wreck
from orsha.campaign.steps.retained import (
    about,
    area_named,
    described,
    engineer_squads,
    named_beside,
    retained,
    retained_in,
    sorts,
    vehicles,
)
from orsha.campaign.steps.step import Answered, Do
from orsha.campaign.steps.vehicles import recall
from orsha.campaign.telling import Telling, everything, is_isolated, name, with_status, without
from orsha.kernel import Command

REPAIR = "001 7.5132"
EXCHANGE = "001 7.5133"
FT_DC = "001 7.5134"
CAPTURED = "001 7.5135"
CAPTURED_AFV = "001 7.5136"


class Mount(NamedTuple):
    """A vehicle's weapon, and the statuses that say what ails it."""

    words: str
    malfunctioned: Status
    disabled: Status


MA = Mount("main armament", "malfunctioned", "disabled")
MG = Mount("machine gun", "mg-malfunctioned", "mg-disabled")


def mounts(vehicle: Piece) -> list[Mount]:
    """The weapons that a vehicle has: those of its type, and an optional machine gun that its status tells of (CG8)."""
    counter = printed(vehicle.type)
    optional = vehicle.has(MG.malfunctioned, MG.disabled)
    return [mount for mount, there in ((MA, counter.ma), (MG, counter.mg or optional)) if there]


def works(vehicle: Piece, mount: Mount) -> bool:
    return not vehicle.has(mount.malfunctioned, mount.disabled)


# -- 7.5132 repair


def malfunctioned(told: Telling, task: Task) -> None:
    """001 7.5132: a roll for each malfunctioned weapon of one's own."""
    assert task.side is not None
    for id in [piece.id for piece in retained(told.state, task.side)]:
        piece = everything(told.state).get(id)
        if piece is None or piece.has("captured"):
            continue
        if piece.kind in ("sw", "gun") and piece.has("malfunctioned"):
            _repair(told, task.side, piece)
        elif piece.kind == "vehicle":
            for mount in (MA, MG):
                _repair_mounted(told, task.side, piece.id, mount)


def _repair(told: Telling, side: Side, piece: Piece) -> None:
    state = told.state
    number, x = (gun(piece.type).repair, False) if piece.kind == "gun" else _printed_on(piece.type)
    facts = WeaponFacts(number, False, only_unqualified(state, side, piece), is_isolated(state, piece), x)
    if repair_weapon(side, facts, told.dice, about(state, piece)) == "repaired":
        told.change(REPAIR, f"{name(piece)} is repaired", without(piece, "malfunctioned"))
    else:
        why = "has an X number: it cannot be repaired" if x else "is beyond repair"
        told.remove(REPAIR, f"{name(piece)} {why}", piece.id)


def only_unqualified(state: CampaignState, side: Side, piece: Piece) -> bool:
    """Base game A21.13, ruling B140: as it was reported; else nobody in its area is trained for a gun or an abandoned
    vehicle: for the one a crew of guns, for the other one of vehicles."""
    if piece.has("unqualified") or not (piece.kind == "gun" or piece.has("abandoned")):
        return piece.has("unqualified")
    crews = [one for one in retained_in(state, side, area_named(state, piece.hex)) if one.kind == "crew"]
    return not any(is_vehicle_crew(one) == (piece.kind == "vehicle") for one in crews)


def _printed_on(type: str) -> tuple[int, bool]:
    counter = weapon(type)
    return counter.repair, counter.x


def _repair_mounted(told: Telling, side: Side, id: str, mount: Mount) -> None:
    """A vehicle's weapon. A cupola's is repaired without a roll (001 4.1)."""
    state = told.state
    vehicle = everything(state).get(id)
    if vehicle is None or not vehicle.has(mount.malfunctioned):
        return
    facts = WeaponFacts(
        counters().vehicle_weapons.repair,
        True,
        only_unqualified(state, side, vehicle),
        is_isolated(state, vehicle),
    )
    whose = f"the {mount.words} of {name(vehicle)}"
    mended = without(vehicle, mount.malfunctioned)
    if is_cupola(vehicle) or repair_weapon(side, facts, told.dice, about(state, vehicle, mount.words)) == "repaired":
        told.change(REPAIR, f"{whose} is repaired", mended)
        return
    told.change(REPAIR, f"{whose} is disabled", with_status(mended, mount.disabled))
    if mount is MA:
        _recalled(told, everything(told.state)[id])


def _recalled(told: Telling, vehicle: Piece) -> None:
    """Without its main armament it is under Recall, and 7.5131c says at once what that means."""
    under = with_status(vehicle, "recall")
    told.change(REPAIR, f"{name(vehicle)} has lost its main armament and is under Recall", under)
    recall(told, REPAIR, under)


# -- 7.5133 exchange


def disabled(told: Telling, task: Task) -> None:
    """001 7.5133: one question for each vehicle of one's own whose machine gun is disabled."""
    assert task.side is not None
    silent = [one for one in vehicles(told.state, task.side) if one.has(MG.disabled) and not one.has("captured")]
    told.queue(*(Task("exchange-mg", task.side, (vehicle.id,)) for vehicle in silent))


def exchange(told: Telling, task: Task) -> None:
    assert task.side is not None
    vehicle = everything(told.state)[task.about[0]]
    guns = sorts(told.state, _in_exchange(told.state, task.side, vehicle))
    if guns:
        words = f"which machine gun is given up to repair that of {name(vehicle)}? None: it stays disabled"
        told.choose(task.side, EXCHANGE, words, {one.id: described(told.state, one) for one in guns}, most=1)


def _in_exchange(state: CampaignState, side: Side, vehicle: Piece) -> list[Piece]:
    """Machine guns of the sort that the vehicle's own is, of its nationality, retained in its area."""
    wanted = printed(vehicle.type).mg or counters().vehicle_weapons.exchange
    return [
        piece
        for piece in retained_in(state, side, area_named(state, vehicle.hex))
        if piece.kind == "sw" and piece.type == wanted and not piece.has("captured")
    ]


def exchanged(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    for id in command.chosen:
        vehicle, given = everything(told.state)[task.about[0]], everything(told.state)[id]
        whose = named_beside(told.state, vehicle, given)
        told.remove(EXCHANGE, f"{name(given)} is given up to repair the machine gun of {whose}", id)
        told.change(EXCHANGE, f"the machine gun of {name(vehicle)} is repaired", without(vehicle, MG.disabled))


# -- 7.5134 flamethrowers and demolition charges


def ft_dc(told: Telling, task: Task) -> None:
    """001 7.5134: those whose last roll allows it come back, no more of them than there are engineer squads."""
    assert task.side is not None
    lost = _removed(told.state, task.side)
    back = _may_return(told.state, task.side)
    most = ft_dc_limit(len(back), engineer_squads(told.state, task.side))
    if lost:
        text = (
            f"FT and DC that left play: {len(lost)}; their rolls let {len(back)} return, and the assault engineer "
            f"squads that are left can take {most}"
        )
        told.say(FT_DC, text, task.side)
    if 0 < most < len(back) and len({one.type for one in back.values()}) > 1:
        words = f"which {most} return? There are only {most} assault engineer squads for them"
        told.choose(task.side, FT_DC, words, {key: _of(one) for key, one in back.items()}, most, most)
    else:
        _return(told, task.side, list(back)[:most])


def _of(lost: RemovedWeapon) -> str:
    return f"{lost.type}, removed by a roll of {lost.roll}"


def _removed(state: CampaignState, side: Side) -> list[RemovedWeapon]:
    return [one for one in state.report.ft_dc if one.side == side] if state.report else []


def _may_return(state: CampaignState, side: Side) -> dict[str, RemovedWeapon]:
    return {
        f"{one.type} {number}": one
        for number, one in enumerate(_removed(state, side), 1)
        if retains_ft_or_dc(side, one.type, one.roll)
    }


def returning(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    _return(told, side, list(command.chosen))


def _return(told: Telling, side: Side, keys: list[str]) -> None:
    if not keys:
        return
    types = [key.split()[0] for key in keys]
    new = [Piece(id, side, "sw", type) for id, type in zip(told.new_ids(side, len(types)), types, strict=True)]
    told.add(FT_DC, f"{', '.join(map(name, new))}: retained", side, *new)


# -- 7.5135, 7.5136 captured


def captured(told: Telling, task: Task) -> None:
    """001 7.5135: a die for each captured weapon that works; those that do not are lost."""
    assert task.side is not None
    for piece in retained(told.state, task.side):
        if not piece.has("captured"):
            continue
        if piece.kind == "vehicle":
            for mount in mounts(piece):
                _wear_mounted(told, task.side, everything(told.state)[piece.id], mount)
        elif piece.kind in ("sw", "gun"):
            _wear(told, task.side, piece)


def _wear(told: Telling, side: Side, piece: Piece) -> None:
    fate = captured_weapon(
        side,
        told.dice,
        about(told.state, piece),
        malfunctioned=piece.has("malfunctioned", "disabled"),
        vehicle_mounted=False,
    )
    if fate is not None:
        told.remove(CAPTURED, f"{name(piece)}, captured, is of no more use", piece.id)


def _wear_mounted(told: Telling, side: Side, vehicle: Piece, mount: Mount) -> None:
    """A captured vehicle's weapon; to lose its main armament does not recall it."""
    if vehicle.has(mount.disabled):
        return
    broken = vehicle.has(mount.malfunctioned)
    whose = about(told.state, vehicle, mount.words)
    if captured_weapon(side, told.dice, whose, malfunctioned=broken, vehicle_mounted=True) is not None:
        now = with_status(without(vehicle, mount.malfunctioned), mount.disabled)
        told.change(CAPTURED, f"the {mount.words} of {name(vehicle)}, captured, is disabled", now)


def captured_afvs(told: Telling, task: Task) -> None:
    """001 7.5136: a captured AFV without a working weapon becomes a wreck."""
    assert task.side is not None
    for vehicle in vehicles(told.state, task.side):
        silent = not any(works(vehicle, mount) for mount in mounts(vehicle))
        if vehicle.has("captured") and printed(vehicle.type).afv and silent:
            wreck(told, CAPTURED_AFV, vehicle, "wreck")


DO: dict[str, Do] = {
    "malfunctioned": malfunctioned,
    "disabled": disabled,
    "exchange-mg": exchange,
    "ft-dc": ft_dc,
    "captured": captured,
    "captured-afvs": captured_afvs,
}
ANSWERED: dict[str, Answered] = {"exchange-mg": exchanged, "ft-dc": returning}
