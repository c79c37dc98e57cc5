"""Unit fire on the table (core 6): who may shoot at whom, hits, Mistaken Targets, saves, pins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Dice, Illegal
from orsha.tabletop.battle.orders import Given
from orsha.tabletop.force.card import Team, Weapon
from orsha.tabletop.game import charging, shooting
from orsha.tabletop.game.commands import Aim, Mistake, Shoot
from orsha.tabletop.game.events import Asked, Fired, Harmed, HitsAsked, Mistook, PinnedDown, SmokeLifted, TeamsGone
from orsha.tabletop.game.state import BattleState, Screen
from orsha.tabletop.game.telling import Story
from orsha.tabletop.table import Feature
from tests.tabletop.battle.told import GUN, ON_FOOT, PANZERFAUST, RIFLE, grenadiers, gun, rifles, tank, team
from tests.tabletop.game.fuzzing import play
from tests.tabletop.game.stage import Faces, Group, Told, battle, told, with_team, with_unit

MG = Weapon("T-34 (MG)", 16, halted=3, moving=3, anti_tank=2, firepower=6)
HULL_MG = Weapon("T-34 (hull MG)", 16, halted=2, moving=2, anti_tank=2, firepower=6)
T34 = tank(weapons=(GUN, MG, HULL_MG))
PANZER = tank("Panzer IV", (6, 3, 1))
IN_THE_OPEN: dict[str, Any] = {"moved": True}


def duel(mine: Team, theirs: Team, far: float = 10, **of: Any) -> BattleState:
    """One team against another that moved in its turn, so many inches apart from middle to middle."""
    state = battle([Group("Ours", [mine], [(20, 10)])], [Group("Theirs", [theirs], [(20, 10 + far)], 180)], **of)
    return with_team(state, "axis 0.0", **IN_THE_OPEN)


def aim(n: int = 0, weapon: int = 0, at: int = 0, **of: Any) -> Aim:
    return Aim(f"allied 0.{n}", weapon, f"axis 0.{at}", **of)


def shoots(state: BattleState, *aims: Aim, dice: tuple[Any, ...] = (), prefer: tuple[str, ...] = ()) -> Told:
    command = Shoot("allied 0", aims, prefer)
    return told(state, lambda story: shooting.shoot(story, "allied", command), *dice)


def refused(state: BattleState, *aims: Aim, why: str, seat: Any = "allied", prefer: tuple[str, ...] = ()) -> str:
    """The rule that forbids it. Nothing is rolled or told."""
    dice = Faces()
    story = Story(state, Dice(dice))
    with pytest.raises(Illegal, match=why) as error:
        shooting.shoot(story, seat, Shoot("allied 0", aims, prefer))
    assert not story.events
    assert not dice.asked
    assert story.state is state
    return str(error.value.rule)


def needed(told: Told) -> str:
    return str(told.one(Fired).volleys[0].needed)


class TestWhen:
    def test_core_3_in_ones_own_shooting_step(self) -> None:
        state = duel(rifles(), rifles())
        refused(replace(state, step="movement"), aim(), why="Shooting Step")
        refused(state, aim(), why="Shooting Step", seat="axis")

    def test_core_6_1_a_team_shoots_once_and_its_unit_all_at_once(self) -> None:
        state = battle([Group("Ours", [rifles()] * 2, [(20, 10), (22, 10)])], [Group("Theirs", [rifles()], [(20, 20)])])
        shot = shoots(state, aim(), dice=(1,)).state
        assert shot.teams["allied 0.0"].shot == "halted"
        refused(shot, aim(), why="has shot")
        refused(shot, aim(1), why="all its targets at once")

    def test_core_6_1_somebody_must_shoot_and_at_an_enemy_on_the_table(self) -> None:
        state = duel(rifles(), rifles())
        refused(state, why="at least one team")
        refused(state, Aim("allied 0.0", 0, "allied 0.0"), why="no enemy team")
        refused(state, Aim("nobody", 0, "axis 0.0"), why="no team 'nobody'")
        refused(state, Aim("axis 0.0", 0, "axis 0.0"), why="no team")
        refused(state, aim(weapon=7), why="no weapon number 7")

    def test_unknown_units_are_refused_in_words(self) -> None:
        story = Story(duel(rifles(), rifles()), Dice(Faces()))
        with pytest.raises(Illegal, match="no unit 'nobody'"):
            shooting.shoot(story, "allied", Shoot("nobody", (aim(),)))
        with pytest.raises(Illegal, match="no unit 'axis 0'"):
            shooting.shoot(story, "allied", Shoot("axis 0", (aim(),)))


class TestWhoMayShoot:
    @pytest.mark.parametrize(
        ("did", "why"),
        [
            ({"dashed": True}, "it dashed"),
            ({"bailed_out": True}, "Bailed Out"),
            ({"aboard": "allied 0.0"}, "mounted"),
            ({"bombarded": "yes"}, "bombardment"),
            ({"fired_at_aircraft": True}, "fired at aircraft"),
            ({"forbidden": ("shoot",)}, "its order forbids it"),
        ],
    )
    def test_core_6_2_what_it_did_forbids_it(self, did: dict[str, Any], why: str) -> None:
        assert refused(with_team(duel(rifles(), rifles()), "allied 0.0", **did), aim(), why=why) == "core 6.2"

    def test_core_6_1_out_of_range(self) -> None:
        assert refused(duel(rifles(), rifles(), far=17.7), aim(), why="16.1 inches away") == "core 6.1"
        shoots(duel(rifles(), rifles(), far=17.6), aim(), dice=(1,))

    def test_core_5_3_out_of_sight(self) -> None:
        house = Feature("building", area=((17000, 13000), (23000, 13000), (23000, 16000), (17000, 16000)))
        assert refused(duel(rifles(), rifles(), features=(house,)), aim(), why="out of sight") == "core 5.3"

    def test_core_6_2_forward_firing_needs_the_target_in_front(self) -> None:
        assault_gun = tank("SU-85", weapons=(replace(GUN, rules=("forward-firing",)),))
        shoots(duel(assault_gun, PANZER), aim(), dice=(1,))
        away = with_team(duel(assault_gun, PANZER), "allied 0.0", facing=180)
        refused(away, aim(), why="field of fire")

    def test_core_6_2_rear_firing_needs_it_behind(self) -> None:
        odd = tank("Rear gun", weapons=(replace(GUN, rules=("rear-firing",)),))
        refused(duel(odd, PANZER), aim(), why="field of fire")
        shoots(with_team(duel(odd, PANZER), "allied 0.0", facing=180), aim(), dice=(1,))

    def test_core_4_3_a_gun_turns_to_shoot_and_has_not_moved(self) -> None:
        away = with_team(duel(gun(), PANZER), "allied 0.0", facing=180)
        told = shoots(away, aim(), dice=(1,))
        assert told.state.teams["allied 0.0"].facing == 0
        assert told.state.teams["allied 0.0"].shot == "halted"
        assert told.one(Fired).volleys[0].shots == 2

    def test_core_4_3_a_gun_that_bears_already_stays_as_it_is(self) -> None:
        aslant = with_team(duel(gun(), PANZER), "allied 0.0", facing=30)
        assert shoots(aslant, aim(), dice=(1,)).state.teams["allied 0.0"].facing == 30

    def test_core_4_3_unless_the_table_plays_it_otherwise(self) -> None:
        away = duel(gun(), PANZER, shooting={"guns-turn-to-shoot": "no"})
        refused(with_team(away, "allied 0.0", facing=180), aim(), why="field of fire")

    def test_000_a_nest_never_turns(self) -> None:
        nest = team("MG nest", "gun", move=replace(ON_FOOT, tactical=None, terrain=None, cross_country=None, road=None))
        away = with_team(duel(nest, rifles()), "allied 0.0", facing=180)
        refused(away, aim(), why="field of fire")

    def test_000_a_bunker_is_shot_at_only_from_its_own_field(self) -> None:
        bunker = team("Bunker", "gun", rules=("bunker",), weapons=(replace(GUN, rules=("forward-firing",)),))
        shoots(duel(T34, bunker), aim(), dice=(1,))
        refused(with_team(duel(T34, bunker), "axis 0.0", facing=0), aim(), why="its own field of fire")


class TestWhichWeapons:
    def test_core_6_2_a_tank_fires_its_gun_or_all_its_machine_guns(self) -> None:
        state = duel(T34, rifles())
        shoots(state, aim(weapon=0), dice=(1,))
        told = shoots(state, aim(weapon=1), aim(weapon=2), dice=(1, 1))
        assert [volley.shots for volley in told.one(Fired).volleys] == [3, 2]
        refused(state, aim(weapon=0), aim(weapon=1), why="one weapon at a time")
        refused(state, aim(weapon=1), aim(weapon=1), why="each of its weapons once")

    def test_core_6_2_infantry_fires_one_weapon(self) -> None:
        refused(duel(grenadiers(), T34, far=5), aim(weapon=0), aim(weapon=1), why="one weapon at a time")

    def test_core_12_a_secondary_weapon_fires_beside_another_one_shot_at_one_more(self) -> None:
        second = Weapon("co-gun", 20, halted=3, moving=3, anti_tank=5, firepower=5, rules=("secondary-weapon",))
        both = tank("KV", weapons=(GUN, second))
        beside = shoots(duel(both, PANZER), aim(weapon=0), aim(weapon=1), dice=(1, 1)).one(Fired).volleys[1]
        assert (beside.shots, beside.needed) == (1, "5+, +1 Secondary Weapon")
        alone = shoots(duel(both, PANZER), aim(weapon=1), dice=(1,)).one(Fired).volleys[0]
        assert (alone.shots, alone.needed) == (3, "4+")

    def test_core_12_limited_weapons(self) -> None:
        squad = Group("Ours", [grenadiers()] * 2, [(20, 10), (22, 10)])
        state = battle([squad], [Group("Theirs", [PANZER], [(21, 14)])])
        assert PANZERFAUST.limited == 1
        shoots(state, aim(0, 1), aim(1, 0), dice=(1, 1))
        assert refused(state, aim(0, 1), aim(1, 1), why="1 of the unit's teams") == "core 12 Limited"

    def test_core_7_1_artillery_is_not_aimed_like_a_gun(self) -> None:
        mortar = team("Mortar", weapons=(Weapon("82mm", 40, fires="artillery", anti_tank=1, firepower=4),))
        refused(duel(mortar, rifles()), aim(), why="bombardments only")


class TestDice:
    def test_core_6_2_the_halted_rate_for_a_team_that_stood_still(self) -> None:
        told = shoots(duel(T34, PANZER), aim(), dice=(1,))
        assert told.one(Fired).volleys[0].shots == 2
        assert told.state.teams["allied 0.0"].shot_at == (20_000, 20_000)

    def test_core_6_2_the_moving_rate_for_one_that_moved_or_is_pinned(self) -> None:
        moved = shoots(with_team(duel(T34, PANZER), "allied 0.0", moved=True), aim(), dice=(1,))
        assert (moved.one(Fired).volleys[0].shots, moved.state.teams["allied 0.0"].shot) == (1, "moving")
        mg42 = rifles(weapons=(Weapon("MG42", 16, halted=3, moving=2, anti_tank=2, firepower=6),))
        pinned = shoots(with_unit(duel(mg42, rifles()), "allied 0", pinned=True), aim(), dice=(1,))
        assert (pinned.one(Fired).volleys[0].shots, pinned.state.teams["allied 0.0"].shot) == (2, "moving")

    def test_core_9_1_a_team_that_stood_still_may_shoot_at_its_moving_rate_and_then_charge(self) -> None:
        mg42 = rifles(weapons=(Weapon("MG42", 16, halted=3, moving=2, anti_tank=2, firepower=6),))
        state = duel(mg42, rifles(), far=3.5)
        for moving, count, why in (
            (False, 3, "a team that charges shot at its moving rate, or not at all"),
            (True, 2, None),
        ):
            told = shoots(state, aim(moving=moving), dice=(1,))
            assert (told.one(Fired).volleys[0].shots, needed(told)) == (count, "4+")
            after = replace(told.state, step="assault")
            assert charging.why_not(charging.Field(after, "allied 0", False), "allied 0.0", "axis 0.0") == why

    def test_core_9_1_not_with_a_weapon_that_has_no_moving_rate_nor_at_two_rates(self) -> None:
        slow = rifles(weapons=(replace(RIFLE, moving=None),))
        refused(duel(slow, rifles()), aim(moving=True), why="no shots for a team that is to charge")
        refused(duel(T34, PANZER), aim(weapon=1), aim(weapon=2, moving=True), why="one rate with all its weapons")

    @pytest.mark.parametrize(
        ("far", "did", "theirs", "words"),
        [
            (10, {}, {}, "4+"),
            (20, {}, {}, "5+, +1 over 16 inches"),
            (10, {}, {"moved": False, "shot": "halted"}, "5+, +1 Concealed"),
            (10, {}, {"moved": False}, "6+, +2 Concealed and Gone to Ground"),
            (10, {}, {"moved": False, "fired_at_aircraft": True}, "5+, +1 Concealed"),
            (10, {}, {"foxholes": True}, "5+, +1 Concealed"),
            (10, {"moved": True, "hasty": True}, {}, "5+, +1 out of command"),
            (10, {}, {"smoked": True}, "5+, +1 smoke"),
            (10, {"smoked": True}, {}, "5+, +1 smoke"),
        ],
    )
    def test_core_6_3_what_a_hit_needs(
        self, far: float, did: dict[str, Any], theirs: dict[str, Any], words: str
    ) -> None:
        state = with_team(duel(rifles(weapons=(replace(RIFLE, range=24),)), rifles(), far), "allied 0.0", **did)
        assert needed(shoots(with_team(state, "axis 0.0", **theirs), aim(), dice=(1,))) == words

    def test_core_4_6_a_failed_blitz_move_costs_one(self) -> None:
        state = with_team(duel(rifles(), rifles()), "allied 0.0", hasty=True)
        state = with_unit(state, "allied 0", given=(Given("blitz-move", False),))
        assert needed(shoots(state, aim(), dice=(1,))) == "5+, +1 failed Blitz Move"

    def test_core_6_3_cover_on_the_table_conceals(self) -> None:
        woods = Feature("woods", area=((18000, 19000), (22000, 19000), (22000, 23000), (18000, 23000)))
        assert needed(shoots(duel(rifles(), rifles(), features=(woods,)), aim(), dice=(1,))) == "5+, +1 Concealed"

    def test_core_5_3_a_smoke_screen_hides_beyond_six_inches_and_costs_one_within(self) -> None:
        def behind_smoke(far: float) -> BattleState:
            screen = Screen("axis", ((10_000, 12_500), (30_000, 12_500)))
            return replace(duel(rifles(), rifles(), far), smoke=(screen,))

        refused(behind_smoke(10), aim(), why="out of sight")
        assert needed(shoots(behind_smoke(5), aim(), dice=(1,))) == "5+, +1 smoke"

    def test_dice_that_need_the_same_are_thrown_together(self) -> None:
        squad = Group("Ours", [rifles()] * 3, [(18, 10), (20, 10), (22, 10)])
        state = battle([squad], [Group("Theirs", [rifles()], [(20, 20)])])
        state = with_team(state, "axis 0.0", moved=True)
        told = shoots(state, aim(0), aim(1), aim(2), dice=([1, 4, 1], 6))
        assert [ask.count for ask in told.dice.asked] == [3, 1]
        assert [volley.hits for volley in told.one(Fired).volleys] == [0, 1, 0]


class TestWhoIsHit:
    def squads(self, far: float = 14, mine: int = 1, theirs: int = 3, **of: Any) -> BattleState:
        ours = Group(
            "Ours", [rifles(weapons=(replace(RIFLE, halted=3),))] * mine, [(20 + 2 * n, 10) for n in range(mine)]
        )
        state = battle(
            [ours], [Group("Theirs", [rifles()] * theirs, [(20 + 2 * n, 10 + far) for n in range(theirs)])], **of
        )
        for n in range(theirs):
            state = with_team(state, f"axis 0.{n}", moved=True)
        return state

    def test_core_6_4_the_first_hit_is_the_targets_and_the_rest_are_spread(self) -> None:
        told = shoots(self.squads(), aim(at=1), dice=([6, 6, 1],))
        assert [hit.team for hit in told.one(HitsAsked).fire.hits] == ["axis 0.1", "axis 0.0"]

    def test_core_6_4_nobody_takes_a_second_hit_before_all_have_one(self) -> None:
        # three hits on three teams: no swap would change anything, so the saves are thrown at once
        told = shoots(self.squads(), aim(at=1), dice=(6, 6))
        assert sorted(harm.team for harm in told.one(Harmed).harms) == ["axis 0.0", "axis 0.1", "axis 0.2"]
        assert not told.of(Asked)

    def test_core_6_4_the_shooter_prefers(self) -> None:
        told = shoots(self.squads(), aim(at=0), dice=([6, 6, 1],), prefer=("axis 0.2",))
        assert [hit.team for hit in told.one(HitsAsked).fire.hits] == ["axis 0.0", "axis 0.2"]
        refused(self.squads(), aim(), why="different enemy teams", prefer=("nobody",))
        refused(self.squads(), aim(), why="different enemy teams", prefer=("axis 0.1", "axis 0.1"))

    def test_core_6_4_not_beyond_six_inches(self) -> None:
        state = with_team(self.squads(), "axis 0.2", x=20_000 + 7_700)
        told = shoots(state, aim(at=0), dice=(6,))
        assert {hit.team for hit in told.one(HitsAsked).fire.hits} == {"axis 0.0", "axis 0.1"}

    def test_core_6_4_not_to_teams_that_are_better_hidden(self) -> None:
        state = with_team(self.squads(), "axis 0.2", moved=False)
        told = shoots(state, aim(at=0), dice=(6,))
        assert {hit.team for hit in told.one(HitsAsked).fire.hits} == {"axis 0.0", "axis 0.1"}

    def test_core_6_4_not_to_teams_out_of_range_or_sight(self) -> None:
        out = with_team(self.squads(), "axis 0.2", y=28_500)
        assert {hit.team for hit in shoots(out, aim(at=0), dice=(6,)).one(HitsAsked).fire.hits} == {
            "axis 0.0",
            "axis 0.1",
        }
        house = Feature("building", area=((22000, 16000), (23000, 16000), (23000, 18000), (22000, 18000)))
        unseen = with_team(self.squads(features=(house,)), "axis 0.2", x=25_200)
        hits = shoots(unseen, aim(at=0), dice=(6,)).one(HitsAsked).fire.hits
        assert {hit.team for hit in hits} == {"axis 0.0", "axis 0.1"}

    def test_core_6_4_only_teams_of_the_same_class(self) -> None:
        mixed = Group("Theirs", [rifles(), gun(), rifles()], [(20, 24), (22, 24), (24, 24)])
        ours = Group("Ours", [rifles(weapons=(replace(RIFLE, halted=3),))], [(20, 10)])
        state = battle([ours], [mixed])
        for n in range(3):
            state = with_team(state, f"axis 0.{n}", moved=True)
        told = shoots(state, aim(at=0), dice=(6,))
        assert {hit.team for hit in told.one(HitsAsked).fire.hits} == {"axis 0.0", "axis 0.2"}

    def test_core_6_5_the_other_player_is_asked_and_may_swap_on_three_or_more(self) -> None:
        asked = shoots(self.squads(), aim(at=0), dice=([6, 1, 1],)).state
        assert asked.asked is not None
        assert (asked.asked.seat, asked.asked.kind) == ("axis", "mistake")
        swap = Mistake("axis 0.0", "axis 0.2")
        told_ = told(asked, lambda story: shooting.mistake(story, "axis", swap), 3, 1)
        assert told_.one(Mistook).swapped
        assert told_.one(TeamsGone).teams == ("axis 0.2",)
        assert told_.state.asked is None

    def test_core_6_5_asked_again_while_there_is_something_left_to_swap(self) -> None:
        asked = shoots(self.squads(theirs=4), aim(at=0), dice=([6, 6, 1],)).state
        swap = Mistake("axis 0.0", "axis 0.2")
        again = told(asked, lambda story: shooting.mistake(story, "axis", swap), 2).state
        assert again.asked is not None
        assert again.fire is not None
        assert again.fire.used == ("axis 0.0", "axis 0.2")
        left = [o.takes["one"].values[0] for o in shooting.question_options(again, "axis") if o.act == "mistake"]  # type: ignore[attr-defined]
        assert left == ["axis 0.1", "axis 0.3"]

    def test_core_6_5_a_failure_uses_both_up(self) -> None:
        asked = shoots(self.squads(theirs=2), aim(at=0), dice=([6, 1, 1],)).state
        swap = Mistake("axis 0.0", "axis 0.1")
        told_ = told(asked, lambda story: shooting.mistake(story, "axis", swap), 2, 1)
        assert not told_.one(Mistook).swapped
        assert told_.state.asked is None
        assert told_.one(TeamsGone).teams == ("axis 0.0",)

    def test_core_6_5_pass_lets_the_hits_be(self) -> None:
        asked = shoots(self.squads(), aim(at=0), dice=([6, 1, 1],)).state
        told_ = told(asked, lambda story: shooting.no_mistake(story, "axis"), 1)
        assert told_.one(TeamsGone).teams == ("axis 0.0",)
        assert told_.state.asked is None
        assert told_.state.fire is None

    def test_core_6_5_nobody_is_asked_within_eight_inches(self) -> None:
        told = shoots(self.squads(far=9), aim(at=0), dice=(6, 3))
        assert not told.of(Asked)
        assert told.of(Harmed)

    def test_core_6_5_nobody_is_asked_about_a_lone_team(self) -> None:
        assert not shoots(duel(rifles(), rifles()), aim(), dice=(6, 3)).of(Asked)

    def test_core_6_5_only_who_is_asked_answers_and_only_what_may_be(self) -> None:
        asked = shoots(self.squads(), aim(at=0), dice=([6, 1, 1],)).state
        for seat, swap, why in (
            ("allied", Mistake("axis 0.0", "axis 0.1"), "not asked"),
            ("axis", Mistake("axis 0.0", "axis 0.0"), "nothing would change"),
            ("axis", Mistake("axis 0.1", "axis 0.2"), "nothing would change"),
            ("axis", Mistake("axis 0.0", "nobody"), "cannot be hit"),
        ):
            story = Story(asked, Dice(Faces()))
            with pytest.raises(Illegal, match=why):
                shooting.mistake(story, seat, swap)  # type: ignore[arg-type]
            assert not story.events
        refused(asked, aim(), why="must answer a question first")

    def test_core_6_1_volleys_at_two_units_swap_only_within_each(self) -> None:
        ours = Group("Ours", [rifles()] * 2, [(20, 10), (22, 10)])
        foes = [Group("A", [rifles()] * 2, [(18, 24), (20, 24)]), Group("B", [rifles()] * 2, [(22, 24), (24, 24)])]
        state = battle([ours], foes)
        for id in list(state.teams):
            state = with_team(state, id, moved=id.startswith("axis"))
        told_ = shoots(state, Aim("allied 0.0", 0, "axis 0.0"), Aim("allied 0.1", 0, "axis 1.0"), dice=(6, 6))
        assert told_.state.asked is not None
        assert told_.state.asked.units == ("axis 0", "axis 1")
        pairs = {
            (option.takes["one"].values[0], other)  # type: ignore[attr-defined]
            for option in shooting.question_options(told_.state, "axis")
            if option.act == "mistake"
            for other in option.takes["other"].values  # type: ignore[attr-defined]
        }
        assert pairs == {
            ("axis 0.0", "axis 0.1"),
            ("axis 0.1", "axis 0.0"),
            ("axis 1.0", "axis 1.1"),
            ("axis 1.1", "axis 1.0"),
        }


class TestHarm:
    def test_core_6_6_infantry_saves_or_is_destroyed(self) -> None:
        saved = shoots(duel(rifles(), rifles()), aim(), dice=(6, 3))
        assert "axis 0.0" in saved.state.teams
        assert shoots(duel(rifles(), rifles()), aim(), dice=(6, 2)).one(TeamsGone).teams == ("axis 0.0",)

    def test_core_6_7_foxholes_ask_for_firepower(self) -> None:
        dug_in = with_team(duel(rifles(), rifles()), "axis 0.0", foxholes=True)
        assert "axis 0.0" in shoots(dug_in, aim(), dice=(6, 1, 5)).state.teams
        assert "axis 0.0" not in shoots(dug_in, aim(), dice=(6, 1, 6)).state.teams

    def test_core_6_7_so_does_a_wall_in_front_but_not_one_behind(self) -> None:
        front = Feature("stone-wall", line=((17000, 18800), (23000, 18800)))
        behind = Feature("stone-wall", line=((17000, 21200), (23000, 21200)))
        assert "axis 0.0" in shoots(duel(rifles(), rifles(), features=(front,)), aim(), dice=(6, 1, 5)).state.teams
        assert "axis 0.0" not in shoots(duel(rifles(), rifles(), features=(behind,)), aim(), dice=(6, 1)).state.teams

    def test_core_6_6_front_and_side_armour(self) -> None:
        # 6 front and a die of 5 against anti-tank 11: just glanced; side armour 3 lets it through
        facing = shoots(duel(T34, PANZER), aim(), dice=([6, 1], 5, 2))
        assert facing.one(Harmed).harms[0].result == "glanced off"
        away = with_team(duel(T34, PANZER), "axis 0.0", facing=0)
        assert shoots(away, aim(), dice=([6, 1], 3)).one(TeamsGone).wrecks == ("axis 0.0",)

    def test_core_6_6_long_range_helps_armour_but_not_against_heat(self) -> None:
        far = shoots(duel(T34, PANZER, far=20), aim(), dice=([6, 1], 5))
        assert far.one(Harmed).harms[0].result == "bounced off"
        heat = tank("StuH", weapons=(replace(GUN, rules=("heat",)),))
        assert (
            shoots(duel(heat, PANZER, far=20), aim(), dice=([6, 1], 5, 2)).one(Harmed).harms[0].result == "glanced off"
        )

    def test_core_6_6_bailed_out_and_again(self) -> None:
        once = shoots(duel(T34, PANZER), aim(), dice=([6, 1], 1, 2))
        assert once.state.teams["axis 0.0"].bailed_out
        twice = shoots(
            with_team(duel(T34, PANZER), "axis 0.0", bailed_out=True),
            aim(),
            dice=([6, 1], 1, 2, 3),
        )
        assert twice.one(TeamsGone).how == "destroyed"

    def test_core_2_4_a_commander_near_helps_the_crew_stay(self) -> None:
        theirs = [Group("HQ", [PANZER], [(24, 20)], 180, hq=True), Group("Theirs", [PANZER], [(20, 20)], 180)]
        state = battle([Group("Ours", [T34], [(20, 10)])], theirs)
        state = with_team(with_team(state, "axis 1.0", bailed_out=True), "axis 0.0", moved=True)
        told = shoots(state, Aim("allied 0.0", 0, "axis 1.0"), dice=([6, 1], 1, 2, 3, 4))
        assert told.one(Harmed).harms[0].result == "stayed in"

    def test_core_12_gun_shield_only_from_the_front(self) -> None:
        shielded = gun(rules=("gun-shield",))
        assert "axis 0.0" in shoots(duel(rifles(), shielded), aim(), dice=(6, 1, 5)).state.teams
        back = with_team(duel(rifles(), shielded), "axis 0.0", facing=0)
        assert "axis 0.0" not in shoots(back, aim(), dice=(6, 1)).state.teams

    def test_core_12_brutal_saves_twice(self) -> None:
        brutal = tank("ISU", weapons=(replace(GUN, rules=("brutal",)),))
        assert "axis 0.0" not in shoots(duel(brutal, rifles()), aim(), dice=([6, 1], 6, 1)).state.teams

    def test_core_12_flame_throwers_pin(self) -> None:
        flame = Weapon("flame", 4, halted=1, moving=1, anti_tank=2, firepower=2, rules=("flame-thrower",))
        told = shoots(duel(rifles(weapons=(flame,)), rifles(), far=5), aim(), dice=(6, 6, 6))
        assert told.one(PinnedDown).unit == "axis 0"

    def test_core_12_smoke_shells_mark_and_harm_nobody(self) -> None:
        smoky = tank("StuH", weapons=(replace(GUN, rules=("smoke",)),))
        told = shoots(duel(smoky, rifles()), aim(smoke=True), dice=(6,))
        assert told.one(Fired).smoked == ("axis 0.0",)
        assert told.state.teams["axis 0.0"].smoked
        assert not told.of(Harmed)
        refused(duel(T34, rifles()), aim(smoke=True), why="no smoke ammunition")

    def test_core_7_5_smoke_markers_lift(self) -> None:
        from orsha.tabletop.game.applying import apply

        state = with_team(duel(T34, rifles()), "axis 0.0", smoked=True)
        assert not apply(state, SmokeLifted("allied")).teams["axis 0.0"].smoked

    def test_core_6_8_five_hits_pin_over_several_shooters(self) -> None:
        mg = rifles(weapons=(Weapon("MG", 16, halted=3, moving=1, anti_tank=2, firepower=6),))
        foes = Group("Theirs", [rifles()] * 6, [(14 + 2 * n, 17) for n in range(6)])
        state = battle([Group("A", [mg], [(18, 10)]), Group("B", [mg], [(22, 10)])], [foes])
        for n in range(6):
            state = with_team(state, f"axis 0.{n}", moved=True)
        first = told(
            state,
            lambda story: shooting.shoot(story, "allied", Shoot("allied 0", (Aim("allied 0.0", 0, "axis 0.2"),))),
            6,
            6,
        )
        assert not first.of(PinnedDown)
        second = told(
            first.state,
            lambda story: shooting.shoot(story, "allied", Shoot("allied 1", (Aim("allied 1.0", 0, "axis 0.2"),))),
            [6, 6, 1],
            6,
        )
        assert second.one(PinnedDown).why == "5 hits, 5 are enough"

    def test_core_6_1_a_unit_that_misses_tells_only_that(self) -> None:
        told = shoots(duel(rifles(), rifles()), aim(), dice=(1,))
        assert [type(event).__name__ for event in told.events if not hasattr(event, "faces")] == ["Fired"]


class TestOptions:
    def test_each_unit_that_can_shoot_is_offered_once(self) -> None:
        ours = [Group("A", [rifles()], [(20, 10)]), Group("B", [rifles()], [(60, 10)])]
        state = battle(ours, [Group("Theirs", [rifles()], [(20, 20)])])
        (option,) = shooting.options(state, "allied")
        assert option.takes["unit"].contains("allied 0")
        assert option.takes["aims"].contains((aim(),))
        assert not option.takes["aims"].contains(())
        assert not option.takes["aims"].contains((Aim("allied 1.0", 0, "axis 0.0"),))
        assert not shooting.options(shoots(state, aim(), dice=(1,)).state, "allied")

    def test_the_guns_on_offer_are_just_those_that_the_rules_allow(self) -> None:
        """Every pair of weapon and target is offered if and only if shooting it alone is legal."""
        state = big_battle()
        for option in shooting.options(state, "allied"):
            guns = {(gun.team, gun.weapon): gun.at for gun in option.takes["aims"].guns}  # type: ignore[attr-defined]
            (unit,) = option.takes["unit"].values  # type: ignore[attr-defined]
            for id in [id for id in state.teams if id.startswith(f"{unit}.")]:
                for n in range(3):
                    for foe in [id for id in state.teams if id.startswith("axis")]:
                        legal = option.takes["aims"].contains((Aim(id, n, foe),))
                        assert legal == (foe in guns.get((id, n), ())), (id, n, foe)
            for one in option.takes["aims"].guns:  # type: ignore[attr-defined]
                assert option.takes["aims"].contains((Aim(one.team, one.weapon, one.at[0], moving=True),)) == one.moving

    @pytest.mark.parametrize("seed", range(12))
    def test_random_shooting_steps_are_accepted_and_leave_a_whole_state(self, seed: int) -> None:
        _, told = play(big_battle(), seed)
        assert "shoot" in told


def big_battle() -> BattleState:
    """Tanks, infantry with Panzerfausts, guns and a nest on a table with a wood, a house and a wall."""
    features = (
        Feature("woods", area=((8000, 14000), (16000, 14000), (16000, 18000), (8000, 18000))),
        Feature("building", area=((24000, 14000), (27000, 14000), (27000, 17000), (24000, 17000))),
        Feature("stone-wall", line=((18000, 20000), (30000, 20000))),
    )
    assault_gun = tank("SU-85", weapons=(replace(GUN, rules=("forward-firing", "smoke")), MG))
    ours = [
        Group("Tanks", [T34] * 3, [(8, 8), (12, 8), (16, 8)]),
        Group("Assault guns", [assault_gun] * 2, [(20, 8), (24, 8)], 30),
        Group("Storm group", [grenadiers()] * 4, [(18, 16), (20, 16), (22, 16), (20, 18)]),
        Group("Anti-tank guns", [gun(rules=("gun-shield",))] * 2, [(30, 8), (34, 8)], 200),
    ]
    theirs = [
        Group("Panzers", [PANZER] * 3, [(10, 22), (14, 22), (18, 26)], 180),
        Group("Grenadiers", [grenadiers()] * 5, [(18 + 2 * n, 21.3) for n in range(5)], 180),
        Group("Nest", [team("MG nest", "gun", rules=("nest",))], [(30, 24)], 180),
    ]
    state = battle(ours, theirs, features=features)
    return with_team(with_team(state, "axis 1.0", moved=True), "axis 1.1", foxholes=True)
