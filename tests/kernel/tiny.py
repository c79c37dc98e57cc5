"""A tiny complete game that proves the kernel: two seats, hidden placement, dice, a chart, an ending.

Each side hides in one of some ditches. In turn a side aims at a ditch and fires, or passes. The barrage chart
says whether the salvo strikes, falls close or misses; a strike on the ditch where the enemy hides wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from orsha.kernel import (
    Command,
    Dice,
    Event,
    Game,
    Hidden,
    Illegal,
    OneOf,
    Option,
    Result,
    Whole,
    loads_facts,
    loads_tables,
)

FACTS = loads_facts('[facts]\nranged_in = { kind = "flag", means = "the last salvo fell on the same ditch" }\n')
BARRAGE = loads_tables(
    """
name = "barrage"
title = "Barrage"
source = "the tests' tiny game"
dice = "2d6"

[[rows]]
to = 5
result = "strike"

[[rows]]
from = 6
to = 9
result = "close"

[[rows]]
from = 10
result = "miss"

[[modifiers]]
when = "ranged in"
fact = "ranged_in"
value = -1
""",
    FACTS,
)[0]

RED, BLUE = "red", "blue"


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    ditches: int = 6
    rounds: int = 20


class State(Struct, frozen=True, forbid_unknown_fields=True):
    ditches: int
    turns_left: int
    hiding: dict[str, Hidden[int]] = {}
    active: str = RED
    aim: int | None = None
    last: dict[str, int] = {}
    won: str | None = None


class Hide(Command, tag="hide"):
    ditch: int


class Aim(Command, tag="aim"):
    ditch: int


class Fire(Command, tag="fire"):
    pass


class Pass(Command, tag="pass"):
    why: str = "wait"


class Hid(Event, tag="hid"):
    seat: str
    ditch: Hidden[int]


class Aimed(Event, tag="aimed.2"):
    """Version 1 called the ditch `at` and did not say who aimed."""

    seat: str
    ditch: int


class Fell(Event, tag="fell"):
    """A salvo fell: how, and after a close one whether the enemy hides next to it."""

    seat: str
    ditch: int
    how: str
    near: bool | None


class Found(Event, tag="found"):
    seat: str
    ditch: int


class Passed(Event, tag="passed"):
    seat: str


def upgrade_aimed(old: dict[str, object]) -> dict[str, object]:
    return {"event": "aimed.2", "seat": "red", "ditch": old["at"]}


def enemy(seat: str) -> str:
    return BLUE if seat == RED else RED


class Tiny(Game[Setup, State, "Hide | Aim | Fire | Pass", "Hid | Aimed | Fell | Found | Passed"]):
    kind = "tiny"
    setup_type = Setup
    state_type = State
    command_type = Hide | Aim | Fire | Pass
    event_type = Hid | Aimed | Fell | Found | Passed
    reveals = (Found,)
    upgrades = {"aimed": upgrade_aimed}

    def seats(self, setup: Setup) -> tuple[str, ...]:
        return (RED, BLUE)

    def start(self, setup: Setup) -> State:
        return State(setup.ditches, setup.rounds)

    def decide(self, state: State, seat: str, command: Command, dice: Dice) -> Iterable[Event]:
        if isinstance(command, Hide):
            if seat in state.hiding:
                raise Illegal("tiny: hiding", f"{seat} hides already")
            self._check_ditch(state, command.ditch)
            yield Hid(seat, Hidden((seat,), command.ditch))
            return
        if len(state.hiding) < 2:
            raise Illegal("tiny: hiding", "first both sides hide")
        if seat != state.active:
            raise Illegal("tiny: turns", f"it is {state.active}'s turn")
        if isinstance(command, Aim):
            self._check_ditch(state, command.ditch)
            if command.ditch == state.aim:
                raise Illegal("tiny: aiming", "the guns are laid there already")
            yield Aimed(seat, command.ditch)
        elif isinstance(command, Fire):
            yield from self._fire(state, seat, dice)
        else:
            if command.__class__ is Pass and command.why != "wait":  # type: ignore[attr-defined]
                raise Illegal("tiny: passing", "one passes to wait")
            yield Passed(seat)

    def _check_ditch(self, state: State, ditch: int) -> None:
        if not 1 <= ditch <= state.ditches:
            raise Illegal("tiny: ditches", f"the ditches are 1 to {state.ditches}, not {ditch}")

    def _fire(self, state: State, seat: str, dice: Dice) -> Iterable[Event]:
        if state.aim is None:
            raise Illegal("tiny: aiming", "aim before you fire")
        how = BARRAGE.roll(dice, seat, {"ranged_in": state.last.get(seat) == state.aim}).result
        target = state.hiding[enemy(seat)].shown
        if how == "strike" and target == state.aim:
            yield Found(seat, state.aim)
        else:
            yield Fell(seat, state.aim, how, abs(target - state.aim) <= 1 if how == "close" else None)

    def apply(self, state: State, event: Event) -> State:
        change = msgspec.structs.replace
        match event:
            case Hid(seat, ditch):
                return change(state, hiding={**state.hiding, seat: ditch})
            case Aimed(_, ditch):
                return change(state, aim=ditch)
            case Found(seat, _):
                return change(state, won=seat)
            case Fell(seat, ditch):
                last = {**state.last, seat: ditch}
                return change(state, aim=None, last=last, active=enemy(seat), turns_left=state.turns_left - 1)
            case Passed(seat):
                return change(state, aim=None, active=enemy(seat), turns_left=state.turns_left - 1)
        raise AssertionError(event)

    def options(self, view: State, seat: str) -> Sequence[Option]:
        if seat not in view.hiding:
            return [Option("hide", "hide in a ditch", {"ditch": Whole(1, view.ditches)})]
        if len(view.hiding) < 2 or seat != view.active:
            return []
        others = tuple(d for d in range(1, view.ditches + 1) if d != view.aim)
        options = [Option("pass", "wait", {"why": OneOf(("wait",))})]
        if others:
            options.append(Option("aim", "lay the guns on a ditch", {"ditch": OneOf(others)}))
        if view.aim is not None:
            options.append(Option("fire", "fire"))
        return options

    def result(self, state: State) -> Result | None:
        if state.won:
            return Result(state.won, f"{enemy(state.won)} was found", {state.won: 1, enemy(state.won): 0})
        return Result(None, "the shells ran out") if state.turns_left == 0 else None

    def words(self, event: Event) -> str:
        match event:
            case Hid(seat, ditch):
                return f"{seat} hides" if ditch.sealed else f"{seat} hides in ditch {ditch.shown}"
            case Aimed(seat, ditch):
                return f"{seat} aims at ditch {ditch}"
            case Fell(seat, ditch, how, near):
                hint = "" if near is None else ", near the enemy" if near else ", far from the enemy"
                return f"{seat}'s salvo on ditch {ditch}: {how}{hint}"
            case Found(seat, ditch):
                return f"{seat}'s salvo finds the enemy in ditch {ditch}"
            case Passed(seat):
                return f"{seat} waits"
        raise AssertionError(event)
