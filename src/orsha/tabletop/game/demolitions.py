"""Demolition carriers and the tanks that steer them (cards: Control Tank, Demolitions Attachment)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from orsha.kernel import Illegal, OneOf, Option, passes
from orsha.tabletop.battle.assault import charge_reach
from orsha.tabletop.battle.moves import within
from orsha.tabletop.game import defending, exploding, facts
from orsha.tabletop.game.bound import Bound, all_of, bound
from orsha.tabletop.game.charge_field import Field
from orsha.tabletop.game.commands import Leg, TakeControl
from orsha.tabletop.game.events import Asked, AssaultEnded, Charged
from orsha.tabletop.game.leaving import go, suffer
from orsha.tabletop.game.moving import Step, check_legs, check_unit, facing_after, why_stopped
from orsha.tabletop.game.state import Assault, BattleState, Pending, Spot
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table.kinds import MIL
from orsha.tabletop.table.shapes import bearing, shifted

CONTROL = "card: Control Tank"
TRIES = 8


# -- who may


def carriers(state: BattleState, unit: str) -> list[str]:
    """The demolition carriers of a unit that are on the table."""
    able = [id for id in facts.teams_of(state, unit) if "control-tank" in facts.card(state, id).rules]
    return [id for id in able if exploding.charge_of(state, id) is not None]


def why_no_tank(state: BattleState, tank: str) -> str | None:
    """Why a tank takes control of nothing in this step; nothing if it may."""
    its = state.teams[tank]
    reasons = (
        (its.bailed_out, "it is Bailed Out"),
        (its.moved, "it has moved in this turn"),
        (its.shot is not None or its.bombarded != "no", "it has shot in this turn"),
        (its.fired_at_aircraft, "it shot at aircraft"),
        (its.assaulted, "it has assaulted in this step"),
        ("assault" in its.forbidden, "it may not assault, or has taken control already"),
    )
    return next((why for holds, why in reasons if holds), None)


def why_not(state: BattleState, tank: str, carrier: str) -> str | None:
    """Why a tank does not take control of a carrier; nothing if it may."""
    if state.assault is not None:
        return "an assault is under way"
    if facts.unit_sheet(state, facts.unit_id(carrier)).attached_to != facts.unit_id(tank):
        return "the carrier is attached to another unit"
    why = why_no_tank(state, tank)
    if why is not None:
        return why
    if state.teams[carrier].bailed_out:
        return "the carrier is Bailed Out"
    most = state.setup.moves.demolitions.control
    if not within(facts.gap(state, tank, carrier), most):
        return f"the carrier is farther than {most} inches"
    return None if facts.sight(state, tank, carrier).clear else "it does not see the carrier"


def tanks(state: BattleState, carrier: str) -> list[str]:
    """The tanks that can take control of a carrier now, nearest first."""
    platoon = facts.unit_sheet(state, facts.unit_id(carrier)).attached_to
    if platoon is None or platoon not in state.units:
        return []
    able = [id for id in facts.teams_of(state, platoon) if why_not(state, id, carrier) is None]
    return sorted(able, key=lambda id: (facts.gap(state, id, carrier), id))


def reach(state: BattleState, carrier: str) -> int:
    """How many inches a carrier goes that is steered: as far as it would charge."""
    return charge_reach(facts.card(state, carrier), state.setup.moves)


# -- the act


def check(state: BattleState, seat: Seat, command: TakeControl) -> list[Step]:
    """card, Control Tank: in the Assault Step, instead of assaulting."""
    check_unit(state, seat, command.unit, "assault")
    name = facts.unit_name(state, command.unit)
    if command.carrier not in carriers(state, command.unit):
        raise Illegal(CONTROL, f"{command.carrier!r} is no demolition carrier of {name}")
    if command.tank not in state.teams or facts.seat_of(command.tank) != seat:
        raise Illegal(CONTROL, f"{command.tank!r} is no tank of {seat}'s on the table")
    why = why_not(state, command.tank, command.carrier)
    if why is not None:
        raise Illegal(CONTROL, f"{facts.team_name(state, command.tank)} does not take control: {why}")
    check_legs(state, command.unit, command.legs, CONTROL, "a carrier goes once")
    if any(leg.team != command.carrier for leg in command.legs):
        raise Illegal(CONTROL, "only the carrier that is steered moves")
    return [_look(state, command.unit, leg) for leg in command.legs]


def _look(state: BattleState, unit: str, leg: Leg) -> Step:
    """The carrier's way: as far as a charge, by the same rules, but it need not come into contact."""
    field, name = Field(state, unit, counter=False), facts.team_name(state, leg.team)
    start = facts.spot(state, leg.team)
    if leg.way[0] != start:
        raise Illegal(CONTROL, f"{name} starts where it stands, at {start}, not at {leg.way[0]}")
    facing = leg.facing if leg.facing is not None else facing_after(leg, field.own[leg.team].facing)
    gone = field.walk(leg.team, leg.way, facing)
    if gone.stopped is not None and gone.stopped.by != "enemy":
        raise Illegal(CONTROL, f"{name} cannot go there: {why_stopped(state, gone)}")
    if gone.length > field.reach(leg.team) + 1:
        most = field.reach(leg.team) // MIL
        raise Illegal(CONTROL, f"{name} goes {facts.inches(gone.length)} inches; steered it goes up to {most}")
    if not field.room(leg.team, facts.stand_at(state, leg.team, gone.end, gone.facing)):
        raise Illegal(CONTROL, f"{name} would stand on a friend")
    return Step(leg, gone, start)


def take_control(story: Story, seat: Seat, command: TakeControl) -> None:
    """A tank steers a carrier; the enemy may give Defensive Fire, whether or not it moved; then it explodes."""
    steps = check(story.state, seat, command)
    legs, hurt = go(story, seat, steps, "charge")
    state, carrier = story.state, command.carrier
    fight = Assault(command.unit, seat, (command.unit,), (), (carrier,), tank=command.tank)
    story.tell(Charged(fight, facts.team_name(state, carrier), tuple(legs)))
    suffer(story, {team: fate for team, fate in hurt.items() if fate == "destroyed"})
    if carrier not in story.state.teams:
        story.tell(AssaultEnded(None, "the carrier was destroyed"))
        return
    guns = defending.guns(story.state)
    if guns:
        units = tuple(dict.fromkeys(facts.unit_id(gun.team) for gun in guns))
        story.tell(Asked(Pending(facts.seat_of(units[0]), "defend", units)))
    else:
        exploding.after_fire(story)


# -- options


class CarrierWay(Bound, frozen=True, tag="carrier-way", dict=True):
    """Nothing, where the carrier stays, or its way."""

    unit: str
    carrier: str
    tank: str
    reach: dict[str, int]
    """How many inches it goes,"""
    inches: int
    """and how wide the template is about it."""

    def contains(self, value: object) -> bool:
        command = TakeControl(self.unit, self.tank, self.carrier, value) if all_of(value, Leg) else None
        return command is not None and passes(check, self.about, self.who, command)

    def sample(self, rng: random.Random) -> object:
        most = self.reach[self.carrier] * MIL
        ways = (way(self.about, self.carrier, rng.randrange(360), rng.randint(MIL, most)) for _ in range(TRIES))
        legs = next(((leg,) for leg in ways if self.contains((leg,))), ())
        return legs if rng.random() < 0.7 else ()


def way(state: BattleState, carrier: str, turn: int, mils: int) -> Leg:
    """A carrier's straight way in a direction."""
    here = facts.spot(state, carrier)
    end = facts.on_to_table(state, *shifted(here, turn, mils))
    return Leg(carrier, (here, end))


def ways(state: BattleState, seat: Seat, unit: str, tank: str, carrier: str, goals: Sequence[Spot]) -> Iterator[Leg]:
    """Ways of a carrier toward some places that the rules allow: to there, else as far as it goes."""
    here = facts.spot(state, carrier)
    most = reach(state, carrier) * MIL
    for goal in goals:
        turn, far = bearing(here, goal), facts.apart(here, goal)
        for mils in range(min(most, int(far)), MIL // 2, -MIL):
            leg = way(state, carrier, turn or 0, mils)
            if passes(check, state, seat, TakeControl(unit, tank, carrier, (leg,))):
                yield leg
                break


def options(state: BattleState, seat: Seat) -> list[Option]:
    """A "take-control" for each carrier and each tank that can steer it."""
    if state.step != "assault" or state.mission.active != seat or state.asked is not None:
        return []
    able = [(unit, id) for unit in facts.units_on_table(state, seat) for id in carriers(state, unit)]
    return [_option(state, seat, unit, tank, carrier) for unit, carrier in able for tank in tanks(state, carrier)]


def _option(state: BattleState, seat: Seat, unit: str, tank: str, carrier: str) -> Option:
    inches = exploding.inches(state, carrier)
    legs = bound(CarrierWay(unit, carrier, tank, {carrier: reach(state, carrier)}, inches), state, seat)
    words = f"{facts.team_name(state, tank)} takes control of {facts.team_name(state, carrier)}"
    named = {"unit": OneOf((unit,)), "tank": OneOf((tank,)), "carrier": OneOf((carrier,))}
    return Option("take-control", words, {**named, "legs": legs})
