"""Hand to hand (core 9.2 steps 4 to 6; 2.4): blows, what they do, winning, testing to counterattack, captured tanks."""

from __future__ import annotations

from orsha.tabletop.force.card import Motivation, Skill
from orsha.tabletop.game import commands, events, facts
from orsha.tabletop.game import state as s
from orsha.tabletop.game.charging import counter_legs
from orsha.tabletop.game.leaving import clear_legs
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import grenadiers, gun, half_track, rifles, tank, team
from tests.tabletop.game.assault_stage import act, charge, face_to_face, group, held
from tests.tabletop.game.stage import INCH, Group, battle, with_team, with_unit

MEN = rifles()
UNARMED = team("Cooks", weapons=())


class TestBlows:
    def test_core_9_2_a_team_hits_on_its_assault_and_infantry_dies_without_a_save(self) -> None:
        keen = rifles(skill=Skill(5, assault=3))
        told = held(face_to_face([keen], [MEN]), 3)
        assert told.one(events.Fought).hits == 1
        assert told.one(events.TeamsGone).teams == ("axis 0.0",)
        assert not any("save" in ask.purpose for ask in told.dice.asked)

    def test_core_9_2_only_teams_in_contact_strike(self) -> None:
        state = battle(
            [Group("Ours", [MEN] * 2, [(20, 20), (24, 16)])], [group("Theirs", [MEN], 20, 23.5)], step="assault"
        )
        assert held(state, 6).one(events.Fought).strikers == ("allied 0.0",)

    def test_core_9_2_tanks_do_not_hit_tanks(self) -> None:
        told = held(face_to_face([tank()], [tank()]), 6)
        assert told.one(events.Fought).strikers == () and told.state.asked is not None

    def test_core_9_2_bare_hands_strike_the_top_armour_of_a_tank(self) -> None:
        told = held(face_to_face([MEN], [tank()]), 4, 1)
        assert told.one(events.Fought).harms[0].result == "bailed out"
        assert told.one(events.TeamsGone).how == "captured"

    def test_core_9_2_an_anti_tank_weapon_strikes_the_side_and_only_as_many_as_limited_says(self) -> None:
        state = face_to_face([grenadiers()] * 2, [tank(armour=(6, 5, 3))])
        told = held(state, [4, 4], 6)
        fought = told.one(events.Fought)
        assert fought.hits == 2 and {harm.result for harm in fought.harms} == {"destroyed", "already destroyed"}
        assert [ask.purpose.split(" to ")[0] for ask in told.dice.asked[1:]] == ["firepower of Panzerfaust"]

    def test_core_9_2_hits_are_spread_evenly(self) -> None:
        told = held(face_to_face([MEN] * 3, [MEN] * 2), [6, 6, 1])
        assert set(told.one(events.TeamsGone).teams) == {"axis 0.0", "axis 0.1"}

    def test_core_12_mounted_assault_strikes_with_the_number_of_those_aboard(self) -> None:
        carrier = half_track(skill=Skill(6, assault_mounted=(4, 3)))
        state = battle(
            [group("Carriers", [carrier], 20, 20), group("Riders", [MEN] * 2, 20, 20)],
            [group("Theirs", [UNARMED], 20, 23.5)],
            step="assault",
        )
        for n in range(2):
            state = with_team(state, f"allied 1.{n}", aboard="allied 0.0", x=20 * INCH, y=20 * INCH)
        told = charge(state, "allied 0", "axis 0", 3)
        assert told.one(events.Fought).hits == 1


class TestWon:
    def test_core_9_2_no_active_defender_within_four_inches_is_victory_without_a_test(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)], [Group("Theirs", [MEN] * 2, [(20, 23.5), (27, 23.5)])], step="assault"
        )
        told = held(state, 6)
        assert not told.of(events.Tested) and told.one(events.AssaultEnded).winner == "allied"

    def test_core_9_2_one_within_four_inches_keeps_it_going(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)], [Group("Theirs", [MEN] * 2, [(20, 23.5), (24.8, 23.5)])], step="assault"
        )
        assert held(state, 6, 4).one(events.Tested).passed == ("axis 0",)

    def test_core_9_2_bailed_out_tanks_in_contact_are_captured(self) -> None:
        state = with_team(face_to_face([MEN], [tank(), tank()]), "axis 0.0", bailed_out=True)
        state = with_team(state, "axis 0.1", x=40 * INCH)
        told = charge(state, "allied 0", "axis 0", 1)
        assert told.one(events.TeamsGone).how == "captured" and told.one(events.TeamsGone).teams == ("axis 0.0",)
        assert told.one(events.AssaultEnded).winner == "allied"

    def test_core_9_2_not_while_an_active_friend_is_about_it(self) -> None:
        state = with_team(face_to_face([MEN], [tank(), tank()]), "axis 0.0", bailed_out=True)
        told = held(state, 1, 6)
        now = act(told.state, "axis", commands.Counterattack(counter_legs(told.state, "axis 0")), 1, 1)
        last = act(now.state, "allied", commands.BreakOff(clear_legs(now.state, ("allied 0",))))
        assert last.one(events.AssaultEnded).winner == "axis" and "axis 0.0" in last.state.teams

    def test_core_9_2_a_friend_near_the_tank_saves_it_even_if_he_is_far_from_those_who_won(self) -> None:
        for y, kept in ((29, True), (33, False)):
            state = battle(
                [group("Ours", [MEN], 20, 20)],
                [Group("Theirs", [tank(weapons=())] * 2, [(20, 23.5), (20, y)], 180)],
                step="assault",
            )
            told = charge(with_team(state, "axis 0.0", bailed_out=True), "allied 0", "axis 0", 1)
            assert told.one(events.AssaultEnded).winner == "allied" and not told.of(events.Tested)
            assert ("axis 0.0" in told.state.teams) is kept


class TestCounterattackTest:
    def test_core_9_2_the_player_rolls_once_for_all_units(self) -> None:
        state = battle(
            [group("Ours", [MEN] * 2, 20, 20, 2.2)],
            [
                group("Brave", [rifles(motivation=Motivation(3))], 20, 23.5),
                group("Green", [rifles(motivation=Motivation(5))], 22.2, 23.5),
            ],
            step="assault",
        )
        told = held(state, [1, 1], 4)
        tested = told.one(events.Tested)
        assert tested.passed == ("axis 0",) and tested.failed == ("axis 1",)
        assert told.state.asked == s.Pending("axis", "break-off", ("axis 1",))

    def test_core_2_2_the_counterattack_number_replaces_motivation(self) -> None:
        fierce = rifles(motivation=Motivation(5, counterattack=2))
        assert held(face_to_face([MEN], [fierce]), 1, 2).one(events.Tested).passed == ("axis 0",)

    def test_core_2_4_the_commander_lets_a_failed_test_be_thrown_again(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), Group("HQ", [MEN], [(20, 29)], hq=True)],
            step="assault",
        )
        assert held(state, 1, 1, 6).one(events.Tested).passed == ("axis 0",)

    def test_core_2_4_not_from_farther_than_six_inches(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), Group("HQ", [MEN], [(20, 32)], hq=True)],
            step="assault",
        )
        assert held(state, 1, 1).one(events.Tested).failed == ("axis 0",)

    def test_core_9_2_a_pinned_unit_may_counterattack(self) -> None:
        state = with_unit(face_to_face([MEN], [MEN]), "axis 0", pinned=True)
        assert held(state, 1, 4).one(events.Tested).passed == ("axis 0",)

    def test_core_9_2_a_guns_crew_fights_where_it_stands(self) -> None:
        told = held(face_to_face([MEN], [gun()]), 1, 4)
        now = act(told.state, "axis", commands.Counterattack(()), 6)
        assert now.one(events.Fought).strikers == ("axis 0.0",)
        assert "allied 0.0" not in now.state.teams

    def test_core_9_2_the_others_test_in_their_turn(self) -> None:
        told = held(face_to_face([MEN] * 2, [MEN] * 2), [1, 1], 4)
        now = act(told.state, "axis", commands.Counterattack(()), [6, 1], 4)
        assert now.one(events.Tested).seat == "allied"
        assert now.state.asked == s.Pending("allied", "react", ("allied 0",))
        last = act(
            now.state, "allied", commands.Counterattack(()), [6, 6][: len(facts.teams_of(now.state, "allied 0"))], 1
        )
        assert last.one(events.Fought).by == "allied"

    def test_bystanders_of_those_who_charged_do_not_have_to_test(self) -> None:
        state = _with_bystander()
        told = held(state, 1, 4)
        now = act(told.state, "axis", commands.Counterattack(()), 1, 1)
        assert now.one(events.Tested).failed == ("allied 0",)


def _with_bystander() -> BattleState:
    return battle(
        [group("Ours", [MEN], 20, 20), group("Friends", [MEN], 22.5, 20.5)],
        [group("Theirs", [MEN], 20, 23.5)],
        step="assault",
    )
