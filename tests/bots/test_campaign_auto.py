"""Whole campaigns between two bots."""

from __future__ import annotations

import json

import msgspec
import pytest

from orsha.bots.campaign_auto import play_campaign, summary
from orsha.campaign.groups import dates
from orsha.campaign.state import SIDES
from orsha.kernel import verify


def test_a_date_is_played_and_told() -> None:
    match = play_campaign(1, 1)
    told = json.loads(msgspec.json.encode(summary(match)))
    assert told["seed"] == "1"
    assert (told["over"], told["winner"], told["needed"]) == (False, None, 20)
    [date] = told["dates"]
    assert (date["date"], date["weather"], date["ground"]) == ("23AM", "Overcast", "Wet")
    assert date["cpp"]["german"]["start"] == 66
    assert date["cpp"]["russian"] == {"start": 68, "replenished": 0, "spent": 68, "left": 0}
    assert all(date["groups"][side] for side in SIDES)
    assert date["winner"] in SIDES
    assert date["cvp"]["german"] > 0
    assert len(date["lvp"]["german"]) + len(date["lvp"]["russian"]) == 12
    assert sum(told["control"]["hexes"].values()) > 1000
    verify(match)


def test_the_same_seed_is_the_same_campaign() -> None:
    once, again = (play_campaign(7, 1, record=False) for _ in range(2))
    assert once.state == again.state


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_campaign_comes_to_its_end(seed: int) -> None:
    match = play_campaign(seed)
    told = summary(match)
    assert told["over"]
    assert [one["date"] for one in told["dates"]] == list(dates())
    assert told["winner"] == ("russian" if told["vp"] >= told["needed"] else "german")
    for date in told["dates"]:
        for side in SIDES:
            line = date["cpp"][side]
            assert line["left"] == line["start"] + line["replenished"] - line["spent"] >= 0
