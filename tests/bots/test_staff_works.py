"""The staff and 000's fortifications: it fills its points, covers what it must keep, and leaves alone what it cannot
harm."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orsha.bots.battle_auto import in_mission, play_battle
from orsha.bots.staff import mines, moving, set_up
from orsha.bots.staff.plan import Task
from orsha.bots.staff.works import best, enemy_way, to_storm
from orsha.kernel import Match
from orsha.tabletop.force import ready_force
from orsha.tabletop.game import Battle, BattleSetup, facts, firing_guess, ways
from orsha.tabletop.game.commands import Build, GiveOrder, March
from orsha.tabletop.game.obstacles import markers
from orsha.tabletop.game.roster import is_work
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.fortify import affordable, fits, fortifications
from orsha.tabletop.mission.library import missions
from orsha.tabletop.table.walking import to_way
from tests.tabletop.battle.told import rifles, tank
from tests.tabletop.game.stage import Group, battle, marked, with_team
from tests.tabletop.game.test_building import onslaught
from tests.tabletop.game.works_stage import NESTS, TURRET, site, with_works

FORCES: Any = {"allied": ready_force("soviet-100"), "axis": ready_force("german-50")}


@pytest.mark.parametrize("points", [24, 32, 40, 48])
@pytest.mark.parametrize("quarters", [0, 1, 2, 4])
def test_what_it_builds_fits_the_boxes_and_fills_the_points(points: int, quarters: int) -> None:
    picked = best(points, quarters)
    spent = sum(fortifications().items[item].points for item in picked)
    assert fits(picked) and points - 4 <= spent <= points


def test_against_tanks_it_builds_guns_and_against_men_nests() -> None:
    assert "4 machine-gun nests" in best(32, 0) and "7.5 cm anti-tank bunker" not in best(32, 0)
    assert any("bunker" in item or "Panther" in item for item in best(32, 4)) and "4 machine-gun nests" not in best(
        32, 4
    )


def built(seed: int = 1) -> BattleState:
    """A set-up of the staff's, up to where its works stand and its mines and wire lie."""
    match: Match[BattleSetup, BattleState, Any, Any] = onslaught()
    rng = random.Random(seed)
    while match.state.mission.step < 6:
        options = list(match.options("axis"))
        match.do("axis", set_up.act(match.state, "axis", options, rng))
    return match.state


def test_it_takes_what_it_can_and_places_it_where_it_covers_the_objectives() -> None:
    state = built()
    assert len(state.works) >= 6
    goals = [one.at for one in state.mission.objectives.values() if one.at is not None]
    for work in state.works:
        here = facts.spot(state, f"{work.unit}.0")
        assert min(facts.apart(here, at) for at in goals) < 14_000
    for at in goals:
        assert any(facts.gap_to_spot(state, f"{work.unit}.0", at) <= 4_000 for work in state.works), "it contests it"


def test_works_look_to_where_the_enemy_comes_from() -> None:
    state = built()
    way = enemy_way(state, "axis")
    assert way == 90
    turns = [(state.teams[f"{work.unit}.0"].facing - way + 180) % 360 - 180 for work in state.works]
    assert all(abs(turn) <= 20 for turn in turns)


def test_mines_and_wire_lie_before_the_objectives_on_the_enemys_way() -> None:
    state = built()
    laid = [one for one in state.mission.markers if one.what in ("minefield", "wire")]
    assert len(laid) == 8
    goals = [one.at for one in state.mission.objectives.values() if one.at is not None]
    for marker in laid:
        assert marker.at is not None
        ahead = [marker.at[0] - goal[0] for goal in goals]
        assert any(5_000 <= far <= 9_000 for far in ahead), "before an objective, and the enemy comes from the right"


def test_it_does_not_shoot_at_what_it_cannot_harm() -> None:
    men = Group("Men", (rifles(),), [(20, 20)])
    far = Group("Far", (rifles(), rifles()), [(60, 44), (62, 44)])
    state = with_works(battle([men], [far]), TURRET, site(20, 30))
    assert firing_guess.plan(state, "allied 0").aims == ()
    tanks = with_works(battle([Group("Tanks", (tank(),), [(20, 20)])], [far]), TURRET, site(20, 30))
    assert firing_guess.plan(tanks, "allied 0").aims


def test_infantry_goes_around_works_that_are_not_by_its_goal() -> None:
    men, far = Group("Men", (rifles(),), [(20, 20)]), Group("Far", (rifles(), rifles()), [(60, 44), (62, 44)])
    state = with_works(battle([men], [far]), NESTS, site(20, 30), site(50, 40))
    assert to_storm(state, "allied", (20_000, 20_000), (50_000, 44_000))[1] == "axis w1.0"
    assert to_storm(state, "allied", (20_000, 20_000), (20_000, 34_000))[1] == "axis w0.0"
    blind = with_works(battle([men], [far]), "7.5 cm anti-tank bunker", site(20, 30, 0))
    assert to_storm(blind, "allied", (20_000, 20_000), (20_000, 34_000))[1] == "axis 0.0"


# -- mines and wire

MEN = Group("Men", (rifles(),) * 3, [(20, 20), (20, 22), (20, 24)])
AWAY = Group("Away", (rifles(), rifles()), [(68, 4), (70, 4)])


def walks(state: BattleState, unit: str = "allied 0", goal: tuple[int, int] = (50_000, 22_000)) -> Any:
    return moving.act(state, "allied", unit, Task("take", goal), set())


def near_mines(command: Any, *mined: tuple[int, int]) -> list[str]:
    return [leg.team for leg in command.legs if any(to_way(at, leg.way) <= 3_100 for at in mined)]


def test_it_goes_around_a_minefield_that_lies_on_its_way() -> None:
    plain = battle([MEN], [AWAY], step="movement")
    assert near_mines(walks(plain), (26_000, 22_000)), "without it this would be the way"
    command = walks(marked(plain, "minefield", (26, 22)))
    assert isinstance(command, March) and near_mines(command, (26_000, 22_000)) == []


def test_tanks_go_around_too() -> None:
    plain = battle([Group("Tanks", (tank(),), [(20, 22)])], [AWAY], step="movement")
    assert near_mines(walks(plain), (26_000, 22_000))
    command = walks(marked(plain, "minefield", (26, 22)))
    assert isinstance(command, March) and near_mines(command, (26_000, 22_000)) == []


def belt(state: BattleState, what: str, x: float) -> BattleState:
    return marked(state, what, *((x, 2 + 4 * n) for n in range(12)))


def test_a_belt_of_mines_it_goes_into_and_then_clears_a_lane() -> None:
    state = belt(battle([MEN], [AWAY], step="movement"), "minefield", 26)
    command = walks(state)
    assert isinstance(command, March) and max(leg.way[-1][0] for leg in command.legs) > 23_000, "not from outside"
    close = Group("Men", (rifles(),) * 3, [(23.4, 20), (23.4, 22), (23.4, 24)])
    state = belt(battle([close], [AWAY], step="movement"), "minefield", 26)
    assert walks(state) == GiveOrder("allied 0", "clear-minefield")


def test_it_goes_to_wire_that_it_cannot_go_around_and_then_gaps_it() -> None:
    close = Group("Men", (rifles(),) * 3, [(24, 20), (24, 22), (24, 24)])
    state = belt(battle([close], [AWAY], step="movement"), "wire", 26)
    assert isinstance(walks(state), March), "who has just come there cannot gap it"
    for id in facts.teams_of(state, "allied 0"):
        state = with_team(state, id, wired_before=tuple(markers(state)["barbed wire"]))
    assert walks(state) == GiveOrder("allied 0", "wire-gapping")


def test_it_clears_nothing_that_is_not_on_its_way_and_nothing_under_the_enemys_nose() -> None:
    close = Group("Men", (rifles(),) * 3, [(23.4, 20), (23.4, 22), (23.4, 24)])
    behind = belt(battle([close], [AWAY], step="movement"), "minefield", 26)
    assert mines.order(behind, "allied 0", (4_000, 22_000)) is None
    foe = Group("Near", (rifles(), rifles()), [(29, 21), (29, 23)])
    assert walks(belt(battle([close], [foe], step="movement"), "minefield", 26)) != GiveOrder(
        "allied 0", "clear-minefield"
    )


def test_a_table_without_mines_costs_nothing_and_changes_nothing() -> None:
    state = battle([MEN], [AWAY], step="movement")
    assert not mines.laid(state)
    legs = mines.toward(state, "allied 0", (50_000, 22_000), inches=None, dash=True)
    assert legs == ways.toward(state, "allied 0", (50_000, 22_000), dash=True)


def test_the_half_of_a_force_defends_in_a_mission_with_fortified_defence() -> None:
    whole = BattleSetup({"allied": ready_force("soviet-100"), "axis": ready_force("german-100")})
    halves: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    fought = in_mission(whole, "onslaught", None, halves)
    fought.check()
    assert fought.attacker == "allied" and fought.forces["axis"] is halves["axis"]
    other = in_mission(whole, "onslaught", "axis", halves)
    assert other.forces["allied"] is halves["allied"] and other.forces["axis"] is whole.forces["axis"]
    assert in_mission(whole, "contact", "axis", halves).forces is whole.forces


@pytest.mark.parametrize(("allied", "axis"), [("staff", "staff"), ("random", "staff")])
def test_onslaught_is_played_to_its_end(allied: str, axis: str) -> None:
    setup = BattleSetup(FORCES, mission="onslaught", seed=2)
    match, outcome = play_battle(setup, {"allied": allied, "axis": axis}, 2)
    assert outcome.winner is not None and outcome.units["axis"] == 7, "works are no units of the force"
    assert any(is_work(id) for id in match.state.units)
    if allied == "random":
        assert outcome.winner == "axis"


def test_a_game_of_random_bots_builds_too() -> None:
    assert affordable((), 32) and missions()["onslaught"]
    match = onslaught("T-34 turret")
    command = Battle().command(match.options("axis")[0].sample(random.Random(1)))
    assert isinstance(command, Build)
