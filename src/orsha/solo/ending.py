"""The mission end die, and the points."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.solo import state as s
from orsha.solo.files import MissionFile, Victory
from orsha.solo.happenings.common import Answered, Do
from orsha.solo.state import Score, SoloState, Task
from orsha.solo.telling import Telling, listed
from orsha.solo.turns import close_turn

ENDS = "the mission ends"
ARMED = ("gun", "cupola", "vehicle")


def end_facts(file: MissionFile, turn: int) -> dict[str, int]:
    """OtO-S1's die has a drm that grows with each turn; OtO-S2's has none."""
    return {"turns_past": max(0, turn - file.first_end)} if file.slug == "s1" else {}


def roll_end(told: Telling) -> None:
    """At the end of a game turn from the mission's eighth or tenth on."""
    if close_turn(told):
        return
    turn = told.state.turn
    result = told.chart(told.file.charts.mission_end, f"turn {turn}", **end_facts(told.file, turn))
    told.tell(s.EndRolled(turn))
    told.say("mission end", f"End of turn {turn}: {result}.")
    if result == ENDS:
        told.tell(s.PhaseBegan("ending"))
        told.remind("end")
        told.queue(Task("held"))


def _held(told: Telling, task: Task) -> None:
    """Who holds which VPO at the end; what was told so far is shown."""
    if not told.state.objectives:
        _after_held(told)
        return
    whose = {"friendly": "yours, as you told", "enemy": "the enemy's, as you told"}
    choices = {one.place: whose[one.holder] for one in told.state.objectives.values()}
    told.choose("VP", "Which VPO do you control at the end?", choices)


def _held_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    objectives = [
        replace(one, holder="friendly" if one.place in chosen else "enemy") for one in told.state.objectives.values()
    ]
    told.change("VP", f"At the end you hold {listed(chosen)}.", objectives=objectives)
    _after_held(told)


def _after_held(told: Telling) -> None:
    told.queue(Task("values" if told.file.victory is None else "railway"))


# -- OtO-S2


def _values(told: Telling, task: Task) -> None:
    """A10b for every VPO, and only now."""
    objectives = [replace(one, value=int(told.stand_in("a10b", one.place))) for one in told.state.objectives.values()]
    if objectives:
        worth = listed(f"{one.place} {one.value}" for one in objectives)
        told.change("VP", f"The VPO are worth: {worth}.", objectives=objectives)
    points = {side: _worth(told.state, side) for side in ("friendly", "enemy")}
    told.tell(s.Scored(Score({"VPO": points["friendly"]}, {"VPO": points["enemy"]})))


def _worth(state: SoloState, side: str) -> int:
    return sum(one.value or 0 for one in state.objectives.values() if one.holder == side)


# -- OtO-S1


def _railway(told: Telling, task: Task) -> None:
    told.yes_or_no("VP", "Did MMC of yours move through every railway hex in play, so that you control them all?")


def _road(told: Telling, task: Task) -> None:
    words = (
        "Do you control a path of road hexes from the east edge to the west, MMC of yours having moved through each?"
    )
    told.yes_or_no("VP", words)


def _firing(told: Telling, task: Task) -> None:
    """Cupolas count as AFV (001 4.1)."""
    armed = {unit.id: f"{unit.what}, last in {unit.place}" for unit in told.state.units.values() if unit.kind in ARMED}
    if not armed:
        _count(told, task.about, 0)
        return
    told.choose("VP", "Which of these enemy guns and AFV can fire on a road or rail hex?", armed)


def _on(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    """The answer goes on to the next question."""
    following = {"railway": "road", "road": "firing"}[task.what]
    told.queue(Task(following, (*task.about, chosen[0])))


def _firing_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    _count(told, task.about, len(chosen))


def _count(told: Telling, answers: tuple[str, ...], firing: int) -> None:
    rules = told.file.victory
    assert rules is not None
    railway, road = (answer == "yes" for answer in answers)
    held = sum(one.holder == "friendly" for one in told.state.objectives.values())
    told.tell(s.Scored(points(rules, held, len(told.state.objectives) - held, railway, road, firing)))


def points(rules: Victory, held: int, not_held: int, railway: bool, road: bool, firing: int) -> Score:
    """001 OtO-S1, VP schedule."""
    friendly = {"VPO": held * rules.objective}
    enemy = {"VPO": not_held * rules.objective}
    if railway:
        friendly["railway"] = rules.railway
    else:
        enemy["railway not taken"] = rules.railway_not
    if road:
        friendly["road"] = rules.road
    else:
        enemy["road not taken"] = rules.road_not
    enemy["guns and AFV over roads and rails"] = firing * rules.firing
    return Score(friendly, enemy)


DO: dict[str, Do] = {"held": _held, "values": _values, "railway": _railway, "road": _road, "firing": _firing}
ANSWERED: dict[str, Answered] = {
    "held": _held_answered,
    "railway": _on,
    "road": _on,
    "firing": _firing_answered,
}
