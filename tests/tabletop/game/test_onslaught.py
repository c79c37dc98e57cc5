"""000 Onslaught on the virtual table: Fortified Defence's force sizes, Fortified Reserves, Reconnaissance In Force, and
whole games by random options under the kit's eyes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal, Match
from orsha.kernel.conformance import check
from orsha.tabletop.force import Force, ready_force
from orsha.tabletop.game import Battle, BattleSetup, deploying, facts
from orsha.tabletop.game.commands import Deploy
from orsha.tabletop.game.domains import some_places
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import forces, steps
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission.ground import force_points, points_of, unit_of, units_at, zone_of
from orsha.tabletop.region import covers
from tests.tabletop.battle.told import gun, rifles
from tests.tabletop.game.stage import Group, force
from tests.tabletop.game.test_game import small

SOVIETS, GERMANS = ready_force("soviet-100"), ready_force("german-50")


def setup(allied: Force = SOVIETS, axis: Force = GERMANS, **of: Any) -> BattleSetup:
    return BattleSetup({"allied": allied, "axis": axis}, **{"mission": "onslaught", **of})


# -- Fortified Defence


def test_000_fortified_defence_the_defender_has_half_of_the_attackers_points() -> None:
    setup(attacker="allied").check()
    with pytest.raises(Illegal, match="up to 100 points and a defender of up to 50; here allied 100 and axis 99"):
        setup(axis=ready_force("german-100")).check()
    with pytest.raises(Illegal, match="and axis attacks") as caught:
        setup(attacker="axis").check()
    assert caught.value.rule == "000 Fortified Defence"
    setup(ready_force("soviet-75"), ready_force("german-37"), attacker="allied").check()


def test_where_nobody_is_named_the_one_attacks_whose_forces_fit() -> None:
    assert setup().for_mission.attacker == "allied"
    other = setup(ready_force("soviet-50"), ready_force("german-100"))
    assert other.for_mission.attacker == "axis"
    assert setup(points=300).for_mission.attacker is None, "both could: it is rolled for"


def test_000_the_works_go_by_the_points_agreed_on() -> None:
    assert setup().for_mission.points == 100
    thin = replace(SOVIETS, limit=100, formations=SOVIETS.formations, support=SOVIETS.support[:-1])
    assert thin.points < 100 and setup(thin).for_mission.points == 100


# -- set up by random options, up to some step


def until(kind: type, seed: int = 1) -> Match[BattleSetup, BattleState, Any, Any]:
    match: Match[BattleSetup, BattleState, Any, Any] = Match.open(Battle(), setup(seed=seed), name="t", dice=seed)
    rng, game = random.Random(seed), Battle()
    while match.state.mission.stage == "setup":
        state = match.state
        if state.mission.mission is not None and isinstance(steps.current(state.mission), kind):
            return match
        seat = next(one for one in match.seats if match.options(one))
        match.do(seat, game.command(rng.choice(match.options(seat)).sample(rng)))
    raise AssertionError("the set-up is over")


def test_000_fortified_reserves_at_most_40_percent_of_the_force_starts_on_the_table() -> None:
    for seed in range(3):
        mission = until(f.RangedIn if seed else f.HoldAmbush, seed).state.mission
        there = points_of(mission, units_at(mission, "axis", "roster"))
        assert force_points(mission, "defender") == 50 and there <= 20


def test_000_reconnaissance_in_force_is_one_unit_of_nothing_but_infantry_in_its_zone() -> None:
    match = until(f.Recon)
    state = match.state
    able = deploying.deployable(state, "allied")
    assert able
    for unit in able:
        assert all(team.kind == "infantry" for team in facts.unit_sheet(state, unit).unit.teams)
    tanks = next(id for id in state.roster.of_seat["allied"] if state.roster.units[id].unit.kind == "tank")
    with pytest.raises(Illegal, match="cannot be put on the table"):
        match.act("allied", Deploy(tanks, ()))
    places = some_places(state, "allied", able[0], random.Random(1))
    assert places is not None
    match.do("allied", Deploy(able[0], places))
    zone = zone_of(state.mission, "recon")
    assert all(covers(zone, place.at) for place in places) and match.state.mission.recon == able[0]
    left = deploying.zone(match.state, "allied", "allied 0")[0]
    assert not any(covers(left, place.at) for place in places), "the others start farther back"


def test_000_the_recon_zone_lies_12_to_16_inches_from_the_centre_line_in_the_attackers_half() -> None:
    mission = until(f.Recon).state.mission
    left, _, right, _ = zone_of(mission, "recon").bounds
    near = {abs(left - 36), abs(right - 36)}
    assert near == {12, 16}


# -- whole games


def test_random_options_play_onslaught_to_its_victory_points_under_all_rules_of_the_kit() -> None:
    few = small()
    battle = setup(few["allied"], few["axis"], attacker="allied", points=100, seed=3)
    report = check(Battle(), battle, games=1, seed=4, thorough=False)
    assert report.games == 1 and report.refusals > 100


def test_000_reconnaissance_in_force_is_no_unit_with_guns_or_vehicles_among_its_teams() -> None:
    few = small()
    hq, men = Group("HQ", (rifles(),), (), hq=True), Group("Rifles", (rifles(),) * 3, ())
    mixed = Group("Rifles with a gun", (rifles(), rifles(), gun()), ())
    battle = setup(force("soviet", [hq, men, mixed]), few["axis"], attacker="allied", points=100)
    mission = Battle().start(battle).mission
    assert [unit_of(mission, id).mixed for id in units_at(mission, "allied", "roster")] == [False, False, True]
    assert forces.infantry(mission, "allied") == ("allied 0", "allied 1")
