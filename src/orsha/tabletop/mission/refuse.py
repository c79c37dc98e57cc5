"""Saying no: what was asked, which rule forbids it, what is allowed instead."""

from __future__ import annotations

from collections.abc import Sequence

from orsha.kernel import Illegal, OneOf, Option, Some, Whole
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.ground import mission_of
from orsha.tabletop.mission.state import Seat, State
from orsha.tabletop.mission.words import step_words
from orsha.tabletop.region import MIL, Region


def refusal(state: State, seat: Seat, command: object, options: Sequence[Option]) -> Illegal:
    """The sentence for a command that no option takes."""
    rule, now = _rule(state)
    act = str(command.__struct_config__.tag)  # type: ignore[attr-defined]
    same = [option for option in options if option.act == act]
    if not options:
        return Illegal(rule, f"it is not {seat}'s turn to do anything now; {now}")
    if not same:
        return Illegal(rule, f"{act!r} cannot be done now; {now} Open to {seat}: {'; '.join(o.words for o in options)}")
    return Illegal(rule, f"{_wrong(same[0], command)}; {now}")


def _rule(state: State) -> tuple[str, str]:
    if state.mission is None:
        return "003 Which Mission?", "a mission is being chosen."
    source = mission_of(state).file.source
    if state.stage == "setup":
        return f"{source}, set-up step {state.step + 1}", step_words(mission_of(state), steps.current(state))
    if state.asked is not None:
        return source, f"{state.active} is asked a question first."
    return source, f"it is {state.active}'s turn {state.turns.get(state.active or 'allied', 0)}, {state.stage}."


def _wrong(option: Option, command: object) -> str:
    for name, domain in option.takes.items():
        value = getattr(command, name)
        if not domain.contains(value):
            return f"{_shown(value)} is not allowed: {option.words} takes {_domain(domain)}"
    return f"{option.words}: that is not allowed together"


def _shown(value: object) -> str:
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(v, int) for v in value):
        return f'the place {value[0] / MIL:g}", {value[1] / MIL:g}"'
    return repr(value)


def _domain(domain: object) -> str:
    if isinstance(domain, Region):
        return "a place in the zone"
    if isinstance(domain, OneOf):
        return "one of " + ", ".join(str(value) for value in domain.values[:12])
    if isinstance(domain, Some):
        return f"{domain.least} to {domain.most} of " + ", ".join(map(str, domain.values))
    if isinstance(domain, Whole):
        return f"a number from {domain.least} to {domain.most}"
    return "something else"
