"""How a campaign begins, and the way from the first orders to the first battle: 001 7.4, 7.518-7.523."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest

from orsha.campaign.commands import CampaignCommand
from orsha.campaign.events import CampaignEvent
from orsha.campaign.game import Campaign
from orsha.campaign.opening import opening
from orsha.campaign.placing import settle
from orsha.campaign.sampling import Draft
from orsha.campaign.state import SIDES, CampaignSetup, CampaignState
from orsha.kernel import Match
from orsha.kernel.dice import Committed
from orsha.kernel.sheet import sheet

GAME = Campaign()
Played = Match[CampaignSetup, CampaignState, CampaignCommand, CampaignEvent]


class TestOrdersOfBattle:
    def test_7_4_four_aircraft_for_the_russians(self) -> None:
        assets = opening(CampaignSetup()).sides["russian"].assets.shown.values()
        assert [(one.group, one.since) for one in assets] == [("F1", "OB")] * 4
        assert all("44A GA without rockets, turns 1 to 2" in one.words for one in assets)

    def test_7_4_the_germans_have_none(self) -> None:
        assert opening(CampaignSetup()).sides["german"].assets.shown == {}

    def test_no_id_is_given_twice(self) -> None:
        for side in SIDES:
            own = opening(CampaignSetup()).sides[side]
            ids = [*own.box.shown, *own.forts.shown, *own.assets.shown]
            assert len(set(ids)) == len(ids) == own.made.shown


def secret(seed: int) -> bytes:
    return random.Random(seed).randbytes(32)


@cache
def played(seed: int) -> Played:
    """A campaign with random options, from the first orders to the first battle."""
    rng = random.Random(f"options {seed}")
    match: Played = Match.open(GAME, CampaignSetup(), name=f"s{seed}", dice=Committed(f"s{seed}", secret(seed)))
    while match.state.step != "battle":
        offers = [(seat, option) for seat in match.seats for option in match.options(seat)]
        assert offers, f"nobody may do anything at {match.state.step}"
        seat, option = rng.choice(offers)
        command = GAME.command(option.sample(rng))
        assert option.accepts(command)
        match.accept(match.act(seat, command))
    return match


@pytest.mark.parametrize("seed", range(6))
class TestToTheFirstBattle:
    def test_random_options_lead_there(self, seed: int) -> None:
        state = played(seed).state
        assert state.date == "23AM" and not state.asked
        assert sum(one.side == "german" for one in state.pieces.values()) > 5
        assert all(one.hex for one in state.pieces.values()) and all(one.hex for one in state.forts.values())

    def test_everybody_stands_on_their_own_ground(self, seed: int) -> None:
        state = played(seed).state
        for side in SIDES:
            there = [*state.sides[side].box.shown.values(), *(one for one in state.pieces.values() if one.side == side)]
            for one in there:
                assert not one.hex or state.control[one.hex] == side

    def test_what_is_held_is_where_its_holder_is(self, seed: int) -> None:
        state = played(seed).state
        everything = {**state.pieces, **state.sides["german"].box.shown, **state.sides["russian"].box.shown}
        for one in everything.values():
            assert one.held_by is None or everything[one.held_by].hex == one.hex

    def test_what_is_unseen_is_nowhere_in_what_the_other_side_receives(self, seed: int) -> None:
        match = played(seed)
        for side, other in (SIDES, SIDES[::-1]):
            received = msgspec.json.encode(sheet(match, other))
            for one in (*match.state.sides[side].box.shown, *match.state.sides[side].forts.shown):
                assert f'"{one}"'.encode() not in received and f" {one} ".encode() not in received
            for asset in match.state.sides[side].assets.shown:
                assert f'"{asset}"'.encode() not in received

    def test_the_journal_replays(self, seed: int) -> None:
        match = played(seed)
        assert Match.replay(GAME, match.lines, secret=secret(seed)).state == match.state


def test_drawn_set_ups_are_set_ups(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sampler never needs its way out, which is to set up nothing."""
    drafts = []
    draw = Draft.draw

    def noting(self: Draft) -> object:
        drawn = draw(self)
        drafts.append((self.set_up, drawn))
        return drawn

    monkeypatch.setattr(Draft, "draw", noting)
    for seed in range(100, 103):
        played(seed)
    for set_up, drawn in drafts:
        settle(set_up, drawn)
    assert max(len(drawn) for _, drawn in drafts) > 40
