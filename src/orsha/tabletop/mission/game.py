"""A mission as a game on the kernel: chosen, set up, refereed to its victory points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from msgspec.structs import replace

from orsha.kernel import Command, Dice, Game, Hidden, Option, Result, Roll
from orsha.tabletop.mission import choosing, ending, steps, turn
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import events as me
from orsha.tabletop.mission import state as s
from orsha.tabletop.mission.commands import MissionCommand
from orsha.tabletop.mission.events import MissionEvent
from orsha.tabletop.mission.ground import layout_of, mission_of
from orsha.tabletop.mission.library import mission
from orsha.tabletop.mission.refuse import refusal
from orsha.tabletop.mission.report import event_words
from orsha.tabletop.mission.rulebook import charts
from orsha.tabletop.mission.state import Seat, Setup, State
from orsha.tabletop.mission.story import Story
from orsha.tabletop.region import mils


class MissionGame(Game[Setup, State, MissionCommand, MissionEvent]):
    """Two seats, allied and axis. Beside a real table it asks for what it cannot see."""

    kind = "mission"
    version = 2
    """Since version 2 a unit says whether it is penal, or a sniper's."""
    setup_type = Setup
    state_type = State
    command_type = MissionCommand
    event_type = MissionEvent
    reveals = (me.PlansShown, me.TrapsSet)

    def seats(self, setup: Setup) -> tuple[str, ...]:
        return s.SEATS

    def start(self, setup: Setup) -> State:
        if setup.choose == "named":
            mission(setup.mission or "")
        units = {
            f"{seat} {index}": s.Standing(seat, "roster")
            for seat in s.SEATS
            for index in range(len(setup.forces.get(seat, ())))
        }
        return State(setup, units=units, counters=setup.changes.delay_counters)

    def decide(self, state: State, seat: str, command: MissionCommand, dice: Dice) -> Iterable[MissionEvent | Roll]:
        who = cast(Seat, seat)
        options = self.options(self.view(state, seat), seat)
        if not any(option.accepts(cast(Command, command)) for option in options):
            raise refusal(state, who, command, options)
        story = Story(state, self.apply, dice)
        if not state.begun or state.mission is None:
            self.choose(story, who, command)
        elif state.stage == "setup":
            steps.act(story, who, command)
        else:
            turn.act(story, who, command)
        if story.state.mission is not None:
            steps.advance(story)
        return story.events

    def choose(self, story: Story, seat: Seat, command: object) -> None:
        """From the choice of a mission to its first step."""
        setup = story.state.setup
        if isinstance(command, mc.ChoosePlan):
            story.tell(me.PlanChosen(seat, Hidden((seat,), command.plan)))
            if len(story.state.plans) == 2:
                story.tell(me.PlansShown(*(story.state.plans[each].shown for each in s.SEATS)))
            return
        if setup.choose == "plans":
            allied, axis = (story.state.plans[each].shown for each in s.SEATS)
            table, attacker = choosing.plan_table(allied, axis), choosing.plan_attacker(allied, axis)
            story.tell(me.MissionChosen(table.roll(story.dice, "allied", {}).result))
        elif setup.choose == "random":
            attacker = setup.attacker
            story.tell(me.MissionChosen(charts()["random-mission"].roll(story.dice, seat, {}).result))
        else:
            attacker = setup.attacker
            story.tell(me.MissionChosen(setup.mission or ""))
        first = mission_of(story.state).file.setup[0]
        if attacker is None and steps.PARTS[type(first)].by_itself is None:
            attacker = story.roll_off("who attacks", "allied", "axis")
        if attacker is not None:
            story.tell(me.AttackerKnown(attacker))

    def options(self, view: State, seat: str) -> Sequence[Option]:
        who = cast(Seat, seat)
        if view.over or seat not in s.SEATS:
            return []
        if view.mission is None:
            return choosing.options(view, who)
        return steps.options(view, who) if view.stage == "setup" else turn.options(view, who)

    def result(self, state: State) -> Result | None:
        return ending.result(state)

    def words(self, event: MissionEvent) -> str:
        return event_words(event)

    def apply(self, state: State, event: MissionEvent) -> State:
        match event:
            case me.PlanChosen(seat, plan):
                return replace(state, plans={**state.plans, seat: plan})
            case me.PlansShown(allied, axis):
                both = s.SEATS
                return replace(state, plans={"allied": Hidden(both, allied), "axis": Hidden(both, axis)})
            case me.MissionChosen(slug):
                return replace(state, mission=slug, begun=True)
            case me.AttackerKnown(seat):
                return replace(state, attacker=seat)
            case me.StepDone():
                return replace(state, step=state.step + 1, done=0, passed=())
            case me.Passed(seat):
                return replace(state, passed=(*state.passed, seat), done=state.done + 1)
            case me.FirstTurnKnown(seat):
                return replace(state, first=seat)
            case me.UnitMoved():
                return _unit_moved(state, event)
            case me.WorkLost(seat):
                return replace(state, works_lost={**state.works_lost, seat: state.works_lost.get(seat, 0) + 1})
            case me.Won(seat, why):
                return replace(state, winner=seat, why=why, stage="over", asked=None)
            case me.CalledOff(why):
                return replace(state, why=why, stage="over", offered=None)
        return _applied_to_table(state, event) if state.stage == "setup" else _applied_to_turn(state, event)


def _unit_moved(state: State, event: me.UnitMoved) -> State:
    standing = replace(state.units[event.unit], where=event.where, at=event.at)
    seat, _, index = event.unit.partition(" ")
    attached = state.setup.forces[cast(Seat, seat)][int(index)].attached_to is not None
    placed = not attached and event.where != "lost"  # who is lost as it leads out has been placed before
    after = replace(state, units={**state.units, event.unit: standing}, done=state.done + placed)
    if state.stage == "arrive" and not attached:
        lurking = state.lurking or event.where == "ambush"
        after = replace(after, arriving=state.arriving - 1, arrive_at=None, coming=None, lurking=lurking)
    return after


def _applied_to_table(state: State, event: MissionEvent) -> State:
    """Events of the set-up."""
    done = state.done + 1
    match event:
        case me.SidePicked(_, _, defender):
            turned = state.river is not None and defender in ("right", "upper")
            river = _turned_river(state) if turned else state.river
            return replace(state, defender_pick=defender, river=river, done=done)
        case me.QuarterPicked(_, _, quarter):
            return replace(state, attacker_quarter=quarter, done=done)
        case me.RiverLaid(_, width, middle):
            river = (middle, width) if width is not None and middle is not None else None
            return replace(state, river=river, done=done)
        case me.CurrentKnown(direction):
            return replace(state, current=direction)
        case me.MarkerPut(seat, what, at):
            taken = list(state.taken)
            if what in taken:
                taken.remove(what)
            marker = s.Marker(what, seat, at)
            return replace(state, markers=(*state.markers, marker), taken=tuple(taken), done=done)
        case me.ObjectivePut(seat, label, side, at, room):
            objective = s.Objective(label, seat, side, at, room)
            return replace(state, objectives={**state.objectives, label: objective}, done=done)
        case me.ObjectiveRemoved(label):
            return replace(state, objectives=_without(state.objectives, label), done=done)
        case me.TrapsTaken(_, minefields):
            return replace(state, traps=minefields, done=done)
        case me.FortificationTaken(_, item):
            return replace(state, taken=(*state.taken, item))
        case me.RoomChosen(seat, room):
            return replace(state, rooms={**state.rooms, room: seat}, done=done)
        case me.ReconChosen(unit):
            return replace(state, recon=unit)
        case me.TurnBegan():
            return _applied_to_turn(state, event)
    return state


def _turned_river(state: State) -> tuple[int, int] | None:
    """A river laid before the sides were picked keeps its place: its distance is now from the other edge."""
    if state.river is None:
        return None
    layout = layout_of(state)
    length = layout.width if layout.across else layout.height
    return (mils(length) - state.river[0], state.river[1])


def _without(objectives: dict[str, s.Objective], label: str) -> dict[str, s.Objective]:
    return {key: objective for key, objective in objectives.items() if key != label}


def _applied_to_turn(state: State, event: MissionEvent) -> State:
    """Events of the turns."""
    match event:
        case me.TurnBegan(seat, number):
            turns = {**state.turns, seat: number}
            fresh = replace(state, held=(), checked=0, declined=False, lurking=False)
            return replace(fresh, active=seat, turns=turns, stage="morale")
        case me.StageBegan(stage):
            return replace(state, stage=stage)
        case me.CountersSet(counters):
            return replace(state, counters=counters)
        case me.Asking(question):
            return replace(state, asked=question, checked=question.clause + 1 if question.when == "end" else 0)
        case me.Answered(held):
            return replace(state, asked=None, held=state.held if held is None else held)
        case me.Rerolled():
            return replace(state, rerolled=True)
        case me.ReservesDue(_, units):
            return replace(state, arriving=units)
        case me.ArrivalKnown(zone, unit):
            return replace(state, arrive_at=zone, coming=unit)
        case me.ObjectiveRemoved(label):
            return replace(state, objectives=_without(state.objectives, label))
        case me.Offered(seat):
            return replace(state, offered=seat)
        case me.Declined():
            return replace(state, offered=None, declined=True)
        case me.Broke(seat):
            return replace(state, broken=(*state.broken, seat))
        case me.TrapsSet(seat, minefields):
            left = state.traps.shown - minefields if state.traps is not None else 0
            return replace(state, traps=Hidden((seat,), left))
    return state
