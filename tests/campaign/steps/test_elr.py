"""ELR loss or gain: 001 7.516."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from orsha.campaign.state import SIDES
from orsha.kernel import Hidden
from tests.campaign.stage import Stage
from tests.campaign.steps.rolled import rolls


def stage(
    german: tuple[int, int], russian: tuple[int, int] = (3, 3), date: str = "24AM", bought: str = "", **own: Any
) -> Stage:
    """Both sides with the same record; the Germans bought these groups on the date before."""
    made = Stage("7.516", dice=[german, russian], date=date)
    sides = {side: replace(made.state.sides[side], **{"elr": 3, **own}) for side in SIDES}
    sides["german"] = replace(sides["german"], last_order=Hidden(("german",), tuple(bought.split())))
    made.state = replace(made.state, sides=sides)
    return made.run()


def elr(*german: int, **more: Any) -> int:
    """The German ELR after a roll; on 24AM their history counts nothing and two scenarios are done (+4)."""
    assert len(german) == 2
    return stage((german[0], german[1]), **more).state.sides["german"].elr


def test_7_516_one_down_on_12_with_2_for_each_scenario_done() -> None:
    assert elr(3, 4) == 3 and elr(4, 4) == 2, "two scenarios done"
    assert elr(4, 5, date="23PM") == 3 and elr(5, 5, date="23PM") == 2, "one scenario done"


def test_7_516_one_up_on_2() -> None:
    assert elr(1, 1, bought="I3 I4 I3 I4") == 4 and elr(1, 1, bought="I3 I4 I3") == 3


def test_7_516_never_above_4_nor_below_1() -> None:
    assert elr(1, 1, bought="I3 I4 I3 I4", elr=4) == 4
    assert elr(6, 6, elr=1) == 1


def test_7_516_only_elite_groups_of_the_date_before_count() -> None:
    assert elr(4, 4, bought="I1 V3 I2") == 2 and elr(4, 4, bought="I1 I4") == 3


def test_7_516_a_victory_gives_minus_1() -> None:
    assert elr(4, 4, won_last=True) == 3


def test_7_516_2_for_each_full_50_cvp_suffered() -> None:
    assert elr(3, 3, cvp_suffered=49) == 3 and elr(3, 3, cvp_suffered=50) == 2


def test_7_5151_with_the_historical_drm_of_the_new_date() -> None:
    played = stage((2, 2), (4, 4), date="24AM")
    assert played.state.sides["russian"].elr == 3, "24AM: -1 for the Russians"
    assert stage((2, 2), (4, 5), date="24AM").state.sides["russian"].elr == 2


def test_7_516_whom_it_holds_for_is_told_once() -> None:
    assert sum("battlefield integrity" in line for line in stage((3, 3)).log) == 1


def test_b24_the_roll_is_secret_and_the_elr_is_not() -> None:
    played = stage((6, 6), bought="I4")
    assert [roll.ask.seen_by for roll in rolls(played)] == [("german",), ("russian",)]
    assert "the german ELR sinks from 3 to 2" in played.log
    assert b"the german ELR sinks" in played.seen_by("russian")
