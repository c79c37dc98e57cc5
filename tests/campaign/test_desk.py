"""The purchase desk: secret orders, groups rolled in, a scenario filed and agreed to, the next date, the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from orsha.campaign.desk import Desk, needed_to_win, scenario_points, victory_points
from orsha.campaign.desk_state import Agree, DeskSetup, File, Order, ScenarioEnd
from orsha.campaign.purchases import Purchase
from orsha.kernel import Illegal, Match, log, sheet
from orsha.kernel.conformance import check

GAME = Desk()
LVP = ("A12", "CC5", "D22", "DD13", "I7", "I14", "K33", "P3", "Q10", "V17", "X38", "Z15")
Playing = Match[Any, Any, Any, Any]


def opened(seed: int = 1, **setup: Any) -> Playing:
    return Match.open(GAME, DeskSetup(**setup), dice=seed)


def ordered(match: Playing, german: str = "", russian: str = "") -> None:
    for side, ids in (("german", german), ("russian", russian)):
        match.do(side, Order(tuple(Purchase(id) for id in ids.split())))


def fought(match: Playing, german_cvp: int = 0, russian_cvp: int = 0, evp: int = 0, lvp: int = 0) -> None:
    match.do("russian", File(german_cvp, russian_cvp, evp, LVP[:lvp]))
    match.do("german", Agree(True))


def test_7_4_both_sides_begin_with_their_printed_numbers() -> None:
    state = opened().state
    assert (state.date, state.weather, state.ground) == ("23AM", "Overcast", "Wet")
    german, russian = state.sides["german"], state.sides["russian"]
    assert (german.elr, german.san, german.cpp.shown) == (3, 3, 66)
    assert (russian.elr, russian.san, russian.cpp.shown) == (4, 3, 68)


class TestOrders:
    def test_7_518_an_order_stays_secret_down_to_how_many_groups_it_has(self) -> None:
        match = opened()
        match.do("german", Order((Purchase("I1"), Purchase("V3"))))
        assert log(match, "russian")[-1].words == ("german has ordered",)
        assert log(match, "german")[-1].words == ("german orders I1, Rifle Co. I; V3, AG Plt. I",)
        seen = msgspec.json.encode(sheet(match, "russian"))
        assert b'"I1"' not in seen and b"66" not in seen and b"53" not in seen

    def test_an_order_that_a_rule_forbids_names_the_rule(self) -> None:
        match = opened()
        with pytest.raises(Illegal, match="at most 2 I1") as no:
            match.do("german", Order((Purchase("I1"),) * 3))
        assert no.value.rule == "001 7.5187"
        with pytest.raises(Illegal, match="no german group called 'Z9'"):
            match.do("german", Order((Purchase("Z9"),)))

    def test_7_5188_what_was_bought_before_counts(self) -> None:
        match = opened()
        ordered(match, german="V4")
        fought(match)
        ordered(match, german="V4")
        fought(match)
        with pytest.raises(Illegal, match="only 0 of the 2 V4"):
            match.do("german", Order((Purchase("V4"),)))

    def test_an_order_may_be_taken_back_until_the_other_side_has_ordered(self) -> None:
        match = opened()
        match.do("german", Order((Purchase("I1"),)))
        match.accept(match.take_back("german"))
        ordered(match, german="I2")
        assert not match.may_undo("german")
        assert match.state.phase == "battle"

    def test_7_519_what_was_ordered_is_rolled_in_for_its_own_side_only(self) -> None:
        match = opened()
        ordered(match, german="I1 O1", russian="V4")
        received = match.state.sides["german"].received.shown
        assert [one.id for one in received] == ["I1", "O1"] and received[0].units == {"4-6-7": 12}
        words = [words for told in log(match, "russian") for words in told.words]
        assert "german receives what it ordered" in words and not any("4-6-7" in line for line in words)

    def test_a_bought_san_increase_counts_at_once(self) -> None:
        match = opened()
        ordered(match, german="M3", russian="M2")
        assert [match.state.sides[side].san for side in ("german", "russian")] == [4, 4]


class TestScenarios:
    def test_an_end_is_filed_by_one_side_and_agreed_to_by_the_other(self) -> None:
        match = opened()
        ordered(match)
        match.do("german", File(10, 20, 0, ("P3",)))
        assert match.options("german") == ()
        match.do("russian", Agree(False))
        assert match.state.phase == "battle" and match.state.filed is None
        with pytest.raises(Illegal):
            match.do("russian", File(0, 0, 0, ("P4",)))
        fought(match, german_cvp=10)
        assert match.state.date == "23PM"

    def test_7_4_the_initial_scenario_is_won_with_5_vp_and_later_ones_with_7(self) -> None:
        match = opened()
        ordered(match)
        fought(match, lvp=5)
        assert match.state.sides["russian"].won_last
        ordered(match)
        fought(match, lvp=6)
        assert match.state.sides["german"].won_last
        ordered(match)
        fought(match, lvp=6, german_cvp=20)
        assert match.state.sides["russian"].won_last

    def test_7_4_cvp_carry_over_and_are_not_mixed_with_evp(self) -> None:
        match = opened()
        ordered(match)
        fought(match, german_cvp=30, evp=10)
        assert victory_points(match.state) == 1
        assert scenario_points(match.state, ScenarioEnd(10, 0, 9, ())) == 1
        assert scenario_points(match.state, ScenarioEnd(9, 0, 10, ())) == 1
        ordered(match)
        fought(match, german_cvp=10, evp=9)
        assert victory_points(match.state) == 2

    def test_b10_at_most_ten_vp_come_from_locations(self) -> None:
        match = opened()
        ordered(match)
        fought(match, lvp=12)
        assert victory_points(match.state) == 10


class TestTheNextDate:
    def test_7_515_cpp_unspent_and_replenished_add_up(self) -> None:
        match = opened()
        ordered(match, german="I1", russian="I1")
        fought(match)
        left = match.state.sides["german"].cpp.shown - (66 - 7)
        assert 20 <= left <= 25

    def test_7_517_weather_and_ground_are_rolled_anew(self) -> None:
        skies = set()
        for seed in range(25):
            match = opened(seed)
            ordered(match)
            fought(match)
            skies.add(match.state.weather)
        assert skies >= {"Rain", "Overcast", "Clear"}


class TestTheEnd:
    def played(self, lvp: int, german: str = "", **setup: Any) -> Playing:
        match = opened(3, **setup)
        for _ in range(4):
            ordered(match, german=german)
            fought(match, german_cvp=100, evp=40, lvp=lvp)
        return match

    def test_b14_each_german_cpp_left_takes_one_vp(self) -> None:
        match = self.played(lvp=10)
        left = match.state.german_cpp_left
        assert left is not None and left > 60
        assert match.result is not None and match.result.points["russian"] == 10 + 20 + 8 - left

    def test_7_4_the_russians_need_20_and_with_the_balance_18_or_22(self) -> None:
        assert needed_to_win(DeskSetup()) == 20
        assert (needed_to_win(DeskSetup("russian")), needed_to_win(DeskSetup("german"))) == (18, 22)

    def test_after_the_last_date_nothing_more_is_asked(self) -> None:
        match = self.played(lvp=10)
        assert match.result is not None and match.to_act() == ()


def test_the_desk_conforms() -> None:
    report = check(GAME, lambda rng: DeskSetup(rng.choice((None, "german", "russian"))), games=6, seed=2)  # type: ignore[arg-type,return-value]
    assert report.games == 6 and report.hidden > 1000
