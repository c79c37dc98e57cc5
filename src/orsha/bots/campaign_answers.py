"""How a bot answers the questions of the reorganization.

Where a side may do something for itself, it does what helps it. Where the program asks what the base game's dice
brought, the bot says what its own fair dice brought, whoever gains by it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from orsha.campaign.counters import CLASSES, half_squads, infantry_class, leadership
from orsha.campaign.files import Side
from orsha.campaign.report import Piece
from orsha.campaign.state import CampaignState, Question
from orsha.hexmap.grid import Hex, neighbours, parse

Chosen = tuple[str, ...]
Policy = Callable[[CampaignState, Side, Question, random.Random], Chosen]


def answer(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """The choice that the question's rule asks for; always as many as are asked for."""
    policy = POLICIES.get(question.rule.removeprefix("001 "), _least)
    return _enough(question, policy(view, side, question, rng))


def _enough(question: Question, wanted: Chosen) -> Chosen:
    """Not more than may be chosen, not fewer than must."""
    known = [key for key in dict.fromkeys(wanted) if key in question.choices]
    missing = [key for key in question.choices if key not in known]
    return tuple([*known, *missing[: max(0, question.least - len(known))]][: question.most])


def known(view: CampaignState, side: Side) -> Mapping[str, Piece]:
    """The pieces that a side can see, its own secret ones among them."""
    return {**view.pieces, **view.sides[side].box.shown}


# -- policies


def _least(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Nothing that need not be; of what must be, the first."""
    return ()


def _all(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    return tuple(question.choices)


def _melee(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Fair dice: the more men, the better the odds; the losers are eliminated."""
    if "yes" in question.choices:
        return ("yes",)
    pieces = [view.pieces[id] for id in question.choices if id in view.pieces]
    if "eliminated" not in question.words or not pieces:
        return ()
    weight = {"german": 0.5, "russian": 0.5}
    for piece in pieces:
        weight[piece.side] += max(1, half_squads(piece)) * (3 if piece.kind == "vehicle" else 1)
    loses: Side = "german" if rng.random() * sum(weight.values()) < weight["russian"] else "russian"
    return tuple(piece.id for piece in pieces if piece.side == loses)


def _fair_half(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """An even chance for each."""
    return tuple(key for key in question.choices if rng.random() < 0.5)


def _mines(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """A vehicle or rider is mostly unharmed; who could leave unharmed is nobody, where there is no path."""
    if question.least == 0:
        return ()
    keys = list(question.choices)
    return (keys[0],) if rng.random() < 0.6 else (rng.choice(keys),)


def _harden(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Those who gain most: squads before half-squads, and the lower class first; of leaders the best."""
    if "roll" in question.choices:
        return ("roll",)
    pieces = known(view, side)

    def worth(key: str) -> tuple[int, int, int]:
        piece = pieces.get(key)
        if piece is None:
            return (0, 0, 0)
        rank = infantry_class(piece)
        leads = -leadership(piece.type) if piece.kind == "leader" else 0
        return (half_squads(piece), CLASSES.index(rank) if rank else 0, leads)

    return tuple(sorted(question.choices, key=worth, reverse=True)[: question.most])


def _escape(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Those near their own lines try: squads in halves where a leader can part them, each unit on its own roll."""
    if question.words.startswith("who tries"):
        return tuple(key for key, words in question.choices.items() if _near_home(view, side, words))
    if "deploy" in question.words:
        return tuple(question.choices)
    if "goes together" in question.words:
        men = sorted(question.choices, key=lambda id: (view.pieces[id].smc, id) if id in view.pieces else (True, id))
        return tuple(men[:1])
    return ()


def _near_home(view: CampaignState, side: Side, words: str) -> bool:
    """Whether a hex that is named in words is close to ground of one's own that is not cut off."""
    found = re.search(r"\bin ([A-Z]{1,2}\d{1,2})\b", words)
    if found is None:
        return False
    here, cut_off = parse(found[1]), {hex for area in view.areas for hex in area.hexes}
    near = (hex for hex in map(str, _around(here)) if hex not in cut_off)
    return any(view.control.get(hex) == side for hex in near)


def _around(hex: Hex) -> set[Hex]:
    """The hexes within two."""
    return {far for near in neighbours(hex) for far in (near, *neighbours(near))}


def _man_again(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Crews go back into abandoned vehicles; squads are worth more on foot."""
    pieces = known(view, side)
    return tuple(id for id in question.choices if id in pieces and pieces[id].kind == "crew")[:1]


def _assemble(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    return tuple(key for key in question.choices if key.startswith("assemble"))


def _rain(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    return ("yes",) if rng.random() < 0.2 else ("no",)


def _wind(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Mostly calm; else any of the winds."""
    calm, *winds = question.choices
    return (calm,) if rng.random() < 0.7 or not winds else (rng.choice(winds),)


def _artillery(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """As many modules as may be used; an observer for each, as long as there are some, and radios for the others."""
    if question.least:
        return tuple(question.choices)
    found: dict[str, str] = {}
    for key in question.choices:
        module, _, who = key.partition(" ")
        if who not in ("", "phone", *found.values()) and module not in found:
            found[module] = who
    return tuple(f"{module} {who}" for module, who in found.items())


def _any_one(view: CampaignState, side: Side, question: Question, rng: random.Random) -> Chosen:
    """Fair dice among all that can be."""
    return (rng.choice(list(question.choices)),)


POLICIES: dict[str, Policy] = {
    "7.501": _melee,
    "7.5042": _mines,
    "7.5043": _fair_half,
    "7.5044": _fair_half,
    "7.5063": _escape,
    "7.5112": _harden,
    "7.5113": _harden,
    "7.5114": _all,
    "7.5131a": _man_again,
    "7.51310": _assemble,
    "7.5134": _all,
    "7.5171": _rain,
    "7.5221": _wind,
    "CG12b": _all,
    "CG13": _artillery,
    "Russian note m": _any_one,
}
"""By the number of the rule. Where none is named, nothing is chosen that need not be: the largest perimeter is drawn,
nothing is given up, nobody risks his neck for a wreck."""
