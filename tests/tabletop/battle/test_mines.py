"""Minefields, booby traps and barbed wire (core 5.4; 000 obstacles)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from orsha.kernel import Illegal
from orsha.tabletop.battle import mines as m
from orsha.tabletop.battle.harm import Victim
from orsha.tabletop.force.card import Skill, Team
from tests.tabletop.battle.told import INCH, RULES, Told, every, gun, rifles, tank, team, truck

PIONEERS = rifles(rules=("pioneers",))


def enter(one: Team, *dice: int, rules: Any = RULES, **facts: Any) -> m.Crossing:
    told = Told(*dice)
    crossing = m.enter_mines(Victim("Anna", one, **facts), told, "axis", "allied", rules)
    assert told.all_thrown()
    return crossing


class TestMines:
    def test_a_marker_is_felt_within_2_inches_a_booby_trap_only_underfoot(self) -> None:
        assert m.touches("minefield", 2 * INCH, RULES) and not m.touches("minefield", 2 * INCH + 1, RULES)
        assert m.touches("booby trap", 0, RULES) and not m.touches("booby trap", 1, RULES)

    def test_skill_takes_a_team_through_pioneers_pass_on_2(self) -> None:
        assert enter(rifles(), 4).passage == "through"
        assert enter(PIONEERS, 2).passage == "through"
        assert m.mine_number(PIONEERS, RULES.set("pioneers-in-mines", 3)) == 3
        assert m.mine_number(rifles(skill=Skill(5, tactics=3, assault=2)), RULES) == 5, "Skill itself"

    def test_who_fails_is_hit_and_saves_itself_or_dies(self) -> None:
        held = enter(rifles(), 3, 3)
        assert held.passage == "held" and held.struck is not None and held.struck.result == "saved"
        assert enter(rifles(), 3, 2).passage == "destroyed"
        assert enter(truck(), 3, 4).passage == "destroyed"

    def test_tanks_are_hit_in_the_side_by_anti_tank_5(self) -> None:
        half_track = tank("Half-track", (1, 1, 0))
        assert enter(half_track, 3, 5).passage == "held"
        assert enter(half_track, 3, 4).passage == "bailed out", "glanced: 4 and 1 are 5"
        assert enter(half_track, 3, 3).passage == "destroyed"
        assert enter(tank(armour=(6, 5, 1)), 3).passage == "held", "nothing to roll: 5 and a die are over 5"

    def test_a_bailed_out_crew_that_is_hit_again_holds_on_or_is_lost(self) -> None:
        half_track = tank("Half-track", (1, 1, 0))
        assert enter(half_track, 3, 4, 4, bailed_out=True).passage == "held"
        assert enter(half_track, 3, 4, 3, bailed_out=True).passage == "destroyed"

    def test_the_switches(self) -> None:
        light = tank("T-70", (4, 2, 0))
        assert enter(light, 3, 3).passage == "bailed out"
        assert enter(light, 3, 3, rules=RULES.set("mine-armour", "top")).passage == "destroyed"
        assert enter(light, 3, 3, rules=RULES.set("mine-anti-tank", 6)).passage == "destroyed"
        assert enter(rifles(), 3, 3, rules=RULES.set("mine-survivors", "go-on")).passage == "through"

    def test_aircraft_have_no_business_there(self) -> None:
        with pytest.raises(Illegal, match="aircraft"):
            m.mine_odds(Victim("Stuka", team("Stuka", "aircraft")), RULES)

    def test_000_who_clears_a_booby_trap_laid_under_it_rolls_first(self) -> None:
        assert m.must_be_hit_first("booby trap", True)
        assert not m.must_be_hit_first("booby trap", False) and not m.must_be_hit_first("minefield", True)

    @pytest.mark.parametrize("one", [rifles(), PIONEERS, gun(save=4), truck(), tank("Half-track", (1, 1, 0)), tank()])
    @pytest.mark.parametrize("bailed_out", [False, True])
    def test_the_odds_are_exact(self, one: Team, bailed_out: bool) -> None:
        victim = Victim("Anna", one, bailed_out=bailed_out and one.armoured, commander=True)
        by_force = every(lambda dice: m.enter_mines(victim, dice, "axis", "allied", RULES).passage)
        assert m.mine_odds(victim, RULES).as_dict() == by_force


class TestWire:
    def chance(self, one: Team, rules: Any = RULES, **facts: Any) -> Fraction:
        check = m.wire_check(one, "Anna", rules, **facts)
        return Fraction(1) if check is None else check.chance

    def test_000_infantry_test_skill_or_their_number_for_mines_if_that_is_better(self) -> None:
        check = m.wire_check(rifles(skill=Skill(5)), "Anna", RULES)
        assert check is not None and (check.purpose, check.needed) == ("Anna gets through barbed wire", 5)
        assert check.roll(Told(5), "allied").passed and not check.roll(Told(4), "allied").passed
        assert self.chance(PIONEERS) == Fraction(5, 6)
        assert self.chance(rifles(rules=("pioneers",), skill=Skill(2))) == Fraction(5, 6)

    def test_000_for_tanks_it_is_difficult_ground(self) -> None:
        assert self.chance(tank()) == Fraction(2, 3)
        assert self.chance(tank(), leader_crosses=INCH) == Fraction(5, 6), "Cross Here helps"

    def test_guns_by_the_switch(self) -> None:
        assert self.chance(gun()) == Fraction(1, 3), "their Cross number is 5"
        assert self.chance(gun(), RULES.set("guns-in-wire", "skill")) == Fraction(1, 2)
        assert self.chance(gun(), RULES.set("guns-in-wire", "free")) == 1
