"""003 deployment, ambush and reserves, 000 booby traps: where teams may be put, and how they come on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Hidden
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import deploying, facts, ways
from orsha.tabletop.game.commands import Deploy, GiveOrder, LayTraps, NextStep, Place
from orsha.tabletop.game.domains import TrapSpots, bound, places_at, places_domain, some_places
from orsha.tabletop.game.events import Deployed, TrapsLaid
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission.state import Standing
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import gun, half_track, rifles, tank
from tests.tabletop.game.river_stage import afloat, men, river_battle
from tests.tabletop.game.stage import (
    INCH,
    Group,
    act,
    battle,
    decided,
    leg,
    march,
    next_turn,
    refused,
    with_mission,
)
from tests.tabletop.game.test_moving import wood

SOVIETS = Group("Soviets", (rifles(), rifles()), [(36, 10), (38, 10)])
OTHERS = Group("Others", (rifles(),) * 3, [(50, 46), (52, 46), (54, 46)])


def hidden(*groups: Group, enemy: Group = SOVIETS, where: Any = "ambush", features: Any = (), **of: Any) -> BattleState:
    """The defender's (axis) Starting Step in Bridgehead, its units in ambush or reserve; it defends the upper half,
    x from 20 to 52."""
    unseen = [Group(g.name, g.teams, (), g.facing, **g.of) for g in groups]
    state = battle([enemy], [*unseen, OTHERS], step="starting", active="axis", mission="bridgehead", features=features)
    units = {f"axis {n}": Standing("axis", where) for n in range(len(groups))}
    stage = {"stage": "ambush" if where == "ambush" else "arrive"}
    return with_mission(state, units={**state.mission.units, **units}, **{**stage, **of})


def put(state: BattleState, unit: str, *spots: tuple[float, float], **of: Any) -> Deploy:
    teams = deploying.ground_teams(state, deploying.with_unit(state, unit))
    return Deploy(
        unit, tuple(Place(id, (round(x * INCH), round(y * INCH)), 180) for id, (x, y) in zip(teams, spots, strict=True))
    )


MEN = Group("Grenadiers", (rifles(), rifles()), ())


# -- ambush


def test_003_an_ambush_is_placed_in_the_deployment_area() -> None:
    state = hidden(MEN)
    after = decided(state, "axis", put(state, "axis 0", (30, 40), (32, 40))).state
    assert facts.spot(after, "axis 0.0") == (30 * INCH, 40 * INCH)
    assert after.mission.units["axis 0"].where == "table"
    refused(state, "axis", put(state, "axis 0", (30, 22), (32, 22)), "outside the zone")


def test_a191_a_team_is_where_its_middle_is() -> None:
    far = Group("Soviets", (rifles(),), [(70, 1)])
    state = hidden(Group("Tigers", (tank(),), ()), enemy=far)
    assert decided(state, "axis", put(state, "axis 0", (30, 24.1))).state
    refused(state, "axis", put(state, "axis 0", (30, 23.9)), "outside the zone")


def test_003_it_is_placed_by_its_owner_in_its_own_starting_step() -> None:
    state = hidden(MEN)
    refused(state, "allied", put(state, "axis 0", (30, 40), (32, 40)), "cannot be put on the table by allied")
    late = with_mission(state, stage="main")
    refused(late, "axis", put(state, "axis 0", (30, 40), (32, 40)), "cannot be put on the table")
    refused(state, "axis", Deploy("nobody", ()), "'nobody' cannot be put")


def test_003_the_whole_unit_is_placed_and_in_command() -> None:
    state = hidden(MEN)
    one = replace(put(state, "axis 0", (30, 40), (32, 40)), places=put(state, "axis 0", (30, 40), (32, 40)).places[:1])
    refused(state, "axis", one, "2 teams, 1 places")
    refused(state, "axis", put(state, "axis 0", (30, 40), (37.7, 40)), "Out of Command")
    assert decided(state, "axis", put(state, "axis 0", (30, 40), (37.5, 40))).state


def enemy_at(y: float) -> Group:
    return Group("Soviets", (rifles(),), [(36, y)])


@pytest.mark.parametrize(("gap", "legal"), [(15.9, False), (16, True)])
def test_003_sixteen_inches_from_an_enemy_who_sees_it(gap: float, legal: bool) -> None:
    state = hidden(Group("Grenadiers", (rifles(),), ()), enemy=enemy_at(44 - 1.6 - gap))
    command = put(state, "axis 0", (36, 44))
    if legal:
        assert decided(state, "axis", command).state
    else:
        refused(state, "axis", command, "not placed so near to an enemy who sees it")


@pytest.mark.parametrize(("gap", "legal"), [(3.9, False), (4, True)])
def test_003_four_inches_from_one_that_terrain_conceals_it_from(gap: float, legal: bool) -> None:
    state = hidden(
        Group("Grenadiers", (rifles(),), ()), enemy=enemy_at(40 - 1.6 - gap), features=[wood(25, 38.5, 47, 48)]
    )
    command = put(state, "axis 0", (36, 40))
    if legal:
        assert decided(state, "axis", command).state
    else:
        refused(state, "axis", command, "not placed so near")


@pytest.mark.parametrize(("gap", "off", "legal"), [(15.9, False, False), (16, False, True), (3, True, True)])
def test_003_teams_in_assault_boats_are_enemies_to_keep_away_from_unless_they_drifted_off(
    gap: float, off: bool, legal: bool
) -> None:
    """The Crossroads: the Germans wait behind the river; a boat has reached their bank."""
    river = Feature("deep-river", area=((20_000, 0), (28_000, 0), (28_000, 48_000), (20_000, 48_000)))
    hiding = Group("Grenadiers", (rifles(),), ())
    kept = {"active": "axis", "step": "starting", "mission": "the-crossroads", "features": (river,)}
    state = river_battle([men(1), men(2, (60, 24), "More")], [hiding, OTHERS], **kept)  # type: ignore[arg-type]
    state = afloat(state, "allied boat 1", (20.5, 24), "allied 0.0", off=off)
    units = {**state.mission.units, "axis 0": Standing("axis", "ambush")}
    state = with_mission(state, river=(24 * INCH, 8 * INCH), units=units, stage="ambush")
    command = put(state, "axis 0", (20.5 - 1.6 - gap, 24))
    if legal:
        assert decided(state, "axis", command).state
    else:
        refused(state, "axis", command, "not placed so near")


@pytest.mark.parametrize("large", [gun(rules=("large-gun",)), tank(rules=("gigantic",))])
def test_core_12_a_large_gun_or_gigantic_team_is_not_placed_within_sixteen_inches_even_if_concealed(
    large: Team,
) -> None:
    state = hidden(Group("Flak", (large,), ()), enemy=enemy_at(30), features=[wood(25, 38.5, 47, 48)])
    refused(state, "axis", put(state, "axis 0", (36, 41)), "so large a team")
    small = hidden(Group("Pak", (gun(),), ()), enemy=enemy_at(30), features=[wood(25, 38.5, 47, 48)])
    assert decided(small, "axis", put(small, "axis 0", (36, 41))).state


def test_003_ambushers_are_in_foxholes_and_have_not_moved() -> None:
    state = hidden(Group("Mixed", (rifles(), gun(), tank()), ()))
    after = decided(state, "axis", put(state, "axis 0", (30, 40), (33, 40), (36, 40))).state
    assert [after.teams[f"axis 0.{n}"].foxholes for n in range(3)] == [True, True, False]
    assert not after.teams["axis 0.0"].moved
    assert not next_turn(after, "axis").teams["axis 0.0"].moved


RIDES = Group("Rides", (half_track(passengers=2),), (), attached_to="Grenadiers")


def test_003_infantry_in_ambush_with_their_transports_are_placed_mounted() -> None:
    state = hidden(MEN, RIDES)
    refused(state, "axis", put(state, "axis 0", (30, 40), (32, 40), (34, 40)), "placed mounted")
    at = (30 * INCH, 40 * INCH)
    places = (Place("axis 0.0", at, 0, "axis 1.0"), Place("axis 0.1", at, 0, "axis 1.0"), Place("axis 1.0", at))
    after = decided(state, "axis", Deploy("axis 0", places)).state
    assert after.teams["axis 0.1"].aboard == "axis 1.0" and not after.teams["axis 0.1"].foxholes
    found = some_places(state, "axis", "axis 0", random.Random(1))
    assert found is not None and sum(place.aboard is not None for place in found) == 2


def test_passengers_are_put_where_their_transport_is_and_no_more_than_fit() -> None:
    state = hidden(Group("Grenadiers", (rifles(),) * 3, ()), RIDES)
    at = (30 * INCH, 40 * INCH)
    three = (*(Place(f"axis 0.{n}", at, 0, "axis 1.0") for n in range(3)), Place("axis 1.0", at))
    refused(state, "axis", Deploy("axis 0", three), "no room for 3")
    away = (*(Place(f"axis 0.{n}", (31 * INCH, 41 * INCH), 0, "axis 1.0") for n in range(2)),
            Place("axis 0.2", (33 * INCH, 40 * INCH)), Place("axis 1.0", at))  # fmt: skip
    refused(state, "axis", Deploy("axis 0", away), "not where its transport is")


def test_nobody_is_put_on_anybody_or_beside_the_table() -> None:
    state = hidden(MEN)
    refused(state, "axis", put(state, "axis 0", (30, 40), (31, 40)), "another team stands there")
    refused(state, "axis", put(state, "axis 0", (30, 48.5), (31, 48.5)), "beside the table")


# -- reserves


def coming(*groups: Group, at: str = "defender-edge") -> BattleState:
    return hidden(*groups, where="reserve", arriving=1, arrive_at=at)


def edge(state: BattleState, *xs: float) -> Deploy:
    return put(state, "axis 0", *((x, 48) for x in xs))


def arrived(*groups: Group) -> BattleState:
    state = coming(*(groups or (MEN,)))
    found = places_at(state, "axis", "axis 0", (30 * INCH, 48 * INCH))
    assert found is not None
    return decided(state, "axis", Deploy("axis 0", found)).state


def test_003_reserves_come_on_from_the_very_edge() -> None:
    state = coming(MEN)
    assert decided(state, "axis", edge(state, 30, 31)).one(Deployed).how == "edge"
    inner = put(state, "axis 0", (30, 47.5), (31, 47.5))
    refused(state, "axis", inner, "the very edge")
    refused(state, "axis", put(state, "axis 0", (30, 30), (31, 30)), "outside the zone")


def test_003_they_come_on_from_one_point() -> None:
    state = coming(MEN)
    refused(state, "axis", edge(state, 30, 40), "where its unit does")
    with_rides = coming(MEN, RIDES)
    refused(with_rides, "axis", edge(with_rides, 30, 31, 50), "where its unit does")


def test_003_a_scattered_unit_comes_where_the_die_says_and_no_other() -> None:
    two = coming(MEN, Group("More", (rifles(),), ()), at="defender-left-corner")
    two = with_mission(two, coming="axis 1")
    assert deploying.deployable(two, "axis") == ["axis 1"]
    refused(two, "axis", put(two, "axis 0", (60, 48), (61, 48)), "More can")


def test_003_until_they_have_come_on_they_stand_in_nobodys_way_and_take_no_orders() -> None:
    state = arrived()
    assert state.units["axis 0"].arriving and state.step == "movement"
    assert "axis 0.0" not in facts.crowd(state, "axis")
    refused(state, "axis", GiveOrder("axis 0", "blitz-move"), "not on the table yet")


def test_003_the_whole_unit_comes_on_in_command_before_the_step_ends() -> None:
    state = arrived()
    refused(state, "axis", NextStep(), "first Grenadiers must come on")
    refused(state, "axis", march(state, leg(state, "axis 0.0", (30, 44))), "must come on with its unit")
    at = {id: state.teams[id].x / INCH for id in ("axis 0.0", "axis 0.1")}
    wide = march(
        state, leg(state, "axis 0.0", (at["axis 0.0"] - 6, 44)), leg(state, "axis 0.1", (at["axis 0.1"] + 6, 44))
    )
    refused(state, "axis", wide, "must end In Command as it arrives")
    on = act(state, "axis", march(state, *ways.come_on(state, "axis 0"))).state
    assert not on.units["axis 0"].arriving and decided(on, "axis", NextStep()).state.step == "shooting"


def test_003_after_it_came_on_a_unit_may_be_ordered_to_follow() -> None:
    state = arrived()
    on = act(state, "axis", march(state, *ways.come_on(state, "axis 0"))).state
    assert act(on, "axis", GiveOrder("axis 0", "follow-me"), 6).state.units["axis 0"].extra == 4


def test_guns_that_only_dash_come_on_at_a_dash() -> None:
    from orsha.tabletop.force.card import Move

    state = arrived(Group("Heavy", (gun(move=Move(None, 2, 4, 4, 6)),), ()))
    legs = ways.come_on(state, "axis 0")
    assert [one.pace for one in legs] == ["cross-country"] and ways.legal(state, "axis 0", legs)


def test_a_unit_with_transports_comes_to_the_edge_mounted() -> None:
    state = arrived(MEN, RIDES)
    assert {state.teams[id].aboard for id in ("axis 0.0", "axis 0.1")} == {"axis 1.0"}


# -- booby traps


def trapper(minefields: int = 1) -> BattleState:
    return hidden(MEN, traps=Hidden(("axis",), minefields))


def traps(*spots: tuple[float, float]) -> LayTraps:
    return LayTraps(tuple((round(x * INCH), round(y * INCH)) for x, y in spots))


FOUR = ((30, 40), (31, 40), (32, 40), (33, 40))


def test_000_four_traps_are_laid_for_each_minefield_with_the_ambushes() -> None:
    state = trapper()
    after = act(state, "axis", traps(*FOUR))
    assert len(after.state.traps) == 4 and after.one(TrapsLaid).under == ()
    refused(state, "axis", traps(*FOUR[:3]), "laid in 4s")
    refused(state, "axis", traps(*FOUR, *((x, 42) for x, _ in FOUR)), "at most 4")
    refused(after.state, "axis", traps(*((x, 42) for x, _ in FOUR)), "no booby traps to lay")
    refused(with_mission(state, stage="main"), "axis", traps(*FOUR), "no booby traps to lay")
    refused(state, "allied", traps(*FOUR), "no booby traps to lay")


def test_000_they_are_laid_in_ones_own_deployment_area_each_in_its_place() -> None:
    state = trapper(2)
    refused(state, "axis", traps(*FOUR[:3], (30, 20)), "own deployment area")
    refused(state, "axis", traps(*FOUR[:3], (10, 40)), "own deployment area")
    refused(state, "axis", traps(*FOUR[:3], FOUR[0]), "a place of its own")


def test_000_a_trap_laid_under_a_team_is_remembered() -> None:
    state = hidden(MEN, enemy=enemy_at(40), traps=Hidden(("axis",), 1))
    after = act(state, "axis", traps(*FOUR[:3], (36, 40))).state
    assert after.teams["allied 0.0"].trapped


def test_the_samples_of_traps_are_what_may_be_laid() -> None:
    state = trapper(3)
    domain = bound(TrapSpots(4, 3), state, "axis")
    for seed in range(20):
        spots = domain.sample(random.Random(seed))
        assert domain.contains(spots)
        assert act(state, "axis", LayTraps(spots)).state  # type: ignore[arg-type]
    assert not domain.contains(((0, 0),) * 4) and not domain.contains("nothing")


# -- the set-up


@pytest.mark.parametrize("seed", range(6))
def test_every_sampled_place_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    for state in (hidden(Group("Many", (rifles(),) * 12, ())), hidden(MEN, RIDES), coming(MEN, RIDES), coming(MEN)):
        domain = places_domain(state, "axis", "axis 0")
        places = domain.sample(rng)
        assert domain.contains(places)
        assert decided(state, "axis", Deploy("axis 0", places)).state  # type: ignore[arg-type]


def test_a_seat_deploys_nothing_before_the_mission_is_chosen() -> None:
    state = with_mission(hidden(MEN), mission=None)
    assert deploying.deployable(state, "axis") == []
    refused(state, "axis", Deploy("axis 0", ()), "no unit can")
