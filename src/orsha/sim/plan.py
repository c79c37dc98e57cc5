"""What is to be played: missions, pairings, how many games of each, and the seed that every game's own comes from.

A game is known by its mission and its number. Its dice, its table, who plays what and who attacks follow from these
and the seed alone, so it is the same game whoever plays it, in whatever order, and however many are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby, product
from typing import Literal

from msgspec import Struct

from orsha.kernel import OrshaError

Seat = Literal["allied", "axis"]
Attacker = Literal["turns", "allied", "axis", "roll"]
"""The sides take turns at attacking, or one of them always does, or the mission's own roll says who."""

MOST_GAMES = 100_000
"""In one run, over all its missions."""
TABLES = 20
"""A table takes longer to make than a game to play, so the games of a mission are played on so many."""
MOST_TABLES = 1_000
CHUNK = 25
"""Games that a worker is given at once, at most."""


class Pairing(Struct, frozen=True, forbid_unknown_fields=True):
    """Who meets whom: each side's force, by the name it was asked for, and its bot."""

    forces: dict[Seat, str]
    bots: dict[Seat, str]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Many games: so many of each mission, shared out evenly among the pairings."""

    missions: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    games: int
    seed: str
    attacker: Attacker = "turns"
    tables: int = TABLES
    ground: int | None = None
    """The number of the one table that all games are played on, where it was made beforehand."""

    def check(self) -> None:
        """Refuses what cannot be played, or not in a person's lifetime."""
        if not self.missions or not self.pairings:
            raise OrshaError("many games need at least one mission and one pairing of forces")
        total = self.games * len(self.missions)
        if self.games < 1:
            raise OrshaError(f"at least 1 game is needed, not {self.games}")
        if total > MOST_GAMES:
            missions = "" if len(self.missions) == 1 else f" ({self.games:,} of each of {len(self.missions)} missions)"
            raise OrshaError(f"at most {MOST_GAMES:,} games are played in one run, not {total:,}{missions}")
        if not 1 <= self.tables <= MOST_TABLES:
            raise OrshaError(f"a mission is played on 1 to {MOST_TABLES:,} tables, not {self.tables:,}")


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """One game to be played."""

    mission: str
    number: int
    pairing: Pairing
    attacker: Seat | None
    seed: str
    """Of its dice and its bots."""
    table: int
    """The seed of its table, or the number of the one that was made beforehand."""


def pairings(allied: Sequence[str], axis: Sequence[str], bots: Sequence[tuple[str, str]]) -> tuple[Pairing, ...]:
    """Every force of one side against every force of the other, with every pair of bots."""
    return tuple(
        Pairing({"allied": ours, "axis": theirs}, {"allied": first, "axis": second})
        for ours, theirs, (first, second) in product(allied, axis, bots)
    )


def games(plan: Plan) -> list[Game]:
    """All games of a plan, mission by mission, by number."""
    plan.check()
    return [game(plan, mission, number) for mission in plan.missions for number in range(1, plan.games + 1)]


def game(plan: Plan, mission: str, number: int) -> Game:
    """A table is played by every pairing, from both sides, before the next table's turn comes."""
    block, place = divmod(number - 1, 2 * len(plan.pairings))
    pairing, swapped = divmod(place, 2)
    turns: tuple[Seat, Seat] = ("allied", "axis")
    attacker = turns[swapped] if plan.attacker == "turns" else None if plan.attacker == "roll" else plan.attacker
    return Game(
        mission,
        number,
        plan.pairings[pairing],
        attacker,
        _digest(plan.seed, mission, "game", number)[:16],
        _table(plan, mission, block) if plan.ground is None else plan.ground,
    )


def _table(plan: Plan, mission: str, block: int) -> int:
    return int(_digest(plan.seed, mission, "table", block % plan.tables)[:13], 16)


def _digest(seed: str, mission: str, what: str, number: int) -> str:
    return sha256(repr(("orsha sim", seed, mission, what, number)).encode()).hexdigest()


def chunks(games: Sequence[Game], workers: int) -> list[tuple[Game, ...]]:
    """Games in handfuls: those on one table together where it can be, and small enough that all workers have some."""
    most = max(1, min(CHUNK, len(games) // (4 * workers)))
    ordered = sorted(games, key=lambda one: (one.mission, one.table, one.number))
    found = []
    for _, group in groupby(ordered, key=lambda one: (one.mission, one.table)):
        together = tuple(group)
        found += [together[at : at + most] for at in range(0, len(together), most)]
    return found
