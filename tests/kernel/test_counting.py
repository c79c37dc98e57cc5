"""How many of something, in words."""

import pytest

from orsha.kernel import counted


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 units"), (1, "1 unit"), (2, "2 units"), (12_000, "12,000 units"), (-1, "-1 units")]
)
def test_one_is_singular_and_all_other_numbers_plural(number: int, words: str) -> None:
    assert counted(number, "unit") == words


def test_a_plural_of_its_own_is_told() -> None:
    assert counted(1, "hex", "hexes") == "1 hex" and counted(3, "hex", "hexes") == "3 hexes"
