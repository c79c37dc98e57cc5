"""The .orsha file: comes back as it went; damaged or edited, it is refused with the first place that is wrong."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orsha.kernel import Committed, Damaged, Match, OrshaError
from orsha.kernel.export import fetch, read, save, write
from tests.kernel.tiny import Setup, Tiny

GAME = Tiny()


def game() -> Match[Any, Any, Any, Any]:
    rng = random.Random(5)
    match = Match.open(GAME, Setup(), name="g", dice=Committed("g", b"s" * 32))
    while match.result is None:
        seat = rng.choice(match.to_act())
        match.do(seat, GAME.command(rng.choice(match.options(seat)).sample(rng)))
    return match


MATCH = game()
FILE = write("tiny", "a game", MATCH.lines)


def test_it_comes_back_as_it_went() -> None:
    head, lines = read(FILE)
    assert (head.kind, head.title) == ("tiny", "a game")
    assert lines == MATCH.lines
    assert Match.replay(GAME, lines).state == MATCH.state


def test_it_is_text_that_a_person_can_read() -> None:
    rows = FILE.decode().splitlines()
    assert rows[0] == '{"orsha":"game","format":1,"kind":"tiny","title":"a game"}'
    assert '"do":"hide"' in rows[2]


def test_an_edited_entry_is_named() -> None:
    rows = FILE.split(b"\n")
    rows[4] = rows[4].replace(b"red", b"blue", 1) if b"red" in rows[4] else rows[4].replace(b"blue", b"red", 1)
    with pytest.raises(Damaged, match="entry 3 was changed"):
        read(b"\n".join(rows))


@pytest.mark.parametrize("keep", [10, 60, 200, len(FILE) // 2, len(FILE) - 1])
def test_a_file_that_was_cut_short_is_refused(keep: int) -> None:
    with pytest.raises(Damaged):
        read(FILE[:keep])


@pytest.mark.parametrize("data", [FILE[:-1], FILE.split(b"\n")[0] + b"\n"], ids=["no last line", "a head only"])
def test_a_file_whose_last_line_is_not_whole_is_said_to_be_cut_short(data: bytes) -> None:
    with pytest.raises(Damaged, match="cut short: its last line is not whole"):
        read(data)


def test_a_file_cut_at_a_line_is_refused_too() -> None:
    rows = FILE.split(b"\n")
    with pytest.raises(Damaged, match="cut short after entry"):
        read(b"\n".join(rows[:6]) + b"\n")


def test_a_file_of_a_newer_format_says_what_to_do() -> None:
    with pytest.raises(Damaged, match="update the program"):
        read(FILE.replace(b'"format":1', b'"format":2', 1))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04zip", b"\xff\xfe", b"{}\n{}\n{}\n", b"[" * 100000])
def test_something_else_is_not_taken_for_a_game(data: bytes) -> None:
    with pytest.raises(Damaged):
        read(data)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, len(FILE) - 1), st.binary(min_size=0, max_size=3))
def test_no_single_change_anywhere_in_a_file_goes_unnoticed(at: int, patch: bytes) -> None:
    changed = FILE[:at] + patch + FILE[at + 1 :]
    if changed == FILE:
        return
    try:
        head, lines = read(changed)
    except Damaged:
        return
    assert (head, lines) == read(FILE), "only space between values may differ"


def test_a_file_that_is_not_there_or_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OrshaError, match="cannot be read: No such file"):
        fetch(tmp_path / "none.orsha")
    with pytest.raises(OrshaError, match="cannot be written"):
        save(tmp_path / "no" / "where.orsha", FILE)
    save(tmp_path / "here.orsha", FILE)
    assert fetch(tmp_path / "here.orsha") == FILE
    assert list(tmp_path.iterdir()) == [tmp_path / "here.orsha"]
