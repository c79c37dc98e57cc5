"""Victory (001 7.4, 7.31, 7.5031): what earns a point, what a scenario and the campaign need."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.state import CampaignSetup
from orsha.campaign.victory import needed_to_win, points_of, scenario_points, scenario_winner, victory_points
from tests.campaign.stage import bare

TWELVE = ("A12", "CC5", "D22", "DD13", "I7", "I14", "K33", "P3", "Q10", "V17", "X38", "Z15")


def test_7_4_cvp_and_evp_are_counted_apart() -> None:
    assert points_of(0, 30, 10) == 1
    assert points_of(0, 19, 19) == 0 and points_of(0, 20, 20) == 2


def test_b10_at_most_ten_vp_come_from_locations() -> None:
    assert victory_points(replace(bare(), lvp=TWELVE)) == 10


def test_7_4_points_carry_over_from_scenario_to_scenario() -> None:
    state = replace(bare(), cvp=30, evp=10)
    assert victory_points(state) == 1
    assert scenario_points(state, cvp=10, evp=9, locations=0) == 1
    assert scenario_points(state, cvp=9, evp=10, locations=0) == 1
    assert scenario_points(state, cvp=9, evp=9, locations=3) == 3


def test_7_4_the_initial_scenario_is_won_with_5_vp_and_later_ones_with_7() -> None:
    assert [scenario_winner(bare("23AM"), 0, 0, n) for n in (4, 5)] == ["german", "russian"]
    assert [scenario_winner(bare("24AM"), 0, 0, n) for n in (6, 7)] == ["german", "russian"]
    assert scenario_winner(bare("24AM"), 20, 0, 6) == "russian"


def test_b14_each_german_cpp_left_takes_one_vp() -> None:
    assert victory_points(replace(bare(), cvp=200, german_cpp_left=3)) == 7


def test_7_31_the_russians_need_20_and_with_the_balance_18_or_22() -> None:
    assert [needed_to_win(CampaignSetup(side)) for side in (None, "russian", "german")] == [20, 18, 22]
