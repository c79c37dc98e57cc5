"""A game at an earlier moment."""

from __future__ import annotations

from typing import Any

import pytest

from orsha.kernel import Match
from orsha.series.game import Record, SeriesGame, SeriesSetup
from orsha.server.history import History
from orsha.server.problems import Refused


def played() -> Any:
    """Three battles of a series, each an entry with one event."""
    match: Any = Match.open(SeriesGame(), SeriesSetup("bagration-fortified"), name="g", dice=1)
    for lost in range(3):
        match.do("soviet", Record("soviet", lost))
    return match


def test_every_entry_from_the_first_to_the_last_has_its_state() -> None:
    match, history = played(), History()
    assert not history.state(match, 0).battles
    assert history.state(match, 1) != history.state(match, 0)
    assert history.state(match, 3) == match.state
    assert history.state(match, 3, 0) == history.state(match, 2), "before its first event"
    assert history.state(match, 3, 1) == match.state


@pytest.mark.parametrize("entry", [-1, 4])
def test_before_the_first_and_after_the_last_there_is_none(entry: int) -> None:
    with pytest.raises(Refused) as no:
        History().state(played(), entry)
    assert no.value.problem.detail == f"the game has the entries 0 to 3; there is no entry {entry}"


def test_an_entry_has_so_many_events() -> None:
    with pytest.raises(Refused) as no:
        History().state(played(), 3, 2)
    assert no.value.problem.detail == "entry 3 has 1 event; there is no event 2"
