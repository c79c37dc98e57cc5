"""A whole automatic battle: what comes before the first turn, turn after turn, and when it ends."""

from __future__ import annotations

from orsha.campaign.battle.artillery import Batteries, bombard, fly, snipe
from orsha.campaign.battle.assault import assaults, fight_out
from orsha.campaign.battle.fire import answering_fire, prepared_fire
from orsha.campaign.battle.handing_out import hand_out
from orsha.campaign.battle.luck import Luck
from orsha.campaign.battle.moving import enter, march
from orsha.campaign.battle.orders import wants
from orsha.campaign.battle.rallying import recover, run
from orsha.campaign.battle.result import encircle, reported
from orsha.campaign.battle.situation import Situation
from orsha.campaign.files import Side
from orsha.campaign.groups import initial
from orsha.campaign.isolation import other
from orsha.campaign.report import ScenarioReport
from orsha.campaign.state import CampaignState

LONGEST = 30
ORDER: tuple[Side, Side] = ("russian", "german")
"""001 7.4: the Russians move first, always."""


def fight(state: CampaignState, seed: int | str) -> ScenarioReport:
    """Fights the scenario that a campaign has come to, from the umpire's state to a report both sides can agree to.

    The same state and seed give the same report, to the byte.
    """
    now = Situation(state, Luck(seed))
    hand_out(now)
    bombard(now)
    batteries = {side: Batteries(now, side) for side in ORDER}
    for turn in range(1, LONGEST + 1):
        now.turn = turn
        for side in ORDER:
            _player_turn(now, side, batteries[side])
        if _ends(now):
            break
    fight_out(now, ORDER[0])
    encircle(now)
    return reported(now)


def _player_turn(now: Situation, side: Side, batteries: Batteries) -> None:
    foe = other(side)
    recover(now, side)
    snipe(now, side)
    batteries.fire(now)
    fly(now, side)
    prepared_fire(now, side)
    march(now, side, wants(now, side))
    enter(now, side)
    for unit in now.on_map(foe):
        unit.fired = False
    answering_fire(now, foe)
    for one in ORDER:
        run(now, one)
    assaults(now, side)
    for unit in now.on_map(foe):
        unit.fired = False


def _ends(now: Situation) -> bool:
    """001 CG4: from turn 6 on the German player rolls a die after each turn."""
    number = initial().game_end.number(now.turn)
    return number is not None and now.luck.die() <= number
