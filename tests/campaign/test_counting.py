"""What the other side could count (001 7.518-7.520, 7.5112, 7.5113, CG13): it sees the same, whatever was chosen.

The rolls themselves are left out: their number is public (ruling B105).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from orsha.campaign.commands import Answer, Fortify, Order, Placed, Works
from orsha.campaign.events import Answered, ChangedInSecret
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.isolation import other
from orsha.campaign.purchases import Purchase
from orsha.campaign.state import CampaignSetup
from orsha.kernel import Match, Roll
from orsha.kernel.journal import Did
from tests.campaign.stage import GAME, Stage, leader, squad
from tests.campaign.steps.setting import begun, place
from tests.campaign.steps.test_fortifying import buy, with_fpp

NONE = (6, 6)


def seen(events: Iterable[Any], side: Side) -> list[Any]:
    """The events as a side may read them, rolls left out."""
    return [GAME.door.masked(event, side) for event in events if not isinstance(event, Roll)]


def bought(side: Side, *order: Purchase, all_on_board: bool = False, works: tuple[Works, ...] = ()) -> list[Any]:
    """What the other side sees from the orders of the first date to the end of 7.520."""
    match = Match.open(Campaign(), CampaignSetup(), dice=3)
    for one in ("german", "russian"):
        match.do(one, Order(order if one == side else ()))
    while match.state.step in ("7.519", "7.520"):
        asked, question = next((one, hidden.shown) for one, hidden in match.state.asked.items())
        if question.form == "fortify":
            match.do(asked, Fortify(works if asked == side else ()))
        else:
            many = question.most if all_on_board and question.rule == "001 CG12b" else question.least
            match.do(asked, Answer(tuple(question.choices)[:many]))
    happened = [one.what for entry in match.entries if isinstance(entry, Did) for one in entry.happened]
    return seen(happened, other(side))


@pytest.mark.parametrize(
    "order",
    [
        ("I1", "G1"), ("O1", "O1", "M1"), ("M2", "F1"), ("V3", "O4", "O1", "I7"),
    ],
)  # fmt: skip
def test_7_519_cg13_the_russians_cannot_count_what_the_germans_bought(order: tuple[str, ...]) -> None:
    assert bought("german", *map(Purchase, order)) == bought("german")


def test_7_520_nor_whether_they_dug() -> None:
    works = (Works("trench"), Works("concealment", 2))
    assert bought("german", Purchase("M1"), works=works) == bought("german")


@pytest.mark.parametrize("order", [("B1", "O4", "O6", "O1"), ("I5", "V7", "M3"), ("F1", "M2", "O7")])
def test_7_519_cg13_nor_the_germans_what_the_russians_bought(order: tuple[str, ...]) -> None:
    assert bought("russian", *map(Purchase, order)) == bought("russian")


def test_cg12b_nor_how_many_groups_they_paid_to_set_up_on_board() -> None:
    assert bought("russian", all_on_board=True) == bought("russian")


def test_7_519_no_rule_is_named_to_the_other_side() -> None:
    """By its rule a question tells what a side has."""
    told = [event for event in bought("german", Purchase("O1")) if isinstance(event, (Answered, ChangedInSecret))]
    assert len(told) > 3 and all(event.rule.sealed == (event.side == "german") for event in told)


def test_7_520_both_sides_are_asked_whatever_they_have() -> None:
    poor, rich = with_fpp({}), with_fpp({"german": 50})
    assert set(poor.state.asked) == {"german", "russian"}
    buy(poor)
    buy(rich, Works("pillbox", 1, (1, 3, 5)))
    assert poor.events and seen(poor.events, "russian") == seen(rich.events, "russian")


def hardened(*faces: tuple[int, int], chosen: tuple[str, ...] = (), men: str = "squad") -> list[Any]:
    made = [squad(f"g{n}") if men == "squad" else leader(f"g{n}", type="9-1") for n in range(1, 5)]
    stage = Stage("7.511", *made, dice=[*faces, NONE, NONE]).run()
    if stage.state.asked:
        stage.answer("german", *chosen)
    assert stage.done
    return seen(stage.events, "russian")


def test_7_5112_how_many_harden_is_not_seen() -> None:
    nobody = hardened(NONE)
    assert hardened((2, 2), chosen=("g1", "g2")) == nobody and hardened((2, 2)) == nobody
    assert [type(one).__name__ for one in nobody].count("Asked") == 2, "a side for which nobody hardens is asked too"


def test_7_5113_nor_whether_a_leader_does() -> None:
    nobody = hardened(NONE, NONE, men="leader")
    assert hardened(NONE, (1, 1), chosen=("g1",), men="leader") == nobody


def test_7_520_nor_whether_anybody_was_hidden() -> None:
    def set_up(fpp: int, *placed: Placed) -> list[Any]:
        stage = begun(squad("g1"), squad("g2"), date="23PM", german={"fpp": fpp})
        return seen(place(stage, "german", *placed).events, "russian")

    assert set_up(9, Placed("g1", "P20", "hidden")) == set_up(0), "or all stayed off the map"


def test_7_5225_nor_whether_the_russians_have_cpp_left_for_reconnaissance() -> None:
    def set_up(cpp: int) -> list[Any]:
        stage = begun(date="23PM", russian={"cpp": cpp})
        if cpp:
            stage.answer("russian", "0")
        assert stage.done
        return seen(stage.events, "german")

    assert set_up(3) == set_up(0)
