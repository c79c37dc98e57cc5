"""Player turns: what comes due as one begins, and what the player tells in the course of it."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.solo import state as s
from orsha.solo.files import Side
from orsha.solo.happenings import rolling
from orsha.solo.happenings.common import Do
from orsha.solo.happenings.enemy import reinforcement_die
from orsha.solo.mines import find_strength
from orsha.solo.state import SoloState, Task
from orsha.solo.telling import Telling, listed


def holds_everything(state: SoloState) -> bool:
    return bool(state.objectives) and all(one.holder == "friendly" for one in state.objectives.values())


def close_turn(told: Telling) -> bool:
    """The end of a player turn: in OtO-S2 the player wins at once with every VPO. Says whether the mission is over."""
    if not (told.file.win_at_once and told.state.turn and holds_everything(told.state)):
        return False
    told.tell(s.WonAtOnce(told.rule("VP"), "At the end of the player turn you control every VPO: the mission is won."))
    return True


def next_turn(state: SoloState) -> tuple[int, Side]:
    """The player's side moves first."""
    return (state.turn, "enemy") if state.turn and state.side == "friendly" else (state.turn + 1, "friendly")


def begin_turn(told: Telling) -> None:
    if close_turn(told):
        return
    turn, side = next_turn(told.state)
    told.tell(s.TurnBegan(turn, side))
    tasks = [Task("rally-phase", (side,))]
    if side == "enemy" and told.state.reinforcing:
        tasks.append(Task("reinforcement-die"))
    told.queue(*tasks, Task("turn-to-do", (side,)))


def _rally_phase(told: Telling, task: Task) -> None:
    side: Side = "enemy" if task.about[0] == "enemy" else "friendly"
    rolling.check(told, side)


def _reinforcement(told: Telling, task: Task) -> None:
    reinforcement_die(told)


def _event(told: Telling, task: Task) -> None:
    side: Side = "enemy" if task.about[0] == "enemy" else "friendly"
    rolling.roll_event(told, side)


def _to_do(told: Telling, task: Task) -> None:
    """What the player has to do in this player turn, and what is special about it."""
    state, sky = told.state, told.file.sky
    if task.about[0] == "friendly":
        if state.turn == 1:
            told.remind("friendly-turn-1")
        if sky is not None and state.turn == sky.turn and not state.sky_came:
            _aircraft(told)
        told.remind("friendly-turn")
        told.say("turn", "Play your turn; `activate` each S? that your men come to see.")
        return
    if state.turn == 1:
        told.remind("enemy-turn-1")
    told.say("turn", _enemy_orders(state))
    _say_flak(told)


def _enemy_orders(state: SoloState) -> str:
    """What the enemy's staff does with its counters."""
    moving = [one.id for one in state.suspects.values() if one.attitude == "advance"]
    units = [unit for unit in state.units.values() if unit.attitude == "advance"]
    moving += [f"{unit.id} on {unit.against}" if unit.against else unit.id for unit in units]
    advance = f" On Advance: {listed(moving)}." if moving else ""
    return f"Play the enemy's turn: all hold and make their Action rolls.{advance}"


def _say_flak(told: Telling) -> None:
    """What OtO-S1's flak guns may do: nothing before the aircraft come, the sky while they fly, all afterwards."""
    rules, state = told.file.guns_may, told.state
    printed = {gun.what for gun in told.file.guns}
    if rules is None or not any(unit.what in printed for unit in state.units.values()):
        return
    words = rules.waiting if not state.sky_came else rules.sky if state.sky else rules.free
    told.say("additional German units", words)


def _aircraft(told: Telling) -> None:
    """Three Sturmoviks on turn 2, of one type; a die for each says whether it carries ATCB."""
    sky = told.file.sky
    assert sky is not None
    kind = told.stand_in(sky.type_table)
    loads = [told.chart("atcb", f"{sky.what} {n} of {sky.count}") for n in range(1, sky.count + 1)]
    text = f"{sky.count} x {sky.what} arrive: {kind}; {', '.join(loads)}."
    told.tell(s.SkyChanged(told.rule("air support"), text, sky.count))
    for words in sky.words:
        told.say("air support", words)
    _say_flak(told)


# -- what the player tells


def lost(told: Telling, ids: tuple[str, ...]) -> None:
    told.change("report", f"Gone: {listed(_name(told.state, id) for id in ids)}.", gone=ids)


def _name(state: SoloState, id: str) -> str:
    if id in state.suspects:
        return f"{id} in {state.suspects[id].place}"
    return f"{state.units[id].what} {id}"


def moved(told: Telling, id: str, to: str) -> None:
    text = f"{_name(told.state, id)} is now in {to}."
    if id in told.state.suspects:
        told.change("report", text, suspects=[replace(told.state.suspects[id], place=to)])
    else:
        told.change("report", text, units=[replace(told.state.units[id], place=to)])


def control(told: Telling, place: str, holder: Side) -> None:
    whose = "you control" if holder == "friendly" else "the enemy controls"
    objective = replace(told.state.objectives[place], holder=holder)
    told.change("report", f"{place}: {whose} it now.", objectives=[objective])
    if holder == "enemy":
        _revert(told, place)


def _revert(told: Telling, place: str) -> None:
    """ENEMY RE 23-24: with the VPO taken those who counterattacked it are on Hold again."""
    back = [replace(unit, attitude="hold", against="") for unit in told.state.units.values() if unit.against == place]
    if back:
        names = listed(unit.id for unit in back)
        told.change("ENEMY RE 23-24", f"{place} is retaken: {names} go back to Hold.", units=back)


def losses(told: Telling, counts: dict[str, int]) -> None:
    own = told.state.own
    words = [f"{count} x {own[id].what} ({id}, {own[id].group})" for id, count in counts.items()]
    left = [replace(own[id], count=own[id].count - count) for id, count in counts.items() if count < own[id].count]
    gone = [id for id, count in counts.items() if count >= own[id].count]
    told.change("report", f"You lose {', '.join(words)}.", own=left, gone=gone)


def mines(told: Telling, place: str) -> None:
    find_strength(told, told.state.mines[place], "found as they are entered")


def sky_lost(told: Telling, how: str, count: int) -> None:
    left = told.state.sky - count
    what = "shot down" if how == "shot-down" else "recalled"
    text = f"{count} of your aircraft {'is' if count == 1 else 'are'} {what}; {left} left."
    told.tell(s.SkyChanged(told.rule("air support"), text, left))
    if not left:
        _say_flak(told)


DO: dict[str, Do] = {
    "rally-phase": _rally_phase,
    "reinforcement-die": _reinforcement,
    "turn-to-do": _to_do,
    "event": _event,
}
