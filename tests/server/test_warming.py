"""Types are worked out while there is one thread: many threads that read at once right after a start do no harm."""

from __future__ import annotations

import subprocess
import sys

CROWD = """
import sys
from threading import Barrier, Thread
from orsha.server.warming import warm
warm()
sys.setswitchinterval(1e-6)
from orsha.tabletop.mission.library import missions
from orsha.tabletop.mission.rulebook import rules
from orsha.tabletop.force import ready_forces
start = Barrier(8)
done = []
def reads(what):
    start.wait()
    done.append(len(repr(what())))
crowd = [Thread(target=reads, args=(what,)) for what in (missions, rules, ready_forces, missions) * 2]
for one in crowd: one.start()
for one in crowd: one.join()
print(len(done))
"""


def test_many_threads_read_at_once_right_after_a_start() -> None:
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, "8"), done.stderr[-500:]
