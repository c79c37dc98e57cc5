"""What the players are reminded of: 001 CG1-CG16, 7.521, 7.5223, the notes to the charts."""

from __future__ import annotations

import pytest

from orsha.campaign.groups import chart
from orsha.campaign.reminders import every_reminder, reminders
from orsha.campaign.steps import STEPS

BATTLE = "battle"


def rules(step: str, side: str | None = None, date: str | None = None) -> str:
    return "; ".join(one.rule for one in reminders(step, side, date))  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(1, 17))
def test_every_campaign_rule_is_shown(number: int) -> None:
    known = {part for one in every_reminder() for part in one.rule.replace(",", " ").split()}
    assert {f"CG{number}", f"CG{number}a"} & known


def test_each_is_shown_at_a_step_that_there_is_or_in_the_battle() -> None:
    assert {moment for one in every_reminder() for moment in one.at} <= {*STEPS, BATTLE}


def test_7_5223_and_7_521_are_told_in_the_battle() -> None:
    assert "7.5223" in rules(BATTLE) and "7.521" in rules(BATTLE)


def test_a_side_hears_what_binds_it() -> None:
    assert "CG12a" in rules("7.522", "german") and "CG12b" not in rules("7.522", "german")
    assert "CG12b" in rules("7.522", "russian") and "CG12a" not in rules("7.522", "russian")
    assert "CG12a" in rules("7.522") and "CG12b" in rules("7.522")


def test_a_date_hears_what_holds_on_it() -> None:
    first = [one.words for one in reminders("7.522", "russian", "23AM") if one.rule == "001 CG12b"]
    later = [one.words for one in reminders("7.522", "russian", "24AM") if one.rule == "001 CG12b"]
    assert len(first) == len(later) == 1 and "numbered 42 or more" in first[0] and "9 hexes or more" in later[0]
    assert "special rule 5" not in rules("7.522", "german", "23PM")


def test_numbers_are_those_of_the_other_files() -> None:
    words = " ".join(one.words for one in reminders(BATTLE, "russian"))
    assert f"At most {chart('russian').oba_per_scenario} modules" in words
    assert not any("{" in one.words for one in every_reminder())


def test_a_step_without_any_has_none() -> None:
    assert reminders("7.505") == ()
