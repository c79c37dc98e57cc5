"""A player for either side of the campaign: buys, builds, sets up, answers, agrees. It sees a view and its options.

It is meant to be a fair opponent and a legal one: whatever it would like is checked against the option, and where its
wish is refused or it has none, it takes the option's own sample.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from orsha.bots.campaign_answers import answer
from orsha.bots.campaign_building import works
from orsha.bots.campaign_buying import order
from orsha.bots.campaign_placing import place
from orsha.campaign.commands import Agree, Answer, CampaignCommand, Fortify, Order, Place
from orsha.campaign.files import Side
from orsha.campaign.game import Campaign
from orsha.campaign.state import CampaignState
from orsha.kernel import Option

GAME = Campaign()


class CampaignBot:
    """One side's player. The same seed and the same game make it choose the same."""

    def __init__(self, side: Side, seed: int | str) -> None:
        self.side = side
        self.rng = random.Random(f"orsha campaign bot {side} {seed}")

    def choose(self, view: CampaignState, options: Sequence[Option]) -> CampaignCommand:
        """What it does now; there must be something to do."""
        for option in options:
            wish = WISHES.get(option.act)
            command = wish(self, view, option) if wish is not None else None
            if command is not None and option.accepts(command):
                return command
        return self._anything(options)

    def _anything(self, options: Sequence[Option]) -> CampaignCommand:
        return GAME.command(self.rng.choice(options).sample(self.rng))

    # -- what it wishes for, act by act

    def _order(self, view: CampaignState, option: Option) -> CampaignCommand | None:
        return Order(order(self.side, view, option.takes["purchases"].contains))

    def _fortify(self, view: CampaignState, option: Option) -> CampaignCommand | None:
        return Fortify(works(self.side, option.takes["works"].contains))

    def _place(self, view: CampaignState, option: Option) -> CampaignCommand | None:
        return Place(place(view, self.side))

    def _answer(self, view: CampaignState, option: Option) -> CampaignCommand | None:
        return Answer(answer(view, self.side, view.asked[self.side].shown, self.rng))

    def _agree(self, view: CampaignState, option: Option) -> CampaignCommand | None:
        return Agree(True)


Wish = Callable[[CampaignBot, CampaignState, Option], CampaignCommand | None]
WISHES: dict[str, Wish] = {
    "order": CampaignBot._order,
    "fortify": CampaignBot._fortify,
    "place": CampaignBot._place,
    "answer": CampaignBot._answer,
    "agree": CampaignBot._agree,
}
