"""OtO-S2's set-up on three boards that the player lays out: bridges, VPO, S?, the cavalry."""

from __future__ import annotations

from msgspec.structs import replace

from orsha.solo import charts
from orsha.solo import state as s
from orsha.solo.files import Boards, Units
from orsha.solo.happenings.common import Answered, Do
from orsha.solo.leaders import leaders_until
from orsha.solo.state import Board, Objective, PlaceKind, Task
from orsha.solo.telling import Telling, counted, listed

TASKS = ("entry-edge", "boards", "month", "cavalry", "ready")
OF_EACH_BOARD = ("river", "crossroads", "long-bridges", "short-bridges", "board-vpo", "buildings")
PRIORITY: tuple[tuple[str, PlaceKind], ...] = (
    ("long_bridges", "long-bridge"),
    ("crossroads", "crossroads"),
    ("bridges", "bridge"),
)


def _rules(told: Telling) -> Boards:
    found = told.file.boards
    assert found is not None
    return found


def _board(told: Telling, name: str) -> Board:
    return next(board for board in told.state.boards if board.name == name)


def _surveyed(told: Telling, what: str, text: str, board: Board) -> None:
    boards = tuple(board if one.name == board.name else one for one in told.state.boards)
    told.tell(s.BoardsSet(told.rule(what), text, boards))


# -- the edge, the boards, the month


def _entry_edge(told: Telling, task: Task) -> None:
    edges = {edge: f"the {edge} edge" for edge in _rules(told).edges}
    told.choose("Sequence", "From which board edge does your cavalry enter?", edges, 1, 1)


def _entry_edge_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    told.tell(s.Settled(told.rule("Sequence"), f"You enter from the {chosen[0]} edge.", edge=chosen[0]))


def _boards(told: Telling, task: Task) -> None:
    """MSR 6: column A for the centre, column B for the two others; no board twice."""
    rules = _rules(told)
    centre = told.chart(rules.centre, "the centre")
    left = told.chart(rules.wings, "the western board")
    right = left
    while right == left:
        right = told.chart(rules.wings, "the eastern board")
    boards = (Board(left, "west"), Board(centre, "centre"), Board(right, "east"))
    text = f"Boards in a row from west to east: {left}, {centre}, {right}."
    told.tell(s.BoardsSet(told.rule("MSR 6"), text, boards))
    told.queue(*(Task(what, (board.name,)) for board in boards for what in OF_EACH_BOARD))


def _month(told: Telling, task: Task) -> None:
    month = told.chart(_rules(told).month)
    weather = told.stand_in("conditions", month)
    conditions = f"{month} 1944, {weather}"
    told.tell(s.Settled(told.rule("MSR 8"), f"It is {conditions}.", conditions=conditions))


# -- each board: its river, its crossroads and bridges, its VPO


def _river(told: Telling, task: Task) -> None:
    [name] = task.about
    if name in _rules(told).rivers:
        told.say("MSR 7", f"The river on board {name} flows {_rules(told).rivers_flow}.")
        _bridges(told, name)
    else:
        told.yes_or_no("MSR 7", f"Is there a river on board {name}?")


def _river_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    if chosen == ("yes",):
        _bridges(told, task.about[0])


def _bridges(told: Telling, name: str) -> None:
    """MSR 7: A6g says how many, A9a where, A9b of what."""
    count = int(told.stand_in("a6g", f"bridges on board {name}"))
    for number in range(1, count + 1):
        about = f"bridge {number} of {count}, board {name}"
        where, built = _bridge_place(told, about), told.stand_in("a9b", about)
        told.say("MSR 7", f"Bridge {number} on board {name}: {where}; {built}.")


def _bridge_place(told: Telling, about: str) -> str:
    """On one die a 5 or 6 is rolled again (ruling D27)."""
    table = told.book["a9a"]
    while True:
        outcome = told.on(table, about)
        if table.count > 1 or outcome.roll.result < _rules(told).bridge_again_from:
            return outcome.result
        told.say("MSR 7", f"A {outcome.roll.result} does not count: the bridge's place is rolled again.")


def _crossroads(told: Telling, task: Task) -> None:
    [name] = task.about
    words = f"Name every hex of board {name} whose sides are crossed by a road three times or more."
    told.where("VPO locations", words, "board", 0, _rules(told).most_crossroads, name)


def _crossroads_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    board = replace(_board(told, task.about[0]), crossroads=chosen)
    _surveyed(told, "VPO locations", f"Crossroads on board {board.name}: {listed(chosen)}.", board)


def _long_bridges(told: Telling, task: Task) -> None:
    [name] = task.about
    words = f"Name one hex of each bridge on board {name} that is longer than a hex: it counts as one place."
    told.where("VPO locations", words, "board", 0, _rules(told).most_bridges, name)


def _long_bridges_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    board = replace(_board(told, task.about[0]), long_bridges=chosen)
    _surveyed(told, "VPO locations", f"Long bridges on board {board.name}: {listed(chosen)}.", board)


def _short_bridges(told: Telling, task: Task) -> None:
    [name] = task.about
    words = f"Name every bridge of a single hex on board {name}."
    told.where("VPO locations", words, "board", 0, _rules(told).most_bridges, name)


def _short_bridges_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    """MSR 7: A9d for each; a destroyed one is still a place to hold."""
    board = replace(_board(told, task.about[0]), bridges=chosen)
    states = [f"{place} {told.stand_in('a9d', place)}" for place in chosen]
    _surveyed(told, "MSR 7", f"Bridges of one hex on board {board.name}: {listed(states)}.", board)


def _board_vpo(told: Telling, task: Task) -> None:
    """A6g of them, by the priority list; within a class by Random Selection (ruling D19)."""
    board = _board(told, task.about[0])
    left = int(told.stand_in("a6g", f"VPO on board {board.name}"))
    taken: list[Objective] = []
    for field, kind in PRIORITY:
        candidates = [place for place in getattr(board, field) if place not in {one.place for one in taken}]
        while candidates and left:
            place = told.select("the VPO", candidates) if len(candidates) > left else candidates[0]
            candidates.remove(place)
            taken.append(Objective(place, kind, "enemy"))
            left -= 1
    text = f"VPO on board {board.name}, all the enemy's: {listed(one.place for one in taken)}."
    told.change("VPO locations", text, objectives=taken)
    follows = {"crossroads": "hiding", "long-bridge": "bridge-guard"}
    told.queue(*(Task(follows[one.kind], (board.name, one.place)) for one in taken if one.kind in follows))


# -- S?


def _place(told: Telling, text: str, places: tuple[str, ...] | list[str]) -> None:
    """One S? in a place, where there is none yet."""
    taken = {suspect.place for suspect in told.state.suspects.values()}
    fresh = [place for place in dict.fromkeys(places) if place not in taken]
    if fresh:
        told.place_suspects("S? placement", f"{text}: S? in {listed(fresh)}.", fresh)


def _buildings(told: Telling, task: Task) -> None:
    [name] = task.about
    words = f"Name a hex of each building on board {name}."
    told.where("S? placement", words, "board", 0, _rules(told).most_buildings, name)


def _buildings_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    """4.1a, with A9e for each building."""
    held = [place for place in chosen if int(told.stand_in("a9e", place))]
    _place(told, f"In the buildings of board {task.about[0]}", held)


def _hiding(told: Telling, task: Task) -> None:
    """One S? in a crossroads VPO, and where men can hide around it."""
    board, place, *radius = task.about
    if not radius:
        _place(told, f"At the crossroads {place}", [place])
        told.queue(Task("hiding", (board, place, told.stand_in("a6f", f"hexes around {place}"))))
        return
    words = f"Name every location with concealment terrain within {radius[0]} hexes of {place}."
    told.where("S? placement", words, "boards", 0, _rules(told).most_hiding, board)


def _hiding_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    _place(told, f"Around the crossroads {task.about[1]}", chosen)


def _bridge_guard(told: Telling, task: Task) -> None:
    board, place = task.about
    words = f"Name a location with concealment terrain next to the bridge {place}, if there is one."
    told.where("S? placement", words, "boards", 0, 1, board)


def _bridge_guard_answered(told: Telling, task: Task, chosen: tuple[str, ...]) -> None:
    _place(told, f"Beside the bridge {task.about[1]}", chosen)


# -- the cavalry


def _cavalry(told: Telling, task: Task) -> None:
    rules = told.file.cavalry
    assert rules is not None
    leaders = [Units(leader, "leader", 1) for leader in leaders_until(told, rules.leaders, "cavalry")]
    heavy = told.on(charts()[rules.heavy]).result
    units = [*leaders, *rules.units]
    if heavy in rules.heavy_kinds:
        units += [*rules.heavy_with, Units(heavy, rules.heavy_kinds[heavy], 1)]
    told.receive("MSR 9", f"Your cavalry: {counted(units)}.", rules.group, units)
    told.remind("set-up")


DO: dict[str, Do] = {
    "entry-edge": _entry_edge,
    "boards": _boards,
    "month": _month,
    "river": _river,
    "crossroads": _crossroads,
    "long-bridges": _long_bridges,
    "short-bridges": _short_bridges,
    "board-vpo": _board_vpo,
    "buildings": _buildings,
    "hiding": _hiding,
    "bridge-guard": _bridge_guard,
    "cavalry": _cavalry,
}
ANSWERED: dict[str, Answered] = {
    "entry-edge": _entry_edge_answered,
    "river": _river_answered,
    "crossroads": _crossroads_answered,
    "long-bridges": _long_bridges_answered,
    "short-bridges": _short_bridges_answered,
    "buildings": _buildings_answered,
    "hiding": _hiding_answered,
    "bridge-guard": _bridge_guard_answered,
}
