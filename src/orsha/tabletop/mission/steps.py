"""The set-up, step by step: which part of the rules carries each step out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from orsha.kernel import Option
from orsha.tabletop.mission import ambush, forces, placing, river_placing
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.events import AttackerKnown, FirstTurnKnown, StepDone
from orsha.tabletop.mission.ground import enemy, mission_of
from orsha.tabletop.mission.state import Seat, State
from orsha.tabletop.mission.story import Story
from orsha.tabletop.mission.turn import begin_turn
from orsha.tabletop.mission.words import step_words


class Part(NamedTuple):
    """How a kind of step works: what may be done, what comes of it, when it is finished, what happens by itself."""

    options: Callable[[State, Any, Seat], list[Option]] | None = None
    act: Callable[[Story, Any, Seat, Any], None] | None = None
    finished: Callable[[State, Any], bool] = lambda state, step: state.done > 0
    by_itself: Callable[[Story, Any], None] | None = None


def roll_for_attacker(story: Story, step: f.RollForAttacker) -> None:
    """Both roll; where the battle plans have named the attacker already, that stands (ruling A29)."""
    if story.state.attacker is None:
        story.tell(AttackerKnown(story.roll_off("who attacks", "allied", "axis")))


def first_turn(story: Story, step: f.FirstTurn) -> None:
    attacker = story.state.attacker
    assert attacker is not None
    first = attacker if step.who == "attacker" else story.roll_off("who has the first turn", attacker, enemy(attacker))
    story.tell(FirstTurnKnown(first))


def nothing(story: Story, step: object) -> None:
    pass


PARTS: dict[type, Part] = {
    f.RollForAttacker: Part(by_itself=roll_for_attacker),
    f.PickSide: Part(placing.pick_side_options, placing.pick_side),
    f.PickAttackerQuarter: Part(placing.pick_quarter_options, placing.pick_quarter),
    f.PlaceRiver: Part(river_placing.river_options, river_placing.lay_river),
    f.Current: Part(by_itself=river_placing.roll_current),
    f.Crossings: Part(river_placing.crossing_options, river_placing.put_crossing, river_placing.crossings_finished),
    f.Objectives: Part(placing.objective_options, placing.put_objective, placing.objectives_finished),
    f.Obstacles: Part(placing.obstacle_options, placing.put_marker, placing.obstacles_finished),
    f.Fortifications: Part(placing.fortification_options, placing.fortify, placing.fortifications_finished),
    f.BoobyTraps: Part(placing.trap_options, placing.exchange),
    f.ChooseRooms: Part(placing.room_options, placing.choose_room, placing.rooms_finished),
    f.HoldReserves: Part(forces.hold_options, forces.hold, forces.held_finished),
    f.RangedIn: Part(forces.ranged_options, forces.range_in, forces.ranged_finished),
    f.HoldAmbush: Part(forces.ambush_options, forces.hold_ambush, forces.one_passed),
    f.HideSnipers: Part(ambush.hide_options, ambush.hide, ambush.hidden_finished),
    f.Recon: Part(forces.recon_options, forces.put_recon, forces.recon_finished),
    f.Deploy: Part(forces.deploy_options, forces.deploy, forces.deploy_finished),
    f.Bombard: Part(by_itself=forces.bombard),
    f.RemoveObjective: Part(placing.remove_options, placing.remove_objective),
    f.Foxholes: Part(by_itself=nothing),
    f.FirstTurn: Part(by_itself=first_turn),
}


def current(state: State) -> f.SetupStep:
    return mission_of(state).file.setup[state.step]


def options(state: State, seat: Seat) -> list[Option]:
    step = current(state)
    part = PARTS[type(step)]
    return part.options(state, step, seat) if part.options is not None else []


def act(story: Story, seat: Seat, command: object) -> None:
    step = current(story.state)
    part = PARTS[type(step)]
    assert part.act is not None
    part.act(story, step, seat, command)


def advance(story: Story) -> None:
    """Goes on through every step that is finished or needs nobody, and into the first turn."""
    while story.state.stage == "setup":
        step = current(story.state)
        part = PARTS[type(step)]
        if part.by_itself is not None:
            part.by_itself(story, step)
        elif not part.finished(story.state, step):
            return
        if isinstance(step, f.FirstTurn):
            forces.wait_off_table(story)
        story.tell(StepDone(step_words(mission_of(story.state), step)))
        if isinstance(step, f.FirstTurn):
            assert story.state.first is not None
            begin_turn(story, story.state.first)
