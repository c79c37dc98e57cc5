"""Dice: three sources behind one interface, and every way of reading them."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.kernel import Ask, Committed, Dice, Illegal, Modifier, Seeded, Typed
from orsha.kernel.dice import NeedRoll, check_answer, derive


def typed(*answers: tuple[int, ...]) -> Dice:
    return Dice(Typed(answers))


def test_the_same_seed_gives_the_same_dice_and_another_seed_others() -> None:
    one, two, other = (Dice(Seeded(seed, "g")) for seed in (7, 7, 8))
    rolls = [[d.total("x", "red", 3).faces for _ in range(20)] for d in (one, two, other)]
    assert rolls[0] == rolls[1] != rolls[2]


def test_derived_faces_are_pinned_so_that_old_games_replay_on_every_machine() -> None:
    assert derive(b"key", "game", 1, 12, 6) == (6, 1, 3, 3, 6, 1, 6, 2, 3, 4, 2, 4)


@given(st.binary(max_size=100), st.text(max_size=20), st.integers(0, 10**6), st.integers(0, 90), st.integers(2, 100))
def test_faces_are_the_bytes_of_an_hmac(key: bytes, game: str, number: int, count: int, sides: int) -> None:
    """As anybody can check with the seed and any library: bytes that would favour some faces are left out."""
    digests = (hmac.digest(key, f"{game}/{number}/{block}".encode(), "sha256") for block in range(100))
    even = (byte % sides + 1 for digest in digests for byte in digest if byte < 256 - 256 % sides)
    assert derive(key, game, number, count, sides) == tuple(islice(even, count))


@pytest.mark.parametrize("sides", [6, 10])
def test_every_face_comes_up_about_equally_often(sides: int) -> None:
    counts = Counter(face for n in range(300) for face in derive(b"fair", "g", n, 40, sides))
    assert set(counts) == set(range(1, sides + 1))
    expected = 12000 / sides
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert (
        chi_squared < 30
    )  # the 99.9 % point for 9 degrees of freedom is 27.9; the dice are fixed, so this never flickers


def test_committed_dice_show_the_hash_of_a_secret_that_gives_the_dice() -> None:
    source = Committed("game")
    assert source.commitment == hashlib.sha256(source.secret).hexdigest()
    roll = Dice(source).total("x", "red", 2)
    assert roll.faces == derive(source.secret, "game", 1, 2, 6)
    assert Committed("game").secret != source.secret


def test_typed_dice_are_a_question_until_they_are_answered() -> None:
    with pytest.raises(NeedRoll) as need:
        typed().total("rally", "red", 1, needed=4)
    assert need.value.ask == Ask("rally", "red", 1, needed=4)
    assert typed((5,)).total("rally", "red", 1, needed=4).passed


@pytest.mark.parametrize("faces", [(), (7,), (0,), (3, 3)])
def test_an_answer_that_such_dice_cannot_show_is_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(Illegal, match="takes one die showing 1 to 6"):
        check_answer(Ask("rally", "red", 1), faces)


def test_a_sum_adds_its_modifiers_by_name() -> None:
    roll = typed((3, 4)).total("weather", "german", 2, modifiers=(Modifier("overcast", -1),))
    assert roll.result == 6
    assert roll.words() == "german rolls weather: 3, 4 -1 overcast makes 6"


def test_two_dice_read_as_one_number() -> None:
    assert typed((4, 1)).read("event", "enemy").result == 41


def test_each_die_that_reaches_the_number_is_a_success() -> None:
    assert typed((1, 4, 5, 6)).each("to hit", "red", 4, 4) == 3
    assert typed((3, 4)).each("to hit", "red", 2, 4, modifiers=(Modifier("close", 1),)) == 2


def test_a_7_is_a_6_and_then_a_5_or_more() -> None:
    dice = typed((6, 6, 5, 1), (5, 4))
    assert dice.each("to hit", "red", 4, 7) == 1
    assert [r.faces for r in dice.rolls] == [(6, 6, 5, 1), (5, 4)]
    assert dice.rolls[1].ask.again_of == 1


def test_an_8_is_a_6_and_then_another_6_and_above_it_nothing_hits() -> None:
    assert typed((6, 6), (5, 6)).each("to hit", "red", 2, 8) == 1
    none = typed()
    assert none.each("to hit", "red", 5, 9) == 0
    assert none.rolls == []


def test_of_several_dice_it_is_told_which_succeed() -> None:
    assert typed((1, 4, 5)).which("to hit", "red", 3, 4) == (False, True, True)
    assert typed((3, 4)).which("to hit", "red", 2, 4, modifiers=(Modifier("close", 1),)) == (True, True)
    assert typed((6, 2, 6), (4, 5)).which("to hit", "red", 3, 7) == (False, False, True)
    assert typed((1, 5)).which("to hit", "red", 2, 8) == typed().which("to hit", "red", 2, 9) == (False, False)
    assert typed().which("to hit", "red", 0, 4) == ()


def test_without_a_6_the_second_throw_of_a_7_is_not_made() -> None:
    dice = typed((1, 5))
    assert dice.each("to hit", "red", 2, 7) == 0
    assert len(dice.rolls) == 1


def test_a_reroll_names_the_roll_it_repeats_and_stands() -> None:
    dice = typed((2,), (5,))
    again = dice.again(dice.total("rally", "red", 1, needed=4))
    assert again.passed and again.ask.again_of == 1 and again.number == 2


@given(st.integers(1, 8), st.sampled_from([4, 6, 8, 10]), st.integers(0, 10**6))
def test_derived_faces_are_faces(count: int, sides: int, number: int) -> None:
    faces = derive(b"k", "g", number, count, sides)
    assert len(faces) == count and all(1 <= face <= sides for face in faces)
