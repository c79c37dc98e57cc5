"""Which unit fills which box: as many as can be, the compulsory ones first."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from orsha.tabletop.force.boxes import assign


def test_a_unit_that_fits_two_boxes_makes_room_for_one_that_fits_one() -> None:
    boxes = [("tanks", "infantry"), ("tanks",)]
    assert assign(boxes, 2, ["tanks", "infantry"], [None, None]) == [1, 0]


def test_compulsory_boxes_are_filled_before_optional_ones() -> None:
    boxes = [("infantry",), ("infantry",)]
    assert assign(boxes, 1, ["infantry"], [None]) == [0]


def test_a_unit_may_ask_for_its_box() -> None:
    boxes = [("guns",), ("guns",)]
    assert assign(boxes, 0, ["guns", "guns"], [2, None]) == [1, 0]
    assert assign(boxes, 0, ["guns", "guns"], [2, 2]) == [1, None]


def brute(boxes: list[tuple[str, ...]], compulsory: int, cards: list[str]) -> tuple[int, int]:
    """The most compulsory boxes that can be filled, and then the most units that find a box, by trying everything."""
    best = (0, 0)
    for seats in product([None, *range(len(boxes))], repeat=len(cards)):
        used = [seat for seat in seats if seat is not None]
        fits = all(seat is None or card in boxes[seat] for card, seat in zip(cards, seats, strict=True))
        if fits and len(set(used)) == len(used):
            best = max(best, (sum(seat < compulsory for seat in used), len(used)))
    return best


CARDS = st.sampled_from("abc")


@given(
    st.lists(st.lists(CARDS, min_size=1, max_size=3).map(tuple), max_size=4),
    st.integers(0, 4),
    st.lists(CARDS, max_size=4),
)
def test_it_is_as_good_as_trying_everything(boxes: list[tuple[str, ...]], compulsory: int, cards: list[str]) -> None:
    compulsory = min(compulsory, len(boxes))
    seats = assign(boxes, compulsory, cards, [None] * len(cards))
    used = [seat for seat in seats if seat is not None]
    assert len(set(used)) == len(used)
    assert all(seat is None or card in boxes[seat] for card, seat in zip(cards, seats, strict=True))
    assert (sum(seat < compulsory for seat in used), len(used)) == brute(boxes, compulsory, cards)
