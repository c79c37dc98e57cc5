"""What moves and orders promise where dice are in the way, held to every way that the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.game import crossing, facts, ordering
from orsha.tabletop.game.commands import GiveOrder
from orsha.tabletop.game.crossing_odds import chances, clearing
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import Story
from tests.tabletop.battle.told import rifles, tank
from tests.tabletop.game.brute import share
from tests.tabletop.game.river_stage import RIVER, afloat, men, river_battle
from tests.tabletop.game.stage import INCH, leg, march, marked, with_team
from tests.tabletop.game.test_crossing import WOOD, ahead, infantry, tanks
from tests.tabletop.game.test_moving import wood
from tests.tabletop.game.test_ordering import trap


def by_force(state: BattleState, command: Any, team: str, goal: tuple[int, int]) -> dict[str, Fraction]:
    """How a team ends, of all ways that the dice of a move can fall."""

    def end(story: Story) -> str:
        after = story.state
        if team not in after.teams:
            return "destroyed"
        if after.teams[team].bailed_out:
            return "bailed out"
        return "through" if facts.spot(after, team) == goal else "held"

    return share(state, lambda story: crossing.march(story, "allied", command), end)


def agrees(state: BattleState, *legs: Any) -> None:
    command = march(state, *legs)
    found = {one.team: one for one in chances(state, "allied", command).teams}
    for one in legs:
        expected = by_force(state, command, one.team, one.way[-1])
        ends = {end: chance for end, chance in found[one.team].ends.items() if chance}
        assert ends == expected, one.team


def test_core_4_2_a_cross_check() -> None:
    state = tanks(WOOD, count=1)
    agrees(state, ahead(state))
    (one,) = chances(state, "allied", march(state, ahead(state))).teams
    assert one.words() == "the woods: through 67 %, held 33 %"


def test_core_4_2_two_of_them_on_one_way() -> None:
    state = tanks(wood(0, 12, 40, 13), wood(0, 15, 40, 16), count=1)
    agrees(state, ahead(state, far=9))


def test_core_5_4_a_minefield_on_foot_and_in_a_tank() -> None:
    agrees(*_with_leg(marked(infantry(), "minefield", (10, 14))))
    agrees(*_with_leg(marked(tanks(count=1), "minefield", (10, 14))))


def test_000_barbed_wire_before_a_minefield() -> None:
    state = marked(marked(infantry(), "wire", (10, 12)), "minefield", (10, 15))
    agrees(*_with_leg(state, far=8))
    (one,) = chances(state, "allied", march(state, ahead(state, far=8))).teams
    assert one.over == ("barbed wire", "minefield") and sum(one.ends.values()) == 1


def test_000_wire_for_a_tank_that_has_a_wood_to_cross_too() -> None:
    agrees(*_with_leg(marked(tanks(WOOD, count=1), "wire", (10, 11.5)), far=5))


def test_all_of_a_unit() -> None:
    state = marked(infantry(), "minefield", (13, 14))
    found = chances(state, "allied", march(state, *(ahead(state, n) for n in range(3))))
    assert len(found.teams) == 3
    assert found.all_through == Fraction(1, 2) ** 3 and "all 3 teams" in found.words()


def test_nothing_is_in_the_way() -> None:
    state = infantry()
    found = chances(state, "allied", march(state, ahead(state)))
    assert found.teams == () and found.all_through == 1 and found.words() == "no die is needed on the way"


def test_000_disembarking_asks_for_no_check_of_the_river_but_for_those_beyond() -> None:
    state = afloat(river_battle([men(1)], boats=1, features=(RIVER, wood(20, 0, 30, 48))), "allied boat 1", (32.75, 24))
    state = with_team(state, "allied 0.0", x=32_750, y=24_000, aboard="allied boat 1")
    inland = chances(state, "allied", march(state, leg(state, "allied 0.0", (31, 24))))
    assert inland.teams == ()
    state = marked(state, "wire", (29, 24))
    agrees(state, leg(state, "allied 0.0", (26, 24)))


def test_a_move_that_is_not_legal_is_refused() -> None:
    state = infantry()
    with pytest.raises(Illegal, match="tactical"):
        chances(state, "allied", march(state, ahead(state, far=20)))


# -- clearing


def clears(state: BattleState, slug: str = "clear-minefield") -> dict[tuple[bool, bool], Fraction]:
    """Whether the marker is gone, and whether the team that clears it is."""

    def end(story: Story) -> tuple[bool, bool]:
        return bool(story.state.cleared), "allied 0.0" not in story.state.teams

    return share(state, lambda story: ordering.give(story, "allied", GiveOrder("allied 0", slug)), end)


def test_000_a_booby_trap_under_its_own_feet() -> None:
    state = trap(10, 10, trapped=True)
    found, expected = clearing(state, "allied 0", "clear-minefield"), clears(state)
    assert found.clears == {"allied 0.0": expected[True, False]}
    assert found.destroyed == {"allied 0.0": expected[False, True]}
    assert found.words() == "allied 0.0 clears 83 %; allied 0.0 destroyed 17 %"


def test_000_a_booby_trap_that_was_there_before_is_cleared_for_certain() -> None:
    found = clearing(trap(10, 10), "allied 0", "clear-minefield")
    assert found.passes == 1 and found.clears == {"allied 0.0": Fraction(1)} and not found.destroyed


def _with_leg(state: BattleState, far: float = 6) -> tuple[BattleState, Any]:
    assert state.teams["allied 0.0"].x == 10 * INCH
    return state, ahead(state, far=far)


def test_pioneers_do_better() -> None:
    plain = marked(infantry(), "minefield", (10, 14))
    better = marked(infantry(rules=("pioneers",)), "minefield", (10, 14))
    agrees(better, ahead(better))
    one, other = (chances(s, "allied", march(s, ahead(s))).all_through for s in (plain, better))
    assert other > one and rifles().kind != tank().kind
