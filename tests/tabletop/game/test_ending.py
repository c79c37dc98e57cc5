"""A battle that ends without its mission's victory (core 11, rulings A69, A167): conceded, stopped, out of turns."""

from __future__ import annotations

import pytest

from orsha.bots.battle_auto import play_battle
from orsha.bots.battle_random import RandomBot
from orsha.bots.battle_staff import StaffBot
from orsha.kernel import Dice, Illegal
from orsha.kernel.dice import Seeded
from orsha.tabletop.force import load_force
from orsha.tabletop.game import Battle, BattleSetup
from orsha.tabletop.game.commands import NextStep
from orsha.tabletop.game.state import BattleState, TurnStep
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.state import Seat
from tests.bots.test_staff_pressing import company
from tests.tabletop.game.stage import Group, battle, decided, refused, with_mission

STRONG = [company(20), company(20, 4), company(20, 34)]
WEAK = [company(60)]


def fought(
    allied: list[Group] = STRONG, axis: list[Group] = WEAK, step: TurnStep = "movement", turn: int = 3
) -> BattleState:
    return with_mission(battle(allied, axis, step=step), turns={"allied": turn, "axis": turn - 1})


@pytest.mark.parametrize("step", ["movement", "shooting", "assault"])
def test_in_each_step_of_ones_turn_one_may_give_up_or_propose_to_stop(step: TurnStep) -> None:
    state = fought(step=step)
    ends = {option.act for option in Battle().options(state, "allied") if option.ends}
    assert ends == {"concede", "call-off"} and not Battle().options(state, "axis")
    after = decided(state, "allied", mc.Concede()).state
    result = Battle().result(after)
    assert result is not None and result.winner == "axis" and not Battle().options(after, "allied")


def test_the_enemy_cannot_give_up_for_one() -> None:
    refused(fought(), "axis", mc.Concede(), "in one's own turn")


def test_until_the_other_side_has_answered_nothing_else_is_done() -> None:
    state = decided(fought(), "allied", mc.CallOff()).state
    assert [option.act for option in Battle().options(state, "axis")] == ["agree"]
    assert not Battle().options(state, "allied")
    with pytest.raises(Illegal, match="first the proposal to stop is answered"):
        Battle().decide(state, "allied", NextStep(), Dice(Seeded("1")))
    assert decided(state, "axis", mc.Agree(False)).state.mission.offered is None
    over = decided(state, "axis", mc.Agree(True)).state
    result = Battle().result(over)
    assert result is not None and result.winner is None and result.points == {"allied": 1, "axis": 1}


def offered_to(seat: Seat, **of: int) -> BattleState:
    """The other side proposes to stop, in its own turn."""
    proposer: Seat = "axis" if seat == "allied" else "allied"
    return decided(with_mission(fought(**of), active=proposer), proposer, mc.CallOff()).state


def test_the_staff_agrees_when_it_has_less_left_and_else_only_in_the_end() -> None:
    assert StaffBot("axis").choose(offered_to("axis")) == mc.Agree(True)
    assert StaffBot("allied").choose(offered_to("allied")) == mc.Agree(False)
    assert StaffBot("allied").choose(offered_to("allied", turn=12)) == mc.Agree(True)
    assert StaffBot("axis").choose(offered_to("allied")) is None, "who proposed waits"


def test_a_random_player_never_gives_up_by_chance() -> None:
    state, bot = fought(axis=[company(60)]), RandomBot("allied", 1)
    assert not {type(bot.choose(state)) for _ in range(15)} & {mc.Concede, mc.CallOff}


def test_between_bots_a_battle_has_a_last_turn_and_then_both_score_as_losers() -> None:
    forces: dict[Seat, object] = {"allied": load_force("soviet-50"), "axis": load_force("german-50")}
    setup = BattleSetup(forces, mission="annihilation", turns=2)  # type: ignore[arg-type]
    match, outcome = play_battle(setup, {"allied": "staff", "axis": "staff"}, 1)
    assert match.result is not None and outcome.winner is None and outcome.turns == {"allied": 2, "axis": 2}
    assert set(outcome.points.values()) <= {1, 2, 3} and "last turn" in outcome.why
