"""The purchase desk: On Track to Orsha as a game on the kernel, from one date's orders to the next.

It runs 7.512 and 7.515 to 7.519 of the reorganization and keeps the victory points. The battle is fought elsewhere; its
end is filed by one side and agreed to by the other. What stands where (7.501 to 7.511, 7.513, 7.514, 7.520 to 7.523) is
not run by it yet.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from msgspec.structs import replace

from orsha.campaign.desk_state import (
    Agree,
    Arrived,
    BattleBegan,
    DateBegan,
    DeskCommand,
    DeskEvent,
    DeskSetup,
    DeskState,
    Ended,
    File,
    Filed,
    Order,
    Ordered,
    Rejected,
    ScenarioEnd,
    Scored,
    SideChanged,
    SideState,
)
from orsha.campaign.files import Side
from orsha.campaign.groups import dates, extras, group, groups, initial
from orsha.campaign.isolation import SIDES
from orsha.campaign.new_date import SideRecord, adjust_san, change_elr, ground_conditions, replenish, weather
from orsha.campaign.purchases import Purchase, bill
from orsha.campaign.receiving import Received, receive
from orsha.hexmap.map import hex_map
from orsha.kernel import (
    Dice,
    Domain,
    Game,
    Hidden,
    Illegal,
    OneOf,
    Option,
    OrshaError,
    Result,
    Roll,
    Some,
    Story,
    Whole,
)

MOST_POINTS = 2000


def victory_points(state: DeskState) -> int:
    """001 7.4: one for each victory location, every 20 CVP and every 20 EVP; less what the Germans kept at the end."""
    rule = initial().victory
    earned = min(state.lvp, rule.most_lvp) + state.cvp // rule.cvp + state.evp // rule.evp
    return earned + rule.german_cpp_left * (state.german_cpp_left or 0)


def scenario_points(state: DeskState, end: ScenarioEnd) -> int:
    """What a scenario earned (ruling B25): locations held at its end, and the VP that its CVP and EVP added."""
    rule = initial().victory
    from_cvp = (state.cvp + end.german_cvp) // rule.cvp - state.cvp // rule.cvp
    from_evp = (state.evp + end.evp) // rule.evp - state.evp // rule.evp
    return min(len(end.lvp), rule.most_lvp) + from_cvp + from_evp


def needed_to_win(setup: DeskSetup) -> int:
    rule = initial().victory
    if setup.balance is None:
        return rule.campaign
    return rule.balance.russian if setup.balance == "russian" else rule.balance.german


class Desk(Game[DeskSetup, DeskState, DeskCommand, DeskEvent]):
    """Two seats, german and russian."""

    kind = "campaign-desk"
    setup_type = DeskSetup
    state_type = DeskState
    command_type = DeskCommand
    event_type = DeskEvent
    reveals = (Ended,)

    def seats(self, setup: DeskSetup) -> tuple[str, ...]:
        return SIDES

    def start(self, setup: DeskSetup) -> DeskState:
        start = initial()
        sides = {
            side: SideState(
                (ob := start.german if side == "german" else start.russian).elr,
                ob.san,
                Hidden((side,), ob.cpp),
                Hidden((side,), ()),
                Hidden((side,), {}),
                Hidden((side,), ()),
            )
            for side in SIDES
        }
        return DeskState(setup, dates()[0], sides, weather=start.weather, ground=start.ground)

    # -- options

    def options(self, view: DeskState, seat: str) -> Sequence[Option]:
        side = cast(Side, seat)
        if seat not in SIDES:
            return []
        if view.phase == "orders":
            return [] if view.sides[side].finished else [_order_option(view, side)]
        if view.phase == "battle":
            points = Whole(0, MOST_POINTS)
            locations = hex_map().file.victory_locations
            takes = {
                "german_cvp": points,
                "russian_cvp": points,
                "evp": points,
                "lvp": Some(locations, 0, len(locations)),
            }
            return [Option("file", "file how the scenario ended", takes)]
        if view.phase == "agree" and side != view.filed_by:
            return [Option("agree", "is that how it ended?", {"yes": OneOf((True, False))})]
        return []

    # -- decisions

    def decide(self, state: DeskState, seat: str, command: DeskCommand, dice: Dice) -> Iterable[DeskEvent | Roll]:
        side = cast(Side, seat)
        options = self.options(self.view(state, seat), seat)
        if not any(option.accepts(command) for option in options):
            raise _refusal(state, side, command)
        told = Story[DeskState, DeskEvent](state, self.apply, dice)
        match command:
            case Order(purchases):
                left = _left(state, side, purchases)
                told.tell(Ordered(side, Hidden((side,), purchases), Hidden((side,), left)))
                if all(told.state.sides[each].finished for each in SIDES):
                    _receive_all(told)
            case File(german, russian, evp, lvp):
                told.tell(Filed(side, ScenarioEnd(german, russian, evp, tuple(sorted(lvp)))))
            case Agree(yes):
                if yes:
                    _close_scenario(told)
                else:
                    told.tell(Rejected(side))
        return told.events

    def apply(self, state: DeskState, event: DeskEvent) -> DeskState:
        match event:
            case Ordered(side, order, cpp):
                return _with(state, side, replace(state.sides[side], order=order, cpp=cpp, finished=True))
            case Arrived(side, came):
                own = state.sides[side]
                raised = own.san + sum(group(side, one.id).san or 0 for one in came.shown)
                received = Hidden((side,), (*own.received.shown, *came.shown))
                return _with(state, side, replace(own, received=received, san=raised))
            case BattleBegan():
                return replace(state, phase="battle")
            case Filed(side, end):
                return replace(state, phase="agree", filed=end, filed_by=side)
            case Rejected():
                return replace(state, phase="battle", filed=None, filed_by=None)
            case Scored():
                return _scored(state, event)
            case DateBegan(date, sky, ground):
                return replace(state, date=date, phase="orders", weather=sky, ground=ground)
            case SideChanged(side, elr, san, cpp):
                return _with(state, side, replace(state.sides[side], elr=elr, san=san, cpp=cpp))
            case Ended(left):
                return replace(state, german_cpp_left=left, phase="over")
        raise AssertionError(event)

    def result(self, state: DeskState) -> Result | None:
        if state.phase != "over":
            return None
        points, needed = victory_points(state), needed_to_win(state.setup)
        winner = "russian" if points >= needed else "german"
        return Result(winner, f"the Russians have {points} VP and need {needed}", {"russian": points})

    def words(self, event: DeskEvent) -> str:
        match event:
            case Ordered(side, order):
                if order.sealed:
                    return f"{side} has ordered"
                return f"{side} orders {'; '.join(_purchase_words(side, one) for one in order.shown) or 'nothing'}"
            case Arrived(side, came):
                if came.sealed:
                    return f"{side} receives what it ordered"
                return f"{side} receives {'. '.join(map(_received_words, came.shown)) or 'nothing'}"
            case BattleBegan(date):
                return f"the scenario of {date} begins"
            case Filed(side, end):
                return f"{side} files the scenario's end: {_end_words(end)}"
            case Rejected(side):
                return f"{side} does not agree"
            case Scored(_, vp, winner):
                return f"the {winner}s win the scenario; the Russians have {vp} VP"
            case DateBegan(date, sky, ground):
                return f"{date} begins: {sky}, ground {ground.lower()}"
            case SideChanged(side, elr, san):
                return f"{side}: ELR {elr}, SAN {san}"
            case Ended(left):
                return f"the campaign is over; the Germans have {left} CPP left"
        raise AssertionError(event)


Told = Story[DeskState, DeskEvent]


def _with(state: DeskState, side: Side, changed: SideState) -> DeskState:
    return replace(state, sides={**state.sides, side: changed})


# -- orders


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
        return [{"id": one.id, "extras": one.extras} for one in order]


def _order_option(view: DeskState, side: Side) -> Option:
    own = view.sides[side]
    order = AnOrder(side, view.date, own.cpp.shown, own.bought.shown)
    return Option("order", "order groups for this date", {"purchases": order})


def _left(state: DeskState, side: Side, order: tuple[Purchase, ...]) -> int:
    own = state.sides[side]
    return bill(side, state.date, own.cpp.shown, order, own.bought.shown).left


def _refusal(state: DeskState, side: Side, command: DeskCommand) -> Illegal:
    """The rule that forbids an order, or that it is not the time for what was asked."""
    if isinstance(command, Order) and state.phase == "orders" and not state.sides[side].finished:
        try:
            _left(state, side, command.purchases)
        except OrshaError as error:
            return error if isinstance(error, Illegal) else Illegal("001 7.518", str(error))
    doing = {"orders": "orders are being made", "battle": "the scenario is being fought", "agree": "its end is filed"}
    return Illegal("001 7.5", f"{side} cannot do that now: {doing.get(state.phase, 'the campaign is over')}")


def _receive_all(told: Told) -> None:
    """001 7.519: every group that was bought is rolled in, in secret."""
    for side in SIDES:
        order = told.state.sides[side].order.shown
        came = tuple(receive(side, one.id, told.state.date, told.dice) for one in order)
        told.tell(Arrived(side, Hidden((side,), came)))
    told.tell(BattleBegan(told.state.date))


# -- between two dates


def _close_scenario(told: Told) -> None:
    """001 7.5031: who won; then the new date (7.512, 7.515-7.517), or the campaign's end."""
    state = told.state
    end = state.filed
    assert end is not None
    rule = initial().victory
    needed = rule.initial if state.date == dates()[0] else rule.scenario
    winner: Side = "russian" if scenario_points(state, end) >= needed else "german"
    counted = replace(state, cvp=state.cvp + end.german_cvp, evp=state.evp + end.evp, lvp=len(end.lvp))
    told.tell(Scored(end, victory_points(counted), winner))
    if state.date == dates()[-1]:
        told.tell(Ended(told.state.sides["german"].cpp.shown))
    else:
        _new_date(told)


def _new_date(told: Told) -> None:
    before = told.state
    date = dates()[dates().index(before.date) + 1]
    for side in SIDES:
        own = told.state.sides[side]
        before_ids = own.last_order.shown if own.last_order is not None else ()
        elite = sum("elite" in group(side, id).traits for id in before_ids)
        record = SideRecord(side, own.elr, own.san, own.won_last, elite, own.cvp_suffered)
        san = adjust_san(record, told.dice).after
        gained, _ = replenish(side, date, told.dice)
        elr = change_elr(record, date, told.dice).after
        told.tell(SideChanged(side, elr, san, Hidden((side,), own.cpp.shown + gained)))
    sky = weather(before.weather, told.dice).result
    ground = ground_conditions(before.weather, told.dice).result
    told.tell(DateBegan(date, sky, ground))


def _scored(state: DeskState, event: Scored) -> DeskState:
    """A scenario's end in the books: points, who won, the orders of the date closed into the record."""
    end = event.end
    suffered = {"german": end.german_cvp, "russian": end.russian_cvp}
    sides = {}
    for side, own in state.sides.items():
        bought = Counter(own.bought.shown) + Counter(one.id for one in own.order.shown)
        sides[side] = replace(
            own,
            order=Hidden((side,), ()),
            last_order=Hidden((side,), tuple(one.id for one in own.order.shown)),
            bought=Hidden((side,), dict(bought)),
            finished=False,
            won_last=side == event.winner,
            cvp_suffered=own.cvp_suffered + suffered[side],
        )
    counted = replace(state, cvp=state.cvp + end.german_cvp, evp=state.evp + end.evp, lvp=len(end.lvp))
    return replace(counted, sides=sides, filed=None, filed_by=None)


# -- words


def _purchase_words(side: Side, purchase: Purchase) -> str:
    more = f" with {', '.join(f'{n} {name}' for name, n in purchase.extras.items())}" if purchase.extras else ""
    return f"{purchase.id}, {group(side, purchase.id).type}{more}"


def _received_words(received: Received) -> str:
    parts = [f"{number} {name}" for name, number in (*received.units.items(), *received.weapons.items())]
    parts += [f"leaders {', '.join(received.leaders)}"] if received.leaders else []
    parts += [received.ammunition.lower()] if received.ammunition else []
    strength = {True: ", full", False: ", depleted", None: ""}[received.full]
    return f"{received.id}{strength}: {'; '.join(parts) or 'as printed'}"


def _end_words(end: ScenarioEnd) -> str:
    held = ", ".join(end.lvp) or "no victory location"
    return f"German CVP {end.german_cvp}, Russian CVP {end.russian_cvp}, EVP {end.evp}; the Russians control {held}"
