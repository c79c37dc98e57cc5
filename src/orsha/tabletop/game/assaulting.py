"""The Assault Step (core 9): charges, counterattacks, and what a seat may do in an assault."""

from __future__ import annotations

import random
from collections.abc import Sequence

from orsha.kernel import Illegal, OneOf, Option, passes
from orsha.tabletop.battle import assault
from orsha.tabletop.game import aims, breaking_off, charging, defending, facts, fighting, room_assault, room_charging
from orsha.tabletop.game.bound import Bound, all_of, bound
from orsha.tabletop.game.breaking_off import asked_of
from orsha.tabletop.game.charging import Field, chargers, plan
from orsha.tabletop.game.commands import Charge, Counterattack, Leg, TakeRoom
from orsha.tabletop.game.contact import boxed, in_contact, met, side, those_about
from orsha.tabletop.game.events import Asked, AssaultEnded, Charged
from orsha.tabletop.game.leaving import fall_back, go, suffer
from orsha.tabletop.game.moving import Step, check_unit
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.state import Assault, BattleState, Pending
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import Stand
from orsha.tabletop.table.kinds import MIL

CHARGE = "core 9.1 charging"


# -- the charge


def check(state: BattleState, seat: Seat, command: Charge) -> list[Step]:
    """A charge as it goes if no die fails; refuses what the rules do not allow."""
    unit = command.unit
    check_unit(state, seat, unit, "assault")
    why = why_not(state, unit)
    if why is not None:
        raise Illegal(CHARGE, f"{facts.unit_name(state, unit)}: {why}")
    if command.rooms:
        room_charging.check_rooms(state, unit, command.rooms, command.legs)
    elif not command.legs:
        raise Illegal(CHARGE, "a charge takes at least one team")
    return plan(state, unit, command.legs) if command.legs else []


def why_not(state: BattleState, unit: str) -> str | None:
    """Why a unit does not charge at all in this step; nothing if it may."""
    its, orders = state.units[unit], state.setup.moves.orders
    if state.assault is not None:
        return "another assault is under way"
    if its.charged:
        return "it has charged in this turn"
    if any(given.order in orders and orders[given.order].when == "assault-step" for given in its.given):
        return "it was ordered to do something else in this step"
    return None


def charge(story: Story, seat: Seat, command: Charge) -> None:
    """A unit charges: Cross Checks are rolled, the teams go, the enemy is asked for Defensive Fire."""
    steps = check(story.state, seat, command)
    legs, hurt = go(story, seat, steps, "charge")
    unit, name = command.unit, facts.unit_name(story.state, command.unit)
    ends = {leg.team: facts.stand_at(story.state, leg.team, leg.way[-1], leg.facing) for leg in legs}
    fight = opened(story.state, unit, ends, command.rooms)
    if command.rooms:
        legs += room_charging.standing(story.state, fight, legs)
    story.tell(Charged(fight, name, tuple(legs)))
    suffer(story, hurt)
    begin(story)


def opened(state: BattleState, unit: str, ends: dict[str, Stand], names: Sequence[str] = ()) -> Assault:
    """An assault as it begins, its teams where they have come to."""
    if rooms(state):
        return room_charging.opened(state, unit, ends, names)
    seat = facts.seat_of(unit)
    return Assault(unit, seat, (unit,), tuple(met(state, ends, seat)), tuple(ends))


def begin(story: Story) -> None:
    """After the charge: Defensive Fire if anybody can give it, else blows; nothing if nobody came into contact."""
    state = story.state
    if not in_contact(state)[0]:
        fight = state.assault
        assert fight is not None
        fall_back(story, fight.teams)
        story.tell(AssaultEnded(None, "nobody came into contact"))
        return
    guns = defending.guns(state)
    if guns:
        units = tuple(dict.fromkeys(facts.unit_id(gun.team) for gun in guns))
        story.tell(Asked(Pending(facts.seat_of(units[0]), "defend", units)))
    else:
        fighting.strike(story)


# -- the counterattack


def check_counterattack(state: BattleState, seat: Seat, legs: Sequence[Leg]) -> list[Step]:
    unit = asked_of(state, seat, "react").units[0]
    return plan(state, unit, legs, counter=True)


def counterattack(story: Story, seat: Seat, command: Counterattack) -> None:
    """A unit that passed its test fights on; its teams that never do break off."""
    state = story.state
    steps = check_counterattack(state, seat, command.legs)
    assert state.asked is not None
    unit = state.asked.units[0]
    story.tell(Asked(None))
    fighting.send_away(story, unit)
    legs, hurt = go(story, seat, steps, "charge")
    fighting.counterattacks(story, unit, legs, hurt)


def take_room(story: Story, seat: Seat, command: TakeRoom) -> None:
    """002 Clearing out a Contested Room: somebody moves in; then the assault goes on."""
    room_assault.take(story, seat, command.teams)
    if not room_assault.clear(story):
        fighting.follow(story)


# -- what a seat may do


class Into(Bound, frozen=True, tag="into-contact", dict=True):
    """Ways into contact for the teams of a unit."""

    unit: str
    reach: dict[str, int]
    """How many inches each team may go."""
    targets: dict[str, tuple[str, ...]]
    """The enemies that each team may come to."""
    counter: bool = False

    def contains(self, value: object) -> bool:
        if not all_of(value, Leg):
            return False
        if self.counter:
            return passes(check_counterattack, self.about, self.who, value)
        return passes(check, self.about, self.who, Charge(self.unit, value))

    def sample(self, rng: random.Random) -> object:
        """All teams, one or some; at a unit of the enemy, or at whoever is near."""
        field = Field(self.about, self.unit, self.counter)
        teams = [id for id in self.reach if self.targets[id]]
        all_of = [id for id in self.reach if id not in field.front]
        enemies = rng.sample(sorted(field.enemies), len(field.enemies))
        if self.counter and field.front and rng.random() < 0.3:
            return ()
        some = rng.sample(teams, rng.randint(1, len(teams))) if teams and rng.random() < 0.6 else all_of
        legs = charging.legs_into(field, some, enemies)
        return legs or (() if self.counter and field.front else self._fallback())

    def _fallback(self) -> tuple[Leg, ...]:
        field = Field(self.about, self.unit, self.counter)
        return charging.legs_into(field, list(self.reach), list(field.enemies))


def into_domain(state: BattleState, seat: Seat, unit: str, counter: bool) -> Into:
    field = Field(state, unit, counter)
    able = chargers(field)
    reach = {id: field.reach(id) // MIL for id in able}
    targets = {
        id: tuple(other for other in field.within_reach(id) if charging.why_not(field, id, other) is None)
        for id in able
    }
    return bound(Into(unit, reach, targets, counter), state, seat)


def can_charge(state: BattleState, unit: str) -> bool:
    """Whether a unit can charge somebody now, other than from inside a building."""
    return might_charge(state, unit) and charging.can_contact(Field(state, unit, counter=False)) is not None


def might_charge(state: BattleState, unit: str) -> bool:
    """The same before any way is looked for: most units are far from every enemy."""
    if state.units[unit].pinned or not (rooms(state) or _anybody_near(state, unit)):
        return False
    return why_not(state, unit) is None


def _anybody_near(state: BattleState, unit: str) -> bool:
    """Whether an enemy may be near enough to be charged: a quick look at their middles."""
    most = assault.longest_charge(state.setup.moves) * MIL
    own = list(facts.stands(state, facts.teams_of(state, unit)).values())
    foes = boxed(own, side(state, facts.enemy(facts.seat_of(unit))), most)
    return any(those_about(one, foes, most) for one in own)


def options(state: BattleState, seat: Seat) -> list[Option]:
    """The charges that are open to the side whose Assault Step it is."""
    if state.step != "assault" or state.mission.active != seat or state.asked is not None:
        return []
    found = []
    for unit in facts.units_on_table(state, seat):
        if can_charge(state, unit):
            words = f"charge with {facts.unit_name(state, unit)}"
            takes = {
                "unit": OneOf((unit,)),
                "legs": into_domain(state, seat, unit, counter=False),
                "rooms": OneOf(((),)),
            }
            found.append(Option("charge", words, takes))
        if rooms(state) and why_not(state, unit) is None:
            found += room_assault.options(state, unit)
    return found


def question_options(state: BattleState, seat: Seat) -> list[Option]:
    """What a seat may answer to a question of an assault."""
    asked = state.asked
    if asked is None or asked.seat != seat:
        return []
    if asked.kind == "defend":
        wanted = aims.aims_domain(defending.guns(state), lambda some: defending.check(state, seat, some))
        return [Option("defend", "shoot at those who charge", {"aims": wanted}), Option("pass", "hold fire")]
    if asked.kind == "take-room":
        return room_assault.take_options(state, seat)
    if asked.kind == "consolidate":
        legs = breaking_off.shifts_domain(state, seat, asked.units)
        return [Option("consolidate", "consolidate", {"legs": legs}), Option("pass", "stay")]
    out = Option("break-off", "break off", {"legs": breaking_off.ways_out_domain(state, seat, asked.units)})
    if asked.kind == "break-off":
        return [out]
    name = facts.unit_name(state, asked.units[0])
    into = into_domain(state, seat, asked.units[0], counter=True)
    return [Option("counterattack", f"counterattack with {name}", {"legs": into}), out]


def answer_pass(story: Story, seat: Seat) -> None:
    """Holds fire, or stays; the other questions have to be answered."""
    asked = asked_of(story.state, seat, "defend", "consolidate", "take-room")
    if asked.kind == "take-room":
        take_room(story, seat, TakeRoom(()))
    elif asked.kind == "defend":
        defending.hold_fire(story)
    else:
        story.tell(Asked(None))
