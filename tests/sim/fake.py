"""A player for tests that rolls one die for each question instead of fighting a battle, and can misbehave."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from msgspec import Struct

from orsha.bots.battle_auto import Outcome
from orsha.kernel import Illegal
from orsha.sim import Game, Plan, pairings
from orsha.sim.plan import Seat

MET = pairings(["soviet-100"], ["german-100"], [("staff", "staff")])


def plan(games: int = 12, missions: tuple[str, ...] = ("contact",), seed: str = "1", **more: object) -> Plan:
    return Plan(missions, MET, games, seed, **more)  # type: ignore[arg-type]


class Fake(Struct, frozen=True):
    """The attacker wins `wins` games of a hundred, nobody wins `open` of a hundred; all from the game's own seed."""

    wins: int = 60
    open: int = 0
    raises: int = 0
    cheats: int = 0
    dies: int = 0
    """The numbers of games that go wrong, each in its own way."""
    slow: float = 0.0
    interrupts: int = 0
    """The number of the game during which Ctrl-C is pressed."""
    log: str = ""
    """A file to which each process writes its own number for each game,"""
    meet: int = 0
    """and waits until so many processes have written there."""

    def __call__(self, game: Game) -> Outcome:
        self._misbehave(game)
        rng = random.Random(game.seed)
        seats: tuple[Seat, Seat] = ("allied", "axis")
        attacker = rng.choice(seats) if game.attacker is None else game.attacker
        return outcome(
            mission=game.mission,
            seed=game.seed,
            bots=game.pairing.bots,
            forces=game.pairing.forces,
            attacker=attacker,
            winner=self._winner(rng, attacker),
            turns=rng.randint(4, 9),
            lost=(rng.randint(0, 5), rng.randint(0, 10)),
        )

    def _winner(self, rng: random.Random, attacker: Seat) -> Seat | None:
        if rng.randrange(100) < self.open:
            return None
        defender: Seat = "axis" if attacker == "allied" else "allied"
        return attacker if rng.randrange(100) < self.wins else defender

    def _misbehave(self, game: Game) -> None:
        if self.log:
            with Path(self.log).open("a") as file:
                file.write(f"{os.getpid()}\n")
            end = time.monotonic() + 60
            while len(set(Path(self.log).read_text().split())) < self.meet and time.monotonic() < end:
                time.sleep(0.01)
        time.sleep(self.slow)
        if game.number == self.interrupts:
            os.kill(os.getpid(), signal.SIGINT)
        if game.number == self.dies:
            os._exit(3)
        if game.number == self.raises:
            raise RuntimeError("the bridge is out")
        if game.number == self.cheats:
            raise Illegal("Movement", "a tank cannot fly")


def outcome(
    *,
    mission: str = "contact",
    seed: str = "1",
    bots: dict[Seat, str] | None = None,
    forces: dict[Seat, str] | None = None,
    attacker: Seat = "allied",
    winner: Seat | None = "allied",
    turns: int = 6,
    lost: tuple[int, int] = (0, 10),
) -> Outcome:
    """A battle's outcome; ten units and forty teams a side, the winner's and the loser's losses as told."""
    loser: Seat = "axis" if winner == "allied" else "allied"
    victor: Seat = "allied" if loser == "axis" else "axis"
    units = {victor: lost[0], loser: lost[1]}
    scored = (0, 0) if winner is None else (6, 3) if lost[0] > 1 else (8, 1)
    return Outcome(
        mission,
        seed,
        bots or {"allied": "staff", "axis": "staff"},
        forces or {"allied": "soviet-100", "axis": "german-100"},
        attacker,
        winner,
        "won" if winner else "nobody won in time",
        {victor: scored[0], loser: scored[1]},
        {"allied": turns, "axis": turns - 1},
        {"allied": 10, "axis": 10},
        units,
        {"allied": 40, "axis": 40},
        {seat: 4 * count for seat, count in units.items()},
        100,
    )
