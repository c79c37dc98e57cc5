"""The player's random events that bring something: guns, artillery, engineers, armour, infantry, sappers."""

from __future__ import annotations

from orsha.kernel import Modifier
from orsha.solo.files import OwnKind, Units
from orsha.solo.happenings.common import (
    Answered,
    Do,
    further,
    learnt,
    numbers,
    occurs,
    packages,
    rule_of,
    support,
)
from orsha.solo.state import Task
from orsha.solo.telling import Telling, counted, friendly_edge

CREW = "2-2-8"
OBSERVERS = {
    "radio": "a radio for a leader of your choice on the board",
    "motorcycle": "an 8-0 leader with a radio on a motorcycle",
    "gaz-67b": "an 8-0 leader with a radio in a GAZ-67B",
}


def bring(told: Telling, task: Task, text: str, *units: Units) -> None:
    """What arrives goes on the player's list, named after its event."""
    told.receive(rule_of(task), text, f"RE {task.about[1]}", units)


def some(kind: OwnKind, what: str, count: int = 1) -> Units:
    return Units(what, kind, count)


# -- 11-13: a gun section


def _gun_section(told: Telling, task: Task) -> None:
    """Number and type, then a transport: the player says whether it can tow the gun."""
    if not learnt(task):
        occurs(told, task)
        further(told, task, told.stand_in("a6f", "guns"), told.stand_in("r5", "all of one type"))
    elif len(learnt(task)) == 2:
        further(told, task, told.stand_in("r7", f"to tow a {learnt(task)[1]}"))
    else:
        _, gun, transport = learnt(task)
        told.yes_or_no(rule_of(task), f"Can a {transport} tow a {gun}?")


def _towed(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    number, gun, transport = learnt(task)
    if chosen == ("no",):
        told.say(rule_of(task), f"A {transport} cannot tow it: another transport is rolled for.")
        told.queue(Task(task.what, task.about[:-1]))
        return
    count = int(number)
    text = (
        f"A gun section arrives: {count} x {gun}, each with a {CREW} crew and towed by a {transport}, through a road "
        f"hex of your {friendly_edge(told.state)} edge."
    )
    bring(told, task, text, some("gun", gun, count), some("crew", CREW, count), some("vehicle", transport, count))


# -- 21-23, 53, 64: artillery support


def _artillery_granted(told: Telling, task: Task) -> None:
    if not learnt(task):
        occurs(told, task)
        further(told, task, told.stand_in("h1-53"), told.stand_in("r8"))
        return
    oba, supply = learnt(task)
    told.choose(rule_of(task), f"You are given {oba} with {supply}. Who directs it?", OBSERVERS, 1, 1)


def _directed(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    oba, supply = learnt(task)
    text = f"Artillery support: {oba} with {supply}; you receive {OBSERVERS[chosen[0]]}"
    units = [some("sw", f"radio ({oba}, {supply})")]
    if chosen[0] == "radio":
        text += "."
    else:
        text += f", who enters along your {friendly_edge(told.state)} edge."
        ride = "motorcycle" if chosen[0] == "motorcycle" else "GAZ-67B"
        units += [some("leader", "8-0"), some("vehicle", ride)]
    bring(told, task, text, *units)


# -- 31-33: engineers


def _engineers(told: Telling, task: Task) -> None:
    occurs(told, task)
    units = packages().engineers
    ride = told.chart("engineers-ride")
    edge = friendly_edge(told.state)
    if ride == "on foot":
        bring(
            told,
            task,
            f"An engineer platoon arrives on foot along a road of your {edge} edge: {counted(units)}.",
            *units,
        )
        return
    squads = sum(unit.count for unit in units if unit.kind == "squad")
    how = f"each squad as Passenger of a {ride} if you like"
    text = f"An engineer platoon arrives along a road of your {edge} edge, {how}: {counted(units)}."
    bring(told, task, text, *units, some("vehicle", f"{ride} truck", squads))


# -- 34-36, 61-62: armour


def armour_type(told: Telling, about: str) -> str:
    """The Breakthrough armour support table; two of its rows ask for another die."""
    rolled = told.chart(support().armour_chart, about)
    return told.chart(rolled, about) if rolled.startswith(support().armour_chart) else rolled


def armour_leader(told: Telling, about: str) -> str:
    """R3 with the mission's -1 on every roll for an armour leader (ruling D16)."""
    return told.stand_in("r3-armour", about, Modifier("the mission's armour leaders", support().armour_leader_drm))


def _armour(told: Telling, task: Task) -> None:
    occurs(told, task)
    count = int(told.stand_in("a6a", "AFV"))
    what = armour_type(told, "all of one type")
    leader = armour_leader(told, "with them")
    led = "without an armour leader" if leader == "none" else f"with armour leader {leader}"
    units = [some("afv", what, count)] + ([] if leader == "none" else [some("armour-leader", leader)])
    bring(told, task, f"{count} x {what} arrive {led}.", *units)


# -- 51-52: infantry


def _infantry(told: Telling, task: Task) -> None:
    occurs(told, task)
    count = told.total("infantry reinforcements, 1 more squad than the DR", 2) + numbers().infantry_more
    squad = told.stand_in("r2", "all of one type")
    leaders = [told.stand_in("r3", "with them") for _ in range(_share(told, count, "squads_per_leader"))]
    weapons = _share(told, count, "squads_per_weapon")
    units = [some("squad", squad, count), some("sw", "LMG", weapons)]
    units += [some("leader", leader) for leader in leaders if leader != "none"]
    mark = told.book.mark("squads_per_leader")
    text = f"Infantry reinforcements: {counted(units)}. Leaders and weapons as H1.8 to H1.83 have it{mark}."
    bring(told, task, text, *units)


def _share(told: Telling, squads: int, of: str) -> int:
    """One for each so many squads, and for a part of them."""
    per = int(getattr(told.book.procedures, of))
    return -(-squads // per)


# -- 65: sappers


def _sappers(told: Telling, task: Task) -> None:
    occurs(told, task)
    count = int(told.stand_in("a6a", "sapper squads"))
    leader = told.stand_in("r3", "with the sappers")
    units = [some(unit.kind, unit.what, unit.count * count) for unit in packages().sapper]
    units += [] if leader == "none" else [some("leader", leader)]
    bring(told, task, f"Sappers (H1.23) arrive: {counted(units)}.", *units)


DO: dict[str, Do] = {
    "gun-section": _gun_section,
    "artillery-granted": _artillery_granted,
    "engineers": _engineers,
    "armour-arrives": _armour,
    "infantry-arrives": _infantry,
    "sappers": _sappers,
}
ANSWERED: dict[str, Answered] = {"gun-section": _towed, "artillery-granted": _directed}
