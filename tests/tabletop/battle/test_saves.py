"""What a hit does: armour, saves, firepower, bailing out (core 6.6, 6.7; 000 Bunker, Nests)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from orsha.kernel import Illegal, Modifier
from orsha.tabletop.battle.rules import STANDARD
from orsha.tabletop.battle.saves import (
    Strike,
    Struck,
    armour,
    bulletproof,
    facing,
    firepower,
    graded,
    remount,
    resolve,
    save,
    save_again,
)
from orsha.tabletop.force.card import Motivation, Weapon
from tests.tabletop.battle.told import INCH, Told, bunker, gun, nest, rifles, tank, team, truck

STUG = tank("StuG", (7, 3, 1), rules=("bazooka-skirts",))
PANTHER = tank("Panther", (9, 5, 1), motivation=Motivation(4, remount=3))


def weapon(anti_tank: int | None = 12, firepower: Any = 3, *rules: str, **changes: Any) -> Weapon:
    return Weapon("gun", 40, halted=2, moving=1, anti_tank=anti_tank, firepower=firepower, rules=rules, **changes)


def hit(on: Any = None, by: Weapon | None = None, name: str = "A", **changes: Any) -> Strike:
    return Strike(name, on if on is not None else tank(), by or weapon(), **changes)


def after(dice: Told, *strikes: Strike) -> list[tuple[str, str]]:
    """Results and conditions; every die that was told must have been thrown."""
    struck = resolve(dice, strikes, "soviet", "german")
    assert dice.all_thrown(), "some dice were not needed"
    return [(one.result, one.condition) for one in struck]


def values(strike: Strike) -> list[tuple[str, int]]:
    return [(m.name, m.value) for m in armour(strike)]


class TestArmour:
    def test_core_6_6_more_than_the_anti_tank_number_bounces_off(self) -> None:
        assert after(Told(4), hit(by=weapon(9))) == [("bounced off", "fighting")]

    def test_core_6_6_the_number_itself_glances_and_firepower_bails_it_out(self) -> None:
        assert after(Told(3, 3), hit(by=weapon(9))) == [("bailed out", "bailed out")]
        assert after(Told(3, 2), hit(by=weapon(9))) == [("glanced off", "fighting")]

    def test_core_6_6_less_goes_through_and_firepower_destroys_it_or_bails_it_out(self) -> None:
        assert after(Told(2, 3), hit(by=weapon(9))) == [("destroyed", "destroyed")]
        assert after(Told(2, 2), hit(by=weapon(9))) == [("bailed out", "bailed out")]

    def test_core_6_6_firepower_auto_needs_no_die(self) -> None:
        assert after(Told(2), hit(by=weapon(9, "auto"))) == [("destroyed", "destroyed")]
        assert after(Told(3), hit(by=weapon(9, "auto"))) == [("bailed out", "bailed out")]

    def test_a_die_that_cannot_matter_is_not_thrown(self) -> None:
        assert after(Told(), hit(by=weapon(2, 6))) == [("bounced off", "fighting")]
        assert after(Told(6), hit(by=weapon(15))) == [("destroyed", "destroyed")], "only firepower is in doubt"

    @pytest.mark.parametrize(("total", "grade"), [(10, "stopped"), (9, "glanced"), (8, "through")])
    def test_core_6_6_the_three_grades(self, total: int, grade: str) -> None:
        assert graded(total, 9) == grade

    def test_core_6_6_front_and_side_by_facing(self) -> None:
        assert values(hit()) == [("front armour", 6)] and values(hit(facing="side")) == [("side armour", 5)]

    def test_core_6_6_bombardments_and_flames_strike_the_top(self) -> None:
        assert values(hit(bombardment=True)) == [("top armour", 1)]
        assert facing(hit(by=weapon(2, "auto", "flame-thrower"))) == "top"

    def test_core_6_6_beyond_16_inches_armour_is_1_better_but_not_against_heat(self) -> None:
        assert values(hit(range=16 * INCH)) == [("front armour", 6)]
        assert values(hit(range=17 * INCH)) == [("front armour", 6), ("over 16 inches", 1)]
        assert values(hit(by=weapon(10, 2, "heat"), range=17 * INCH)) == [("front armour", 6)]
        assert values(hit(range=60 * INCH, bombardment=True)) == [("top armour", 1)]

    @pytest.mark.parametrize(("strength", "side"), [(5, 5), (6, 5), (4, 3), ("auto", 3)])
    def test_core_6_6_bazooka_skirts_make_the_side_5_against_firepower_5_and_6(self, strength: Any, side: int) -> None:
        strike = hit(STUG, weapon(11, strength), facing="side")
        assert sum(m.value for m in armour(strike)) == side

    def test_bazooka_skirts_leave_the_front_and_a_better_side_alone(self) -> None:
        assert values(hit(STUG, weapon(11, 5))) == [("front armour", 7)]
        thick = tank("Thick", (9, 6, 1), rules=("bazooka-skirts",))
        assert values(hit(thick, weapon(11, 5), facing="side")) == [("side armour", 6)]

    def test_the_roll_reads_like_the_rule(self) -> None:
        dice = Told(2, 3)
        resolve(dice, [hit(PANTHER, weapon(12), "Panther 2", range=20 * INCH)], "soviet", "german")
        assert [roll.words() for roll in dice.rolls] == [
            "german rolls armour of Panther 2 against gun, anti-tank 12: 2 +9 front armour +1 over 16 inches,"
            " needing 13+ gives 0 of 1",
            "soviet rolls firepower of gun to bail out Panther 2: 3, needing 3+ gives 1 of 1",
        ]

    def test_who_has_no_armour_rolls_a_save(self) -> None:
        with pytest.raises(Illegal, match="has no armour"):
            armour(hit(rifles()))


class TestBailedOutTwice:
    def test_core_6_6_a_tank_bailed_out_again_remounts_or_is_lost(self) -> None:
        bailed = hit(PANTHER, weapon(12), condition="bailed out")
        assert after(Told(3, 3, 3), bailed) == [("stayed in", "bailed out")]
        assert after(Told(3, 3, 2), bailed) == [("destroyed", "destroyed")]

    def test_core_2_4_its_commander_gives_a_second_try(self) -> None:
        bailed = hit(PANTHER, weapon(12), condition="bailed out", commander=True)
        assert after(Told(3, 3, 2, 3), bailed) == [("stayed in", "bailed out")]
        assert after(Told(3, 3, 2, 2), bailed) == [("destroyed", "destroyed")]

    def test_the_number_is_remount_and_a_komissars_where_better(self) -> None:
        assert remount(hit(PANTHER)).needed == 3 and remount(hit(tank())).needed == 4
        watched = tank(motivation=Motivation(5, komissar=3))
        assert remount(hit(watched)).needed == 5 and remount(hit(watched, komissar=True)).needed == 3

    def test_core_6_6_two_hits_of_one_volley_do_it_as_well(self) -> None:
        twice = (hit(PANTHER, weapon(12)), hit(PANTHER, weapon(12)))
        assert after(Told((3, 3), (3, 3), 2), *twice) == [("bailed out", "bailed out"), ("destroyed", "destroyed")]

    def test_a_destroyed_tank_is_hit_in_vain(self) -> None:
        twice = (hit(PANTHER, weapon(12)), hit(PANTHER, weapon(12)))
        assert after(Told((1, 3), 3, 3), *twice) == [("destroyed", "destroyed"), ("already destroyed", "destroyed")]

    def test_a_bailed_out_tank_may_still_be_destroyed_outright_and_a_bounce_does_nothing(self) -> None:
        bailed = hit(PANTHER, weapon(12), condition="bailed out")
        assert after(Told(2, 3), bailed) == [("destroyed", "destroyed")]
        assert after(Told(4), bailed) == [("bounced off", "bailed out")]


class TestSaves:
    def test_core_6_6_infantry_in_the_open_save_or_die(self) -> None:
        assert after(Told(3), hit(rifles(), weapon(2, 6))) == [("saved", "fighting")]
        assert after(Told(2), hit(rifles(), weapon(2, 6))) == [("destroyed", "destroyed")], "no firepower test"

    def test_core_6_6_unarmoured_vehicles_too_and_cover_does_not_help_them(self) -> None:
        assert after(Told(4), hit(truck(), weapon(2, 6), cover_all_round=True)) == [("destroyed", "destroyed")]
        assert after(Told(5), hit(truck(), weapon(2, 6))) == [("saved", "fighting")]

    def test_core_6_6_bulletproof_cover_asks_for_firepower(self) -> None:
        covered = hit(rifles(), weapon(2, 6), cover_in_front=True)
        assert after(Told(2, 6), covered) == [("destroyed", "destroyed")]
        assert after(Told(2, 5), covered) == [("saved by bulletproof cover", "fighting")]
        assert after(Told(3), covered) == [("saved", "fighting")]

    def test_core_6_7_cover_in_front_is_looked_for_only_where_no_save_stopped_the_hit(self) -> None:
        open_, asked = hit(rifles(), weapon(2, 6)), []

        def in_front(n: int) -> bool:
            asked.append(n)
            return n == 1

        some = (open_, replace(open_, name="B"), replace(open_, name="C"))
        dice = Told((3, 2, 2), 5)
        struck = resolve(dice, some, "soviet", "german", in_front=in_front)
        assert [one.result for one in struck] == ["saved", "saved by bulletproof cover", "destroyed"]
        assert asked == [1, 2] and dice.all_thrown()

    def test_core_6_6_aircraft_are_lost_only_when_firepower_is_enough(self) -> None:
        stuka = hit(team("Stuka", "aircraft"), weapon(5, 5))
        assert after(Told(2, 4), stuka) == [("flew on", "fighting")]
        assert after(Told(2, 5), stuka) == [("destroyed", "destroyed")]

    def test_core_6_6_brutal_makes_a_passed_save_a_second_one(self) -> None:
        brutal = weapon(14, 2, "brutal")
        assert after(Told(3, 3), hit(rifles(), brutal)) == [("saved", "fighting")]
        assert after(Told(3, 2), hit(rifles(), brutal)) == [("destroyed", "destroyed")]
        assert after(Told(2), hit(rifles(), brutal)) == [("destroyed", "destroyed")], "a failed one stands"

    @pytest.mark.parametrize(
        ("on", "by", "repeat", "again"),
        [
            (rifles(), "brutal", False, "Brutal"),
            (gun(), "brutal", False, "Brutal"),
            (truck(), "brutal", False, "Brutal"),
            (rifles(), "flame-thrower", False, "Flame-thrower"),
            (truck(), "flame-thrower", False, "Flame-thrower"),
            (rifles(), "heat", True, "repeat bombardment"),
            (gun(), "heat", True, "repeat bombardment"),
            (truck(), "heat", True, None),
            (team("Stuka", "aircraft"), "brutal", False, None),
            (rifles(), "heat", False, None),
        ],
    )
    def test_core_6_6_who_rolls_a_passed_save_again(self, on: Any, by: str, repeat: bool, again: str | None) -> None:
        assert save_again(hit(on, weapon(5, 4, by), bombardment=repeat, repeat=repeat)) == again

    def test_a_save_that_no_card_prints_is_the_general_one(self) -> None:
        plain = [rifles(save=None), gun(save=None), truck(save=None), team("Stuka", "aircraft", save=None)]
        assert [save(hit(one)).number for one in plain] == [3, 4, 5, 3]

    def test_firepower_numbers(self) -> None:
        assert [firepower(weapon(9, fp)).number for fp in (2, 6)] == [2, 6]
        assert firepower(weapon(9, "auto")).certain and firepower(weapon(9, None)).impossible

    def test_smoke_harms_nobody(self) -> None:
        pots = weapon(None, None)
        assert after(Told(), hit(rifles(), pots), hit(tank(), pots)) == [("harmless", "fighting")] * 2


class TestBulletproof:
    @pytest.mark.parametrize("cover", ["cover_in_front", "cover_all_round", "foxholes", "in_room"])
    def test_core_6_7_infantry_and_guns_in_cover(self, cover: str) -> None:
        assert bulletproof(hit(rifles(), **{cover: True})) and bulletproof(hit(gun(), **{cover: True}))
        assert not bulletproof(hit(tank(), **{cover: True}))
        assert not bulletproof(hit(rifles()))

    @pytest.mark.parametrize("cover", ["cover_in_front", "cover_all_round", "foxholes", "in_room"])
    def test_redemption_penal_troops_never_have_bulletproof_cover(self, cover: str) -> None:
        assert not bulletproof(hit(rifles(rules=("redemption",)), **{cover: True}))

    def test_core_6_6_a_gun_shield_protects_from_the_front_unless_it_dashed(self) -> None:
        shielded = gun(rules=("gun-shield",))
        assert bulletproof(hit(shielded, shot_from_front=True)) == "Gun Shield"
        assert not bulletproof(hit(shielded)) and not bulletproof(hit(shielded, shot_from_front=True, dashed=True))
        assert not bulletproof(hit(gun(), shot_from_front=True))

    def test_core_7_3_against_bombardments_foxholes_help_but_no_shield_and_no_wall_in_front(self) -> None:
        shielded = gun(rules=("gun-shield",))
        assert bulletproof(hit(rifles(), bombardment=True, foxholes=True)) == "foxholes"
        assert bulletproof(hit(rifles(), bombardment=True, cover_all_round=True)) == "cover"
        assert not bulletproof(hit(rifles(), bombardment=True, cover_in_front=True))
        assert not bulletproof(hit(shielded, bombardment=True, shot_from_front=True))

    def test_core_6_7_an_assaulting_team_has_none_except_in_a_room(self) -> None:
        assert not bulletproof(hit(rifles(), assaulting=True, foxholes=True, cover_in_front=True))
        assert bulletproof(hit(rifles(), assaulting=True, in_room=True)) == "the building"

    def test_000_bunkers_and_nests_always_have_it(self) -> None:
        assert bulletproof(hit(bunker())) and bulletproof(hit(nest(), bombardment=True))


class TestBunkersAndNests:
    def test_000_a_passed_firepower_test_to_destroy_one_is_rolled_again(self) -> None:
        assert after(Told(1, 3, 3), hit(nest())) == [("destroyed", "destroyed")]
        assert after(Told(1, 3, 2), hit(bunker())) == [("saved by bulletproof cover", "fighting")]
        assert after(Told(1, 2), hit(nest())) == [("saved by bulletproof cover", "fighting")]

    def test_000_firepower_auto_passes_twice(self) -> None:
        assert after(Told(1), hit(bunker(), weapon(13, "auto"))) == [("destroyed", "destroyed")]

    def test_000_a_turret_is_hit_like_a_tank_and_only_the_test_to_destroy_it_is_rolled_again(self) -> None:
        turret = tank("Turret", (6, 5, 2), rules=("bunker",))
        assert after(Told(2, 3, 3), hit(turret, weapon(9))) == [("destroyed", "destroyed")]
        assert after(Told(2, 3, 2), hit(turret, weapon(9))) == [("bailed out", "bailed out")]
        assert after(Told(3, 3), hit(turret, weapon(9))) == [("bailed out", "bailed out")], "a glance is not"

    def test_000_a_bombardment_cannot_hit_a_bunker(self) -> None:
        with pytest.raises(Illegal, match="cannot hit A"):
            resolve(Told(), [hit(bunker(), bombardment=True)], "soviet", "german")

    def test_a_switch_says_whether_a_bombarded_nest_is_tested_twice(self) -> None:
        shelled = hit(nest(), bombardment=True)
        assert after(Told(1, 3, 2), shelled) == [("saved by bulletproof cover", "fighting")]
        once = STANDARD.set("nest-bombarded", "no")
        assert resolve(Told(1, 3), [shelled], "soviet", "german", once)[0].result == "destroyed"


class TestHandfulsOfDice:
    def test_dice_of_a_kind_are_thrown_together_and_each_belongs_to_its_team(self) -> None:
        hits = [hit(rifles(), weapon(2, 6), name, foxholes=name != "C") for name in "ABC"]
        dice = Told((2, 3, 1), 6)
        struck = resolve(dice, hits, "soviet", "german")
        assert [one.result for one in struck] == ["destroyed", "saved", "destroyed"]
        assert dice.purposes == [
            "save of 3 Rifle teams (A, B, C) against gun",
            "firepower of gun to destroy A",
        ]

    def test_different_weapons_are_thrown_apart(self) -> None:
        hits = [hit(rifles(), weapon(2, 6), "A"), hit(rifles(), weapon(9, 3, "brutal"), "B")]
        assert after(Told(2, 3, 3), *hits) == [("destroyed", "destroyed"), ("saved", "fighting")]

    def test_what_happened_is_a_sentence(self) -> None:
        assert Struck("Panther 2", "stayed in", "bailed out").words() == (
            "Panther 2 is hit again, and its crew stays with it"
        )
        assert Struck("A", "destroyed", "destroyed").words() == "A is destroyed"

    def test_no_hits_no_dice(self) -> None:
        assert resolve(Told(), [], "soviet", "german") == ()


def test_skirts_are_named_among_the_modifiers() -> None:
    assert armour(hit(STUG, weapon(11, 5), facing="side"))[1] == Modifier("Bazooka Skirts", 2)
