"""What happened in a mission game, in words."""

from __future__ import annotations

from orsha.tabletop.mission import events as me
from orsha.tabletop.mission import state as s
from orsha.tabletop.mission.library import missions
from orsha.tabletop.region import MIL

STAGES = {
    "morale": "the Starting Step: remount, rally, last stands",
    "start": "who stands where as the turn begins",
    "withdraw": "a unit must withdraw",
    "ambush": "an ambush may be revealed",
    "snipers": "snipers who have come may leave their ambush",
    "arrive": "a unit comes on from reserve",
    "main": "movement, shooting, assault",
    "end": "the turn ends: victory is checked",
}

CONTESTING = "Not bailed out, not a transport or independent team, not one that dashed."
HOLDING = "Not bailed out, not a transport, penal or independent team, not one that dashed."
FORGONE = " Name also those where all of the other side's who began this turn near have dashed since, or cannot hold."
"""Ruling A190: asked at the end of a turn, of whoever would take them."""
ANYBODY = "Any of them, also bailed out, a transport, independent or after a dash."


def spot_words(at: tuple[int, int] | None) -> str:
    return "" if at is None else f' at {at[0] / MIL:.1f}", {at[1] / MIL:.1f}"'


def question_words(question: s.Question) -> str:
    if question.kind == "buildings":
        names = " and ".join(name.replace("-", " ") for name in question.buildings)
        return f"Does {question.of} have teams in {names}, and the enemy none there?"
    if question.kind == "room":
        return f"Does {question.of} hold a room with an objective in it?"
    labels = ", ".join(question.objectives)
    forgone = FORGONE if question.when == "end" and not question.anybody else ""
    who = HOLDING if question.when == "start" else CONTESTING
    return (
        f"Which of the objectives {labels} has a tank, infantry or gun team of {question.of} within {question.within} "
        f"inches? ({ANYBODY if question.anybody else who}){forgone}"
    )


def event_words(event: me.MissionEvent) -> str:
    match event:
        case me.PlanChosen(seat, plan):
            return f"{seat} has chosen a plan" if plan.sealed else f"{seat} chooses {plan.shown}"
        case me.PlansShown(allied, axis):
            return f"the plans are shown: allied {allied}, axis {axis}"
        case me.MissionChosen(slug):
            return f"the mission is {missions()[slug].file.name}"
        case me.AttackerKnown(seat):
            return f"{seat} attacks"
        case me.SidePicked(seat, place):
            return f"{seat} picks the {place.replace('-', ' ')}"
        case me.QuarterPicked(seat, place):
            return f"{seat} attacks from the {place.replace('-', ' ')}"
        case me.RiverLaid(seat, width):
            return f"{seat} lays the river" + (f', {width / MIL:g}" wide' if width else "")
        case me.CurrentKnown(direction):
            return f"the river flows to the {direction}"
        case me.MarkerPut(seat, what, at):
            thing = "a Ranged In marker" if what.startswith("ranged in") else what
            return f"{seat} places {thing}{spot_words(at)}"
        case me.ObjectivePut(seat, label, _, at, room):
            return f"{seat} places objective {label}{f' in room {room}' if room else spot_words(at)}"
        case me.ObjectiveRemoved(label, why):
            return f"objective {label} is removed: {why}"
        case me.TrapsTaken(seat, minefields):
            return (
                f"{seat} settles on booby traps"
                if minefields.sealed
                else f"{seat} exchanges {minefields.shown} minefields"
            )
        case me.TrapsSet(seat, minefields):
            return f"{seat} lays the booby traps of {minefields} minefields"
        case me.FortificationTaken(seat, item):
            return f"{seat} takes {item}"
        case me.RoomChosen(seat, room):
            return f"{seat} chooses room {room}"
        case me.UnitMoved(_, name, where, at):
            moved = {"table": "is on the table", "reserve": "is held in reserve", "ambush": "is held in ambush"}
            moved |= {
                "off-table": "stays off the table",
                "lost": "is destroyed",
                "withdrawn": "withdraws",
                "roster": "waits",
            }
            return f"{name} {moved[where]}{spot_words(at)}"
        case me.ReconChosen(_, name):
            return f"{name} is the reconnaissance in force"
        case me.Bombarded(_, name, hits):
            return f"the bombardment hits {name} {hits} times"
    return _turn_words(event)


def _turn_words(event: me.MissionEvent) -> str:
    match event:
        case me.Passed(seat):
            return f"{seat} is done with that"
        case me.StepDone(words):
            return f"done: {words}"
        case me.FirstTurnKnown(seat):
            return f"{seat} has the first turn"
        case me.TurnBegan(seat, turn):
            return f"{seat}'s turn {turn} begins"
        case me.StageBegan(stage):
            return STAGES[stage]
        case me.CountersSet(counters):
            return f"delay counters: {counters}"
        case me.Asking(question):
            return question_words(question)
        case me.Answered(held):
            if held is None:
                return "answered"
            return f"near an objective at the start: {', '.join(held)}" if held else "near no objective at the start"
        case me.Rerolled():
            return "the first success is rolled again"
        case me.ReservesDue(seat, units):
            return f"{seat}: {units or 'no'} unit{' comes' if units == 1 else 's come'} on from reserve"
        case me.ArrivalKnown(zone, _, name):
            return f"{name or 'it'} comes on at {zone.replace('-', ' ')}"
        case me.TurnEnded(seat):
            return f"{seat}'s turn ends"
        case me.WorkLost(seat):
            return f"{seat} loses a fortification, a unit of its own"
        case me.Broke(seat):
            return f"{seat} has no formation left"
        case me.Won(seat, why):
            return f"{seat} wins: {why}"
        case me.Offered(seat):
            return f"{seat} proposes to stop: nobody would win"
        case me.Declined(seat):
            return f"{seat} plays on"
        case me.CalledOff(why):
            return f"nobody wins: {why}"
    raise AssertionError(event)
