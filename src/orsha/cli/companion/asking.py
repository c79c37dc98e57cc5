"""From what a seat may do to a question for people: menus with names, ticks, numbers, yes and no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from orsha.cli.companion.guidance import notes, now_words
from orsha.cli.companion.naming import capital, is_unit, seat_name, thing, with_side
from orsha.cli.companion.prompt import Choice, Given, Mistyped, Prompt, chosen, line, several, whole, yes_no
from orsha.kernel import Ask, Domain, OneOf, Option, Some, Whole
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.ambush import HIDING
from orsha.tabletop.mission.ground import mission_of, unit_of
from orsha.tabletop.mission.placing import obstacle_count
from orsha.tabletop.mission.state import Seat, State
from orsha.tabletop.mission.words import SIDE_NOUN

SECRET = ("choose-plan", "exchange", "set-traps")
"""Acts that the other player must not look at."""
PUT = {"ambush": "Revealed: {}", "snipers": "Revealed: {}", "arrive": "Comes on: {}"}
"""What it is called to put a unit on the table during the turns."""
CHOSEN: dict[type, str] = {
    f.Deploy: "Off the table: {}",
    f.RemoveObjective: "Objective {} goes",
    f.HoldReserves: "Hold back {}",
    f.HoldAmbush: "In ambush: {}",
    f.HideSnipers: "In ambush: {}",
    f.Fortifications: "Take {}",
}
"""What it is called to choose a thing in a step of the set-up."""
PLAN_WORDS = {"attack": "Attack", "manoeuvre": "Manoeuvre", "defend": "Defend"}


class Act(Struct, frozen=True):
    """An option with some of its values filled in."""

    option: Option
    values: dict[str, object] = {}

    @property
    def missing(self) -> str | None:
        return next((name for name in self.option.takes if name not in self.values), None)

    def plus(self, name: str, value: object) -> Act:
        return Act(self.option, {**self.values, name: value})


class Every(Struct, frozen=True):
    """The same act for everything that is left of a step."""

    act: str


def filled(option: Option) -> Act:
    """An option with every value filled in that can only be one; losses and secrets are always asked."""
    values: dict[str, object] = {}
    for name, domain in option.takes.items():
        if isinstance(domain, OneOf) and len(domain.values) == 1 and option.act != "lose":
            values[name] = domain.values[0]
        if isinstance(domain, Whole) and domain.least == domain.most and option.act not in SECRET:
            values[name] = domain.least
    return Act(option, values)


def started(options: Sequence[Option]) -> Act | None:
    """The only thing to do, where it asks for a number or ticks: then that is the question itself."""
    if len(options) != 1:
        return None
    act = filled(options[0])
    return act if act.missing and isinstance(act.option.takes[act.missing], (Some, Whole)) else None


def question(state: State, seat: Seat, options: Sequence[Option], draft: Act | None) -> Prompt:
    """What to ask a seat: for the next value of what it has begun, or for what it wants to do."""
    act = draft or started(options)
    if act is not None:
        return _ask_value(state, seat, act)
    choices = [choice for option in options for choice in _choices(state, seat, filled(option))]
    choices = [*_every(state, options), *choices]
    return Prompt(
        title(state, seat),
        now_words(state, seat),
        choices=tuple(choices),
        default=_default(state, choices),
        notes=notes(state, seat),
        seat=seat,
        secret=any(option.act in SECRET and len(options) == 1 for option in options),
    )


def title(state: State, seat: str) -> str:
    return with_side(state, seat)


def _choices(state: State, seat: Seat, act: Act) -> list[Choice]:
    """The lines of a menu that an option gives: one for each value of its first open choice."""
    name = act.missing
    domain = act.option.takes[name] if name else None
    if name is None or not isinstance(domain, OneOf) or act.option.act == "lose":
        dots = "" if name is None else " ..."
        return [Choice(_label(state, seat, act) + dots, act)]
    full = [act.plus(name, value) for value in domain.values]
    keys = {True: "y", False: "n"}
    return [Choice(_label(state, seat, a), a, keys.get(cast(bool, a.values[name]), "")) for a in full]


def _label(state: State, seat: Seat, act: Act) -> str:
    """An act as a line of a menu."""
    values, words = act.values, act.option.words
    if "formation_left" in values:
        return f"Yes, {seat_name(seat)} fights on" if values["formation_left"] else "No, none is left"
    if "yes" in values:
        return "Yes" if values["yes"] else "No"
    if "plan" in values:
        return PLAN_WORDS[str(values["plan"])]
    if "place" in values:
        noun = SIDE_NOUN[mission_of(state).file.edges].removeprefix("long ").removeprefix("short ")
        return f"The {str(values['place']).replace('-', ' ')} {noun.removeprefix('table ')} of the map"
    what = values.get("what", values.get("unit"))
    if what is None:
        return capital(words)
    return _thing_label(state, act, what)


def _thing_label(state: State, act: Act, what: object) -> str:
    name = thing(state, what)
    step = steps.current(state) if state.stage == "setup" else None
    if act.option.act == "put":
        if what == "roll":
            return "Roll a die for what it is"
        if what in ("minefield", "wire"):
            return capital(act.option.words.replace("place ", "placed: "))
        return PUT.get(state.stage, "Placed: {}").format(name)
    if state.stage == "arrive" and state.arrive_at is not None:
        hides = unit_of(state, str(what)).sniper
        return CHOSEN[f.HoldAmbush if hides else f.Deploy].format(name)
    return CHOSEN.get(type(step), "{}").format(name)


def _every(state: State, options: Sequence[Option]) -> list[Choice]:
    """Where nothing is left to choose but the order: one line for all of it."""
    if state.mission is None or state.stage != "setup" or options[0].act != "put":
        return []
    step = steps.current(state)
    if isinstance(step, f.Obstacles):
        left = obstacle_count(state, step) - state.done
        noun = "minefields" if step.what == "minefield" else "barbed wire entanglements"
        return [Choice(f"All {left} {noun} are placed", Every("put"))] if left > 1 else []
    if isinstance(step, f.Deploy) and step.first is None:
        units = cast(OneOf, options[0].takes["what"]).values
        return [Choice(f"All {len(units)} units are placed", Every("put"))] if len(units) > 1 else []
    return []


def _default(state: State, choices: Sequence[Choice]) -> int:
    """What Enter takes: to hold no more once it is enough, to stay in ambush, and else the first line."""
    holding = state.mission is not None and state.stage == "setup" and isinstance(steps.current(state), f.HoldReserves)
    if holding or state.stage in HIDING:
        done = [n for n, c in enumerate(choices) if isinstance(c.value, Act) and c.value.option.act == "done"]
        return done[0] if done else 0
    return 0


# -- one value


def _ask_value(state: State, seat: Seat, act: Act) -> Prompt:
    name = act.missing
    assert name is not None
    domain = act.option.takes[name]
    base = Prompt(title(state, seat), _value_words(state, seat, act, name), seat=seat, secret=act.option.act in SECRET)
    if isinstance(domain, Some):
        return _ask_some(base, act, name, domain)
    if isinstance(domain, Whole):
        text = str(domain.most if act.option.act == "set-traps" else domain.least)
        return Prompt(base.title, base.words, "line", text=text, seat=seat, secret=base.secret)
    values = cast(OneOf, domain).values
    if act.option.act == "lose":
        values = tuple(sorted(values, key=lambda id: state.units[id].seat == state.active))
    if values == (True, False):
        choices = tuple(Choice(c.label, act.plus(name, c.value), c.key) for c in yes_no())
    else:
        choices = tuple(Choice(_value_label(state, seat, value), act.plus(name, value)) for value in values)
    return Prompt(base.title, base.words, choices=choices, seat=seat, secret=base.secret)


def _ask_some(base: Prompt, act: Act, name: str, domain: Some) -> Prompt:
    """Ticks; for a single thing a plain yes or no."""
    if len(domain.values) == 1:
        label = domain.values[0]
        choices = (
            Choice(f"Yes, near objective {label}", act.plus(name, (label,)), "y"),
            Choice("No, none is near", act.plus(name, ()), "n"),
        )
        return Prompt(base.title, base.words, choices=choices, seat=base.seat)
    ticks = tuple(Choice(f"Objective {value}", value) for value in domain.values)
    words = (*base.words, "Tick those that have (space), then press Enter; nothing ticked means none.")
    return Prompt(base.title, words, "several", ticks, seat=base.seat)


def _value_words(state: State, seat: Seat, act: Act, name: str) -> tuple[str, ...]:
    domain = act.option.takes[name]
    if act.option.act == "lose":
        return ("Which unit is destroyed?",)
    if name == "good_spirits":
        unit = unit_of(state, str(act.values["unit"])).name
        return (f"Is {unit} in Good Spirits? If not, it counts as destroyed when it withdraws.",)
    if isinstance(domain, Whole):
        words = now_words(state, seat)[:1] if act.option.act == "exchange" else ()
        return (*words, f"How many minefields, {domain.least} to {domain.most}? Enter: {_line_default(act, domain)}.")
    return now_words(state, seat)


def _line_default(act: Act, domain: Whole) -> int:
    return domain.most if act.option.act == "set-traps" else domain.least


def _value_label(state: State, seat: Seat, value: object) -> str:
    label = thing(state, value)
    if is_unit(state, value):
        owner = state.units[str(value)].seat
        return f"{seat_name(owner)}: {label}"
    return label


def read(prompt: Prompt, given: Given, begun: Act | None) -> Act | Every:
    """What an answer to the question comes to."""
    if prompt.form == "menu":
        value = chosen(prompt, given).value
        assert isinstance(value, (Act, Every))
        return value
    assert begun is not None and begun.missing is not None
    name = begun.missing
    domain: Domain = begun.option.takes[name]
    if prompt.form == "several":
        return begun.plus(name, several(prompt, given))
    assert isinstance(domain, Whole)
    return begun.plus(name, whole(line(prompt, given), domain.least, domain.most))


# -- dice


def ask_dice(ask: Ask) -> Prompt:
    """Real dice were thrown: what do they show?"""
    who = seat_name(ask.who)
    dice = "a die" if ask.count == 1 else f"{ask.count} dice"
    need = f", needing {ask.needed}+" if ask.needed is not None else ""
    extra = "".join(f", {m.value:+d} for {m.name}" for m in ask.modifiers)
    example = " ".join("351624"[i % 6] for i in range(ask.count))
    words = (
        f"{who} rolls {dice} for {ask.purpose}{need}{extra}.",
        f"Type what {'it shows' if ask.count == 1 else 'they show'}, for example {example}.",
    )
    return Prompt(f"{who} rolls", words, "line", seat=ask.who)


def read_dice(ask: Ask, text: str) -> tuple[int, ...]:
    """`3 5 1`, `3,5,1` or `351`."""
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdigit() for part in parts):
        raise Mistyped("type the numbers on the dice, with spaces between them")
    if len(parts) == 1 and ask.count > 1 and ask.sides < 10:
        parts = list(parts[0])
    return tuple(int(part) for part in parts)
