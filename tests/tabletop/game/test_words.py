"""A battle's events in sentences: every kind of event has one, and the sentences say what happened."""

from __future__ import annotations

from typing import get_args

import pytest

from orsha.tabletop.game import state as s
from orsha.tabletop.game.words import WORDS, told
from orsha.tabletop.mission.state import MissionEvent

SPOT = (1500, 2000)


def test_every_event_of_a_battle_has_words() -> None:
    own = set(get_args(s.BattleEvent)) - set(get_args(MissionEvent))
    assert own <= set(WORDS), f"no words for {own - set(WORDS)}"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (s.Deployed("u", "Rifles", (), "ambush"), "Rifles springs its ambush"),
        (s.Deployed("u", "Rifles", (), "edge"), "Rifles comes to the edge of the table"),
        (s.TrapsLaid("axis", (SPOT,) * 4), "axis lays 4 booby traps"),
        (s.FoxholesDug(("a",), "Rifles"), "Rifles: 1 team in foxholes"),
        (s.StepBegan("allied", "assault"), "allied's Assault Step"),
        (s.Remounted("t", "T-34", False), "T-34 stays Bailed Out"),
        (s.Rallied("u", "Rifles", False), "Rifles rallies"),
        (s.TeamsGone(("a", "b"), "Rifles", "destroyed"), "Rifles: 2 teams destroyed"),
        (s.TeamsGone(("a",), "Rifles", "left"), "Rifles: 1 team off the table again"),
        (s.CommanderFell("allied 0", "Battalion", None), "Battalion has no commander any more"),
        (s.Ordered("u", "Rifles", "dig-in", True, (), foxholes=True), "Rifles is ordered: Dig In, done (foxholes)"),
        (s.Marched("u", "Rifles", ()), "Rifles stays"),
        (s.Marched("u", "Tank", (s.Went("t", (SPOT,), 9, 0, "tactical"),)), "Tank turns"),
        (s.Marched("u", "Tank", (s.Went("t", (SPOT,), 9, 4000, "road"),)), "Tank dashes by road up to 4.0 inches"),
        (s.Marched("u", "Tank", (s.Went("t", (SPOT,), 9, 4000, "tactical", "held at the hedge"),)),
         "Tank moves up to 4.0 inches (held at the hedge)"),
        (s.Marched("u", "Rifles", (s.Went("t", (SPOT,), 9, 0, "tactical", board="r"),)), "Rifles mounts"),
        (s.Moved("Chief", (s.Went("t", (SPOT,), 9, 0, "take over"),)), "Chief takes over"),
        (s.Moved("Rifles", (s.Went("t", (SPOT,), 9, 0, "get out"),)), "Rifles gets out"),
        (s.Asked(None), ""),
        (s.StepBegan("allied", "none"), ""),
        (s.SmokeLifted("axis"), "axis's smoke lifts"),
    ],
)  # fmt: skip
def test_an_event_reads_so(event: s.BattleEvent, words: str) -> None:
    assert told(event) == words
