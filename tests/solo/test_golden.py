"""A whole mission as the player reads it, compared line by line with the one on file.

After a change that is meant to be seen: `python -m tests.solo.test_golden` writes the files anew.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from orsha.kernel import Match, log
from orsha.solo.game import Solo
from orsha.solo.state import SEAT, SoloSetup

GOLDEN = Path(__file__).parent / "golden"
RARE = ("lost", "moved", "event")
"""What a player tells or asks only now and then."""


def told(mission: str) -> str:
    """An evening with a player who does as he likes, always the same."""
    playing = Match.open(Solo(), SoloSetup(mission), name="golden", dice=1944)  # type: ignore[arg-type]
    rng = random.Random(mission)
    while playing.result is None:
        options = [one for one in playing.options(SEAT) if one.act not in RARE or rng.random() < 0.1]
        playing.do(SEAT, Solo().command(rng.choice(options).sample(rng)))
    lines = [words for entry in log(playing, SEAT) for words in entry.words]
    return "\n".join([*lines, f"{playing.result.winner or 'nobody'}: {playing.result.why}"]) + "\n"


@pytest.mark.parametrize("mission", ["s1", "s2"])
def test_the_story_is_the_one_on_file(mission: str) -> None:
    assert told(mission) == (GOLDEN / f"{mission}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in ("s1", "s2"):
        (GOLDEN / f"{name}.txt").write_text(told(name), encoding="utf-8")
