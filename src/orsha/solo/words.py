"""What happened in a solo mission, in words: together they read as an after-action report."""

from __future__ import annotations

from orsha.solo import state as s
from orsha.solo.files import Side
from orsha.solo.state import SoloEvent

WHOSE: dict[Side, str] = {"friendly": "your", "enemy": "the enemy's"}
_PHASES: dict[s.Phase, str] = {
    "opening": "",
    "set-up": "The mission is set up.",
    "play": "The set-up is done; your side moves first.",
    "ending": "The mission is over; the points are counted.",
    "over": "",
}


def words(event: SoloEvent) -> str:
    match event:
        case s.Queued() | s.TaskDone() | s.Occurred() | s.EndRolled():
            return ""
        case s.Asked(question):
            return f"You are asked: {question.words}"
        case s.Answered(_, chosen):
            return f"You answer: {', '.join(chosen) or 'none'}."
        case s.PhaseBegan(phase):
            return _PHASES[phase]
        case s.TurnBegan(turn, side):
            return f"--- Turn {turn}, {WHOSE[side]} player turn ---"
        case s.Scored(score):
            return f"Points: {_sum(score.friendly)} for you; {_sum(score.enemy)} for the enemy."
        case _:
            return event.text


def _sum(lines: dict[str, int]) -> str:
    told = ", ".join(f"{what} {points}" for what, points in lines.items())
    return f"{sum(lines.values())} ({told})" if told else "0"
