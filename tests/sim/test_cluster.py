"""The same games through Ray: with a stand-in for Ray always, with a real cluster on this machine where Ray is."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from orsha.kernel import OrshaError
from orsha.sim import run
from tests.sim.fake import Fake, plan

ASKED = plan(20, ("contact", "encounter"), tables=3)


class WorkerCrashed(Exception):
    pass


class StandIn(ModuleType):
    """As much of Ray as we use, in this process: tasks are done when they are waited for."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(
            WorkerCrashedError=WorkerCrashed, RaySystemError=WorkerCrashed, RayTaskError=WorkerCrashed
        )
        self.begun: dict[str, Any] | None = None
        self.ended = 0
        self.cancelled = 0
        self.dies = False

    def is_initialized(self) -> bool:
        return False

    def init(self, **how: Any) -> None:
        if how.get("address") == "nowhere" or os.environ.get("RAY_ADDRESS") == "nowhere":
            raise ConnectionError("nobody answers")
        self.begun = how

    def shutdown(self) -> None:
        self.ended += 1

    def put(self, value: object) -> object:
        return value

    def remote(self, work: Callable[..., object]) -> object:
        return SimpleNamespace(remote=lambda *given: lambda: work(*given))

    def wait(self, waiting: list[Any], num_returns: int, timeout: float) -> tuple[list[Any], list[Any]]:
        return waiting[-1:], waiting[:-1]

    def get(self, task: Callable[[], object]) -> object:
        if self.dies:
            raise WorkerCrashed("many lines\nthe worker died unexpectedly")
        return task()

    def cancel(self, task: object, force: bool) -> None:
        self.cancelled += 1


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    fake = StandIn()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    yield fake


def test_a_cluster_of_our_own_is_begun_and_ended_and_plays_the_same(stand_in: StandIn) -> None:
    assert run(ASKED, Fake(), workers=2, engine="ray") == run(ASKED, Fake())
    assert stand_in.begun is not None and stand_in.begun["address"] == "local" and stand_in.begun["num_cpus"] == 2
    assert stand_in.ended == 1


def test_the_cluster_that_the_environment_names_is_used(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "ray://far:10001")
    run(ASKED, Fake(), workers=2, engine="ray")
    assert stand_in.begun is not None and "address" not in stand_in.begun and "num_cpus" not in stand_in.begun


def test_a_cluster_that_is_not_there_is_a_sentence(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "nowhere")
    with pytest.raises(OrshaError, match="there is no Ray cluster to play on at nowhere: nobody answers"):
        run(ASKED, Fake(), engine="ray")


def test_a_worker_that_dies_there_is_a_sentence_too(stand_in: StandIn) -> None:
    stand_in.dies = True
    with pytest.raises(OrshaError, match="the Ray cluster gave up: the worker died unexpectedly"):
        run(ASKED, Fake(), engine="ray")
    assert stand_in.ended == 1


def test_ctrl_c_calls_off_what_is_not_done(stand_in: StandIn) -> None:
    found = run(ASKED, Fake(interrupts=1), engine="ray")
    assert found.stopped and stand_in.cancelled > 0 and stand_in.ended == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_ray_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OrshaError, match=r"--engine ray needs Ray: pip install 'orsha\[ray\]'"):
        run(ASKED, Fake(), engine="ray")


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (pip install 'orsha[ray]')")
@pytest.mark.filterwarnings("default")
def test_a_real_cluster_on_this_machine_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert run(ASKED, Fake(raises=3), workers=2, engine="ray") == run(ASKED, Fake(raises=3))
