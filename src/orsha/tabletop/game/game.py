"""A battle as a game on the kernel: a mission's set-up, then turns of Starting, Movement, Shooting and Assault."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any, cast

from msgspec.structs import replace

from orsha.kernel import Dice, Game, Illegal, OneOf, Option, Result, Roll, Unknown
from orsha.kernel.hidden import Door
from orsha.tabletop.game import (
    applying,
    assaulting,
    beginning,
    boat_state,
    bombarding,
    breaking_off,
    building,
    commands,
    defending,
    demolitions,
    deploying,
    edge_sight,
    events,
    facts,
    flying,
    landing,
    launching,
    leading_out,
    off_table,
    ordering,
    refereeing,
    set_up_moves,
    shooting,
    words,
)
from orsha.tabletop.game import state as s
from orsha.tabletop.game.bound import bound
from orsha.tabletop.game.changing import dismount
from orsha.tabletop.game.commands import BattleCommand
from orsha.tabletop.game.domains import TrapSpots, legs_domain, places_domain
from orsha.tabletop.game.events import BattleEvent
from orsha.tabletop.game.memories import share
from orsha.tabletop.game.refereeing import REFEREE, Referee
from orsha.tabletop.game.setup import BattleSetup
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.game.ways import at_random, legal, movers, order_movers
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import ending, turn
from orsha.tabletop.mission import events as me
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.ambush import HIDING
from orsha.tabletop.mission.rulebook import rules as mission_rules
from orsha.tabletop.mission.state import SEATS, Seat

STEPS: tuple[s.TurnStep, ...] = ("movement", "shooting", "assault")
TURN = "core 3 turns"


class Battle(Game[BattleSetup, BattleState, BattleCommand, BattleEvent]):
    """Two seats, allied and axis, on the virtual table."""

    kind = "battle"
    version = 3
    oldest = 2
    """Version 1 did not write down which wire a team went through, nor which marker an order cleared. In version 3
    units lead out."""
    setup_type = BattleSetup
    state_type = BattleState
    command_type = BattleCommand
    event_type = BattleEvent
    reveals = (me.PlansShown, me.TrapsSet, events.TrapsLaid)

    def __init__(self) -> None:
        self._seen: dict[str, tuple[m.State, m.State]] = {}
        """For each seat the mission that it saw last, and what it saw of it."""

    def seats(self, setup: BattleSetup) -> tuple[str, ...]:
        return SEATS

    def start(self, setup: BattleSetup) -> BattleState:
        setup.check()
        return BattleState(setup, REFEREE.start(setup.for_mission))

    def decide(self, state: BattleState, seat: str, command: BattleCommand, dice: Dice) -> Iterable[BattleEvent | Roll]:
        return self._decided(state, cast(Seat, seat), command, dice).events

    def unfold(
        self, state: BattleState, seat: str, command: BattleCommand, dice: Dice
    ) -> Iterable[tuple[BattleEvent | Roll, BattleState]]:
        """The states are those that the decision went through, with what is kept of them."""
        return self._decided(state, cast(Seat, seat), command, dice).told

    def _decided(self, state: BattleState, who: Seat, command: BattleCommand, dice: Dice) -> Story:
        story = Story(state, dice)
        if state.mission.offered is not None and not isinstance(command, mc.Agree):
            raise Illegal(ending.ENDING, "first the proposal to stop is answered")
        if leading_out.leading(state) and not isinstance(command, (commands.March, commands.Pass)):
            assert state.asked is not None
            raise Illegal(TURN, f"first {state.asked.seat} leads out what was just put down, or passes")
        act = ACTS.get(type(command))
        if act is None:
            raise Illegal(TURN, "nothing of the kind is done in a battle")
        try:
            act(story, who, command)
        except Unknown as error:
            raise Illegal("kernel: a command's form", str(error)) from error
        beginning.go_on(story)
        return story

    def apply(self, state: BattleState, event: BattleEvent) -> BattleState:
        return applying.apply(state, event)

    def options(self, view: BattleState, seat: str) -> Sequence[Option]:
        if view.mission.over or seat not in SEATS:
            return []
        return list(options(view, seat))

    def view(self, state: BattleState, seat: str) -> BattleState:
        """Only the mission has secrets, and it seldom changes. Nobody's place is one."""
        mission = state.mission
        known = self._seen.get(seat)
        if known is None or known[0] is not mission:
            known = self._seen[seat] = mission, self.door.masked(mission, seat)
        if known[1] is mission:
            return state
        seen = replace(state, mission=known[1])
        share(state, seen)
        return seen

    def result(self, state: BattleState) -> Result | None:
        return REFEREE.result(state.mission)

    def words(self, event: BattleEvent) -> str:
        return words.told(event)

    @cached_property
    def door(self) -> Door:
        return _door()


@cache
def _door() -> Door:
    """One for all battles: reading all their types takes a while."""
    return Door(BattleState, BattleEvent)


# -- what a seat may do


def options(state: BattleState, seat: Seat) -> Iterable[Option]:
    """Everything that is open to a seat: the question it is asked, the set-up's step, or its turn's step."""
    if state.mission.offered is not None:
        return ending.options(state.mission, seat)
    if state.asked is not None:
        return question_options(state, seat) if state.asked.seat == seat else ()
    if state.mission.mission is None or state.mission.stage == "setup":
        return set_up_options(state, seat)
    if state.mission.active != seat:
        return ()
    if state.mission.stage != "main":
        return starting_options(state, seat)
    of_step = {"movement": movement_options, "shooting": shooting_options, "assault": assault_options}[state.step]
    return (*of_step(state, seat), *ending.options(state.mission, seat))


def question_options(state: BattleState, seat: Seat) -> list[Option]:
    assert state.asked is not None
    if state.asked.kind == "mistake":
        return shooting.question_options(state, seat)
    if state.asked.kind == "flak":
        return flying.question_options(state, seat)
    if state.asked.kind == "lead-out":
        moves = [_move(state, seat, unit, by_order=False) for unit in state.asked.units]
        return [*moves, Option("pass", "stay, and go on with the set-up")]
    return assaulting.question_options(state, seat)


def set_up_options(state: BattleState, seat: Seat) -> list[Option]:
    """The mission's own, but units are put down team by team."""
    units = deploying.deployable(state, seat)
    own = [_deploy(state, seat, unit) for unit in units]
    if units:
        return [*own, *off_table.options(state, seat)]
    works = building.options(state, seat)
    if works:
        return works
    found = [option for option in REFEREE.options(state.mission, seat) if option.act in ACT_NAMES]
    return edge_sight.marker_options(state, seat, found)


def _deploy(state: BattleState, seat: Seat, unit: str) -> Option:
    words = f"put {facts.unit_name(state, unit)} on the table"
    return Option("deploy", words, {"unit": OneOf((unit,)), "places": places_domain(state, seat, unit)})


def starting_options(state: BattleState, seat: Seat) -> list[Option]:
    stage = state.mission.stage
    if stage == "withdraw":
        units = tuple(turn.withdrawable(state.mission, seat))
        return [Option("pull-out", "withdraw a unit", {"unit": OneOf(units)})]
    found = [_deploy(state, seat, unit) for unit in deploying.deployable(state, seat)]
    if stage in HIDING:
        most, each = deploying.traps_left(state, seat), mission_rules().booby_traps.each
        if most:
            spots = bound(TrapSpots(each, most), state, seat)
            found.append(Option("lay-traps", "lay booby traps", {"at": spots}))
        return [*found, Option("done", "keep the rest hidden and go on")]
    choices = [option for option in turn.options(state.mission, seat) if option.act == "choose"]
    if state.mission.arrive_at is None:
        return choices
    return [*found, *off_table.options(state, seat), *(one for one in choices if _hides(state, one))]


def _hides(state: BattleState, choice: Option) -> bool:
    """Whether a choice is which sniper waits in ambush; artillery stays off the table team by team."""
    return all(deploying.is_sniper(state, str(unit)) for unit in choice.choices("what"))


def movement_options(state: BattleState, seat: Seat) -> Iterable[Option]:
    for unit in facts.units_on_table(state, seat):
        its = state.units[unit]
        name = facts.unit_name(state, unit)
        if its.arriving and not at_random(state, unit, random.Random(0)):
            continue
        by_order = bool(order_movers(state, unit))
        if by_order or (not its.moved and (movers(state, unit) or _gets_off(state, unit))):
            yield _move(state, seat, unit, by_order)
        launch = launching.option(state, seat, unit) if state.boats else None
        if launch is not None:
            yield launch
        orders = ordering.available(state, unit)
        if orders:
            yield Option("order", f"give {name} an order", {"unit": OneOf((unit,)), "order": OneOf(tuple(orders))})
    if state.boats:
        yield from landing.options(state, seat)
    if not _must_come_on(state, seat) and not landing.must_land(state, seat):
        yield Option("next", "go on to the Shooting Step")


def _move(state: BattleState, seat: Seat, unit: str, by_order: bool) -> Option:
    takes = {"unit": OneOf((unit,)), "legs": legs_domain(state, seat, unit, by_order)}
    return Option("move", f"move {facts.unit_name(state, unit)}", takes)


def _gets_off(state: BattleState, unit: str) -> bool:
    """Whether a unit that is aboard, all of it, can dismount now."""
    if state.boats and landing.may_land(state, unit):
        return True
    legs = dismount(state, unit)
    return bool(legs) and legal(state, unit, legs)


def _must_come_on(state: BattleState, seat: Seat) -> list[str]:
    """003 Reserves: units at the edge that have a way on to the table must take it."""
    return [unit for unit in _at_the_edge(state, seat) if at_random(state, unit, random.Random(0))]


def _at_the_edge(state: BattleState, seat: Seat) -> list[str]:
    return [unit for unit in facts.units_on_table(state, seat) if state.units[unit].arriving]


def shooting_options(state: BattleState, seat: Seat) -> Iterable[Option]:
    yield from shooting.options(state, seat)
    yield from bombarding.options(state, seat)
    yield from flying.options(state, seat)
    yield Option("next", "go on to the Assault Step")


def assault_options(state: BattleState, seat: Seat) -> Iterable[Option]:
    yield from assaulting.options(state, seat)
    yield from demolitions.options(state, seat)
    for unit in facts.units_on_table(state, seat):
        name = facts.unit_name(state, unit)
        if order_movers(state, unit):
            yield _move(state, seat, unit, by_order=True)
        orders = ordering.available(state, unit)
        if orders:
            yield Option("order", f"give {name} an order", {"unit": OneOf((unit,)), "order": OneOf(tuple(orders))})
    yield Option("next", "end the turn")


# -- what comes of it


def next_step(story: Story, seat: Seat, command: commands.NextStep) -> None:
    """Ends the present step; after the Assault Step the mission checks victory and the enemy's turn begins."""
    state = story.state
    if state.asked is not None:
        raise Illegal(TURN, f"{state.asked.seat} must answer a question first")
    if state.mission.active != seat or state.step not in STEPS:
        raise Illegal(TURN, f"{seat} has no step to end now")
    if state.step == "movement":
        late = _must_come_on(state, seat)
        if late:
            names = ", ".join(facts.unit_name(state, unit) for unit in late)
            raise Illegal("003 Reserves", f"first {names} must come on to the table")
        afloat = landing.must_land(state, seat)
        if afloat:
            names = ", ".join(facts.unit_name(state, unit) for unit in afloat)
            raise Illegal(landing.DISEMBARKING, f"first {names} must get off their boats")
        for unit in _at_the_edge(story.state, seat):
            beginning.wait_outside(story, unit)
        beginning.to_rear(story, seat)
        if state.boats:
            landing.return_boats(story, seat)
    if state.step == "shooting":
        flying.fly_home(story, seat)
    if state.step != "assault":
        story.tell(events.StepBegan(seat, STEPS[STEPS.index(state.step) + 1]))
        return
    story.tell(events.StepBegan(seat, "none"))
    turn.act(Referee(story), seat, mc.EndTurn())


def referee(story: Story, seat: Seat, command: Any) -> None:
    """An act of the mission itself: in the set-up, or among its stages of a turn."""
    mission = story.state.mission
    if mission.mission is None or mission.stage == "setup":
        if isinstance(command, mc.Put) and command.what in mission.units:
            raise Illegal(TURN, "units are put down team by team: deploy")
        if isinstance(command, mc.Put) and command.what in building.waiting(story.state, seat):
            raise Illegal(building.FORTIFICATIONS, "works are put down team by team, each with a facing: build")
        if isinstance(command, mc.Choose) and command.what in deploying.deployable(story.state, seat):
            raise Illegal(TURN, "artillery is left off the table team by team: stay-off")
        edge_sight.check_marker(story.state, seat, command)
        refereeing.set_up(story, seat, command)
        return
    allowed: type | None = {"ambush": mc.Done, "snipers": mc.Done, "arrive": mc.Choose}.get(mission.stage)
    if allowed is None or type(command) is not allowed or mission.active != seat:
        raise Illegal(TURN, f"that cannot be done now: it is {facts_now(story.state)}")
    if isinstance(command, mc.Choose):
        if mission.arrive_at is not None and not deploying.is_sniper(story.state, command.what):
            raise Illegal(TURN, "artillery is left off the table team by team: stay-off")
        choices = [option for option in turn.options(mission, seat) if option.act == "choose"]
        if not any(option.accepts(command) for option in choices):
            raise Illegal("003 Reserves", f"{command.what} cannot be chosen now")
    turn.act(Referee(story), seat, command)


def facts_now(state: BattleState) -> str:
    return f"{state.mission.active}'s turn, {state.mission.stage if state.mission.stage != 'main' else state.step}"


def answer_pass(story: Story, seat: Seat, command: commands.Pass) -> None:
    asked = story.state.asked
    if asked is None or asked.seat != seat:
        raise Illegal(TURN, f"{seat} is asked nothing now")
    if asked.kind == "mistake":
        shooting.no_mistake(story, seat)
    elif asked.kind == "flak":
        flying.no_flak(story, seat)
    elif asked.kind == "lead-out":
        set_up_moves.stay(story, seat)
    else:
        assaulting.answer_pass(story, seat)


ACTS: dict[type, Callable[[Story, Seat, Any], None]] = {
    mc.Begin: referee,
    mc.ChoosePlan: referee,
    mc.PickPlace: referee,
    mc.LayRiver: referee,
    mc.Put: referee,
    mc.Choose: referee,
    mc.Exchange: referee,
    mc.Done: referee,
    mc.Concede: refereeing.end,
    mc.CallOff: refereeing.end,
    mc.Agree: refereeing.end,
    commands.Deploy: deploying.deploy,
    commands.StayOff: off_table.stay_off,
    commands.Build: building.build,
    commands.LayTraps: deploying.lay_traps,
    commands.PullOut: beginning.pull_out,
    commands.NextStep: next_step,
    commands.GiveOrder: ordering.give,
    commands.March: set_up_moves.march,
    commands.Shoot: shooting.shoot,
    commands.Mistake: shooting.mistake,
    commands.Pass: answer_pass,
    commands.Bombard: bombarding.bombard,
    commands.Fly: flying.fly,
    commands.Flak: flying.flak,
    commands.Charge: assaulting.charge,
    commands.TakeControl: demolitions.take_control,
    commands.Defend: defending.defend,
    commands.Counterattack: assaulting.counterattack,
    commands.BreakOff: breaking_off.break_off,
    commands.Consolidate: breaking_off.consolidate,
    commands.TakeRoom: assaulting.take_room,
    boat_state.Launch: launching.launch,
    boat_state.BackWater: landing.back_water,
}
ACT_NAMES = frozenset(str(getattr(kind, "__struct_config__").tag) for kind in ACTS)  # noqa: B009
