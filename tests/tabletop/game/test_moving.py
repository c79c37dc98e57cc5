"""core 4, clause by clause: paces, nearness, pinned teams, command, and what a move leaves of a team."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.tabletop.game import facts, moving, ways
from orsha.tabletop.game.commands import Leg, March
from orsha.tabletop.game.state import BattleState
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import gun, rifles, tank
from tests.tabletop.game.stage import (
    INCH,
    Group,
    act,
    battle,
    leg,
    march,
    next_turn,
    refused,
    with_team,
    with_unit,
)

FAR = Group("Far away", (rifles(), rifles()), [(60, 44), (62, 44)])
ON_FOOT = (rifles(), rifles())


def field(*groups: Group, enemy: Group = FAR, **of: Any) -> BattleState:
    return battle(groups, [enemy], step="movement", **of)


def foot(x: float = 10, y: float = 10) -> Group:
    return Group("Rifles", ON_FOOT, [(x, y), (x + 2, y)])


def wood(x: float, y: float, x2: float, y2: float, kind: str = "woods") -> Feature:
    return Feature(
        kind, area=tuple((round(a * INCH), round(b * INCH)) for a, b in ((x, y), (x2, y), (x2, y2), (x, y2)))
    )


# -- whose, when


def test_core_3_a_unit_moves_in_its_own_movement_step() -> None:
    state = field(foot())
    refused(state, "axis", march(state, leg(state, "allied 0.0", (10, 12))), "is allied's")
    for step in ("shooting", "assault"):
        late = battle([foot()], [FAR], step=step)
        refused(late, "allied", march(late, leg(late, "allied 0.0", (10, 12))), "Movement Step")


def test_core_3_the_other_side_waits_for_its_own_turn() -> None:
    state = field(foot())
    refused(state, "axis", march(state, leg(state, "axis 0.0", (60, 42))), "axis's own Movement Step")


def test_a_unit_moves_once_a_turn_and_again_in_its_next() -> None:
    state = field(foot())
    after = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 12)))).state
    refused(after, "allied", march(after, leg(after, "allied 0.0", (10, 14))), "has moved in this turn")
    again = next_turn(after, "allied")
    assert (
        act(again, "allied", march(again, leg(again, "allied 0.0", (10, 14)))).state.teams["allied 0.0"].y == 14 * INCH
    )


@pytest.mark.parametrize(
    ("legs", "why"),
    [
        ((), "at least one team"),
        (("allied 0.0", "allied 0.0"), "moves once"),
        (("axis 0.0",), "no team axis 0.0"),
        (("allied 0.7",), "no team allied 0.7"),
    ],
)
def test_a_move_names_teams_of_its_unit_each_once(legs: tuple[str, ...], why: str) -> None:
    state = field(foot())
    there = (10 * INCH, 10 * INCH)
    refused(state, "allied", March("allied 0", tuple(Leg(id, (there,)) for id in legs)), why)


def test_an_unknown_unit_is_refused_by_a_rule() -> None:
    state = field(foot())
    refused(state, "allied", March("nobody", (Leg("nobody.0", ((0, 0),)),)), "no unit 'nobody'")


def test_a_way_begins_where_the_team_stands() -> None:
    state = field(foot())
    refused(state, "allied", March("allied 0", (Leg("allied 0.0", ((0, 0), (1, 1))),)), "starts where it stands")


# -- 4.1 rates


def test_core_4_1_tactical_is_the_printed_distance_and_no_more() -> None:
    state = field(foot())
    told = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 18))))
    assert told.state.teams["allied 0.0"].mils == 8 * INCH
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 18.1))), "8.1 inches; tactical movement is 8")


def test_core_4_1_terrain_does_not_slow_tactical() -> None:
    state = field(foot(), features=[wood(5, 11, 20, 30, "crops")])
    assert (
        act(state, "allied", march(state, leg(state, "allied 0.0", (10, 18)))).state.teams["allied 0.0"].y == 18 * INCH
    )


def test_core_4_1_cross_country_over_open_ground() -> None:
    state = field(foot())
    told = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 20), pace="cross-country")))
    assert told.state.teams["allied 0.0"].dashed
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 18), pace="terrain")), "Cross Country Dash")


def test_core_4_1_terrain_dash_if_any_part_is_in_terrain() -> None:
    state = field(foot(), features=[wood(5, 12, 20, 14, "crops")])
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 18), pace="cross-country")), "Terrain Dash")
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (10, 18), pace="terrain"))).state


def test_core_4_1_a_dash_in_the_cards_place_for_a_number_is_no_pace() -> None:
    from orsha.tabletop.force.card import Move

    heavy = gun(move=Move(None, 2, 4, 4, 6))
    state = field(Group("Heavy guns", (heavy,), [(10, 10)]))
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 11))), "does not move at Tactical")


# -- 4.3 nearness


def near(gap: float) -> BattleState:
    """An enemy team straight ahead of the riflemen, so many inches from edge to edge."""
    return field(foot(), enemy=Group("Near", ON_FOOT, [(10, 10 + 1.6 + gap), (10, 10 + 1.6 + gap + 2)]))


def test_core_4_3_no_team_comes_within_two_inches_of_an_enemy() -> None:
    state = near(6)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 14.2))), "no nearer to an enemy than 2 inches")
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (10, 13.9)))).state


def test_core_4_3_who_starts_within_two_inches_may_move_away() -> None:
    state = near(1)
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (10, 6)))).state.teams["allied 0.0"].y == 6 * INCH


@pytest.mark.parametrize(("gap", "refuses"), [(7.5, True), (8.5, False)])
def test_core_4_3_no_dash_that_begins_within_eight_inches(gap: float, refuses: bool) -> None:
    state = near(gap)
    away = march(state, leg(state, "allied 0.0", (10, 1), pace="cross-country"))
    if refuses:
        refused(state, "allied", away, "no dash within 8 inches")
    else:
        assert act(state, "allied", away).state.teams["allied 0.0"].dashed


def test_core_4_3_no_dash_whose_hull_ends_within_eight_inches() -> None:
    foe = Group("Foe", (rifles(),), [(10, 33)])
    state = battle([Group("Tanks", (tank(),), [(10, 10)])], [foe], step="movement")
    near, far = (march(state, leg(state, "allied 0.0", (10, y), pace="cross-country")) for y in (23.1, 23.0))
    refused(state, "allied", near, "within 8 inches")
    gap = facts.gap(act(state, "allied", far).state, "allied 0.0", "axis 0.0")
    assert gap == 33_000 - 23_000 - 1_150 - 800


def test_002_a_road_over_city_streets_is_a_street() -> None:
    road = Feature("road", line=((0, 10_000), (72_000, 10_000)))
    state = battle([Group("Tanks", (tank(),), [(10, 10)])], [FAR], step="movement", features=[road])
    on_road = march(state, leg(state, "allied 0.0", (21, 10), pace="road"))
    assert act(state, "allied", on_road).state.teams["allied 0.0"].dashed
    paved = Feature("street", area=((0, 0), (72_000, 0), (72_000, 48_000), (0, 48_000)))
    assert state.table is not None
    for table in (replace(state.table, ground="street"), replace(state.table, features=(paved, road))):
        city = replace(state, table=table)
        refused(city, "allied", on_road, "Terrain Dash")
        slow = march(city, leg(city, "allied 0.0", (20, 10), pace="terrain"))
        assert act(city, "allied", slow).state.teams["allied 0.0"].dashed
        assert {one.pace for one in ways.toward(city, "allied 0", (60_000, 10_000), dash=True)} == {"terrain"}


def on_streets(*features: Feature) -> BattleState:
    """A team at 10", 10" on a table of city streets."""
    state = battle([Group("Rifles", (rifles(),), [(10, 10)])], [FAR], step="movement", features=[*features])
    assert state.table is not None
    return replace(state, table=replace(state.table, ground="street"))


@pytest.mark.parametrize("kind", ["railway", "fence", "hedge", "stone-wall", "boulevard", "crest", "road"])
def test_002_nobody_digs_in_on_a_line_that_crosses_city_streets(kind: str) -> None:
    line = Feature(kind, line=((0, 10_000), (72_000, 10_000)))
    assert not moving.may_dig(on_streets(line), "allied 0.0")
    assert moving.may_dig(on_streets(wood(2, 2, 30, 30)), "allied 0.0")


def test_nobody_digs_in_on_a_wreck_whatever_ground_it_lies_on() -> None:
    for ground in ("open", "rubble"):
        state = field(foot(), features=[wood(2, 2, 30, 30, ground), wood(9, 9, 11, 11, "wreck")])
        assert [moving.may_dig(state, f"allied 0.{n}") for n in (0, 1)] == [False, True]


def test_002_wire_and_crests_on_city_streets_are_crossed_at_a_terrain_dash() -> None:
    for lying in (wood(2, 2, 30, 30, "barbed-wire"), Feature("crest", line=((0, 10_000), (72_000, 10_000)))):
        city = on_streets(lying)
        refused(city, "allied", march(city, leg(city, "allied 0.0", (20, 10), pace="cross-country")), "Terrain Dash")
        slow = march(city, leg(city, "allied 0.0", (18, 10), pace="terrain"))
        assert act(city, "allied", slow).state.teams["allied 0.0"].dashed
    park = on_streets(wood(2, 2, 30, 30, "open"))
    assert act(park, "allied", march(park, leg(park, "allied 0.0", (20, 10), pace="cross-country")))


def test_core_4_3_no_dash_that_comes_within_eight_inches() -> None:
    state = near(14)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 17), pace="cross-country")), "within 8 inches")


def test_core_4_3_vehicles_do_not_pass_through_vehicles_and_infantry_do() -> None:
    state = field(
        Group("Tanks", (tank(), tank()), [(10, 10), (14, 10)]),
        Group("Wall of tanks", (tank(),), [(10, 14)]),
        Group("Rifles", (rifles(),), [(10, 12)]),
    )
    refused(
        state, "allied", march(state, leg(state, "allied 0.0", (10, 18))), "a friendly vehicle or gun is in the way"
    )
    assert (
        act(state, "allied", march(state, leg(state, "allied 2.0", (10, 17)))).state.teams["allied 2.0"].y == 17 * INCH
    )


def test_nobody_stops_on_a_friend() -> None:
    state = field(foot(), Group("Others", (rifles(),), [(10, 15)]))
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 14.5))), "a friendly team stands there")


def test_hulls_do_not_stop_on_each_other_however_they_face() -> None:
    """A47, by the whole hull: half of its width would let a tank stand in another's bow."""
    there = Group("Others", (tank(),), [(10, 20)])
    state = field(Group("Tanks", (tank(),), [(20, 20)], 270), there)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (11.6, 20))), "leaves no room|in the way|no room")
    beside = act(state, "allied", march(state, leg(state, "allied 0.0", (11.8, 20)))).state
    assert facts.gap(beside, "allied 0.0", "allied 1.0") == 50


def test_who_turns_where_he_stands_needs_room() -> None:
    there = Group("Others", (tank(),), [(11.4, 10)])
    state = field(Group("Tanks", (tank(),), [(10, 10)]), there)
    refused(state, "allied", March("allied 0", (Leg("allied 0.0", ((10000, 10000),), facing=90),)), "no room")
    about = March("allied 0", (Leg("allied 0.0", ((10000, 10000),), facing=180),))
    assert act(state, "allied", about).state.teams["allied 0.0"].facing == 180


def test_core_4_3_pinned_teams_do_not_come_nearer_but_may_go_back() -> None:
    state = with_unit(near(12), "allied 0", pinned=True)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 11))), "pinned team does not move nearer")
    back = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 6)))).state
    assert back.teams["allied 0.0"].y == 6 * INCH


def test_core_4_3_no_point_of_a_pinned_teams_way_may_be_nearer() -> None:
    state = with_unit(near(12), "allied 0", pinned=True)
    around = march(state, leg(state, "allied 0.0", (10, 12), (10, 9)))
    refused(state, "allied", around, "pinned team does not move nearer")


def test_core_4_3_only_enemies_in_sight_count_for_pinned_teams() -> None:
    hidden = [wood(0, 13, 40, 18)]
    state = battle(
        [foot()], [Group("Behind the wood", ON_FOOT, [(10, 24), (12, 24)])], step="movement", features=hidden
    )
    state = with_unit(state, "allied 0", pinned=True)
    assert act(state, "allied", march(state, leg(state, "allied 0.0", (10, 11)))).state.teams["allied 0.0"].moved


def test_core_4_3_a_tank_that_only_turns_has_moved() -> None:
    state = field(Group("Tank", (tank(),), [(10, 10)]))
    after = act(state, "allied", march(state, leg(state, "allied 0.0", facing=90))).state.teams["allied 0.0"]
    assert (after.moved, after.mils, after.facing) == (True, 0, 90)


def test_core_6_8_a_bailed_out_tank_does_not_move() -> None:
    state = with_team(field(Group("Tank", (tank(),), [(10, 10)])), "allied 0.0", bailed_out=True)
    refused(state, "allied", march(state, leg(state, "allied 0.0", (10, 12))), "Bailed Out")


# -- 4.5 command


def apart(inches: float) -> BattleState:
    """The second team stands so many inches from its leader, edge to edge."""
    return field(Group("Rifles", ON_FOOT, [(10, 10), (10 + 1.6 + inches, 10)]))


def test_core_4_5_who_moves_and_ends_out_of_command_is_hasty() -> None:
    state = apart(4)
    out = act(state, "allied", march(state, leg(state, "allied 0.1", (19, 10)))).state
    assert out.teams["allied 0.1"].hasty
    within = act(state, "allied", march(state, leg(state, "allied 0.1", (17, 10)))).state
    assert not within.teams["allied 0.1"].hasty


def test_core_4_5_who_stays_out_of_command_has_no_penalty() -> None:
    state = apart(9)
    assert not act(state, "allied", march(state, leg(state, "allied 0.0", (8, 10)))).state.teams["allied 0.1"].hasty


def test_core_4_5_out_of_command_a_team_dashes_straight_to_its_leader_or_not_at_all() -> None:
    state = apart(25)
    aside = march(state, leg(state, "allied 0.1", (36.6, 21), pace="cross-country"))
    refused(state, "allied", aside, "dashes straight toward its leader")
    home = march(state, leg(state, "allied 0.1", (24.7, 10), pace="cross-country"))
    assert act(state, "allied", home).state.teams["allied 0.1"].dashed


def test_core_4_5_command_is_measured_to_where_the_leader_ends() -> None:
    state = apart(4)
    both = march(state, leg(state, "allied 0.0", (16.9, 14)), leg(state, "allied 0.1", (23, 10)))
    assert not act(state, "allied", both).state.teams["allied 0.1"].hasty


# -- what it leaves


def test_core_6_7_foxholes_are_left_by_moving_and_kept_by_turning() -> None:
    state = with_team(field(foot()), "allied 0.0", foxholes=True)
    assert not act(state, "allied", march(state, leg(state, "allied 0.0", (10, 11)))).state.teams["allied 0.0"].foxholes
    assert act(state, "allied", march(state, leg(state, "allied 0.0", facing=9))).state.teams["allied 0.0"].foxholes


def test_what_a_team_did_is_forgotten_when_its_own_next_turn_begins_and_not_before() -> None:
    state = field(foot())
    moved = act(state, "allied", march(state, leg(state, "allied 0.0", (10, 20), pace="cross-country"))).state
    enemys = next_turn(moved, "axis")
    assert enemys.teams["allied 0.0"].dashed and enemys.teams["allied 0.0"].moved
    own = next_turn(enemys, "allied")
    assert not own.teams["allied 0.0"].dashed and not own.teams["allied 0.0"].moved


def test_core_8_who_fired_at_aircraft_does_not_shoot_until_its_own_next_turn_is_over() -> None:
    state = with_team(battle([foot()], [FAR], active="axis"), "allied 0.0", fired_at_aircraft=True)
    own = next_turn(state, "allied")
    assert own.teams["allied 0.0"].fired_at_aircraft
    assert not next_turn(own, "axis").teams["allied 0.0"].fired_at_aircraft


def test_core_7_5_a_smoke_marker_stays_on_its_team_through_that_teams_own_turn() -> None:
    from orsha.tabletop.game.applying import apply
    from orsha.tabletop.game.events import SmokeLifted

    state = with_team(field(foot()), "axis 0.0", smoked=True)
    theirs = next_turn(state, "axis")
    assert theirs.teams["axis 0.0"].smoked
    assert not apply(next_turn(theirs, "allied"), SmokeLifted("allied")).teams["axis 0.0"].smoked
