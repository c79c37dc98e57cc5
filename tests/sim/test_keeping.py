"""Games kept in a file: a run that was ended goes on, and nothing is played or counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from orsha.kernel import OrshaError
from orsha.sim import run
from tests.sim.fake import Fake, plan


def played(log: Path) -> int:
    return len(log.read_text().split()) if log.exists() else 0


def test_a_run_that_was_ended_goes_on_where_it_was_with_the_same_results(tmp_path: Path) -> None:
    kept, log = tmp_path / "games", tmp_path / "log"
    first = run(plan(8), Fake(log=str(log), interrupts=5), keep=kept)
    assert first.stopped and 0 < played(log) < 8
    whole = run(plan(8), Fake(log=str(log)), keep=kept)
    assert whole == run(plan(8), Fake())
    assert played(log) == 8


def test_more_games_and_more_missions_are_added_to_those_that_are_kept(tmp_path: Path) -> None:
    kept, log = tmp_path / "games", tmp_path / "log"
    run(plan(4), Fake(), keep=kept)
    more = plan(6, ("contact", "encounter"))
    assert run(more, Fake(log=str(log)), keep=kept, workers=2) == run(more, Fake())
    assert played(log) == 8


def test_a_game_of_another_seed_is_another_game(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    run(plan(4), Fake(), keep=kept)
    assert run(plan(4, seed="2"), Fake(), keep=kept) == run(plan(4, seed="2"), Fake())


def test_a_game_that_broke_is_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    assert len(run(plan(4), Fake(raises=2), keep=kept).failed) == 1
    assert run(plan(4), Fake(), keep=kept) == run(plan(4), Fake())


def test_a_line_cut_off_by_a_crash_costs_one_game(tmp_path: Path) -> None:
    kept, log = tmp_path / "games", tmp_path / "log"
    run(plan(4), Fake(), keep=kept)
    kept.write_bytes(kept.read_bytes()[:-9])
    for _ in range(2):
        assert run(plan(4), Fake(log=str(log)), keep=kept) == run(plan(4), Fake())
    assert played(log) == 1


@pytest.mark.parametrize("content", [b"a letter to my aunt", b"a letter\nto my aunt\n", b"\xff\xfe\n", b"{}\n{}\n"])
def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    letter = tmp_path / "letter"
    letter.write_bytes(content)
    with pytest.raises(OrshaError, match=r"letter:1: this is no game kept by `orsha sim --keep`"):
        run(plan(4), Fake(), keep=letter)
    assert letter.read_bytes() == content


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    run(plan(4), Fake(), keep=kept)
    lines = kept.read_bytes().split(b"\n")
    lines[2] = lines[2][:40]
    kept.write_bytes(b"\n".join(lines))
    with pytest.raises(OrshaError, match="games:3: this is no game"):
        run(plan(4), Fake(), keep=kept)


def test_games_of_another_version_of_the_program_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    kept.write_text('{"orsha":"0123456789abcdef"}\n')
    with pytest.raises(OrshaError, match="were played by another version of Orsha; keep these in another file"):
        run(plan(4), Fake(), keep=kept)


def test_a_folder_is_no_file_to_keep_games_in(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="cannot be read"):
        run(plan(4), Fake(), keep=tmp_path)
