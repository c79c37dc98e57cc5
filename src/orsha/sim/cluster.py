"""The same games on a Ray cluster: the one that RAY_ADDRESS names, or a small one of our own on this machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from orsha.kernel import OrshaError
from orsha.sim.local import LOOK, Chunk
from orsha.sim.playing import Player, Result, Stop, Told, play_chunk

ADDRESS = "RAY_ADDRESS"


def ray_module() -> ModuleType:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a game tells nobody that it is played
    try:
        return import_module("ray")
    except ImportError as error:
        raise OrshaError("--engine ray needs Ray: pip install 'orsha[ray]'") from error


def on_ray(player: Player, chunks: Sequence[Chunk], workers: int, told: Told, stop: Stop) -> None:
    """Plays on a cluster. Ray plays a chunk again where a machine is lost; a game is the same whoever plays it."""
    ray = ray_module()
    ours = not ray.is_initialized()
    if ours:
        _join(ray, workers)
    try:
        _gather(ray, player, chunks, told, stop)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.RaySystemError, ray.exceptions.RayTaskError) as error:
        raise OrshaError(f"the Ray cluster gave up: {str(error).strip().splitlines()[-1]}") from error
    finally:
        if ours:
            ray.shutdown()


def _join(ray: ModuleType, workers: int) -> None:
    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    try:
        if os.environ.get(ADDRESS):
            ray.init(log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(address="local", num_cpus=workers, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        where = os.environ.get(ADDRESS) or "this machine"
        raise OrshaError(f"there is no Ray cluster to play on at {where}: {error}") from error


def _gather(ray: ModuleType, player: Player, chunks: Sequence[Chunk], told: Told, stop: Stop) -> None:
    """Hands over what is done until all is; when asked to stop, what is not done yet is called off."""
    sent = ray.put(player)
    task = ray.remote(_work)
    waiting = [task.remote(sent, chunk) for chunk in chunks]
    while waiting:
        done, waiting = ray.wait(waiting, num_returns=1, timeout=LOOK)
        for one in done:
            told(ray.get(one))
        if stop():
            for one in waiting:
                ray.cancel(one, force=True)
            return


def _work(player: Player, chunk: Chunk) -> list[Result]:
    return list(play_chunk(player, chunk, lambda: False))
