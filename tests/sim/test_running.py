"""Many games on many processes: the same results, whole or stopped, and clear words when something dies."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from orsha.bots.battle_auto import Outcome
from orsha.kernel import OrshaError
from orsha.sim import Game, Run, run
from orsha.sim.playing import Failed
from tests.sim.fake import Fake, plan

ROOT = Path(__file__).parents[2]


def test_results_are_the_same_whatever_the_number_of_workers() -> None:
    asked = plan(40, ("contact", "encounter"), tables=3)
    alone = run(asked, Fake())
    assert [(one.game.mission, one.game.number) for one in alone.played] == [
        (mission, number) for mission in ("contact", "encounter") for number in range(1, 41)
    ]
    assert run(asked, Fake(), workers=2) == alone == run(asked, Fake(), workers=3)


def test_several_processes_play(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run(plan(16), Fake(log=str(log), meet=2), workers=2)
    players = set(log.read_text().split())
    assert len(players) == 2 and str(os.getpid()) not in players


def test_games_in_this_process_leave_its_collector_as_it_was() -> None:
    often, frozen = gc.get_threshold(), gc.get_freeze_count()
    seen: list[int] = []
    run(plan(3), Fake(), told=lambda _: seen.append(gc.get_freeze_count()))
    assert seen[1] > frozen, "after the first game what all share is set aside"
    assert (gc.get_threshold(), gc.get_freeze_count()) == (often, frozen)


def test_somebody_hears_of_every_game() -> None:
    heard = 0

    def told(results: object) -> None:
        nonlocal heard
        assert isinstance(results, list)
        heard += len(results)

    run(plan(20), Fake(), workers=2, told=told)
    assert heard == 20


def test_each_game_is_heard_of_as_it_is_done_not_in_handfuls() -> None:
    heard: list[int] = []
    run(plan(24, tables=1), Fake(slow=0.2), workers=2, told=lambda results: heard.append(len(results)))
    assert sum(heard) == 24 and len(heard) > 8, "workers are given three at once"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_breaks_costs_one_game_and_is_named_with_its_seed(workers: int) -> None:
    found = run(plan(10), Fake(raises=4, cheats=7), workers=workers)
    assert len(found.played) == 8 and not found.stopped
    broke, cheated = found.failed
    assert (broke.game.number, broke.illegal, cheated.game.number, cheated.illegal) == (4, False, 7, True)
    assert broke.words() == (
        f"contact, game 4 (seed {broke.game.seed}): the program broke: RuntimeError: the bridge is out"
    )
    assert "a bot tried something illegal: a tank cannot fly" in cheated.words()
    assert isinstance(broke, Failed)


def test_a_worker_that_dies_is_a_clear_error() -> None:
    with pytest.raises(OrshaError, match="a worker died: it was killed, .* games were not played"):
        run(plan(40), Fake(dies=5), workers=2)


def test_ctrl_c_ends_one_process_with_what_is_done() -> None:
    found = run(plan(100), Fake(interrupts=7))
    assert found.stopped and found.asked == 100
    assert 1 <= len(found.played) < 100
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_second_ctrl_c_does_not_wait() -> None:
    class Impatient(Fake, frozen=True):
        def __call__(self, game: Game) -> Outcome:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
            return super().__call__(game)

    begun = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        run(plan(3), Impatient())
    assert time.perf_counter() - begun < 4


@pytest.mark.parametrize("workers", [0, -1, 1000])
def test_a_senseless_number_of_workers_is_refused(workers: int) -> None:
    with pytest.raises(OrshaError, match="1 to 256 workers can play, not"):
        run(plan(3), Fake(), workers=workers)


SCRIPT = """
from orsha.sim import run
from tests.sim.fake import Fake, plan
if __name__ == "__main__":
    found = run(plan(400), Fake(slow={slow}, log={log!r}, meet=2), workers=2)
    print("stopped" if found.stopped else "whole", len(found.played), flush=True)
"""


@contextmanager
def started(tmp_path: Path, slow: float = 0.05) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A long run in a session of its own, as a terminal would start it, once both its workers play."""
    log, script = tmp_path / "log", tmp_path / "many.py"
    log.touch()
    script.write_text(SCRIPT.format(log=str(log), slow=slow))
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env=where,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 60
        while len(set(log.read_text().split())) < 2:
            assert process.poll() is None and time.monotonic() < end, "the workers did not begin"
            time.sleep(0.05)
        yield process, log
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)


def alive(log: Path) -> list[int]:
    return [pid for pid in map(int, set(log.read_text().split())) if Path(f"/proc/{pid}").exists()]


def gone(log: Path) -> bool:
    """Whether all workers end within ten seconds."""
    end = time.monotonic() + 10
    while alive(log) and time.monotonic() < end:
        time.sleep(0.05)
    return not alive(log)


def test_ctrl_c_in_a_terminal_stops_all_processes_cleanly(tmp_path: Path) -> None:
    with started(tmp_path) as (process, log):
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
        word, count = out.split()
        assert process.returncode == 0 and err == ""
        assert word == "stopped" and 1 <= int(count) < 400
        assert gone(log)


def test_the_second_ctrl_c_does_not_wait_for_the_workers_either(tmp_path: Path) -> None:
    with started(tmp_path, slow=300) as (process, log):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(1)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert process.returncode != 0 and err.splitlines()[-1] == "KeyboardInterrupt"
        assert gone(log)


def test_a_run_that_is_over_leaves_no_worker_behind_that_is_still_starting(capfd: pytest.CaptureFixture[str]) -> None:
    """Two workers for games that the first one plays before the second one is there."""
    for _ in range(3):
        run(plan(2), Fake(), workers=2)
    assert not multiprocessing.active_children()
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc, which this system has not")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    with started(tmp_path, slow=300) as (process, log):
        process.kill()
        assert gone(log)


def test_a_run_knows_whether_it_was_stopped() -> None:
    whole = run(plan(3), Fake())
    assert not whole.stopped
    assert Run(whole.plan, 3, whole.played[:2], ()).stopped
