"""Assaults (core 9; works 000; rooms 002): charging, Defensive Fire, what stops them, counterattack, breaking off."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.kernel.odds import pool
from orsha.tabletop.battle import assault as a
from orsha.tabletop.force.card import Motivation, Move, Team, Weapon
from tests.tabletop.battle.told import (
    INCH,
    RULES,
    Told,
    bunker,
    every,
    grenadiers,
    gun,
    half_track,
    nest,
    rifles,
    tank,
    team,
    truck,
)

INFANTRY_KOM = rifles(motivation=Motivation(4, komissar=3))


def charge(one: Team | None = None, rules: Any = RULES, **facts: Any) -> str:
    """What forbids a charge; nothing if it is allowed."""
    return a.forbids_charge(one or rifles(), a.Charger(**facts), rules) or ""


class TestWhoMayCharge:
    def test_infantry_and_armoured_tanks(self) -> None:
        assert charge(rifles()) == "" and charge(tank()) == "" and charge(half_track()) == ""

    @pytest.mark.parametrize(
        "one",
        [
            gun(),
            truck(),
            team("Stuka", "aircraft"),
            nest(),
            bunker(),
            tank("T-34 turret", rules=("bunker",)),
            rifles(rules=("heavy-weapon",)),
            rifles(rules=("independent", "observer")),
            tank("KV-8", rules=("flame-tank",)),
        ],
    )
    def test_not_guns_unarmoured_heavy_weapons_independents_flame_tanks_or_works(self, one: Team) -> None:
        assert "do not charge" in charge(one)

    @pytest.mark.parametrize(
        ("facts", "why"),
        [
            ({"in_command": False}, "Out of Command"),
            ({"pinned": True}, "pinned"),
            ({"bailed_out": True}, "Bailed Out"),
            ({"mounted": True}, "passengers"),
            ({"dashed": True}, "dashed"),
            ({"bombarded": "yes"}, "bombarded"),
            ({"fired_at_aircraft": True}, "aircraft"),
            ({"forbidden": ("assault",)}, "order"),
            ({"shot": "halted"}, "moving rate"),
        ],
    )
    def test_not_after_what_it_did_or_suffered(self, facts: dict[str, Any], why: str) -> None:
        assert why in charge(**facts)

    def test_assault_smoke_does_not_keep_it_back(self) -> None:
        assert charge(bombarded="assault smoke") == ""

    def test_moved_no_more_than_tactical_and_never_more_than_10_inches(self) -> None:
        assert charge(moved=8 * INCH) == "" and "no more than 8 inches" in charge(moved=8 * INCH + 1)
        fast = tank(move=Move(12, 16, 24, 28, 2))
        assert charge(fast, moved=10 * INCH) == "" and "no more than 10 inches" in charge(fast, moved=11 * INCH)

    def test_what_follow_me_gave_does_not_count_unless_switched(self) -> None:
        assert charge(moved=8 * INCH, ordered=4 * INCH) == ""
        assert "8 inches" in charge(rules=RULES.set("charge-after-orders", True), moved=8 * INCH, ordered=INCH)

    def test_who_shot_did_so_at_the_moving_rate_and_near_the_team_it_charges(self) -> None:
        assert charge(shot="moving", shot_from_target=8 * INCH) == ""
        assert "within 8 inches" in charge(shot="moving", shot_from_target=8 * INCH + 1)

    def test_4_inches_and_6_with_urrah(self) -> None:
        assert a.charge_reach(rifles(), RULES) == 4 and a.charge_reach(rifles(rules=("urrah",)), RULES) == 6

    def test_000_bunkers_only_from_their_field_of_fire_and_no_works_by_tanks(self) -> None:
        assert a.forbids_target(rifles(), bunker(), RULES) is None
        assert "field of fire" in str(a.forbids_target(rifles(), bunker(), RULES, in_its_field=False))
        assert a.forbids_target(rifles(), nest(), RULES, in_its_field=False) is None
        assert "tank teams" in str(a.forbids_target(tank(), nest(), RULES))
        assert a.forbids_target(tank(), rifles(), RULES) is None


class TestDefensiveFire:
    def why(self, one: Team, **facts: Any) -> str:
        return a.forbids_defensive_fire(one, a.Shooter(**{"mils": 8 * INCH, **facts}), RULES) or ""

    def test_every_team_that_sees_an_assaulting_one_within_8_inches(self) -> None:
        assert self.why(rifles()) == "" == self.why(gun()) == self.why(tank())
        assert "within 8 inches" in self.why(rifles(), mils=8 * INCH + 1)
        assert "in sight" in self.why(rifles(), seen=False)

    def test_not_bailed_out_tanks_passengers_or_the_unarmed(self) -> None:
        assert "Bailed Out" in self.why(tank(), bailed_out=True)
        assert "passengers" in self.why(rifles(), mounted=True)
        assert "nothing to shoot with" in self.why(truck())
        immobile = Weapon("heavy gun", 40, halted=1, anti_tank=14, firepower=2)
        assert self.why(gun(weapons=(immobile,))) == ""
        mortar = Weapon("mortar", 40, fires="artillery", anti_tank=1, firepower=4)
        assert "nothing to shoot with" in self.why(rifles(weapons=(mortar,)))

    def test_nothing_protects_those_who_charge_but_rooms(self) -> None:
        assert a.protection(RULES) == a.Protection(False, False, False, "facing")
        assert a.protection(RULES, in_a_room=True) == a.Protection(True, True, False, "facing")

    def test_the_switches(self) -> None:
        assert a.protection(RULES.set("defensive-fire-armour", "side")).armour == "side"
        assert not a.protection(RULES, smoke_and_untouched=True).concealed
        assert a.protection(RULES.set("assault-smoke", True), smoke_and_untouched=True).concealed


class TestStopped:
    def test_five_hits_stop_infantry_eight_a_large_unit(self) -> None:
        assert [a.stopped(a.UnderFire(7, hits=n), RULES).stopped for n in (4, 5)] == [False, True]
        assert [a.stopped(a.UnderFire(12, hits=n), RULES).stopped for n in (5, 7, 8)] == [False, False, True]

    def test_stopped_infantry_fall_back_and_are_pinned(self) -> None:
        assert a.stopped(a.UnderFire(7, hits=6), RULES) == a.Stopped(True, "6 hits", 2, True)
        assert a.stopped(a.UnderFire(7, hits=6), RULES.set("fall-back", 4)).fall_back == 4

    def test_two_tanks_lost_or_the_only_one(self) -> None:
        def tanks(number: int, lost: int) -> a.Stopped:
            return a.stopped(a.UnderFire(number, number, tanks_lost=lost), RULES)

        assert [tanks(5, n).stopped for n in (0, 1, 2)] == [False, False, True]
        assert tanks(1, 1) == a.Stopped(True, "a tank out of action", 2, False), "tanks are never pinned"
        assert tanks(5, 2).why == "2 tanks out of action"

    def test_hits_alone_do_not_stop_tanks(self) -> None:
        assert not a.stopped(a.UnderFire(5, 5, hits=9), RULES).stopped

    @pytest.mark.parametrize("shots", [4, 6, 12])
    def test_the_chance_to_be_stopped(self, shots: int) -> None:
        hits = pool(shots, Fraction(1, 2))
        by_hand = sum(hits.chance(n) for n in range(shots + 1) if a.stopped(a.UnderFire(7, hits=n), RULES).stopped)
        assert a.stop_chance(hits, a.UnderFire(7), RULES) == by_hand
        lost = sum(
            hits.chance(n) for n in range(shots + 1) if a.stopped(a.UnderFire(3, 3, tanks_lost=n), RULES).stopped
        )
        assert a.stop_chance(hits, a.UnderFire(3, 3), RULES) == lost


class TestWon:
    def test_when_no_active_defender_is_within_4_inches(self) -> None:
        assert a.won([], RULES) and a.won([4 * INCH + 1], RULES)
        assert not a.won([9 * INCH, 4 * INCH], RULES)


class TestCounterattack:
    SQUAD = a.Involved("Grenadiers", grenadiers())
    STURM = a.Involved("Pioneers", grenadiers(motivation=Motivation(4, counterattack=3)))

    def test_counterattack_if_the_card_has_it_or_motivation(self) -> None:
        assert [a.counterattack_number(one) for one in (self.SQUAD, self.STURM)] == [4, 3]

    def test_a_komissar_and_passengers(self) -> None:
        assert a.counterattack_number(a.Involved("Rifles", INFANTRY_KOM, komissar=True)) == 3
        track = half_track(motivation=Motivation(4, counterattack=6, counterattack_mounted=4))
        assert a.counterattack_number(a.Involved("Tracks", track)) == 6
        assert a.counterattack_number(a.Involved("Tracks", track, passengers=1)) == 4

    def test_one_die_of_the_player_is_compared_with_each_unit(self) -> None:
        dice = Told(3)
        result = a.counterattack([self.SQUAD, self.STURM], dice, "axis")
        assert (result.passed, result.failed) == (("Pioneers",), ("Grenadiers",))
        assert dice.purposes == ["counterattack (Grenadiers 4+, Pioneers 3+)"]

    def test_a_commander_near_throws_it_again_for_his_unit_alone(self) -> None:
        helped = a.Involved("Grenadiers", grenadiers(), commander=True)
        dice = Told(2, 4)
        result = a.counterattack([helped, self.STURM], dice, "axis")
        assert (result.passed, result.failed) == (("Grenadiers",), ("Pioneers",)) and dice.all_thrown()

    def test_he_does_not_throw_again_what_was_passed(self) -> None:
        helped = a.Involved("Grenadiers", grenadiers(), commander=True)
        assert len(a.counterattack([helped], Told(4), "axis").rolls) == 1

    @pytest.mark.parametrize("helped", [(False, False), (True, False), (True, True)])
    def test_the_odds_of_who_passes_together_are_exact(self, helped: tuple[bool, bool]) -> None:
        units = [
            a.Involved("Grenadiers", grenadiers(), commander=helped[0]),
            a.Involved("Pioneers", self.STURM.leader, commander=helped[1]),
        ]
        by_force = every(lambda dice: a.counterattack(units, dice, "axis").passed)
        assert a.counterattack_odds(units).as_dict() == by_force
        assert a.counterattack_chance(units[0]) == sum(p for who, p in by_force.items() if "Grenadiers" in who)


class TestBreakingOff:
    def off(self, one: Team, clear: bool = True, rules: Any = RULES, **facts: Any) -> a.BrokeOff:
        return a.break_off(one, a.Leaver(clear, **facts), rules)

    def test_a_tactical_move_to_more_than_6_inches_from_every_assaulting_team(self) -> None:
        assert a.break_off_inches(rifles()) == 8 and a.break_off_inches(nest()) == 0
        assert a.is_clear(6 * INCH + 1, RULES) and not a.is_clear(6 * INCH, RULES)
        assert self.off(rifles()).fate == "gets away"
        assert self.off(rifles(), clear=False).fate == "destroyed"

    def test_what_cannot_move_is_destroyed(self) -> None:
        assert self.off(nest()).fate == "destroyed" == self.off(gun(move=Move(None, 2, 4, 4, 6))).fate

    def test_infantry_and_guns_are_pinned_then_tanks_are_not(self) -> None:
        assert self.off(rifles()).pinned and self.off(gun()).pinned and not self.off(tank()).pinned
        assert not self.off(rifles(), rules=RULES.set("break-off-pins", False)).pinned

    def test_unarmoured_tanks_always_break_off(self) -> None:
        assert a.must_break_off(truck()) and not a.must_break_off(tank()) and not a.must_break_off(gun())

    def test_bailed_out_tanks_are_captured(self) -> None:
        assert self.off(tank(), bailed_out=True) == a.BrokeOff("destroyed", why="a Bailed Out tank is captured")
        assert a.captured(tank(), bailed_out=True, touched=True, active_friends=False)
        assert not a.captured(tank(), bailed_out=True, touched=True, active_friends=True)
        assert not a.captured(tank(), bailed_out=True, touched=False, active_friends=False)
        assert not a.captured(tank(), bailed_out=False, touched=True, active_friends=False)

    def test_002_guns_and_teams_upstairs_do_not_leave_a_contested_room(self) -> None:
        assert self.off(rifles(), room="contested").fate == "gets away"
        assert self.off(rifles(), room="contested", upper_floor=True).fate == "destroyed"
        assert self.off(gun(), room="contested").fate == "destroyed"

    def test_002_teams_in_an_assaulting_room_stay(self) -> None:
        assert self.off(rifles(), clear=False, room="assaulting", upper_floor=True).fate == "stays"


def test_the_winner_consolidates_4_inches_unless_pinned() -> None:
    assert a.consolidation(False, RULES) == 4 and a.consolidation(True, RULES) == 0
