"""What a linked campaign, or snipers in a force, change in a mission: the same data, altered."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.tabletop.layout import Side
from orsha.tabletop.mission.format import (
    Deploy,
    HideSnipers,
    HoldAmbush,
    HoldReserves,
    LastOut,
    MissionFile,
    Recon,
    SetupStep,
    WinClause,
)
from orsha.tabletop.mission.library import Mission
from orsha.tabletop.mission.state import Changes


def altered(mission: Mission, changes: Changes) -> Mission:
    """The mission as the campaign has left it."""
    file = mission.file
    if changes.no_ambush:
        file = _without_ambush(file)
    for side, reserve in changes.reserves.items():
        file = replace(file, reserves={**file.reserves, side: reserve}, setup=_holding(file, side))
    if changes.win_turn:
        file = replace(file, win=tuple(_won_from(win, changes.win_turn) for win in file.win))
    if changes.removes:
        withdrawal = replace(file.withdrawal, removes={**file.withdrawal.removes, **changes.removes})
        file = replace(file, withdrawal=withdrawal)
    return Mission(file, changes)


def with_snipers(mission: Mission) -> Mission:
    """Cards, Sniper's Hide: snipers go into ambush in any mission, before anybody else does or is placed."""
    steps = mission.file.setup
    at = next(n for n, step in enumerate(steps) if isinstance(step, (HoldAmbush, Recon, Deploy)))
    return Mission(replace(mission.file, setup=(*steps[:at], HideSnipers(), *steps[at:])), mission.changes)


def _without_ambush(file: MissionFile) -> MissionFile:
    special = {side: tuple(rule for rule in rules if rule != "ambush") for side, rules in file.special_rules.items()}
    steps = tuple(step for step in file.setup if not isinstance(step, HoldAmbush))
    return replace(file, special_rules=special, setup=steps)


def _holding(file: MissionFile, side: Side) -> tuple[SetupStep, ...]:
    """The set-up with a step that holds a side's reserves, where it had none."""
    for step in file.setup:
        if isinstance(step, HoldReserves) and step.by in (side, "both"):
            return file.setup
    at = next((i for i, step in enumerate(file.setup) if isinstance(step, HoldReserves)), 0)
    return (*file.setup[: at + 1], HoldReserves(by=side), *file.setup[at + 1 :])


def _won_from(win: WinClause, turns: dict[Side, int]) -> WinClause:
    if win.who == "both" or win.who not in turns:
        return win
    if isinstance(win, LastOut):
        return replace(win, turn=turns[win.who])
    return replace(win, from_turn=turns[win.who])
