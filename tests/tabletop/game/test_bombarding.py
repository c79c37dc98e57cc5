"""Bombardments on the table (core 7): guns, spotters, the template, repeats, smoke."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal
from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import batteries, bombarding, template
from orsha.tabletop.game.applying import apply
from orsha.tabletop.game.commands import Aim, Bombard
from orsha.tabletop.game.events import Harmed, Marched, Ordered, PinnedDown, Ranged, Shelled, SmokeLaid, TeamsGone, Went
from orsha.tabletop.game.shooting import check_shoot
from orsha.tabletop.game.state import BattleState, Screen
from orsha.tabletop.game.surveying import guns
from orsha.tabletop.game.telling import Story
from orsha.tabletop.mission.state import Marker
from orsha.tabletop.table import Feature, Stand
from tests.tabletop.battle.told import GUN, RIFLE, gun, rifles, tank, team
from tests.tabletop.game.fuzzing import play
from tests.tabletop.game.stage import Faces, Group, Told, battle, told, with_team, with_unit

HOWITZER = Weapon("122mm", 80, fires="artillery", anti_tank=3, firepower=3)
SMOKING = replace(HOWITZER, rules=("smoke-bombardment",))
ROCKETS = Weapon("Katyusha", 64, fires="salvo", anti_tank=2, firepower=4)
POTS = Weapon("Smoke Pots", 4, fires="artillery", rules=("assault-smoke", "smoke-bombardment"), limited=2)
AT = (20_000, 30_000)


def field(
    weapon: Weapon = HOWITZER, guns: int = 3, foes: Any = None, at: tuple[float, float] = (20, 30), **of: Any
) -> BattleState:
    """Some guns in a row, and three enemy rifle teams about the aiming point."""
    x, y = at
    battery = Group("Battery", [gun(weapons=(weapon,))] * guns, [(18 + 3 * n, 6) for n in range(guns)])
    theirs = foes or [Group("Rifles", [rifles()] * 3, [(x, y), (x + 2, y), (x, y + 2)])]
    return battle([battery, *of.pop("more", [])], theirs, **of)


def order(**of: Any) -> Bombard:
    given: dict[str, Any] = {"unit": "allied 0", "spotter": "allied 0.0", "at": AT}
    return Bombard(**{**given, **of})


def fires(state: BattleState, *dice: Any, **of: Any) -> Told:
    return told(state, lambda story: bombarding.bombard(story, "allied", order(**of)), *dice)


def refused(state: BattleState, why: str, **of: Any) -> str:
    dice = Faces()
    story = Story(state, Dice(dice))
    with pytest.raises(Illegal, match=why) as error:
        bombarding.bombard(story, "allied", order(**of))
    assert not story.events
    assert not dice.asked
    return str(error.value.rule)


class TestTheGuns:
    @pytest.mark.parametrize(
        ("did", "why"),
        [
            ({"moved": True}, "its guns moved"),
            ({"shot": "halted"}, "has shot"),
            ({"bombarded": "yes"}, "has fired a bombardment"),
            ({"forbidden": ("bombard",)}, "its order forbids it"),
            ({"fired_at_aircraft": True}, "fired at aircraft"),
            ({"bailed_out": True}, "Bailed Out"),
        ],
    )
    def test_core_7_1_what_a_gun_did_silences_it(self, did: dict[str, Any], why: str) -> None:
        one = with_team(field(guns=1), "allied 0.0", **did)
        assert refused(one, why) == "core 7.1"
        three = with_team(field(), "allied 0.1", **did)
        assert fires(three, 1, 1, 1).one(Ranged).guns == ("allied 0.0", "allied 0.2")

    def test_core_7_1_a_pinned_unit_is_silent(self) -> None:
        refused(with_unit(field(), "allied 0", pinned=True), "it is pinned")

    def test_core_7_1_guns_in_a_building_are_silent(self) -> None:
        house = Feature("building", area=((15000, 4000), (19500, 4000), (19500, 8000), (15000, 8000)))
        assert refused(field(guns=1, features=(house,)), "in a building") == "core 7.1"

    def test_core_7_1_guns_out_of_range_do_not_fire_with_the_others(self) -> None:
        short = replace(HOWITZER, range=24)
        near = field(short)
        assert fires(with_team(near, "allied 0.2", x=50_000), 1, 1, 1).one(Ranged).guns == ("allied 0.0", "allied 0.1")
        assert refused(field(replace(HOWITZER, range=10)), "not within 10 inches") == "core 7.1"

    def test_core_7_1_other_weapons_fire_no_bombardments(self) -> None:
        refused(field(GUN), "fires no bombardments")
        refused(field(), "fires no bombardments", weapon=3)

    def test_core_6_2_forward_firing_tanks_need_it_in_front_and_guns_turn(self) -> None:
        forward = replace(HOWITZER, rules=("forward-firing",))
        su76 = Group("SU-76", [tank("SU-76", weapons=(forward,))], [(18, 6)], 180)
        state = battle([su76], [Group("Rifles", [rifles()], [(20, 30)])])
        refused(state, "can face it")
        assert fires(with_team(state, "allied 0.0", facing=0), 1, 1, 1).one(Ranged).guns == ("allied 0.0",)
        guns = with_team(field(forward, guns=1), "allied 0.0", facing=180)
        told_ = fires(guns, 1, 1, 1)
        assert told_.one(Ranged).turned == {"allied 0.0": 5}
        assert told_.state.teams["allied 0.0"].facing == 5

    def test_003_meeting_engagement_keeps_the_first_players_guns_silent_in_the_first_turn(self) -> None:
        state = field(mission="encounter")
        first = replace(state, mission=replace(state.mission, turns={"allied": 1}))
        assert refused(first, "Meeting Engagement forbids it") == "core 7.1"
        fires(state, 1, 1, 1)

    def test_core_3_only_in_ones_own_shooting_step(self) -> None:
        refused(replace(field(), step="assault"), "Shooting Step")
        refused(field(active="axis"), "Shooting Step")
        refused(field(), "no unit", unit="nobody")


class TestTheSpotter:
    def test_core_7_2_sees_the_aiming_point(self) -> None:
        house = Feature("building", area=((14000, 15000), (26000, 15000), (26000, 18000), (14000, 18000)))
        blind = field(features=(house,), more=[Group("Scouts", [rifles(rules=("observer",))], [(34, 24)])])
        assert refused(blind, "does not see the aiming point") == "core 7.2"
        assert fires(blind, 1, 1, 1, spotter="allied 1.0").one(Ranged).spotter == "allied 1.0"

    def test_core_7_2_is_an_observer_a_commander_or_of_the_unit(self) -> None:
        more = [
            Group("HQ", [rifles()], [(34, 20)], hq=True),
            Group("Scouts", [rifles(rules=("observer",))], [(34, 24)]),
            Group("Rifles", [rifles()], [(38, 24)]),
        ]
        state = field(more=more)
        for spotter in ("allied 0.2", "allied 1.0", "allied 2.0"):
            fires(state, 1, 1, 1, spotter=spotter)
        refused(state, "another unit", spotter="allied 3.0")
        refused(state, "can spot", spotter="axis 0.0")
        refused(state, "can spot", spotter="nobody")

    @pytest.mark.parametrize(
        ("did", "why"),
        [
            ({"moved": True}, "it moved"),
            ({"shot": "halted"}, "it shot"),
            ({"spotted": 3}, "no attempt left"),
            ({"bailed_out": True}, "can spot"),
        ],
    )
    def test_core_7_2_what_it_did(self, did: dict[str, Any], why: str) -> None:
        state = field(more=[Group("Scouts", [rifles(rules=("observer",))], [(34, 24)])])
        refused(with_team(state, "allied 1.0", **did), why, spotter="allied 1.0")

    @pytest.mark.parametrize("repeat", [False, True])
    def test_core_7_2_who_spots_does_not_shoot_before_nor_afterwards(self, repeat: bool) -> None:
        state = field(more=[Group("HQ", [tank(), tank()], [(34, 20), (37, 20)], hq=True)])
        if repeat:
            state = with_unit(state, "allied 0", shells=AT, strayed=True)
        spotted = fires(state, *[[1, 1, 1]] if repeat else [1, 1, 1], spotter="allied 1.0", repeat=repeat).state
        with pytest.raises(Illegal, match="spotted for a bombardment"):
            check_shoot(spotted, "allied", "allied 1", (Aim("allied 1.0", 0, "axis 0.0"),))
        assert {gun.team for gun in guns(state, "allied 1")} == {"allied 1.0", "allied 1.1"}
        assert {gun.team for gun in guns(spotted, "allied 1")} == {"allied 1.1"}, "what is offered"

    def test_core_7_2_is_in_command_of_its_unit(self) -> None:
        refused(with_team(field(), "allied 0.2", x=60_000), "out of command", spotter="allied 0.2")

    def test_core_7_2_three_attempts_a_turn_for_all_batteries(self) -> None:
        more = [
            Group("Second", [gun(weapons=(HOWITZER,))] * 3, [(40 + 3 * n, 6) for n in range(3)]),
            Group("Scouts", [rifles(rules=("observer",))], [(34, 24)]),
        ]
        once = fires(field(more=more), 1, spotter="allied 2.0", attempts=1).state
        assert once.teams["allied 2.0"].spotted == 1
        second = fires(once, 1, 1, unit="allied 1", spotter="allied 2.0")
        assert second.one(Ranged).attempts == 2


class TestRangingIn:
    def test_core_7_2_not_within_four_inches_of_friends_six_for_a_salvo(self) -> None:
        def near(weapon: Weapon, far: float) -> BattleState:
            return field(weapon, more=[Group("Friends", [rifles()], [(20, 30 - far - 0.8)])])

        assert refused(near(HOWITZER, 4), "4.0 inches from a friendly team") == "core 7.2"
        fires(near(HOWITZER, 4.1), 1, 1, 1)
        refused(near(ROCKETS, 6), "within 6 inches")
        for far, allowed in ((4, False), (4.1, True)):  # from the front of a hull, 1.15 inches before its middle
            state = field(more=[Group("Friends", [tank()], [(20, 30 - far - 1.15)])])
            point = bombarding.aiming_point(state, "allied", (20_000, 30_000), HOWITZER, smoke=False)
            assert point.nearest_friend == round(far * 1000)
            battery = batteries.battery_of(state, "allied", ["allied 0.0"], HOWITZER)
            offered = list(bombarding.open_points(state, "allied", battery, ["allied 0.0"], [(20_000, 30_000)]))
            assert bool(offered) == allowed
        fires(near(ROCKETS, 6.1), 1, 1, 1)

    def test_core_7_2_one_more_with_cover_or_smoke_under_the_template(self) -> None:
        crops = Feature("crops", area=((22900, 30000), (26000, 30000), (26000, 33000), (22900, 33000)))
        beyond = Feature("crops", area=((23100, 30000), (26000, 30000), (26000, 33000), (23100, 33000)))
        hill = Feature("hill", area=((18000, 28000), (26000, 28000), (26000, 33000), (18000, 33000)))

        def modifiers(state: BattleState) -> list[str]:
            found = told(state, lambda story: bombarding.bombard(story, "allied", order(attempts=1)), 1)
            return [one.name for one in found.dice.asked[0].modifiers]

        assert modifiers(field()) == []
        assert modifiers(field(features=(crops,))) == ["terrain or smoke at the aiming point"]
        assert modifiers(field(features=(beyond,))) == []
        assert modifiers(field(features=(hill,))) == []
        smoke = Screen("axis", ((0, 32_000), (60_000, 32_000)))
        assert modifiers(replace(field(), smoke=(smoke,))) == ["terrain or smoke at the aiming point"]

    def test_core_7_2_later_attempts_cost_the_hits(self) -> None:
        told_ = fires(field(), 1, 4, [5, 4, 4], 3)
        assert told_.one(Ranged).penalty == 1
        assert told_.one(Shelled).hit == ("axis 0.0",)

    def test_core_7_2_all_fail_and_nothing_falls(self) -> None:
        told_ = fires(field(), 1, 1, 1)
        assert not told_.of(Shelled)
        assert told_.state.units["allied 0"].shells is None
        refused(told_.state, "has fired a bombardment")

    def test_the_aiming_point_is_on_the_table(self) -> None:
        refused(field(), "on the table", at=(-1000, 30_000))


class TestShells:
    def test_core_7_3_any_part_of_a_base_under_the_square_counts(self) -> None:
        assert template.touches(Stand(23_800, 30_000, "infantry"), AT, 3_000)
        assert not template.touches(Stand(23_801, 30_000, "infantry"), AT, 3_000)
        assert not template.touches(Stand(23_700, 33_700, "infantry"), AT, 3_000)
        assert template.touches(Stand(24_150, 30_000, "tank", 90), AT, 3_000)
        assert not template.touches(Stand(24_150, 30_000, "tank", 0), AT, 3_000)

    def test_core_7_3_friend_and_foe_but_no_passengers(self) -> None:
        lorry = Group("Lorry", [tank("Lorry", (1, 1, 0), passengers=2)], [(22, 31)])
        state = field(foes=[Group("Rifles", [rifles()] * 2, [(20, 30), (22, 31)]), lorry])
        state = with_team(state, "axis 0.1", aboard="axis 1.0")
        told_ = fires(state, 4, 1)
        assert told_.one(Shelled).missed == ("axis 0.0", "axis 1.0")

    def test_core_7_3_a_salvo_covers_ten_inches(self) -> None:
        state = field(ROCKETS, foes=[Group("Rifles", [rifles()] * 2, [(20, 30), (25.5, 30)])])
        told_ = fires(state, 4, 1)
        assert told_.one(Shelled).inches == 10
        assert len(told_.one(Shelled).missed) == 2

    def test_core_7_3_few_guns_roll_hits_again_many_their_misses(self) -> None:
        assert fires(field(guns=2), 4, [4, 1, 1], 1).one(Shelled).hit == ()
        assert fires(field(guns=5), 4, [4, 1, 1], [4, 1], 3).one(Shelled).hit == ("axis 0.0", "axis 0.1")

    def test_core_7_3_neither_cover_nor_range_makes_it_harder(self) -> None:
        told_ = fires(field(), 4, 4, 6)
        assert len(told_.one(Shelled).hit) == 3

    def test_core_7_3_strikes_top_armour(self) -> None:
        panzer = Group("Panzers", [tank("Panzer", (9, 8, 1))], [(20, 30)])
        told_ = fires(field(foes=[panzer]), 4, 4, 1, 3)
        assert told_.one(TeamsGone).teams == ("axis 0.0",)

    def test_core_7_3_foxholes_protect_walls_and_shields_do_not(self) -> None:
        foes = [Group("Guns", [gun(rules=("gun-shield",))], [(20, 30)], 180)]
        wall = Feature("stone-wall", line=((18000, 28600), (22000, 28600)))
        bare = field(foes=foes, features=(wall,))
        assert fires(bare, 5, 4, 1).of(TeamsGone)
        dug_in = with_team(bare, "axis 0.0", foxholes=True)
        assert not fires(dug_in, 5, 4, 1, 2).of(TeamsGone)

    def test_core_7_3_being_inside_bulletproof_ground_protects(self) -> None:
        craters = Feature("craters", area=((18000, 28000), (22000, 28000), (22000, 32000), (18000, 32000)))
        state = field(foes=[Group("Rifles", [rifles()], [(20, 30)])], features=(craters,))
        assert not fires(state, 5, 4, 1, 2).of(TeamsGone)

    def test_core_6_8_one_hit_pins(self) -> None:
        assert fires(field(), 4, [4, 1, 1], 6).one(PinnedDown).why == "a bombardment hit it"

    def test_core_7_3_friends_suffer_too(self) -> None:
        # more than 4 inches from the aiming point, and yet a corner of the template covers a part of the base
        state = field(more=[Group("Friends", [rifles()], [(16.535, 26.535)])])
        told_ = fires(state, 4, [4, 1, 1, 1], 1)
        assert told_.one(Shelled).hit == ("allied 1.0",)
        assert told_.one(TeamsGone).teams == ("allied 1.0",)
        assert told_.dice.asked[-1].who == "allied"

    def test_000_a_bunker_cannot_be_hit(self) -> None:
        bunker = Group("Bunker", [team("Bunker", "gun", rules=("bunker",))], [(20, 30)])
        assert fires(field(foes=[bunker]), 4).one(Shelled).missed == ("axis 0.0",)

    def test_core_6_5_nobody_is_asked_for_a_mistake(self) -> None:
        assert fires(field(), 4, [4, 1, 1], 6).state.asked is None


class TestRepeat:
    def ranged_in(self) -> BattleState:
        return with_unit(field(), "allied 0", shells=AT, strayed=True)

    def test_core_7_4_no_roll_and_saves_are_rolled_again(self) -> None:
        told_ = fires(self.ranged_in(), 4, 6, 1, repeat=True)
        assert told_.one(Ranged).attempts == 0
        assert len(told_.one(TeamsGone).teams) == 3
        assert told_.state.units["allied 0"].shells == AT

    def test_core_7_4_a_first_bombardment_leaves_its_marker(self) -> None:
        assert fires(field(), 4, 1).state.units["allied 0"].shells == AT

    def test_core_7_4_only_where_the_marker_lies(self) -> None:
        assert refused(field(), "no Ranged In marker", repeat=True) == "core 7.4"
        refused(self.ranged_in(), "on the Ranged In marker", repeat=True, at=(20_000, 31_000))

    def test_core_7_4_a_spotter_who_does_not_see_costs_one(self) -> None:
        house = Feature("building", area=((10000, 12000), (32000, 12000), (32000, 15000), (10000, 15000)))
        state = with_unit(field(features=(house,)), "allied 0", shells=AT, strayed=True)
        told_ = fires(state, [4, 4, 5], 6, 6, repeat=True)
        assert told_.one(Ranged).penalty == 1
        assert told_.one(Shelled).hit == ("axis 0.2",)

    def test_core_7_4_moving_or_digging_in_lifts_the_marker(self) -> None:
        state = self.ranged_in()
        went = Went("allied 0.1", ((21_000, 7_000),), 0, 1000, "tactical")
        moved = apply(state, Marched("allied 0", "Battery", (went,)))
        assert moved.units["allied 0"].shells is None
        dug = Ordered("allied 0", "Battery", "dig-in", True, ("allied 0.0",), forbids=("move",), counts_as="moved")
        assert apply(state, dug).units["allied 0"].shells is None

    def test_core_7_4_ranging_in_elsewhere_lifts_it_even_if_it_fails(self) -> None:
        assert fires(self.ranged_in(), 1, 1, 1, at=(21_000, 30_000)).state.units["allied 0"].shells is None

    def test_003_a_marker_of_before_the_game_counts_until_the_unit_moves_or_ranges_in(self) -> None:
        state = field()
        laid = replace(state, mission=replace(state.mission, markers=(Marker("ranged in: allied 0", "allied", AT),)))
        assert fires(laid, 4, 6, 6, repeat=True).of(Harmed)
        refused(with_unit(laid, "allied 0", strayed=True), "no Ranged In marker", repeat=True)


class TestSmoke:
    def test_core_7_5_a_line_of_four_inches_a_gun_and_nobody_is_harmed(self) -> None:
        told_ = fires(field(SMOKING), 4, smoke=True, along=90)
        screen = told_.one(SmokeLaid).screen
        assert screen.ends == ((26_000, 30_000), (14_000, 30_000))
        assert told_.state.smoke == (screen,)
        assert not told_.of(Shelled)
        assert told_.state.units["allied 0"].smokes == 1

    def test_core_7_5_once_a_game(self) -> None:
        refused(with_unit(field(SMOKING), "allied 0", smokes=1), "of the game", smoke=True)

    def test_core_7_5_a_unit_that_does_not_range_in_still_has_its_smoke(self) -> None:
        assert fires(field(SMOKING), 1, 1, 1, smoke=True).state.units["allied 0"].smokes == 0

    def test_core_7_5_only_weapons_that_have_it(self) -> None:
        assert refused(field(), "no Smoke Bombardment", smoke=True) == "core 7.5"

    def test_core_7_5_before_other_shooting(self) -> None:
        state = field(SMOKING, more=[Group("Rifles", [rifles()], [(50, 10)])])
        assert (
            refused(with_team(state, "allied 1.0", shot="halted"), "before all other shooting", smoke=True)
            == "core 7.5"
        )
        fires(with_team(state, "allied 1.0", shot="halted"), 1, 1, 1)
        fires(with_team(state, "axis 0.0", shot="halted"), 1, 1, 1, smoke=True)

    def test_core_7_5_ranges_in(self) -> None:
        refused(with_unit(field(SMOKING), "allied 0", shells=AT), "ranges in", smoke=True, repeat=True)

    def test_core_12_assault_smoke_by_teams_that_moved_close_by(self) -> None:
        sappers = rifles(weapons=(RIFLE, POTS))
        squad = Group("Sappers", [sappers] * 4, [(20, 10), (22, 10), (18, 10), (20, 12)])
        state = battle([squad], [Group("Rifles", [rifles()], [(20, 30)])])
        for n in range(4):
            state = with_team(state, f"allied 0.{n}", moved=True)
        told_ = fires(state, 4, at=(20_000, 13_500), smoke=True, weapon=1, along=90)
        assert len(told_.one(Ranged).guns) == 2
        assert told_.state.teams["allied 0.0"].bombarded == "assault smoke"
        refused(state, "lays smoke and nothing else", at=(20_000, 13_500), weapon=1)


class TestOptions:
    def test_each_way_of_firing_is_offered_for_each_spotter(self) -> None:
        state = with_unit(field(SMOKING, guns=2), "allied 0", shells=AT, strayed=True)
        said = [option.words for option in bombarding.options(state, "allied")]
        assert said == [
            "Battery bombards, spotted by Battery, team 1",
            "Battery bombards, spotted by Battery, team 2",
            "Battery lays smoke, spotted by Battery, team 1",
            "Battery lays smoke, spotted by Battery, team 2",
            "Battery bombards its marker again, spotted by Battery, team 1",
            "Battery bombards its marker again, spotted by Battery, team 2",
        ]

    def test_nothing_is_offered_to_guns_that_cannot(self) -> None:
        assert not bombarding.options(with_unit(field(), "allied 0", pinned=True), "allied")

    @pytest.mark.parametrize("seed", range(10))
    def test_random_bombardments_are_accepted_and_leave_a_whole_state(self, seed: int) -> None:
        woods = Feature("woods", area=((8000, 14000), (16000, 14000), (16000, 18000), (8000, 18000)))
        more = [
            Group("HQ", [rifles()], [(34, 20)], hq=True),
            Group("Rockets", [tank("Katyusha", (1, 1, 0), weapons=(ROCKETS,))] * 2, [(40, 6), (44, 6)]),
            Group("Sappers", [rifles(weapons=(RIFLE, POTS))] * 3, [(10, 10), (12, 10), (14, 10)]),
            Group("Scouts", [rifles(rules=("observer",))], [(30, 24)]),
        ]
        foes = [
            Group("Rifles", [rifles()] * 5, [(20 + 2 * n, 30) for n in range(5)]),
            Group("Panzers", [tank("Panzer", (6, 3, 1))] * 2, [(30, 33), (33, 33)], 180),
        ]
        state = with_unit(field(SMOKING, foes=foes, more=more, features=(woods,)), "allied 0", shells=AT, strayed=True)
        _, acts = play(state, seed)
        assert "bombard" in acts
