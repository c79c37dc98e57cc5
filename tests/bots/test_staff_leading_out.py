"""What the staff moves before the game (Spearhead, Redemption)."""

from __future__ import annotations

import random

import pytest

from orsha.bots.battle_auto import play_battle
from orsha.bots.battle_staff import StaffBot
from orsha.bots.staff import set_up
from orsha.bots.staff.goals import goals
from orsha.tabletop.game import Battle, facts
from orsha.tabletop.game.commands import Deploy, March, Pass
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Objective, Seat
from tests.tabletop.game.stage import INCH, Group, decided, with_mission
from tests.tabletop.game.test_leading_out import MEN, PENALS, SCOUT, SCOUTS, asked, patrols, setting_up
from tests.tabletop.game.test_moving import wood

TRIO = Group("Scouts", (SCOUT,) * 3, ())


def goal(state: BattleState, x: float = 31, y: float = 40) -> BattleState:
    """An objective in the enemy's half, which the attacker takes."""
    one = Objective("1", "allied", "defender", (round(x * INCH), round(y * INCH)))
    return with_mission(state, objectives={"1": one})


def chosen(state: BattleState, seat: Seat = "allied") -> object:
    return StaffBot(seat, 1).choose(state)


@pytest.mark.parametrize("group", [SCOUTS, PENALS])
def test_who_attacks_leads_out_toward_its_goal(group: Group) -> None:
    state = goal(asked(group, MEN))
    command = chosen(state)
    assert isinstance(command, March) and Battle().options(state, "allied")[0].accepts(command)
    after = decided(state, "allied", command).state
    assert facts.spot(after, "allied 0.0")[1] > 15 * INCH


def test_into_a_wood_rather_than_farther_in_the_open() -> None:
    state = goal(asked(SCOUTS, MEN, at=((30, 10), (32, 10)), features=[wood(26, 13, 36, 15.5)]))
    command = chosen(state)
    assert isinstance(command, March)
    assert all(13 * INCH < leg.way[-1][1] < 15.5 * INCH for leg in command.legs)


def test_who_has_no_goal_or_keeps_an_objective_stays() -> None:
    assert chosen(asked(SCOUTS, MEN)) == Pass()
    defends = with_mission(goal(asked(SCOUTS, MEN)), attacker="axis", defender_pick="lower")
    theirs, ours = (
        Objective("1", "allied", "attacker", (31_000, 40_000)),
        Objective("2", "axis", "defender", (31_000, 6_000)),
    )
    defends = with_mission(defends, objectives={"1": theirs, "2": ours})
    wanted = goals(defends, "allied")
    assert wanted.take and wanted.keep and chosen(defends) == Pass()


def test_who_gains_ground_for_the_attacker_is_put_down_first() -> None:
    state = goal(setting_up(TRIO, MEN))
    command = set_up.deploy(state, "allied", ["allied 0", "allied 1"], random.Random(1))
    assert isinstance(command, Deploy) and command.unit == "allied 0"


@pytest.mark.parametrize("bots", ["staff", "random"])
def test_battles_with_such_units_are_played_to_their_end(bots: str) -> None:
    for seed in range(2):
        match, _ = play_battle(patrols(seed, mission="annihilation"), {"allied": bots, "axis": "staff"}, seed)
        assert match.result is not None
