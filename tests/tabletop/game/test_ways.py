"""Moves and places for bots and samples: always legal, and going where they should."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal
from orsha.tabletop.game import facts, placing, ways
from orsha.tabletop.game.commands import Leg, March
from orsha.tabletop.game.domains import legs_domain
from orsha.tabletop.game.laying import laid
from orsha.tabletop.game.moving import plan
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import gun, half_track, rifles, tank
from tests.tabletop.game.stage import INCH, Group, act, battle, march, mounted, with_team, with_unit
from tests.tabletop.game.test_moving import wood

ENEMY = Group("Enemy", (rifles(),) * 3, [(40, 30), (42, 30), (44, 30)])
RIFLES = Group("Rifles", (rifles(),) * 6, [(10 + 2 * n, 10) for n in range(6)])
TANKS = Group("Tanks", (tank(),) * 3, [(10 + 3 * n, 20) for n in range(3)])
GUNS = Group("Guns", (gun(), gun()), [(30, 5), (33, 5)])
RIDES = Group("Rides", (half_track(),) * 2, [(50, 10), (54, 10)], attached_to="Rifles")


def field() -> BattleState:
    state = battle([RIFLES, TANKS, GUNS, RIDES], [ENEMY], step="movement", features=[wood(15, 14, 25, 18)])
    return mounted(state, "allied 0.5", "allied 3.0")


@pytest.mark.parametrize("unit", ["allied 0", "allied 1", "allied 2", "allied 3"])
def test_random_moves_are_legal_and_varied(unit: str) -> None:
    state, rng = field(), random.Random(unit)
    seen = set()
    domain = legs_domain(state, "allied", unit)
    for _ in range(25):
        legs = domain.sample(rng)
        assert domain.contains(legs) and legs
        seen.add(legs)
        assert isinstance(legs, tuple) and ways.legal(state, unit, legs)
    assert len(seen) > 10


def test_pinned_units_have_moves_too() -> None:
    state = with_unit(field(), "allied 0", pinned=True)
    for seed in range(10):
        assert ways.legal(state, "allied 0", ways.at_random(state, "allied 0", random.Random(seed)))


def test_toward_goes_toward_its_goal_and_dashes_where_it_may() -> None:
    state = field()
    goal = (10 * INCH, 40 * INCH)
    before = facts.apart(facts.spot(state, "allied 1.0"), goal)
    for dash in (False, True):
        legs = ways.toward(state, "allied 1", goal, dash=dash)
        after = act(state, "allied", march(state, *legs)).state
        assert facts.apart(facts.spot(after, "allied 1.0"), goal) < before - 8 * INCH
        assert after.teams["allied 1.0"].dashed == dash


def test_toward_stops_after_so_many_inches() -> None:
    legs = ways.toward(field(), "allied 1", (10 * INCH, 40 * INCH), inches=3)
    assert all(facts.apart(leg.way[0], leg.way[-1]) <= 3 * INCH for leg in legs)


def test_nobody_moves_who_cannot() -> None:
    state = with_team(field(), "allied 1.0", bailed_out=True)
    assert "allied 1.0" not in ways.movers(state, "allied 1")
    assert "allied 0.5" not in ways.movers(state, "allied 0"), "it is aboard"
    stuck = battle([Group("Works", (gun(move=None),), [(5, 5)])], [ENEMY], step="movement")
    assert ways.movers(stuck, "allied 0") == [] and ways.at_random(stuck, "allied 0", random.Random(1)) == ()


def as_planned(state: BattleState, unit: str, legs: Sequence[Leg]) -> object:
    """The steps of a move, or why it is refused."""
    try:
        return plan(state, "allied", March(unit, tuple(legs)))
    except Illegal as refused:
        return str(refused)


@pytest.mark.parametrize("unit", ["allied 0", "allied 1", "allied 2"])
@pytest.mark.parametrize("dash", [False, True])
def test_a_move_that_was_laid_out_is_looked_into_as_if_it_had_not_been(unit: str, dash: bool) -> None:
    rng = random.Random(f"{unit} {dash}")
    known = 0
    for _ in range(12):
        state = with_unit(field(), unit, pinned=rng.random() < 0.2)
        legs = ways.toward(state, unit, (rng.randrange(60 * INCH), rng.randrange(40 * INCH)), dash=dash)
        known += len(laid(state) or ())
        some = rng.sample(legs, rng.randint(0, len(legs)))
        for move in (legs, legs[:1], legs[1:], legs[::-1], some, [*legs, *legs], legs):
            assert as_planned(state, unit, move) == as_planned(replace(state), unit, move)
    assert known, "and moves were laid out"


def test_core_4_2_each_of_unlike_hulls_laid_out_together_stays_its_own_length_before_difficult_ground() -> None:
    large, small = tank("Tiger", (9, 8, 2)), tank("Scout", (1, 1, 0))
    for hulls in ((large, small), (small, large)):
        platoon = Group("Platoon", hulls, [(10, 10.2), (14, 10)])
        state = battle([platoon], [ENEMY], step="movement", features=[wood(0, 12, 40, 20)])
        legs = ways.toward(state, "allied 0", (10 * INCH, 16 * INCH))
        assert laid(state, legs) is not None, "it was laid out"
        assert as_planned(state, "allied 0", legs) == as_planned(replace(state), "allied 0", legs)
        gone, walked = (
            act(one, "allied", March("allied 0", legs), 1, 1).state.teams for one in (state, replace(state))
        )
        assert gone == walked
        assert [gone[id].y for id in ("allied 0.0", "allied 0.1")] == [
            12 * INCH - (1400 if hull is large else 850) for hull in hulls
        ]


def test_an_illegal_leg_is_not_legal() -> None:
    state = field()
    assert not ways.legal(state, "allied 0", (Leg("allied 0.0", ((10 * INCH, 10 * INCH), (10 * INCH, 40 * INCH))),))
    assert not legs_domain(state, "allied", "allied 0").contains(("nothing",))


def test_a_unit_is_drawn_up_in_command_with_nobody_on_anybody() -> None:
    state = battle([Group("Many", (rifles(),) * 20, ())], [ENEMY], step="movement")
    places = placing.draw_up(state, "allied 0", (20 * INCH, 20 * INCH), 0, lambda spot: True)
    assert places is not None and len({place.team for place in places}) == 20
    for n, one in enumerate(places):
        assert facts.apart(one.at, places[0].at) - 1600 <= 8 * INCH
        assert all(facts.apart(one.at, other.at) >= 1600 for other in places[:n])


def test_nothing_is_drawn_up_where_there_is_no_room() -> None:
    state = battle([Group("Many", (rifles(),) * 20, ())], [ENEMY], step="movement")
    tight = lambda spot: facts.apart(spot, (20 * INCH, 20 * INCH)) < 3 * INCH  # noqa: E731
    assert placing.draw_up(state, "allied 0", (20 * INCH, 20 * INCH), 0, tight) is None


def test_the_spiral_has_no_place_twice() -> None:
    spots = list(placing.spiral(10, 30))
    assert spots[0] == (0, 0) and len(spots) == len(set(spots)) == 49
