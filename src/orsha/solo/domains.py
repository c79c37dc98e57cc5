"""What the player may do now, as options whose values can be drawn, sampled and checked."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from orsha.kernel import Domain, OneOf, Option, Some, Whole
from orsha.solo import ground
from orsha.solo.files import mission
from orsha.solo.state import SEAT, Question, SoloState

_HEX = re.compile(r"[A-Z]{1,2}(0|[1-9][0-9]?)")
MOST_SAMPLED = 3
SIDES = ("enemy", "friendly")


class Spot(Domain, frozen=True, tag="spot"):
    """One place: a hex in play, or one of a board as BOARD:HEX."""

    boards: tuple[str, ...] = ()

    def contains(self, value: object) -> bool:
        return isinstance(value, str) and is_place(value, self.boards)

    def sample(self, rng: random.Random) -> object:
        return _random_place(rng, self.boards)


class Places(Domain, frozen=True, tag="places"):
    """Some different places: hexes of a list, or of the boards. Where they must lie apart, no two of them touch."""

    least: int
    most: int
    among: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    apart: bool = False

    def contains(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most or len(set(value)) != len(value):
            return False
        if self.boards:
            return all(isinstance(place, str) and is_place(place, self.boards) for place in value)
        return all(place in self.among for place in value) and (not self.apart or ground.apart(value))

    def sample(self, rng: random.Random) -> object:
        count = rng.randint(self.least, min(self.most, max(self.least, MOST_SAMPLED)))
        found: list[str] = []
        for _ in range(20 * count):
            drawn = _random_place(rng, self.boards) if self.boards else rng.choice(self.among)
            if len(found) < count and drawn not in found and (not self.apart or ground.apart((*found, drawn))):
                found.append(drawn)
        return tuple(found)


class Tally(Domain, frozen=True, tag="tally"):
    """How many of some things, at least one and no more of each than there are."""

    counts: dict[str, int]

    def contains(self, value: object) -> bool:
        return (
            isinstance(value, dict)
            and bool(value)
            and all(id in self.counts and type(n) is int and 1 <= n <= self.counts[id] for id, n in value.items())
        )

    def sample(self, rng: random.Random) -> object:
        id = rng.choice(list(self.counts))
        return {id: rng.randint(1, self.counts[id])}


def is_place(name: str, boards: tuple[str, ...]) -> bool:
    if not boards:
        return name in _in_play()
    board, _, hex = name.partition(":")
    return board in boards and bool(_HEX.fullmatch(hex)) and len(name) < 12


def _in_play() -> frozenset[str]:
    return frozenset(ground.all_names())


def _random_place(rng: random.Random, boards: tuple[str, ...]) -> str:
    if not boards:
        return rng.choice(ground.all_names())
    return f"{rng.choice(boards)}:{chr(rng.randint(65, 90))}{rng.randint(1, 10)}"


def board_names(state: SoloState) -> tuple[str, ...]:
    return tuple(board.name for board in state.boards)


def answers(state: SoloState, question: Question) -> Domain:
    """The answers that a question takes."""
    among = {
        "in-play": ground.all_names,
        "mine-targets": ground.mine_targets,
        "wrecks": ground.wreck_area,
        "east-edge": ground.east_edge,
    }
    if not question.area:
        return Some(tuple(question.choices), question.least, question.most)
    if question.area in ("board", "boards"):
        boards = board_names(state) if question.area == "boards" else (question.board,)
        return Places(question.least, question.most, boards=boards)
    apart = question.area == "wrecks"
    return Places(question.least, question.most, among[question.area](), apart=apart)


def options_for(state: SoloState, seat: str) -> Sequence[Option]:
    if seat != SEAT or state.phase == "over":
        return []
    if state.phase == "opening":
        return [Option("begin", "roll the mission's tables and set up")]
    if state.asked is not None:
        return [Option("answer", state.asked.words, {"chosen": answers(state, state.asked)})]
    return _in_turn(state)


def end_is_due(state: SoloState) -> bool:
    """At the end of the game turn, from the mission's eighth or tenth on, before the next turn begins."""
    last = mission(state.setup.mission).first_end
    return state.phase == "play" and state.side == "enemy" and state.turn >= last and state.end_rolled < state.turn


def turn_key(state: SoloState) -> str:
    return f"{state.turn}-{state.side}"


def may_try(state: SoloState) -> tuple[str, ...]:
    """S? that were not tried in this player turn."""
    return tuple(one.id for one in state.suspects.values() if state.turn and one.tried != turn_key(state))


def may_happen(state: SoloState) -> tuple[str, ...]:
    """Whose random events can come: the enemy's perhaps only after an activation (ruling D10)."""
    if not state.turn:
        return ()
    needed = mission(state.setup.mission).events_need_activation and not state.activated
    return SIDES[1:] if needed else SIDES


def _in_turn(state: SoloState) -> list[Option]:
    ending = end_is_due(state)
    found = [Option("end", "roll the mission end die") if ending else Option("turn", "begin the next player turn")]
    if tries := may_try(state):
        found.append(Option("activate", "try an S? that your men can see", {"suspect": OneOf(tries)}))
    if sides := may_happen(state):
        found.append(Option("event", "roll a random event now", {"side": OneOf(sides)}))
    if state.turn:
        found += _telling(state)
    return found


def _telling(state: SoloState) -> list[Option]:
    """What the player can tell the program."""
    enemies = (*state.suspects, *state.units)
    found: list[Option] = []
    if state.objectives:
        places = OneOf(tuple(state.objectives))
        found.append(Option("control", "say who controls a place", {"place": places, "holder": OneOf(SIDES)}))
    if enemies:
        found.append(Option("lost", "say which enemies are gone", {"ids": Some(enemies, 1, len(enemies))}))
        spot = Spot(board_names(state))
        found.append(Option("moved", "say where an enemy is now", {"id": OneOf(enemies), "to": spot}))
    if state.own:
        counts = {one.id: one.count for one in state.own.values()}
        found.append(Option("losses", "say what you lost", {"lost": Tally(counts)}))
    if fields := tuple(field.place for field in state.mines.values() if field.ap is None):
        found.append(Option("mines", "say that a minefield is entered", {"place": OneOf(fields)}))
    if state.sky:
        how = OneOf(("shot-down", "recalled"))
        found.append(Option("sky", "say that you lost aircraft", {"how": how, "count": Whole(1, state.sky)}))
    return found
