"""A new date and SAN adjustment: 001 7.512."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.campaign.purchases import Purchase
from orsha.campaign.state import SIDES
from orsha.kernel import Hidden
from tests.campaign.stage import Stage
from tests.campaign.steps.rolled import rolls


def stage(german: int, russian: int, *dice: tuple[int, ...]) -> Stage:
    made = Stage("7.512", dice=dice)
    san = {"german": german, "russian": russian}
    sides = {side: replace(made.state.sides[side], san=san[side]) for side in SIDES}
    made.state = replace(made.state, sides=sides)
    return made.run()


def sans(played: Stage) -> tuple[int, int]:
    return played.state.sides["german"].san, played.state.sides["russian"].san


def test_7_5121_every_reorganization_brings_the_next_date() -> None:
    for date, then in (("23AM", "23PM"), ("23PM", "24AM"), ("24AM", "24PM")):
        played = Stage("7.512", dice=[(1,), (1,)], date=date).run()
        assert played.done and played.state.date == then


def test_7_516_what_was_ordered_is_now_what_was_bought_on_the_date_before() -> None:
    made = Stage("7.512", dice=[(1,), (1,)])
    own = made.state.sides["german"]
    ordered = replace(own, order=Hidden(("german",), (Purchase("I3"),)))
    made.state = replace(made.state, sides={**made.state.sides, "german": ordered})
    made.run()
    assert made.state.sides["german"].last_order.shown == ("I3",) and made.state.sides["german"].order.shown == ()


def test_7_5122_a_san_of_3_or_more_sinks_on_5_with_san_less_4_added() -> None:
    assert sans(stage(4, 4, (4,), (5,))) == (4, 3)
    assert sans(stage(6, 5, (3,), (3,))) == (5, 5)


def test_b19_a_san_of_3_has_minus_1() -> None:
    assert sans(stage(3, 3, (5,), (6,))) == (3, 2)


def test_7_5122_a_san_of_2_stays_and_1_or_less_becomes_2_without_a_roll() -> None:
    played = stage(2, 1)
    assert sans(played) == (2, 2) and rolls(played) == []
    assert sans(stage(0, 2)) == (2, 2)
    assert "the russian SAN rises from 1 to 2" in played.log
