"""A battle's events in sentences: every kind of event has one, and the sentences say what happened."""

from __future__ import annotations

from typing import get_args

import pytest

from orsha.tabletop.game import events as e
from orsha.tabletop.game.state import Assault
from orsha.tabletop.game.words import WORDS, told
from orsha.tabletop.mission.events import MissionChosen, MissionEvent, ReservesDue

SPOT = (1500, 2000)
SAVED = e.Harm("t", "Rocket", "saved", "fighting")
GONE = e.Harm("t", "Rocket", "destroyed", "destroyed")
AGAIN = e.Harm("t", "Rocket", "already destroyed", "destroyed")


def test_every_event_of_a_battle_has_words() -> None:
    own = set(get_args(e.BattleEvent)) - set(get_args(MissionEvent))
    assert own <= set(WORDS), f"no words for {own - set(WORDS)}"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.Deployed("u", "Rifles", (), "ambush"), "Rifles springs its ambush"),
        (e.Deployed("u", "Rifles", (), "edge"), "Rifles comes to the edge of the table"),
        (e.TrapsLaid("axis", (SPOT,) * 4), "axis lays 4 booby traps"),
        (e.FoxholesDug(("a",), "Rifles"), "Rifles: 1 team in foxholes"),
        (e.StepBegan("allied", "assault"), "allied's Assault Step"),
        (e.Remounted("t", "T-34", False), "T-34 stays Bailed Out"),
        (e.Rallied("u", "Rifles", False), "Rifles rallies"),
        (e.TeamsGone(("a", "b"), "Rifles", "destroyed"), "Rifles: 2 teams destroyed"),
        (e.Shelled("u", "Borgward", SPOT, 6, ("a", "b"), (), (), True, (("minefield", SPOT),)),
         'Borgward explodes (1.5", 2.0"): 2 teams hit, 1 minefield cleared'),
        (e.Charged(Assault("u", "axis", ("u",), (), ("t",), tank="s"), "Borgward", ()),
         "a tank takes control of Borgward"),
        (e.TeamsGone(("a",), "Borgward", "spent"), "Borgward: 1 team spent"),
        (e.TeamsGone(("a",), "Rifles", "left"), "Rifles: 1 team off the table again"),
        (e.CommanderFell("allied 0", "Battalion", None), "Battalion has no commander any more"),
        (e.Ordered("u", "Rifles", "dig-in", True, (), foxholes=True), "Rifles is ordered: Dig In, done (foxholes)"),
        (e.Marched("u", "Rifles", ()), "Rifles stays"),
        (e.Marched("u", "Tank", (e.Went("t", (SPOT,), 9, 0, "tactical"),)), "Tank turns"),
        (e.Marched("u", "Tank", (e.Went("t", (SPOT,), 9, 4000, "road"),)), "Tank dashes by road up to 4.0 inches"),
        (e.Marched("u", "Tank", (e.Went("t", (SPOT,), 9, 4000, "tactical", "held at the hedge"),)),
         "Tank moves up to 4.0 inches (held at the hedge)"),
        (e.Marched("u", "Rifles", (e.Went("t", (SPOT,), 9, 0, "tactical", board="r"),)), "Rifles mounts"),
        (e.Moved("Chief", (e.Went("t", (SPOT,), 9, 0, "take over"),)), "Chief takes over"),
        (e.Moved("Rifles", (e.Went("t", (SPOT,), 9, 0, "get out"),)), "Rifles gets out"),
        (e.Harmed((SAVED, GONE, AGAIN, AGAIN, AGAIN)), "Rocket is hit and saved; Rocket is destroyed; "
         "Rocket is hit again, and was destroyed already (3 times)"),
        (ReservesDue("allied", 2), "allied: 2 units come on from reserve"),
        (ReservesDue("axis", 1), "axis: 1 unit comes on from reserve"),
        (MissionChosen("river-crossing"), "the mission is River Crossing"),
        (e.Asked(None), ""),
        (e.StepBegan("allied", "none"), ""),
        (e.SmokeLifted("axis"), "axis's smoke lifts"),
    ],
)  # fmt: skip
def test_an_event_reads_so(event: e.BattleEvent, words: str) -> None:
    assert told(event) == words
