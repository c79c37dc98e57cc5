"""Movement Orders: who may give which, when, the test, and what it does. The orders themselves are data."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from orsha.kernel import Dice, Illegal
from orsha.tabletop.battle.check import Check, Checked
from orsha.tabletop.battle.moves import Effect, Moves, Order, within
from orsha.tabletop.force.card import Team

Moment = Literal["before-moving", "after-moving", "assault-step"]


class Given(Struct, frozen=True):
    """An order that the unit was given earlier in the turn."""

    order: str
    passed: bool


class Ordering(Struct, frozen=True):
    """What an order asks about the unit and its leader."""

    leader: Team
    moment: Moment
    """Before the unit moves, after it did, or in the Assault Step."""
    pinned: bool = False
    bailed_out: bool = False
    mounted: bool = False
    on_table: bool = True
    """It did not arrive from reserve in this very move (003), and is not in boats (000)."""
    assaulting: bool = False
    given: tuple[Given, ...] = ()
    komissar: bool = False
    """A Komissar team of the unit is In Command."""


def forbids_order(slug: str, unit: Ordering, rules: Moves) -> str | None:
    """Why a unit may not be given an order now; nothing if it may. core 4.6"""
    order = rules.order(slug)
    if unit.bailed_out:
        return "a Bailed Out leader gives no orders"
    if not unit.on_table:
        return "a unit that is not on the table yet, or in boats, takes no orders"
    if unit.pinned and not _though_pinned(order, rules):
        return f"a pinned leader does not order {order.name}"
    if order.leaders and (unit.leader.kind not in order.leaders or unit.mounted):
        return f"{order.name} is ordered by a leader on foot"
    return _wrong_moment(order, unit) or _too_many(slug, unit, rules)


def _though_pinned(order: Order, rules: Moves) -> bool:
    standing = rules.ordering.when_pinned == "standing" and order.when == "instead-of-moving"
    return standing and order.pinned != "never"


def _wrong_moment(order: Order, unit: Ordering) -> str | None:
    wanted = "before-moving" if order.when == "instead-of-moving" else order.when
    if wanted != unit.moment:
        when = {"before-moving": "before the unit moves", "after-moving": "after the unit moved"}
        return f"{order.name} is ordered {when.get(wanted, 'in the Assault Step')}"
    if order.when == "assault-step" and unit.assaulting:
        return f"a unit that assaults is not ordered to {order.name}"
    return None


def _too_many(slug: str, unit: Ordering, rules: Moves) -> str | None:
    """One order a turn; a special rule may allow a second, different one after a success."""
    if len(unit.given) < rules.ordering.orders_a_turn:
        return None
    first = unit.given[0]
    allowed = [
        one
        for one in rules.ordering.second
        if one.rule in unit.leader.rules and one.first in (None, first.order) and one.then in (None, slug)
    ]
    if not allowed or len(unit.given) > rules.ordering.orders_a_turn:
        return "a unit is given one order in a turn"
    if not first.passed:
        return "a second order follows only on one that succeeded"
    return f"the second order is another than {rules.order(slug).name}" if slug == first.order else None


# -- who carries it out


class Ordered(Struct, frozen=True):
    """What an order asks about each team of the unit."""

    team: Team
    in_command: bool = True
    moved: bool = False
    """It moved in the Movement Step; a Blitz Move and nothing else does not count."""
    may_dig: bool = True
    """The ground lets it dig in."""
    to_leader: int = 0
    """In mils; the leader himself is at 0."""
    to_marker: int | None = None
    """To the mine or wire marker, in mils; on a booby trap 0."""
    came_last_turn: bool = False
    """It moved into the wire in the turn before."""
    booby_trap: bool = False


def takes_part(slug: str, who: Ordered, rules: Moves) -> str | None:
    """Why a team does not carry out its unit's order; nothing if it may. core 4.6, 000 for wire and booby traps"""
    order = rules.order(slug)
    if order.teams and who.team.kind not in order.teams:
        return f"{order.name} is for {' and '.join(order.teams)} teams"
    marker = 0 if who.booby_trap else order.marker
    refused = {
        "in-command": (not who.in_command, "it is Out of Command"),
        "unmoved": (who.moved, "it moved this turn"),
        "ground-to-dig": (not who.may_dig, "nobody digs in on this ground"),
        "near-leader": (
            not within(who.to_leader, order.leader or 0),
            f"it is over {order.leader} inches from its leader",
        ),
        "near-marker": (
            who.to_marker is None or not within(who.to_marker, marker or 0),
            "it is not on the booby trap" if who.booby_trap else f"no marker is within {order.marker} inches of it",
        ),
        "came-last-turn": (not who.came_last_turn, "it did not come to the wire in the turn before"),
    }
    return next((why for need in order.needs for refuses, why in [refused[need]] if refuses), None)


# -- the test


def order_check(slug: str, unit: Ordering, rules: Moves) -> Check | None:
    """The test of an order; nothing if it always succeeds. Tactics if the leader has it, or Motivation. core 4.6"""
    order = rules.order(slug)
    if order.test is None:
        return None
    if order.test == "tactics":
        return Check(f"{order.name}, {unit.leader.name}", unit.leader.skill.needed("tactics"))
    needed = unit.leader.motivation.needed(komissar=unit.komissar)
    return Check(f"{order.name}, {unit.leader.name}", needed)


class Outcome(Struct, frozen=True):
    """An order that was given: whether it succeeded, and what that does to the teams that carry it out."""

    order: str
    passed: bool
    effect: Effect
    checked: Checked | None = None


def give(slug: str, unit: Ordering, dice: Dice, who: str, rules: Moves) -> Outcome:
    """Gives an order, if it may be given, and makes its test."""
    why = forbids_order(slug, unit, rules)
    if why is not None:
        raise Illegal(rules.order(slug).source, why)
    order, check = rules.order(slug), order_check(slug, unit, rules)
    if check is None:
        return Outcome(slug, True, order.success)
    checked = check.roll(dice, who)
    return Outcome(slug, checked.passed, order.success if checked.passed else order.failure, checked)


def order_chance(slug: str, unit: Ordering, rules: Moves) -> Fraction:
    check = order_check(slug, unit, rules)
    return Fraction(1) if check is None else check.chance
