"""Defensive Fire (core 9.2 steps 2 and 3): who shoots at those who charge, and what stops a charge."""

from __future__ import annotations

import pytest

from orsha.tabletop.force.card import Weapon
from orsha.tabletop.game import commands, defending, events, facts
from orsha.tabletop.game import state as s
from orsha.tabletop.game.commands import Aim
from orsha.tabletop.game.contact import gap
from orsha.tabletop.game.state import BattleState
from tests.tabletop.battle.told import FLAME, RIFLE, grenadiers, gun, rifles, tank, team
from tests.tabletop.game.assault_stage import act, charge, face_to_face, group, refused
from tests.tabletop.game.stage import INCH, Group, Told, battle, with_team, with_unit

MEN = rifles()
MG = Weapon("machine-gun", 16, halted=6, moving=2, anti_tank=2, firepower=6)
GUNNERS = team("MG team", weapons=(MG,))


def charged(ours: int, *theirs: object, **of: object) -> BattleState:
    """So many riflemen have charged these teams, who may shoot now."""
    return charge(face_to_face([MEN] * ours, theirs, **of)).state  # type: ignore[arg-type]


def shoot(state: BattleState, *faces: object, by: str = "axis 0.0", weapon: int = 0, at: str = "allied 0.0") -> Told:
    return act(state, "axis", commands.Defend((Aim(by, weapon, at),)), *faces)  # type: ignore[arg-type]


class TestWhoShoots:
    def test_core_9_2_the_units_that_can_shoot_are_asked(self) -> None:
        assert charged(1, MEN).asked == s.Pending("axis", "defend", ("axis 0",))

    def test_core_9_2_at_the_halted_rate_whatever_it_did_in_its_own_turn(self) -> None:
        state = with_team(charged(1, GUNNERS), "axis 0.0", moved=True, dashed=True, shot="moving")
        told = shoot(state, [1] * 6, 1, 1)
        assert told.one(events.Fired).volleys[0].shots == 6 and told.one(events.Fired).how == "defensive"

    def test_core_9_2_at_the_moving_rate_if_pinned(self) -> None:
        state = with_unit(charged(1, GUNNERS), "axis 0", pinned=True)
        assert shoot(state, [1, 1], 1, 1).one(events.Fired).volleys[0].shots == 2

    def test_core_9_2_those_who_charge_have_neither_concealment_nor_cover(self) -> None:
        state = charged(1, MEN)
        told = shoot(state, 4, 1)
        assert told.one(events.Fired).volleys[0].needed == "4+"
        assert "allied 0.0" not in told.state.teams

    def test_core_9_2_within_eight_inches_of_an_assaulting_team(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20)],
            [group("Theirs", [MEN], 20, 23.5), group("Near", [MEN], 29.4, 22), group("Far", [MEN], 32, 22)],
            step="assault",
        )
        after = charge(state).state
        assert after.asked is not None and after.asked.units == ("axis 0", "axis 1")
        refused(after, "axis", commands.Defend((Aim("axis 2.0", 0, "allied 0.0"),)), "within 8 inches")

    def test_core_9_2_only_at_those_who_charge(self) -> None:
        state = battle(
            [group("Ours", [MEN], 20, 20), group("Others", [MEN], 24, 20)],
            [group("Theirs", [MEN], 20, 23.5)],
            step="assault",
        )
        refused(charge(state).state, "axis", commands.Defend((Aim("axis 0.0", 0, "allied 1.0"),)), "no assaulting team")

    def test_core_9_2_not_by_bailed_out_tanks(self) -> None:
        state = with_team(face_to_face([MEN], [tank()]), "axis 0.0", bailed_out=True)
        told = charge(state, "allied 0", "axis 0", 1)
        assert not [one for one in told.of(events.Asked) if one.question and one.question.kind == "defend"]

    def test_core_12_limited_weapons_as_often_as_they_may(self) -> None:
        state = charged(2, grenadiers(), grenadiers())
        both = commands.Defend((Aim("axis 0.0", 1, "allied 0.0"), Aim("axis 0.1", 1, "allied 0.1")))
        refused(state, "axis", both, "may use Panzerfaust")

    def test_core_6_2_a_gun_shoots_to_its_front_and_may_turn(self) -> None:
        state = charge(face_to_face([MEN], [gun()])).state
        away = with_team(state, "axis 0.0", facing=0)
        told = shoot(away, [1, 1], 1, 1)
        assert told.one(events.Fired).volleys[0].facing == 180

    @pytest.mark.parametrize("switch", [True, False])
    def test_core_12_assault_smoke_conceals_all_who_charge_from_teams_not_contacted_if_the_table_says_so(
        self, switch: bool
    ) -> None:
        """One of two charging teams laid it; of the enemies one is charged and one looks on."""
        state = battle(
            [group("Ours", [MEN] * 2, 20, 20)],
            [group("Theirs", [MEN], 21, 23.5), group("Others", [MEN], 26, 24)],
            step="assault",
            moving={"assault-smoke": switch},
        )
        now = charge(with_team(state, "allied 0.1", bombarded="assault smoke")).state
        hides = {
            (by, at): defending.target(now, by, at, RIFLE, 2).concealed
            for by in ("axis 0.0", "axis 1.0")
            for at in ("allied 0.0", "allied 0.1")
        }
        assert hides == {pair: switch and pair[0] == "axis 1.0" for pair in hides}

    def test_no_smoke_no_empty_fire_no_stranger(self) -> None:
        state = charged(1, MEN)
        refused(state, "axis", commands.Defend(()), "at least one weapon")
        refused(state, "axis", commands.Defend((Aim("axis 0.0", 0, "allied 0.0", True),)), "smoke")
        refused(state, "axis", commands.Defend((Aim("axis 0.0", 7, "allied 0.0"),)), "no weapon number 7")
        refused(state, "allied", commands.Defend((Aim("allied 0.0", 0, "axis 0.0"),)), "no Defensive Fire")

    def test_what_is_offered_is_every_weapon_that_bears(self) -> None:
        found = defending.guns(charged(2, grenadiers(), MEN))
        assert {(one.team, one.name) for one in found} == {
            ("axis 0.0", "rifle"),
            ("axis 0.0", "Panzerfaust"),
            ("axis 0.1", "rifle"),
        }
        assert all(set(one.at) == {"allied 0.0", "allied 0.1"} for one in found)


class TestStopped:
    def test_core_9_2_five_hits_stop_infantry_who_fall_back_and_are_pinned(self) -> None:
        told = shoot(charged(3, GUNNERS), [6, 6, 6, 6, 6, 1], 6)
        assert told.one(events.ChargeStopped).why == "5 hits"
        assert told.state.units["allied 0"].pinned and told.one(events.AssaultEnded).winner == "axis"
        assert told.state.assault is None and told.state.asked is None
        for n in range(3):
            assert gap(facts.stand(told.state, f"allied 0.{n}"), facts.stand(told.state, "axis 0.0")) > 2 * INCH

    def test_the_switch_says_how_far_a_stopped_assault_falls_back(self) -> None:
        for inches in (4, 12):
            state = charge(face_to_face([MEN] * 3, [GUNNERS], moving={"fall-back": inches})).state
            told = act(state, "axis", commands.Defend((Aim("axis 0.0", 0, "allied 0.0"),)), [6, 6, 6, 6, 6, 1], 6)
            for n in range(3):
                far = gap(facts.stand(told.state, f"allied 0.{n}"), facts.stand(told.state, "axis 0.0"))
                assert far > inches * INCH

    def test_core_9_2_four_hits_do_not(self) -> None:
        told = shoot(charged(3, GUNNERS), [6, 6, 6, 6, 1, 1], 6, 6)
        assert not told.of(events.ChargeStopped) and told.of(events.Fought)
        assert not told.state.units["allied 0"].pinned

    def test_core_9_2_twelve_teams_take_eight_hits(self) -> None:
        two_rows = [(17 + 1.7 * (n % 4), 20.3 - 1.7 * (n // 4)) for n in range(12)]
        horde = battle(
            [Group("Ours", [MEN] * 12, two_rows)], [group("Theirs", [GUNNERS] * 2, 20, 23.5)], step="assault"
        )
        state = charge(horde).state
        at = state.assault.teams[0] if state.assault is not None else ""
        fire = commands.Defend((Aim("axis 0.0", 0, at), Aim("axis 0.1", 0, at)))
        seven = act(state, "axis", fire, [6] * 7 + [1] * 5, 6, *_blows_and_tests(state))
        assert not seven.of(events.ChargeStopped)
        eight = act(state, "axis", fire, [6] * 8 + [1] * 4, 6)
        assert eight.one(events.ChargeStopped).why == "8 hits"

    def test_core_9_2_two_tanks_out_of_action_stop_tanks_who_are_not_pinned(self) -> None:
        state = charge(face_to_face([tank()] * 3, [gun(), gun()], ours_of={"apart": 2.2})).state
        fire = commands.Defend((Aim("axis 0.0", 0, "allied 0.0"), Aim("axis 0.1", 0, "allied 0.1")))
        told = act(state, "axis", fire, [4, 1], [4, 1], [1, 1], [6, 6])
        assert told.one(events.ChargeStopped).why == "2 tanks out of action"
        assert not told.state.units["allied 0"].pinned

    def test_core_9_2_a_lone_tank_that_is_bailed_out_is_stopped_and_captured(self) -> None:
        state = charge(face_to_face([tank()], [gun()])).state
        told = shoot(state, [6, 1], 1, 1)
        assert told.one(events.ChargeStopped).why == "a tank out of action"
        assert told.one(events.TeamsGone).how == "captured"

    def test_core_9_2_a_flame_thrower_pins_and_does_not_stop(self) -> None:
        state = charged(3, team("Sappers", weapons=(FLAME,)))
        told = shoot(state, [6, 1, 1, 1], 6, 6, [1, 1, 1], 1)
        assert told.state.units["allied 0"].pinned and not told.of(events.ChargeStopped) and told.of(events.Fought)

    def test_core_9_2_the_hits_of_a_weapon_are_spread_over_those_who_charge(self) -> None:
        told = shoot(charged(3, GUNNERS), [6, 6, 6, 1, 1, 1], 1)
        assert told.one(events.AssaultEnded).winner == "axis" and "allied 0" not in {
            facts.unit_id(t) for t in told.state.teams
        }

    def test_core_9_2_the_armour_that_faces_the_shooter_or_always_the_side(self) -> None:
        for settings, anti_tank_beats in (({}, False), ({"defensive-fire-armour": "side"}, True)):
            rifle = Weapon("anti-tank rifle", 16, halted=1, moving=1, anti_tank=6, firepower="auto")
            state = charge(face_to_face([tank()], [team("PTRD", weapons=(rifle,))], moving=settings)).state
            # Front 6 and any die is more than 6; side 5 and a 1 is a glancing hit.
            told = shoot(state, 6, *((1,) if anti_tank_beats else (1, 1)))
            assert bool(told.of(events.ChargeStopped)) is anti_tank_beats

    def test_core_9_2_who_holds_fire_is_struck(self) -> None:
        told = act(charged(1, MEN), "axis", commands.Pass(), 6)
        assert told.one(events.Fought).hits == 1 and not told.of(events.Fired)


def _blows_and_tests(state: BattleState) -> tuple[list[int], int]:
    from orsha.tabletop.game.contact import in_contact

    return [1] * len(in_contact(state)[0]), 1


@pytest.mark.parametrize("weapon", [RIFLE])
def test_a_refusal_leaves_the_question_standing(weapon: Weapon) -> None:
    state = charged(1, team("Man", weapons=(weapon,)))
    refused(state, "axis", commands.Defend((Aim("axis 0.0", 0, "axis 0.0"),)), "no assaulting team")
    assert state.asked is not None
