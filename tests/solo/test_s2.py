"""OtO-S2, The Cross Roads: boards, VPO, S?, the cavalry, the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.solo.game import Solo
from orsha.solo.state import Begin, Control, End, NextTurn
from tests.solo.stage import Stage, boards, objective, opened

BOARDS = {"mapboard, a": [(5, 5)], "mapboard, b": [(1, 3), (3, 4)]}
"""50 in the centre, 44 in the west, 17 in the east."""


def laid(**dice: Any) -> Stage:
    """The three boards lie; the first question is about the river on 44."""
    script = {key.replace("_", " "): faces for key, faces in dice.items()}
    stage = opened("s2", {**script, **{k: list(v) for k, v in BOARDS.items() if k not in script}})
    return stage.do(Begin()).answer("south")


def survey(stage: Stage, crossroads: Any = (), long: Any = (), short: Any = ()) -> Stage:
    """One board's river, crossroads and bridges."""
    if "river" in stage.asked.words:
        stage.answer("no")
    return stage.answer(*crossroads).answer(*long).answer(*short)


class TestBriefing:
    def test_what_is_told(self) -> None:
        told = opened("s2").do(Begin()).told
        assert "3rd Guards Cavalry Corps" in told and "prevailing attitude is Hold" in told
        assert "level 0" in told and "wooden" in told and "unpaved" in told  # MSR 5
        assert "S4.13 does not apply on woods boards, nor B13.6 on river boards" in told  # MSR 7
        assert "no other comes in" in told and "Rule 12.5 of the solo game" in told

    def test_the_mission_tables(self) -> None:
        dice = {
            "SAN, enemy": [(2, 3)], "SAN, friendly": [(2, 3)], "activation number": [(5,)],
            "event numbers, enemy": [(4,)], "event numbers, friendly": [(2,)],
        }  # fmt: skip
        figures = opened("s2", dice).do(Begin()).state.figures
        assert (figures.san_enemy, figures.san_friendly, figures.activation) == (6, 3, 3)
        assert (figures.events_enemy, figures.events_friendly) == (3, 5)

    def test_the_player_chooses_north_or_south_first(self) -> None:
        stage = opened("s2").do(Begin())
        assert set(stage.asked.choices) == {"north", "south"} and not stage.state.boards
        assert stage.answer("north").state.edge == "north"


class TestBoards:
    def test_msr_6_column_a_for_the_centre_and_b_for_the_wings(self) -> None:
        assert [(board.name, board.where) for board in laid().state.boards] == [
            ("44", "west"), ("50", "centre"), ("17", "east")
        ]  # fmt: skip

    def test_msr_6_no_board_twice(self) -> None:
        stage = laid(**{"mapboard, b": [(1, 3), (2, 2), (3, 1), (6, 6)]})
        assert [board.name for board in stage.state.boards] == ["44", "50", "w52"]

    def test_msr_7_boards_8_and_40_have_rivers_that_flow_south(self) -> None:
        stage = laid(mapboard=[(6, 6), (1, 3), (3, 4)])
        survey(stage).answer()
        assert stage.state.boards[1].name == "8"
        assert "The river on board 8 flows south" in stage.told and "Bridge 1 on board 8" in stage.told

    def test_msr_7_bridges_of_a_river_by_a6g_a9a_and_a9b(self) -> None:
        dice = {"A6g, how many (stand-in), bridges": [(3,)], "A9a": [(5,), (6,), (1,), (4,)], "A9b": [(1,), (6,)]}
        stage = laid(**dice).answer("yes")
        assert not {"A9a", "A9b"} & set(stage.source.left)
        assert stage.told.count("does not count") == 2, "a 5 and a 6 are rolled again"
        assert "Bridge 2 on board 44" in stage.told and "stone" in stage.told

    def test_without_a_river_no_bridges_are_rolled_for(self) -> None:
        assert not any("A9a" in roll.ask.purpose for roll in laid().answer("no").rolls)

    def test_places_are_named_on_the_board_that_is_asked_about(self) -> None:
        stage = laid().answer("no")
        for wrong in ("50:K5", "K5", "44:k5", "44:", "44:KK555", "44:K05", "44:K\u0665"):
            with pytest.raises(Illegal):
                stage.answer(wrong)
        stage.answer("44:K5")
        assert stage.state.boards[0].crossroads == ("44:K5",)


class TestObjectives:
    def test_long_bridges_before_crossroads_before_bridges_of_one_hex(self) -> None:
        stage = laid(**{"VPO on board 44": [(6,)], "A9d": [(6,)]})
        survey(stage, ["44:K5"], ["44:L2"], ["44:M3"])
        found = [(one.place, one.kind) for one in stage.state.objectives.values()]
        assert found == [("44:L2", "long-bridge"), ("44:K5", "crossroads"), ("44:M3", "bridge")]
        assert "44:M3 is destroyed" in stage.told, "even a destroyed bridge"

    def test_random_selection_within_a_class(self) -> None:
        dice = {"VPO on board 44": [(3,)], "Random Selection of the VPO": [(2, 6, 2)]}
        stage = laid(**dice)
        survey(stage, ["44:A1", "44:B2", "44:C3"], ["44:L2"])
        assert list(stage.state.objectives) == ["44:L2", "44:B2"] and not stage.source.left.get("Random Selection")

    def test_all_where_there_are_fewer_than_the_number(self) -> None:
        stage = laid(**{"VPO on board 44": [(6,)]})
        survey(stage, ["44:A1"])
        assert list(stage.state.objectives) == ["44:A1"]

    def test_all_are_the_enemys_and_have_no_value_yet(self) -> None:
        stage = laid(**{"VPO on board 44": [(6,)]})
        survey(stage, ["44:A1", "44:B2"])
        assert {(one.holder, one.value) for one in stage.state.objectives.values()} == {("enemy", None)}


class TestSuspects:
    def around(self, *hiding: str) -> Stage:
        stage = laid(**{"VPO on board 44": [(1,)], "A6f": [(6,)]})
        survey(stage, ["44:A1"])
        assert "within 3 hexes of 44:A1" in stage.asked.words
        return stage.answer(*hiding)

    def places(self, stage: Stage) -> list[str]:
        return [one.place for one in stage.state.suspects.values()]

    def test_one_at_each_crossroads_vpo_and_in_concealment_terrain_around_it(self) -> None:
        assert self.places(self.around("44:A2", "50:GG1")) == ["44:A1", "44:A2", "50:GG1"]

    def test_none_around_where_nobody_can_hide(self) -> None:
        assert self.places(self.around()) == ["44:A1"]

    def test_only_one_in_a_location(self) -> None:
        stage = self.around("44:A1", "44:A2")
        assert self.places(stage) == ["44:A1", "44:A2"]
        stage.source.script["A9e"] = [(1,), (1,), (4,)]
        stage.answer("44:A2", "44:D4", "44:E5")
        assert self.places(stage) == ["44:A1", "44:A2", "44:D4"], "A9e says which buildings hold one"

    def test_one_beside_a_long_bridge(self) -> None:
        stage = laid(**{"VPO on board 44": [(1,)]})
        survey(stage, [], ["44:L2"])
        assert "next to the bridge 44:L2" in stage.asked.words
        with pytest.raises(Illegal):
            stage.answer("44:L1", "44:L3")
        assert self.places(stage.answer("44:L1")) == ["44:L1"]

    def test_none_at_a_bridge_of_one_hex(self) -> None:
        stage = laid(**{"VPO on board 44": [(1,)]})
        survey(stage, [], [], ["44:M3"])
        assert "building" in stage.asked.words and not stage.state.suspects


def whole(**dice: Any) -> Stage:
    """All three boards empty: on to the month and the cavalry."""
    stage = laid(**dice)
    for _ in range(3):
        survey(stage).answer()
    return stage


class TestCavalry:
    def test_msr_9_the_order_of_battle(self) -> None:
        stage = whole(heavy_weapon=[(6,)])
        counts = Counter({one.what: one.count for one in stage.state.own.values() if one.kind != "leader"})
        assert counts == {
            "5-2-7": 6, "4-4-7": 6, "2-2-8": 4, "LMG": 4, "ATR": 2, "50mm MTR": 2, "squad's horses": 12,
            "half-squad's horses": 4,
        }  # fmt: skip

    def test_msr_9_leaders_are_rolled_until_there_are_two(self) -> None:
        stage = whole(**{"R3, Russian leader (stand-in), leader 1 of 2": [(6, 6), (1, 1)]})
        leaders = [one.what for one in stage.state.own.values() if one.kind == "leader"]
        assert len(leaders) == 2 and leaders[0] == "10-2"

    @pytest.mark.parametrize(
        ("die", "weapon"), [(1, "45L AT"), (2, "82mm MTR"), (3, "MMG"), (4, "HMG"), (5, ".50 cal HMG")]
    )
    def test_msr_9_a_heavy_weapon_with_crew_and_wagon(self, die: int, weapon: str) -> None:
        own = whole(heavy_weapon=[(die,)]).state.own.values()
        assert [one.what for one in own][-3:] == ["2-2-8", "Wagon", weapon]

    @pytest.mark.parametrize(("die", "month"), [(4, "June"), (5, "July")])
    def test_msr_8_the_month_and_its_conditions(self, die: int, month: str) -> None:
        stage = whole(month_of_1944=[(die,)])
        assert stage.state.conditions.startswith(f"{month} 1944, ")
        assert any("environment of the month (stand-in)" in roll.ask.purpose for roll in stage.rolls)

    def test_the_cavalry_enters_from_off_the_board_and_moves_first(self) -> None:
        stage = whole()
        assert "may ride on from your edge on turn 1 or later" in stage.told and stage.state.phase == "play"
        stage.do(NextTurn())
        assert (stage.state.turn, stage.state.side) == (1, "friendly")


class TestPlay:
    def test_msr_4_enemy_events_need_no_activation(self) -> None:
        stage = Stage("s2", dice={"numbers 4/5": [(2, 2)], "coloured die first": [(1, 1)], "sniper attack": [(1,)]})
        stage.do(NextTurn())
        assert "Random event 21-26" in stage.told and not stage.state.activated

    def test_with_every_vpo_at_the_end_of_any_player_turn_the_player_wins(self) -> None:
        stage = Stage("s2", objective("44:A1"), objective("44:B2", "friendly"), boards=boards("44", "8", "17"))
        stage.do(Control("44:A1", "friendly"))
        assert stage.state.phase == "play", "not before the turn ends"
        stage.do(NextTurn())
        result = Solo().result(stage.state)
        assert result is not None and result.winner == "player" and stage.state.turn == 1

    def test_not_with_one_missing(self) -> None:
        dice = {"random events": [(6, 6)]}
        stage = Stage("s2", objective("44:A1"), objective("44:B2", "friendly"), dice=dice).do(NextTurn())
        assert stage.state.phase == "play"

    def test_nor_where_there_is_none_to_take(self) -> None:
        assert Stage("s2", dice={"random events": [(6, 6)]}).do(NextTurn()).state.phase == "play"


class TestTheEnd:
    def at(self, turn: int, die: int, *things: Any, **dice: Any) -> Stage:
        return Stage("s2", *things, turn=turn, side="enemy", dice={"mission end": [(die,)], **dice})

    @pytest.mark.parametrize(("turn", "die", "ends"), [(10, 2, True), (10, 3, False), (14, 2, True), (14, 3, False)])
    def test_from_turn_10_on_a_2_or_less_ends_it(self, turn: int, die: int, ends: bool) -> None:
        assert (self.at(turn, die, objective("44:A1")).do(End()).state.phase == "ending") is ends

    def test_not_before(self) -> None:
        with pytest.raises(Illegal, match="from 10 on"):
            self.at(9, 1).do(End())

    def test_values_are_rolled_only_now_and_go_to_who_controls(self) -> None:
        things = (objective("44:A1"), objective("44:B2"), objective("44:C3"))
        stage = self.at(10, 1, *things, A10b=[(6,), (4,), (1,)]).do(End()).answer("44:A1")
        assert stage.state.score is not None
        assert stage.state.score.friendly == {"VPO": 3} and stage.state.score.enemy == {"VPO": 3}
        result = Solo().result(stage.state)
        assert result is not None and result.winner is None and stage.all_dice_thrown()

    def test_a_win_at_once_comes_before_the_die(self) -> None:
        stage = self.at(10, 1, objective("44:A1", "friendly")).do(End())
        assert stage.state.won_at_once and not stage.rolls
