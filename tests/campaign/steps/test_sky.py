"""Weather and environmental conditions: 001 7.517."""

from __future__ import annotations

import pytest

from tests.campaign.stage import Stage
from tests.campaign.steps.rolled import rolls


def sky(*dice: tuple[int, ...], weather: str = "Clear", ground: str = "Moderate") -> Stage:
    return Stage("7.517", dice=dice, date="23PM", weather=weather, ground=ground).run()


@pytest.mark.parametrize(
    ("dice", "result"),
    [((1, 2), "Rain"), ((2, 2), "Overcast"), ((3, 4), "Overcast"), ((4, 4), "Clear"), ((6, 6), "Clear and gusty")],
)
def test_7_517_the_weather_table(dice: tuple[int, int], result: str) -> None:
    assert sky(dice, (4,)).state.weather == result


@pytest.mark.parametrize(("die", "result"), [(2, "Wet"), (3, "Moist"), (4, "Moist"), (5, "Moderate")])
def test_7_5171_the_ground(die: int, result: str) -> None:
    assert sky((4, 4), (die,)).state.ground == result


def test_7_517_an_overcast_date_before_gives_both_rolls_minus_1() -> None:
    played = sky((4, 4), (3,), weather="Overcast").answer("german", "no")
    assert (played.state.weather, played.state.ground) == ("Overcast", "Wet")


def test_7_5171_rain_on_the_date_before_gives_minus_3() -> None:
    assert sky((4, 4), (5,), weather="Rain").state.ground == "Wet"
    assert sky((4, 4), (6,), weather="Rain").state.ground == "Moist"


def test_7_5171_rain_that_began_under_an_overcast_sky_counts_too() -> None:
    played = sky((4, 4), (6,), weather="Overcast")
    assert list(played.asked("german").choices) == ["no", "yes"] and "russian" not in played.state.asked
    assert played.answer("german", "yes").state.ground == "Wet", "-3 and -1"


def test_7_517_the_ground_looks_at_the_weather_before_not_at_the_new_one() -> None:
    assert sky((1, 1), (5,), weather="Clear").state.ground == "Moderate"


def test_7_517_the_german_side_rolls_and_the_roster_has_the_line() -> None:
    played = sky((4, 4), (5,))
    assert [roll.ask.who for roll in rolls(played)] == ["german", "german"]
    line = played.state.roster[-1]
    assert (line.date, line.weather, line.ground) == ("23PM", "Clear", "Moderate")


def test_7_517_a_gusty_sky_is_told() -> None:
    def told(*dice: int) -> bool:
        return any("wind is gusty" in line for line in sky(dice, (5,)).log)

    assert told(6, 6) and not told(5, 6)


def test_7_517_and_no_wind_is_rolled_for_after_it() -> None:
    assert any("none is rolled for before setting up" in line for line in sky((6, 6), (5,)).log)
