"""Campaigns that an older version wrote are read and played on."""

from __future__ import annotations

from pathlib import Path

from orsha.campaign.commands import Answer
from orsha.campaign.game import Campaign
from orsha.campaign.state import CampaignState
from orsha.kernel import Match, log
from orsha.kernel.export import read

VERSION_1 = Path(__file__).parent / "data" / "version-1.orsha"
"""Both orders of 23AM, written before the rules of secret events were sealed."""


def replayed() -> Match:  # type: ignore[type-arg]
    _, lines = read(VERSION_1.read_bytes())
    return Match.replay(Campaign(), lines)


def test_a_journal_of_version_1_is_read_to_its_end() -> None:
    match = replayed()
    state: CampaignState = match.state
    assert match.opened.version == 1 and state.step == "7.519" and state.waiting == ("russian",)
    assert [one.id for one in state.sides["german"].order.shown] == ["I1", "O1", "M1"]


def test_and_tells_its_side_alone_what_was_secret() -> None:
    told = {seat: [words for one in log(replayed(), seat) for words in one.words] for seat in ("german", "russian")}
    assert any("german pays" in words for words in told["german"])
    assert not any("german pays" in words for words in told["russian"])


def test_and_its_options_are_open() -> None:
    match = replayed()
    assert match.options("russian")[0].accepts(Answer(()))
