"""What the procedures of all random events share."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from orsha.solo import ground
from orsha.solo import state as s
from orsha.solo.files import EventNumbers, Packages, Side, Support, mission
from orsha.solo.state import SoloState, Task
from orsha.solo.telling import Telling, enemy_edge

Do = Callable[[Telling, Task], None]
Answered = Callable[[Telling, Task, tuple[str, ...]], None]
Impossible = Callable[[SoloState], str]
"""Why an event cannot come, as far as the program knows; the player may be asked for more."""


def highest(first: int, whose: str) -> str:
    """Why a side's event numbers rise no further, if they do not."""
    most = numbers().highest_number
    return "" if first < most else f"{whose} event numbers are {most}/{most + 1} already"


def side_of(task: Task) -> Side:
    return cast(Side, task.about[0])


def rule_of(task: Task) -> str:
    return f"{side_of(task).upper()} RE {task.about[1]}"


def occurs(told: Telling, task: Task) -> None:
    """The event takes place: one that comes a single time is crossed off."""
    if task.about[2]:
        told.tell(s.Occurred(f"{task.about[0]}:{task.about[2]}"))


def again(told: Telling, task: Task, why: str) -> None:
    """Another event is rolled for in its place."""
    told.say(rule_of(task), f"{why}: another event is rolled for.")
    told.queue(Task("event", (task.about[0],)))


def further(told: Telling, task: Task, *about: str) -> None:
    """The event goes on with what was just found out."""
    told.queue(Task(task.what, (*task.about, *about)))


def learnt(task: Task) -> tuple[str, ...]:
    """What earlier answers found out."""
    return task.about[3:]


def numbers() -> EventNumbers:
    """The events' procedures are OtO-S1's wherever they are used."""
    found = mission("s1").event_numbers
    assert found is not None
    return found


def packages() -> Packages:
    found = mission("s1").packages
    assert found is not None
    return found


def support() -> Support:
    found = mission("s1").support
    assert found is not None
    return found


def on_boards(state: SoloState) -> bool:
    return mission(state.setup.mission).boards is not None


def own_objectives(state: SoloState) -> list[str]:
    return [one.place for one in state.objectives.values() if one.holder == "friendly"]


def nearest_west(places: list[str]) -> list[str]:
    """Those nearest to the enemy's edge on the Orsha map."""
    west = {place: ground.to_the_west(ground.board().hex(place)) for place in places}
    return [place for place in places if west[place] == min(west.values())]


def find_target(told: Telling, task: Task) -> str | None:
    """The friendly VPO closest to the EBE; none while the player is asked which that is."""
    if learnt(task):
        return learnt(task)[0]
    places = own_objectives(told.state)
    if not on_boards(told.state):
        return told.select("the VPO", nearest_west(places))
    if len(places) == 1:
        return places[0]
    edge = enemy_edge(told.state)
    words = f"Which of the VPO that you control is closest to the enemy's {edge} edge?"
    told.choose(rule_of(task), words, {place: place for place in places}, 1, 1)
    return None
