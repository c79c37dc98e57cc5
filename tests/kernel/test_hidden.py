"""The door: what a seat may not see is cut out, wherever in a value it stands."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from orsha.kernel import Ask, Hidden, Match, Roll, log, sheet
from orsha.kernel.hidden import Door, masked_roll
from tests.kernel.tiny import Hide, Setup, Tiny


class Leaf(Struct, frozen=True):
    name: str
    plan: Hidden[str] | None = None


class Tree(Struct, frozen=True):
    title: str
    leaf: Leaf
    by_seat: dict[str, Leaf]
    row: tuple[Leaf, ...]
    below: list[Tree]
    nested: Hidden[Leaf] | None = None


def secret(to: str) -> Hidden[str]:
    return Hidden((to,), f"plan of {to}")


def tree(below: list[Tree] | None = None) -> Tree:
    return Tree("t", Leaf("a", secret("red")), {"x": Leaf("b", secret("blue"))}, (Leaf("c"),), below or [])


def test_a_seat_sees_its_own_secrets_and_not_the_others() -> None:
    sent = msgspec.json.encode(Door(Tree).masked(tree([tree()]), "red"))
    assert sent.count(b"plan of red") == 2
    assert b"plan of blue" not in sent


def test_a_secret_inside_a_secret_is_sealed_too() -> None:
    both = msgspec.structs.replace(tree(), nested=Hidden(("red", "blue"), Leaf("n", secret("blue"))))
    sent = msgspec.json.encode(Door(Tree).masked(both, "red"))
    assert b'"name":"n"' in sent and b"plan of blue" not in sent


def test_a_sealed_value_says_so_when_it_is_opened() -> None:
    sealed = Door(Tree).masked(tree(), "green").leaf.plan
    assert sealed is not None and sealed.sealed
    with pytest.raises(LookupError, match="sealed"):
        _ = sealed.shown


def test_a_value_without_secrets_passes_untouched() -> None:
    plain = Tree("t", Leaf("a"), {}, (), [])
    assert Door(Tree).masked(plain, "red") is plain


def test_a_secret_roll_shows_others_only_that_somebody_rolled() -> None:
    roll = Roll(4, Ask("CPP", "red", 2, seen_by=("red",)), (3, 4), 7)
    assert masked_roll(roll, "red") is roll
    other = masked_roll(roll, "blue")
    assert b"CPP" not in msgspec.json.encode(other) and other.faces == () and other.number == 4
    assert other.words() == "a secret roll"


def test_log_and_command_of_a_hidden_placement_stay_with_their_seat() -> None:
    match = Match.open(Tiny(), Setup())
    match.do("red", Hide(4))
    assert log(match, "blue")[1].words == ("red hides",)
    assert log(match, "blue")[1].command is None
    assert log(match, "red")[1].words == ("red hides in ditch 4",)
    assert b'"ditch":4' not in msgspec.json.encode(sheet(match, "blue"))
