"""CPP replenishment: 001 7.515."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.files import Side
from orsha.campaign.state import CppLine
from orsha.kernel import Hidden
from tests.campaign.stage import Stage
from tests.campaign.steps.rolled import rolls


def stage(date: str, *dice: tuple[int, ...], cpp: int = 7) -> Stage:
    made = Stage("7.515", dice=dice, date=date)
    sides = {side: replace(own, cpp=Hidden((side,), cpp)) for side, own in made.state.sides.items()}
    made.state = replace(made.state, sides=sides)
    return made.run()


def cpp(played: Stage, side: Side) -> int:
    return played.state.sides[side].cpp.shown


def test_7_515_each_side_gains_by_a_roll() -> None:
    played = stage("24AM", (1, 1), (6, 6), cpp=0)
    assert (cpp(played, "german"), cpp(played, "russian")) == (25, 20)


def test_7_5151_with_the_historical_drm_of_the_new_date() -> None:
    assert cpp(stage("23PM", (1, 3), (1, 3), cpp=0), "russian") == 23, "23PM: +1 for the Russians"
    assert cpp(stage("24AM", (1, 4), (1, 4), cpp=0), "russian") == 24, "24AM: -1 for the Russians"
    assert cpp(stage("24PM", (1, 3), (1, 3), cpp=0), "german") == 23, "24PM: +1 for the Germans"


def test_7_5152_what_was_left_starts_the_new_line_and_adds_up() -> None:
    played = stage("23PM", (3, 4), (3, 4))
    own = played.state.sides["german"]
    assert own.columns.shown[-1] == CppLine("23PM", 7, 22)
    assert own.cpp.shown == own.columns.shown[-1].left == 29
    assert own.columns.shown[0].date == "23AM", "the lines before stay"


def test_7_515_roll_and_points_are_secret() -> None:
    played = stage("23PM", (3, 4), (3, 4), cpp=77)
    assert [roll.ask.seen_by for roll in rolls(played)] == [("german",), ("russian",)]
    assert b"german has 77 CPP left" in played.seen_by("german")
    assert b"german has 77 CPP left" not in played.seen_by("russian")
