"""What a seat may do now, as options whose values can be drawn, sampled and checked."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import cast

import msgspec

from orsha.campaign.claims import worth
from orsha.campaign.commands import Agree, Answer, CampaignCommand, File, Fortify, Order, Place, Placed, Works
from orsha.campaign.files import Side
from orsha.campaign.filing import Own, check_filed, may_agree, own_forces
from orsha.campaign.groups import extras, groups
from orsha.campaign.placing import SetUp, settle
from orsha.campaign.purchases import Purchase, bill
from orsha.campaign.report import ScenarioReport
from orsha.campaign.sampling import Draft
from orsha.campaign.set_up_rules import set_up_rules
from orsha.campaign.state import SIDES, CampaignState, Question
from orsha.campaign.works import AP, AT, PILLBOX, for_sale, works_bill
from orsha.campaign.zones import set_up_for
from orsha.hexmap.map import hex_map
from orsha.kernel import Domain, Illegal, OneOf, Option, OrshaError, Some

CONTRARY = (
    frozenset(("strip", "scrounge")),
    frozenset(("wreck", "burn")),
    frozenset(("dismantle", "eliminate")),
    frozenset(("assemble", "eliminate")),
)
"""Acts of which only one can be done with the same thing (7.5137, 7.51310); keys name the act and then the thing."""
NAMED = 12
"""How many choices a refusal names at most."""


def contrary(chosen: Iterable[str]) -> tuple[str, str] | None:
    """Two choices that cannot both be done, if there are such."""
    acts: dict[str, str] = {}
    for key in chosen:
        act, _, what = key.partition(" ")
        for pair in CONTRARY:
            (second,) = pair - {act} if act in pair else ("",)
            if second and f"{second} {what}" in acts:
                return f"{second} {what}", key
        acts[key] = key
    return None


class Choices(Some, frozen=True, tag="choices"):
    """A choice of several, none of which undoes another."""

    def contains(self, value: object) -> bool:
        return super().contains(value) and contrary(cast("tuple[str, ...]", value)) is None

    def sample(self, rng: random.Random) -> object:
        """Drawn as it comes; of two that do not go together the later is left out."""
        drawn = list(cast("tuple[str, ...]", super().sample(rng)))
        while (pair := contrary(drawn)) is not None:
            drawn.remove(pair[1])
        return tuple(drawn)


class AnOrder(Domain, frozen=True, tag="order"):
    """Any order that a side can pay for and may place on a date."""

    side: Side
    date: str
    available: int
    bought: dict[str, int]

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(one, Purchase) for one in value):
            return False
        try:
            bill(self.side, self.date, self.available, value, self.bought)
        except OrshaError:
            return False
        return True

    def sample(self, rng: random.Random) -> object:
        """Buys at random until it has had enough; as plain data, as a command comes in."""
        order: list[Purchase] = []
        for _ in range(rng.randint(0, 14)):
            wanted = rng.choice(groups(self.side))
            having = {one.name: rng.randint(0, one.most) for one in extras(self.side, wanted.id, self.date)}
            more = [*order, Purchase(wanted.id, {name: n for name, n in having.items() if n})]
            if self.contains(tuple(more)):
                order = more
        return msgspec.to_builtins(order)


class AFortification(Domain, frozen=True, tag="fortify"):
    """Any order for works that the FPP of a side pay for on a date."""

    side: Side
    date: str
    fpp: int
    bought: dict[str, int]

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(one, Works) for one in value):
            return False
        try:
            works_bill(self.side, self.date, self.fpp, self.bought, value)
        except OrshaError:
            return False
        return True

    def sample(self, rng: random.Random) -> object:
        """Line after line, as long as it is paid for; as plain data, as a command comes in."""
        order: list[Works] = []
        for _ in range(rng.randint(0, 10)):
            more = [*order, self._line(rng, rng.choice(for_sale(self.side, self.date)))]
            if self.contains(tuple(more)):
                order = more
        return msgspec.to_builtins(order)

    def _line(self, rng: random.Random, what: str) -> Works:
        known = set_up_rules()
        counts = {AP: known.mines.ap, AT: known.mines.at}.get(what, (1, 2, 3))
        if what == PILLBOX:
            return Works(what, 1, rng.choice(known.pillboxes.values))
        return Works(what, rng.choice(counts))


class APlacement(Domain, frozen=True, tag="placement"):
    """Any set-up that the rules allow."""

    set_up: SetUp

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(one, Placed) for one in value):
            return False
        try:
            settle(self.set_up, value)
        except OrshaError:
            return False
        return True

    def sample(self, rng: random.Random) -> object:
        """A random one; where that should not do, nothing is moved, which always does."""
        drawn = Draft(self.set_up, rng).draw()
        return msgspec.to_builtins(drawn if self.contains(drawn) else ())


class AReport(Domain, frozen=True, tag="report"):
    """A scenario's end that holds together and has no more of a side's own than it had."""

    side: Side
    date: str
    own: Own

    def contains(self, value: object) -> bool:
        if not isinstance(value, ScenarioReport):
            return False
        try:
            check_filed(value, self.date, self.side, self.own)
        except OrshaError:
            return False
        return True

    def sample(self, rng: random.Random) -> object:
        """Some of one's own, where they are or anywhere; of the enemy nothing is left."""
        names = [str(hex) for hex in sorted(hex_map().ground)]
        kinds = ("squad", "crew", "vehicle", "leader")
        alive = [
            one
            for one in self.own.pieces
            if rng.random() < 0.6 and one.kind in kinds and one.hex not in self.own.blazes
        ]
        names = [hex for hex in names if hex not in self.own.blazes]
        pieces = [
            {"id": one.id, "side": one.side, "kind": one.kind, "type": one.type, "hex": one.hex or rng.choice(names)}
            for one in alive
        ]
        most = {side: min(60, worth(self.own.pieces) if side == self.side else 60) for side in SIDES}
        points = {side: {"cvp": rng.randint(0, most[side])} for side in SIDES}
        held = rng.sample(hex_map().file.victory_locations, rng.randint(0, 8))
        return {
            "date": self.date, "pieces": pieces, "casualties": points, "evp": rng.randint(0, min(20, most["russian"])),
            "control": {"russian": held},
        }  # fmt: skip


def options_for(view: CampaignState, side: Side) -> Sequence[Option]:
    """All that a side may do now, read off its view."""
    if side in view.asked:
        return [_answer(view, side)]
    if view.step == "battle":
        report = AReport(side, view.date, own_forces(view, side))
        return [Option("file", "file how the scenario ended", {"report": report})]
    if view.step == "agree" and side != view.filed_by:
        open_to = (True, False) if may_agree(view, side) else (False,)
        return [Option("agree", "is that how it ended?", {"yes": OneOf(open_to)})]
    return []


def _answer(view: CampaignState, side: Side) -> Option:
    question = view.asked[side].shown
    match question.form:
        case "order":
            own = view.sides[side]
            before = {id: n for id, n in own.bought.shown.items() if n}
            return Option("order", question.words, {"purchases": AnOrder(side, view.date, own.cpp.shown, before)})
        case "choose":
            domain = Choices(tuple(question.choices), question.least, question.most)
            return Option("answer", question.words, {"chosen": domain})
        case "fortify":
            own = view.sides[side]
            works = AFortification(side, view.date, own.fpp.shown, own.works_bought.shown)
            return Option("fortify", question.words, {"works": works})
        case "place":
            return Option("place", question.words, {"placed": APlacement(set_up_for(view, side))})
    raise AssertionError(question.form)


def check_command(state: CampaignState, side: Side, command: CampaignCommand) -> None:
    """Raises the rule that forbids a command which comes at the right moment; a wrong moment it leaves alone."""
    form = state.asked[side].shown.form if side in state.asked else None
    match command:
        case Order(purchases) if form == "order":
            own = state.sides[side]
            bill(side, state.date, own.cpp.shown, purchases, own.bought.shown)
        case Answer(chosen) if form == "choose":
            _check_chosen(state.asked[side].shown, chosen)
        case Fortify(works) if form == "fortify":
            own = state.sides[side]
            works_bill(side, state.date, own.fpp.shown, own.works_bought.shown, works)
        case Place(placed) if form == "place":
            settle(set_up_for(state, side), placed)
        case File(report) if state.step == "battle":
            check_filed(report, state.date, side, own_forces(state, side))
        case Agree(True) if state.step == "agree" and state.filed is not None and side != state.filed_by:
            check_filed(state.filed, state.date, side, own_forces(state, side))


def _check_chosen(question: Question, chosen: tuple[str, ...]) -> None:
    for one in chosen:
        if one not in question.choices:
            near = get_close_matches(one, question.choices, 3) or list(question.choices)[:NAMED]
            more = ", ..." if len(near) < len(question.choices) else ""
            raise Illegal(
                question.rule, f"{one!r} is not among the choices{': ' if near else ''}{', '.join(near)}{more}"
            )
    if not question.least <= len(chosen) <= question.most:
        wanted = str(question.least) if question.least == question.most else f"{question.least} to {question.most}"
        raise Illegal(question.rule, f"{wanted} can be chosen, not {len(chosen)}")
    if len(set(chosen)) != len(chosen):
        raise Illegal(question.rule, "something is chosen twice")
    pair = contrary(chosen)
    if pair is not None:
        raise Illegal(question.rule, f"{pair[0]!r} and {pair[1]!r} cannot both be done")
