"""Blows in an assault (core 9.2; Limited, Body Armour, Mounted Assault core 12; bunkers and nests 000)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.kernel import Dice, Illegal
from orsha.tabletop.battle import melee as m
from orsha.tabletop.battle.assault import Charger, forbids_charge
from orsha.tabletop.battle.dashes import Obstacle, cross_check
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.battle.mines import mine_odds
from orsha.tabletop.force.arsenal import NATIONS, PERIODS, arsenal
from orsha.tabletop.force.card import Skill, Team, Weapon
from tests.tabletop.battle.told import (
    FLAME,
    PANZERFAUST,
    RIFLE,
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
    truck,
)

ANNA = m.Fighter("Anna", rifles())
FAUST = m.Fighter("Karl", grenadiers(), PANZERFAUST)
TANK = m.Fighter("Tiger", tank("Tiger"))


def hit(fighter: m.Fighter, target: Team, *dice: int, rules: Any = RULES, **facts: Any) -> str:
    """What one hit does."""
    told = Told(*dice)
    victim = Victim("Boris", target, **facts)
    done = m.fight([m.Aimed(fighter, "Boris")], [victim], told, "axis", "allied", rules)
    assert told.all_thrown()
    return done[0].result


class TestToHit:
    def test_assault_if_the_card_has_it_or_skill(self) -> None:
        assert m.assault_number(ANNA) == 4
        assert m.assault_number(m.Fighter("A", rifles(skill=Skill(5, assault=3)))) == 3

    def test_a_number_printed_with_a_weapon_is_the_teams(self) -> None:
        mg = Weapon("HMG", 24, halted=6, moving=2, anti_tank=2, firepower=6, assault=5)
        assert m.assault_number(m.Fighter("A", rifles(weapons=(mg,)))) == 5

    def test_passengers_help_a_half_track(self) -> None:
        track = half_track(skill=Skill(3, assault=5, assault_mounted=(4, 3)))
        assert [m.assault_number(m.Fighter("A", track, passengers=n)) for n in range(4)] == [5, 4, 3, 3]

    def test_each_team_rolls_once_and_those_alike_together(self) -> None:
        good = m.Fighter("Vera", rifles(skill=Skill(3)))
        dice = Told((3,), (3, 4))
        blows = m.roll_blows([ANNA, good, FAUST], dice, "allied")
        assert [one.name for one in blows.hit] == ["Vera", "Karl"]
        assert dice.purposes == ["to hit in the assault (Vera)", "to hit in the assault (Anna, Karl)"]

    def test_limited_weapons_are_used_by_so_many_at_a_time(self) -> None:
        with pytest.raises(Illegal, match="2 teams would use Panzerfaust; 1 of a unit may"):
            m.roll_blows([FAUST, m.Fighter("Otto", grenadiers(), PANZERFAUST)], Told(), "axis")
        with pytest.raises(Illegal, match="has no Panzerfaust"):
            m.roll_blows([m.Fighter("Anna", rifles(), PANZERFAUST)], Told(), "axis")


class TestOnMen:
    @pytest.mark.parametrize("target", [rifles(), gun(), truck()])
    @pytest.mark.parametrize("fighter", [ANNA, TANK])
    def test_infantry_guns_and_unarmoured_tanks_die_without_a_save(self, fighter: m.Fighter, target: Team) -> None:
        assert hit(fighter, target) == "destroyed"

    def test_body_armour_saves_on_6(self) -> None:
        sapper = rifles(rules=("sapper-body-armour",))
        assert hit(ANNA, sapper, 6) == "saved" and hit(ANNA, sapper, 5) == "destroyed"

    def test_000_nests_and_bunkers_take_two_firepower_tests(self) -> None:
        assert hit(ANNA, nest(), 6, 6) == "destroyed"
        assert hit(ANNA, nest(), 6, 5) == "saved by bulletproof cover" == hit(ANNA, bunker(), 5)
        assert hit(m.Fighter("A", rifles(weapons=(FLAME,))), bunker()) == "destroyed", "firepower auto"

    def test_000_the_test_is_that_of_the_weapon_used_or_of_the_best_that_is_not_limited(self) -> None:
        mortar = Weapon("mortar", 40, fires="artillery", anti_tank=1, firepower=2)
        smg = Weapon("SMG", 4, halted=3, moving=3, anti_tank=1, firepower=5)
        man = m.Fighter("A", rifles(weapons=(RIFLE, smg, PANZERFAUST, mortar)))
        check = m.works_check(man, Victim("B", nest()), RULES)
        assert check is not None and (check.purpose, check.needed) == ("firepower of SMG to destroy B", 5)
        bare = m.works_check(m.Fighter("A", rifles(weapons=())), Victim("B", nest()), RULES)
        assert bare is not None and bare.chance == 0, "without a weapon there is no firepower"
        assert m.works_check(man, Victim("B", gun()), RULES) is None

    def test_the_switch_makes_bare_hands_enough_for_them(self) -> None:
        assert hit(ANNA, nest(), rules=RULES.set("works-in-assault", "hands")) == "destroyed"

    def test_000_tanks_do_not_assault_them(self) -> None:
        for works in (nest(), bunker(), tank("T-34 turret", rules=("bunker",))):
            with pytest.raises(Illegal, match="tank teams do not assault"):
                hit(TANK, works)


class TestOnTanks:
    def test_hands_strike_the_top_with_anti_tank_2_and_always_enough_firepower(self) -> None:
        assert hit(ANNA, tank(armour=(6, 5, 1)), 2) == "bounced off"
        assert hit(ANNA, tank(armour=(6, 5, 1)), 1) == "bailed out"
        assert hit(ANNA, tank(armour=(1, 1, 0)), 1) == "destroyed"
        assert hit(ANNA, tank(armour=(9, 8, 2))) == "bounced off", "no die: a heavy tank's roof is too thick"

    def test_an_anti_tank_weapon_strikes_the_side(self) -> None:
        assert hit(FAUST, tank(armour=(6, 5, 1)), 5) == "destroyed", "5 and any die are less than 12"
        assert hit(FAUST, tank(armour=(6, 5, 1)), 4) == "bailed out"
        assert hit(FAUST, tank(armour=(9, 8, 1)), 4, 5) == "bailed out", "glanced"
        assert hit(FAUST, tank(armour=(9, 8, 1)), 5) == "bounced off"

    def test_skirts_help_the_side(self) -> None:
        weak = Weapon("Bazooka", 8, halted=1, moving=1, anti_tank=7, firepower=5)
        man = m.Fighter("Joe", rifles(weapons=(RIFLE, weak)), weak)
        assert hit(man, tank(armour=(6, 3, 1)), 2, 5) == "destroyed"
        assert hit(man, tank(armour=(6, 3, 1), rules=("bazooka-skirts",)), 2, 5) == "bailed out"

    def test_a_crew_that_bailed_out_already_holds_on_or_is_lost(self) -> None:
        assert hit(ANNA, tank(), 1, 4, bailed_out=True) == "stayed in"
        assert hit(ANNA, tank(), 1, 3, bailed_out=True) == "destroyed"
        assert hit(ANNA, tank(), 1, 3, 4, bailed_out=True, commander=True) == "stayed in"

    def test_a_tank_hit_twice_in_a_round_is_bailed_out_and_then_tested(self) -> None:
        victims = [Victim("Boris", tank())]
        done = m.fight([m.Aimed(ANNA, "Boris")] * 2, victims, Told((1, 1), 3), "axis", "allied", RULES)
        assert [one.result for one in done] == ["bailed out", "destroyed"]

    def test_hits_on_men_who_are_gone_are_lost(self) -> None:
        done = m.fight([m.Aimed(ANNA, "B")] * 2, [Victim("B", rifles())], Told(), "axis", "allied", RULES)
        assert [one.result for one in done] == ["destroyed"]

    def test_tanks_do_not_hit_tanks(self) -> None:
        with pytest.raises(Illegal, match="tanks do not hit tanks"):
            hit(TANK, tank())
        assert m.felling(TANK, Victim("B", tank()), RULES) == 0

    def test_the_weapon_must_be_one_against_tanks(self) -> None:
        with pytest.raises(Illegal, match="does not fight tanks with rifle"):
            hit(m.Fighter("Anna", rifles(), RIFLE), tank())

    def test_guns_crews_by_the_switch(self) -> None:
        crew = m.Fighter("Crew", gun())
        assert m.tank_weapons(gun(), RULES) == () and hit(crew, tank(), 1) == "bailed out"
        weapon = RULES.set("guns-strike-tanks", "weapon")
        assert [w.name for w in m.tank_weapons(gun(), weapon)] == ["7.5cm gun"]
        with pytest.raises(Illegal, match="a gun's crew"):
            hit(crew, tank(), rules=RULES.set("guns-strike-tanks", "no"))

    def test_horsemen_do_not_hit_tanks(self) -> None:
        with pytest.raises(Illegal, match="does not hit armoured tanks"):
            hit(m.Fighter("A", rifles(rules=("cavalry",))), tank())

    def test_000_a_turret_is_hit_as_a_tank_and_destroyed_only_by_two_tests(self) -> None:
        turret = tank("T-34 turret", (6, 5, 2), rules=("bunker",))
        assert hit(FAUST, turret, 5, 5) == "destroyed"
        assert hit(FAUST, turret, 5, 4) == "bailed out"


class TestOdds:
    @pytest.mark.parametrize(
        ("fighter", "target"),
        [
            (ANNA, rifles()),
            (ANNA, rifles(rules=("sapper-body-armour",))),
            (ANNA, nest()),
            (FAUST, bunker()),
            (ANNA, tank()),
            (ANNA, half_track()),
            (FAUST, tank()),
            (FAUST, tank("Tiger", (9, 8, 2))),
            (FAUST, tank("Turret", (6, 5, 2), rules=("bunker",))),
            (TANK, gun()),
        ],
    )
    @pytest.mark.parametrize("bailed_out", [False, True])
    def test_the_chance_to_fell_a_team_is_exact(self, fighter: m.Fighter, target: Team, bailed_out: bool) -> None:
        victim = Victim("Boris", target, bailed_out=bailed_out and target.armoured, commander=True)

        def out(dice: Dice) -> bool:
            blows = m.roll_blows([fighter], dice, "axis").hit
            done = m.fight([m.Aimed(one, "Boris") for one in blows], [victim], dice, "axis", "allied", RULES)
            return any(one.result in ("destroyed", "bailed out") for one in done)

        assert m.felling(fighter, victim, RULES) == every(out).get(True, Fraction(0))


class TestChoosing:
    def test_hits_are_spread_evenly_over_those_who_can_be_hurt_active_tanks_first(self) -> None:
        victims = [Victim("wreck", tank(), bailed_out=True), Victim("tank", tank()), Victim("men", rifles())]
        named = [one.target for one in m.spread([ANNA, ANNA, ANNA, ANNA], victims, RULES)]
        assert named == ["tank", "men", "wreck", "tank"]
        assert [one.target for one in m.spread([TANK, TANK], victims, RULES)] == ["men", "men"]
        assert m.spread([TANK], victims[:2], RULES) == ()

    def test_teams_take_their_best_weapon_as_far_as_limited_lets_them(self) -> None:
        squad = [m.Fighter(name, grenadiers()) for name in ("Karl", "Otto")]
        armed = m.arm(squad, [Victim("B", tank())], RULES)
        assert [one.weapon for one in armed] == [PANZERFAUST, None]
        assert [one.weapon for one in m.arm(armed, [Victim("B", rifles())], RULES)] == [None, None]
        assert [one.weapon for one in m.arm(squad, [Victim("B", nest())], RULES)] == [PANZERFAUST, None]


class TestEveryCard:
    """Whatever stands on a card of the arsenal can be asked about; nothing falls over."""

    TEAMS = [
        one
        for nation in NATIONS
        for period in PERIODS
        for card in arsenal(nation, period).cards.values()
        for one in card.teams.values()
    ]

    def test_every_team_fights_every_kind_of_enemy_by_the_rules(self) -> None:
        assert len(self.TEAMS) > 200
        for one in self.TEAMS:
            for enemy in (rifles(), tank(), half_track(), nest(), tank("Turret", rules=("bunker",))):
                victim = Victim("B", enemy)
                (fighter,) = m.arm([m.Fighter("A", one)], [victim], RULES)
                assert 2 <= m.assault_number(fighter) <= 6
                assert 0 <= m.felling(fighter, victim, RULES) <= Fraction(5, 6)

    def test_every_team_on_the_ground_charges_crosses_and_enters_mines_or_is_told_why_not(self) -> None:
        for one in self.TEAMS:
            why = forbids_charge(one, Charger(), RULES)
            assert why is None or why.endswith("do not charge")
            if one.kind != "aircraft" and one.move is not None and one.move.cross is not None:
                assert 0 < cross_check(one, Obstacle("a hedge"), RULES).chance <= 1
                assert sum(mine_odds(Victim("A", one), RULES).as_dict().values()) == 1

    def test_half_tracks_of_the_arsenal_fight_better_with_men_aboard(self) -> None:
        tracks = [one for one in self.TEAMS if "mounted-assault" in one.rules]
        assert tracks
        for track in tracks:
            alone, full = m.Fighter("A", track), m.Fighter("A", track, passengers=2)
            assert m.assault_number(full) < m.assault_number(alone)
