"""What the reader complains of, in plain words: no backtick, no sign and no pattern reaches a person."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from orsha.kernel.complaints import explained, in_words
from orsha.kernel.data import loads
from orsha.kernel.errors import BadData


class Part(Struct, forbid_unknown_fields=True):
    width: Annotated[float, Meta(gt=0, le=48)] = 1


class Whole(Struct, forbid_unknown_fields=True):
    slug: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=8)] = "x"
    kind: Literal["wood", "hill"] = "wood"
    size: tuple[Annotated[float, Meta(le=240)], float] = (1, 1)
    parts: Annotated[tuple[Part, ...], Meta(max_length=2)] = ()
    settings: dict[str, int | float | str] = {}
    points: Annotated[int, Meta(ge=1)] | None = None


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ('slug = "A b"', 1, "'slug' must be a word of small letters and digits, with hyphens between them"),
        ('slug = "abcdefghi"', 1, "'slug' must have at most 8 letters"),
        ('kind = "hole"', 1, "'kind' cannot be 'hole'"),
        ("size = [1]", 1, "'size' must have 2 items, not 1"),
        ("size = [1e9, 1]", 1, "what stands in 'size' must be a number, 240 or less"),
        ('size = ["a", 1]', 1, "what stands in 'size' must be a number, not a text"),
        ("\nsize = [1, nan]", 2, "nan is no number"),
        ("[[parts]]\nwidth = -inf", 2, "-inf is no number"),
        ("[[parts]]\nwidth = 0", 2, "'width' must be a number, more than 0"),
        ("[[parts]]\n[[parts]]\n[[parts]]\n[[parts]]", 3, "'parts' has at most 2 items"),
        ("[[parts]]\n[[parts]]\nhigh = 1", 3, "unknown key 'high'"),
        ("[settings]\na = true", 2, "what stands in 'settings' must be a number or a text, not true or false"),
        ("points = 0", 1, "'points' must be a whole number, 1 or more"),
        ("points = 1.5", 1, "'points' must be a whole number or nothing, not a number"),
        ("parts = 3", 1, "'parts' must be a list, not a whole number"),
    ],
)
def test_a_mistake_in_a_file_is_told_plainly(text: str, line: int, why: str) -> None:
    with pytest.raises(BadData) as refused:
        loads(text, Whole, file="t.toml")
    assert str(refused.value) == f"t.toml:{line}: {why}"


def test_one_line_names_the_place_where_it_is_not_plain() -> None:
    def told(raw: Any) -> str:
        with pytest.raises(msgspec.ValidationError) as error:
            msgspec.convert(raw, Whole)
        return in_words(error.value)

    assert told({"points": 0}) == "'points' must be a whole number, 1 or more"
    assert told({"parts": [{}, {"width": "a"}]}) == "'width' must be a number, not a text (at parts[1].width)"
    assert told([]) == "it must be a table of keys, not a list"


def test_what_is_not_known_is_passed_on() -> None:
    assert explained("Something else - at `$.a[0]`") == ("something else", ("a", 0))
