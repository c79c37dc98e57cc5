"""The mission's referee at work in a battle: its set-up and its turns, with the facts that the table knows.

The mission's rules run as they are; every event they tell goes into the battle's story. Where they ask a question of
the people around a table, the answer is measured here (architecture, rule 5).
"""

from __future__ import annotations

from typing import cast

from orsha.kernel import Illegal
from orsha.tabletop.game import facts, river_laying, room_laying
from orsha.tabletop.game.events import FoxholesDug, TableLaid
from orsha.tabletop.game.holding import forgone, near
from orsha.tabletop.game.rooms import rooms
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import ending, steps, turn
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.events import MissionEvent
from orsha.tabletop.mission.game import MissionGame
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.refuse import refusal
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.mission.story import Story as MissionStory

REFEREE = MissionGame()


class Referee(MissionStory):
    """The mission's story, told into the battle's."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.dice = story.dice

    @property
    def state(self) -> m.State:  # type: ignore[override]
        return self.story.state.mission

    def tell(self, event: MissionEvent) -> None:
        self.story.tell(event)

    def bombards(self, step: f.Bombard) -> bool:
        from orsha.tabletop.game import preliminary

        preliminary.bombard(self.story, step)
        return True


def end(story: Story, seat: Seat, command: mc.Concede | mc.CallOff | mc.Agree) -> None:
    """A side gives up, proposes to stop, or answers that: in its own steps, where nobody is asked anything."""
    mission = story.state.mission
    playing = mission.stage == "main" and story.state.asked is None
    if not playing or not any(option.accepts(command) for option in ending.options(mission, seat)):
        raise Illegal(
            ending.ENDING, "one concedes, or proposes once a turn to stop, in one's own turn; the other answers"
        )
    ending.act(Referee(story), seat, command)


def set_up(story: Story, seat: Seat, command: mc.MissionCommand) -> None:
    """One act of choosing the mission or of its set-up."""
    referee = Referee(story)
    mission = story.state.mission
    options = REFEREE.options(REFEREE.view(mission, seat), seat)
    if not any(option.accepts(command) for option in options):
        raise refusal(mission, seat, command, options)
    if mission.mission is None or not mission.begun:
        REFEREE.choose(referee, seat, command)
    else:
        steps.act(referee, seat, command)
    advance(story)


def advance(story: Story) -> None:
    """The set-up goes on through every step that needs nobody, and into the first turn; the table is laid."""
    if story.state.mission.mission is None:
        return
    if story.state.table is None and not river_laying.comes_first(story.state.mission):
        lay(story)
    before = story.state.mission.stage
    steps.advance(Referee(story))
    if story.state.table is None and not river_laying.comes_first(story.state.mission):
        lay(story)
    if story.state.table is not None and rooms(story.state):
        table = room_laying.laid(story.state.table, story.state.mission)
        if table is not story.state.table:
            story.tell(TableLaid(table))
    if before == "setup" and story.state.mission.stage != "setup":
        dig(story)
        if story.state.mission.river is not None:
            from orsha.tabletop.game.launching import count_boats

            count_boats(story)


def lay(story: Story) -> None:
    """The table of the set-up, or one made for the mission from the seed."""
    state = story.state
    table = river_laying.table_for(state.setup, state.mission)
    story.tell(TableLaid(room_laying.laid(table, state.mission)))


def dig(story: Story) -> None:
    """003: infantry and gun teams on the table start in foxholes, where the mission says so."""
    if not any(isinstance(step, f.Foxholes) for step in mission_of(story.state.mission).file.setup):
        return
    for seat in m.SEATS:
        teams = tuple(id for id in facts.on_table(story.state, seat) if may_dig(story.state, id))
        if teams:
            story.tell(FoxholesDug(teams, seat))


def may_dig(state: BattleState, team: str) -> bool:
    from orsha.tabletop.game.moving import may_dig as ground_lets

    card = facts.card(state, team)
    if card.kind not in ("infantry", "gun") or is_work(team):
        return False
    return state.teams[team].aboard is None and ground_lets(state, team)


# -- questions


def answer(story: Story) -> None:
    """Answers what the mission asks, from geometry."""
    question = story.state.mission.asked
    assert question is not None
    said: mc.Near | mc.Answer
    if question.kind != "near":
        said = mc.Answer(room_laying.answer(story.state, question))
    elif question.when == "end" and not question.anybody:
        said = mc.Near(tuple(dict.fromkeys((*near(story.state, question), *forgone(story.state, question)))))
    else:
        said = mc.Near(near(story.state, question))
    turn.act(Referee(story), cast(Seat, story.state.mission.active), said)
