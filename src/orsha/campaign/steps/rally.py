"""Rally, unloading and the scenario's victory (001 7.503, 7.5031); on the last date the campaign's end."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign.commands import Answer
from orsha.campaign.counters import cvp
from orsha.campaign.files import Side
from orsha.campaign.groups import dates
from orsha.campaign.isolation import Holder
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.casualties import listed, set_control
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, everything, holder_side, name, without
from orsha.campaign.victory import points_of, scenario_winner
from orsha.hexmap.map import hex_map
from orsha.kernel import Command

RULE = "001 7.503"


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("rally"), Task("unload"), Task("score")]


def do(told: Telling, task: Task) -> None:
    {"rally": _rally, "unload": _unload, "score": _score}[task.what](told)


# -- rally and unloading


def _rally(told: Telling) -> None:
    """Everybody rallies, without a roll, the disrupted too."""
    broken = [one for one in told.state.pieces.values() if one.has("broken", "disrupted")]
    if broken:
        told.change(RULE, f"{listed(broken)} rally", *(without(one, "broken", "disrupted") for one in broken))


def _loaded(state: CampaignState, side: Side) -> list[Piece]:
    """Passengers, riders and equipment on a side's vehicles; crews and their leaders and prisoners stay aboard."""
    aboard = {one.id for one in state.pieces.values() if one.kind == "vehicle" and holder_side(state, one) == side}
    return [
        one
        for one in state.pieces.values()
        if one.held_by in aboard and one.kind != "armor-leader" and not one.has("prisoner")
    ]


def _unload(told: Telling) -> None:
    """Both sides may; there is no night in this campaign, at whose end they would have to (001 6, CG Date)."""
    for side in SIDES:
        choices = {one.id: f"{name(one)}, on {one.held_by}" for one in _loaded(told.state, side)}
        if choices:
            words = "who and what is unloaded? No mines attack now, but 7.5042 asks who stands among them"
            told.choose(side, RULE, words, choices)


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    off = [told.state.pieces[id] for id in command.chosen]
    if off:
        told.change(RULE, f"{listed(off)}: unloaded", *(_unloaded(one, off) for one in off))


def _unloaded(piece: Piece, off: list[Piece]) -> Piece:
    """A gun is unhooked; the crew that gets off with it mans it."""
    if piece.kind != "gun":
        return replace(piece, held_by=None)
    guns = [one for one in off if one.kind == "gun" and one.held_by == piece.held_by]
    crews = [one for one in off if one.kind == "crew" and one.held_by == piece.held_by]
    manned = dict(zip((one.id for one in guns), (one.id for one in crews), strict=False))
    return replace(without(piece, "hooked"), held_by=manned.get(piece.id))


# -- who won (7.5031)


def _score(told: Telling) -> None:
    """What counts from here on counts no more in this scenario."""
    state, report = told.state, told.state.report
    assert report is not None
    set_control(told, "001 6", dict.fromkeys(_ablaze(state), "russian"))
    lost = {side: state.cvp_since.get(side, 0) for side in SIDES}
    for side, casualties in report.casualties.items():
        lost[side] += casualties.cvp
    lvp = russian_locations(told.state)
    vp = points_of(len(lvp), state.cvp + lost["german"], state.evp + report.evp)
    winner = scenario_winner(state, lost["german"], report.evp, len(lvp))
    told.tell(ev.Scored(vp, winner, lost, report.evp, lvp))
    if state.date == dates()[-1] or report.concedes is not None:
        _end(told, report.concedes)


def russian_locations(state: CampaignState) -> tuple[str, ...]:
    """Victory locations that the Russians control, alone or with the Germans (7.5062).

    The bridge's hex stays with who had it last when the bridge is gone and its gully counts instead.
    """
    russian: tuple[Holder, ...] = ("russian", "both")
    return tuple(hex for hex in hex_map().file.victory_locations if state.control.get(hex) in russian)


def _ablaze(state: CampaignState) -> list[str]:
    """001 6, LVP: a victory location ablaze is Russian, the bridge's aside; burnt down, either side may take it."""
    board = hex_map().file
    bridges = {bridge.hex for bridge in board.bridges}
    burning = {marker.hex for marker in state.markers if marker.what == "blaze"}
    return [hex for hex in board.victory_locations if hex in burning - bridges]


# -- the end of the campaign


def _end(told: Telling, concedes: Side | None = None) -> None:
    """001 6, CG End: right after 7.5031 of the last date, or when a side gives up."""
    state = told.state
    absent = [one for one in everything(state).values() if not one.hex and holder_side(state, one) == one.side]
    germans = [one for one in absent if one.side == "german"]
    recalled = [one for one in absent if one.side == "russian" and one.has("recall-ammo")]
    points = sum(map(cvp, germans))
    if points:
        text = f"Germans that never came, or were recalled for ammunition and not back, count {points} CVP"
        told.say("001 CG12a, 7.5131c", text)
    if recalled:
        text = f"Russian vehicles recalled for ammunition are lost ({len(recalled)}); victory counts no Russian CVP"
        told.say("001 7.5131c", text)
    told.tell(ev.Ended(state.sides["german"].cpp.shown, points, concedes))


STEP = Step("7.503", "Rally and unloading", plan, do, answered)
