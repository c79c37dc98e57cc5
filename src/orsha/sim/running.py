"""Many games from a plan: played by one process, by many, or by a cluster, with the same results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from orsha.kernel import OrshaError
from orsha.sim.keeping import kept_in
from orsha.sim.plan import Game, Plan, chunks, games
from orsha.sim.playing import Failed, Played, Player, Result, Told, listening

Engine = Literal["local", "ray"]
MOST_WORKERS = 256


class Run(Struct, frozen=True):
    """What came of a plan: the games that were played, by mission and number, and how many were asked for."""

    plan: Plan
    asked: int
    played: tuple[Played, ...]
    failed: tuple[Failed, ...]

    @property
    def stopped(self) -> bool:
        """Somebody stopped it before all were played."""
        return len(self.played) + len(self.failed) < self.asked


def run(
    plan: Plan,
    player: Player,
    *,
    workers: int = 1,
    engine: Engine = "local",
    told: Told | None = None,
    keep: Path | None = None,
) -> Run:
    """Plays a plan. Ctrl-C ends it early, with what is done so far. Games kept in a file are not played again.

    With more than one worker the caller's own main module must be one that can be imported again.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise OrshaError(f"1 to {MOST_WORKERS} workers can play, not {workers:,}")
    asked = games(plan)
    done: list[Result] = []

    def heard(results: Sequence[Result]) -> None:
        done.extend(results)
        if told is not None:
            told(results)

    with kept_in(keep, asked, heard) as (left, hear):
        _play(player, chunks(left, workers), workers, engine, hear)
    return _ordered(plan, len(asked), done)


def _play(player: Player, handfuls: Sequence[tuple[Game, ...]], workers: int, engine: Engine, told: Told) -> None:
    if not handfuls:
        return
    with listening() as stop:
        if engine == "ray":
            from orsha.sim.cluster import on_ray

            on_ray(player, handfuls, workers, told, stop)
        elif workers == 1:
            from orsha.sim.local import in_turn

            in_turn(player, handfuls, told, stop)
        else:
            from orsha.sim.local import on_cores

            on_cores(player, handfuls, min(workers, len(handfuls)), told, stop)


def _ordered(plan: Plan, asked: int, done: Sequence[Result]) -> Run:
    place = {mission: n for n, mission in enumerate(plan.missions)}
    ordered = sorted(done, key=lambda one: (place[one.game.mission], one.game.number))
    played = tuple(one for one in ordered if isinstance(one, Played))
    return Run(plan, asked, played, tuple(one for one in ordered if isinstance(one, Failed)))
