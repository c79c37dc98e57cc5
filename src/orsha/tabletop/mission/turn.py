"""The turns of a mission: the Starting Step, reserves, withdrawal, and the questions that decide victory.

A turn goes through stages: morale, start (who holds what), withdraw, ambush, arrive, snipers (those who have just
come), main, end.
"""

from __future__ import annotations

from typing import Literal

from orsha.kernel import OneOf, Option, Some, Whole
from orsha.tabletop.layout import Side
from orsha.tabletop.mission import ending, winning
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ambush import HIDING, ambush_region, sniper_region, snipers_at
from orsha.tabletop.mission.commands import (
    Agree,
    Answer,
    CallOff,
    Choose,
    Concede,
    Done,
    EndTurn,
    Lose,
    LoseWork,
    Morale,
    Near,
    Put,
    SetTraps,
    Withdraw,
)
from orsha.tabletop.mission.events import (
    Answered,
    ArrivalKnown,
    Asking,
    Broke,
    CalledOff,
    CountersSet,
    ObjectiveRemoved,
    Rerolled,
    ReservesDue,
    StageBegan,
    TrapsSet,
    TurnBegan,
    TurnEnded,
    UnitMoved,
    Won,
    WorkLost,
)
from orsha.tabletop.mission.forces import may_stay_off, move
from orsha.tabletop.mission.fortify import fortifications
from orsha.tabletop.mission.ground import (
    attachments,
    core,
    enemy,
    full_name,
    mission_of,
    side_of,
    turn_of,
    unit_of,
    units_at,
    zone_of,
)
from orsha.tabletop.mission.library import Mission
from orsha.tabletop.mission.placing import place
from orsha.tabletop.mission.reserves import dice_in
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.mission.state import Question, Seat, State, Where
from orsha.tabletop.mission.story import Story

FACES: dict[int, Literal["1-2", "3-4", "5-6"]] = {1: "1-2", 2: "1-2", 3: "3-4", 4: "3-4", 5: "5-6", 6: "5-6"}


def begin_turn(story: Story, seat: Seat) -> None:
    story.tell(TurnBegan(seat, turn_of(story.state, seat) + 1))
    story.tell(StageBegan("morale"))


# -- what a seat may do


def options(state: State, seat: Seat) -> list[Option]:
    if state.offered is not None:
        return ending.options(state, seat)
    if state.asked is not None:
        return _question_options(state, seat)
    if seat != state.active:
        return []
    of_stage = {
        "morale": _morale_options,
        "withdraw": _withdraw_options,
        "ambush": _ambush_options,
        "snipers": _sniper_options,
        "arrive": _arrive_options,
        "main": _main_options,
    }[state.stage]
    return [*of_stage(state, seat), *ending.options(state, seat)]


def _question_options(state: State, seat: Seat) -> list[Option]:
    question = state.asked
    assert question is not None
    if seat != state.active:
        return []
    if question.kind == "near":
        near = Some(question.objectives, 0, len(question.objectives))
        return [Option("near", "say which objectives they are near", {"objectives": near})]
    return [Option("answer-fact", "answer", {"yes": OneOf((True, False))})]


def _morale_options(state: State, seat: Seat) -> list[Option]:
    words = "after remounting, rallying and last stands: is a formation left?"
    return [Option("morale", words, {"formation_left": OneOf((True, False))}), *_lose_options(state)]


def _lose_options(state: State) -> list[Option]:
    """Lost wherever it is: 000 shells those in ambush, and one in reserve goes with its formation (core 10)."""
    places = ("table", "off-table", "ambush", "reserve")
    units = tuple(id for s in ("allied", "axis") for id in units_at(state, s, *places))
    lose = [Option("lose", "a unit is destroyed", {"unit": OneOf(units)})] if units else []
    with_works = tuple(s for s in ("allied", "axis") if works_standing(state, s))
    words = "a bunker, nest or turret is destroyed"
    return [*lose, Option("lose-work", words, {"of": OneOf(with_works)})] if with_works else lose


def works_standing(state: State, seat: Seat) -> int:
    """000 Bunkers, Nests: each is a separate unit."""
    items = fortifications().items
    placed = (items[one.what].units for one in state.markers if one.seat == seat and one.what in items)
    return sum(placed) - state.works_lost.get(seat, 0)


def withdrawable(state: State, seat: Seat) -> list[str]:
    """003 Strategic Withdrawal: any unit on the table, in ambush too, but an independent team or an attachment."""
    units = units_at(state, seat, "table", "ambush")
    return [id for id in units if core(state, id) and not unit_of(state, id).independent]


def _withdraw_options(state: State, seat: Seat) -> list[Option]:
    units = OneOf(tuple(withdrawable(state, seat)))
    return [Option("withdraw", "withdraw a unit", {"unit": units, "good_spirits": OneOf((True, False))})]


def _ambush_options(state: State, seat: Seat) -> list[Option]:
    snipers = snipers_at(state, seat, "ambush")
    shown = tuple(id for id in units_at(state, seat, "ambush") if core(state, id) and id not in snipers)
    where = place(state, ambush_region(state, seat))
    reveal = [Option("put", "reveal the ambush", {"what": OneOf(shown), "at": where})] if shown else []
    traps = state.traps.shown if _has_traps(state, seat) and state.traps is not None else 0
    lay = [Option("set-traps", "lay booby traps", {"minefields": Whole(1, traps)})] if traps else []
    return [*reveal, *lay, *_sniper_options(state, seat)]


def _sniper_options(state: State, seat: Seat) -> list[Option]:
    """Cards, Sniper's Hide: they come out of ambush in No Man's Land too."""
    snipers = snipers_at(state, seat, "ambush")
    where = place(state, sniper_region(state, seat))
    reveal = [Option("put", "reveal a sniper", {"what": OneOf(snipers), "at": where})] if snipers else []
    return [*reveal, Option("done", "go on")]


def _has_traps(state: State, seat: Seat) -> bool:
    return state.traps is not None and not state.traps.sealed and state.traps.to == (seat,)


def _arrive_options(state: State, seat: Seat) -> list[Option]:
    units = tuple(id for id in units_at(state, seat, "reserve") if core(state, id))
    if state.coming is not None:
        units = (state.coming,)
    if state.arrive_at is None:
        return [Option("choose", "choose a unit to come on", {"what": OneOf(units)})]
    where = place(state, zone_of(state, state.arrive_at))
    bring = Option("put", "bring a unit on", {"what": OneOf(units), "at": where})
    guns = tuple(id for id in units if may_stay_off(state, seat, id))
    off = [Option("choose", "leave artillery off the table", {"what": OneOf(guns)})] if guns else []
    snipers = tuple(id for id in units if unit_of(state, id).sniper)
    hide = [Option("choose", "have a sniper wait in ambush", {"what": OneOf(snipers)})] if snipers else []
    return [bring, *off, *hide]


def _main_options(state: State, seat: Seat) -> list[Option]:
    return [Option("end-turn", "end the turn"), *_lose_options(state)]


# -- what comes of it


def act(story: Story, seat: Seat, command: object) -> None:
    """One command of the turn; the stages that need nobody follow by themselves."""
    match command:
        case Morale(left):
            if not left:
                story.tell(Broke(seat))
            _after_morale(story, seat)
        case Lose(unit):
            story.tell(UnitMoved(unit, full_name(story.state, unit), "lost"))
        case LoseWork(of):
            story.tell(WorkLost(of))
        case Near(objectives):
            _answered(story, objectives)
        case Answer(yes):
            _answered(story, ("yes",) if yes else ())
        case Withdraw(unit, good_spirits):
            for id in (unit, *_together(story.state, unit)):
                story.tell(UnitMoved(id, full_name(story.state, id), "withdrawn" if good_spirits else "lost"))
            story.tell(CountersSet(0))
            _to_ambush(story, seat)
        case SetTraps(minefields):
            story.tell(TrapsSet(seat, minefields))
        case Put(what, at):
            _put(story, seat, what, at)
        case Choose(unit):
            if story.state.arrive_at is None:
                _scatter(story, seat, unit)
            else:
                _arrived(story, seat, unit, "ambush" if unit_of(story.state, unit).sniper else "off-table", None)
        case Done():
            if story.state.stage == "snipers":
                story.tell(StageBegan("main"))
            else:
                _to_reserves(story, seat)
        case EndTurn():
            story.tell(StageBegan("end"))
            _check_wins(story)
        case Concede() | CallOff() | Agree():
            ending.act(story, seat, command)


def _together(state: State, unit: str) -> list[str]:
    """003 Withdrawing Units: an attachment always goes with its unit, wherever on the table or in ambush it is."""
    return [id for id in attachments(state, unit) if state.units[id].where in ("table", "ambush")]


def _after_morale(story: Story, seat: Seat) -> None:
    state = story.state
    side, turn = side_of(state, seat), winning.win_number(state, seat)
    if state.broken and turn >= (mission_of(state).file.no_win_before or 1):
        story.tell(Won(enemy(state.broken[0]), f"{state.broken[0]} has no formation left"))
        return
    for win in mission_of(state).file.win:
        if isinstance(win, f.LastOut) and win.who in (side, "both") and turn >= win.turn:
            story.tell(Won(seat, f"{seat} is still there at the start of turn {turn}"))
            return
    story.tell(StageBegan("start"))
    candidates = winning.holdable(state, seat)
    if candidates:
        within = winning.holding(state, seat)[0].within
        story.tell(Asking(Question("near", seat, "start", int(within), tuple(candidates))))
    else:
        story.tell(Answered(()))
        _to_withdrawal(story, seat)


def _to_withdrawal(story: Story, seat: Seat) -> None:
    """000 Phased Withdrawal, 003 Strategic Withdrawal: after victory is checked."""
    state = story.state
    mission, numbers = mission_of(state), rules().withdrawal
    turn = turn_of(state, seat)
    if not mission.withdraws() or side_of(state, seat) != "defender":
        _to_ambush(story, seat)
        return
    for label, when in mission.file.withdrawal.removes.items():
        if when == turn and label in state.objectives:
            story.tell(ObjectiveRemoved(label, f"the start of the defender's turn {turn}"))
    units = withdrawable(state, seat)
    if turn < numbers.from_turn:
        _to_ambush(story, seat)
    elif len(units) + state.counters >= numbers.units and units:
        story.tell(StageBegan("withdraw"))
    else:
        story.tell(CountersSet(state.counters + 1))
        _to_ambush(story, seat)


def _to_ambush(story: Story, seat: Seat) -> None:
    state = story.state
    if units_at(state, seat, "ambush") or (_has_traps(state, seat) and state.traps is not None and state.traps.shown):
        story.tell(StageBegan("ambush"))
    else:
        _to_reserves(story, seat)


# -- reserves


def reserve_dice(mission: Mission, side: Side, turn: int) -> int:
    """003 Roll for Reserves: one die in the first turn of rolling, one more each turn after."""
    first = mission.first_reserve_turn(side)
    return 0 if first is None else dice_in(turn, first, mission.changes.extra_reserve_dice.get(side, 0))


def _to_reserves(story: Story, seat: Seat) -> None:
    state = story.state
    waiting = [id for id in units_at(state, seat, "reserve") if core(state, id)]
    dice = reserve_dice(mission_of(state), side_of(state, seat), turn_of(state, seat))
    if not waiting or not dice:
        story.tell(StageBegan("main"))
        return
    due = min(_arrivals(story, seat, dice), len(waiting))
    story.tell(ReservesDue(seat, due))
    if due:
        _next_arrival(story, seat)
    else:
        story.tell(StageBegan("main"))


def _arrivals(story: Story, seat: Seat, dice: int) -> int:
    """Each success brings a unit; with three dice or more one comes in any case."""
    numbers = rules().reserves
    hits = story.dice.each("reserves", seat, dice, numbers.needed)
    side = side_of(story.state, seat)
    if hits and side in mission_of(story.state).changes.reroll_first_success and not story.state.rerolled:
        story.tell(Rerolled())
        hits += story.dice.each("reserves, the first success again", seat, 1, numbers.needed) - 1
    return max(hits, 1) if dice >= numbers.automatic_from_dice else hits


def _next_arrival(story: Story, seat: Seat) -> None:
    """Scattered reserves: the unit is chosen, then a die says where it comes on; others know where they come on."""
    reserve = mission_of(story.state).reserve(side_of(story.state, seat))
    assert reserve is not None
    story.tell(StageBegan("arrive"))
    if "any" in reserve.arrive:
        story.tell(ArrivalKnown(reserve.arrive["any"]))


def _scatter(story: Story, seat: Seat, unit: str) -> None:
    reserve = mission_of(story.state).reserve(side_of(story.state, seat))
    assert reserve is not None
    face = story.dice.total("where the reserves come on", seat).result
    story.tell(ArrivalKnown(reserve.arrive[FACES[face]], unit, full_name(story.state, unit)))


def _put(story: Story, seat: Seat, what: str, at: tuple[int, int] | None) -> None:
    if story.state.stage in HIDING:
        move(story, what, "table", at)
        return
    _arrived(story, seat, what, "table", at)


def _arrived(story: Story, seat: Seat, what: str, where: Where, at: tuple[int, int] | None) -> None:
    """A unit comes from reserve, on to the table or to off it (002 Across the Volga); a sniper into ambush, out of
    which he may be placed at once (ruling A205)."""
    move(story, what, where, at)
    if story.state.arriving:
        _next_arrival(story, seat)
    elif story.state.lurking:
        story.tell(StageBegan("snipers"))
    else:
        story.tell(StageBegan("main"))


# -- victory


def _answered(story: Story, answer: tuple[str, ...]) -> None:
    """What an answer decides: what is held at the start of a turn, or whether the turn's end wins."""
    question = story.state.asked
    seat = story.state.active
    assert question is not None and seat is not None
    if question.when == "start":
        story.tell(Answered(answer))
        _to_withdrawal(story, seat)
        return
    win = mission_of(story.state).file.win[question.clause]
    won = winning.wins(story.state, seat, win, answer)
    story.tell(Answered(None))
    if won:
        winner = enemy(question.of) if isinstance(win, f.KeepAway) else seat
        story.tell(Won(winner, winning.why(win, winner)))
    else:
        _check_wins(story)


def _check_wins(story: Story) -> None:
    """Asks for the facts of each way to win at the end of a turn, one after the other; then the enemy's turn begins."""
    state = story.state
    seat = state.active
    assert seat is not None
    wins = mission_of(state).file.win
    for index in range(state.checked, len(wins)):
        question = winning.end_question(state, seat, wins[index], index)
        if question is not None:
            story.tell(Asking(question))
            return
    story.tell(TurnEnded(seat))
    if ending.is_last(state, turn_of(state, enemy(seat))):
        story.tell(CalledOff(f"the last turn, {state.setup.turns}, is over"))
    else:
        begin_turn(story, enemy(seat))
