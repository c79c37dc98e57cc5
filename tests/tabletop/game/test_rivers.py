"""Rivers, fords and bridges underfoot, and on the table as players laid them (000 Rivers, Bridges and Fords)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from orsha.kernel import Dice, Illegal, Match, Seeded
from orsha.kernel.conformance import check
from orsha.tabletop.game import Battle, BattleSetup, boats, facts, refereeing
from orsha.tabletop.game.events import Marched
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.game.telling import lose
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission.library import mission
from orsha.tabletop.rivers import River
from orsha.tabletop.table import Feature, Table, going_at, new_table, sees, table
from orsha.tabletop.table.checking import check as check_table
from tests.tabletop.battle.told import gun, rifles, tank
from tests.tabletop.game.river_stage import FAR, RIVER, afloat, amphibious, men, river_battle
from tests.tabletop.game.stage import Group, act, force, leg, march, refused, told

MISSIONS = ("river-crossing", "the-crossroads", "a-foothold")


def over(kind: str, y: float = 24) -> Feature:
    return Feature(kind, line=((31_500, round(y * 1000)), (40_500, round(y * 1000))))


def road() -> tuple[Feature, Feature]:
    """A road up to the crossing on both sides."""
    return (
        Feature("road", line=((0, 24_000), (31_500, 24_000))),
        Feature("road", line=((40_500, 24_000), (72_000, 24_000))),
    )


def tank_at(x: float, *features: Feature, team: Any = None) -> BattleState:
    group = Group("Tanks", (team or tank(),), [(x, 24)], facing=270)
    return river_battle([group], features=(RIVER, *features))


# -- deep and shallow


def test_000_deep_rivers_are_impassable_to_tanks_and_guns() -> None:
    state = tank_at(42)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (36, 24))), "River|river is in the way")
    piece = river_battle([Group("Guns", (gun(),), [(42, 24)])])
    refused(piece, "allied", march(piece, leg(piece, "allied 0.0", (39, 24))), "river is in the way")


def test_000_infantry_crosses_a_deep_river_with_a_4_plus_cross_check_or_stays_on_its_bank() -> None:
    narrow = Feature("deep-river", area=((34_000, 0), (40_000, 0), (40_000, 48_000), (34_000, 48_000)))
    state = river_battle([men(1)], features=(narrow,))
    over_it = march(state, leg(state, "allied 0.0", (33.5, 24)))
    assert facts.spot(act(state, "allied", over_it, 4).state, "allied 0.0") == (33_500, 24_000)
    held = act(state, "allied", over_it, 3)
    assert held.state.teams["allied 0.0"].x > 40_000 and held.one(Marched).legs[0].held


def test_000_nobody_ends_its_movement_in_a_river() -> None:
    state = river_battle([men(1)])
    refused(state, "allied", march(state, leg(state, "allied 0.0", (37, 24))), "river is in the way")


def test_000_amphibious_teams_take_impassable_water_for_difficult_ground() -> None:
    narrow = Feature("deep-river", area=((37_000, 0), (40_000, 0), (40_000, 48_000), (37_000, 48_000)))
    state = river_battle([Group("Swimmers", (amphibious(),), [(42, 24)], facing=270)], features=(narrow,))
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (34, 24))), 6)
    assert facts.spot(done.state, "allied 0.0") == (34_000, 24_000)
    held = act(state, "allied", march(state, leg(state, "allied 0.0", (34, 24))), 1)
    assert held.state.teams["allied 0.0"].x > 40_000
    refused(state, "allied", march(state, leg(state, "allied 0.0", (38.5, 24))), "cannot go")


def test_000_shallow_rivers_are_difficult_ground_in_which_nobody_stops() -> None:
    brook = Feature("shallow-river", area=((37_000, 0), (40_000, 0), (40_000, 48_000), (37_000, 48_000)))
    state = river_battle([Group("Tanks", (tank(),), [(42, 24)], facing=270)], features=(brook,))
    through = act(state, "allied", march(state, leg(state, "allied 0.0", (34, 24))), 6).state
    assert facts.spot(through, "allied 0.0") == (34_000, 24_000)
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (34, 24))), 1).one(Marched).legs[0].held
    refused(state, "allied", march(state, leg(state, "allied 0.0", (38.5, 24))), "cannot go")


# -- fords and bridges


def test_000_a_ford_is_difficult_ground() -> None:
    state = tank_at(42, over("ford"))
    through = act(state, "allied", march(state, leg(state, "allied 0.0", (36, 24))), 6).state
    assert facts.spot(through, "allied 0.0") == (36_000, 24_000)
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (36, 24))), 1).one(Marched).legs[0].held


def test_000_a_damaged_bridge_is_difficult_ground() -> None:
    state = tank_at(42, over("damaged-bridge"))
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (36, 24))), 1).one(Marched).legs[0].held


def test_000_a_road_bridge_is_a_road_for_a_road_dash_and_asks_for_no_check() -> None:
    state = tank_at(48, over("road-bridge"), *road())
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (28.5, 24), pace="road")))
    assert facts.spot(done.state, "allied 0.0") == (28_500, 24_000)


@pytest.mark.parametrize("kind", ["ford", "damaged-bridge", "rail-bridge"])
def test_000_road_dashes_cross_only_road_bridges(kind: str) -> None:
    state = tank_at(48, over(kind), *road())
    way = leg(state, "allied 0.0", (30, 24), pace="road")
    refused(state, "allied", march(state, way), "Terrain Dash")


def test_000_a_railway_bridge_slows_without_a_check() -> None:
    state = tank_at(42, over("rail-bridge"))
    done = act(state, "allied", march(state, leg(state, "allied 0.0", (31, 24), pace="terrain")))
    assert facts.spot(done.state, "allied 0.0") == (31_000, 24_000)


@pytest.mark.parametrize(("kind", "hides"), [("road-bridge", True), ("damaged-bridge", True), ("ford", False)])
def test_000_bridges_are_short_terrain_and_water_is_flat(kind: str, hides: bool) -> None:
    group = Group("Rifles", (rifles(),), [(36, 18)])
    state = river_battle([group], [Group("Grenadiers", (rifles(),), [(36, 30)])], features=(RIVER, over(kind)))
    look = sees(facts.ground(state), facts.stand(state, "allied 0.0"), facts.stand(state, "axis 0.0"))
    assert look.clear and look.concealed == hides


# -- laid by players


SMALL = {
    "allied": force("soviet", [Group("HQ", (rifles(),), (), hq=True), Group("Men", (rifles(),) * 3, ())]),
    "axis": force("german", [Group("HQ", (rifles(),), (), hq=True), Group("Guns", (gun(), gun()), ())]),
}


def laid(slug: str, middle: float, width: int, *crossings: tuple[str, float], pick: str = "left", **of: Any) -> Any:
    """A game of a mission in which the river and its crossings have been laid: its table."""
    match = Match.open(Battle(), BattleSetup(SMALL, mission=slug, attacker="allied", **of), name="t", dice=1)  # type: ignore[arg-type]
    match.do("allied", mc.Begin())
    done = iter(crossings)
    for _ in range(20):
        options = {one.act: (seat, one) for seat in ("allied", "axis") for one in match.options(seat)}
        if "lay-river" in options:
            assert match.state.table is None
            match.do("allied", mc.LayRiver(width * 1000, round(middle * 1000)))
        elif "pick" in options:
            match.do("axis", mc.PickPlace(pick))  # type: ignore[arg-type]
        elif "put" in options and options["put"][1].takes["what"].contains("ford"):
            kind, y = next(done)
            river = boats.the_river(match.state)
            match.do(options["put"][0], mc.Put(kind, ((river.low + river.high) // 2, round(y * 1000))))
        else:
            break
    assert match.state.table is not None
    return match


@pytest.mark.parametrize("pick", ["left", "right"])
@pytest.mark.parametrize("slug", MISSIONS)
def test_the_river_and_its_crossings_stand_on_the_table_as_they_were_laid(slug: str, pick: str) -> None:
    middle = 34.5 if slug == "river-crossing" else 13.5
    match = laid(slug, middle, 7, ("rail-bridge", 14.0), ("road-bridge", 33.5), pick=pick)
    river, ground = boats.the_river(match.state), match.state.table
    (water,) = [one for one in ground.features if one.kind == "deep-river"]
    assert {x for x, _ in water.area} == {river.low, river.high} and river.high - river.low == 7000
    assert {y for _, y in water.area} == {0, 48_000}
    spans = [(one.kind, one.line) for one in ground.features if one.kind.endswith("bridge") or one.kind == "ford"]
    over_it = (river.low - 500, river.high + 500)
    assert spans == [
        ("rail-bridge", ((over_it[0], 14_000), (over_it[1], 14_000))),
        ("road-bridge", ((over_it[0], 33_500), (over_it[1], 33_500))),
    ]
    check_table(ground)
    assert _meets(ground, "railway", 14_000, river) and _meets(ground, "road", 33_500, river)


def _meets(ground: Table, kind: str, y: int, river: River) -> bool:
    """Whether such a way runs over the river there."""
    lines = [one.line for one in ground.features if one.kind == kind]
    return any(
        any(x < river.low and abs(at - y) < 1500 for x, at in line)
        and any(x > river.high and abs(at - y) < 1500 for x, at in line)
        for line in lines
    )


def test_a_rolled_crossing_stands_as_it_was_rolled() -> None:
    match = laid("river-crossing", 36, 8, ("roll", 10.0), ("ford", 30.0))
    kinds = [one.what for one in match.state.mission.markers]
    assert [f.kind for f in match.state.table.features if f.kind.endswith("bridge") or f.kind == "ford"] == kinds
    assert kinds[0] in ("ford", "road-bridge", "damaged-bridge")


def test_a_crossing_at_the_very_edge_lies_whole_on_the_table() -> None:
    match = laid("river-crossing", 36, 8, ("ford", 0.0), ("road-bridge", 48.0))
    lines = [one.line[0][1] for one in match.state.table.features if one.kind in ("ford", "road-bridge")]
    assert lines == [1500, 46_750]
    check_table(match.state.table)


def test_a_river_is_laid_over_a_table_that_was_made_beforehand() -> None:
    made = table("fields-and-village")
    match = laid("river-crossing", 36, 8, ("ford", 10.0), ("road-bridge", 30.0), table=made)
    found = match.state.table
    assert {one.kind for one in found.features} >= {"deep-river", "ford", "road-bridge"}
    who = facts.sheet(match.state, "axis 1.0").mover
    assert (
        going_at(found, who, (36_000, 20_000)) == "impassable"
        and going_at(found, who, (36_000, 10_000)) != "impassable"
    )
    assert len(found.features) < len(made.features) + 3, "what stood in the bed is gone"


def test_a_table_without_placed_crossings_is_the_one_it_was() -> None:
    one = mission("river-crossing")
    assert new_table(one, 5) == new_table(one, 5, crossings=())
    other = new_table(one, 5, crossings=(("ford", (36_000, 10_000)), ("road-bridge", (36_000, 30_000))))
    assert [f.kind for f in other.features[1:3]] == ["ford", "road-bridge"]


def test_000_objectives_stand_on_bridges_and_where_fords_meet_the_banks() -> None:
    match = laid("the-crossroads", 14, 8, ("road-bridge", 14.0), ("ford", 34.0))
    match.do("axis", mc.Put("objective 1", (30_000, 24_000)))
    wrong = {
        "beside the bridge": (14_000, 15_500),
        "in the middle of the ford": (14_000, 34_000),
        "in the river": (14_000, 24_000),
    }
    for where, at in wrong.items():
        with pytest.raises(Illegal):
            match.do("allied", mc.Put("objective 2", at))
            pytest.fail(where)
    match.do("allied", mc.Put("objective 2", (12_000, 14_500)))
    match.do("allied", mc.Put("objective 3", (17_200, 34_500)))


def test_000_objectives_at_a_ford_stand_no_deeper_than_the_ford_is_wide() -> None:
    match = laid("the-crossroads", 14, 8, ("road-bridge", 14.0), ("ford", 34.0))
    match.do("axis", mc.Put("objective 1", (30_000, 24_000)))
    for beside in ((17_300, 35_800), (17_300, 32_200), (10_500, 35_600)):
        with pytest.raises(Illegal):
            match.do("allied", mc.Put("objective 2", beside))
    match.do("allied", mc.Put("objective 2", (17_000, 35_400)))
    match.do("allied", mc.Put("objective 3", (18_300, 35_800)))


def test_000_infantry_and_guns_begin_a_river_battle_in_foxholes() -> None:
    group = Group("Both", (rifles(), gun(), tank()), [(50, 24), (54, 24), (58, 24)])
    for slug in MISSIONS:
        state = river_battle([group], mission=slug)
        done = told(state, refereeing.dig).state
        assert [done.teams[f"allied 0.{n}"].foxholes for n in range(3)] == [True, True, False]
        assert all(done.teams[id].foxholes for id in facts.teams_of(done, "axis 0"))


# -- whole games


@pytest.mark.parametrize("slug", MISSIONS)
def test_river_missions_keep_the_kernels_contract(slug: str) -> None:
    setup = BattleSetup(SMALL, mission=slug, attacker="allied", seed=3)  # type: ignore[arg-type]
    report = check(Battle(), setup, games=1, seed=4, thorough=False)
    assert report.games == 1


@pytest.mark.parametrize("seed", range(3))
def test_random_play_beside_the_river_keeps_boats_and_teams_in_order(seed: int) -> None:
    """Two units at the bank and an enemy across: everything that is offered is accepted, turn after turn."""
    state = river_battle(
        [men(5, (41, 20)), men(4, (41, 34), "More")], [men(3, (30.5, 18), "Grenadiers"), *FAR], boats=4
    )
    game, rng, seen = Battle(), random.Random(seed), set()
    for n in range(120):
        seat: Any = state.asked.seat if state.asked is not None else state.mission.active
        options = [option for option in game.options(state, seat) if not option.ends]
        if not options:
            break
        likely = [one for one in options if one.act in ("launch", "back-water")]
        option = rng.choice(likely) if likely and rng.random() < 0.7 else rng.choice(options)
        command = game.command(option.sample(rng))
        assert option.accepts(command), f"{option.words} does not accept {command}"
        for event in game.decide(state, seat, command, Dice(Seeded(1000 * seed + n))):
            if type(event).__name__ != "Roll":
                state = game.apply(state, event)  # type: ignore[arg-type]
                seen.add(type(event).__name__)
        for id, team in state.teams.items():
            boat = state.boats.get(team.aboard or "")
            if boat is not None:
                assert boat.at == (team.x, team.y) and boat.seat == facts.seat_of(id)
        assert len(state.boats) == 4 and all(len(facts.passengers(state, id)) <= 3 for id in state.boats)
    assert {"Launched", "BoatsReturned"} <= seen


def test_a_unit_lost_in_its_boats_leaves_them_empty() -> None:
    state = afloat(river_battle([men(1)]), "allied boat 1", (32.75, 20), "allied 0.0")
    done = told(state, lambda story: lose(story, ["allied 0.0"], "removed")).state
    assert boats.empty(done, "allied") == ["allied boat 1"]
