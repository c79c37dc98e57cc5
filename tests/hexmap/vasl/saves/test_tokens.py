"""Texts joined into texts, and texts of texts: every way there has a way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orsha.hexmap.vasl.saves import tokens
from orsha.kernel import Damaged

WORDS = st.text(alphabet="ab;/\\'\t+,é", max_size=12)


def test_a_mark_inside_a_token_has_a_backslash_before_it() -> None:
    assert tokens.join(["+", "1", "a/b"], "/") == r"+/1/a\/b"
    assert tokens.split(r"+/1/a\/b", "/") == ["+", "1", "a/b"]


def test_a_token_that_begins_or_ends_with_a_backslash_stands_in_quotes() -> None:
    assert tokens.join(["a\\", "\\b"], ";") == r"'a\';'\b'"
    assert tokens.split(r"'a\';'\b'", ";") == ["a\\", "\\b"]


def test_a_token_in_quotes_gets_more_of_them() -> None:
    assert tokens.split(tokens.join(["'x'", ""], ";"), ";") == ["'x'", ""]


@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(";/,\t"))
def test_what_is_joined_is_split_into_the_same(words: list[str], mark: str) -> None:
    assert tokens.split(tokens.join(words, mark), mark) == words


def test_a_piece_holds_its_traits_in_each_other() -> None:
    text = "hide\tmark\\\tlabel\\\\\tpiece"
    assert tokens.unchain(text) == ["hide", "mark", "label", "piece"]
    assert tokens.chain(["hide", "mark", "label", "piece"]) == text


def test_the_chain_is_the_same_as_pairs_in_pairs() -> None:
    links = ["a", "", "c\td", "e"]
    text = links[-1]
    for link in reversed(links[:-1]):
        text = tokens.join([link, text], "\t")
    assert tokens.chain(links) == text and tokens.unchain(text) == links


@given(st.lists(WORDS, max_size=8), st.text(alphabet="ab;/'", max_size=8))
def test_every_chain_comes_apart_again(outer: list[str], inner: str) -> None:
    links = [*outer, inner]
    text = tokens.chain(links)
    assert tokens.unchain(text) == links
    nested = inner
    for link in reversed(outer):
        nested = tokens.join([link, nested], "\t")
    assert text == nested


def test_commands_are_a_tree() -> None:
    text = "begin\x1b\x1b\\\x1b+/1\\\x1b+/2\x1bend"
    assert tokens.levels(text) == [(0, "begin"), (1, ""), (1, ""), (2, "+/1"), (2, "+/2"), (1, "end")]
    assert tokens.tree(tokens.levels(text)) == text


@given(st.text(alphabet="ab\\\x1b'\t", max_size=60))
def test_any_text_is_a_tree_that_writes_itself(text: str) -> None:
    assert tokens.tree(tokens.levels(text)) == text


def test_too_much_is_refused_with_a_sentence() -> None:
    with pytest.raises(Damaged, match="more than 20000 tokens"):
        tokens.split(";" * 30_000, ";")
    with pytest.raises(Damaged, match="more than 400 traits"):
        tokens.unchain(tokens.chain(["x"] * 500))
    with pytest.raises(Damaged, match="more than 40000 commands"):
        tokens.levels("\x1b" * 60_000)
    with pytest.raises(Damaged, match="lie in each other more than 60 times"):
        tokens.levels("\\" * 100 + "\x1b")
    with pytest.raises(Damaged, match="do not lie in each other"):
        tokens.unchain("a\tb\tc")
