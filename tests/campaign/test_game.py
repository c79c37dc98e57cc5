"""On Track to Orsha as a game: it conforms, it runs its steps in order, it refuses with the rule's name."""

from __future__ import annotations

import random

import pytest

from orsha.campaign.commands import Agree, Answer, File, Order
from orsha.campaign.events import StepBegan
from orsha.campaign.game import Campaign, doing
from orsha.campaign.purchases import Purchase
from orsha.campaign.state import SIDES, CampaignSetup
from orsha.campaign.steps import FIRST, STEPS
from orsha.kernel import Illegal, Match, log
from orsha.kernel.conformance import check
from orsha.kernel.journal import Did

GAME = Campaign()
SETUPS = (CampaignSetup(), CampaignSetup("german"), CampaignSetup("russian"))


def setup(rng: random.Random) -> CampaignSetup:
    return rng.choice(SETUPS)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_campaign_conforms(seed: int) -> None:
    report = check(GAME, setup, games=1, seed=seed, most=3000, thorough=False)
    assert report.games == 1 and report.hidden > 1000 and report.refusals > 100 and report.undone > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 22))
def test_more_campaigns_conform_thoroughly(seed: int) -> None:
    assert check(GAME, setup, games=1, seed=seed, most=3000).games == 1


def test_7_5_the_steps_are_23_and_in_order() -> None:
    assert list(STEPS) == [f"7.{number}" for number in range(501, 524)] and FIRST == "7.501"


def test_7_5_before_the_first_scenario_only_purchases_and_what_follows_them_are_done() -> None:
    match = Match.open(GAME, CampaignSetup(), dice=4)
    assert match.state.step == "7.518" and set(match.state.asked) == set(SIDES)
    rng = random.Random(4)
    while match.state.step != "battle":
        side = match.state.waiting[0]
        match.do(side, GAME.command(match.options(side)[0].sample(rng)))
    begun = [
        h.what.step
        for entry in match.entries
        if isinstance(entry, Did)
        for h in entry.happened
        if isinstance(h.what, StepBegan)
    ]
    assert begun == [f"7.{number}" for number in range(519, 524)]


class TestRefusals:
    def test_what_is_not_asked_for_is_refused_with_what_is(self) -> None:
        match = Match.open(GAME, CampaignSetup(), dice=1)
        with pytest.raises(Illegal, match="step 7.518, purchasing reinforcement groups, waits for german and russian"):
            match.do("german", Answer(("yes",)))
        with pytest.raises(Illegal, match="waits for"):
            match.do("german", Agree(True))
        assert "7.518" in doing(match.state)

    def test_an_order_over_the_maximum_names_its_rule(self) -> None:
        match = Match.open(GAME, CampaignSetup(), dice=1)
        with pytest.raises(Illegal, match="at most 2 I1") as no:
            match.do("german", Order((Purchase("I1"),) * 3))
        assert no.value.rule == "001 7.5187"

    def test_a_report_before_the_battle_is_refused(self) -> None:
        from orsha.campaign.report import ScenarioReport

        match = Match.open(GAME, CampaignSetup(), dice=1)
        with pytest.raises(Illegal, match="cannot do that now"):
            match.do("russian", File(ScenarioReport("23AM")))


def test_7_518_an_order_stays_secret_and_may_be_taken_back_until_the_other_side_has_ordered() -> None:
    match = Match.open(GAME, CampaignSetup(), dice=1)
    match.do("german", Order((Purchase("I1"), Purchase("V3"))))
    seen = [words for told in log(match, "russian") for words in told.words]
    assert "german has ordered" in seen and not any("Rifle" in line for line in seen)
    match.accept(match.take_back("german"))
    match.do("german", Order((Purchase("I2"),)))
    match.do("russian", Order(()))
    assert not match.may_undo("german")
