"""Purchasing fortifications: 001 7.520."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.campaign.commands import Fortify, Works
from orsha.campaign.domains import AFortification
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.works import works_bill
from orsha.kernel import Hidden, Illegal
from tests.campaign.stage import Stage


def with_fpp(fpp: dict[Side, int], date: str = "23PM", **more: Any) -> Stage:
    stage = Stage("7.520", date=date)
    sides = dict(stage.state.sides)
    for side, points in fpp.items():
        sides[side] = replace(sides[side], fpp=Hidden((side,), points))
    for name, value in more.items():
        sides["german"] = replace(sides["german"], **{name: Hidden(("german",), value)})
    stage.state = replace(stage.state, sides=sides)
    return stage.run()


def buy(stage: Stage, *works: Works, side: Side = "german") -> Stage:
    return stage.send(side, Fortify(works))


def price(*works: Works, side: Side = "german", date: str = "23PM", fpp: int = 1000) -> int:
    return works_bill(side, date, fpp, {}, works).spent


class TestPrices:
    @pytest.mark.parametrize(
        ("works", "fpp"),
        [
            (Works("foxhole-1"), 1), (Works("foxhole-2"), 2), (Works("foxhole-3", 2), 6), (Works("trench"), 6),
            (Works("at-ditch"), 18), (Works("ap-mine", 6), 12), (Works("at-mine", 3), 12), (Works("concealment", 4), 4),
            (Works("wire"), 13), (Works("pillbox", 1, (1, 3, 5)), 18), (Works("pillbox", 2, (2, 5, 7)), 56),
            (Works("hip", 7), 7),
        ],
    )  # fmt: skip
    def test_7_520_the_table(self, works: Works, fpp: int) -> None:
        assert price(works) == fpp

    def test_7_520_not_more_than_there_is(self) -> None:
        with pytest.raises(Illegal, match="costs 19 FPP and the german side has 18"):
            price(Works("trench"), Works("wire"), fpp=18)

    def test_7_520_the_russians_buy_foxholes_only(self) -> None:
        assert price(Works("foxhole-3"), side="russian") == 3
        for what in ("trench", "hip", "concealment", "wire"):
            with pytest.raises(Illegal, match="the russian side cannot buy"):
                price(Works(what), side="russian")

    def test_7_520_and_none_before_the_first_scenario(self) -> None:
        with pytest.raises(Illegal, match="before the first scenario"):
            price(Works("foxhole-1"), side="russian", date="23AM")
        assert price(Works("foxhole-1"), date="23AM") == 1

    def test_7_520_fifteen_ditches_in_the_campaign(self) -> None:
        assert works_bill("german", "23PM", 999, {"at-ditch": 13}, (Works("at-ditch", 2),)).bought == {"at-ditch": 15}
        with pytest.raises(Illegal, match="only 2 of the 15"):
            works_bill("german", "23PM", 999, {"at-ditch": 13}, (Works("at-ditch", 2), Works("at-ditch")))

    @pytest.mark.parametrize(
        "works",
        [
            Works("ap-mine", 7), Works("at-mine", 6), Works("trench", 0), Works("trench", -1), Works("pillbox"),
            Works("pillbox", 1, (1, 1, 1)), Works("trench", 1, (1, 3, 5)), Works("bunker"),
        ],
    )  # fmt: skip
    def test_what_there_is_not_cannot_be_bought(self, works: Works) -> None:
        with pytest.raises(Illegal):
            price(works)


class TestBuying:
    def test_7_520_works_wait_in_the_box_for_the_set_up(self) -> None:
        stage = with_fpp({"german": 100})
        buy(stage, Works("foxhole-2", 2), Works("trench"), Works("ap-mine", 8), Works("pillbox", 1, (1, 3, 5)))
        forts = list(stage.state.sides["german"].forts.shown.values())
        assert [(one.what, one.capacity, one.ap, one.values, one.hex) for one in forts] == [
            ("foxhole", 2, 0, None, ""), ("foxhole", 2, 0, None, ""), ("trench", 0, 0, None, ""),
            ("minefield", 0, 8, None, ""), ("pillbox", 0, 0, (1, 3, 5), ""),
        ]  # fmt: skip
        assert [one.known for one in forts if one.what == "minefield"] == [False]

    def test_7_520_what_is_not_spent_is_forfeited(self) -> None:
        stage = buy(with_fpp({"german": 50}), Works("trench"))
        assert stage.state.sides["german"].fpp.shown == 0
        assert "6 german FPP are spent, 0 set aside for hidden set-up, 44 forfeited" in stage.log

    def test_7_520_fpp_for_hiding_are_kept_until_the_set_up(self) -> None:
        stage = buy(with_fpp({"german": 50}), Works("hip", 11), Works("wire"))
        assert stage.state.sides["german"].fpp.shown == 11
        assert stage.state.sides["german"].works_bought.shown == {"wire": 1}

    def test_cg10_concealment_counters_are_dummies(self) -> None:
        stage = buy(with_fpp({"german": 5}), Works("concealment", 3))
        assert len(stage.state.sides["german"].assets.shown) == 3 and not stage.state.sides["german"].forts.shown

    def test_7_520_a_side_without_fpp_is_asked_too_and_answers_with_nothing(self) -> None:
        stage = with_fpp({"german": 1})
        assert set(stage.state.asked) == {"german", "russian"} and "no FPP" in stage.asked("russian").words
        with pytest.raises(Illegal, match="not offered"):
            buy(stage, Works("foxhole-1"), side="russian")
        assert buy(buy(stage), side="russian").done

    def test_7_520_russian_fpp_of_the_first_date_are_forfeited_at_once(self) -> None:
        stage = with_fpp({"russian": 50}, date="23AM")
        assert "russian" not in stage.state.asked and stage.state.sides["russian"].fpp.shown == 0

    def test_both_sides_buy_at_once_and_in_secret(self) -> None:
        stage = with_fpp({"german": 50, "russian": 50})
        assert set(stage.state.asked) == {"german", "russian"}
        buy(stage, Works("pillbox", 1, (1, 3, 5)))
        assert not stage.done and b"pillbox" not in stage.seen_by("russian")
        buy(stage, Works("foxhole-1"), side="russian")
        assert stage.done

    def test_a_maximum_counts_over_the_campaign(self) -> None:
        stage = with_fpp({"german": 200}, works_bought={"at-ditch": 14})
        with pytest.raises(Illegal, match="not offered"):
            buy(stage, Works("at-ditch", 2))
        assert buy(stage, Works("at-ditch")).state.sides["german"].works_bought.shown == {"at-ditch": 15}


class TestTheOption:
    def test_samples_are_accepted_and_some_are_long(self) -> None:
        sizes = []
        for seed in range(60):
            domain = AFortification("german", "23PM", 150, {"at-ditch": 14})
            raw = domain.sample(random.Random(seed))
            command = Campaign().command({"do": "fortify", "works": raw})
            assert isinstance(command, Fortify) and domain.contains(command.works)
            sizes.append(len(command.works))
        assert max(sizes) > 4

    def test_nonsense_is_not(self) -> None:
        domain = AFortification("russian", "23PM", 50, {})
        for wrong in (None, 3, "trench", (Works("trench"),), [Works("foxhole-1")], (1, 2)):
            assert not domain.contains(wrong)
