"""The battle's figures: whole games between staffs beside python-chess's random games, options, sizes."""

from __future__ import annotations

import gc
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from functools import cache, partial

import chess
import msgspec

from benchmarks.kernel import Row, chess_games, timed
from orsha.bots.battle_auto import BattleMatch, play_battle
from orsha.kernel import export
from orsha.sim.local import set_aside
from orsha.tabletop.force import load_force
from orsha.tabletop.game import Battle, BattleSetup, facts
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Seat
from orsha.tabletop.table import warm_up

POINTS = 100
MISSIONS = ("contact", "free-for-all", "dust-up", "breakthrough", "encounter")
GAMES = 10
"""So many of each of them: one game is twice as long as another."""
STAFFS: dict[Seat, str] = {"allied": "staff", "axis": "staff"}
KB, MB = 1024, 1024 * 1024
MIDDLE = 3
"""The turn in which most is going on."""


def rows() -> Iterator[Row]:
    warm_up()
    yield games()
    yield options()
    yield journal()
    yield memory()


def setup(mission: str, seed: int) -> BattleSetup:
    forces: dict[Seat, str] = {"allied": f"soviet-{POINTS}", "axis": f"german-{POINTS}"}
    loaded = {seat: load_force(name) for seat, name in forces.items()}
    return BattleSetup(loaded, mission=mission, attacker="axis", seed=seed)


@cache
def recorded() -> tuple[BattleMatch, tuple[BattleState, ...]]:
    """A whole game with its journal, and its states in the middle of it, one for each step of a turn."""
    kept: dict[tuple[Seat, str], BattleState] = {}

    def seen(match: BattleMatch) -> None:
        state = match.state
        seat = state.mission.active
        if seat and state.asked is None and state.mission.stage == "main" and state.mission.turns[seat] == MIDDLE:
            kept.setdefault((seat, state.step), state)

    match, _ = play_battle(setup("contact", 1), STAFFS, 1, record=True, seen=seen)
    return match, tuple(kept.values())


def games() -> Row:
    """Whole games on one core, after one on each table, as in a long simulation: there it makes one of 25 or more."""
    for slug in MISSIONS:
        play_battle(setup(slug, 1), STAFFS, GAMES)
    set_aside()
    ready = [(setup(slug, 1), n) for slug in MISSIONS for n in range(GAMES)]
    start = time.perf_counter()
    turns = sum(sum(play_battle(one, STAFFS, n)[1].turns.values()) for one, n in ready)
    each = (time.perf_counter() - start) / len(ready)
    theirs = chess_games()
    return (
        f"battles of {POINTS} points/s and core, staff against staff",
        f"{1 / each:.2f} ({turns / len(ready):.0f} turns a battle)",
        f"python-chess random games {theirs:.1f}",
        f"{1 / each / theirs:.3f}",
        "10/s",
    )


def options() -> Row:
    """All that a side may do, for each of its units on the table; the slowest step of a turn counts."""
    game, board = Battle(), chess.Board()
    worst, which = 0.0, ""
    for state in recorded()[1]:
        seat = state.mission.active
        assert seat is not None
        units = len(facts.units_on_table(state, seat)) or 1
        each = timed(partial(game.options, state, seat)) / units
        worst, which = max((worst, which), (each, state.step))
    theirs = timed(lambda: list(board.legal_moves))
    return (
        f"what a unit may do, ms (the slowest step: {which})",
        f"{worst * 1e3:.2f}",
        f"python-chess, a board's legal moves {theirs * 1e3:.3f}",
        f"{worst / theirs:.0f} boards",
        "2 ms",
    )


def journal() -> Row:
    match, _ = recorded()
    data = export.write("battle", "a battle", match.lines)
    small = len(zlib.compress(data, 9))
    return (
        f"a whole battle of {POINTS} points as a file, compressed, KB",
        f"{small / KB:.0f} ({len(match.lines)} entries)",
        f"as it is {len(data) / KB:.0f}",
        f"{len(data) / small:.1f}",
        "300 KB",
    )


def memory() -> Row:
    """What a battle in its middle keeps in memory, all its caches with it; and its bare state, read anew."""
    play_battle(setup("contact", 1), STAFFS, 1, most_turns=1)
    gc.collect()
    tracemalloc.start()
    match, _ = play_battle(setup("contact", 2), STAFFS, 2, most_turns=MIDDLE)
    gc.collect()
    whole = tracemalloc.get_traced_memory()[0]
    raw = msgspec.json.encode(match.state)
    before = tracemalloc.get_traced_memory()[0]
    again = msgspec.json.decode(raw, type=BattleState)
    bare = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert again == match.state
    return (
        "a battle's state in memory with its caches, MB",
        f"{whole / MB:.2f} (bare {bare / MB:.2f})",
        f"the same as JSON {len(raw) / MB:.2f}",
        f"{whole / len(raw):.0f}",
        "5 MB",
    )
