"""Marker removal (001 7.502): what comes off the map before men rally, and what was hidden is shown."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from orsha.campaign import events as ev
from orsha.campaign.commands import Answer
from orsha.campaign.files import Side
from orsha.campaign.groups import groups
from orsha.campaign.report import Piece, Status
from orsha.campaign.state import SIDES, CampaignState, Fort, Task
from orsha.campaign.steps.casualties import listed
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, name, without
from orsha.kernel import Command

RULE = "001 7.502"
REMOVED: tuple[Status, ...] = ("disrupted", "fanatic", "berserk", "concealed", "hidden", "motion", "pinned")
RADIOS = ("Radio", "Field phone")
OFF_THE_MAP = (
    "take off the map: spotting rounds and fire for effect, smoke and white phosphorus, acquisition counters, DM, CX, "
    "CE, BU, HD and labor counters, concealment and dummy counters, snipers and aircraft; radios and field phones too "
    "unless their artillery is retained. Nobody may look into a stack that was not revealed"
)


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("remove"), *(Task("radios", side) for side in SIDES)]


def do(told: Telling, task: Task) -> None:
    if task.side is not None:
        _radios(told, task.side)
        return
    told.say(RULE, OFF_THE_MAP)
    for side in SIDES:
        _show_pieces(told, side)
        hidden = (*told.state.sides[side].forts.shown.values(), *told.state.forts.values())
        reveal(told, RULE, [fort for fort in hidden if fort.side == side and must_be_seen(fort)])
    _clear(told)


# -- what was hidden (7.502g)


def _show_pieces(told: Telling, side: Side) -> None:
    there = tuple(one for one in told.state.sides[side].box.shown.values() if one.hex)
    if there:
        told.tell(ev.Shown(RULE, f"{listed(there)}: no longer hidden", side, there))


def must_be_seen(fort: Fort) -> bool:
    """Entrenchments are placed now, and all other works stood open after the set-up (CG16); mines may stay hidden."""
    return bool(fort.hex) and not fort.known and fort.what != "minefield"


def reveal(told: Telling, rule: str, forts: Iterable[Fort]) -> None:
    """Works become known to all, from whichever list they are kept in."""
    for fort in forts:
        known = replace(fort, known=True)
        text = f"{fort.what} in {fort.hex} is revealed"
        if fort.id in told.state.forts:
            told.tell(ev.FortsChanged(rule, text, (known,)))
        else:
            told.tell(ev.Shown(rule, text, fort.side, forts=(known,)))


# -- what pieces carry (7.502e-g)


def _clear(told: Telling) -> None:
    marked = [one for one in told.state.pieces.values() if _cleared(one) != one]
    if marked:
        told.change(RULE, f"{listed(marked)}: {_words(marked)} off", *map(_cleared, marked))


def _cleared(piece: Piece) -> Piece:
    """A gun that nobody found keeps its right to set up hidden again (CG11), though it stands on the map now."""
    kept: tuple[Status, ...] = ("hidden",) if piece.kind == "gun" else ()
    return without(piece, *(status for status in REMOVED if status not in kept))


def _words(pieces: list[Piece]) -> str:
    return ", ".join(status for status in REMOVED if any(one.has(status) > _cleared(one).has(status) for one in pieces))


# -- radios and field phones (7.502d)


def _radios(told: Telling, side: Side) -> None:
    """As many stay as there are modules of artillery that still need one (CG7, CG13)."""
    lying = {one.id: name(one) for one in _lying(told.state, side)}
    own = told.state.sides[side]
    kinds = {one.id: one.kind for one in groups(side)}
    waiting = sum(one.type in RADIOS for one in own.box.shown.values())
    modules = sum(kinds.get(one.group) == "oba" and not one.observer for one in own.assets.shown.values())
    keep = max(0, modules - waiting)
    if not keep:
        _take_off(told, tuple(lying))
    elif keep < len(lying):
        words = f"artillery is retained for {keep}: which of the radios and field phones stay?"
        told.choose(side, RULE, words, lying, keep, keep)


def _lying(state: CampaignState, side: Side) -> list[Piece]:
    return [one for one in state.pieces.values() if one.side == side and one.type in RADIOS]


def _take_off(told: Telling, ids: Iterable[str]) -> None:
    gone = [told.state.pieces[id] for id in ids]
    if gone:
        told.remove(RULE, f"{listed(gone)}: off the map", *(one.id for one in gone))


def answered(told: Telling, task: Task, side: Side, command: Command) -> None:
    assert isinstance(command, Answer)
    _take_off(told, [one.id for one in _lying(told.state, side) if one.id not in command.chosen])


STEP = Step("7.502", "Marker removal", plan, do, answered)
