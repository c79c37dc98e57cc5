"""What bombardments promise, held to every way that the dice can fall; the extra hits of Brutal ones in rooms too."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from orsha.kernel import Dice, Illegal, Seeded
from orsha.kernel.odds import die
from orsha.tabletop.game import bombarding, facts, room_shelling
from orsha.tabletop.game.bombarding_odds import brutal_hits, chances
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from tests.tabletop.game.brute import share
from tests.tabletop.game.stage import Faces
from tests.tabletop.game.test_room_shelling import HEAVY, HOWITZER, ROCKETS, Spot, order, shelled


def agrees(state: BattleState, at: Spot) -> None:
    """Each team's chance of being destroyed, by all that can happen."""
    command = order(state, at, attempts=1)
    found = chances(state, "allied", command)
    for one in found.teams:
        gone = share(
            state,
            lambda story: bombarding.bombard(story, "allied", command),
            lambda story, id=one.team: id not in story.state.teams,  # type: ignore[misc]
        )
        assert one.destroyed == gone[True]


def test_002_a_room_is_the_template() -> None:
    agrees(shelled(HOWITZER, ((12, 11), (14, 9))), (8.9, 8))


def test_002_a_salvo_on_the_room_next_door() -> None:
    agrees(shelled(ROCKETS, ((15, 9),)), (9, 9))


def test_002_brutal_shells_on_two_teams_as_two_thousand_bombardments_have_it() -> None:
    """Up to seven hits on two teams: too many faces to try them all."""
    state = shelled(HEAVY, ((9, 9), (11, 9)))
    command, tries = order(state, (9, 9), attempts=1), 2000
    gone = dict.fromkeys(("axis 0.0", "axis 0.1"), 0)
    for n in range(tries):
        story = Story(state, Dice(Seeded(7, f"shells {n}")))
        bombarding.bombard(story, "allied", command)
        for id in gone:
            gone[id] += id not in story.state.teams
    for one in chances(state, "allied", command).teams:
        exact = float(one.destroyed)
        assert abs(gone[one.team] / tries - exact) < 4 * (exact * (1 - exact) / tries) ** 0.5


@pytest.mark.parametrize("teams", [1, 2, 3, 4])
def test_002_brutal_hits_go_around_as_the_game_gives_them(teams: int) -> None:
    """Every set of teams that may be hit, and every face of the extra die, by the very function that plays it."""
    spots = ((8.9, 8), (11, 8), (8.9, 10), (11, 10))[:teams]
    state = shelled(HEAVY, spots)
    ids = [f"axis 0.{n}" for n in range(teams)]
    chance = [Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(1, 6)][:teams]
    expected: list[dict[int, Fraction]] = [{} for _ in ids]
    for which in product((True, False), repeat=teams):
        weight = Fraction(1)
        for one, part in zip(which, chance, strict=True):
            weight *= part if one else 1 - part
        hit = tuple(id for id, one in zip(ids, which, strict=True) if one)
        for face in range(1, 7):
            story = Story(state, Dice(Faces(*([face] if hit else []))))
            given = room_shelling.brutal(story, "allied", HEAVY, hit)
            for n, id in enumerate(ids):
                count = given.count(id)
                expected[n][count] = expected[n].get(count, Fraction(0)) + weight / 6
    for n in range(teams):
        assert brutal_hits(chance, n, die()).as_dict() == expected[n]


def test_ranging_in_counts() -> None:
    state = shelled(HOWITZER, ((8.9, 8), (12, 11)))
    one, three = (chances(state, "allied", order(state, (8.9, 8), attempts=n)) for n in (1, 3))
    assert one.ranges_in == one.first == three.first < three.ranges_in
    lost = [sum(team.destroyed for team in found.teams) for found in (three, one)]
    assert lost[0] > lost[1] > 0
    assert "of 2 teams under it destroyed on average" in three.words()


def test_smoke_harms_nobody_and_what_is_forbidden_is_refused() -> None:
    beside = shelled(HOWITZER, ((9, 9),), ours=((15, 9),))
    with pytest.raises(Illegal, match="a room next to friendly teams"):
        chances(beside, "allied", order(beside, (9, 9)))
    assert facts.unit_id("axis 0.0") == "axis 0"
