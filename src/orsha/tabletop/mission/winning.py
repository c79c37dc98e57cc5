"""The ways to win of a mission: which objectives they speak of, what the table is asked, and who has won (003)."""

from __future__ import annotations

from orsha.tabletop.layout import Side
from orsha.tabletop.mission import ending
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ground import enemy, mission_of, seat_of, side_of, turn_of
from orsha.tabletop.mission.library import win_turn
from orsha.tabletop.mission.state import Question, Seat, State


def win_number(state: State, seat: Seat) -> int:
    """Ruling A5: the "sixth turn" of a way to win is the player's own sixth; of both, where the switch says so."""
    game = ending.switches(state).turns.numbered == "game"
    return sum(state.turns.values()) if game else turn_of(state, seat)


def holding(state: State, seat: Seat) -> list[f.HoldObjective]:
    """The ways to win by holding that are open to a seat this turn."""
    side, turn = side_of(state, seat), win_number(state, seat)
    wins = [win for win in mission_of(state).file.win if isinstance(win, f.HoldObjective)]
    return [win for win in wins if win.who in (side, "both") and turn >= win.from_turn]


def counted(state: State, seat: Seat, which: str) -> list[str]:
    """The objectives that a way to win speaks of."""
    theirs: Side = "defender" if side_of(state, seat) == "attacker" else "attacker"
    placer = {"own-placed": seat, "placed-by-attacker": seat_of(state, "attacker")}
    placer["placed-by-defender"] = seat_of(state, "defender")
    return [
        label
        for label, objective in state.objectives.items()
        if which == "any"
        or (which == "enemy-side" and objective.side == theirs)
        or (which in placer and objective.by == placer[which])
    ]


def holdable(state: State, seat: Seat) -> list[str]:
    """Every objective that matters for a win by holding this turn."""
    found: dict[str, None] = {}
    for win in holding(state, seat):
        for which in (win.which, win.also):
            if which is not None:
                found.update(dict.fromkeys(counted(state, seat, which)))
    return list(found)


def end_question(state: State, seat: Seat, win: f.WinClause, index: int) -> Question | None:
    if win_number(state, seat) < win_turn(win):
        return None
    if isinstance(win, f.KeepAway):
        return _kept_away(state, seat, win, index)
    if win.who not in (side_of(state, seat), "both"):
        return None
    if isinstance(win, f.HoldObjective):
        held = [label for label in state.held if label in state.objectives]
        wanted = [which for which in (win.which, win.also) if which is not None]
        if not all(set(counted(state, seat, which)) & set(held) for which in wanted):
            return None
        return Question("near", enemy(seat), "end", int(win.within), tuple(held), clause=index)
    if isinstance(win, f.TakeBuildings):
        return Question("buildings", seat, "end", buildings=win.buildings, clause=index)
    if isinstance(win, f.HoldRoom):
        return Question("room", seat, "end", clause=index)
    return None


def _kept_away(state: State, seat: Seat, win: f.KeepAway, index: int) -> Question | None:
    """Ruling A25: at the end of the defender's own turns; of either player's, where the switch says so."""
    keeper = seat if win.who in (side_of(state, seat), "both") else enemy(seat)
    either = ending.switches(state).turns.defender_wins_at_the_end_of == "either"
    labels = tuple(counted(state, keeper, win.which))
    if not labels or (seat != keeper and not either):
        return None
    return Question("near", enemy(keeper), "end", int(win.within), labels, clause=index, anybody=True)


def wins(state: State, seat: Seat, win: f.WinClause, answer: tuple[str, ...]) -> bool:
    if isinstance(win, f.HoldObjective):
        cleared = [label for label in state.held if label not in answer]
        held = any(label in cleared for label in counted(state, seat, win.which))
        return held and (win.also is None or any(label in cleared for label in counted(state, seat, win.also)))
    if isinstance(win, f.KeepAway):
        return not answer
    return bool(answer)


def why(win: f.WinClause, seat: Seat) -> str:
    match win:
        case f.HoldObjective():
            return f"{seat} holds an objective"
        case f.KeepAway():
            return f"{seat} has kept the enemy away from the objectives"
        case f.TakeBuildings():
            return f"{seat} alone is in the buildings"
        case _:
            return f"{seat} holds a room with an objective"
