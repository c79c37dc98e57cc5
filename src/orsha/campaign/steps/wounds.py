"""Wounded leaders (001 7.510): a die for each that is retained says whether he stays, and how."""

from __future__ import annotations

from collections.abc import Iterable

from orsha.campaign.recovery import wounded_leader
from orsha.campaign.report import Piece
from orsha.campaign.state import SIDES, CampaignState, Task
from orsha.campaign.steps.prisoners import before_guard_goes
from orsha.campaign.steps.step import Step
from orsha.campaign.telling import Telling, everything, is_isolated, name, pieces_of, without

RULE = "001 7.510"


def _wounded(piece: Piece) -> bool:
    """Leaders, heroic ones and armour leaders among them: a hero is no leader; a prisoner is not retained."""
    return piece.kind in ("leader", "armor-leader") and piece.has("wounded") and not piece.has("prisoner")


def plan(state: CampaignState) -> Iterable[Task]:
    return [Task("7.510 leader", side, (one.id,)) for side in SIDES for one in pieces_of(state, side) if _wounded(one)]


def do(told: Telling, task: Task) -> None:
    assert task.side is not None
    leader = everything(told.state)[task.about[0]]
    result = wounded_leader(
        task.side,
        told.dice,
        isolated=is_isolated(told.state, leader),
        heroic=leader.has("heroic"),
        about=name(leader),
        secret=leader.id in told.state.sides[task.side].box.shown,
    ).result
    match result:
        case "retained, unwounded":
            told.change(RULE, f"{name(leader)} recovers from his wound", without(leader, "wounded"))
        case "retained, wounded":
            told.change(RULE, f"{name(leader)} stays, still wounded", leader)
        case _:
            before_guard_goes(told, leader)
            told.remove(RULE, f"{name(leader)} is evacuated with his wound", leader.id)


STEP = Step("7.510", "Wounded leaders", plan, do)
