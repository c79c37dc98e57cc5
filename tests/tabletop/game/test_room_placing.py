"""Deploying into rooms, and the four missions of the inner city on the virtual table (002)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal, Match
from orsha.kernel.conformance import check
from orsha.tabletop.force import ready_force
from orsha.tabletop.force.card import Team
from orsha.tabletop.game import Battle, BattleSetup, crowding, deploying, facts, refereeing, rooms
from orsha.tabletop.game.commands import Deploy, Place
from orsha.tabletop.game.domains import places_at
from orsha.tabletop.game.room_laying import alone_in, answer, built_up, holds_objective_room, laid
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.mission import commands as mc
from orsha.tabletop.mission import format as f
from orsha.tabletop.mission import placing
from orsha.tabletop.mission import state as m
from orsha.tabletop.mission.ground import layout_of
from orsha.tabletop.mission.library import mission
from orsha.tabletop.region import covers
from orsha.tabletop.table import Feature, Table, new_table, walk
from orsha.tabletop.table.underfoot import Mover
from tests.tabletop.battle.told import gun, half_track, rifles, tank
from tests.tabletop.game.room_stage import city
from tests.tabletop.game.stage import Group, act, battle, force, leg, march, told, with_mission, with_team

CITY = ("the-factory", "the-boulevard", "two-buildings", "the-square")
LARGE = gun(rules=("large-gun",))
RIFLES = rifles()


def deploying_state(mission_slug: str = "the-square", last: Team = RIFLES) -> BattleState:
    """The defender, axis, puts his units down; nothing is held back. `last`: the third team of his first."""
    men = Group("Grenadiers", (rifles(), rifles(), last), ())
    theirs = [men, Group("Guns", (gun(), gun()), ()), Group("Tanks", (tank(),), ()), Group("Howitzer", (LARGE,), ())]
    ours = [Group("Rifles", (rifles(), rifles()), ())]
    forces: Any = {"allied": force("soviet", ours), "axis": force("german", theirs)}
    setup = BattleSetup(forces, mission=mission_slug, attacker="allied", seed=2, points=100)
    match = Match.open(Battle(), setup, name="t", dice=1)
    rng = random.Random(1)
    while True:
        if any(option.act == "deploy" for option in match.options("axis")):
            return match.state
        seat, option = next((seat, one) for seat in ("allied", "axis") for one in match.options(seat))
        chosen = next((one for one in match.options(seat) if one.act == "done"), option)
        match.do(seat, msgspec.convert(chosen.sample(rng), Battle().acts[chosen.act]))


def put(state: BattleState, unit: int, *places: Place) -> None:
    deploying.check(state, "axis", Deploy(f"axis {unit}", places))


def place(team: str, x: float, y: float, facing: int = 0, level: int = 0) -> Place:
    return Place(f"axis {team}", (round(x * 1000), round(y * 1000)), facing, level=level)


# -- 002 Tanks and Guns in City Buildings


def test_002_infantry_deploys_on_every_floor_of_a_room() -> None:
    state = deploying_state()
    put(state, 0, place("0.0", 6, 6), place("0.1", 6, 6, level=1), place("0.2", 6, 6, level=2))
    with pytest.raises(Illegal, match="another team stands there"):
        put(state, 0, place("0.0", 6, 6), place("0.1", 6, 6), place("0.2", 7, 8))
    with pytest.raises(Illegal, match="not be wholly in hall 1"):
        put(state, 0, place("0.0", 4.3, 6), place("0.1", 7, 6), place("0.2", 7, 8))


def test_002_tanks_and_large_guns_cannot_deploy_in_a_city_building() -> None:
    state = deploying_state()
    with pytest.raises(Illegal, match="no tank and no large gun can"):
        put(state, 2, place("2.0", 6, 7))
    with pytest.raises(Illegal, match="no tank and no large gun can"):
        put(state, 3, place("3.0", 6, 7))


def test_002_other_guns_deploy_on_the_ground_floor_only() -> None:
    state = deploying_state()
    put(state, 1, place("1.0", 12.9, 7, 90), place("1.1", 12.9, 12, 90))
    with pytest.raises(Illegal, match="not taken upstairs"):
        put(state, 1, place("1.0", 12.9, 7, 90, level=1), place("1.1", 12.9, 12, 90))


def test_002_a_gun_is_completely_in_its_room_as_it_faces() -> None:
    state = deploying_state()
    other = place("1.1", 11.5, 5.52, facing=180)
    put(state, 1, place("1.0", 6.5, 5.52, facing=180), other)
    with pytest.raises(Illegal, match="not be wholly in hall 1"):
        put(state, 1, place("1.0", 6.5, 5.25, facing=180), other)  # its front is out of the window
    put(state, 1, place("1.0", 6.5, 5.31, facing=90), other)


def test_ours_no_base_lies_on_a_gun_in_its_room() -> None:
    state = deploying_state()
    at_window = place("1.0", 6.5, 5.52, facing=180)
    with pytest.raises(Illegal, match="another team stands there"):
        put(state, 1, at_window, place("1.1", 6.5, 7.3, facing=0))  # one behind the other, both 2 inches long
    with pytest.raises(Illegal, match="another team stands there"):
        put(state, 1, at_window, place("1.1", 5.02, 7, facing=270))  # at the windows on either side of a corner
    put(state, 1, at_window, place("1.1", 6.5, 7.52, facing=0))
    hall = rooms.rooms(state)["hall 1"]
    gun_there = [(facts.stand_at(state, "axis 1.0", (6500, 5520), 180), 0)]
    assert rooms.why_no_place(hall, facts.stand_at(state, "axis 0.0", (6500, 7200)), 0, gun_there) is not None
    assert rooms.why_no_place(hall, facts.stand_at(state, "axis 0.0", (6500, 7320)), 0, gun_there) is None


def test_002_teams_in_the_building_may_be_placed_out_of_command() -> None:
    state = deploying_state()
    put(state, 0, place("0.0", 5, 6), place("0.1", 12, 12), place("0.2", 12, 18))
    with pytest.raises(Illegal, match="Out of Command"):
        put(state, 0, place("0.0", 5, 6), place("0.1", 12, 21), place("0.2", 12, 18))


def test_002_where_the_mission_does_not_say_so_they_are_placed_in_command() -> None:
    state = deploying_state("the-boulevard")
    first, middle, last = (one for one in rooms.rooms(state).values() if one.building == "defender-block")
    with pytest.raises(Illegal, match="Out of Command"):
        put(state, 0, *(Place(f"axis 0.{n}", one.middle) for n, one in enumerate((first, middle, last))))
    put(state, 0, *(Place(f"axis 0.{n}", one.middle) for n, one in enumerate((middle, first, last))))


def test_002_a_vehicle_is_placed_in_command_of_an_opening_as_it_faces() -> None:
    state = deploying_state(last=half_track())
    inside = place("0.0", 6, 17), place("0.1", 6, 17, level=1)
    put(state, 0, *inside, place("0.2", 13.6, 21, facing=90))
    with pytest.raises(Illegal, match="would be Out of Command"):
        put(state, 0, *inside, place("0.2", 13.6, 21))


def test_002_the_rooms_that_a_player_chose_extend_his_deployment_area() -> None:
    state = deploying_state("the-factory")
    shape = deploying.zone(state, "axis", "axis 0").shape
    assert set(state.mission.rooms.values()) == {"allied", "axis"}
    for name, owner in state.mission.rooms.items():
        assert covers(shape, rooms.rooms(state)[name].middle) == (owner == "axis")


def test_units_are_put_into_a_room_guns_at_openings() -> None:
    state = deploying_state()
    found = places_at(state, "axis", "axis 1", (6000, 7000))
    assert found is not None and {rooms.room_at(state, one.at).building for one in found} == {"hall"}  # type: ignore[union-attr]
    assert places_at(state, "axis", "axis 2", (4000, 7000)) is None
    men = places_at(state, "axis", "axis 0", (4000, 7000))
    assert men is not None and all(rooms.room_at(state, one.at) is not None for one in men)


# -- the table


@pytest.mark.parametrize("slug", CITY)
def test_002_city_tables_are_rubble_but_for_the_buildings_which_nobody_walks_through(slug: str) -> None:
    table = new_table(mission(slug), 1)
    for one in rooms.rooms_of(mission(slug).layout()).values():
        for opening in one.openings:
            gone = walk(table, Mover("infantry", "infantry"), (opening.before(900), opening.behind(2000)), (), ())
            assert gone.stopped is not None


@pytest.mark.parametrize("slug", CITY)
def test_002_all_terrain_is_rubble_apart_from_the_buildings(slug: str) -> None:
    kinds = {one.kind for one in new_table(mission(slug), 1).features}
    assert kinds == {"rubble", "city-building"} | ({"fountain"} if slug == "the-square" else set())


def test_002_in_the_outskirts_a_city_building_is_simply_a_building() -> None:
    house = Feature("city-building", area=((10_000, 10_000), (15_000, 10_000), (15_000, 15_000), (10_000, 15_000)))
    state = battle(
        [Group("Ours", (rifles(),), [(8, 12.5)])],
        [Group("Theirs", (rifles(),), [(17, 12.5)])],
        features=(house,),
        mission="free-for-all",
    )
    assert not rooms.rooms(state)
    assert not facts.sight(state, "allied 0.0", "axis 0.0").clear
    table = facts.ground(state)
    assert walk(table, Mover("infantry", "infantry"), ((8000, 12_500), (12_000, 12_500)), (), ()).stopped is None
    assert walk(table, Mover("tank", "tank"), ((8000, 12_500), (12_000, 12_500)), (), ()).stopped is not None


HOUSE = Feature("city-building", area=((2000, 1000), (6000, 1000), (6000, 5000), (2000, 5000)), name="other")


def test_002_a_city_building_that_the_mission_does_not_name_is_simply_a_building() -> None:
    state = city([Group("Ours", (rifles(),), [(7.5, 3)])], [Group("Far", (rifles(),), [(35, 1)])], features=[HOUSE])
    state = replace(state, step="movement")
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (4, 3)))).state
    assert (after.teams["allied 0.0"].x, after.teams["allied 0.0"].room) == (4000, None)
    assert [one.kind for one in facts.ground(state).features] == ["building", "city-building"]
    assert facts.ground(state).features[0].top == 4000


def test_002_in_the_outskirts_a_city_building_of_a_table_of_the_inner_city_is_simply_a_building() -> None:
    state = battle([Group("Ours", (rifles(),), [(7.5, 3)])], [Group("Far", (rifles(),), [(35, 1)])], size=(48, 48))
    inner = Table("hand", "By hand", (48_000, 48_000), (HOUSE,), switches={"city-rooms": "impassable", "near-cover": 1})
    table = laid(inner, with_mission(state, mission="free-for-all").mission)
    assert table == replace(inner, switches={"near-cover": 1})
    assert walk(table, Mover("infantry", "infantry"), ((7500, 3000), (4000, 3000)), (), ()).stopped is None


def test_a_table_made_by_hand_gets_the_missions_buildings() -> None:
    bare = Table("hand", "By hand", (48_000, 48_000))
    layout = mission("the-square").layout((48, 48))
    built = built_up(bare, layout)
    assert [one.name for one in built.features] == ["hall"]
    assert built_up(built, layout) is built
    plain = mission("free-for-all").layout()
    assert built_up(bare, plain) is bare


@pytest.mark.parametrize("size", [(36, 24), (48, 48)])
def test_002_the_square_has_its_fountain_in_the_middle_on_a_table_made_by_hand_too(size: tuple[int, int]) -> None:
    """It stands between the hall's front and the attacker's edge."""
    state = two((1, 1), (35, 1), "the-square").mission
    state = replace(state, setup=replace(state.setup, table=(float(size[0]), float(size[1]))))
    built = laid(Table("hand", "By hand", (size[0] * 1000, size[1] * 1000)), state)
    assert [one.name for one in built.features] == ["hall", "the fountain"]
    assert laid(built, state) is built
    hall, basin = ([x for x, _ in one.area] for one in built.features)
    assert max(hall) < min(basin) and (min(basin) + max(basin)) // 2 == size[0] * 500
    made = new_table(mission("the-square"), 1)
    assert laid(made, two((1, 1), (35, 1), "the-square").mission) is made


def test_the_blocks_of_the_boulevard_have_the_names_of_the_sides_that_were_picked() -> None:
    state = deploying_state("the-boulevard")
    for pick in ("lower", "upper"):
        turned = with_mission(state, defender_pick=pick)
        table = built_up(facts.ground(turned), layout_of(turned.mission))
        for feature in table.features:
            if feature.kind == "city-building":
                own = [one for one in rooms.rooms(turned).values() if one.building == feature.name]
                assert own and all(one.outline[0][1] == feature.area[0][1] for one in own)


# -- winning


def two(ours: tuple[float, float], theirs: tuple[float, float], slug: str = "two-buildings") -> BattleState:
    return city([Group("Ours", (rifles(),), [ours])], [Group("Theirs", (rifles(),), [theirs])], mission=slug)


def test_002_the_factory_is_won_with_a_team_in_the_building_and_no_enemy_in_it() -> None:
    assert alone_in(two((9, 9), (1, 1), "the-factory"), "allied", ("factory",))
    assert not alone_in(two((9, 9), (25, 15), "the-factory"), "allied", ("factory",))
    assert not alone_in(two((1, 1), (35, 1), "the-factory"), "allied", ("factory",))


def test_002_two_buildings_must_both_be_taken_and_cleared() -> None:
    names = ("building-1", "building-2")
    men = Group("Ours", (rifles(), rifles()), [(17, 7), (4, 16)])
    both = city([men], [Group("Theirs", (rifles(),), [(35, 1)])], mission="two-buildings")
    assert alone_in(both, "allied", names) and not alone_in(both, "axis", names)
    assert not alone_in(two((17, 7), (35, 1)), "allied", names)


def test_002_the_square_is_won_by_who_is_alone_in_the_building() -> None:
    question = m.Question("buildings", "allied", "end", buildings=("hall",))
    assert answer(two((6, 7), (33, 12), "the-square"), question)
    assert not answer(two((6, 7), (12, 17), "the-square"), question), "the enemy is in another room of it"
    assert not answer(two((16, 7), (33, 12), "the-square"), question), "four inches before it is not in it"


def objective(state: BattleState, label: str, name: str) -> BattleState:
    at = rooms.rooms(state)[name].middle
    goal = m.Objective(label, "allied", "defender", at, name)
    return with_mission(state, objectives={label: goal})


def test_002_a_room_with_an_objective_is_held_by_who_is_in_it() -> None:
    state = objective(two((17, 7), (22, 7)), "1", "building-1 1")
    assert holds_objective_room(state, "allied") and not holds_objective_room(state, "axis")
    assert answer(state, m.Question("room", "allied", "end"))
    assert not holds_objective_room(with_team(state, "allied 0.0", dashed=True), "allied")


def test_ours_an_objective_in_a_room_is_held_and_contested_from_inside_it_alone() -> None:
    question = m.Question("near", "axis", "end", 4, ("1",))
    inside = objective(two((1, 1), (18, 4.5), "the-boulevard"), "1", "defender-block 2")
    beside = objective(two((1, 1), (18, 2), "the-boulevard"), "1", "defender-block 2")
    next_room = objective(two((1, 1), (15, 5), "the-boulevard"), "1", "defender-block 2")
    assert refereeing.near(inside, question) == ("1",)
    assert refereeing.near(beside, question) == refereeing.near(next_room, question) == ()


def test_002_an_objective_that_is_put_down_inside_a_block_is_in_its_room() -> None:
    """The Boulevard: the second objective goes anywhere far enough back, into the block too."""
    state = with_mission(two((1, 1), (18, 18), "the-boulevard"), stage="setup")
    zone = "attacker-side-objective"
    step = next(one for one in mission("the-boulevard").file.setup if getattr(one, "zone", "") == zone)
    assert isinstance(step, f.Objectives)

    def put_at(x: int, y: int) -> BattleState:
        put = mc.Put("objective 1", (x, y))
        return told(state, lambda story: placing.put_objective(refereeing.Referee(story), step, "axis", put)).state

    inside, beside = put_at(18_000, 20_500), put_at(18_000, 21_500)
    assert inside.mission.objectives["1"].room == "attacker-block 2"
    assert beside.mission.objectives["1"].room is None
    question = m.Question("near", "axis", "end", 4, ("1",))
    assert refereeing.near(inside, question) == refereeing.near(beside, question) == ("1",)
    street = m.Question("near", "allied", "end", 4, ("1",))
    near = city(
        [Group("Ours", (rifles(),), [(18, 22.5)])], [Group("Theirs", (rifles(),), [(1, 1)])], mission="the-boulevard"
    )
    assert refereeing.near(with_mission(near, objectives=beside.mission.objectives), street) == ("1",)
    assert refereeing.near(with_mission(near, objectives=inside.mission.objectives), street) == ()


# -- no room


def test_ours_a_unit_for_which_there_is_no_room_waits_in_reserve_or_is_left_out() -> None:
    state = deploying_state()
    with pytest.raises(Illegal, match="every team of Grenadiers has one place"):
        put(state, 0)
    kept: Any = state.__dict__
    kept["packed", "axis", "axis 0"] = None  # as if the search had found nothing
    put(state, 0)
    assert crowding.left_out(state, "axis 0") == "reserve"
    assert crowding.left_out(state, "allied 0") == "withdrawn"
    men, *others = state.mission.setup.forces["axis"]
    penal = replace(state.mission.setup, forces={"axis": (replace(men, penal=True), *others)})
    assert crowding.left_out(with_mission(state, setup=penal), "axis 0") == "withdrawn", "A200: never in reserve"
    done = act(state, "axis", Deploy("axis 0", ()))
    assert done.state.mission.units["axis 0"].where == "reserve"


# -- whole games


def whole(state: BattleState) -> None:
    """Who is in a room is wholly in it, on a floor of it, beside the others; nobody shares it with the enemy."""
    for one in rooms.rooms(state).values():
        there = rooms.inside(state, one)
        assert len({facts.seat_of(id) for id in there}) <= 1
        for id in there:
            its = state.teams[id]
            assert 0 <= its.level < one.levels and facts.card(state, id).kind in ("infantry", "gun")
            assert facts.card(state, id).kind != "gun" or its.level == 0
            assert one.holds((its.x, its.y), facts.sheet(state, id).half_width - rooms.LAP)
    for id, team in state.teams.items():
        if team.aboard is None and not facts.sheet(state, id).flies:
            inside = rooms.room_at(state, (team.x, team.y))
            assert (inside.name if inside else None) == team.room, id


@pytest.mark.parametrize("slug", [pytest.param("the-factory", marks=pytest.mark.slow), *CITY[1:]])
def test_a_random_game_is_played_to_its_end_and_keeps_rooms_whole(slug: str) -> None:
    forces: Any = {"allied": ready_force("soviet-50"), "axis": ready_force("german-50")}
    match = Match.open(Battle(), BattleSetup(forces, mission=slug, seed=1), name="t", dice=3)
    rng = random.Random(5)
    used = False
    for _ in range(3000):
        offers = [(seat, one) for seat in ("allied", "axis") for one in match.options(seat) if not one.ends]
        if not offers:
            break
        seat, option = rng.choice(offers)
        command: Any = msgspec.convert(option.sample(rng), Battle().acts[option.act])
        match.do(seat, command)
        used = used or any(team.room for team in match.state.teams.values())
        whole(match.state)
    assert match.result is not None and used


@pytest.mark.slow
@pytest.mark.parametrize("slug", CITY)
def test_city_missions_keep_the_kernels_contract(slug: str) -> None:
    forces: Any = {
        "allied": force("soviet", [Group("Men", (rifles(), rifles(), rifles()), ()), Group("Tanks", (tank(),), ())]),
        "axis": force("german", [Group("Men", (rifles(), rifles(), rifles()), ()), Group("Guns", (gun(),), ())]),
    }
    check(Battle(), BattleSetup(forces, mission=slug, seed=3), games=1, seed=4, most=4000, thorough=False)
