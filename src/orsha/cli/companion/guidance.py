"""What to do now, in plain words: one sentence for the step, what is still missing, and the rules that go with it."""

from __future__ import annotations

from orsha.cli.companion.naming import seat_name, sentence
from orsha.kernel import counted
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import steps
from orsha.tabletop.mission.ambush import HIDING, snipers_at
from orsha.tabletop.mission.forces import deep_units, may_be_held, may_hold_more
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import core, force_points, mission_of, points_of, side_of, unit_of, units_at
from orsha.tabletop.mission.placing import fortification_points
from orsha.tabletop.mission.report import question_words
from orsha.tabletop.mission.river_placing import crossings_needed
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.shares import share_points
from orsha.tabletop.mission.state import SEATS, Seat, State
from orsha.tabletop.mission.turn import withdrawable
from orsha.tabletop.mission.words import (
    ambush_words,
    points_words,
    reserve_words,
    rule_title,
    sniper_words,
    special_words,
    step_words,
    win_lines,
    zone_words,
)
from orsha.tabletop.reference import for_mission

PLANS = "Choose a battle plan. The bolder plan attacks; then a die says which mission is played."


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.mission is None:
        return "Choosing a mission"
    name = mission_of(state).file.name
    if state.over:
        return f"{name}: {seat_name(state.winner or 'nobody')} wins"
    who = f"{seat_name(state.attacker)} attacks" if state.attacker else "who attacks is rolled for"
    if state.stage == "setup":
        return f"{name}: {who}, set-up step {state.step + 1} of {len(mission_of(state).file.setup)}"
    return f"{name}: {who}, {seat_name(state.active or '')}'s turn {state.turns.get(state.active or 'allied', 0)}"


def now_words(state: State, seat: Seat) -> tuple[str, ...]:
    """What a seat is to do now."""
    if state.mission is None:
        return (PLANS,) if state.setup.choose == "plans" else ("Everything is ready.",)
    if state.stage == "setup":
        step = steps.current(state)
        return (step_words(mission_of(state), step), *_missing(state, seat, step))
    if state.offered is not None:
        return (f"{seat_name(state.offered)} proposes to stop. Then nobody wins and both score as the loser. Agreed?",)
    if state.asked is not None:
        when = "As the turn begins" if state.asked.when == "start" else "Now that the turn ends"
        return (f"{when}: {sentence(question_words(state.asked))}",)
    return _stage_words(state, seat)


def _missing(state: State, seat: Seat, step: f.SetupStep) -> tuple[str, ...]:
    """How far a step of the set-up has come."""
    if isinstance(step, f.HoldReserves):
        return (_held_words(state, seat),)
    if isinstance(step, f.Fortifications):
        if seat in state.passed:
            return (f"To be placed: {', '.join(state.taken)}.",)
        left = fortification_points(state, step) - sum(fortifications().items[item].points for item in state.taken)
        return (f"Taken: {', '.join(state.taken) or 'nothing yet'}; {counted(left, 'point')} left.",)
    if isinstance(step, f.Crossings):
        return (f"Crossing {state.done + 1} of {crossings_needed(state, step)}.",)
    if isinstance(step, f.Deploy):
        return ("Put it on the table where the map shows the area, then say so here.",)
    return ()


def _held_words(state: State, seat: Seat) -> str:
    """What the mission still wants in reserve, or that it is enough."""
    side = side_of(state, seat)
    reserve = mission_of(state).reserve(side)
    assert reserve is not None
    left, held = units_at(state, seat, "roster"), units_at(state, seat, "reserve")
    if left and not any(may_be_held(state, id) for id in left):
        return "Nobody else may be held back: the rest deploys."
    if reserve.share is not None:
        most = share_points(force_points(state, side), reserve.share)
        over = points_of(state, left) - most
        if over > 0:
            return f"{points_of(state, left)} points would deploy, {most} may: hold {over} or more points back."
    if "deep" in reserve.kinds and deep_units(state, left) > rules().reserves.deep_units_on_table:
        return "Too many heavy tank or aircraft units would deploy: hold all but one of them back."
    short = reserve.min_units - len([id for id in held if core(state, id)])
    if short > 0:
        return f"Hold {counted(short, 'more unit')} back."
    more = " You may hold more." if may_hold_more(state, side) else ""
    return f"That is enough: {points_of(state, held)} points held, {points_of(state, left)} deploy.{more}"


def _stage_words(state: State, seat: Seat) -> tuple[str, ...]:
    name = seat_name(seat)
    mission = mission_of(state)
    if state.stage == "morale":
        return (
            f"Starting Step of {name}'s turn {state.turns.get(seat, 0)}: remount, rally, last stands.",
            f"Then: does {name} still have a formation?",
        )
    if state.stage == "withdraw":
        return (f"{name} must withdraw a unit with its attachments. Which?",)
    if state.stage in HIDING:
        hidden = ", ".join(unit_of(state, id).name for id in units_at(state, seat, "ambush") if core(state, id))
        traps = state.traps is not None and not state.traps.sealed and state.traps.shown > 0
        shown = (f"In ambush: {hidden}. Is it revealed now?",) if hidden else ()
        return (*shown, "Are booby traps laid now?") if traps else shown or ("Nothing more is hidden.",)
    if state.stage == "arrive":
        units = f"{counted(state.arriving, 'unit')} of {name}"
        if state.arrive_at is None:
            return (f"{units} must come on from reserve. Choose one; a die says where it comes on.",)
        return (f"{units} must come on from reserve: {zone_words(mission, state.arrive_at)}. Which comes now?",)
    return (
        f"{name} moves, shoots and assaults at the table.",
        "Say here when a unit is destroyed, and when the turn is over.",
    )


def notes(state: State, seat: Seat) -> tuple[str, ...]:
    """The rules that go with the present step, for those who want to read them."""
    if state.mission is None:
        return ()
    mission = mission_of(state)
    if state.stage == "setup":
        step = steps.current(state)
        if isinstance(step, f.HoldReserves):
            return tuple(reserve_words(mission, side_of(state, seat))[1:])
        if isinstance(step, f.HideSnipers):
            return tuple(sniper_words())
        return tuple(ambush_words()) if isinstance(step, f.HoldAmbush) else ()
    if state.asked is not None:
        return ()
    if state.stage in HIDING and units_at(state, seat, "ambush"):
        snipers = tuple(sniper_words()[1:]) if snipers_at(state, seat, "ambush") else ()
        others = len(units_at(state, seat, "ambush")) > len(snipers_at(state, seat, "ambush"))
        return (*ambush_words()[1:], *snipers) if others else snipers
    if state.stage == "arrive":
        return (reserve_words(mission, side_of(state, seat))[-1],)
    if state.stage == "withdraw":
        units = len(withdrawable(state, seat))
        shown = f"Units that count: {units}; {counted(state.counters, 'delay counter')}."
        return (shown, "A unit that withdraws while not in Good Spirits counts as destroyed.")
    return ()


def rule_pages(state: State) -> list[tuple[str, list[str]]]:
    """The whole mission in words, under headings: for the help screen."""
    if state.mission is None:
        return []
    mission = mission_of(state)
    file = mission.file
    pages = [
        (file.name, [file.about, *file.terrain]),
        ("Winning", win_lines(mission)),
        ("Set-up", [f"{n}. {step_words(mission, step)}" for n, step in enumerate(file.setup, start=1)]),
    ]
    for side in ("attacker", "defender"):
        lines = [*reserve_words(mission, side)]
        for rule in file.special_rules[side]:
            lines += [f"{rule_title(rule)}: {words}" for words in special_words(mission, rule, side)]
        if lines:
            who = next((f" ({seat_name(s)})" for s in SEATS if state.attacker and side_of(state, s) == side), "")
            pages.append((f"{side.capitalize()}{who}", lines))
    pages.append(("Victory points", points_words()))
    for sheet in for_mission(mission):
        pages += [(f"{sheet.name}: {one.title}", list(one.lines)) for one in sheet.sections]
        pages += [(f"{sheet.name}: {one.title}", ["; ".join(row) for row in one.rows]) for one in sheet.tables]
    return pages
