"""A force file can be written and read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from orsha.tabletop.force import ForceList, FormationChoice, UnitChoice, reads_list, write_list

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=80)
UNITS = st.builds(
    UnitChoice,
    NAMES,
    st.none() | st.integers(1, 60) | NAMES,
    st.dictionaries(NAMES, st.integers(1, 60), max_size=3),
    st.none() | NAMES,
    st.none() | st.integers(1, 20),
)
LISTS = st.builds(
    ForceList,
    NAMES,
    st.sampled_from(["soviet", "german"]),
    st.sampled_from(["mid", "late"]),
    st.none() | st.integers(0, 1000),
    st.text(st.characters(codec="utf-8"), max_size=40),
    st.just(""),
    st.lists(st.builds(FormationChoice, NAMES, st.lists(UNITS, min_size=1, max_size=3).map(tuple)), max_size=2).map(
        tuple
    ),
    st.lists(UNITS, max_size=2).map(tuple),
)


@given(LISTS)
def test_what_is_written_is_read_again(chosen: ForceList) -> None:
    assert reads_list(write_list(chosen)) == chosen
